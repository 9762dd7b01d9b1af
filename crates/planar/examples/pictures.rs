use rhizome_planar::*;
fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let (spots, moves) = (args[0], args[1]);
    let mut html = String::new();
    for seed in 0..args[2] as u64 {
        let Some(map) = RandomGame::new(spots, seed).take(moves + 1).last() else { continue };
        let now = std::time::Instant::now();
        let drawing = match Drawing::new(&map) { Ok(d) => d, Err(e) => { eprintln!("{seed} {e}"); continue } };
        eprintln!("{seed}: {:?} {}", now.elapsed(), map.notation());
        html += &format!("<svg width=340 height=340 viewBox='{}'>", drawing.view());
        for e in drawing.edges() { html += &format!("<path d='{}' fill=none stroke=black stroke-width=3 />", e.path); }
        html += "<rect width=1000 height=1000 stroke=#ddd fill=none />"; for s in drawing.spots() { html += &format!("<circle cx={} cy={} r=8 fill={} />", s.at.x, s.at.y, ["grey","red","orange","green"][s.lives as usize]); }
        html += "</svg>";
    }
    println!("<html><body style='margin:0'>{html}</body></html>");
}
