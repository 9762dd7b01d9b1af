//! The form of a land under a ranking of its upper-case letters: boundaries
//! rotated, regions mirrored, and all sorted, so that it is least.

use crate::code::{REGION_END, Token, UPPER};
use crate::parts::{Parts, Stretch, push_least_word, sort_by_slices};

/// Writes forms.
#[derive(Debug, Default)]
pub(crate) struct FormWriter {
    /// Words of one mirror image of one region.
    words: Vec<Token>,
    sorted: Vec<Stretch>,
    /// The mirror images of a region, each with its words in order.
    images: [Vec<Token>; 2],
    /// Regions, one after the other.
    streams: Vec<Token>,
    regions: Vec<Stretch>,
    names: Vec<Token>,
}

impl FormWriter {
    /// Writes the form of a land into `form`; `ranks` has the rank of every upper-case letter.
    pub(crate) fn write(&mut self, parts: &Parts, ranks: &[Token], form: &mut Vec<Token>) {
        self.streams.clear();
        self.regions.clear();
        for (number, region) in parts.regions.iter().enumerate() {
            self.write_image(parts, number, ranks, false);
            let mut image = &self.images[0];
            if region.sided {
                self.write_image(parts, number, ranks, true);
                image = (&self.images[0]).min(&self.images[1]);
            }
            let start = self.streams.len() as u32;
            self.streams.extend(std::iter::repeat_n(0, region.zeros as usize));
            self.streams.extend_from_slice(image);
            self.streams.push(REGION_END);
            self.regions.push((start, self.streams.len() as u32));
        }
        sort_by_slices(&mut self.regions, &self.streams);
        self.rename(ranks.len(), form);
    }

    /// Writes one of the mirror images of a region: its words in order.
    fn write_image(&mut self, parts: &Parts, region: usize, ranks: &[Token], mirrored: bool) {
        self.words.clear();
        self.sorted.clear();
        for boundary in parts.boundaries_of(region) {
            let start = self.words.len() as u32;
            if parts.boundaries[boundary].tied {
                push_least_word(parts.tokens_of(boundary), ranks, mirrored, &mut self.words);
            } else {
                self.words.extend_from_slice(parts.word(boundary, mirrored));
            }
            self.sorted.push((start, self.words.len() as u32));
        }
        sort_by_slices(&mut self.sorted, &self.words);
        let image = &mut self.images[usize::from(mirrored)];
        image.clear();
        for &(start, end) in &self.sorted {
            image.extend_from_slice(&self.words[start as usize..end as usize]);
        }
    }

    /// Puts the regions in order and names the letters in order of appearance.
    fn rename(&mut self, letters: usize, form: &mut Vec<Token>) {
        form.clear();
        self.names.clear();
        self.names.resize(letters, 0);
        let mut named = UPPER;
        for &(start, end) in &self.regions {
            for &token in &self.streams[start as usize..end as usize] {
                if token < UPPER {
                    form.push(token);
                    continue;
                }
                let name = &mut self.names[usize::from(token - UPPER)];
                if *name == 0 {
                    *name = named;
                    named += 1;
                }
                form.push(*name);
            }
        }
    }
}
