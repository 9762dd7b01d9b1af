//! Lands made of graphs: a region for each vertex, and a letter for each edge
//! that stands in the regions of its two ends.
//!
//! The letters of a region are each a boundary of their own, so that their
//! order means nothing. Two such lands are the same exactly when their graphs
//! are isomorphic.

use rhizome_sprouts::{Position, Region, Spot};

use super::random::Random;

pub struct Graph {
    pub vertices: usize,
    pub edges: Vec<(usize, usize)>,
}

impl Graph {
    fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Graph { vertices, edges: edges.into_iter().collect() }
    }

    pub fn ring(length: usize) -> Self {
        Graph::new(length, (0..length).map(|v| (v, (v + 1) % length)))
    }

    /// Vertices in a row.
    pub fn chain(length: usize) -> Self {
        Graph::new(length, (1..length).map(|v| (v - 1, v)))
    }

    /// A ring, an inner ring that joins each vertex to the one `step` further on, and spokes
    /// between them: prisms with step 1, the Petersen graph with 5 and step 2.
    pub fn generalised_petersen(length: usize, step: usize) -> Self {
        let outer = (0..length).map(|v| (v, (v + 1) % length));
        let inner = (0..length).map(|v| (length + v, length + (v + step) % length));
        let spokes = (0..length).map(|v| (v, length + v));
        Graph::new(2 * length, outer.chain(inner).chain(spokes))
    }

    /// A ring of which opposite vertices are joined.
    pub fn moebius_ladder(rungs: usize) -> Self {
        let ring = Graph::ring(2 * rungs).edges;
        Graph::new(2 * rungs, ring.into_iter().chain((0..rungs).map(|v| (v, v + rungs))))
    }

    pub fn cube(dimension: u32) -> Self {
        let vertices = 1 << dimension;
        let edges = (0..vertices).flat_map(|v: usize| (0..dimension).map(move |bit| (v, v ^ 1 << bit)));
        Graph::new(vertices, edges.filter(|(one, other)| one < other))
    }

    pub fn complete(vertices: usize) -> Self {
        Graph::new(vertices, (0..vertices).flat_map(|v| (0..v).map(move |w| (w, v))))
    }

    /// The squares of a 4 × 4 board; a rook's moves.
    pub fn rook() -> Self {
        Graph::on_torus(|x, y| x == 0 || y == 0)
    }

    /// As regular as [`Self::rook`], and different from it: any two vertices
    /// have two neighbours in common in both.
    pub fn shrikhande() -> Self {
        Graph::on_torus(|x, y| matches!((x, y), (0, 1 | 3) | (1 | 3, 0) | (1, 1) | (3, 3)))
    }

    /// Squares of a 4 × 4 torus, joined where the difference of their coordinates says so.
    fn on_torus(joined: impl Fn(usize, usize) -> bool) -> Self {
        let differ = |v: usize, w: usize| ((4 + v / 4 - w / 4) % 4, (4 + v % 4 - w % 4) % 4);
        let pairs = (0..16).flat_map(|v| (0..v).map(move |w| (w, v)));
        let edges: Vec<_> = pairs
            .filter(|&(v, w)| {
                let (x, y) = differ(v, w);
                joined(x, y)
            })
            .collect();
        Graph::new(16, edges)
    }

    /// The construction of Cai, Fürer and Immerman over a graph in which every vertex has
    /// three neighbours: ten times as many vertices, each with three neighbours too.
    /// Crossing the two wires of one edge gives a graph that is not isomorphic but hard to
    /// tell apart.
    pub fn cai_fuerer_immerman(base: &Graph, crossed: bool) -> Self {
        let mut edges = Vec::new();
        let mut vertices = 0;
        // For each edge of the base and each of its ends, the ends of the two wires along it.
        let mut wires = vec![[[0; 2]; 2]; base.edges.len()];
        for vertex in 0..base.vertices {
            let mut here = Vec::new();
            for (wires, &(one, other)) in wires.iter_mut().zip(&base.edges) {
                if one == vertex || other == vertex {
                    let ends = [vertices, vertices + 1];
                    wires[usize::from(other == vertex)] = ends;
                    here.push(ends);
                    vertices += 2;
                }
            }
            assert_eq!(here.len(), 3, "neighbours of a vertex");
            for choice in [0b000, 0b011, 0b101, 0b110] {
                edges.extend(here.iter().enumerate().map(|(bit, ends)| (ends[choice >> bit & 1], vertices)));
                vertices += 1;
            }
        }
        for (index, [one, mut other]) in wires.into_iter().enumerate() {
            if crossed && index == 0 {
                other.swap(0, 1);
            }
            edges.extend([(one[0], other[0]), (one[1], other[1])]);
        }
        Graph::new(vertices, edges)
    }

    /// A random graph in which every vertex has three neighbours, all reached from the first.
    pub fn random_cubic(vertices: usize, random: &mut Random) -> Self {
        loop {
            let mut ends: Vec<usize> = (0..3 * vertices).map(|end| end / 3).collect();
            random.shuffle(&mut ends);
            let pairs = ends.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])));
            let graph = Graph::new(vertices, pairs);
            if graph.is_simple() && graph.is_connected() {
                return graph;
            }
        }
    }

    fn is_simple(&self) -> bool {
        let mut edges = self.edges.clone();
        edges.sort_unstable();
        edges.windows(2).all(|pair| pair[0] != pair[1]) && edges.iter().all(|(one, other)| one != other)
    }

    fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.vertices];
        reached[0] = true;
        // After as many rounds as there are vertices nothing new can be reached.
        for _ in 0..self.vertices {
            for &(one, other) in &self.edges {
                let either = reached[one] || reached[other];
                reached[one] = either;
                reached[other] = either;
            }
        }
        reached.iter().all(|&reached| reached)
    }

    /// The land, with other boundaries added to the region of each vertex.
    pub fn land_with(&self, added: impl Fn(usize) -> Region) -> Position {
        let mut regions: Vec<Region> = (0..self.vertices).map(added).collect();
        for (letter, &(one, other)) in self.edges.iter().enumerate() {
            for vertex in [one, other] {
                regions[vertex].push(vec![Spot::Letter(letter as u32)]);
            }
        }
        Position { regions, heap: 0 }
    }

    pub fn land(&self) -> Position {
        self.land_with(|_| Vec::new())
    }
}
