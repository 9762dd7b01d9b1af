//! Heaps of tokens, as several games have them.

/// The most tokens of a heap.
const MAX_HEAP: u32 = 10_000;

/// Reads the size of a heap.
pub(super) fn read(term: &str) -> Result<u32, String> {
    let is_number = !term.is_empty() && term.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || (term.len() > 1 && term.starts_with('0')) {
        return Err("a heap is written as its size, a number without leading zeros".to_owned());
    }
    match term.parse() {
        Ok(size) if size <= MAX_HEAP => Ok(size),
        _ => Err(format!("the heap is too big: the greatest is {MAX_HEAP}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_numbers() {
        assert_eq!(read("0"), Ok(0));
        assert_eq!(read("10000"), Ok(10_000));
        for bad in ["", "-1", "+1", "01", "1x", "10001", "99999999999999999999", "½"] {
            assert!(read(bad).is_err(), "{bad:?}");
        }
    }
}
