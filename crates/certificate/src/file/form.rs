//! What every line has to look like.

use super::error::shown;

/// The most bytes of a line, without the line feed.
pub(super) const MAX_LINE: usize = 65_536;

/// Checks a line, without its line feed, and returns it as text.
pub(super) fn check(line: &[u8]) -> Result<&str, String> {
    if line.len() > MAX_LINE {
        return Err(format!("the line has more than {MAX_LINE} bytes"));
    }
    if let Some(byte) = line.iter().find(|byte| !matches!(byte, b' '..=b'~')) {
        return Err(match byte {
            b'\r' => "a carriage return: lines end with a line feed alone".to_owned(),
            b'\t' => "a tab: words are separated by one blank".to_owned(),
            _ => format!("the byte {byte:#04x} is no printable character of ASCII"),
        });
    }
    let text = str::from_utf8(line).map_err(|error| error.to_string())?;
    if text.is_empty() {
        return Err("the line is empty".to_owned());
    }
    if text.starts_with(' ') || text.ends_with(' ') {
        return Err("a line neither begins nor ends with a blank".to_owned());
    }
    if text.contains("  ") {
        return Err("two blanks: words are separated by one".to_owned());
    }
    Ok(text)
}

/// Reads a number: decimal, without sign and leading zeros.
pub(super) fn number(text: &str) -> Result<u32, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{} is no number", shown(text)));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!("{} has leading zeros", shown(text)));
    }
    text.parse().map_err(|_| format!("{} is too great: numbers are at most {}", shown(text), u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_printable_and_single_spaced() {
        assert_eq!(check(b"land *2 0*4.AB|AB"), Ok("land *2 0*4.AB|AB"));
        for bad in ["", " a", "a ", "a  b", "a\tb", "a\r", "a\0", "a\x7f", "é"] {
            assert!(check(bad.as_bytes()).is_err(), "{bad:?}");
        }
        assert!(check(&[b'a'; MAX_LINE]).is_ok());
        assert!(check(&[b'a'; MAX_LINE + 1]).is_err());
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(number("0"), Ok(0));
        assert_eq!(number("4294967295"), Ok(u32::MAX));
        for bad in ["", "+1", "-1", "01", "00", "1.0", "4294967296", "99999999999999999999999", " 1", "0x1"] {
            assert!(number(bad).is_err(), "{bad:?}");
        }
    }
}
