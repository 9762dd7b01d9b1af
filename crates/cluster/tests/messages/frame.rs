//! Messages and their frames.

use proptest::prelude::*;
use rhizome_cluster::{
    FactBatch, Hello, Job, JobId, MAX_MESSAGE, Message, PROTOCOL_VERSION, PortableFact, RunId, Wire,
    WireError,
};

use crate::samples::message;

fn hello() -> Hello {
    let [worker, domain, version] = ["w", "d", "1"].map(str::to_owned);
    Hello { run: RunId([7; 16]), worker, domain, version, threads: 2 }
}

/// A message with other contents, and a frame that is right for them.
fn reframed(kind: u8, version: u16, contents: &[u8]) -> Vec<u8> {
    let mut checked = version.to_le_bytes().to_vec();
    checked.push(kind);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&checked);
    hasher.update(contents);
    let checksum = hasher.finalize().to_le_bytes();
    [b"Rhzm".as_slice(), &checked, &checksum, contents].concat()
}

proptest! {
    #[test]
    fn a_message_comes_out_as_it_went_in(message in message()) {
        let bytes = message.encode().unwrap();
        prop_assert_eq!(Message::decode(&bytes), Ok(message));
    }

    #[test]
    fn a_flipped_bit_is_noticed(message in message()) {
        let bytes = message.encode().unwrap();
        for bit in 0..bytes.len() * 8 {
            let mut altered = bytes.clone();
            altered[bit / 8] ^= 1 << (bit % 8);
            let expected = if bit < 32 { WireError::Foreign } else { WireError::Damaged };
            prop_assert_eq!(Message::decode(&altered), Err(expected));
        }
    }

    #[test]
    fn a_cut_or_a_tail_is_noticed(message in message(), tail in any::<u8>()) {
        let mut bytes = message.encode().unwrap();
        for length in 0..bytes.len() {
            let expected = if length < 4 { WireError::Foreign } else { WireError::Damaged };
            prop_assert_eq!(Message::decode(&bytes[..length]), Err(expected));
        }
        bytes.push(tail);
        prop_assert_eq!(Message::decode(&bytes), Err(WireError::Damaged));
    }

    #[test]
    fn cut_contents_in_a_right_frame_are_malformed(message in message()) {
        let bytes = message.encode().unwrap();
        for length in 11..bytes.len() {
            let cut = reframed(bytes[6], PROTOCOL_VERSION, &bytes[11..length]);
            let is_malformed = matches!(Message::decode(&cut), Err(WireError::Malformed { .. }));
            prop_assert!(is_malformed);
        }
    }

    #[test]
    fn any_contents_in_a_right_frame_do_no_harm(kind in 0..9u8, contents: Vec<u8>) {
        if let Ok(message) = Message::decode(&reframed(kind, PROTOCOL_VERSION, &contents)) {
            let again = message.encode().unwrap();
            prop_assert_eq!(Message::decode(&again), Ok(message));
        }
    }

    #[test]
    fn any_bytes_do_no_harm(bytes: Vec<u8>) {
        prop_assert!(Message::decode(&bytes).is_err());
    }
}

#[test]
fn the_frame_is_as_documented() {
    let contents = [[7; 16].as_slice(), b"\x01w\x01d\x011\x02"].concat();
    assert_eq!(hello().encode().unwrap(), reframed(4, PROTOCOL_VERSION, &contents));
}

#[test]
fn another_version_is_refused_by_its_number() {
    let mut bytes = hello().encode().unwrap();
    let other = reframed(4, PROTOCOL_VERSION + 1, &bytes.split_off(11));
    let error = Message::decode(&other).unwrap_err();
    assert_eq!(error, WireError::Version { found: PROTOCOL_VERSION + 1 });
    assert_eq!(
        error.to_string(),
        format!(
            "the message is of protocol version {}, but this program speaks version {PROTOCOL_VERSION}: use one version of it everywhere",
            PROTOCOL_VERSION + 1
        )
    );
}

#[test]
fn unknown_kinds_and_leftover_bytes_are_refused() {
    let contents = hello().encode().unwrap().split_off(11);
    for kind in [0, 7, 255] {
        let bytes = reframed(kind, PROTOCOL_VERSION, &contents);
        assert_eq!(Message::decode(&bytes), Err(WireError::UnknownKind { kind }));
    }
    let longer = [contents.as_slice(), &[0, 0]].concat();
    let bytes = reframed(4, PROTOCOL_VERSION, &longer);
    assert_eq!(Message::decode(&bytes), Err(WireError::Leftover { count: 2 }));
}

#[test]
fn a_message_that_is_too_large_is_refused_on_both_sides() {
    let job = |length| Job {
        run: RunId([0; 16]),
        job: JobId(0),
        node: vec![0; length],
        expansions: 0,
        update_every: 0,
        until: [0; 5],
    };
    // The frame, the run, nine numbers of which one takes three bytes.
    let around = 11 + 16 + 1 + 3 + 1 + 1 + 5;
    let whole = job(MAX_MESSAGE - around).encode().unwrap();
    assert_eq!(whole.len(), MAX_MESSAGE);
    assert!(Message::decode(&whole).is_ok());
    let length = MAX_MESSAGE + 1;
    assert_eq!(job(length - around).encode(), Err(WireError::TooLarge { length }));
    let bytes = reframed(2, PROTOCOL_VERSION, &[whole.split_at(11).1, &[0]].concat());
    assert_eq!(Message::decode(&bytes), Err(WireError::TooLarge { length }));
}

/// A list that announces more than is there must not be believed.
#[test]
fn the_announced_length_of_a_list_is_not_allocated() {
    let batch = FactBatch {
        run: RunId([0; 16]),
        first: 0,
        facts: vec![PortableFact { key: vec![1], value: vec![2] }],
        estimates: Vec::new(),
    };
    let mut contents = batch.encode().unwrap().split_off(11);
    contents.splice(17..18, [255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
    let bytes = reframed(5, PROTOCOL_VERSION, &contents);
    assert!(matches!(Message::decode(&bytes), Err(WireError::Malformed { .. })));
}

#[test]
fn the_name_of_a_run_is_hexadecimal() {
    let text = "000102030405060708090a0b0c0d0eff";
    let id: RunId = text.parse().unwrap();
    assert_eq!(id.0[15], 255);
    assert_eq!(id.to_string(), text);
    for bad in ["", "0", "+00102030405060708090a0b0c0d0eff", "g00102030405060708090a0b0c0d0eff"] {
        assert!(bad.parse::<RunId>().unwrap_err().to_string().contains("32 hexadecimal digits"));
    }
    assert_ne!(RunId::random(), RunId::random());
}

#[test]
fn a_job_knows_its_incarnation() {
    let job = JobId::new(3, u32::MAX);
    assert_eq!((job.incarnation(), job.number()), (3, u32::MAX));
    assert!(job < JobId::new(4, 0));
}
