//! Sprouts from its rules: cyclic words of spots.
