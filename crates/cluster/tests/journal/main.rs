//! The journal: what goes in comes out, after crashes too, and damage is told from them.

mod damage;
mod entries;
mod full_disk;
mod open;
mod samples;
