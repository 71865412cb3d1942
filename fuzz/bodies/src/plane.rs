//! Fuzz target: planes. The engine must match the judge, and texts must be read back.
//!
//! Bytes choose a definition, the places of pieces, and moves. The places are random points, points
//! of a lattice with many contacts and tangents, or points in contact with another piece. Engine
//! and judge must agree at all tested distances: at each end of an interval, to both sides of it,
//! and between ends.

use crate::judge::{Judge, Verdict, contacts_on_sphere};
use crate::plane_reason;
use alfil_diagnostics::diagnostic::{Code, Findings};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_plane::geometry::outline::{Arc, Border, surround};
use alfil_plane::geometry::scalar::{EPSILON, Extent, Vec2, Vector};
use alfil_plane::geometry::shape::{Compound, Shape};
use alfil_plane::model::motion::{Bend, Ray};
use alfil_plane::model::position::{Lengths, PieceId, PieceSet, PlaneMove, PlanePosition};
use alfil_plane::model::program::{Field, PlaneProgram};
use alfil_plane::moves::families::{Family, Leg, Motion, bearing, bent_way};
use alfil_plane::moves::safety::{Guarded, Landing};
use alfil_plane::space::flight::Flight;
use alfil_plane::space::globe::{Globe, Great};
use alfil_plane::space::path::RayPath;
use alfil_plane::space::track::Track;
use alfil_play::game::Game;
use alfil_play::plane::PlanePlay;
use alfil_play::plane::{notation, text};
use alfil_resolve::resolution::resolve;
use alfil_resolve::setup::read_position;
use alfil_rules::side::Side;
use alfil_syntax::scalar::Scalar;
use arbitrary::{Result, Unstructured};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::OnceLock;

/// Games of the library, and files of this package, which begin with `/`.
const NAMES: [&str; 33] = [
    "continuous",
    "continuous-zeno",
    "continuous-discrete",
    "continuous-menagerie",
    "continuous-race",
    "continuous-monochromatic",
    "continuous-hill",
    "continuous-shades",
    "continuous-rifle",
    "continuous-contrast",
    "continuous-island",
    "continuous-pillars",
    "continuous-crowd",
    "continuous-circles",
    "continuous-bodies",
    "continuous-ellipses",
    "continuous-cylinder",
    "continuous-torus",
    "continuous-moebius",
    "continuous-klein",
    "continuous-space",
    "continuous-moebius+monochromatic-modifier",
    "continuous-sphere",
    "/surfaces/cylinder.yaml",
    "/surfaces/torus.yaml",
    "/surfaces/moebius.yaml",
    "/surfaces/klein.yaml",
    "/surfaces/sphere.yaml",
    "/surfaces/cubes.yaml",
    "/surfaces/halls.yaml",
    "/surfaces/rocks.yaml",
    "/surfaces/ovals.yaml",
    "/surfaces/twisted-ovals.yaml",
];

/// The distance of a test point from an open end of an interval.
const HAIR: f64 = 1e-8;
/// The distance from an end of an interval at which engine and judge must agree again.
const ASIDE: f64 = 3e-7;
/// The greatest effect of a contact that holds only within the tolerance.
const TIE: f64 = 1e-4;
/// A corner that passes a piece within this distance may touch it too briefly for the judge.
const GLANCE: f64 = 1e-3;
/// The number of moves of a position whose replies a run examines.
const FOLLOWED: usize = 48;
/// The greatest distance between landings of an enemy that the judge tries.
const TRIED: f64 = 0.03;
/// The number of test points along and across a region.
const GRID: usize = 15;
/// The greatest distance between an arc and its chords, as a fraction of the radius.
const CHORD: f64 = 3e-3;
/// The steps of the judge on the path of a king: first coarse, then finer while the results differ. It
/// also looks beside all ends of the engine's intervals, so that it seldom needs finer steps.
const STEPS: [f64; 4] = [2e-2, 2e-3, 2e-4, 1e-5];
/// The number of distances in a position that the judge decides with the finest step, which is slow.
/// Further ones are not compared.
const FINEST: u32 = 4;

fn programs() -> &'static [PlaneProgram] {
    static PROGRAMS: OnceLock<Vec<PlaneProgram>> = OnceLock::new();
    PROGRAMS.get_or_init(|| named(&NAMES))
}

/// The games of some names. If `ALFIL_FUZZ_GAME` is set, only this one.
pub(crate) fn named(names: &[&str]) -> Vec<PlaneProgram> {
    let program = |name: &&str| {
        let file = format!("{}{name}", env!("CARGO_MANIFEST_DIR"));
        let name = if name.starts_with('/') { &file } else { *name };
        let resolved =
            resolve(name, &mut alfil_definitions::library(), &mut Sources::new()).value?;
        match Game::compile(resolved.ruleset).value? {
            Game::Plane(program) => Some(program),
            Game::Board(_) => None,
        }
    };
    let wanted = std::env::var("ALFIL_FUZZ_GAME").ok();
    let is_wanted = |name: &&&str| wanted.as_ref().is_none_or(|wanted| wanted == **name);
    names.iter().filter(is_wanted).filter_map(program).collect()
}

/// Starts a game from the position `text`.
pub(crate) fn begun(program: &PlaneProgram, text: &str) -> Findings<PlanePlay> {
    let text = Scalar::plain(text, Span::new(SourceId::only(), 0, text.len()));
    read_position(&text, program.rules()).and_then(|setup| PlanePlay::at(program, &setup))
}

/// Plays a game from a position made from `bytes`.
pub fn plane(bytes: &[u8]) {
    // If there are too few bytes for a position, the run is not a failure.
    let _ = try_plane(&mut Unstructured::new(bytes));
}

fn try_plane(u: &mut Unstructured<'_>) -> Result<()> {
    let program = u.choose(programs())?;
    let Some(mut play) = started(u, program)? else { return Ok(()) };
    for _ in 0..=u.int_in_range(0..=2)? {
        sound_in_part(u, &play)?;
        compare_with_judge(program, play.now());
        plane_reason::reasons(u, &play)?;
        let families = play.legal();
        let Some(mv) = chosen(u, &play, &families)? else { break };
        spelt(&play, &families, &mv);
        play.play(&mv);
        let _ = play.outcome();
    }
    Ok(())
}

/// A game that starts from a random position. `None` if the position is not legal for either side.
fn started(u: &mut Unstructured<'_>, program: &PlaneProgram) -> Result<Option<PlanePlay>> {
    let mut written = placement(u, program)?;
    let mut read = begun(program, &written);
    if read.found.iter().any(|d| d.code == Code::KingInPeril) {
        // The side to move could capture a king, so try the other side.
        written = match written.strip_suffix("w 0 1") {
            Some(pieces) => format!("{pieces}b 0 1"),
            None => written.replace(" b 3 9", " w 0 1"),
        };
        read = begun(program, &written);
    }
    if read.value.is_none() {
        assert!(!read.found.is_empty(), "{written}");
    }
    Ok(read.value)
}

/// A random legal move. `None` if there is none.
fn chosen(
    u: &mut Unstructured<'_>,
    play: &PlanePlay,
    families: &[Family],
) -> Result<Option<PlaneMove>> {
    if families.is_empty() {
        return Ok(None);
    }
    let (program, now) = (play.program(), play.now());
    let family = u.choose(families)?;
    Ok(Some(if !family.shots.is_empty() {
        let shot = *u.choose(&family.shots)?;
        let choices = family.promotions(program, now, shot.promotes);
        family.shoot(now, shot, *u.choose(&choices)?)
    } else if family.faces.is_empty() {
        let leg = u.choose(&family.legs)?;
        let at = leg.at.at(f64::from(u.int_in_range(0..=16)?) / 16.0);
        let choices = family.promotions(program, now, leg.promotes);
        family.play(program, now, leg, at, *u.choose(&choices)?)
    } else {
        let face = u.choose(&family.faces)?;
        let choices = family.promotions(program, now, face.verdict.promotes);
        let to = *u.choose(&face.points)?;
        family.land(program, now, face.verdict, to, *u.choose(&choices)?)
    }))
}

/// Compares engine and judge in positions made from `bytes`, and nothing else. Returns the number of
/// positions.
pub fn plane_judged(bytes: &[u8]) -> u32 {
    let mut count = 0;
    // If there are too few bytes for a position, the run is not a failure.
    let _ = try_judged(&mut Unstructured::new(bytes), &mut count);
    count
}

fn try_judged(u: &mut Unstructured<'_>, count: &mut u32) -> Result<()> {
    let program = u.choose(programs())?;
    let Some(mut play) = started(u, program)? else { return Ok(()) };
    for _ in 0..=u.int_in_range(0..=2)? {
        compare_with_judge(program, play.now());
        *count += 1;
        let families = play.legal();
        let Some(mv) = chosen(u, &play, &families)? else { break };
        play.play(&mv);
    }
    Ok(())
}

/// The text of a random position with two kings and up to thirty other pieces.
fn placement(u: &mut Unstructured<'_>, program: &PlaneProgram) -> Result<String> {
    let size = program.size();
    let kinds: Vec<_> = program.rules().kinds.iter().collect();
    let mut points: Vec<Vector> = Vec::new();
    let is_box = program.surface().is_box();
    let mut text = String::new();
    for index in 0..u.int_in_range(2..=32)? {
        let kind = match index {
            0 | 1 => kinds.iter().find(|k| k.royal.is_royal()).copied(),
            _ => Some(*u.choose(&kinds)?).filter(|k| !k.royal.is_royal()),
        };
        let Some(kind) = kind else { continue };
        let side = if index % 2 == 0 { Side::White } else { Side::Black };
        let near = |u: &mut Unstructured<'_>, end: f64| -> Result<f64> {
            Ok(f64::from(u.int_in_range(0..=1000)?) / 1000.0 * end)
        };
        let at = match (u.int_in_range(0..=3)?, points.is_empty()) {
            (0, false) if is_box => {
                // In contact with another piece, along one of the directions of the pieces or between
                // them.
                let at = *u.choose(&points)?;
                let [x, y, z] =
                    [u.int_in_range(-2..=2)?, u.int_in_range(-2..=2)?, u.int_in_range(-2..=2)?];
                at + Vector::in_space(f64::from(x), f64::from(y), f64::from(z)).unit() * 0.25
            }
            (0, false) => {
                // In contact with another piece, along one of sixteen bearings.
                let at = *u.choose(&points)?;
                let angle = f64::from(u.int_in_range(0..=15)?) * 22.5;
                at + Vec2::at_angle(angle) * 0.25
            }
            (1, _) => {
                // On a lattice of quarters, where many points are on one line or tangent.
                let (x, y) = (near(u, 4.0 * size.x)?, near(u, 4.0 * size.y)?);
                let z = if is_box { near(u, 4.0 * size.z)? } else { 0.0 };
                Vector::in_space(x.round() / 4.0, y.round() / 4.0, z.round() / 4.0)
            }
            (2, false) if is_box => {
                // Beside the line of another piece, where rays are tangents: a radius away from it.
                let at = *u.choose(&points)?;
                let mut step = || -> Result<Vector> {
                    let mut number = || u.int_in_range(-1..=1).map(f64::from);
                    Ok(Vector::in_space(number()?, number()?, number()?).unit())
                };
                let (ahead, aside) = (step()?, step()?);
                let aside = (aside - ahead * ahead.dot(aside)).unit();
                at + ahead * near(u, 4.0)? + aside * 0.25
            }
            // Near an edge, where joined edges matter.
            (2, _) if !program.surface().is_flat() => {
                let mut at = Vec2::new(near(u, size.x)?, near(u, size.y)?);
                let beside = near(u, 1.0)? - 0.5;
                match u.int_in_range(0..=1)? {
                    0 => at.x = beside.rem_euclid(size.x),
                    _ => at.y = beside.rem_euclid(size.y),
                }
                at
            }
            _ => {
                let (x, y) = (near(u, size.x)?, near(u, size.y)?);
                Vector::in_space(x, y, if is_box { near(u, size.z)? } else { 0.0 })
            }
        };
        let at = match program.surface().globe() {
            Some(globe) => on_sphere(u, globe, &points)?,
            None => at,
        };
        // A contact may be beyond joined edges.
        let at = program.surface().folded(at);
        let surface = program.surface();
        let inside = |n: f64, end: f64| (0.0..=end).contains(&n);
        let is_inside = inside(at.x, size.x) && inside(at.y, size.y) && inside(at.z, size.z);
        let is_inside = surface.globe().is_some() || is_inside;
        let far = |other: &Vector| surface.distance(*other, at) > 0.25 - 1e-12;
        if !is_inside || !points.iter().all(far) {
            continue;
        }
        points.push(at);
        let mark = if u.ratio(1, 4)? { "'" } else { "" };
        let place = program.surface().coordinates(at);
        let _ = write!(text, "{}{place}{mark} ", kind.letter.of(side));
    }
    Ok(text + if u.ratio(1, 2)? { "w 0 1" } else { "b 3 9" })
}

/// A point of a sphere: anywhere, at a pole, opposite to another piece, in contact with it or on the
/// same great circle, or on a lattice of degrees.
fn on_sphere(u: &mut Unstructured<'_>, globe: Globe, points: &[Vec2]) -> Result<Vec2> {
    let part = |u: &mut Unstructured<'_>, steps: u32| -> Result<f64> {
        Ok(f64::from(u.int_in_range(0..=steps)?) / f64::from(steps))
    };
    let (choice, other) = (u.int_in_range(0..=7)?, points.first());
    Ok(match (choice, other) {
        (0, _) => Vec2::new(0.0, if u.ratio(1, 2)? { 90.0 } else { -90.0 }),
        (1, Some(_)) => {
            // Opposite to a piece, or a little beside that point.
            let Vec2 { x, y, .. } = *u.choose(points)?;
            let beside = if u.ratio(1, 2)? { 0.0 } else { part(u, 100)? * 8.0 - 4.0 };
            Vec2::new(if x > 0.0 { x - 180.0 } else { x + 180.0 } + beside, -y)
        }
        (2 | 3, Some(_)) => {
            // Along one of sixteen bearings from another piece: in contact, or farther away.
            let Vec2 { x, y, .. } = *u.choose(points)?;
            let along = Vec2::at_angle(f64::from(u.int_in_range(0..=15)?) * 22.5);
            let far = if choice == 2 { 0.25 } else { part(u, 24)? * globe.lap() };
            Great::new(globe, Vec2::new(x, y), along).at(far)
        }
        (4, _) => {
            Vec2::new((part(u, 24)? * 360.0).round() - 180.0, (part(u, 12)? * 180.0).round() - 90.0)
        }
        // Near a pole, where longitudes are close together.
        (5, _) => Vec2::new(
            part(u, 360)? * 360.0 - 180.0,
            (part(u, 100)? * 8.0 - 4.0).signum() * (86.0 + part(u, 97)? * 4.0),
        ),
        _ => Vec2::new(part(u, 1000)? * 360.0 - 180.0, part(u, 1000)? * 180.0 - 90.0),
    })
}

/// Asserts that the position is read back. The same must be true of its moves at the ends of
/// intervals and at the sample points of faces, and of the positions after them. No reply may
/// capture a king.
pub fn sound(play: &PlanePlay) {
    let families = play.legal();
    again(play.program(), play.now());
    ends(play, &families).iter().for_each(|mv| follow(play, &families, mv));
}

/// Like [`sound`], for every nth move only. All moves of a full position take longer than the whole
/// comparison with the judge.
fn sound_in_part(u: &mut Unstructured<'_>, play: &PlanePlay) -> Result<()> {
    let families = play.legal();
    again(play.program(), play.now());
    let all = ends(play, &families);
    let step = all.len().div_ceil(FOLLOWED).max(1);
    let first = u.int_in_range(0..=step - 1)?;
    all.iter().skip(first).step_by(step).for_each(|mv| follow(play, &families, mv));
    Ok(())
}

/// Moves at the ends and in the middle of intervals, at the corners and the sample points of faces,
/// and without moving.
fn ends(play: &PlanePlay, families: &[Family]) -> Vec<PlaneMove> {
    let (program, position) = (play.program(), play.now());
    let mut all = Vec::new();
    for family in families {
        for leg in &family.legs {
            let ends = [leg.at.from + HAIR, leg.at.to - HAIR];
            let ends = ends.into_iter().filter(|&at| leg.at.contains(at));
            let choices = family.promotions(program, position, leg.promotes);
            let places = [0.0, 0.5, 1.0].map(|part| leg.at.at(part)).into_iter().chain(ends);
            all.extend(places.map(|at| family.play(program, position, leg, at, choices[0])));
        }
        for face in &family.faces {
            let corners = face.borders.iter().flatten().filter(|b| b.from_closed).map(|b| b.from);
            let choices = family.promotions(program, position, face.verdict.promotes);
            let land = |to| family.land(program, position, face.verdict, to, choices[0]);
            all.extend(corners.chain(face.points.iter().copied()).map(land));
        }
        for shot in &family.shots {
            let choices = family.promotions(program, position, shot.promotes);
            all.push(family.shoot(position, *shot, choices[0]));
        }
    }
    all
}

/// Asserts that the text of a move is read back, and that the position after it is sound.
fn follow(play: &PlanePlay, families: &[Family], mv: &PlaneMove) {
    spelt(play, families, mv);
    harmless(play.program(), &play.after(mv), play.now());
}

/// Asserts that the text of a position is read back as the same position.
fn again(program: &PlaneProgram, position: &PlanePosition) {
    let written = text::write(program, position);
    let read = begun(program, &written);
    let back =
        read.value.unwrap_or_else(|| panic!("{written} does not read back: {:?}", read.found));
    assert_eq!(back.now(), position, "{written} reads back as another position");
}

/// Asserts that the text of a move is read back as the same move.
fn spelt(play: &PlanePlay, families: &[Family], mv: &PlaneMove) {
    let name = notation::write_move(play, families, mv);
    let before = || text::write(play.program(), play.now());
    let found = notation::find(play, families, &name);
    let back = found.unwrap_or_else(|why| panic!("{}: {name} is refused: {why}", before()));
    assert_eq!(play.after(&back), play.after(mv), "{}: {name} is another move", before());
}

/// Asserts that the position after a move is read back, and that no reply captures a king.
fn harmless(program: &PlaneProgram, after: &PlanePosition, before: &PlanePosition) {
    again(program, after);
    let kings = |taken: PieceSet| {
        taken.iter().any(|id| program.rules().kinds[after.pieces[id].kind].royal.is_royal())
    };
    for family in alfil_plane::moves::families::families(program, after) {
        let rays = family.legs.iter().map(|leg| leg.taken);
        let faces = family.faces.iter().map(|face| face.verdict.taken);
        let shots = family.shots.iter().map(|shot| shot.taken);
        let taken = rays.chain(faces).chain(shots).find(|t| kings(*t));
        assert!(
            taken.is_none(),
            "{}\n{}\n{} takes a king",
            text::write(program, before),
            text::write(program, after),
            text::place(program, after, family.piece),
        );
    }
}

/// Asserts that engine and judge agree on every ray of the side to move.
pub fn compare_with_judge(program: &PlaneProgram, position: &PlanePosition) {
    let all = position.of(position.side).map(|(id, _)| id);
    compare_some(program, position, &all.collect::<Vec<_>>());
}

/// The judges of a position, from the coarsest steps to the finest.
struct Judges<'f, 'a> {
    steps: [Judge<'f, 'a>; STEPS.len()],
    /// The number of distances that the last one may still decide.
    finest: Cell<u32>,
}

impl<'f, 'a> Judges<'f, 'a> {
    fn new(field: &'f Field<'a>) -> Self {
        Self { steps: STEPS.map(|step| Judge::new(field, step)), finest: Cell::new(FINEST) }
    }
}

fn compare_some(program: &PlaneProgram, position: &PlanePosition, pieces: &[PieceId]) {
    let field = Field::new(program, position);
    let families = alfil_plane::moves::families::families(program, position);
    let guarded = Guarded::new(&field, position.side);
    let judges = Judges::new(&field);
    let judge = &judges.steps[0];
    for &id in pieces {
        if field.kind(id).turns {
            compare_turns(&field, judge, id, &families);
        }
        if !field.kind(id).moves.areas.is_empty() {
            compare_landings(&field, judge, id, &families);
        }
        for bend in &field.kind(id).moves.bends {
            compare_paths(&field, judge, id, bend, &families);
        }
        if !field.kind(id).moves.shots.is_empty() {
            compare_shots(&field, judge, id, &families);
        }
        let rays = &field.kind(id).moves.rays;
        for ray in rays {
            let Some(course) = field.path(id, ray) else { continue };
            let degrees = bearing(&field, id, field.direction(id, ray.along));
            let is_twin = |other: &&Ray| {
                let own = bearing(&field, id, field.direction(id, other.along));
                other.curve == ray.curve
                    && (own - degrees).abs() < EPSILON
                    && (program.surface().extent() == Extent::Plane || other.heading == ray.heading)
                    && field.path(id, other).is_some()
            };
            let twins: Vec<&Ray> = rays.iter().filter(is_twin).collect();
            let family = families.iter().find(|f| f.piece == id && is_along(f, degrees, ray));
            let empty = Vec::new();
            let legs = family.map_or(&empty, |f| &f.legs);
            let mut asked: Vec<f64> = vec![course.stops.least, course.stops.most];
            for leg in legs {
                asked.extend([leg.at.from, leg.at.to]);
            }
            if let (Shape::Disc(radius), Track::Line { from, along }) =
                (&field.shapes[id], course.track)
            {
                // Test all contacts, even those that the engine does not find.
                let contact = |d: Vec2| {
                    let (forth, aside) = (d.dot(along), along.cross(d));
                    let under = *radius * radius - aside * aside;
                    (under > 1e-6).then(|| forth - under.sqrt())
                };
                let images = position.pieces.iter().flat_map(|p| program.surface().images(p.at));
                let all = images.filter_map(|at| contact(at - from));
                let on = course.stops.least..=course.stops.most;
                asked.extend(all.filter(|at| on.contains(at)));
            }
            if let Track::Great(great) = course.track {
                let radius = field.shapes[id].reach();
                let all =
                    position.pieces.iter().flat_map(|p| contacts_on_sphere(&great, radius, p.at));
                let on = course.stops.least..=course.stops.most;
                asked.extend(all.filter(|at| on.contains(at)));
                // Where the way is opposite to its start, and where it ends.
                let half = great.globe().half();
                asked.extend([half, 2.0 * half - radius].into_iter().filter(|at| on.contains(at)));
            }
            if let Track::Flight(Flight { from, along }) = course.track {
                // In a box, a contact is where the distance of the centres is the radius.
                let radius = field.shapes[id].reach();
                let all = position.pieces.iter().filter_map(|p| {
                    let d = p.at - from;
                    let forth = d.x * along.x + d.y * along.y + d.z * along.z;
                    let under = radius * radius - d.dot(d) + forth * forth;
                    (under > 1e-6).then(|| forth - under.sqrt())
                });
                let on = course.stops.least..=course.stops.most;
                asked.extend(all.filter(|at| on.contains(at)));
            }
            let ends = asked.clone();
            asked.extend(ends.iter().flat_map(|end| [end - ASIDE, end + ASIDE]));
            let span = course.stops.most - course.stops.least;
            asked.extend((1..8).map(|i| course.stops.least + span * f64::from(i) / 8.0));
            if course.stops.is_discrete() {
                asked.extend(course.stops.each());
            }
            asked.sort_by(f64::total_cmp);
            asked.dedup();
            let marks = marks(&guarded, id, &course, legs);
            for judge in &judges.steps {
                twins.iter().for_each(|ray| judge.look_at(id, ray, &marks));
            }
            for at in asked {
                // Between an end and its tolerance, either result is valid.
                let unclear = |end: &&f64| (*end - at).abs() > 0.0 && (*end - at).abs() < 1e-7;
                if at < 0.0 || ends.iter().any(|end| unclear(&end)) {
                    continue;
                }
                agree(&field, &judges, id, &twins, legs, (at, degrees));
            }
        }
    }
}

/// The distances along a path near which the judge must look for attacks on a king: the ends of the
/// engine's intervals, and of the parts of the way that the engine finds safe. Such a part may be a
/// single point between two attacks, which steps of any length miss.
fn marks(guarded: &Guarded<'_, '_>, id: PieceId, path: &RayPath<'_>, legs: &[Leg]) -> Vec<f64> {
    let field = guarded.field;
    let mut all: Vec<f64> = legs.iter().flat_map(|leg| [leg.at.from, leg.at.to]).collect();
    if field.program.rules().kinds[field.piece(id).kind].royal.is_royal() {
        let mut sets: Vec<PieceSet> = legs.iter().map(|leg| leg.taken).collect();
        sets.push(PieceSet::NONE);
        sets.sort();
        sets.dedup();
        for harmless in sets {
            let safe = guarded.unattacked_way(id, path, path.stops.most, harmless);
            all.extend(safe.parts().iter().flat_map(|part| [part.from, part.to]));
        }
    }
    all
}

/// Asserts that engine and judge agree on the paths of a piece along two bearings: at points of
/// faces, at the ends of their borders, and on a grid of lengths.
fn compare_paths<'a>(
    field: &Field<'a>,
    judge: &Judge<'_, 'a>,
    id: PieceId,
    bend: &'a Bend,
    families: &[Family],
) {
    let way = bent_way(field, id, bend);
    let from = field.piece(id).at;
    let judged = |at: Vec2| judge.verdict_on_path(id, bend, way.lengths(from, at));
    let own = families.iter().filter(|f| f.piece == id && f.motion == Motion::Bent(way));
    let faces: Vec<_> = own.flat_map(|family| &family.faces).collect();
    let check = |at: Vec2, engine: Option<Landing>| {
        let engine = engine.map(|l| Verdict { taken: l.taken, promotes: l.promotes });
        let found = judged(at);
        let around = |i: usize| judged(at + Vec2::at_angle(45.0 * i as f64) * coarse(field));
        let Lengths { first, last } = way.lengths(from, at);
        assert!(
            found == engine || coarse(field) > TIE && (0..8).any(|i| around(i) == engine),
            "{}\n{} along {:?} by {first} and {last}: engine {engine:?}, judge {found:?}",
            text::write(field.program, field.position),
            text::place(field.program, field.position, id),
            way.bearings,
        );
    };
    for face in &faces {
        face.points.iter().for_each(|&at| check(at, Some(face.verdict)));
        for border in face.borders.iter().flatten().filter(|border| border.closed) {
            // Arcs on which a path captures are faces without an inside.
            let line = border.line();
            let middle = match border.arc {
                None => (border.from + border.to) * 0.5,
                Some(Arc { oval, .. }) => oval.turned(line[line.len() / 2], 0.0),
            };
            check(middle, Some(face.verdict));
        }
    }
    let outlines: Vec<Vec<Vec<Vec2>>> = faces
        .iter()
        .map(|face| {
            let way = |way: &Vec<Border>| way.iter().flat_map(Border::line).collect();
            face.borders.iter().map(way).collect()
        })
        .collect();
    let most = [&bend.first, &bend.last].map(|ray| ray.to.min(field.program.size().length()));
    for i in 0..GRID * GRID {
        let part = |n: usize, most: f64| ((n as f64 + 0.5) / GRID as f64 * 1.1) * most;
        let lengths = Lengths { first: part(i % GRID, most[0]), last: part(i / GRID, most[1]) };
        let at = from + way.along[0] * lengths.first + way.along[1] * lengths.last;
        let mut borders = faces.iter().flat_map(|face| face.borders.iter().flatten());
        // The outlines consist of chords, so points between an arc and its chord are not tested.
        if borders.any(|border| (border.nearest(at) - at).length() < CHORD * most[0].max(most[1])) {
            continue;
        }
        let inside = |&i: &usize| faces[i].is_area && surround(&outlines[i], at);
        let face = (0..faces.len()).find(inside);
        check(at, face.map(|i| faces[i].verdict));
    }
}

/// Asserts that engine and judge agree on the captures of a piece without moving.
fn compare_shots(field: &Field<'_>, judge: &Judge<'_, '_>, id: PieceId, families: &[Family]) {
    let engine = |families: &[Family]| -> BTreeSet<Verdict> {
        let shots = families.iter().filter(|f| f.piece == id).flat_map(|f| &f.shots);
        shots.map(|shot| Verdict { taken: shot.taken, promotes: shot.promotes }).collect()
    };
    let (found, judged) = (engine(families), judge.verdicts_on_shots(id));
    // If the difference depends on an exact contact, it disappears when a piece is moved slightly.
    let agrees = |aside: Vec2| {
        let mut position = field.position.clone();
        position.pieces[id].at = position.pieces[id].at + aside;
        let families = alfil_plane::moves::families::families(field.program, &position);
        let field = Field::new(field.program, &position);
        engine(&families) == Judge::new(&field, STEPS[0]).verdicts_on_shots(id)
    };
    assert!(
        found == judged
            || (0..8).any(|i| agrees(Vec2::at_angle(45.0 * f64::from(i) + 10.0) * coarse(field))),
        "{}\n{} without moving: engine {found:?}, judge {judged:?}",
        text::write(field.program, field.position),
        text::place(field.program, field.position, id),
    );
}

/// Asserts that engine and judge agree on the rotations of a piece.
fn compare_turns(field: &Field<'_>, judge: &Judge<'_, '_>, id: PieceId, families: &[Family]) {
    let mut families = families.iter().filter(|f| f.piece == id && f.motion == Motion::Turn);
    let empty = Vec::new();
    let legs = families.next().map_or(&empty, |f| &f.legs);
    let mut asked: Vec<f64> = (-7..=7).map(|i| f64::from(i) * 45.0 + 3.0).collect();
    for leg in legs {
        asked.push((leg.at.from + leg.at.to) / 2.0);
        asked.extend([leg.at.from, leg.at.to].iter().flat_map(|end| [end - 1e-4, end + 1e-4]));
        asked.extend(leg.at.is_point().then_some(leg.at.from));
    }
    // The judge misses a piece that a corner touches only briefly, between two samples of a
    // rotation.
    let (piece, shape) = (field.piece(id), &field.shapes[id]);
    let glances = match shape {
        Shape::Compound(compound) => field.others(PieceSet::one(id)).any(|(_, other)| {
            let mut images = field.surface().images(other.at);
            images.any(|at| glances(compound, (at - piece.at).length()))
        }),
        Shape::Disc(_) => false,
    };
    for at in asked {
        let found = legs.iter().find(|leg| leg.at.contains(at));
        let engine = found.map(|leg| Verdict { taken: leg.taken, promotes: leg.promotes });
        let judged = judge.verdict_on_turn(id, at);
        assert!(
            judged == engine || glances,
            "{}\n{} turned by {at}: engine {engine:?}, judge {judged:?}",
            text::write(field.program, field.position),
            text::place(field.program, field.position, id),
        );
    }
}

/// True if a corner or a border of the body, turning, passes very near to a distance.
fn glances(compound: &Compound, far: f64) -> bool {
    let mut near = false;
    for piece in compound.pieces() {
        piece.radii(Vec2::default(), |radius| near |= (radius - far).abs() < GLANCE);
    }
    near || compound.joints().iter().any(|joint| (joint.length() - far).abs() < GLANCE)
}

/// Asserts that engine and judge agree on the leaps of a piece into a region.
fn compare_landings(field: &Field<'_>, judge: &Judge<'_, '_>, id: PieceId, families: &[Family]) {
    let empty = Vec::new();
    let mut regions = families.iter().filter(|f| f.piece == id && f.motion == Motion::Region);
    let faces = regions.next().map_or(&empty, |f| &f.faces);
    let judged = |at: Vec2| judge.verdict_on_landing(id, at);
    let check = |at: Vec2, engine: Option<Landing>| {
        let engine = engine.map(|l| Verdict { taken: l.taken, promotes: l.promotes });
        let found = judged(at);
        let around = |i: usize| judged(at + Vec2::at_angle(45.0 * i as f64) * coarse(field));
        assert!(
            found == engine || coarse(field) > TIE && (0..8).any(|i| around(i) == engine),
            "{}\n{} to {},{}: engine {engine:?}, judge {found:?}",
            text::write(field.program, field.position),
            text::place(field.program, field.position, id),
            at.x,
            at.y,
        );
    };
    for face in faces {
        face.points.iter().for_each(|&at| check(at, Some(face.verdict)));
    }
    let from = field.piece(id).at;
    let outlines: Vec<Vec<Vec<Vec2>>> = faces
        .iter()
        .map(|face| {
            let way = |way: &Vec<Border>| way.iter().flat_map(Border::line).collect();
            face.borders.iter().map(way).collect()
        })
        .collect();
    let areas = field.kind(id).moves.areas.iter();
    let most = areas.map(|area| area.to).fold(0.0, f64::max).min(field.program.size().length());
    for i in 0..GRID * GRID {
        let part = |n: usize| (n as f64 + 0.5) / GRID as f64 * 2.2 - 1.1;
        let at = from + Vec2::new(part(i % GRID), part(i / GRID)) * most;
        let mut borders = faces.iter().flat_map(|face| face.borders.iter().flatten());
        // The outlines consist of chords, so points between an arc and its chord are not tested.
        if borders.any(|border| (border.nearest(at) - at).length() < CHORD * most) {
            continue;
        }
        let face = (0..faces.len()).find(|&i| surround(&outlines[i], at));
        check(at, face.map(|i| faces[i].verdict));
    }
}

/// The greatest error of the judge, which tries only some landings of an enemy that leaps into a
/// region or goes along two bearings.
fn coarse(field: &Field<'_>) -> f64 {
    let mut foes = field.position.of(field.position.side.other());
    let leaps = foes.any(|(id, _)| {
        let attacks = &field.kind(id).attacks;
        !attacks.areas.is_empty() || !attacks.bends.is_empty()
    });
    if leaps { TRIED } else { TIE }
}

fn is_along(family: &Family, degrees: f64, ray: &Ray) -> bool {
    let curve = ray.curve;
    match family.motion {
        Motion::Flight { heading, .. } => heading == ray.heading,
        Motion::Ray { bearing, .. } | Motion::Great { bearing, .. } => {
            curve.is_none() && (bearing - degrees).abs() < EPSILON
        }
        Motion::Arc { bearing, round, .. } => {
            curve == Some(round.curve()) && (bearing - degrees).abs() < EPSILON
        }
        Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_) => false,
    }
}

/// Asserts that engine and judge agree on a distance along a direction.
fn agree<'a>(
    field: &Field<'a>,
    judges: &Judges<'_, 'a>,
    id: PieceId,
    rays: &[&'a Ray],
    legs: &[Leg],
    (at, degrees): (f64, f64),
) {
    let sorted = |mut all: Vec<Verdict>| {
        all.sort();
        all.dedup();
        all
    };
    let engine: Vec<Verdict> = legs
        .iter()
        .filter(|leg| leg.at.contains(at))
        .map(|leg| Verdict { taken: leg.taken, promotes: leg.promotes })
        .collect();
    let engine = sorted(engine);
    let mut judged = Vec::new();
    for (nth, judge) in (1..).zip(&judges.steps) {
        if nth == STEPS.len() {
            let Some(left) = judges.finest.get().checked_sub(1) else { return };
            judges.finest.set(left);
        }
        judged = sorted(rays.iter().filter_map(|ray| judge.verdict(id, ray, at)).collect());
        if judged == engine {
            return;
        }
    }
    // If a contact holds only within the tolerance, its effect extends over a longer distance: two
    // touching circles are equal to 1e-9 over about 1e-5.
    let judge = &judges.steps[1];
    let beside = |at: f64| {
        sorted(rays.iter().filter_map(|ray| judge.verdict(id, ray, at)).collect()) == engine
    };
    let single = judged.iter().chain(&engine).any(|verdict| !verdict.taken.is_empty());
    let tie = coarse(field);
    if (!single || tie > TIE) && (beside(at - tie) || beside(at + tie)) {
        return;
    }
    // If the difference depends on an exact contact, it disappears when pieces are moved slightly.
    let agrees = |asides: &dyn Fn(usize, PieceId) -> Vec2| {
        let mut position = field.position.clone();
        for (nth, (piece, man)) in field.position.pieces.enumerate().enumerate() {
            position.pieces[piece].at = man.at + asides(nth, piece);
        }
        let families = alfil_plane::moves::families::families(field.program, &position);
        let own = families.iter().find(|f| f.piece == id && is_along(f, degrees, rays[0]));
        let legs = own.map_or([].as_slice(), |family| &family.legs);
        let field = Field::new(field.program, &position);
        let guarded = Guarded::new(&field, position.side);
        let judge = Judge::new(&field, STEPS[1]);
        for ray in rays {
            let marks = field.path(id, ray).map(|path| marks(&guarded, id, &path, legs));
            judge.look_at(id, ray, &marks.unwrap_or_default());
        }
        let judged = sorted(rays.iter().filter_map(|ray| judge.verdict(id, ray, at)).collect());
        let engine = legs.iter().filter(|leg| leg.at.contains(at));
        let verdict = |leg: &Leg| Verdict { taken: leg.taken, promotes: leg.promotes };
        sorted(engine.map(verdict).collect()) == judged
    };
    let aside = |i: usize| {
        let level = Vec2::at_angle(45.0 * i as f64 + 10.0);
        let up = if field.surface().is_box() { (i % 3) as f64 - 1.0 } else { 0.0 };
        Vector { z: up * 0.7, ..level } * TIE
    };
    let still = Vec2::default();
    let only_it = |i: usize| agrees(&|_, piece| if piece == id { aside(i) } else { still });
    // The contact may be one of two other pieces. Each goes another way.
    let all = |i: usize| agrees(&|nth, _| aside(i + nth));
    if (0..8).any(only_it) || (0..8).any(all) {
        return;
    }
    panic!(
        "{}\n{} along {degrees} ({}) at {at}: engine {engine:?}, judge {judged:?}",
        text::write(field.program, field.position),
        text::place(field.program, field.position, id),
        rays[0].heading,
    );
}
