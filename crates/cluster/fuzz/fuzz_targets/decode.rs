//! Whatever comes over the network is read or refused, and what was read is written and read again as the same.
//! A frame that is right is put around all but the first byte, which says the kind, so that the contents are looked at.
//!
//! Run it from `crates/cluster` with `cargo +nightly fuzz run decode -- -max_total_time=600`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rhizome_cluster::{Message, PROTOCOL_VERSION, Wire, WireError};

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    if let Some((&kind, contents)) = bytes.split_first() {
        check(&framed(kind % 8, contents));
    }
});

fn check(bytes: &[u8]) {
    let Ok(message) = Message::decode(bytes) else { return };
    let again = message.encode().expect("what was read can be written");
    assert_eq!(Message::decode(&again).as_ref(), Ok(&message));
    match message {
        Message::Report(report) => all_fit(report.split()),
        Message::Facts(batch) => all_fit(batch.split()),
        _ => {}
    }
}

fn all_fit<T: Wire>(parts: Result<Vec<T>, WireError>) {
    for part in parts.expect("what came in one message fits into some") {
        part.encode().expect("it fits");
    }
}

fn framed(kind: u8, contents: &[u8]) -> Vec<u8> {
    let [low, high] = PROTOCOL_VERSION.to_le_bytes();
    let checked = [low, high, kind];
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&checked);
    hasher.update(contents);
    let checksum = hasher.finalize().to_le_bytes();
    [b"Rhzm".as_slice(), &checked, &checksum, contents].concat()
}
