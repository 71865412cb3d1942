//! Turns a term of the syntax tree into terms of the rules: atoms, ranges and castling.
//!
//! `script.rs` writes out repeated groups, `leg.rs` applies the letters of legs, and `joined.rs`
//! reads brackets. A term of the tree may become several terms with the same span.

use super::MAX_TERMS;
use super::route::{Place, Route};
use super::script::Draft;
use super::{Lowering, before};
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::castling::{Castle, CastleEnd};
use alfil_rules::condition::Condition;
use alfil_rules::direction::{Directions, Part, Reading, Toward, parts};
use alfil_rules::movement::{Action, Course, Gait, Range, Reach, Stride, Term};
use alfil_syntax::notation::ast::{self, At, Body, Chain, Core, Count, Lone, Marks};
use alfil_syntax::notation::letters::{Atom, Mode, Number};

const CASTLING: &str = "write castling as `isO2`, `ilO3`, `irO2`";

/// The stride of an atom with its default range. `K` and `Q` have two strides.
pub(super) enum Stem {
    Stride(Stride, Range),
    /// The atom `K` or `Q`, with its default range.
    Compound(Range),
}

impl Lowering<'_> {
    /// Translates terms. A term with an error is reported and left out.
    pub(super) fn terms(&mut self, terms: &[ast::Term], before: &[Term]) -> Vec<Term> {
        let mut all = Vec::new();
        for term in terms {
            match &term.body {
                Body::Before(recall, lone) => {
                    let chosen = before::chosen(before, *lone);
                    let span = self.span(term.at);
                    all.extend(
                        chosen.into_iter().filter_map(|t| before::recalled(t, *recall, span)),
                    );
                    if all.len() > MAX_TERMS {
                        // The caller also counts the terms and reports that there are too many.
                        break;
                    }
                }
                Body::Chain(chain) => {
                    let Some(mut actions) = self.chain(chain) else { continue };
                    if let Some(at) = term.leaping {
                        actions.iter_mut().for_each(|action| self.leaping(action, at));
                    }
                    if let Some(arc) = term.arc {
                        actions.iter_mut().for_each(|action| self.arc(action, arc));
                    }
                    let span = self.span(term.at);
                    let term =
                        |action| Term { action, when: Condition::Always, given: Vec::new(), span };
                    all.extend(actions.into_iter().map(term));
                }
            }
        }
        all
    }

    /// Reports notation that is valid but not supported yet.
    pub(super) fn not_yet(&mut self, at: At, what: &str) {
        let title = format!("{what} cannot be executed yet");
        self.find(Code::NotYetExecutable, at, title, "leave it out for now");
    }

    fn chain(&mut self, chain: &Chain) -> Option<Vec<Action>> {
        if let Core::Lone(Lone { atom: Atom::O, .. }) = chain.core {
            return Some(vec![Action::Castle(self.castle(chain)?)]);
        }
        if let Core::Lone(Lone { atom: Atom::Drop, at, .. }) = chain.core {
            return Some(vec![Action::Drop(self.drop(at, chain)?)]);
        }
        let at = chain.core.at().to(chain.range_at);
        let Some(reach) = reach(chain) else {
            let routes = self.routes(chain, Place::ALONE)?;
            return routes.into_iter().map(|r| Some(Action::Walk(self.walk(r, at)?))).collect();
        };
        let universal = matches!(chain.core, Core::Lone(Lone { atom: Atom::U, .. }));
        let whole = match (universal, chain.range) {
            (true, _) => ast::Range::Unwritten,
            (false, written) if !reach.is_fraction() => written,
            (false, _) => ast::Range::Endless,
        };
        let mut routes = self.routes(&Chain { range: whole, ..chain.clone() }, Place::ALONE)?;
        for route in &mut routes {
            match route.legs.as_mut_slice() {
                [leg] => leg.reach = Some(reach),
                _ if reach.is_fraction() => {
                    self.not_yet(chain.range_at, "a fraction of a cell");
                    return None;
                }
                _ => {}
            }
        }
        routes.into_iter().map(|r| Some(Action::Walk(self.walk(r, at)?))).collect()
    }

    fn leaping(&mut self, action: &mut Action, at: At) {
        match action {
            Action::Walk(walk) if walk.legs.len() == 1 => {
                walk.legs.iter_mut().for_each(|leg| leg.gait = Gait::Leaping);
            }
            Action::Walk(_) => self.not_yet(at, "`leaping` before several legs"),
            Action::Castle(_) | Action::Drop(_) => {
                let title = "castling and drops leap over nothing";
                self.find(Code::MeaninglessModifier, at, title, "take `leaping` out");
            }
        }
    }

    fn arc(&mut self, action: &mut Action, arc: ast::Arc) {
        let meaningless = |title| (Code::MeaninglessModifier, title, "take `arc` out");
        let (code, title, help) = match action {
            Action::Walk(walk) => match walk.legs.as_mut_slice() {
                [leg] if leg.stride == Stride::Universal => meaningless("`U` has no direction"),
                [leg] if leg.course != Course::Straight => {
                    meaningless("a rider that bends already")
                }
                [leg] => {
                    leg.course = Course::Arc { radius: arc.radius.0 };
                    return;
                }
                _ => return self.not_yet(arc.at, "`arc` before several legs"),
            },
            Action::Castle(_) | Action::Drop(_) => {
                meaningless("castling and drops follow no circle")
            }
        };
        self.find(code, arc.at, title, help);
    }

    /// The routes of a chain. `place` is the position of the chain in its term.
    pub(super) fn routes(&mut self, chain: &Chain, place: Place) -> Option<Vec<Route>> {
        match &chain.core {
            Core::Bracket(joined, _) | Core::Path(joined, _) => self.joined(chain, joined, place),
            Core::Lone(_) | Core::Suffixed(..) | Core::Coordinates(..) | Core::Triple(..) => {
                let scripts = self.scripts(&chain.prefix)?;
                let stem = self.stem(chain)?;
                let range = self.range(chain, &stem)?;
                if let (Stem::Compound(_), Some(script)) = (&stem, scripts.first())
                    && place.first
                    && let Some(draft) = script.legs.first()
                {
                    self.warn_of_dialects(chain, &draft.marks);
                }
                let mut all = Vec::new();
                for script in &scripts {
                    if !self.no_stray_half(&script.legs) {
                        return None;
                    }
                    all.extend(self.script(&stem, range, script, place)?);
                }
                Some(all)
            }
        }
    }

    fn stem(&mut self, chain: &Chain) -> Option<Stem> {
        let leap = |(short, long), range| Some(Stem::Stride(stride(short, long), range));
        match &chain.core {
            Core::Lone(Lone { atom, count, at }) => {
                let range = match count {
                    Count::Single => Range::ONE,
                    Count::Doubled => Range::RIDER,
                };
                match atom {
                    Atom::K => Some(Stem::Compound(Range::ONE)),
                    Atom::Q => Some(Stem::Compound(Range::RIDER)),
                    Atom::R => leap((0, 1), Range::RIDER),
                    Atom::B => leap((1, 1), Range::RIDER),
                    Atom::O => {
                        self.find(Code::BadCastling, *at, "castling is no leg", CASTLING);
                        None
                    }
                    Atom::U => Some(Stem::Stride(Stride::Universal, Range::ONE)),
                    Atom::Drop => {
                        self.find(
                            Code::BadDrop,
                            *at,
                            "a drop is no leg",
                            "write it by itself: `@8`",
                        );
                        None
                    }
                    Atom::W
                    | Atom::F
                    | Atom::D
                    | Atom::H
                    | Atom::A
                    | Atom::G
                    | Atom::N
                    | Atom::C
                    | Atom::Z => leap(atom.leap()?, range),
                }
            }
            Core::Suffixed(atom, suffix, _) => leap(suffix.lengthen(atom.leap()?), Range::ONE),
            Core::Coordinates(short, long, _) => leap((*short, *long), Range::ONE),
            Core::Triple([short, middle, long], _) => {
                let (orthogonal, diagonal) = (middle - short, *short);
                let layers = *long as i8;
                let stride = Stride::Rising { orthogonal, diagonal, layers };
                Some(Stem::Stride(stride, Range::ONE))
            }
            Core::Bracket(..) | Core::Path(..) => None,
        }
    }

    fn range(&mut self, chain: &Chain, stem: &Stem) -> Option<Range> {
        let at = chain.range_at;
        let written = match (stem, chain.range) {
            (Stem::Stride(Stride::Universal, _), ast::Range::Unwritten) => return Some(Range::ONE),
            (Stem::Stride(Stride::Universal, _), _) => {
                self.not_yet(at, "a reach of `U`");
                return None;
            }
            (Stem::Stride(_, range) | Stem::Compound(range), ast::Range::Unwritten) => {
                return Some(*range);
            }
            (_, written) => written,
        };
        self.ends(written, at)
    }

    /// The least and greatest number of strides in a written range. Returns `None` after a finding.
    pub(super) fn ends(&mut self, written: ast::Range, at: At) -> Option<Range> {
        let ends = match written {
            ast::Range::Unwritten | ast::Range::Endless => (Some(1), Some(None)),
            ast::Range::UpTo(n) => (Some(1), n.whole().map(Some)),
            ast::Range::Exactly(n) => (n.whole(), n.whole().map(Some)),
            ast::Range::Between(low, None) => (low.whole(), Some(None)),
            ast::Range::Between(low, Some(high)) => (low.whole(), high.whole().map(Some)),
            ast::Range::Flexible => {
                self.not_yet(at, "a flexible range");
                return None;
            }
        };
        let (Some(min), Some(max)) = ends else {
            self.not_yet(at, "a fraction of a cell");
            return None;
        };
        Some(Range { min, max })
    }

    /// Returns true if every `h` forms a pair with a direction letter (`fh`, `hl`). Reports a
    /// finding otherwise.
    pub(super) fn no_stray_half(&mut self, legs: &[Draft]) -> bool {
        let mut good = true;
        for run in legs.iter().flat_map(|leg| &leg.marks.runs) {
            let letters: Vec<Toward> = run.iter().map(|&(t, _)| t).collect();
            for (i, part) in parts(&letters) {
                if part == Part::Stray {
                    good = false;
                    let title = "`h` halves nothing here";
                    let help = "write it behind `f b l r` (`fhN`) or before `l` or `r` (`hlN`)";
                    self.find(Code::LoneHalf, run[i].1, title, help);
                }
            }
        }
        good
    }

    /// The letters of a chain with one leg. Further legs are reported with `code`, `title` and
    /// `help`.
    pub(super) fn only_leg(
        &mut self,
        chain: &Chain,
        code: Code,
        title: &str,
        help: &str,
    ) -> Option<Draft> {
        let script = self.scripts(&chain.prefix)?.into_iter().next()?;
        if !self.no_stray_half(&script.legs) {
            return None;
        }
        if let Some(at) = script.legs.get(1).and_then(|leg| leg.then) {
            self.find(code, at, title, help);
        }
        script.legs.into_iter().next()
    }

    fn castle(&mut self, chain: &Chain) -> Option<Castle> {
        let before = self.found.len();
        let title = "castling has one leg";
        let marks = &self.only_leg(chain, Code::BadCastling, title, CASTLING)?.marks;
        for &(toward, at) in marks.runs.iter().flatten() {
            let bends = matches!(toward, Toward::Opposite | Toward::Same);
            if bends || toward.is_vertical() == Some(true) {
                let title = format!("castling goes sideways, not `{}`", toward.letter());
                self.find(Code::BadCastling, at, title, CASTLING);
            }
        }
        for &(mode, at) in &marks.modes {
            if !matches!(mode, Mode::Initial | Mode::Jump) {
                let title = format!("`{}` has no meaning for castling", mode.letter());
                self.find(Code::BadCastling, at, title, CASTLING);
            }
        }
        let end = match chain.range {
            ast::Range::Unwritten => Some(CastleEnd::Files(None)),
            ast::Range::UpTo(n @ Number(1000..=255_000)) => {
                n.whole().map(|n| CastleEnd::Cells(n as u8))
            }
            ast::Range::Endless
            | ast::Range::UpTo(_)
            | ast::Range::Exactly(_)
            | ast::Range::Between(..)
            | ast::Range::Flexible => None,
        };
        let Some(end) = end else {
            let at = chain.core.at().to(chain.range_at);
            let title = "castling says how many cells the piece moves, from 1";
            self.find(Code::BadCastling, at, title, CASTLING);
            return None;
        };
        (self.found.len() == before).then(|| Castle {
            directions: directions(marks, Reading::Own, Bends::Kept),
            end,
            first_move: marks.count(Mode::Initial) > 0,
            partner_inset: marks.count(Mode::Jump).min(255) as u8,
            partners: Vec::new(),
        })
    }
}

/// The range of a chain in strides, if it is a fraction, an interval or the limit of `U`. `None`
/// for all other ranges.
fn reach(chain: &Chain) -> Option<Reach> {
    let fraction = |n: &Number| n.whole().is_none();
    match chain.range {
        ast::Range::UpTo(Number(max))
            if fraction(&Number(max))
                || matches!(chain.core, Core::Lone(Lone { atom: Atom::U, .. })) =>
        {
            Some(Reach { min: 0, max: Some(max) })
        }
        ast::Range::Exactly(n) if fraction(&n) => Some(Reach { min: n.0, max: Some(n.0) }),
        ast::Range::Between(low, high) => Some(Reach { min: low.0, max: high.map(|h| h.0) }),
        ast::Range::UpTo(_)
        | ast::Range::Exactly(_)
        | ast::Range::Unwritten
        | ast::Range::Endless
        | ast::Range::Flexible => None,
    }
}

/// The stride of a leap by coordinates. `short` is at most `long`, and `long` is at least 1.
pub(super) fn stride(short: u8, long: u8) -> Stride {
    Stride::of_leap(short, long).unwrap_or(Stride::Universal)
}

/// Whether directions include the letters that bend a rider (`z`, `q`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bends {
    /// `z` and `q` are included.
    Kept,
    /// `z` and `q` are left out, for example on a first leg.
    LeftOut,
}

/// The directions of a leg.
pub(super) fn directions(marks: &Marks, reading: Reading, bends: Bends) -> Directions {
    let is_bend = |t: &Toward| matches!(t, Toward::Opposite | Toward::Same);
    let kept = |t: &Toward| bends == Bends::Kept || !is_bend(t);
    let runs: Vec<Vec<Toward>> = marks
        .runs
        .iter()
        .map(|run| run.iter().map(|&(t, _)| t).filter(kept).collect::<Vec<_>>())
        .filter(|run| !run.is_empty())
        .collect();
    if runs.is_empty() { Directions::all() } else { Directions { runs, reading } }
}
