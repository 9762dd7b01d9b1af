//! What always holds for a map, checked.

use std::collections::HashSet;
use std::fmt::{Display, Formatter};

use crate::element::{Corner, Dart, Spot};
use crate::map::PlanarMap;

/// An invariant that does not hold. No map that comes from play has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The dart does not stand once in the rotation of the spot that it leaves, and nowhere else.
    Rotation(Dart),
    /// The corner does not lie on one boundary of one face.
    Boundary(Corner),
    /// The piece with this spot does not lie on a sphere: spots - edges + boundaries is not 2.
    Genus(Spot),
    /// The pieces and the faces do not make up one sphere.
    Sphere,
    /// The numbers of spots, edges and faces, or the lives, are not those after so many moves.
    Count,
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rotation(dart) => {
                write!(formatter, "dart {dart} does not stand once at the spot that it leaves")
            }
            Self::Boundary(corner) => write!(formatter, "{corner} does not lie on one boundary"),
            Self::Genus(spot) => write!(formatter, "the piece with spot {spot} does not lie on a sphere"),
            Self::Sphere => formatter.write_str("the pieces and the faces do not make up one sphere"),
            Self::Count => formatter.write_str("the numbers of spots, edges and lives do not fit"),
        }
    }
}

impl std::error::Error for Fault {}

impl PlanarMap {
    /// Checks every invariant of a map: each dart stands once, at the spot that it leaves; each corner is on
    /// one boundary of one face; every piece is drawn on a sphere, by Euler's formula; and the pieces fit
    /// together to one sphere.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), Fault> {
        self.check_counts()?;
        self.check_rotations()?;
        self.check_boundaries()?;
        let pieces = self.pieces();
        self.check_genus(&pieces)?;
        self.check_sphere(&pieces)
    }

    /// A move adds a spot and two edges and takes one life.
    fn check_counts(&self) -> Result<(), Fault> {
        let moves = self.moves_played();
        let first_spots = self.rotations.len().checked_sub(moves).ok_or(Fault::Count)?;
        let fits = self.origins.len() == 4 * moves && self.lives() + moves == 3 * first_spots;
        if fits { Ok(()) } else { Err(Fault::Count) }
    }

    fn check_rotations(&self) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        for spot in self.spots() {
            for &dart in self.rotation(spot).map_or(&[][..], |rotation| rotation.darts()) {
                if self.origin(dart) != Some(spot) || !seen.insert(dart) {
                    return Err(Fault::Rotation(dart));
                }
            }
        }
        self.darts().find(|dart| !seen.contains(dart)).map_or(Ok(()), |dart| Err(Fault::Rotation(dart)))
    }

    /// To be called when rotations are in order, else a walk might not come back to its first corner.
    fn check_boundaries(&self) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        for &first in self.faces.iter().flatten() {
            if self.spot_at(first).is_none() {
                return Err(Fault::Boundary(first));
            }
            for corner in self.walk(first) {
                if !seen.insert(corner) {
                    return Err(Fault::Boundary(corner));
                }
            }
        }
        let bare = self.spots().map(Corner::Bare).filter(|&corner| self.spot_at(corner).is_some());
        let mut corners = bare.chain(self.darts().map(Corner::LeftOf));
        corners.find(|corner| !seen.contains(corner)).map_or(Ok(()), |corner| Err(Fault::Boundary(corner)))
    }

    /// For each spot the first spot of its piece, pieces being what curves connect.
    fn pieces(&self) -> Vec<usize> {
        let mut pieces: Vec<usize> = (0..self.rotations.len()).collect();
        for dart in self.darts().filter(|dart| dart.index() % 2 == 0) {
            let ends = [dart, dart.twin()].map(|dart| pieces[self.origins[dart.index()].index()]);
            let [old, new] = [ends[0].max(ends[1]), ends[0].min(ends[1])];
            pieces.iter_mut().filter(|piece| **piece == old).for_each(|piece| *piece = new);
        }
        pieces
    }

    /// The piece that a boundary belongs to. Its corner has been found to exist.
    fn piece_of(&self, pieces: &[usize], corner: Corner) -> Option<usize> {
        pieces.get(self.spot_at(corner)?.index()).copied()
    }

    /// Euler's formula for each piece alone: spots - edges + boundaries = 2.
    fn check_genus(&self, pieces: &[usize]) -> Result<(), Fault> {
        // Twice the Euler characteristic, because a dart is half an edge.
        let mut doubled = vec![0_i64; pieces.len()];
        pieces.iter().for_each(|&piece| doubled[piece] += 2);
        self.origins.iter().for_each(|spot| doubled[pieces[spot.index()]] -= 1);
        for &corner in self.faces.iter().flatten() {
            if let Some(piece) = self.piece_of(pieces, corner) {
                doubled[piece] += 2;
            }
        }
        let wrong = (0..pieces.len()).find(|&spot| pieces[spot] == spot && doubled[spot] != 4);
        wrong.map_or(Ok(()), |spot| Err(Fault::Genus(Spot::new(spot))))
    }

    /// On the sphere, pieces and faces, tied together by boundaries, are a tree: connected,
    /// with as many boundaries as pieces and faces less one.
    fn check_sphere(&self, pieces: &[usize]) -> Result<(), Fault> {
        let leaders: Vec<usize> = (0..pieces.len()).filter(|&spot| pieces[spot] == spot).collect();
        let boundaries = self.faces.iter().map(Vec::len).sum::<usize>();
        if self.faces.is_empty() || boundaries + 1 != leaders.len() + self.faces.len() {
            return Err(Fault::Sphere);
        }
        let mut reached_faces = HashSet::from([0]);
        let mut reached_pieces = HashSet::new();
        let mut waiting = vec![0];
        while let Some(face) = waiting.pop() {
            for &corner in &self.faces[face] {
                let Some(piece) = self.piece_of(pieces, corner) else { continue };
                if !reached_pieces.insert(piece) {
                    continue;
                }
                let touches = |face: &usize| {
                    self.faces[*face].iter().any(|&other| self.piece_of(pieces, other) == Some(piece))
                };
                let touched: Vec<usize> = (0..self.faces.len()).filter(touches).collect();
                waiting.extend(touched.into_iter().filter(|&face| reached_faces.insert(face)));
            }
        }
        let all = reached_faces.len() == self.faces.len() && reached_pieces.len() == leaders.len();
        if all { Ok(()) } else { Err(Fault::Sphere) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Rotation;

    /// Two separate loops, each at a bare spot, and a third bare spot between them.
    fn map() -> PlanarMap {
        let mut map = PlanarMap::start(3);
        for spot in [0, 1] {
            let corner = Corner::Bare(Spot::new(spot));
            let others: Vec<Corner> = map.faces[0].iter().copied().filter(|&other| other != corner).collect();
            let curve = crate::Move::Split { from: corner, to: corner, left: others };
            map = map.play(&curve).expect("a bare spot can be joined to itself");
        }
        map
    }

    #[test]
    fn what_is_wrong_is_found() {
        let dart = Dart::new;
        let broken = |change: fn(&mut PlanarMap)| {
            let mut map = map();
            change(&mut map);
            map.check()
        };
        assert_eq!(broken(|_| ()), Ok(()));
        assert_eq!(broken(|map| map.faces.clear()), Err(Fault::Boundary(Corner::Bare(Spot::new(2)))));
        assert_eq!(broken(|map| map.rotations.truncate(4)), Err(Fault::Count));
        assert_eq!(
            broken(|map| map.rotations.push(Rotation::Bare)),
            Err(Fault::Boundary(Corner::Bare(Spot::new(5))))
        );
        assert_eq!(broken(|map| map.origins.truncate(7)), Err(Fault::Count));
        assert_eq!(broken(|map| map.origins.swap(1, 3)), Err(Fault::Rotation(dart(3))));
        assert_eq!(
            broken(|map| map.faces.push(vec![Corner::LeftOf(Dart::new(0))])),
            Err(Fault::Boundary(Corner::LeftOf(dart(0))))
        );
        // Without the inside of the first loop nothing is left of the dart on its other side.
        assert!(matches!(broken(|map| drop(map.faces.remove(1))), Err(Fault::Boundary(_))));
        // The two insides are one face: then the plane is bent to a ring.
        assert_eq!(
            broken(|map| {
                let last = map.faces.pop().expect("three faces");
                map.faces[1].extend(last);
            }),
            Err(Fault::Sphere)
        );
        // The outside of the first loop apart from everything else, and its inside with the rest: two spheres.
        assert_eq!(
            broken(|map| {
                let place = map.faces[0].iter().position(|corner| *corner == Corner::LeftOf(Dart::new(0)));
                let own = map.faces[0].remove(place.expect("the left of the first loop"));
                map.faces.push(vec![own]);
            }),
            Err(Fault::Sphere)
        );
    }

    /// Two edges crossing each other at one spot: one boundary, so a torus.
    #[test]
    fn a_torus_is_no_sphere() {
        let mut map = PlanarMap::start(2);
        let corners = [0, 1].map(|spot| Corner::Bare(Spot::new(spot)));
        let join = crate::Move::Join { from: corners[0], to: corners[1] };
        map = map.play(&join).expect("two bare spots can be joined");
        let [from, to] = [0, 3].map(|index| Corner::LeftOf(Dart::new(index)));
        let split = crate::Move::Split { from, to, left: Vec::new() };
        map = map.play(&split).expect("the two ends can be joined");
        let [from, to] = [4, 3].map(|index| Corner::LeftOf(Dart::new(index)));
        let split = crate::Move::Split { from, to, left: Vec::new() };
        map = map.play(&split).expect("the ring can be divided");
        assert_eq!(map.check(), Ok(()));
        // Turning a rotation around, with the boundaries told again, makes a handle.
        let Rotation::Three([a, b, c]) = map.rotations[0] else { panic!("spot 0 is dead") };
        map.rotations[0] = Rotation::Three([a, c, b]);
        let mut seen = HashSet::new();
        let firsts = map.darts().map(Corner::LeftOf).filter(|&first| {
            let is_new = !seen.contains(&first);
            seen.extend(map.walk(first));
            is_new
        });
        map.faces = firsts.map(|first| vec![first]).collect();
        assert_eq!(map.check(), Err(Fault::Genus(Spot::new(0))));
    }
}
