//! Facts reach every worker, whenever it comes.

use rhizome_cluster::{MasterLink, PortableFact};

use crate::server::Server;
use crate::talk::*;

fn expected(count: u64) -> Vec<PortableFact> {
    batch(&run(1), 0, count).facts
}

#[test]
fn early_and_late_workers_get_all_facts_in_order() {
    let server = Server::start();
    let run = run(1);
    let mut master = master(&server.options(), &run);
    let mut early = worker(&server.options(), &run);
    for index in 0..200 {
        master.share(&batch(&run, index * 10, 10)).unwrap();
    }
    assert_eq!(facts(&mut early, 2000), expected(2000));
    let mut late = worker(&server.options(), &run);
    assert_eq!(facts(&mut late, 2000), expected(2000));
    master.share(&batch(&run, 2000, 5)).unwrap();
    for worker in [&mut early, &mut late] {
        let [news] = &hear(worker, 1, SOON)[..] else { panic!("one batch") };
        assert_eq!(news, &rhizome_cluster::ToWorker::Facts(batch(&run, 2000, 5)));
    }
}

#[test]
fn a_new_master_goes_on_where_the_one_before_has_stopped() {
    let server = Server::start();
    let run = run(1);
    let mut first = master(&server.options(), &run);
    assert_eq!(first.shared(), 0);
    first.share(&batch(&run, 0, 30)).unwrap();
    first.share(&batch(&run, 30, 12)).unwrap();
    assert_eq!(first.shared(), 42);
    first.flush(SOON).unwrap();
    drop(first);
    let mut second = master(&server.options(), &run);
    assert_eq!(second.shared(), 42);
    second.share(&batch(&run, 42, 8)).unwrap();
    assert_eq!(facts(&mut worker(&server.options(), &run), 50), expected(50));
}
