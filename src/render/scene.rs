//! What is drawn, as data: cells, pieces, marks and lines, without a word on how.
//!
//! Owns: [`Picture`], [`Panel`], [`Scene`] and their parts. Takes plain values, so that any arena can
//! fill it; `svg` and `terminal` draw it. A cell is an outline around a centre, never a file and a
//! rank: hexagons, rings and layers are other constructors beside [`Scene::grid`], not other drawers.
//! Lengths are in cell widths, x to the right and y up (from White's side). Invariant: every [`Spot`]
//! inside a scene was given out by that scene, and no cell carries one mark twice.

pub(crate) mod legend;
mod turn;

use crate::render::mark::{Allows, Hue, Mark, Telling};
use crate::render::palette::Theme;
use crate::render::piece_icon::Man;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::is_seen;
use alfil_rules::ruleset::{Kind, Owner};
use alfil_rules::side::Side;

alfil_diagnostics::id! {
    /// A cell of one scene.
    Spot(u16)
}

/// A place on the drawing, in cell widths; y grows upwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl Point {
    /// The point `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A cell: what is tinted, and where pieces and marks stand.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// What people call it, such as `e4`; unique in its scene.
    pub name: String,
    /// Where a piece stands.
    pub centre: Point,
    /// Where it stands in a drawing of characters: one to the right is one cell, and cells of one
    /// height share a row.
    pub(crate) stand: Point,
    /// The corners in order around the cell; curved sides are given as many short ones.
    pub outline: Vec<Point>,
    /// 1 is the lightest.
    pub shade: u8,
}

/// Where words at the edge are when the board is turned by half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keeps {
    /// Below or above the board, as before: names of files.
    Height,
    /// To the left or to the right of it, as before: numbers of ranks.
    Side,
    /// Nothing: the words go round with the board.
    Nothing,
}

/// Words at the edge of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// Its centre.
    pub at: Point,
    /// Its centre in a drawing of characters.
    pub(crate) stand: Point,
    /// What of it stays when the board is turned.
    pub(crate) keeps: Keeps,
    /// A few characters.
    pub text: String,
}

/// Whose a piece looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// A side's.
    Of(Side),
    /// Nobody's: as White's, whoever is on move.
    Nobody,
    /// Neutral: White's half and Black's half.
    Neutral,
}

impl From<Side> for Look {
    fn from(side: Side) -> Look {
        Look::Of(side)
    }
}

impl Look {
    /// Of a piece of this kind that is `side`'s now.
    pub fn of(kind: &Kind, side: Side) -> Look {
        match kind.owner {
            Owner::Side => Look::Of(side),
            Owner::Nobody => Look::Nobody,
            Owner::Both => Look::Neutral,
        }
    }

    /// `white`, `black`, `nobody's`, `neutral`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Look::Of(side) => side.name(),
            Look::Nobody => "nobody's",
            Look::Neutral => "neutral",
        }
    }

    /// The sign by which its pictures are told apart.
    pub fn letter(self) -> char {
        match self {
            Look::Of(side) => side.letter(),
            Look::Nobody => 'o',
            Look::Neutral => 'n',
        }
    }

    /// Whose letter and ink stand for it where a piece has one.
    pub(crate) fn ink(self) -> Side {
        match self {
            Look::Of(side) => side,
            Look::Nobody | Look::Neutral => Side::White,
        }
    }
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// Where.
    pub spot: Spot,
    /// Whose it looks.
    pub(crate) look: Look,
    /// Of what kind.
    pub(crate) man: Man,
}

/// An arrow that a person asked for, drawn over everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Where it begins.
    pub from: Spot,
    /// Where it points.
    pub to: Spot,
    /// Its colour.
    pub hue: Hue,
}

/// How a line runs from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// From centre to centre.
    Straight,
    /// In one bow from the first cell to the last.
    Arc,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tip {
    /// On the centre of the last cell.
    Plain,
    /// With an arrowhead on the last cell.
    Arrow,
    /// With an arrowhead beyond the centre of the last cell: it goes on as far as the board does.
    Onward,
}

/// A line through cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// At least two cells; lines with fewer are not drawn.
    pub path: Vec<Spot>,
    /// Its form.
    pub course: Course,
    /// Its end.
    pub tip: Tip,
    /// Its colour: what may be done along it.
    pub allows: Allows,
}

/// A side of the board that is glued to another one, or a link that is no neighbourhood.
#[derive(Clone, PartialEq, Debug)]
pub struct Seam {
    /// Seams with one number belong together; from 0.
    pub pair: u8,
    /// How it is drawn.
    pub form: SeamForm,
    /// The points of the line, in the direction in which the other side of the pair runs as well; none where sides lie
    /// on each other, as those of a ring do.
    pub path: Vec<Point>,
    /// Signs in a drawing of characters.
    pub(crate) signs: Vec<(Point, char)>,
}

/// How a seam is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeamForm {
    /// A coloured side with arrowheads along it.
    Side,
    /// A thin line from cell to cell.
    Tie,
    /// Round a section of the board that its owner may move.
    Section,
    /// Round a cell's place to which a section may come.
    Vacancy,
}

/// One board with all that lies on it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// How many shades the board has, from 1; at least the darkest shade of its cells.
    shades: u8,
    cells: IndexVec<Spot, Cell>,
    labels: Vec<Label>,
    tokens: Vec<Token>,
    marks: Vec<(Spot, Mark)>,
    names: Vec<(Mark, String)>,
    zones: Vec<(String, Vec<Spot>)>,
    lines: Vec<Line>,
    seams: Vec<Seam>,
    arrows: Vec<Arrow>,
    to_move: Option<Side>,
    turned: bool,
}

/// From the board's edges to the middle of the sign of who is to move.
const SIGN_GAP: f64 = 0.3;
const SIGN_UP: f64 = 0.22;
/// Distance of file and rank labels from the board's edge, to their centres.
const LABEL_GAP: f64 = 0.35;

impl Scene {
    /// An empty scene on a board of `shades` shades, which cells may raise.
    pub(crate) fn new(shades: u8) -> Self {
        Self { shades: shades.max(1), ..Self::default() }
    }

    /// A rectangular board with labelled files and ranks. `shade` is asked for every file and rank
    /// from 0, a1 first, rank by rank; `None` is a hole, which gets no spot. Spots are numbered in
    /// that order.
    pub fn grid(files: u8, ranks: u8, shade: impl Fn(u8, u8) -> Option<u8>) -> Self {
        let mut scene = Self::new(1);
        for rank in 0..ranks {
            for file in 0..files {
                let Some(shade) = shade(file, rank) else { continue };
                let (x, y) = (f64::from(file), f64::from(rank));
                let corner = |dx, dy| Point::new(x + dx, y + dy);
                scene.cell(Cell {
                    name: format!("{}{}", file_name(file), u16::from(rank) + 1),
                    centre: corner(0.5, 0.5),
                    stand: corner(0.5, 0.5),
                    outline: vec![
                        corner(0.0, 0.0),
                        corner(1.0, 0.0),
                        corner(1.0, 1.0),
                        corner(0.0, 1.0),
                    ],
                    shade,
                });
            }
        }
        for file in 0..files {
            let at = Point::new(f64::from(file) + 0.5, -LABEL_GAP);
            scene.label(at, Keeps::Height, file_name(file));
        }
        for rank in 0..ranks {
            let text = (u16::from(rank) + 1).to_string();
            scene.label(Point::new(-LABEL_GAP, f64::from(rank) + 0.5), Keeps::Side, text);
        }
        scene
    }

    /// Adds a cell. A board has at most 65,536 cells; a shade 0 counts as 1.
    pub(crate) fn cell(&mut self, cell: Cell) -> Spot {
        let shade = cell.shade.max(1);
        self.shades = self.shades.max(shade);
        self.cells.push(Cell { shade, ..cell })
    }

    /// Adds a label.
    pub fn label(&mut self, at: Point, keeps: Keeps, text: impl Into<String>) {
        self.put(Label { at, stand: at, keeps, text: text.into() });
    }

    /// Adds any label.
    pub(crate) fn put(&mut self, label: Label) {
        self.labels.push(label);
    }

    /// Adds a label that stands elsewhere in a drawing of characters, and goes round with the board.
    pub(crate) fn label_standing(&mut self, at: Point, stand: Point, text: impl Into<String>) {
        self.labels.push(Label { at, stand, keeps: Keeps::Nothing, text: text.into() });
    }

    /// Says who is to move.
    pub fn moves(&mut self, side: Side) {
        self.to_move = Some(side);
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, arrow: Arrow) {
        self.arrows.push(arrow);
    }

    /// Adds a seam.
    pub(crate) fn seam(&mut self, seam: Seam) {
        self.seams.push(seam);
    }

    /// Takes the labels away: movement diagrams are about no cell in particular.
    pub fn without_labels(mut self) -> Self {
        self.labels.clear();
        self
    }

    /// Puts a piece on a cell.
    pub fn piece(&mut self, spot: Spot, look: impl Into<Look>, man: impl Into<Man>) {
        self.tokens.push(Token { spot, look: look.into(), man: man.into() });
    }

    /// Takes the symbols away: kinds are drawn as their silhouettes or letters.
    pub(crate) fn without_symbols(&mut self) {
        self.tokens.iter_mut().for_each(|token| token.man.symbol = None);
    }

    /// Marks a cell. A quiet and a capturing way to one cell join into one mark.
    pub fn mark(&mut self, spot: Spot, mark: Mark) {
        if let Mark::To(way, allows) = mark {
            for (_, old) in self.marks.iter_mut().filter(|(s, _)| *s == spot) {
                if let Mark::To(w, a) = old
                    && *w == way
                {
                    *a = a.or(allows);
                    return;
                }
            }
        }
        if !self.marks.contains(&(spot, mark)) {
            self.marks.push((spot, mark));
        }
    }

    /// Says in the legend what the cells of this mark are called.
    pub(crate) fn name(&mut self, mark: Mark, name: impl Into<String>) {
        let named = (mark, name.into());
        if !self.names.contains(&named) {
            self.names.push(named);
        }
    }

    /// Adds the cells of a zone.
    pub(crate) fn zone(&mut self, name: impl Into<String>, cells: Vec<Spot>) {
        self.zones.push((name.into(), cells));
    }

    /// Adds a line.
    pub fn line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// The cell called `name`.
    pub fn find(&self, name: &str) -> Option<Spot> {
        self.cells.enumerate().find(|(_, cell)| cell.name == name).map(|(spot, _)| spot)
    }

    /// How many shades the board has.
    pub fn shades(&self) -> u8 {
        self.shades
    }

    /// The cells.
    pub fn cells(&self) -> &IndexVec<Spot, Cell> {
        &self.cells
    }

    /// The labels.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Token] {
        &self.tokens
    }

    /// Zones by name, with their cells for a side.
    pub(crate) fn zones(&self) -> &[(String, Vec<Spot>)] {
        &self.zones
    }

    /// The seams.
    pub fn seams(&self) -> &[Seam] {
        &self.seams
    }

    /// The arrows.
    pub(crate) fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// Who is to move, if it is a position of a game.
    pub(crate) fn to_move(&self) -> Option<Side> {
        self.to_move
    }

    /// Whose eyes see it: who sits where the drawing ends.
    pub(crate) fn seat(&self) -> Side {
        if self.turned { Side::Black } else { Side::White }
    }

    /// The lines.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The marks on `spot`, in the order of the legend. Where a move can end, it is not said that
    /// another passes.
    pub fn marks_on(&self, spot: Spot) -> Vec<Mark> {
        let mut marks: Vec<Mark> =
            self.marks.iter().filter(|(s, _)| *s == spot).map(|(_, m)| *m).collect();
        if marks.iter().any(|mark| matches!(mark, Mark::To(..) | Mark::Taken)) {
            marks.retain(|mark| *mark != Mark::Via);
        }
        marks.sort();
        marks
    }

    /// The lower left and upper right corner of the cells; both zero if there are none.
    pub(crate) fn extent(&self) -> (Point, Point) {
        around(self.cells.iter().flat_map(|cell| cell.outline.iter().copied()))
    }

    /// Where the sign of who is to move stands, in a position: to the right of the board, at his edge of it.
    pub(crate) fn sign_of_mover(&self) -> Option<Point> {
        let side = self.to_move?;
        let (low, high) = self.extent();
        let y = if side == self.seat() { low.y + SIGN_UP } else { high.y - SIGN_UP };
        // Arrows along glued sides lie nearer.
        let beside = if self.seams.is_empty() { SIGN_GAP } else { 2.0 * SIGN_GAP };
        Some(Point::new(high.x + beside, y))
    }

    /// The lower left and upper right corner of all outlines and label centres; both zero if there is
    /// nothing.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        let outlines = self.cells.iter().flat_map(|cell| cell.outline.iter().copied());
        around(
            outlines
                .chain(self.labels.iter().map(|label| label.at))
                .chain(self.sign_of_mover())
                .chain(self.seams.iter().flat_map(|seam| seam.path.iter().copied())),
        )
    }
}

/// The lower left and upper right corner of points; both zero if there are none.
fn around(points: impl Iterator<Item = Point>) -> (Point, Point) {
    let bounds = points.fold(None, |bounds: Option<(Point, Point)>, p| {
        let (low, high) = bounds.unwrap_or((p, p));
        Some((
            Point::new(low.x.min(p.x), low.y.min(p.y)),
            Point::new(high.x.max(p.x), high.y.max(p.y)),
        ))
    });
    bounds.unwrap_or((Point::new(0.0, 0.0), Point::new(0.0, 0.0)))
}

/// One scene among several.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// Above the scene; may be empty.
    pub title: String,
    /// The board.
    pub scene: Scene,
}

/// Scenes side by side with a caption above and a legend of the marks below.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// One line; may be empty.
    pub caption: String,
    /// From left to right.
    pub panels: Vec<Panel>,
    /// How it looks in a file.
    pub theme: Theme,
    /// Of what it tells.
    pub telling: Telling,
}

impl Picture {
    /// One scene, captioned.
    pub fn of(caption: impl Into<String>, scene: Scene) -> Self {
        let panels = vec![Panel { title: String::new(), scene }];
        Self { caption: caption.into(), panels, ..Self::default() }
    }

    /// Turned by half, as Black sees it.
    #[must_use]
    pub(crate) fn turned(mut self) -> Self {
        self.panels.iter_mut().for_each(|panel| panel.scene.turn());
        self
    }
}

/// `a` to `z`, then `aa`: 0 is the first.
pub fn file_name(file: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n % 26);
    if file < 26 {
        letter(file).to_string()
    } else {
        [letter(file / 26 - 1), letter(file)].iter().collect()
    }
}

/// `text` without control characters: captions and kind names come from files of strangers, and an
/// escape sequence must reach neither a terminal nor an XML reader.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { '\u{FFFD}' }).collect()
}

/// Neither one that nobody sees nor one that XML forbids.
fn is_printable(c: char) -> bool {
    is_seen(c) && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}
