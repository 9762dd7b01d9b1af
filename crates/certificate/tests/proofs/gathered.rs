//! What a search proves, as a certificate.

use std::sync::atomic::{AtomicBool, AtomicU64};

use rhizome_certificate::{Claim, Head, Kind, Limits, Play, Reader, Refusal, Writer, verify_from};
use rhizome_impartial::{
    Codes, CoupleClaim, CoupleTree, Extent, Game, MisereSettings, MisereTree, Nimber, RctBase, Settings,
};
use rhizome_search::{Control, Dfpn, Interruption, NandTree, NoObserver, Outcome, Style, solve};

/// The lines of a body.
pub type Lines = Vec<(Kind, String)>;

/// Bytes that a search may take.
const MEMORY: usize = 1 << 28;

fn search<T: NandTree>(tree: &mut T, control: &Control<'_>) -> Result<Outcome, Interruption> {
    solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
}

/// Solves a sum of lands beside a heap in normal play, and gathers what proves the outcome.
pub fn normal<G: Game>(game: G, lands: &Codes, heap: u32, extent: Extent) -> (Outcome, Lines) {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let heap = Nimber::new(heap);
    let mut tree = CoupleTree::new(game, Settings::default());
    tree.set_root(lands, heap);
    let outcome = search(&mut tree, &control).unwrap();
    let claim = CoupleClaim::Outcome(outcome);
    let proof = tree.proof(lands, heap, claim, extent, &control, |tree| search(tree, &control)).unwrap();
    let line =
        |(code, nimber): &(Vec<u8>, Nimber)| (Kind::Land, format!("*{nimber} {}", tree.game().print(code)));
    (outcome, proof.iter().map(line).collect())
}

/// A game in misère play with the trees of all lands below a position.
pub struct Misere<G> {
    tree: MisereTree<G>,
    pub base: RctBase,
}

impl<G: Game> Misere<G> {
    /// Works out the trees of all lands below a position.
    pub fn new(new: impl Fn() -> G, below: &Codes) -> Self {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, MEMORY);
        let base = || RctBase::below(&mut new(), below, &control).unwrap();
        Misere { tree: MisereTree::new(new(), base(), MisereSettings::default()), base: base() }
    }

    /// Solves a sum of lands beside a heap, and gathers what proves the outcome.
    pub fn prove(&mut self, lands: &Codes, heap: u32, extent: Extent) -> (Outcome, Lines) {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, MEMORY);
        let heap = Nimber::new(heap);
        self.tree.set_root(lands, heap, &control).unwrap();
        let outcome = search(&mut self.tree, &control).unwrap();
        let content = (extent, Some(&self.base));
        let search = |tree: &mut MisereTree<G>| search(tree, &control);
        let proof = self.tree.proof(lands, heap, outcome, content, &control, search).unwrap();
        let text = proof.text(self.tree.game(), self.tree.base().rcts());
        let kinds = [(Kind::Tree, text.trees), (Kind::Land, text.lands), (Kind::Loss, text.losses)];
        let lines =
            kinds.into_iter().flat_map(|(kind, lines)| lines.into_iter().map(move |line| (kind, line)));
        (outcome, lines.collect())
    }
}

/// A claim about a position, with lines that may prove it.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    pub game: &'a str,
    pub play: Play,
    pub position: &'a str,
    pub outcome: Outcome,
}

impl Statement<'_> {
    /// The certificate with these lines.
    pub fn certificate(&self, lines: &Lines) -> Vec<u8> {
        let claim = if self.outcome == Outcome::Win { Claim::Win } else { Claim::Loss };
        let (game, position) = (self.game.to_owned(), self.position.to_owned());
        let mut writer = Writer::new(Head { game, play: self.play, position, claim, entries: 0 });
        for (kind, text) in lines {
            writer.push(*kind, text.as_str());
        }
        let mut file = Vec::new();
        writer.write(&mut file).unwrap();
        file
    }

    /// Checks the certificate with these lines.
    pub fn check(&self, lines: &Lines) -> Result<(), Refusal> {
        self.check_within(lines, MEMORY, &AtomicBool::new(false))
    }

    /// Checks the certificate with these lines within some memory, until it is cancelled.
    pub fn check_within(&self, lines: &Lines, memory: usize, cancel: &AtomicBool) -> Result<(), Refusal> {
        let limits = Limits { threads: 1, memory, cancel, done: &AtomicU64::new(0) };
        verify_from(Reader::new(&self.certificate(lines)[..])?, &limits).map(drop)
    }

    /// The opposite claim.
    pub fn denied(self) -> Self {
        let outcome = if self.outcome == Outcome::Win { Outcome::Loss } else { Outcome::Win };
        Statement { outcome, ..self }
    }
}
