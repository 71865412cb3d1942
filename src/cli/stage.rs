//! `alfil show --stage`: writes a stage of a definition as text. The *definition* is the content of
//! each file, the *ruleset* is the combined meaning of the files, and the *program* is the compiled
//! form.

use crate::cli::load::{Loaded, Session};
use alfil::resolve::outline;
use alfil_syntax::{definition, outline as written};
use std::fmt::Write;

/// A stage between the text of a definition and the compiled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Stage {
    /// What was written, file by file, lowest first.
    Definition,
    /// What it means.
    Ruleset,
    /// What it was compiled to.
    Program,
}

pub(crate) fn text(stage: Stage, loaded: &Loaded, session: &Session) -> String {
    match stage {
        Stage::Definition => definitions(loaded, session),
        Stage::Ruleset => outline::outline(&loaded.resolved.ruleset),
        Stage::Program => loaded.game.outline(),
    }
}

fn definitions(loaded: &Loaded, session: &Session) -> String {
    let mut files = loaded.resolved.files.clone();
    files.dedup();
    let mut out = String::new();
    for id in files {
        let source = session.workspace.sources().get(id);
        let tree = definition::tree(id, &source.text).value;
        let read = tree.and_then(|tree| definition::read(&tree, &source.text).value);
        let Some(definition) = read else { continue };
        let gap = if out.is_empty() { "" } else { "\n" };
        let _ = writeln!(out, "{gap}# {}", source.name);
        out.push_str(&written::outline(&definition, session.workspace.sources()));
    }
    out
}
