//! The table of pieces: adds, removes and renames kinds, and sets their keys.

use crate::editor::names::Named;
use crate::editor::page::{Page, bytes};
use crate::editor::revise::draft::Draft;
use crate::editor::revise::setup::{rules, take_out};
use crate::editor::revise::value::{entries, entry, text_of};
use alfil_rules::ruleset::{Kind, Royalty};
use alfil_syntax::choices::Choice;
use alfil_syntax::piece::PieceBody;
use alfil_syntax::write::{Place, quoted};
use alfil_syntax::yaml::{Entry, NodeKind};

/// The key of the table.
const PIECES: &str = "pieces";

/// A key of a piece whose value is one text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKey {
    Letter,
    Moves,
    Attacks,
    Worth,
    Royal,
    Symbol,
    Figure,
}

impl PieceKey {
    const ALL: [PieceKey; 7] = [
        PieceKey::Letter,
        PieceKey::Moves,
        PieceKey::Attacks,
        PieceKey::Worth,
        PieceKey::Royal,
        PieceKey::Symbol,
        PieceKey::Figure,
    ];

    /// The key as files write it.
    pub fn name(self) -> &'static str {
        match self {
            PieceKey::Letter => "letter",
            PieceKey::Moves => "moves",
            PieceKey::Attacks => "attacks",
            PieceKey::Worth => "worth",
            PieceKey::Royal => "royal",
            PieceKey::Symbol => "symbol",
            PieceKey::Figure => "figure",
        }
    }

    pub fn named(name: &str) -> Option<PieceKey> {
        PieceKey::ALL.into_iter().find(|key| key.name() == name)
    }
}

/// The movement of a kind as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMoves {
    pub text: String,
    /// True if a parent's text says it.
    pub inherited: bool,
}

impl Page {
    /// The movement of a kind as its author wrote it. Of a parent's movement, these are the terms.
    pub fn moves_of(&self, kind: &Kind) -> WrittenMoves {
        let written = own(self, kind).and_then(|own| text_of(&entry(&own.value, "moves")?.value));
        if let Some(written) = written {
            return WrittenMoves { text: written.text().to_owned(), inherited: false };
        }
        let mut terms: Vec<&str> = Vec::new();
        for term in &kind.moves.terms {
            let text = self.characters(term.span);
            if !terms.contains(&text) {
                terms.push(text);
            }
        }
        let text = if terms.is_empty() { "none".to_owned() } else { terms.join(" ") };
        WrittenMoves { text, inherited: true }
    }
}

/// The kind with this name.
fn kind<'p>(page: &'p Page, piece: &str) -> Result<&'p Kind, String> {
    let found = rules(page)?.kinds.iter().find(|kind| kind.name.value == piece);
    found.ok_or_else(|| format!("there is no piece `{piece}`"))
}

/// The entry of a kind in this text. Its key may be the name that a parent gives.
fn own<'p>(page: &'p Page, kind: &Kind) -> Option<&'p Entry> {
    let section = page.top(PIECES)?;
    let named = page.range(kind.name.span);
    let gives = |entry: &&Entry| {
        let whole = bytes(entry.key.span()).start..bytes(entry.value.span).end;
        named.as_ref().is_some_and(|name| whole.start <= name.start && name.end <= whole.end)
    };
    let all = entries(&section.value)?;
    let by_key = || all.iter().find(|entry| entry.key.text() == kind.name.value);
    all.iter().find(gives).or_else(by_key)
}

/// Adds `key: written` at the end of the table.
fn append(draft: &mut Draft, key: &str, written: &str) -> Result<(), String> {
    let page = draft.page();
    let change = match page.top(PIECES) {
        Some(section) if entries(&section.value).is_some() => {
            if !page.is_here(section) {
                return Err("the pieces are an alias, so they can only be typed".to_owned());
            }
            page.insert(&section.value, None, key, written)?
        }
        Some(section) => page.replace(section, &format!("{{{key}: {written}}}"))?,
        None => page.insert_top(PIECES, &format!("\n  {key}: {written}"))?,
    };
    draft.edit(change);
    Ok(())
}

/// Checks that `name` can be a key of the table.
fn name_of(page: &Page, name: &str) -> Result<String, String> {
    let name = name.trim();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    if name.is_empty() || !name.chars().all(plain) {
        return Err(format!("`{name}` is no name: write letters, digits, blanks and hyphens"));
    }
    let known = page.rules().is_some_and(|rules| rules.kinds.iter().any(|k| k.name.value == name));
    let known = known || page.top(PIECES).is_some_and(|all| entry(&all.value, name).is_some());
    if known { Err(format!("there is already a `{name}`")) } else { Ok(name.to_owned()) }
}

/// Adds a kind. Without a letter, it gets the first free one of its name, or of the alphabet.
pub(super) fn add(
    draft: &mut Draft,
    name: &str,
    letter: Option<&str>,
    moves: &str,
) -> Result<(), String> {
    let page = draft.page();
    let name = name_of(page, name)?;
    let known = rules(page)?;
    let letter = match letter.map(str::trim).filter(|letter| !letter.is_empty()) {
        Some(letter) => letter.to_uppercase(),
        None => {
            let free = |c: &char| {
                c.is_ascii_uppercase() && !known.kinds.iter().any(|k| k.letter.capital() == *c)
            };
            let all = name.to_uppercase();
            let letter = all.chars().chain('A'..='Z').find(free);
            letter.ok_or("all letters have a piece; choose one such as `+P`")?.to_string()
        }
    };
    let moves = if moves.trim().is_empty() { "none" } else { moves.trim() };
    let (letter, moves) = (quoted(&letter, Place::Brackets), quoted(moves, Place::Brackets));
    append(draft, &name, &format!("{{letter: {letter}, moves: {moves}}}"))
}

/// Removes a kind, and its pieces from the setup.
pub(super) fn remove(draft: &mut Draft, piece: &str) -> Result<(), String> {
    let kind = kind(draft.page(), piece)?.clone();
    let known = rules(draft.page())?;
    let letters = known.sides.each().map(|side| known.piece_letter(side, kind.letter));
    let letters: Vec<String> = letters.collect();
    take_out(draft, &letters)?;
    let key = own(draft.page(), &kind).map(|entry| entry.key.text().to_owned());
    if let Some(key) = &key {
        let change = draft.page().delete(PIECES, key)?;
        draft.edit(change);
    }
    // A parent has the piece too, or it alone has it.
    let parents = match (&key, draft.page().rules()) {
        (None, _) => Some(piece.to_owned()),
        (Some(key), Some(rules)) => {
            let again = |k: &&Kind| k.name.value == *key || k.name.value == piece;
            rules.kinds.iter().find(again).map(|kind| kind.name.value.clone())
        }
        (Some(_), None) => None,
    };
    match parents {
        Some(name) => append(draft, &name, "none"),
        None => Ok(()),
    }
}

/// Renames a kind wherever the text mentions it.
pub(super) fn rename(draft: &mut Draft, piece: &str, name: &str) -> Result<(), String> {
    let name = name_of(draft.page(), name)?;
    kind(draft.page(), piece)?;
    let renamed = draft.page().rename_as(Named::Kind, piece, &name, &[])?;
    let own = renamed.into_iter().find(|renamed| renamed.address == draft.page().address);
    draft.edit_all(own.map_or_else(Vec::new, |renamed| renamed.changes));
    Ok(())
}

/// Sets a key of a kind. An empty value removes the key.
pub(super) fn set(
    draft: &mut Draft,
    piece: &str,
    key: PieceKey,
    value: &str,
) -> Result<(), String> {
    let page = draft.page();
    let kind = kind(page, piece)?;
    let (name, value) = (key.name(), value.trim());
    let Some(entry_) = own(page, kind) else {
        if value.is_empty() {
            return Ok(());
        }
        let written = format!("{{{name}: {}}}", written(key, value, Place::Brackets));
        let owner = kind.name.value.clone();
        return append(draft, &owner, &written);
    };
    if !page.is_here(entry_) {
        return Err(format!("`{piece}` is an alias, so it can only be typed"));
    }
    let change = match &entry_.value.kind {
        NodeKind::Mapping(_) => {
            let place = page.place(&entry_.value);
            match entry(&entry_.value, name) {
                Some(_) if value.is_empty() => match page.delete_key(entry_, name) {
                    Some(change) => change,
                    None => return Err(format!("`{piece}` needs another key beside `{name}`")),
                },
                Some(old) => {
                    let text = text_of(&old.value).filter(|_| page.is_here(old));
                    let text = text.ok_or_else(|| format!("`{name}` can only be typed"))?;
                    page.rewrite(text, value, &written(key, value, place))
                }
                None if value.is_empty() => return Ok(()),
                None => {
                    let written = written(key, value, place);
                    page.insert(&entry_.value, Some(&PieceBody::SCHEMA), name, &written)?
                }
            }
        }
        NodeKind::Scalar(_) | NodeKind::Sequence(_) => {
            let written = written(key, value, Place::Brackets);
            page.replace(entry_, &format!("{{{name}: {written}}}"))?
        }
    };
    draft.edit(change);
    Ok(())
}

/// Writes the value of a key. A word of the language, such as `true`, needs no quotes.
fn written(key: PieceKey, value: &str, place: Place) -> String {
    if key == PieceKey::Royal && Royalty::from_word(value).is_some() {
        value.to_owned()
    } else {
        quoted(value, place)
    }
}
