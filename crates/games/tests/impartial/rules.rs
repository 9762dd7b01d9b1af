//! What holds for the rules of every impartial game here: weights go down with
//! each move, and lands have moves.

use std::ops::ControlFlow;

use rhizome_games::{Cram, Grundy, Nim, Octal};
use rhizome_impartial::{Codes, Game};

/// Walks over all that can be reached from a position.
fn check<G: Game>(game: &mut G, position: &Codes) {
    let mut seen = std::collections::HashSet::new();
    let mut waiting: Vec<Vec<u8>> = position.iter().map(<[u8]>::to_vec).collect();
    while let Some(land) = waiting.pop() {
        let (weight, text) = (G::weight(&land), game.print(&land));
        let mut children = 0;
        let flow = game.children(&land, |child| {
            children += 1;
            let left: u32 = child.iter().map(G::weight).sum();
            assert!(left < weight, "{text}");
            for code in child.iter().filter(|code| seen.insert(code.to_vec())) {
                waiting.push(code.to_vec());
            }
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert!(children > 0, "{text} is a land without moves");
        // A search that has seen enough stops.
        let mut shown = 0;
        let flow = game.children(&land, |_| {
            shown += 1;
            ControlFlow::Break(())
        });
        assert_eq!((flow, shown), (ControlFlow::Break(()), 1));
    }
}

#[test]
fn heap_games() {
    let all = (1..40).map(|size: u32| size.to_string()).collect::<Vec<_>>().join("+");
    check(&mut Nim, &Nim.parse(&all).unwrap().0);
    check(&mut Grundy, &Grundy.parse(&all).unwrap().0);
    for code in ["0.77", "0.137", "4.1", "4.0", "0.01", "0.4", "4.3", "0.007", "0.0", "4.7007"] {
        let mut game = Octal::new(code).unwrap();
        let lands = game.parse(&all).unwrap().0;
        check(&mut game, &lands);
    }
}

#[test]
fn cram() {
    let mut game = Cram::new();
    let lands = game.parse("3x4+1x9+..#../.#.#./..#.").map(|(lands, _)| lands);
    assert!(lands.is_err(), "the rows are not equally long");
    let (lands, _) = game.parse("3x4+1x9+..#../.#.#./..#..").unwrap();
    check(&mut game, &lands);
}

#[test]
fn domains() {
    assert_eq!(Nim.domain(), "nim/1");
    assert_eq!(Grundy.domain(), "grundy/1");
    assert_eq!(Cram::new().domain(), "cram/1");
    assert_eq!(Octal::default().domain(), "octal:0.77/1");
    assert_eq!(Octal::new("0.13700").unwrap().domain(), "octal:0.137/1");
    assert_eq!(Octal::new("4.00").unwrap().domain(), "octal:4.0/1");
    let longest = format!("4.{}", "7".repeat(Octal::MAX_DIGITS));
    assert!(Octal::new(&longest).unwrap().domain().len() < 200);
}

/// Codes come from files too, and no code may bring a game down.
#[test]
fn codes_that_are_none() {
    fn feed<G: Game>(game: &mut G, code: &[u8]) {
        let _ = (G::weight(code), G::effort(code), G::kind(code), game.print(code));
        let mut shown = 0;
        let _ = game.children(code, |_| {
            shown += 1;
            if shown < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
    for code in [&[][..], &[7], &[2, 0], &[2, 0, 3], &[9, 0, 9, 0xff], &[0; 3], &[1, 0, 0, 0xff], &[0xff; 9]]
    {
        feed(&mut Nim, code);
        feed(&mut Grundy, code);
        feed(&mut Octal::kayles(), code);
        feed(&mut Cram::new(), code);
    }
}
