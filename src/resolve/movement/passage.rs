//! Reads the letters for the cells that a leg crosses: `n`, `j`, `p`, `g`.
//!
//! `p` hops over one piece and ends anywhere after it; `g` ends on the cell after it. `j` must jump
//! over a piece on leaps of length 2 or more, and skips the first cell of sliders. `n` requires an
//! empty path on leaps that have one. On sliders, `n` leaves a trace for en passant.

use super::Lowering;
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::movement::{Passage, Range, Stride};
use alfil_syntax::notation::ast::{At, Marks};
use alfil_syntax::notation::letters::Mode;

/// Which cells lie between the start and the end of a stride.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossing {
    /// A stride to an adjacent cell. No cells lie between.
    Step,
    /// A leap with a well-defined path of cells.
    Path,
    /// A leap without a well-defined path.
    NoPath,
}

fn crossing(stride: Stride) -> Crossing {
    match stride {
        Stride::Radial { length: 1, .. } => Crossing::Step,
        Stride::Radial { .. } => Crossing::Path,
        Stride::Oblique { orthogonal: 1, diagonal: 1 | 2 } => Crossing::Path,
        Stride::Rising { orthogonal: 0, diagonal: 1, layers: 1 } => Crossing::Step,
        Stride::Oblique { .. } | Stride::Rising { .. } | Stride::Universal => Crossing::NoPath,
    }
}

impl Lowering<'_> {
    /// How a leg treats the cells that it crosses, and whether it leaves a trace. Returns `None`
    /// after a finding.
    pub(super) fn passage(
        &mut self,
        marks: &Marks,
        stride: Stride,
        range: Range,
        last: bool,
    ) -> Option<(Passage, bool)> {
        // `p` and `g` apply to the cells that the last leg crosses. On earlier legs, they apply to
        // the end cell.
        let hops = |&mode: &Mode| last || !matches!(mode, Mode::Hop | Mode::Grasshopper);
        let at_of = |mode| {
            let found = marks.modes.iter().find(|&&(m, _)| m == mode && hops(&m));
            found.map(|&(_, at)| at)
        };
        let (way, slides) = (crossing(stride), !range.is_one());
        let lame = at_of(Mode::Lame);
        let blocks = lame.filter(|_| way != Crossing::Step);
        let crossings: Vec<(Mode, At)> =
            [(Mode::Hop, at_of(Mode::Hop)), (Mode::Grasshopper, at_of(Mode::Grasshopper))]
                .into_iter()
                .chain([(Mode::Jump, at_of(Mode::Jump)), (Mode::Lame, blocks)])
                .filter_map(|(mode, at)| Some((mode, at?)))
                .collect();
        if let [(first, _), (second, at), ..] = crossings[..] {
            let (first, second) = (first.letter(), second.letter());
            let title = format!("`{first}` and `{second}` contradict each other");
            self.find(Code::ConflictingModifiers, at, title, "take one of them out");
            return None;
        }
        let passage = match crossings.first() {
            None => Passage::Free,
            Some(&(Mode::Lame, at)) => self.with_path(way, at, 'n').then_some(Passage::Lame)?,
            Some(&(Mode::Jump, at)) => match (way, slides) {
                (Crossing::Step, true) => Passage::SkipFirst,
                (Crossing::Step, false) => {
                    let title = "a single step jumps over nothing";
                    self.find(Code::MeaninglessModifier, at, title, "take the `j` out");
                    return None;
                }
                (Crossing::Path | Crossing::NoPath, _) => {
                    self.with_path(way, at, 'j').then_some(Passage::MustJump)?
                }
            },
            Some(&(mode, at)) => {
                if range.max == Some(1) {
                    let letter = mode.letter();
                    let title = format!("`{letter}` needs room to hop: a single step has none");
                    let help =
                        format!("write it before a slider or rider: `{letter}R`, `{letter}NN`");
                    self.find(Code::MeaninglessModifier, at, title, help);
                    return None;
                }
                if mode == Mode::Hop { Passage::Hop } else { Passage::HopAndLand }
            }
        };
        let Some(at) = lame else {
            return Some((passage, false));
        };
        if way == Crossing::Step && !slides {
            let title = "a single step passes no cell";
            self.find(Code::MeaninglessModifier, at, title, "take the `n` out");
            return None;
        }
        let doubled = marks.count(Mode::Lame) > 1;
        let trace = way == Crossing::Step || doubled || marks.count(Mode::Initial) > 0;
        Some((passage, trace))
    }

    /// Returns true if a leap has a well-defined path. Reports a finding otherwise.
    fn with_path(&mut self, way: Crossing, at: At, letter: char) -> bool {
        if way == Crossing::Path {
            return true;
        }
        self.find(
            Code::LameWithoutPath,
            at,
            format!("`{letter}` before a leap without an agreed path"),
            "write the path as legs: `afsW` goes over the orthogonal neighbour",
        );
        false
    }
}
