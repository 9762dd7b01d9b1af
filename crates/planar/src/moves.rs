//! All moves on a map.

use crate::element::Corner;
use crate::map::PlanarMap;
use crate::play::MoveError;

/// A move: a curve through a face, with a new spot on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A curve between two boundaries of a face, which become one.
    Join {
        /// Where the curve begins.
        from: Corner,
        /// Where it ends, on the other boundary.
        to: Corner,
    },
    /// A curve within one boundary. The face becomes two.
    ///
    /// If it begins and ends at one corner, what it encloses is on its left. At a bare spot there is
    /// no inside, and either side may be called the left one.
    Split {
        /// Where the curve begins.
        from: Corner,
        /// Where it ends, on the same boundary.
        to: Corner,
        /// Which other boundaries of the face come to lie left of the curve, each by one of its
        /// corners. All others come to lie right of it.
        left: Vec<Corner>,
    },
}

/// A curve without saying which side of it other boundaries come to lie on.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) from: Corner,
    pub(crate) to: Corner,
    /// The boundaries that may lie on either side; `None` if the curve joins two boundaries.
    pub(crate) others: Option<Vec<Corner>>,
}

impl PlanarMap {
    /// All moves, each once, in a fixed order.
    ///
    /// There is one for each pair of corners of a face, or corner, that has the lives, and for each way to part the
    /// other boundaries if both corners are on one boundary. A curve and its reverse are the same move, and so a
    /// loop at a bare spot with m other boundaries is counted 2^(m - 1) times, not 2^m times.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.curves().into_iter().flat_map(Curve::moves)
    }

    /// A move as [`PlanarMap::moves`] lists it: of a curve and its reverse, the one that is listed, with boundaries
    /// named as there. So two moves are the same if and only if their normal forms are equal.
    ///
    /// # Errors
    /// If it is no move on this map.
    pub fn normal_form(&self, chosen: &Move) -> Result<Move, MoveError> {
        self.play(chosen)?;
        let (Move::Join { from, to } | Move::Split { from, to, .. }) = *chosen;
        let listed = self
            .curves()
            .into_iter()
            .find(|curve| [curve.from, curve.to] == [from, to] || [curve.from, curve.to] == [to, from]);
        let Some(curve) = listed else { return Ok(chosen.clone()) };
        let Move::Split { left, .. } = chosen else { return Ok(curve.deal(|| false)) };
        let is_left = |corner: &Corner| left.iter().any(|&other| self.walk(*corner).any(|met| met == other));
        let others = curve.others.iter().flatten();
        let mut sides: Vec<bool> = others.map(is_left).collect();
        let is_bare = matches!(from, Corner::Bare(_));
        if curve.from != from || (is_bare && sides.last() == Some(&true)) {
            sides.iter_mut().for_each(|side| *side = !*side);
        }
        let mut sides = sides.into_iter();
        Ok(curve.deal(|| sides.next().unwrap_or(false)))
    }

    pub(crate) fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        for (face, boundaries) in self.faces().into_iter().enumerate() {
            let places: Vec<_> = boundaries
                .into_iter()
                .enumerate()
                .flat_map(|(place, boundary)| boundary.into_iter().map(move |met| (place, met)))
                .filter(|(_, met)| met.lives() > 0)
                .collect();
            for (index, (place, from)) in places.iter().enumerate() {
                for (other_place, to) in &places[index..] {
                    if from.spot == to.spot && from.lives() < 2 {
                        continue;
                    }
                    let others = (place == other_place).then(|| {
                        let mut others = self.faces[face].clone();
                        others.remove(*place);
                        others
                    });
                    curves.push(Curve { from: from.corner, to: to.corner, others });
                }
            }
        }
        curves
    }
}

impl Curve {
    /// The move with those of the other boundaries on the left that `is_left` picks.
    pub(crate) fn deal(&self, mut is_left: impl FnMut() -> bool) -> Move {
        let (from, to) = (self.from, self.to);
        match &self.others {
            None => Move::Join { from, to },
            Some(others) => {
                let left = others.iter().copied().filter(|_| is_left()).collect();
                Move::Split { from, to, left }
            }
        }
    }

    /// The moves with this curve, each once.
    fn moves(mut self) -> impl Iterator<Item = Move> {
        // A loop at a bare spot can be drawn so that one of the others is on its right.
        if let (Corner::Bare(_), Some(others)) = (self.from, &mut self.others) {
            others.pop();
        }
        let places = self.others.as_ref().map_or(0, Vec::len);
        let deals = std::iter::successors(Some(vec![false; places]), |deal| next_deal(deal));
        deals.map(move |deal| {
            let mut sides = deal.into_iter();
            self.deal(|| sides.next().unwrap_or(false))
        })
    }
}

/// Counts in binary, so that no number of boundaries is too many. `None` after the last.
fn next_deal(deal: &[bool]) -> Option<Vec<bool>> {
    let first = deal.iter().position(|is_left| !is_left)?;
    let mut next = deal.to_vec();
    next[..first].fill(false);
    next[first] = true;
    Some(next)
}
