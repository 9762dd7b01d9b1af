//! Masters and workers over links in memory that deliver messages twice, late and in another order, and lose workers.

mod accidents;
mod estimates;
mod office;
mod random_numbers;
mod refusals;
mod searches;
mod simulations;
