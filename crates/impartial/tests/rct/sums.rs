//! Sums of RCTs.

use proptest::prelude::*;
use rhizome_impartial::{Rct, Rcts};
use rhizome_search::Outcome;

use crate::brute_force::Trees;
use crate::samples::*;

#[test]
fn sums_of_which_the_result_is_known() {
    let mut rcts = Rcts::new();
    for (sum, reduced) in [
        ("*1+*1", "*0"),
        ("*3+*1", "*2"),
        ("*4+*1", "*5"),
        ("*2+*2", "{*2,*3}"),
        ("{*0,{*2},{*3,{*2}}}+*2", "{*2}"),
        ("*3+{*3,{*2}}", "{*2}+*2"),
        ("{*2}+*1", "{*3,{*2}}"),
    ] {
        assert_eq!(read(&mut rcts, sum), read(&mut rcts, reduced), "{sum}");
    }
}

#[test]
fn sums_of_heaps_are_heaps_if_one_is_less_than_two() {
    let mut rcts = Rcts::new();
    for left in 0..8u32 {
        for right in 0..8 {
            let heaps = [rcts.nim_heap(left), rcts.nim_heap(right)];
            let sum = sum(&mut rcts, &heaps);
            assert_eq!(rcts.heap(sum), (left < 2 || right < 2).then_some(left ^ right));
        }
    }
}

#[test]
fn outcomes_of_sums_that_tell_apart() {
    let mut rcts = Rcts::new();
    let outcome = |rcts: &mut Rcts, text| {
        let rct = read(rcts, text);
        rcts.outcome(rct)
    };
    assert_eq!(outcome(&mut rcts, "*2+{*1,{*2}}"), Outcome::Win);
    assert_eq!(outcome(&mut rcts, "*2+*2+*2+{*1,{*2}}"), Outcome::Loss);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn sums_are_those_of_the_trees(left in expressions(3), right in expressions(3)) {
        let mut rcts = Rcts::new();
        let mut trees = Trees::default();
        let [left, right] = [left, right].map(|text| read(&mut rcts, &text));
        let both = sum(&mut rcts, &[left, right]);
        let parts = [left, right].map(|rct| trees.of_rct(&rcts, rct));
        let whole = trees.of_rct(&rcts, both);
        prop_assert_eq!(rcts.nimber(both), rcts.nimber(left) ^ rcts.nimber(right));
        for test in up_to(3, &mut rcts) {
            let test = trees.of_rct(&rcts, test);
            prop_assert_eq!(trees.is_lost(&[whole, test]), trees.is_lost(&[parts[0], parts[1], test]));
        }
    }

    #[test]
    fn sums_may_be_put_in_any_order(texts in prop::array::uniform3(expressions(3))) {
        let mut rcts = Rcts::new();
        let [one, two, three] = texts.map(|text| read(&mut rcts, &text));
        let all = sum(&mut rcts, &[one, two, three]);
        prop_assert_eq!(sum(&mut rcts, &[three, one, two]), all);
        let last = sum(&mut rcts, &[two, three]);
        prop_assert_eq!(sum(&mut rcts, &[one, last]), all);
    }

    #[test]
    fn twice_one_is_nothing(text in expressions(4)) {
        let mut rcts = Rcts::new();
        let rct = read(&mut rcts, &text);
        prop_assert_eq!(sum(&mut rcts, &[rct, Rct::ONE]), rct.plus_one());
        prop_assert_eq!(sum(&mut rcts, &[rct, Rct::ONE, Rct::ONE]), rct);
        prop_assert_eq!(read(&mut rcts, &format!("{text}+*1+*1")), rct);
    }
}
