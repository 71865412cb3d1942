//! Imports sections of a `variants.ini` as definitions, also in the short form over a shipped game.

use crate::fairy::case::Draft;
use crate::fairy::ini;
use crate::fairy::table::{Origin, Settings};
use crate::fairy::translate::{Names, translate};
use crate::fairy::variants::{Family, Resolved, built_in_settings, of_built_in};
use crate::remark::{Extent, Imported, Place, Remark, Weight};
use alfil_diagnostics::diagnostic::Severity;
use alfil_diagnostics::source::Sources;
use alfil_play::dice::Dice;
use alfil_protocol::names;
use alfil_rules::goal::{Event, Goal};
use alfil_syntax::definition::EDITION;
use alfil_syntax::format::format;
use alfil_syntax::write::{Map, Yaml};
use alfil_workspace::{Variant, Workspace};
use std::collections::BTreeMap;

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
        what: format!("the definition of this variant has an error: {}", finding.title),
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

// The short form of a variant: what differs from a shipped game that is close to it.
//
// The variant and its built-in ancestor are translated alike, and only the differences are
// written over the shipped game of that ancestor. Random games decide whether both forms mean the
// same.

/// The games that are compared, and the longest of them in plies.
const GAMES: usize = 8;
const PLIES: usize = 40;

/// Finds short forms. It remembers what it has compared, because the sections of a file often have
/// the same rules under many names.
#[derive(Default)]
pub(crate) struct Shortener {
    /// What is near each built-in variant; `None` if no shipped game is.
    near: BTreeMap<String, Option<Near>>,
    /// Whether both forms mean the same, for the rules of each long form.
    same: BTreeMap<String, bool>,
}

/// A shipped game that a built-in variant is close to.
struct Near {
    parent: &'static str,
    /// The names of its kinds.
    named: Names,
    /// The built-in variant, with these names.
    base: Draft,
}

impl Shortener {
    /// The short form over the shipped game of `ancestor`, if there is one that means the same as
    /// the draft `long`. The title and the source are those of the variant.
    pub(crate) fn shorten(
        &mut self,
        settings: &Settings,
        ancestor: (&str, &Settings),
        long: &Draft,
        title: &str,
        source: &str,
    ) -> Option<String> {
        let (name, built_in) = ancestor;
        let near = self.near.entry(name.to_owned()).or_insert_with(|| near(name, built_in));
        let Near { parent, named, base } = near.as_ref()?;
        let own = translate(settings, title, source, named).ok()?;
        let text = difference(parent, base, &own.draft)?.text();
        let whole = long.text();
        if text.lines().count() >= whole.lines().count() {
            return None;
        }
        let rules = long.keys.entries.iter();
        let rules =
            rules.filter(|(key, _)| ![EDITION, "name", "about"].contains(&key.text())).cloned();
        let rules = Draft { comments: vec![name.to_owned()], keys: rules.collect() };
        let means_it = || {
            let (short, long) = (load(&text)?, load(&whole)?);
            same(&short, &long).then_some(())
        };
        let same = self.same.entry(rules.text()).or_insert_with(|| means_it().is_some());
        same.then_some(text)
    }
}

/// What is near a built-in variant.
fn near(name: &str, built_in: &Settings) -> Option<Near> {
    let parent = names::find(name)?;
    let shipped = Workspace::new().load(parent).ok()?;
    let plain = translate(built_in, "", "", &Names::new()).ok()?;
    let named = given_names(&shipped, &plain.kinds);
    let base = translate(built_in, "", "", &named).ok()?.draft;
    Some(Near { parent, named, base })
}

fn load(text: &str) -> Option<Variant> {
    let mut workspace = Workspace::new();
    workspace.add("definition", text);
    workspace.load("definition").ok()
}

/// The names that the shipped game gives the kinds of the ancestor.
fn given_names(shipped: &Variant, kinds: &[crate::fairy::translate::Lettered]) -> Names {
    let rules = shipped.game().rules();
    let mut named = Names::new();
    for kind in kinds {
        let same = rules.kinds.iter().find(|other| other.letter.to_string() == kind.letter);
        if let Some(other) = same {
            named.insert((kind.letter.clone(), kind.piece), other.name.value.clone());
        }
    }
    named
}

/// Keys that a child can take away from its parent.
const REMOVABLE: &[&str] = &["castling", "hand", "must", "effects", "turn"];

/// What `own` says otherwise than `base`, over `parent`. `None` if it cannot be said so.
fn difference(parent: &str, base: &Draft, own: &Draft) -> Option<Draft> {
    let mut keys = Map::default();
    for (key, value) in &own.keys.entries {
        let before = base.keys.get(key.text());
        match (key.text(), value, before) {
            (EDITION | "name", _, _) => keys.put(key.clone(), value.clone()),
            ("about", _, _) => {
                keys.put(key.clone(), value.clone());
                keys.put("extends", parent);
            }
            ("zones", _, _) => {}
            ("pieces", Yaml::Map(layout, pieces), Some(Yaml::Map(_, others))) => {
                let changed = pieces_changed(pieces, others);
                if !changed.is_empty() {
                    keys.put(key.clone(), Yaml::Map(*layout, changed));
                }
            }
            ("ends", Yaml::Map(layout, ends), Some(Yaml::Map(_, others))) => {
                let changed = changed(ends, others);
                if !changed.is_empty() {
                    keys.put(key.clone(), Yaml::Map(*layout, changed));
                }
            }
            (_, value, Some(before)) if value == before => {}
            (_, value, _) => keys.put(key.clone(), value.clone()),
        }
    }
    for (key, _) in &base.keys.entries {
        if own.keys.get(key.text()).is_none() {
            match key.text() {
                "zones" => {}
                word if REMOVABLE.contains(&word) => keys.put(key.clone(), "none"),
                _ => return None,
            }
        }
    }
    zones(own, &mut keys);
    Some(Draft { comments: own.comments.clone(), keys })
}

/// Adds the zones that the other keys name.
fn zones(own: &Draft, keys: &mut Map) {
    let Some(Yaml::Map(_, zones)) = own.keys.get("zones") else { return };
    let used = |name: &str| keys.entries.iter().any(|(_, value)| names_zone(value, name));
    let zones: Map = zones.entries.iter().filter(|(name, _)| used(name.text())).cloned().collect();
    if !zones.is_empty() {
        let extends = keys.entries.iter().position(|(key, _)| key.text() == "extends");
        keys.entries.insert(extends.map_or(0, |at| at + 1), ("zones".into(), zones.in_lines()));
    }
}

/// True if a text in the value has the name of the zone as a word.
fn names_zone(value: &Yaml, name: &str) -> bool {
    match value {
        Yaml::Text(text) => text.split([' ', ';', '(', ')']).any(|word| word == name),
        Yaml::Bare(_) => false,
        Yaml::List(_, items) => items.iter().any(|item| names_zone(item, name)),
        Yaml::Map(_, map) => map.entries.iter().any(|(_, value)| names_zone(value, name)),
    }
}

/// The pieces that are new, gone or changed.
fn pieces_changed(own: &Map, base: &Map) -> Map {
    // The shipped game may say `others`, so other pieces change what a pawn becomes.
    let all_same =
        own.entries.iter().map(|(key, _)| key).eq(base.entries.iter().map(|(key, _)| key));
    let gone = base.entries.iter().filter(|(name, _)| own.get(name.text()).is_none());
    let mut pieces: Map = gone.map(|(name, _)| (name.clone(), "none")).collect();
    for (name, value) in &own.entries {
        match (value, base.get(name.text())) {
            (Yaml::Map(layout, keys), Some(Yaml::Map(_, others))) => {
                let mut differ = changed(keys, others);
                if !all_same && differ.get("promotes").is_none() {
                    let promotes = keys.entries.iter().filter(|(key, _)| key.text() == "promotes");
                    differ.entries.extend(promotes.cloned());
                }
                for (key, value) in &mut differ.entries {
                    if key.text() == "royal" && *value == "none".into() {
                        *value = Yaml::bare(false);
                    }
                }
                if !differ.is_empty() {
                    pieces.put(name.clone(), Yaml::Map(*layout, differ));
                }
            }
            (value, _) => pieces.put(name.clone(), value.clone()),
        }
    }
    pieces
}

/// The keys that are new or changed; keys that are gone have the value `none`.
fn changed(own: &Map, base: &Map) -> Map {
    let new = own.entries.iter().filter(|entry| !base.entries.contains(entry)).cloned();
    let left = base.entries.iter().filter(|(key, _)| own.get(key.text()).is_none());
    new.chain(left.map(|(key, _)| (key.clone(), "none".into()))).collect()
}

/// The ends that random games seldom reach: by repetition and by moves without progress.
fn limits(variant: &Variant) -> Vec<Goal> {
    let ends = &variant.game().rules().ends;
    let is_limit = |goal: &Goal| matches!(goal.event, Event::MoveLimit(_) | Event::Repetition(_));
    ends.iter().filter(is_limit).collect()
}

/// True if both variants have the same moves, positions and results in some random games, and the
/// same ends of long games.
fn same(short: &Variant, long: &Variant) -> bool {
    let claims = |variant: &Variant| variant.game().rules().ends.claims.len();
    if limits(short) != limits(long) || claims(short) != claims(long) {
        return false;
    }
    (0..GAMES as u64).all(|game| {
        let (mut one, mut two) = (short.start(), long.start());
        let mut dice = Dice::numbered(1, game);
        for _ in 0..PLIES {
            let (Some(mut moves), Some(mut others)) = (one.legal().texts(), two.legal().texts())
            else {
                return false;
            };
            moves.sort_unstable();
            others.sort_unstable();
            let ends = one.outcome().is_some() == two.outcome().is_some();
            if moves != others || !ends || one.text() != two.text() {
                return false;
            }
            let Some(text) = moves.get(dice.below(moves.len())) else { return true };
            if one.play_text(text).is_err() || two.play_text(text).is_err() {
                return false;
            }
        }
        true
    })
}
