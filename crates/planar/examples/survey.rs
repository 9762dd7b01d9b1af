//! survey
use rhizome_planar::*;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut times = vec![];
    let mut failed = 0;
    let (mut radius, mut worst) = (0.0, 1e9f64);
    for number in 0..n {
        let game: Vec<PlanarMap> = RandomGame::new(2 + (number % 9) as usize, 7 + number).collect();
        let mut random = Random::new(7 ^ number);
        let map = random.choose(&game).unwrap().clone();
        let map = if std::env::args().nth(2).is_some() { let m = PlanarMap::from_notation(&map.notation()).unwrap(); m } else { map };
        let now = std::time::Instant::now();
        match Drawing::new(&map) {
            Ok(d) => { let r = d.spots().iter().map(|s| s.radius).fold(1e9, f64::min); radius += r; worst = worst.min(r); }
            Err(_) => failed += 1,
        }
        times.push(now.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!("failed {failed} of {n}; median {:.1} ms, 99% {:.1} ms, max {:.1} ms; least radius mean {:.2} worst {:.4}", times[times.len()/2], times[times.len()*99/100], times[times.len()-1], radius / n as f64, worst);
}
