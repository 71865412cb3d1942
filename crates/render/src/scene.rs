//! A picture of a board as data: cells, pieces, marks and lines, without their style. `svg` and
//! `terminal` draw it.
//!
//! A cell is an outline around a centre, not a file and a rank, so that hexagons and rings need no
//! code of their own. Lengths are in cell widths, x to the right and y up as White sees it. A
//! [`Spot`] belongs to the scene that returned it.

pub(crate) mod legend;

pub use crate::geometry::Point;

use crate::geometry::{Bounds, Layers};
use crate::glyph::Man;
use crate::mark::{Allows, Hue, Mark, Subject};
use crate::palette::Theme;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::is_seen;
use alfil_rules::look::{Dye, Surface};
use alfil_rules::ruleset::{Kind, Owner};
use alfil_rules::side::{BySide, Side};

alfil_diagnostics::id! {
    /// A cell of one scene.
    Spot(u16)
}

/// A cell of the board, with the places for pieces and marks.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The name of the cell, such as `e4`. It is unique in its scene.
    pub name: String,
    /// The place of the piece on the cell.
    pub centre: Point,
    /// The place of the cell in a terminal. One unit to the right is one cell, and cells of the
    /// same height share a row.
    pub(crate) stand: Point,
    /// The corners in order; a curved side has many short edges.
    pub outline: Vec<Point>,
    /// The shade. 1 is the lightest.
    pub shade: u8,
}

impl Cell {
    /// A square of width 1. Its place in a terminal is also at `centre`.
    pub(crate) fn square(name: String, centre: Point, shade: u8) -> Cell {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let outline = corners.map(|(dx, dy)| centre + Point::new(dx, dy)).to_vec();
        Cell { name, centre, stand: centre, outline, shade }
    }
}

/// The part of a label's place that does not change when the board is turned by half.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keeps {
    /// The height, below or above the board, as for names of files.
    Height,
    /// The side, to the left or right of the board, as for numbers of ranks.
    Side,
    /// Nothing: the label turns with the board.
    Nothing,
}

/// A label at the edge of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The centre of the label.
    pub at: Point,
    /// The centre of the label in a terminal.
    pub(crate) stand: Point,
    /// The part of the label's place that does not change when the board is turned.
    pub(crate) keeps: Keeps,
    /// The text, a few characters long.
    pub text: String,
}

/// The owner of a piece, which decides how it looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// A piece of one side.
    Of(Side),
    /// An unowned piece.
    Nobody,
    /// A neutral piece: half White's, half Black's.
    Neutral,
}

impl From<Side> for Look {
    fn from(side: Side) -> Look {
        Look::Of(side)
    }
}

impl Look {
    /// The look of a piece of this kind that belongs to `side` now.
    pub fn of(kind: &Kind, side: Side) -> Look {
        match kind.owner {
            Owner::Side => Look::Of(side),
            Owner::Nobody => Look::Nobody,
            Owner::Both => Look::Neutral,
        }
    }

    /// The name of the look: `white`, `black`, `nobody's` or `neutral`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Look::Of(side) => side.name(),
            Look::Nobody => "nobody's",
            Look::Neutral => "neutral",
        }
    }

    /// A letter for the names of pictures. Each look has its own.
    pub fn letter(self) -> char {
        match self {
            Look::Of(Side::White) => 'w',
            Look::Of(Side::Black) => 'b',
            Look::Of(Side::Third) => 't',
            Look::Of(Side::Fourth) => 'f',
            Look::Nobody => 'o',
            Look::Neutral => 'n',
        }
    }

    /// The side whose letter and ink are used.
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
    pub spot: Spot,
    pub(crate) look: Look,
    pub(crate) man: Man,
    /// The pieces beneath it, the lowest first.
    pub(crate) beneath: Vec<(Look, Man)>,
}

/// An arrow of the user, drawn over everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    pub from: Spot,
    pub to: Spot,
    pub hue: Hue,
}

/// How a line runs from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// Straight from centre to centre.
    Straight,
    /// One arc from the first cell to the last.
    Arc,
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tip {
    /// The line ends at the centre of the last cell.
    Plain,
    /// The line ends with an arrowhead on the last cell.
    Arrow,
    /// The line ends with an arrowhead beyond the centre of the last cell, because it continues to
    /// the edge of the board.
    Onward,
}

/// A line through cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The cells of the line, at least two. Shorter lines are not drawn.
    pub path: Vec<Spot>,
    pub course: Course,
    pub tip: Tip,
    /// The effect of the moves along this line, which decides the colour.
    pub allows: Allows,
}

/// The cells of a zone for one side or for both.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) cells: Vec<Spot>,
}

/// A side of the board that is glued to another one, or a link between cells that are not
/// neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct Seam {
    /// The number of the pair, from 0. Two seams with the same number belong together.
    pub pair: u8,
    pub form: SeamForm,
    /// The points of the line, in the direction that corresponds to the other side of the pair.
    /// Empty if the sides coincide, as on a ring.
    pub path: Vec<Point>,
    /// The signs that show the seam in a terminal.
    pub(crate) signs: Vec<SeamSign>,
}

/// A sign of a seam in a terminal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SeamSign {
    pub(crate) at: Point,
    pub(crate) sign: char,
}

/// A line of the board itself, such as one in whose crossings pieces stand.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    pub path: Vec<Point>,
    pub form: RulingForm,
}

/// The form of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulingForm {
    /// A thin line between points.
    Line,
    /// The bank of a river between cells.
    Bank,
}

/// Words on the board, under its pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Inscription {
    /// The middle of the words.
    pub at: Point,
    /// The greatest width and height of the words, in cells.
    pub room: Point,
    pub text: String,
}

/// The form of a seam.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeamForm {
    /// A coloured side with arrowheads along it.
    Side,
    /// A thin line from cell to cell.
    Tie,
    /// The outline of a movable section of the board.
    Section,
    /// The outline of a cell to which a section may move.
    Vacancy,
}

/// One board with everything on it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// The number of shades. It is at least the darkest shade of the cells.
    shades: u8,
    cells: IndexVec<Spot, Cell>,
    labels: Vec<Label>,
    tokens: Vec<Token>,
    /// The marks on cells. No cell has the same mark twice.
    marks: Vec<(Spot, Mark)>,
    /// Names that the legend gives to marks.
    names: Vec<(Mark, String)>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) lines: Vec<Line>,
    seams: Vec<Seam>,
    pub(crate) arrows: Vec<Arrow>,
    /// The layers, which pictures lay in rows; `None` for a board without layers.
    pub(crate) layers: Option<Layers>,
    /// Where pieces stand.
    pub surface: Surface,
    pub rulings: Vec<Ruling>,
    pub inscriptions: Vec<Inscription>,
    /// The names of the sides, if they are not White and Black.
    pub(crate) sides: Option<BySide<String>>,
    /// The colours of the sides, if they are not white and black.
    pub(crate) dyes: Option<BySide<Dye>>,
    /// The side to move, if the scene is a position of a game.
    pub(crate) to_move: Option<Side>,
    turned: bool,
}

/// Distance from the board's edges to the sign of the side to move.
const SIGN_GAP: f64 = 0.3;
const SIGN_UP: f64 = 0.22;
/// Distance from the board's edge to the centres of file and rank labels.
const LABEL_GAP: f64 = 0.35;

impl Scene {
    /// An empty scene with `shades` shades; darker cells raise the number.
    pub(crate) fn new(shades: u8) -> Self {
        Self { shades: shades.max(1), ..Self::default() }
    }

    /// A rectangular board with labelled files and ranks. `shade` is called for every file and rank
    /// from 0, beginning with a1, rank by rank; `None` is a hole, which gets no spot. Spots have
    /// numbers in that order.
    pub fn grid(files: u8, ranks: u8, shade: impl Fn(u8, u8) -> Option<u8>) -> Self {
        let mut scene = Self::new(1);
        for rank in 0..ranks {
            for file in 0..files {
                let Some(shade) = shade(file, rank) else { continue };
                let name = format!("{}{}", file_name(file), u16::from(rank) + 1);
                let centre = Point::new(f64::from(file) + 0.5, f64::from(rank) + 0.5);
                scene.cell(Cell::square(name, centre, shade));
            }
        }
        scene.label_files(0.0, LABEL_GAP, (0..files).map(file_name));
        scene.label_ranks(0.0, LABEL_GAP, ranks);
        scene
    }

    /// Labels the files below the board. The first one begins at `left`.
    pub(crate) fn label_files(
        &mut self,
        left: f64,
        gap: f64,
        names: impl IntoIterator<Item = String>,
    ) {
        for (file, name) in names.into_iter().enumerate() {
            self.label(Point::new(left + file as f64 + 0.5, -gap), Keeps::Height, name);
        }
    }

    /// Names the files above a board whose upper right corner is `corner`, and the ranks to its
    /// right.
    pub(crate) fn label_far(&mut self, files: &[String], ranks: &[String], corner: Point) {
        for (file, name) in files.iter().enumerate() {
            let at = Point::new(file as f64 + 0.5, corner.y + LABEL_GAP);
            self.label(at, Keeps::Height, name.as_str());
        }
        for (rank, name) in ranks.iter().enumerate() {
            let at = Point::new(corner.x + LABEL_GAP, rank as f64 + 0.5);
            self.label(at, Keeps::Side, name.as_str());
        }
    }

    /// Numbers the ranks to the left of a board that begins at `left`.
    pub(crate) fn label_ranks(&mut self, left: f64, gap: f64, ranks: u8) {
        for rank in 0..ranks {
            let at = Point::new(left - gap, f64::from(rank) + 0.5);
            self.label(at, Keeps::Side, (u16::from(rank) + 1).to_string());
        }
    }

    /// Adds a cell. A board has at most 65,536 cells; shade 0 counts as 1.
    pub(crate) fn cell(&mut self, cell: Cell) -> Spot {
        let shade = cell.shade.max(1);
        self.shades = self.shades.max(shade);
        self.cells.push(Cell { shade, ..cell })
    }

    pub fn label(&mut self, at: Point, keeps: Keeps, text: impl Into<String>) {
        self.put(Label { at, stand: at, keeps, text: text.into() });
    }

    pub(crate) fn put(&mut self, label: Label) {
        self.labels.push(label);
    }

    /// Adds a label that has another place in a terminal and turns with the board.
    pub(crate) fn label_standing(&mut self, at: Point, stand: Point, text: impl Into<String>) {
        self.labels.push(Label { at, stand, keeps: Keeps::Nothing, text: text.into() });
    }

    /// Sets the side to move.
    pub fn moves(&mut self, side: Side) {
        self.to_move = Some(side);
    }

    pub fn arrow(&mut self, arrow: Arrow) {
        self.arrows.push(arrow);
    }

    pub(crate) fn seam(&mut self, seam: Seam) {
        self.seams.push(seam);
    }

    /// Removes the labels, for diagrams that show no particular cells.
    pub fn without_labels(mut self) -> Self {
        self.labels.clear();
        self
    }

    pub fn piece(&mut self, spot: Spot, look: impl Into<Look>, man: impl Into<Man>) {
        self.stack(spot, (look.into(), man.into()), Vec::new());
    }

    /// Puts a piece on a cell, on top of those beneath it, the lowest of which is first.
    pub(crate) fn stack(&mut self, spot: Spot, top: (Look, Man), beneath: Vec<(Look, Man)>) {
        let (look, man) = top;
        self.tokens.push(Token { spot, look, man, beneath });
    }

    /// Removes symbols and drawings, so that kinds are drawn as silhouettes or letters.
    pub(crate) fn without_symbols(&mut self) {
        for token in &mut self.tokens {
            token.man = token.man.clone().plain();
            for (_, man) in &mut token.beneath {
                *man = man.clone().plain();
            }
        }
    }

    /// Marks a cell. A quiet and a capturing way to one cell become one mark.
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

    /// Adds a name for the cells of this mark to the legend.
    pub(crate) fn name(&mut self, mark: Mark, name: impl Into<String>) {
        let named = (mark, name.into());
        if !self.names.contains(&named) {
            self.names.push(named);
        }
    }

    pub fn line(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// The cell with this name.
    pub fn find(&self, name: &str) -> Option<Spot> {
        self.cells.enumerate().find(|(_, cell)| cell.name == name).map(|(spot, _)| spot)
    }

    pub fn shades(&self) -> u8 {
        self.shades
    }

    pub fn cells(&self) -> &IndexVec<Spot, Cell> {
        &self.cells
    }

    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    pub fn pieces(&self) -> &[Token] {
        &self.tokens
    }

    pub fn seams(&self) -> &[Seam] {
        &self.seams
    }

    /// The side at the bottom of the drawing.
    pub(crate) fn seat(&self) -> Side {
        if self.turned { Side::Black } else { Side::White }
    }

    /// The name of a side.
    pub(crate) fn name_of(&self, side: Side) -> &str {
        self.sides.as_ref().map_or(side.name(), |sides| &sides[side])
    }

    /// The owner of a piece of this look: the name of a side, `nobody's` or `neutral`.
    pub(crate) fn owner(&self, look: Look) -> &str {
        match look {
            Look::Of(side) => self.name_of(side),
            Look::Nobody | Look::Neutral => look.name(),
        }
    }

    /// The marks on `spot` in the order of the legend. The mark for passing moves is left out where
    /// a move ends or captures.
    pub fn marks_on(&self, spot: Spot) -> Vec<Mark> {
        let mut marks: Vec<Mark> =
            self.marks.iter().filter(|(s, _)| *s == spot).map(|(_, m)| *m).collect();
        if marks.iter().any(|mark| matches!(mark, Mark::To(..) | Mark::Taken)) {
            marks.retain(|mark| *mark != Mark::Via);
        }
        marks.sort();
        marks
    }

    /// The bounds of the cells.
    pub(crate) fn extent(&self) -> Bounds {
        Bounds::around(self.cells.iter().flat_map(|cell| cell.outline.iter().copied()))
    }

    /// The place for the sign of the side to move, in a position: to the right of the board, at
    /// that side's edge.
    pub(crate) fn sign_of_mover(&self) -> Option<Point> {
        let side = self.to_move?;
        let Bounds { low, high } = self.extent();
        let y = if side == self.seat() { low.y + SIGN_UP } else { high.y - SIGN_UP };
        // Arrows along glued sides are next to the board, so the sign is farther away.
        let is_river = |seam: &Seam| seam.form == SeamForm::Tie && seam.path.is_empty();
        let bare = self.seams.iter().all(is_river);
        let beside = if bare { SIGN_GAP } else { 2.0 * SIGN_GAP };
        // Names of ranks may stand to the right, too; the sign is beyond them.
        let named = |label: &&Label| label.keeps == Keeps::Side && label.at.x > high.x;
        let near = self.labels.iter().filter(named).map(|label| label.at.x - high.x);
        let near = near.filter(|&gap| gap <= LABEL_GAP).fold(0.0, f64::max);
        Some(Point::new(high.x + beside + near, y))
    }

    /// The place of a point on paper, where layers are in rows.
    pub(crate) fn on_paper(&self, p: Point) -> Point {
        self.layers.map_or(p, |layers| layers.place(p))
    }

    /// Width and height of the cells on paper.
    pub(crate) fn paper(&self) -> Point {
        self.layers.map_or_else(|| self.extent().size(), |layers| layers.paper())
    }

    /// The bounds of all outlines, seams and centres of labels on paper.
    pub(crate) fn bounds(&self) -> Bounds {
        let outlines = self.cells.iter().flat_map(|cell| cell.outline.iter().copied());
        let labels = self.labels.iter().map(|label| label.at);
        let seams = self.seams.iter().flat_map(|seam| seam.path.iter().copied());
        let all = outlines.chain(labels).chain(self.sign_of_mover()).chain(seams);
        Bounds::around(all.map(|p| self.on_paper(p)))
    }
}

/// One of several scenes.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The title above the scene; may be empty.
    pub title: String,
    pub scene: Scene,
}

/// Scenes side by side, with a caption above and a legend below.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// The caption above all scenes: one line, which may be empty.
    pub caption: String,
    /// The scenes from left to right.
    pub panels: Vec<Panel>,
    pub theme: Theme,
    pub subject: Subject,
    pub(crate) words: Words,
}

/// The words of a picture: labels, a legend and the sign of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Words {
    #[default]
    All,
    /// None, because a small picture has no room for them.
    None,
}

impl Picture {
    /// One scene with a caption.
    pub fn of(caption: impl Into<String>, scene: Scene) -> Self {
        let panels = vec![Panel { title: String::new(), scene }];
        Self { caption: caption.into(), panels, ..Self::default() }
    }

    /// The picture without words.
    pub(crate) fn wordless(mut self) -> Self {
        for panel in &mut self.panels {
            panel.scene.labels.clear();
            panel.scene.to_move = None;
        }
        self.words = Words::None;
        self
    }

    /// The view from Black's side.
    #[must_use]
    pub(crate) fn turned(mut self) -> Self {
        self.panels.iter_mut().for_each(|panel| panel.scene.turn());
        self
    }
}

/// The name of a file by its index from 0: `a` to `z`, then `aa`.
pub fn file_name(file: u8) -> String {
    let letter = |n: u8| char::from(b'a' + n % 26);
    if file < 26 {
        letter(file).to_string()
    } else {
        [letter(file / 26 - 1), letter(file)].iter().collect()
    }
}

/// `text` without control characters. Captions and names come from untrusted files, and an escape
/// sequence must reach neither a terminal nor an XML reader.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if is_printable(c) { c } else { '\u{FFFD}' }).collect()
}

/// Returns false for invisible characters and for those that XML forbids.
fn is_printable(c: char) -> bool {
    is_seen(c) && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

// Turns a scene by half, as Black sees it.
//
// Cells, lines and seams turn around the middle of the board. Labels keep what `Keeps` says, so
// file names stay below and rank numbers to the left. Pieces in hand stay on their side of the
// board. Two turns restore the scene.

impl Scene {
    /// Turns the scene by half.
    fn turn(&mut self) {
        let round = HalfTurn::of(self.extent());
        let standing = self.cells.iter().filter(|cell| !cell.outline.is_empty());
        let stands = HalfTurn::of(Bounds::around(standing.map(|cell| cell.stand)));
        for cell in self.cells.iter_mut() {
            // A cell without an outline is for pieces in hand, which stay on their side of the
            // board.
            let keeps = if cell.outline.is_empty() { Keeps::Side } else { Keeps::Nothing };
            cell.centre = round.turned(cell.centre, keeps);
            cell.stand = stands.turned(cell.stand, keeps);
            for corner in &mut cell.outline {
                *corner = round.turned(*corner, keeps);
            }
        }
        for label in &mut self.labels {
            label.at = round.turned(label.at, label.keeps);
            label.stand = stands.turned(label.stand, label.keeps);
        }
        for point in self.rulings.iter_mut().flat_map(|ruling| &mut ruling.path) {
            *point = round.turned(*point, Keeps::Nothing);
        }
        for inscription in &mut self.inscriptions {
            inscription.at = round.turned(inscription.at, Keeps::Nothing);
        }
        for seam in &mut self.seams {
            for point in &mut seam.path {
                *point = round.turned(*point, Keeps::Nothing);
            }
            for SeamSign { at, sign } in &mut seam.signs {
                *at = stands.turned(*at, Keeps::Nothing);
                *sign = reversed(*sign);
            }
        }
        self.turned = !self.turned;
    }
}

/// A half turn.
struct HalfTurn {
    /// The point around which the scene turns, times two.
    double_centre: Point,
}

impl HalfTurn {
    /// The half turn around the middle of `bounds`.
    fn of(bounds: Bounds) -> HalfTurn {
        HalfTurn { double_centre: bounds.low + bounds.high }
    }

    /// `p` after the half turn, except for the coordinate that `keeps` leaves unchanged.
    fn turned(&self, p: Point, keeps: Keeps) -> Point {
        let turned = self.double_centre - p;
        match keeps {
            Keeps::Nothing => turned,
            Keeps::Height => Point::new(turned.x, p.y),
            Keeps::Side => Point::new(p.x, turned.y),
        }
    }
}

/// The sign of an arrow in the opposite direction; other signs have no direction.
fn reversed(sign: char) -> char {
    match sign {
        '^' => 'v',
        'v' => '^',
        '<' => '>',
        '>' => '<',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::mark::{Allows, Approach, Mark};
    use crate::scene::*;

    #[test]
    fn holes_get_no_spot() {
        let scene = Scene::grid(3, 3, |f, r| (f != 1 || r != 1).then_some(1 + (f + r) % 2));
        assert_eq!(scene.cells().len(), 8);
        assert_eq!(scene.find("b2"), None);
        assert_eq!(scene.find("c2"), Some(alfil_diagnostics::index::Id::from_index(4)));
        assert_eq!(scene.shades(), 2);
    }

    #[test]
    fn quiet_and_capture_join() {
        let mut scene = Scene::grid(1, 1, |_, _| Some(1));
        let a1 = scene.find("a1").unwrap();
        scene.mark(a1, Mark::To(Approach::Leap, Allows::Quiet));
        scene.mark(a1, Mark::To(Approach::Leap, Allows::Capture));
        scene.mark(a1, Mark::Via);
        assert_eq!(scene.marks_on(a1), [Mark::To(Approach::Leap, Allows::Both)]);
    }

    #[test]
    fn files_after_z() {
        assert_eq!([25, 26, 52, 255].map(file_name), ["z", "aa", "ba", "iv"]);
    }
}
