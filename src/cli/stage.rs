//! `alfil show --stage`: writes a stage of a definition as text.

use crate::cli::load::Loaded;

/// A stage between the text of a definition and its game. `show --yaml` shows the rules of all files
/// together, and `export --format json` what they mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Stage {
    /// The tables to which the rules were compiled.
    Program,
}

pub(crate) fn text(stage: Stage, loaded: &Loaded) -> String {
    match stage {
        Stage::Program => loaded.game.outline(),
    }
}
