//! From a request to the files that answer it, in the order in which they are laid.
//!
//! Takes a request (`chess`, `./mine.yaml`, `capablanca+contrast-modifier`); gives a [`Chain`]: for
//! every name its parents, then itself, then the modifiers that it lists, and after the first name of
//! a sum the modifiers of the sum. Invariant: no file stands in its own ancestry, and a chain has at
//! most [`MAX_LAYERS`] layers.

use crate::library::{self, Library};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_syntax::definition::{self, Definition, Role};
use alfil_syntax::yaml;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// Most files that one request may lay over each other, repetitions counted.
pub(crate) const MAX_LAYERS: usize = 64;

/// One file, to be laid over those before it.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The name by which it was asked for.
    pub(crate) name: String,
    /// What it says.
    pub(crate) definition: Rc<Definition>,
    /// Its text.
    pub(crate) source: SourceId,
    /// Where a file names it; `None` if the request itself does.
    pub(crate) named: Option<Span>,
    /// Why it is laid.
    pub(crate) standing: Standing,
}

/// Why a layer is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// Somebody asked for this game.
    Asked,
    /// A modifier is looked at by itself and laid over chess for that.
    Tried,
}

/// All files of a request.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// The layers, lowest first.
    pub(crate) layers: Vec<Layer>,
    /// The files that the request itself names.
    pub(crate) asked: Vec<SourceId>,
    /// What the first of them is.
    pub(crate) role: Role,
    /// Whether any file could not be had: what it would have said must not be reported as missing.
    pub(crate) gaps: Gaps,
}

/// Whether a chain lacks files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gaps {
    /// It is whole.
    None,
    /// A file is missing, refused or no definition.
    Some,
}

/// Follows a request. `None` if nothing could be read.
pub(crate) fn follow(
    request: &str,
    library: &mut Library,
    sources: &mut Sources,
    found: &mut Report,
) -> Option<Chain> {
    let mut walk = Walk {
        library,
        sources,
        found,
        read: BTreeMap::new(),
        chain: Vec::new(),
        gaps: Gaps::None,
    };
    let names = walk.split(request, None, &|_| None);
    let asked = walk.sum(&names, Slot::Alone, None, &mut Vec::new());
    let head = *asked.first()?;
    let role = walk.read.get(&head)?.as_ref()?.definition.role;
    if let (Role::Modifier, [(first, _), (second, _)]) = (role, names.as_slice()) {
        let lost = |d: &&mut Diagnostic| d.code == Code::NotAModifier && d.labels.is_empty();
        if let Some(finding) = walk.found.iter_mut().find(lost) {
            *finding = finding.clone().help(format!("the game comes first: `{second}+{first}`"));
        }
    }
    if role == Role::Modifier {
        let laid: Vec<Layer> = walk.chain.drain(..).collect();
        walk.quietly_lay_chess();
        walk.chain.extend(laid.into_iter().map(|l| Layer { standing: Standing::Tried, ..l }));
    }
    Some(Chain { layers: walk.chain, asked, role, gaps: walk.gaps })
}

/// Where a name stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// First in a request: anything.
    Alone,
    /// First behind `extends` of a game or parent.
    Parent,
    /// Behind a `+`, in `modifiers`, or behind `extends` of a modifier.
    Laid,
}

/// One name of a sum, and where a file says it.
type Name = (String, Option<Span>);

#[derive(Clone, Debug)]
struct File {
    source: SourceId,
    definition: Rc<Definition>,
}

struct Walk<'a> {
    library: &'a mut Library,
    sources: &'a mut Sources,
    found: &'a mut Report,
    /// Files read; `None` for those that are no definition, so that each is reported once.
    read: BTreeMap<SourceId, Option<File>>,
    chain: Vec<Layer>,
    gaps: Gaps,
}

impl Walk<'_> {
    /// The names of a sum; `place` says where bytes of it are written.
    fn split(
        &self,
        sum: &str,
        from: Option<SourceId>,
        place: &dyn Fn(Range<usize>) -> Option<Span>,
    ) -> Vec<Name> {
        let parts = self.library.parts(sum, from).into_iter();
        parts.map(|part| (sum[part.clone()].to_owned(), place(part))).collect()
    }

    /// Appends the layers of a sum; gives the files that it names.
    fn sum(
        &mut self,
        names: &[Name],
        place: Slot,
        from: Option<SourceId>,
        above: &mut Vec<SourceId>,
    ) -> Vec<SourceId> {
        let mut place = place;
        let mut files = Vec::new();
        // A longer sum is too long whatever its names are: no more of them are looked for.
        if let Some((_, named)) = names.get(MAX_LAYERS) {
            self.refuse_height(*named);
        }
        for name in names.iter().take(MAX_LAYERS) {
            files.extend(self.name(name, place, from, above));
            place = Slot::Laid;
        }
        files
    }

    fn name(
        &mut self,
        (name, named): &Name,
        place: Slot,
        from: Option<SourceId>,
        above: &mut Vec<SourceId>,
    ) -> Option<SourceId> {
        let Some(File { source, definition }) = self.open(name, *named, from) else {
            self.gaps = Gaps::Some;
            return None;
        };
        if above.contains(&source) {
            self.refuse(Code::CyclicDefinition, *named, format!("`{name}` extends itself"));
            if let Some(finding) = self.found.last_mut() {
                finding.help = Some("name another parent, such as `extends: chess`".to_owned());
            }
            return None;
        }
        if above.len() + self.chain.len() >= MAX_LAYERS {
            self.refuse_height(*named);
            return None;
        }
        match (place, definition.role) {
            (Slot::Laid, Role::Game | Role::Abstract) => {
                let title = format!("`{name}` is not a modifier");
                self.refuse(Code::NotAModifier, *named, title);
                let modifier = format!("{name}-modifier");
                if let Some(finding) = self.found.last_mut() {
                    *finding = finding.clone().help(match library::find(&modifier) {
                        Some(_) => format!("did you mean `{modifier}`?"),
                        None => format!("a game is extended: `extends: {name}`"),
                    });
                }
                return None;
            }
            (Slot::Parent, Role::Modifier) => {
                let title = format!("`{name}` is a modifier, not a game to extend");
                self.refuse(Code::NotAModifier, *named, title);
                if let Some(finding) = self.found.last_mut() {
                    finding.help = Some(format!("lay it over a game: `chess+{name}`"));
                }
                return None;
            }
            (Slot::Alone, _)
            | (Slot::Laid, Role::Modifier)
            | (Slot::Parent, Role::Game | Role::Abstract) => {}
        }
        above.push(source);
        if let Some(parent) = &definition.extends {
            let place = match definition.role {
                Role::Modifier => Slot::Laid,
                Role::Game | Role::Abstract => Slot::Parent,
            };
            let names = self.split(parent.text(), Some(source), &|part| Some(parent.slice(part)));
            self.sum(&names, place, Some(source), above);
        }
        self.chain.push(Layer {
            name: name.clone(),
            definition: definition.clone(),
            source,
            named: *named,
            standing: Standing::Asked,
        });
        if let Some(modifier) = definition.modifiers.get(MAX_LAYERS) {
            self.refuse_height(Some(modifier.span));
        }
        for modifier in definition.modifiers.iter().take(MAX_LAYERS) {
            let names = self.split(&modifier.value, Some(source), &|_| Some(modifier.span));
            self.sum(&names, Slot::Laid, Some(source), above);
        }
        above.pop();
        Some(source)
    }

    fn open(&mut self, name: &str, named: Option<Span>, from: Option<SourceId>) -> Option<File> {
        let source = match self.library.load(self.sources, name, from) {
            Ok(source) => source,
            Err(finding) => {
                self.found.push(match named {
                    Some(span) => finding.label(span, "asked for here"),
                    None => finding,
                });
                return None;
            }
        };
        if let Some(file) = self.read.get(&source) {
            return file.clone();
        }
        let text = self.sources.get(source).text.clone();
        let tree = yaml::parse(source, &text);
        self.found.extend(tree.found);
        let read = tree.value.map(|tree| definition::read(&tree, &text));
        let file = read.and_then(|read| {
            self.found.extend(read.found);
            read.value.map(|d| File { source, definition: Rc::new(d) })
        });
        self.read.insert(source, file.clone());
        file
    }

    /// Chess lies under a modifier that is looked at by itself; its own findings are not asked for.
    fn quietly_lay_chess(&mut self) {
        let (before, gaps) = (self.found.len(), self.gaps);
        self.sum(&[("chess".to_owned(), None)], Slot::Parent, None, &mut Vec::new());
        self.found.truncate(before);
        self.gaps = gaps;
    }

    /// Says once that there are too many layers: every caller up the chain would say it again.
    fn refuse_height(&mut self, named: Option<Span>) {
        if self.found.iter().all(|d| d.code != Code::CyclicDefinition) {
            let title = format!("more than {MAX_LAYERS} definitions lie over each other");
            self.refuse(Code::CyclicDefinition, named, title);
        }
    }

    fn refuse(&mut self, code: Code, named: Option<Span>, title: String) {
        self.gaps = Gaps::Some;
        let mut finding = Diagnostic::new(code, title);
        if let Some(span) = named {
            finding = finding.label(span, "named here");
        }
        self.found.push(finding);
    }
}
