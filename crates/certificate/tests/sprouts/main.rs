//! The rules of Sprouts in the checker against the game as the search plays it, and against maps on the sphere.

mod children;
mod disguise;
mod lands;
mod moves;
mod mutants;
mod notation;
mod same;
