//! Nimbers by definition, from rules that are told here once more. Nothing of it is shared with the games.

use crate::dominoes::dominoes;

/// The least number that is not in the list.
pub fn mex(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.dedup();
    (0..).zip(&numbers).take_while(|(expected, number)| expected == *number).count() as u32
}

/// The nimbers of the heaps of 0 to `last` tokens in the octal game with the
/// digits before and behind the point.
pub fn octal(digits: &[u32], last: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = vec![0];
    for heap in 1..=last {
        let mut children = Vec::new();
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let left = heap - taken;
            if digit % 2 == 1 && left == 0 {
                children.push(0);
            }
            if digit / 2 % 2 == 1 && left > 0 {
                children.push(nimbers[left]);
            }
            if digit / 4 == 1 {
                children.extend((1..left).map(|part| nimbers[part] ^ nimbers[left - part]));
            }
        }
        nimbers.push(mex(children));
    }
    nimbers
}

/// The nimbers of the heaps of 0 to `last` tokens in Grundy's game.
pub fn grundy(last: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    for heap in 0..=last {
        let unequal = (1..heap).filter(|&part| part != heap - part);
        nimbers.push(mex(unequal.map(|part| nimbers[part] ^ nimbers[heap - part]).collect()));
    }
    nimbers
}

/// The nimbers of a Cram board with any cells blocked. The index is the set of free
/// cells, that in row r and column c being bit r × columns + c. Boards are never cut into parts.
pub fn cram(rows: usize, columns: usize) -> Vec<u8> {
    let dominoes = dominoes(rows, columns);
    let mut nimbers = vec![0; 1 << (rows * columns)];
    for free in 0..nimbers.len() as u32 {
        let mut children = 0u64;
        for &domino in &dominoes {
            if free & domino == domino {
                children |= 1 << nimbers[(free ^ domino) as usize];
            }
        }
        nimbers[free as usize] = children.trailing_ones() as u8;
    }
    nimbers
}
