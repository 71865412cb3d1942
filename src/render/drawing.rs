//! A picture of a game, whatever its arena.
//!
//! Owns: [`Drawing`]. Takes a game in play, or a piece of it; gives SVG and terminal text. Here alone the
//! pictures of boards ([`scene`](crate::render::scene)) and of planes ([`plane`])
//! meet.

use crate::play::position::Position;
use crate::render::palette::Colour;
use crate::render::plane::Chart;
use crate::render::scene::Picture;
use crate::render::{board, movement, plane, plane_svg, plane_text, svg, terminal};
use crate::rules::ruleset::KindId;
use crate::rules::side::Side;

/// Pixels across a PNG of a panel of cells, and of a plane.
const PANEL: u32 = 480;
const PLANE: u32 = 720;

/// A picture before it has a form.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// Of cells.
    Cells(Picture),
    /// Of points, under its title.
    Points(String, Chart),
}

impl Drawing {
    /// `position`, with the move that led to it.
    pub fn of(title: &str, position: &Position) -> Drawing {
        match position {
            Position::Board(play) => Drawing::Cells(Picture::of(title, board::scene(play))),
            Position::Plane(play) => Drawing::Points(title.to_owned(), plane::chart(play, None)),
        }
    }

    /// How `kind` moves: alone on a board, where it stands on a plane.
    pub fn of_kind(title: &str, position: &Position, kind: KindId) -> Drawing {
        match position {
            Position::Board(play) => {
                Drawing::Cells(movement::picture(play.program().arena(), kind, Side::White))
            }
            Position::Plane(play) => {
                Drawing::Points(title.to_owned(), plane::chart(play, Some(kind)))
            }
        }
    }

    /// The same without a title.
    #[must_use]
    pub fn uncaptioned(mut self) -> Self {
        match &mut self {
            Drawing::Cells(picture) => picture.caption.clear(),
            Drawing::Points(title, _) => title.clear(),
        }
        self
    }

    /// Whether nothing is marked on it.
    pub fn is_bare(&self) -> bool {
        match self {
            Drawing::Cells(picture) => picture.legend().is_empty(),
            Drawing::Points(_, chart) => chart.paths.is_empty() && chart.areas.is_empty(),
        }
    }

    /// As an SVG document, a line feed at its end.
    pub fn svg(&self) -> String {
        match self {
            Drawing::Cells(picture) => svg::draw(picture),
            Drawing::Points(title, chart) => plane_svg::draw(title, chart),
        }
    }

    /// Pictures of one game as SVG documents, all with the same room, so that nothing jumps from one to the next.
    pub fn frames(drawings: &[Drawing]) -> Vec<String> {
        enum Frame {
            Cells(svg::Sheet),
            Whole(String),
        }
        let frame = |drawing: &Drawing| match drawing {
            Drawing::Cells(picture) => Frame::Cells(svg::Sheet::of(picture)),
            // A plane keeps its size.
            Drawing::Points(..) => Frame::Whole(drawing.svg()),
        };
        let frames: Vec<Frame> = drawings.iter().map(frame).collect();
        let room = frames.iter().fold((0.0_f64, 0.0_f64), |(width, height), frame| match frame {
            Frame::Cells(sheet) => (width.max(sheet.size.0), height.max(sheet.size.1)),
            Frame::Whole(_) => (width, height),
        });
        let document = |frame| match frame {
            Frame::Cells(sheet) => sheet.document(room),
            Frame::Whole(document) => document,
        };
        frames.into_iter().map(document).collect()
    }

    /// For a terminal of `width` characters; a line feed ends each line.
    pub fn text(&self, colour: Colour, width: usize) -> String {
        match self {
            Drawing::Cells(picture) => terminal::draw(picture, colour, width),
            Drawing::Points(title, chart) => plane_text::draw(title, chart, colour, width),
        }
    }

    /// How many pixels wide it looks well.
    pub fn pixels(&self) -> u32 {
        match self {
            Drawing::Cells(picture) => PANEL * picture.panels.len().clamp(1, 3) as u32,
            Drawing::Points(..) => PLANE,
        }
    }
}
