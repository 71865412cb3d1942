//! Reduces a failing case to the smallest rules and pieces for which engine and reference differ.
//!
//! It removes parts one by one as long as the two still differ. The number of comparisons is a few
//! times the number of parts.

use crate::castling;
use crate::fitness::in_peril;
use crate::pairs::made_otherwise;
use crate::rows::rows;
use alfil_board::engine::program::BoardProgram;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Move, Rights};
use alfil_play::board::{notation as moves, text as position};
use alfil_reference::executor::Reference;
use alfil_rules::condition::Condition;
use alfil_rules::ruleset::{Owner, Ruleset};
use alfil_rules::side::Side;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Case = (Ruleset, BoardPosition);

/// The reduced rules and pieces as text.
pub(crate) fn cause(program: &BoardProgram, now: &BoardPosition) -> String {
    let mut case = (program.arena().rules.clone(), now.clone());
    // Attempts may panic, and these panics must not be printed.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let fit = !in_peril(program.arena(), now);
    while let Some(less) = smaller(&case).into_iter().find(|less| differs(less, fit)) {
        case = less;
    }
    std::panic::set_hook(hook);
    match BoardProgram::new(case.0).value {
        Some(program) => {
            let arena = program.arena();
            let now = &alive(arena, &case.1);
            let (slow, fast) = (Reference::of(arena).legal_moves(now), program.moves(now));
            let texts = |all: &[Move]| moves::write_all(arena, all).join(" ");
            let play = program.play(now);
            let checks =
                Side::BOTH.map(|s| (Reference::of(arena).in_check(now, s), play.is_threatened(s)));
            let at = position::write(arena, now);
            let pairs = made_otherwise(&program, now, &fast);
            let pairs = pairs.map_or_else(String::new, |made| format!("\npairs: {made}"));
            let pairs = pairs + &verdicts(arena, now, &slow, &fast);
            let said = format!("reference: {}\ntables:    {}{pairs}", texts(&slow), texts(&fast));
            format!("the least of it, at {at}:\n{said}\nchecks {checks:?}\n{}", rows(arena))
        }
        None => rows(program.arena()),
    }
}

/// The reference's verdicts on moves that only one executor lists.
fn verdicts(arena: &BoardModel, now: &BoardPosition, slow: &[Move], fast: &[Move]) -> String {
    let pseudo = Reference::of(arena).pseudo_moves(now);
    let verdict = |mv: &Move| {
        let text = moves::write_all(arena, std::slice::from_ref(mv)).join("");
        let found = pseudo.contains(mv);
        let safe = Reference::of(arena).is_safe(now, mv, None);
        let allowed = Reference::of(arena).allows(now, mv, None);
        let mates = Reference::of(arena).is_forbidden_mate(now, mv);
        format!("\n{text}: found {found}, safe {safe}, allowed {allowed}, mates {mates}")
    };
    let only = |these: &[Move], those: &[Move]| -> String {
        these.iter().filter(|mv| !those.contains(mv)).map(verdict).collect()
    };
    only(slow, fast) + &only(fast, slow)
}

/// True if engine and reference differ. With `fit`, only positions that can occur in games count.
fn differs((rules, now): &Case, fit: bool) -> bool {
    let compared = || {
        let program = BoardProgram::new(rules.clone()).value?;
        let arena = program.arena();
        let now = &alive(arena, now);
        if fit && in_peril(arena, now) {
            return None;
        }
        let fast = program.moves(now);
        let moves = Reference::of(arena).legal_moves(now) != fast
            || made_otherwise(&program, now, &fast).is_some();
        let play = program.play(now);
        let checks = |side| Reference::of(arena).in_check(now, side) != play.is_threatened(side);
        Some(moves || Side::BOTH.into_iter().any(checks))
    };
    catch_unwind(AssertUnwindSafe(compared)).is_ok_and(|differs| differs == Some(true))
}

/// The position without the castling rights of missing pieces.
fn alive(arena: &BoardModel, now: &BoardPosition) -> BoardPosition {
    let rights = Rights(now.rights.0 & castling::rights(arena, now).0);
    BoardPosition { rights, ..now.clone() }
}

/// All cases with one part less.
fn smaller((rules, now): &Case) -> Vec<Case> {
    let mut out = Vec::new();
    let mut try_rules = |change: &dyn Fn(&mut Ruleset)| {
        let mut less = rules.clone();
        change(&mut less);
        if less != *rules {
            // The position contains the list of neutral kinds.
            let neutrals = less.neutrals().collect();
            out.push((less, BoardPosition { neutrals, ..now.clone() }));
        }
    };
    for n in 0..rules.effects.len() {
        try_rules(&|less| drop(less.effects.remove(n)));
    }
    for n in 0..rules.asked.len() {
        try_rules(&|less| drop(less.asked.remove(n)));
    }
    for n in 0..rules.attack_asked.len() {
        try_rules(&|less| drop(less.attack_asked.remove(n)));
    }
    for n in 0..rules.duties.len() {
        try_rules(&|less| drop(less.duties.remove(n)));
    }
    for n in 0..rules.ends.goals.len() {
        try_rules(&|less| drop(less.ends.goals.remove(n)));
    }
    try_rules(&|less| less.every_move = Condition::Always);
    try_rules(&|less| less.every_attack = Condition::Always);
    for id in rules.kinds.ids() {
        try_rules(&|less| less.kinds[id].attacks = None);
        try_rules(&|less| less.kinds[id].reverts_to = None);
        try_rules(&|less| less.kinds[id].owner = Owner::Side);
        for n in 0..rules.kinds[id].promotions.len() {
            try_rules(&|less| drop(less.kinds[id].promotions.remove(n)));
        }
        for n in 0..rules.kinds[id].moves.terms.len() {
            try_rules(&|less| drop(less.kinds[id].moves.terms.remove(n)));
            try_rules(&|less| less.kinds[id].moves.terms[n].when = Condition::Always);
        }
        let attacks = rules.kinds[id].attacks.as_ref().map_or(0, |attacks| attacks.terms.len());
        for n in 0..attacks {
            let remove = |less: &mut Ruleset| {
                less.kinds[id].attacks.as_mut().map(|attacks| attacks.terms.remove(n));
            };
            try_rules(&remove);
        }
    }
    for (site, _) in now.squares.enumerate().filter(|(_, piece)| piece.is_some()) {
        let mut less = now.clone();
        less.squares[site] = None;
        out.push((rules.clone(), less));
    }
    out
}
