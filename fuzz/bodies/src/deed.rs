//! Random effects that do more than count.
//!
//! Unowned pieces get no moves, and every generated question can be written in a definition.

use crate::question::{About, area, kind, men_with, pattern, question, whose};
use crate::span::span;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Area;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Effect, Extent, Pairs, Picked, Source, Spot, Supplied, Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement};
use alfil_rules::question::{Anchor, Filter, Men, MoveFact, Pieces, Question, Subject, Test};
use alfil_rules::ruleset::{Owner, Ruleset};
use arbitrary::{Result, Unstructured};

/// Adds one or two lines of effects, and sometimes makes a kind unowned.
pub(crate) fn deeds(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let kinds = rules.kinds.len();
    let takes_own = rules.kinds.iter().flat_map(|kind| &kind.moves.terms).any(|term| {
        matches!(&term.action, Action::Walk(walk) if walk.legs.iter().any(|leg| leg.mode.own))
    });
    let id = kind(u, kinds)?;
    let stone = &mut rules.kinds[id];
    if !takes_own && !stone.royal.is_royal() && u.ratio(1, 3)? {
        stone.owner = Owner::Nobody;
        stone.moves = Movement::default();
        stone.attacks = None;
        stone.promotions.clear();
    }
    if u.ratio(1, 5)? {
        rules.effects.push(removal(u, rules)?);
        return Ok(());
    }
    if u.ratio(1, 4)? {
        return determined_by_move(u, rules);
    }
    for _ in 0..u.int_in_range(1..=2)? {
        let asked = if u.ratio(1, 3)? { None } else { Some(question(u, kinds, About::Move, 1)?) };
        let will = if asked.is_some() && u.ratio(1, 3)? { Will::May } else { Will::Must };
        let mut deeds = Vec::new();
        for _ in 0..u.int_in_range(1..=2)? {
            deeds.push(deed(u, rules)?);
        }
        let line = Effect { question: asked, will, deeds, span: span() };
        let before: usize = rules.effects.iter().map(Effect::choices).sum();
        // More than one choice among many cells would make counting too slow.
        if before + line.choices() <= 1 || line.choices() == 0 {
            rules.effects.push(line);
        }
    }
    Ok(())
}

/// Adds effects whose changes depend only on the move. For some of them, the engine counts choices
/// without making moves.
fn determined_by_move(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let line = |question, will, deeds| Effect { question, will, deeds, span: span() };
    if u.ratio(2, 3)? {
        rules.effects.push(line(None, Will::Must, vec![Deed::KingSafe]));
    }
    let moving =
        Men { whose: None, kinds: Some(vec![kind(u, rules.kinds.len())?]), but: Vec::new() };
    let others = Question::Not(Box::new(Question::Move(MoveFact::Moving(moving))));
    let asked = if u.ratio(1, 2)? { Some(others) } else { None };
    if u.ratio(1, 2)? {
        let from = match rules.hand {
            Some(_) if u.ratio(2, 3)? => Source::Hand,
            Some(_) | None => Source::Nowhere,
        };
        let mut kinds = common(u, rules)?;
        kinds.extend(common(u, rules)?);
        kinds.dedup();
        let will = if asked.is_some() && u.ratio(2, 3)? { Will::May } else { Will::Must };
        let place = Deed::Place(Supplied { kinds, from }, Spot::Anchors(vec![Anchor::Start]));
        if will == Will::May || place.choices() == 0 || u.ratio(1, 2)? {
            rules.effects.push(line(asked, will, vec![place]));
        }
        return Ok(());
    }
    let mover = Picked { extent: Extent::Each, pieces: Pieces::anchor(Anchor::Mover) };
    let mut deeds = vec![Deed::GoesTo(mover, Spot::Anchors(vec![cell(u)?]))];
    if u.ratio(1, 2)? {
        let mut gone = men_with(u, rules.kinds.len())?;
        gone.filters.clear();
        let gone = Picked { extent: Extent::Each, pieces: gone };
        let stone = Supplied { kinds: common(u, rules)?, from: Source::Nowhere };
        deeds = vec![Deed::Remove(gone), Deed::Place(stone, Spot::Anchors(vec![cell(u)?]))];
    }
    rules.effects.push(line(asked, Will::Must, deeds));
    Ok(())
}

/// A capture that removes the capturing piece and the pieces around its end cell.
fn removal(u: &mut Unstructured<'_>, rules: &Ruleset) -> Result<Effect> {
    let each = |pieces| Deed::Remove(Picked { extent: Extent::Each, pieces });
    let mut about = men_with(u, rules.kinds.len())?;
    let at = Test::At(pattern(u)?, Box::new(Pieces::anchor(Anchor::End)));
    about.filters = vec![Filter { holds: true, test: at }];
    let all = Men { whose: None, kinds: None, but: Vec::new() };
    Ok(Effect {
        question: Some(Question::Move(MoveFact::Capturing(all))),
        will: Will::Must,
        deeds: vec![each(about), each(Pieces::anchor(Anchor::Mover))],
        span: span(),
    })
}

fn deed(u: &mut Unstructured<'_>, rules: &Ruleset) -> Result<Deed> {
    let kinds = rules.kinds.len();
    let has_hand = rules.hand.is_some();
    Ok(match u.int_in_range(0..=9)? {
        9 if has_hand => {
            let kinds = if u.ratio(1, 2)? { None } else { Some(vec![kind(u, kinds)?]) };
            Deed::Discard(Men { whose: Some(whose(u)?), kinds, but: Vec::new() })
        }
        0 | 1 => Deed::Remove(picked(u, kinds)?),
        2 => Deed::Capture(picked(u, kinds)?),
        3 => {
            let from = if has_hand && u.ratio(1, 2)? { Source::Hand } else { Source::Nowhere };
            if u.ratio(1, 5)? {
                let kinds_of = vec![kind(u, kinds)?];
                let what = Supplied { kinds: kinds_of, from };
                return Ok(Deed::Place(what, everywhere(u, kinds)?));
            }
            Deed::Place(Supplied { kinds: common(u, rules)?, from }, spot(u, kinds)?)
        }
        4 => {
            let to = match u.int_in_range(0..=3)? {
                0 => Becoming::Victim,
                3 => Becoming::Paired(pairs(u, rules)?),
                1 => Becoming::Next(vec![kind(u, kinds)?, kind(u, kinds)?]),
                _ => Becoming::Kind(common(u, rules)?),
            };
            Deed::Becomes(picked(u, kinds)?, to)
        }
        5 if u.ratio(1, 3)? => Deed::KingSafe,
        5 => Deed::ChangesSide(picked(u, kinds)?),
        6 if has_hand => Deed::GoesToHand(moved(u, kinds)?, whose(u)?),
        7 => {
            let course = *u.choose(&[Course::Toward, Course::AwayFrom, Course::With])?;
            let most = if course == Course::With || u.ratio(1, 2)? {
                None
            } else {
                Some(u.int_in_range(1..=3)?)
            };
            Deed::GoesAlong(moved(u, kinds)?, Along { anchor: cell(u)?, course, most })
        }
        _ => {
            let to = if u.ratio(1, 3)? { Spot::Origin } else { spot(u, kinds)? };
            Deed::GoesTo(moved(u, kinds)?, to)
        }
    })
}

/// A random group of pairs, which makes no royal piece.
pub(crate) fn pairs(u: &mut Unstructured<'_>, rules: &Ruleset) -> Result<Pairs> {
    let mut pairs = Vec::new();
    for _ in 0..u.int_in_range(1..=3)? {
        let of = kind(u, rules.kinds.len())?;
        pairs.extend(common(u, rules)?.into_iter().map(|to| [of, to]));
    }
    Ok(Pairs { name: "other".to_owned(), pairs })
}

/// A random kind that is not royal, if there is one.
fn common(u: &mut Unstructured<'_>, rules: &Ruleset) -> Result<Vec<KindId>> {
    let id = kind(u, rules.kinds.len())?;
    let royal = rules.kinds[id].royal.is_royal();
    let other = rules.kinds.ids().find(|&other| !rules.kinds[other].royal.is_royal());
    Ok(vec![other.filter(|_| royal).unwrap_or(id)])
}

/// Random pieces, or the captured piece.
fn moved(u: &mut Unstructured<'_>, kinds: usize) -> Result<Picked> {
    if u.ratio(1, 3)? {
        return Ok(Picked { extent: Extent::Each, pieces: Pieces::anchor(Anchor::Victim) });
    }
    picked(u, kinds)
}

pub(crate) fn picked(u: &mut Unstructured<'_>, kinds: usize) -> Result<Picked> {
    if u.ratio(1, 4)? {
        return Ok(Picked { extent: Extent::Each, pieces: Pieces::anchor(Anchor::Mover) });
    }
    let mut pieces = men_with(u, kinds)?;
    // Questions about attacks are rare, because the reference takes longest for them.
    let attacks = u.ratio(1, 8)?;
    pieces.filters.retain(|filter| match filter.test {
        Test::InHand => false,
        Test::Attacked(_) | Test::Guarded => attacks,
        _ => true,
    });
    pieces.filters.push(near(u, kinds)?);
    let extent = if u.ratio(1, 4)? { Extent::One } else { Extent::Each };
    Ok(Picked { extent, pieces })
}

/// All empty cells that pass a random filter.
fn everywhere(u: &mut Unstructured<'_>, kinds: usize) -> Result<Spot> {
    let pieces = Pieces { what: Subject::Empty, filters: vec![near(u, kinds)?] };
    Ok(Spot::Empty(Picked { extent: Extent::Each, pieces }))
}

fn spot(u: &mut Unstructured<'_>, kinds: usize) -> Result<Spot> {
    if u.ratio(1, 2)? {
        return Ok(Spot::Anchors(vec![cell(u)?]));
    }
    if u.ratio(1, 4)? {
        // Nearly all boards have these cells.
        let name = *u.choose(&["a1", "b2", "c3", "d4"])?;
        return Ok(Spot::Named(Area::Cells(vec![Spanned::new(name.to_owned(), span())])));
    }
    let pieces = Pieces { what: Subject::Empty, filters: vec![near(u, kinds)?] };
    Ok(Spot::Empty(Picked { extent: Extent::One, pieces }))
}

/// A random cell of the move.
fn cell(u: &mut Unstructured<'_>) -> Result<Anchor> {
    let anchors = [
        Anchor::Start,
        Anchor::End,
        Anchor::Partner,
        Anchor::Behind,
        Anchor::Beyond,
        Anchor::LastStart,
        Anchor::Above,
        Anchor::Below,
    ];
    Ok(*u.choose(&anchors)?)
}

/// A random filter about places.
fn near(u: &mut Unstructured<'_>, kinds: usize) -> Result<Filter> {
    let test = match u.int_in_range(0..=4)? {
        0 => Test::In(area(u)?),
        1 => {
            let beside = [Anchor::Behind, Anchor::Beyond, Anchor::Above, Anchor::Below];
            Test::On(*u.choose(&beside)?)
        }
        2 => Test::Along(pattern(u)?, source(u, kinds)?, source(u, kinds)?),
        _ => Test::At(pattern(u)?, source(u, kinds)?),
    };
    Ok(Filter { holds: true, test })
}

fn source(u: &mut Unstructured<'_>, kinds: usize) -> Result<Box<Pieces>> {
    let anchors = [Anchor::Start, Anchor::End, Anchor::Mover, Anchor::LastMover];
    Ok(Box::new(if u.ratio(1, 2)? {
        Pieces::anchor(*u.choose(&anchors)?)
    } else {
        men_with(u, kinds)?
    }))
}
