//! Proof-number search on extended NAND trees. Knows no game.

mod control;
mod dfpn;
mod dfs;
mod numbers;
mod pns;
mod scan;
mod session;
mod table;
mod tree;

pub use control::{Control, Counters, Interruption, NoObserver, Observer, Progress};
pub use dfpn::Dfpn;
pub use dfs::Dfs;
pub use numbers::{Numbers, Outcome, ProofNumber};
pub use pns::Pns;
pub use scan::Addition;
pub use session::{Algorithm, Answer, Session, Style, solve};
pub use table::{Entry, Table};
pub use tree::{NandTree, NodeId, Parts, Rest, View};
