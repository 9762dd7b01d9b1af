//! A net of triangles over a whole map, of which curves and spots are a part.
//!
//! Every edge of the map becomes a path with inner nodes. The boundaries of a face with several are tied together by
//! *spokes*, paths from a new *hub* to one place of each, so that the face has one closed walk. Along the walk
//! runs a *ring* with a node for each step, and within the ring is a *centre* that is tied to all of it. So no two
//! nodes are tied twice, and all is triangles, but for the inside of the ring of one face, the outer one.

use crate::element::{Corner, Dart, Spot};
use crate::map::PlanarMap;

/// A node of the net, by its number.
pub(crate) type Node = usize;

/// What the walk around a face passes at one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A corner of the map. Where a spoke is tied to it, it is passed twice.
    Corner(Corner),
    /// Somewhere along an edge.
    Edge,
    /// The hub or the inside of a spoke.
    Spoke,
}

/// A face with its net.
#[derive(Clone, Debug)]
pub(crate) struct FaceNet {
    /// The nodes of the walk with the face on its left, cyclic.
    pub(crate) walk: Vec<Node>,
    /// What they are.
    pub(crate) stops: Vec<Stop>,
    /// For each boundary the places in `walk` of its first and its last node: the same corner,
    /// where the spoke comes and goes. If the face has one boundary only, and that is no bare spot, there is no spoke,
    /// and the boundary is the whole walk.
    pub(crate) spans: Vec<(usize, usize)>,
    /// For each place in `walk` the node of the ring between it and the next.
    pub(crate) ring: Vec<Node>,
    /// The node within the ring; `None` for the outer face.
    pub(crate) centre: Option<Node>,
}

/// The net.
#[derive(Clone, Debug)]
pub(crate) struct Mesh {
    pub(crate) nodes: usize,
    /// For each edge of the map its nodes from the spot of its even dart to the other one.
    pub(crate) paths: Vec<Vec<Node>>,
    pub(crate) faces: Vec<FaceNet>,
    /// Pairs of nodes that are tied, each once, the lesser node first.
    pub(crate) ties: Vec<[Node; 2]>,
}

/// How many nodes an edge or a spoke has between its ends.
pub(crate) const INNER: usize = 1;

impl Mesh {
    /// The net of a map, with this face as the outer one.
    pub(crate) fn new(map: &PlanarMap, outer: usize) -> Self {
        let mut mesh =
            Self { nodes: map.rotations.len(), paths: Vec::new(), faces: Vec::new(), ties: Vec::new() };
        for dart in map.darts().step_by(2) {
            let ends = [dart, dart.twin()].map(|dart| map.origins[dart.index()].index());
            let path = mesh.path(ends);
            mesh.paths.push(path);
        }
        for (face, boundaries) in map.faces.iter().enumerate() {
            let walks = boundaries.iter().map(|&corner| mesh.boundary(map, corner)).collect();
            let net = mesh.face(walks, face == outer);
            mesh.faces.push(net);
        }
        mesh.ties = mesh.all_ties();
        mesh
    }

    fn node(&mut self) -> Node {
        self.nodes += 1;
        self.nodes - 1
    }

    /// New nodes in a line between two old ones.
    fn path(&mut self, [from, to]: [Node; 2]) -> Vec<Node> {
        let mut path = vec![from];
        path.extend((0..INNER).map(|_| self.node()));
        path.push(to);
        path
    }

    /// The nodes of an edge in the direction of a dart, without the last.
    pub(crate) fn along(&self, dart: Dart) -> impl Iterator<Item = Node> + '_ {
        let path = &self.paths[dart.index() / 2];
        let last = path.len() - 1;
        let is_even = dart.index().is_multiple_of(2);
        (0..last).map(move |place| if is_even { path[place] } else { path[last - place] })
    }

    fn boundary(&self, map: &PlanarMap, first: Corner) -> Vec<(Node, Stop)> {
        let mut walk = Vec::new();
        for corner in map.walk(first) {
            match corner {
                Corner::Bare(spot) => walk.push((spot.index(), Stop::Corner(corner))),
                Corner::LeftOf(dart) => {
                    let stops = std::iter::once(Stop::Corner(corner)).chain(std::iter::repeat(Stop::Edge));
                    walk.extend(self.along(dart).zip(stops));
                }
            }
        }
        walk
    }

    fn face(&mut self, boundaries: Vec<Vec<(Node, Stop)>>, is_outer: bool) -> FaceNet {
        let mut steps: Vec<(Node, Stop)> = Vec::new();
        let mut spans = Vec::new();
        if let [boundary] = &boundaries[..]
            && boundary.len() > 1
        {
            spans.push((0, boundary.len() - 1));
            steps.extend(boundary);
        } else {
            let hub = self.node();
            for boundary in &boundaries {
                let spoke = self.path([hub, boundary[0].0]);
                let spoke: Vec<_> = spoke[..=INNER].iter().map(|&node| (node, Stop::Spoke)).collect();
                steps.extend(&spoke);
                let first = steps.len();
                steps.extend(boundary);
                if boundary.len() > 1 {
                    steps.push(boundary[0]);
                }
                spans.push((first, steps.len() - 1));
                steps.extend(spoke[1..].iter().rev());
            }
        }
        let ring = steps.iter().map(|_| self.node()).collect();
        let centre = (!is_outer).then(|| self.node());
        let (walk, stops) = steps.into_iter().unzip();
        FaceNet { walk, stops, spans, ring, centre }
    }

    fn all_ties(&self) -> Vec<[Node; 2]> {
        let mut ties = Vec::new();
        for net in &self.faces {
            for (place, &node) in net.walk.iter().enumerate() {
                let next = (place + 1) % net.walk.len();
                let ring = net.ring[place];
                ties.extend([
                    [node, net.walk[next]],
                    [ring, node],
                    [ring, net.walk[next]],
                    [ring, net.ring[next]],
                ]);
                ties.extend(net.centre.map(|centre| [centre, ring]));
            }
        }
        ties.iter_mut().for_each(|tie| tie.sort_unstable());
        ties.sort_unstable();
        ties.dedup();
        ties
    }

    /// All triangles, each with its nodes counterclockwise.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [Node; 3]> + '_ {
        self.faces.iter().flat_map(|net| {
            (0..net.walk.len()).flat_map(move |place| {
                let next = (place + 1) % net.walk.len();
                let (here, there) = (net.ring[place], net.ring[next]);
                let strip = [[net.walk[place], net.walk[next], here], [here, net.walk[next], there]];
                strip.into_iter().chain(net.centre.map(|centre| [centre, here, there]))
            })
        })
    }

    /// The place of a tie in `ties`.
    pub(crate) fn tie(&self, one: Node, other: Node) -> usize {
        self.ties.partition_point(|&tie| tie < [one.min(other), one.max(other)])
    }

    /// The node of a spot.
    pub(crate) fn spot(spot: Spot) -> Node {
        spot.index()
    }
}
