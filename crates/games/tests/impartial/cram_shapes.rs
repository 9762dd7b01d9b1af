//! The codes of Cram's lands: the same for shapes that turning, mirroring or
//! shifting makes the same, and for no others.

use std::collections::{BTreeMap, BTreeSet};

use rhizome_games::Cram;
use rhizome_impartial::Codes;

use crate::random_numbers::Random;

type Shape = BTreeSet<(i32, i32)>;

/// Shifted into the corner.
fn shifted(shape: &Shape) -> Shape {
    let top = shape.iter().map(|cell| cell.0).min().unwrap();
    let first = shape.iter().map(|cell| cell.1).min().unwrap();
    shape.iter().map(|(row, column)| (row - top, column - first)).collect()
}

/// Turned and mirrored in all eight ways.
fn images(shape: &Shape) -> Vec<Shape> {
    let mut images = vec![shape.clone()];
    for turn in 0..7 {
        let last = images.last().unwrap();
        let next = last.iter().map(|&(row, column)| match turn {
            3 => (row, -column),
            _ => (column, -row),
        });
        images.push(next.collect());
    }
    images.iter().map(shifted).collect()
}

/// As a board, so many cells away from the upper left corner, and with so many behind.
fn text(shape: &Shape, before: i32, behind: i32) -> String {
    let shape = shifted(shape);
    let rows = shape.iter().map(|cell| cell.0).max().unwrap() + behind;
    let columns = shape.iter().map(|cell| cell.1).max().unwrap() + behind;
    let cell = |row, column| if shape.contains(&(row, column)) { '.' } else { '#' };
    let row = |row| (-before..=columns).map(|column| cell(row, column)).collect::<String>();
    (-before..=rows).map(row).collect::<Vec<_>>().join("/")
}

fn code(text: &str) -> Vec<u8> {
    let (lands, _): (Codes, u32) = Cram::new().parse(text).unwrap();
    let codes: Vec<&[u8]> = lands.iter().collect();
    assert_eq!(codes.len(), 1, "{text}");
    codes[0].to_vec()
}

/// A random connected shape.
fn random_shape(random: &mut Random, cells: usize) -> Shape {
    let mut shape = Shape::from([(0, 0)]);
    while shape.len() < cells {
        let from = *shape.iter().nth(random.below(shape.len() as u32) as usize).unwrap();
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.below(4) as usize];
        shape.insert((from.0 + down, from.1 + right));
    }
    shape
}

#[test]
fn the_images_are_eight() {
    let shape = Shape::from([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (3, 0)]);
    assert_eq!(images(&shape).into_iter().collect::<BTreeSet<_>>().len(), 8);
}

#[test]
fn a_shape_has_one_code_however_it_lies() {
    let mut random = Random(3);
    for _ in 0..400 {
        let cells = 2 + random.below(40) as usize;
        let shape = random_shape(&mut random, cells);
        let codes: BTreeSet<Vec<u8>> = images(&shape)
            .iter()
            .map(|image| code(&text(image, random.below(3) as i32, random.below(3) as i32)))
            .collect();
        assert_eq!(codes.len(), 1, "{}", text(&shape, 0, 0));
    }
}

/// Free polyominoes are counted in A000105 of the On-Line Encyclopedia of Integer Sequences.
#[test]
fn shapes_with_the_same_code_are_the_same() {
    let mut of_one_size = BTreeSet::from([Shape::from([(0, 0)])]);
    for (cells, free_polyominoes) in (2..).zip([1, 2, 5, 12, 35, 108]) {
        let mut larger = BTreeSet::new();
        for shape in &of_one_size {
            for &(row, column) in shape {
                for cell in [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)] {
                    let mut grown = shape.clone();
                    if grown.insert(cell) {
                        larger.insert(shifted(&grown));
                    }
                }
            }
        }
        let mut codes: BTreeMap<Vec<u8>, BTreeSet<Shape>> = BTreeMap::new();
        for shape in &larger {
            let least = images(shape).into_iter().min().unwrap();
            codes.entry(code(&text(shape, 0, 0))).or_default().insert(least);
        }
        assert_eq!(codes.len(), free_polyominoes, "{cells} cells");
        assert!(codes.values().all(|shapes| shapes.len() == 1), "{cells} cells");
        of_one_size = larger;
    }
}

/// The code as it is documented.
#[test]
fn the_bytes_of_a_code() {
    assert_eq!(code("1x2"), [1, 0, 2, 0b1100_0000]);
    assert_eq!(code("4x3"), [3, 0, 4, 0xff, 0xf0]);
    assert_eq!(code("../.#/.#"), [2, 0, 3, 0b0011_1100]);
    let long = code("300x1");
    assert_eq!((long.len(), &long[..3], long[40]), (41, &[1, 1, 44][..], 0xf0));
}
