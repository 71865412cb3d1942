//! Fuzz target: reasons of illegal moves.
//!
//! It plays a shipped game, perhaps with additional rules, and requests the reasons for random
//! illegal moves. It removes the cause of each reason, one after another, until the move is legal
//! or no rule allows it. Each removal must lead to a different reason.

use crate::castling;
use crate::fitness::{in_peril, is_affordable, may_be_crowned};
use crate::house_rules::{amended, resettle, thinned};
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_play::board::reason::{Cause, Reason, reason};
use alfil_play::board::{BoardPlay, notation};
use alfil_reference::executor::Reference;
use alfil_rules::condition::Condition;
use alfil_rules::hand::{Drop, Immobile};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement};
use alfil_rules::ruleset::{Royalty, Ruleset};
use alfil_rules::side::Side;
use alfil_rules::turn::{Checks, Pass, Step};
use alfil_topology::site_set::Site;
use arbitrary::{Result, Unstructured};
use std::sync::Arc;

/// The most plies before reasons are requested.
const PLIES: usize = 8;

/// The number of moves that are tested in one position.
const ASKED: usize = 4;

/// The most causes that are removed.
const CHAIN: usize = 8;

/// The reference may take at most this many steps for one position.
const MAX_STEPS: u64 = 500_000;

/// Tests reasons in a game made from `bytes`. Panics if a reason is wrong.
pub fn reasons(bytes: &[u8]) {
    // If there are too few bytes for a choice, the run is not a failure.
    let _ = try_reasons(&mut Unstructured::new(bytes));
}

fn try_reasons(u: &mut Unstructured<'_>) -> Result<()> {
    let most = *u.choose(&[0, 0, 1, 2])?;
    let Some(rules) = amended(u, most)? else { return Ok(()) };
    let Some(program) = BoardProgram::new(rules).value.map(Arc::new) else { return Ok(()) };
    let arena = program.arena();
    let mut now = thinned(u, arena, program.start())?;
    let fits = |now: &BoardPosition| {
        !in_peril(arena, now)
            && !may_be_crowned(arena, now)
            && is_affordable(&program, now, MAX_STEPS)
    };
    for _ in 0..u.int_in_range(0..=PLIES)? {
        if !fits(&now) {
            return Ok(());
        }
        now = Reference::of(arena).normalized(now.clone(), now.step > 1, None);
        let legal = program.moves(&now);
        if legal.is_empty() {
            break;
        }
        now = Reference::of(arena).after(&now, &legal[u.choose_index(legal.len())?]);
    }
    if !fits(&now) {
        return Ok(());
    }
    let legal = program.moves(&now);
    // Also test moves that pieces can make but that some rule forbids.
    let plain = Reference::of(arena).plain_moves(&now);
    let chosen = plain.iter().flat_map(|mv| {
        let chosen = Reference::of(arena).with_choices(&now, mv, None);
        if chosen.is_empty() { vec![mv.clone()] } else { chosen }
    });
    let pseudo: Vec<Move> = chosen.collect();
    let forbidden: Vec<&Move> = pseudo.iter().filter(|mv| !legal.contains(mv)).collect();
    let texts = notation::write_all(arena, &pseudo);
    for _ in 0..ASKED {
        let text = if forbidden.is_empty() || u.ratio(1, 2)? {
            random(u, &program, &now)?
        } else {
            let mv = forbidden[u.choose_index(forbidden.len())?];
            let at = pseudo.iter().position(|other| other == mv);
            at.map(|at| texts[at].clone()).unwrap_or_default()
        };
        ask(&program, &now, &text);
    }
    Ok(())
}

/// The text of a move from a piece of the side to move to any cell, or of a drop on any cell.
fn random(u: &mut Unstructured<'_>, program: &BoardProgram, now: &BoardPosition) -> Result<String> {
    let arena = program.arena().at(now);
    let cells: Vec<Site> = arena.graph.sites().collect();
    let to = arena.graph.name(cells[u.choose_index(cells.len())?]);
    if arena.rules.hand.is_some() && u.ratio(1, 3)? {
        let kinds: Vec<KindId> = arena.rules.kinds.ids().collect();
        let letter = arena.rules.kinds[*u.choose(&kinds)?].letter;
        return Ok(format!("{letter}@{to}"));
    }
    let own: Vec<(Site, KindId)> = now.pieces(now.side).collect();
    if own.is_empty() {
        return Ok(to.to_owned());
    }
    let (from, _) = own[u.choose_index(own.len())?];
    Ok(format!("{}{to}", arena.graph.name(from)))
}

/// Requests the reason why `text` is illegal, removes its cause, and repeats this.
fn ask(program: &Arc<BoardProgram>, now: &BoardPosition, text: &str) {
    let (mut program, mut now) = (program.clone(), now.clone());
    let mut told: Vec<Reason> = Vec::new();
    while told.len() < CHAIN {
        let play = BoardPlay::begin(&program, now.clone());
        let legal = play.legal();
        if play.find(&legal, text).is_some() || play.outcome().is_some() && legal.is_empty() {
            return;
        }
        let Some(reason) = reason(&play, text, &legal) else { return };
        let say = |what: &str| -> String {
            let name = &program.arena().rules.title;
            let chain: Vec<&str> = told.iter().map(|reason| reason.why.as_str()).collect();
            format!(
                "{what}: `{text}` of {name} at {}: {:?}, before: {chain:#?}",
                play.text(),
                (&reason.why, &reason.cause)
            )
        };
        assert!(!told.contains(&reason), "{}", say("the same reason again"));
        if !stands(&now, &reason.cause) {
            panic!("{}", say("the reason is not true"));
        }
        if reason.cause == Cause::Nothing {
            return;
        }
        let (rules, without) =
            taken_away(program.arena().rules.clone(), now.clone(), &reason.cause);
        told.push(reason);
        let Some(next) = BoardProgram::of_part(rules).map(Arc::new) else { return };
        now = without;
        now.rights.0 &= castling::rights(next.arena(), &now).0;
        if in_peril(next.arena(), &now) || !is_affordable(&next, &now, MAX_STEPS) {
            return;
        }
        program = next;
    }
}

/// True if the pieces of a cause are where the cause says.
fn stands(now: &BoardPosition, cause: &Cause) -> bool {
    match cause {
        Cause::Standing(sites) => {
            !sites.is_empty() && sites.iter().all(|site| now.piece(*site).is_some())
        }
        Cause::Wanted(site, piece) => now.piece(*site) != Some(*piece),
        Cause::Right(right) => now.rights.0 >> right & 1 == 0,
        Cause::Hand(kind) => now.hands.count(now.side, *kind) == 0,
        Cause::Nothing
        | Cause::Condition(..)
        | Cause::FirstMove(..)
        | Cause::Given(..)
        | Cause::EveryMove
        | Cause::Step
        | Cause::StepWhen
        | Cause::StepPass
        | Cause::Asked(_)
        | Cause::Duty(_)
        | Cause::Effect(_)
        | Cause::Attack(..)
        | Cause::Royal(_)
        | Cause::Checks
        | Cause::Promotion(_)
        | Cause::Limit(..)
        | Cause::Immobile
        | Cause::Mate(_) => true,
    }
}

/// Returns the rules and the position without a cause.
fn taken_away(
    mut rules: Ruleset,
    mut now: BoardPosition,
    cause: &Cause,
) -> (Ruleset, BoardPosition) {
    let (side, fullmove, number) = (now.side, now.fullmove, now.step);
    let step = |rules: &mut Ruleset, change: &dyn Fn(&mut Step)| {
        let turn = &mut rules.turn;
        let series = match &mut turn.first {
            Some(first) if side == Side::White && fullmove == 1 => first,
            Some(_) | None => &mut turn.series[side],
        };
        let last = series.steps.len() - 1;
        change(&mut series.steps[(number.max(1) as usize - 1).min(last)]);
    };
    match cause {
        Cause::Nothing => {}
        Cause::Standing(sites) => {
            for &site in sites {
                now.squares[site] = None;
                now.ep_squares.retain(|passed| passed.victim != site);
            }
        }
        Cause::Wanted(site, piece) => {
            now.squares[*site] = Some(*piece);
            now.ep_squares.retain(|passed| passed.cell != *site);
        }
        Cause::Condition(kind, term) => {
            rules.kinds[*kind].moves.terms[*term].when = Condition::Always;
        }
        Cause::FirstMove(kind, term) => {
            if let Action::Walk(walk) = &mut rules.kinds[*kind].moves.terms[*term].action {
                walk.first_move = false;
            }
        }
        Cause::Given(kind, term) => rules.kinds[*kind].moves.terms[*term].given.clear(),
        Cause::EveryMove => rules.every_move = Condition::Always,
        Cause::Step => step(&mut rules, &|step| step.from = Condition::Always),
        Cause::StepWhen => step(&mut rules, &|step| step.when = None),
        Cause::StepPass => step(&mut rules, &|step| {
            step.pass = Pass::May;
            step.pass_when = None;
        }),
        Cause::Asked(n) => drop(rules.asked.remove(*n)),
        Cause::Duty(n) => drop(rules.duties.remove(*n)),
        Cause::Effect(n) => drop(rules.effects.remove(*n)),
        Cause::Attack(kind, term) => {
            // The moves stay, but this term no longer attacks.
            let kind = &mut rules.kinds[*kind];
            let attacks: &mut Movement = kind.attacks.get_or_insert(kind.moves.clone());
            attacks.terms[*term].when = Condition::Not(Box::new(Condition::Always));
        }
        Cause::Royal(kind) => rules.kinds[*kind].royal = Royalty::No,
        Cause::Checks => rules.turn.checks = Checks::Free,
        Cause::Right(right) => now.rights.0 |= 1 << right,
        Cause::Promotion(kind) => rules.kinds[*kind].promotions.clear(),
        Cause::Hand(kind) => now.hands.give(side, *kind, 1),
        Cause::Limit(kind, term) => {
            if let Action::Drop(limits) = &mut rules.kinds[*kind].moves.terms[*term].action {
                let most = u8::MAX;
                *limits = Drop { first: 1, last: most, on_file: 0, on_shade: 0, on_board: 0 };
            }
        }
        Cause::Immobile => {
            if let Some(hand) = &mut rules.hand {
                hand.immobile = Immobile::Allowed;
            }
        }
        Cause::Mate(kind) => {
            if let Some(hand) = &mut rules.hand {
                hand.no_mate.retain(|other| other != kind);
            }
        }
    }
    resettle(&mut rules);
    (rules, now)
}
