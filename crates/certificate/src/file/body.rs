//! In which order the lines of the body may come.

use super::error::shown;
use super::form::number;
use super::{Head, Kind};

/// Watches over kinds, numbers and the order of lines.
#[derive(Debug)]
pub(super) struct Body {
    /// The kinds that may come yet. The first is that of the line before, if it is one of them at all.
    kinds: &'static [Kind],
    /// The number of the next tree or node.
    next: u64,
    /// The text of the last entry of the same kind.
    last: Option<String>,
    entries: u64,
    stated: u64,
}

impl Body {
    pub(super) fn new(head: &Head) -> Self {
        Body { kinds: head.kinds(), next: 0, last: None, entries: 0, stated: head.entries }
    }

    /// Takes the next line, and returns its kind and what follows it.
    pub(super) fn take<'line>(&mut self, line: &'line str) -> Result<(Kind, &'line str), String> {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        let at = self.kinds.iter().position(|kind| kind.word() == word);
        let Some(at) = at else { return Err(self.unknown(word)) };
        if at > 0 {
            self.kinds = &self.kinds[at..];
            self.next = 0;
            self.last = None;
        }
        let kind = self.kinds[0];
        if text.is_empty() {
            return Err(format!("nothing follows `{kind}`"));
        }
        if kind.is_entry() {
            self.take_entry(kind, text)?
        } else {
            self.take_number(kind, text)?
        }
        Ok((kind, text))
    }

    fn take_entry(&mut self, kind: Kind, text: &str) -> Result<(), String> {
        match &mut self.last {
            Some(last) if last.as_str() == text => {
                return Err(format!("the line `{kind} …` before is the same"));
            }
            Some(last) if last.as_str() > text => {
                return Err(format!("not in ascending order: {} follows {}", shown(text), shown(&*last)));
            }
            Some(last) => text.clone_into(last),
            None => self.last = Some(text.to_owned()),
        }
        self.entries += 1;
        if self.entries > self.stated {
            return Err(format!("there are more entries than the {} that the head states", self.stated));
        }
        Ok(())
    }

    fn take_number(&mut self, kind: Kind, text: &str) -> Result<(), String> {
        let first = text.split(' ').next().unwrap_or_default();
        let found = number(first)?;
        if u64::from(found) != self.next {
            return Err(format!("`{kind} {found}` stands where `{kind} {}` should", self.next));
        }
        self.next += 1;
        Ok(())
    }

    fn unknown(&self, word: &str) -> String {
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.word() == word) {
            return format!("`{kind}` has no place here; expected {}", self.expected());
        }
        format!("{} is no kind of line; expected {}", shown(word), self.expected())
    }

    fn expected(&self) -> String {
        let words: Vec<String> = self.kinds.iter().map(|kind| format!("`{kind}`")).collect();
        words.join(" or ")
    }

    /// Checks that nothing is missing at the end.
    pub(super) fn finish(&self) -> Result<(), String> {
        if self.entries == self.stated {
            return Ok(());
        }
        Err(format!("the head states {} entries, but there are {}", self.stated, self.entries))
    }
}
