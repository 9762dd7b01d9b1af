//! Games of Sprouts against the solver.

use serde_json::{Value, json};

use crate::support::*;

fn game(spots: usize, moves: &[u64]) -> Value {
    json!({"spots": spots, "moves": moves})
}

fn with(mut order: Value, more: Value) -> Value {
    for (name, value) in more.as_object().expect("members") {
        order[name] = value.clone();
    }
    order
}

#[test]
fn the_moves_are_those_of_the_game() {
    let server = Server::start();
    let list = server.post("/api/game/moves", &game(3, &[])).json();
    let listed = list["moves"].as_array().expect("moves").clone();
    let children: Vec<&Value> = listed.iter().map(|one| &one["child"]).collect();
    assert_eq!(children, ["0*2.AB|AB", "0.1a1a", "0.AB|0.AB"]);
    for one in &listed {
        let number = one["number"].as_u64().expect("a number");
        let state = server.post("/api/game", &game(3, &[number])).json();
        assert_eq!(state["canon"], one["child"]);
        let children = |path: &str| {
            let answer = server.post(path, &game(3, &[number])).json();
            let moves = answer["moves"].as_array().expect("moves").clone();
            moves.iter().map(|one| one["child"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
        };
        let canon = one["child"].as_str().expect("text").replace('+', "%2B").replace('|', "%7C");
        let position = server.get(&format!("/api/position?position={canon}")).json();
        assert_eq!(json!(children("/api/game/moves")), position["children"]);
    }
}

/// The solver against itself: who should win does, and every position is drawn.
#[test]
fn games_are_played_to_their_ends() {
    let server = Server::start();
    for (spots, misere, first_wins) in
        [(2, false, false), (3, false, true), (4, true, false), (5, true, true)]
    {
        let mut moves: Vec<u64> = Vec::new();
        loop {
            let state = server.post("/api/game", &game(spots, &moves)).json();
            assert_eq!(state["drawing"]["spots"].as_array().map(Vec::len), Some(spots + moves.len()));
            assert_eq!(state["drawing"]["curves"].as_array().map(Vec::len), Some(2 * moves.len()));
            if state["over"] == true {
                break;
            }
            let order = with(game(spots, &moves), json!({"misere": misere, "milliseconds": 20000}));
            let reply = server.post("/api/game/reply", &order).json();
            let to_move_wins = moves.len().is_multiple_of(2) == first_wins;
            assert_eq!(
                reply["verdict"],
                if to_move_wins { "winning" } else { "losing" },
                "{spots} {misere} {moves:?}"
            );
            moves.push(reply["move"].as_u64().expect("a move"));
        }
        let first_moved_last = moves.len() % 2 == 1;
        assert_eq!(first_moved_last != misere, first_wins);
        let over = server.post("/api/game/reply", &game(spots, &moves));
        assert_eq!((over.status, over.error().contains("the game is over")), (400, true));
    }
}

#[test]
fn strokes_are_moves() {
    let server = Server::start();
    let state = server.post("/api/game", &game(2, &[])).json();
    let spot = |index: usize| {
        let spot = &state["drawing"]["spots"][index];
        [spot["x"].as_f64().expect("x"), spot["y"].as_f64().expect("y")]
    };
    let ([x, y], [u, v]) = (spot(0), spot(1));
    let line: Vec<[f64; 2]> =
        (0..=20).map(|step| f64::from(step) / 20.0).map(|t| [x + (u - x) * t, y + (v - y) * t]).collect();
    let moved = server.post("/api/game/stroke", &with(game(2, &[]), json!({"stroke": line}))).json();
    assert_eq!(moved["state"]["canon"], "1a1a");
    let number = moved["move"].as_u64().expect("a number");
    assert_eq!(server.post("/api/game", &game(2, &[number])).json()["notation"], "1a1a");
    // Into the void.
    let nowhere =
        server.post("/api/game/stroke", &with(game(2, &[]), json!({"stroke": [[x, y], [1.0, 1.0]]})));
    assert_eq!(nowhere.status, 422);
    assert!(nowhere.json()["at"].is_array(), "{}", nowhere.body);
}

#[test]
fn hints_win() {
    let server = Server::start();
    let hint = server.post("/api/game/hint", &with(game(3, &[]), json!({"milliseconds": 20000}))).json();
    assert_eq!(hint["verdict"], "winning");
    assert!(hint["path"].as_str().is_some_and(|path| path.starts_with('M')));
    let after = server.post("/api/game", &game(3, &[hint["move"].as_u64().expect("a number")])).json();
    let order = json!({"positions": [after["canon"]], "questions": ["outcome"], "milliseconds": 20000});
    assert_eq!(server.post("/api/values", &order).json()["values"][0]["outcome"], json!({"known": "loss"}));
}

#[test]
fn games_that_are_none_are_refused() {
    let server = Server::start();
    for (order, message) in [
        (game(1, &[]), "a game has 2 to 12 spots"),
        (game(13, &[]), "a game has 2 to 12 spots"),
        (game(2, &[99]), "move 1 of the game"),
        (game(2, &[u64::MAX]), "move 1 of the game"),
        (game(2, &[1, 0, 99]), "move 3 of the game"),
        (game(2, &[0; 1000]), "of the game"),
    ] {
        let answer = server.post("/api/game", &order);
        assert_eq!(answer.status, 400, "{order}");
        assert!(answer.error().contains(message), "{}", answer.body);
    }
    for stroke in [
        json!([]),
        json!([[1.0, 2.0]]),
        json!([[1e300, 0.0], [-1e300, 0.0]]),
        json!([[500, 500], [500, 500]]),
    ] {
        let answer = server.post("/api/game/stroke", &with(game(3, &[]), json!({"stroke": stroke})));
        assert_eq!(answer.status, 422, "{stroke}: {}", answer.body);
    }
    let long =
        server.post("/api/game/stroke", &with(game(3, &[]), json!({"stroke": vec![[1.0, 1.0]; 20_001]})));
    assert_eq!(long.status, 400);
    let nothing = server.post("/api/game/stroke", &with(game(3, &[]), json!({"stroke": [[null, 1]]})));
    assert_eq!(nothing.status, 400);
}

#[test]
fn positions_are_drawn() {
    let server = Server::start();
    let positions = ["0*3", "0*2.AB|AB", "ABC|ABD|CE|DE", "1a1a+22+*2", "!", "x", "0.A"];
    let pictures = server.post("/api/pictures", &json!({"positions": positions})).json();
    let pictures = pictures["pictures"].as_array().expect("pictures");
    for (position, picture) in positions.iter().zip(pictures) {
        let is_drawn = picture["drawing"]["spots"].is_array();
        assert_eq!(is_drawn, !matches!(*position, "x" | "0.A"), "{position}: {picture}");
    }
    let svg = server.get("/api/picture.svg?position=0*2.AB%7CAB");
    assert_eq!(svg.status, 200);
    assert!(svg.head.contains("image/svg+xml") && svg.head.contains("attachment"));
    assert!(svg.body.contains("<svg") && svg.body.contains("</svg>"));
    for position in ["%3Cscript%3E", "x", &"0.".repeat(1000)] {
        assert_eq!(server.get(&format!("/api/picture.svg?position={position}")).status, 422);
    }
}
