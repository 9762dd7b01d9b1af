//! Simulations of searches by many workers.

use std::time::{Duration, Instant};

use rhizome_cluster::simulation::{SimulationFigures, SimulationSettings, simulate};
use rhizome_search::{Control, Dfpn, Interruption, NoObserver, PortableTree, solve};

/// What is to be simulated.
pub struct Simulations<'a> {
    /// One after the other. What expansions take is the same in all of them.
    pub settings: &'a [SimulationSettings],
    /// Who hears what each has come to.
    pub told: &'a mut dyn FnMut(&Simulated) -> anyhow::Result<()>,
}

/// What a simulation has come to.
pub struct Simulated {
    /// The figures.
    pub figures: SimulationFigures,
    /// The expansions of dfpn alone.
    pub alone: u64,
    /// The time that these take.
    pub alone_time: Duration,
    /// The real time that the simulation has taken.
    pub elapsed: Duration,
}

impl Simulations<'_> {
    /// Simulates searches for the outcome of the root of trees, which `fresh` makes, all of the same question and without
    /// knowledge.
    ///
    /// # Errors
    /// If what a simulation has come to cannot be told. Inside: why there are no further ones, for people.
    pub fn run<T: PortableTree>(
        &mut self,
        mut fresh: impl FnMut() -> Result<T, Interruption>,
        control: &Control<'_>,
    ) -> anyhow::Result<Result<(), String>> {
        let Some(first) = self.settings.first() else { return Ok(Ok(())) };
        let mut tree = match fresh() {
            Ok(tree) => tree,
            Err(stop) => return Ok(Err(stop.to_string())),
        };
        let answer = solve(&mut tree, &mut Dfpn, first.cluster.style, control, &mut NoObserver);
        drop(tree);
        if let Err(stop) = answer.outcome {
            return Ok(Err(format!("dfpn alone: {stop}")));
        }
        let alone = answer.counters.expansions;
        if alone == 0 {
            return Ok(Err("this position takes no expansions, so there is nothing to share out".to_owned()));
        }
        for settings in self.settings {
            let began = Instant::now();
            let figures = match fresh() {
                Ok(tree) => simulate(tree, settings, control),
                Err(stop) => Err(stop.into()),
            };
            let figures = match figures {
                Ok(figures) => figures,
                Err(error) => return Ok(Err(format!("{} workers: {error}", settings.workers))),
            };
            let alone_time = settings.costs.expansion.mul_f64(alone as f64);
            (self.told)(&Simulated { figures, alone, alone_time, elapsed: began.elapsed() })?;
        }
        Ok(Ok(()))
    }
}
