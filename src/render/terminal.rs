//! Draws pictures as text for a terminal.
//!
//! With colours, shades are backgrounds and pieces are symbols or chess signs. Without colours everything is ASCII:
//! White's letters are capitals, and darker cells have darker signs. Everything that a colour says is said by a sign if
//! there are no colours. Panels stand side by side if they fit.

use crate::render::canvas::{Canvas, Style, columns};
use crate::render::mark::{Allows, Approach, Goes, Mark};
use crate::render::palette::{self, Colour, IVORY, Rgb};
use crate::render::scene::legend::Entry;
use crate::render::scene::{Cell, Picture, Point, Scene, Spot, Token, printable};
use alfil_diagnostics::index::Id;
use alfil_rules::figure::Figure;
use alfil_rules::side::Side;
use std::collections::BTreeMap;

/// Characters between panels.
const GAP: usize = 4;

/// The ground of a cell without colours, from the lightest shade.
const FILLS: [char; 4] = [' ', '.', ':', '#'];

/// Inks on cells.
const BLACK: Rgb = Rgb(0, 0, 0);

/// Draws `picture` for a terminal of `width` characters. Each line ends with a line feed.
pub fn draw(picture: &Picture, colour: Colour, width: usize) -> String {
    let mut page = Canvas::default();
    let mut row = 0;
    if !picture.caption.is_empty() {
        page.put(0, 0, &printable(&picture.caption), Style::default());
        row = 2;
    }
    let (mut column, mut bottom) = (0, row);
    for panel in &picture.panels {
        let mut board = Canvas::default();
        let top = usize::from(!panel.title.is_empty());
        board.put(0, 0, &printable(&panel.title), Style::default());
        board.paste(top, 0, &scene(&panel.scene, colour));
        if column > 0 && column + board.width() > width {
            (row, column) = (bottom + 1, 0);
        }
        page.paste(row, column, &board);
        bottom = bottom.max(row + board.height());
        column += board.width() + GAP;
    }
    legend(&mut page, picture, bottom + 1, colour, width);
    page.print(colour)
}

/// The characters of a board: columns by the x of places, and a row for each y.
fn scene(scene: &Scene, colour: Colour) -> Canvas {
    let faces: Vec<Face> =
        scene.cells().enumerate().map(|(spot, cell)| face(scene, spot, cell, colour)).collect();
    let cell_width = faces.iter().map(Face::width).max().unwrap_or(1).max(3) | 1;
    let centres = scene.cells().iter().map(|cell| cell.stand);
    let signs = || scene.seams().iter().flat_map(|seam| seam.signs.iter().copied());
    let points = || {
        let labels = scene.labels().iter().map(|label| label.stand);
        centres.clone().chain(labels).chain(signs().map(|(at, _)| at))
    };
    let left = points().map(|p| p.x).fold(f64::INFINITY, f64::min);
    // Hundredths of a cell distinguish rows, and can be keys.
    let key = |p: Point| -(p.y * 100.0).round() as i64;
    let mut rows: BTreeMap<i64, usize> = points().map(|p| (key(p), 0)).collect();
    for (i, row) in rows.values_mut().enumerate() {
        *row = i;
    }
    // The widest of the leftmost labels determines the margin.
    let reach = |text: &str| columns(text) / 2;
    let labels = || scene.labels().iter().map(|label| (label.stand, printable(&label.text)));
    let middle = |p: Point| ((p.x - left) * cell_width as f64).round() as usize;
    let half = cell_width / 2;
    let margin = labels()
        .map(|(at, text)| reach(&text).saturating_sub(middle(at)))
        .chain(centres.clone().map(|centre| half.saturating_sub(middle(centre))))
        .max()
        .unwrap_or(0);
    let place = |p: Point, reach: usize| {
        (rows.get(&key(p)).copied().unwrap_or(0), (middle(p) + margin).saturating_sub(reach))
    };
    let mut canvas = Canvas::default();
    for (at, text) in labels() {
        let (row, column) = place(at, reach(&text));
        canvas.put(row, column, &text, Style::default());
    }
    for (cell, face) in scene.cells().iter().zip(&faces) {
        let (row, column) = place(cell.stand, half);
        face.put(&mut canvas, row, column, cell_width);
    }
    for (at, sign) in signs() {
        let (row, column) = place(at, 0);
        canvas.put(row, column, sign.encode_utf8(&mut [0; 4]), Style::default());
    }
    canvas
}

/// The contents of a cell before its width is known.
struct Face {
    ground: Option<Rgb>,
    fill: char,
    /// Each sign with its ink.
    signs: Vec<(String, Option<Rgb>)>,
}

impl Face {
    fn width(&self) -> usize {
        let signs: usize = self.signs.iter().map(|(text, _)| columns(text)).sum();
        // Two signs in a cell still leave a place that shows its shade.
        signs + 1
    }

    fn put(&self, canvas: &mut Canvas, row: usize, column: usize, width: usize) {
        let ground = Style { ink: None, ground: self.ground };
        canvas.put(row, column, &self.fill.to_string().repeat(width), ground);
        let signs: usize = self.signs.iter().map(|(text, _)| columns(text)).sum();
        let mut at = column + width.saturating_sub(signs) / 2;
        for (text, ink) in &self.signs {
            canvas.put(row, at, text, Style { ink: *ink, ground: self.ground });
            at += columns(text);
        }
    }
}

fn face(scene: &Scene, spot: Spot, cell: &Cell, colour: Colour) -> Face {
    let marks = scene.marks_on(spot);
    let ground = match colour {
        Colour::None => None,
        Colour::Ansi256 | Colour::True => {
            let shade = palette::shade_in_terminal(cell.shade, scene.shades());
            Some(
                marks
                    .iter()
                    .filter_map(|m| palette::tint_in_terminal(*m))
                    .fold(shade, |s, t| s.toward(t, 3, 4)),
            )
        }
    };
    let ink = |allows| ground.map(|ground| palette::on_ground(allows, ground));
    let black = ground.map(|_| BLACK);
    let mut signs: Vec<(String, Option<Rgb>)> = Vec::new();
    for token in scene.pieces().iter().filter(|token| token.spot.index() == spot.index()) {
        signs.push(piece(token, colour));
    }
    let occupied = !signs.is_empty();
    for mark in &marks {
        match mark {
            Mark::To(way, allows) => {
                signs.push((arrival(*way, *allows, colour).to_owned(), ink(*allows)))
            }
            Mark::Via => signs.push((via(colour).to_owned(), black)),
            Mark::Drop => signs.push((drop(colour).to_owned(), ink(Allows::Quiet))),
            Mark::Taken => signs.push((taken(colour).to_owned(), ink(Allows::Capture))),
            Mark::Origin if !occupied => signs.push(("@".to_owned(), black)),
            Mark::Promotes => signs.push(("=".to_owned(), ink(Allows::Capture))),
            Mark::Origin
            | Mark::CaptureWithoutMoving
            | Mark::Attack
            | Mark::Lends
            | Mark::Moved
            | Mark::Changed
            | Mark::Note(_)
            | Mark::Goal(_)
            | Mark::LastMove
            | Mark::Check => {}
        }
    }
    let fill = match colour {
        Colour::None => marks
            .iter()
            .find_map(|mark| ground_of_goal(*mark))
            .unwrap_or_else(|| fill(cell.shade, scene.shades())),
        Colour::Ansi256 | Colour::True => ' ',
    };
    for mark in marks {
        if let Some((open, close)) = brackets(mark, colour) {
            let ink = ink(Allows::Capture);
            if signs.is_empty() {
                signs.push((fill.to_string(), None));
            }
            signs.insert(0, (open.to_owned(), ink));
            signs.push((close.to_owned(), ink));
        }
    }
    Face { ground, fill, signs }
}

/// Darker shades get darker signs. Boards with more than four shades share them.
fn fill(shade: u8, shades: u8) -> char {
    let (shade, steps) = (usize::from(shade.max(1) - 1), usize::from(shades.max(2) - 1));
    // Blank and dots distinguish two shades best.
    let last = if shades <= 2 { 2 } else { FILLS.len() - 1 };
    FILLS.get((shade * last).div_ceil(steps)).copied().unwrap_or('#')
}

/// The ground of a cell that a goal names, without colours.
fn ground_of_goal(mark: Mark) -> Option<char> {
    match mark {
        Mark::Goal(Goes::White) => Some('-'),
        Mark::Goal(Goes::Black) => Some('_'),
        Mark::Goal(Goes::Both) => Some('='),
        Mark::Origin
        | Mark::To(..)
        | Mark::CaptureWithoutMoving
        | Mark::Taken
        | Mark::Attack
        | Mark::Via
        | Mark::Drop
        | Mark::Promotes
        | Mark::Lends
        | Mark::Moved
        | Mark::Changed
        | Mark::Note(_)
        | Mark::LastMove
        | Mark::Check => None,
    }
}

fn piece(token: &Token, colour: Colour) -> (String, Option<Rgb>) {
    let (man, side) = (&token.man, token.look.ink());
    let letter = man.letter.of(side);
    let ink = match (colour, side) {
        (Colour::None, _) => return (printable(&letter), None),
        (Colour::Ansi256 | Colour::True, Side::White) => IVORY,
        (Colour::Ansi256 | Colour::True, Side::Black) => BLACK,
    };
    // The solid signs serve both sides; the ink shows the owner.
    let sign = match man.figure {
        Figure::King => Some('\u{265A}'),
        Figure::Queen => Some('\u{265B}'),
        Figure::Rook => Some('\u{265C}'),
        Figure::Bishop => Some('\u{265D}'),
        Figure::Knight => Some('\u{265E}'),
        Figure::Pawn => Some('\u{265F}'),
        Figure::Archbishop
        | Figure::Chancellor
        | Figure::Amazon
        | Figure::Nightrider
        | Figure::Elephant
        | Figure::Camel
        | Figure::Cannon
        | Figure::Guard
        | Figure::Grasshopper
        | Figure::Letter => None,
    };
    let shown = match (&man.symbol, sign) {
        (Some(symbol), _) => symbol.signs[side].clone(),
        (None, Some(sign)) => letter.replace(char::is_alphabetic, sign.encode_utf8(&mut [0; 4])),
        (None, None) => letter,
    };
    (printable(&shown), Some(ink))
}

/// The sign of a target. In ASCII a sign shows how the move gets there, and `m` or `c` what it may do, as in movement
/// strings. Otherwise the form shows the way, and solid, hollow and dotted the rest, as on paper.
fn arrival(way: Approach, allows: Allows, colour: Colour) -> &'static str {
    let ascii = match colour {
        Colour::None => true,
        Colour::Ansi256 | Colour::True => false,
    };
    match (way, allows) {
        (Approach::Leap, Allows::Both) if ascii => "*",
        (Approach::Leap, Allows::Quiet) if ascii => "*m",
        (Approach::Leap, Allows::Capture) if ascii => "*c",
        (Approach::Slide, Allows::Both) if ascii => "+",
        (Approach::Slide, Allows::Quiet) if ascii => "+m",
        (Approach::Slide, Allows::Capture) if ascii => "+c",
        (Approach::Hop, Allows::Both) if ascii => "^",
        (Approach::Hop, Allows::Quiet) if ascii => "^m",
        (Approach::Hop, Allows::Capture) if ascii => "^c",
        (Approach::Bend, Allows::Both) if ascii => "%",
        (Approach::Bend, Allows::Quiet) if ascii => "%m",
        (Approach::Bend, Allows::Capture) if ascii => "%c",
        (Approach::Leap, Allows::Both) => "\u{25CF}",
        (Approach::Leap, Allows::Quiet) => "\u{25CB}",
        (Approach::Leap, Allows::Capture) => "\u{25C9}",
        (Approach::Slide, Allows::Both) => "\u{25C6}",
        (Approach::Slide, Allows::Quiet) => "\u{25C7}",
        (Approach::Slide, Allows::Capture) => "\u{25C8}",
        (Approach::Hop, Allows::Both) => "\u{25B2}",
        (Approach::Hop, Allows::Quiet) => "\u{25B3}",
        (Approach::Hop, Allows::Capture) => "\u{25EC}",
        (Approach::Bend, Allows::Both) => "\u{25A0}",
        (Approach::Bend, Allows::Quiet) => "\u{25A1}",
        (Approach::Bend, Allows::Capture) => "\u{25A3}",
    }
}

fn via(colour: Colour) -> &'static str {
    match colour {
        Colour::None => "'",
        Colour::Ansi256 | Colour::True => "\u{B7}",
    }
}

fn drop(colour: Colour) -> &'static str {
    match colour {
        Colour::None => "o",
        Colour::Ansi256 | Colour::True => "\u{25BC}",
    }
}

fn taken(colour: Colour) -> &'static str {
    match colour {
        Colour::None => "x",
        Colour::Ansi256 | Colour::True => "\u{D7}",
    }
}

/// Signs around the contents of a cell. With colours, tints need none.
fn brackets(mark: Mark, colour: Colour) -> Option<(&'static str, &'static str)> {
    let pair = match mark {
        Mark::CaptureWithoutMoving => ("<", ">"),
        Mark::Attack => ("(", ")"),
        Mark::LastMove => ("[", "]"),
        Mark::Check => ("!", "!"),
        Mark::Lends => ("\"", "\""),
        Mark::Moved => ("{", "}"),
        Mark::Changed => ("~", "~"),
        // A terminal without colours has one sign for all hues.
        Mark::Note(_) => ("|", "|"),
        Mark::To(..)
        | Mark::Taken
        | Mark::Via
        | Mark::Drop
        | Mark::Promotes
        | Mark::Origin
        | Mark::Goal(_) => return None,
    };
    match (palette::tint_in_terminal(mark), colour) {
        (Some(_), Colour::Ansi256 | Colour::True) => None,
        (Some(_), Colour::None) | (None, _) => Some(pair),
    }
}

fn legend(page: &mut Canvas, picture: &Picture, top: usize, colour: Colour, width: usize) {
    let (mut row, mut column) = (top, 0);
    for (entry, meaning) in picture.legend() {
        // A scene of one cell with only this mark gives its sign.
        let mut sample = Scene::new(1);
        let centre = Point::new(0.0, 0.0);
        let (stand, outline) = (centre, Vec::new());
        let cell = Cell { name: String::new(), centre, stand, outline, shade: 1 };
        let spot = sample.cell(cell);
        match entry {
            Entry::Mark(mark) => sample.mark(spot, mark),
            Entry::Man(look, man) => sample.piece(spot, look, man),
            // Borders between cells are drawn only in files.
            Entry::Border => continue,
        }
        let sample = scene(&sample, colour);
        let entry = sample.width() + 1 + columns(&meaning);
        if column > 0 && column + entry > width {
            (row, column) = (row + 1, 0);
        }
        page.paste(row, column, &sample);
        page.put(row, column + sample.width() + 1, &printable(&meaning), Style::default());
        column += entry + 3;
    }
    // A caller that draws without a caption uses its own words.
    let mover = picture.panels.iter().find_map(|panel| panel.scene.to_move());
    if let Some(side) = mover.filter(|_| !picture.caption.is_empty()) {
        let row = if column > 0 { row + 1 } else { row };
        page.put(row, 0, &format!("{} to move", side.name()), Style::default());
    }
}
