//! How many RCTs there are, by height.
//!
//! The numbers up to height 5 go back to Grundy and Smith (*Disjunctive games with the last player losing*, 1956) and
//! Conway (*On Numbers and Games*, chapter 12). Here they are counted anew: every set of RCTs of less height is put through
//! the reduction that all RCTs go through.

use rhizome_search::{Control, Interruption};

use super::{Rct, Rcts};

/// The greatest height up to which RCTs can be counted: of height 6 there are about as many as there are sets of 4,171,780 things.
pub const GREATEST_COUNTED: u32 = 5;

/// The numbers of RCTs of height 0, of height at most 1, and so on up to a height, or up to [`GREATEST_COUNTED`] if it is more.
///
/// # Errors
/// When `control` asks to stop.
pub fn count_up_to(height: u32, control: &Control<'_>) -> Result<Vec<u64>, Interruption> {
    let mut rcts = Rcts::new();
    let mut all = vec![Rct::ZERO];
    let mut counts = vec![1];
    for height in 1..=height.min(GREATEST_COUNTED) {
        let mut found = Vec::new();
        let mut count = 0;
        let mut set = Vec::with_capacity(all.len());
        for members in 0..1u32 << all.len() {
            control.check()?;
            set.clear();
            let mut rest = members;
            while rest != 0 {
                set.push(all[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
            if rcts.reducer(&set).is_some() {
                continue;
            }
            count += 1;
            if height < GREATEST_COUNTED {
                found.push(rcts.intern(&mut set));
            }
        }
        counts.push(count);
        found.sort_unstable();
        all = found;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn up_to_height_four() {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, usize::MAX);
        assert_eq!(count_up_to(4, &control), Ok(vec![1, 2, 3, 5, 22]));
    }

    #[test]
    #[ignore = "goes through four million sets"]
    fn up_to_height_five() {
        let cancel = AtomicBool::new(false);
        let control = Control::new(&cancel, None, usize::MAX);
        assert_eq!(count_up_to(9, &control), Ok(vec![1, 2, 3, 5, 22, 4_171_780]));
    }
}
