//! Reads standard input line by line in a thread of its own, so that waiting for a line can be interrupted.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use crate::interrupt::Interrupt;

/// The greatest length of a line in bytes. Of a longer one the rest is left out,
/// so that a stream without line feeds does not fill the memory; it is far more than a position takes.
const LONGEST_LINE: u64 = 4_000_000;

/// How many lines are read ahead at most.
const AHEAD: usize = 16;

/// How often an interrupt is looked for while no line comes.
const PATIENCE: Duration = Duration::from_millis(50);

/// The lines of standard input.
pub struct Lines {
    receiver: Receiver<io::Result<Vec<u8>>>,
    interrupt: Interrupt,
}

impl Lines {
    /// Begins to read.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn of_standard_input(interrupt: Interrupt) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::Builder::new().spawn(move || {
            let mut input = io::stdin().lock();
            while let Some(line) = next_line(&mut input).transpose() {
                let failed = line.is_err();
                if sender.send(line).is_err() || failed {
                    return;
                }
            }
        })?;
        Ok(Lines { receiver, interrupt })
    }
}

impl Iterator for Lines {
    type Item = io::Result<Vec<u8>>;

    /// The next line without its end. `None` at the end of the input and after an interrupt.
    fn next(&mut self) -> Option<Self::Item> {
        while !self.interrupt.is_raised() {
            match self.receiver.recv_timeout(PATIENCE) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

/// Reads a line and takes its end off, `\n` or `\r\n`.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() as u64 == LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_different_ways() {
        let mut input = &b"a\nb\r\n\n\r\nc\r"[..];
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
        assert_eq!(lines, [&b"a"[..], b"b", b"", b"", b"c\r"]);
    }

    #[test]
    fn a_long_line_is_cut() {
        let mut text = vec![b'0'; LONGEST_LINE as usize + 10];
        text.extend(b"\nnext");
        let mut input = &text[..];
        assert_eq!(next_line(&mut input).unwrap().unwrap().len() as u64, LONGEST_LINE);
        assert_eq!(next_line(&mut input).unwrap().unwrap(), b"next");
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
