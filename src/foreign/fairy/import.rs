//! Imports sections of a `variants.ini` as definitions.

use crate::foreign::fairy::extends::Shortener;
use crate::foreign::fairy::ini;
use crate::foreign::fairy::table::Origin;
use crate::foreign::fairy::translate::{Names, translate};
use crate::foreign::fairy::variants::{Family, Resolved, built_in_settings, of_built_in};
use crate::foreign::imported::{Extent, Imported};
use crate::foreign::remark::{Place, Remark, Weight};
use crate::variant::Workspace;
use alfil_diagnostics::diagnostic::Severity;
use alfil_diagnostics::source::Sources;
use alfil_syntax::format::format;

/// The first line of a section: what a list of sections shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The name of the variant.
    pub name: String,
    /// The variant that it inherits from.
    pub parent: Option<String>,
    /// Where the name stands.
    pub place: Place,
}

/// The sections of a file, in its order, and remarks about lines before the first one. Nothing is
/// imported, so the time is proportional to the length of the text.
///
/// # Errors
/// The text is too large.
pub fn heads(text: &str) -> Result<(Vec<Head>, Vec<Remark>), String> {
    let document = ini::read(text)?;
    let heads = document.sections.into_iter().map(|section| Head {
        name: section.name.text,
        parent: section.parent.map(|parent| parent.text),
        place: section.name.place,
    });
    Ok((heads.collect(), document.remarks))
}

/// Imports the sections of `text` that `wanted` accepts, in the order of the file. `file` is the
/// name of the file for people.
///
/// # Errors
/// The text is too large. All other mistakes are remarks.
pub fn import(
    text: &str,
    file: &str,
    mut wanted: impl FnMut(&str) -> bool,
) -> Result<Vec<Imported>, String> {
    let document = ini::read(text)?;
    let mut family = Family::new(&document);
    let mut shortener = Shortener::default();
    let mut all = Vec::new();
    for (at, section) in document.sections.iter().enumerate() {
        if wanted(&section.name.text)
            && let Some(resolved) = family.resolve(at)
        {
            let source = format!("section `{}` of {file}, for Fairy-Stockfish", resolved.name);
            all.push(one(resolved, &source, &mut shortener));
        }
    }
    Ok(all)
}

/// Imports a variant that the program has built in; `None` if there is none of that name.
pub fn import_built_in(name: &str) -> Option<Imported> {
    let resolved = of_built_in(name)?;
    let source = format!("Fairy-Stockfish, variant `{name}`");
    Some(one(resolved, &source, &mut Shortener::default()))
}

/// The name as a title: `racing-kings` is `Racing Kings`.
fn title(name: &str) -> String {
    let words = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    let title = words.collect::<Vec<String>>().join(" ");
    if title.is_empty() { "Variant".to_owned() } else { title }
}

/// Translates and checks one variant.
fn one(resolved: Resolved, source: &str, shortener: &mut Shortener) -> Imported {
    let Resolved { name, place, settings, ancestor, remarks } = resolved;
    let mut imported = Imported {
        name,
        extent: Extent::NotAtAll,
        definition: None,
        remarks,
        findings: Vec::new(),
    };
    let failed = imported.remarks.iter().any(|remark| remark.weight == Weight::Error);
    if !failed {
        let title = title(&imported.name);
        match translate(&settings, &title, source, &Names::new()) {
            Ok(translation) => {
                imported.remarks.extend(translation.remarks);
                let mut draft = translation.draft;
                for remark in imported.remarks.iter().filter(|r| r.weight == Weight::Lost) {
                    let line = remark
                        .place
                        .map_or(String::new(), |place| format!("line {}: ", place.line));
                    draft.comments.push(format!("{line}{}", remark.what));
                }
                let near =
                    ancestor.as_deref().and_then(|name| Some((name, built_in_settings(name)?)));
                let short = near
                    .and_then(|near| shortener.shorten(&settings, near, &draft, &title, source));
                let comments = draft.comments.iter().map(|comment| format!("# {comment}\n"));
                let text = short
                    .map_or_else(|| draft.text(), |short| comments.collect::<String>() + &short);
                let id = Sources::new().add("definition", text.as_str());
                imported.definition = Some(format(id, &text).unwrap_or(text));
            }
            Err(what) => {
                let (key, weight) = ("startFen".to_owned(), Weight::Error);
                let place = match settings.origin("startFen") {
                    Some(Origin::File(place)) => Some(place),
                    Some(Origin::BuiltIn) | None => place,
                };
                imported.remarks.push(Remark { place, key, weight, what, help: None });
            }
        }
    }
    let section = place;
    let of_key = |key: &str| match settings.origin(key) {
        Some(Origin::File(place)) => Some(place),
        Some(Origin::BuiltIn) | None => section,
    };
    check(&mut imported, of_key);
    imported.remarks.sort_by_key(|remark| remark.place);
    imported
}

/// Keys of a definition, and the keys of a section that they come from.
const SOURCES: &[(&str, &str)] = &[
    ("setup", "startFen"),
    ("castling", "castling"),
    ("hand", "pieceDrops"),
    ("must", "mustCapture"),
    ("turn", "pass"),
];

/// Checks the definition and says how much it carries over. `of_key` finds the place of a key in the
/// file: nobody has seen the lines of the definition.
fn check(imported: &mut Imported, of_key: impl Fn(&str) -> Option<Place>) {
    let Some(text) = &imported.definition else { return };
    let place = |line: usize| {
        let before = text.lines().take(line).filter(|line| !line.starts_with([' ', '#', '-']));
        let key = before.last().and_then(|line| line.split(':').next()).unwrap_or_default();
        let source = SOURCES.iter().find(|(own, _)| *own == key);
        of_key(source.map_or("", |(_, source)| source))
    };
    let mut workspace = Workspace::new();
    workspace.add("definition", text);
    let sound = match workspace.load("definition") {
        Ok(variant) => {
            imported.findings = variant.warnings().to_vec();
            true
        }
        Err(error) => {
            imported.findings = error.findings;
            false
        }
    };
    let errors = imported.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let refused = errors.map(|finding| Remark {
        place: place(finding.start.map_or(0, |start| start.line)),
        key: String::new(),
        weight: Weight::Error,
        what: format!("as a definition, this variant is refused: {}", finding.title),
        help: None,
    });
    imported.remarks.extend(refused.collect::<Vec<_>>());
    let broken = imported.findings.iter().any(|finding| finding.severity == Severity::Error);
    let lost = imported.remarks.iter().any(|remark| remark.weight == Weight::Lost);
    imported.extent = match (sound && !broken, lost) {
        (false, _) => Extent::NotAtAll,
        (true, true) => Extent::Partly,
        (true, false) => Extent::Complete,
    };
}
