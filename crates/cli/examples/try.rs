use rhizome_impartial::*;
use rhizome_search::*;
use rhizome_sprouts::*;
use std::sync::atomic::AtomicBool;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let alg = &args[2];
    let get = |k: &str, d: u32| {
        args.iter()
            .find_map(|a| a.strip_prefix(&format!("{k}=")).map(|v| v.parse::<u32>().unwrap()))
            .unwrap_or(d)
    };
    let position = parse(&args[1]).unwrap();
    let mut sprouts = Sprouts::new();
    let lands = sprouts.lands(&position);
    if alg == "canon" {
        println!("{:?}", lands.iter().map(|l| position_of(l).to_string()).collect::<Vec<_>>());
        for l in lands.iter() {
            let mut g = Sprouts::new();
            let mut v = vec![];
            let _ = g.children(l, |c| {
                v.push(c.iter().map(|l| position_of(l).to_string()).collect::<Vec<_>>().join("+"));
                std::ops::ControlFlow::Continue(())
            });
            println!("{} {:?}", v.len(), v);
        }
        return;
    }
    for seed in get("seed", 0)..get("seeds", get("seed", 0) + 1) {
        let mut tree = CoupleTree::new(
            Sprouts::new(),
            Settings { endgame_weight: get("endgame", 8), seed: seed.into(), effort_unit: get("unit", 16) },
        );
        tree.set_root(&lands, Nimber::new(position.heap));
        let cancel = AtomicBool::new(false);
        let control = Control::new(
            &cancel,
            Some(std::time::Duration::from_secs(get("time", 600).into())),
            (get("mem", 1024) as usize) << 20,
        );
        let style = Style {
            addition: if get("weak", 1) == 1 { Addition::Weak } else { Addition::Sum },
            sixteenths: get("eps", 0),
        };
        let a = match alg.as_str() {
            "dfs" => solve(&mut tree, &mut Dfs, style, &control, &mut NoObserver),
            "pns" => solve(&mut tree, &mut Pns, style, &control, &mut NoObserver),
            _ => solve(&mut tree, &mut Dfpn, style, &control, &mut NoObserver),
        };
        println!(
            "{:?} exp {} gen {} end {} lands {} nodes {} coll {} mem {} time {:?}",
            a.outcome,
            a.counters.expansions,
            tree.generated,
            tree.endgame_lands,
            tree.lands(),
            a.counters.nodes,
            a.counters.collections,
            a.counters.peak_memory,
            control.elapsed()
        );
    }
}
