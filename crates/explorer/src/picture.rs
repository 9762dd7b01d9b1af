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

/// The greatest radius of a spot: large enough for its lives to be read on a phone.
const GREATEST_RADIUS: f64 = 22.0;

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
            let others = drawing.spots().iter().filter(|other| other.spot != spot.spot);
            let nearest = others.map(|other| other.at.distance(spot.at)).fold(f64::INFINITY, f64::min);
            // The mark of the drawing takes two fifths of the room that there is.
            let radius = rounded(GREATEST_RADIUS.min(2.0 * spot.radius).min(0.45 * nearest));
            PictureSpot { id: spot.spot.index(), x, y, radius, lives: spot.lives }
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
}
