//! What is proved about a land or a node, and how it is written to disk.

use crate::nimber::{Nimber, NimberSet};
use crate::varint::{VarintError, decode_varint, encode_varint};
use rhizome_search::Outcome;
use std::fmt;
use thiserror::Error;

/// First byte of a fact that gives the nimber.
const TAG_NIMBER: u8 = 0x11;
/// First byte of a fact that excludes nimbers.
const TAG_EXCLUDED: u8 = 0x12;
/// First byte of a fact that gives the outcome.
const TAG_OUTCOME: u8 = 0x13;
/// Where the list of [`TAG_EXCLUDED`] begins; the nimbers below it are bits.
const FIRST_LISTED: u64 = 64;

/// What is proved about a land in normal play, or about a node in misère play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    /// The land has this nimber.
    Nimber(Nimber),
    /// The land has none of these nimbers.
    Excluded(NimberSet),
    /// The node has this outcome.
    Outcome(Outcome),
}

impl Fact {
    /// Whether the fact says nothing: an empty set of excluded nimbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Excluded(excluded) if excluded.is_empty())
    }

    /// The nimber, if it is known.
    #[must_use]
    pub const fn nimber(&self) -> Option<Nimber> {
        match self {
            Self::Nimber(nimber) => Some(*nimber),
            Self::Excluded(_) | Self::Outcome(_) => None,
        }
    }

    /// Whether it is proved that the land does not have this nimber.
    #[must_use]
    pub fn excludes(&self, nimber: Nimber) -> bool {
        match self {
            Self::Nimber(known) => *known != nimber,
            Self::Excluded(excluded) => excluded.contains(nimber),
            Self::Outcome(_) => false,
        }
    }

    /// Takes in what another proof says about the same land; true if that was news.
    ///
    /// A nimber takes the place of excluded nimbers, and excluded nimbers unite.
    ///
    /// # Errors
    ///
    /// [`Contradiction`] if both cannot be true: two nimbers or outcomes that differ, or a nimber that the
    /// other fact excludes; also if one is about a land and the other about a node. This fact then stays as it is.
    pub fn merge(&mut self, other: &Self) -> Result<bool, Contradiction> {
        if other.is_empty() {
            return Ok(false);
        }
        if self.is_empty() {
            *self = other.clone();
            return Ok(true);
        }
        match (&mut *self, other) {
            (Self::Excluded(excluded), Self::Excluded(more)) => {
                let before = excluded.len();
                *excluded |= more;
                Ok(excluded.len() != before)
            }
            (Self::Outcome(outcome), Self::Outcome(other)) if outcome == other => Ok(false),
            (Self::Nimber(nimber), Self::Nimber(_) | Self::Excluded(_)) if !other.excludes(*nimber) => {
                Ok(false)
            }
            (Self::Excluded(excluded), Self::Nimber(nimber)) if !excluded.contains(*nimber) => {
                *self = Self::Nimber(*nimber);
                Ok(true)
            }
            _ => Err(Contradiction { known: self.clone(), added: other.clone() }),
        }
    }

    /// Appends the fact to `bytes`, in the form that [`Fact::decode`] reads.
    ///
    /// A tag byte says the kind and the version of the form. `0x11` is followed by the nimber;
    /// `0x12` by the excluded nimbers below 64 as bits (bit n for nimber n), the number of the
    /// others, and these in ascending order, each as its distance to the least value that it
    /// could have; `0x13` by 0 for a loss and 1 for a win. All numbers are varints: seven bits a byte, least first, the top bit set in
    /// all bytes but the last.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Nimber(nimber) => {
                bytes.push(TAG_NIMBER);
                encode_varint(u64::from(nimber.get()), bytes);
            }
            Self::Excluded(excluded) => {
                bytes.push(TAG_EXCLUDED);
                let low = excluded.low_bits();
                encode_varint(low, bytes);
                encode_varint((excluded.len() - low.count_ones() as usize) as u64, bytes);
                let mut least = FIRST_LISTED;
                for nimber in excluded.iter().skip(low.count_ones() as usize) {
                    let nimber = u64::from(nimber.get());
                    encode_varint(nimber - least, bytes);
                    least = nimber + 1;
                }
            }
            Self::Outcome(outcome) => {
                bytes.push(TAG_OUTCOME);
                encode_varint(u64::from(*outcome == Outcome::Win), bytes);
            }
        }
    }

    /// Reads a fact that [`Fact::encode`] wrote. Each fact has exactly one form.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] if `bytes` are anything else, or if anything stands behind the fact.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (&tag, mut rest) = bytes.split_first().ok_or(DecodeError::Truncated)?;
        let fact = match tag {
            TAG_NIMBER => Self::Nimber(to_nimber(decode_varint(&mut rest)?)?),
            TAG_EXCLUDED => {
                let mut excluded = NimberSet::from_bits(decode_varint(&mut rest)?);
                let count = decode_varint(&mut rest)?;
                let mut least = FIRST_LISTED;
                for _ in 0..count {
                    let distance = decode_varint(&mut rest)?;
                    let nimber = least.checked_add(distance).ok_or(DecodeError::TooLarge)?;
                    excluded.insert(to_nimber(nimber)?);
                    least = nimber + 1;
                }
                Self::Excluded(excluded)
            }
            TAG_OUTCOME => match decode_varint(&mut rest)? {
                0 => Self::Outcome(Outcome::Loss),
                1 => Self::Outcome(Outcome::Win),
                _ => return Err(DecodeError::TooLarge),
            },
            tag => return Err(DecodeError::UnknownTag(tag)),
        };
        if rest.is_empty() { Ok(fact) } else { Err(DecodeError::Trailing(rest.len())) }
    }
}

/// `nimber 3`, `not {0, 1}` or `loss`.
impl fmt::Display for Fact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => write!(formatter, "nimber {nimber}"),
            Self::Excluded(excluded) => write!(formatter, "not {excluded}"),
            Self::Outcome(outcome) => write!(formatter, "{outcome}"),
        }
    }
}

/// Two facts about one land that cannot both be true.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{known}\" is known, which contradicts \"{added}\"")]
pub struct Contradiction {
    /// The fact that was there.
    pub known: Fact,
    /// The fact that was to be added.
    pub added: Fact,
}

/// Bytes that are no fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end inside of the fact.
    #[error("it ends too early")]
    Truncated,
    /// The first byte is no tag of this version.
    #[error("tag 0x{0:02x} is unknown, perhaps of a newer version")]
    UnknownTag(u8),
    /// A number is larger than a nimber can be.
    #[error("a number in it is too large")]
    TooLarge,
    /// A number is written with more bytes than it needs.
    #[error("a number in it is written too long")]
    Overlong,
    /// This many bytes stand behind the fact.
    #[error("{0} bytes too many follow it")]
    Trailing(usize),
}

impl From<VarintError> for DecodeError {
    fn from(error: VarintError) -> Self {
        match error {
            VarintError::Truncated => Self::Truncated,
            VarintError::TooLarge => Self::TooLarge,
            VarintError::Overlong => Self::Overlong,
        }
    }
}

fn to_nimber(number: u64) -> Result<Nimber, DecodeError> {
    u32::try_from(number).map(Nimber::new).map_err(|_| DecodeError::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nimber(number: u32) -> Fact {
        Fact::Nimber(Nimber::new(number))
    }

    fn excluded(numbers: impl IntoIterator<Item = u32>) -> Fact {
        Fact::Excluded(numbers.into_iter().map(Nimber::new).collect())
    }

    fn encoded(fact: &Fact) -> Vec<u8> {
        let mut bytes = Vec::new();
        fact.encode(&mut bytes);
        bytes
    }

    fn facts() -> impl Strategy<Value = Fact> {
        let number = prop_oneof![3 => 0..6u32, 1 => 60..70u32, 1 => any::<u32>()];
        let set = prop::collection::vec(number.clone(), 0..6);
        let outcome = prop_oneof![Just(Outcome::Loss), Just(Outcome::Win)].prop_map(Fact::Outcome);
        prop_oneof![2 => number.prop_map(nimber), 2 => set.prop_map(excluded), 1 => outcome]
    }

    #[test]
    fn bytes_are_as_documented() {
        assert_eq!(encoded(&nimber(0)), [0x11, 0]);
        assert_eq!(encoded(&nimber(300)), [0x11, 0xac, 0x02]);
        assert_eq!(encoded(&Fact::Outcome(Outcome::Win)), [0x13, 1]);
        assert_eq!(encoded(&excluded([])), [0x12, 0, 0]);
        assert_eq!(encoded(&excluded([0, 2])), [0x12, 0x05, 0]);
        assert_eq!(encoded(&excluded([1, 64, 65, 200])), [0x12, 0x02, 3, 0, 0, 0x86, 0x01]);
        assert_eq!(
            encoded(&excluded(0..64)),
            [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0]
        );
    }

    #[test]
    fn bad_bytes_are_refused() {
        for (bytes, error) in [
            (&[][..], DecodeError::Truncated),
            (&[0x11], DecodeError::Truncated),
            (&[0x11, 0x80], DecodeError::Truncated),
            (&[0x12, 1], DecodeError::Truncated),
            (&[0x12, 1, 2, 0], DecodeError::Truncated),
            (&[0x00, 1], DecodeError::UnknownTag(0)),
            (&[0x21, 1], DecodeError::UnknownTag(0x21)),
            (&[0x13], DecodeError::Truncated),
            (&[0x13, 2], DecodeError::TooLarge),
            (&[0x11, 1, 0], DecodeError::Trailing(1)),
            (&[0x11, 0x80, 0], DecodeError::Overlong),
            (&[0x11, 0xff, 0xff, 0xff, 0xff, 0x1f], DecodeError::TooLarge),
            (&[0x12, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f], DecodeError::TooLarge),
            (
                &[0x12, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
                DecodeError::TooLarge,
            ),
            (&[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 0], DecodeError::TooLarge),
            (&[0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0], DecodeError::TooLarge),
        ] {
            assert_eq!(Fact::decode(bytes), Err(error), "{bytes:02x?}");
        }
    }

    #[test]
    fn a_nimber_takes_the_place_of_exclusions() {
        let mut fact = excluded([0, 1]);
        assert_eq!(fact.merge(&nimber(2)), Ok(true));
        assert_eq!(fact, nimber(2));
        assert_eq!(fact.merge(&nimber(2)), Ok(false));
        assert_eq!(fact.merge(&excluded([0, 5])), Ok(false));
        assert_eq!(fact, nimber(2));
    }

    #[test]
    fn exclusions_unite() {
        let mut fact = excluded([0, 1]);
        assert_eq!(fact.merge(&excluded([1, 100])), Ok(true));
        assert_eq!(fact, excluded([0, 1, 100]));
        assert_eq!(fact.merge(&excluded([0])), Ok(false));
    }

    #[test]
    fn contradictions_are_errors_and_change_nothing() {
        let (loss, win) = (Fact::Outcome(Outcome::Loss), Fact::Outcome(Outcome::Win));
        for (known, added) in [
            (loss.clone(), win.clone()),
            (win, nimber(0)),
            (excluded([1]), loss),
            (nimber(1), nimber(2)),
            (nimber(1), excluded([1])),
            (excluded([0, 70]), nimber(70)),
        ] {
            let mut fact = known.clone();
            let contradiction = fact.merge(&added).unwrap_err();
            assert_eq!(fact, known);
            assert_eq!(contradiction, Contradiction { known, added });
        }
        let message = nimber(1).merge(&excluded([0, 1])).unwrap_err().to_string();
        assert_eq!(message, "\"nimber 1\" is known, which contradicts \"not {0, 1}\"");
    }

    proptest! {
        #[test]
        fn a_fact_survives_its_bytes(fact in facts()) {
            prop_assert_eq!(Fact::decode(&encoded(&fact)), Ok(fact));
        }

        #[test]
        fn each_fact_has_one_form(bytes in prop::collection::vec(any::<u8>(), 0..16), tag in 0x11..=0x13u8) {
            let bytes = [&[tag], &bytes[..]].concat();
            if let Ok(fact) = Fact::decode(&bytes) {
                prop_assert_eq!(encoded(&fact), bytes);
            }
        }

        #[test]
        fn the_order_of_merging_does_not_matter(first in facts(), second in facts()) {
            let (mut forward, mut backward) = (first.clone(), second.clone());
            match (forward.merge(&second), backward.merge(&first)) {
                (Ok(news), Ok(_)) => {
                    prop_assert_eq!(news, forward != first);
                    prop_assert_eq!(forward, backward);
                }
                (forward, backward) => prop_assert!(forward.is_err() && backward.is_err()),
            }
        }
    }
}
