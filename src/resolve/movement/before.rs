//! Reads `^`, which stands for the movement before a clause.
//!
//! An atom after `^` selects the terms with the same stride and range. `^W` selects orthogonal
//! single steps, `^R` longer orthogonal slides, and `^K` single steps in all directions. `m^` and
//! `c^` keep only quiet moves or captures.

use alfil_diagnostics::source::Span;
use alfil_rules::movement::{Action, Axes, Mode, Range, Stride, Term, Walk};
use alfil_syntax::notation::ast::{Count, Lone, Recall};
use alfil_syntax::notation::letters::Atom;

/// The terms that `^` with an optional atom selects.
pub(super) fn chosen(before: &[Term], lone: Option<Lone>) -> Vec<Term> {
    before.iter().filter(|term| lone.is_none_or(|l| matches(&term.action, l))).cloned().collect()
}

/// The part of `term` that `^` keeps: everything, only quiet moves or only captures. A part gets
/// the span of the `^`. Returns `None` if nothing is left.
pub(super) fn recalled(mut term: Term, recall: Recall, span: Span) -> Option<Term> {
    let mode = match (&mut term.action, recall) {
        (_, Recall::Same) => return Some(term),
        (Action::Walk(walk), Recall::Quiet | Recall::Capture) => &mut walk.legs.last_mut()?.mode,
        (Action::Castle(_) | Action::Drop(_), _) => return None,
    };
    let (quiet, capture) = (mode.quiet, mode.capture);
    *mode = match recall {
        Recall::Quiet if capture && !quiet => Mode::QUIET,
        Recall::Capture if quiet && !capture => Mode { capture: true, ..Mode::NONE },
        Recall::Same | Recall::Quiet | Recall::Capture => return None,
    };
    Some(Term { span, ..term })
}

fn matches(action: &Action, lone: Lone) -> bool {
    match action {
        Action::Castle(_) => lone.atom == Atom::O,
        Action::Drop(_) => lone.atom == Atom::Drop,
        Action::Walk(walk) => walks(walk, lone),
    }
}

fn walks(walk: &Walk, lone: Lone) -> bool {
    let Some(leg) = walk.legs.first() else {
        return false;
    };
    let radial = |wanted: u8| match leg.stride {
        Stride::Radial { length, axes } if length == wanted => Some(axes),
        Stride::Radial { .. }
        | Stride::Oblique { .. }
        | Stride::Rising { .. }
        | Stride::Universal => None,
    };
    let oblique = |o: u8, d: u8| leg.stride == Stride::Oblique { orthogonal: o, diagonal: d };
    let straight = |length| radial(length) == Some(Axes::Orthogonal);
    let slant = |length| radial(length) == Some(Axes::Diagonal);
    // A doubled letter selects unlimited ranges, a single letter limited ones.
    let ranged = match lone.count {
        Count::Doubled => leg.range.max.is_none(),
        Count::Single => leg.range.max.is_some(),
    };
    let single = match lone.count {
        Count::Doubled => leg.range == Range::RIDER,
        Count::Single => leg.range.is_one(),
    };
    match lone.atom {
        Atom::W => straight(1) && single,
        Atom::F => slant(1) && single,
        Atom::K => radial(1).is_some() && single,
        Atom::R => straight(1) && !leg.range.is_one(),
        Atom::B => slant(1) && !leg.range.is_one(),
        Atom::Q => radial(1).is_some() && !leg.range.is_one(),
        Atom::D => straight(2) && ranged,
        Atom::H => straight(3) && ranged,
        Atom::A => slant(2) && ranged,
        Atom::G => slant(3) && ranged,
        Atom::N => oblique(1, 1) && ranged,
        Atom::C => oblique(2, 1) && ranged,
        Atom::Z => oblique(1, 2) && ranged,
        Atom::U => leg.stride == Stride::Universal,
        Atom::O | Atom::Drop => false,
    }
}
