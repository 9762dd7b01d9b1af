//! `rhizome tree sweep`: random trees by the thousand.

use clap::ValueEnum;
use rhizome_search::and_or::textbook::{self, End};
use rhizome_search::and_or::{AndOrTree, RandomTrees, SplitMix, Unfolding};
use rhizome_search::{Control, NoObserver, Pns, Style, solve};
use serde::Serialize;

use crate::answer::{Answer, print};
use crate::arguments::SweepArguments;
use crate::ending::Ending;
use crate::interrupt::Interrupt;

/// How numbers are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleName {
    /// As it should be
    Correct,
    /// A mistake: the rules of OR and AND nodes are swapped
    Swapped,
    /// A mistake: new numbers are not carried up to the root
    StaleRoot,
}

/// Bars of the histogram, each for so many percent of touched nodes.
const BARS: usize = 20;
/// The length of the longest bar.
const LONGEST: u64 = 50;

/// Draws trees, solves them and compares with plain evaluation.
///
/// # Errors
/// If standard output fails.
pub fn run(arguments: &SweepArguments) -> anyhow::Result<Ending> {
    let interrupt = Interrupt::on_signals()?;
    let shape = RandomTrees {
        depth: arguments.depth,
        leaf_percent: arguments.leaf_percent,
        win_percent: arguments.win_percent,
        ..RandomTrees::default()
    };
    let mut random = SplitMix::new(arguments.seed);
    let mut counts = Counts::default();
    while counts.trees < arguments.trees && !interrupt.is_raised() {
        let tree = shape.draw(&mut random);
        let (verdict, touched) = match arguments.rule {
            RuleName::Correct => search(&tree, &interrupt),
            RuleName::Swapped => follow(&tree, textbook::Rule::Swapped),
            RuleName::StaleRoot => follow(&tree, textbook::Rule::StaleRoot),
        };
        // An interrupted search says nothing.
        if !interrupt.is_raised() {
            counts.add(&tree, verdict, touched);
        }
    }
    let answer = SweepAnswer {
        rule: arguments.rule,
        seed: arguments.seed,
        depth: arguments.depth,
        leaf_percent: arguments.leaf_percent,
        win_percent: arguments.win_percent,
        touched_fraction: counts.touched as f64 / counts.nodes.max(1) as f64,
        mean_touched_fraction: counts.fractions / counts.trees.max(1) as f64,
        stopped: interrupt.is_raised(),
        counts,
    };
    print(&answer, arguments.format, Answer::lines)?;
    Ok(answer.ending())
}

/// The verdict of proof-number search, and how many nodes it touched.
fn search(tree: &AndOrTree, interrupt: &Interrupt) -> (Option<bool>, usize) {
    let control = Control::new(interrupt.flag(), None, usize::MAX);
    let mut unfolding = Unfolding::new(tree);
    solve(&mut unfolding, &mut Pns, Style::default(), &control, &mut NoObserver);
    (unfolding.proved(tree.root()), unfolding.touched())
}

/// The verdict of the textbook's search under a rule, if it comes to one.
fn follow(tree: &AndOrTree, rule: textbook::Rule) -> (Option<bool>, usize) {
    let mut search = textbook::Search::new(tree, rule);
    match search.run() {
        End::Verdict(verdict) => (Some(verdict), search.touched()),
        End::Stuck => (None, search.touched()),
    }
}

#[derive(Default, Serialize)]
struct Counts {
    trees: u64,
    /// Wrong verdicts.
    mismatches: u64,
    /// Searches that would go on for ever.
    unterminated: u64,
    nodes: u64,
    touched: u64,
    #[serde(skip)]
    fractions: f64,
    /// How many trees had up to 5 % of their nodes touched, up to 10 %, and so on.
    histogram: [u64; BARS],
}

impl Counts {
    fn add(&mut self, tree: &AndOrTree, verdict: Option<bool>, touched: usize) {
        self.trees += 1;
        match verdict {
            Some(verdict) => self.mismatches += u64::from(verdict != tree.value(tree.root())),
            None => self.unterminated += 1,
        }
        self.nodes += tree.len() as u64;
        self.touched += touched as u64;
        self.fractions += touched as f64 / tree.len() as f64;
        self.histogram[(touched * BARS).div_ceil(tree.len()).clamp(1, BARS) - 1] += 1;
    }
}

#[derive(Serialize)]
struct SweepAnswer {
    rule: RuleName,
    seed: u64,
    depth: u32,
    leaf_percent: u64,
    win_percent: u64,
    #[serde(flatten)]
    counts: Counts,
    /// The share of all nodes of all trees that was touched.
    touched_fraction: f64,
    /// The mean over the trees of the share of their nodes that was touched: small trees count as much as large ones.
    mean_touched_fraction: f64,
    /// Whether it was stopped before all trees were searched.
    stopped: bool,
}

impl Answer for SweepAnswer {
    fn line(&self) -> String {
        let Counts { trees, mismatches, unterminated, .. } = self.counts;
        format!("{trees} trees, {mismatches} wrong verdicts, {unterminated} searches without end")
    }

    fn lines(&self) -> String {
        let Counts { trees, mismatches, unterminated, nodes, histogram, .. } = &self.counts;
        let percent = |count: u64| 100.0 * count as f64 / (*trees).max(1) as f64;
        let mut text = format!(
            "{trees} trees with {nodes} nodes\n\
             wrong verdicts        {mismatches} ({:.1} %)\n\
             searches without end  {unterminated} ({:.1} %)\n\
             nodes touched         {:.1} % of all nodes, {:.1} % of a tree on average\n\n\
             touched    trees\n",
            percent(*mismatches),
            percent(*unterminated),
            100.0 * self.touched_fraction,
            100.0 * self.mean_touched_fraction,
        );
        let most = histogram.iter().copied().max().unwrap_or(0).max(1);
        for (index, &count) in histogram.iter().enumerate() {
            let width = 100 / BARS;
            let bar = "█".repeat((count * LONGEST).div_ceil(most) as usize);
            let row = format!("{:>3}–{:>3} %  {count:>6}  {bar}", index * width, (index + 1) * width);
            text += row.trim_end();
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn ending(&self) -> Ending {
        if self.stopped { Ending::Stopped } else { Ending::Answered }
    }
}
