//! A crude normal form: equal spellings mean equal positions, but not the other way round.

use std::collections::HashMap;

use rhizome_planar::{PlanarMap, Spot};

/// A boundary as its live spots with their degrees.
type Word = Vec<(Spot, u8)>;

const BOUNDARY_END: usize = 2;
const FACE_END: usize = 3;
/// A letter that has no name yet, at its first place in a word.
const FIRST_NAME: usize = 4;

/// Names spots of degree 2 in the order in which they are met.
#[derive(Clone, Default)]
struct Names(HashMap<Spot, usize>);

impl Names {
    fn spell(&mut self, word: &[(Spot, u8)]) -> Vec<usize> {
        let spell = |&(spot, degree): &(Spot, u8)| {
            let next = FIRST_NAME + self.0.len();
            if degree < 2 { degree.into() } else { *self.0.entry(spot).or_insert(next) }
        };
        word.iter().map(spell).chain([BOUNDARY_END]).collect()
    }

    /// The least spelling of a word that may be rotated.
    fn least(&self, word: &Word) -> (Vec<usize>, Names) {
        let rotations = (0..word.len()).map(|start| {
            let mut names = self.clone();
            (names.spell(&[&word[start..], &word[..start]].concat()), names)
        });
        rotations.min_by(|one, other| one.0.cmp(&other.0)).unwrap_or_default()
    }

    /// Spells a face, always going on with the boundary that is least at the time.
    fn face(&self, mut words: Vec<Word>) -> (Vec<usize>, Names) {
        let mut spelling = Vec::new();
        let mut names = self.clone();
        while !words.is_empty() {
            let spelled = words.iter().enumerate().map(|(place, word)| (names.least(word), place));
            let Some(((next, named), place)) = spelled.min_by(|one, other| one.0.0.cmp(&other.0.0)) else {
                break;
            };
            words.remove(place);
            spelling.extend(next);
            names = named;
        }
        spelling.push(FACE_END);
        (spelling, names)
    }
}

/// Spells the faces of a map in which a move is possible, always going on with the face that is least
/// at the time, and with the mirror image of a face if that is less.
pub fn spelling(map: &PlanarMap) -> Vec<usize> {
    let live = |boundary: Vec<rhizome_planar::Occurrence>| -> Word {
        let alive = boundary.iter().filter(|met| met.lives() > 0);
        alive.map(|met| (met.spot, met.degree)).collect()
    };
    let faces = map.faces().into_iter();
    let mut faces: Vec<Vec<Word>> = faces
        .map(|face| face.into_iter().map(live).filter(|word| !word.is_empty()).collect())
        .filter(|face: &Vec<Word>| !face.is_empty())
        .collect();
    let mut names = Names::default();
    let mut spelling = Vec::new();
    while !faces.is_empty() {
        let both = faces.iter().enumerate().flat_map(|(place, face)| {
            let mirrored = face.iter().map(|word| word.iter().rev().copied().collect()).collect();
            [(names.face(face.clone()), place), (names.face(mirrored), place)]
        });
        let Some(((next, named), place)) = both.min_by(|one, other| one.0.0.cmp(&other.0.0)) else { break };
        faces.remove(place);
        spelling.extend(next);
        names = named;
    }
    spelling
}
