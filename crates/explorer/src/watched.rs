//! What is watched beside the server's own searches: a cluster, and a simulation.

mod cluster;
mod figures;
mod simulation;

pub use cluster::{Cluster, ClusterView};
pub use simulation::{SimulationError, SimulationPoint, read_simulation};
