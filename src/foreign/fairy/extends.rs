//! The short form of a variant: what differs from a shipped game that is close to it.
//!
//! The variant and its built-in ancestor are translated alike, and only the differences are
//! written over the shipped game of that ancestor. Random games decide whether both forms mean the
//! same.

use crate::foreign::fairy::draft::{Draft, Entry, Yaml};
use crate::foreign::fairy::table::Settings;
use crate::foreign::fairy::translate::{Names, translate};
use crate::play::dice::Dice;
use crate::protocol::names;
use crate::variant::{Variant, Workspace};

/// The games that are compared, and the longest of them in plies.
const GAMES: usize = 8;
const PLIES: usize = 40;

/// The short form over the shipped game of `ancestor`, if there is one that means the same as
/// `long`. The title and the source are those of the variant.
pub(crate) fn shorten(
    settings: &Settings,
    ancestor: (&str, &Settings),
    long: &str,
    title: &str,
    source: &str,
) -> Option<String> {
    let parent = names::find(ancestor.0)?;
    let shipped = Workspace::new().load(parent).ok()?;
    let plain = translate(ancestor.1, title, source, &Names::new()).ok()?;
    let named = given_names(&shipped, &plain.kinds);
    let base = translate(ancestor.1, title, source, &named).ok()?;
    let own = translate(settings, title, source, &named).ok()?;
    let draft = difference(parent, &base.draft, &own.draft)?;
    let text = draft.text();
    if text.lines().count() >= long.lines().count() {
        return None;
    }
    let (short, long) = (load(&text)?, load(long)?);
    same(&short, &long).then_some(text)
}

fn load(text: &str) -> Option<Variant> {
    let mut workspace = Workspace::new();
    workspace.add("definition", text);
    workspace.load("definition").ok()
}

/// The names that the shipped game gives the kinds of the ancestor.
fn given_names(shipped: &Variant, kinds: &[crate::foreign::fairy::translate::Lettered]) -> Names {
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
    let mut draft = Draft { comments: own.comments.clone(), entries: Vec::new() };
    for Entry { key, value } in &own.entries {
        let before = base.get(key);
        match (*key, value, before) {
            ("name", _, _) => draft.push(key, value.clone()),
            ("about", _, _) => {
                draft.push(key, value.clone());
                draft.push("extends", Yaml::text(parent));
            }
            ("zones", _, _) => {}
            ("pieces", Yaml::Map(pieces), Some(Yaml::Map(others))) => {
                let changed = pieces_changed(pieces, others);
                if !changed.is_empty() {
                    draft.push(key, Yaml::Map(changed));
                }
            }
            ("ends", Yaml::Map(ends), Some(Yaml::Map(others))) => {
                let changed = changed(ends, others, "none");
                if !changed.is_empty() {
                    draft.push(key, Yaml::Map(changed));
                }
            }
            (_, value, Some(before)) if value == before => {}
            (_, value, _) => draft.push(key, value.clone()),
        }
    }
    for Entry { key, .. } in &base.entries {
        if own.get(key).is_none() {
            match *key {
                "zones" => {}
                key if REMOVABLE.contains(&key) => draft.push(key, Yaml::text("none")),
                _ => return None,
            }
        }
    }
    zones(own, &mut draft);
    Some(draft)
}

/// The zones that the entries name.
fn zones(own: &Draft, draft: &mut Draft) {
    let Some(Yaml::Map(zones)) = own.get("zones") else { return };
    let used = |name: &str| draft.entries.iter().any(|entry| names_zone(&entry.value, name));
    let zones: Vec<_> = zones.iter().filter(|(name, _)| used(name)).cloned().collect();
    if !zones.is_empty() {
        let at =
            draft.entries.iter().position(|entry| entry.key == "extends").map_or(0, |at| at + 1);
        draft.entries.insert(at, Entry { key: "zones", value: Yaml::Map(zones) });
    }
}

/// True if a text in the value has the name of the zone as a word.
fn names_zone(value: &Yaml, name: &str) -> bool {
    match value {
        Yaml::Text(text) => text.split([' ', ';', '(', ')']).any(|word| word == name),
        Yaml::List(items) => items.iter().any(|item| names_zone(item, name)),
        Yaml::Map(entries) => entries.iter().any(|(_, value)| names_zone(value, name)),
    }
}

/// The pieces that are new, gone or changed.
fn pieces_changed(own: &[(String, Yaml)], base: &[(String, Yaml)]) -> Vec<(String, Yaml)> {
    let names =
        |all: &[(String, Yaml)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    // The shipped game may say `others`, so other pieces change what a pawn becomes.
    let all_same = names(own) == names(base);
    let find = |all: &[(String, Yaml)], name: &str| {
        all.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
    };
    let gone = base.iter().filter(|(name, _)| find(own, name).is_none());
    let mut pieces: Vec<(String, Yaml)> =
        gone.map(|(name, _)| (name.clone(), Yaml::text("none"))).collect();
    for (name, value) in own {
        match (value, find(base, name)) {
            (Yaml::Map(keys), Some(Yaml::Map(others))) => {
                let mut differ = changed(keys, &others, "none");
                let said = |key: &str| differ.iter().any(|(other, _)| other == key);
                if !all_same && !said("promotes") {
                    differ.extend(keys.iter().filter(|(key, _)| key == "promotes").cloned());
                }
                let keys: Vec<_> = differ
                    .into_iter()
                    .map(|(key, value)| match (key.as_str(), &value) {
                        ("royal", Yaml::Text(text)) if text == "none" => (key, Yaml::text("false")),
                        (_, _) => (key, value),
                    })
                    .collect();
                if !keys.is_empty() {
                    pieces.push((name.clone(), Yaml::Map(keys)));
                }
            }
            (value, _) => pieces.push((name.clone(), value.clone())),
        }
    }
    pieces
}

/// The keys that are new or changed; keys that are gone have the value `gone`.
fn changed(own: &[(String, Yaml)], base: &[(String, Yaml)], gone: &str) -> Vec<(String, Yaml)> {
    let mut keys: Vec<(String, Yaml)> =
        own.iter().filter(|entry| !base.contains(entry)).cloned().collect();
    let left = base.iter().filter(|(key, _)| own.iter().all(|(other, _)| other != key));
    keys.extend(left.map(|(key, _)| (key.clone(), Yaml::text(gone))));
    keys
}

/// True if both variants have the same moves, positions and results in some random games.
fn same(short: &Variant, long: &Variant) -> bool {
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
