//! Random effects that put pieces on each other, and positions with stacks.

use crate::deed::{pairs, picked};
use crate::question::kind;
use crate::span::span;
use alfil_diagnostics::source::Spanned;
use alfil_rules::effect::{Deed, Effect, Extent, Load, MAX_CHOICES, Pairs, Picked, Under, Will};
use alfil_rules::question::{Anchor, Men, MoveFact, Pieces, Question};
use alfil_rules::ruleset::{Blocking, Ruleset};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;
use arbitrary::{Result, Unstructured};

/// Sometimes lets pieces stand on each other, if the rules allow it.
pub(crate) fn stacks(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let fits = rules.kinds.iter().all(|kind| kind.blocks.value == Blocking::Blocks);
    if !fits || !u.ratio(1, 3)? {
        return Ok(());
    }
    let victim = Picked { extent: Extent::Each, pieces: Pieces::anchor(Anchor::Victim) };
    let becomes = if u.ratio(1, 2)? { pairs(u, rules)? } else { Pairs::default() };
    let anchor = *u.choose(&[Anchor::Mover, Anchor::End, Anchor::Start, Anchor::Partner])?;
    let under = Deed::GoesUnder(victim, Box::new(Under { anchor, becomes }));
    let load = *u.choose(&[Load::All, Load::UpTo(None), Load::UpTo(Some(1))])?;
    let mut deeds = match u.int_in_range(0..=3)? {
        0 => vec![Deed::Carry(load), under],
        1 => vec![under],
        _ => vec![under, Deed::Carry(load)],
    };
    if u.ratio(1, 4)? {
        let others = picked(u, rules.kinds.len())?;
        let under = Under { anchor: Anchor::End, becomes: Pairs::default() };
        deeds.push(Deed::GoesUnder(others, Box::new(under)));
    }
    let moving =
        Men { whose: None, kinds: Some(vec![kind(u, rules.kinds.len())?]), but: Vec::new() };
    let question =
        if u.ratio(1, 4)? { Some(Question::Move(MoveFact::Moving(moving))) } else { None };
    let will = if question.is_some() && u.ratio(1, 3)? { Will::May } else { Will::Must };
    let line = Effect { question, will, deeds, span: span() };
    let others: usize = rules.effects.iter().map(Effect::choices).sum();
    if others + line.choices() > MAX_CHOICES.min(3) {
        return Ok(());
    }
    rules.effects.insert(0, line);
    for row in &mut rules.setup.placement.rows {
        let mut cells = Vec::new();
        for cell in row.cells.drain(..) {
            let most = if matches!(cell.value, Square::Piece(..)) { 2 } else { 0 };
            for _ in 0..u.int_in_range(0..=most)? {
                let side = *u.choose(&Side::BOTH)?;
                let covered = Square::Covered(side, kind(u, rules.kinds.len())?);
                cells.push(Spanned::new(covered, span()));
            }
            cells.push(cell);
        }
        row.cells = cells;
    }
    Ok(())
}
