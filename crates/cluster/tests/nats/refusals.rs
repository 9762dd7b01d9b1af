//! What does not work is said at once, and clearly.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rhizome_cluster::nats::{NatsCredentials, NatsMaster, NatsOptions, NatsTls, NatsWorker};
use rhizome_cluster::{LinkError, MasterLink, Notice, ToWorker, WorkerLink};

use crate::server::{CONTRIB, Server};
use crate::talk::*;

/// What a master and a worker meet within a few seconds.
fn refusals(options: &NatsOptions) -> [LinkError; 2] {
    let start = Instant::now();
    let master = NatsMaster::open(options, &run(1)).map(drop).unwrap_err();
    let worker = NatsWorker::open(options, None).and_then(|mut worker| worker.run(SOON)).unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(12), "{:?}", start.elapsed());
    [master, worker]
}

fn contrib() -> Server {
    Server::with_arguments(tempfile::tempdir().unwrap(), &["-c", CONTRIB])
}

#[test]
fn the_configuration_that_is_handed_out_permits_all_that_is_needed() {
    let server = contrib();
    let run = run(1);
    let mut master = master(&server.options_of("master", "mighty"), &run);
    let mut worker = worker(&server.options_of("worker", "wistful"), &run);
    worker.hello(&hello(&run, "w")).unwrap();
    assert_eq!(master.receive(SOON).unwrap().len(), 1);
    master.acknowledge().unwrap();
    master.share(&batch(&run, 0, 3)).unwrap();
    worker.ask().unwrap();
    worker.ask().unwrap();
    master.offer(&job(&run, 0)).unwrap();
    master.offer(&job(&run, 1)).unwrap();
    let heard = hear(&mut worker, 3, SOON);
    assert!(heard.contains(&ToWorker::Facts(batch(&run, 0, 3))));
    worker.keep(job(&run, 0).job).unwrap();
    worker.report(&report(&job(&run, 0), "w", 0, true)).unwrap();
    worker.give_back(job(&run, 1).job).unwrap();
    assert_eq!(reports(&mut master, 1, SOON).len(), 1);
    worker.flush(SOON).unwrap();
    for notice in [
        Notice::Pointless { run: run.id, jobs: Vec::new() },
        Notice::Ended { run: run.id, outcome: Some(false), reason: String::new() },
    ] {
        master.tell(&notice).unwrap();
        assert_eq!(hear(&mut worker, 1, SOON), [ToWorker::Notice(notice)]);
    }
}

#[test]
fn wrong_credentials_or_none_get_nothing() {
    let server = contrib();
    let url = &server.options().url;
    let in_address = |who: &str| NatsOptions::new(&url.replace("//", &format!("//{who}@")));
    for options in [
        server.options(),
        server.options_of("worker", "mighty"),
        server.options_of("nobody", "wistful"),
        NatsOptions { credentials: NatsCredentials::Token("wistful".to_owned()), ..server.options() },
        in_address("worker:wrong"),
        in_address("token"),
    ] {
        for error in refusals(&options) {
            assert!(matches!(error, LinkError::Unauthorized { .. }), "{error}");
            assert!(!error.to_string().contains("wrong"), "{error}");
        }
    }
    assert_eq!(NatsWorker::open(&in_address("worker:wistful"), None).unwrap().run(Duration::ZERO), Ok(None));
}

#[test]
fn a_worker_must_not_be_a_master() {
    let server = contrib();
    let error = NatsMaster::open(&server.options_of("worker", "wistful"), &run(1)).map(drop).unwrap_err();
    assert!(matches!(error, LinkError::Forbidden { .. }), "{error}");
}

#[test]
fn a_missing_permission_is_named() {
    let permissions = |publish: &str, subscribe: &str| {
        format!(
            "authorization {{ users: [{{ user: m, password: m }}, {{ user: w, password: w, permissions {{
                publish: [{publish}], subscribe: [{subscribe}] }} }}] }}"
        )
    };
    let api = "\"$JS.API.CONSUMER.CREATE.*\", \"$JS.API.CONSUMER.MSG.NEXT.*.*\"";
    for (publish, subscribe, missing) in [
        (api, "\"_INBOX.>\", \"*.*.notice\"", "report"),
        ("\"$JS.API.CONSUMER.CREATE.*\", \"*.*.report\"", "\"_INBOX.>\", \"*.*.notice\"", "MSG.NEXT"),
        ("\"*.*.report\"", "\"_INBOX.>\", \"*.*.notice\"", "CONSUMER.CREATE"),
        (&format!("{api}, \"*.*.report\""), "\"_INBOX.>\"", "notice"),
        (&format!("{api}, \"*.*.report\""), "\"*.*.notice\"", "_INBOX"),
    ] {
        let server = Server::with_configuration(&permissions(publish, subscribe));
        let _master = master(&server.options_of("m", "m"), &run(1));
        let start = Instant::now();
        let error = NatsWorker::open(&server.options_of("w", "w"), None).and_then(|mut worker| {
            worker.run(SOON)?;
            worker.hello(&hello(&run(1), "w"))?;
            worker.flush(SOON)?;
            worker.receive(SOON).map(drop)
        });
        let error = error.unwrap_err();
        assert!(matches!(error, LinkError::Forbidden { .. }), "{missing}: {error}");
        assert!(error.to_string().contains(missing), "{missing}: {error}");
        assert!(start.elapsed() < Duration::from_secs(5), "{missing}: {:?}", start.elapsed());
    }
}

#[test]
fn a_server_that_cannot_serve_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let without = Server::with_arguments(directory, &[]);
    let error = NatsMaster::open(&without.options(), &run(1)).map(drop).unwrap_err();
    assert!(matches!(&error, LinkError::Unfit { .. }) && error.to_string().contains("-js"), "{error}");
    let small = Server::with_configuration("max_payload: 100KB");
    for error in refusals(&small.options()) {
        assert!(
            matches!(&error, LinkError::Unfit { .. }) && error.to_string().contains("max_payload"),
            "{error}"
        );
    }
}

#[test]
fn no_server_or_something_else_is_said_at_once() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let url = format!("nats://{}", listener.local_addr().unwrap());
    for error in refusals(&NatsOptions::new(&url)) {
        assert!(matches!(error, LinkError::Unreachable { .. }), "{error}");
    }
    drop(listener);
    for error in refusals(&NatsOptions::new(&url)) {
        assert!(matches!(error, LinkError::Unreachable { .. }), "{error}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let right = NatsOptions::new("nats://127.0.0.1:1");
    let missing = || PathBuf::from("/nowhere/at/all");
    for options in [
        NatsOptions::new("http://127.0.0.1"),
        NatsOptions::new(""),
        NatsOptions { prefix: String::new(), ..right.clone() },
        NatsOptions { prefix: "a.b".to_owned(), ..right.clone() },
        NatsOptions { ack_wait: Duration::ZERO, ..right.clone() },
        NatsOptions { credentials: NatsCredentials::File(missing()), ..right.clone() },
        NatsOptions { credentials: NatsCredentials::NkeyFile(missing()), ..right.clone() },
        NatsOptions { tls: NatsTls { authority: Some(missing()), certificate: None }, ..right.clone() },
        NatsOptions { tls: NatsTls { authority: None, certificate: Some((missing(), missing())) }, ..right },
    ] {
        for error in refusals(&options) {
            assert!(matches!(error, LinkError::Option { .. }), "{error}");
        }
    }
}

/// An authority, and a certificate of it with its key.
struct Papers {
    authority: PathBuf,
    certificate: (PathBuf, PathBuf),
}

fn papers(directory: &Path, name: &str) -> Papers {
    let mut parameters = CertificateParams::new([]).unwrap();
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer = CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let parameters = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    let certificate = parameters.signed_by(&key, &issuer).unwrap();
    let write = |what: &str, text: &str| {
        let path = directory.join(format!("{name}-{what}.pem"));
        std::fs::write(&path, text).unwrap();
        path
    };
    Papers {
        authority: write("authority", &issuer.pem()),
        certificate: (write("certificate", &certificate.pem()), write("key", &key.serialize_pem())),
    }
}

#[test]
fn tls_trusts_whom_it_should() {
    let directory = tempfile::tempdir().unwrap();
    let ours = papers(directory.path(), "ours");
    let others = papers(directory.path(), "others");
    let plain = Server::start();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (certificate, key) = (path(&ours.certificate.0), path(&ours.certificate.1));
    let arguments: &[&str] = &["-js", "--tls", "--tlscert", &certificate, "--tlskey", &key];
    let server = Server::with_arguments(tempfile::tempdir().unwrap(), arguments);
    let authority = path(&ours.authority);
    let strict = [arguments, &["--tlsverify", "--tlscacert", &authority]].concat();
    let strict = Server::with_arguments(tempfile::tempdir().unwrap(), &strict);

    let with = |server: &Server, authority: &Path, certificate: Option<&(PathBuf, PathBuf)>| NatsOptions {
        tls: NatsTls { authority: Some(authority.into()), certificate: certificate.cloned() },
        ..server.options()
    };
    let own = Some(&ours.certificate);
    for good in [with(&server, &ours.authority, None), with(&strict, &ours.authority, own)] {
        let _master = master(&good, &run(1));
        worker(&good, &run(1));
    }
    for bad in [
        with(&server, &others.authority, None),
        with(&plain, &ours.authority, None),
        with(&strict, &ours.authority, None),
        with(&strict, &ours.authority, Some(&others.certificate)),
        // The authorities of the system know nothing of ours.
        server.options(),
    ] {
        for error in refusals(&bad) {
            assert!(matches!(error, LinkError::Insecure { .. }), "{error}");
        }
    }
}
