//! Limits and interrupts: exit code 3, soon.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::*;

/// How long a search may take to notice that it has to stop.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn a_time_limit_stops_every_algorithm() {
    for algorithm in ["dfs", "pns", "dfpn"] {
        let start = Instant::now();
        let run = run(&format!("solve 0*20 --time-limit 300ms --algorithm {algorithm} --format json"));
        assert!(start.elapsed() < SOON);
        assert_eq!(run.code, Some(STOPPED), "{run:?}");
        let answer = run.object();
        assert_eq!(
            (&answer["outcome"], answer["stopped"].as_str()),
            (&Value::Null, Some("time limit reached"))
        );
    }
    let run = run("nimber 0*20 --time-limit 300ms");
    assert_eq!(run.code, Some(STOPPED));
    assert!(run.output.starts_with("0*20 has an unknown nimber: time limit reached\n"), "{run:?}");
}

#[test]
fn a_time_limit_is_for_each_position() {
    let run = run_on("solve - --time-limit 300ms --format json", "0*20\n0*2\n");
    assert_eq!(run.code, Some(STOPPED));
    let outcomes: Vec<Value> = run.objects().iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, [Value::Null, "loss".into()]);
}

#[test]
fn too_many_children_for_the_memory() {
    let run = run("children 0*2+*4294967295 --memory 1MB --format json");
    assert_eq!(run.code, Some(STOPPED));
    let answer = run.object();
    assert_eq!(
        (&answer["children"], answer["stopped"].as_str()),
        (&Value::Null, Some("memory limit reached"))
    );
}

#[cfg(unix)]
mod signals {
    use std::process::Stdio;

    use super::*;

    #[test]
    fn a_signal_stops_a_search() {
        for signal in ["-INT", "-TERM"] {
            for algorithm in ["dfs", "pns", "dfpn"] {
                let mut child =
                    program(["solve", "0*20", "--format", "json", "--algorithm", algorithm]).spawn().unwrap();
                wait_until_signals_are_caught(&child);
                // Into the middle of the search.
                std::thread::sleep(Duration::from_millis(300));
                send(signal, &child);
                assert_eq!(wait(&mut child, SOON).code(), Some(STOPPED));
                let output = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
                let answer: Value = serde_json::from_str(&output).unwrap();
                assert_eq!(answer["stopped"], "interrupted");
                assert_eq!(std::io::read_to_string(child.stderr.take().unwrap()).unwrap(), "");
            }
        }
    }

    #[test]
    fn a_signal_ends_the_wait_for_a_line() {
        for command in ["solve", "canon"] {
            let mut child = program([command, "-"]).stdin(Stdio::piped()).spawn().unwrap();
            wait_until_signals_are_caught(&child);
            send("-INT", &child);
            assert_eq!(wait(&mut child, SOON).code(), Some(STOPPED));
        }
    }

    #[test]
    fn a_signal_stops_the_list_of_children() {
        let mut child = program(["children", "0*2+*4294967295", "--memory", "100GB"]).spawn().unwrap();
        wait_until_signals_are_caught(&child);
        send("-INT", &child);
        assert_eq!(wait(&mut child, SOON).code(), Some(STOPPED));
    }
}
