//! Space strings: `grid 8x8, without a1 h8`.
//!
//! Owns: [`SpaceText`] and its parser; `space/lattice.rs` reads sizes, `space/net.rs` links that are
//! written out. A space is a lattice, then clauses after commas or line ends: `without CELLS`, `only
//! CELLS`, `checkered`, `plain`, `shades ROWS`; CELLS are cells (`a1`) and rectangles (`a2-g6`), ROWS
//! digits between slashes, the farthest rank first, 1 the lightest shade, `*` where there is no cell.
//! Invariant: cells named here lie on the lattice, but for those that links name, which the arena
//! looks up.

mod lattice;
mod net;
pub mod section;

use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::rules::space::{Lattice, Shading};
use crate::source::{Span, Spanned};
use crate::syntax::written::Written;

/// A space as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceText {
    /// The lattice.
    pub lattice: Lattice,
    /// Cells that do not exist, as columns and rows from 0, with where that was said.
    pub without: Vec<Spanned<(u8, u8)>>,
    /// Parts that players move.
    pub sections: Vec<section::SectionText>,
    /// How cells are shaded.
    pub shades: Shading,
    /// The whole text.
    pub span: Span,
}

const CLAUSES: [&str; 6] = ["without", "only", "checkered", "plain", "shades", "section"];

/// Reads a space. `None` if no lattice can be made out.
pub fn parse(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<SpaceText> {
    let mut clauses = text.split(|c| c == ',' || c == '\n').into_iter();
    let mut space = SpaceText {
        lattice: lattice::parse(clauses.next()?, found)?,
        without: Vec::new(),
        sections: Vec::new(),
        shades: Shading::Checkered,
        span: text.trim().span(),
    };
    for clause in clauses.filter(|c| !c.text().is_empty()) {
        self::clause(clause, &mut space, found);
    }
    Some(space)
}

fn clause(text: Written<'_>, space: &mut SpaceText, found: &mut Vec<Diagnostic>) {
    let words = text.words();
    let Some((name, rest)) = words.split_first() else { return };
    let is_net = match &mut space.lattice {
        Lattice::Net(net) if net::is_clause(name.text()) => {
            net::clause(*name, rest, net, found);
            return;
        }
        Lattice::Net(_) => true,
        Lattice::Grid { .. } | Lattice::Hexagon(_) | Lattice::Plane { .. } => false,
    };
    if section::is_clause(name.text()) {
        section::clause(*name, rest, &space.lattice, &mut space.sections, found);
        return;
    }
    match name.text() {
        "without" => {
            for word in rest {
                let holes = cells(*word, &space.lattice, found).unwrap_or_default();
                space.without.extend(holes.into_iter().map(|c| Spanned::new(c, word.span())));
            }
        }
        "only" => {
            let kept: Vec<_> =
                rest.iter().filter_map(|w| cells(*w, &space.lattice, found)).flatten().collect();
            if !kept.is_empty() {
                let lost = space.lattice.places().filter(|c| !kept.contains(c));
                space.without.extend(lost.map(|c| Spanned::new(c, text.span())));
            }
        }
        "checkered" => space.shades = Shading::Checkered,
        "plain" => space.shades = Shading::Plain,
        "shades" => {
            if let Some(rows) = rest.first().and_then(|w| rows(*w, space, found)) {
                space.shades = Shading::Rows(rows);
            }
        }
        other => {
            let clauses = CLAUSES.into_iter().chain(net::CLAUSES.into_iter().filter(|_| is_net));
            let clauses: Vec<&str> = clauses.collect();
            let help = match did_you_mean(other, clauses.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a clause starts with one of: {}", clauses.join(", ")),
            };
            found.push(
                bad(*name, format!("no clause of a space is called `{other}`"), "unknown clause")
                    .help(help),
            );
            return;
        }
    }
    let wanted = match name.text() {
        "without" | "only" => 1..=usize::MAX,
        "shades" => 1..=1,
        _ => 0..=0,
    };
    if rest.len() < *wanted.start() {
        found.push(bad(
            *name,
            format!("`{}` says nothing", name.text()),
            "what follows is missing",
        ));
    }
    if let Some(extra) = rest.get(*wanted.end()) {
        found.push(bad(*extra, format!("`{}` in a space", extra.text()), "means nothing here"));
    }
}

/// The cells of `a1` or of the rectangle `a2-g6`.
fn cells(
    word: Written<'_>,
    lattice: &Lattice,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<(u8, u8)>> {
    let corners: Option<Vec<_>> = word.text().split('-').map(|c| lattice.place(c)).collect();
    let (a, b) = match corners.as_deref() {
        Some([a]) => (*a, *a),
        Some([a, b]) => (*a, *b),
        Some(_) | None => {
            found.push(
                bad(word, format!("`{}` names no cells", word.text()), "expected cells")
                    .help("type cells and rectangles of cells, such as `a1 h8` or `a2-g6`"),
            );
            return None;
        }
    };
    if let Some(&(file, _)) = [a, b].iter().find(|(file, rank)| !lattice.has(*file, *rank)) {
        let reason = match lattice {
            Lattice::Grid { files, ranks, .. } => {
                format!("the grid has {files} files and {ranks} ranks")
            }
            Lattice::Hexagon(hexagon) if file < hexagon.files() => {
                format!("file {} has {} cells", lattice.file_name(file), hexagon.height(file))
            }
            Lattice::Hexagon(hexagon) => {
                let last = lattice.file_name(hexagon.files() - 1);
                format!("files are named a to {last}, without j")
            }
            Lattice::Net(_) => "the cells of a graph are those that it names".to_owned(),
            Lattice::Plane { .. } => "a plane has no cells".to_owned(),
        };
        found.push(
            Diagnostic::at(
                Code::UnknownCell,
                word.span(),
                format!("`{}` is not on the board", word.text()),
                "no such cell",
            )
            .because(reason)
            .help("name cells of the board, or take it out"),
        );
        return None;
    }
    let (ranks, files) = (a.1.min(b.1)..=a.1.max(b.1), a.0.min(b.0)..=a.0.max(b.0));
    let all = ranks.flat_map(|r| files.clone().map(move |f| (f, r)));
    Some(all.filter(|&(file, rank)| lattice.has(file, rank)).collect())
}

fn rows(text: Written<'_>, space: &SpaceText, found: &mut Vec<Diagnostic>) -> Option<Vec<Vec<u8>>> {
    let lattice = &space.lattice;
    let shade = |c: char| match c {
        '*' => Some(0),
        _ => c.to_digit(10).filter(|&d| d > 0).and_then(|d| u8::try_from(d).ok()),
    };
    let row = |row: &str| row.chars().map(shade).collect::<Option<Vec<u8>>>();
    let rows: Option<Vec<Vec<u8>>> = text.text().split('/').map(row).collect();
    // A digit for every cell, a star for every place without one.
    let fits = |rows: &Vec<Vec<u8>>| {
        let rank = |(row, rank): (&Vec<u8>, u8)| {
            row.len() == usize::from(lattice.files())
                && row.iter().zip(0..).all(|(&shade, file)| (shade > 0) == lattice.has(file, rank))
        };
        rows.len() == usize::from(lattice.ranks())
            && rows.iter().zip((0..lattice.ranks()).rev()).all(rank)
    };
    let rows = rows.filter(fits);
    if rows.is_none() {
        let (ranks, files) = (lattice.ranks(), lattice.files());
        let full = lattice.places().count() == usize::from(ranks) * usize::from(files);
        let stars = if full { "" } else { ", `*` where there is no cell" };
        found.push(
            bad(
                text,
                format!("shades that do not cover the {}", lattice::word(lattice)),
                "expected a digit 1 to 9 for every cell",
            )
            .help(format!(
                "write {ranks} rows of {files} digits, the farthest rank first, `/` between them{stars}"
            )),
        );
    }
    rows
}

fn bad(at: Written<'_>, title: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::at(Code::BadSpace, at.span(), title, label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn read(text: &str) -> (Option<SpaceText>, Vec<String>) {
        let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
        let mut found = Vec::new();
        let space = parse(Written::new(text, &place), &mut found);
        let at = |d: &Diagnostic| d.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
        (space, found.iter().map(|d| format!("{} {}", d.code, at(d))).collect())
    }

    #[test]
    fn clauses_make_holes_and_shades() {
        let (space, found) = read("grid 3x2, without a1 c2\nshades 123/321");
        assert!(found.is_empty(), "{found:?}");
        let space = space.expect("a space");
        let holes: Vec<_> = space.without.iter().map(|c| c.value).collect();
        let size = (space.lattice.files(), space.lattice.ranks());
        assert_eq!((size, holes), ((3, 2), vec![(0, 0), (2, 1)]));
        assert_eq!(space.shades, Shading::Rows(vec![vec![1, 2, 3], vec![3, 2, 1]]));
        let (space, _) = read("grid 7x7, only a2-g6");
        assert_eq!(space.expect("a space").without.len(), 14);
    }

    #[test]
    fn sizes_make_lattices() {
        for (text, files, ranks, cells) in [
            ("cylinder 8x8", 8, 8, 64),
            ("torus 2x2", 2, 2, 4),
            ("klein 3x4", 3, 4, 12),
            ("ring 4x16", 4, 16, 64),
            ("hex 1", 1, 1, 1),
            ("hex 6", 11, 11, 91),
            ("hex 5x6", 9, 10, 70),
            ("hex 4x1x3", 4, 3, 12),
            ("graph a1-c2 e5", 5, 5, 7),
        ] {
            let (space, found) = read(text);
            assert_eq!(found, Vec::<String>::new(), "{text}");
            let lattice = space.expect(text).lattice;
            let size = (lattice.files(), lattice.ranks(), lattice.places().count());
            assert_eq!(size, (files, ranks, cells), "{text}");
        }
    }

    #[test]
    fn cells_of_a_hexagon_have_no_file_j() {
        let (space, found) = read("hex 6, without l6 k1-l7, shades 1");
        assert_eq!(found, ["unknown-cell k1-l7", "bad-space 1"]);
        let holes: Vec<_> = space.expect("a space").without.iter().map(|c| c.value).collect();
        assert_eq!(holes, [(10, 5)]);
    }

    #[test]
    fn every_slip_is_found_at_its_place() {
        let wrong = "grid 8x8 now, whit a1, without i1 a, without, shades 1, plain x";
        let found = read(wrong).1;
        let wanted = [
            "bad-space now",
            "bad-space whit",
            "unknown-cell i1",
            "bad-space a",
            "bad-space without",
            "bad-space 1",
            "bad-space x",
        ];
        assert_eq!(found, wanted);
        for (text, code) in [
            ("grid", "bad-space grid"),
            ("grid 17x8", "bad-space 17x8"),
            ("grid 0x8", "bad-space 0x8"),
            ("grid 8", "bad-space 8"),
            ("gird 8x8", "bad-space gird"),
            ("layers 5x5x5", "space-not-executable layers"),
            ("torus 1x8", "bad-space 1x8"),
            ("cylinder 1x8", "bad-space 1x8"),
            ("ring 4x1", "bad-space 4x1"),
            ("moebius 17x2", "bad-space 17x2"),
            ("hex", "bad-space hex"),
            ("hex 0", "bad-space 0"),
            ("hex 1000", "bad-space 1000"),
            ("hex 9", "bad-space 9"),
            ("hex 6x", "bad-space 6x"),
            ("hex 5x13", "bad-space 5x13"),
            ("graph", "bad-space graph"),
            ("graph q1", "bad-space q1"),
            ("", "bad-space "),
        ] {
            assert_eq!(read(text), (None, vec![code.to_owned()]), "{text}");
        }
    }
}
