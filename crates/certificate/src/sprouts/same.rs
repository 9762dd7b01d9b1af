//! Whether two lands are the same.
//!
//! Colours say which letters can correspond to which. If one colour belongs to several letters, one of them is tried with each of
//! its colour, and colours are refined anew. Whatever is tried, lands are only found to be the same when their normal forms
//! agree word by word, with letters named by what they correspond to.

use super::colours::Painter;
use super::land::{Land, count_letters};
use super::words::{as_shared, backwards, shared, turn_to_least};

/// Whether two lands are the same.
pub(super) fn is_same(one: &Land, other: &Land) -> bool {
    if one.tape() == other.tape() {
        return true;
    }
    if one.fingerprint() != other.fingerprint() || one.tape().len() != other.tape().len() {
        return false;
    }
    let mut sides = [Side::new(one), Side::new(other)];
    let mut tried: Vec<Tried> = Vec::new();
    loop {
        match compare(&mut sides, &tried) {
            Verdict::Same => return true,
            Verdict::Different => {}
            Verdict::Open(next) => tried.push(next),
        }
        loop {
            let Some(last) = tried.last_mut() else { return false };
            if let Some(partner) = last.candidates.pop() {
                last.partner = partner;
                break;
            }
            tried.pop();
        }
    }
}

/// A letter of the one land with the letter of the other that is tried for it.
#[derive(Debug, Default)]
struct Tried {
    letter: usize,
    partner: usize,
    /// What can be tried later.
    candidates: Vec<usize>,
}

enum Verdict {
    Same,
    Different,
    Open(Tried),
}

/// One of the two lands.
struct Side {
    painter: Painter,
    letters: usize,
    /// The letters that stand in two regions.
    shared: Vec<usize>,
    /// These, sorted by what they look like.
    order: Vec<Looks>,
    /// For each letter the place in the order.
    names: Vec<usize>,
}

/// What a letter looks like, and the letter. A letter that is tried looks like no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Looks {
    tried: usize,
    colour: u64,
    letter: usize,
}

impl Looks {
    fn alike(&self, other: &Self) -> bool {
        (self.tried, self.colour) == (other.tried, other.colour)
    }
}

impl Side {
    fn new(land: &Land) -> Self {
        let letters = count_letters(land.tape());
        let mut painter = Painter::default();
        painter.set(land.tape(), letters);
        let mut shared: Vec<usize> = painter.forms().iter().filter_map(|&form| as_shared(form)).collect();
        shared.sort_unstable();
        shared.dedup();
        Self { painter, letters, shared, order: Vec::new(), names: vec![0; letters] }
    }

    fn begin(&mut self, tried: impl Iterator<Item = usize>) {
        self.painter.clear(self.letters);
        self.names.fill(usize::MAX);
        for (mark, letter) in tried.enumerate() {
            self.painter.mark(letter, mark);
            self.names[letter] = mark;
        }
    }

    /// Goes on by one round, and says how many looks there are.
    fn refine(&mut self) -> usize {
        self.painter.refine();
        let (colours, names) = (self.painter.colours(), &self.names);
        let looks = |&letter: &usize| Looks { tried: names[letter], colour: colours[letter], letter };
        self.order.clear();
        self.order.extend(self.shared.iter().map(looks));
        self.order.sort_unstable();
        self.order.chunk_by(Looks::alike).count()
    }

    /// The land with its letters named by their places in the order, in a form that depends on nothing but these names.
    fn normal_form(&mut self) -> Vec<NormalRegion> {
        for (place, looks) in self.order.iter().enumerate() {
            self.names[looks.letter] = place;
        }
        let name = |form: u32| as_shared(form).map_or(form, |letter| shared(self.names[letter]));
        let mut normal: Vec<NormalRegion> = Vec::new();
        for (bares, words) in self.painter.regions() {
            let (mut forth, mut back) = (Vec::new(), Vec::new());
            for word in words {
                let mut form: Vec<u32> = word.iter().map(|&form| name(form)).collect();
                let mut mirrored: Vec<u32> =
                    form.iter().rev().map(|&form| backwards(form, word.len())).collect();
                turn_to_least(&mut form);
                turn_to_least(&mut mirrored);
                forth.push(form);
                back.push(mirrored);
            }
            forth.sort_unstable();
            back.sort_unstable();
            normal.push((bares, forth.min(back)));
        }
        normal.sort_unstable();
        normal
    }
}

/// The number of bare spots and the other words.
type NormalRegion = (usize, Vec<Vec<u32>>);

/// Compares two lands if the letters correspond that are tried.
fn compare(sides: &mut [Side; 2], tried: &[Tried]) -> Verdict {
    let [one, other] = sides;
    one.begin(tried.iter().map(|tried| tried.letter));
    other.begin(tried.iter().map(|tried| tried.partner));
    let mut count = 0;
    loop {
        let refined = one.refine();
        let is_finer = refined > count;
        count = refined;
        let agree = other.refine() == count
            && one.painter.whole() == other.painter.whole()
            && one.order.iter().zip(&other.order).all(|(one, other)| one.alike(other));
        if !agree || one.order.len() != other.order.len() {
            return Verdict::Different;
        }
        if !is_finer || count == one.order.len() {
            break;
        }
    }
    // Often it is all the same which of the letters correspond that look alike.
    if one.normal_form() == other.normal_form() {
        return Verdict::Same;
    }
    let mut start = 0;
    let mut smallest = 0..0;
    for class in one.order.chunk_by(Looks::alike) {
        if class.len() > 1 && (smallest.is_empty() || class.len() < smallest.len()) {
            smallest = start..start + class.len();
        }
        start += class.len();
    }
    match one.order.get(smallest.start).filter(|_| !smallest.is_empty()) {
        None => Verdict::Different,
        Some(looks) => {
            let candidates = other.order[smallest].iter().map(|looks| looks.letter).collect();
            Verdict::Open(Tried { letter: looks.letter, partner: 0, candidates })
        }
    }
}
