//! Reads mappings by their schema and reports all structural errors in one pass.
//!
//! A value of the wrong shape is a finding and counts as missing, so that it does not hide other
//! errors. Nothing is dropped without a finding.

use crate::scalar::{Scalar, Style};
use crate::suggest;
use crate::suggest::{flat, mapping_help, uncut};
use crate::value::{Key, Schema};
use crate::write::in_quotes;
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Added, Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};

/// Reads nodes and collects findings.
pub struct Reader<'a> {
    /// The whole text of the file, for quotations.
    text: &'a str,
    /// All mappings, for suggestions. The first one is the whole file.
    schemas: &'static [Schema],
    /// The findings.
    pub(crate) found: Report,
}

/// A list of names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameList {
    /// The items, or the words of a text.
    pub words: Vec<Spanned<String>>,
    /// The form in which the list is written.
    pub form: ListForm,
}

/// How a list of names is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListForm {
    /// As a list, with one name for each item.
    Items,
    /// As one text. Several words may form one name; only the game knows which.
    Text,
}

/// The known entries of a mapping.
pub(crate) struct Fields<'n> {
    keys: &'static [Key],
    entries: Vec<&'n Entry>,
    /// Known keys for which an unknown key was probably meant. No finding may say that they are
    /// missing.
    pub misspelt: Vec<&'static str>,
    /// The span of the whole mapping.
    pub span: Span,
    /// The number of findings in the reader before the mapping was read.
    found: usize,
}

impl<'n> Fields<'n> {
    /// True if the mapping or its values have findings so far.
    pub(crate) fn has_findings(&self, r: &Reader<'_>) -> bool {
        r.found.len() > self.found
    }

    /// True if a key is missing and no misspelt key was probably meant for it.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        self.get(name).is_none() && !self.misspelt.contains(&name)
    }

    /// The entry with the key `name`, which must be in the schema.
    pub(crate) fn get(&self, name: &str) -> Option<&'n Entry> {
        debug_assert!(self.keys.iter().any(|k| k.name == name), "`{name}` is in no schema");
        self.entries.iter().copied().find(|e| e.key.text() == name)
    }

    /// All entries in the order of the file.
    pub(crate) fn all(&self) -> &[&'n Entry] {
        &self.entries
    }
}

impl<'a> Reader<'a> {
    /// Starts to read a file with this text.
    pub(crate) fn new(text: &'a str, schemas: &'static [Schema]) -> Self {
        Self { text, schemas, found: Report::default() }
    }

    /// Adds a finding with a label at `span`, which says `text`.
    pub(crate) fn at(
        &mut self,
        code: Code,
        span: Span,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Added<'_> {
        self.found.at(code, span, title, text)
    }

    /// The entries of `node`, which must be a mapping with keys of `schema`.
    pub(crate) fn fields<'n>(&mut self, node: &'n Node, schema: &Schema) -> Option<Fields<'n>> {
        let found = self.found.len();
        let entries = self.mapping(node, schema.what)?;
        let is_known = |e: &Entry| schema.key(e.key.text()).is_some();
        let (mut known, mut misspelt) = (Vec::new(), Vec::new());
        let mut rest = entries;
        while let Some((entry, after)) = rest.split_first() {
            let bare = after.iter().take_while(|e| !is_known(e) && self.is_bare(e, schema));
            let (bare, after) = after.split_at(bare.count());
            rest = after;
            let key = schema.key(entry.key.text());
            if let Some(key) = key.filter(|key| bare.is_empty() && is_hollow(entry, key)) {
                let strays = rest.iter().take_while(|e| !is_known(e)).count();
                if strays > 0 {
                    self.not_indented(&entry.key, &rest[0].key);
                    misspelt.push(key.name);
                    rest = &rest[strays..];
                    continue;
                }
            }
            match (key, bare.last()) {
                (None, _) => misspelt.extend(self.unknown_key(&entry.key, schema)),
                (Some(key), Some(last)) => {
                    self.cut_at_comma(entry, key, last);
                    misspelt.push(key.name);
                }
                (Some(_), None) => known.push(entry),
            }
        }
        Some(Fields { keys: schema.keys, entries: known, misspelt, span: node.span, found })
    }

    /// The entries of a mapping whose keys are names of the author and whose values are texts.
    pub(crate) fn named<'n>(&mut self, node: &'n Node, what: &str) -> Option<Vec<&'n Entry>> {
        const BARE: Schema = Schema { what: "", keys: &[] };
        let (mut named, mut rest) = (Vec::new(), self.mapping(node, what)?);
        while let Some((entry, after)) = rest.split_first() {
            let bare = after.iter().take_while(|e| self.is_bare(e, &BARE)).count();
            rest = &after[bare..];
            match after[..bare].last() {
                Some(last) if !entry.value.span.is_empty() => {
                    let (key, span) = (entry.key.text(), entry.value.span.to(last.key.span()));
                    let written = self.written(span);
                    // Without a blank behind it, the comma belongs to a word such as `4,4`.
                    let help = Help::write(if written.contains(", ") {
                        written.replace(',', "")
                    } else {
                        format!("\"{written}\"")
                    });
                    self.at(
                        Code::NeedsQuotes,
                        span,
                        format!("a comma ends the text of `{key}` too early"),
                        "",
                    )
                    .because("in braces, a comma ends a text")
                    .help(help);
                }
                Some(_) | None => {
                    named.push(entry);
                    named.extend(&after[..bare]);
                }
            }
        }
        Some(named)
    }

    /// The text of the file at `span`.
    pub(crate) fn written(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// True if the entry has a key and no colon. A comma in a text causes this: `{moves: N, B}` has
    /// the entry `B`.
    fn is_bare(&self, entry: &Entry, schema: &Schema) -> bool {
        let empty = matches!(&entry.value.kind, NodeKind::Scalar(s) if s.text().is_empty());
        let behind = self.text.get(entry.key.span().end as usize..).unwrap_or("");
        empty
            && behind.trim_start().starts_with([',', '}'])
            && did_you_mean(entry.key.text(), schema.keys.iter().map(|k| k.name)).is_none()
    }

    /// Reports that a comma ended the value of `entry` too early. The value was meant to end with
    /// `last`.
    fn cut_at_comma(&mut self, entry: &Entry, known: &Key, last: &Entry) {
        let (key, span) = (known.name, entry.value.span.to(last.key.span()));
        let written = self.written(span);
        let help = if known.value.is_words() {
            Help::make_list(format!("[{written}]"))
        } else {
            uncut(key, written)
        };
        self.at(Code::NeedsQuotes, span, format!("a comma ends the text of `{key}` too early"), "")
            .because("in braces, a comma ends a text")
            .help(help);
    }

    fn unknown_key(&mut self, key: &Scalar, schema: &Schema) -> Option<&'static str> {
        let names = || schema.keys.iter().map(|k| k.name);
        let (bare, value) = key.text().split_once(':').unwrap_or((key.text(), ""));
        let rule = suggest::rule(bare);
        let near = suggest::key(bare, schema)
            .or_else(|| did_you_mean(bare, names()))
            .filter(|near| rule.is_none() || near.starts_with(bare) || schema.what == "a goal");
        let of_moves = schema.what == "a piece" && near.is_none() && suggest::is_condition(bare);
        let help = match (near, suggest::mapping_with(bare, self.schemas), rule) {
            _ if of_moves => {
                "a movement says it, behind a semicolon: `moves: N; only when dark`".into()
            }
            (Some(near), ..) if !value.is_empty() => {
                Help::space_behind_colon(format!("{near}: {value}"))
            }
            (Some(near), ..) => Help::did_you_mean(near),
            (None, _, Some(how)) => Help::from(how),
            (None, Some(home), None) => {
                Help::from(format!("it is a key of {home}: write it there"))
            }
            (None, None, None) if schema.what == "`hand`" => Help::from(format!(
                "pieces in hand at the start stand in brackets behind the rows of `setup`: `.../RNBQKBNR[NNnn]`; \
                 keys of `hand`: {}",
                names().collect::<Vec<_>>().join(", ")
            )),
            (None, None, None) => {
                Help::from(format!("possible keys: {}", names().collect::<Vec<_>>().join(", ")))
            }
        };
        self.at(
            Code::UnknownKey,
            key.span(),
            format!("{} has no key `{}`", schema.what, key.text()),
            "unknown key",
        )
        .help(help);
        near
    }

    /// Reports that the content of `key`, from `first` on, is not indented.
    fn not_indented(&mut self, key: &Scalar, first: &Scalar) {
        self.missing_value(key.span(), &format!("`{}`", key.text()));
        if let Some(finding) = self.found.last_mut() {
            finding.labels[0].text = "it is empty".to_owned();
            finding.help = Some(Help::from(format!("indent `{}` by two spaces", first.text())));
        }
    }

    /// The entries of a mapping whose keys are names of the author.
    pub(crate) fn mapping<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Entry]> {
        match &node.kind {
            NodeKind::Mapping(entries) => Some(entries),
            NodeKind::Scalar(s) if s.text().is_empty() => {
                self.missing_value(node.span, what);
                if let Some(finding) = self.found.last_mut() {
                    finding.help = Some(if what == self.schemas[0].what {
                        Help::from("begin with `extends: chess`")
                    } else {
                        Help::from("write its contents, or remove the key")
                    });
                }
                None
            }
            // The value of an unresolved alias may have been a mapping. The alias has a finding
            // already, and no other plain text begins with `*`.
            NodeKind::Scalar(s)
                if s.style() == Style::Plain && self.written(node.span).starts_with('*') =>
            {
                None
            }
            NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
                let label = format!("{} stands here", shape(node));
                let help = mapping_help(what, node, self.written(node.span));
                self.at(Code::WrongType, node.span, format!("{what} must be a mapping"), label)
                    .help(help);
                None
            }
        }
    }

    /// The text of an entry. YAML reads an unquoted `[F?R]` or `{..}` as a list or mapping. Then
    /// the help gives the text in quotes.
    pub(crate) fn scalar(&mut self, entry: &Entry) -> Option<Scalar> {
        match &entry.value.kind {
            NodeKind::Scalar(s) if s.text().trim().is_empty() => {
                let key = entry.key.text();
                self.missing_value(entry.key.span(), &format!("`{key}`"));
                if let Some(finding) = self.found.last_mut() {
                    *finding = finding.clone().help(match key.split_once(' ') {
                        Some((key, value))
                            if self.schemas.iter().all(|schema| schema.key(key).is_none()) =>
                        {
                            Help::write(format!("{key}: {value}"))
                        }
                        Some(_) | None => {
                            Help::from(format!("write a value after `{key}:`, or remove the key"))
                        }
                    });
                }
                None
            }
            NodeKind::Scalar(s) => Some(s.clone()),
            NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
                self.found.push(self.not_a_text(entry));
                None
            }
        }
    }

    fn not_a_text(&self, entry: &Entry) -> Diagnostic {
        let (key, span) = (entry.key.text(), entry.value.span);
        let written = self.written(span).trim_end();
        let title = format!("`{key}` must be a text");
        let label = format!("YAML reads this as {}", shape(&entry.value));
        let finding = |code| Diagnostic::at(code, span, title, label);
        // YAML reads a pair in brackets, such as `[a: b]`, as a mapping without braces.
        let (is_pair, is_hollow) = match &entry.value.kind {
            NodeKind::Mapping(entries) => (true, entries.is_empty()),
            NodeKind::Sequence(items) => (false, items.is_empty()),
            NodeKind::Scalar(_) => (false, false),
        };
        let one_line = (is_pair || written.starts_with('[')) && !written.contains('\n');
        if let Some(text) = flat(key, &entry.value) {
            return finding(Code::WrongType).help(Help::write(text));
        }
        if is_hollow {
            return finding(Code::WrongType).help("write the text, or remove this");
        }
        if !one_line {
            return finding(Code::WrongType);
        }
        let quoted = in_quotes(written);
        match is_pair {
            false => finding(Code::NeedsQuotes).help(Help::quote(quoted)),
            true if is_prose(key) => finding(Code::NeedsQuotes)
                .help(format!("if it is text, put it in quotes: {quoted}")),
            true => finding(Code::WrongType)
                .because("this text cannot contain braces and colons, not even in quotes")
                .help("write the text without braces"),
        }
    }

    /// A list of texts. A single text counts as a list of its words.
    pub(crate) fn words(&mut self, entry: &Entry) -> Option<Vec<Spanned<String>>> {
        let NodeKind::Sequence(nodes) = &entry.value.kind else {
            let scalar = self.scalar(entry)?;
            let place = |r| scalar.slice(r);
            let words = crate::scalar::Written::new(scalar.text(), &place).words();
            return Some(words.into_iter().map(|w| w.spanned()).collect());
        };
        let mut words = Vec::new();
        for node in nodes {
            match &node.kind {
                NodeKind::Scalar(s) if !s.text().is_empty() => {
                    words.push(Spanned::new(s.text().to_owned(), s.span()));
                }
                NodeKind::Scalar(_) | NodeKind::Sequence(_) | NodeKind::Mapping(_) => {
                    self.at(
                        Code::WrongType,
                        node.span,
                        format!("each item of `{}` must be a word", entry.key.text()),
                        format!("{} stands here", shape(node)),
                    );
                }
            }
        }
        Some(words)
    }

    /// A list of names. A single text may hold several names.
    pub(crate) fn names(&mut self, entry: &Entry) -> Option<NameList> {
        let form = match &entry.value.kind {
            NodeKind::Sequence(_) => ListForm::Items,
            NodeKind::Scalar(_) | NodeKind::Mapping(_) => ListForm::Text,
        };
        Some(NameList { words: self.words(entry)?, form })
    }

    /// The value that the table `choices` gives for the word of an entry.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        entry: &Entry,
        choices: &[(&str, T)],
    ) -> Option<Spanned<T>> {
        let scalar = self.scalar(entry)?;
        if let Some(&(_, value)) = choices.iter().find(|(name, _)| *name == scalar.text()) {
            return Some(Spanned::new(value, scalar.span()));
        }
        let names = || choices.iter().map(|&(name, _)| name);
        let meant = suggest::value(scalar.text(), &names().collect::<Vec<_>>());
        let is_there = ["true", "yes", "on", "allowed"].contains(&scalar.text());
        let help = match meant.or_else(|| did_you_mean(scalar.text(), names())) {
            // `none` would take away what the author wants.
            _ if is_there && names().eq(["none"]) => {
                let key = entry.key.text();
                format!("leave the line out: without `{key}: none` it is there").into()
            }
            Some(near) => Help::did_you_mean(near),
            None => type_either(names()),
        };
        self.at(
            Code::BadValue,
            scalar.span(),
            format!("`{}` cannot be `{}`", entry.key.text(), scalar.text()),
            format!("expected {}", either(names())),
        )
        .help(help);
        None
    }

    /// Adds the finding that a value is missing.
    pub(crate) fn missing_value(&mut self, span: Span, what: &str) {
        self.at(Code::MissingValue, span, format!("{what} is empty"), "a value is missing");
    }
}

/// Writes `a, b or c`, each in backquotes.
pub(crate) fn either<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|n| format!("`{n}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The help that lists the valid words.
pub(crate) fn type_either<'a>(names: impl Iterator<Item = &'a str>) -> Help {
    match names.collect::<Vec<_>>().as_slice() {
        [name] => Help::type_in(name),
        names => format!("type {}", either(names.iter().copied())).into(),
    }
}

/// True if the key requires a mapping and its value is empty.
fn is_hollow(entry: &Entry, key: &Key) -> bool {
    let empty = matches!(&entry.value.kind, NodeKind::Scalar(s) if s.text().is_empty());
    empty && key.value.is_mapping()
}

fn shape(node: &Node) -> &'static str {
    match &node.kind {
        NodeKind::Scalar(s) if s.text().is_empty() => "nothing",
        NodeKind::Scalar(_) => "a text",
        NodeKind::Sequence(_) => "a list",
        NodeKind::Mapping(_) => "a mapping",
    }
}

/// True if the text behind `key` is for people, so that it may contain any characters.
fn is_prose(key: &str) -> bool {
    matches!(
        key,
        "name"
            | "inventor"
            | "year"
            | "source"
            | "pitch"
            | "tags"
            | "scene"
            | "rules"
            | "notes"
            | "because"
    )
}
