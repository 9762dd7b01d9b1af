//! What is asked for is answered rightly.

use serde_json::json;

use crate::support::*;

#[test]
fn the_page_is_served() {
    let server = Server::start();
    for view in ["/", "/learn", "/explore?position=0*3", "/play", "/watch"] {
        let answer = server.get(view);
        assert_eq!(answer.status, 200);
        assert!(answer.body.contains("<title>Rhizome</title>"));
        assert!(answer.head.contains("content-security-policy: default-src 'none'; script-src 'self'"));
        assert!(answer.head.contains("text/html"));
    }
    for (file, kind) in
        [("/app.js", "text/javascript"), ("/style.css", "text/css"), ("/icon.svg", "image/svg+xml")]
    {
        let answer = server.get(file);
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains(kind) && !answer.body.is_empty());
    }
    assert_eq!(server.get("/api/about").json()["games"][0]["name"], "sprouts");
}

/// The page loads nothing from elsewhere, and has no program or style in its document, which its policy forbids.
#[test]
fn the_page_needs_nothing_else() {
    let server = Server::start();
    let document = server.get("/").body;
    for sign in ["<style", "style=", "onclick", "javascript:"] {
        assert!(!document.contains(sign), "{sign}");
    }
    assert_eq!(
        document.matches("<script").count(),
        document.matches("<script type=\"module\" src=\"/").count()
    );
    for file in [
        "/",
        "/app.js",
        "/api.js",
        "/dom.js",
        "/learn.js",
        "/explore.js",
        "/play.js",
        "/watch.js",
        "/style.css",
    ] {
        let text = server.get(file).body.replace("http://www.w3.org/", "");
        assert!(!text.contains("http://") && !text.contains("https://"), "{file}");
    }
}

#[test]
fn the_demo_goes_as_in_the_textbook() {
    let server = Server::start();
    let recording = server.post("/api/trees", &json!({"source": {"kind": "demo"}})).json();
    assert_eq!(recording["end"], "proven");
    assert_eq!(recording["truth"], true);
    let steps = recording["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 5);
    assert_eq!(steps[0]["numbers"][0], json!({"node": 0, "pn": 1, "dn": 2}));
    assert_eq!(steps[4]["touched"], json!([9, 10]));
    assert_eq!(steps[4]["line"], json!([0, 1, 4]));
    let stale = server.post("/api/trees", &json!({"source": {"kind": "demo"}, "rule": "stale"})).json();
    assert_eq!(stale["end"], "stuck");
}

#[test]
fn trees_and_positions_are_recorded() {
    let server = Server::start();
    let random = json!({"source": {"kind": "random", "seed": 5, "depth": 4}, "rule": "swapped"});
    assert_eq!(server.post("/api/trees", &random).status, 200);
    let tree =
        json!({"nodes": [{"name": "a", "type": "or", "children": ["b"]}, {"name": "b", "type": "win"}]});
    let written = server.post("/api/trees", &json!({"source": {"kind": "written", "tree": tree}})).json();
    assert_eq!(written["end"], "proven");
    for (game, position, end) in
        [("sprouts", "0*2", "disproven"), ("nim", "1+2+3", "disproven"), ("cram", "2x3", "proven")]
    {
        let source = json!({"kind": "position", "game": game, "position": position});
        assert_eq!(
            server.post("/api/trees", &json!({"source": source})).json()["end"],
            end,
            "{game} {position}"
        );
    }
    for (source, message) in [
        (json!({"kind": "written", "tree": {"nodes": []}}), "a tree has at least one node"),
        (json!({"kind": "random", "seed": 1, "depth": 9}), "the depth is from 1 to 8"),
        (json!({"kind": "position", "game": "sprouts", "position": "0*9"}), "too large to be watched"),
        (json!({"kind": "position", "game": "go", "position": "0"}), "there is no such game"),
    ] {
        let answer = server.post("/api/trees", &json!({"source": source}));
        assert_eq!(answer.status, 400);
        assert!(answer.error().contains(message), "{}", answer.body);
    }
}

#[test]
fn positions_have_children_and_values() {
    let server = Server::start();
    let position = server.get("/api/position?position=0*3").json();
    assert_eq!(position["children"], json!(["0*2.AB|AB", "0.1a1a", "0.AB|0.AB"]));
    assert_eq!(position["lands"], json!(["0*3"]));
    let questions = ["outcome", "nimber", "misere", "rct"];
    let order =
        json!({"positions": ["0*2", "0*3", "0*2.AB|AB", "x"], "questions": questions, "milliseconds": 20000});
    let values = server.post("/api/values", &order).json();
    let values = values["values"].as_array().expect("values");
    // S_2 is *0 with the RCT {*2}, and S_3 is *1.
    assert_eq!(values[0]["outcome"], json!({"known": "loss"}));
    assert_eq!(values[0]["nimber"], json!({"known": 0}));
    assert_eq!(values[0]["misere"], json!({"known": "loss"}));
    assert_eq!(values[0]["rct"]["known"]["rct"], "{*2}");
    assert_eq!(values[1]["nimber"], json!({"known": 1}));
    assert_eq!(values[1]["misere"], json!({"known": "loss"}));
    assert_eq!(values[2]["rct"]["known"]["rct"], "{*1,{*2}}");
    assert!(values[3]["error"].as_str().is_some_and(|error| !error.is_empty()));
    let bad = server.get("/api/position?position=0*3.A");
    assert_eq!(bad.status, 422);
    assert_eq!(bad.json()["span"], json!([4, 5]));
}

/// What would take for ever is cut off, and what is known is told.
#[test]
fn hard_positions_are_cut_off() {
    let server = Server::start();
    let order = json!({"positions": ["0*40", "0*2"], "questions": ["outcome", "nimber", "misere", "rct"], "milliseconds": 1000});
    let started = std::time::Instant::now();
    let values = server.post("/api/values", &order).json();
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
    assert_eq!(values["values"][0]["nimber"], json!({"unknown": "time limit reached"}));
    assert_eq!(values["values"][1]["outcome"], json!({"known": "loss"}));
}

#[test]
fn certificates_are_given() {
    let server = Server::start();
    let answer = server.get("/api/certificate?position=0*4&claim=nimber");
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("attachment"));
    assert!(answer.body.contains("nimber 1"), "{}", answer.body);
    let misere = server.get("/api/certificate?position=0*4&claim=misere").body;
    assert!(misere.contains("play misere") && misere.contains("claim loss"), "{misere}");
    assert_eq!(server.get("/api/certificate?position=0*4&claim=rct").status, 400);
}

#[test]
fn a_simulation_is_shown() {
    let points = rhizome_explorer::read_simulation("{\"workers\": 4, \"speedup\": 3.5}\n").expect("a line");
    let server = Server::with(rhizome_explorer::Options { simulation: points, ..options() });
    let answer = server.get("/api/simulation").json();
    assert_eq!(answer["points"][0]["speedup"], 3.5);
    assert_eq!(Server::start().get("/api/simulation").status, 404);
}

/// The nimbers of Sprouts are kept from one server to the next.
#[test]
fn nimbers_are_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let with_store =
        || rhizome_explorer::Options { store: Some(directory.path().join("store")), ..options() };
    let order = json!({"positions": ["0*7"], "questions": ["nimber"], "milliseconds": 20000});
    let server = Server::with(with_store());
    assert_eq!(server.post("/api/values", &order).json()["values"][0]["nimber"], json!({"known": 0}));
    drop(server);
    let server = Server::with(with_store());
    let order = json!({"positions": ["0*7"], "questions": ["nimber"], "milliseconds": 50});
    assert_eq!(server.post("/api/values", &order).json()["values"][0]["nimber"], json!({"known": 0}));
}
