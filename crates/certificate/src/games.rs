//! The rules of the games other than Sprouts.
