//! The variants of a file over the built-in ones: sections, and what they inherit.

use crate::foreign::fairy::ini::{self, Document, Section};
use crate::foreign::fairy::settings::{Book, is_of_fork};
use crate::foreign::fairy::table::{Program, Settings};
use crate::foreign::remark::{Place, Remark, Weight};
use alfil_diagnostics::diagnostic::did_you_mean;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The longest chain of sections that inherit from each other.
const MAX_CHAIN: usize = 100;

/// The built-in variants of the program, written for this project as settings over each other.
const BUILT_IN: &str = include_str!("builtin.ini");

/// A variant with all that it inherits.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) name: String,
    /// The line of its section; `None` for a built-in variant.
    pub(crate) place: Option<Place>,
    pub(crate) settings: Settings,
    /// The nearest built-in variant among its ancestors.
    pub(crate) ancestor: Option<String>,
    pub(crate) remarks: Vec<Remark>,
}

/// The built-in variants, parents before children.
fn built_in() -> &'static BTreeMap<String, Settings> {
    static ALL: OnceLock<BTreeMap<String, Settings>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: BTreeMap<String, Settings> = BTreeMap::new();
        for section in ini::read(BUILT_IN).unwrap_or_default().sections {
            let parent = section.parent.as_ref().and_then(|parent| all.get(&parent.text));
            let mut settings = parent.cloned().unwrap_or_default();
            settings.apply(&section, Book::BuiltIn);
            all.insert(section.name.text, settings);
        }
        all
    })
}

/// The names of the built-in variants, sorted.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    built_in().keys().map(String::as_str)
}

/// The settings of a built-in variant.
pub(crate) fn built_in_settings(name: &str) -> Option<&'static Settings> {
    built_in().get(name)
}

/// A built-in variant.
pub(crate) fn of_built_in(name: &str) -> Option<Resolved> {
    built_in().get_key_value(name).map(|(name, settings)| Resolved {
        name: name.clone(),
        place: None,
        settings: settings.clone(),
        ancestor: Some(name.clone()),
        remarks: Vec::new(),
    })
}

/// The variants of a file, in its order.
pub(crate) struct Family<'d> {
    document: &'d Document,
    /// The first section of each name. The program reads no other one of that name.
    first: BTreeMap<&'d str, usize>,
    /// What has been resolved.
    known: BTreeMap<usize, Known>,
    program: Program,
}

/// A section with all that it inherits, for the sections that inherit from it.
#[derive(Clone, Default, Debug)]
struct Known {
    settings: Settings,
    /// The nearest built-in variant.
    ancestor: Option<String>,
    /// The keys that are not carried over, of this section and of all above it.
    lost: Vec<Remark>,
}

impl<'d> Family<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        let mut first = BTreeMap::new();
        for (at, section) in document.sections.iter().enumerate() {
            first.entry(section.name.text.as_str()).or_insert(at);
        }
        let mut entries = document.sections.iter().flat_map(|section| &section.entries);
        let program = if entries.any(|entry| is_of_fork(&entry.key.text)) {
            Program::LargeBoards
        } else {
            Program::FairyStockfish
        };
        Family { document, first, known: BTreeMap::new(), program }
    }

    /// The section with this index, with all that it inherits. The time is proportional to the
    /// sections that were not resolved before.
    pub(crate) fn resolve(&mut self, at: usize) -> Option<Resolved> {
        let section = self.document.sections.get(at)?;
        let mut remarks = section.remarks.clone();
        self.doubts(at, section, &mut remarks);
        let mut chain = vec![at];
        let mut base = Known::default();
        while let Some(section) = chain.last().and_then(|at| self.document.sections.get(*at)) {
            let Some(parent) = &section.parent else { break };
            let own = chain.last().copied().unwrap_or_default();
            let other = self.first.get(parent.text.as_str()).copied().filter(|other| *other != own);
            let error = |what: String, help: Option<String>| Remark {
                place: Some(parent.place),
                key: String::new(),
                weight: Weight::Error,
                what,
                help,
            };
            match other {
                Some(other) if chain.contains(&other) || chain.len() >= MAX_CHAIN => {
                    let what = format!("`{}` inherits from itself", parent.text);
                    remarks.push(error(what, Some("name a variant that stands above".to_owned())));
                    break;
                }
                Some(other) => match self.known.get(&other) {
                    Some(known) => {
                        base = known.clone();
                        break;
                    }
                    None => chain.push(other),
                },
                None => {
                    match built_in().get(&parent.text) {
                        Some(settings) => {
                            base.settings = settings.clone();
                            base.ancestor = Some(parent.text.clone());
                        }
                        None => {
                            let what =
                                format!("there is no variant `{}`", ini::brief(&parent.text));
                            let names: Vec<&str> = self.first.keys().copied().collect();
                            let names =
                                names.into_iter().chain(built_in().keys().map(String::as_str));
                            let near = did_you_mean(&parent.text, names);
                            let help = near.map(|near| format!("did you mean `{near}`?"));
                            remarks.push(error(what, help));
                        }
                    }
                    break;
                }
            }
        }
        for &step in chain.iter().rev() {
            let Some(section) = self.document.sections.get(step) else { continue };
            if section.parent.is_none() {
                base = Known::default();
            }
            if step == at {
                // What the sections above it lose, it loses as well.
                remarks.append(&mut base.lost.clone());
            }
            base.settings.program = self.program;
            let found = base.settings.apply(section, Book::File);
            let lost = found.iter().filter(|remark| remark.weight == Weight::Lost);
            base.lost.extend(lost.cloned());
            if step == at {
                remarks.extend(found);
            }
            self.known.insert(step, base.clone());
        }
        let Known { settings, ancestor, .. } = base;
        let (name, place) = (section.name.text.clone(), Some(section.name.place));
        Some(Resolved { name, place, settings, ancestor, remarks })
    }

    /// Remarks about sections that the program would not read.
    fn doubts(&self, at: usize, section: &Section, remarks: &mut Vec<Remark>) {
        let mut doubt = |what: String| {
            let place = Some(section.name.place);
            let key = String::new();
            remarks.push(Remark { place, key, weight: Weight::Doubt, what, help: None });
        };
        let name = section.name.text.as_str();
        let first = self.first.get(name).and_then(|first| self.document.sections.get(*first));
        if let Some(first) = first.filter(|first| first.name.place != section.name.place) {
            let line = first.name.place.line;
            doubt(format!(
                "`{name}` stands in line {line} already, and the program reads that section"
            ));
        } else if built_in().contains_key(name) {
            doubt(format!("`{name}` is built in, so the program does not read this section"));
        }
        let parent =
            section.parent.as_ref().and_then(|parent| self.first.get(parent.text.as_str()));
        if parent.is_some_and(|parent| *parent > at) {
            doubt("the program does not know a parent that stands below".to_owned());
        }
    }
}
