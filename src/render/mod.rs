//! What people look at: scenes as data, drawn as SVG, PNG or terminal text; findings drawn by miette.

#[cfg(feature = "cli")]
pub mod report;
