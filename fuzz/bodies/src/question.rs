//! Random questions and their parts.

use crate::dice;
use crate::span::span;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;
use alfil_resolve::context::Context;
use alfil_resolve::movement;
use alfil_rules::condition::{Area, Condition, Place, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::movement::{Action, Given};
use alfil_rules::question::Pattern;
use alfil_rules::question::{
    Amount, Anchor, ClockId, CounterId, Filter, Men, MoveFact, Number, Order, Part, Pieces,
    Quantity, Question, Row, SideFact, Sign, Subject, Tally, Test, Whose,
};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Color;
use alfil_syntax::value::Dialect;
use arbitrary::{Result, Unstructured};
use std::num::NonZeroU32;

/// The things that a question may refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// A position and the move that led to it.
    Position,
    /// A move and the position before it.
    Move,
}

/// Adds `question` to some terms of a kind.
pub(crate) fn terms_ask(
    u: &mut Unstructured<'_>,
    rules: &mut Ruleset,
    kind: KindId,
    question: Question,
) -> Result<()> {
    let moves = &mut rules.kinds[kind].moves;
    let number = moves.asked.len();
    for term in &mut moves.terms {
        let plain = matches!(term.action, Action::Walk(_)) && !term.relays();
        if plain && u.ratio(1, 2)? {
            let holds = u.ratio(2, 3)?;
            term.given.push(Given { number, holds, words: String::new() });
        }
    }
    moves.asked.push(Spanned::new(question, span()));
    Ok(())
}

pub(crate) fn question(
    u: &mut Unstructured<'_>,
    kinds: usize,
    about: About,
    depth: usize,
) -> Result<Question> {
    if depth > 0 {
        let deeper = |u: &mut Unstructured<'_>| question(u, kinds, about, depth - 1);
        match u.int_in_range(0..=9)? {
            0 => return Ok(Question::All(vec![deeper(u)?, deeper(u)?])),
            1 => return Ok(Question::Any(vec![deeper(u)?, deeper(u)?])),
            2 => {
                return Ok(match deeper(u)? {
                    Question::Not(inner) => *inner,
                    inner => Question::Not(Box::new(inner)),
                });
            }
            3 if about == About::Move => {
                // Behind the move, `after` would be about the move itself.
                let inner = deeper(u)?;
                let is_after = |part: &Question| matches!(part, Question::After(_));
                return Ok(if inner.any(&is_after) {
                    inner
                } else {
                    Question::Leaving(Box::new(inner))
                });
            }
            _ => {}
        }
    }
    Ok(match u.int_in_range(0..=9)? {
        0 if u.ratio(1, 4)? => Question::Plays(*u.choose(Color::ALL)?),
        0 => Question::Side(whose(u)?, *u.choose(SideFact::ALL)?),
        1 => {
            let tally = Amount::of(Quantity::Tally(whose(u)?, tally(u)?));
            let number = Amount::whole(u.int_in_range(0..=4)?);
            compare(u, tally, number)?
        }
        2 => {
            let area = if u.ratio(1, 2)? { Some(area(u)?) } else { None };
            Question::Reply(number(u)?, men_with(u, kinds)?, area)
        }
        3 => {
            let [left, right] = [men_with(u, kinds)?, men_with(u, kinds)?]
                .map(|pieces| Amount::of(Quantity::Count(Box::new(pieces))));
            compare(u, left, right)?
        }
        4 => match u.int_in_range(0..=6)? {
            4 => dice::question(u)?,
            6 => {
                let (left, right) = (amount(u, kinds)?, amount(u, kinds)?);
                compare(u, left, right)?
            }
            5 if about == About::Move => after(u, kinds)?,
            0 => Question::KindGone(whose(u)?),
            1 => {
                let [left, right] = [(whose(u)?, tally(u)?), (whose(u)?, tally(u)?)]
                    .map(|(whose, tally)| Amount::of(Quantity::Tally(whose, tally)));
                compare(u, left, right)?
            }
            _ => {
                let one = match move_fact(u, kinds)? {
                    Question::Move(MoveFact::GivingMate) => Question::Move(MoveFact::Passing),
                    one => one,
                };
                let one = if u.ratio(1, 3)? { Question::Not(Box::new(one)) } else { one };
                Question::Without(u.int_in_range(1..=2)?, ClockId::default(), Box::new(one))
            }
        },
        5 if about == About::Position => move_fact(u, kinds)?,
        5..=7 if about == About::Move => move_fact(u, kinds)?,
        8 if u.ratio(1, 3)? => Question::Count(number(u)?, Pieces::anchor(last(u)?)),
        8 if u.ratio(1, 2)? => Question::Count(number(u)?, place(u, kinds)?),
        8 => {
            let filters = if u.ratio(1, 2)? { vec![in_area(u)?] } else { Vec::new() };
            Question::Count(number(u)?, Pieces { what: Subject::Empty, filters })
        }
        _ => Question::Count(number(u)?, counted(u, kinds)?),
    })
}

/// A random comparison of two numbers.
fn compare(u: &mut Unstructured<'_>, left: Amount, right: Amount) -> Result<Question> {
    Ok(Question::Compare(Box::new([left, right]), *u.choose(Order::ALL)?))
}

/// A random number.
pub(crate) fn amount(u: &mut Unstructured<'_>, kinds: usize) -> Result<Amount> {
    let first = part(u, kinds)?;
    let mut rest = Vec::new();
    while rest.len() < 2 && u.ratio(1, 4)? {
        rest.push((*u.choose(Sign::ALL)?, part(u, kinds)?));
    }
    Ok(Amount { first, rest })
}

/// A random part of a number.
fn part(u: &mut Unstructured<'_>, kinds: usize) -> Result<Part> {
    let what = match u.int_in_range(0..=4)? {
        0 => Quantity::Whole(u.int_in_range(0..=4)?),
        1 => Quantity::Tally(whose(u)?, tally(u)?),
        2 => Quantity::Count(Box::new(counted(u, kinds)?)),
        _ => {
            let row = *u.choose(Row::ALL)?;
            Quantity::Place(row, Box::new(men_with(u, kinds)?))
        }
    };
    let modulo = if u.ratio(1, 3)? { NonZeroU32::new(u.int_in_range(1..=3)?) } else { None };
    Ok(Part { what, modulo })
}

/// A random question about the move before.
fn after(u: &mut Unstructured<'_>, kinds: usize) -> Result<Question> {
    Ok(match move_fact(u, kinds)? {
        Question::Move(MoveFact::GivingMate | MoveFact::GivingCheck) => {
            Question::After(Box::new(Question::Move(MoveFact::Passing)))
        }
        asked => Question::After(Box::new(asked)),
    })
}

fn tally(u: &mut Unstructured<'_>) -> Result<Tally> {
    Ok(match u.int_in_range(0..=3)? {
        0 => Tally::Turns,
        1 => Tally::Worth,
        _ => Tally::Counted(CounterId::from_index(u.int_in_range(0..=1)?)),
    })
}

fn move_fact(u: &mut Unstructured<'_>, kinds: usize) -> Result<Question> {
    Ok(Question::Move(match u.int_in_range(0..=8)? {
        0 => MoveFact::Moving(any_men(u, kinds)?),
        1 | 2 => MoveFact::Capturing(any_men(u, kinds)?),
        3 => MoveFact::Dropping(any_men(u, kinds)?),
        4 => MoveFact::Promoting(some_kinds(u, kinds)?),
        5 if u.ratio(1, 2)? => MoveFact::Over(Men { whose: Some(whose(u)?), ..any_men(u, kinds)? }),
        5 => MoveFact::Castling,
        6 => MoveFact::Passing,
        7 => MoveFact::GivingCheck,
        _ if u.ratio(1, 2)? => MoveFact::GivingMate,
        _ => {
            let kind = PlaceKind::In(area(u)?);
            let place = Place { kind, span: span() };
            let start = u.ratio(1, 2)?;
            return Ok(Question::Cells(if start {
                Condition::Start(place)
            } else {
                Condition::End(place)
            }));
        }
    }))
}

pub(crate) fn men_with(u: &mut Unstructured<'_>, kinds: usize) -> Result<Pieces> {
    let men = Men { whose: Some(whose(u)?), ..any_men(u, kinds)? };
    let mut filters = Vec::new();
    for _ in 0..u.int_in_range(0..=2)? {
        let test = match u.int_in_range(0..=5)? {
            0 | 1 => in_area(u)?.test,
            2 => Test::InHand,
            3 if u.ratio(1, 3)? => {
                let row = *u.choose(&[Row::Rank, Row::File, Row::Layer])?;
                let of = Men { whose: Some(whose(u)?), ..any_men(u, kinds)? };
                Test::InRow(row, Box::new(Pieces { what: Subject::Men(of), filters: Vec::new() }))
            }
            3 => {
                let by = Men { whose: Some(whose(u)?), ..any_men(u, kinds)? };
                let by = Box::new(Pieces { what: Subject::Men(by), filters: Vec::new() });
                Test::Attacked(if u.ratio(1, 2)? { Some(by) } else { None })
            }
            4 if u.ratio(1, 2)? => {
                filters.push(Filter { holds: false, test: Test::On(last(u)?) });
                continue;
            }
            4 => Test::Between(Men { whose: Some(whose(u)?), ..any_men(u, kinds)? }),
            _ if u.ratio(1, 2)? => Test::NeverMoved,
            _ if u.ratio(1, 3)? => dice::filter(),
            _ if u.ratio(1, 2)? => paired(u, kinds)?,
            _ => Test::Guarded,
        };
        filters.push(Filter { holds: !u.ratio(1, 4)?, test });
    }
    Ok(Pieces { what: Subject::Men(men), filters })
}

/// Pieces, or empty cells that some pieces attack.
fn counted(u: &mut Unstructured<'_>, kinds: usize) -> Result<Pieces> {
    if !u.ratio(1, 10)? {
        return men_with(u, kinds);
    }
    let by = Men { whose: Some(whose(u)?), ..any_men(u, kinds)? };
    let by = Box::new(Pieces { what: Subject::Men(by), filters: Vec::new() });
    let mut filters = vec![Filter { holds: true, test: Test::Attacked(Some(by)) }];
    if u.ratio(1, 2)? {
        filters.push(in_area(u)?);
    }
    Ok(Pieces { what: Subject::Empty, filters })
}

/// A filter for pieces that belong to one of the move, by random pairs of kinds.
fn paired<A, P>(u: &mut Unstructured<'_>, kinds: usize) -> Result<Test<A, P>> {
    let of = if u.ratio(1, 4)? { Anchor::Mover } else { last(u)? };
    let mut pairs = Vec::new();
    for _ in 0..u.int_in_range(1..=3)? {
        pairs.push([any_men(u, kinds)?, any_men(u, kinds)?]);
    }
    Ok(Test::Paired(of, pairs))
}

/// A cell of the move with filters about places.
fn place(u: &mut Unstructured<'_>, kinds: usize) -> Result<Pieces> {
    const CELLS: [Anchor; 4] = [Anchor::Start, Anchor::End, Anchor::LastStart, Anchor::Partner];
    let mut pieces = Pieces::anchor(*u.choose(&CELLS)?);
    for _ in 0..u.int_in_range(1..=2)? {
        let test = match u.int_in_range(0..=3)? {
            0 => in_area(u)?.test,
            1 => Test::On(*u.choose(&CELLS)?),
            2 => {
                let row = *u.choose(&[Row::Rank, Row::File, Row::Layer])?;
                Test::InRow(row, Box::new(named(u, kinds)?))
            }
            _ => Test::At(pattern(u)?, Box::new(named(u, kinds)?)),
        };
        pieces.filters.push(Filter { holds: !u.ratio(1, 4)?, test });
    }
    // Sometimes the cell must also contain a piece.
    if u.ratio(1, 6)? {
        pieces.filters.push(Filter { holds: u.ratio(1, 2)?, test: Test::NeverMoved });
    }
    Ok(pieces)
}

/// Pieces of a side, a cell of the move, or cells of an area.
fn named(u: &mut Unstructured<'_>, kinds: usize) -> Result<Pieces> {
    Ok(match u.int_in_range(0..=2)? {
        0 => {
            let men = Men { whose: Some(whose(u)?), ..any_men(u, kinds)? };
            Pieces { what: Subject::Men(men), filters: Vec::new() }
        }
        1 => Pieces::anchor(last(u)?),
        _ => {
            let area = match u.int_in_range(0..=2)? {
                0 => Area::LastRank,
                1 => Area::Edge,
                _ => Area::Ranks { first: 1, last: 2 },
            };
            let within = Filter { holds: true, test: Test::In(area) };
            Pieces { what: Subject::Cells, filters: vec![within] }
        }
    })
}

/// A piece or cell of the last move, or the start cell of the present one.
pub(crate) fn last(u: &mut Unstructured<'_>) -> Result<Anchor> {
    Ok(*u.choose(&[Anchor::LastMover, Anchor::LastMover, Anchor::LastStart, Anchor::Start])?)
}

pub(crate) fn any_men(u: &mut Unstructured<'_>, kinds: usize) -> Result<Men> {
    let whose = if u.ratio(1, 2)? { Some(whose(u)?) } else { None };
    let named = some_kinds(u, kinds)?;
    let but = if named.is_none() && u.ratio(1, 4)? { vec![kind(u, kinds)?] } else { Vec::new() };
    // In text, `but king` needs an owner before it.
    let whose = if but.is_empty() { whose } else { whose.or(Some(Whose::Any)) };
    Ok(Men { whose, kinds: named, but })
}

fn some_kinds(u: &mut Unstructured<'_>, kinds: usize) -> Result<Option<Vec<KindId>>> {
    Ok(match u.int_in_range(0..=2)? {
        0 => None,
        1 => Some(vec![kind(u, kinds)?]),
        _ => Some(vec![kind(u, kinds)?, kind(u, kinds)?]),
    })
}

pub(crate) fn kind(u: &mut Unstructured<'_>, kinds: usize) -> Result<KindId> {
    Ok(KindId::from_index(u.int_in_range(0..=kinds - 1)?))
}

fn in_area(u: &mut Unstructured<'_>) -> Result<Filter> {
    Ok(Filter { holds: true, test: Test::In(area(u)?) })
}

pub(crate) fn area(u: &mut Unstructured<'_>) -> Result<Area> {
    Ok(match u.int_in_range(0..=4)? {
        0 => Area::LastRank,
        1 => Area::Edge,
        2 => Area::Enemys(Box::new(Area::LastRank)),
        3 => Area::Any(vec![Area::LastRank, Area::Edge]),
        _ => Area::Ranks { first: 1, last: 2 },
    })
}

fn number(u: &mut Unstructured<'_>) -> Result<Number> {
    let n = u.int_in_range(0..=4)?;
    Ok(match u.int_in_range(0..=5)? {
        0 => Number::No,
        1 => Number::Exactly(n),
        2 => Number::AtLeast(n),
        3 => Number::AtMost(n),
        4 => Number::All,
        _ => Number::Some,
    })
}

pub(crate) fn whose(u: &mut Unstructured<'_>) -> Result<Whose> {
    Ok(*u.choose(Whose::ALL)?)
}

pub(crate) fn pattern(u: &mut Unstructured<'_>) -> Result<Pattern> {
    let text = *u.choose(&["K", "W", "N", "Q", "mR", "fF", "vR", "D", "pB"])?;
    let place = |_| span();
    let (zones, dialect) = (IndexVec::default(), Dialect::default());
    let context = Context { place: &place, zones: &zones, dialect };
    let movement = movement::lower(text, &Movement::default(), context, &mut Report::default());
    let movement = movement.unwrap_or_else(|| panic!("`{text}` is a movement"));
    Ok(Pattern { kind: None, text: text.to_owned(), terms: movement.terms })
}
