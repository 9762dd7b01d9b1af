//! Messages on the wire: they come out as they went in, and nothing else comes out.

mod frame;
mod samples;
mod split;
