//! `rhizome play`: a game in the terminal.

use anyhow::{Context, bail};
use rhizome_explorer::opponent::{Choice, Verdict, choose};
use rhizome_explorer::{Desk, Opening, Sum};
use rhizome_search::Control;

use crate::answer::{Printed, print_text};
use crate::arguments::{PlayGameArguments, Side};
use crate::ending::{Ending, complain};
use crate::interrupt::Interrupt;
use crate::lines::Lines;

/// So many moves are listed without being asked for.
const MOST_SHOWN: usize = 40;

/// So many moves are found at most.
const MOST_MOVES: usize = 100_000;

const HELP: &str = "\
A number makes the move with this number on the list, and so does the position after it. Other words:
  list   all moves
  hint   a good move
  undo   take back your last move
  quit   end the game";

/// Plays a game against whoever sits at the terminal.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(arguments: PlayGameArguments) -> anyhow::Result<Ending> {
    let name = match arguments.game.to_string() {
        name if name == "octal:0.77" => "kayles".to_owned(),
        name => name,
    };
    let desks = Opening { memory: arguments.memory, store: None }.open()?;
    let Some(desk) = desks.iter().find(|desk| desk.name() == name) else {
        bail!("--game {}: only sprouts, nim, kayles, grundy and cram are played", arguments.game);
    };
    let start = match desk.read(&arguments.position) {
        Ok(read) => read,
        Err(misreading) => {
            let picture = match misreading.span {
                Some(span) => rhizome_sprouts::picture(&misreading.message, &arguments.position, span),
                None => misreading.message,
            };
            complain(&picture);
            return Ok(Ending::BadInput);
        }
    };
    let interrupt = Interrupt::on_signals()?;
    let lines = Lines::of_standard_input(interrupt.clone()).context("cannot start a thread")?;
    let mut game = Game {
        desk: &**desk,
        arguments: &arguments,
        interrupt,
        positions: vec![Place { text: start.canon, sum: start.sum }],
    };
    game.play(lines)
}

/// A position of the game.
#[derive(Clone)]
struct Place {
    text: String,
    sum: Sum,
}

struct Game<'a> {
    desk: &'a dyn Desk,
    arguments: &'a PlayGameArguments,
    interrupt: Interrupt,
    /// From the start on.
    positions: Vec<Place>,
}

/// What to do after a line.
enum Next {
    /// Ask again.
    Ask,
    /// The game has gone on.
    Moved,
    /// End.
    Quit,
}

impl Game<'_> {
    fn play(&mut self, mut lines: Lines) -> anyhow::Result<Ending> {
        loop {
            let here = self.here().clone();
            let moves = self.moves(&here)?;
            if moves.is_empty() {
                return self.over();
            }
            if self.turn() == Side::Solver {
                if self.answer(&here)? == Printed::NobodyListens {
                    return Ok(Ending::Answered);
                }
                continue;
            }
            if self.show(&here, &moves, MOST_SHOWN)? == Printed::NobodyListens {
                return Ok(Ending::Answered);
            }
            loop {
                let Some(line) = lines.next() else { return Ok(Ending::Stopped) };
                let line = String::from_utf8_lossy(&line.context("cannot read standard input")?).into_owned();
                match self.obey(line.trim(), &here, &moves)? {
                    Next::Ask => {}
                    Next::Moved => break,
                    Next::Quit => return Ok(Ending::Answered),
                }
            }
        }
    }

    /// The position as it is. There always is one.
    fn here(&self) -> &Place {
        &self.positions[self.positions.len() - 1]
    }

    fn turn(&self) -> Side {
        let (first, second) = match self.arguments.first {
            Side::You => (Side::You, Side::Solver),
            Side::Solver => (Side::Solver, Side::You),
        };
        if self.positions.len() % 2 == 1 { first } else { second }
    }

    fn control(&self) -> Control<'_> {
        Control::new(self.interrupt.flag(), None, self.arguments.memory)
    }

    fn moves(&self, here: &Place) -> anyhow::Result<Vec<String>> {
        let children = self.desk.children(&here.sum, MOST_MOVES, &self.control());
        match children.stopped {
            Some(reason) => bail!("the moves from {} cannot be listed: {reason}", here.text),
            None => Ok(children.children),
        }
    }

    fn show(&self, here: &Place, moves: &[String], most: usize) -> anyhow::Result<Printed> {
        let mut text = format!("\n{}\nYour move:\n", here.text);
        for (index, child) in moves.iter().take(most).enumerate() {
            text += &format!("{:>4}  {child}\n", index + 1);
        }
        if moves.len() > most {
            text += &format!("      and {} more: `list` shows them\n", moves.len() - most);
        }
        text += "A number, a position, hint, undo, list, help or quit:";
        print_text(text)
    }

    fn obey(&mut self, line: &str, here: &Place, moves: &[String]) -> anyhow::Result<Next> {
        match line {
            "" => return Ok(Next::Ask),
            "quit" => return Ok(Next::Quit),
            "help" => _ = print_text(HELP.to_owned())?,
            "list" => _ = self.show(here, moves, usize::MAX)?,
            "hint" => _ = print_text(self.hint(here)?)?,
            "undo" => {
                // The move before is the other side's; at the start there may be none of ours.
                if self.positions.len() <= 2 {
                    _ = print_text("There is no move of yours to take back.".to_owned())?;
                    return Ok(Next::Ask);
                }
                self.positions.truncate(self.positions.len() - 2);
                return Ok(Next::Moved);
            }
            line => {
                let chosen = match line.parse::<usize>() {
                    Ok(number) if (1..=moves.len()).contains(&number) => Some(moves[number - 1].clone()),
                    // In games whose positions are numbers, numbers are those of the list.
                    Ok(_) => None,
                    Err(_) => self.desk.read(line).ok().map(|read| read.canon),
                };
                match chosen.filter(|chosen| moves.contains(chosen)) {
                    Some(chosen) => {
                        self.go(&chosen)?;
                        return Ok(Next::Moved);
                    }
                    None => {
                        let text = format!(
                            "This is neither the number of a move, from 1 to {}, nor a position after one.",
                            moves.len()
                        );
                        _ = print_text(text)?;
                    }
                }
            }
        }
        Ok(Next::Ask)
    }

    fn go(&mut self, text: &str) -> anyhow::Result<()> {
        let read = self.desk.read(text).map_err(|misreading| anyhow::anyhow!(misreading))?;
        self.positions.push(Place { text: read.canon, sum: read.sum });
        Ok(())
    }

    fn choice(&self, here: &Place) -> anyhow::Result<Choice> {
        let control = self.control();
        let choice = choose(self.desk, &here.sum, self.arguments.misere, self.arguments.think, &control);
        match choice {
            Ok(Some(choice)) => Ok(choice),
            Ok(None) => bail!("no move is left"),
            Err(reason) => bail!("no move was found: {reason}"),
        }
    }

    fn hint(&self, here: &Place) -> anyhow::Result<String> {
        let Choice { child, verdict } = self.choice(here)?;
        Ok(match verdict {
            Verdict::Winning => format!("{child} wins."),
            Verdict::Losing => format!("Every move loses against perfect play; {child} is as good as any."),
            Verdict::Guess => format!("Who wins was not found out in time; {child} may be good."),
        })
    }

    fn answer(&mut self, here: &Place) -> anyhow::Result<Printed> {
        let Choice { child, verdict } = self.choice(here)?;
        let remark = match verdict {
            Verdict::Winning => "and will win",
            Verdict::Losing => "and you can win",
            Verdict::Guess => "which is a guess: who wins was not found out in time",
        };
        self.go(&child)?;
        print_text(format!("\nThe solver moves to {child}, {remark}."))
    }

    fn over(&self) -> anyhow::Result<Ending> {
        // Whose turn it is did not make the last move.
        let moved_last = if self.turn() == Side::You { Side::Solver } else { Side::You };
        let you_win = (moved_last == Side::You) != self.arguments.misere;
        print_text(format!("\nNo move is left: {}", if you_win { "you win." } else { "the solver wins." }))?;
        Ok(Ending::Answered)
    }
}
