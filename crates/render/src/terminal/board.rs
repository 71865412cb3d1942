//! Draws boards as text for a terminal.
//!
//! With colours, shades are backgrounds and pieces are symbols or chess signs. Without colours
//! everything is ASCII: White's letters are capitals, and darker cells have darker signs. Panels
//! stand side by side if they fit.

use crate::canvas::{Canvas, Style, columns};
use crate::geometry::Point;
use crate::glyph::Man;
use crate::mark::{Allows, Approach, Frame, Goes, Ground, Hidden, Mark, MarkLayer, Sign};
use crate::palette::{self, Colour, IVORY, Rgb};
use crate::scene::legend::Entry;
use crate::scene::{Cell, Look, Picture, Scene, SeamSign, Spot, Token, printable};
use alfil_rules::look::{Figure, Surface};
use alfil_rules::side::{Color, Side};
use std::collections::BTreeMap;

/// Characters between panels.
const PANEL_GAP: usize = 4;

/// The characters that fill cells without colours, from the lightest shade to the darkest.
const FILLS: [char; 4] = [' ', '.', ':', '#'];

/// The ink of black pieces, and of signs that need no colour.
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
        column += board.width() + PANEL_GAP;
    }
    let meanings = picture.legend();
    let entries = meanings.iter().filter_map(|(entry, meaning)| {
        let mut sample = sample(entry, colour)?;
        let column = sample.width() + 1;
        sample.put(0, column, &printable(meaning), Style::default());
        Some(sample)
    });
    let row = page.paste_entries(entries, bottom + 1, 0, width);
    // Callers that draw without a caption say themselves which side is to move.
    let scenes = picture.panels.iter().map(|panel| &panel.scene);
    let mover = scenes.filter_map(|scene| Some(scene.name_of(scene.to_move?))).next();
    if let Some(name) = mover.filter(|_| !picture.caption.is_empty()) {
        page.put(row, 0, &format!("{} to move", printable(name)), Style::default());
    }
    page.print(colour)
}

/// The characters of a board: columns by the x of places, and a row for each y.
fn scene(scene: &Scene, colour: Colour) -> Canvas {
    let faces: Vec<Face> =
        scene.cells().enumerate().map(|(spot, cell)| face(scene, spot, cell, colour)).collect();
    let cell_width = cell_width(&faces);
    let centres = scene.cells().iter().map(|cell| cell.stand);
    let signs = || scene.seams().iter().flat_map(|seam| seam.signs.iter().copied());
    let points = || {
        let labels = scene.labels().iter().map(|label| label.stand);
        centres.clone().chain(labels).chain(signs().map(|sign| sign.at))
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
    for SeamSign { at, sign } in signs() {
        let (row, column) = place(at, 0);
        canvas.put(row, column, sign.encode_utf8(&mut [0; 4]), Style::default());
    }
    canvas
}

/// The columns of each cell: an odd number, so that every cell has a middle.
fn cell_width<'f>(faces: impl IntoIterator<Item = &'f Face>) -> usize {
    faces.into_iter().map(Face::width).max().unwrap_or(1).max(3) | 1
}

/// The contents of a cell in a terminal, before the width of cells is known.
struct Face {
    ground: Option<Rgb>,
    fill: char,
    signs: Vec<Inked>,
}

/// A text in a cell. Without an ink it has the default colour of the terminal.
struct Inked {
    text: String,
    ink: Option<Rgb>,
}

impl Face {
    /// The columns of the signs.
    fn signs_width(&self) -> usize {
        self.signs.iter().map(|sign| columns(&sign.text)).sum()
    }

    fn width(&self) -> usize {
        // Besides two signs, a cell has one more column, which shows its shade.
        self.signs_width() + 1
    }

    fn put(&self, canvas: &mut Canvas, row: usize, column: usize, width: usize) {
        let ground = Style { ink: None, ground: self.ground };
        canvas.put(row, column, &self.fill.to_string().repeat(width), ground);
        let mut at = column + width.saturating_sub(self.signs_width()) / 2;
        for Inked { text, ink } in &self.signs {
            canvas.put(row, at, text, Style { ink: *ink, ground: self.ground });
            at += columns(text);
        }
    }
}

fn face(scene: &Scene, spot: Spot, cell: &Cell, colour: Colour) -> Face {
    let pieces = scene.pieces().iter().filter(|token| token.spot == spot);
    // A stack is written as in positions, its highest piece last.
    let stack = |token: &Token| -> Vec<Inked> {
        let beneath = token.beneath.iter().map(|(look, man)| piece(man, *look, colour));
        beneath.chain([piece(&token.man, token.look, colour)]).collect()
    };
    let pieces: Vec<Inked> = pieces.flat_map(stack).collect();
    let marks = scene.marks_on(spot);
    match scene.surface {
        Surface::Cells => marked(&marks, pieces, cell.shade, scene.shades(), colour),
        Surface::Points => {
            let mut face = marked(&marks, pieces, 1, 1, colour);
            // An empty point shows where lines meet.
            if face.signs.is_empty() && !cell.outline.is_empty() {
                let (sign, ink) = match colour {
                    Colour::None => (".", None),
                    Colour::Ansi256 | Colour::True => ("+", Some(BLACK)),
                };
                face.signs.push(Inked { text: sign.to_owned(), ink });
            }
            face
        }
    }
}

/// The face of a cell with these marks and pieces.
fn marked(marks: &[Mark], pieces: Vec<Inked>, shade: u8, shades: u8, colour: Colour) -> Face {
    let grounds = || {
        marks.iter().filter_map(|mark| match mark.layer() {
            MarkLayer::Ground(ground) => Some(ground),
            MarkLayer::Frame(_) | MarkLayer::Sign(_) => None,
        })
    };
    let (ground, fill) = match colour {
        Colour::None => {
            let goal = grounds().find_map(ground_of_goal);
            (None, goal.unwrap_or_else(|| fill(shade, shades)))
        }
        Colour::Ansi256 | Colour::True => {
            let shade = palette::shade_in_terminal(shade, shades);
            let tints = grounds().map(palette::tint_in_terminal);
            (Some(tints.fold(shade, |shade, tint| shade.toward(tint, 3, 4))), ' ')
        }
    };
    let ink = |allows| ground.map(|ground| palette::on_ground(allows, ground));
    let black = ground.map(|_| BLACK);
    let is_occupied = !pieces.is_empty();
    let mut signs = pieces;
    for mark in marks {
        let (text, ink) = match mark.layer() {
            MarkLayer::Ground(Ground::Origin) if !is_occupied => ("@", black),
            MarkLayer::Frame(Frame::Promotes) => ("=", ink(Allows::Capture)),
            MarkLayer::Sign(form) => {
                let ink = match form {
                    Sign::To(_, allows) => ink(allows),
                    Sign::Taken => ink(Allows::Capture),
                    Sign::Via => black,
                    Sign::Drop => ink(Allows::Quiet),
                };
                (sign(form, colour), ink)
            }
            MarkLayer::Ground(_) | MarkLayer::Frame(_) => continue,
        };
        signs.push(Inked { text: text.to_owned(), ink });
    }
    for [open, close] in marks.iter().filter_map(|mark| brackets(*mark, colour)) {
        let bracket = |text: &str| Inked { text: text.to_owned(), ink: ink(Allows::Capture) };
        if signs.is_empty() {
            signs.push(Inked { text: fill.to_string(), ink: None });
        }
        signs.insert(0, bracket(open));
        signs.push(bracket(close));
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

/// The character that fills a cell which a goal names or a side does not see, without colours.
fn ground_of_goal(ground: Ground) -> Option<char> {
    match ground {
        Ground::Goal(Goes::White) => Some('-'),
        Ground::Goal(Goes::Black) => Some('_'),
        Ground::Goal(Goes::Both) => Some('='),
        Ground::Hidden(Hidden::Unknown) => Some('?'),
        Ground::Hidden(Hidden::Occupied) => Some('!'),
        Ground::Origin | Ground::LastMove | Ground::Check | Ground::Note(_) => None,
    }
}

fn piece(man: &Man, look: Look, colour: Colour) -> Inked {
    let side = look.ink();
    let owners = man.dress.owners;
    let letter = man.letter.of(if owners.is_some() { Side::White } else { side });
    let dyed = man.dress.dyes.filter(|_| owners.is_some()).map(|dyes| palette::dyed(dyes[side]));
    let ink = match (colour, dyed, side.color()) {
        (Colour::None, ..) => {
            let owner = owners.map(|owners| match look {
                Look::Of(side) => owners[side],
                Look::Nobody | Look::Neutral => '-',
            });
            let owner = owner.map_or(String::new(), |owner| owner.to_string());
            return Inked { text: printable(&(owner + &letter)), ink: None };
        }
        (Colour::Ansi256 | Colour::True, Some(dyed), _) => dyed,
        (Colour::Ansi256 | Colour::True, None, Color::White) => IVORY,
        (Colour::Ansi256 | Colour::True, None, Color::Black) => BLACK,
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
        | Figure::Stone
        | Figure::Draughtsman
        | Figure::DraughtsKing
        | Figure::Unicorn
        | Figure::Lion
        | Figure::Hawk
        | Figure::Griffon
        | Figure::Ferz
        | Figure::Wazir
        | Figure::Bell
        | Figure::Spearman
        | Figure::Shield
        | Figure::Helmet
        | Figure::Swords
        | Figure::Archer
        | Figure::Lancer
        | Figure::Tent
        | Figure::Tower
        | Figure::Coronet
        | Figure::Flag
        | Figure::Monk
        | Figure::Duck
        | Figure::Arrow
        | Figure::Star
        | Figure::Giraffe
        | Figure::Chick
        | Figure::TurnedRook
        | Figure::Letter => None,
    };
    let shown = match (&man.symbol, sign) {
        (Some(symbol), _) => symbol.signs[side].clone(),
        (None, Some(sign)) => letter.replace(char::is_alphabetic, sign.encode_utf8(&mut [0; 4])),
        (None, None) => letter,
    };
    Inked { text: printable(&shown), ink: Some(ink) }
}

/// The text of a sign. In ASCII, a sign shows how a move gets to its target. With `m` it only moves
/// there, and with `c` it only captures, as in movement strings.
///
/// Otherwise the shape of the sign shows how the move gets there. Solid, hollow and dotted shapes
/// show what it may do there, as on paper.
fn sign(sign: Sign, colour: Colour) -> &'static str {
    let (ascii, drawn) = match sign {
        Sign::To(Approach::Leap, Allows::Both) => ("*", "\u{25CF}"),
        Sign::To(Approach::Leap, Allows::Quiet) => ("*m", "\u{25CB}"),
        Sign::To(Approach::Leap, Allows::Capture) => ("*c", "\u{25C9}"),
        Sign::To(Approach::Slide, Allows::Both) => ("+", "\u{25C6}"),
        Sign::To(Approach::Slide, Allows::Quiet) => ("+m", "\u{25C7}"),
        Sign::To(Approach::Slide, Allows::Capture) => ("+c", "\u{25C8}"),
        Sign::To(Approach::Hop, Allows::Both) => ("^", "\u{25B2}"),
        Sign::To(Approach::Hop, Allows::Quiet) => ("^m", "\u{25B3}"),
        Sign::To(Approach::Hop, Allows::Capture) => ("^c", "\u{25EC}"),
        Sign::To(Approach::Bend, Allows::Both) => ("%", "\u{25A0}"),
        Sign::To(Approach::Bend, Allows::Quiet) => ("%m", "\u{25A1}"),
        Sign::To(Approach::Bend, Allows::Capture) => ("%c", "\u{25A3}"),
        Sign::Taken => ("x", "\u{D7}"),
        Sign::Via => ("'", "\u{B7}"),
        Sign::Drop => ("o", "\u{25BC}"),
    };
    match colour {
        Colour::None => ascii,
        Colour::Ansi256 | Colour::True => drawn,
    }
}

/// Signs around the contents of a cell. With colours, a mark with a tint needs none.
fn brackets(mark: Mark, colour: Colour) -> Option<[&'static str; 2]> {
    match (mark.layer(), colour) {
        (MarkLayer::Frame(frame), _) => match frame {
            Frame::CaptureWithoutMoving => Some(["<", ">"]),
            Frame::Attack => Some(["(", ")"]),
            Frame::Promotes => None,
            Frame::Lends => Some(["\"", "\""]),
            Frame::Moved => Some(["{", "}"]),
            Frame::Changed => Some(["~", "~"]),
        },
        (MarkLayer::Ground(ground), Colour::None) => match ground {
            Ground::LastMove => Some(["[", "]"]),
            Ground::Check => Some(["!", "!"]),
            // A terminal without colours has one sign for all hues.
            Ground::Note(_) => Some(["|", "|"]),
            Ground::Origin | Ground::Goal(_) | Ground::Hidden(_) => None,
        },
        (MarkLayer::Ground(_), Colour::Ansi256 | Colour::True) | (MarkLayer::Sign(_), _) => None,
    }
}

/// The sign of a legend entry: a cell with nothing else; `None` if terminals do not show it.
fn sample(entry: &Entry, colour: Colour) -> Option<Canvas> {
    let (marks, pieces) = match entry {
        Entry::Mark(mark) => (vec![*mark], Vec::new()),
        Entry::Man(look, man) => (Vec::new(), vec![piece(man, *look, colour)]),
        // Borders between cells are drawn only in files.
        Entry::Border => return None,
    };
    let face = marked(&marks, pieces, 1, 1, colour);
    let mut sample = Canvas::default();
    face.put(&mut sample, 0, 0, cell_width([&face]));
    Some(sample)
}
