//! The kinds of a game as lines of a diagram, with their places in the start position and their
//! castling.

use crate::diagram::model::{Cell, Size, Symmetry};
use crate::diagram::movement::{is_symmetric, needs_dialect};
use crate::remark::Gap;
use alfil_diagnostics::source::{Sources, Span};
use alfil_play::game::Game;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::{Action, Aim, Term};
use alfil_rules::ruleset::{Blocking, Owner, Royalty, Ruleset};
use alfil_rules::side::{Color, Side};
use alfil_rules::term::Reading;
use alfil_rules::term::{Castle, CastleEnd};
use std::collections::{BTreeMap, BTreeSet};

/// A kind as a line.
pub(super) struct Piece {
    pub(super) kind: KindId,
    pub(super) name: String,
    pub(super) id: String,
    pub(super) moves: String,
    pub(super) royal: bool,
    /// Whether the moves contain a drop.
    pub(super) drops: bool,
    pub(super) white: Vec<String>,
    pub(super) black: Vec<String>,
    pub(super) held: [u8; 2],
    /// Where the piece may not end.
    pub(super) shut: BTreeSet<Cell>,
}

/// The kinds, in order of definition.
pub(super) struct Pieces {
    pub(super) all: Vec<Piece>,
    pub(super) symmetry: Symmetry,
    pub(super) size: Size,
}

/// Reads the kinds. Kinds that the game adds for promoted pieces are left out.
pub(super) fn read(rules: &Ruleset, game: &Game, sources: &Sources, gaps: &mut Gaps) -> Pieces {
    let size = Size { files: rules.space.lattice.files(), ranks: rules.space.lattice.ranks() };
    let start = start(rules, &game.start().text(), size, gaps);
    let mut all = Vec::new();
    let mut lopsided = false;
    for (id, kind) in rules.kinds.enumerate() {
        if kind.letter.form() == Form::Reverting {
            continue;
        }
        let (name, span) = (&kind.name.value, kind.name.span);
        if kind.owner != Owner::Side {
            gaps.say(Some(span), format!("the {name}, which does not belong to one side"));
        }
        if kind.blocks.value != Blocking::Blocks {
            gaps.say(Some(kind.blocks.span), format!("the {name}, which does not block"));
        }
        if matches!(kind.royal, Royalty::All | Royalty::Last) {
            let word = kind.royal.word();
            gaps.say(Some(span), format!("`royal: {word}` of the {name}"));
        }
        let terms = &kind.moves.terms;
        let shut = shut(rules, terms, size, name, gaps);
        let texts = texts(terms, sources, gaps);
        let (castles, walks): (Vec<&Said>, Vec<&Said>) =
            texts.iter().partition(|said| said.term.castle().is_some());
        let plain: Vec<String> = walks.iter().map(|said| said.text.clone()).collect();
        lopsided |= !is_symmetric(&plain);
        let mut moves = joined(&plain);
        for said in castles {
            if let Some(castle) = said.term.castle() {
                let (text, turns) = castling(castle, &said.text, id, &start, said.term.span, gaps);
                moves += &text;
                lopsided |= turns;
                partners(castle, id, &start, rules, said.term.span, gaps);
            }
        }
        let cells = |side: Side| {
            let own = start.men.iter().filter(|(_, man)| **man == (id, side));
            own.map(|(cell, _)| cell.name()).collect()
        };
        let held = |side: Side| {
            let count = start.held.iter().filter(|man| **man == (id, side)).count();
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        all.push(Piece {
            kind: id,
            name: name.replace([':', '='], " "),
            id: kind.letter.of(Side::White),
            moves,
            royal: kind.royal.is_royal(),
            drops: terms.iter().any(|term| matches!(term.action, Action::Drop(_))),
            white: cells(Side::White),
            black: cells(Side::Black),
            held: [held(Side::White), held(Side::Black)],
            shut,
        });
    }
    rights(rules, &start, gaps);
    let fits = |symmetry: Symmetry| {
        let white = start.men.iter().filter(|(_, (_, side))| *side == Side::White);
        white.clone().count() * 2 == start.men.len()
            && white.clone().all(|(&cell, &(kind, _))| {
                start.men.get(&size.for_black(cell, symmetry)) == Some(&(kind, Side::Black))
            })
    };
    // Only where the board is turned do left and right mean the same as here.
    let symmetry = match (lopsided, fits(Symmetry::Mirror), fits(Symmetry::Rotate)) {
        (true, ..) | (false, false, true) => Symmetry::Rotate,
        (false, true, _) => Symmetry::Mirror,
        (false, false, false) => Symmetry::None,
    };
    Pieces { all, symmetry, size }
}

/// A term as its author wrote it.
struct Said<'t> {
    text: String,
    term: &'t Term,
}

/// The texts of the terms. Terms of one text, such as both halves of `K`, come once.
fn texts<'t>(terms: &'t [Term], sources: &Sources, gaps: &mut Gaps) -> Vec<Said<'t>> {
    let mut said: Vec<Said> = Vec::new();
    for term in terms {
        if !term.given.is_empty() {
            let words = term.given.iter().map(|given| given.words.as_str());
            let words: Vec<&str> = words.collect();
            gaps.say(Some(term.span), format!("moves only when {}", words.join(" and ")));
        }
        let span = term.span;
        if said.iter().any(|known| known.term.span == span) {
            continue;
        }
        let text: String = sources.slice(span).chars().filter(|c| !c.is_whitespace()).collect();
        if text.contains('^') {
            gaps.say(Some(span), "moves that refer to earlier ones by `^`");
        }
        let text = match reading(term) {
            Reading::ClassicCompound if needs_dialect(&text) => {
                halves(&text).unwrap_or_else(|| {
                    gaps.say(
                        Some(span),
                        "directions before `K` or `Q`, which have another meaning in diagrams",
                    );
                    text.clone()
                })
            }
            Reading::ClassicCompound | Reading::Own | Reading::EightFold => text,
        };
        said.push(Said { text, term });
    }
    said
}

/// Joins terms. A blank keeps two equal atoms apart, which would be a rider together.
fn joined(terms: &[String]) -> String {
    let mut text = String::new();
    for term in terms {
        if text.ends_with(|last: char| last.is_ascii_uppercase() && term.starts_with(last)) {
            text.push(' ');
        }
        text += term;
    }
    text
}

/// How the directions of the first leg are read.
fn reading(term: &Term) -> Reading {
    let Action::Walk(walk) = &term.action else { return Reading::Own };
    match walk.legs.first().map(|leg| &leg.aim) {
        Some(Aim::Frame(directions)) => directions.reading,
        Some(Aim::Turn(_) | Aim::Within(_) | Aim::Onward | Aim::Again(_)) | None => Reading::Own,
    }
}

/// Writes `fK` as `fWfF`, which both dialects read alike.
fn halves(text: &str) -> Option<String> {
    let at = text.find(['K', 'Q'])?;
    let (marks, core) = text.split_at(at);
    let (atom, range) = core.split_at(1);
    let is_plain = marks.chars().all(|c| c.is_ascii_lowercase() && c != 'a')
        && range.chars().all(|c| c.is_ascii_digit() || c == '-');
    let [one, other] = match atom {
        "K" => ["W", "F"],
        _ => ["R", "B"],
    };
    is_plain.then(|| format!("{marks}{one}{range}{marks}{other}{range}"))
}

/// The cells that no term of the kind may end on.
fn shut(
    rules: &Ruleset,
    terms: &[Term],
    size: Size,
    name: &str,
    gaps: &mut Gaps,
) -> BTreeSet<Cell> {
    let Some(first) = terms.first().map(|term| &term.when) else { return BTreeSet::new() };
    if terms.iter().all(|term| term.when == Condition::Always) {
        return BTreeSet::new();
    }
    let end = |condition: &Condition| match condition {
        Condition::End(Place { kind: PlaceKind::In(area), .. }) => Some(area.clone()),
        Condition::End(_)
        | Condition::Always
        | Condition::Start(_)
        | Condition::Relative(_)
        | Condition::Every(_)
        | Condition::All(_)
        | Condition::Any(_)
        | Condition::Not(_) => None,
    };
    let area = match first {
        Condition::Not(inner) => end(inner),
        other => end(other).map(|area| Area::Not(Box::new(area))),
    };
    let is_shared = terms.iter().all(|term| term.when == *first);
    let area = area.filter(|area| is_shared && both(rules, area, size) == Some(true));
    let shut = area.and_then(|area| cells(rules, &area, size, Side::White));
    match shut {
        Some(shut) => shut,
        None => {
            let span = terms.iter().find(|term| term.when != Condition::Always);
            gaps.say(span.map(|term| term.span), format!("a condition on moves of the {name}"));
            BTreeSet::new()
        }
    }
}

// Castling of a game in the terms of a diagram.

/// The castling term for the format, and whether it has a side.
pub(super) fn castling(
    castle: &Castle,
    text: &str,
    id: KindId,
    start: &Start,
    span: Span,
    gaps: &mut Gaps,
) -> (String, bool) {
    let files = match castle.end {
        CastleEnd::Cells(_) => {
            let lopsided = !is_symmetric(&[text.to_owned()]);
            return (text.to_owned(), lopsided);
        }
        CastleEnd::Files(files) => files,
    };
    let kings = start.men.iter().filter(|(_, (kind, _))| *kind == id);
    let from: BTreeSet<u8> = kings.map(|(cell, _)| cell.file).collect();
    let distances = files.zip(from.first().copied().filter(|_| from.len() == 1));
    let distances = distances.and_then(|(files, from)| {
        let file = |file: char| u8::try_from(file).ok()?.checked_sub(b'a');
        let left = from.checked_sub(file(files.first)?).filter(|n| *n > 0)?;
        let right = file(files.last)?.checked_sub(from).filter(|n| *n > 0)?;
        Some([left, right])
    });
    match distances {
        Some([left, right]) if left == right => (format!("isO{left}"), false),
        // Both sides go to the same files, so this needs a mirrored setup.
        Some([left, right]) => (format!("ilO{left}irO{right}"), false),
        None => {
            gaps.say(Some(span), "castling onto named files");
            (String::new(), false)
        }
    }
}

/// Reports partners that a diagram would choose otherwise: there, the partner is the piece nearest
/// the edge.
pub(super) fn partners(
    castle: &Castle,
    id: KindId,
    start: &Start,
    rules: &Ruleset,
    span: Span,
    gaps: &mut Gaps,
) {
    let files = rules.space.lattice.files();
    for (&cell, &(_, side)) in start.men.iter().filter(|(_, (kind, _))| *kind == id) {
        for to_right in [false, true] {
            let is_cell = |file: &u8| rules.space.has(*file, cell.rank);
            let edge =
                if to_right { (0..files).rev().find(is_cell) } else { (0..files).find(is_cell) };
            let inset = castle.partner_inset;
            let at = edge.and_then(|edge| {
                if to_right { edge.checked_sub(inset) } else { edge.checked_add(inset) }
            });
            let own = |file: u8| {
                let man = start.men.get(&Cell { file, ..cell });
                man.filter(|man| man.1 == side && file != cell.file).map(|man| man.0)
            };
            let beyond = |file: &u8| if to_right { *file > cell.file } else { *file < cell.file };
            let takes = |file: &u8| own(*file).is_some_and(|kind| castle.partners.contains(&kind));
            let there = at.filter(beyond).filter(|file| own(*file).is_some());
            let near = match (inset, to_right) {
                (0, true) => (cell.file + 1..files).find(takes),
                (0, false) => (0..cell.file).rev().find(takes),
                (..) => at.filter(beyond).filter(takes),
            };
            if near != there {
                gaps.say(Some(span), "a castling partner that is not at the edge");
            }
        }
    }
}

/// Reports castling rights that do not follow from the places of the pieces.
pub(super) fn rights(rules: &Ruleset, start: &Start, gaps: &mut Gaps) {
    let castles = |id: KindId| rules.kinds[id].moves.terms.iter().any(|t| t.castle().is_some());
    let mut wanted: BTreeSet<char> = BTreeSet::new();
    for (&cell, &(id, side)) in start.men.iter().filter(|(_, (id, _))| castles(*id)) {
        let partners = rules.partners(id);
        for (&at, &(kind, owner)) in &start.men {
            if at.rank == cell.rank && owner == side && partners.contains(&kind) {
                let letter = if at.file > cell.file { 'k' } else { 'q' };
                wanted.insert(match side.color() {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
    let given: BTreeSet<char> = start.castling.chars().filter(|c| *c != '-').collect();
    if wanted != given {
        gaps.say(Some(rules.setup.span), "castling rights other than those of unmoved pieces");
    }
}

// The start position of a game, from its text.

/// The start position.
pub(super) struct Start {
    pub(super) men: BTreeMap<Cell, (KindId, Side)>,
    pub(super) held: Vec<(KindId, Side)>,
    pub(super) castling: String,
}

/// Reads the text of the start position.
pub(super) fn start(rules: &Ruleset, text: &str, size: Size, gaps: &mut Gaps) -> Start {
    let mut fields = text.split(' ');
    let placement = fields.next().unwrap_or_default();
    if fields.next() == Some("b") {
        gaps.say(Some(rules.setup.span), "Black moves first");
    }
    let castling = fields.next().unwrap_or_default().to_owned();
    let (rows, hands) = placement.split_once('[').unwrap_or((placement, ""));
    let mut start = Start { men: BTreeMap::new(), held: Vec::new(), castling };
    for (row, text) in rows.split('/').enumerate() {
        let Some(rank) = u8::try_from(row).ok().and_then(|row| (size.ranks - 1).checked_sub(row))
        else {
            break;
        };
        let mut file = 0u8;
        for sign in signs(text) {
            match sign.parse::<u8>() {
                Ok(empty) => file = file.saturating_add(empty),
                Err(_) => {
                    if let Some(man) = man(rules, sign) {
                        start.men.insert(Cell { rank, file }, man);
                    }
                    file = file.saturating_add(1);
                }
            }
        }
    }
    start.held = signs(hands.trim_end_matches(']')).filter_map(|sign| man(rules, sign)).collect();
    start
}

/// Parts a row into letters with their marks, numbers and stars.
fn signs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            '+' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            sign => {
                let plain = sign.len_utf8();
                plain + usize::from(rest[plain..].starts_with('~'))
            }
        };
        let (sign, after) = rest.split_at(length);
        rest = after;
        Some(sign)
    })
}

fn man(rules: &Ruleset, sign: &str) -> Option<(KindId, Side)> {
    let mut kinds = rules.kinds.enumerate();
    kinds.find_map(|(id, kind)| {
        let side = Side::BOTH.into_iter().find(|&side| kind.letter.of(side) == sign)?;
        Some((rules.counts_as(id), side))
    })
}

// The cells of areas of a definition.

/// True if Black's area is White's on the other side of the board.
pub(super) fn both(rules: &Ruleset, area: &Area, size: Size) -> Option<bool> {
    let white = cells(rules, area, size, Side::White)?;
    let black = cells(rules, area, size, Side::Black)?;
    let fits = |symmetry: Symmetry| {
        let turned = white.iter().map(|&cell| size.for_black(cell, symmetry));
        turned.collect::<BTreeSet<Cell>>() == black
    };
    Some(fits(Symmetry::Mirror) && fits(Symmetry::Rotate))
}

/// The cells of an area as a side sees it. `None` for areas that depend on the shape of the board.
pub(super) fn cells(
    rules: &Ruleset,
    area: &Area,
    size: Size,
    side: Side,
) -> Option<BTreeSet<Cell>> {
    let places = area.on_grid(&size.lattice(), &rules.zones, side)?;
    Some(places.into_iter().map(|(file, rank)| Cell { rank, file }).collect())
}

// What a diagram cannot say.

/// Collects gaps, each once.
#[derive(Default)]
pub(super) struct Gaps(pub(super) Vec<Gap>);

impl Gaps {
    pub(super) fn say(&mut self, span: Option<Span>, rule: impl Into<String>) {
        let gap = Gap { span, rule: rule.into() };
        if !self.0.contains(&gap) {
            self.0.push(gap);
        }
    }
}
