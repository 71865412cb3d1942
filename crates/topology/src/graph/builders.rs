//! The builders of boards: rectangles, layers, hexagons and nets, and the plan that each of them
//! returns.

use crate::compass::{Carry, Compass, MAX_HEADINGS};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::side::{BySide, Color};
use alfil_rules::space::{Border, Gluing, Hexagon, Lattice, Meeting, Net, Place, Shading, Strand};

// The result of a board builder. A `Graph` is made from it. Every link leads to a
// point of the plan, and `links` has a row for every point.

alfil_diagnostics::id! {
    /// A point of the lattice: a site or a void.
    Node(u16)
}

/// A board before its missing cells are removed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The directions of the board.
    pub(crate) compass: Compass,
    /// Its points, row by row from White's side.
    pub(crate) points: IndexVec<Node, Point>,
    /// The links of each point.
    pub(crate) links: IndexVec<Node, Links>,
    /// The same links as in `links`, with additional ones that join the first and the last file.
    /// `None` if there are no open files to join.
    pub(crate) joined: Option<IndexVec<Node, Links>>,
}

/// The links of a point, by direction in its frame.
pub type Links = [Option<Link>; MAX_HEADINGS];

/// A cell, or a point that becomes a void.
#[derive(Clone, Debug)]
pub struct Point {
    /// Column and row of the placement text, from 0 at White's left.
    pub(crate) place: (u8, u8),
    /// The shade; 1 is the lightest.
    pub(crate) shade: u8,
    /// Its rank from White's and Black's view, from 1.
    pub(crate) rank: BySide<u8>,
    /// Whether it is on the last rank of White and Black.
    pub(crate) last: BySide<bool>,
}

impl Point {
    /// Returns a point on a file of `ranks` cells. Each side counts ranks from its own end.
    pub(super) fn new(place: Place, shade: u8, ranks: u8) -> Point {
        let (_, rank) = place;
        Point {
            place,
            shade,
            rank: BySide::of_two(|side| match side.color() {
                Color::White => rank + 1,
                Color::Black => ranks - rank,
            }),
            last: BySide::of_two(|side| match side.color() {
                Color::White => rank + 1 == ranks,
                Color::Black => rank == 0,
            }),
        }
    }
}

/// Returns the shade in column `file` of the written row `row`, or 1 if none is written there.
pub(super) fn written_shade(rows: &[Vec<u8>], row: u8, file: u8) -> u8 {
    let row = rows.get(usize::from(row));
    row.and_then(|row| row.get(usize::from(file))).copied().unwrap_or(1)
}

/// A link to a neighbouring point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The target.
    pub node: Node,
    /// The change of the frame on the way.
    pub carry: Carry,
    /// True if the link crosses a seam. Castling never crosses a seam, and pictures mark it.
    pub seam: bool,
}

// Rectangles of square cells, with open or joined edges. A step beyond a joined edge is wrapped
// back into the rectangle, and a twisted join changes the frame. Every link has a link back.
//
//   files joined      files twisted       ranks joined
//   >        >        >        <          > the rank beyond the last
//   a ...... h        a ...... h          > is the first
//   >        >        >        <

/// One step along each heading: cells to the right, cells forward.
const SQUARE_STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The reflection that swaps forward and backward, as an argument of [`Carry::mirrored`].
const UPSIDE_DOWN: u8 = 4;

/// Returns the board of `files` x `ranks`, each at least 1.
pub(super) fn plan_rectangle(files: u8, ranks: u8, gluing: Gluing, shades: &Shading) -> Plan {
    let places = || (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)));
    let point = |(file, rank): (u8, u8)| {
        Point::new((file, rank), square_shade(shades, file, rank, ranks), ranks)
    };
    let sheet =
        |across| Sheet { files: files.into(), ranks: ranks.into(), across, along: gluing.ranks() };
    let links = |sheet: Sheet| places().map(|(f, r)| sheet.links(f.into(), r.into())).collect();
    let joined = match gluing.files() {
        Meeting::Apart => Some(links(sheet(Meeting::Joined))),
        Meeting::Joined | Meeting::Twisted => None,
    };
    Plan {
        compass: Compass::Square,
        points: places().map(point).collect(),
        links: links(sheet(gluing.files())),
        joined,
    }
}

fn square_shade(shades: &Shading, file: u8, rank: u8, ranks: u8) -> u8 {
    match shades {
        Shading::Checkered => 1 + u8::from((file + rank).is_multiple_of(2)),
        Shading::Plain => 1,
        Shading::Rows(rows) => written_shade(rows, ranks - 1 - rank, file),
    }
}

/// The size of a rectangle, and how its edges meet.
struct Sheet {
    files: i32,
    ranks: i32,
    /// How the first and the last file meet.
    across: Meeting,
    /// How the first and the last rank meet.
    along: Meeting,
}

impl Sheet {
    fn links(&self, file: i32, rank: i32) -> Links {
        let mut links = Links::default();
        for (link, (dx, dy)) in links.iter_mut().zip(SQUARE_STEPS) {
            *link = self.brought_back(file + dx, rank + dy);
        }
        links
    }

    /// Returns the link to a cell that may be one step outside the rectangle. Beyond a joined edge,
    /// the link leads back into the rectangle. `None` beyond an open edge.
    fn brought_back(&self, file: i32, rank: i32) -> Option<Link> {
        let (mut file, mut rank) = (file, rank);
        let mut carry = Carry::NONE;
        let mut seam = false;
        if !(0..self.files).contains(&file) {
            match self.across {
                Meeting::Apart => return None,
                Meeting::Joined => {}
                Meeting::Twisted => {
                    rank = self.ranks - 1 - rank;
                    carry = Carry::mirrored(UPSIDE_DOWN);
                }
            }
            file = file.rem_euclid(self.files);
            seam = true;
        }
        if !(0..self.ranks).contains(&rank) {
            match self.along {
                Meeting::Apart => return None,
                Meeting::Joined => {}
                Meeting::Twisted => {
                    file = self.files - 1 - file;
                    carry = carry.then(Carry::mirrored(0), Compass::Square.headings());
                }
            }
            rank = rank.rem_euclid(self.ranks);
            seam = true;
        }
        let node = Node::from_index((rank * self.files + file) as usize);
        Some(Link { node, carry, seam })
    }
}

// A stack of equal rectangles. The nodes of a layer follow those of the layer below it. Besides
// the eight directions of the compass, a node has links up and down. Every link has a link back,
// and no link changes the frame.

/// Index of the link to the layer above, after the headings of squares.
pub(super) const UP: usize = 8;
/// Index of the link to the layer below.
pub(super) const DOWN: usize = 9;

/// Returns the board of `files` x `ranks` x `layers`, each at least 1.
pub(super) fn plan_layers((files, ranks, layers): (u8, u8, u8), shades: &Shading) -> Plan {
    let flat = plan_rectangle(files, ranks, Gluing::Flat, &Shading::Plain);
    let each = flat.points.len();
    let node = |layer: u8, index: usize| Node::from_index(usize::from(layer) * each + index);
    let straight = |node| Some(Link { node, carry: Carry::NONE, seam: false });
    let (mut points, mut links) = (IndexVec::new(), IndexVec::new());
    for layer in 0..layers {
        for (index, (point, level)) in flat.points.iter().zip(flat.links.iter()).enumerate() {
            let (file, rank) = point.place;
            let row = layer * ranks + rank;
            let shade = layer_shade(shades, (file, rank, layer), layers * ranks - 1 - row);
            points.push(Point { place: (file, row), shade, ..point.clone() });
            let mut all = level
                .map(|link| link.map(|link| Link { node: node(layer, link.node.index()), ..link }));
            all[UP] = (layer + 1 < layers).then(|| node(layer + 1, index)).and_then(straight);
            all[DOWN] = layer.checked_sub(1).map(|below| node(below, index)).and_then(straight);
            links.push(all);
        }
    }
    Plan { compass: flat.compass, points, links, joined: None }
}

/// Returns the shade of a cell. `row` counts rows of the placement text from its first.
fn layer_shade(shades: &Shading, (file, rank, layer): (u8, u8, u8), row: u8) -> u8 {
    match shades {
        Shading::Checkered => 1 + u8::from((file + rank + layer).is_multiple_of(2)),
        Shading::Plain => 1,
        Shading::Rows(rows) => written_shade(rows, row, file),
    }
}

// Boards of hexagonal cells with a hexagonal outline. Every link has a link back. Turning the
// board by half a circle swaps the lightest and the darkest shade.
//
// Cells have slanted coordinates: heading 0 is (0, 1), heading 2 is (1, 0).
//
//         (0,1)               diagonal headings lie between two neighbours:
//   (-1,1) ___ (1,0)          1 is (1,1), 3 is (2,-1), 5 is (1,-2) and so on
//         /   \
//         \___/
//   (-1,0)     (1,-1)
//         (0,-1)

/// One step along each heading: files to the right, slanted ranks forward.
const HEXAGON_STEPS: [(i32, i32); 12] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (2, -1),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-2, 1),
    (-1, 1),
    (-1, 2),
];

/// Returns the board with outline `hexagon`.
pub(super) fn plan_hexagon(hexagon: Hexagon, shades: &Shading) -> Plan {
    let places: Vec<(u8, u8)> = Lattice::Hexagon(hexagon).places().collect();
    let slanted = |(file, rank): (u8, u8)| {
        let (file, rank) = (i32::from(file), i32::from(rank));
        (file, rank - file.min(i32::from(hexagon.left) - 1))
    };
    let cells: Vec<(i32, i32)> = places.iter().map(|&place| slanted(place)).collect();
    let find = |cell: (i32, i32)| cells.iter().position(|&c| c == cell).map(Node::from_index);
    let point = |&place: &(u8, u8)| {
        let shade = hexagon_shade(hexagon, shades, place, slanted(place));
        Point::new(place, shade, hexagon.height(place.0))
    };
    let links = |&(x, y): &(i32, i32)| -> Links {
        HEXAGON_STEPS.map(|(dx, dy)| {
            let node = find((x + dx, y + dy))?;
            Some(Link { node, carry: Carry::NONE, seam: false })
        })
    };
    Plan {
        compass: Compass::Hexagonal,
        points: places.iter().map(point).collect(),
        links: cells.iter().map(links).collect::<IndexVec<Node, Links>>(),
        joined: None,
    }
}

fn hexagon_shade(hexagon: Hexagon, shades: &Shading, place: (u8, u8), (x, y): (i32, i32)) -> u8 {
    match shades {
        Shading::Checkered => {
            // The class of a cell is `y - x` modulo 3. Half a turn of the board takes class c to
            // class K - c, where K is `turned`. The class with 2c = K modulo 3 stays, so it gets
            // the middle shade.
            let turned = i32::from(hexagon.upright)
                - i32::from(hexagon.left)
                - i32::from(hexagon.files() - 1);
            match (y - x - 2 * turned).rem_euclid(3) {
                0 => 2,
                1 => 1,
                _ => 3,
            }
        }
        Shading::Plain => 1,
        Shading::Rows(rows) => written_shade(rows, hexagon.ranks() - 1 - place.1, place.0).max(1),
    }
}

// Boards whose cells and links are all written in the definition. Every link has a link back,
// except those of `one-way`. The way there and back restores the frame. The builder reports links
// to unknown cells, two links from one cell along one heading, and links back to another cell.
//
//   seam e d1 d2 = s h5 g5:   a step east from d1 enters h5 from the south,
//                             so east before the seam is north after it

const COMPASS: Compass = Compass::Square;
const N: u8 = 8;

/// Returns the board of `net`, with findings about its links.
pub(super) fn plan_net(net: &Net, shades: &Shading, found: &mut Report) -> Plan {
    let lattice = Lattice::Net(net.clone());
    let ranks = lattice.ranks();
    let point = |&(file, rank): &Place| {
        let shade = match shades {
            Shading::Checkered => 1 + (file + rank + 1) % 2,
            Shading::Plain => 1,
            Shading::Rows(rows) => written_shade(rows, ranks - 1 - rank, file).max(1),
        };
        Point::new((file, rank), shade, ranks)
    };
    let links = net.cells.iter().map(|_| Links::default()).collect();
    let mut builder = Builder { lattice: &lattice, net, links, found };
    for strand in &net.strands {
        match &strand.value {
            Strand::Grid { low, high } => builder.grid(low, high, strand.span),
            Strand::Line { line, back } => builder.line(line, *back),
            Strand::Seam { one, other } => builder.seam(one, other),
        }
    }
    let links = builder.links;
    Plan { compass: COMPASS, points: net.cells.iter().map(point).collect(), links, joined: None }
}

/// The change of the frame along a link, and whether the link crosses a seam.
#[derive(Clone, Copy)]
struct Crossing {
    carry: Carry,
    seam: bool,
}

impl Crossing {
    /// A link within a flat part of the board.
    const NONE: Crossing = Crossing { carry: Carry::NONE, seam: false };
}

struct Builder<'a> {
    lattice: &'a Lattice,
    net: &'a Net,
    links: IndexVec<Node, Links>,
    found: &'a mut Report,
}

impl Builder<'_> {
    fn grid(&mut self, low: &Spanned<Place>, high: &Spanned<Place>, span: Span) {
        let inside = |(file, rank): Place| {
            (low.value.0..=high.value.0).contains(&file)
                && (low.value.1..=high.value.1).contains(&rank)
        };
        let cells: Vec<Place> = self.net.cells.iter().copied().filter(|&c| inside(c)).collect();
        if cells.len() < 2 {
            self.found
                .at(Code::DanglingLink, low.span, "a grid without two cells", "links nothing")
                .help("name a rectangle in which cells of the graph stand");
        }
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[i + 1..] {
                let offset = (i16::from(b.0) - i16::from(a.0), i16::from(b.1) - i16::from(a.1));
                let heading = match offset {
                    (0, 1) => 0,
                    (1, 1) => 1,
                    (1, 0) => 2,
                    (-1, 1) => 7,
                    _ => continue,
                };
                let (a, b) = (Spanned::new(a, span), Spanned::new(b, span));
                self.both(&a, heading, &b, COMPASS.back(heading), Crossing::NONE);
            }
        }
    }

    fn line(&mut self, line: &Border, back: bool) {
        for pair in line.cells.windows(2) {
            let [a, b] = pair else { continue };
            if back {
                self.both(a, line.heading, b, COMPASS.back(line.heading), Crossing::NONE);
            } else {
                self.one(a, line.heading, b, Crossing::NONE);
            }
        }
    }

    fn seam(&mut self, one: &Border, other: &Border) {
        let inward = COMPASS.back(other.heading);
        let turned = Carry::turned((inward + N - one.heading) % N);
        let mirrored = Carry::mirrored((inward + one.heading) % N);
        // The headings along the seam, from each cell to the next, on both sides.
        let along: Vec<Option<(u8, u8)>> = (1..one.cells.len())
            .map(|i| {
                let from = self.heading(&one.cells[i - 1], &one.cells[i])?;
                let to = self.heading(&other.cells[i - 1], &other.cells[i])?;
                Some((from, to))
            })
            .collect();
        let is_mirrored = along.iter().flatten().any(|&(from, to)| turned.heading(from, N) != to);
        let carry = if is_mirrored { mirrored } else { turned };
        let crossing = Crossing { carry, seam: true };
        for (i, (a, b)) in one.cells.iter().zip(&other.cells).enumerate() {
            self.both(a, one.heading, b, other.heading, crossing);
            let next = |i: usize| Some((along.get(i).copied().flatten()?, one.cells.get(i + 1)?));
            let Some(((from, to), _)) = next(i) else { continue };
            // On each side of the seam, a diagonal lies between the heading across the seam and a
            // heading along it. These two are a quarter turn apart.
            let slant = |a: u8, b: u8| match (b + N - a) % N {
                2 => Some((a + 1) % N),
                6 => Some((a + N - 1) % N),
                _ => None,
            };
            let (a_next, b_next) = (&one.cells[i + 1], &other.cells[i + 1]);
            let ways = [
                (a, slant(one.heading, from), b_next, slant(other.heading, COMPASS.back(to))),
                (a_next, slant(one.heading, COMPASS.back(from)), b, slant(other.heading, to)),
            ];
            for (start, out, end, back) in ways {
                if let (Some(out), Some(back)) = (out, back) {
                    self.both(start, out, end, back, crossing);
                }
            }
        }
    }

    /// Returns the heading from a cell to its neighbour, if a link that crosses no seam leads
    /// there.
    fn heading(&self, from: &Spanned<Place>, to: &Spanned<Place>) -> Option<u8> {
        let (from, to) = (self.node(from.value)?, self.node(to.value)?);
        let is_it = |link: &Option<Link>| link.is_some_and(|l| l.node == to && !l.seam);
        self.links[from].iter().position(is_it).map(|heading| heading as u8)
    }

    /// Adds a link from `a` along `out`, and the link back from `b` along `back`.
    fn both(
        &mut self,
        a: &Spanned<Place>,
        out: u8,
        b: &Spanned<Place>,
        back: u8,
        crossing: Crossing,
    ) {
        if !self.one(a, out, b, crossing) {
            return;
        }
        let (Some(start), Some(end)) = (self.node(a.value), self.node(b.value)) else { return };
        let Crossing { carry, seam } = crossing;
        let link = Link { node: start, carry: carry.inverse(N), seam };
        match self.links[end][usize::from(back)] {
            Some(old) if old != link => {
                let elsewhere = self.name(self.net.cells[old.node.index()]);
                let (from, to) = (self.name(a.value), self.name(b.value));
                let heading = Border::HEADINGS[usize::from(back)];
                let out = Border::HEADINGS[usize::from(out)];
                self.found
                    .at(
                        Code::OneWayLink,
                        b.span,
                        format!("the link from {from} to {to} has no way back"),
                        format!("`{heading}` of {to} leads to {elsewhere}"),
                    )
                    .because("a link leads both ways unless it is `one-way`")
                    .help(format!("if you mean this, write `one-way {out} {from} {to}`"));
            }
            Some(_) | None => self.links[end][usize::from(back)] = Some(link),
        }
    }

    /// Adds a link from `a` to `b`. If this is not possible, reports a finding and returns false.
    fn one(&mut self, a: &Spanned<Place>, out: u8, b: &Spanned<Place>, crossing: Crossing) -> bool {
        let before = self.found.len();
        for cell in [a, b] {
            if self.node(cell.value).is_none() {
                let name = self.name(cell.value);
                let finding = Diagnostic::at(
                    Code::DanglingLink,
                    cell.span,
                    format!("a link names {name}, which is not a cell of the graph"),
                    "leads nowhere",
                )
                .help(format!("name it among the cells: `graph {name} ...`"));
                // A wrong cell in the middle of a line occurs in two links. It is reported once.
                if !self.found.iter().any(|f| f.code == finding.code && f.span() == finding.span())
                {
                    self.found.push(finding);
                }
            }
        }
        let (Some(start), Some(end)) = (self.node(a.value), self.node(b.value)) else {
            return false;
        };
        let Crossing { carry, seam } = crossing;
        let link = Link { node: end, carry, seam };
        match self.links[start][usize::from(out)] {
            Some(old) if old != link => {
                let elsewhere = self.name(self.net.cells[old.node.index()]);
                let heading = Border::HEADINGS[usize::from(out)];
                let from = self.name(a.value);
                self.found
                    .at(
                        Code::BadSpace,
                        b.span,
                        format!("two links lead {heading} from {from}"),
                        format!("this heading already leads to {elsewhere}"),
                    )
                    .help("give each link of a cell a different heading");
            }
            Some(_) | None => self.links[start][usize::from(out)] = Some(link),
        }
        self.found.len() == before
    }

    fn node(&self, place: Place) -> Option<Node> {
        self.net.cells.iter().position(|&cell| cell == place).map(Node::from_index)
    }

    fn name(&self, place: Place) -> String {
        self.lattice.cell_name(place.0, place.1)
    }
}
