//! Applies the letters of legs: modes, ranges, headings, bends and the cells that a leg crosses.
//! Turns a [`Script`] into [`Route`]s.
//!
//! `K` and `Q` combine an orthogonal and a diagonal stride. A single leg becomes two routes, one
//! for each axis, if its directions are absent or of the classic dialect. In chains, with bends, or
//! with directions of the XBetza dialect, one route contains both axes.
//!
//! If a leg changes the range only at some of its end cells, it also makes two routes.

use super::Lowering;
use super::term::{Bends, Draft, MAX_LEGS, Script, Stem, directions};
use crate::movement::term::{Place, Route};
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::movement::{
    Aim, Axes, Course, Edges, Gait, Leg, Mode as Effect, Pace, Passage, Prey, Range, Stride, Walk,
};
use alfil_rules::term::{Reading, Toward};
use alfil_syntax::notation::ast::{At, Marks, Mode};
use alfil_syntax::value::Dialect;

/// An unfinished route.
#[derive(Clone)]
struct Partial {
    route: Route,
    range: Range,
    toggled: bool,
}

/// Actions at the end cell of a leg.
#[derive(Clone, Copy)]
struct LegMode {
    mode: Effect,
    /// True if the action changes the range of later legs: riders become single steps, and single
    /// steps riders.
    toggles: bool,
}

/// The range after a leg with `y` or `g`: riders become single steps, and single steps become
/// riders. The first change of W, F, K, R, B or Q starts from the atom's own range and ignores a
/// written number.
fn toggle(stem: &Stem, partial: &Partial) -> Range {
    let range = match stem {
        Stem::Compound(home) | Stem::Stride(Stride::Radial { length: 1, .. }, home)
            if !partial.toggled =>
        {
            *home
        }
        Stem::Compound(_) | Stem::Stride(..) => partial.range,
    };
    if range.is_one() { Range::RIDER } else { Range::ONE }
}

impl Lowering<'_> {
    /// Turns a finished route into a walk.
    pub(super) fn walk(&mut self, route: Route, at: At) -> Option<Walk> {
        let Route { legs, loops, first_move } = route;
        if legs.len() > MAX_LEGS {
            self.too_many_ways(at);
            return None;
        }
        let looped = |i: usize| loops.iter().any(|l| (l.first..=l.last).contains(&i));
        let which = |f: fn(&Leg) -> bool| legs.iter().filter(|&l| f(l)).count();
        let in_loop = |f: fn(&Leg) -> bool| legs.iter().enumerate().any(|(i, l)| looped(i) && f(l));
        let (passing, unloading) = (which(|l| l.mode.en_passant), which(|l| l.mode.unload));
        let problem = if in_loop(|l| l.mode.en_passant || l.mode.unload || l.leaves_trace) {
            Some("`e`, `u` or `n` in a repeated group")
        } else if passing > 1 {
            Some("`e` on two legs")
        } else if passing > 0 && unloading > 0 {
            Some("`u` with `e`")
        } else if which(|l| l.mode.relay) > 0
            && (passing + unloading + which(|l| l.leaves_trace) + loops.len()) > 0
        {
            Some("`x` with `e`, `n`, `u` or a repeated group")
        } else {
            None
        };
        if let Some(what) = problem {
            self.not_yet(at, what);
            return None;
        }
        Some(Walk { legs, loops, first_move })
    }

    /// The routes of a script that starts with `stem`.
    pub(super) fn script(
        &mut self,
        stem: &Stem,
        range: Range,
        script: &Script,
        place: Place,
    ) -> Option<Vec<Route>> {
        let mut partials = Vec::new();
        for (stride, reading) in self.strides(stem, script, place) {
            let route = Route { loops: script.loops.clone(), ..Route::default() };
            let mut begun = vec![Partial { route, range, toggled: false }];
            for (i, draft) in script.legs.iter().enumerate() {
                let first = place.first && i == 0;
                let last = place.last && i + 1 == script.legs.len();
                let marks = &draft.marks;
                self.no_strange_letters(draft, (first, last))?;
                if stride == Stride::Universal {
                    self.universal(draft, place, script)?;
                }
                let ways = if last {
                    vec![LegMode { mode: self.final_mode(marks)?, toggles: false }]
                } else {
                    self.onward_modes(marks)?
                };
                let looped = script.loops.iter().any(|l| (l.first..=l.last).contains(&i));
                if looped && ways.len() > 1 {
                    self.not_yet(marks.at, "`y` or `g` beside another mode in a repeated group");
                    return None;
                }
                let aim = match (first, i) {
                    (true, _) => Aim::Frame(directions(marks, reading, Bends::LeftOut)),
                    (false, 0) => {
                        let letters = directions(marks, Reading::EightFold, Bends::Kept);
                        let free = matches!(stride, Stride::Radial { axes: Axes::Both, .. });
                        match (letters.is_all(), free) {
                            (true, false) => Aim::Onward,
                            (true, true) => Aim::Turn(letters),
                            (false, _) => Aim::Within(letters),
                        }
                    }
                    (false, _) => Aim::Turn(directions(marks, Reading::EightFold, Bends::Kept)),
                };
                let mut next = Vec::new();
                for partial in &begun {
                    let (passage, leaves_trace) =
                        self.passage(marks, stride, partial.range, last)?;
                    let course =
                        if first { self.course(marks, partial.range)? } else { Course::Straight };
                    let initial = marks.count(Mode::Initial) > 0;
                    for &LegMode { mode, toggles } in &ways {
                        let mut partial = partial.clone();
                        partial.route.first_move |= initial && first;
                        partial.route.legs.push(Leg {
                            stride,
                            aim: aim.clone(),
                            course,
                            range: partial.range,
                            pace: if initial && !first { Pace::AsBefore } else { Pace::Free },
                            mode,
                            passage,
                            edges: match (marks.count(Mode::Cylinder) > 0, last) {
                                (false, _) => Edges::Closed,
                                (true, true) => Edges::Joined,
                                (true, false) => Edges::Open,
                            },
                            leaves_trace,
                            gait: Gait::Natural,
                            reach: None,
                        });
                        if toggles {
                            partial.range = toggle(stem, &partial);
                            partial.toggled = true;
                        }
                        next.push(partial);
                    }
                }
                if next.len() > 64 {
                    self.too_many_ways(marks.at);
                    return None;
                }
                begun = next;
            }
            partials.extend(begun);
        }
        Some(partials.into_iter().map(|partial| partial.route).collect())
    }

    /// The strides of a stem. Each comes with the way to read the directions of the first leg.
    fn strides(&mut self, stem: &Stem, script: &Script, place: Place) -> Vec<(Stride, Reading)> {
        let along = |axes| Stride::Radial { length: 1, axes };
        match stem {
            Stem::Stride(stride, _) => vec![(*stride, Reading::Own)],
            Stem::Compound(_) => {
                let alone = match script.legs.as_slice() {
                    [draft] if place == Place::ALONE => Some(&draft.marks),
                    _ => None,
                };
                let plain = |marks: &&Marks| bend(marks).is_none();
                let named =
                    |marks: &Marks| !directions(marks, Reading::Own, Bends::LeftOut).is_all();
                self.is_dialectal |= script.legs.first().is_some_and(|leg| named(&leg.marks));
                match (self.context.dialect, alone.filter(plain)) {
                    (Dialect::XBetza, Some(marks)) if named(marks) => {
                        vec![(along(Axes::Both), Reading::EightFold)]
                    }
                    (Dialect::Classic | Dialect::XBetza, Some(_)) => vec![
                        (along(Axes::Orthogonal), Reading::ClassicCompound),
                        (along(Axes::Diagonal), Reading::ClassicCompound),
                    ],
                    (Dialect::Classic, None) => {
                        vec![(along(Axes::Both), Reading::ClassicCompound)]
                    }
                    (Dialect::XBetza, None) => vec![(along(Axes::Both), Reading::EightFold)],
                }
            }
        }
    }

    /// Reports letters without effect and repeated letters. Only `n` may be doubled.
    fn no_strange_letters(&mut self, draft: &Draft, (first, last): (bool, bool)) -> Option<()> {
        let mut written = draft.marks.modes.clone();
        written.sort_by_key(|&(_, at)| at.start);
        for (i, &(mode, at)) in written.iter().enumerate() {
            let earlier = written[..i].iter().filter(|&&(m, _)| m == mode).count();
            let may_recur = if mode == Mode::Lame { 2 } else { 1 };
            let misplaced = mode == Mode::Excite && !(first && !last && only_relays(&draft.marks));
            if mode == Mode::Excite && last {
                let title = "`x` lends the legs after it, but there are none";
                let help = "write `a` and the lent legs after it: `xaN`";
                self.find(Code::MeaninglessModifier, at, title, help);
                return None;
            }
            if misplaced || earlier >= may_recur {
                let letter = mode.letter().to_string().repeat(earlier + 1);
                self.not_yet(at, &format!("`{letter}` here"));
                return None;
            }
            if mode == Mode::Toggle && last {
                let title = "`y` changes the range of later legs, but there are none";
                self.find(Code::MeaninglessModifier, at, title, "remove the `y`");
                return None;
            }
        }
        Some(())
    }

    fn universal(&mut self, draft: &Draft, place: Place, script: &Script) -> Option<()> {
        if let Some(&(_, at)) = draft.marks.runs.iter().flatten().next() {
            let title = "`U` has no directions";
            self.find(Code::MeaninglessModifier, at, title, "remove the direction");
            return None;
        }
        if let Some(at) = script.legs.get(1).and_then(|leg| leg.then) {
            self.not_yet(at, "a chain of such legs");
            return None;
        }
        if !place.last {
            self.not_yet(draft.marks.at, "a leg after `U`, which has no direction,");
            return None;
        }
        Some(())
    }

    /// The alternative modes of a leg before the last one.
    fn onward_modes(&mut self, marks: &Marks) -> Option<Vec<LegMode>> {
        let has = |mode| marks.count(mode) > 0;
        let (toggle, hop) = (has(Mode::Toggle), has(Mode::Grasshopper));
        let written = Effect { hop: has(Mode::Hop), ..self.written_mode(marks)? };
        let mut ways = Vec::new();
        let unload = written.unload;
        let says = Effect { prey: Prey::Any, unload: false, ..written } != Effect::NONE;
        if says {
            ways.push(LegMode { mode: written, toggles: false });
        } else if !toggle && !hop {
            ways.push(LegMode { mode: Effect { quiet: true, ..written }, toggles: false });
        }
        if toggle || hop {
            let mode = Effect { quiet: toggle, hop, unload, ..Effect::NONE };
            ways.push(LegMode { mode, toggles: true });
        }
        self.prey_is_caught(marks, ways.iter().any(|way| way.mode.capture))?;
        Some(ways)
    }

    fn final_mode(&mut self, marks: &Marks) -> Option<Effect> {
        let written = self.written_mode(marks)?;
        let says = Effect { prey: Prey::Any, unload: false, ..written } != Effect::NONE;
        let mode = if says { written } else { Effect { quiet: true, capture: true, ..written } };
        self.prey_is_caught(marks, mode.capture)?;
        Some(mode)
    }

    /// The mode that the letters `m c d e k t u` describe.
    fn written_mode(&mut self, marks: &Marks) -> Option<Effect> {
        let has = |mode| marks.count(mode) > 0;
        let (royal, tame, capture) = (has(Mode::Royal), has(Mode::Tame), has(Mode::Capture));
        if royal && tame {
            let at = marks.modes.iter().find(|m| m.0 == Mode::Tame)?.1;
            let title = "`k` and `t` contradict each other";
            self.find(Code::ConflictingModifiers, at, title, "remove one of them");
            return None;
        }
        let prey = match (royal, capture || tame) {
            (true, false) => Prey::Royal,
            (true, true) => Prey::Common,
            (false, _) if tame => Prey::Common,
            (false, _) => Prey::Any,
        };
        Some(Effect {
            quiet: has(Mode::Quiet),
            capture: capture || royal,
            en_passant: has(Mode::EnPassant),
            own: has(Mode::Destroy),
            hop: false,
            prey,
            unload: has(Mode::Unload),
            relay: has(Mode::Excite),
        })
    }

    /// Reports a `t` on a leg that captures nothing.
    fn prey_is_caught(&mut self, marks: &Marks, captures: bool) -> Option<()> {
        let tame = marks.modes.iter().find(|m| m.0 == Mode::Tame).filter(|_| !captures);
        let Some(&(_, at)) = tame else { return Some(()) };
        let title = "`t` forbids captures of royal pieces, but this leg captures nothing";
        self.find(Code::MeaninglessModifier, at, title, "remove the `t`, or add a `c`");
        None
    }

    /// Whether the first leg bends, and how.
    fn course(&mut self, marks: &Marks, range: Range) -> Option<Course> {
        let Some((toward, at)) = bend(marks) else { return Some(Course::Straight) };
        let letter = toward.letter();
        let kinds = |t| marks.runs.iter().flatten().any(|&(x, _)| x == t);
        if kinds(Toward::Opposite) && kinds(Toward::Same) {
            let title = "`z` and `q` contradict each other";
            self.find(Code::ConflictingModifiers, at, title, "remove one of them");
            return None;
        }
        if range.is_one() {
            let title = format!("`{letter}` bends a rider: a single step does not bend");
            let help = format!("write it before a rider: `{letter}B`, `{letter}NN`");
            self.find(Code::MeaninglessModifier, at, title, help);
            return None;
        }
        Some(if toward == Toward::Same { Course::Circular } else { Course::Crooked })
    }
}

/// Returns true if no letter except `x` describes an action at the end of the leg.
fn only_relays(marks: &Marks) -> bool {
    marks.modes.iter().all(|&(mode, _)| match mode {
        Mode::Excite | Mode::Initial | Mode::Lame | Mode::Jump => true,
        Mode::Quiet
        | Mode::Capture
        | Mode::Destroy
        | Mode::EnPassant
        | Mode::Royal
        | Mode::Tame
        | Mode::Hop
        | Mode::Grasshopper
        | Mode::Cylinder
        | Mode::Toggle
        | Mode::Unload => false,
    })
}

/// The first `z` or `q` of a leg.
fn bend(marks: &Marks) -> Option<(Toward, At)> {
    let mut all = marks.runs.iter().flatten();
    all.find(|(t, _)| matches!(t, Toward::Opposite | Toward::Same)).copied()
}

// Reads the letters for the cells that a leg crosses: `n`, `j`, `p`, `g`.
//
// `p` hops over one piece and ends anywhere after it; `g` ends on the cell after it. `j` must jump
// over a piece on leaps of length 2 or more, and skips the first cell of sliders. `n` requires an
// empty path on leaps that have one. On sliders, `n` leaves a trace for en passant.

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
            self.find(Code::ConflictingModifiers, at, title, "remove one of them");
            return None;
        }
        let passage = match crossings.first() {
            None => Passage::Free,
            Some(&(Mode::Lame, at)) => self.with_path(way, at, 'n').then_some(Passage::Lame)?,
            Some(&(Mode::Jump, at)) => match (way, slides) {
                (Crossing::Step, true) => Passage::SkipFirst,
                (Crossing::Step, false) => {
                    let title = "a single step cannot jump";
                    self.find(Code::MeaninglessModifier, at, title, "remove the `j`");
                    return None;
                }
                (Crossing::Path | Crossing::NoPath, _) => {
                    self.with_path(way, at, 'j').then_some(Passage::MustJump)?
                }
            },
            Some(&(mode, at)) => {
                if range.max == Some(1) {
                    let letter = mode.letter();
                    let title = format!("`{letter}` needs room to hop, but a single step has none");
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
            self.find(Code::MeaninglessModifier, at, title, "remove the `n`");
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
