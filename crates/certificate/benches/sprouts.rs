//! How fast the checker plays Sprouts.

use std::hint::black_box;
use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use rhizome_certificate::{Sprouts, SumGame};

const LANDS: [&str; 4] =
    ["0*8.AB|0*3.ABC|C.1a1a", "0*12", "0*3.1a1a.AB|0*2.AC|0.BC", "1abcde2edcba.0*2.A|0.ABC|0*2.BD|CD1"];

fn main() {
    divan::main();
}

/// All children of a land.
#[divan::bench(args = LANDS)]
fn children(bencher: Bencher, text: &str) {
    let land = &Sprouts.read(text).expect("a land")[0];
    let mut count = 0usize;
    let _ = Sprouts.moves(land, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        Sprouts.moves(black_box(land), &mut |child| {
            black_box(child);
            ControlFlow::Continue(())
        })
    });
}

/// The first child of a land.
#[divan::bench(args = LANDS)]
fn first_child(bencher: Bencher, text: &str) {
    let land = &Sprouts.read(text).expect("a land")[0];
    bencher.bench_local(|| {
        Sprouts.moves(black_box(land), &mut |child| {
            black_box(child);
            ControlFlow::Break(())
        })
    });
}

/// Whether lands are the same that are written in different ways.
#[divan::bench(args = [
    ("0*8.AB|0*3.ABC|C.1a1a", "1b1b.X|YZ.0*8|0*3.YZX"),
    ("0*3.1a1a.AB|0*2.AC|0.BC", "0.BC|1a1a.0*3.CA|0*2.AB"),
])]
fn same(bencher: Bencher, (one, other): (&str, &str)) {
    let (one, other) = (&Sprouts.read(one).expect("a land")[0], &Sprouts.read(other).expect("a land")[0]);
    assert!(Sprouts.is_same(one, other));
    bencher.bench_local(|| Sprouts.is_same(black_box(one), black_box(other)));
}
