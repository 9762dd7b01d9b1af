//! `rhizome simulate`.

use crate::support::*;

#[test]
fn figures_are_printed_for_each_number_of_workers() {
    let arguments = "simulate 0*9 --workers 1,4,30 --format json --latency 300us --job-expansions 30";
    let first = run(arguments);
    assert_eq!(first.code, Some(ANSWERED), "{first:?}");
    let objects = first.objects();
    assert_eq!(objects.len(), 3);
    for (object, workers) in objects.iter().zip([1, 4, 30]) {
        assert_eq!((&object["workers"], &object["outcome"]), (&workers.into(), &"win".into()));
        let number = |key: &str| object[key].as_f64().unwrap_or_else(|| panic!("{key}: {object}"));
        assert!(number("speedup") > 0.0 && number("speedup") < f64::from(workers) * 1.5, "{object}");
        assert!(number("overhead") > 0.1 && (0.0..=1.0).contains(&number("utilisation")), "{object}");
        assert_eq!(number("dfpn_expansions"), 252.0);
    }
    // Only the times that are real differ.
    let again = run(arguments).objects();
    for (mut one, mut other) in objects.into_iter().zip(again) {
        for key in ["real_seconds", "master_measured_load"] {
            (one[key], other[key]) = (0.into(), 0.into());
        }
        assert_eq!(one, other);
    }
}

#[test]
fn other_games_and_play_are_simulated_and_drawn() {
    let directory = tempfile::tempdir().unwrap();
    for (number, question) in
        ["--misere --rct-base 3 0*6", "--game cram 4x5", "--game connect-four 4x4"].into_iter().enumerate()
    {
        let picture = directory.path().join(format!("{number}.svg"));
        let run = run(&format!(
            "simulate {question} --workers 2,9 --worker-dies-after 20ms --replaced-after 1ms --job-lost-after 5ms --svg {}",
            picture.display()
        ));
        assert_eq!(run.code, Some(ANSWERED), "{question}: {run:?}");
        assert_eq!(run.output.matches(" times as fast as dfpn").count(), 2, "{run:?}");
        let svg = std::fs::read_to_string(picture).unwrap();
        assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 6, "{svg}");
    }
}

#[test]
fn what_takes_no_search_is_not_shared_out() {
    let run = run("simulate --game kayles --misere 20 --workers 1,3");
    assert_eq!((run.code, run.output.as_str()), (Some(STOPPED), ""), "{run:?}");
    assert!(run.errors.contains("nothing to share out"), "{run:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        "simulate 0*5",
        "simulate 0*5 --workers 0",
        "simulate 0*5 --workers 4097",
        "simulate 0*5 --workers 2 --relax-times 0 --relax-more 0",
        "simulate 0*5 --workers 2 --worker-dies-after 0s",
        "simulate 0*5 --workers 2 --bandwidth 0",
        "simulate 0*5 --workers 2 --svg /there/is/no/such/directory/curves.svg",
        "simulate 0*5 --workers 1,,2",
        "simulate 0*x --workers 2",
        "simulate 0*5 --workers 2 --latency 1",
        "simulate 0*5 --workers 2 --rct-base 3",
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.output.as_str()), (Some(BAD_INPUT), ""), "{arguments}: {run:?}");
    }
}
