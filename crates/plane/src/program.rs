//! A compiled game on a plane.
//!
//! Owns: [`PlaneProgram`]: the plane, the motions and bodies of every kind, where kinds promote. Takes a
//! ruleset; gives it with every finding that needs the plane. Invariant: every rule of the ruleset is in
//! the program or in a finding.

use crate::motion::{Motions, Past, Reading, motions, refusal};
use crate::placement;
use crate::position::PlanePosition;
use crate::question;
use crate::scalar::Vec2;
use crate::shape::Shape;
use alfil_diagnostics::diagnostic::{Code, Findings, Report, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::Area;
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Body, KingPath};
use alfil_rules::ruleset::{Duty, Kind, Occasions, Promotion, Royalty, Ruleset, Supply};
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use std::sync::Arc;

/// A variant compiled for a plane. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PlaneProgram {
    inner: Arc<Compiled>,
}

#[derive(Debug)]
struct Compiled {
    rules: Ruleset,
    size: Vec2,
    kinds: IndexVec<KindId, PlaneKind>,
    start: PlanePosition,
}

/// What a kind is on a plane.
#[derive(Clone, Debug)]
pub struct PlaneKind {
    /// What it covers.
    pub body: Body,
    /// How it moves.
    pub moves: Motions,
    /// How it attacks: motions that capture.
    pub attacks: Motions,
    /// Whether it may turn on its centre.
    pub turns: bool,
    /// Whether it has a facing: its body is no disc.
    pub has_facing: bool,
    /// Whether it matters that it has not moved.
    pub counts_moves: bool,
    /// Whether it promotes and never goes back, so that no position comes back.
    pub lasting: bool,
    /// How far it reaches forward from its centre.
    pub front: f64,
    /// From how far forward, seen by its side, its centre promotes.
    pub promotes_from: Option<f64>,
    /// To what.
    pub heirs: Heirs,
}

/// What a kind that is not royal may promote to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heirs {
    /// No royal kind.
    Common,
    /// Royal kinds and others.
    Mixed,
    /// Royal kinds alone.
    Royal,
}

impl PlaneProgram {
    /// Compiles `rules`, whose space is a plane. No program if a finding is an error.
    pub fn new(rules: Ruleset, reading: Reading) -> Findings<PlaneProgram> {
        let mut found = Report::default();
        let Lattice::Plane { width, height } = rules.space.lattice else {
            let title = "this space is no plane";
            found.at(Code::NotOnAPlane, rules.space.span, title, "has cells");
            return Findings::new(None, found);
        };
        let size = Vec2::new(width.get(), height.get());
        let kinds = rules
            .kinds
            .enumerate()
            .map(|(id, kind)| plane_kind(&rules, (id, kind), size, reading, &mut found));
        let kinds: IndexVec<KindId, PlaneKind> = kinds.collect();
        for kind in rules.kinds.iter() {
            if matches!(kind.royal, Royalty::All | Royalty::Last) {
                found.push(refusal(
                    kind.name.span,
                    "royalty that pieces share",
                    "say `royal: true`",
                ));
            }
        }
        question::check(&rules, size, &mut found);
        if !rules.turn.is_plain() {
            let help = "say `turn: none`";
            found.push(refusal(rules.setup.span, "a turn of several steps", help));
        }
        if let Some(hand) = &rules.hand {
            found.push(refusal(hand.span, "a hand", "say `hand: none`"));
        }
        if let Some(shuffle) = &rules.shuffle {
            found.push(refusal(shuffle.span, "a shuffled setup", "say `shuffle: none`"));
        }
        let place = placement::Place { rules: &rules, size, kinds: &kinds };
        let Findings { value: start, found: about_start } =
            placement::position(&place, &rules.setup);
        found.extend(about_start);
        let Some(start) = start.filter(|_| !has_errors(&found)) else {
            return Findings::new(None, found);
        };
        let program = PlaneProgram { inner: Arc::new(Compiled { size, kinds, start, rules }) };
        let span = program.rules().setup.placement.span;
        found.extend(placement::peril(&program, program.start(), span));
        let ok = !has_errors(&found);
        Findings::new(ok.then_some(program), found)
    }

    /// The rules it was compiled from.
    pub fn rules(&self) -> &Ruleset {
        &self.inner.rules
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.inner.size
    }

    /// What a kind is.
    #[inline]
    pub fn kind(&self, kind: KindId) -> &PlaneKind {
        &self.inner.kinds[kind]
    }

    /// The start position.
    pub fn start(&self) -> &PlanePosition {
        &self.inner.start
    }

    /// How kinds and plane look to whoever places pieces.
    pub fn place(&self) -> placement::Place<'_> {
        let Compiled { rules, size, kinds, .. } = &*self.inner;
        placement::Place { rules, size: *size, kinds }
    }

    /// How the king's way is judged.
    pub fn king_path(&self) -> KingPath {
        self.inner.rules.plane.king_path
    }

    /// No move is shorter.
    pub fn least(&self) -> f64 {
        self.inner.rules.plane.least.get()
    }

    /// Whether every kind has finitely many moves.
    pub fn is_discrete(&self) -> bool {
        let finite = |motions: &Motions| {
            motions.areas.is_empty() && motions.rays.iter().all(|ray| !ray.quanta.is_empty())
        };
        self.inner.kinds.iter().all(|kind| finite(&kind.moves) && !kind.turns)
    }

    /// How far forward a point lies, seen by a side.
    pub fn forward(&self, side: Side, at: Vec2) -> f64 {
        match side {
            Side::White => at.y,
            Side::Black => self.size().y - at.y,
        }
    }

    /// A vector in the frame of a side, as White sees it, and back: a half turn is its own inverse.
    #[inline]
    pub fn seen(side: Side, v: Vec2) -> Vec2 {
        match side {
            Side::White => v,
            Side::Black => Vec2::new(-v.x, -v.y),
        }
    }
}

fn plane_kind(
    rules: &Ruleset,
    (id, kind): (KindId, &Kind),
    size: Vec2,
    reading: Reading,
    found: &mut Report,
) -> PlaneKind {
    let plane = &rules.plane;
    let quantum = plane.quantum.map(|q| q.get());
    let moves = motions(&kind.moves, &rules.every_move, quantum, reading, found);
    let attacking = kind.attacks.as_ref().unwrap_or(&kind.moves);
    let mut attacks = motions(attacking, &rules.every_attack, quantum, reading, found);
    attacks.rays.retain(|ray| ray.purpose.captures());
    attacks.areas.retain(|area| area.purpose.captures());
    let build = plane.builds.iter().find(|b| b.kind == id);
    let body = build.and_then(|b| b.body.clone()).unwrap_or(Body::Disc(plane.radius));
    let has_facing = matches!(body, Body::Polygon(_));
    let shape = Shape::of(&body, 90.0);
    let span = build.map_or(rules.space.span, |b| b.span);
    if shape.reach() >= size.x.min(size.y) {
        let title = format!("the {} is larger than the plane", kind.name.value);
        found
            .at(Code::BadBody, span, title, "it would cover all of it")
            .help("make it smaller, such as `disc 0.25`");
    }
    let turns = build.is_some_and(|b| b.turns);
    let misread =
        build.is_some_and(|b| b.body.is_none() && found.iter().any(|d| d.span() == Some(b.span)));
    if turns && !has_facing && !misread {
        let title = format!("a turn of the {} changes nothing", kind.name.value);
        found
            .at(Code::BadBody, span, title, "a disc looks the same from every side")
            .help("take `turns` away, or give it a body such as `triangle 0.2x1`");
    }
    if has_facing && !(moves.areas.is_empty() && attacks.areas.is_empty()) {
        let title = format!("the {} leaps into a region and is no disc", kind.name.value);
        found
            .at(Code::BadBody, span, title, "what it would cover there is not known")
            .help("give it a body such as `disc 0.25`, or bearings such as `leaping Q0.5`");
    }
    let counts = |m: &Motions| {
        let rays = m.rays.iter().map(|r| r.past);
        rays.chain(m.areas.iter().map(|a| a.past)).any(|past| past != Past::Any)
    };
    let forward = moves.areas.is_empty() && moves.rays.iter().all(|r| r.along.y > 0.0);
    let front = shape.extent(Vec2::new(0.0, 1.0));
    let promotes_from =
        promotion_line(&kind.promotions, rules, size, found).map(|line| line - front);
    let heirs = || kind.promotions.iter().flat_map(|promotion| &promotion.to);
    let heirs = match heirs().filter(|&&heir| rules.kinds[heir].royal.is_royal()).count() {
        _ if kind.royal.is_royal() => Heirs::Common,
        0 => Heirs::Common,
        n if n < heirs().count() => Heirs::Mixed,
        _ => Heirs::Royal,
    };
    PlaneKind {
        heirs,
        turns,
        has_facing,
        counts_moves: counts(&moves) || counts(&attacks),
        lasting: !kind.promotions.is_empty() && !turns && forward,
        front,
        promotes_from,
        body,
        moves,
        attacks,
    }
}

/// The line, seen by the mover, that a promoting piece must reach: through the middle of the zone's
/// first rank, a rank being one unit deep.
fn promotion_line(
    promotions: &[Promotion],
    rules: &Ruleset,
    size: Vec2,
    found: &mut Report,
) -> Option<f64> {
    let (promotion, more) = promotions.split_first()?;
    if !more.is_empty()
        || promotion.duty != Duty::Must
        || promotion.supply != Supply::Endless
        || promotion.on != Occasions::ARRIVING
    {
        let help = "say `promotes: {at: last rank, to: others}`";
        found.push(refusal(promotion.span, "this way of promoting", help));
        return None;
    }
    let line = promotion.at.as_ref().and_then(|at| area_line(at, rules, size));
    if line.is_none() {
        let help = "type `at: last rank`, or ranks up to the last";
        found.push(refusal(promotion.span, "this zone", help));
    }
    line
}

/// Where the middle of the first rank of `area` lies, if it reaches from there to the far edge.
pub fn area_line(area: &Area, rules: &Ruleset, size: Vec2) -> Option<f64> {
    match area {
        Area::LastRank => Some(size.y - 0.5),
        Area::Ranks { first, last } if f64::from(*last) >= size.y => Some(f64::from(*first) - 0.5),
        // A zone is made of zones above it, so this ends.
        Area::Zone(zone) => {
            let [white, black] = Side::BOTH.map(|side| &rules.zones[*zone].area[side]);
            area_line(white, rules, size).filter(|_| white == black)
        }
        Area::Ranks { .. }
        | Area::Layers { .. }
        | Area::Files { .. }
        | Area::Edge
        | Area::Corner
        | Area::Cells(_)
        | Area::Rectangle(_)
        | Area::Enemys(_)
        | Area::All(_)
        | Area::Any(_)
        | Area::Not(_) => None,
    }
}
