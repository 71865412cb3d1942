//! WHAT AN EDITOR ASKS about the text of a definition, whatever the editor and however it asks.
//!
//! ```text
//! Workspace + Address + text --read--> Page --marks, hover, complete, define, rename, folds, format--> data
//! ```
//!
//! Owns: [`Page`], one text as it stands, and its marks. The others are files beside this one: `place` (where the
//! cursor stands, on any text), `complete`, `hover`, `sketch` (a movement as a picture), `names` (definition), `rename`, `folds`, `clauses` (what it says of each
//! piece), `record` (a test more). Places are bytes of the text. Invariant: no protocol is known here, nothing is written, and
//! of files only those are read that the text names and the workspace may read.

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
use crate::variant::{Compiled, Finding, Understood, Workspace};
use alfil_diagnostics::diagnostic::{Diagnostic, Severity, did_you_mean};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::definition::DIALECTS;
use alfil_syntax::definition::Dialect;
use alfil_syntax::format::format;
use alfil_syntax::yaml::{self, Node, NodeKind};
use alfil_syntax::{schema, suggest};
use std::cell::OnceCell;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a text belongs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    /// To a file, which need not exist yet.
    File(PathBuf),
    /// Nowhere; it goes by this name.
    Name(String),
}

/// A definition as an editor holds it.
#[derive(Clone, Debug)]
pub struct Page {
    base: Workspace,
    address: Address,
    workspace: Workspace,
    source: SourceId,
    text: Arc<str>,
    tree: Option<Node>,
    meant: Understood,
    compiled: OnceCell<Compiled>,
}

/// A finding where the text shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The offending characters; if they stand in another text, what names that one, or nothing at all.
    pub range: Range<usize>,
    /// What was found.
    pub finding: Finding,
    /// Other places of this text, with a few words each.
    pub also: Vec<(Range<usize>, String)>,
    /// What does what the help says, if it is one edit of this text.
    pub edit: Option<Change>,
}

/// Characters that go, and what comes in their place.
pub type Change = (Range<usize>, String);

impl Page {
    /// Reads `text`, which belongs to `address`. `base` holds what it may name: the shipped definitions, the
    /// disk, other texts that are open.
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
        let meant = workspace.resolve(&request);
        // What cannot be read at all, such as a folder, is an empty text of its own with a finding.
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
            meant,
            compiled: OnceCell::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it means, if anything.
    pub fn resolved(&self) -> Option<&Resolved> {
        self.meant.resolved.as_ref()
    }

    /// The game, if it can be played.
    pub fn game(&self) -> Option<&Game> {
        self.compiled().game.as_ref()
    }

    /// How many errors keep it from being played.
    pub fn errors(&self) -> usize {
        self.found().iter().filter(|d| d.severity() == Severity::Error).count()
    }

    /// Everything found, the most useful first.
    fn found(&self) -> &[Diagnostic] {
        &self.compiled().found
    }

    /// What compiling comes to, which takes longer than all else and is done when it is first asked for.
    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| self.workspace.compile(&self.meant))
    }

    /// Every text that it was read with.
    pub fn sources(&self) -> &Sources {
        self.workspace.sources()
    }

    /// The files that it was read with, as canonical paths, itself and those that are not there included.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.workspace.library().files()
    }

    /// Whether it is hardly a definition: most keys of the file are none that a definition has, or nearly.
    pub fn is_foreign(&self) -> bool {
        let keys = self.keys();
        let names = || schema::DEFINITION.keys.iter().map(|key| key.name);
        let ours = keys.iter().filter(|name| {
            suggest::key(name, &schema::DEFINITION).is_some()
                || did_you_mean(name, names()).is_some()
        });
        ours.count() * 2 < keys.len()
    }

    /// The keys of the file; of a text that is no YAML what begins its lines up to a colon.
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

    /// Everything found, errors first.
    pub fn marks(&self) -> Vec<Mark> {
        self.found().iter().map(|found| self.mark(found)).collect()
    }

    /// What was found without compiling: part of all [`marks`](Self::marks), and there in a few milliseconds.
    pub fn early_marks(&self) -> Vec<Mark> {
        self.meant.found().iter().map(|found| self.mark(found)).collect()
    }

    /// The findings in `range` that offer an edit.
    pub fn fixes(&self, range: &Range<usize>) -> Vec<(Mark, Change)> {
        let touches = |mark: &Mark| mark.range.start <= range.end && range.start <= mark.range.end;
        let here = self.marks().into_iter().filter(touches);
        here.filter_map(|mark| Some((mark.clone(), mark.edit?))).collect()
    }

    /// The same definition in the house style; `None` where `alfil fmt` would leave it alone.
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

    /// The value of a key of the file itself, if it is a text.
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

    /// The rules as far as they are understood.
    fn rules(&self) -> Option<&Ruleset> {
        self.resolved().map(|resolved| &resolved.ruleset)
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
