//! Pictures of maps, strokes on them, and maps from notation.

mod moves;
mod samples;
mod traced;
mod tracing;
