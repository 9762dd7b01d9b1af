//! Certificates as texts, and what can be done to them.

use sha2::{Digest, Sha256};

/// The generator SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// A certificate without its numbers of entries and its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub game: String,
    pub play: String,
    pub position: String,
    pub claim: String,
    /// Line by line, without line feeds. After a cut or a flip, what is no line any more.
    pub body: Vec<Vec<u8>>,
    /// Whether the last line has its line feed.
    is_whole: bool,
}

const ENTRIES: [&[u8]; 3] = [b"land ", b"win ", b"loss "];

fn is_entry(line: &[u8]) -> bool {
    ENTRIES.iter().any(|word| line.starts_with(word))
}

impl Text {
    /// Reads a certificate that is not compressed.
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let mut after = |word: &str| lines.next().unwrap().strip_prefix(word).unwrap().to_owned();
        after("rhizome certificate 1");
        let [game, play, position, claim] = ["game ", "play ", "position ", "claim "].map(&mut after);
        after("entries ");
        after("sha256 ");
        Text { game, play, position, claim, body: lines.map(Vec::from).collect(), is_whole: true }
    }

    /// The places of the entries among the lines of the body.
    pub fn entries(&self) -> Vec<usize> {
        (0..self.body.len()).filter(|&place| is_entry(&self.body[place])).collect()
    }

    /// The lines of the body as text, if they are.
    pub fn lines(&self) -> Option<Vec<&str>> {
        self.body.iter().map(|line| str::from_utf8(line).ok()).collect()
    }

    /// The file, with the right number of entries and the right digest.
    pub fn sealed(&self) -> Vec<u8> {
        let Text { game, play, position, claim, .. } = self;
        let entries = self.entries().len();
        let head = format!(
            "rhizome certificate 1\ngame {game}\nplay {play}\nposition {position}\nclaim {claim}\nentries {entries}\n"
        );
        let body = self.body_bytes();
        let digest = Sha256::new().chain_update(&head).chain_update(&body).finalize();
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        [format!("{head}sha256 {digest}\n").as_bytes(), &body].concat()
    }

    /// The file, with the number of entries and the digest of another one.
    pub fn sealed_as(&self, other: &Text) -> Vec<u8> {
        let other = other.sealed();
        let seal = other.split_inclusive(|&byte| byte == b'\n').skip(5).take(2).flatten();
        let seal: Vec<u8> = seal.copied().collect();
        let own = self.sealed();
        let mut lines = own.split_inclusive(|&byte| byte == b'\n');
        let head: Vec<u8> = lines.by_ref().take(5).flatten().copied().collect();
        let body: Vec<u8> = lines.skip(2).flatten().copied().collect();
        [head, seal, body].concat()
    }

    fn body_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.body.iter().flat_map(|line| line.iter().chain(b"\n")).copied().collect();
        if !self.is_whole {
            bytes.pop();
        }
        bytes
    }

    fn set_body(&mut self, bytes: &[u8]) {
        self.is_whole = bytes.is_empty() || bytes.ends_with(b"\n");
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec);
        self.body = if bytes.is_empty() { Vec::new() } else { lines.collect() };
    }

    /// Puts the entries in order, each kind where it is.
    fn sort(&mut self) {
        let kind = |line: &[u8]| ENTRIES.iter().position(|word| line.starts_with(word));
        self.body.chunk_by_mut(|one, other| kind(one) == kind(other)).for_each(|lines| {
            if is_entry(&lines[0]) {
                lines.sort();
            }
        });
    }
}

/// What is done to a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// An entry is missing.
    Drop,
    /// A land has another nimber.
    Nimber,
    /// A win is claimed to be a loss, or the other way round.
    Outcome,
    /// A nimber is claimed.
    ClaimNimber,
    /// Another position is claimed to be so.
    Position,
    /// A character of an entry is another one.
    Change,
    /// An entry has one character more.
    Insert,
    /// An entry has one character less.
    Delete,
    /// An entry stands twice.
    Duplicate,
    /// Two entries have changed places.
    Swap,
    /// The body is cut short at some byte.
    Cut,
    /// One bit of the body is another one.
    Flip,
}

impl Mutation {
    pub const ALL: [Mutation; 12] = [
        Mutation::Drop,
        Mutation::Nimber,
        Mutation::Outcome,
        Mutation::ClaimNimber,
        Mutation::Position,
        Mutation::Change,
        Mutation::Insert,
        Mutation::Delete,
        Mutation::Duplicate,
        Mutation::Swap,
        Mutation::Cut,
        Mutation::Flip,
    ];

    /// Whether no certificate can stay valid.
    pub fn is_always_refused(self) -> bool {
        matches!(self, Mutation::Nimber | Mutation::Outcome | Mutation::Duplicate | Mutation::Swap)
    }

    /// Does it at a random place, if there is one. The result differs from the original.
    pub fn apply(self, original: &Text, random: &mut Random) -> Option<Text> {
        let mut text = original.clone();
        let entries = text.entries();
        match self {
            Mutation::Drop => drop(text.body.remove(pick_entry(&entries, random)?)),
            Mutation::Nimber => {
                let place = pick_entry(&entries, random)?;
                let line = String::from_utf8(text.body[place].clone()).ok()?;
                let (nimber, land) = line.strip_prefix("land *")?.split_once(' ')?;
                let nimber: u32 = nimber.parse().ok()?;
                let other =
                    if random.below(2) == 0 { nimber.wrapping_sub(1) } else { random.below(9) as u32 };
                text.body[place] = format!("land *{other} {land}").into();
                text.sort();
            }
            Mutation::Outcome => {
                text.claim = match &*text.claim {
                    "win" => "loss".to_owned(),
                    "loss" => "win".to_owned(),
                    _ => return None,
                };
            }
            Mutation::ClaimNimber => text.claim = format!("nimber {}", random.below(9)),
            Mutation::Position => text.position = another_position(original, &entries, random)?,
            Mutation::Change | Mutation::Insert | Mutation::Delete => {
                let place = pick_entry(&entries, random)?;
                let line = &mut text.body[place];
                let start = line.iter().position(|&byte| byte == b' ')? + 1;
                let at = start + random.below(line.len() - start);
                let letter = another_letter(line[at], random);
                match self {
                    Mutation::Insert => line.insert(at + random.below(2), letter),
                    Mutation::Delete => drop(line.remove(at)),
                    _ => line[at] = letter,
                }
                text.sort();
            }
            Mutation::Duplicate => {
                let place = pick_entry(&entries, random)?;
                text.body.insert(*random.pick(&entries), original.body[place].clone());
            }
            Mutation::Swap => text.body.swap(pick_entry(&entries, random)?, pick_entry(&entries, random)?),
            Mutation::Cut => {
                let bytes = text.body_bytes();
                text.set_body(&bytes[..random.below(bytes.len())]);
            }
            Mutation::Flip => {
                let mut bytes = text.body_bytes();
                let at = random.below(bytes.len());
                *bytes.get_mut(at)? ^= 1 << random.below(8);
                text.set_body(&bytes);
            }
        }
        (text != *original).then_some(text)
    }
}

fn pick_entry(entries: &[usize], random: &mut Random) -> Option<usize> {
    (!entries.is_empty()).then(|| *random.pick(entries))
}

/// A letter that may stand where another one does, or, now and then, any other.
fn another_letter(letter: u8, random: &mut Random) -> u8 {
    if random.below(4) == 0 {
        return b' ' + random.below(95) as u8;
    }
    let alike: &[u8] = match letter {
        b'0'..=b'9' => b"0123456789",
        b'x' | b'o' | b'#' => b"xo.#",
        b'.' => b".xo#2|/",
        b'a'..=b'z' => b"abcdxnbrqkp",
        b'A'..=b'Z' => b"ABCDNBRQKP",
        _ => b".|/+*-2",
    };
    *random.pick(alike)
}

/// The position of an entry, or the position with another character, or with a heap beside it.
fn another_position(text: &Text, entries: &[usize], random: &mut Random) -> Option<String> {
    match random.below(3) {
        0 => {
            let line = str::from_utf8(&text.body[pick_entry(entries, random)?]).ok()?;
            let (word, rest) = line.split_once(' ')?;
            Some(if word == "land" { rest.split_once(' ')?.1 } else { rest }.to_owned())
        }
        1 => {
            let mut position = text.position.clone().into_bytes();
            let at = random.below(position.len());
            position[at] = *random.pick(b"0123456789*+.|AB/xo#! -");
            // A blank at the end or two together would only be another form.
            Some(String::from_utf8(position).ok()?.trim().replace("  ", " ")).filter(|text| !text.is_empty())
        }
        _ => Some(format!("{}+*{}", text.position, random.below(5))),
    }
}
