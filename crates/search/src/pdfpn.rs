//! Depth-first proof-number search by several threads (Kaneko 2010).

mod turns;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, TryLockError};

use crate::control::{Control, Interruption};
use crate::dfpn::{Descent, search_root};
use crate::numbers::Numbers;
use crate::session::{Algorithm, Session};
use crate::shared_tree::{Finder, SharedTree};
use crate::sync::{Condvar, Mutex, MutexGuard, hint, is_panicking, scope, spawn};
use crate::thresholds::Thresholds;
use crate::tree::NodeId;
use turns::Turns;

/// The stack of a thread, in bytes. Only what is used of it takes memory.
const STACK: usize = 256 << 20;
/// How often a thread looks whether the state is free before it goes to sleep, which costs as much as an expansion.
const SPINS: u32 = if cfg!(shuttle) { 1 } else { 5000 };
/// How long it pauses between two looks, so that it does not disturb the one who holds the state.
const PAUSES: u32 = 4;

/// Depth-first proof-number search by several threads on one tree and one table.
///
/// Each thread searches as [`Dfpn`](crate::Dfpn) does. Whoever is below a node raises its disproof number for the others, so
/// that they spread. One thread at a time holds the tree and the table, for the short while that it takes to go from one
/// node to the next; it lets go of them while its [finder](SharedTree::Finder) finds children. A thread that comes to a
/// node whose children another one is finding waits for them. When a node above a thread is solved by another one, it leaves it.
///
/// With one thread it does exactly what `Dfpn` does. With more, what is searched depends on the scheduling; the outcome does not.
#[derive(Clone, Copy, Debug)]
pub struct Pdfpn {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// How far the root is searched.
    pub until: Thresholds,
    /// Whether the threads take turns: whoever has found children lets all others go on before it brings them. Then nothing depends
    /// on the scheduling, but one thread works at a time. This is for simulations.
    pub takes_turns: bool,
    /// How often all threads have had their turn in the last run. It counts expansions that are made at the same time as one.
    pub rounds: u64,
}

impl Pdfpn {
    /// A search by so many threads, until the root is solved.
    pub const fn new(threads: NonZeroUsize) -> Self {
        Pdfpn { threads, until: Thresholds::NONE, takes_turns: false, rounds: 0 }
    }
}

impl<T: SharedTree> Algorithm<T> for Pdfpn {
    fn run(&mut self, session: &mut Session<'_, T>) -> Result<(), Interruption> {
        let control = session.control();
        let threads = self.threads.get();
        let turns = self.takes_turns.then(|| Turns::new(threads));
        let floor = Floor {
            state: Mutex::new(State { session, in_work: Vec::new(), waiting: 0, result: None, turns }),
            found: Condvar::new(),
            bells: (0..if self.takes_turns { threads } else { 0 }).map(|_| Condvar::new()).collect(),
            is_over: AtomicBool::new(false),
            is_alone: threads == 1,
            until: self.until,
        };
        scope(|scope| {
            // With fewer threads than asked for it takes longer.
            let floor = &floor;
            let others = (1..threads)
                .map_while(|number| spawn(scope, STACK, move || floor.take_part(number, control)));
            let others: Vec<_> = others.collect();
            if let Some(turns) = &mut floor.lock().turns {
                for missing in others.len() + 1..threads {
                    turns.leave(missing);
                }
            }
            floor.take_part(0, control);
            for thread in others {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
        let state = floor.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.rounds = state.turns.as_ref().map_or(0, Turns::rounds);
        let is_solved = state.session.tree.root_outcome().is_some();
        match state.result {
            Some(Err(stop)) => Err(stop),
            _ if is_solved => Ok(()),
            _ => Err(Interruption::Thresholds),
        }
    }
}

/// Where the threads of a search meet.
struct Floor<'s, 'a, T: SharedTree> {
    state: Mutex<State<'s, 'a, T>>,
    /// Something that was in work is found, or the search is over.
    found: Condvar,
    /// If threads take turns, what tells each of them that it has the turn.
    bells: Vec<Condvar>,
    is_over: AtomicBool,
    is_alone: bool,
    until: Thresholds,
}

/// What one thread at a time holds. Who waits for the lock beside it must not take its place in the cache.
#[repr(align(128))]
struct State<'s, 'a, T: SharedTree> {
    session: &'s mut Session<'a, T>,
    /// What finders are finding.
    in_work: Vec<u64>,
    /// How many threads wait for some of it.
    waiting: usize,
    /// How the search ended, once it has.
    result: Option<Result<(), Interruption>>,
    /// None if the threads take no turns.
    turns: Option<Turns>,
}

impl<'s, 'a, T: SharedTree> Floor<'s, 'a, T> {
    /// Waits until nobody else holds the state, and it is a thread's turn if they take turns.
    fn hold(&self, thread: usize) -> MutexGuard<'_, State<'s, 'a, T>> {
        self.await_turn(thread, self.lock())
    }

    fn await_turn<'g>(
        &'g self,
        thread: usize,
        mut state: MutexGuard<'g, State<'s, 'a, T>>,
    ) -> MutexGuard<'g, State<'s, 'a, T>> {
        while state.turns.as_ref().is_some_and(|turns| !turns.is_turn_of(thread)) {
            state = self.bells[thread].wait(state).unwrap_or_else(|poisoned| self.after_panic(poisoned));
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, State<'s, 'a, T>> {
        for _ in 0..SPINS {
            match self.state.try_lock() {
                Ok(state) => return state,
                Err(TryLockError::Poisoned(poisoned)) => return self.after_panic(poisoned),
                Err(TryLockError::WouldBlock) => (0..PAUSES).for_each(|_| hint::spin_loop()),
            }
        }
        self.state.lock().unwrap_or_else(|poisoned| self.after_panic(poisoned))
    }

    /// A thread that panics ends the search with its panic; the others only have to leave.
    fn after_panic<G>(&self, poisoned: PoisonError<G>) -> G {
        self.is_over.store(true, Ordering::Relaxed);
        poisoned.into_inner()
    }

    /// Searches as one of the threads, until the search is over.
    fn take_part(&self, number: usize, control: &Control<'_>) {
        let mut held = Held { floor: self, number, guard: None };
        let finder = held.state().session.tree.lend_finder();
        let control = control.for_thread(&self.is_over);
        let mut thread =
            Thread { held, control, finder, line: Vec::new(), expansions: 0, first_solved: usize::MAX };
        let result = search_root(&mut thread, self.until);
        let Thread { mut held, finder, .. } = thread;
        let state = held.state();
        state.session.tree.return_finder(finder);
        // The first one knows; the others were stopped.
        state.result.get_or_insert(result);
        self.is_over.store(true, Ordering::Relaxed);
        self.found.notify_all();
        if let Some(turns) = &mut state.turns {
            self.bells[turns.leave(number)].notify_one();
        }
    }
}

/// The state in the hands of one thread.
struct Held<'f, 's, 'a, T: SharedTree> {
    floor: &'f Floor<'s, 'a, T>,
    /// Which thread it is.
    number: usize,
    /// None while the thread has let go of the state.
    guard: Option<MutexGuard<'f, State<'s, 'a, T>>>,
}

impl<'s, 'a, T: SharedTree> Held<'_, 's, 'a, T> {
    #[inline]
    fn state(&mut self) -> &mut State<'s, 'a, T> {
        self.guard.get_or_insert_with(|| self.floor.hold(self.number))
    }

    /// Does something while others may hold the state, unless they have to wait for their turn.
    fn let_go<R>(&mut self, work: impl FnOnce() -> R) -> R {
        if self.state().turns.is_none() {
            self.guard = None;
        }
        work()
    }

    /// Gives the turn to the next thread, and waits until it comes back. False if the threads take no turns.
    fn pass(&mut self) -> bool {
        let Some(turns) = &mut self.state().turns else { return false };
        let next = turns.pass();
        if next != self.number
            && let Some(guard) = self.guard.take()
        {
            self.floor.bells[next].notify_one();
            self.guard = Some(self.floor.await_turn(self.number, guard));
        }
        true
    }

    /// Lets go of the state until somebody has found something.
    fn wait(&mut self) {
        if self.pass() {
            return;
        }
        self.state().waiting += 1;
        if let Some(guard) = self.guard.take() {
            let waited = self.floor.found.wait(guard);
            self.guard = Some(waited.unwrap_or_else(|poisoned| self.floor.after_panic(poisoned)));
        }
        self.state().waiting -= 1;
    }
}

impl<T: SharedTree> Drop for Held<'_, '_, '_, T> {
    fn drop(&mut self) {
        if is_panicking() {
            // Others may wait for what this thread will not find any more, or for its turn.
            self.guard.get_or_insert_with(|| self.floor.lock()).turns = None;
            self.floor.is_over.store(true, Ordering::Relaxed);
            self.floor.found.notify_all();
            self.floor.bells.iter().for_each(Condvar::notify_all);
        }
    }
}

/// One of the threads.
struct Thread<'f, 's, 'a, T: SharedTree> {
    held: Held<'f, 's, 'a, T>,
    control: Control<'f>,
    finder: T::Finder,
    /// The nodes from the root down to where the thread is, and whether it has marked them as busy.
    line: Vec<(NodeId, bool)>,
    /// Its own.
    expansions: u64,
    /// How far down the line the first node is that others have solved.
    first_solved: usize,
}

impl<T: SharedTree> Thread<'_, '_, '_, T> {
    /// Has everything found that the expansion of a node needs, or that of its rest, unless it becomes pointless. True
    /// if this thread has brought some of it.
    fn find(&mut self, node: NodeId, of_rest: bool) -> Result<bool, Interruption> {
        let floor = self.held.floor;
        let mut has_brought = false;
        while !self.is_pointless() {
            let state = self.held.state();
            if state.session.tree.is_expanded(node) != of_rest {
                break;
            }
            let Some(name) = state.session.tree.ask(node, &mut self.finder) else { break };
            // While the state is held, so that nobody waits for a search that is over.
            self.control.look()?;
            if state.in_work.contains(&name) {
                self.held.wait();
            } else {
                state.in_work.push(name);
                self.mark_leaf(node);
                let found = self.held.let_go(|| self.finder.find(&self.control));
                // However much an expansion needs, and whatever rest there is, it counts once.
                if !of_rest && !has_brought {
                    self.held.pass();
                }
                let state = self.held.state();
                state.in_work.retain(|&other| other != name);
                if state.waiting > 0 {
                    floor.found.notify_all();
                }
                found?;
                state.session.tree.bring(&mut self.finder, &self.control)?;
                has_brought = true;
            }
            self.look_around();
        }
        Ok(has_brought)
    }

    /// Finds out what others have solved meanwhile.
    fn look_around(&mut self) {
        let tree = &*self.held.state().session.tree;
        let solved = self.line.iter().position(|&(node, _)| tree.outcome(node).is_some());
        self.first_solved = solved.unwrap_or(usize::MAX);
    }

    /// Raises the disproof number of a node that has no numbers yet.
    fn mark_leaf(&mut self, node: NodeId) {
        if !self.held.floor.is_alone {
            let Session { tree, table, .. } = self.session();
            if table.get(node).is_none() {
                table.store(node, tree.first_estimate(node), 0);
            }
            self.mark(node);
        }
    }

    /// Raises the disproof number of the node that was entered last for the others.
    fn mark(&mut self, node: NodeId) {
        if let Some((_, is_marked)) = self.line.last_mut()
            && !*is_marked
            && !self.held.floor.is_alone
        {
            *is_marked = self.held.state().session.table.come(node);
        }
    }
}

impl<'a, T: SharedTree> Descent<'a, T> for Thread<'_, '_, 'a, T> {
    #[inline]
    fn session(&mut self) -> &mut Session<'a, T> {
        self.held.state().session
    }

    fn enter(&mut self, node: NodeId) -> u64 {
        self.line.push((node, false));
        self.mark(node);
        let depth = self.line.len() as u64;
        let counters = &mut self.session().counters;
        counters.nodes = counters.nodes.max(depth);
        self.expansions
    }

    fn leave(&mut self, node: NodeId, entered: u64) {
        let work = self.expansions - entered;
        let is_marked = self.line.pop().is_some_and(|(_, is_marked)| is_marked);
        let table = &mut *self.session().table;
        table.add_work(node, work);
        if is_marked {
            table.go(node);
        }
        if self.first_solved >= self.line.len() {
            self.first_solved = usize::MAX;
        }
    }

    fn expand(&mut self, node: NodeId) -> Result<(), Interruption> {
        self.control.check()?;
        let session = self.session();
        let is_expanded = session.tree.is_expanded(node);
        if is_expanded && session.table.get(node).is_some() {
            return Ok(());
        }
        session.check_expansions()?;
        let mut is_own = is_expanded;
        if !is_expanded {
            is_own = self.find(node, false)?;
            let is_of_use = !self.is_pointless();
            let tree = &mut *self.held.state().session.tree;
            // Meanwhile it may have been expanded by others, or for another node.
            if is_of_use && !tree.is_expanded(node) {
                tree.expand(node, &self.control)?;
                is_own = true;
            }
        }
        // What others have expanded counts with them.
        self.session().counters.expansions += u64::from(is_own);
        self.expansions += u64::from(is_own);
        let session = self.session();
        session.check_memory()?;
        if session.is_observation_due() {
            let line: Vec<NodeId> = self.line.iter().map(|&(node, _)| node).collect();
            self.session().show(&line);
        }
        Ok(())
    }

    fn expand_rest(&mut self, node: NodeId) -> Result<(), Interruption> {
        self.control.check()?;
        self.find(node, true)?;
        if !self.is_pointless() {
            self.held.state().session.tree.expand_rest(node, &self.control)?;
        }
        self.session().check_memory()
    }

    #[inline]
    fn is_pointless(&self) -> bool {
        self.first_solved < self.line.len()
    }

    fn note(&mut self, numbers: Numbers) {
        if self.line.len() == 1 {
            self.session().root = numbers;
        }
    }
}
