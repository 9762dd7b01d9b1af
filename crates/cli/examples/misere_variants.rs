//! Compares misère searches that differ from the default in one thing.
//!
//! ```text
//! cargo run --release -p rhizome --example misere_variants -- 12 13 14
//! ```
//!
//! The numbers are start positions. Searches get a minute each.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rhizome_impartial::{Codes, MisereSettings, MisereTree, Nimber, RctBase};
use rhizome_search::{Addition, Algorithm, Control, Dfpn, NoObserver, Pns, Style, solve};
use rhizome_sprouts::{Sprouts, parse};

const MEMORY: usize = 4 << 30;
const TIME: Duration = Duration::from_secs(60);
/// The size of the base, unless it is varied.
const BASE: u32 = 6;

#[derive(Clone, Copy)]
struct Variant {
    name: &'static str,
    base: u32,
    pns: bool,
    style: Style,
    settings: MisereSettings,
}

fn variants() -> Vec<Variant> {
    let (style, settings) = (Style::default(), MisereSettings::default());
    let default = Variant { name: "default", base: BASE, pns: false, style, settings };
    let with_style = |name, style| Variant { name, style, ..default };
    let with = |name, settings| Variant { name, settings, ..default };
    vec![
        default,
        Variant { name: "base 4", base: 4, ..default },
        Variant { name: "base 5", base: 5, ..default },
        Variant { name: "algorithm pns", pns: true, ..default },
        with_style("addition weak", Style { addition: Addition::Weak, ..style }),
        with_style("sixteenths 4", Style { sixteenths: 4, ..style }),
        with("effort_unit 4", MisereSettings { effort_unit: 4, ..settings }),
        with("effort_unit 64", MisereSettings { effort_unit: 64, ..settings }),
        with("effort_unit huge", MisereSettings { effort_unit: u32::MAX, ..settings }),
        with("rct_steps 0", MisereSettings { rct_steps: 0, ..settings }),
        with("rct_steps 10", MisereSettings { rct_steps: 10, ..settings }),
        with("rct_steps 1000", MisereSettings { rct_steps: 1000, ..settings }),
        with("seed 1", MisereSettings { seed: 1, ..settings }),
        with("seed 2", MisereSettings { seed: 2, ..settings }),
    ]
}

fn main() {
    let spots: Vec<u32> = std::env::args().skip(1).filter_map(|spots| spots.parse().ok()).collect();
    let cancel = AtomicBool::new(false);
    let bases: Vec<RctBase> = (0..=BASE)
        .filter_map(|size| {
            let control = Control::new(&cancel, None, MEMORY);
            RctBase::below(&mut Sprouts::new(), &start(size), &control).ok()
        })
        .collect();
    println!("| expansions{} |", spots.iter().map(|spots| format!(" | 0\\*{spots}")).collect::<String>());
    println!("|---{}|", "|---:".repeat(spots.len()));
    for variant in variants() {
        let figures = spots.iter().map(|&spots| {
            let base = bases[variant.base as usize].clone();
            format!(" | {}", expansions(&variant, base, &start(spots)))
        });
        println!("| {}{} |", variant.name, figures.collect::<String>());
    }
}

fn start(spots: u32) -> Codes {
    let position = parse(&format!("0*{spots}")).expect("a start position");
    Sprouts::new().lands(&position).expect("a land that is not too symmetric")
}

fn expansions(variant: &Variant, base: RctBase, lands: &Codes) -> String {
    let cancel = AtomicBool::new(false);
    let control = Control::new(&cancel, Some(TIME), MEMORY);
    let mut tree = MisereTree::new(Sprouts::new(), base, variant.settings);
    if tree.set_root(lands, Nimber::ZERO, &control).is_err() {
        return "over".to_owned();
    }
    match variant.pns {
        true => searched(&mut tree, &mut Pns, variant.style, &control),
        false => searched(&mut tree, &mut Dfpn, variant.style, &control),
    }
}

fn searched(
    tree: &mut MisereTree<Sprouts>,
    algorithm: &mut impl Algorithm<MisereTree<Sprouts>>,
    style: Style,
    control: &Control<'_>,
) -> String {
    let answer = solve(tree, algorithm, style, control, &mut NoObserver);
    match answer.outcome {
        Ok(_) => answer.counters.expansions.to_string(),
        Err(_) => "over".to_owned(),
    }
}
