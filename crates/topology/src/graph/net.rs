//! Boards whose cells and links are all written in the definition. Every link has a link back,
//! except those of `one-way`. The way there and back restores the frame. The builder reports links
//! to unknown cells, two links from one cell along one heading, and links back to another cell.
//!
//! ```text
//!   seam e d1 d2 = s h5 g5:   a step east from d1 enters h5 from the south,
//!                             so east before the seam is north after it
//! ```

use super::plan::{Link, Links, Node, Plan, Point, written_shade};
use crate::compass::Compass;
use crate::frame::Carry;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Report};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::space::{Border, Lattice, Net, Place, Shading, Strand};

const COMPASS: Compass = Compass::Square;
const N: u8 = 8;

/// Returns the board of `net`, with findings about its links.
pub(super) fn plan(net: &Net, shades: &Shading, found: &mut Report) -> Plan {
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
                    .because("a link is gone both ways unless it is said to be one-way")
                    .help(format!("say so: `one-way {out} {from} {to}`"));
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
                    format!("a link with {name}, which is no cell of the graph"),
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
                        format!("it leads to {elsewhere} already"),
                    )
                    .help("give each link of a cell a heading of its own");
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
