//! Checks that are stopped, and limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rhizome_certificate::{Kind, Play, Refusal};
use rhizome_search::Outcome::{Loss, Win};

use crate::gathered::{Lines, Statement};

fn lines(kind: Kind, texts: &[&str]) -> Lines {
    texts.iter().map(|&text| (kind, text.to_owned())).collect()
}

/// There are some 20,000 moves on such a board, and each takes a while.
#[test]
fn a_check_stops_within_an_entry() {
    let cases = [
        (Play::Normal, Win, lines(Kind::Land, &["*1 100x100"])),
        (Play::Misere, Loss, lines(Kind::Land, &["*1 100x100"])),
        (Play::Misere, Loss, lines(Kind::Loss, &["100x100"])),
        (Play::Normal, Win, Lines::new()),
        (Play::Misere, Win, Lines::new()),
    ];
    for (play, outcome, lines) in cases {
        let statement = Statement { game: "cram", play, position: "100x100", outcome };
        let cancel = AtomicBool::new(false);
        let (result, waited) = thread::scope(|scope| {
            let check = scope.spawn(|| statement.check_within(&lines, 1 << 30, &cancel));
            thread::sleep(Duration::from_millis(100));
            cancel.store(true, Ordering::Relaxed);
            let started = Instant::now();
            (check.join().unwrap(), started.elapsed())
        });
        assert!(matches!(result, Err(Refusal::Cancelled)), "{lines:?}: {result:?}");
        assert!(waited < Duration::from_secs(1), "{lines:?}: {waited:?}");
    }
}

#[test]
fn too_little_memory_for_reading_is_no_verdict() {
    let statement = Statement { game: "nim", play: Play::Misere, position: "300", outcome: Win };
    let lines = lines(Kind::Land, &["*300 300"]);
    let result = statement.check_within(&lines, 1 << 10, &AtomicBool::new(false));
    assert!(matches!(result, Err(Refusal::Memory)), "{result:?}");
}

#[test]
fn trees_that_are_too_tall_are_refused() {
    for (position, lines) in [("401", lines(Kind::Land, &["*401 401"])), ("1+*401", Lines::new())] {
        let statement = Statement { game: "nim", play: Play::Misere, position, outcome: Win };
        match statement.check(&lines) {
            Err(Refusal::Line { reason, .. }) => assert!(reason.contains("more than 400 moves"), "{reason}"),
            other => panic!("{position}: {other:?}"),
        }
    }
}
