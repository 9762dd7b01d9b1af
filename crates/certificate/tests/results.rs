//! Every certificate of `results/` is valid, and says what is known.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

use rhizome_certificate::{Claim, Limits, Play, verify};

/// Known outcomes: Applegate, Jacobson and Sleator (1991) and Lemoine and Viennot (2007 to 2011).
const NORMAL_LOSSES: [u32; 7] = [2, 6, 7, 8, 12, 13, 14];
const MISERE_LOSSES: [u32; 8] = [2, 3, 4, 7, 8, 9, 13, 14];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results")
}

fn check(name: &str, spots: u32, losses: &[u32]) {
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let limits = Limits { threads: 2, memory: 1 << 30, cancel: &cancel, done: &done };
    let head = verify(&folder().join(format!("{name}-{spots}.cert")), &limits)
        .unwrap_or_else(|refusal| panic!("{name} {spots}: {refusal}"));
    assert_eq!(head.game, "sprouts");
    assert_eq!(head.position, format!("0*{spots}"));
    assert_eq!(head.play, if name == "normal" { Play::Normal } else { Play::Misere });
    assert_eq!(head.claim, if losses.contains(&spots) { Claim::Loss } else { Claim::Win }, "{name} {spots}");
    assert_eq!(done.into_inner(), head.entries + 1);
}

#[test]
fn results_of_normal_play_are_valid() {
    (2..=16).for_each(|spots| check("normal", spots, &NORMAL_LOSSES));
}

#[test]
fn results_of_misere_play_are_valid() {
    (2..=14).for_each(|spots| check("misere", spots, &MISERE_LOSSES));
}

#[test]
fn there_are_no_other_results() {
    let count = std::fs::read_dir(folder()).expect("there are results").count();
    // The certificates, and what the folder says about them.
    assert_eq!(count, 15 + 13 + 1);
}
