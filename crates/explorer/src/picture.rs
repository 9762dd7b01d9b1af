//! Pictures as the page gets them.

use rhizome_planar::{Drawing, Point};
use serde::Serialize;

/// A drawing of a position, in numbers. Coordinates are those of the view, y down.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    view: &'static str,
    spots: Vec<PictureSpot>,
    curves: Vec<PictureCurve>,
    regions: Vec<PictureRegion>,
}

#[derive(Clone, Debug, Serialize)]
struct PictureSpot {
    id: usize,
    x: f64,
    y: f64,
    /// How large it may be drawn.
    radius: f64,
    lives: u8,
}

#[derive(Clone, Debug, Serialize)]
struct PictureCurve {
    path: String,
    /// The spot that came with the move that drew it, by its number.
    of: usize,
}

#[derive(Clone, Debug, Serialize)]
struct PictureRegion {
    outline: String,
    note: String,
}

/// The greatest radius of a live spot.
const GREATEST_LIVE: f64 = 24.0;

/// The greatest radius of a dead spot.
const GREATEST_DEAD: f64 = 11.0;

/// The least radius of a spot that can be seen.
const LEAST_RADIUS: f64 = 4.0;

/// Tenths are finer than a screen.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// A place, for the page.
pub fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}

impl Picture {
    /// The picture of a drawing.
    pub fn new(drawing: &Drawing) -> Self {
        let first_spots = drawing.map().spots().count() - drawing.map().moves_played();
        let spot = |spot: &rhizome_planar::DrawnSpot| {
            let [x, y] = place(spot.at);
            PictureSpot { id: spot.spot.index(), x, y, radius: rounded(spot.radius), lives: spot.lives }
        };
        let curve = |edge: &rhizome_planar::DrawnEdge| PictureCurve {
            path: edge.path.clone(),
            of: first_spots + edge.dart.index() / 4,
        };
        let region = |face: &rhizome_planar::DrawnFace| {
            // Where both sides of a spot lie in one region, its life counts once.
            let mut lives: Vec<_> =
                face.boundaries.iter().flatten().map(|met| (met.spot, met.lives())).collect();
            lives.sort_unstable();
            lives.dedup();
            let lives: u32 = lives.iter().map(|&(_, lives)| u32::from(lives)).sum();
            let boundaries = face.boundaries.len();
            let plural = |count: usize| if count == 1 { "y" } else { "ies" };
            PictureRegion {
                outline: face.outline.clone(),
                note: format!("region with {boundaries} boundar{}, lives: {lives}", plural(boundaries)),
            }
        };
        Picture {
            view: drawing.view(),
            spots: drawing.spots().iter().map(spot).collect(),
            curves: drawing.edges().iter().map(curve).collect(),
            regions: drawing.faces().iter().map(region).collect(),
        }
    }

    /// The picture as a file of its own, with a title.
    pub fn svg(&self, title: &str) -> String {
        let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"600\" height=\"600\">\n<title>{title}</title>\n\
             <g fill=\"none\" stroke=\"#1d2321\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
            self.view
        );
        for curve in &self.curves {
            svg += &format!("<path d=\"{}\"/>\n", curve.path);
        }
        svg += "</g>\n<g font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\">\n";
        for PictureSpot { x, y, radius, lives, .. } in &self.spots {
            let live = *lives > 0;
            let (greatest, colour) = if live { (GREATEST_LIVE, "#14663a") } else { (GREATEST_DEAD, "#7a827d") };
            let radius = radius.clamp(LEAST_RADIUS, greatest);
            svg += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>\n");
            if live {
                let (size, base) = (rounded(radius * 1.3), rounded(y + radius * 0.46));
                svg += &format!("<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\" fill=\"#fff\">{lives}</text>\n");
            }
        }
        svg += "</g>\n</svg>\n";
        svg
    }
}
