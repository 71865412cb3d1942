//! Space strings: `grid 8x8, without a1 h8`.
//!
//! Owns: [`SpaceText`] and its parser. A space is a lattice, then clauses after commas or line ends:
//! `without CELLS`, `only CELLS`, `checkered`, `plain`, `shades ROWS`; CELLS are cells (`a1`) and
//! rectangles (`a2-g6`), ROWS digits between slashes, the farthest rank first, 1 the lightest shade.
//! Invariant: cells named here lie on the lattice.

use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::{Span, Spanned};
use crate::syntax::written::Written;

/// Largest number of files and of ranks.
pub const MAX_SIDE: u8 = 16;

/// A rectangular space as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceText {
    /// Columns, 1 to 16.
    pub files: u8,
    /// Rows, 1 to 16.
    pub ranks: u8,
    /// Cells that do not exist, as (file, rank) from 0, with where that was said.
    pub without: Vec<Spanned<(u8, u8)>>,
    /// How cells are shaded.
    pub shades: ShadesText,
    /// The whole text.
    pub span: Span,
}

/// Shades as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShadesText {
    /// Two shades, alternating; what a grid has unless it says otherwise.
    Checkered,
    /// One shade.
    Plain,
    /// A number a cell, the farthest rank first.
    Rows(Vec<Vec<u8>>),
}

const CLAUSES: [&str; 5] = ["without", "only", "checkered", "plain", "shades"];
// Named by the language, executed by later arenas.
const LATER: [&str; 8] =
    ["cylinder", "torus", "moebius", "klein", "ring", "hex", "layers", "graph"];

/// Reads a space. `None` if no size of a grid can be made out.
pub fn parse(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<SpaceText> {
    let mut clauses = text.split(|c| c == ',' || c == '\n').into_iter();
    let (files, ranks) = lattice(clauses.next()?, found)?;
    let mut space = SpaceText {
        files,
        ranks,
        without: Vec::new(),
        shades: ShadesText::Checkered,
        span: text.trim().span(),
    };
    for clause in clauses.filter(|c| !c.text().is_empty()) {
        self::clause(clause, &mut space, found);
    }
    Some(space)
}

fn lattice(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<(u8, u8)> {
    let words = text.words();
    let Some(name) = words.first() else {
        found.push(bad(text, "a space without a lattice", "expected one, such as `grid 8x8`"));
        return None;
    };
    if LATER.contains(&name.text()) {
        found.push(
            Diagnostic::at(
                Code::SpaceNotYet,
                name.span(),
                format!("the space `{}` cannot be played on yet", name.text()),
                "understood, not executable",
            )
            .help("use a grid, such as `grid 8x8`"),
        );
        return None;
    }
    if name.text() != "grid" {
        let near = did_you_mean(name.text(), ["grid", "plane"].into_iter().chain(LATER));
        found.push(
            bad(*name, format!("no space is called `{}`", name.text()), "unknown space").help(
                match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "type `grid 8x8`".to_owned(),
                },
            ),
        );
        return None;
    }
    let size = |w: &Written<'_>| {
        let (files, ranks) = w.text().split_once('x')?;
        let side = |t: &str| t.parse::<u8>().ok().filter(|n| (1..=MAX_SIDE).contains(n));
        Some((side(files)?, side(ranks)?))
    };
    let (value, extra) = match words.get(1) {
        Some(word) => (size(word), words.get(2)),
        None => (None, None),
    };
    if value.is_none() {
        let at = words.get(1).unwrap_or(name);
        let numbers = at.text().split_once('x').map(|(f, r)| (f.parse::<u32>(), r.parse::<u32>()));
        found.push(match numbers {
            Some((Ok(files), Ok(ranks))) => {
                let fit = |n: u32| n.clamp(1, MAX_SIDE.into());
                bad(*at, "a grid of this size cannot be played on", "each side is 1 to 16 cells")
                    .help(format!("type `grid {}x{}`", fit(files), fit(ranks)))
            }
            Some(_) | None => {
                bad(*at, "a grid needs its size", "expected files x ranks, each 1 to 16")
                    .help("type `grid 8x8`")
            }
        });
    }
    if let Some(extra) = extra {
        found.push(
            bad(
                *extra,
                format!("`{}` after the size of a grid", extra.text()),
                "means nothing here",
            )
            .help("clauses follow a comma: `grid 8x8, without a1 h8`"),
        );
    }
    value
}

fn clause(text: Written<'_>, space: &mut SpaceText, found: &mut Vec<Diagnostic>) {
    let words = text.words();
    let Some((name, rest)) = words.split_first() else { return };
    match name.text() {
        "without" => {
            for word in rest {
                let holes = cells(*word, space, found).unwrap_or_default();
                space.without.extend(holes.into_iter().map(|c| Spanned::new(c, word.span())));
            }
        }
        "only" => {
            let kept: Vec<_> =
                rest.iter().filter_map(|w| cells(*w, space, found)).flatten().collect();
            let all = (0..space.ranks).flat_map(|r| (0..space.files).map(move |f| (f, r)));
            if !kept.is_empty() {
                space.without.extend(
                    all.filter(|c| !kept.contains(c)).map(|c| Spanned::new(c, text.span())),
                );
            }
        }
        "checkered" => space.shades = ShadesText::Checkered,
        "plain" => space.shades = ShadesText::Plain,
        "shades" => {
            if let Some(rows) = rest.first().and_then(|w| rows(*w, space, found)) {
                space.shades = ShadesText::Rows(rows);
            }
        }
        other => {
            let help = match did_you_mean(other, CLAUSES) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a clause starts with one of: {}", CLAUSES.join(", ")),
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
    space: &SpaceText,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<(u8, u8)>> {
    let corners: Option<Vec<_>> = word.text().split('-').map(cell).collect();
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
    if a.0.max(b.0) >= space.files || a.1.max(b.1) >= space.ranks {
        found.push(
            Diagnostic::at(
                Code::UnknownCell,
                word.span(),
                format!("`{}` is not on the board", word.text()),
                "no such cell",
            )
            .because(format!("the grid has {} files and {} ranks", space.files, space.ranks)),
        );
        return None;
    }
    let (ranks, files) = (a.1.min(b.1)..=a.1.max(b.1), a.0.min(b.0)..=a.0.max(b.0));
    Some(ranks.flat_map(|r| files.clone().map(move |f| (f, r))).collect())
}

/// File and rank, from 0, of a cell's name.
fn cell(text: &str) -> Option<(u8, u8)> {
    let file = text.bytes().next().filter(|b| (b'a'..b'a' + MAX_SIDE).contains(b))? - b'a';
    let rank = text.get(1..)?;
    let rank: u8 = rank.parse().ok().filter(|&n: &u8| n >= 1 && n.to_string() == rank)?;
    Some((file, rank - 1))
}

fn rows(text: Written<'_>, space: &SpaceText, found: &mut Vec<Diagnostic>) -> Option<Vec<Vec<u8>>> {
    let rows: Option<Vec<Vec<u8>>> = text
        .text()
        .split('/')
        .map(|row| {
            row.chars()
                .map(|c| c.to_digit(10).filter(|&d| d > 0).and_then(|d| u8::try_from(d).ok()))
                .collect()
        })
        .collect();
    let fits = |rows: &Vec<Vec<u8>>| {
        rows.len() == usize::from(space.ranks)
            && rows.iter().all(|r| r.len() == usize::from(space.files))
    };
    let rows = rows.filter(fits);
    if rows.is_none() {
        found.push(
            bad(
                text,
                "shades that do not cover the grid",
                "expected a digit 1 to 9 for every cell",
            )
            .help(format!(
                "write {} rows of {} digits, the farthest rank first, `/` between them",
                space.ranks, space.files
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
        assert_eq!((space.files, space.ranks, holes), (3, 2, vec![(0, 0), (2, 1)]));
        assert_eq!(space.shades, ShadesText::Rows(vec![vec![1, 2, 3], vec![3, 2, 1]]));
        let (space, _) = read("grid 7x7, only a2-g6");
        assert_eq!(space.expect("a space").without.len(), 14);
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
            ("hex 6", "space-not-executable hex"),
            ("", "bad-space "),
        ] {
            assert_eq!(read(text), (None, vec![code.to_owned()]), "{text}");
        }
    }
}
