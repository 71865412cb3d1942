//! The meaning of terms.
//!
//! Owns the step from one term of the tree to terms of the rules. A single-leg `K` or `Q` with classic
//! or no directions is two terms, one a half, that share their span; with eight-fold directions, and in
//! chains, it is one stride along both axes.

use super::{Dialect, Lowering, before};
use crate::diagnostic::Code;
use crate::rules::condition::Condition;
use crate::rules::direction::{Directions, Part, Reading, Toward, parts};
use crate::rules::movement::{
    Action, Axes, Castle, Leg, Mode as RulesMode, Passage, Range, Stride, Term, Walk,
};
use crate::syntax::notation::ast::{self, At, Body, Chain, Core, Count, Lone, Marks, Piece};
use crate::syntax::notation::letters::{Atom, Mode, Number};

/// What an atom does, before its range is read.
enum Stem {
    /// One stride.
    Stride(Stride, Range),
    /// `K` or `Q`.
    Compound(Range),
    /// `O`
    Castle,
    /// `@`
    Drop(At),
}

impl Lowering<'_> {
    /// What terms mean; those that cannot be lowered are found and left out.
    pub(super) fn terms(&mut self, terms: &[ast::Term], before: &[Term]) -> Vec<Term> {
        let mut all = Vec::new();
        for term in terms {
            match &term.body {
                Body::Before(lone) => all.extend(before::chosen(before, *lone)),
                Body::Chain(chain) => {
                    if let Some(at) = term.leaping {
                        self.not_yet(at, "`leaping`");
                    } else if let Some(actions) = self.chain(chain) {
                        let span = self.span(term.at);
                        let term = |action| Term { action, when: Condition::Always, span };
                        all.extend(actions.into_iter().map(term));
                    }
                }
            }
        }
        all
    }

    /// Reports what parses and has no meaning in the rules so far.
    pub(super) fn not_yet(&mut self, at: At, what: &str) {
        let title = format!("{what} cannot be executed yet");
        self.find(Code::NotYetExecutable, at, title, "leave it out for now");
    }

    fn chain(&mut self, chain: &Chain) -> Option<Vec<Action>> {
        let legs = self.legs(&chain.prefix)?;
        let stem = self.stem(chain)?;
        let straight = self.no_stray_half(&legs);
        if let Stem::Drop(at) = stem {
            let drop = self.drop(at, chain, &legs)?;
            return straight.then(|| vec![Action::Drop(drop)]);
        }
        let Stem::Castle = stem else {
            let range = self.range(chain, &stem)?;
            if let (Stem::Compound(_), Some((marks, _))) = (&stem, legs.first()) {
                self.warn_of_dialects(chain, marks);
            }
            let actions = match legs.as_slice() {
                [(marks, _)] => self.single(&stem, range, marks),
                _ => self.several(&stem, range, &legs).map(|walk| vec![walk]),
            };
            return actions.filter(|_| straight);
        };
        let castle = self.castle(chain, &legs)?;
        straight.then(|| vec![Action::Castle(castle)])
    }

    /// The marks of each leg, with the `a` that begins it.
    fn legs(&mut self, prefix: &[Piece]) -> Option<Vec<(Marks, Option<At>)>> {
        let mut legs = vec![(Marks::default(), None)];
        for piece in prefix {
            match (piece, legs.last_mut()) {
                (Piece::Marks(marks), Some(leg)) => leg.0 = marks.clone(),
                (Piece::Then(at), _) => legs.push((Marks::default(), Some(*at))),
                (Piece::Repeat(_, at), _) => {
                    self.not_yet(*at, "a repeated group of modifiers");
                    return None;
                }
                (Piece::Marks(_), None) => {}
            }
        }
        Some(legs)
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
                    Atom::O => Some(Stem::Castle),
                    Atom::U => Some(Stem::Stride(Stride::Universal, Range::ONE)),
                    Atom::Drop => Some(Stem::Drop(*at)),
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
            Core::Bracket(_, at) => {
                self.not_yet(At { start: at.start, end: at.start + 1 }, "a chain in brackets");
                None
            }
            Core::Path(_, at) => {
                self.not_yet(At { start: at.start, end: at.start + 1 }, "a path in parentheses");
                None
            }
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

    /// Whether every `h` halves something.
    fn no_stray_half(&mut self, legs: &[(Marks, Option<At>)]) -> bool {
        let mut good = true;
        for run in legs.iter().flat_map(|(marks, _)| &marks.runs) {
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

    fn single(&mut self, stem: &Stem, range: Range, marks: &Marks) -> Option<Vec<Action>> {
        let executed = |mode| match mode {
            Mode::Initial
            | Mode::Quiet
            | Mode::Capture
            | Mode::EnPassant
            | Mode::Lame
            | Mode::Jump
            | Mode::Hop
            | Mode::Grasshopper => true,
            Mode::Destroy
            | Mode::Royal
            | Mode::Tame
            | Mode::Cylinder
            | Mode::Toggle
            | Mode::Unload
            | Mode::Excite
            | Mode::Crooked
            | Mode::Circular => false,
        };
        self.all_executed(marks, executed)?;
        let first_move = marks.count(Mode::Initial) > 0;
        let halves: Vec<(Stride, Reading)> = match stem {
            Stem::Castle | Stem::Drop(_) => return None,
            Stem::Stride(Stride::Universal, _) => {
                if let Some(&(_, at)) = marks.runs.iter().flatten().next() {
                    let title = "`U` has no directions";
                    self.find(Code::MeaninglessModifier, at, title, "take the direction out");
                    return None;
                }
                vec![(Stride::Universal, Reading::Own)]
            }
            Stem::Stride(stride, _) => vec![(*stride, Reading::Own)],
            Stem::Compound(_) => {
                let along = |axes| Stride::Radial { length: 1, axes };
                match self.context.dialect {
                    Dialect::XBetza if !marks.runs.is_empty() => {
                        vec![(along(Axes::Both), Reading::EightFold)]
                    }
                    Dialect::Classic | Dialect::XBetza => vec![
                        (along(Axes::Orthogonal), Reading::ClassicCompound),
                        (along(Axes::Diagonal), Reading::ClassicCompound),
                    ],
                }
            }
        };
        let (passage, leaves_trace) = self.passage(marks, halves.first()?.0, range)?;
        let mode = mode(marks, RulesMode { quiet: true, capture: true, en_passant: false });
        let leg = |(stride, reading)| Leg {
            stride,
            directions: directions(marks, reading),
            range,
            mode,
            passage,
            leaves_trace,
        };
        let walk = |half| Action::Walk(Walk { legs: vec![leg(half)], first_move });
        Some(halves.into_iter().map(walk).collect())
    }

    fn several(
        &mut self,
        stem: &Stem,
        range: Range,
        legs: &[(Marks, Option<At>)],
    ) -> Option<Action> {
        let (stride, own) = match stem {
            Stem::Stride(Stride::Universal, _) | Stem::Castle | Stem::Drop(_) => {
                self.not_yet(legs.get(1)?.1?, "a chain of such legs");
                return None;
            }
            Stem::Stride(stride, _) => (*stride, Reading::Own),
            Stem::Compound(_) => {
                let reading = match self.context.dialect {
                    Dialect::Classic => Reading::ClassicCompound,
                    Dialect::XBetza => Reading::EightFold,
                };
                (Stride::Radial { length: 1, axes: Axes::Both }, reading)
            }
        };
        let mut walk = Walk { legs: Vec::new(), first_move: false };
        for (i, (marks, _)) in legs.iter().enumerate() {
            self.all_executed(marks, |mode| match mode {
                Mode::Quiet | Mode::Capture => true,
                Mode::Initial => i == 0,
                Mode::Destroy
                | Mode::EnPassant
                | Mode::Royal
                | Mode::Tame
                | Mode::Hop
                | Mode::Grasshopper
                | Mode::Cylinder
                | Mode::Toggle
                | Mode::Lame
                | Mode::Jump
                | Mode::Unload
                | Mode::Excite
                | Mode::Crooked
                | Mode::Circular => false,
            })?;
            walk.first_move |= marks.count(Mode::Initial) > 0;
            let last = i + 1 == legs.len();
            walk.legs.push(Leg {
                stride,
                directions: directions(marks, if i == 0 { own } else { Reading::EightFold }),
                range,
                mode: mode(marks, RulesMode { quiet: true, capture: last, en_passant: false }),
                passage: Passage::Free,
                leaves_trace: false,
            });
        }
        Some(Action::Walk(walk))
    }

    /// Finds the first mode, as written, that cannot be executed. `n` may be doubled; other letters
    /// have meanings of their own when doubled.
    fn all_executed(&mut self, marks: &Marks, executed: impl Fn(Mode) -> bool) -> Option<()> {
        let mut written = marks.modes.clone();
        written.sort_by_key(|&(_, at)| at.start);
        for (i, &(mode, at)) in written.iter().enumerate() {
            let earlier = written[..i].iter().filter(|&&(m, _)| m == mode).count();
            let may_recur = if mode == Mode::Lame { 2 } else { 1 };
            if !executed(mode) || earlier >= may_recur {
                let letter = mode.letter().to_string().repeat(earlier + 1);
                self.not_yet(at, &format!("`{letter}` here"));
                return None;
            }
        }
        Some(())
    }

    fn castle(&mut self, chain: &Chain, legs: &[(Marks, Option<At>)]) -> Option<Castle> {
        const HELP: &str = "write castling as `isO2`, `ilO3`, `irO2`";
        let before = self.found.len();
        if let Some(at) = legs.get(1).and_then(|leg| leg.1) {
            self.find(Code::BadCastling, at, "castling has one leg", HELP);
        }
        let marks = &legs.first()?.0;
        for &(toward, at) in marks.runs.iter().flatten() {
            if toward.is_vertical() == Some(true) {
                let title = format!("castling goes sideways, not `{}`", toward.letter());
                self.find(Code::BadCastling, at, title, HELP);
            }
        }
        for &(mode, at) in &marks.modes {
            if !matches!(mode, Mode::Initial | Mode::Jump) {
                let title = format!("`{}` has no meaning for castling", mode.letter());
                self.find(Code::BadCastling, at, title, HELP);
            }
        }
        let distance = match chain.range {
            ast::Range::UpTo(n @ Number(2000..=255_000)) => n.whole().map(|n| n as u8),
            ast::Range::Unwritten
            | ast::Range::Endless
            | ast::Range::UpTo(_)
            | ast::Range::Exactly(_)
            | ast::Range::Between(..)
            | ast::Range::Flexible => None,
        };
        let Some(distance) = distance else {
            let at = chain.core.at().to(chain.range_at);
            let title = "castling says how many cells the royal piece moves, from 2";
            self.find(Code::BadCastling, at, title, HELP);
            return None;
        };
        (self.found.len() == before).then(|| Castle {
            directions: directions(marks, Reading::Own),
            distance,
            first_move: marks.count(Mode::Initial) > 0,
            partner_inset: marks.count(Mode::Jump).min(255) as u8,
        })
    }
}

/// The stride of coordinates, the smaller first, not both 0.
fn stride(short: u8, long: u8) -> Stride {
    match short {
        0 => Stride::Radial { length: long, axes: Axes::Orthogonal },
        _ if short == long => Stride::Radial { length: long, axes: Axes::Diagonal },
        _ => Stride::Oblique { orthogonal: long - short, diagonal: short },
    }
}

pub(super) fn directions(marks: &Marks, reading: Reading) -> Directions {
    if marks.runs.is_empty() {
        return Directions::all();
    }
    let runs = marks.runs.iter().map(|run| run.iter().map(|&(t, _)| t).collect()).collect();
    Directions { runs, reading }
}

fn mode(marks: &Marks, default: RulesMode) -> RulesMode {
    let has = |mode| marks.count(mode) > 0;
    let written = RulesMode {
        quiet: has(Mode::Quiet),
        capture: has(Mode::Capture),
        en_passant: has(Mode::EnPassant),
    };
    if written == RulesMode::default() { default } else { written }
}
