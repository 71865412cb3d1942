//! Motions of a plane, and conditions on their start and end.

use crate::geometry::interval::IntervalSet;
use crate::geometry::scalar::{Extent, Step, Vec2, Vector, below};
use crate::geometry::shape::Shape;
use crate::model::position::Piece;
use crate::space::flight::Sink;
use crate::space::globe::Globe;
use crate::space::path::RayPath;
use crate::space::surface::Surface;
use crate::space::terrain::{Patch, Terrain, flat_only, not_in_a_box, refusal, tone};
use crate::space::track::{Curvature, Marks, Rotation};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Condition, PlaceKind, Relation};
use alfil_rules::movement::{
    Action, Aim, Course, Edges, Gait as Word, Leg, Mode, Movement, Pace, Passage, Prey, Stride,
    Term,
};
use alfil_rules::side::{ByColor, Color, Side};
use alfil_rules::space::Shading;

// Compiles movements into motions of a plane.
//
// A stride has a bearing and a length: `W` 1, `F` the root of 2, `N` the root of 5. The range
// multiplies the length. Single steps and sliders sweep: they meet every piece on their way.
// Longer
// strides leap. The letter `n` makes a long stride sweep, and the word `leaping` makes a short one
// leap. A term that a plane cannot express is a finding.

/// A function that reads the direction letters of legs. It returns every way to walk them, with one
/// stride for each leg. In a box, a single leg has strides in all its planes. The caller supplies
/// the function, because these letters belong to the square grid of boards.
pub type Reading = fn(&[Leg], Extent) -> Vec<Vec<Step>>;

/// Whether a motion meets pieces on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// The body meets everything on its way.
    Sweep,
    /// Only the landing matters.
    Leap,
}

/// Whether the stops of a motion must, may or must not capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A stop may capture or not.
    Any,
    /// A stop must not capture.
    Quiet,
    /// A stop must capture.
    Capture,
}

impl Purpose {
    /// True if captures are allowed.
    pub fn captures(self) -> bool {
        self != Purpose::Quiet
    }

    /// Returns whether a stop is allowed. `captures` is true if the stop captures something.
    pub fn allows(self, captures: bool) -> bool {
        match self {
            Purpose::Any => true,
            Purpose::Quiet => !captures,
            Purpose::Capture => captures,
        }
    }
}

/// A motion along a ray or along a circle that begins in the direction of a ray.
#[derive(Clone, PartialEq, Debug)]
pub struct Ray {
    /// Unit vector in the mover's frame: x to its right, y forward, z up. For a piece with a facing,
    /// y is along the facing.
    pub along: Vector,
    /// The same direction in the least whole numbers.
    pub heading: Step,
    /// The circle. `None` for a straight motion.
    pub curve: Option<Curvature>,
    /// Whether the piece meets other pieces on its way.
    pub gait: Gait,
    /// Whether the stops capture.
    pub purpose: Purpose,
    /// The condition on start and end.
    pub ground: Ground,
    /// The condition as the author wrote it, without what `quanta` and [`Ground::Unmoved`] say.
    pub when: Condition,
    /// Minimum distance.
    pub from: f64,
    /// Maximum distance. Infinite for riders.
    pub to: f64,
    /// Every distance is a multiple of all these numbers. Empty if any distance is possible.
    pub quanta: Vec<f64>,
}

/// A leap to any point within reach.
#[derive(Clone, PartialEq, Debug)]
pub struct Area {
    /// Whether the landings capture.
    pub purpose: Purpose,
    /// The condition on the start. It does not depend on the end.
    pub ground: Ground,
    /// The condition as the author wrote it, without what [`Ground::Unmoved`] says.
    pub when: Condition,
    /// Minimum distance.
    pub from: f64,
    /// Maximum distance. Infinite for the whole plane.
    pub to: f64,
    /// The span of the term.
    pub span: Span,
}

/// A path of two sweeps in different directions, with a stop between them where the piece captures
/// nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Bend {
    /// The first part. It has no condition and never captures.
    pub first: Ray,
    /// The second part. Its condition is about the whole path.
    pub last: Ray,
    /// The span of the term.
    pub span: Span,
}

/// All motions of a kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Motions {
    /// Straight motions, in the order of their terms.
    pub rays: Vec<Ray>,
    /// Leaps into a region, in the order of their terms.
    pub areas: Vec<Area>,
    /// Captures without moving, in the order of their terms. Each is the way out, on which the
    /// piece must capture. Conditions depend on the start alone, because the move ends there.
    pub shots: Vec<Ray>,
    /// Paths of two parts, in the order of their terms.
    pub bends: Vec<Bend>,
}

/// Returns the motions of a movement, under a condition on every move. A term that a plane cannot
/// express is a finding. If `quantum` is given, every distance is a multiple of it.
pub fn motions(
    movement: &Movement,
    every: &Condition,
    quantum: Option<f64>,
    terrain: &Terrain<'_>,
    reading: Reading,
    found: &mut Report,
) -> Motions {
    let mut all = Motions::default();
    for term in &movement.terms {
        if let Err(finding) = term_motions(term, every, quantum, terrain, reading, &mut all) {
            // One term of the text may have become several terms, which give equal findings.
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
    }
    all
}

fn term_motions(
    term: &Term,
    every: &Condition,
    quantum: Option<f64>,
    terrain: &Terrain<'_>,
    reading: Reading,
    all: &mut Motions,
) -> Result<(), Diagnostic> {
    let refuse = |what: &str, help: &str| Err(refusal(term.span, what, help));
    let walk = match &term.action {
        Action::Walk(walk) => walk,
        Action::Castle(_) => return refuse("castling", "write `castling: none`"),
        Action::Drop(_) => return refuse("a drop", "remove the term"),
    };
    let (leg, next) = match walk.legs.as_slice() {
        [leg] => (leg, None),
        [leg, next] if walk.loops.is_empty() => (leg, Some(next)),
        _ => return refuse("a path of more than two parts", "write paths such as `masF`"),
    };
    let grounds = if walk.first_move { vec![Ground::Unmoved] } else { Vec::new() };
    let (quanta, when) = (quantum.into_iter().collect(), Condition::Always);
    let mut limits = Limits { quanta, grounds, when, terrain };
    limits.add(&term.when, term.span)?;
    limits.add(every, term.span)?;
    let purpose = purpose(leg, term)?;
    let sweeps = needs_way(leg, term)?;
    let Aim::Frame(_) = leg.aim else {
        return refuse("a bent move", "write each bearing as a term of its own");
    };
    let (least, most) = ends(leg);
    let Limits { quanta, grounds, when, .. } = limits;
    let ground = Ground::All(grounds);
    if let Some((what, help)) = flat_part(leg, next).filter(|_| terrain.surface.globe().is_some()) {
        return Err(flat_only(term.span, what, help));
    }
    let extent = terrain.surface.extent();
    if extent == Extent::Box {
        let help = "write the bearings, such as `leaping Q0.5`";
        if leg.stride == Stride::Universal {
            return Err(not_in_a_box(term.span, "a leap to any point", help));
        }
        if matches!(leg.course, Course::Arc { .. }) {
            let help = "write straight bearings, such as `R`";
            return Err(not_in_a_box(term.span, "an arc", help));
        }
    }
    if leg.stride == Stride::Universal {
        if sweeps {
            return refuse(
                "a region that pieces on the way can limit",
                "write the bearings, such as `Q0.5`",
            );
        }
        if !quanta.is_empty() {
            return refuse("a region of multiples", "write the bearings, such as `leaping Q0.5`");
        }
        if ground.depends_on_end() {
            // Parts of such a region would be lines and points, which faces do not describe.
            let what = "a region with a condition on the end of the move";
            return refuse(what, "write the bearings, such as `leaping Q0.5`");
        }
        all.areas.push(Area { purpose, ground, when, from: least, to: most, span: term.span });
        return Ok(());
    }
    let gait = gait(leg, sweeps);
    let curves: &[Option<Curvature>] = &match leg.course {
        Course::Arc { radius } => {
            let radius = f64::from(radius) / 1000.0;
            Rotation::BOTH.map(|way| Some(Curvature { radius, way })).to_vec()
        }
        Course::Straight | Course::Crooked | Course::Circular => vec![None],
    };
    let ray = |step: Step, ground: Ground| {
        let length = step.length();
        let (from, to) = (least * length, most * length);
        let (when, quanta) = (when.clone(), quanta.clone());
        let (along, heading) = (step.unit(), step.reduced());
        Ray { along, heading, curve: None, gait, purpose, ground, when, from, to, quanta }
    };
    let Some(next) = next else {
        let steps = reading(&walk.legs, extent).into_iter();
        let steps = steps.filter_map(|steps| steps.first().copied());
        for step in steps {
            let straight = ray(step, ground.clone());
            all.rays.extend(curves.iter().map(|&curve| Ray { curve, ..straight.clone() }));
        }
        return Ok(());
    };
    if curves.first().is_none_or(Option::is_some) || matches!(next.course, Course::Arc { .. }) {
        return refuse("an arc in a path of several parts", "write the arc as a term of its own");
    }
    let routes = reading(&walk.legs, extent);
    let next_sweeps = needs_way(&Leg { pace: Pace::Free, ..next.clone() }, term)?;
    if returns(leg, next, &routes) {
        if purpose != Purpose::Capture || !next.mode.quiet {
            let help = "capture on the way out and nothing on the way back: `cabK`";
            return refuse("this way out and back", help);
        }
        let ground = ground.on_the_spot();
        // The way back adds nothing, so the way out alone says the directions.
        let steps = reading(&walk.legs[..1], extent).into_iter();
        let steps = steps.filter_map(|steps| steps.first().copied());
        all.shots.extend(steps.map(|step| ray(step, ground.clone())));
        return Ok(());
    }
    if extent == Extent::Box {
        let help = "write each bearing as a term of its own";
        return Err(not_in_a_box(term.span, "a path of two parts", help));
    }
    let last_purpose = self::purpose(next, term)?;
    let straight = |steps: &Vec<Step>| match steps.as_slice() {
        [a, b] => a.right * b.forward == a.forward * b.right,
        _ => true,
    };
    let back = |steps: &Vec<Step>| match steps.as_slice() {
        [a, b] => a.right == -b.right && a.forward == -b.forward,
        _ => false,
    };
    if purpose == Purpose::Capture && next.mode.quiet && routes.iter().all(back) {
        let help = "make the way back as long as the way out: `caibR`";
        return refuse("a way back of any length", help);
    }
    if routes.iter().any(straight) || next.pace != Pace::Free {
        let help = "let the second part turn: `masF`, or write one longer part";
        return refuse("a path that goes straight on or back", help);
    }
    if purpose != Purpose::Quiet {
        let help = "capture in the last part only: `masF`";
        return refuse("a capture before the last part of a path", help);
    }
    if gait == Gait::Leap || self::gait(next, next_sweeps) == Gait::Leap {
        let help = "write single steps or sliders, such as `masF` and `[W-B]`";
        return refuse("a leap in a path of several parts", help);
    }
    if !quanta.is_empty() {
        return refuse("a path of multiples", "write the bearings, such as `B`");
    }
    let (least, most) = ends(next);
    for steps in routes {
        let [step, further] = steps.as_slice() else { continue };
        let length = further.length();
        let last = Ray {
            along: further.unit(),
            heading: further.reduced(),
            purpose: last_purpose,
            from: least * length,
            to: most * length,
            ..ray(*step, ground.clone())
        };
        let first = Ray { when: Condition::Always, ..ray(*step, Ground::always()) };
        all.bends.push(Bend { first, last, span: term.span });
    }
    Ok(())
}

/// Returns what a term has that only planes have, and a help. A capture without moving, which returns
/// after it, exists on spheres.
fn flat_part(leg: &Leg, next: Option<&Leg>) -> Option<(&'static str, &'static str)> {
    let is_arc = |leg: &Leg| matches!(leg.course, Course::Arc { .. });
    let only_captures = leg.mode.capture && !leg.mode.quiet;
    if leg.stride == Stride::Universal {
        Some(("a leap into a region", "write the bearings, such as `leaping Q0.5`"))
    } else if is_arc(leg) || next.is_some_and(is_arc) {
        Some(("an arc", "let it go straight: every way on a sphere is a great circle"))
    } else if next.is_some() && !only_captures {
        Some(("a path of two parts", "write each bearing as a term of its own"))
    } else {
        None
    }
}

/// Returns whether every route goes straight back to its start.
fn returns(out: &Leg, back: &Leg, routes: &[Vec<Step>]) -> bool {
    let as_far = back.stride == out.stride
        && (back.pace == Pace::AsBefore
            || back.pace == Pace::Free && out.range.is_one() && back.range.is_one());
    let opposite = |steps: &Vec<Step>| match steps.as_slice() {
        [a, b] => (a.right, a.forward) == (-b.right, -b.forward),
        _ => false,
    };
    as_far && routes.iter().all(opposite)
}

/// Returns whether a leg meets the pieces on its way although its strides are long.
fn needs_way(leg: &Leg, term: &Term) -> Result<bool, Diagnostic> {
    let refuse = |what: &str, help: &str| Err(refusal(term.span, what, help));
    let sweeps = match leg.passage {
        Passage::Free => false,
        Passage::Lame => true,
        Passage::MustJump | Passage::SkipFirst | Passage::Hop | Passage::HopAndLand => {
            return refuse("a hopper", "remove the term");
        }
    };
    if leg.leaves_trace {
        return refuse("a move that may be captured in passing", "write `en passant: none`");
    }
    let straight =
        matches!(leg.course, Course::Straight | Course::Arc { .. }) && leg.edges == Edges::Closed;
    if !straight || leg.pace != Pace::Free {
        return refuse("a move that bends or goes round the board", "remove the term");
    }
    Ok(sweeps)
}

fn gait(leg: &Leg, sweeps: bool) -> Gait {
    let single = match leg.stride {
        Stride::Radial { length, .. } => length == 1,
        // A step to a cube that shares a corner.
        Stride::Rising { orthogonal, diagonal, layers } => {
            orthogonal + diagonal <= 1 && layers.abs() == 1
        }
        Stride::Oblique { .. } | Stride::Universal => false,
    };
    match (leg.gait, single || sweeps) {
        (Word::Natural, true) => Gait::Sweep,
        (Word::Natural, false) | (Word::Leaping, _) => Gait::Leap,
    }
}

/// Returns the range of a leg in strides. A range that begins with the first stride begins at
/// distance 0.
fn ends(leg: &Leg) -> (f64, f64) {
    let endless = f64::INFINITY;
    if let Some(reach) = leg.reach {
        let most = reach.max.map_or(endless, |n| f64::from(n) / 1000.0);
        return (f64::from(reach.min) / 1000.0, most);
    }
    if leg.stride == Stride::Universal {
        return (0.0, endless);
    }
    let least = if leg.range.min == 1 { 0.0 } else { f64::from(leg.range.min) };
    (least, leg.range.max.map_or(endless, f64::from))
}

fn purpose(leg: &Leg, term: &Term) -> Result<Purpose, Diagnostic> {
    let Mode { quiet, capture, en_passant, own, hop, prey, unload, relay } = leg.mode;
    if en_passant {
        let what = "capturing in passing";
        return Err(refusal(term.span, what, "write `en passant: none`"));
    }
    if own || hop || unload || relay || prey != Prey::Any {
        return Err(refusal(term.span, "this way of capturing", "write `m` or `c`"));
    }
    Ok(match (quiet, capture) {
        (true, true) => Purpose::Any,
        (false, true) => Purpose::Capture,
        (_, false) => Purpose::Quiet,
    })
}

/// Conditions on moves, expressed as limits of motions.
struct Limits<'a> {
    quanta: Vec<f64>,
    /// All of these must hold.
    grounds: Vec<Ground>,
    when: Condition,
    terrain: &'a Terrain<'a>,
}

impl Limits<'_> {
    fn add(&mut self, condition: &Condition, span: Span) -> Result<(), Diagnostic> {
        match condition {
            Condition::Always => {}
            Condition::Every(n) => {
                if n.value == 0 {
                    let title = "no distance is a multiple of 0";
                    let finding = Diagnostic::at(Code::BadNumberOnPlane, n.span, title, "0");
                    return Err(finding.help(Help::type_in("every 0.5")));
                }
                self.quanta.push(f64::from(n.value) / 1000.0);
            }
            Condition::All(parts) => parts.iter().try_for_each(|part| self.add(part, span))?,
            Condition::Start(_)
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Any(_)
            | Condition::Not(_) => {
                let ground = Ground::new(condition, self.terrain, span)?;
                if ground.past() == Past::Any {
                    let when = std::mem::replace(&mut self.when, Condition::Always);
                    self.when = when.and(condition.clone());
                }
                self.grounds.push(ground);
            }
        }
        Ok(())
    }
}

// Conditions on the start and the end of a move on a plane.
//
// A condition is about the two centres, never about other pieces. It selects among the stops of a
// motion and does not change what stands in the way, as on boards.

/// A condition on a motion, compiled for one plane.
#[derive(Clone, PartialEq, Debug)]
pub enum Ground {
    /// The piece has not moved yet.
    Unmoved,
    /// The start is one of these points.
    Start(ByColor<Patch>),
    /// The end is one of these points.
    End(ByColor<Patch>),
    /// Start and end have the same shade on a checkered plane.
    SameShade(Surface),
    /// The end is farther from the own edge than the start, measured on the plane.
    Forward(Surface),
    /// The end is nearer to the own edge than the start, measured on the plane.
    Backward(Surface),
    /// The end is farther up than the start, for Black farther down. Only in a box.
    Upward,
    /// The end is farther down than the start, for Black farther up. Only in a box.
    Downward,
    /// All hold.
    All(Vec<Ground>),
    /// At least one holds.
    Any(Vec<Ground>),
    /// The condition does not hold.
    Not(Box<Ground>),
}

/// Which pieces may use a motion, by whether they have moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// All.
    Any,
    /// Pieces that have not moved.
    Unmoved,
    /// Pieces that have moved.
    Moved,
}

impl Past {
    /// Returns whether `piece` may use a motion with this condition.
    pub fn allows(self, piece: &Piece) -> bool {
        match self {
            Past::Any => true,
            Past::Unmoved => piece.unmoved,
            Past::Moved => !piece.unmoved,
        }
    }
}

impl Ground {
    /// The condition that always holds.
    pub const fn always() -> Self {
        Ground::All(Vec::new())
    }

    /// Compiles a condition of a term.
    ///
    /// # Errors
    ///
    /// The finding names a condition that exists on boards only, or a place that this plane does
    /// not have. `span` is where a condition without a span of its own is reported.
    pub(crate) fn new(
        condition: &Condition,
        terrain: &Terrain<'_>,
        span: Span,
    ) -> Result<Ground, Diagnostic> {
        let each = |parts: &[Condition]| {
            parts.iter().map(|part| Ground::new(part, terrain, span)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match condition {
            Condition::Always => Ground::always(),
            Condition::Start(place) if place.kind == PlaceKind::Unmoved => Ground::Unmoved,
            Condition::Start(place) => Ground::Start(terrain.place(place)?),
            Condition::End(place) => Ground::End(terrain.place(place)?),
            Condition::Relative(relation) => match relation {
                Relation::SameShade => same_shade(terrain),
                Relation::OtherShade => Ground::Not(Box::new(same_shade(terrain))),
                Relation::Forward => Ground::Forward(terrain.surface),
                Relation::Backward => Ground::Backward(terrain.surface),
                Relation::Upward if terrain.surface.is_box() => Ground::Upward,
                Relation::Downward if terrain.surface.is_box() => Ground::Downward,
                Relation::SameRank | Relation::SameFile | Relation::SameLayer => {
                    return Err(no_condition(span));
                }
                Relation::Upward | Relation::Downward => {
                    return Err(no_height(*relation, terrain.surface, span));
                }
            },
            Condition::All(parts) => Ground::All(each(parts)?),
            Condition::Any(parts) => Ground::Any(each(parts)?),
            Condition::Not(part) => Ground::Not(Box::new(Ground::new(part, terrain, span)?)),
            // A distance is no property of the ends; only a condition that always applies has one.
            Condition::Every(n) => {
                return Err(refusal(n.span, "`every` within `or` or `not`", "join it with `and`"));
            }
        })
    }

    /// Returns whether a move of `piece` to `to` satisfies the condition.
    pub fn holds(&self, piece: &Piece, to: Vec2) -> bool {
        let above = |from: Vec2, to: Vec2| match piece.side.color() {
            Color::White => below(from.z, to.z),
            Color::Black => below(to.z, from.z),
        };
        match self {
            Ground::Unmoved => piece.unmoved,
            Ground::Start(patch) => patch[piece.side].has(piece.at),
            Ground::End(patch) => patch[piece.side].has(to),
            Ground::SameShade(surface) => tone(piece.at, surface) == tone(to, surface),
            Ground::Forward(surface) => ahead(piece.side, surface, piece.at, surface.folded(to)),
            Ground::Backward(surface) => ahead(piece.side, surface, surface.folded(to), piece.at),
            Ground::Upward => above(piece.at, to),
            Ground::Downward => above(to, piece.at),
            Ground::All(parts) => parts.iter().all(|part| part.holds(piece, to)),
            Ground::Any(parts) => parts.iter().any(|part| part.holds(piece, to)),
            Ground::Not(part) => !part.holds(piece, to),
        }
    }

    /// Returns the condition for moves that end where they start.
    pub(crate) fn on_the_spot(&self) -> Ground {
        let each = |parts: &[Ground]| parts.iter().map(Ground::on_the_spot).collect();
        match self {
            Ground::Unmoved | Ground::Start(_) => self.clone(),
            Ground::End(patch) => Ground::Start(patch.clone()),
            Ground::SameShade(_) => Ground::always(),
            Ground::Forward(_) | Ground::Backward(_) | Ground::Upward | Ground::Downward => {
                Ground::Any(Vec::new())
            }
            Ground::All(parts) => Ground::All(each(parts)),
            Ground::Any(parts) => Ground::Any(each(parts)),
            Ground::Not(part) => Ground::Not(Box::new(part.on_the_spot())),
        }
    }

    /// Returns whether the condition depends on the end of a move.
    pub fn depends_on_end(&self) -> bool {
        match self {
            Ground::Unmoved | Ground::Start(_) => false,
            Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward => true,
            Ground::All(parts) | Ground::Any(parts) => parts.iter().any(Ground::depends_on_end),
            Ground::Not(part) => part.depends_on_end(),
        }
    }

    /// Returns whether the condition depends on whether the piece has moved.
    pub(crate) fn counts_moves(&self) -> bool {
        match self {
            Ground::Unmoved => true,
            Ground::Start(_)
            | Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward => false,
            Ground::All(parts) | Ground::Any(parts) => parts.iter().any(Ground::counts_moves),
            Ground::Not(part) => part.counts_moves(),
        }
    }

    /// Returns what the condition requires of the past of the piece. Alternatives are ignored.
    pub fn past(&self) -> Past {
        match self {
            Ground::Unmoved => Past::Unmoved,
            Ground::Not(part) if **part == Ground::Unmoved => Past::Moved,
            Ground::All(parts) => {
                let mut pasts = parts.iter().map(Ground::past);
                pasts.find(|past| *past != Past::Any).unwrap_or(Past::Any)
            }
            Ground::Start(_)
            | Ground::End(_)
            | Ground::SameShade(_)
            | Ground::Forward(_)
            | Ground::Backward(_)
            | Ground::Upward
            | Ground::Downward
            | Ground::Any(_)
            | Ground::Not(_) => Past::Any,
        }
    }

    /// Returns the distances of a path whose ends satisfy the condition. `None` if all do, because
    /// the condition does not depend on the end and holds.
    pub(crate) fn stops(&self, piece: &Piece, path: &RayPath<'_>) -> Option<IntervalSet> {
        if !self.depends_on_end() {
            return if self.holds(piece, piece.at) { None } else { Some(IntervalSet::empty()) };
        }
        let marks = Marks::of(&path.track, |sink| self.outlines(piece, sink));
        Some(path.stops.range().select(&marks, |stop| self.holds(piece, path.at(stop))))
    }

    /// Reports the lines and circles on which the condition on the end of a move changes.
    pub(crate) fn outlines(&self, piece: &Piece, sink: &mut impl Sink) {
        match self {
            Ground::Unmoved | Ground::Start(_) => {}
            Ground::End(patch) => patch[piece.side].outlines(sink),
            Ground::SameShade(surface) => {
                Patch::Tone(tone(piece.at, surface), *surface).outlines(sink);
            }
            Ground::Forward(surface) | Ground::Backward(surface) => {
                if let Some(globe) = surface.globe() {
                    let far = globe.forward(Side::White, piece.at);
                    return sink.outline(&Shape::Disc(far), Globe::far_pole(Side::Black));
                }
                let level = |sink: &mut dyn Sink| sink.line(piece.at, Vec2::new(1.0, 0.0));
                if surface.is_flat() {
                    return level(sink);
                }
                surface.seams(sink);
                surface.everywhere(sink, |sink| level(sink));
            }
            Ground::Upward | Ground::Downward => sink.level(piece.at.z),
            Ground::All(parts) | Ground::Any(parts) => {
                parts.iter().for_each(|part| part.outlines(piece, sink));
            }
            Ground::Not(part) => part.outlines(piece, sink),
        }
    }
}

/// Returns whether `to` is farther from the own edge of `side` than `from`, or on a sphere from its
/// own pole.
fn ahead(side: Side, surface: &Surface, from: Vec2, to: Vec2) -> bool {
    match (surface.globe(), side.color()) {
        (None, Color::White) => below(from.y, to.y),
        (None, Color::Black) => below(to.y, from.y),
        (Some(globe), _) => below(globe.forward(side, from), globe.forward(side, to)),
    }
}

/// Returns the condition that start and end have the same shade. On a plane without squares, all
/// points have.
fn same_shade(terrain: &Terrain<'_>) -> Ground {
    match terrain.rules.space.shades {
        Shading::Checkered => Ground::SameShade(terrain.surface),
        Shading::Plain | Shading::Rows(_) => Ground::always(),
    }
}

/// Returns the finding that a condition needs a third direction, which only a box has.
fn no_height(relation: Relation, surface: Surface, span: Span) -> Diagnostic {
    let words = relation.words();
    let along = if relation == Relation::Upward { "forward" } else { "backward" };
    let (label, help) = match surface.globe() {
        Some(_) => {
            ("a sphere has no height", format!("write `{along}`, as seen from the side's own pole"))
        }
        None => {
            let help =
                format!("write `{along}`, or give the plane a height, as in `space: plane 8x8x8`");
            ("this plane has no height", help)
        }
    };
    Diagnostic::at(Code::NotOnAPlane, span, format!("`{words}` needs a box"), label).help(help)
}

fn no_condition(span: Span) -> Diagnostic {
    let help = "use shades, zones, `same shade`, `forward`, `unmoved` or `every 0.5`";
    refusal(span, "this condition", help)
}
