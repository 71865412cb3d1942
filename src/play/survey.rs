//! Surveys: what games of the computer against itself tell about a variant.
//!
//! A [`GameRecord`](record::GameRecord) contains all that is kept of a game. An
//! [`Observation`](observation::Observation) has the numbers of one game, and
//! [`Figures`](figures::Figures) summarize all games. So the same figures follow from games that
//! were played in several processes.

pub mod estimate;
pub mod figures;
pub mod observation;
pub mod record;
pub mod schedule;
