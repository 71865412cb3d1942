//! Pieces that must not be attacked, and pieces that must.

use crate::foreign::fairy::translate::case::{Case, verdict};
use crate::foreign::fairy::translate::hand;
use crate::foreign::fairy::translate::kinds::{Kind, of_types};
use crate::foreign::fairy::values::{PieceSet, Side};

/// True if pieces of this kind can be in check.
fn is_royal(case: &Case<'_>, kind: &Kind) -> bool {
    let settings = case.settings;
    kind.piece.is("king")
        || settings.pseudo_royal && settings.extinction_types.contains(kind.piece)
        || settings.pseudo_types.contains(kind.piece)
}

/// True if some piece can be in check.
pub(crate) fn has_royal(case: &Case<'_>) -> bool {
    case.kinds.iter().any(|kind| is_royal(case, kind))
}

/// Adds a goal if only one side has a royal piece at first. A definition asks for a goal that decides
/// such a game; the program has none, so this one says what is true anyway.
pub(crate) fn one_sided(case: &Case<'_>, goals: &mut Vec<String>) {
    let royal: Vec<&Kind> = case.kinds.iter().filter(|kind| is_royal(case, kind)).collect();
    let has = |side: Side| royal.iter().any(|kind| case.count(side, kind.piece) > 0);
    let side = match (has(Side::White), has(Side::Black)) {
        (true, false) => "white",
        (false, true) => "black",
        (true, true) | (false, false) => return,
    };
    let decides = |goal: &String| !goal.starts_with("draw");
    if !goals.iter().any(decides) {
        let names: Vec<&str> = royal.iter().map(|kind| kind.name.as_str()).collect();
        goals.push(format!("loss when {side} and no own {}", names.join(" or ")));
    }
}

/// The value of the key `royal` of a kind.
pub(crate) fn royal(case: &mut Case<'_>, kind: &Kind) -> Option<&'static str> {
    let settings = case.settings;
    if kind.piece.is("king") {
        return Some("true");
    }
    let named = |set: &PieceSet| !set.all && set.contains(kind.piece);
    let by_extinction = settings.pseudo_royal && named(&settings.extinction_types);
    let by_name = named(&settings.pseudo_types);
    if !by_extinction && !by_name {
        return None;
    }
    if settings.duple_check {
        return Some("all");
    }
    let (key, most) = if by_name {
        ("pseudoRoyalCount", settings.pseudo_count as usize)
    } else {
        ("extinctionPieceCount", settings.extinction_count as usize + 1)
    };
    let counts = Side::ALL.map(|side| case.count(side, kind.piece));
    let made = kind.base.is_some()
        || settings.promoted.values().any(|piece| *piece == kind.piece)
        || Side::ALL.iter().any(|side| settings.promotion_types.of(*side).contains(kind.piece))
        || case.board.hand.iter().flatten().any(|(_, piece)| *piece == kind.piece)
        || most == 1 && settings.piece_drops && hand::to_captor(case);
    // However many there are, all of them are royal.
    if most > usize::from(case.board.files) * usize::from(case.board.ranks) {
        return Some("true");
    }
    if counts.iter().all(|count| [0, most].contains(count)) && !made {
        return Some("true");
    }
    if most == 1 {
        return Some("last");
    }
    case.lose(key, "pieces are royal each, all together or the last one, not from a number on");
    None
}

/// The kinds that must be attacked, each with the question for one that is not.
fn unattacked(case: &Case<'_>) -> Vec<String> {
    let settings = case.settings;
    let most = settings.anti_count;
    let lonely = |name: &&str| match most {
        0 => None,
        _ => Some(format!("own {name} not attacked and at most {most} own {name}")),
    };
    of_types(&case.kinds, &settings.anti_types).iter().filter_map(lonely).collect()
}

/// Adds to the restriction on every move that no such piece is left without an attack.
pub(crate) fn restrictions(case: &Case<'_>, parts: &mut Vec<String>) {
    parts.extend(unattacked(case).iter().map(|lonely| format!("not leaving ({lonely})")));
}

/// Adds that a side loses which cannot have such a piece attacked: for that program this is
/// checkmate.
pub(crate) fn goals(case: &Case<'_>, goals: &mut Vec<String>) {
    if let Some(word) = verdict(case.settings.checkmate) {
        let lost = |lonely: &String| format!("{word} when on move and stuck and {lonely}");
        goals.extend(unattacked(case).iter().map(lost));
    }
}
