//! Changes that an author makes without typing, as edits of the text.
//!
//! The text stays the source of truth: a change becomes the smallest edit that says it, in the
//! style of the file. Comments, order, indentation and quotes stay. A change may leave findings,
//! such as a side without a king; the caller shows them as after typing.

mod lines;
mod setup;
mod space;
mod value;

pub use lines::{List, is_parents};
pub use setup::bare;
pub use space::cells_of;

use crate::names::Named;
use crate::page::{Change, Page, bytes};
use crate::revise::setup::{Field, rules, take_out};
use crate::revise::value::{entries, entry, text_of};
use alfil_rules::ruleset::{Kind, Royalty};
use alfil_rules::side::{BySide, Side};
use alfil_syntax::piece::PieceBody;
use alfil_syntax::value::Choice;
use alfil_syntax::write::{Map, Place, quoted};
use alfil_syntax::yaml::{Entry, NodeKind};
use value::Draft;

/// A change of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Revision {
    /// Puts a piece on a cell of the setup, in place of any other.
    Put { cell: String, piece: String, side: Side },
    /// Empties a cell of the setup.
    Remove { cell: String },
    /// Moves the piece of a cell of the setup to another cell.
    Move { from: String, to: String },
    /// Empties all cells of the setup.
    Clear,
    /// Adds a kind of piece. Without a letter, it gets a free one.
    AddPiece { name: String, letter: Option<String>, moves: String },
    /// Removes a kind of piece, also from the setup.
    RemovePiece { piece: String },
    /// Gives a kind of piece another name, wherever the text mentions it.
    RenamePiece { piece: String, name: String },
    /// Sets a key of a piece. An empty value removes the key.
    SetPiece { piece: String, key: PieceKey, value: String },
    /// Gives a zone these cells, from the view of each side. A new name adds a zone.
    Zone { name: String, cells: BySide<Vec<String>> },
    /// Removes a zone of this text.
    RemoveZone { name: String },
    /// Makes `side` move first.
    Turn { side: Side },
    /// Sets the castling rights of the setup, such as `KQkq` or `-`.
    Rights { rights: String },
    /// Lets a kind of piece promote where a move ends in the area `at`, to each of the kinds in `to`.
    /// Without kinds, it does not promote.
    Promote { piece: String, at: String, to: Vec<String> },
    /// Adds a sentence to a list.
    AddLine { list: List, sentence: String },
    /// Removes the sentence with this number, from 0, from a list of this text.
    RemoveLine { list: List, number: usize },
    /// Sets the lattice and its size, such as `grid 10x8`, and fits the rows of the setup.
    Space { lattice: String },
}

impl Page {
    /// The edits that make `revision` in this text, sorted by place. They are empty if the text
    /// says so already. The cost is that of reading and compiling the text a few times.
    ///
    /// # Errors
    /// The reason why the text cannot be edited so, in words.
    pub fn revise(&self, revision: &Revision) -> Result<Vec<Change>, String> {
        let mut draft = Draft::of(self);
        match revision {
            Revision::Put { cell, piece, side } => setup::put(&mut draft, cell, piece, *side)?,
            Revision::Remove { cell } => setup::remove(&mut draft, cell)?,
            Revision::Move { from, to } => setup::shift(&mut draft, from, to)?,
            Revision::Clear => setup::clear(&mut draft)?,
            Revision::AddPiece { name, letter, moves } => {
                add(&mut draft, name, letter.as_deref(), moves)?;
            }
            Revision::RemovePiece { piece } => remove(&mut draft, piece)?,
            Revision::RenamePiece { piece, name } => rename(&mut draft, piece, name)?,
            Revision::SetPiece { piece, key, value } => {
                set(&mut draft, piece, *key, value)?;
            }
            Revision::Zone { name, cells } => space::set_zones(&mut draft, name, cells)?,
            Revision::RemoveZone { name } => space::remove(&mut draft, name)?,
            Revision::Space { lattice } => space::set_space(&mut draft, lattice)?,
            Revision::Turn { side } => setup::set_field(&mut draft, Field::Side(*side))?,
            Revision::Rights { rights } => setup::set_field(&mut draft, Field::Rights(rights))?,
            Revision::Promote { piece, at, to } => promote(&mut draft, piece, at, to)?,
            Revision::AddLine { list, sentence } => lines::add(&mut draft, *list, sentence)?,
            Revision::RemoveLine { list, number } => lines::remove(&mut draft, *list, *number)?,
        }
        draft.finish()
    }
}

// The table of pieces: adds, removes and renames kinds, and sets their keys.

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

/// The promotion of a kind, in the form that a page edits.
impl Page {
    /// The area and the new kinds of the only promotion of a kind in this text. `None` if the text
    /// has no promotion for it, or one with more to say.
    pub fn promotion_of(&self, kind: &Kind) -> Option<(String, Vec<String>)> {
        let said = &entry(&own(self, kind)?.value, PROMOTES)?.value;
        if entries(said)?.iter().any(|entry| !matches!(entry.key.text(), "at" | "to")) {
            return None;
        }
        let at = text_of(&entry(said, "at")?.value)?.text().to_owned();
        let to = match &entry(said, "to")?.value.kind {
            NodeKind::Scalar(one) => vec![one.text().to_owned()],
            NodeKind::Sequence(all) => all
                .iter()
                .map(|one| Some(text_of(one)?.text().to_owned()))
                .collect::<Option<_>>()?,
            NodeKind::Mapping(_) => return None,
        };
        Some((at, to))
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
                return Err("the pieces are a YAML alias, so you can change them only in the text"
                    .to_owned());
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
        return Err(format!("`{name}` cannot be a name: use letters, digits, spaces and hyphens"));
    }
    let known = page.rules().is_some_and(|rules| rules.kinds.iter().any(|k| k.name.value == name));
    let known = known || page.top(PIECES).is_some_and(|all| entry(&all.value, name).is_some());
    if known { Err(format!("there is already a `{name}`")) } else { Ok(name.to_owned()) }
}

/// Adds a kind. Without a letter, it gets the first free one of its name, or of the alphabet.
fn add(draft: &mut Draft, name: &str, letter: Option<&str>, moves: &str) -> Result<(), String> {
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
            letter.ok_or("all letters are in use; choose one such as `+P`")?.to_string()
        }
    };
    let moves = if moves.trim().is_empty() { "none" } else { moves.trim() };
    let (letter, moves) = (quoted(&letter, Place::Brackets), quoted(moves, Place::Brackets));
    append(draft, &name, &format!("{{letter: {letter}, moves: {moves}}}"))
}

/// Removes a kind, and its pieces from the setup.
fn remove(draft: &mut Draft, piece: &str) -> Result<(), String> {
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
fn rename(draft: &mut Draft, piece: &str, name: &str) -> Result<(), String> {
    let name = name_of(draft.page(), name)?;
    kind(draft.page(), piece)?;
    let renamed = draft.page().rename_as(Named::Kind, piece, &name, &[])?;
    let own = renamed.into_iter().find(|renamed| renamed.address == draft.page().address);
    draft.edit_all(own.map_or_else(Vec::new, |renamed| renamed.changes));
    Ok(())
}

/// Sets a key of a kind. An empty value removes the key.
fn set(draft: &mut Draft, piece: &str, key: PieceKey, value: &str) -> Result<(), String> {
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
        return Err(format!("`{piece}` is a YAML alias, so you can change it only in the text"));
    }
    let change = match &entry_.value.kind {
        NodeKind::Mapping(_) => {
            let place = page.place(&entry_.value);
            match entry(&entry_.value, name) {
                Some(_) if value.is_empty() => match page.delete_key(entry_, name) {
                    Some(change) => change,
                    None => return Err(format!("`{piece}` needs another key next to `{name}`")),
                },
                Some(old) => {
                    let text = text_of(&old.value).filter(|_| page.is_here(old));
                    let text =
                        text.ok_or_else(|| format!("you can change `{name}` only in the text"))?;
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

/// Sets where a kind promotes, and to what.
fn promote(draft: &mut Draft, piece: &str, at: &str, to: &[String]) -> Result<(), String> {
    let at = at.trim();
    if at.is_empty() && !to.is_empty() {
        return Err("say where it promotes, such as `last rank`".to_owned());
    }
    let value = if to.is_empty() {
        "none".to_owned()
    } else {
        let kinds: Vec<String> = to.iter().map(|kind| quoted(kind, Place::Brackets)).collect();
        format!("{{at: {}, to: [{}]}}", quoted(at, Place::Brackets), kinds.join(", "))
    };
    let page = draft.page();
    let kind = kind(page, piece)?;
    let change = match own(page, kind) {
        None => {
            let owner = kind.name.value.clone();
            return append(draft, &owner, &format!("{{{PROMOTES}: {value}}}"));
        }
        Some(entry_) if !page.is_here(entry_) => {
            return Err(format!(
                "`{piece}` is a YAML alias, so you can change it only in the text"
            ));
        }
        Some(entry_) => match (&entry_.value.kind, entry(&entry_.value, PROMOTES)) {
            (NodeKind::Mapping(_), Some(old)) if page.is_here(old) => page.replace(old, &value)?,
            (NodeKind::Mapping(_), Some(_)) => {
                return Err(format!("you can change `{PROMOTES}` only in the text"));
            }
            (NodeKind::Mapping(_), None) => {
                page.insert(&entry_.value, Some(&PieceBody::SCHEMA), PROMOTES, &value)?
            }
            (NodeKind::Scalar(_) | NodeKind::Sequence(_), _) => {
                page.replace(entry_, &format!("{{{PROMOTES}: {value}}}"))?
            }
        },
    };
    draft.edit(change);
    Ok(())
}

/// The key of a piece under which its promotions stand.
const PROMOTES: &str = "promotes";

/// Writes the value of a key. A word of the language, such as `true`, needs no quotes.
fn written(key: PieceKey, value: &str, place: Place) -> String {
    if key == PieceKey::Royal && Royalty::from_word(value).is_some() {
        value.to_owned()
    } else {
        quoted(value, place)
    }
}

// Adds a test to a definition, after the existing tests and with their indentation.

const TESTS: &str = "tests";
/// The indentation of the first test.
const INDENT: &str = "  ";

impl Page {
    /// The edit that adds a test with these keys, one on each line. Returns `None` if
    /// the tests are not a list of lines: they may be on one line or an alias.
    pub fn with_case(&self, test: &Map) -> Option<Change> {
        let text = &self.text;
        let item = |indent: &str| -> String {
            test.item().lines().map(|line| format!("{indent}{line}\n")).collect()
        };
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let entries = match self.tree.as_ref().map(|tree| &tree.kind) {
            Some(NodeKind::Mapping(entries)) => entries.as_slice(),
            Some(NodeKind::Scalar(_) | NodeKind::Sequence(_)) => return None,
            None if text.trim().is_empty() => &[],
            None => return None,
        };
        let Some(tests) = entries.iter().find(|entry| entry.key.text() == TESTS) else {
            let new = format!("{gap}\n{TESTS}:\n{}", item(INDENT));
            return Some(Change::insert(text.len(), new));
        };
        let NodeKind::Sequence(items) = &tests.value.kind else { return None };
        let key = tests.key.span();
        let (first, last) = (items.first()?, items.last()?);
        let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
        // The line with the dash of the first item shows the indentation of the list.
        let begins = line_of(first.span.start as usize);
        let head = &text[begins..];
        let indent = &head[..head.len() - head.trim_start_matches(' ').len()];
        let is_block = begins > key.end as usize && head[indent.len()..].starts_with('-');
        let end = last.span.end as usize;
        if !is_block || end < key.end as usize {
            return None;
        }
        let tail = text[..end].trim_end().len();
        let at = text[tail..].find('\n').map_or(text.len(), |feed| tail + feed + 1);
        let gap = if text[..at].ends_with('\n') { "" } else { "\n" };
        Some(Change::insert(at, format!("{gap}{}", item(indent))))
    }
}
