//! Random rules about captures: promotion by capture, costs of a capture, destinations of captured
//! pieces. Independent random rules seldom combine in this way.

use crate::pieces::{hand, promotion};
use crate::question::{kind, terms_ask};
use crate::span::span;
use alfil_diagnostics::source::Spanned;
use alfil_rules::effect::{Deed, Effect, Extent, Picked, Source, Spot, Supplied, Will};
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::question::{Anchor, Men, MoveFact, Pieces, Question, Subject, Whose};
use alfil_rules::ruleset::{Owner, Ruleset};
use arbitrary::{Result, Unstructured};

/// Adds one such rule.
pub(crate) fn captures(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let id = kind(u, rules.kinds.len())?;
    match u.int_in_range(0..=3)? {
        0 | 1 if rules.kinds[id].owner == Owner::Side => restricted(u, rules, id)?,
        2 => removed(u, rules)?,
        _ => costly(u, rules, id)?,
    }
    Ok(())
}

/// Allows captures of a kind only with promotion, or only without. The rule restricts every move,
/// or is a question of the terms of the kind.
fn restricted(u: &mut Unstructured<'_>, rules: &mut Ruleset, id: KindId) -> Result<()> {
    if rules.kinds[id].promotions.is_empty() || u.ratio(1, 2)? {
        let mut promotion = promotion(u, rules.kinds.len())?;
        promotion.to.retain(|&to| {
            rules.kinds[to].letter.form() != Form::Reverting
                && rules.kinds[to].owner == Owner::Side
                && rules.kinds[to].royal.is_royal() == rules.kinds[id].royal.is_royal()
        });
        if u.ratio(1, 4)? {
            promotion.when = Some(capturing(u, rules)?);
        }
        rules.kinds[id].promotions.extend(Some(promotion).filter(|p| !p.to.is_empty()));
    }
    let to = if u.ratio(1, 4)? { Some(vec![kind(u, rules.kinds.len())?]) } else { None };
    let promoting = Question::Move(MoveFact::Promoting(to));
    let asked = if u.ratio(2, 3)? { promoting } else { not(promoting) };
    if u.ratio(1, 3)? {
        return terms_ask(u, rules, id, asked);
    }
    let men = Men { kinds: Some(vec![id]), ..Men::all() };
    let others = not(Question::Move(MoveFact::Moving(men)));
    let quiet = not(Question::Move(MoveFact::Capturing(Men::all())));
    let asked = Question::Any(vec![others, quiet, asked]);
    rules.asked.push(Spanned::new(asked.clone(), span()));
    if u.ratio(4, 5)? {
        rules.attack_asked.push(Spanned::new(asked, span()));
    }
    Ok(())
}

/// One effect moves the captured piece, and another one removes it again.
fn removed(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    if u.ratio(2, 3)? {
        let hand = hand(u, rules.kinds.len())?;
        rules.hand.get_or_insert(hand);
    }
    let victim = || Picked { extent: Extent::Each, pieces: Pieces::anchor(Anchor::Victim) };
    let cells = [Anchor::Start, Anchor::End, Anchor::Beyond, Anchor::Behind];
    let cell = *u.choose(&cells)?;
    let first = match u.int_in_range(0..=4)? {
        0 => Deed::Remove(victim()),
        1 if rules.hand.is_some() => {
            Deed::GoesToHand(victim(), *u.choose(&[Whose::Own, Whose::Enemy])?)
        }
        2 => Deed::GoesTo(victim(), Spot::Origin),
        _ => Deed::GoesTo(victim(), Spot::Anchors(vec![cell])),
    };
    let there = Picked { extent: Extent::Each, pieces: Pieces::anchor(cell) };
    let second = match u.int_in_range(0..=3)? {
        0 => Deed::Capture(there),
        1 => Deed::ChangesSide(there),
        _ => Deed::Remove(there),
    };
    let asked = capturing(u, rules)?;
    rules.effects.push(line(asked.clone(), first));
    rules.effects.push(line(asked, second));
    Ok(())
}

/// Adds an effect of captures on the capturing side: it loses pieces of a kind, or drops one.
fn costly(u: &mut Unstructured<'_>, rules: &mut Ruleset, id: KindId) -> Result<()> {
    let chosen: usize = rules.effects.iter().map(Effect::choices).sum();
    let extent = if chosen == 0 && u.ratio(1, 2)? { Extent::One } else { Extent::Each };
    let men = Men { whose: Some(Whose::Own), kinds: Some(vec![id]), but: Vec::new() };
    let picked = Picked { extent, pieces: Pieces { what: Subject::Men(men), filters: Vec::new() } };
    let royal = rules.kinds[id].royal.is_royal();
    let deed = match u.int_in_range(0..=4)? {
        0 => Deed::Capture(picked),
        1 => Deed::ChangesSide(picked),
        2 if rules.hand.is_some() && chosen == 0 && !royal => {
            let cells = Spot::Anchors(vec![Anchor::Start, Anchor::Beyond]);
            Deed::Place(Supplied { kinds: vec![id], from: Source::Hand }, cells)
        }
        _ => Deed::Remove(picked),
    };
    let asked = capturing(u, rules)?;
    rules.effects.push(line(asked, deed));
    Ok(())
}

/// A question that is true for captures, for captures with promotion or for captures without
/// promotion.
fn capturing(u: &mut Unstructured<'_>, rules: &Ruleset) -> Result<Question> {
    let men = if u.ratio(1, 4)? {
        Men { kinds: Some(vec![kind(u, rules.kinds.len())?]), ..Men::all() }
    } else {
        Men::all()
    };
    let captures = Question::Move(MoveFact::Capturing(men));
    Ok(if u.ratio(1, 4)? {
        let promoting = Question::Move(MoveFact::Promoting(None));
        let promoting = if u.ratio(1, 2)? { promoting } else { not(promoting) };
        Question::All(vec![captures, promoting])
    } else {
        captures
    })
}

fn line(question: Question, deed: Deed) -> Effect {
    Effect { question: Some(question), will: Will::Must, deeds: vec![deed], span: span() }
}

fn not(question: Question) -> Question {
    Question::Not(Box::new(question))
}
