//! Compares searches that differ from the default in one thing.
//!
//! ```text
//! cargo run --release -p rhizome --example variants
//! cargo run --release -p rhizome --example variants -- --spots 7,8,9 --seeds 5
//! cargo run --release -p rhizome --example variants -- --with algorithm=pns --vary effort_unit=8,endgame_weight=6
//! ```
//!
//! For each start position it prints medians over seeds. Each variant is also compared with the default, by the
//! geometric mean of the ratios of medians over the start positions that both have solved within the time limit.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use rhizome_impartial::{CoupleTree, Nimber, Settings};
use rhizome_search::{Addition, Control, Dfpn, Dfs, NoObserver, Pns, Style, solve};
use rhizome_sprouts::{Sprouts, parse};

const USAGE: &str = "\
options:
  --spots N,N,…          start positions (7,8,9,10,11,12)
  --heap N               the size of a Nim-heap beside them (0)
  --seeds N              seeds to take medians over (10)
  --heavy-seeds N        the same, for 12 spots and more (3)
  --time-limit SECONDS   for each search (20)
  --with NAME=VALUE,…    changes the default that variants are compared with
  --vary NAME=VALUE,…    variants to try instead of all";

/// What is varied, and the values that are tried.
const VARIED: [(&str, &[&str]); 5] = [
    ("algorithm", &["dfs", "pns", "dfpn"]),
    ("addition", &["sum", "weak"]),
    ("sixteenths", &["0", "1", "2", "4", "8", "16"]),
    ("effort_unit", &["8", "16", "32", "48", "64", "96", "128", "huge"]),
    ("endgame_weight", &["0", "4", "6", "7", "8", "9", "10", "12"]),
];

/// From so many spots on a search is heavy.
const HEAVY: u32 = 12;
const MEMORY: usize = 1 << 30;

fn main() {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(mistake) => {
            eprintln!("error: {mistake}\n{USAGE}");
            std::process::exit(2);
        }
    };
    let results = measure(&options);
    for (title, decimals, figure) in FIGURES {
        print_table(&options, &results, title, decimals, figure);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Dfs,
    Pns,
    Dfpn,
}

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Variant {
    method: Method,
    style: Style,
    settings: Settings,
}

impl Variant {
    fn default() -> Self {
        Variant { method: Method::Dfpn, style: Style::default(), settings: Settings::default() }
    }

    /// The same with one thing changed.
    fn with(mut self, name: &str, value: &str) -> Result<Self, String> {
        let number = || value.parse::<u32>().map_err(|_| format!("`{value}` is no value of {name}"));
        match (name, value) {
            ("algorithm", "dfs") => self.method = Method::Dfs,
            ("algorithm", "pns") => self.method = Method::Pns,
            ("algorithm", "dfpn") => self.method = Method::Dfpn,
            ("addition", "sum") => self.style.addition = Addition::Sum,
            ("addition", "weak") => self.style.addition = Addition::Weak,
            ("sixteenths", _) => self.style.sixteenths = number()?,
            // The first estimate of every node is then 1.
            ("effort_unit", "huge") => self.settings.effort_unit = u32::MAX,
            ("effort_unit", _) => self.settings.effort_unit = number()?,
            ("endgame_weight", _) => self.settings.endgame_weight = number()?,
            _ => return Err(format!("{name}={value} cannot be set")),
        }
        Ok(self)
    }
}

struct Options {
    spots: Vec<u32>,
    heap: u32,
    seeds: u64,
    heavy_seeds: u64,
    limit: Duration,
    /// The default first.
    variants: Vec<(String, Variant)>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut spots, mut heap) = ((7..=12).collect(), 0);
        let (mut seeds, mut heavy_seeds, mut limit) = (10, 3, 20);
        let mut default = Variant::default();
        let mut varied: Vec<(String, String)> = Vec::new();
        while let Some(option) = arguments.next() {
            let value = arguments.next().ok_or(format!("no value for {option}"))?;
            let mistake = || format!("`{value}` cannot be the value of {option}");
            match option.as_str() {
                "--spots" => {
                    let numbers: Result<_, _> = value.split(',').map(str::parse).collect();
                    spots = numbers.map_err(|_| mistake())?;
                }
                "--heap" => heap = value.parse().map_err(|_| mistake())?,
                "--seeds" => seeds = value.parse().map_err(|_| mistake())?,
                "--heavy-seeds" => heavy_seeds = value.parse().map_err(|_| mistake())?,
                "--time-limit" => limit = value.parse().map_err(|_| mistake())?,
                "--with" => {
                    for pair in value.split(',') {
                        let (name, value) = pair.split_once('=').ok_or_else(mistake)?;
                        default = default.with(name, value)?;
                    }
                }
                "--vary" => {
                    for pair in value.split(',') {
                        let (name, value) = pair.split_once('=').ok_or_else(mistake)?;
                        varied.push((name.to_owned(), value.to_owned()));
                    }
                }
                _ => return Err(format!("unknown option {option}")),
            }
        }
        if seeds == 0 || heavy_seeds == 0 {
            return Err("there has to be a seed".into());
        }
        if varied.is_empty() {
            for (name, values) in VARIED {
                varied.extend(values.iter().map(|&value| (name.to_owned(), value.to_owned())));
            }
        }
        let mut variants = vec![("default".to_owned(), default)];
        for (name, value) in varied {
            let variant = default.with(&name, &value)?;
            if variant != default {
                variants.push((format!("{name} {value}"), variant));
            }
        }
        Ok(Options { spots, heap, seeds, heavy_seeds, limit: Duration::from_secs(limit), variants })
    }

    /// A start position, in the notation.
    fn position(&self, spots: u32) -> String {
        if self.heap == 0 { format!("0*{spots}") } else { format!("0*{spots}+*{}", self.heap) }
    }

    fn seeds(&self, spots: u32) -> u64 {
        if spots < HEAVY { self.seeds } else { self.heavy_seeds }
    }
}

/// What a search has cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    expansions: f64,
    generated: f64,
    seconds: f64,
}

type Figure = fn(&Cost) -> f64;

/// What is printed, and with how many decimals.
const FIGURES: [(&str, usize, Figure); 3] = [
    ("expansions", 0, |cost| cost.expansions),
    ("lands with children", 0, |cost| cost.generated),
    ("CPU seconds", 3, |cost| cost.seconds),
];

/// The costs for one start position: for each variant those for each seed, `None` where the time was up.
type Costs = Vec<Vec<Option<Cost>>>;

/// Measures all variants in turn, seed by seed, so that a disturbance hits all of them alike.
fn measure(options: &Options) -> Vec<Costs> {
    let mut results = Vec::new();
    for &spots in &options.spots {
        let mut costs: Costs = vec![Vec::new(); options.variants.len()];
        let (position, seeds) = (options.position(spots), options.seeds(spots));
        for seed in 0..seeds {
            eprintln!("{position}, seed {seed}");
            for ((name, variant), costs) in options.variants.iter().zip(&mut costs) {
                // When the median is known to be over the limit there is no need to go on.
                let over = costs.iter().filter(|cost| cost.is_none()).count() as u64;
                let cost =
                    if over * 2 > seeds { None } else { search(&position, *variant, seed, options.limit) };
                eprintln!("  {name}: {cost:?}");
                costs.push(cost);
            }
        }
        results.push(costs);
    }
    results
}

fn search(position: &str, variant: Variant, seed: u64, limit: Duration) -> Option<Cost> {
    let position = parse(position).expect("the notation of bare spots");
    let before = processor_time();
    let mut sprouts = Sprouts::new();
    let lands = sprouts.lands(&position).expect("lands of bare spots");
    let mut tree = CoupleTree::new(sprouts, Settings { seed, ..variant.settings });
    tree.set_root(&lands, Nimber::new(position.heap));
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(limit), MEMORY);
    let (style, observer) = (variant.style, &mut NoObserver);
    let answer = match variant.method {
        Method::Dfs => solve(&mut tree, &mut Dfs, style, &control, observer),
        Method::Pns => solve(&mut tree, &mut Pns, style, &control, observer),
        Method::Dfpn => solve(&mut tree, &mut Dfpn, style, &control, observer),
    };
    answer.outcome.ok()?;
    let seconds = processor_time().saturating_sub(before).as_secs_f64();
    Some(Cost { expansions: answer.counters.expansions as f64, generated: tree.generated as f64, seconds })
}

/// The time that this thread has had a processor for, or, where that cannot be found, the time of day.
fn processor_time() -> Duration {
    // The figure is brought up to date when the thread asks to be scheduled; else only by the timer, some
    // hundred times a second.
    std::thread::yield_now();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat");
    let nanoseconds = statistics.ok().and_then(|text| text.split(' ').next()?.parse().ok());
    thread_local!(static START: Instant = Instant::now());
    nanoseconds.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}

/// Prints a table, as Markdown.
fn print_table(options: &Options, results: &[Costs], title: &str, decimals: usize, figure: Figure) {
    print!("\n| {title} |");
    for &spots in &options.spots {
        print!(" {} |", options.position(spots));
    }
    println!(" ratio |\n|---|{}---:|", "---:|".repeat(options.spots.len()));
    for (index, (name, _)) in options.variants.iter().enumerate() {
        let median_of = |costs: &Costs, variant: usize| median(&costs[variant], figure);
        let medians: Vec<Option<f64>> = results.iter().map(|costs| median_of(costs, index)).collect();
        print!("| {name} |");
        for &median in &medians {
            match median {
                Some(value) => print!(" {value:.decimals$} |"),
                None => print!(" over |"),
            }
        }
        let defaults = results.iter().map(|costs| median_of(costs, 0));
        let logarithms: Vec<f64> = medians
            .iter()
            .zip(defaults)
            .filter_map(|(own, default)| Some(((*own)? / default?).ln()))
            .collect();
        match logarithms.len() {
            0 => println!(" |"),
            count => {
                let mean = (logarithms.iter().sum::<f64>() / count as f64).exp();
                let part = if count < medians.len() {
                    format!(" ({count} of {})", medians.len())
                } else {
                    String::new()
                };
                println!(" {mean:.2}{part} |");
            }
        }
    }
}

/// The median, or `None` if it is over the limit.
fn median(costs: &[Option<Cost>], figure: Figure) -> Option<f64> {
    let mut values: Vec<f64> = costs.iter().map(|cost| cost.as_ref().map_or(f64::INFINITY, figure)).collect();
    values.sort_by(f64::total_cmp);
    let middle = (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0;
    middle.is_finite().then_some(middle)
}
