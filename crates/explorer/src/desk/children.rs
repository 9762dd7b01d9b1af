//! The positions after each move.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rhizome_impartial::Nimber;
use rhizome_search::Control;
use serde::Serialize;

use super::{Unknown, told};
use crate::games::ExplorerGame;
use crate::sum::Sum;

/// The positions after each move.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Children {
    /// Each in its simplest form, sorted as text, none twice.
    pub children: Vec<String>,
    /// Why they are not all.
    pub stopped: Option<Unknown>,
}

/// The positions after each move, each once.
pub(super) fn list<G: ExplorerGame>(
    game: &mut G,
    position: &Sum,
    most: usize,
    control: &Control<'_>,
) -> Children {
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut stopped = None;
    let lands: Vec<&[u8]> = position.lands.iter().collect();
    for (place, land) in lands.iter().enumerate() {
        // Equal lands are neighbours, and have the same children.
        if place > 0 && lands[place - 1] == *land {
            continue;
        }
        let mut sums: BTreeSet<Vec<Vec<u8>>> = BTreeSet::new();
        let flow = game.children(land, |after| {
            let mut sum: Vec<Vec<u8>> = after.iter().map(<[u8]>::to_vec).collect();
            sum.extend(lands[..place].iter().chain(&lands[place + 1..]).map(|land| land.to_vec()));
            sum.sort_unstable();
            sums.insert(sum);
            match control.check() {
                Err(stop) => stopped = Some(told(stop)),
                Ok(()) if found.len() + sums.len() > most => {
                    stopped = Some(format!("there are more than {most} of them"));
                }
                Ok(()) => {}
            }
            if stopped.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for sum in sums {
            let mut child = Sum { heap: position.heap, ..Sum::default() };
            sum.iter().for_each(|land| child.lands.push(land));
            found.insert(child.print(game));
        }
        if flow.is_break() {
            stopped = stopped.or_else(|| Some(game.complaint()));
            break;
        }
    }
    for heap in 0..position.heap.get() {
        found.insert(Sum { heap: Nimber::new(heap), ..position.clone() }.print(game));
    }
    Children { children: found.into_iter().take(most).collect(), stopped }
}
