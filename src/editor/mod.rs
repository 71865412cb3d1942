//! THE CORE OF THE EDITOR, which works on the text of a definition without any protocol.
//!
//! ```text
//! Workspace + Address + text --read--> Page --marks, hover, complete, define, rename, folds, format--> data
//! ```
//!
//! [`Page`] is one text. The files beside this one: `place` (the position of the cursor in any text), `complete`,
//! `hover`, `sketch` (a movement as a picture), `names` (definition), `rename`, `folds`, `clauses` (the places that
//! define each piece), `record` (adds a test). Places are bytes of the text. Nothing is written. Only files are read
//! that the text names and the workspace may read.

pub mod clauses;
pub mod complete;
pub(crate) mod folds;
pub mod hover;
pub mod names;
pub mod place;
mod record;
pub mod rename;
pub mod sketch;
mod spot;

use crate::play::game::Game;
use crate::resolve::resolution::Resolved;
use crate::variant::{Compiled, Finding, Resolution, Workspace};
use alfil_diagnostics::diagnostic::{Diagnostic, Severity, did_you_mean};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::choices::DIALECTS;
use alfil_syntax::choices::Dialect;
use alfil_syntax::format::format;
use alfil_syntax::yaml::{self, Node, NodeKind};
use alfil_syntax::{schema, suggest};
use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The place where a text belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// A file, which need not exist yet.
    File(PathBuf),
    /// No file; the text has this name.
    Name(String),
}

/// A definition in an editor.
#[derive(Clone, Debug)]
pub struct Page {
    base: Workspace,
    address: Address,
    workspace: Workspace,
    source: SourceId,
    text: Arc<str>,
    tree: Option<Node>,
    resolution: Resolution,
    compiled: OnceCell<Compiled>,
}

/// A finding at its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The offending characters. If they are in another text, the characters that name that text, or nothing.
    pub range: Range<usize>,
    pub finding: Finding,
    /// Other places in this text, each with a short description.
    pub also: Vec<(Range<usize>, String)>,
    /// The edit that follows the suggestion, if it is one edit of this text.
    pub edit: Option<Change>,
}

/// The range to replace, and the replacement.
pub type Change = (Range<usize>, String);

impl Page {
    /// Reads `text`, which belongs to `address`. `base` holds the texts that it may name: shipped definitions, files on
    /// disk, other open texts.
    pub fn read(base: &Workspace, address: &Address, text: &str) -> Page {
        let mut workspace = base.clone();
        let request = match address {
            Address::File(path) => {
                workspace.open(path, text);
                path.display().to_string()
            }
            Address::Name(name) => {
                workspace.add(name, text);
                name.clone()
            }
        };
        let resolution = workspace.resolve(&request);
        // A text that cannot be read, such as a folder, becomes an empty text with a finding.
        let source = workspace.read_file(&request).unwrap_or_else(|_| {
            let last = workspace.sources().iter().last().map(|(id, _)| id);
            last.unwrap_or_else(|| workspace.sources_mut().add(request, ""))
        });
        let text = workspace.sources().get(source).text.clone();
        let tree = yaml::parse(source, &text).value;
        Page {
            base: base.clone(),
            address: address.clone(),
            workspace,
            source,
            text,
            tree,
            resolution,
            compiled: OnceCell::new(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The meaning of the text, if it has one.
    pub fn resolved(&self) -> Option<&Resolved> {
        self.resolution.resolved.as_ref()
    }

    /// The game, if there are no errors.
    pub fn game(&self) -> Option<&Game> {
        self.compiled().game.as_ref()
    }

    /// The number of errors.
    pub fn errors(&self) -> usize {
        self.found().iter().filter(|d| d.severity() == Severity::Error).count()
    }

    /// All findings, the most useful first.
    fn found(&self) -> &[Diagnostic] {
        &self.compiled().found
    }

    /// The result of compiling. This takes longer than everything else, so it is done on demand.
    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| self.workspace.compile(&self.resolution))
    }

    /// All texts that were read with it.
    pub fn sources(&self) -> &Sources {
        self.workspace.sources()
    }

    /// Canonical paths of the files that were read with it, including itself and missing files.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.workspace.library().files()
    }

    /// Returns true if most keys of the file resemble no key of definitions.
    pub fn is_foreign(&self) -> bool {
        let keys = self.keys();
        let names = || schema::DEFINITION.keys.iter().map(|key| key.name);
        let ours = keys.iter().filter(|name| {
            suggest::key(name, &schema::DEFINITION).is_some()
                || did_you_mean(name, names()).is_some()
        });
        ours.count() * 2 < keys.len()
    }

    /// The keys of the file. If it is not valid YAML, these are the beginnings of its lines up to a colon.
    fn keys(&self) -> Vec<&str> {
        match self.tree.as_ref().map(|tree| &tree.kind) {
            Some(NodeKind::Mapping(entries)) => entries.iter().map(|e| e.key.text()).collect(),
            Some(NodeKind::Scalar(_) | NodeKind::Sequence(_)) => Vec::new(),
            None => {
                let lines = self.text.lines().filter(|line| line.starts_with(char::is_alphabetic));
                lines.filter_map(|line| Some(line.split_once(':')?.0.trim_end())).collect()
            }
        }
    }

    /// All findings, errors first.
    pub fn marks(&self) -> Vec<Mark> {
        self.found().iter().map(|found| self.mark(found)).collect()
    }

    /// The findings before compilation, within a few milliseconds. All of them are also in [`marks`](Self::marks).
    pub fn early_marks(&self) -> Vec<Mark> {
        self.resolution.found().iter().map(|found| self.mark(found)).collect()
    }

    /// The findings in `range` that offer an edit.
    pub fn fixes(&self, range: &Range<usize>) -> Vec<(Mark, Change)> {
        let touches = |mark: &Mark| mark.range.start <= range.end && range.start <= mark.range.end;
        let here = self.marks().into_iter().filter(touches);
        here.filter_map(|mark| Some((mark.clone(), mark.edit?))).collect()
    }

    /// The text in the house style; `None` if `alfil fmt` would not change it.
    pub fn format(&self) -> Option<String> {
        format(self.source, &self.text).ok()
    }

    fn mark(&self, found: &Diagnostic) -> Mark {
        let own = |span: Span| (span.source == self.source).then(|| bytes(span));
        let elsewhere = || self.parent().map_or(0..0, |scalar| bytes(scalar.span()));
        let range = found.span().and_then(own).unwrap_or_else(elsewhere);
        let also = found.labels.iter().skip(1);
        let also = also.filter_map(|label| Some((own(label.span)?, label.text.clone()))).collect();
        let edit = found.edit.as_ref().filter(|edit| edit.span.source == self.source);
        let edit = edit.map(|edit| (bytes(edit.span), edit.text.clone()));
        Mark { range, finding: Finding::of(found, self.workspace.sources()), also, edit }
    }

    /// The value of a top-level key, if it is a text.
    fn own_text(&self, key: &str) -> Option<&alfil_syntax::scalar::Scalar> {
        let NodeKind::Mapping(entries) = &self.tree.as_ref()?.kind else { return None };
        match &entries.iter().find(|entry| entry.key.text() == key)?.value.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => None,
        }
    }

    fn parent(&self) -> Option<&alfil_syntax::scalar::Scalar> {
        self.own_text("extends")
    }

    fn dialect(&self) -> Dialect {
        let said = self.own_text("dialect").map_or("", |said| said.text());
        DIALECTS.iter().find(|(word, _)| *word == said).map_or_else(Dialect::default, |d| d.1)
    }

    /// The ruleset, if the text could be resolved.
    fn rules(&self) -> Option<&Ruleset> {
        self.resolved().map(|resolved| &resolved.ruleset)
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
