//! A picture as a file of its own.

use std::fmt::Write;

use super::Drawing;

/// How curves and marks look where no style sheet says otherwise.
const STYLE: &str = "path{fill:none;stroke:#222;stroke-width:3;stroke-linecap:round}\
circle{stroke:#222;stroke-width:2;fill:#fff}\
circle.lives-0{fill:#222}circle.lives-1{fill:#fc6}circle.lives-2{fill:#7be}circle.lives-3{fill:#fff}";

impl Drawing {
    /// The picture as an SVG document: its position in notation as the title, a path of the class `edge` for each
    /// edge, and a circle of the classes `spot` and `lives-0` to `lives-3` for each spot.
    pub fn to_svg(&self) -> String {
        let view = self.view();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
            // Notation has no sign that XML would take for its own.
            self.map().notation()
        );
        // Writing to a string cannot fail.
        for edge in self.edges() {
            let _ = writeln!(svg, "<path class=\"edge\" d=\"{}\"/>", edge.path);
        }
        for spot in self.spots() {
            let (x, y, radius, lives) = (spot.at.x, spot.at.y, spot.radius, spot.lives);
            let _ = writeln!(
                svg,
                "<circle class=\"spot lives-{lives}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius:.3}\"/>"
            );
        }
        svg + "</svg>\n"
    }
}
