//! The rules of the games in the checker against the games as the search plays them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use proptest::prelude::*;
use proptest::sample::Index;
use rhizome_certificate::{ChessMate, ConnectFour, Cram, Grundy, Nim, Octal, SumGame, TicTacToe, WholeGame};
use rhizome_impartial::{Codes, Game};
use rhizome_search::{Outcome, Rules};

/// Numbers for lands, the same for those that are the same to the checker.
struct Classes<'game, G: SumGame> {
    game: &'game G,
    lands: HashMap<u64, Vec<(G::Land, usize)>>,
    /// For each class, how the search writes it.
    texts: Vec<Option<String>>,
}

impl<'game, G: SumGame> Classes<'game, G> {
    fn new(game: &'game G) -> Self {
        Classes { game, lands: HashMap::new(), texts: Vec::new() }
    }

    fn class(&mut self, land: &G::Land) -> usize {
        let alike = self.lands.entry(self.game.fingerprint(land)).or_default();
        if let Some((_, class)) = alike.iter().find(|(known, _)| self.game.is_same(known, land)) {
            return *class;
        }
        assert!(!alike.iter().any(|(known, _)| self.game.is_same(land, known)), "it depends on the order");
        alike.push((land.clone(), self.texts.len()));
        self.texts.push(None);
        self.texts.len() - 1
    }

    fn sum(&mut self, lands: &[G::Land]) -> Vec<usize> {
        let mut classes: Vec<usize> = lands.iter().map(|land| self.class(land)).collect();
        classes.sort_unstable();
        classes
    }

    /// The class of a land as the search writes it: another text is another class.
    fn class_of_text(&mut self, text: &str) -> usize {
        let lands = self.game.read(text).unwrap();
        assert_eq!(lands.len(), 1, "{text} is no single land");
        let class = self.class(&lands[0]);
        let known = self.texts[class].get_or_insert_with(|| text.to_owned());
        assert_eq!(known, text, "the checker takes them for the same land");
        class
    }
}

/// Plays a game at random and compares children all the way.
fn compare_sums<G: SumGame, S: Game>(game: &G, other: &mut S, start: &str, codes: &Codes, choices: &[Index]) {
    let mut classes = Classes::new(game);
    let mut lands: Vec<Vec<u8>> = codes.iter().map(<[u8]>::to_vec).collect();
    let expected = lands.iter().map(|land| classes.class_of_text(&other.print(land)));
    let mut expected: Vec<usize> = expected.collect();
    expected.sort_unstable();
    let read: Vec<G::Land> = start.split('+').flat_map(|term| game.read(term).unwrap()).collect();
    assert_eq!(classes.sum(&read), expected, "the lands of {start}");
    for choice in choices {
        if lands.is_empty() {
            return;
        }
        let land = lands.swap_remove(choice.index(lands.len()));
        let text = other.print(&land);
        let mut children: Vec<Vec<Vec<u8>>> = Vec::new();
        let _ = other.children(&land, |codes| {
            children.push(codes.iter().map(<[u8]>::to_vec).collect());
            ControlFlow::Continue(())
        });
        let mut expected = BTreeSet::new();
        for child in &children {
            let mut sum: Vec<usize> =
                child.iter().map(|land| classes.class_of_text(&other.print(land))).collect();
            sum.sort_unstable();
            expected.insert(sum);
        }
        let mut found = BTreeSet::new();
        let _ = game.moves(&game.read(&text).unwrap()[0], &mut |child| {
            found.insert(classes.sum(&child));
            ControlFlow::Continue(())
        });
        assert_eq!(found, expected, "the children of {text}");
        assert!(!children.is_empty(), "there is a move in every land");
        lands.extend(children.swap_remove(choice.index(children.len())));
    }
}

/// Plays a game at random and compares children and ends all the way.
fn compare_whole<G: WholeGame, S: Rules>(other: &S, start: S::Position, choices: &[Index]) -> usize {
    let (game, _) = G::open(&other.print(&start)).unwrap();
    let mut position = start;
    for (depth, choice) in choices.iter().enumerate() {
        let text = other.print(&position);
        let own = game.read(&text).unwrap();
        let decided = game.decided(&own).map(|wins| if wins { Outcome::Win } else { Outcome::Loss });
        assert_eq!(other.over(&position), decided, "{text}");
        if decided.is_some() {
            assert_eq!(other.outcome(&position), decided, "{text}");
            return depth;
        }
        let mut children = Vec::new();
        other.children(&position, &mut children);
        let expected: HashSet<String> = children.iter().map(|child| other.print(child)).collect();
        let count = expected.len();
        let expected: HashSet<G::Position> = expected.iter().map(|child| game.read(child).unwrap()).collect();
        assert_eq!(expected.len(), count, "two children of {text} are equal for the checker");
        let found: HashSet<G::Position> = game.moves(&own).into_iter().collect();
        assert!(found == expected, "the children of {text}");
        position = children.swap_remove(choice.index(children.len()));
    }
    choices.len()
}

fn choices(count: usize) -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), count)
}

fn heaps(greatest: u32) -> impl Strategy<Value = String> {
    prop::collection::vec((0..=greatest).prop_map(|size| size.to_string()), 1..4)
        .prop_map(|heaps| heaps.join("+"))
}

fn cram_board() -> impl Strategy<Value = String> {
    let rows = (1..6usize, 1..8usize).prop_flat_map(|(rows, columns)| {
        let cell = prop::sample::select(vec!['.', '.', '.', '#']);
        prop::collection::vec(prop::collection::vec(cell, columns), rows)
    });
    let rows = rows.prop_map(|rows| {
        rows.into_iter().map(|row| row.into_iter().collect::<String>()).collect::<Vec<_>>().join("/")
    });
    prop_oneof![3 => rows, 1 => (1..5usize, 1..6usize).prop_map(|(rows, columns)| format!("{rows}x{columns}"))]
}

fn stones_board() -> impl Strategy<Value = String> {
    (1..6usize, 1..7usize, 1..6usize).prop_map(|(rows, columns, line)| format!("{rows}x{columns}:{line}"))
}

/// Positions with much castling, promotion, and taking in passing.
const BOARDS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nim(text in heaps(60), choices in choices(8)) {
        let (codes, _) = rhizome_games::Nim.parse(&text).unwrap();
        compare_sums(&Nim, &mut rhizome_games::Nim, &text, &codes, &choices);
    }

    #[test]
    fn octal(code in "[04]\\.[0-7]{1,5}", text in heaps(60), choices in choices(8)) {
        let mut other = rhizome_games::Octal::new(&code).unwrap();
        let (codes, _) = other.parse(&text).unwrap();
        compare_sums(&Octal::new(&code).unwrap(), &mut other, &text, &codes, &choices);
    }

    #[test]
    fn octal_codes_are_the_same(code in "[045]?\\.?[0-8.]{0,5}") {
        prop_assert_eq!(Octal::new(&code).is_ok(), rhizome_games::Octal::new(&code).is_ok());
    }

    #[test]
    fn grundy(text in heaps(100), choices in choices(8)) {
        let (codes, _) = rhizome_games::Grundy.parse(&text).unwrap();
        compare_sums(&Grundy, &mut rhizome_games::Grundy, &text, &codes, &choices);
    }

    #[test]
    fn cram(boards in prop::collection::vec(cram_board(), 1..3), choices in choices(8)) {
        let text = boards.join("+");
        let mut other = rhizome_games::Cram::new();
        let codes = other.parse(&text).unwrap().0;
        compare_sums(&Cram, &mut other, &text, &codes, &choices);
    }

    #[test]
    fn tic_tac_toe(board in stones_board(), choices in choices(30)) {
        let (other, start) = rhizome_games::TicTacToe::parse(&board).unwrap();
        compare_whole::<TicTacToe, _>(&other, start, &choices);
    }

    #[test]
    fn connect_four(board in stones_board(), choices in choices(30)) {
        let (other, start) = rhizome_games::ConnectFour::parse(&board).unwrap();
        compare_whole::<ConnectFour, _>(&other, start, &choices);
    }

    #[test]
    fn chess(board in prop::sample::select(&BOARDS[..]), choices in choices(150), moves in 1..=100u8, defends in any::<bool>()) {
        let sign = if defends { "-" } else { "" };
        let (other, start) = rhizome_games::ChessMate::parse(&format!("{board} #{sign}{moves}")).unwrap();
        compare_whole::<ChessMate, _>(&other, start, &choices);
    }
}

/// Texts that look like positions, and some that do not.
fn hostile() -> impl Strategy<Value = String> {
    let boards = BOARDS.map(|board| format!("{board} #2"));
    let base = prop::sample::select(
        boards
            .into_iter()
            .chain(["3x4:3", "x.o/.x./...", "..#/...", "100x100", "10000", "#1"].map(str::to_owned))
            .collect::<Vec<_>>(),
    );
    let mutated = (base, any::<Index>(), any::<Index>(), any::<char>(), "[0-9a-hKQkqx.#/:+ -]{0,3}")
        .prop_map(|(text, from, to, other, insert)| {
            let mut characters: Vec<char> = text.chars().collect();
            let (from, to) = (from.index(characters.len()), to.index(characters.len()));
            if to % 3 == 0 {
                characters[to] = other;
            }
            characters.splice(from.min(to)..from.max(to).min(from.min(to) + 3), insert.chars());
            characters.into_iter().collect()
        });
    prop_oneof![3 => mutated, 1 => any::<String>(), 1 => "[0-9]{1,30}x?[0-9]{0,30}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn hostile_texts_are_errors_at_worst(text in hostile()) {
        fn play<G: SumGame>(game: &G, text: &str) {
            for land in game.read(text).unwrap_or_default() {
                let mut left = 20;
                let _ = game.moves(&land, &mut |_| {
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            }
        }
        fn play_whole<G: WholeGame>(text: &str) {
            if let Ok((game, position)) = G::open(text) {
                assert!(game.read(text).unwrap() == position);
                game.decided(&position);
                game.moves(&position);
            }
        }
        play(&Nim, &text);
        play(&Grundy, &text);
        play(&Cram, &text);
        if let Ok(game) = Octal::new(&text) {
            play(&game, "100");
        }
        play_whole::<TicTacToe>(&text);
        play_whole::<ConnectFour>(&text);
        play_whole::<ChessMate>(&text);
    }
}
