//! What strangers say is counted and dropped, and does no harm.

use rhizome_cluster::nats::NatsWorker;
use rhizome_cluster::{FromWorker, MasterLink, ToWorker, Wire, WorkerLink};

use crate::server::Server;
use crate::talk::*;

/// What is no message, and why.
fn garbage() -> Vec<Vec<u8>> {
    let mut flipped = hello(&run(1), "w").encode().unwrap();
    *flipped.last_mut().unwrap() ^= 1;
    let cut = &hello(&run(1), "w").encode().unwrap()[..20];
    let mut oversized = b"Rhzm".to_vec();
    oversized.resize(1_000_001, 0);
    vec![Vec::new(), b"hello".to_vec(), flipped, cut.to_vec(), oversized, run(1).encode().unwrap()]
}

#[test]
fn a_master_drops_and_counts_garbage() {
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let mut worker = worker(&server.options(), &run(1));
    let subject = format!("rhizome.{}.report", run(1).id);
    let mut garbage = garbage();
    garbage.push(hello(&run(2), "w").encode().unwrap());
    garbage.push(job(&run(1), 0).encode().unwrap());
    for bytes in &garbage {
        server.publish(&subject, bytes);
    }
    worker.hello(&hello(&run(1), "w")).unwrap();
    assert_eq!(master.receive(SOON).unwrap(), [FromWorker::Hello(hello(&run(1), "w"))]);
    assert_eq!(master.dropped(), garbage.len() as u64);
    master.acknowledge().unwrap();
    master.flush(SOON).unwrap();
    drop(master);
    // It does not come again.
    let mut next = crate::talk::master(&server.options(), &run(1));
    assert_eq!((next.receive(NOT_SOON).unwrap(), next.dropped()), (Vec::new(), 0));
}

#[test]
fn a_worker_drops_and_counts_garbage() {
    let server = Server::start();
    let mut master = master(&server.options(), &run(1));
    let mut worker = worker(&server.options(), &run(1));
    let garbage = garbage();
    for what in ["job", "facts", "notice"] {
        for bytes in &garbage {
            server.publish(&format!("rhizome.{}.{what}", run(1).id), bytes);
        }
    }
    for bytes in &garbage[..garbage.len() - 1] {
        server.publish(&format!("rhizome.run.{}", run(9).id), bytes);
    }
    master.share(&batch(&run(1), 0, 2)).unwrap();
    master.offer(&job(&run(1), 7)).unwrap();
    worker.ask().unwrap();
    let heard = hear(&mut worker, 2, SOON);
    assert!(
        heard.contains(&ToWorker::Job(job(&run(1), 7)))
            && heard.contains(&ToWorker::Facts(batch(&run(1), 0, 2)))
    );
    assert_eq!(worker.dropped(), (garbage.len() * 4 - 1) as u64);
    // It has not made a run of it, and neither does one that comes now.
    assert_eq!(NatsWorker::open(&server.options(), None).unwrap().run(SOON), Ok(Some(run(1))));
}
