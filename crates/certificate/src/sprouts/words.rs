//! Cyclic words up to turning.
//!
//! In a *turning form* nothing depends on where a word begins: a letter that stands twice in the word is written as the way to its
//! other place, and any other letter by its name.

use super::land::letter;

/// Begins the names of letters that the word shares with another region.
const SHARED: u32 = 1 << 16;
/// Begins the distances to the other place of a letter.
const OWN: u32 = 1 << 17;

/// The form of a letter with this name that the word shares.
pub(super) fn shared(name: usize) -> u32 {
    SHARED + name as u32
}

/// The letter that a word shares at this place of its form.
pub(super) fn as_shared(form: u32) -> Option<usize> {
    (SHARED..OWN).contains(&form).then_some((form ^ SHARED) as usize)
}

/// The distance from this place of a form to the other place of the letter.
fn as_own(form: u32) -> Option<u32> {
    form.checked_sub(OWN)
}

/// Writes turning forms.
#[derive(Debug, Default)]
pub(super) struct Former {
    /// For each letter, the last place where it was met, and in which word.
    met: Vec<(u32, u32)>,
    word: u32,
}

impl Former {
    /// For tapes with so many letters.
    pub fn reset(&mut self, letters: usize) {
        self.met.clear();
        self.met.resize(letters, (0, 0));
        self.word = 0;
    }

    /// Appends the turning form of a word of the tape.
    pub fn form(&mut self, word: &[u16], forms: &mut Vec<u32>) {
        self.word += 1;
        let start = forms.len();
        for (place, &symbol) in word.iter().enumerate() {
            let Some(index) = letter(symbol) else {
                forms.push(u32::from(symbol));
                continue;
            };
            let (in_word, before) = self.met[index];
            if in_word == self.word {
                let forth = place as u32 - before;
                forms[start + before as usize] = OWN + forth;
                forms.push(OWN + word.len() as u32 - forth);
            } else {
                self.met[index] = (self.word, place as u32);
                forms.push(shared(index));
            }
        }
    }
}

/// What a place of a form reads in a word of this length that is read backwards.
pub(super) fn backwards(form: u32, length: usize) -> u32 {
    as_own(form).map_or(form, |forth| OWN + length as u32 - forth)
}

/// Turns a form to the least of all its turns.
pub(super) fn turn_to_least(form: &mut [u32]) {
    form.rotate_left(least_turn(form));
}

/// After how many places a form that is turned to its least is the same again.
pub(super) fn period(form: &[u32]) -> usize {
    let length = form.len();
    let is_period = |&turn: &usize| length.is_multiple_of(turn) && form[turn..] == form[..length - turn];
    (1..length).filter(|turn| length.is_multiple_of(*turn)).find(is_period).unwrap_or(length)
}

/// Where the least of all turns begins. Two candidates are compared place by place; where they differ, the larger cannot begin
/// anywhere in what was compared, so this takes few steps.
fn least_turn(form: &[u32]) -> usize {
    let length = form.len();
    let at = |place: usize| form[if place < length { place } else { place - length }];
    let (mut one, mut other, mut equal) = (0, 1, 0);
    while one < length && other < length && equal < length {
        let (left, right) = (at(one + equal), at(other + equal));
        if left == right {
            equal += 1;
            continue;
        }
        let larger = if left > right { &mut one } else { &mut other };
        *larger += equal + 1;
        if one == other {
            other += 1;
        }
        equal = 0;
    }
    one.min(other)
}
