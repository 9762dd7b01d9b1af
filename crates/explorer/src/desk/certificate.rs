//! Certificates of answers.

use rhizome_certificate::{Claim, FileError, Head, Kind, Play, Writer};
use rhizome_impartial::{CoupleClaim, Extent, MisereProofText};
use rhizome_search::{Control, Dfpn, NoObserver, Outcome, Style, solve};
use serde::Deserialize;

use super::{Desk, GameDesk, MisereDesk, Unknown, lock, told};
use crate::games::ExplorerGame;
use crate::sum::Sum;

/// What a certificate is to claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateClaim {
    /// The outcome.
    Outcome,
    /// The nimber.
    Nimber,
    /// The outcome in misère play.
    Misere,
}

impl CertificateClaim {
    fn play(self) -> Play {
        match self {
            CertificateClaim::Outcome | CertificateClaim::Nimber => Play::Normal,
            CertificateClaim::Misere => Play::Misere,
        }
    }
}

/// What a certificate consists of.
struct Proof {
    claim: Claim,
    lines: Vec<(Kind, String)>,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The answer or what proves it is not known.
    #[error("{0}")]
    Unknown(Unknown),
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Finds the answer and what proves it, and writes a certificate.
pub(super) fn write<G: ExplorerGame>(
    desk: &GameDesk<G>,
    position: &Sum,
    wanted: CertificateClaim,
    control: &Control<'_>,
) -> Result<Vec<u8>, CertificateError> {
    let proof = match wanted {
        CertificateClaim::Outcome => desk
            .outcome(position, control)
            .and_then(|outcome| normal(desk, position, CoupleClaim::Outcome(outcome), of(outcome), control)),
        CertificateClaim::Nimber => desk.nimber(position, control).and_then(|nimber| {
            normal(desk, position, CoupleClaim::Nimber, Claim::Nimber(nimber.get()), control)
        }),
        CertificateClaim::Misere => misere(desk, position, control),
    };
    let Proof { claim, lines } = proof.map_err(CertificateError::Unknown)?;
    let head = Head {
        game: G::CERTIFIED.into(),
        play: wanted.play(),
        position: position.print(&G::begin()),
        claim,
        entries: 0,
    };
    let mut writer = Writer::new(head);
    lines.into_iter().for_each(|(kind, line)| writer.push(kind, line));
    let mut text = Vec::new();
    writer.write(&mut text)?;
    Ok(text)
}

/// The claim of an outcome.
fn of(outcome: Outcome) -> Claim {
    if outcome == Outcome::Win { Claim::Win } else { Claim::Loss }
}

fn normal<G: ExplorerGame>(
    desk: &GameDesk<G>,
    position: &Sum,
    wanted: CoupleClaim,
    claim: Claim,
    control: &Control<'_>,
) -> Result<Proof, Unknown> {
    let lands = desk.ask(|tree| {
        tree.proof(&position.lands, position.heap, wanted, Extent::Enough, control, |tree| {
            solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
        })
    })?;
    let game = G::begin();
    let line = |(code, nimber): &(Vec<u8>, _)| (Kind::Land, format!("*{nimber} {}", game.print(code)));
    Ok(Proof { claim, lines: lands.iter().map(line).collect() })
}

fn misere<G: ExplorerGame>(
    desk: &GameDesk<G>,
    position: &Sum,
    control: &Control<'_>,
) -> Result<Proof, Unknown> {
    let proof = lock(&desk.misere, MisereDesk::default).proof(position, control);
    let (outcome, MisereProofText { trees, lands, losses }) = proof.map_err(told)?;
    let of_kind = |kind, lines: Vec<String>| lines.into_iter().map(move |line| (kind, line));
    let lines =
        of_kind(Kind::Tree, trees).chain(of_kind(Kind::Land, lands)).chain(of_kind(Kind::Loss, losses));
    Ok(Proof { claim: of(outcome), lines: lines.collect() })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64};

    use rhizome_certificate::{Limits, Reader, verify_from};

    use super::*;
    use crate::desk::Opening;

    #[test]
    fn certificates_are_proofs() {
        let desks = Opening { memory: 1 << 28, store: None }.open().expect("nothing to open");
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, 1 << 28);
        for (game, text) in [(0, "0*5"), (0, "0*2.AB|AB+1a1a"), (1, "1+2+4"), (2, "7+3"), (4, "3x3")] {
            for claim in [CertificateClaim::Outcome, CertificateClaim::Nimber, CertificateClaim::Misere] {
                let desk: &dyn Desk = &*desks[game];
                let position = desk.read(text).expect("a position");
                let bytes = desk.certificate(&position.sum, claim, &control).expect("no limits");
                let reader = Reader::new(&bytes[..]).expect("a certificate");
                let limits =
                    Limits { threads: 1, memory: 1 << 28, cancel: &cancel, done: &AtomicU64::new(0) };
                let head = verify_from(reader, &limits).expect("a proof");
                assert_eq!((head.position, head.play), (position.canon, claim.play()));
            }
        }
    }
}
