//! The head of a certificate.

use std::fmt;

use super::Kind;
use super::error::shown;
use super::form::number;

/// The word that begins every certificate, before the version.
pub(super) const MAGIC: &str = "rhizome certificate ";
const VERSION: &str = "1";

/// The number of lines of the head.
pub(super) const HEAD_LINES: u64 = 7;

/// Who cannot move: does he lose, or win?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// What is said about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// The position has this nimber.
    Nimber(u32),
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Win => formatter.write_str("win"),
            Claim::Loss => formatter.write_str("loss"),
            Claim::Nimber(nimber) => write!(formatter, "nimber {nimber}"),
        }
    }
}

/// What a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name of the game.
    pub game: String,
    /// Normal play or misère play.
    pub play: Play,
    /// The position, as the game writes it.
    pub position: String,
    /// What is proved about the position.
    pub claim: Claim,
    /// How many lines begin with `land`, `win` or `loss`.
    pub entries: u64,
}

impl Head {
    /// The kinds of lines of the body, in their order.
    pub(super) fn kinds(&self) -> &'static [Kind] {
        match (family(&self.game), self.play, self.claim) {
            (Some(Family::Impartial), Play::Normal, _) => &[Kind::Land],
            (Some(Family::Impartial), Play::Misere, _) => &[Kind::Tree, Kind::Land, Kind::Loss],
            (Some(Family::Plain), ..) => &[Kind::Loss],
            (Some(Family::Tree), _, Claim::Win) => &[Kind::Node, Kind::Win],
            (Some(Family::Tree), ..) => &[Kind::Node, Kind::Loss],
            (None, ..) => &[],
        }
    }

    /// What the certificate says of the position, in words: "0*8 is a loss", or "0*8 is a loss in misère play".
    pub fn statement(&self) -> String {
        let position = &self.position;
        let play = if self.play == Play::Misere { " in misère play" } else { "" };
        match self.claim {
            Claim::Win | Claim::Loss => format!("{position} is a {}{play}", self.claim),
            Claim::Nimber(_) => format!("{position} has {}{play}", self.claim),
        }
    }

    /// How many entries there are, in words, with a number that is written as the reader likes it.
    pub fn counted(&self, entries: &str) -> String {
        format!("{entries} {}", if self.entries == 1 { "entry" } else { "entries" })
    }

    /// The lines of the head but the digest, each with its line feed.
    pub(super) fn text(&self) -> String {
        let Head { game, play, position, claim, entries } = self;
        format!(
            "{MAGIC}{VERSION}\ngame {game}\nplay {play}\nposition {position}\nclaim {claim}\nentries {entries}\n"
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Impartial,
    Plain,
    Tree,
}

fn family(game: &str) -> Option<Family> {
    match game {
        "sprouts" | "nim" | "kayles" | "grundy" | "cram" => Some(Family::Impartial),
        "tic-tac-toe" | "connect-four" | "chess" => Some(Family::Plain),
        "tree" => Some(Family::Tree),
        _ if game.starts_with("octal:") => Some(Family::Impartial),
        _ => None,
    }
}

/// Collects the head from its lines, which come one by one.
#[derive(Debug, Default)]
pub(super) struct HeadLines {
    game: String,
    play: Option<Play>,
    position: String,
    claim: Option<Claim>,
}

impl HeadLines {
    /// Reads the line with the version.
    pub(super) fn read_version(&self, line: &str) -> Result<(), String> {
        match after(line, MAGIC)? {
            VERSION => Ok(()),
            other => match number(other) {
                Ok(version) => Err(format!(
                    "a certificate of version {version}: this program knows version {VERSION} only"
                )),
                Err(message) => Err(format!("the version of the format is wrong: {message}")),
            },
        }
    }

    /// Reads the line with the game.
    pub(super) fn read_game(&mut self, line: &str) -> Result<(), String> {
        let game = after(line, "game ")?;
        if family(game).is_none() || game.contains(' ') {
            return Err(format!(
                "{} is no game; expected `sprouts`, `nim`, `kayles`, `octal:CODE`, `grundy`, `cram`, `tic-tac-toe`, `connect-four`, `chess` or `tree`",
                shown(game)
            ));
        }
        self.game = game.to_owned();
        Ok(())
    }

    /// Reads the line with the play.
    pub(super) fn read_play(&mut self, line: &str) -> Result<(), String> {
        let play = match after(line, "play ")? {
            "normal" => Play::Normal,
            "misere" if family(&self.game) != Some(Family::Impartial) => {
                return Err(format!("{} is not impartial, and has no misère play", shown(&self.game)));
            }
            "misere" => Play::Misere,
            other => return Err(format!("{} is no play; expected `normal` or `misere`", shown(other))),
        };
        self.play = Some(play);
        Ok(())
    }

    /// Reads the line with the position.
    pub(super) fn read_position(&mut self, line: &str) -> Result<(), String> {
        self.position = after(line, "position ")?.to_owned();
        Ok(())
    }

    /// Reads the line with the claim.
    pub(super) fn read_claim(&mut self, line: &str) -> Result<(), String> {
        let has_nimbers = family(&self.game) == Some(Family::Impartial) && self.play == Some(Play::Normal);
        let claim = match after(line, "claim ")? {
            "win" => Claim::Win,
            "loss" => Claim::Loss,
            other => match other.strip_prefix("nimber ") {
                Some(nimber) if has_nimbers => Claim::Nimber(number(nimber)?),
                Some(_) => {
                    return Err("nimbers can be claimed in normal play of impartial games only".to_owned());
                }
                None => {
                    return Err(format!(
                        "{} is no claim; expected `win`, `loss` or `nimber N`",
                        shown(other)
                    ));
                }
            },
        };
        self.claim = Some(claim);
        Ok(())
    }

    /// Reads the line with the number of entries, and puts the head together.
    pub(super) fn read_entries(self, line: &str) -> Result<Head, String> {
        let entries = u64::from(number(after(line, "entries ")?)?);
        let HeadLines { game, play, position, claim } = self;
        let (Some(play), Some(claim)) = (play, claim) else {
            return Err("the head is not complete".to_owned());
        };
        Ok(Head { game, play, position, claim, entries })
    }
}

/// Reads the line with the digest.
pub(super) fn read_digest(line: &str) -> Result<String, String> {
    let digest = after(line, "sha256 ")?;
    if digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return Ok(digest.to_owned());
    }
    Err(format!("{} is no SHA-256, which has 64 hexadecimal digits in lower case", shown(digest)))
}

/// Writes the line with the digest.
pub(super) fn digest_line(digest: &str) -> String {
    format!("sha256 {digest}\n")
}

fn after<'line>(line: &'line str, word: &str) -> Result<&'line str, String> {
    line.strip_prefix(word).ok_or_else(|| {
        format!("{} stands where a line beginning with `{}` should", shown(line), word.trim_end())
    })
}
