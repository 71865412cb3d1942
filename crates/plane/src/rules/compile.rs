//! Compiles a ruleset for a plane. A rule that a plane cannot express becomes a finding.

use crate::geometry::scalar::{Vec2, below};
use crate::geometry::shape::Shape;
use crate::model::motion::{Gait, Ground, Motions, Ray, Reading, motions};
use crate::model::position::Heirs;
use crate::model::program::{PlacementContext, PlaneKind, PlaneProgram, PromotionPlace};
use crate::rules::placement;
use crate::space::flight::Obstacle;
use crate::space::globe::Globe;
use crate::space::surface::{Surface, area_line};
use crate::space::terrain::{Terrain, refusal};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, Report, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Span;
use alfil_rules::effect::{Deed, Will};
use alfil_rules::ids::KindId;
use alfil_rules::plane::{Body, BodyPart, Figure, Friends};
use alfil_rules::question::{Amount, Filter, MoveFact, Pieces, Quantity, Question, Subject, Test};
use alfil_rules::ruleset::{Duty, Kind, Occasions, Promotion, Royalty, Ruleset, Supply};
use alfil_rules::space::Shading;

impl PlaneProgram {
    /// Compiles `rules` for a plane, which must be the space of `rules`. Returns no program if a
    /// finding is an error.
    pub fn new(rules: Ruleset, reading: Reading) -> Findings<PlaneProgram> {
        let mut found = Report::default();
        let Some(surface) = Surface::of(&rules) else {
            let title = "this space is no plane";
            found.at(Code::NotOnAPlane, rules.space.span, title, "has cells");
            return Findings::new(None, found);
        };
        let kinds = rules
            .kinds
            .enumerate()
            .map(|(id, kind)| plane_kind(&rules, id, kind, surface, reading, &mut found));
        let mut kinds: IndexVec<KindId, PlaneKind> = kinds.collect();
        let heirs = Heirs::of(&rules, &kinds.iter().map(|kind| &kind.body).collect());
        for (kind, heirs) in kinds.iter_mut().zip(heirs.iter()) {
            kind.heirs = heirs.clone();
        }
        for kind in rules.kinds.iter() {
            if matches!(kind.royal, Royalty::All | Royalty::Last) {
                found.push(refusal(
                    kind.name.span,
                    "several pieces that are royal together",
                    "write `royal: true`",
                ));
            }
        }
        ellipses_and_regions(&rules, &kinds, &mut found);
        check(&rules, surface, &mut found);
        one_shade(&rules, &mut found);
        idle_rules(&rules, &kinds, &mut found);
        if !rules.turn.is_plain() {
            let help = "write `turn: none`";
            found.push(refusal(rules.setup.span, "a turn of several steps", help));
        }
        if let Some(die) = rules.dice.iter().next() {
            found.push(refusal(die.name.span, "a die", "remove it"));
        }
        if let Some(hand) = &rules.hand {
            found.push(refusal(hand.span, "a hand", "write `hand: none`"));
        }
        if let Some(shuffle) = &rules.shuffle {
            found.push(refusal(shuffle.span, "a shuffled setup", "write `shuffle: none`"));
        }
        let obstacles = obstacles(&rules, surface, &kinds, &mut found);
        let place =
            PlacementContext { rules: &rules, surface, kinds: &kinds, obstacles: &obstacles };
        let Findings { value: start, found: about_start } =
            placement::position(&place, &rules.setup);
        found.extend(about_start);
        let Some(start) = start.filter(|_| !has_errors(&found)) else {
            return Findings::new(None, found);
        };
        let program = PlaneProgram::from_parts(rules, surface, kinds, obstacles, start);
        let span = program.rules().setup.placement.span;
        found.extend(placement::peril(&program, program.start(), span));
        let ok = !has_errors(&found);
        Findings::new(ok.then_some(program), found)
    }
}

/// Returns the obstacles. Reports those off the plane, and bodies that cannot meet obstacles.
fn obstacles(
    rules: &Ruleset,
    surface: Surface,
    kinds: &IndexVec<KindId, PlaneKind>,
    found: &mut Report,
) -> Vec<Obstacle> {
    let terrain = Terrain { rules, surface };
    let mut all = Vec::new();
    for plot in &rules.space.obstacles {
        match terrain.obstacle(plot) {
            Ok(obstacle) => all.push(obstacle),
            Err(finding) => found.push(finding),
        }
    }
    let angular = rules.kinds.enumerate().find(|(id, _)| kinds[*id].has_facing);
    if let (Some(first), Some((_, kind))) = (rules.space.obstacles.first(), angular) {
        let title = format!("the {} is not a disc, but the plane has obstacles", kind.name.value);
        found
            .at(Code::BadBody, first.span, title, "an obstacle")
            .help("give it a body such as `disc 0.25`, or remove the obstacles");
    }
    all
}

/// Reports an ellipse in a game where a leap into a region or a path of two parts captures. A friend
/// bars the points that its body covers. The points which the leap captures from beside an ellipse
/// are bounded by a curve of the eighth degree, and regions have none.
fn ellipses_and_regions(rules: &Ruleset, kinds: &IndexVec<KindId, PlaneKind>, found: &mut Report) {
    let is_ellipse = |part: &BodyPart| matches!(part.figure, Figure::Ellipse { .. });
    let oval = kinds.enumerate().find(|(_, kind)| match &kind.body {
        Body::Disc(_) => false,
        Body::Parts(parts) => parts.iter().any(is_ellipse),
    });
    let captures =
        |kind: &PlaneKind| !(kind.attacks.areas.is_empty() && kind.attacks.bends.is_empty());
    let leaper = kinds.enumerate().find(|(_, kind)| captures(kind));
    let (Some((oval, _)), Some((leaper, kind))) = (oval, leaper) else { return };
    let (oval, leaper) = (&rules.kinds[oval].name.value, &rules.kinds[leaper].name.value);
    let span = match (kind.attacks.areas.first(), kind.attacks.bends.first()) {
        (Some(area), _) => area.span,
        (None, Some(bend)) => bend.span,
        (None, None) => return,
    };
    let title = format!("the {leaper} cannot capture here, because the {oval} is an ellipse");
    found
        .at(Code::BadBody, span, title, "ends at any point of a region")
        .because("a piece cannot stop where it covers a friend, and captures next to an ellipse have no exact border")
        .help(format!(
            "give the {oval} a body such as `capsule 1x0.2`, or let the {leaper} move without \
             captures, such as `mU0.5`"
        ));
}

/// Reports all conditions on `strong` or `weak` points of a plane without squares. Such conditions
/// never hold.
fn one_shade(rules: &Ruleset, found: &mut Report) {
    if rules.space.shades == Shading::Checkered {
        return;
    }
    for (word, span) in rules.strengths() {
        if rules.space.lattice.sphere().is_some() {
            let title = format!("a sphere has no {word} points");
            found
                .at(Code::OneShade, span, title, "a sphere has no squares")
                .because(
                    "`strong` and `weak` need shades; without squares, every piece is `neutral`",
                )
                .help("remove the condition");
            continue;
        }
        let title = format!("this plane has no {word} points");
        found
            .at(Code::OneShade, span, title, "the plane has no squares")
            .because("`strong` and `weak` need shades; without squares, every piece is `neutral`")
            .help(match rules.space.lattice.depth() {
                None => "add squares to the space: `space: plane 8x8, checkered`".to_owned(),
                Some(_) => {
                    let head = rules.space.lattice.head();
                    format!("add cubes to the space: `space: {head}, checkered`")
                }
            });
    }
}

/// Reports rules of the plane that bind no move of any kind.
fn idle_rules(rules: &Ruleset, kinds: &IndexVec<KindId, PlaneKind>, found: &mut Report) {
    let plane = &rules.plane;
    if rules.space.lattice.sphere().is_some() && plane.reach.get() < 1.0 {
        let title = "`reach` has no effect on a sphere";
        found
            .at(Code::IdlePlaneRule, rules.space.span, title, "a sphere has no edges")
            .help("type `plane: {reach: 1}`");
    }
    let turns = kinds.iter().any(|kind| kind.turns);
    let least = plane.said.least_turn.filter(|_| plane.least_turn.get() > 0.0 && !turns);
    if let Some(span) = least {
        found
            .at(
                Code::IdlePlaneRule,
                span,
                "no piece of this game turns",
                "so there are no turns to limit",
            )
            .help("give a piece `turns: true`, or type `least turn: 0`");
    }
    let ways = |m: &Motions| {
        let rays = m.rays.iter().chain(&m.shots);
        !m.bends.is_empty() || rays.into_iter().any(|ray| ray.gait == Gait::Sweep)
    };
    let meets = |kind: &PlaneKind| kind.turns || ways(&kind.moves) || ways(&kind.attacks);
    let friends = plane.said.friends.filter(|_| plane.friends == Friends::Stop);
    if let Some(span) = friends.filter(|_| !kinds.iter().any(meets)) {
        found
            .at(
                Code::IdlePlaneRule,
                span,
                "all pieces of this game leap",
                "so friends are never in the way",
            )
            .help("type `friends: pass`");
    }
}

fn plane_kind(
    rules: &Ruleset,
    id: KindId,
    kind: &Kind,
    surface: Surface,
    reading: Reading,
    found: &mut Report,
) -> PlaneKind {
    let plane = &rules.plane;
    let quantum = plane.quantum.map(|q| q.get());
    let terrain = Terrain { rules, surface };
    let moves = motions(&kind.moves, &rules.every_move, quantum, &terrain, reading, found);
    let attacking = kind.attacks.as_ref().unwrap_or(&kind.moves);
    let every = &rules.every_attack;
    let mut attacks = motions(attacking, every, quantum, &terrain, reading, found);
    attacks.rays.retain(|ray| ray.purpose.captures());
    attacks.areas.retain(|area| area.purpose.captures());
    attacks.bends.retain(|bend| bend.last.purpose.captures());
    let build = plane.builds.iter().find(|b| b.kind == id);
    let body = build.and_then(|b| b.body.clone()).unwrap_or(Body::Disc(plane.radius));
    let has_facing = matches!(body, Body::Parts(_));
    let shape = Shape::of(&body, 90.0);
    let span = build.map_or(rules.space.span, |b| b.span);
    let size = surface.size();
    let narrow = if surface.is_box() { size.x.min(size.y).min(size.z) } else { size.x.min(size.y) };
    if let Some(globe) = surface.globe() {
        on_sphere(kind, &body, globe, span, found);
    } else if shape.reach() >= narrow {
        let title = format!("the {} is larger than the plane", kind.name.value);
        found
            .at(Code::BadBody, span, title, "it would cover all of it")
            .help("make it smaller, such as `disc 0.25`");
    }
    let turns = build.is_some_and(|b| b.turns);
    if surface.is_box() && has_facing {
        let title = format!("the {} is not a ball", kind.name.value);
        found
            .at(Code::BadBody, span, title, "a flat outline")
            .because("every piece in a box must be a ball")
            .help(Help::type_in("disc 0.25"));
    }
    if surface.is_twisted() && !shape.is_like(&shape.upright_mirror()) {
        let title = format!("the {} differs from its mirror image", kind.name.value);
        found
            .at(Code::BadBody, span, title, "its left and its right side differ")
            .because("a way around this surface exchanges left and right")
            .help("use a body with equal sides, such as `triangle 0.2x1`");
    }
    if turns && !has_facing {
        let title = format!("a turn of the {} changes nothing", kind.name.value);
        found
            .at(Code::BadBody, span, title, "a disc is the same in every direction")
            .help("remove `turns`, or give it a body such as `triangle 0.2x1`");
    }
    if has_facing && !(moves.areas.is_empty() && attacks.areas.is_empty()) {
        let title = format!("the {} leaps into a region, but is not a disc", kind.name.value);
        found
            .at(Code::BadBody, span, title, "Alfil cannot calculate what it would cover there")
            .help("give it a body such as `disc 0.25`, or bearings such as `leaping Q0.5`");
    }
    let counts = |m: &Motions| {
        let rays = m.rays.iter().chain(&m.shots).chain(m.bends.iter().map(|bend| &bend.last));
        let rays = rays.map(|ray| &ray.ground);
        rays.chain(m.areas.iter().map(|a| &a.ground)).any(Ground::counts_moves)
    };
    if kind.royal.is_royal() || has_facing {
        let mut told: Vec<Span> = Vec::new();
        for bend in moves.bends.iter().chain(&attacks.bends) {
            if !told.contains(&bend.span) {
                told.push(bend.span);
                let help = "write each bearing as a term of its own";
                let what = if kind.royal.is_royal() {
                    "a path of two parts for a royal piece"
                } else {
                    "a path of two parts for a piece that is not a disc"
                };
                found.push(refusal(bend.span, what, help));
            }
        }
    }
    on_surface(&[&moves, &attacks], kind, surface, found);
    let ahead = |ray: &Ray| ray.along.y > 0.0;
    let forward = moves.areas.is_empty()
        && moves.rays.iter().all(ahead)
        && moves.bends.iter().all(|bend| ahead(&bend.first) && ahead(&bend.last));
    let front = shape.extent(Vec2::new(0.0, 1.0));
    let promotes_at = promotion_place(&kind.promotions, &terrain, front, found);
    PlaneKind {
        // The bodies of all kinds must be known first.
        heirs: Heirs::default(),
        turns,
        has_facing,
        counts_moves: counts(&moves) || counts(&attacks),
        lasting: !kind.promotions.is_empty() && !turns && forward && surface.has_own_edges(),
        front,
        promotes_at,
        body,
        moves,
        attacks,
    }
}

/// Reports bodies that do not exist on a sphere.
fn on_sphere(kind: &Kind, body: &Body, globe: Globe, span: Span, found: &mut Report) {
    match body {
        Body::Parts(_) => {
            let title = format!("the {} is not a disc", kind.name.value);
            found
                .at(Code::BadBody, span, title, "every piece on a sphere must be a disc")
                .help(Help::type_in("disc 0.25"));
        }
        Body::Disc(radius) if radius.get() >= globe.half() / 2.0 => {
            let title = format!("the {} covers half of the sphere", kind.name.value);
            found
                .at(Code::BadBody, span, title, "it is too large")
                .help("make it smaller, such as `disc 0.25`");
        }
        Body::Disc(_) => {}
    }
}

/// Reports motions that do not exist where edges are joined.
fn on_surface(all: &[&Motions], kind: &Kind, surface: Surface, found: &mut Report) {
    if !surface.has_images() {
        return;
    }
    let around = surface.around();
    let half = around.x.min(around.y) / 2.0;
    let mut told: Vec<Span> = Vec::new();
    for bend in all.iter().flat_map(|motions| &motions.bends) {
        if !told.contains(&bend.span) {
            told.push(bend.span);
            let what = "a path of two parts where edges are joined";
            found.push(refusal(bend.span, what, "write each bearing as a term of its own"));
        }
    }
    for area in all.iter().flat_map(|motions| &motions.areas) {
        if !below(area.to, half) && !told.contains(&area.span) {
            told.push(area.span);
            let title = format!("the {} leaps into a region that meets itself", kind.name.value);
            found
                .at(Code::NotOnAPlane, area.span, title, "reaches half around, or more")
                .because("its ends would meet on the other side, where edges are joined")
                .help(format!("let it leap less than {half}, such as `U0.5`"));
        }
    }
}

/// Returns where a kind promotes. For ranks up to the last this is a line that the front of the body
/// must reach: the middle of the first rank. Ranks are one unit deep. For other zones, the centre
/// must be in the zone.
fn promotion_place(
    promotions: &[Promotion],
    terrain: &Terrain<'_>,
    front: f64,
    found: &mut Report,
) -> Option<PromotionPlace> {
    let (promotion, more) = promotions.split_first()?;
    if !more.is_empty()
        || promotion.duty != Duty::Must
        || promotion.supply != Supply::Endless
        || promotion.on != Occasions::ARRIVING
    {
        let help = "write `promotes: {at: last rank, to: others}`";
        found.push(refusal(promotion.span, "this way of promoting", help));
        return None;
    }
    let Some(at) = &promotion.at else {
        let help = "type `at: last rank`, or another zone";
        found.push(refusal(promotion.span, "this zone", help));
        return None;
    };
    if let Some(line) = area_line(at, terrain.rules, terrain.surface.size()) {
        return Some(PromotionPlace::From(line - front));
    }
    match terrain.area(at, promotion.span) {
        Ok(patch) => Some(PromotionPlace::In(patch)),
        Err(finding) => {
            found.push(finding);
            None
        }
    }
}

// Questions that a plane does not support.

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Position,
    Move,
}

/// Reports every sentence that a plane does not support.
pub(crate) fn check(rules: &Ruleset, surface: Surface, found: &mut Report) {
    let mut refuse = |span: Span, Unsupported { title, help }: Unsupported| {
        let finding = Diagnostic::at(Code::NotOnAPlane, span, title, "not supported here");
        found.push(finding.help(help));
    };
    let ends = || rules.ends.goals.iter().chain(&rules.ends.claims);
    for asked in ends() {
        if let Some(what) = unsupported(&asked.question, About::Position, rules, surface) {
            refuse(asked.span, what);
        }
    }
    let tallies = |deed: &Deed| matches!(deed, Deed::Count(..) | Deed::Reset(..));
    for effect in &rules.effects {
        let asked = effect.question.as_ref();
        let what = if effect.will == Will::Must && effect.deeds.iter().all(tallies) {
            asked.and_then(|asked| unsupported(asked, About::Move, rules, surface))
        } else {
            Unsupported::of(
                "on a plane, effects can only count",
                "write `when ... then count NAME`",
            )
        };
        if let Some(what) = what {
            refuse(effect.span, what);
        }
    }
    let mut answered: Vec<Span> = ends().map(|asked| asked.span).collect();
    answered.extend(rules.effects.iter().map(|effect| effect.span));
    for (_, span) in rules.sentences().filter(|(_, span)| !answered.contains(span)) {
        let help =
            "remove it, or use a board; on a plane, only goals, claims and effects have questions"
                .into();
        refuse(span, Unsupported { title: "on a plane, sentences cannot restrict moves", help });
    }
}

/// Something that a plane does not support, and a help.
struct Unsupported {
    title: &'static str,
    help: Help,
}

impl Unsupported {
    fn of(title: &'static str, help: impl Into<Help>) -> Option<Unsupported> {
        Some(Unsupported { title, help: help.into() })
    }
}

/// Returns the first part of `question` that a plane does not support.
fn unsupported(
    question: &Question,
    about: About,
    rules: &Ruleset,
    surface: Surface,
) -> Option<Unsupported> {
    let pieces = |pieces: &Pieces| unsupported_pieces(pieces, rules, surface);
    match question {
        Question::All(parts) | Question::Any(parts) => {
            parts.iter().find_map(|part| unsupported(part, about, rules, surface))
        }
        Question::Not(part) => unsupported(part, about, rules, surface),
        // Dice of a plane have a finding already.
        Question::Rolled(..) => None,
        Question::Plays(_) | Question::Side(..) | Question::KindGone(_) => None,
        Question::Compare(amounts, _) => {
            let mut parts = amounts.iter().flat_map(Amount::parts);
            parts.find_map(|part| match &part.what {
                Quantity::Whole(_) | Quantity::Tally(..) => None,
                Quantity::Count(counted) => pieces(counted),
                Quantity::Place(..) => {
                    let title = "ranks and files of a plane have no numbers";
                    Unsupported::of(title, "ask whether a piece is `in last rank`")
                }
            })
        }
        Question::After(_) => {
            let title = "questions about the last move are not supported on a plane";
            Unsupported::of(title, "count such moves: `effects: [when ... then count NAME]`")
        }
        Question::Count(_, counted) => pieces(counted),
        Question::Move(fact) => match fact {
            _ if about == About::Position => Unsupported::of(
                "on a plane, goals are about the position, not about the move",
                "count such moves: `effects: [when ... then count NAME]`",
            ),
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Promoting(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
            MoveFact::Dropping(_) => {
                Unsupported::of("there are no drops on a plane", Help::take_out())
            }
            MoveFact::Over(_) => {
                Unsupported::of("`over` is not supported on a plane", "use `moving` or `capturing`")
            }
            MoveFact::Castling => {
                Unsupported::of("there is no castling on a plane", Help::take_out())
            }
            MoveFact::Passing => {
                Unsupported::of("there is no passing on a plane", Help::take_out())
            }
        },
        Question::Cells(_) | Question::By(_) | Question::Leaving(_) => {
            let title =
                "questions about the start or the end of a move are not supported on a plane";
            Unsupported::of(title, "use `moving` or `capturing`")
        }
        Question::Reply(..) => Unsupported::of(
            "`can move` is not supported on a plane",
            "ask whether a side is `stuck`",
        ),
        Question::Without(..) => {
            Unsupported::of("`turns without` is not supported on a plane", "use `fifty moves`")
        }
        Question::Repeated(..) => Unsupported::of(
            "`repeated` is not supported on a plane",
            "use `threefold` or `fourfold`",
        ),
    }
}

fn unsupported_pieces(pieces: &Pieces, rules: &Ruleset, surface: Surface) -> Option<Unsupported> {
    let count = "count pieces: `exactly 3 own rook`";
    let filter = |title| Unsupported::of(title, "ask whether it is `in last rank` or `attacked`");
    match &pieces.what {
        Subject::Men(_) => {}
        Subject::Empty | Subject::Cells => {
            return Unsupported::of("a plane has no empty cells", count);
        }
        Subject::Anchor(_) => {
            return Unsupported::of("the pieces of a move cannot be counted on a plane", count);
        }
    }
    pieces.filters.iter().find_map(|Filter { test, .. }| match test {
        Test::Attacked(None) => None,
        Test::In(area) if area_line(area, rules, surface.size()).is_some() => None,
        Test::In(area) => {
            let terrain = Terrain { rules, surface };
            let named = terrain.area(area, rules.space.span).is_ok();
            (!named).then(|| Unsupported {
                title: "this zone does not exist on a plane",
                help: "name ranks, files or squares of the plane: `own king in d4-e5`".into(),
            })
        }
        Test::Attacked(Some(_)) => filter("`attacked by` is not supported on a plane"),
        Test::InHand => filter("there are no pieces in hand on a plane"),
        Test::Guarded => filter("`guarded` is not supported on a plane"),
        Test::Between(_) => filter("`between` is not supported on a plane"),
        Test::At(..) => filter("`at ... of` is not supported on a plane"),
        Test::Along(..) => filter("`along` is not supported on a plane"),
        Test::InRow(..) => filter("`in rank of` and `in file of` are not supported on a plane"),
        Test::On(_) => filter("questions about the cells of a move are not supported on a plane"),
        Test::LikeMover => filter("`like mover` is not supported on a plane"),
        Test::Paired(..) => filter("pairs of kinds are not supported on a plane"),
        Test::LikeDie(_) => None,
        Test::NeverMoved => filter("`never moved` is not supported on a plane"),
    })
}
