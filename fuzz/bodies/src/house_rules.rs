//! Fuzz target: shipped games with one to three additional rules.
//!
//! It adds rules to a shipped game, removes some pieces, plays random moves, and compares the
//! engine with the reference. Purely random rules seldom combine the features of real games.

use crate::board::{lets_pass, neutrals};
use crate::fitness::{in_peril, is_affordable, may_be_crowned};
use crate::line::Line;
use crate::pieces::{drop_term, hand, promotion};
use crate::question::{self, About};
use crate::span::span;
use crate::walk::{condition, movement};
use crate::{captures, castling, compare, deed, notation, sentences, turn};
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::BoardPosition;
use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_reference::executor::Reference;
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_resolve::resolution::resolve;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::look::Form;
use alfil_rules::movement::{Action, Given, Movement, Term};
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::ruleset::{Owner, Royalty, Ruleset};
use alfil_rules::side::Side;
use alfil_syntax::definition::Role;
use alfil_syntax::value::Dialect;
use arbitrary::{Result, Unstructured};

/// The most plies of a game.
const PLIES: usize = 24;

/// The reference may take at most this many steps for one position. Real boards are larger than
/// random ones.
const MAX_STEPS: u64 = 2_000_000;

/// Movements as in real games, in addition to random ones.
const MOVEMENTS: [&str; 20] = [
    "Q",
    "RN",
    "mQcN",
    "cafW",
    "mRcpR",
    "gQ",
    "B3",
    "WfF",
    "KAD",
    "nN",
    "vRsB",
    "mQcpQ",
    "xaW",
    "NN",
    "KmAmD",
    "fmWfceFifmnD",
    "FW",
    "cRmB",
    "mWcF",
    "KcaK",
];

/// Plays a shipped game with rules made from `bytes`. Panics if engine and reference differ.
pub fn house_rules(bytes: &[u8]) {
    // If there are too few bytes for rules, the run is not a failure.
    let _ = try_house_rules(&mut Unstructured::new(bytes));
}

fn try_house_rules(u: &mut Unstructured<'_>) -> Result<()> {
    let most = u.int_in_range(1..=3)?;
    let Some(rules) = amended(u, most)? else { return Ok(()) };
    let Some(program) = BoardProgram::new(rules).value else { return Ok(()) };
    let arena = program.arena();
    let mut now = thinned(u, arena, program.start())?;
    if !is_affordable(&program, &now, MAX_STEPS) {
        return Ok(());
    }
    let under_way = now.step > 1;
    now = Reference::of(arena).normalized(now, under_way, None);
    let mut game = Line::new(&program, &now);
    for ply in 0..u.int_in_range(1..=PLIES)? {
        if in_peril(arena, &now)
            || may_be_crowned(arena, &now)
            || !is_affordable(&program, &now, MAX_STEPS)
        {
            break;
        }
        // Every third position is compared, beginning with the first one.
        let legal = if ply % 3 == 0 { compare(&program, &now) } else { program.moves(&now) };
        if legal.is_empty() {
            break;
        }
        now = game.play(&legal[u.choose_index(legal.len())?]);
    }
    game.take_back();
    Ok(())
}

/// The rules of a shipped game with up to `most` additional rules. `None` if they are invalid.
pub(crate) fn amended(u: &mut Unstructured<'_>, most: usize) -> Result<Option<Ruleset>> {
    let shipped: Vec<_> = alfil_definitions::shipped().collect();
    let Some(mut rules) = ruleset(u.choose(&shipped)?.name) else { return Ok(None) };
    if most == 0 {
        return Ok(Some(rules));
    }
    for _ in 0..most {
        amend(u, &mut rules)?;
    }
    resettle(&mut rules);
    // Alfil refuses pieces of both sides or of nobody where more than two sides play.
    if !rules.sides.are_two() && rules.kinds.iter().any(|kind| kind.owner != Owner::Side) {
        return Ok(None);
    }
    let passable = rules.open_kinds().next().is_none() || lets_pass(&rules);
    Ok(passable.then_some(rules))
}

/// Recomputes everything that depends on changed rules, including the questions of terms.
pub(crate) fn resettle(rules: &mut Ruleset) {
    // Remove the questions of terms. They are added again for the terms that remain.
    let by_terms =
        |asked: &Spanned<Question>| asked.value.any(&|part| matches!(part, Question::By(_)));
    rules.asked.retain(|asked| !by_terms(asked));
    rules.attack_asked.retain(|asked| !by_terms(asked));
    sentences::settle(rules);
}

/// The rules of a shipped game. `None` if it is not on a board.
fn ruleset(name: &str) -> Option<Ruleset> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let found = resolve(name, &mut library, &mut sources);
    let resolved = found.value.filter(|_| !has_errors(&found.found))?;
    let on_board = resolved.ruleset.space.lattice.plane().is_none();
    (on_board && resolved.role != Role::Abstract).then_some(resolved.ruleset)
}

/// Adds or changes one rule.
fn amend(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    let kinds = rules.kinds.len();
    let id = question::kind(u, kinds)?;
    let owner = rules.kinds[id].owner;
    match u.int_in_range(0..=19)? {
        // Unowned pieces move only through effects.
        5..=8 | 10 | 13..=15 | 19 if owner == Owner::Nobody => {}
        0 | 1 => sentences::of_some_moves(u, rules)?,
        2 => deed::deeds(u, rules)?,
        3 => {
            rules.asked.push(Spanned::new(question::question(u, kinds, About::Move, 2)?, span()));
            rules.every_asked = vec![span()];
        }
        4 => {
            let asked = question::question(u, kinds, About::Move, 1)?;
            if asked.level() < Lookahead::Attack {
                rules.asked.push(Spanned::new(asked.clone(), span()));
                rules.attack_asked.push(Spanned::new(asked, span()));
            }
        }
        5 | 6 => {
            if let Some(moves) = moves(u, kinds)? {
                rules.kinds[id].moves = moves;
            }
        }
        7 => rules.kinds[id].attacks = moves(u, kinds)?,
        8 => sentences::of_terms(u, rules, id)?,
        9 => {
            rules.every_move = condition(u)?;
            rules.every_attack =
                if u.ratio(1, 2)? { rules.every_move.clone() } else { Condition::Always };
        }
        10 => {
            let mut promotion = promotion(u, kinds)?;
            // The text of a move does not distinguish a kind that reverts from the kind with the
            // same name.
            promotion.to.retain(|&to| rules.kinds[to].letter.form() != Form::Reverting);
            let fits = !rules.kinds[id].royal.is_royal() || u.ratio(1, 4)?;
            rules.kinds[id].promotions.extend(Some(promotion).filter(|p| fits && !p.to.is_empty()));
        }
        11 => {
            rules.turn = turn::turn(u, kinds)?;
            turn::counted(u, rules)?;
        }
        12 => neutrals(u, rules)?,
        13 => {
            let hand = hand(u, kinds)?;
            rules.hand.get_or_insert(hand);
            rules.kinds[id].moves.terms.push(drop_term(u)?);
        }
        14 => {
            let royal = [Royalty::No, Royalty::Each, Royalty::All, Royalty::Last];
            let royal = *u.choose(&royal)?;
            rules.kinds[id].royal = if owner == Owner::Side { royal } else { Royalty::No };
        }
        15 => {
            let terms = rules.kinds[question::kind(u, kinds)?].moves.terms.clone();
            let unasked = terms.into_iter().filter(|term| term.given.is_empty());
            rules.kinds[id].moves.terms.extend(unasked);
        }
        16 | 17 => captures::captures(u, rules)?,
        19 => attack_under_a_question(u, rules, id)?,
        _ => sentences::sentences(u, rules)?,
    }
    Ok(())
}

/// Lets a kind attack as before, and by further terms where a random question is true.
fn attack_under_a_question(
    u: &mut Unstructured<'_>,
    rules: &mut Ruleset,
    id: KindId,
) -> Result<()> {
    let kinds = rules.kinds.len();
    let (Some(more), question) = (moves(u, kinds)?, question::question(u, kinds, About::Move, 1)?)
    else {
        return Ok(());
    };
    let kind = &mut rules.kinds[id];
    let mut attacks = kind.attacks.clone().unwrap_or_else(|| kind.moves.clone());
    let given = Given { number: attacks.asked.len(), holds: true, words: String::new() };
    attacks.asked.push(Spanned::new(question, span()));
    let walks = |term: &Term| matches!(term.action, Action::Walk(_));
    attacks.terms.retain(walks);
    let asking = more.terms.into_iter().filter(|term| walks(term) && !term.relays());
    attacks.terms.extend(asking.map(|term| Term { given: vec![given.clone()], ..term }));
    kind.attacks = Some(attacks);
    Ok(())
}

/// A movement as in real games, or a random one. `None` if the random one is invalid.
fn moves(u: &mut Unstructured<'_>, kinds: usize) -> Result<Option<Movement>> {
    Ok(match u.int_in_range(0..=5)? {
        0 => notation::lowered(u)?,
        1 => Some(movement(u, false, kinds)?),
        _ => {
            let (place, zones, text) = (|_| span(), IndexVec::new(), u.choose(&MOVEMENTS)?);
            let context = Context { place: &place, zones: &zones, dialect: Dialect::default() };
            lower(text, &Movement::default(), context, &mut Report::default())
        }
    })
}

/// The start position, perhaps without some of its pieces.
pub(crate) fn thinned(
    u: &mut Unstructured<'_>,
    arena: &BoardModel,
    start: &BoardPosition,
) -> Result<BoardPosition> {
    let mut now = start.clone();
    let left = *u.choose(&[1, 2, 4, 10])?;
    for side in Side::BOTH {
        let pieces: Vec<_> = now.pieces(side).collect();
        for (site, kind) in pieces {
            if !arena.rules.kinds[kind].royal.is_royal() && !u.ratio(left, 10)? {
                now.squares[site] = None;
            }
        }
    }
    now.rights = castling::rights(arena, &now);
    Ok(now)
}
