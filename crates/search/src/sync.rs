//! Locks and threads: those of the standard library or, in a build with `--cfg shuttle`, those of a model checker that
//! decides who runs.

use std::thread;

#[cfg(not(shuttle))]
pub(crate) use std::{
    hint,
    sync::{Condvar, Mutex, MutexGuard},
    thread::{Scope, ScopedJoinHandle, scope},
};

#[cfg(shuttle)]
pub(crate) use shuttle::{
    hint,
    sync::{Condvar, Mutex, MutexGuard},
    thread::{Scope, ScopedJoinHandle, scope},
};

/// Starts a thread in a scope, with a stack of so many bytes. None if there are no more threads to be had.
///
/// It has to be joined: in glibc up to 2.36 a thread that ends while its handle is dropped may read memory that is gone
/// (bug 19951).
#[cfg(not(shuttle))]
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    stack: usize,
    work: impl FnOnce() + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    thread::Builder::new().stack_size(stack).spawn_scoped(scope, work).ok()
}

/// Starts a thread in a scope. The model checker gives all the same stack.
#[cfg(shuttle)]
pub(crate) fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    _stack: usize,
    work: impl FnOnce() + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, ()>> {
    Some(scope.spawn(work))
}

/// Whether this thread is on the way out of a panic.
pub(crate) fn is_panicking() -> bool {
    thread::panicking()
}
