//! Certificates of misère play by hand, each about one rule.

use rhizome_certificate::{Kind, Play, Refusal};
use rhizome_impartial::Extent;
use rhizome_search::Outcome::{self, Loss, Win};
use rhizome_sprouts::{Sprouts, parse};

use crate::gathered::{Lines, Misere, Statement};

fn lines(texts: &[&str]) -> Lines {
    let line = |text: &&str| {
        let (word, rest) = text.split_once(' ').unwrap();
        (
            [Kind::Tree, Kind::Land, Kind::Loss].into_iter().find(|kind| kind.to_string() == word).unwrap(),
            rest.to_owned(),
        )
    };
    texts.iter().map(line).collect()
}

fn check(game: &str, position: &str, outcome: Outcome, lines: &Lines) -> Result<(), Refusal> {
    Statement { game, play: Play::Misere, position, outcome }.check(lines)
}

/// Exactly one of the two claims is accepted.
fn is(game: &str, position: &str, outcome: Outcome, lines: &Lines) {
    let other = if outcome == Win { Loss } else { Win };
    let (right, wrong) = (check(game, position, outcome, lines), check(game, position, other, lines));
    assert!(right.is_ok(), "{game} {position} is a {outcome:?}: {right:?}");
    assert!(wrong.is_err(), "{game} {position} is no {other:?}");
}

#[test]
fn sums_of_heaps_are_judged_as_in_nim() {
    let heaps = lines(&["land *1 1", "land *2 2", "land *3 3"]);
    for (position, outcome) in [
        ("!", Win),
        ("1", Loss),
        ("1+1", Win),
        ("1+1+1", Loss),
        ("2", Win),
        ("2+1", Win),
        ("2+2", Loss),
        ("2+3", Win),
        ("2+3+1", Loss),
        ("2+2+1", Win),
        ("2+2+1+1", Loss),
        ("2+2+1+*1", Loss),
        ("3+3+*2+*2", Loss),
        ("3+*3+*5+*4+*1", Loss),
        ("*1", Loss),
        ("*2+*4+*6", Loss),
    ] {
        is("nim", position, outcome, &heaps);
    }
}

/// A mark is `*1` beside a tree: two cancel, and a move takes one away.
#[test]
fn marks() {
    let lands = lines(&["land *1 3", "land *0 4", "land *2 5", "land *1 6"]);
    for (position, outcome) in [("3+3", Win), ("3+*1", Win), ("5+5", Loss), ("5+5+3", Win), ("5+5+3+6", Loss)]
    {
        is("grundy", position, outcome, &lands);
    }
    // Two marks are none, so these are the same.
    let twice = lines(&["tree 0 *2", "loss t0+t0", "loss t0+t0+*1+*1"]);
    let result = check("nim", "1", Win, &twice);
    assert!(
        matches!(&result, Err(Refusal::Line { reason, .. }) if reason.contains("the same")),
        "{result:?}"
    );
}

#[test]
fn reversible_moves() {
    // The move from 222 leads to 22, which is *1, and from there to the end.
    is("sprouts", "222", Win, &lines(&["land *1 22", "land *0 222"]));
    // 22 is a loss whether that is listed or not, but a win where it is needed that it is none.
    assert!(check("sprouts", "222", Win, &lines(&["land *0 222"])).is_err());
    assert!(check("sprouts", "22", Win, &lines(&["land *0 22"])).is_err());
}

/// The only child of `0*2` that counts is *2, which can be answered by a move to *0. So it would be *0, if only it were a win.
#[test]
fn no_loss_is_reversible_to_nothing() {
    let start = Sprouts::new().lands(&parse("0*2").unwrap()).unwrap();
    let (outcome, mut lines) = Misere::new(Sprouts::new, &start).prove(&start, 0, Extent::Everything);
    assert_eq!(outcome, Loss);
    is("sprouts", "0*2", Loss, &lines);
    let entry = lines.iter_mut().find(|(_, text)| text.ends_with(" 0*2")).unwrap();
    assert_eq!(entry.1, "t0 0*2");
    entry.1 = "*0 0*2".to_owned();
    match check("sprouts", "0*2", Win, &lines) {
        Err(Refusal::Entry { reason, .. }) => assert!(reason.contains("said to be *0"), "{reason}"),
        other => panic!("{other:?}"),
    }
}
