//! The kinds of a game as lines of a diagram.

use crate::foreign::diagram::cells::{Cell, Size, Symmetry};
use crate::foreign::diagram::export::area::{both, cells};
use crate::foreign::diagram::export::castling::{castling, partners, rights};
use crate::foreign::diagram::export::gap::Gaps;
use crate::foreign::diagram::export::start::start;
use crate::foreign::diagram::movement::{is_symmetric, needs_dialect};
use crate::play::game::Game;
use alfil_diagnostics::source::Sources;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::direction::Reading;
use alfil_rules::ids::KindId;
use alfil_rules::letter::Form;
use alfil_rules::movement::{Action, Aim, Term};
use alfil_rules::ruleset::{Blocking, Owner, Royalty, Ruleset};
use alfil_rules::side::Side;
use std::collections::BTreeSet;

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
            gaps.say(Some(span), format!("the {name}, which is not one side's"));
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
                        "directions before `K` or `Q`, which diagrams read otherwise",
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
