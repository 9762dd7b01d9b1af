//! Help, completions and the README: what they show has to be true.

use crate::support::*;

const README: &str = include_str!("../../../../README.md");

#[test]
fn version() {
    assert_eq!(run("--version").output, format!("rhizome {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_teaches_by_example() {
    for command in [
        "",
        "solve ",
        "nimber ",
        "canon ",
        "children ",
        "rct ",
        "census ",
        "verify ",
        "prune ",
        "completions ",
        "tree ",
    ] {
        let run = run(&format!("{command}--help"));
        assert_eq!(run.code, Some(ANSWERED));
        assert!(run.output.contains("Examples:\n"), "{}", run.output);
        assert!(run.output.contains(&format!("  rhizome {command}")), "{}", run.output);
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&format!("completions {shell}"));
        assert_eq!(run.code, Some(ANSWERED));
        assert!(run.output.contains("children"), "{shell}");
    }
}

/// The blocks of a document in this language.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("```{language}\n");
    document.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// What a shell makes of a command without escapes: words, with quotes taken off.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words
}

/// The text without the figures of a search, which depend on the machine.
fn without_figures(text: &str) -> String {
    let is_about_time = |line: &str| line.ends_with(" s") && line.contains(" entries");
    let lines = text.lines().map(|line| match line.contains(" expansions in ") || is_about_time(line) {
        true => line
            .split(' ')
            .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
            .collect::<Vec<_>>()
            .join(" "),
        false => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Runs the sessions of a document, and returns how many commands they have. Figures of a search are not
/// compared, nor is what a document does not show.
fn check_sessions(document: &str) -> usize {
    let mut commands = 0;
    // Some commands write files, and others read them.
    let place = tempfile::tempdir().unwrap();
    for block in blocks(document, "console") {
        for part in block.split("$ rhizome ").skip(1) {
            let (command, shown) = part.split_once('\n').unwrap();
            let run = Run::of(program(words(command)).current_dir(&place).output().unwrap());
            let mut output = without_figures(&(run.output + &run.errors));
            let shown = without_figures(shown);
            if !shown.contains("expansions in ") {
                output = output
                    .split('\n')
                    .filter(|line| !line.contains("expansions in "))
                    .collect::<Vec<_>>()
                    .join("\n");
            }
            assert_eq!(output, shown, "{command}");
            commands += 1;
        }
    }
    commands
}

#[test]
fn what_the_readme_shows_is_real() {
    assert!(check_sessions(README) > 3);
}

#[test]
fn what_the_page_on_games_shows_is_real() {
    assert!(check_sessions(include_str!("../../../../docs/games.md")) > 3);
}

#[test]
fn what_the_page_on_rcts_shows_is_real() {
    assert!(check_sessions(include_str!("../../../../docs/rct.md")) > 8);
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    let example = include_str!("../../examples/library.rs");
    let (_, code) = example.split_once("\n\n").unwrap();
    assert_eq!(blocks(README, "rust"), [code]);
}
