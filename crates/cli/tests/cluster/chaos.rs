//! Everybody may be killed at any moment, and the outcome is right all the same.

use std::thread;
use std::time::{Duration, Instant};

use crate::crew::*;
use crate::server::Server;

const WORKERS: usize = 4;

/// Long enough for accidents, and what is known about it.
const QUESTIONS: [(&str, &str); 2] =
    [("0*14 --memory 64MiB", "loss"), ("0*11 --misere --rct-base 3 --memory 64MiB", "win")];

/// Numbers that look random (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// What has happened in a run.
#[derive(Debug, Default)]
struct Accidents {
    workers: u32,
    masters: u32,
    servers: u32,
}

/// Runs a search in which a random worker is killed about every second, the master twice and the server once.
fn run_with_accidents(seed: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (question, outcome) = QUESTIONS[seed as usize % QUESTIONS.len()];
    let question = format!("{question} --seed {seed}");
    let mut server = Server::start();
    let place = Place::new();
    let mut leader = master(&server, &place, &question);
    let mut crew: Vec<Process> = (0..WORKERS).map(|_| worker(&server, &place, "--memory 64MiB")).collect();
    let mut accidents = Accidents::default();
    let start = Instant::now();
    // The master and the server are killed somewhere in the first ten seconds.
    let mut due: Vec<(u64, bool)> = vec![
        (1500 + random.below(2500), true),
        (4000 + random.below(4000), true),
        (1500 + random.below(8000), false),
    ];
    due.sort_unstable();
    let mut next_worker = Duration::from_millis(500 + random.below(1000));
    while !leader.is_over() {
        let elapsed = start.elapsed();
        if elapsed > LONG {
            let kept = place.keep();
            panic!("{question} hangs after {accidents:?}: see {}", kept.display());
        }
        if elapsed >= next_worker {
            next_worker = elapsed + Duration::from_millis(500 + random.below(1000));
            let victim = &mut crew[random.below(WORKERS as u64) as usize];
            assert!(!victim.is_over(), "a worker has ended by itself: {}", place.text("workers.log"));
            victim.kill();
            *victim = worker(&server, &place, "--memory 64MiB");
            accidents.workers += 1;
        }
        if let Some(&(time, is_master)) = due.first()
            && elapsed >= Duration::from_millis(time)
        {
            due.remove(0);
            if is_master {
                if leader.is_over() {
                    break;
                }
                leader.kill();
                thread::sleep(Duration::from_millis(random.below(1000)));
                leader = master(&server, &place, &question);
                accidents.masters += 1;
            } else {
                server.restart();
                accidents.servers += 1;
            }
        }
        thread::sleep(Duration::from_millis(10));
    }
    let output = leader.end(LONG).unwrap();
    println!(
        "{question}: {:.1} s, {accidents:?}, {}",
        start.elapsed().as_secs_f64(),
        String::from_utf8_lossy(&output.stdout).trim()
    );
    if output.status.code() != Some(0) {
        panic!("{question}: {accidents:?}, {:?}, {}", output.status, place.text("master.log"));
    }
    assert_eq!(answer(&output)["outcome"], outcome, "{question}: {accidents:?}");
}

#[test]
fn the_outcome_is_right_whoever_is_killed() {
    for seed in 0..2 {
        run_with_accidents(seed);
    }
}

/// `RUNS` and `FIRST` choose others.
#[test]
#[ignore = "takes an hour"]
fn the_outcome_is_right_a_hundred_times() {
    let number =
        |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let first = number("FIRST", 0);
    for seed in first..first + number("RUNS", 100) {
        run_with_accidents(seed);
    }
}
