//! Counts all that is below the start of a game.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use rhizome_impartial::{Census, Counts, Game, RctBase};
use rhizome_search::{Control, Interruption};
use serde::Serialize;

/// Counts what is below one position.
pub trait Counter {
    /// The position, as text.
    fn start(&self) -> &str;

    /// Counts all.
    ///
    /// # Errors
    /// Why it was not finished, for people.
    fn count(&mut self, control: &Control<'_>) -> Result<(), String>;

    /// What was counted so far.
    fn counts(&self) -> Counts;

    /// Bytes held.
    fn memory(&self) -> usize;

    /// Saves the RCTs of the lands that were counted in a directory, which is there.
    ///
    /// # Errors
    /// If the file cannot be written. If a limit was reached before that, that is the answer.
    fn save(
        self: Box<Self>,
        directory: &Path,
        control: &Control<'_>,
    ) -> anyhow::Result<Result<Saved, Interruption>>;
}

/// A database of RCTs that was saved.
#[derive(Clone, Debug, Serialize)]
pub struct Saved {
    /// The file.
    pub file: PathBuf,
    /// The number of lands.
    pub lands: u64,
    /// The number of RCTs in it, those that differ by *1 taken together.
    pub trees: u64,
    /// The digest, in hexadecimal digits.
    pub digest: String,
}

/// Counts sums of lands.
pub struct LandCensus<G> {
    census: Census<G>,
    domain: String,
    start: String,
    size: u32,
}

impl<G: Game> LandCensus<G> {
    /// Of what is below the sum in `census`, which is written `start` and is that of a size.
    pub fn new(census: Census<G>, domain: String, start: String, size: u32) -> Self {
        LandCensus { census, domain, start, size }
    }
}

impl<G: Game> Counter for LandCensus<G> {
    fn start(&self) -> &str {
        &self.start
    }

    fn count(&mut self, control: &Control<'_>) -> Result<(), String> {
        self.census.count(control).map_err(|stop| match stop {
            Interruption::Tree => self.census.complaint(),
            stop => stop.to_string(),
        })
    }

    fn counts(&self) -> Counts {
        self.census.counts()
    }

    fn memory(&self) -> usize {
        self.census.memory()
    }

    fn save(
        self: Box<Self>,
        directory: &Path,
        control: &Control<'_>,
    ) -> anyhow::Result<Result<Saved, Interruption>> {
        let base = match self.census.into_base(control) {
            Ok(base) => base,
            Err(stop) => return Ok(Err(stop)),
        };
        let file = directory.join(RctBase::file_name(&self.domain, self.size));
        base.save(&file, &self.domain, &self.start).map_err(|error| anyhow!("--save: {error}"))?;
        let digest = format!("{:08x}", base.digest());
        Ok(Ok(Saved { file, lands: base.lands() as u64, trees: base.rcts().trees() as u64, digest }))
    }
}
