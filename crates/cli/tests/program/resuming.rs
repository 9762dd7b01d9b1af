//! Searches that are stopped at random moments, in every way, and go on from their store.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rhizome_impartial::store::Store;
use rhizome_impartial::{CoupleTree, Fact, Settings};
use rhizome_sprouts::Sprouts;

use crate::support::*;

const MOMENTS: usize = 20;

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

fn facts(directory: &Path) -> HashMap<Vec<u8>, Fact> {
    let domain = CoupleTree::new(Sprouts::new(), Settings::default()).domain();
    let store = Store::open(directory, &domain).unwrap();
    let mut facts = HashMap::new();
    store.for_each(|code, fact| drop(facts.insert(code.to_vec(), fact))).unwrap();
    facts
}

/// Solves `0*12` for some time; true if it came to the answer.
fn search_for(time: Duration, signal: Option<&str>, seed: usize, store: &Path) -> bool {
    let limit = if signal.is_none() { format!("{}ms", time.as_millis()) } else { "1h".to_owned() };
    let seed = seed.to_string();
    let arguments = ["solve", "0*12", "--time-limit", &limit, "--seed", &seed, "--store"];
    let mut child =
        program(arguments.map(AsRef::as_ref).into_iter().chain([store.as_os_str()])).spawn().unwrap();
    if let Some(signal) = signal {
        std::thread::sleep(time);
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    }
    let code = wait(&mut child, Duration::from_secs(60)).code();
    if signal.is_some() && code.is_none() {
        // Killed, or stopped before it had begun to catch signals.
        return false;
    }
    assert!(code == Some(ANSWERED) || code == Some(STOPPED), "{code:?}");
    code == Some(ANSWERED)
}

#[test]
fn stopped_at_random_moments_it_goes_on_and_forgets_nothing() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut seed = 0;
    let mut scratch = tempfile::tempdir().unwrap();
    let mut known = HashMap::new();
    for moment in 0..MOMENTS {
        let signal = [Some("-INT"), Some("-TERM"), None, Some("-KILL")][moment % 4];
        let time = Duration::from_millis(50 + random.below(800));
        let answered = search_for(time, signal, seed, scratch.path());
        let now = facts(scratch.path());
        for (code, fact) in &known {
            let mut still = now[code].clone();
            assert!(!still.merge(fact).unwrap(), "{code:?} was {fact} and is {}", now[code]);
        }
        known = now;
        if answered {
            seed += 1;
            scratch = tempfile::tempdir().unwrap();
            known.clear();
        }
    }
    let last = run_with(&["solve", "0*12", "--store", scratch.path().to_str().unwrap()]);
    assert_eq!(last.code, Some(ANSWERED));
    assert!(last.output.starts_with("0*12 is a loss"), "{last:?}");
}
