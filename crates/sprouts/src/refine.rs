//! The canonical form of any land, by refinement.
//!
//! Once the upper-case letters are ranked the rest is sorting: every boundary
//! takes its least rotation, a region its lesser mirror image, boundaries and
//! regions go in order. So the form is the least result over
//! all rankings that agree with an invariant colouring of the letters: colours
//! are refined by what stands around the letter, and where some stay equal
//! each of them is put apart in turn (individualisation and refinement, as in
//! McKay's *Practical graph isomorphism*, 1981). A ranking that gives a result
//! seen before shows an automorphism, and the rest of that branch is skipped.

use crate::code::{LOWER, Token, UPPER};
use crate::form::FormWriter;
use crate::parts::{Parts, Place, mix};

/// Reusable buffers of the search for the least form.
#[derive(Debug, Default)]
pub(crate) struct Refiner {
    /// Colours of the letters, one list for each letter that is put apart on the way.
    colours: Vec<u64>,
    /// The newest of these lists, sorted.
    sorted: Vec<u64>,
    /// For each boundary on which letters stand the colours of its tokens, twice in a row.
    around: Vec<u64>,
    views: Vec<[u64; 2]>,
    boundary_colours: Vec<u64>,
    region_colours: Vec<u64>,
    path: Vec<usize>,
    first: Leaf,
    best: Leaf,
    ranks: Vec<Token>,
    writer: FormWriter,
    form: Vec<Token>,
    /// Tokens that may still be looked at.
    work_left: usize,
}

/// About a second of work.
const MOST_WORK: usize = 100_000_000;

/// The form that a ranking gave, and the letters that were put apart to get there.
#[derive(Debug, Default)]
struct Leaf {
    found: bool,
    form: Vec<Token>,
    path: Vec<usize>,
}

impl Leaf {
    fn set(&mut self, form: &[Token], path: &[usize]) {
        self.found = true;
        self.form.clear();
        self.form.extend_from_slice(form);
        self.path.clear();
        self.path.extend_from_slice(path);
    }

    /// The depth at which `path` leaves the path to this leaf.
    fn fork(&self, path: &[usize]) -> usize {
        self.path.iter().zip(path).take_while(|(a, b)| a == b).count()
    }
}

impl Refiner {
    /// The canonical form of a land.
    ///
    /// None if the search takes too long, which can only happen to large lands
    /// with very many symmetries. The bound is on work, not on time, so that
    /// the same code always fares the same.
    pub(crate) fn canonical(&mut self, parts: &Parts) -> Option<&[Token]> {
        self.work_left = MOST_WORK;
        self.first.found = false;
        self.colours.clear();
        self.colours.resize(parts.places.len(), 1);
        self.path.clear();
        self.search(parts, 0);
        (self.work_left > 0).then_some(&self.best.form)
    }

    /// Explores all rankings below the current colours, which start at `base`.
    /// Returns the depth to go on from: less than the current depth when the
    /// rest of this branch mirrors one that has been explored.
    fn search(&mut self, parts: &Parts, base: usize) -> usize {
        let letters = parts.places.len();
        let depth = self.path.len();
        self.refine(parts, base);
        let tie = self.sorted.windows(2).find(|pair| pair[0] == pair[1]);
        let Some(&[tied, _]) = tie else {
            return self.leaf(parts, base);
        };
        for chosen in 0..letters {
            if self.colours[base + chosen] != tied {
                continue;
            }
            let next = self.colours.len();
            self.colours.extend_from_within(base..base + letters);
            self.colours[next + chosen] = mix(tied ^ 0x5bf0_3635);
            self.path.push(chosen);
            if self.work_left == 0 {
                return 0;
            }
            let back = self.search(parts, next);
            self.path.pop();
            self.colours.truncate(next);
            if back < depth {
                return back;
            }
        }
        depth
    }

    fn leaf(&mut self, parts: &Parts, base: usize) -> usize {
        let sorted = &self.sorted;
        self.ranks.clear();
        self.ranks.extend(
            self.colours[base..].iter().map(|colour| sorted.partition_point(|s| s < colour) as Token),
        );
        self.write_form(parts);
        if !self.first.found {
            self.first.set(&self.form, &self.path);
            self.best.set(&self.form, &self.path);
        } else if self.form == self.first.form {
            return self.first.fork(&self.path);
        } else if self.form == self.best.form {
            return self.best.fork(&self.path);
        } else if self.form < self.best.form {
            self.best.set(&self.form, &self.path);
        }
        self.path.len()
    }

    /// Refines the colours that start at `base` until no further letters are told apart.
    fn refine(&mut self, parts: &Parts, base: usize) {
        let letters = parts.places.len();
        let mut distinct = self.sort_colours(parts, base);
        while distinct < letters {
            self.refine_once(parts, base);
            let now = self.sort_colours(parts, base);
            if now == distinct {
                break;
            }
            distinct = now;
        }
    }

    /// Sorts the colours into `sorted` and counts the different ones.
    fn sort_colours(&mut self, parts: &Parts, base: usize) -> usize {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.colours[base..base + parts.places.len()]);
        self.sorted.sort_unstable();
        1 + self.sorted.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    fn refine_once(&mut self, parts: &Parts, base: usize) {
        // Every side of a letter looks around its whole boundary.
        let walked = |&Place { boundary, .. }: &Place| parts.tokens_of(boundary as usize).len();
        let work: usize = parts.places.iter().flatten().map(walked).sum();
        self.work_left = self.work_left.saturating_sub(work + parts.boundaries.len());
        let letters = parts.places.len();
        let colours = &mut self.colours[base..base + letters];
        self.region_colours.clear();
        self.region_colours.extend(parts.regions.iter().map(|region| region.colour));
        self.boundary_colours.clear();
        self.boundary_colours.resize(parts.boundaries.len(), 0);
        // Each boundary with letters once around and once more, at twice its start.
        self.around.clear();
        self.around.resize(2 * parts.tokens.len(), 0);
        for boundary in parts.boundaries.iter().filter(|b| b.tied) {
            let (start, end) = boundary.bounds();
            let (first, second) = self.around[2 * start..2 * end].split_at_mut(end - start);
            for ((one, other), &token) in first.iter_mut().zip(second).zip(&parts.tokens[start..end]) {
                let colour = match token {
                    UPPER.. => colours[usize::from(token - UPPER)],
                    LOWER.. => {
                        // The same in both directions.
                        let distance = usize::from(token - LOWER);
                        distance.min(end - start - distance) as u64 + 3
                    }
                    _ => u64::from(token),
                };
                *one = colour;
                *other = colour;
            }
        }
        self.views.clear();
        for places in &parts.places {
            let views = places.map(|Place { boundary, token }| {
                let (start, end) = parts.boundaries[boundary as usize].bounds();
                let length = end - start;
                let around = &self.around[start + token as usize..][..length + 1];
                let walk = |walked: u64, colour: &u64| {
                    walked.wrapping_mul(0xd6e8_feb8_6659_fd93).wrapping_add(*colour)
                };
                let ahead = around[..length].iter().fold(length as u64, walk);
                let behind = around[1..].iter().rev().fold(length as u64, walk);
                let view = mix(ahead).wrapping_add(mix(behind));
                let sum = &mut self.boundary_colours[boundary as usize];
                *sum = sum.wrapping_add(mix(view));
                view
            });
            self.views.push(views);
        }
        for (boundary, &colour) in parts.boundaries.iter().zip(&self.boundary_colours) {
            if boundary.tied {
                let region = &mut self.region_colours[boundary.region as usize];
                *region = region.wrapping_add(mix(colour));
            }
        }
        for ((colour, places), views) in colours.iter_mut().zip(&parts.places).zip(&self.views) {
            let seen = [0, 1].map(|side| {
                let region = parts.boundaries[places[side].boundary as usize].region;
                mix(views[side] ^ self.region_colours[region as usize].rotate_left(17))
            });
            *colour = mix(colour.wrapping_mul(3).wrapping_add(seen[0]).wrapping_add(seen[1]));
        }
    }

    /// Writes the form under `ranks` into `form`.
    fn write_form(&mut self, parts: &Parts) {
        self.writer.write(parts, &self.ranks, &mut self.form);
    }
}
