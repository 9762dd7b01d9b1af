//! Proofs of games that tell their rules: complete down to where a game is over, also when there is hardly any memory.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use rhizome_search::{Control, Dfpn, Interruption, NoObserver, Outcome, PositionTree, Rules, Style, solve};

const PLENTY: usize = 64 << 20;

/// Positions are numbered, and every move goes to a greater number. The last positions have no children.
#[derive(Clone, Debug)]
struct Foresight {
    children: Vec<Vec<u32>>,
    /// Positions whose outcome is seen ahead.
    is_seen: Vec<bool>,
    truth: Vec<Outcome>,
}

impl Foresight {
    fn new(children: Vec<Vec<u32>>, is_seen: Vec<bool>) -> Self {
        let mut truth = vec![Outcome::Loss; children.len()];
        for position in (0..children.len()).rev() {
            if children[position].iter().any(|&child| truth[child as usize] == Outcome::Loss) {
                truth[position] = Outcome::Win;
            }
        }
        Foresight { children, is_seen, truth }
    }

    /// The children of a loss are wins for which there is a loss in the proof, or one that is over.
    fn check(&self, root: u32, losses: &HashSet<u32>) {
        let is_loss =
            |position: &u32| self.over(position) == Some(Outcome::Loss) || losses.contains(position);
        let is_win = |position: &u32| self.children[*position as usize].iter().any(is_loss);
        match self.truth[root as usize] {
            Outcome::Win => assert!(is_win(&root)),
            Outcome::Loss => assert!(is_loss(&root)),
        }
        for loss in losses {
            assert_eq!(self.over(loss), None);
            assert!(self.children[*loss as usize].iter().all(is_win), "{loss}");
        }
    }
}

impl Rules for Foresight {
    type Position = u32;

    fn outcome(&self, position: &u32) -> Option<Outcome> {
        let seen = self.is_seen[*position as usize].then(|| self.truth[*position as usize]);
        self.over(position).or(seen)
    }

    fn over(&self, position: &u32) -> Option<Outcome> {
        self.children[*position as usize].is_empty().then_some(Outcome::Loss)
    }

    fn children(&self, position: &u32, children: &mut Vec<u32>) {
        children.extend_from_slice(&self.children[*position as usize]);
    }

    fn print(&self, position: &u32) -> String {
        position.to_string()
    }
}

fn proof(rules: &Foresight, root: u32, memory: usize, cancel: &AtomicBool) -> Result<Vec<u32>, Interruption> {
    let mut tree = PositionTree::new(rules.clone(), root);
    let search = |tree: &mut PositionTree<Foresight>, control: &Control<'_>| {
        solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
    };
    search(&mut tree, &Control::new(&AtomicBool::new(false), None, PLENTY))?;
    let control = Control::new(cancel, None, memory);
    tree.proof(&root, rules.truth[root as usize], &control, search)
}

fn games() -> impl Strategy<Value = Foresight> {
    (2..200usize).prop_flat_map(|size| {
        let steps = prop::collection::vec(prop::collection::vec(1..20u32, 0..4), size);
        (steps, prop::collection::vec(any::<bool>(), size)).prop_map(move |(steps, is_seen)| {
            let of = |(place, steps): (usize, Vec<u32>)| {
                let children = steps.into_iter().map(|step| place as u32 + step);
                children.filter(|&child| (child as usize) < size).collect()
            };
            Foresight::new(steps.into_iter().enumerate().map(of).collect(), is_seen)
        })
    })
}

proptest! {
    #[test]
    fn proofs_are_complete(rules in games()) {
        let losses = proof(&rules, 0, PLENTY, &AtomicBool::new(false)).unwrap();
        let set: HashSet<u32> = losses.iter().copied().collect();
        prop_assert_eq!(set.len(), losses.len());
        rules.check(0, &set);
    }
}

/// Take one, two or three of so many.
fn subtraction(size: u32) -> Foresight {
    let children = (0..size).map(|place| (place + 1..size.min(place + 4)).collect()).collect();
    Foresight::new(children, vec![false; size as usize])
}

#[test]
fn a_proof_keeps_to_its_limits() {
    let rules = subtraction(2001);
    let free = AtomicBool::new(false);
    let losses = proof(&rules, 0, PLENTY, &free).unwrap();
    assert_eq!(losses.len(), 500);
    rules.check(0, &losses.into_iter().collect());
    assert_eq!(proof(&rules, 0, 8 << 10, &free), Err(Interruption::Memory));
    let cancelled = AtomicBool::new(false);
    cancelled.store(true, Ordering::Relaxed);
    assert_eq!(proof(&rules, 0, PLENTY, &cancelled), Err(Interruption::Cancelled));
}

#[test]
fn a_false_outcome_has_no_proof() {
    let rules = subtraction(101);
    let cancel = AtomicBool::new(false);
    for root in 0..=100 {
        let wrong = if rules.truth[root as usize] == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        let mut tree = PositionTree::new(rules.clone(), root);
        let control = Control::new(&cancel, None, PLENTY);
        let proof = tree.proof(&root, wrong, &control, |tree, control| {
            solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
        });
        assert_eq!(proof, Err(Interruption::Tree), "{root}");
    }
}
