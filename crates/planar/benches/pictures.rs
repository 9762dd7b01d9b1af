//! placeholder
fn main() { divan::main(); }
