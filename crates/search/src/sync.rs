//! Locks and threads: those of the standard library or, in a build with `--cfg shuttle`, those of a model checker that
//! decides who runs.

use std::thread;

#[cfg(not(shuttle))]
pub(crate) use std::{
    hint,
    sync::{Condvar, Mutex, MutexGuard},
    thread::{Scope, scope},
};

#[cfg(shuttle)]
pub(crate) use shuttle::{
    hint,
    sync::{Condvar, Mutex, MutexGuard},
    thread::{Scope, scope},
};

/// Starts a thread in a scope, with a stack of so many bytes. False if there are no more threads to be had.
#[cfg(not(shuttle))]
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    thread::Builder::new().stack_size(stack).spawn_scoped(scope, work).is_ok()
}

/// Starts a thread in a scope. The model checker gives all the same stack.
#[cfg(shuttle)]
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    _stack: usize,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    scope.spawn(work);
    true
}

/// Whether this thread is on the way out of a panic.
pub(crate) fn is_panicking() -> bool {
    thread::panicking()
}
