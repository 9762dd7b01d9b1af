//! What the commands that search have in common.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rhizome_certificate::{Claim, Compression, Head, Writer};
use rhizome_impartial::{Extent, Settings};

use crate::answer::Answer;
use crate::arguments::{SearchArguments, Subject};
use crate::dialogue::{Dialogue, Question};
use crate::ending::{Ending, complain};
use crate::games::{Playable, Task};
use crate::interrupt::Interrupt;
use crate::solver::{Method, Play, ProofOrder, Search, Solver};

/// A question about a position that takes a search.
pub trait SearchQuestion {
    /// What is answered.
    type Answer: Answer;

    /// Whether only positions of impartial games can be asked about.
    const OF_IMPARTIAL_GAMES: bool = false;

    /// What an answer claims, if there is one.
    fn claim(answer: &Self::Answer) -> Option<Claim>;

    /// Asks about a position.
    fn ask<G: Playable>(&self, asked: Asked<'_, G>, solver: &mut dyn Solver<G::Position>) -> Self::Answer;
}

/// What is asked about.
pub struct Asked<'a, G: Playable> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// The position as given.
    pub given: &'a str,
    /// How it is searched.
    pub search: Search,
}

/// Asks the question about all positions, with one solver.
///
/// # Errors
/// If the arguments do not go together, or the surroundings fail.
pub fn run(
    subject: Subject,
    arguments: &SearchArguments,
    play: Play,
    question: impl SearchQuestion,
) -> anyhow::Result<Ending> {
    let method = Method::new(arguments.algorithm, arguments.threads, arguments.workers)?;
    let mut settings = Settings { seed: arguments.seed, ..Settings::default() };
    if let Some(lives) = arguments.endgame_lives {
        if play != Play::Normal {
            bail!(
                "--endgame-lives {lives}: there are no nimbers in misère play; --rct-base takes their place"
            );
        }
        settings.endgame_weight = lives;
    }
    let search = Search {
        play,
        method,
        memory: arguments.memory,
        time: arguments.time_limit,
        settings,
        proof: arguments.certificate.as_ref().map(|_| ProofOrder {
            extent: if arguments.all_facts { Extent::Everything } else { Extent::Enough },
            base: arguments.certificate_base,
        }),
    };
    let interrupt = Interrupt::on_signals()?;
    let dialogue = Dialogue { position: subject.position, format: subject.format, interrupt };
    let certificate = match &arguments.certificate {
        Some(path) => Some(Ordered::new(path, subject.game.to_string(), &dialogue)?),
        None => None,
    };
    subject.game.play(Searching { dialogue, search, store: arguments.store.clone(), certificate, question })
}

/// A certificate that was asked for.
struct Ordered {
    path: PathBuf,
    game: String,
    /// How it went, once there was an answer.
    written: anyhow::Result<Ending>,
}

impl Ordered {
    /// Makes sure that it can be written, before a search that may take long.
    fn new(path: &Path, game: String, dialogue: &Dialogue) -> anyhow::Result<Self> {
        if dialogue.is_about_lines() {
            bail!("--certificate: a certificate is about one position, and `-` reads many");
        }
        rhizome_certificate::can_be_written(path).with_context(|| told(path))?;
        Ok(Ordered { path: path.to_owned(), game, written: Ok(Ending::Answered) })
    }

    fn write<G: Playable>(
        &mut self,
        game: &G,
        position: &G::Position,
        play: Play,
        claim: Claim,
        solver: &mut dyn Solver<G::Position>,
    ) -> anyhow::Result<Ending> {
        let proof = match solver.proof(position, claim) {
            Ok(proof) => proof,
            Err(stop) => {
                complain(&format!("{}: {stop}", told(&self.path)));
                return Ok(Ending::Stopped);
            }
        };
        let play = match play {
            Play::Normal => rhizome_certificate::Play::Normal,
            Play::Misere { .. } => rhizome_certificate::Play::Misere,
        };
        let head = Head { game: self.game.clone(), play, position: game.print(position), claim, entries: 0 };
        let mut writer = Writer::new(head);
        for (kind, text) in proof {
            writer.push(kind, text);
        }
        writer.write_file(&self.path, Compression::WhenLarge)?;
        Ok(Ending::Answered)
    }
}

/// What an error about a certificate begins with.
pub fn told(path: &Path) -> String {
    format!("--certificate {}", path.display())
}

struct Searching<Q> {
    dialogue: Dialogue,
    search: Search,
    store: Option<PathBuf>,
    certificate: Option<Ordered>,
    question: Q,
}

impl<Q: SearchQuestion> Task for Searching<Q> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, mut game: G) -> Self::Output {
        if Q::OF_IMPARTIAL_GAMES && !G::IMPARTIAL {
            bail!("only impartial games have nimbers, and --game names one that is not impartial");
        }
        let mut solver = game.solver(self.search, self.dialogue.interrupt.flag())?;
        if let Some(directory) = &self.store {
            solver.keep_in(directory)?;
        }
        let certificate = self.certificate;
        let mut asker = Asker { solver, search: self.search, certificate, question: self.question };
        let ending = self.dialogue.hold(&mut game, &mut asker);
        asker.solver.save()?;
        let written = match asker.certificate {
            Some(certificate) => certificate.written.with_context(|| told(&certificate.path))?,
            None => Ending::Answered,
        };
        Ok(ending?.worse(written))
    }
}

struct Asker<'a, G: Playable + 'a, Q> {
    solver: Box<dyn Solver<G::Position> + 'a>,
    search: Search,
    certificate: Option<Ordered>,
    question: Q,
}

impl<'a, G: Playable + 'a, Q: SearchQuestion> Question<G> for Asker<'a, G, Q> {
    type Answer = Q::Answer;

    fn ask(&mut self, game: &mut G, given: &str, position: &G::Position) -> Q::Answer {
        let search = self.search;
        let answer = self.question.ask(Asked { game, position, given, search }, &mut *self.solver);
        if let (Some(ordered), Some(claim)) = (&mut self.certificate, Q::claim(&answer)) {
            ordered.written = ordered.write(game, position, search.play, claim, &mut *self.solver);
        }
        answer
    }
}
