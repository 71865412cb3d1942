//! Random kinds, promotions, hands and drops.

use crate::span::span;
use crate::walk::{condition, movement};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::hand::{Drop, Hand};
use alfil_rules::ids::KindId;
use alfil_rules::look::{Dress, Figure, Form, Letter};
use alfil_rules::movement::{Action, Term};
use alfil_rules::ruleset::{Blocking, Duty, Kind, Occasions, Owner, Promotion, Royalty, Supply};
use alfil_rules::side::Side;
use arbitrary::{Result, Unstructured};

pub(crate) fn kind(u: &mut Unstructured<'_>, n: usize, count: usize) -> Result<Kind> {
    let castles = n == 0 || u.ratio(1, 6)?;
    let moves = movement(u, castles, count)?;
    let attacks = if u.ratio(1, 6)? { Some(movement(u, false, count)?) } else { None };
    let promotes = if n == 0 { u.ratio(1, 8)? } else { u.ratio(1, 3)? };
    let mut promotions = Vec::new();
    while promotes && promotions.len() < 3 && (promotions.is_empty() || u.ratio(1, 3)?) {
        promotions.push(promotion(u, count)?);
    }
    Ok(Kind {
        name: Spanned::new(format!("kind {n}"), span()),
        letter: Letter::new(char::from(b'A' + n as u8), Form::Plain),
        symbol: None,
        figure: Figure::Letter,
        dress: Dress::default(),
        worth: 1,
        owner: Owner::Side,
        blocks: Spanned::new(Blocking::Blocks, span()),
        royal: match n == 0 || u.ratio(1, 10)? {
            true if u.ratio(1, 8)? => *u.choose(&[Royalty::All, Royalty::Last])?,
            true => Royalty::Each,
            false => Royalty::No,
        },
        moves,
        attacks,
        promotions,
        reverts_to: None,
    })
}

pub(crate) fn promotion(u: &mut Unstructured<'_>, count: usize) -> Result<Promotion> {
    let at = match u.int_in_range(0..=4)? {
        0 | 1 => Some(Area::LastRank),
        2 | 3 => Some(Area::Ranks { first: 1, last: u.int_in_range(1..=3)? }),
        _ => None,
    };
    let first = usize::from(!u.ratio(1, 4)?);
    let last = u.int_in_range(first.min(count - 1)..=count - 1)?;
    let to = (first.min(last)..=last).map(KindId::from_index).collect();
    let (stay, drop) = (u.ratio(1, 4)?, u.ratio(1, 4)?);
    let on = match u.int_in_range(0..=4)? {
        0 => Occasions { enter: true, within: true, leave: true, stay, drop },
        1 => Occasions { enter: false, within: u.ratio(1, 2)?, leave: true, stay, drop },
        2 => Occasions { stay: stay || !drop, drop, ..Occasions::default() },
        _ => Occasions { stay, drop, ..Occasions::ARRIVING },
    };
    let duty = *u.choose(&[Duty::Must, Duty::Must, Duty::May, Duty::Wait])?;
    let supply = if u.ratio(1, 4)? { Supply::Lost } else { Supply::Endless };
    Ok(Promotion { at, on, duty, to, supply, when: None, span: span() })
}

pub(crate) fn hand(u: &mut Unstructured<'_>, kinds: usize) -> Result<Hand> {
    let (captured, own, immobile) = (u.arbitrary()?, u.arbitrary()?, u.arbitrary()?);
    let (mut no_mate, mut supply) = (Vec::new(), Vec::new());
    for kind in (0..kinds).map(KindId::from_index) {
        no_mate.extend(u.ratio(1, 3)?.then_some(kind));
        supply.extend(u.ratio(1, 8)?.then_some(kind));
    }
    Ok(Hand { captured, own, supply, immobile, no_mate, span: span() })
}

pub(crate) fn held(u: &mut Unstructured<'_>, kinds: usize) -> Result<Vec<(Side, KindId)>> {
    let piece = |u: &mut Unstructured<'_>| {
        let side: Side = u.arbitrary()?;
        Ok((side, KindId::from_index(u.int_in_range(0..=kinds - 1)?)))
    };
    (0..u.int_in_range(0..=5)?).map(|_| piece(u)).collect()
}

pub(crate) fn drop_term(u: &mut Unstructured<'_>) -> Result<Term> {
    let first = u.int_in_range(1..=2)?;
    let limit =
        |u: &mut Unstructured<'_>| if u.ratio(1, 4)? { u.int_in_range(1..=2) } else { Ok(0) };
    let drop = Drop {
        first,
        last: u.int_in_range(first..=9)?,
        on_file: limit(u)?,
        on_shade: limit(u)?,
        on_board: limit(u)?,
    };
    let when = if u.ratio(1, 6)? { condition(u)? } else { Condition::Always };
    Ok(Term { action: Action::Drop(drop), when, given: Vec::new(), span: span() })
}
