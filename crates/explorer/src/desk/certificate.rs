//! Certificates of answers in normal play.

use rhizome_certificate::{Claim, FileError, Head, Kind, Play, Writer};
use rhizome_impartial::{CoupleClaim, Extent};
use rhizome_search::{Control, Dfpn, NoObserver, Outcome, Style, solve};
use serde::Deserialize;

use super::{Desk, GameDesk, Unknown};
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
    let (claim, couple_claim) = match wanted {
        CertificateClaim::Outcome => {
            let outcome = desk.outcome(position, control).map_err(CertificateError::Unknown)?;
            let claim = if outcome == Outcome::Win { Claim::Win } else { Claim::Loss };
            (claim, CoupleClaim::Outcome(outcome))
        }
        CertificateClaim::Nimber => {
            let nimber = desk.nimber(position, control).map_err(CertificateError::Unknown)?;
            (Claim::Nimber(nimber.get()), CoupleClaim::Nimber)
        }
    };
    let lands = desk.ask(|tree| {
        tree.proof(&position.lands, position.heap, couple_claim, Extent::Enough, control, |tree| {
            solve(tree, &mut Dfpn, Style::default(), control, &mut NoObserver).outcome
        })
    });
    let lands = lands.map_err(CertificateError::Unknown)?;
    let game = G::begin();
    let head = Head {
        game: G::CERTIFIED.into(),
        play: Play::Normal,
        position: position.print(&game),
        claim,
        entries: 0,
    };
    let mut writer = Writer::new(head);
    for (code, nimber) in &lands {
        writer.push(Kind::Land, format!("*{nimber} {}", game.print(code)));
    }
    let mut text = Vec::new();
    writer.write(&mut text)?;
    Ok(text)
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
            for claim in [CertificateClaim::Outcome, CertificateClaim::Nimber] {
                let desk: &dyn Desk = &*desks[game];
                let position = desk.read(text).expect("a position");
                let bytes = desk.certificate(&position.sum, claim, &control).expect("no limits");
                let reader = Reader::new(&bytes[..]).expect("a certificate");
                let limits =
                    Limits { threads: 1, memory: 1 << 28, cancel: &cancel, done: &AtomicU64::new(0) };
                let head = verify_from(reader, &limits).expect("a proof");
                assert_eq!(head.position, position.canon);
            }
        }
    }
}
