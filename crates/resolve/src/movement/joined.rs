//! Reads brackets and paths, in which each leg has its own atom: `[F?R]`, `[W-F]`, `t[FR]`,
//! `n[WF]`, `(W-F)0`.
//!
//! Modes before a bracket apply to its last leg. Directions before it apply to the first leg. If
//! the second leg always turns by 45 degrees, they select ends as for an oblique leap. All copies
//! of a repeated path go the same way.

use super::Lowering;
use super::term::{MAX_LEGS, Place, Route, Stem, stride};
use alfil_diagnostics::diagnostic::Code;
use alfil_rules::movement::{Aim, Leg, Loop, Passage, Range, Stride};
use alfil_rules::term::{Directions, Reading, Toward};
use alfil_syntax::notation::ast::{
    self, At, Atom, Body, Chain, Core, Count, Joined, Joint, Lone, Marks, Mode, Piece, Term,
};
use alfil_topology::bearing::{Bearing, MEMORY};
use alfil_topology::compass::{Compass, Sectors};

/// The greatest number of routes for one bracket or path.
const MAX_ROUTES: usize = 64;

/// The letters before a bracket.
struct Outer {
    /// Modes, which apply to the last leg.
    modes: Marks,
    /// Directions, which select among the routes.
    directions: Directions,
    first_move: bool,
}

/// A term of a bracket.
#[derive(Clone, Copy)]
struct Stop<'a> {
    term: &'a Term,
    /// True if the walk may end after this term.
    may_end: bool,
}

/// Alternative terms for the same leg of a path.
struct Union<'a> {
    terms: Vec<&'a Term>,
    /// True if the walk may end after these terms.
    may_end: bool,
}

impl<'a> Union<'a> {
    fn of(term: &'a Term) -> Union<'a> {
        Union { terms: vec![term], may_end: false }
    }
}

/// The terms of a bracket in order, with one of the alternatives for each leg.
type Choice<'a> = Vec<Stop<'a>>;

impl Lowering<'_> {
    /// The routes of a chain whose core is `joined`.
    pub(super) fn joined(
        &mut self,
        chain: &Chain,
        joined: &Joined,
        place: Place,
    ) -> Option<Vec<Route>> {
        let at = chain.core.at();
        let outer = self.outer(chain, joined)?;
        if let (Some(stride), true) = (glued(chain, joined), chain.range == ast::Range::Unwritten) {
            return self.lame(chain, stride, place);
        }
        let range = match chain.range {
            ast::Range::Unwritten => Range::ONE,
            written => self.ends(written, chain.range_at)?,
        };
        let mut all = Vec::new();
        for choice in choices(chain, joined) {
            let once = self.alternatives(&choice, &outer, place)?;
            let mut routes = Vec::new();
            if range.min <= 1 {
                routes.extend(once.iter().cloned());
            }
            if !range.is_one() {
                let on = Place { last: false, ..place };
                let whole: Choice =
                    choice.iter().map(|stop| Stop { may_end: false, ..*stop }).collect();
                for body in self.alternatives(&whole, &outer, on)? {
                    for last in &once {
                        routes.extend(self.repeated(&body, last, range, at)?);
                    }
                }
            }
            all.extend(routes);
            if all.len() > MAX_ROUTES || all.iter().any(|r| r.legs.len() > MAX_LEGS) {
                self.too_many_ways(at);
                return None;
            }
        }
        Some(aimed(all, &outer.directions))
    }

    /// The routes of a lame leap such as `n[WF]`. The other letters before the bracket also apply,
    /// but `n` is already part of `stride`.
    fn lame(&mut self, chain: &Chain, stride: Stride, place: Place) -> Option<Vec<Route>> {
        let mut prefix = chain.prefix.clone();
        for piece in &mut prefix {
            if let Piece::Marks(marks) = piece {
                marks.modes.retain(|&(mode, _)| mode != Mode::Lame);
            }
        }
        let scripts = self.scripts(&prefix)?;
        let stem = Stem::Stride(stride, Range::ONE);
        let mut all = Vec::new();
        for script in &scripts {
            all.extend(self.script(&stem, Range::ONE, script, place)?);
        }
        for route in &mut all {
            route.legs.iter_mut().for_each(|leg| leg.passage = Passage::Lame);
        }
        Some(all)
    }

    fn outer(&mut self, chain: &Chain, joined: &Joined) -> Option<Outer> {
        let scripts = self.scripts(&chain.prefix)?;
        let script = scripts.first()?;
        if let Some(at) = script.legs.get(1).and_then(|leg| leg.then) {
            self.not_yet(at, "a leg before brackets");
            return None;
        }
        let mut modes = script.legs.first()?.marks.clone();
        let glued = joined.rest.iter().any(|(joint, _)| *joint == Joint::Adjacent);
        let bracket = matches!(chain.core, Core::Bracket(..));
        let said = |mode: Mode| {
            mode == Mode::Initial || bracket && glued && matches!(mode, Mode::Lame | Mode::Tame)
        };
        let first_move = modes.count(Mode::Initial) > 0;
        modes.modes.retain(|&(mode, _)| !said(mode));
        let letters = std::mem::take(&mut modes.runs);
        let runs: Vec<Vec<Toward>> =
            letters.iter().map(|run| run.iter().map(|&(t, _)| t).collect()).collect();
        let bends = |&&(t, _): &&(Toward, At)| matches!(t, Toward::Opposite | Toward::Same);
        if let Some(&(toward, at)) = letters.iter().flatten().find(bends) {
            let title = format!("`{}` has no meaning before brackets", toward.letter());
            self.find(Code::MeaninglessModifier, at, title, "write it before a leg");
            return None;
        }
        Some(Outer { modes, directions: Directions { runs, reading: Reading::Own }, first_move })
    }

    /// The routes through all terms, and the routes that end earlier where a term allows it.
    fn alternatives(&mut self, choice: &Choice, outer: &Outer, place: Place) -> Option<Vec<Route>> {
        let mut begun =
            vec![Route { first_move: place.first && outer.first_move, ..Route::default() }];
        let mut all = Vec::new();
        for (i, &Stop { term, may_end }) in choice.iter().enumerate() {
            let end = i + 1 == choice.len();
            let first = place.first && i == 0;
            if end || may_end {
                let ends =
                    self.segment(term, Some(&outer.modes), Place { first, last: place.last })?;
                all.extend(begun.iter().flat_map(|r| ends.iter().map(|e| r.then(e))));
            }
            if !end {
                let onward = self.segment(term, None, Place { first, last: false })?;
                begun = begun.iter().flat_map(|r| onward.iter().map(|e| r.then(e))).collect();
            }
            if all.len() + begun.len() > MAX_ROUTES {
                self.too_many_ways(term.at);
                return None;
            }
        }
        Some(all)
    }

    /// The routes of one term of a bracket. `outer` are modes before the bracket that also apply to
    /// it.
    fn segment(&mut self, term: &Term, outer: Option<&Marks>, place: Place) -> Option<Vec<Route>> {
        if let Some(at) = term.leaping {
            self.not_yet(at, "`leaping`");
            return None;
        }
        if let Some(arc) = term.arc {
            self.not_yet(arc.at, "`arc` in brackets");
            return None;
        }
        let Body::Chain(chain) = &term.body else {
            let title = "`^` means whole terms and cannot be a leg";
            self.find(Code::AmbiguousBracket, term.at, title, "write the leg out");
            return None;
        };
        let mut chain = chain.clone();
        chain.prefix.extend(outer.filter(|m| !m.modes.is_empty()).cloned().map(Piece::Marks));
        self.routes(&chain, place)
    }

    /// Repeats a path as often as `range` says. Every copy is `body`, except the last one, which is
    /// `last`.
    fn repeated(&mut self, body: &Route, last: &Route, range: Range, at: At) -> Option<Vec<Route>> {
        let period = body.legs.len();
        if period > MEMORY as usize || !body.loops.is_empty() || !last.loops.is_empty() {
            self.not_yet(at, "a repeated path of this kind");
            return None;
        }
        let copy = |route: &Route| {
            let mut legs = route.legs.clone();
            for leg in &mut legs {
                leg.aim = Aim::Again(period as u8);
            }
            Route { legs, ..Route::default() }
        };
        let (again, end) = (copy(body), copy(last));
        let copies = |n: usize| (2..n).fold(body.clone(), |all, _| all.then(&again));
        let (min, max) = (usize::from(range.min).max(2), range.max.map(usize::from));
        if min.max(max.unwrap_or(0)).saturating_mul(period) > MAX_LEGS {
            self.too_many_ways(at);
            return None;
        }
        Some(match max {
            Some(max) => (min..=max).map(|n| copies(n).then(&end)).collect(),
            None => {
                let mut route = copies(min);
                let first = route.legs.len();
                route = route.then(&again);
                route.loops.push(Loop { first, last: first + period - 1 });
                vec![route.then(&end)]
            }
        })
    }
}

/// The stride of a lame leap such as `n[WF]`: wazir steps, then ferz steps. Returns `None` for
/// other brackets.
fn glued(chain: &Chain, joined: &Joined) -> Option<Stride> {
    let lame = chain.prefix.iter().any(|piece| piece.count(Mode::Lame) > 0);
    let terms = std::iter::once(&*joined.first).chain(joined.rest.iter().map(|(_, term)| term));
    let adjacent = joined.rest.iter().all(|(joint, _)| *joint == Joint::Adjacent);
    if !(lame && adjacent && !joined.rest.is_empty() && matches!(chain.core, Core::Bracket(..))) {
        return None;
    }
    let (mut orthogonal, mut diagonal) = (0u8, 0u8);
    for term in terms {
        let Body::Chain(step) = &term.body else { return None };
        let plain = step.prefix.is_empty() && step.range == ast::Range::Unwritten;
        match &step.core {
            Core::Lone(Lone { atom: Atom::W, count: Count::Single, .. })
                if plain && diagonal == 0 =>
            {
                orthogonal = orthogonal.saturating_add(1);
            }
            Core::Lone(Lone { atom: Atom::F, count: Count::Single, .. }) if plain => {
                diagonal = diagonal.saturating_add(1);
            }
            Core::Lone(_)
            | Core::Suffixed(..)
            | Core::Coordinates(..)
            | Core::Triple(..)
            | Core::Bracket(..)
            | Core::Path(..) => return None,
        }
    }
    Some(stride(diagonal, orthogonal.saturating_add(diagonal)))
}

/// The sequences of terms that a bracket or path stands for. Without a joint between them,
/// neighbouring terms of a path are alternatives.
fn choices<'a>(chain: &Chain, joined: &'a Joined) -> Vec<Choice<'a>> {
    let path = matches!(chain.core, Core::Path(..));
    let tame = chain.prefix.iter().any(|piece| piece.count(Mode::Tame) > 0);
    let mut unions = vec![Union::of(&joined.first)];
    for (joint, term) in &joined.rest {
        let Some(last) = unions.last_mut() else { continue };
        match joint {
            Joint::Adjacent if path => last.terms.push(term),
            Joint::MayStop => {
                last.may_end = true;
                unions.push(Union::of(term));
            }
            Joint::Adjacent => {
                last.may_end = tame;
                unions.push(Union::of(term));
            }
            Joint::GoOn => unions.push(Union::of(term)),
        }
    }
    unions.iter().fold(vec![Vec::new()], |all, Union { terms, may_end }| {
        let longer = all.iter().flat_map(|choice: &Choice| {
            terms.iter().map(|&term| {
                let mut choice = choice.clone();
                choice.push(Stop { term, may_end: *may_end });
                choice
            })
        });
        longer.take(MAX_ROUTES + 1).collect()
    })
}

/// Restricts routes to the directions before a bracket.
fn aimed(routes: Vec<Route>, directions: &Directions) -> Vec<Route> {
    if directions.is_all() {
        return routes;
    }
    let forks = routes.iter().find_map(|route| forks(&route.legs));
    let Some(forks) = forks else {
        return routes
            .into_iter()
            .map(|mut route| {
                if let Some(leg) = route.legs.first_mut() {
                    leg.aim = Aim::Frame(directions.clone());
                }
                route
            })
            .collect();
    };
    let oblique = Stride::Oblique { orthogonal: 1, diagonal: 1 };
    let chosen = Compass::Square.first(oblique, directions);
    let forks: Vec<(u8, u8)> =
        forks.into_iter().filter(|&fork| chosen.contains(between(fork))).collect();
    let mut all = Vec::new();
    for route in routes {
        if route.legs.len() < 2 {
            let mut route = route;
            if let Some(leg) = route.legs.first_mut() {
                leg.aim = Aim::Frame(exactly(forks.iter().map(|fork| fork.0)));
            }
            all.push(route);
            continue;
        }
        let firsts = Sectors::of(&forks.iter().map(|fork| fork.0).collect::<Vec<_>>());
        for first in firsts.iter() {
            let mut route = route.clone();
            let turns = forks.iter().filter(|f| f.0 == first).map(|f| (f.1 + 8 - first) % 8);
            if let [a, b, ..] = route.legs.as_mut_slice() {
                a.aim = Aim::Frame(exactly([first]));
                b.aim = Aim::Within(exactly(turns));
            }
            all.push(route);
        }
    }
    all
}

/// The headings of the first two legs. Returns `None` unless the second leg always turns by 45
/// degrees.
fn forks(legs: &[Leg]) -> Option<Vec<(u8, u8)>> {
    let [a, b, ..] = legs else { return None };
    let radial = |leg: &Leg| matches!(leg.stride, Stride::Radial { .. });
    if !(radial(a) && radial(b) && a.aim == Aim::Frame(Directions::all())) {
        return None;
    }
    let mut all = Vec::new();
    for first in Bearing::default().sectors(0, a).iter() {
        let bearing = Bearing::default().along(a.stride, first, 0);
        all.extend(bearing.sectors(0, b).iter().map(|second| (first, second)));
    }
    let fork = |&(a, b): &(u8, u8)| matches!((b + 8 - a) % 8, 1 | 7);
    all.iter().all(fork).then_some(all)
}

/// The number of the oblique sector between two headings that are 45 degrees apart.
fn between((a, b): (u8, u8)) -> u8 {
    if (b + 8 - a) % 8 == 1 { a } else { b }
}

/// Directions for exactly these headings.
fn exactly(headings: impl IntoIterator<Item = u8>) -> Directions {
    use Toward::{Backward, Forward, Left, Right};
    let run = |heading: u8| match heading % 8 {
        0 => vec![Forward],
        1 => vec![Forward, Right],
        2 => vec![Right],
        3 => vec![Backward, Right],
        4 => vec![Backward],
        5 => vec![Backward, Left],
        6 => vec![Left],
        _ => vec![Forward, Left],
    };
    Directions { runs: headings.into_iter().map(run).collect(), reading: Reading::EightFold }
}
