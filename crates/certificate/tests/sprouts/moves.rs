//! First moves and simplifications, one by one.

use std::ops::ControlFlow;

use rhizome_certificate::{Sprouts, SumGame};

use crate::lands::{Classes, children, read, read_land, read_sum, same_sums};

#[test]
fn first_moves() {
    let examples: [(&str, &[&str]); 6] = [
        ("0", &["22"]),
        ("0*2", &["1a1a", "0.AB|AB"]),
        ("0*3", &["0.1a1a", "0*2.AB|AB", "0.AB|0.AB"]),
        ("22", &["!"]),
        ("AB|AB", &["!"]),
        ("12", &["22"]),
    ];
    for (text, expected) in examples {
        let mut classes = Classes::default();
        let ours = children(&mut classes, &read(text));
        let expected = expected.iter().map(|child| classes.sum(&read_sum(child))).collect();
        classes.compare(text, &ours, &expected);
    }
}

#[test]
fn visiting_can_be_ended() {
    let mut count = 0;
    let ended = Sprouts.moves(&read_land("0*10000"), &mut |_| {
        count += 1;
        if count < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(ended.is_break() && count == 3);
}

#[test]
fn simplifications() {
    let examples = [
        // No moves.
        ("!", "!"),
        ("0*0", "!"),
        ("2", "!"),
        ("aa", "!"),
        ("A|A", "!"),
        ("A|B|AB", "22"),
        ("0*0.AB|AB", "22"),
        // Regions with fewer than two lives go, and spots stand once then.
        ("A|A1ab1ba", "21ab1ba"),
        ("A|1a1a.A", "1a1a.2"),
        ("A|B|C|0.ABC", "0.222"),
        // Neighbouring sides.
        ("1aa1", "121"),
        ("a1bb1a", "2121"),
        ("aa1bb", "212"),
        ("abba11", "a2a11"),
        // Small regions are sets.
        ("0", "222"),
        ("12", "2.2.2"),
        ("1.2", "222"),
        ("a2a2", "222"),
        ("a1a", "12"),
        ("1A|0.A", "A.2.2|A.0"),
        ("ABC|0.A.B.C", "A.CB|0.A.B.C"),
        ("A2aa|0*2.A", "A.2.2|0*2.A"),
        ("Aa2a|0*2.A", "22A|0*2.A"),
        // Two regions that are the same two spots.
        ("AB|A.B", "22"),
        ("A.B|B.A|C|C", "22"),
        // Lands.
        ("0*2|1a1a", "0*2+1a1a"),
        ("AB|AB|CD|C.D", "22+22"),
        ("0.A|0.B|0.AC|0.BC|0*4", "0.A|0.B|0.AC|0.BC+0*4"),
        ("0.A|A|0*2.B|B", "0.2+0*2.2"),
    ];
    for (text, expected) in examples {
        assert!(same_sums(&read(text), &read_sum(expected)), "{text} is not {expected}");
    }
}
