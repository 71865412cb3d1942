//! Rectangles of square cells, with open or joined edges. A step beyond a joined edge is wrapped
//! back into the rectangle, and a twisted join changes the frame. Every link has a link back.
//!
//! ```text
//!   files joined      files twisted       ranks joined
//!   >        >        >        <          > the rank beyond the last
//!   a ...... h        a ...... h          > is the first
//!   >        >        >        <
//! ```

use super::plan::{Link, Links, Node, Plan, Point, written_shade};
use crate::compass::Compass;
use crate::frame::Carry;
use alfil_diagnostics::index::Id;
use alfil_rules::space::{Gluing, Meeting, Shading};

/// One step along each heading: cells to the right, cells forward.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The reflection that swaps forward and backward, as an argument of [`Carry::mirrored`].
const UPSIDE_DOWN: u8 = 4;

/// Returns the board of `files` x `ranks`, each at least 1.
pub(super) fn plan(files: u8, ranks: u8, gluing: Gluing, shades: &Shading) -> Plan {
    let places = || (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)));
    let point =
        |(file, rank): (u8, u8)| Point::new((file, rank), shade(shades, file, rank, ranks), ranks);
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

fn shade(shades: &Shading, file: u8, rank: u8, ranks: u8) -> u8 {
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
        for (link, (dx, dy)) in links.iter_mut().zip(STEPS) {
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
