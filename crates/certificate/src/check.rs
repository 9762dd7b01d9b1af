//! Checking that every need is met, on several threads.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::logic::{Entry, Judge, Logic, Objection, Subject};

/// Trees are summed by recursion.
const STACK: usize = 64 << 20;

/// Sees whether a need is met, and stops at the first one that is not.
struct Strict<'a> {
    met: bool,
    unmet: Option<String>,
    cancel: &'a AtomicBool,
}

impl Judge for Strict<'_> {
    fn way(&mut self, _: &[Entry]) -> ControlFlow<()> {
        self.met = true;
        ControlFlow::Break(())
    }

    fn end(&mut self, what: &dyn fmt::Display) -> ControlFlow<()> {
        if !std::mem::take(&mut self.met) {
            self.unmet = Some(what.to_string());
        }
        let stop = self.unmet.is_some() || self.cancel.load(Ordering::Relaxed);
        if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

fn look_at<L: Logic>(
    logic: &L,
    worker: &mut L::Worker,
    subject: Subject,
    cancel: &AtomicBool,
) -> Result<(), Objection> {
    let mut judge = Strict { met: false, unmet: None, cancel };
    let told = logic.needs(worker, subject, &mut judge);
    Objection::to(subject, told, judge.unmet)?;
    if cancel.load(Ordering::Relaxed) { Err(Objection::Cancelled) } else { Ok(()) }
}

/// Checks the claim and all entries, and counts those that are done. Of several objections it gives the one to the first subject.
///
/// # Errors
/// Why the certificate is not accepted.
pub(crate) fn check<L: Logic>(
    logic: &L,
    threads: usize,
    cancel: &AtomicBool,
    done: &AtomicU64,
) -> Result<(), Objection> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let first: Mutex<Option<(u64, Objection)>> = Mutex::new(None);
    let subjects = logic.entries() as u64 + 1;
    let work = || {
        let mut worker = logic.worker();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= subjects {
                break;
            }
            let subject = match number.checked_sub(1) {
                None => Subject::Claim,
                Some(entry) => Subject::Entry(entry as Entry),
            };
            match look_at(logic, &mut worker, subject, cancel) {
                Ok(()) => drop(done.fetch_add(1, Ordering::Relaxed)),
                Err(objection) => {
                    stop.store(true, Ordering::Relaxed);
                    let mut first = first.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    if first.as_ref().is_none_or(|(before, _)| number < *before) {
                        *first = Some((number, objection));
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads.max(1))
            .filter_map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok())
            .collect();
        if started.is_empty() {
            work();
        }
        // A thread that ends while its handle is dropped may read memory that is gone (glibc bug 19951).
        for thread in started {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    match first.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        Some((_, objection)) => Err(objection),
        None => Ok(()),
    }
}
