//! Fuzz targets: movement strings.
//!
//! [`notation`] reads any text. There must be no panic, and spans must be inside the text. There
//! must be a value unless there is a finding, and the canonical text must have the same meaning.
//! [`round_trip`] prints random trees and reads them back. [`sentence_tree`] does the same with sentences, of
//! which some words are changed.

use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_rules::condition::Relation;
use alfil_rules::movement as rules;
use alfil_rules::term::Toward;
use alfil_syntax::notation::ast::{Atom, Mode, Number, *};
use alfil_syntax::notation::parse::{self, Names};
use alfil_syntax::notation::sentence::ast::Line;
use alfil_syntax::notation::sentence::print::{Printed, Sort, Words};
use alfil_syntax::value::Dialect;
use alfil_text::explain;
use arbitrary::{Result, Unstructured};
use std::fmt::{Debug, Display};

/// Letters, signs and words of movement strings, so that random bytes are more often valid.
const PIECES: [&str; 33] = [
    " ",
    ";",
    "+",
    "^",
    "when ",
    "only when ",
    "strong",
    "not ",
    " and ",
    "(",
    ")",
    "[",
    "]",
    "?",
    "-",
    "a",
    "fs",
    "mc",
    "N",
    "O",
    "0.5",
    "2-5",
    "leaping ",
    "arc 2 ",
    "WW",
    "from ",
    "to ",
    "enemy's ",
    "ranks 2-4",
    "files c-f",
    "edge",
    "a1-c2",
    " or ",
];

/// Reads the bytes as a movement string, and then again with each byte from 128 on replaced by one
/// of `PIECES`.
pub fn notation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    check(&text);
    let mixed: String = bytes
        .iter()
        .map(|&b| match b {
            0..128 => char::from(b).to_string(),
            128.. => PIECES[usize::from(b) % PIECES.len()].to_string(),
        })
        .collect();
    check(&mixed);
}

fn check(text: &str) {
    let place = |range: std::ops::Range<usize>| {
        assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
        Span::new(SourceId::only(), range.start, range.end)
    };
    let zones = IndexVec::new();
    let mut found = Report::default();
    let value = parse::area(text, Names::NONE, &place, &mut found);
    match value {
        Some(area) if found.is_empty() => reads_back(&area, parse::area),
        Some(_) | None => assert!(has_errors(&found), "area {text:?}"),
    }
    for dialect in [Dialect::Classic, Dialect::XBetza] {
        let context = Context { place: &place, zones: &zones, dialect };
        let mut found = Report::default();
        let value = lower(text, &rules::Movement::default(), context, &mut found);
        assert_eq!(value.is_none(), has_errors(&found), "{text:?}: {found:?}");
        let Some(value) = value else { continue };
        assert!(!value.terms.is_empty(), "{text:?} leaves nothing, and nothing was found");
        let said = explain::explain(
            None,
            &rules::Movement::default(),
            text,
            context,
            &mut Report::default(),
        )
        .expect("it was read before");
        let place =
            |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
        let again = Context { place: &place, ..context };
        let again = lower(&said.canonical, &rules::Movement::default(), again, &mut found);
        let again = again.unwrap_or_else(|| panic!("{text:?} -> {}", said.canonical));
        assert_eq!(again.terms.len(), value.terms.len(), "{text:?}");
        for (a, b) in value.terms.iter().zip(&again.terms) {
            assert_eq!(a.action, b.action, "{text:?} -> {}", said.canonical);
        }
    }
}

/// The meaning of a string made from bytes. `None` if it has findings.
pub(super) fn lowered(u: &mut Unstructured) -> Result<Option<rules::Movement>> {
    let text = movement(u)?.to_string();
    let place = |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
    let zones = IndexVec::new();
    let dialect = if u.ratio(1, 4)? { Dialect::XBetza } else { Dialect::Classic };
    let context = Context { place: &place, zones: &zones, dialect };
    Ok(lower(&text, &rules::Movement::default(), context, &mut Report::default()))
}

/// Prints a random movement and a random area and reads them back.
pub fn round_trip(bytes: &[u8]) {
    let mut u = Unstructured::new(bytes);
    let Ok(tree) = movement(&mut u) else { return };
    reads_back(&tree, parse::movement);
    let Ok(tree) = area(&mut u, 3) else { return };
    reads_back(&tree, parse::area);
}

/// A reader from text to tree.
type Read<T> = fn(&str, &Names<'_>, &parse::Place, &mut Report) -> Option<T>;

fn reads_back<T: Display + Debug + PartialEq>(tree: &T, read: Read<T>) {
    let text = tree.to_string();
    if text.len() > parse::MAX_LENGTH {
        return;
    }
    let place = |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
    let mut found = Report::default();
    let again = read(&text, Names::NONE, &place, &mut found);
    assert_eq!(*found, [], "{text}");
    assert_eq!(again.as_ref(), Some(tree), "{text}");
}

const AT: At = At { start: 0, end: 0 };

fn some<T>(
    u: &mut Unstructured,
    least: usize,
    most: usize,
    mut one: impl FnMut(&mut Unstructured) -> Result<T>,
) -> Result<Vec<T>> {
    let n = u.int_in_range(least..=most)?;
    (0..n).map(|_| one(u)).collect()
}

fn movement(u: &mut Unstructured) -> Result<Movement> {
    Ok(Movement { clauses: some(u, 1, 3, clause)? })
}

fn clause(u: &mut Unstructured) -> Result<Clause> {
    let kind = match u.int_in_range(0..=4)? {
        0 => ClauseKind::Only(bound(u)?),
        1 => ClauseKind::Add { terms: terms(u, 2)?, when: Some(bound(u)?) },
        2 => ClauseKind::Add { terms: terms(u, 2)?, when: None },
        3 => ClauseKind::Replace { terms: terms(u, 2)?, when: Some(bound(u)?) },
        _ => ClauseKind::Replace { terms: terms(u, 2)?, when: None },
    };
    Ok(Clause { kind, at: AT })
}

/// A random condition on start and end cells, or a question about the board.
fn bound(u: &mut Unstructured) -> Result<When> {
    const ASKED: [&str; 4] = [
        "no own queen",
        "strong and not (capturing or in check)",
        "exactly 2 own rooks in (edge)",
        "moving",
    ];
    if u.ratio(1, 6)? {
        let text = (*u.choose(&ASKED)?).to_owned();
        Ok(When::Asked(Word { text, at: AT }, AT))
    } else {
        condition(u, 3).map(When::Cells)
    }
}

fn terms(u: &mut Unstructured, depth: usize) -> Result<Vec<Term>> {
    let mut terms = some(u, 1, 4, |u| term(u, depth))?;
    for i in 0..terms.len() {
        terms[i].gap = match i.checked_sub(1) {
            None => Gap::Joined,
            Some(before) => gap(u, &terms[before].clone(), &terms[i])?,
        };
    }
    Ok(terms)
}

/// Sentences of all forms, to be changed.
const SENTENCES: [&str; 24] = [
    "win 3/4 when own king in last rank and not (in check or giving mate)",
    "draw when repeated 3 times by checks or 50 turns without capturing or moving pawn",
    "loss when no own king or some enemy kind gone",
    "leaving not own king attacked by ( enemy rook in rank 8 )",
    "when capturing own pawn or queen but king then remove mover ; count 2 takes",
    "when after moving king may place pawn or rook from hand on one empty in (rank 1 or edge)",
    "always capture any but king at K of end ; king becomes next of pawn > rook > queen",
    "always victim goes under mover as its back ; carry at most 3",
    "always one own pawn goes toward previous start 2 ; set enemy takes to own turns mod 4 + 2",
    "when promoting to queen or rook then king safe",
    "always mover goes to own hand ; reset any takes ; own rook changes side ; end becomes victim",
    "always mover goes to start or behind start ; partner becomes its back ; carry any number",
    "king safe",
    "moving own but previous mover and not capturing",
    "rank of own king",
    "own pieces in hand",
    "own pieces > enemy pieces but pawn - 2",
    "own worth != enemy worth",
    "rank of end >= empty in edge mod 3 + 1",
    "exactly 2 own rooks along R from start to (own king guarded) can reach enemy a1-c2 e4",
    "own king between own rook and die <= 3 and dropping like mover",
    "at least 2 any pieces never moved can move and every 0.5",
    "mover in rank of own king and over any and white and same shade and unmoved",
    "all own pawns of mover and own king like die or any pieces in start but end",
];

/// Changes some words of a sentence. In every form, the text must have a tree, the places of its
/// words must be inside the text, and a tree without strange words must be printed as a text with the
/// same tree.
pub fn sentence_tree(bytes: &[u8]) {
    let mut u = Unstructured::new(bytes);
    let Ok(text) = changed(&mut u) else { return };
    of_form(&text, parse::goal);
    of_form(&text, parse::question);
    of_form(&text, parse::number);
    of_form(&text, parse::effect);
}

fn changed(u: &mut Unstructured) -> Result<String> {
    let mut words: Vec<&str> = u.choose(&SENTENCES)?.split(' ').collect();
    for _ in 0..u.int_in_range(0..=4)? {
        let at = u.int_in_range(0..=words.len())?;
        let other: Vec<&str> = u.choose(&SENTENCES)?.split(' ').collect();
        let from = u.int_in_range(0..=other.len())?;
        let to = u.int_in_range(from..=other.len().min(from + 4))?;
        let end = u.int_in_range(at..=words.len().min(at + 4))?;
        words.splice(at..end, other[from..to].iter().copied());
    }
    Ok(words.join(if u.ratio(1, 8)? { " \n " } else { " " }))
}

/// A reader of sentences.
type ReadLine<T> = Read<Line<T>>;

fn of_form<T: Words + PartialEq + Debug>(text: &str, read: ReadLine<T>) {
    let place = |range: std::ops::Range<usize>| {
        assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
        Span::new(SourceId::only(), range.start, range.end)
    };
    let mut found = Report::default();
    let line = read(text, Names::NONE, &place, &mut found);
    let Some(line) = line else {
        assert!(has_errors(&found), "{text:?} has no tree");
        return;
    };
    let words = line.words();
    let mut end = 0;
    for word in &words {
        assert!(word.at.start >= end && text.get(word.at.bytes()).is_some(), "{text:?}: {word:?}");
        end = word.at.end;
    }
    let is_odd = |word: &Printed| word.sort == Sort::Stray;
    let complete = line.sentence.is_some() && !words.iter().any(is_odd);
    // A movement or an area with a finding is not printed in full.
    if complete && found.is_empty() && !text.contains(" at ") && !text.contains(" along ") {
        reads_back(&line, read);
    }
}

/// A random gap between two terms. A space is required after `^`, and after a term with `leaping` or `arc`.
fn gap(u: &mut Unstructured, a: &Term, b: &Term) -> Result<Gap> {
    let open = matches!(a.body, Body::Before(_, None)) || b.leaping.is_some() || b.arc.is_some();
    Ok(if !open && !a.glues(b) && u.arbitrary()? { Gap::Joined } else { Gap::Spaced })
}

fn term(u: &mut Unstructured, depth: usize) -> Result<Term> {
    let leaping = if u.ratio(1, 8)? { Some(AT) } else { None };
    let arc = if u.ratio(1, 8)? { Some(Arc { radius: number(u, 1)?, at: AT }) } else { None };
    let body = match u.int_in_range(0..=7)? {
        0 => Body::Before(u.arbitrary()?, None),
        1 => Body::Before(u.arbitrary()?, Some(lone(u)?)),
        _ => Body::Chain(chain(u, depth)?),
    };
    Ok(Term { gap: Gap::Joined, leaping, arc, body, at: AT })
}

fn lone(u: &mut Unstructured) -> Result<Lone> {
    let atom: Atom = u.arbitrary()?;
    let count =
        if atom.leap().is_some() && u.arbitrary()? { Count::Doubled } else { Count::Single };
    Ok(Lone { atom, count, at: AT })
}

fn chain(u: &mut Unstructured, depth: usize) -> Result<Chain> {
    let mut prefix: Vec<Piece> = Vec::new();
    for piece in some(u, 0, 4, |u| piece(u, true))? {
        if !matches!((prefix.last(), &piece), (Some(Piece::Marks(_)), Piece::Marks(_))) {
            prefix.push(piece);
        }
    }
    let glues = prefix.iter().any(|p| match p {
        Piece::Marks(marks) => marks.count(Mode::Lame) + marks.count(Mode::Tame) > 0,
        Piece::Then(_) | Piece::Repeat(..) => false,
    });
    let core = match u.int_in_range(0..=if depth == 0 { 3 } else { 5 })? {
        0 | 1 => Core::Lone(lone(u)?),
        2 => {
            let atoms: Vec<Atom> =
                Atom::ALL.iter().copied().filter(|a| a.leap().is_some()).collect();
            Core::Suffixed(*u.choose(&atoms)?, u.arbitrary()?, AT)
        }
        3 => {
            let long = u.int_in_range(1..=99)?;
            Core::Coordinates(u.int_in_range(0..=long)?, long, AT)
        }
        4 if u.ratio(1, 3)? => {
            let mut numbers = [1, 1, 1].map(|least| u.int_in_range(least..=99).unwrap_or(least));
            numbers.sort_unstable();
            Core::Triple(numbers, AT)
        }
        4 => Core::Bracket(joined(u, depth - 1, glues)?, AT),
        _ => Core::Path(joined(u, depth - 1, true)?, AT),
    };
    Ok(Chain { prefix, core, range: range(u)?, range_at: AT })
}

fn piece(u: &mut Unstructured, outer: bool) -> Result<Piece> {
    Ok(match u.int_in_range(0..=if outer { 5 } else { 4 })? {
        0 | 1 => Piece::Then(AT),
        2..=4 => {
            let letters = some(u, 1, 6, |u| {
                Ok(if u.arbitrary()? {
                    let letter = *u.choose(&['f', 'b', 'l', 'r', 'v', 's', 'h'])?;
                    Mark::Toward(Toward::from_letter(letter).expect("a direction letter"))
                } else {
                    Mark::Mode(u.arbitrary()?)
                })
            })?;
            Piece::Marks(Marks::new(letters.into_iter().map(|mark| (mark, AT))))
        }
        _ => {
            let mut pieces: Vec<Piece> = Vec::new();
            for piece in some(u, 1, 4, |u| piece(u, false))? {
                if !matches!((pieces.last(), &piece), (Some(Piece::Marks(_)), Piece::Marks(_))) {
                    pieces.push(piece);
                }
            }
            Piece::Repeat(pieces, AT)
        }
    })
}

fn joined(u: &mut Unstructured, depth: usize, adjacent: bool) -> Result<Joined> {
    let first = Box::new(term(u, depth)?);
    let mut rest: Vec<(Joint, Term)> = Vec::new();
    for mut term in some(u, 0, 3, |u| term(u, depth))? {
        let joint = match u.int_in_range(0..=if adjacent { 2 } else { 1 })? {
            0 => Joint::MayStop,
            1 => Joint::GoOn,
            _ => Joint::Adjacent,
        };
        if joint == Joint::Adjacent {
            let before = rest.last().map_or(&*first, |(_, term)| term);
            term.gap = gap(u, before, &term)?;
        }
        rest.push((joint, term));
    }
    Ok(Joined { first, rest })
}

fn number(u: &mut Unstructured, least: u32) -> Result<Number> {
    Ok(if u.arbitrary()? {
        Number(u.int_in_range(least..=Number::MAX.0)?)
    } else {
        Number(u.int_in_range(least.div_ceil(1000)..=20)? * 1000)
    })
}

fn range(u: &mut Unstructured) -> Result<Range> {
    Ok(match u.int_in_range(0..=8)? {
        0 => Range::Endless,
        1 => Range::UpTo(number(u, 1)?.max(Number(1))),
        2 => Range::Exactly(number(u, 1)?.max(Number(1))),
        3 => Range::Between(number(u, 1)?.max(Number(1)), None),
        4 => {
            let low = number(u, 1)?.max(Number(1));
            Range::Between(low, Some(number(u, 1)?.max(low)))
        }
        5 => Range::Flexible,
        _ => Range::Unwritten,
    })
}

fn condition(u: &mut Unstructured, depth: usize) -> Result<Condition> {
    formula(u, depth, fact)
}

fn area(u: &mut Unstructured, depth: usize) -> Result<Area> {
    formula(u, depth, spot)
}

fn formula<T>(
    u: &mut Unstructured,
    depth: usize,
    truth: fn(&mut Unstructured) -> Result<T>,
) -> Result<Formula<T>> {
    let some = |u: &mut Unstructured| some(u, 2, 3, |u| formula(u, depth - 1, truth));
    Ok(match u.int_in_range(0..=if depth == 0 { 3 } else { 6 })? {
        4 => formula(u, depth - 1, truth)?.negate(AT),
        5 => Formula::all(some(u)?, AT),
        6 => Formula::any(some(u)?, AT),
        _ => Formula::one(truth(u)?, AT),
    })
}

fn fact(u: &mut Unstructured) -> Result<Fact> {
    Ok(match u.int_in_range(0..=7)? {
        0 | 1 => Fact::Shade(u.arbitrary()?),
        2 => Fact::ShadeNumber(u.int_in_range(1..=255)?),
        3 => Fact::Unmoved,
        4 => Fact::Relative(*u.choose(Relation::ALL)?),
        5 => Fact::Every(number(u, 1)?.max(Number(1))),
        6 => Fact::From(area(u, 2)?),
        _ => Fact::To(area(u, 2)?),
    })
}

fn spot(u: &mut Unstructured) -> Result<Spot> {
    Ok(match u.int_in_range(0..=7)? {
        0 => Spot::LastRank,
        1 => {
            let first = u.int_in_range(1..=255)?;
            let last = u.int_in_range(first..=255)?;
            if u.ratio(1, 4)? { Spot::Layers(first, last) } else { Spot::Ranks(first, last) }
        }
        2 => {
            let first = u.int_in_range(b'a'..=b'p')?;
            Spot::Files(first.into(), u.int_in_range(first..=b'p')?.into())
        }
        3 => Spot::Edge,
        4 => Spot::Corner,
        5 => match area(u, 1)? {
            Formula { kind: FormulaKind::One(Spot::Enemys(own)), .. } => match own.kind {
                FormulaKind::One(spot) => spot,
                FormulaKind::Not(_) | FormulaKind::And(_) | FormulaKind::Or(_) => Spot::Enemys(own),
            },
            area => Spot::Enemys(Box::new(area)),
        },
        _ => {
            let name = |u: &mut Unstructured| {
                let cells = ["a1", "g10", "p16"];
                let words = ["palace", "last-row", "river_2"];
                let cell = |u: &mut Unstructured| Ok(u.choose(&cells)?.to_string());
                let named = match u.int_in_range(0..=2)? {
                    0 => Named::Cell(cell(u)?),
                    1 => Named::Rectangle(cell(u)?, cell(u)?),
                    _ => Named::Word(u.choose(&words)?.to_string()),
                };
                Ok((named, AT))
            };
            Spot::Cells(some(u, 1, 3, name)?)
        }
    })
}
