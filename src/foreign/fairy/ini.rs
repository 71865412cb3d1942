//! Reads a file of sections with keys. `grammar/ini.pest` is the grammar of a line.

use crate::foreign::remark::{Place, Remark, Weight};
use alfil_grammar::{Grammar, Rule};
use pest::Parser;
use pest::iterators::Pair;
use std::collections::BTreeMap;

/// The longest file in bytes. The largest known files have about 300,000.
pub const MAX_BYTES: usize = 1 << 22;

/// The longest line in bytes. A start position on the largest board has about 700.
const MAX_LINE: usize = 1 << 14;

/// The most sections of a file.
const MAX_SECTIONS: usize = 2_000;

/// A text with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// The text without blanks around it.
    pub(crate) text: String,
    /// Where it begins.
    pub(crate) place: Place,
}

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: Text,
    /// The value.
    pub(crate) value: Text,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// The name of the variant.
    pub(crate) name: Text,
    /// The variant that it inherits from.
    pub(crate) parent: Option<Text>,
    /// Its keys in the order of the file. A key that stands twice is here once, with its last value.
    pub(crate) entries: Vec<Entry>,
    /// Remarks about its lines.
    pub(crate) remarks: Vec<Remark>,
}

/// All sections of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Document {
    /// The sections in the order of the file.
    pub(crate) sections: Vec<Section>,
    /// Remarks about lines that belong to no section.
    pub(crate) remarks: Vec<Remark>,
}

/// Reads all sections of `text`. The time is proportional to its length.
///
/// # Errors
/// The text is longer than [`MAX_BYTES`] or has too many sections.
pub(crate) fn read(text: &str) -> Result<Document, String> {
    if text.len() > MAX_BYTES {
        let bytes = text.len();
        return Err(format!(
            "{bytes} bytes are more than a file of variants may have: {MAX_BYTES}"
        ));
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::default();
    for (line, number) in text.split('\n').zip(1..) {
        reader.line(line, number);
        if reader.document.sections.len() > MAX_SECTIONS {
            return Err(format!("a file has at most {MAX_SECTIONS} sections"));
        }
    }
    Ok(reader.document)
}

/// The state between two lines.
#[derive(Default)]
struct Reader {
    document: Document,
    /// The indexes of the entries of the last section by their keys.
    keys: BTreeMap<String, usize>,
}

impl Reader {
    fn line(&mut self, line: &str, number: u32) {
        let start = Place { line: number, column: 1 };
        if line.len() > MAX_LINE {
            let what = format!("a line has at most {MAX_LINE} bytes; this one is left out");
            return self.remark(start, "", Weight::Error, what, None);
        }
        let Some(part) = Grammar::parse(Rule::ini_line, line).ok().and_then(|mut all| all.next())
        else {
            let what = "this line cannot be read".to_owned();
            return self.remark(start, "", Weight::Doubt, what, None);
        };
        for part in part.into_inner() {
            let place = |pair: &Pair<'_, Rule>| {
                let before = &line[..pair.as_span().start()];
                Place { line: number, column: before.chars().count() as u32 + 1 }
            };
            let text = |pair: &Pair<'_, Rule>| Text {
                text: pair.as_str().trim().to_owned(),
                place: place(pair),
            };
            match part.as_rule() {
                Rule::ini_section => {
                    self.section(part.into_inner().map(|p| (p.as_rule(), text(&p))))
                }
                Rule::ini_entry => {
                    let mut both = part.into_inner().map(|p| text(&p));
                    if let (Some(key), Some(value)) = (both.next(), both.next()) {
                        self.entry(Entry { key, value });
                    }
                }
                Rule::ini_junk => {
                    let what = "this line is neither a section, a key with `=` nor a comment";
                    let help = "a comment begins with `#`".to_owned();
                    self.remark(place(&part), "", Weight::Doubt, what.to_owned(), Some(help));
                }
                _ => {}
            }
        }
    }

    fn section(&mut self, parts: impl Iterator<Item = (Rule, Text)>) {
        let (mut name, mut parent, mut rest) = (None, None, None);
        for (rule, text) in parts {
            match rule {
                Rule::ini_name => name = Some(text),
                Rule::ini_parent => parent = Some(text),
                _ => rest = Some(text),
            }
        }
        let Some(name) = name else { return };
        let parent = parent.filter(|parent| !parent.text.is_empty());
        self.keys.clear();
        let unnamed = name.text.is_empty().then_some(name.place);
        self.document.sections.push(Section { name, parent, entries: vec![], remarks: vec![] });
        if let Some(place) = unnamed {
            let what = "a section needs a name".to_owned();
            self.remark(place, "", Weight::Error, what, Some("write `[name]`".to_owned()));
        }
        if let Some(rest) = rest.filter(|rest| !rest.text.starts_with(['#', ';'])) {
            let what = format!("`{}` after the section has no meaning", brief(&rest.text));
            self.remark(rest.place, "", Weight::Doubt, what, None);
        }
    }

    fn entry(&mut self, entry: Entry) {
        let place = entry.key.place;
        if entry.key.text.is_empty() {
            let what = "a key is missing before `=`".to_owned();
            return self.remark(place, "", Weight::Doubt, what, None);
        }
        let Some(section) = self.document.sections.last_mut() else {
            let what = format!("`{}` stands before the first section", brief(&entry.key.text));
            return self.remark(place, "", Weight::Doubt, what, None);
        };
        let key = entry.key.text.clone();
        match self.keys.get(&key).and_then(|&at| section.entries.get_mut(at)) {
            Some(earlier) => {
                let line = earlier.key.place.line;
                *earlier = entry;
                let what =
                    format!("`{}` stands in line {line} already; this one counts", brief(&key));
                self.remark(place, &key, Weight::Doubt, what, None);
            }
            None => {
                self.keys.insert(key, section.entries.len());
                section.entries.push(entry);
            }
        }
    }

    fn remark(
        &mut self,
        place: Place,
        key: &str,
        weight: Weight,
        what: String,
        help: Option<String>,
    ) {
        let remarks = match self.document.sections.last_mut() {
            Some(section) => &mut section.remarks,
            None => &mut self.document.remarks,
        };
        // A file without any sense needs no remark for each line.
        if remarks.len() < 100 {
            let key = key.to_owned();
            remarks.push(Remark { place: Some(place), key, weight, what, help });
        }
    }
}

/// A short form of a text for a message.
pub(crate) fn brief(text: &str) -> String {
    let mut letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}
