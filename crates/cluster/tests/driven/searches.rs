//! Questions, with answers that do not come from here, and how they are searched.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rhizome_cluster::{
    ClusterSettings, LeadError, LeadFigures, LeadSettings, Leader, LinkError, Pace, Question, RunEnd,
    WorkError, WorkFigures, WorkSettings, WorkerError, await_run, work,
};
use rhizome_impartial::{CoupleTree, MisereSettings, MisereTree, RctBase, Settings};
use rhizome_search::{Control, Interruption, Outcome, PortableTree};
use rhizome_sprouts::Sprouts;

use crate::office::{Office, OfficeWorker};

pub const MEMORY: usize = 256 << 20;
/// Longer than any search takes.
pub const LONG: Duration = Duration::from_secs(120);

pub fn question(spots: u32, misere: bool) -> Question {
    Question {
        game: "sprouts".to_owned(),
        position: format!("0*{spots}"),
        misere,
        rct_base: misere.then_some(3),
        seed: 0,
    }
}

/// Who wins a start, as is known.
pub fn outcome(spots: u32, misere: bool) -> Outcome {
    let is_win = match misere {
        true => spots == 1 || spots > 4 && [0, 4, 5].contains(&(spots % 6)),
        false => spots % 6 > 2,
    };
    if is_win { Outcome::Win } else { Outcome::Loss }
}

/// A tree of normal play.
pub fn couples(spots: u32) -> (CoupleTree<Sprouts>, String) {
    let mut game = Sprouts::new();
    let position = rhizome_sprouts::parse(&format!("0*{spots}")).unwrap();
    let lands = game.lands(&position).unwrap();
    // Without a table of endgames there is more to search.
    let settings = Settings { endgame_weight: 2, ..Settings::default() };
    let mut tree = CoupleTree::new(game, settings);
    tree.set_root(&lands, rhizome_impartial::Nimber::ZERO);
    let domain = tree.domain();
    (tree, domain)
}

/// The code of a start.
pub fn code(spots: u32) -> Vec<u8> {
    let position = rhizome_sprouts::parse(&format!("0*{spots}")).unwrap();
    Sprouts::new().lands(&position).unwrap().iter().next().unwrap().to_vec()
}

/// A tree of misère play.
pub fn misere(spots: u32) -> (MisereTree<Sprouts>, String) {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, None, MEMORY);
    let mut game = Sprouts::new();
    let lands = |game: &mut Sprouts, spots: u32| {
        game.lands(&rhizome_sprouts::parse(&format!("0*{spots}")).unwrap()).unwrap()
    };
    let below = lands(&mut game, 3);
    let base = RctBase::below(&mut game, &below, &control).unwrap();
    let domain = format!("sprouts/misere/{:08x}", base.digest());
    let root = lands(&mut game, spots);
    let mut tree = MisereTree::new(game, base, MisereSettings::default());
    tree.set_root(&root, rhizome_impartial::Nimber::ZERO, &control).unwrap();
    (tree, domain)
}

/// All that is repeated is repeated soon.
pub fn pace() -> Pace {
    Pace {
        sync_every: Duration::from_millis(20),
        worker_gone_after: Duration::from_millis(400),
        offer_again_after: Duration::from_millis(500),
        hello_every: Duration::from_millis(100),
        keep_every: Duration::from_millis(30),
        look_around_after: Duration::from_millis(200),
    }
}

pub fn lead_settings() -> LeadSettings {
    let cluster =
        ClusterSettings { job_expansions: 40, update_every: 15, spare_quarters: 2, ..Default::default() };
    LeadSettings { pace: pace(), long_journal: 30_000, ..LeadSettings::new(cluster, MEMORY) }
}

/// Leads a run until it ends or a flag is raised.
pub fn lead<T: PortableTree>(
    office: &Office,
    journal: Option<&Path>,
    question: &Question,
    (tree, domain): (T, String),
    cancel: &AtomicBool,
    time: Duration,
) -> (Result<Outcome, LeadError>, LeadFigures) {
    let mut leader = match Leader::open(journal, question.clone(), domain, tree, lead_settings()) {
        Ok(leader) => leader,
        Err(error) => return (Err(error), LeadFigures::default()),
    };
    let mut link = office.master(leader.run());
    let control = Control::new(cancel, Some(time), MEMORY);
    let result = leader.lead(&mut link, &control, &mut |_| {});
    (result, leader.figures())
}

/// Works for a run until it ends, a flag is raised, or for a time.
pub fn help<T: PortableTree>(
    office: &Office,
    tree: impl FnOnce() -> (T, String),
    cancel: &AtomicBool,
    time: Duration,
) -> Result<RunEnd, WorkError> {
    help_over(office.worker(), tree, cancel, time)
}

/// As [`help`], over a link.
pub fn help_over<T: PortableTree>(
    mut link: OfficeWorker,
    tree: impl FnOnce() -> (T, String),
    cancel: &AtomicBool,
    time: Duration,
) -> Result<RunEnd, WorkError> {
    let control = Control::new(cancel, Some(time), MEMORY);
    let run = await_run(&mut link, &control)?;
    let settings = WorkSettings { pace: pace(), ..WorkSettings::named("worker", "1", NonZeroUsize::MIN) };
    let (tree, domain) = tree();
    let mut figures = WorkFigures::default();
    work(&mut link, &run, tree, &domain, &settings, &control, &mut |now| figures = *now)
}

/// Whether somebody stopped as asked.
pub fn is_stopped(error: &WorkError) -> bool {
    matches!(error, WorkError::Worker(WorkerError::Stopped(Interruption::Cancelled | Interruption::Time)))
}

/// Leads and helps until there is an outcome; workers come and go, and so do masters.
pub fn search_with_accidents<T: PortableTree + Send>(
    seed: u64,
    question: &Question,
    tree: impl Fn() -> (T, String) + Sync,
) -> Result<Outcome, LeadError> {
    let office = Office::new(seed, true);
    let directory = tempfile::tempdir().unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for worker in 0..3 {
            let (office, is_over, tree) = (office.clone(), &is_over, &tree);
            scope.spawn(move || {
                let mut random = crate::random_numbers::Random::new(seed * 3 + worker);
                while !is_over.load(Ordering::Relaxed) {
                    let time = Duration::from_millis(30 + random.below(300));
                    let end = match random.below(3) {
                        0 => help(&office, tree, is_over, time),
                        // It is lost without a word: what it has is neither reported nor given back.
                        _ => help_over(office.mortal(time), tree, is_over, LONG),
                    };
                    match end {
                        Ok(RunEnd::Ended { .. } | RunEnd::Replaced) => {}
                        Ok(end) => panic!("{end:?}"),
                        Err(WorkError::Link(LinkError::Closed)) => {}
                        Err(error) => assert!(is_stopped(&error), "{error}"),
                    }
                }
            });
        }
        let mut random = crate::random_numbers::Random::new(seed);
        let never = AtomicBool::new(false);
        let mut starts = 0;
        let result = loop {
            starts += 1;
            // At last one stays.
            let time = if starts > 8 { LONG } else { Duration::from_millis(20 + random.below(150)) };
            let (result, _) = lead(&office, Some(directory.path()), question, tree(), &never, time);
            match result {
                Err(LeadError::Stopped(Interruption::Time)) if time < LONG => {}
                result => break result,
            }
            if random.is_one_in(3) {
                office.lose_jobs();
            }
        };
        is_over.store(true, Ordering::Relaxed);
        result
    })
}
