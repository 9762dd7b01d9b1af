//! The map itself: rotations, and faces as lists of boundaries.

use crate::element::{Corner, Dart, Rotation, Spot};

/// A position of Sprouts with all that has been drawn, as a combinatorial map on the sphere.
///
/// Maps come from [`PlanarMap::start`] and [`PlanarMap::play`] only, so every map can be reached by play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanarMap {
    /// The rotation of each spot.
    pub(crate) rotations: Vec<Rotation>,
    /// For each dart the spot that it leaves.
    pub(crate) origins: Vec<Spot>,
    /// For each face one corner of each of its boundaries.
    pub(crate) faces: Vec<Vec<Corner>>,
}

/// A spot as it is met on a walk along a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Occurrence {
    /// Where it is met.
    pub corner: Corner,
    /// The spot.
    pub spot: Spot,
    /// The degree of the spot, from 0 to 3.
    pub degree: u8,
}

impl Occurrence {
    /// The lives of the spot, from 0 to 3.
    pub fn lives(&self) -> u8 {
        3_u8.saturating_sub(self.degree)
    }
}

/// A boundary: the cyclic list of all spots, dead ones included, met on a walk that has the face on its left.
pub type Boundary = Vec<Occurrence>;

/// A face: the boundaries that border it.
pub type Face = Vec<Boundary>;

impl PlanarMap {
    /// Bare spots on the sphere.
    pub fn start(spots: usize) -> Self {
        let face = (0..spots).map(|spot| Corner::Bare(Spot::new(spot))).collect();
        Self { rotations: vec![Rotation::Bare; spots], origins: Vec::new(), faces: vec![face] }
    }

    /// The spots, in the order in which they came.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.rotations.len()).map(Spot::new)
    }

    /// The darts, in the order in which they came.
    pub fn darts(&self) -> impl Iterator<Item = Dart> + use<> {
        (0..self.origins.len()).map(Dart::new)
    }

    /// The rotation of a spot, with its degree and lives. `None` if there is no such spot.
    pub fn rotation(&self, spot: Spot) -> Option<&Rotation> {
        self.rotations.get(spot.index())
    }

    /// The spot that a dart leaves. `None` if there is no such dart.
    pub fn origin(&self, dart: Dart) -> Option<Spot> {
        self.origins.get(dart.index()).copied()
    }

    /// The spot at a corner. `None` if there is no such corner.
    pub fn spot_at(&self, corner: Corner) -> Option<Spot> {
        match corner {
            Corner::Bare(spot) => (self.rotation(spot)? == &Rotation::Bare).then_some(spot),
            Corner::LeftOf(dart) => self.origin(dart),
        }
    }

    /// The next corner on the walk along a boundary with the face on the left. `None` if there is no such corner.
    pub fn next_corner(&self, corner: Corner) -> Option<Corner> {
        let Corner::LeftOf(dart) = corner else {
            return self.spot_at(corner).map(Corner::Bare);
        };
        let rotation = self.rotation(self.origin(dart.twin())?)?;
        rotation.clockwise(dart.twin()).map(Corner::LeftOf)
    }

    /// The corners of a boundary in the order of the walk, from one of them on. Empty if there is no such corner.
    pub fn walk(&self, corner: Corner) -> impl Iterator<Item = Corner> + '_ {
        let first = self.spot_at(corner).map(|_| corner);
        std::iter::successors(first, move |&last| self.next_corner(last).filter(|&next| next != corner))
    }

    /// The number of curves that have been drawn.
    pub fn moves_played(&self) -> usize {
        self.origins.len() / 4
    }

    /// The lives of all spots together: three for each spot of the start, less one for each move.
    pub fn lives(&self) -> usize {
        self.rotations.iter().map(|rotation| usize::from(rotation.lives())).sum()
    }

    /// All faces with their boundaries and the spots on them.
    ///
    /// A move that joins two boundaries leaves the order of the faces as it was. After one that splits a face, what
    /// is left of the curve stands in its place, and what is right of the curve comes last.
    pub fn faces(&self) -> Vec<Face> {
        let boundary = |&corner: &Corner| self.boundary(corner);
        self.faces.iter().map(|face| face.iter().map(boundary).collect()).collect()
    }

    /// The boundary that a corner belongs to, from that corner on. Empty if there is no such corner.
    pub fn boundary(&self, corner: Corner) -> Boundary {
        let occurrence = |corner| {
            let spot = self.spot_at(corner)?;
            Some(Occurrence { corner, spot, degree: self.rotation(spot)?.degree() })
        };
        self.walk(corner).filter_map(occurrence).collect()
    }

    /// The face that a corner lies in and the place of its boundary there. `None` if there is no such corner.
    pub(crate) fn place_of(&self, corner: Corner) -> Option<(usize, usize)> {
        self.faces.iter().enumerate().find_map(|(face, boundaries)| {
            let place = boundaries.iter().position(|&first| self.walk(first).any(|met| met == corner))?;
            Some((face, place))
        })
    }
}
