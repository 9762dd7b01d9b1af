//! A picture of how many cores are of use.

use std::fmt::Write;

/// The width and the height of a diagram, in units of the picture.
const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
/// What is left free around a diagram.
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const BETWEEN: f64 = 70.0;
/// From one mark of a logarithmic axis to the next.
const STEP: f64 = 4.0;

/// Points of the curves.
#[derive(Debug, Default)]
pub struct Curves {
    points: Vec<Point>,
}

/// What so many cores have come to.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The number of cores: the threads of all cores.
    pub cores: u32,
    /// How many times as fast they are as one core.
    pub speedup: f64,
    /// How many times the expansions of one core they make.
    pub overhead: f64,
    /// The share of their time that they spend on expansions.
    pub utilisation: f64,
}

impl Curves {
    /// Adds a point.
    pub fn add(&mut self, point: Point) {
        self.points.push(point);
        self.points.sort_by_key(|point| point.cores);
    }

    /// Whether there are no points.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Both diagrams as SVG: the speed-up, and below it the search overhead and the utilisation.
    pub fn picture(&self, position: &str) -> String {
        let most = self.points.iter().map(|point| f64::from(point.cores)).fold(2.0, f64::max);
        let worst = self.points.iter().map(|point| point.overhead).fold(2.0, f64::max);
        let curve = |value: fn(&Point) -> f64| {
            self.points.iter().map(move |point| (f64::from(point.cores), value(point))).collect::<Vec<_>>()
        };
        let title = format!("Speed-up for {}", escape(position));
        let mut speedup = Diagram::new(TOP, &title, most, Scale::Logarithmic { from: 0.5, to: most });
        speedup.line("ideal", "#8a8a8a", "4 4", &[(1.0, 1.0), (most, most)]);
        speedup.curve("speed-up", "#1f5fbf", &curve(|point| point.speedup));
        let top = TOP + HEIGHT + BETWEEN;
        let title = "Search overhead, and share of time spent on expansions";
        let mut cost = Diagram::new(top, title, most, Scale::Linear { to: worst.ceil() });
        cost.curve("overhead", "#b3541e", &curve(|point| point.overhead));
        cost.curve("utilisation", "#2b7a3d", &curve(|point| point.utilisation));
        let (width, height) = (LEFT + WIDTH + 110.0, top + HEIGHT + 50.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}{}</svg>\n",
            speedup.svg, cost.svg
        )
    }
}

/// Where values of the second axis stand.
#[derive(Clone, Copy)]
enum Scale {
    Linear { to: f64 },
    Logarithmic { from: f64, to: f64 },
}

impl Scale {
    /// Where a value stands, from 0 at the bottom to 1 at the top.
    fn place(self, value: f64) -> f64 {
        match self {
            Scale::Linear { to } => value / to,
            Scale::Logarithmic { from, to } => (value.max(from) / from).ln() / (to / from).ln(),
        }
    }

    fn marks(self) -> Vec<f64> {
        match self {
            Scale::Linear { to } => (0..=to as u32).map(f64::from).collect(),
            Scale::Logarithmic { to, .. } => powers(to),
        }
    }
}

/// Powers of the step up to a number.
fn powers(most: f64) -> Vec<f64> {
    std::iter::successors(Some(1.0), |power| Some(power * STEP)).take_while(|&power| power <= most).collect()
}

struct Diagram {
    svg: String,
    top: f64,
    /// The most cores.
    most: f64,
    scale: Scale,
}

impl Diagram {
    /// Axes without curves.
    fn new(top: f64, title: &str, most: f64, scale: Scale) -> Self {
        let mut diagram = Diagram { svg: String::new(), top, most, scale };
        diagram.text(LEFT, top - 14.0, "start", title);
        for cores in powers(most) {
            let x = diagram.x(cores);
            diagram.rule((x, top), (x, top + HEIGHT));
            diagram.text(x, top + HEIGHT + 18.0, "middle", &cores.to_string());
        }
        diagram.text(LEFT + WIDTH, top + HEIGHT + 36.0, "end", "cores");
        for mark in scale.marks() {
            let y = diagram.y(mark);
            diagram.rule((LEFT, y), (LEFT + WIDTH, y));
            diagram.text(LEFT - 8.0, y + 4.0, "end", &mark.to_string());
        }
        diagram
    }

    fn x(&self, cores: f64) -> f64 {
        LEFT + WIDTH * cores.ln() / self.most.ln()
    }

    fn y(&self, value: f64) -> f64 {
        self.top + HEIGHT * (1.0 - self.scale.place(value))
    }

    fn rule(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#d8d8d8\"/>"
        );
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = writeln!(self.svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    /// A line with its name at its end.
    fn line(&mut self, name: &str, colour: &str, dashes: &str, points: &[(f64, f64)]) {
        let place = |&(cores, value): &(f64, f64)| (self.x(cores), self.y(value));
        let places: Vec<(f64, f64)> = points.iter().map(place).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            path.join(" ")
        );
        if let Some((x, y)) = places.last() {
            self.text(x + 8.0, y + 4.0, "start", name);
        }
    }

    /// A line with its points marked.
    fn curve(&mut self, name: &str, colour: &str, points: &[(f64, f64)]) {
        self.line(name, colour, "none", points);
        for &(cores, value) in points {
            let (x, y) = (self.x(cores), self.y(value));
            let _ = writeln!(self.svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>");
        }
    }
}

/// Text that can stand in SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_a_mark_for_every_point() {
        let mut curves = Curves::default();
        assert!(curves.is_empty());
        for (cores, speedup) in [(16, 9.0), (1, 0.8), (4, 3.0)] {
            curves.add(Point { cores, speedup, overhead: 1.5, utilisation: 0.9 });
        }
        let picture = curves.picture("0<5");
        assert_eq!(picture.matches("<circle").count(), 9);
        assert!(picture.contains("0&lt;5") && picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }
}
