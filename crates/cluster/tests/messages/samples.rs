//! Messages of every kind, by chance.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use rhizome_cluster::{
    Estimate, FactBatch, Hello, Job, JobId, Message, NodeNumbers, Notice, PortableFact, Question, Report,
    Run, RunId,
};

pub fn message() -> impl Strategy<Value = Message> {
    prop_oneof![
        run().prop_map(Message::Run),
        job().prop_map(Message::Job),
        report().prop_map(Message::Report),
        hello().prop_map(Message::Hello),
        batch(0..9, 40).prop_map(Message::Facts),
        notice().prop_map(Message::Notice),
    ]
}

fn run_id() -> impl Strategy<Value = RunId> {
    any::<[u8; 16]>().prop_map(RunId)
}

fn job_id() -> impl Strategy<Value = JobId> {
    any::<u64>().prop_map(JobId)
}

fn bytes(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..=longest)
}

fn run() -> impl Strategy<Value = Run> {
    let question = (".{0,9}", ".{0,20}", any::<bool>(), option::of(any::<u32>()), any::<u64>()).prop_map(
        |(game, position, misere, rct_base, seed)| Question { game, position, misere, rct_base, seed },
    );
    (run_id(), question, ".{0,20}").prop_map(|(id, question, domain)| Run { id, question, domain })
}

fn job() -> impl Strategy<Value = Job> {
    (run_id(), job_id(), bytes(40), any::<u64>(), any::<u64>(), any::<[u32; 5]>()).prop_map(
        |(run, job, node, expansions, update_every, until)| Job {
            run,
            job,
            node,
            expansions,
            update_every,
            until,
        },
    )
}

fn hello() -> impl Strategy<Value = Hello> {
    (run_id(), ".{0,9}", ".{0,9}", ".{0,9}", any::<u32>())
        .prop_map(|(run, worker, domain, version, threads)| Hello { run, worker, domain, version, threads })
}

pub fn report() -> impl Strategy<Value = Report> {
    let job = (run_id(), ".{0,9}", job_id(), any::<u16>(), any::<bool>(), any::<u64>());
    (job, option::of(bytes(90)), vec(numbers(40), 0..9), vec(fact(40), 0..9), vec(estimate(40), 0..9))
        .prop_map(
            |((run, worker, job, sequence, is_final, expansions), children, numbers, facts, estimates)| {
                let sequence = u32::from(sequence);
                Report {
                    run,
                    worker,
                    job,
                    sequence,
                    is_final,
                    expansions,
                    children,
                    numbers,
                    facts,
                    estimates,
                }
            },
        )
}

fn numbers(longest: usize) -> impl Strategy<Value = NodeNumbers> {
    (bytes(longest), any::<u32>(), any::<u32>()).prop_map(|(node, pn, dn)| NodeNumbers { node, pn, dn })
}

fn estimate(longest: usize) -> impl Strategy<Value = Estimate> {
    (numbers(longest), any::<u32>()).prop_map(|(numbers, work)| Estimate { numbers, work })
}

fn fact(longest: usize) -> impl Strategy<Value = PortableFact> {
    (bytes(longest), bytes(longest)).prop_map(|(key, value)| PortableFact { key, value })
}

pub fn batch(count: std::ops::Range<usize>, longest: usize) -> impl Strategy<Value = FactBatch> {
    (run_id(), any::<u32>(), vec(fact(longest), count), vec(estimate(longest), 0..9)).prop_map(
        |(run, first, facts, estimates)| FactBatch { run, first: u64::from(first), facts, estimates },
    )
}

fn notice() -> impl Strategy<Value = Notice> {
    prop_oneof![
        (run_id(), vec(job_id(), 0..20)).prop_map(|(run, jobs)| Notice::Pointless { run, jobs }),
        (run_id(), ".{0,9}", ".{0,20}").prop_map(|(run, worker, reason)| Notice::Refused {
            run,
            worker,
            reason
        }),
        (run_id(), option::of(any::<bool>()), ".{0,20}").prop_map(|(run, outcome, reason)| Notice::Ended {
            run,
            outcome,
            reason
        }),
    ]
}
