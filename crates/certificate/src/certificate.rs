//! A certificate, read whole: its lines, and what its game makes of them.

use crate::explicit::Explicit;
use crate::file::{Claim, Head, Kind, Line, Play, Reader};
use crate::games::{ChessMate, ConnectFour, Cram, Grundy, Nim, Octal, TicTacToe};
use crate::logic::{Logic, Stop};
use crate::misere::Misere;
use crate::normal::Normal;
use crate::rules::{SumGame, WholeGame};
use crate::sprouts::Sprouts;
use crate::verify::Refusal;
use crate::whole::Whole;

/// The lines of a certificate.
pub(crate) struct Certificate {
    pub(crate) head: Head,
    /// The lines of the body that were kept.
    pub(crate) lines: Vec<Line>,
    /// How many lines stand before the first entry.
    pub(crate) before_entries: u64,
}

/// What is to be done with a certificate, whatever its game.
pub(crate) trait Task {
    /// What comes out.
    type Output;

    /// Whether the lines are to be kept.
    const KEEPS_LINES: bool;

    /// Does it.
    fn run<L: Logic>(self, certificate: &Certificate, logic: &L) -> Result<Self::Output, Refusal>;
}

/// What takes in the lines of a certificate.
trait Taking: Logic + Sized {
    /// Takes in a line, or says what is wrong with it.
    fn take(&mut self, line: &Line) -> Result<(), Stop>;

    /// All lines are in.
    fn close(&self) -> Result<(), String> {
        Ok(())
    }
}

impl Certificate {
    /// Reads a certificate to its end, and does a task with it.
    pub(crate) fn read<T: Task>(reader: Reader<'_>, memory: usize, task: T) -> Result<T::Output, Refusal> {
        let name = reader.head().game.clone();
        match &*name {
            "sprouts" => Self::read_sums(Sprouts, reader, memory, task),
            "nim" => Self::read_sums(Nim, reader, memory, task),
            "kayles" => Self::read_sums(octal("0.77")?, reader, memory, task),
            "grundy" => Self::read_sums(Grundy, reader, memory, task),
            "cram" => Self::read_sums(Cram, reader, memory, task),
            "tic-tac-toe" => Self::read_whole::<TicTacToe, T>(reader, task),
            "connect-four" => Self::read_whole::<ConnectFour, T>(reader, task),
            "chess" => Self::read_whole::<ChessMate, T>(reader, task),
            "tree" => {
                let tree = Explicit::new(&reader.head().position, is_win(&reader.head().claim));
                Self::fill(of_position(tree)?, reader, task)
            }
            other => match other.strip_prefix("octal:") {
                Some(code) => Self::read_sums(octal(code)?, reader, memory, task),
                None => Err(Refusal::Line { line: GAME, reason: "this game is not known".to_owned() }),
            },
        }
    }

    fn read_sums<G: SumGame, T: Task>(
        game: G,
        reader: Reader<'_>,
        memory: usize,
        task: T,
    ) -> Result<T::Output, Refusal> {
        let Head { position, claim, play, .. } = reader.head().clone();
        match play {
            Play::Normal => Self::fill(of_position(Normal::new(game, &position, claim))?, reader, task),
            Play::Misere => {
                Self::fill(of_position(Misere::new(game, &position, claim, memory))?, reader, task)
            }
        }
    }

    fn read_whole<G: WholeGame, T: Task>(reader: Reader<'_>, task: T) -> Result<T::Output, Refusal> {
        let Head { position, claim, .. } = reader.head();
        let game = Whole::<G>::new(position, is_win(claim));
        Self::fill(of_position(game)?, reader, task)
    }

    fn fill<L: Taking, T: Task>(mut logic: L, mut reader: Reader<'_>, task: T) -> Result<T::Output, Refusal> {
        let head = reader.head().clone();
        let mut certificate = Certificate { head, lines: Vec::new(), before_entries: HEAD_LINES };
        for line in reader.by_ref() {
            let line = line?;
            logic.take(&line).map_err(|stop| unreadable(line.number, stop))?;
            if !line.kind.is_entry() {
                certificate.before_entries = line.number;
            }
            if T::KEEPS_LINES {
                certificate.lines.push(line);
            }
        }
        reader.finish()?;
        of_position(logic.close())?;
        task.run(&certificate, &logic)
    }
}

/// The lines of the head, and those with the game and the position.
const HEAD_LINES: u64 = 7;
const GAME: u64 = 2;
const POSITION: u64 = 4;

fn of_position<T>(read: Result<T, impl Into<Stop>>) -> Result<T, Refusal> {
    read.map_err(|stop| unreadable(POSITION, stop.into()))
}

/// The refusal of a line at which reading stopped.
fn unreadable(line: u64, stop: Stop) -> Refusal {
    match stop {
        Stop::Wrong(reason) => Refusal::Line { line, reason },
        Stop::Memory => Refusal::Memory,
        Stop::Judge | Stop::Cancelled => Refusal::Cancelled,
    }
}

fn octal(code: &str) -> Result<Octal, Refusal> {
    Octal::new(code).map_err(|reason| Refusal::Line { line: GAME, reason })
}

fn is_win(claim: &Claim) -> bool {
    *claim == Claim::Win
}

impl<G: SumGame> Taking for Normal<G> {
    fn take(&mut self, line: &Line) -> Result<(), Stop> {
        match line.kind {
            Kind::Land => Ok(self.add_land(&line.text)?),
            other => Err(out_of_place(other)),
        }
    }
}

impl<G: SumGame> Taking for Misere<G> {
    fn take(&mut self, line: &Line) -> Result<(), Stop> {
        match line.kind {
            Kind::Tree => self.add_tree(line.text.split_once(' ').map_or("", |(_, options)| options)),
            Kind::Land => self.add_land(&line.text),
            Kind::Loss => self.add_loss(&line.text),
            other => Err(out_of_place(other)),
        }
    }
}

impl<G: WholeGame> Taking for Whole<G> {
    fn take(&mut self, line: &Line) -> Result<(), Stop> {
        match line.kind {
            Kind::Loss => Ok(self.add_loss(&line.text)?),
            other => Err(out_of_place(other)),
        }
    }
}

impl Taking for Explicit {
    fn take(&mut self, line: &Line) -> Result<(), Stop> {
        match line.kind {
            Kind::Node => Ok(self.add_node(line.text.split_once(' ').map_or("", |(_, node)| node))?),
            Kind::Win => Ok(self.add_entry(true, &line.text)?),
            Kind::Loss => Ok(self.add_entry(false, &line.text)?),
            other => Err(out_of_place(other)),
        }
    }

    fn close(&self) -> Result<(), String> {
        Explicit::close(self)
    }
}

fn out_of_place(kind: Kind) -> Stop {
    Stop::Wrong(format!("`{kind}` has no place in such a certificate"))
}
