//! Splits the prefix of a term into the letters of each leg, and writes out repeated groups.
//!
//! There is one script for each choice of groups to leave out. A group repeats letters, not legs:
//! `x(y)zA` means `xzA`, `xyzA`, `xyyzA` and so on.

use super::Lowering;
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::movement::Loop;
use alfil_syntax::notation::ast::{At, Marks, Piece};
use alfil_syntax::notation::letters::Mode;

#[derive(Clone, Default)]
pub(super) struct Draft {
    pub(crate) marks: Marks,
    /// The `a` before the leg. The first leg of a term has none.
    pub(crate) then: Option<At>,
}

#[derive(Clone, Default)]
pub(super) struct Script {
    pub(crate) legs: Vec<Draft>,
    pub(crate) loops: Vec<Loop>,
}

/// The greatest number of scripts for one term.
const MAX_SCRIPTS: usize = 27;

/// The greatest number of legs in one walk.
pub(super) const MAX_LEGS: usize = 40;

impl Script {
    fn add(&mut self, piece: &Piece) {
        match piece {
            Piece::Marks(marks) => {
                if let Some(leg) = self.legs.last_mut() {
                    leg.marks = merged(&leg.marks, marks);
                }
            }
            Piece::Then(at) => {
                self.legs.push(Draft { marks: Marks::default(), then: Some(*at) });
            }
            Piece::Repeat(..) => {}
        }
    }

    /// Appends `copies` copies of a group. Then appends `again` more copies, which form a loop.
    fn repeat(&mut self, group: &[Piece], copies: usize, again: usize) {
        for _ in 0..copies {
            group.iter().for_each(|piece| self.add(piece));
        }
        let first = self.legs.len() - 1;
        for _ in 0..again {
            group.iter().for_each(|piece| self.add(piece));
        }
        let next = self.legs.len() - 1;
        self.loops.push(Loop { first, last: next - 1 });
    }
}

fn merged(a: &Marks, b: &Marks) -> Marks {
    let mut all = a.clone();
    all.at = if a.runs.is_empty() && a.modes.is_empty() { b.at } else { a.at.to(b.at) };
    all.runs.extend(b.runs.iter().cloned());
    all.modes.extend(b.modes.iter().copied());
    all.modes.sort_by_key(|&(mode, _)| mode);
    all
}

impl Lowering<'_> {
    pub(super) fn scripts(&mut self, prefix: &[Piece]) -> Option<Vec<Script>> {
        let mut all = vec![Script { legs: vec![Draft::default()], loops: Vec::new() }];
        for piece in prefix {
            let Piece::Repeat(group, at) = piece else {
                all.iter_mut().for_each(|script| script.add(piece));
                continue;
            };
            if !group.iter().any(|p| matches!(p, Piece::Then(_))) {
                let title = "a repeated group that begins no leg";
                let help = "write `a` into it: `(az)N`";
                self.find(Code::MeaninglessModifier, *at, title, help);
                return None;
            }
            // A group with an odd number of toggles changes the range. So only two passes of the
            // group restore the range, and a loop consists of two passes.
            let toggles: usize =
                group.iter().map(|p| p.count(Mode::Toggle) + p.count(Mode::Grasshopper)).sum();
            let copies: &[(usize, usize)] =
                if toggles.is_multiple_of(2) { &[(1, 1)] } else { &[(1, 2), (2, 2)] };
            let without = all.clone();
            for &(copies, again) in copies {
                all.extend(without.iter().cloned().map(|mut script| {
                    script.repeat(group, copies, again);
                    script
                }));
            }
            if all.len() > MAX_SCRIPTS || all.iter().any(|s| s.legs.len() > MAX_LEGS) {
                self.too_many_ways(*at);
                return None;
            }
        }
        Some(all)
    }

    /// Reports a term with too many legs or routes.
    pub(super) fn too_many_ways(&mut self, at: At) {
        let title = "this term has too many legs or ways";
        self.find(Code::TooComplex, at, title, "repeat fewer legs, or write fewer alternatives");
    }
}
