//! Rhizome as a library: who wins with seven spots beside a Nim-heap of one?

use std::sync::atomic::AtomicBool;

use rhizome_impartial::{CoupleTree, Nimber, Settings};
use rhizome_search::{Control, Dfpn, NoObserver, Style, solve};
use rhizome_sprouts::{Sprouts, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = parse("0*7+*1")?;
    let lands = Sprouts::new().lands(&position)?;

    let mut tree = CoupleTree::new(Sprouts::new(), Settings::default());
    tree.set_root(&lands, Nimber::new(position.heap));

    let cancel = AtomicBool::new(false);
    let limits = Control::new(&cancel, None, 256 << 20);
    let answer = solve(&mut tree, &mut Dfpn, Style::default(), &limits, &mut NoObserver);
    println!("{position}: {} after {} expansions", answer.outcome?, answer.counters.expansions);
    Ok(())
}
