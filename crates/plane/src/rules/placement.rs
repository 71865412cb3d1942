//! Reads a setup as a position on a plane.
//!
//! A setup in rows, as for a chessboard, places pieces in the middle of cells, and none of them has
//! moved. In a valid position all pieces are on the plane, none covers the centre of a friend, and
//! their number is at most `MAX_PIECES`.

use crate::geometry::scalar::{Vec2, Vector};
use crate::geometry::shape::Shape;
use crate::model::position::{MAX_PIECES, Piece, PieceId, PieceSet, PlanePosition};
use crate::model::program::{Field, PlacementContext, PlaneProgram};
use crate::moves::attack::attacked;
use crate::space::surface::Sense;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, Report};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::outcome::Counters;
use alfil_rules::setup::{Placement, Setup, Square, Stand};
use alfil_rules::side::{Color, Side};

/// Returns the position of `setup`, with all findings about it.
pub fn position(place: &PlacementContext<'_>, setup: &Setup) -> Findings<PlanePosition> {
    let mut found = Report::default();
    let pieces = if setup.placement.rows.is_empty() {
        setup.placement.points.iter().map(|p| at_point(place, p)).collect()
    } else {
        in_rows(place, &setup.placement, &mut found)
    };
    if let Some(finding) = heights(place, setup) {
        found.push(finding);
        return Findings::new(None, found);
    }
    for (name, field) in [("castling", &setup.castling), ("en passant", &setup.en_passant)] {
        if let Some(field) = field.as_ref().filter(|field| field.value != "-") {
            let title = format!("a plane has no {name}");
            found
                .at(Code::BadPosition, field.span, title, "not on a plane")
                .help("after the pieces, write the side to move and the clocks: `w 0 1`");
        }
    }
    if setup.step > 1 {
        let title = "a turn on a plane has one step";
        found.at(Code::BadPosition, setup.span, title, "names another");
    }
    let mut counters = Counters::default();
    for field in &setup.counters {
        if let Err(wrong) = place.rules.read_counter(&mut counters, &field.value) {
            let help = Help::type_one_of(&wrong.fields);
            found.at(Code::BadPosition, field.span, wrong.title, "no counter").help(help);
        }
    }
    check(place, &pieces, setup.placement.span, &mut found);
    let ok = found.is_empty();
    let pieces: IndexVec<PieceId, Piece> =
        pieces.into_iter().map(|p| folded(place, p.value)).collect();
    let position = PlanePosition {
        pieces,
        side: setup.side,
        halfmoves: setup.halfmoves,
        fullmove: setup.fullmove,
        counters,
    };
    Findings::new(ok.then_some(position), found)
}

/// Returns a finding for each side without a royal piece, if mate ends the game.
pub fn royals(
    place: &PlacementContext<'_>,
    position: &PlanePosition,
    span: Span,
) -> Vec<Diagnostic> {
    let royal = place.rules.kinds.iter().find(|k| k.royal.is_royal());
    let Some(kind) = royal.filter(|_| place.rules.ends.need_royals()) else {
        return Vec::new();
    };
    let bare =
        |side: &Side| !position.of(*side).any(|(_, p)| place.rules.kinds[p.kind].royal.is_royal());
    let finding = |side: Side| {
        let (side, name) = (side.name(), &kind.name.value);
        let title = format!("{side} has no {name} in this position");
        Diagnostic::at(Code::RoyalNotInSetup, span, title, "")
            .help(format!("place a {name} for {side}"))
    };
    Side::BOTH.into_iter().filter(bare).map(finding).collect()
}

/// Returns a finding if the side that is not to move is in check and mate ends the game. No legal
/// move leads to such a position.
pub fn peril(program: &PlaneProgram, position: &PlanePosition, span: Span) -> Option<Diagnostic> {
    let (field, waiting) = (Field::new(program, position), position.side.other());
    let mut royals = field.royals(waiting);
    let at = |id: PieceId| field.piece(id).at;
    let king = royals.find(|&id| attacked(&field, waiting, at(id), PieceSet::one(id)));
    let king = king.filter(|_| program.rules().ends.decide_by_mate())?;
    let where_to = program.surface().coordinates(at(king));
    let name = &program.rules().kinds[field.piece(king).kind].name.value;
    let title = format!("{} has just moved, but is in check at {where_to}", waiting.name());
    let label = format!("{} could capture the {name}", position.side.name());
    let help = format!("let {} move, or place the {name} elsewhere", waiting.name());
    Some(Diagnostic::at(Code::KingInPeril, span, title, label).help(help))
}

/// Returns the piece at the point of the plane that positions store. Of a piece on joined edges,
/// this is the left or lower one.
fn folded(place: &PlacementContext<'_>, piece: Piece) -> Piece {
    let (copy, at) = place.surface.home(piece.at);
    match place.surface.is_flat() {
        true => piece,
        false if place.kinds[piece.kind].has_facing => {
            Piece { at, facing: copy.facing(piece.facing), ..piece }
        }
        false => Piece { at, ..piece },
    }
}

/// The word for a space that is no box.
fn noun(place: &PlacementContext<'_>) -> &'static str {
    if place.surface.globe().is_some() { "sphere" } else { "plane" }
}

/// The words for a place that the space does not have.
fn outside(place: &PlacementContext<'_>) -> &'static str {
    match (place.surface.globe(), place.surface.is_box()) {
        (Some(_), _) => "off the sphere",
        (None, true) => "outside the box",
        (None, false) => "off the plane",
    }
}

/// Returns the default facing: forward.
fn forward(side: Side) -> f64 {
    match side.color() {
        Color::White => 90.0,
        Color::Black => 270.0,
    }
}

fn at_point(place: &PlacementContext<'_>, point: &Spanned<Stand>) -> Spanned<Piece> {
    point.map(|Stand { side, kind, x, y, z, facing, unmoved }| Piece {
        side,
        kind,
        at: Vector::in_space(x.get(), y.get(), z.map_or(0.0, |z| z.get())),
        facing: match facing.filter(|_| place.kinds[kind].has_facing) {
            Some(facing) => facing.get().rem_euclid(360.0),
            None => forward(side),
        },
        unmoved: unmoved && place.kinds[kind].counts_moves,
    })
}

/// Returns a finding about the first point with a height on a plane, or without one in a box.
fn heights(place: &PlacementContext<'_>, setup: &Setup) -> Option<Diagnostic> {
    let is_box = place.surface.is_box();
    let odd = setup.placement.points.iter().find(|point| point.value.z.is_some() != is_box);
    let Spanned { value: Stand { side, kind, x, y, .. }, span } = odd?;
    let letter = place.rules.kinds[*kind].letter.of(*side);
    let finding = |title: &str, label: &str| {
        Diagnostic::at(Code::BadPlacement, *span, title.to_owned(), label)
    };
    Some(if is_box {
        finding(&format!("`{letter}{x},{y}` has no height"), "two numbers")
            .because("a point of a box has three numbers: how far right, how far from White's side, and how high")
            .help(Help::type_in(format!("{letter}{x},{y},0")))
    } else {
        finding(&format!("a {} has no height", noun(place)), "three numbers")
            .help(Help::type_in(format!("{letter}{x},{y}")))
    })
}

fn in_rows(
    place: &PlacementContext<'_>,
    placement: &Placement,
    found: &mut Report,
) -> Vec<Spanned<Piece>> {
    let Vec2 { x: width, y: height, .. } = place.surface.size();
    if place.surface.globe().is_some() {
        found
            .at(Code::BadPlacement, placement.span, "rows on a sphere", "a sphere has no rows")
            .help("write pieces at longitude and latitude: `K0,-80 k0,80 w 0 1`");
        return Vec::new();
    }
    if place.surface.is_box() {
        found
            .at(
                Code::BadPlacement,
                placement.span,
                "rows of pieces in a box",
                "they have no height",
            )
            .help("write pieces at points: `K4.5,0.5,4 k4.5,7.5,4 w 0 1`");
        return Vec::new();
    }
    if placement.rows.len() as f64 != height {
        let title = format!("{} rows on a plane {height} high", placement.rows.len());
        found
            .at(Code::BadPlacement, placement.span, title, "each row is one unit high")
            .help("write pieces at points: `K4.5,0.5 k4.5,7.5 w 0 1`");
        return Vec::new();
    }
    let mut pieces = Vec::new();
    for (row, up) in placement.rows.iter().rev().zip(0u32..) {
        let mut across = 0u32;
        for cell in &row.cells {
            match cell.value {
                Square::Empty(n) => across += u32::from(n),
                Square::Missing => across += 1,
                Square::Covered(..) => {
                    let title = "a stack on a plane";
                    let label = "one piece is beneath another";
                    found
                        .at(Code::BadPlacement, cell.span, title, label)
                        .help("pieces can be on top of each other only on boards; place them side by side");
                }
                Square::Piece(side, kind) => {
                    let at = Vec2::new(f64::from(across) + 0.5, f64::from(up) + 0.5);
                    let unmoved = place.kinds[kind].counts_moves;
                    let piece = Piece { side, kind, at, facing: forward(side), unmoved };
                    pieces.push(Spanned::new(piece, cell.span));
                    across += 1;
                }
            }
        }
        if f64::from(across) != width {
            let title = format!("a row of {across} cells on a plane {width} wide");
            found
                .at(Code::BadPlacement, row.span, title, "each cell is one unit wide")
                .help("write pieces at points: `K4.5,0.5 k4.5,7.5 w 0 1`");
        }
    }
    pieces
}

fn check(place: &PlacementContext<'_>, pieces: &[Spanned<Piece>], span: Span, found: &mut Report) {
    if pieces.len() > MAX_PIECES {
        let title = format!("{} pieces on one plane", pieces.len());
        let label = format!("at most {MAX_PIECES}");
        found.at(Code::BadPlacement, span, title, label);
        return;
    }
    let letter = |p: &Piece| place.rules.kinds[p.kind].letter.of(p.side);
    let shape = |p: &Piece| Shape::of(&place.kinds[p.kind].body, p.facing);
    for (index, Spanned { value: piece, span }) in pieces.iter().enumerate() {
        let at = place.surface.coordinates(piece.at);
        if !place.surface.has(piece.at) {
            let Vector { x, y, z } = place.surface.size();
            let title = format!("`{}` is at {at}, {}", letter(piece), outside(place));
            let help = match (place.surface.globe(), place.surface.is_box()) {
                (Some(_), _) => {
                    "a longitude goes from -180 to 180 and a latitude from -90 to 90".to_owned()
                }
                (None, false) => format!("coordinates go from 0 to {x} and from 0 to {y}"),
                (None, true) => format!(
                    "coordinates go from 0 to {x} and from 0 to {y}, and heights from 0 to {z}"
                ),
            };
            found.at(Code::OffThePlane, *span, title, "outside").help(help);
        }
        let radius = shape(piece).reach();
        if place
            .surface
            .images(piece.at)
            .any(|at| place.obstacles.iter().any(|obstacle| obstacle.overlaps(at, radius)))
        {
            let title = format!("`{}` is at {at}, in an obstacle", letter(piece));
            found
                .at(Code::OffThePlane, *span, title, "its body overlaps the obstacle")
                .help("move it away from the obstacle by at least its radius");
        }
        for other in &pieces[..index] {
            let (own, friend) = (folded(place, *piece), folded(place, other.value));
            let covers = place.surface.near().any(|copy| {
                let at = copy.at(friend.at);
                let shape_there = match copy.sense {
                    Sense::Upright => shape(&friend),
                    Sense::Mirrored => shape(&friend).mirrored(),
                };
                place.surface.covers(&shape(&own), own.at, at)
                    || place.surface.covers(&shape_there, at, own.at)
            });
            if piece.side == other.value.side && covers {
                let (a, b) = (letter(piece), letter(&other.value));
                let title = format!("`{a}` and `{b}` of one side overlap");
                found
                    .at(
                        Code::OverlappingFriends,
                        *span,
                        title,
                        "one of them covers the centre of the other",
                    )
                    .label(other.span, "its friend")
                    .help("move one of them away by at least its radius");
            }
        }
    }
}
