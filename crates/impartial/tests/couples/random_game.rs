//! A game of random lands, whose children are random sums of lighter lands.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rhizome_impartial::{Codes, Game};

use crate::random_numbers::RandomNumbers;

/// How large a random game is.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Lands have every weight from 1 to this.
    pub weights: u32,
    pub lands_of_each_weight: usize,
    pub most_children: usize,
}

/// A game of random lands.
#[derive(Clone)]
pub struct RandomGame {
    children: Arc<HashMap<Vec<u8>, Vec<Codes>>>,
    /// All lands, the lightest first.
    pub lands: Arc<Vec<Vec<u8>>>,
}

impl RandomGame {
    pub fn new(extent: Extent, seed: u64) -> Self {
        let mut random = RandomNumbers::new(seed);
        let mut lands: Vec<Vec<u8>> = Vec::new();
        let mut children = HashMap::new();
        for weight in 1..=extent.weights {
            let lighter = lands.len();
            for _ in 0..extent.lands_of_each_weight {
                let code = random_code(weight, lands.len(), &mut random);
                let count = random.below(extent.most_children + 1);
                let sums = (0..count).map(|_| random_sum(&lands[..lighter], weight, &mut random)).collect();
                children.insert(code.clone(), sums);
                lands.push(code);
            }
        }
        RandomGame { children: Arc::new(children), lands: Arc::new(lands) }
    }
}

/// Weight and effort, which a land has to tell by itself, a number that makes it unique, and a random tail.
fn random_code(weight: u32, number: usize, random: &mut RandomNumbers) -> Vec<u8> {
    let mut code = weight.to_be_bytes().to_vec();
    code.push(random.next() as u8);
    code.extend((number as u32).to_be_bytes());
    code.extend((0..random.below(30)).map(|_| random.next() as u8));
    code
}

/// A sum that is lighter than `weight`, in which lands may stand twice.
fn random_sum(lighter: &[Vec<u8>], weight: u32, random: &mut RandomNumbers) -> Codes {
    let mut sum = Codes::new();
    let mut left = weight - 1;
    for _ in 0..random.below(5) {
        let fitting = lighter.partition_point(|land| RandomGame::weight(land) <= left);
        if fitting == 0 {
            break;
        }
        // The heavier half, so that games last.
        let land = &lighter[fitting / 2 + random.below(fitting - fitting / 2)];
        let times = if random.one_in(6) { 2 } else { 1 };
        for _ in 0..times {
            if let Some(rest) = left.checked_sub(RandomGame::weight(land)) {
                left = rest;
                sum.push(land);
            }
        }
    }
    sum
}

impl Game for RandomGame {
    fn domain(&self) -> String {
        "random/1".to_owned()
    }

    fn children<F>(&mut self, land: &[u8], child: F) -> ControlFlow<()>
    where
        F: FnMut(&Codes) -> ControlFlow<()>,
    {
        self.children[land].iter().try_for_each(child)
    }

    fn weight(land: &[u8]) -> u32 {
        u32::from_be_bytes(land[..4].try_into().unwrap())
    }

    fn effort(land: &[u8]) -> u32 {
        u32::from(land[4])
    }

    fn print(&self, land: &[u8]) -> String {
        format!("{land:02x?}")
    }
}
