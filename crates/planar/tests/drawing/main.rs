//! Pictures of maps, strokes on them, and maps from notation.

mod moves;
mod notation;
mod samples;
mod strokes;
mod traced;
mod tracing;
