//! The server as clients see it, good ones and bad ones.

mod answers;
mod games;
mod hostile;
mod jobs;
mod load;
mod support;
