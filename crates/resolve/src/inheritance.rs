//! Finds the files of a request, in the order in which they are laid over each other.
//!
//! A request (`chess`, `./mine.yaml`, `capablanca+contrast-modifier`) becomes a [`Chain`]. For each
//! name, the chain contains the parents, then the file itself, then the modifiers that the file
//! lists. No file is its own ancestor, and a chain has at most [`MAX_LAYERS`] layers.

use crate::art;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_library::Library;
use alfil_syntax::definition::{self, Definition, Role};
use alfil_syntax::piece::{PictureText, PieceChange};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The greatest number of files for one request. A file that occurs twice counts twice.
pub(crate) const MAX_LAYERS: usize = 64;

/// One file of a request. It is laid over the files before it.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The name as the request or another file writes it.
    pub(crate) name: String,
    pub(crate) definition: Rc<Definition>,
    pub(crate) source: SourceId,
    /// The place where another file names this one; `None` if the request names it.
    pub(crate) named: Option<Span>,
    pub(crate) standing: Standing,
    /// The texts of the files that its pieces name as pictures, by their paths.
    pub(crate) pictures: BTreeMap<String, Arc<str>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// The request, or a file that it loads, names this file.
    Asked,
    /// The request is a modifier without a game. Chess is its base, so that the modifier can be
    /// checked.
    Tried,
}

/// All files of a request.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// The layers, from the lowest.
    pub(crate) layers: Vec<Layer>,
    /// The files that the request itself names, without their parents and modifiers.
    pub(crate) asked: Vec<SourceId>,
    /// The role of the first file that the request names.
    pub(crate) role: Role,
    /// Whether some file could not be read. Parts that such a file might define are not reported as
    /// missing.
    pub(crate) gaps: Gaps,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gaps {
    None,
    /// A file is missing, cannot be read or is not a definition.
    Some,
}

/// Collects the files of a request. Returns `None` if no file could be read.
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
    let role = walk.read.get(&head)?.as_ref()?.definition.role();
    if let (Role::Modifier, [(first, _), (second, _)]) = (role, names.as_slice()) {
        let lost = |d: &&mut Diagnostic| d.code == Code::NotAModifier && d.labels.is_empty();
        if let Some(finding) = walk.found.iter_mut().find(lost) {
            *finding = finding.clone().help(format!("write the game first: `{second}+{first}`"));
        }
    }
    if role == Role::Modifier {
        let laid: Vec<Layer> = walk.chain.drain(..).collect();
        walk.quietly_lay_chess();
        walk.chain.extend(laid.into_iter().map(|l| Layer { standing: Standing::Tried, ..l }));
    }
    Some(Chain { layers: walk.chain, asked, role, gaps: walk.gaps })
}

/// Where a name occurs. The place decides which roles are allowed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// First in a request: any role is allowed.
    Alone,
    /// First after `extends` of a game or an abstract parent.
    Parent,
    /// After a `+`, in the list `modifiers`, or after `extends` of a modifier.
    Laid,
}

/// One name of a request such as `a+b`, and the place in a file where it is written.
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
    /// Files read so far. `None` stands for a text that is not a definition, so that it is reported
    /// only once.
    read: BTreeMap<SourceId, Option<File>>,
    chain: Vec<Layer>,
    gaps: Gaps,
}

impl Walk<'_> {
    /// Splits a request into names. `place` maps a byte range of the text to a span.
    fn split(
        &self,
        sum: &str,
        from: Option<SourceId>,
        place: &dyn Fn(Range<usize>) -> Option<Span>,
    ) -> Vec<Name> {
        let parts = self.library.parts(sum, from).into_iter();
        parts.map(|part| (sum[part.clone()].to_owned(), place(part))).collect()
    }

    /// Appends the layers of all names and returns the files that the names mean.
    fn sum(
        &mut self,
        names: &[Name],
        place: Slot,
        from: Option<SourceId>,
        above: &mut Vec<SourceId>,
    ) -> Vec<SourceId> {
        let mut place = place;
        let mut files = Vec::new();
        // A request with more than `MAX_LAYERS` names is an error, so the other names are not
        // looked up.
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
                finding.help = Some(Help::from("name another parent, such as `extends: chess`"));
            }
            return None;
        }
        if above.len() + self.chain.len() >= MAX_LAYERS {
            self.refuse_height(*named);
            return None;
        }
        match (place, definition.role()) {
            (Slot::Laid, Role::Game | Role::Abstract) => {
                let title = format!("`{name}` is not a modifier");
                self.refuse(Code::NotAModifier, *named, title);
                let modifier = format!("{name}-modifier");
                if let Some(finding) = self.found.last_mut() {
                    *finding = finding.clone().help(match self.library.shelf().find(&modifier) {
                        Some(_) => Help::did_you_mean(modifier),
                        None => Help::from(format!("extend the game: `extends: {name}`")),
                    });
                }
                return None;
            }
            (Slot::Parent, Role::Modifier) => {
                let title = format!("`{name}` is a modifier, not a game to extend");
                self.refuse(Code::NotAModifier, *named, title);
                if let Some(finding) = self.found.last_mut() {
                    finding.help = Some(Help::from(format!("lay it over a game: `chess+{name}`")));
                }
                return None;
            }
            (Slot::Alone, _)
            | (Slot::Laid, Role::Modifier)
            | (Slot::Parent, Role::Game | Role::Abstract) => {}
        }
        above.push(source);
        if let Some(parent) = &definition.extends {
            let place = match definition.role() {
                Role::Modifier => Slot::Laid,
                Role::Game | Role::Abstract => Slot::Parent,
            };
            let names = self.split(parent.text(), Some(source), &|part| Some(parent.slice(part)));
            self.sum(&names, place, Some(source), above);
        }
        let pictures = self.pictures(&definition, source);
        self.chain.push(Layer {
            name: name.clone(),
            definition: definition.clone(),
            source,
            named: *named,
            standing: Standing::Asked,
            pictures,
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

    /// Reads the files that pieces name as pictures. A file that cannot be read has a finding.
    fn pictures(&mut self, file: &Definition, source: SourceId) -> BTreeMap<String, Arc<str>> {
        let mut read = BTreeMap::new();
        let bodies = file.pieces.iter().filter_map(|piece| match &piece.change {
            PieceChange::Set(body) => body.picture.as_ref(),
            PieceChange::Remove => None,
        });
        let texts = bodies.flat_map(|picture| match picture {
            PictureText::Each(sides) => sides.0.iter().collect(),
            PictureText::None => Vec::new(),
        });
        for text in texts.filter(|text| art::is_path(text.text())) {
            let path = text.text().trim();
            if read.contains_key(path) {
                continue;
            }
            // A path with a folder is never the name of a definition.
            match self.library.load(self.sources, &format!("./{path}"), Some(source)) {
                Ok(id) => {
                    read.insert(path.to_owned(), self.sources.get(id).text.clone());
                }
                Err(finding) => {
                    let is_known = |d: &Diagnostic| d.span() == Some(text.span());
                    if !self.found.iter().any(is_known) {
                        let finding = finding.label(text.span(), "the picture is missing");
                        let help = "write the path of an SVG file next to this one, or `<svg ...>`";
                        self.found.push(finding.help(help));
                    }
                }
            }
        }
        read
    }

    fn open(&mut self, name: &str, named: Option<Span>, from: Option<SourceId>) -> Option<File> {
        let source = match self.library.load(self.sources, name, from) {
            Ok(source) => source,
            Err(finding) => {
                self.found.push(match named {
                    Some(span) => finding.label(span, "used here"),
                    None => finding,
                });
                return None;
            }
        };
        if let Some(file) = self.read.get(&source) {
            return file.clone();
        }
        let text = self.sources.get(source).text.clone();
        let tree = definition::tree(source, &text);
        self.found.extend(tree.found);
        let read = tree.value.map(|tree| definition::read(&tree, &text));
        let file = read.and_then(|read| {
            self.found.extend(read.found);
            read.value.map(|d| File { source, definition: Rc::new(d) })
        });
        self.read.insert(source, file.clone());
        file
    }

    /// Puts chess below a modifier that is checked by itself. Findings about chess are dropped.
    fn quietly_lay_chess(&mut self) {
        let (before, gaps) = (self.found.len(), self.gaps);
        self.sum(&[("chess".to_owned(), None)], Slot::Parent, None, &mut Vec::new());
        self.found.truncate(before);
        self.gaps = gaps;
    }

    /// Reports too many layers, but only once for each request.
    fn refuse_height(&mut self, named: Option<Span>) {
        if self.found.iter().all(|d| d.code != Code::CyclicDefinition) {
            let title = format!("more than {MAX_LAYERS} definitions are laid over each other");
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
