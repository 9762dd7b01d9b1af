//! Whole numbers in as few bytes as they need, as they are written to disk.
//!
//! Groups of seven bits, the least significant group first, each in a byte whose top bit is set except in the last
//! byte. The shortest form is the only valid one, so that each number has exactly one form.

use thiserror::Error;

/// Bytes that are no varint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum VarintError {
    /// The bytes end inside of the number.
    #[error("a number in it ends too early")]
    Truncated,
    /// The number is 2⁶⁴ or more.
    #[error("a number in it is too large")]
    TooLarge,
    /// The number is written with more bytes than it needs.
    #[error("a number in it is written too long")]
    Overlong,
}

/// Appends a number to `bytes`.
pub(crate) fn encode_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front of `bytes`.
pub(crate) fn decode_varint(bytes: &mut &[u8]) -> Result<u64, VarintError> {
    let mut number = 0u64;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(VarintError::Truncated)?;
        *bytes = rest;
        let part = u64::from(byte & 0x7f);
        if part << shift >> shift != part {
            return Err(VarintError::TooLarge);
        }
        number |= part << shift;
        if byte < 0x80 {
            return if part == 0 && shift > 0 { Err(VarintError::Overlong) } else { Ok(number) };
        }
    }
    Err(VarintError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn bytes_are_as_documented() {
        for (number, expected) in [
            (0, &[0][..]),
            (127, &[0x7f]),
            (128, &[0x80, 1]),
            (300, &[0xac, 2]),
            (u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ] {
            let mut bytes = Vec::new();
            encode_varint(number, &mut bytes);
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn bad_bytes_are_refused() {
        for (bytes, error) in [
            (&[][..], VarintError::Truncated),
            (&[0x80], VarintError::Truncated),
            (&[0x80, 0], VarintError::Overlong),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2], VarintError::TooLarge),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0], VarintError::TooLarge),
        ] {
            assert_eq!(decode_varint(&mut &*bytes), Err(error), "{bytes:02x?}");
        }
    }

    proptest! {
        #[test]
        fn a_number_survives_its_bytes(number in any::<u64>(), less in 0..64u32, behind in any::<[u8; 3]>()) {
            let number = number >> less;
            let mut bytes = Vec::new();
            encode_varint(number, &mut bytes);
            bytes.extend(behind);
            let mut rest = &bytes[..];
            prop_assert_eq!(decode_varint(&mut rest), Ok(number));
            prop_assert_eq!(rest, &behind);
        }
    }
}
