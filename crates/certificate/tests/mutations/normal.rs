//! Normal play, judged with the games as the search plays them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use rhizome_games::{Cram, Grundy, Nim, Octal};
use rhizome_impartial::{Codes, CoupleTree, Game, Settings};
use rhizome_search::{Control, Dfpn, NoObserver, Style, solve};
use rhizome_sprouts::Sprouts;

use crate::text::Text;
use crate::{Judge, Judgement};

/// The code of a land.
pub type Land = Vec<u8>;

/// A game whose sums can be read.
pub trait Readable: Game {
    /// The lands of a sum, and the heap beside it.
    fn read_sum(&mut self, text: &str) -> Option<(Vec<Land>, u32)>;
}

fn lands(codes: &Codes) -> Vec<Land> {
    codes.iter().map(<[u8]>::to_vec).collect()
}

impl Readable for Sprouts {
    fn read_sum(&mut self, text: &str) -> Option<(Vec<Land>, u32)> {
        let position = rhizome_sprouts::parse(text).ok()?;
        Some((lands(&self.lands(&position).ok()?), position.heap))
    }
}

macro_rules! readable {
    ($($game:ty),*) => {$(
        impl Readable for $game {
            fn read_sum(&mut self, text: &str) -> Option<(Vec<Land>, u32)> {
                let (codes, heap) = self.parse(text).ok()?;
                Some((lands(&codes), heap))
            }
        }
    )*};
}

readable!(Nim, Octal, Grundy, Cram);

pub fn judge_of(game: &str) -> Box<dyn Judge> {
    match game {
        "sprouts" => Box::new(NormalJudge::new(Sprouts::new)),
        "nim" => Box::new(NormalJudge::new(|| Nim)),
        "kayles" => Box::new(NormalJudge::new(|| Octal::new("0.77").unwrap())),
        "grundy" => Box::new(NormalJudge::new(|| Grundy)),
        "cram" => Box::new(NormalJudge::new(Cram::new)),
        _ => {
            let code = game.strip_prefix("octal:").unwrap().to_owned();
            Box::new(NormalJudge::new(move || Octal::new(&code).unwrap()))
        }
    }
}

/// Lands with their children and nimbers.
struct NormalJudge<G> {
    game: G,
    tree: CoupleTree<G>,
    children: HashMap<Land, Rc<[Vec<Land>]>>,
}

/// What the entries of a certificate say.
type Listed = HashMap<Land, u32>;

/// The value of a sum, if it is known.
fn value<'a>(lands: impl Iterator<Item = &'a Land>, listed: &Listed) -> Option<u32> {
    let mut unlisted: Vec<&Land> = Vec::new();
    let mut value = 0;
    for land in lands {
        match listed.get(land) {
            Some(nimber) => value ^= nimber,
            None => unlisted.push(land),
        }
    }
    unlisted.sort();
    let are_pairs = unlisted.chunk_by(|one, other| one == other).all(|equal| equal.len() % 2 == 0);
    are_pairs.then_some(value)
}

impl<G: Readable> NormalJudge<G> {
    fn new(game: impl Fn() -> G) -> Self {
        let tree = CoupleTree::new(game(), Settings::default());
        NormalJudge { game: game(), tree, children: HashMap::new() }
    }

    fn children(&mut self, land: &Land) -> Rc<[Vec<Land>]> {
        if let Some(children) = self.children.get(land) {
            return Rc::clone(children);
        }
        let mut children = Vec::new();
        let flow = self.game.children(land, |codes| {
            children.push(lands(codes));
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        children.sort();
        children.dedup();
        self.children.entry(land.clone()).or_insert(children.into()).clone()
    }

    /// Whether a move leads from a sum to one of the known value.
    fn can_reach(&mut self, sum: &[Land], wanted: u32, listed: &Listed) -> bool {
        (0..sum.len()).any(|place| {
            let others = || sum[..place].iter().chain(&sum[place + 1..]);
            let children = self.children(&sum[place]);
            children.iter().any(|child| value(child.iter().chain(others()), listed) == Some(wanted))
        })
    }

    fn follows(&mut self, land: &Land, nimber: u32, listed: &Listed) -> bool {
        let children = self.children(land);
        let values: Vec<Option<u32>> = children.iter().map(|child| value(child.iter(), listed)).collect();
        nimber as usize <= children.len()
            && (0..nimber).all(|smaller| values.contains(&Some(smaller)))
            && children.iter().zip(values).all(|(child, value)| {
                value.is_some_and(|value| value != nimber) || self.can_reach(child, nimber, listed)
            })
    }

    /// The nimber of a land, from a search.
    fn nimber(&mut self, land: &Land) -> u32 {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, 256 << 20);
        let nimber = self
            .tree
            .nimber(land, |tree| solve(tree, &mut Dfpn, Style::default(), &control, &mut NoObserver).outcome);
        nimber.unwrap().get()
    }

    fn read(&mut self, text: &Text) -> Result<(Vec<Land>, u32, Listed), String> {
        let position = self.game.read_sum(&text.position).ok_or("the position")?;
        let mut listed = HashMap::new();
        for line in text.lines().ok_or("no text")? {
            let entry = line.strip_prefix("land *").and_then(|line| line.split_once(' ')).ok_or(line)?;
            let nimber: u32 = entry.0.parse().map_err(|_| line)?;
            match self.game.read_sum(entry.1) {
                Some((lands, 0)) if lands.len() == 1 => {
                    if listed.insert(lands[0].clone(), nimber).is_some() {
                        return Err(format!("{line} stands twice"));
                    }
                }
                _ => return Err(line.to_owned()),
            }
        }
        Ok((position.0, position.1, listed))
    }
}

impl<G: Readable> Judge for NormalJudge<G> {
    fn judge(&mut self, text: &Text) -> Judgement {
        let (position, heap, listed) = match self.read(text) {
            Ok(read) => read,
            Err(reason) => return Judgement::Unreadable(reason),
        };
        let known = value(position.iter(), &listed).map(|value| value ^ heap);
        let is_proved = match (&*text.claim, text.claim.strip_prefix("nimber ")) {
            ("win", _) => known.is_some_and(|value| value != 0) || self.can_reach(&position, heap, &listed),
            ("loss", _) => known == Some(0),
            (_, nimber) => known.is_some() && known == nimber.and_then(|nimber| nimber.parse().ok()),
        };
        if !is_proved {
            return Judgement::NoProof("the claim".to_owned());
        }
        for (land, &nimber) in &listed {
            if !self.follows(land, nimber, &listed) {
                return Judgement::NoProof(self.game.print(land));
            }
        }
        // What was proved has to be true as well.
        for (land, &nimber) in &listed {
            assert_eq!(self.nimber(land), nimber, "{}", self.game.print(land));
        }
        let truth = position.iter().fold(heap, |value, land| value ^ self.nimber(land));
        let is_true = match &*text.claim {
            "win" => truth != 0,
            "loss" => truth == 0,
            claim => claim == format!("nimber {truth}"),
        };
        assert!(is_true, "{} is no {}", text.position, text.claim);
        Judgement::Proof
    }
}
