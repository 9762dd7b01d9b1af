//! Records proof-number search on an explicit tree, and prints every number that a step has changed.
//!
//! ```sh
//! cargo run -p rhizome-search --example record
//! ```

use std::sync::atomic::AtomicBool;

use rhizome_search::and_or::{AndOrTree, Unfolding};
use rhizome_search::{Control, Interruption, NandTree, NoObserver, Pns, Recorder, Style, solve};

fn main() -> Result<(), Interruption> {
    let tree = AndOrTree::demo();
    let mut recorder = Recorder::new(Unfolding::new(&tree));
    let cancel = AtomicBool::new(false);
    let limits = Control::new(&cancel, None, 1 << 20);
    let answer = solve(&mut recorder, &mut Pns, Style::default(), &limits, &mut NoObserver);
    for step in recorder.steps() {
        println!("expand {}", recorder.describe(step.expanded));
        for &(node, numbers) in &step.changes {
            // The numbers are those of the player to move, not of the prover.
            println!("  {}: {} to win, {} to lose", recorder.describe(node), numbers.pn, numbers.dn);
        }
    }
    println!("{} for the player who moves first", answer.outcome?);
    Ok(())
}
