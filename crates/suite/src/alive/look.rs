//! Examines one position for each rule.
//!
//! *Tried* means that the rule could apply. *Held* means that its condition was true, or that it
//! gave a legal move. *Differed* means that the game without the rule has other moves, another end,
//! or another position after the played move.

pub(crate) use alfil_play::evidence::Shape;

use crate::ablation::{Feature, HandRule};
use crate::alive::hunt::{Hunt, Line, Looking, Sign, Width};
use alfil_clock::meter;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Move, Position};
use alfil_rules::goal::Event;
use alfil_rules::movement::Action;
use std::ops::ControlFlow;

/// A position of the game with its moves.
struct Scene<'a> {
    at: &'a Position,
    legal: Legal<'a>,
    /// The next move, and for each line of effects whether it happens with that move.
    played: Option<(&'a Move, Vec<bool>)>,
}

impl Hunt {
    /// Examines `at`, the position after `trail`, for the rules that remain in `looking`. Breaks
    /// after the last rule, and continues if the work of one step is done before.
    pub(super) fn look(
        &mut self,
        at: &Position,
        trail: &Line,
        mut looking: Looking,
    ) -> ControlFlow<Looking, Looking> {
        if looking.rules == 0 {
            self.effort.positions += 1;
            self.ends(at, trail);
        }
        let Some(base) = at.carried(&self.game) else { return ControlFlow::Break(looking) };
        let played = looking.mv.as_ref().map(|mv| (mv, at.happening(mv)));
        let scene = Scene { at: &base, legal: base.legal(), played };
        let before = Spent::now();
        let rules = std::mem::take(&mut self.without);
        let mut done = looking.rules;
        for (number, without) in &rules[done..] {
            done += 1;
            let rule = &mut self.rules[*number];
            if looking.width == Width::Silent && rule.is_firm() {
                continue;
            }
            self.listed += 10 + scene.legal.count() as u64;
            rule.looked += 1;
            let here = || trail.clone();
            let next = scene.played.as_ref().map(|(mv, _)| *mv);
            let difference = compare(&base, &scene.legal, next, without);
            let (tried, held) = tried(&rule.feature, &scene);
            // If a rule makes a difference, it could apply. So the position counts as tried.
            rule.tried += u64::from(tried || difference.is_some());
            if let (Some(count), true) = (&mut rule.held, held) {
                *count += 1;
            }
            match difference {
                None => {}
                Some((sign, Where::Here)) => {
                    rule.differed += 1;
                    rule.takes(here, trail.length(), sign);
                }
                Some((sign, Where::Behind)) => {
                    rule.differed += 1;
                    let behind = || {
                        let mut line = trail.clone();
                        line.moves.extend(next.map(|mv| scene.legal.write(mv)));
                        line
                    };
                    rule.takes(behind, trail.length() + 1, sign);
                }
            }
            if before.since() > STEP {
                break;
            }
        }
        looking.rules = done;
        let is_last = done == rules.len();
        self.without = rules;
        if is_last { ControlFlow::Break(looking) } else { ControlFlow::Continue(looking) }
    }

    /// Examines the rules that end games.
    fn ends(&mut self, at: &Position, trail: &Line) {
        let outcome = at.outcome();
        let starts = if trail.moves.is_empty() { self.starts } else { 1 };
        for rule in &mut self.rules[self.first..self.next] {
            let sign = match &rule.feature {
                Feature::Ending(event) => {
                    let ends = outcome.filter(|outcome| outcome.reason == *event);
                    ends.map(|outcome| Sign::End(Some(outcome.to_string()), None))
                }
                Feature::Shuffle => (starts > 1).then_some(Sign::Starts(starts)),
                _ => continue,
            };
            rule.looked += 1;
            rule.tried += 1;
            if let Some(sign) = sign {
                rule.differed += 1;
                if let Some(held) = &mut rule.held {
                    *held += 1;
                }
                rule.takes(|| trail.clone(), trail.length(), sign);
            }
        }
    }
}

/// The place where two games differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Where {
    /// The games differ in this position.
    Here,
    /// The games differ in the position after the next move.
    Behind,
}

/// Compares the game with the game `without` a rule. `at` is the position, `legal` are its moves,
/// and `mv` is the next move.
pub(crate) fn compare(
    at: &Position,
    legal: &Legal,
    mv: Option<&Move>,
    without: &Game,
) -> Option<(Sign, Where)> {
    let other = at.carried(without)?;
    let others = other.legal();
    if let Some(sign) = differs((at, legal), (&other, &others)) {
        return Some((sign, Where::Here));
    }
    let (mv, same) = (mv?, others.same(mv?)?);
    let (mut with, mut without) = (at.clone(), other.clone());
    with.play(mv);
    without.play(&same);
    if with.is_like(&without) {
        return None;
    }
    let sign = differs((&with, &with.legal()), (&without, &without.legal()));
    Some((sign.unwrap_or(Sign::Board), Where::Behind))
}

/// Compares the moves and the ends of two positions.
fn differs((one, mine): (&Position, &Legal), (two, others): (&Position, &Legal)) -> Option<Sign> {
    let difference = mine.against(others);
    if !difference.is_empty() {
        return Some(Sign::Moves(difference));
    }
    let (with, without) = (end(one), end(two));
    (with != without).then_some(Sign::End(with, without))
}

/// Returns whether the rule could apply in a position, and whether it holds there.
fn tried(feature: &Feature, scene: &Scene) -> (bool, bool) {
    let Scene { at, legal, played } = scene;
    let (rules, side) = (at.rules(), at.side());
    let has = |shape| legal.has(shape);
    let any = !legal.is_empty();
    match feature {
        Feature::Clause(kind, term) | Feature::Condition(kind, term) => {
            let drops = matches!(rules.kinds[*kind].moves.terms[*term].action, Action::Drop(_));
            let tried = if drops { at.has_in_hand(*kind) } else { at.has_piece(*kind, None) };
            // One text may stand for several terms, as `K` does. If moves do not reveal their
            // terms, any move of the piece counts.
            let terms = &rules.kinds[*kind].moves.terms;
            let mut alike = (0..terms.len()).filter(|n| terms[*n].span == terms[*term].span);
            let of = |n| has(Shape::Term(*kind, n)).or_else(|| has(Shape::Mover(*kind)));
            let mut held = || alike.any(|n| of(n) == Some(true));
            (tried, tried && held())
        }
        Feature::Attacks(kind)
        | Feature::Worth(kind)
        | Feature::Open(kind)
        | Feature::Royal(kind) => (at.has_piece(*kind, None), false),
        Feature::EveryMove | Feature::EveryAttack | Feature::Turn | Feature::StepAsked(_) => {
            (true, any)
        }
        Feature::Asked(n) => match rules.asked[*n].value.of_terms() {
            Some(kind) => {
                let tried = at.has_piece(kind, None) || at.has_in_hand(kind);
                (tried, tried && has(Shape::Mover(kind)) == Some(true))
            }
            None => (true, any),
        },
        Feature::Must(n) => (true, has(Shape::Answer(&rules.duties[*n].value)) == Some(true)),
        Feature::Effect(n) => match played {
            Some((_, happens)) => (true, happens.get(*n) == Some(&true)),
            None => (false, false),
        },
        Feature::Promotion(kind, _, to) => {
            let tried = at.has_piece(*kind, Some(side)) || at.has_in_hand(*kind);
            (tried, tried && has(Shape::Promotion(*kind, *to)) == Some(true))
        }
        Feature::PromotionAsked(kind, number) => {
            let tried = at.has_piece(*kind, Some(side)) || at.has_in_hand(*kind);
            let to = &rules.kinds[*kind].promotions[*number].to;
            let held = |to: &_| has(Shape::Promotion(*kind, *to)) == Some(true);
            (tried, tried && to.iter().any(held))
        }
        Feature::Pass => (true, has(Shape::Pass) == Some(true)),
        Feature::Section(name) => (true, has(Shape::Section(name)) == Some(true)),
        Feature::Home(kind) => {
            let tried = at.has_piece(*kind, Some(side));
            (tried, tried && has(Shape::Castling(*kind)) == Some(true))
        }
        Feature::Hand(HandRule::Supply(kind)) => (true, has(Shape::Drop(*kind)) == Some(true)),
        Feature::Hand(HandRule::OwnCaptured | HandRule::Immobile)
        | Feature::Zone(_)
        | Feature::Shuffle
        | Feature::Ending(_) => (true, false),
    }
}

/// The end of the game, for comparing two games. Repetition is left out, because one position does
/// not show it.
pub(super) fn end(position: &Position) -> Option<String> {
    let outcome = position.outcome()?;
    match outcome.reason {
        Event::Repetition(_) => None,
        Event::Checkmate
        | Event::Stalemate
        | Event::MoveLimit(_)
        | Event::Goal(_)
        | Event::Claim(_)
        | Event::LastSide => Some(outcome.to_string()),
    }
}

// The work of a search, measured in a unit that is the same on every machine.

/// A step stops after about this much work, if it can be divided.
pub(super) const STEP: u64 = 50_000;

/// Units of the meter that make one unit of [`Effort::work`](super::Effort::work).
const UNITS: u64 = 6;

/// A reading of the meter.
#[derive(Clone, Copy)]
pub(super) struct Spent(u64);

impl Spent {
    pub(super) fn now() -> Spent {
        Spent(meter::spent())
    }

    /// The work of this thread since then, in units of [`Effort::work`](super::Effort::work).
    pub(super) fn since(self) -> u64 {
        meter::spent().wrapping_sub(self.0) / UNITS
    }
}
