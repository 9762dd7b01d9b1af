//! Graphs of spots of degree 3 and less, put together stem by stem.
//!
//! So that the map can be reached by play, every spot that does not stand at the start is the middle of a move: two of
//! its edges lead to spots that were there before. Say that it *owns* these two. A spot of the start owns none. The other end of a
//! *stem* is not known yet; whether it is owned by the spot at its known end is.

/// A half of an edge: the edge seen from one of its ends.
pub(crate) type Half = usize;

/// A node.
pub(crate) type Node = usize;

/// A half whose other half is to come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stem {
    pub(crate) half: Half,
    /// Whether the edge is owned by the node that the half leaves.
    pub(crate) is_own: bool,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// For each node the halves that leave it, counterclockwise.
    pub(crate) rotations: Vec<Vec<Half>>,
    pub(crate) origins: Vec<Node>,
    pub(crate) twins: Vec<Half>,
    pub(crate) is_own: Vec<bool>,
}

/// Two nodes with two edges between them that enclose a face without lives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    /// The half left of which the enclosed face is.
    pub(crate) inside: Half,
    /// A half left of which the face outside is.
    pub(crate) outside: Half,
}

impl Graph {
    /// A node with so many halves, counterclockwise from the first.
    pub(crate) fn node<const DEGREE: usize>(&mut self) -> [Half; DEGREE] {
        let first = self.origins.len();
        let node = self.rotations.len();
        let halves = std::array::from_fn(|place| first + place);
        self.rotations.push(halves.to_vec());
        self.origins.extend([node; DEGREE]);
        self.twins.extend(first..first + DEGREE);
        self.is_own.extend([false; DEGREE]);
        halves
    }

    /// Makes an edge of two halves, owned by the node of the first.
    pub(crate) fn link(&mut self, owner: Half, other: Half) {
        (self.twins[owner], self.twins[other]) = (other, owner);
        self.is_own[owner] = true;
    }

    /// Makes an edge of a half and a stem.
    fn attach(&mut self, half: Half, stem: Stem) {
        if stem.is_own { self.link(stem.half, half) } else { self.link(half, stem.half) }
    }

    /// A stem with a spot of degree 2 at its end, on a loop: the stem, and the half left of which the outside of the loop is.
    pub(crate) fn loop_at_end(&mut self) -> (Stem, Half) {
        let [stem, right, left] = self.node();
        let [to_right, to_left] = self.node();
        self.link(to_right, right);
        self.link(to_left, left);
        (Stem { half: stem, is_own: false }, to_right)
    }

    /// A stem that ends in dead spots, with one life hidden between them.
    pub(crate) fn dead_end(&mut self) -> Stem {
        let [stem, foot_right, foot_left] = self.node();
        let [left_foot, left_inner, left_outer] = self.node();
        let [right_foot, right_outer, right_inner] = self.node();
        let [hidden_left, hidden_right] = self.node();
        self.link(foot_left, left_foot);
        self.link(right_foot, foot_right);
        self.link(right_outer, left_outer);
        self.link(hidden_left, left_inner);
        self.link(hidden_right, right_inner);
        Stem { half: stem, is_own: true }
    }

    /// One stem for several, which stand counterclockwise: a tree of dead spots.
    ///
    /// At each of its nodes two of three edges are owned or none. So the node owns the edge towards the root if
    /// and only if one of the two others is its own.
    fn tree(&mut self, stems: &[Stem]) -> Stem {
        if let [stem] = stems {
            return *stem;
        }
        let (first, second) = stems.split_at(stems.len() / 2);
        let (first, second) = (self.tree(first), self.tree(second));
        let [root, to_first, to_second] = self.node();
        self.attach(to_first, first);
        self.attach(to_second, second);
        Stem { half: root, is_own: first.is_own != second.is_own }
    }

    /// Joins two stems or more, which stand counterclockwise around a hole, by a tree. An odd number of them has to own its edge.
    pub(crate) fn join(&mut self, stems: &[Stem]) {
        let (first, second) = stems.split_at(stems.len() / 2);
        let (first, second) = (self.tree(first), self.tree(second));
        let (owner, other) = if first.is_own { (first, second) } else { (second, first) };
        self.link(owner.half, other.half);
    }

    /// Joins stems, which stand counterclockwise around a hole, by two trees with a lens between them. An even number of them,
    /// but not 0, has to own its edge.
    pub(crate) fn join_with_lens(&mut self, stems: &[Stem]) -> Lens {
        let is_odd = |count: &usize| stems[..*count].iter().filter(|stem| stem.is_own).count() % 2 == 1;
        let middle = stems.len() / 2;
        let cut = (1..stems.len()).filter(is_odd).min_by_key(|count| count.abs_diff(middle)).unwrap_or(1);
        let (first, second) = stems.split_at(cut);
        let (first, second) = (self.tree(first), self.tree(second));
        let [to_first, lower, upper] = self.node();
        let [to_second, other_upper, other_lower] = self.node();
        self.attach(to_first, first);
        self.attach(to_second, second);
        self.link(other_lower, lower);
        self.link(other_upper, upper);
        Lens { inside: lower, outside: to_first }
    }
}
