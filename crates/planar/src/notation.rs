//! The words of all faces: a map in the notation of positions.

use std::collections::HashMap;

use crate::element::Spot;
use crate::map::{Occurrence, PlanarMap};

/// The live spots of one boundary, in the order of the walk.
type Word = Vec<Occurrence>;

impl PlanarMap {
    /// The position in the notation that `rhizome` reads, nothing simplified but what cannot be written:
    ///
    /// - Dead spots are left out; so are boundaries without live spots, and faces without such boundaries.
    /// - Faces that share letters are put together into a land, lands are joined by `+`.
    /// - Bare spots that stand side by side in a face are written `0*n`.
    ///
    /// Nothing else goes: a face is written if there is a live spot on it, whether or not a move is possible
    /// in it. A spot of degree 2 is written once for each of its two sides, as a letter, so `2` never stands
    /// in the result, nor is `aa` shortened. Upper-case letters are named in their land and lower-case letters
    /// in their boundary, in the order in which they stand; after `Z` and `z` come `(A1)` and `(a1)`.
    /// Faces, boundaries and walks begin as in [`PlanarMap::faces`]. The position without live spots is `!`.
    pub fn notation(&self) -> String {
        let faces = self.words();
        let lands: Vec<String> = lands(&faces).iter().map(|land| land_text(land)).collect();
        if lands.is_empty() { "!".to_owned() } else { lands.join("+") }
    }

    /// For each face the words of its boundaries, without those that are empty.
    fn words(&self) -> Vec<Vec<Word>> {
        let mut faces = self.faces();
        for face in &mut faces {
            for boundary in face.iter_mut() {
                boundary.retain(|met| met.lives() > 0);
            }
            face.retain(|word| !word.is_empty());
        }
        faces.retain(|face| !face.is_empty());
        faces
    }
}

/// Faces that are tied together by spots, lands in the order of their first faces.
fn lands(faces: &[Vec<Word>]) -> Vec<Vec<&Vec<Word>>> {
    let mut land_of: Vec<usize> = (0..faces.len()).collect();
    let mut seen: HashMap<Spot, usize> = HashMap::new();
    for (face, words) in faces.iter().enumerate() {
        for met in words.iter().flatten() {
            let first = *seen.entry(met.spot).or_insert(face);
            let (old, new) = (land_of[face].max(land_of[first]), land_of[face].min(land_of[first]));
            for land in &mut land_of {
                if *land == old {
                    *land = new;
                }
            }
        }
    }
    (0..faces.len())
        .map(|land| {
            let members = faces.iter().zip(&land_of).filter(|(_, of)| **of == land);
            members.map(|(face, _)| face).collect()
        })
        .filter(|members: &Vec<_>| !members.is_empty())
        .collect()
}

fn land_text(faces: &[&Vec<Word>]) -> String {
    let mut upper = Names::new('A');
    let faces: Vec<String> = faces.iter().map(|face| face_text(face, &mut upper)).collect();
    faces.join("|")
}

fn face_text(words: &[Word], upper: &mut Names) -> String {
    let is_bare = |word: &Word| word.iter().all(|met| met.degree == 0);
    let runs = words.chunk_by(|one, other| is_bare(one) && is_bare(other));
    let runs: Vec<String> = runs
        .map(|run| match run {
            [word] => word_text(word, upper),
            _ => format!("0*{}", run.len()),
        })
        .collect();
    runs.join(".")
}

fn word_text(word: &Word, upper: &mut Names) -> String {
    let mut lower = Names::new('a');
    let mut text = String::new();
    for met in word {
        match met.degree {
            0 => text.push('0'),
            1 => text.push('1'),
            // On the sphere, both sides of a spot in one face are on one boundary.
            _ if word.iter().filter(|other| other.spot == met.spot).count() == 2 => {
                lower.write(met.spot, &mut text)
            }
            _ => upper.write(met.spot, &mut text),
        }
    }
    text
}

/// Letters given to spots in the order in which they are asked for.
struct Names {
    first: char,
    names: HashMap<Spot, usize>,
}

impl Names {
    fn new(first: char) -> Self {
        Self { first, names: HashMap::new() }
    }

    fn write(&mut self, spot: Spot, text: &mut String) {
        let next = self.names.len();
        let name = *self.names.entry(spot).or_insert(next);
        let letter = (self.first..).nth(name % 26).unwrap_or(self.first);
        match name / 26 {
            0 => text.push(letter),
            round => text.push_str(&format!("({letter}{round})")),
        }
    }
}
