//! A position on a plane as JSON, for drawing and playing. The legal moves are the intervals and
//! faces of `moves --json`.

use crate::board::glyph;
use alfil_describe::families;
use alfil_diagnostics::index::Id;
use alfil_play::plane::{
    Image, Motion, Path, PieceId, PieceSet, PlaneMove, PlanePlay, Surface, Vec2, Vector, reading,
    text,
};
use alfil_render::plane::{Area, Chart, Token, Travel, chart, chart_of, last_move, last_parts};
use serde_json::{Value, json};

/// A point of a plane as a pair.
fn pair(p: Vec2) -> Value {
    json!(rounded(p))
}

/// A point as a pair or, in a box, three numbers.
fn point(surface: &Surface, p: Vector) -> Value {
    let mut numbers = rounded(p).to_vec();
    if surface.is_box() {
        numbers.push(four_decimals(p.z));
    }
    json!(numbers)
}

fn four_decimals(n: f64) -> f64 {
    (n * 10_000.0).round() / 10_000.0
}

fn rounded(p: Vec2) -> [f64; 2] {
    [p.x, p.y].map(four_decimals)
}

fn line(points: &[Vec2]) -> Value {
    points.iter().copied().map(pair).collect()
}

/// A position on points.
pub(super) fn plane(play: &PlanePlay) -> Value {
    let (program, position) = (play.program(), play.now());
    let (surface, chart) = (program.surface(), chart(play, None));
    let legal = play.legal();
    let piece = |(id, token): (PieceId, &Token)| {
        let piece = &position.pieces[id];
        let (glyph, badge) = glyph(program.rules(), piece.kind, piece.side);
        json!({
            "id": id.index(),
            "place": text::place(program, position, id),
            "side": program.rules().word_of(token.side),
            "kind": token.man.kind,
            "glyph": glyph,
            "badge": badge,
            "at": exactly(surface, piece.at),
            "outlines": token.outlines.iter().map(|part| line(part)).collect::<Vec<_>>(),
            "check": token.in_check,
            "royal": program.rules().kinds[piece.kind].royal.is_royal(),
            "moves": legal.iter().any(|family| family.piece == id),
        })
    };
    let mut view = json!({
        "form": "points",
        "size": exactly(surface, chart.size),
        "pieces": position.pieces.ids().zip(&chart.pieces).map(piece).collect::<Vec<_>>(),
        "last": chart.last.iter().map(|last| json!([point(surface, last.from), point(surface, last.to)])).collect::<Vec<_>>(),
        "attacked": attacked(&chart),
        "dark": chart.dark.iter().map(|square| json!([pair(square.low), pair(square.high)])).collect::<Vec<_>>(),
    });
    if let Some(globe) = program.surface().globe() {
        view["globe"] = globe.radius().into();
    }
    if surface.is_box() {
        // A ball has a radius in place of outlines.
        let pieces = view["pieces"].as_array_mut();
        for (one, token) in pieces.into_iter().flatten().zip(&chart.pieces) {
            one["radius"] = token.radius.into();
            one["outlines"] = json!([]);
        }
    }
    if program.surface().has_images() {
        let pieces = view["pieces"].as_array_mut();
        for (one, token) in pieces.into_iter().flatten().zip(&chart.pieces) {
            one["parts"] = token.parts.iter().map(|part| line(part)).collect();
            // The first place is the centre.
            one["places"] = line(&token.places[1..]);
        }
        view["copies"] = program.surface().near().map(copy).collect();
    }
    if !chart.obstacles.is_empty() {
        view["obstacles"] = chart.obstacles.iter().map(|one| line(one)).collect();
    }
    if !chart.plots.is_empty() {
        view["zones"] = chart.plots.iter().map(|plot| line(plot)).collect();
    }
    view
}

/// A copy of the plane: its shift, and -1 if it is upside down.
fn copy(copy: Image) -> Value {
    let shift = copy.at(Vec2::default());
    json!([shift.x, shift.y, copy.direction(Vec2::new(0.0, 1.0)).y])
}

/// The coordinates of a point, or the lengths of the sides of a plane or of a box.
fn exactly(surface: &Surface, p: Vector) -> Value {
    if surface.is_box() { json!([p.x, p.y, p.z]) } else { json!([p.x, p.y]) }
}

/// The area that the opponent attacks.
fn attacked(chart: &Chart) -> Value {
    let swept = chart.attacked.iter().map(|outline| json!([line(outline)]));
    let areas = chart.areas.iter().filter(|area| area.sort.is_none()).map(outlines);
    swept.chain(areas).collect()
}

fn outlines(area: &Area) -> Value {
    area.outlines.iter().map(|outline| line(outline)).collect()
}

/// The indices of the pieces that attack a part.
fn seen(by: PieceSet) -> Value {
    by.iter().map(Id::index).collect()
}

/// The moves of the piece with index `id`: its families, their drawings and its promotions.
pub(super) fn piece(play: &PlanePlay, id: usize) -> Result<Value, String> {
    let (program, position) = (play.program(), play.now());
    let surface = program.surface();
    let id = position.pieces.ids().nth(id).ok_or("this piece does not exist")?;
    let chart = chart_of(play, |other| other == id);
    let paths = chart.paths.iter().map(|path| {
        let mut one = json!({
            "sort": path.sort.word(), "from": point(surface, path.from), "to": point(surface, path.to),
            "open": path.open, "ray": path.way == Travel::Ray, "seen": seen(path.seen_by),
        });
        match path.way {
            Travel::Shot => one["shot"] = true.into(),
            Travel::Aim => one["aim"] = true.into(),
            Travel::Arc => one["arc"] = true.into(),
            Travel::Ray | Travel::Turn | Travel::Curve => {}
        }
        one
    });
    let areas = chart
        .areas
        .iter()
        .filter_map(|area| Some(json!({ "sort": area.sort?.word(), "outlines": outlines(area), "seen": seen(area.seen_by) })));
    let legal = play.legal();
    let own = legal.iter().filter(|family| family.piece == id);
    let families = own.map(|family| {
        let mut one = families::object(play, family);
        match family.motion {
            Motion::Ray { along, .. } => one["along"] = json!([along.x, along.y]),
            Motion::Flight { along, .. } => one["along"] = json!([along.x, along.y, along.z]),
            Motion::Arc { round, .. } => {
                one["centre"] = json!(pair(round.centre));
                one["circle"] = reading::write(round.curve()).into();
            }
            Motion::Great { great, .. } => {
                let along = great.along();
                one["along"] = json!([along.x, along.y]);
            }
            Motion::Turn | Motion::Region | Motion::Shot | Motion::Bent(_) => {}
        }
        one
    });
    let becomes = program.rules().kinds[position.pieces[id].kind].promotions.iter();
    let becomes = becomes.flat_map(|promotion| &promotion.to).map(|&kind| {
        let rule = &program.rules().kinds[kind];
        let (glyph, badge) = glyph(program.rules(), kind, position.pieces[id].side);
        json!({ "letter": rule.letter.to_string(), "kind": rule.name.value, "glyph": glyph, "badge": badge })
    });
    Ok(json!({
        "place": text::place(program, position, id),
        "paths": paths.collect::<Vec<_>>(),
        "areas": areas.collect::<Vec<_>>(),
        "walls": chart.walls.iter().map(|wall| json!([point(surface, wall.at), point(surface, wall.along)])).collect::<Vec<_>>(),
        "families": families.collect::<Vec<_>>(),
        "becomes": becomes.collect::<Vec<_>>(),
    }))
}

/// A move for drawing. A body that only turns has the degrees of its turn.
pub(super) fn drawn(play: &PlanePlay, mv: &PlaneMove, text: &str) -> Value {
    let piece = &play.now().pieces[mv.piece];
    let mut one = json!({
        "text": text,
        "piece": mv.piece.index(),
        "from": point(play.program().surface(), piece.at),
        "to": point(play.program().surface(), mv.to),
    });
    if play.program().surface().globe().is_some() {
        let parts = last_parts(play.program(), play.now(), mv);
        let ends = parts.iter().map(|part| part.to);
        one["trace"] = line(&std::iter::once(piece.at).chain(ends).collect::<Vec<_>>());
    } else if play.program().surface().has_images() {
        // The end of the way on the plane beyond joined edges.
        one["end"] = pair(last_move(play.now(), mv).to);
    }
    match mv.path {
        Path::Turn { by } => one["turn"] = by.into(),
        // A body with a facing turns with an arc.
        Path::Arc { .. } => one["turn"] = (mv.facing - piece.facing).into(),
        Path::Ray { .. } | Path::Flight { .. } | Path::Shot | Path::Bent { .. } => {}
    }
    one
}
