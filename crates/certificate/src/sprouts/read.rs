//! The notation.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::land::{LETTERS, Land, MAX_SPOTS, ONE, REGION, TWO, WORD};
use super::simplify::Simplifier;

/// Reads one term of a sum.
pub(super) fn read(text: &str) -> Result<Vec<Land>, String> {
    if text == "!" {
        return Ok(Vec::new());
    }
    let mut reader = Reader { text: text.as_bytes(), ..Reader::default() };
    reader.read_regions()?;
    reader.check_letters()?;
    Ok(Simplifier::default().simplify(&reader.tape, reader.letters.len(), &[]))
}

/// The name of a letter: its boundary, if the letter belongs to one; the letter; and the number behind it.
type Name = (Option<usize>, u8, u32);

/// What is known about a letter.
#[derive(Debug)]
struct Letter {
    symbol: u16,
    /// Where it stands first, in bytes.
    position: usize,
    region: usize,
    is_twice: bool,
}

#[derive(Debug, Default)]
struct Reader<'text> {
    text: &'text [u8],
    position: usize,
    spots: usize,
    region: usize,
    boundary: usize,
    letters: HashMap<Name, Letter>,
    tape: Vec<u16>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    /// Goes over a sign, if it stands here.
    fn take(&mut self, sign: u8) -> bool {
        let stands_here = self.peek() == Some(sign);
        self.position += usize::from(stands_here);
        stands_here
    }

    fn read_regions(&mut self) -> Result<(), String> {
        loop {
            self.read_region()?;
            if !self.take(b'|') {
                return self.peek().map_or(Ok(()), |_| Err(self.unexpected()));
            }
            self.region += 1;
        }
    }

    fn read_region(&mut self) -> Result<(), String> {
        let start = self.tape.len();
        self.tape.push(0);
        loop {
            if self.peek() == Some(b'0') {
                let bares = self.read_bares()?;
                self.tape[start] += bares;
            } else {
                self.read_word()?;
            }
            self.boundary += 1;
            if !self.take(b'.') {
                break;
            }
        }
        self.tape.push(REGION);
        Ok(())
    }

    /// Reads `0` or `0*n`.
    fn read_bares(&mut self) -> Result<u16, String> {
        let start = self.position;
        self.position += 1;
        let bares = if self.take(b'*') { self.read_number()? } else { 1 };
        if self.peek().is_some_and(|sign| !matches!(sign, b'.' | b'|')) {
            return Err(format!("byte {}: `0` is not alone in its boundary", self.position));
        }
        self.count(bares as usize, start)?;
        Ok(bares as u16)
    }

    fn read_word(&mut self) -> Result<(), String> {
        let start = self.position;
        while let Some(sign) = self.peek() {
            let position = self.position;
            let symbol = match sign {
                b'.' | b'|' => break,
                b'0' => return Err(format!("byte {position}: `0` is not alone in its boundary")),
                b'1' => ONE,
                b'2' => TWO,
                b'(' => self.read_numbered_letter()?,
                b'A'..=b'Z' | b'a'..=b'z' => self.letter(sign, 0, position)?,
                _ => return Err(self.unexpected()),
            };
            self.count(1, position)?;
            if sign != b'(' {
                self.position += 1;
            }
            self.tape.push(symbol);
        }
        if self.position == start {
            return Err(format!("byte {start}: a boundary is missing"));
        }
        self.tape.push(WORD);
        Ok(())
    }

    /// Reads such as `(A1)`.
    fn read_numbered_letter(&mut self) -> Result<u16, String> {
        let start = self.position;
        self.position += 1;
        let letter = self.peek().filter(u8::is_ascii_alphabetic).ok_or_else(|| self.unexpected())?;
        self.position += 1;
        let number = self.read_number()?;
        if number == 0 {
            return Err(format!("byte {start}: the numbers of letters begin with 1"));
        }
        if !self.take(b')') {
            return Err(self.unexpected());
        }
        self.letter(letter, number, start)
    }

    fn read_number(&mut self) -> Result<u32, String> {
        let start = self.position;
        while self.peek().is_some_and(|sign| sign.is_ascii_digit()) {
            self.position += 1;
        }
        let digits = &self.text[start..self.position];
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        if digits.len() > 1 && digits[0] == b'0' {
            return Err(format!("byte {start}: a number begins with 0"));
        }
        let value = digits
            .iter()
            .try_fold(0u32, |value, digit| value.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
        value.ok_or_else(|| format!("byte {start}: a number is larger than 4294967295"))
    }

    /// The symbol of a letter that stands at a position.
    fn letter(&mut self, letter: u8, number: u32, position: usize) -> Result<u16, String> {
        let is_upper = letter.is_ascii_uppercase();
        let boundary = (!is_upper).then_some(self.boundary);
        // Letters are counted as spots, so there are not more than fit.
        let symbol = LETTERS + self.letters.len() as u16;
        match self.letters.entry((boundary, letter, number)) {
            Entry::Vacant(entry) => {
                entry.insert(Letter { symbol, position, region: self.region, is_twice: false });
                Ok(symbol)
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                if known.is_twice {
                    return Err(format!("byte {position}: a letter stands a third time"));
                }
                if is_upper && known.region == self.region {
                    return Err(format!("byte {position}: an upper-case letter stands twice in a region"));
                }
                known.is_twice = true;
                Ok(known.symbol)
            }
        }
    }

    fn check_letters(&self) -> Result<(), String> {
        let lonely = self.letters.values().filter(|letter| !letter.is_twice).map(|letter| letter.position);
        match lonely.min() {
            Some(position) => Err(format!("byte {position}: a letter stands only once")),
            None => Ok(()),
        }
    }

    /// Counts spots as they are written.
    fn count(&mut self, spots: usize, position: usize) -> Result<(), String> {
        self.spots += spots;
        if self.spots > MAX_SPOTS {
            return Err(format!("byte {position}: there are more than {MAX_SPOTS} spots"));
        }
        Ok(())
    }

    fn unexpected(&self) -> String {
        let position = self.position;
        match self.peek() {
            None => format!("byte {position}: the text ends too early"),
            Some(sign) if sign.is_ascii_graphic() => {
                format!("byte {position}: `{}` cannot stand here", char::from(sign))
            }
            Some(sign) => format!("byte {position}: the byte {sign} cannot stand here"),
        }
    }
}
