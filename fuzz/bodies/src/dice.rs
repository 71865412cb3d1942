//! The dice of random games: one with numbers, one with two kinds of pieces, and a bag of pieces of
//! both sides.

use crate::span::span;
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{Die, DieId, Draw, Face, Faces, Lasts, PutBack, Roll};
use alfil_rules::ids::KindId;
use alfil_rules::question::{Question, Test};
use alfil_rules::ruleset::{Kind, Ruleset};
use alfil_rules::side::{Side, Whose};
use alfil_rules::turn::{Step, Times};
use arbitrary::{Result, Unstructured};

/// The number of outcomes of each die. More would make games too long to compare.
const SIDES: usize = 2;

/// The index of the bag.
const BAG: usize = 2;

/// How often each value is in the bag.
const IN_BAG: u16 = 2;

/// The dice of a game with these kinds.
pub(crate) fn dice(kinds: &IndexVec<KindId, Kind>) -> IndexVec<DieId, Die> {
    let number = |n: usize| Face { word: n.to_string(), weight: n as u16, kind: None, side: None };
    // The second kind may have the name of the first, or there may be none.
    let piece = |n: usize| {
        let kind = kinds.ids().nth(n);
        let name = kind.map_or("", |kind| kinds[kind].name.value.as_str());
        Face { word: format!("{name}-{n}"), weight: 1, kind, side: None }
    };
    let die = |name: &str, faces, lasts| Die {
        name: Spanned::new(name.to_owned(), span()),
        faces,
        lasts,
        put_back: PutBack::Always,
    };
    let in_bag = |n: usize| {
        let kind = kinds.ids().nth(n).or(kinds.ids().next());
        let name = kind.map_or("", |kind| kinds[kind].name.value.as_str());
        let side = Side::BOTH[n % 2];
        let word = format!("{}-{name}", side.name().to_lowercase());
        Face { word, weight: IN_BAG, kind, side: Some(side) }
    };
    let bag = (0..SIDES).map(in_bag).collect();
    let pieces = (0..SIDES).map(piece).collect();
    [
        die("number", (1..=SIDES).map(number).collect(), Lasts::Game),
        die("figure", pieces, Lasts::Turn),
        Die { put_back: PutBack::Never, ..die("tiles", bag, Lasts::Turn) },
    ]
    .into_iter()
    .collect()
}

/// A die of [`dice`].
pub(crate) fn die(u: &mut Unstructured<'_>) -> Result<DieId> {
    Ok(DieId::from_index(u.int_in_range(0..=BAG)?))
}

/// A step that rolls a die or draws from the bag of [`dice`].
pub(crate) fn step(u: &mut Unstructured<'_>, kinds: usize) -> Result<Step> {
    let die = die(u)?;
    let roll = Step { roll: Some(die), ..Step::default() };
    if die.index() != BAG {
        return Ok(roll);
    }
    let mut turns_up = Vec::new();
    for kind in (0..kinds).map(KindId::from_index) {
        turns_up.extend(u.ratio(1, 2)?.then_some(kind));
    }
    let whose = *u.choose(&[Whose::Any, Whose::Own, Whose::Enemy])?;
    let times = if u.ratio(1, 4)? { Times::Repeats } else { Times::Once };
    Ok(Step { draw: Draw { whose, turns_up }, times, ..roll })
}

/// A question about a die of [`dice`].
pub(crate) fn question<A, C, P>(u: &mut Unstructured<'_>) -> Result<Question<A, C, P>> {
    let sides = || (0..SIDES).map(Id::from_index);
    let one = u.int_in_range(0..=SIDES)?;
    let faces: Faces = match one {
        SIDES => sides().collect(),
        one => sides().skip(one).take(1).collect(),
    };
    Ok(Question::Rolled(die(u)?, Roll::Among(faces)))
}

/// Gives the game dice if its rules name some. A shipped game may have dice of its own.
pub(crate) fn settle(rules: &mut Ruleset) {
    if rules.dice.len() > 1 {
        return;
    }
    let dice = dice(&rules.kinds);
    let used = dice.ids().any(|die| rules.rolls(die) || rules.looks_at(die));
    rules.dice = if used { dice } else { IndexVec::new() };
}

/// A filter for pieces of the kind that a die shows.
pub(crate) fn filter<A, P>() -> Test<A, P> {
    Test::LikeDie(DieId::from_index(1))
}
