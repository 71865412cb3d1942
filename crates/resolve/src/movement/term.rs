//! Turns a term of the syntax tree into terms of the rules: atoms, ranges, castling, `^`, and the
//! letters of each leg.
//!
//! `leg.rs` applies the letters of legs, and `joined.rs` reads brackets. A term of the tree may
//! become several terms with the same span.

use super::{Lowering, MAX_TERMS};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::Condition;
use alfil_rules::movement::{
    Action, Axes, Course, Gait, Leg, Loop, Mode as TermMode, Range, Reach, Stride, Term, Walk,
};
use alfil_rules::term::{Castle, CastleEnd};
use alfil_rules::term::{Directions, Part, Reading, Toward, parts};
use alfil_syntax::notation::ast::{self, At, Body, Chain, Core, Count, Lone, Marks, Piece, Recall};
use alfil_syntax::notation::ast::{Atom, Mode, Number};
use alfil_syntax::value::Dialect;

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
                    let chosen = self::chosen(before, *lone);
                    let span = self.span(term.at);
                    all.extend(chosen.into_iter().filter_map(|t| recalled(t, *recall, span)));
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
        self.find(Code::NotYetExecutable, at, title, "remove it for now");
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
                let title = "castling and drops cannot be `leaping`";
                self.find(Code::MeaninglessModifier, at, title, "remove `leaping`");
            }
        }
    }

    fn arc(&mut self, action: &mut Action, arc: ast::Arc) {
        let meaningless = |title| (Code::MeaninglessModifier, title, "remove `arc`");
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
                meaningless("castling and drops cannot follow a circle")
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
                        self.find(Code::BadCastling, *at, "castling cannot be a leg", CASTLING);
                        None
                    }
                    Atom::U => Some(Stem::Stride(Stride::Universal, Range::ONE)),
                    Atom::Drop => {
                        self.find(
                            Code::BadDrop,
                            *at,
                            "a drop cannot be a leg",
                            "write it as a term of its own: `@8`",
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
                    let title = "`h` has no direction next to it";
                    let help = "write it after `f b l r` (`fhN`) or before `l` or `r` (`hlN`)";
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
        let title = "castling has only one leg";
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
            let title = "castling needs the number of cells that the piece moves, from 1";
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

// Legs and loops of a walk, and the position of a chain in its term.

/// The position of a chain in its term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(crate) first: bool,
    pub(crate) last: bool,
}

impl Place {
    /// A chain that is a whole term.
    pub(crate) const ALONE: Place = Place { first: true, last: true };
}

/// A walk or a part of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    pub(crate) legs: Vec<Leg>,
    pub(crate) loops: Vec<Loop>,
    pub(crate) first_move: bool,
}

impl Route {
    /// This route, continued by another.
    pub(crate) fn then(&self, next: &Route) -> Route {
        let mut all = self.clone();
        let by = all.legs.len();
        all.legs.extend(next.legs.iter().cloned());
        all.loops
            .extend(next.loops.iter().map(|l| Loop { first: l.first + by, last: l.last + by }));
        all.first_move |= next.first_move;
        all
    }
}

// Splits the prefix of a term into the letters of each leg, and writes out repeated groups.
//
// There is one script for each choice of groups to leave out. A group repeats letters, not legs:
// `x(y)zA` means `xzA`, `xyzA`, `xyyzA` and so on.

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
                let title = "a repeated group does not begin a leg";
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

// Reads `^`, which stands for the movement before a clause.
//
// An atom after `^` selects the terms with the same stride and range. `^W` selects orthogonal
// single steps, `^R` longer orthogonal slides, and `^K` single steps in all directions. `m^` and
// `c^` keep only quiet moves or captures.

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
        Recall::Quiet if capture && !quiet => TermMode::QUIET,
        Recall::Capture if quiet && !capture => TermMode { capture: true, ..TermMode::NONE },
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

// Warns of directions before `K` and `Q`, which the dialects of the Betza notation read
// differently. The help splits the atom in two, which all dialects read alike.

impl Lowering<'_> {
    /// Warns of directions that the two dialects read differently. Only halves along one axis, such
    /// as `f`, are read alike.
    pub(super) fn warn_of_dialects(&mut self, chain: &Chain, marks: &Marks) {
        let (Dialect::Classic, Core::Lone(lone)) = (self.context.dialect, &chain.core) else {
            return;
        };
        let letters: Vec<Vec<Toward>> = directions(marks, Reading::Own, Bends::LeftOut).runs;
        let mut axes: Vec<Option<bool>> = letters
            .iter()
            .flat_map(|run| parts(run))
            .map(|(_, part)| match part {
                Part::Half(x) => x.is_vertical(),
                Part::Lone(_) | Part::Pair(..) | Part::Hand(_) | Part::Stray => None,
            })
            .collect();
        axes.dedup();
        if letters.is_empty() {
            return;
        }
        let Some(&(_, first)) = marks.runs.iter().flatten().next() else {
            return;
        };
        if matches!(axes[..], [Some(_)]) {
            return;
        }
        let at = marks.runs.iter().flatten().fold(first, |all, &(_, at)| all.to(at));
        let help = match (letters.as_slice(), chain.prefix.len()) {
            ([run], 1) => {
                let along = |forth, both, back| {
                    let has = |t| run.contains(&t) || run.contains(&both);
                    match (has(forth), has(back)) {
                        (true, false) => Some((forth, first)),
                        (false, true) => Some((back, first)),
                        (true, true) | (false, false) => None,
                    }
                };
                let vertical = along(Toward::Forward, Toward::Vertical, Toward::Backward);
                let sideways = along(Toward::Left, Toward::Sideways, Toward::Right);
                let diagonal: Vec<_> = vertical.into_iter().chain(sideways).collect();
                let runs = if diagonal.is_empty() { Vec::new() } else { vec![diagonal] };
                let slant = Marks { runs, ..marks.clone() };
                let (w, f) = if lone.atom == Atom::K { ('W', 'F') } else { ('R', 'B') };
                let range = chain.range;
                format!(
                    "write `{marks}{w}{range} {slant}{f}{range}`, which means the same in both dialects"
                )
            }
            _ => "write the halves apart, as in `fWfF`, which means the same in both dialects"
                .to_string(),
        };
        let letter = lone.atom.letter();
        let title = format!("directions before `{letter}` have two meanings");
        let reason =
            "here they apply to each half, so `fK` has three target cells; in XBetza it has one";
        let finding = Diagnostic::at(Code::DialectDiffers, self.span(at), title, "");
        self.found.push(finding.because(reason).help(help));
    }
}
