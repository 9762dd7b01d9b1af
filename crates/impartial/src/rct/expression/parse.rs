//! Reading RCTs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use rhizome_search::Control;

use super::super::{Rct, Rcts};
use super::{ExpressionError, GREATEST_HEIGHT};

/// Reads an expression.
pub(super) fn parse(rcts: &mut Rcts, text: &str, control: &Control<'_>) -> Result<Rct, ExpressionError> {
    let mut parser = Parser { text, at: 0, rcts, control, names: HashMap::new() };
    if parser.peek().is_none() {
        return Err(error("there is no expression here", 0..0));
    }
    while parser.definition()? {}
    let rct = parser.sum()?;
    match parser.peek() {
        None => Ok(rct),
        Some('}') => Err(parser.error_here("this `}` closes nothing")),
        Some(',') => Err(parser.error_here("`,` belongs between the members of a set in braces")),
        Some('=' | ';') => Err(parser.error_here("only names are defined, as in `@1={*2};{@1,*3}`")),
        Some(_) => Err(parser.error_here("only `+` and another term may follow here")),
    }
}

fn error(message: impl Into<String>, span: Range<usize>) -> ExpressionError {
    ExpressionError::Text { message: message.into(), span }
}

struct Parser<'a, 'c> {
    text: &'a str,
    /// Where the next character begins.
    at: usize,
    rcts: &'a mut Rcts,
    control: &'a Control<'c>,
    names: HashMap<u32, Rct>,
}

/// A set that is not yet closed, or the expression around all sets.
#[derive(Default)]
struct Open {
    /// Where the brace stands.
    brace: Option<usize>,
    members: Vec<Rct>,
    /// The sum of the terms of the member that is being read.
    sum: Option<Rct>,
}

impl Parser<'_, '_> {
    /// The next character that is no white space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    /// Where the next character stands.
    fn here(&self) -> Range<usize> {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.at..self.at + length
    }

    fn error_here(&self, message: impl Into<String>) -> ExpressionError {
        error(message, self.here())
    }

    /// The number behind the character that is next, at which `what` begins.
    fn number(&mut self, what: &str) -> Result<u32, ExpressionError> {
        let start = self.at;
        let digits = &self.text[start + 1..];
        let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
        self.at = start + 1 + end;
        match digits[..end].parse() {
            Ok(number) => Ok(number),
            Err(_) if end == 0 => Err(error(format!("{what} is missing"), start..self.at)),
            Err(_) => Err(error(format!("{what} is too big"), start..self.at)),
        }
    }

    /// Reads a definition, if there is one.
    fn definition(&mut self) -> Result<bool, ExpressionError> {
        if self.peek() != Some('@') {
            return Ok(false);
        }
        let start = self.at;
        let name = self.number("the number after `@`")?;
        let span = start..self.at;
        if self.peek() != Some('=') {
            self.at = start;
            return Ok(false);
        }
        self.at += 1;
        let rct = self.sum()?;
        match self.names.entry(name) {
            Entry::Occupied(_) => return Err(error(format!("`@{name}` is defined twice"), span)),
            Entry::Vacant(entry) => entry.insert(rct),
        };
        if self.peek() != Some(';') {
            return Err(self.error_here("`;` is missing after a definition"));
        }
        self.at += 1;
        Ok(true)
    }

    /// Reads a sum. Sets within sets are kept in a list, so that it does not matter how deep they are.
    fn sum(&mut self) -> Result<Rct, ExpressionError> {
        let mut around: Vec<Open> = Vec::new();
        let mut open = Open::default();
        loop {
            let next = self.peek();
            let mut start = self.at;
            let mut term = match next {
                Some('*') => self.heap()?,
                Some('@') => self.named()?,
                Some('{') => {
                    self.at += 1;
                    around.push(std::mem::take(&mut open));
                    open.brace = Some(start);
                    if self.peek() != Some('}') {
                        continue;
                    }
                    self.at += 1;
                    open = around.pop().unwrap_or_default();
                    Rct::ZERO
                }
                _ => return Err(self.no_term()),
            };
            // The term may end a set, which is a term itself.
            loop {
                let sum = self.add(open.sum, term, start..self.at)?;
                match (self.peek(), open.brace) {
                    (Some('+'), _) => {
                        self.at += 1;
                        open.sum = Some(sum);
                        break;
                    }
                    (_, None) => return Ok(sum),
                    (Some(','), Some(_)) => {
                        self.at += 1;
                        open.members.push(sum);
                        open.sum = None;
                        break;
                    }
                    (Some('}'), Some(brace)) => {
                        self.at += 1;
                        open.members.push(sum);
                        term = self.set(std::mem::take(&mut open.members), brace..self.at)?;
                        start = brace;
                        open = around.pop().unwrap_or_default();
                    }
                    (None, Some(brace)) => {
                        return Err(error("this `{` is never closed", brace..brace + 1));
                    }
                    (Some(_), Some(_)) => {
                        return Err(self.error_here("`,`, `+` or `}` is missing here"));
                    }
                }
            }
        }
    }

    fn no_term(&self) -> ExpressionError {
        self.error_here("a term is missing here: a heap like `*2`, a set like `{*2}`, or a name like `@1`")
    }

    fn heap(&mut self) -> Result<Rct, ExpressionError> {
        let start = self.at;
        let size = self.number("the size of the heap after `*`")?;
        self.check_height(size, start..self.at)?;
        Ok(self.rcts.nim_heap_within(size, self.control)?)
    }

    fn named(&mut self) -> Result<Rct, ExpressionError> {
        let start = self.at;
        let name = self.number("the number after `@`")?;
        let undefined = || error(format!("`@{name}` is not defined before it is used"), start..self.at);
        self.names.get(&name).copied().ok_or_else(undefined)
    }

    fn set(&mut self, mut members: Vec<Rct>, span: Range<usize>) -> Result<Rct, ExpressionError> {
        self.control.check()?;
        let rct = self.rcts.intern(&mut members);
        self.rcts.check_memory(0, self.control)?;
        self.check_height(self.rcts.height(rct), span)?;
        Ok(rct)
    }

    fn add(&mut self, sum: Option<Rct>, term: Rct, span: Range<usize>) -> Result<Rct, ExpressionError> {
        let Some(sum) = sum else { return Ok(term) };
        self.check_height(self.rcts.height(sum).saturating_add(self.rcts.height(term)), span)?;
        Ok(self.rcts.sum(sum, term, self.control)?)
    }

    fn check_height(&self, height: u32, span: Range<usize>) -> Result<(), ExpressionError> {
        match height > GREATEST_HEIGHT {
            true => Err(error(format!("this is too high: the greatest height is {GREATEST_HEIGHT}"), span)),
            false => Ok(()),
        }
    }
}
