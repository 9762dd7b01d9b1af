//! `rhizome tree demo` and `rhizome tree solve`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use rhizome_search::and_or::{AndOrTree, ReplayedStep, TreeDescription, Unfolding, replay};
use rhizome_search::{Addition, Control, NoObserver, Recorder, Style};
use serde::Serialize;

use super::certificate;
use super::drawing::{Drawing, kind_name};
use crate::answer::{Answer, Format, Printed, print, print_text};
use crate::commands::searching::told;
use crate::ending::Ending;
use crate::interrupt::Interrupt;
use crate::solver::{Algorithm, Method};

/// Solves the textbook's tree by proof-number search, and shows every step.
///
/// # Errors
/// If standard output fails.
pub fn demo(format: Format) -> anyhow::Result<Ending> {
    show(&AndOrTree::demo(), Method::new(Some(Algorithm::Pns), None, None)?, Shown::WholeTree, None, format)
}

/// Solves the tree in a file, and writes a certificate if a path for it is given.
///
/// # Errors
/// If the file cannot be read or holds no tree, the certificate cannot be written, or standard output fails.
pub fn solve_file(
    file: &Path,
    method: Method,
    steps: bool,
    certificate: Option<&Path>,
    format: Format,
) -> anyhow::Result<Ending> {
    if let Some(path) = certificate {
        rhizome_certificate::can_be_written(path).with_context(|| told(path))?;
    }
    let name = if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        file.to_string_lossy().chars().flat_map(char::escape_debug).collect()
    };
    let tree = read(file).context(name)?;
    let shown = if steps { Shown::Steps } else { Shown::Verdict };
    show(&tree, method, shown, certificate, format)
}

/// A message that may quote anything from a file: cut in the middle if it is long, so that the
/// place, which stands at its end, stays.
fn shown(message: &str) -> String {
    let characters: Vec<char> = message.chars().collect();
    let escaped = |part: &[char]| -> String {
        part.iter().map(|&one| if one.is_control() { '\u{fffd}' } else { one }).collect()
    };
    match characters.len() {
        0..200 => escaped(&characters),
        length => format!("{} … {}", escaped(&characters[..100]), escaped(&characters[length - 80..])),
    }
}

fn read(file: &Path) -> anyhow::Result<AndOrTree> {
    let input: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).context("cannot read this file")?)
    };
    let description: TreeDescription =
        serde_json::from_reader(BufReader::new(input)).map_err(|error| match error.is_io() {
            true => anyhow::Error::new(error).context("cannot read this file"),
            false => anyhow!("this is no tree in JSON: {}", shown(&error.to_string())),
        })?;
    Ok(AndOrTree::try_from(description)?)
}

/// How much is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Verdict,
    /// Every step, with the nodes that were touched.
    Steps,
    /// Every step, with all nodes.
    WholeTree,
}

fn show(
    tree: &AndOrTree,
    method: Method,
    shown: Shown,
    certificate: Option<&Path>,
    format: Format,
) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let control = Control::new(interrupt.flag(), None, usize::MAX);
    // The sum would count shared nodes as often as there are ways to them.
    let addition = if tree.has_shared_nodes() { Addition::Weak } else { Addition::Sum };
    let style = Style { addition, ..Style::default() };
    let mut recorder = Recorder::new(Unfolding::new(tree));
    let Some(found) = method.search(&mut recorder, style, &control, &mut NoObserver) else {
        bail!("--algorithm {}: an explicit tree is searched in one piece", method.algorithm.name());
    };
    let stop = found.outcome.err();
    let steps = replay(tree, recorder.steps());
    let unfolding = recorder.tree();
    let name = |node: usize| tree.name(node).to_owned();
    let answer = TreeAnswer {
        verdict: unfolding.proved(tree.root()).map(|proved| if proved { "proven" } else { "disproven" }),
        stopped: stop.map(|stop| stop.to_string()),
        algorithm: method.algorithm.name(),
        nodes: tree.len(),
        expansions: steps.len(),
        order: steps.iter().map(|step| name(step.expanded)).collect(),
        touched: unfolding.touched(),
        untouched: (0..tree.len()).filter(|&node| !unfolding.is_touched(node)).map(name).collect(),
        steps: (shown != Shown::Verdict && format == Format::Json)
            .then(|| steps.iter().map(|step| StepAnswer::new(tree, step)).collect()),
    };
    if shown != Shown::Verdict && format == Format::Text {
        draw(tree, &steps, shown == Shown::WholeTree, &interrupt)?;
    }
    print(&answer, format, Answer::line)?;
    if let Some(path) = certificate {
        certificate::write(unfolding, path).with_context(|| told(path))?;
    }
    Ok(answer.ending())
}

/// Draws the tree after each step, until nobody listens or waits any more.
fn draw(tree: &AndOrTree, steps: &[ReplayedStep], whole: bool, interrupt: &Interrupt) -> anyhow::Result<()> {
    let mut drawing = Drawing::new(tree, whole);
    for (index, step) in steps.iter().enumerate() {
        let (name, kind) = (tree.shown_name(step.expanded), kind_name(tree.kind(step.expanded)));
        let text = format!("Step {}: expand {name} {kind}\n{}", index + 1, drawing.draw(step));
        if interrupt.is_raised() || print_text(text)? == Printed::NobodyListens {
            break;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct TreeAnswer {
    verdict: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    algorithm: &'static str,
    nodes: usize,
    expansions: usize,
    /// The names of the nodes in the order in which they were expanded.
    order: Vec<String>,
    touched: usize,
    untouched: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepAnswer>>,
}

#[derive(Serialize)]
struct StepAnswer {
    expanded: String,
    touched: Vec<String>,
    /// New numbers by node; an infinite one is `null`.
    numbers: BTreeMap<String, NumbersAnswer>,
}

#[derive(Serialize)]
struct NumbersAnswer {
    pn: Option<u32>,
    dn: Option<u32>,
}

impl StepAnswer {
    fn new(tree: &AndOrTree, step: &ReplayedStep) -> Self {
        let name = |node: usize| tree.name(node).to_owned();
        StepAnswer {
            expanded: name(step.expanded),
            touched: step.touched.iter().map(|&node| name(node)).collect(),
            numbers: step
                .changed
                .iter()
                .map(|(&node, numbers)| {
                    (name(node), NumbersAnswer { pn: numbers.pn.get(), dn: numbers.dn.get() })
                })
                .collect(),
        }
    }
}

impl Answer for TreeAnswer {
    fn line(&self) -> String {
        let TreeAnswer { expansions, touched, nodes, .. } = self;
        let verdict = match (self.verdict, &self.stopped) {
            (Some("proven"), _) => "The root is proven: the prover wins".to_owned(),
            (Some(_), _) => "The root is disproven: the prover does not win".to_owned(),
            (None, stopped) => format!("not decided: {}", stopped.as_deref().unwrap_or_default()),
        };
        let plural = if *expansions == 1 { "" } else { "s" };
        format!("{verdict} ({expansions} expansion{plural}, {touched} of {nodes} nodes touched)")
    }

    fn ending(&self) -> Ending {
        if self.verdict.is_some() { Ending::Answered } else { Ending::Stopped }
    }
}
