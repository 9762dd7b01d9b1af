//! one
use rhizome_planar::*;
fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let map = RandomGame::new(args[0] as usize, args[1]).take(args[2] as usize + 1).last().unwrap();
    let d = Drawing::new(&map).unwrap();
    let mut random = Random::new(args[3]);
    let mut out = String::new();
    for _ in 0..args[4] {
        let m = map.random_move(&mut random).unwrap();
        out += &format!("<svg width=440 height=440 viewBox='{}'><rect width=1000 height=1000 stroke='#ddd' fill='none'/>", d.view());
        for f in d.faces() { out += &format!("<circle cx='{}' cy='{}' r='4' fill='blue'/>", f.inside.x, f.inside.y); }
        for e in d.edges() { out += &format!("<path d='{}' fill='none' stroke='black' stroke-width='3'/>", e.path); }
        for s in d.spots() { out += &format!("<circle cx='{}' cy='{}' r='{}' fill='{}'/>", s.at.x, s.at.y, s.radius, ["grey","red","orange","green"][s.lives as usize]); }
        match d.curve(&m) { Ok(c) => out += &format!("<path d='{}' fill='none' stroke='magenta' stroke-width='4'/>", c.path), Err(e) => eprintln!("{e}") }
        out += "</svg>";
    }
    println!("<html><body style='margin:0'>{out}</body></html>");
}
