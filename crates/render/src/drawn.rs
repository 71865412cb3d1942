//! Charts as they are drawn. Points of a plane stay where they are, and points of a sphere get places
//! on its picture.

use crate::geometry::{Ball, Part};
use crate::plane::{Chart, LastMove, Path, Token, Wall};
use std::borrow::Cow;

/// Returns the chart as it is drawn.
pub(crate) fn drawn(chart: &Chart) -> Cow<'_, Chart> {
    match chart.globe {
        Some(globe) => Cow::Owned(on_picture(chart, Ball::new(globe))),
        None => Cow::Borrowed(chart),
    }
}

/// Returns the chart of the picture of a sphere.
fn on_picture(chart: &Chart, ball: Ball) -> Chart {
    let token = |token: &Token| Token {
        parts: ball.outlines(&token.outlines),
        places: vec![ball.spot(token.at)],
        ..token.clone()
    };
    let path = |path: &Path| -> Vec<Path> {
        let part = |part: Part| Path {
            from: part.from,
            to: part.to,
            way: if part.ends { path.way } else { path.way.before_end() },
            ..*path
        };
        ball.lines(path.from, path.to).into_iter().map(part).collect()
    };
    let last = chart.last.iter().flat_map(|last| ball.lines(last.from, last.to));
    let wall =
        |wall: &Wall| Wall { at: ball.spot(wall.at), along: ball.direction(wall.at, wall.along) };
    Chart {
        size: ball.size(),
        pieces: chart.pieces.iter().map(token).collect(),
        attacked: ball.outlines(&chart.attacked),
        paths: chart.paths.iter().flat_map(path).collect(),
        walls: chart.walls.iter().map(wall).collect(),
        last: last.map(|part| LastMove { from: part.from, to: part.to }).collect(),
        plots: ball.outlines(&chart.plots),
        ball: Some(ball),
        ..chart.clone()
    }
}
