//! Random valid turns. A parry and safety at the end of a turn exclude each other, and turns with
//! such safety are short.

use crate::dice;
use crate::span::span;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::{Condition, Place, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    Amount, CounterId, Men, MoveFact, Part, Pieces, Quantity, Question, Row, Subject, Whose,
};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::ByColor;
use alfil_rules::turn::{Growth, KingSafety, Parry, Pass, Series, Step, Stuck, Turn};
use arbitrary::{Result, Unstructured};
use std::num::NonZeroU32;

/// The turns of a game with `kinds` kinds. Half of all turns are single moves.
pub(crate) fn turn(u: &mut Unstructured<'_>, kinds: usize) -> Result<Turn> {
    if u.ratio(1, 2)? {
        return Ok(Turn::default());
    }
    let whole = u.ratio(1, 4)?;
    let longest = if whole { 2 } else { 3 };
    let white = series(u, kinds, longest)?;
    let black = if u.ratio(1, 3)? { series(u, kinds, longest)? } else { white.clone() };
    let first = if u.ratio(1, 3)? { Some(series(u, kinds, longest)?) } else { None };
    let mut turn = Turn {
        series: ByColor([white, black]),
        first,
        checks: u.arbitrary()?,
        parry: None,
        safety: if whole { KingSafety::EndOfTurn } else { KingSafety::EachStep },
        castling: u.arbitrary()?,
        passant: u.arbitrary()?,
        stuck: *u.choose(&[Stuck::SkipsStep, Stuck::SkipsStep, Stuck::EndsTheGame])?,
    };
    if !whole && u.ratio(1, 3)? {
        turn.parry = Some(Parry { from: place(u)?, forfeits: u.int_in_range(1..=2)? });
    }
    if !whole && u.ratio(1, 8)? {
        for side in &mut turn.series.0 {
            *side = Series { growth: Growth::OneMoreEachTurn, ..Series::default() };
        }
    }
    Ok(turn)
}

/// Sometimes lets a number of the position say how many steps a turn has.
pub(crate) fn counted(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    if rules.turn.safety == KingSafety::EndOfTurn || !u.ratio(1, 16)? {
        return Ok(());
    }
    // Effects use the first two counters.
    for name in ["ticks", "tocks", "steps"].iter().skip(rules.counters.len()) {
        rules.counters.push(name.to_string());
    }
    let growth = Growth::Counted(Box::new(length(u, rules.kinds.len())?), CounterId::from_index(2));
    rules.turn.series =
        ByColor::from_fn(|_| Series { growth: growth.clone(), ..Series::default() });
    Ok(())
}

/// A random number of steps.
fn length(u: &mut Unstructured<'_>, kinds: usize) -> Result<Amount> {
    let men = Men {
        whose: Some(*u.choose(&[Whose::Own, Whose::Enemy, Whose::Any])?),
        kinds: Some(vec![KindId::from_index(u.int_in_range(0..=kinds - 1)?)]),
        but: Vec::new(),
    };
    let pieces = Box::new(Pieces { what: Subject::Men(men), filters: Vec::new() });
    let what = if u.ratio(1, 2)? {
        Quantity::Place(*u.choose(Row::ALL)?, pieces)
    } else {
        Quantity::Count(pieces)
    };
    let modulo = NonZeroU32::new(u.int_in_range(2..=5)?);
    Ok(Amount { first: Part { what, modulo }, rest: Vec::new() })
}

fn series(u: &mut Unstructured<'_>, kinds: usize, longest: usize) -> Result<Series> {
    let steps = (0..u.int_in_range(1..=longest)?).map(|_| step(u, kinds)).collect::<Result<_>>()?;
    let mut steps: Vec<Step> = steps;
    // Some turns begin with a roll, and some have one before their last move.
    if u.ratio(1, 6)? {
        let at = if u.ratio(1, 2)? { 0 } else { steps.len() - 1 };
        steps.insert(at, dice::step(u, kinds)?);
    }
    Ok(Series { steps, growth: Growth::None })
}

fn step(u: &mut Unstructured<'_>, kinds: usize) -> Result<Step> {
    let from = if u.ratio(1, 2)? { place(u)? } else { Condition::Always };
    let mut only = Vec::new();
    if u.ratio(1, 5)? {
        for kind in (0..kinds).map(KindId::from_index) {
            only.extend(u.ratio(1, 2)?.then_some(kind));
        }
    }
    let when = (!only.is_empty()).then(|| {
        let men = Men { whose: None, kinds: Some(only), but: Vec::new() };
        let facts = [MoveFact::Moving(men.clone()), MoveFact::Dropping(men)];
        Spanned::new(Question::Any(facts.map(Question::Move).into()), span())
    });
    let pass = if u.ratio(1, 6)? { Pass::May } else { Pass::Never };
    Ok(Step { from, when, pass, ..Step::default() })
}

fn place(u: &mut Unstructured<'_>) -> Result<Condition> {
    let kind = u.choose(&[PlaceKind::Light, PlaceKind::Dark, PlaceKind::Strong])?.clone();
    let start = Condition::Start(Place { kind, span: span() });
    Ok(if u.ratio(1, 5)? { start.negate() } else { start })
}
