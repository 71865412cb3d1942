//! Graphs: cells and links written out.
//!
//! Owns: [`cells`] and [`clause`]. Takes `graph CELLS` and the clauses `grid AREA`, `line HEADING
//! CELLS`, `one-way HEADING CELLS`, `seam HEADING CELLS = HEADING CELLS`; gives a [`Net`]. Headings
//! are points of a compass, `n` White's forward. Invariant: every clause kept has what it needs; that
//! its cells exist, and what leads where, is for the arena.

use super::bad;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::rules::space::{Border, MAX_SIDE, Net, Place, Strand, parse_cell};
use crate::source::Spanned;
use crate::syntax::written::Written;

/// The words with which clauses about links begin.
pub(super) const CLAUSES: [&str; 4] = ["grid", "line", "one-way", "seam"];

/// Whether `word` begins a clause about links.
pub(super) fn is_clause(word: &str) -> bool {
    CLAUSES.contains(&word)
}

/// `graph a1-d4 f1`: the cells, no link yet.
pub(super) fn cells(
    name: Written<'_>,
    rest: &[Written<'_>],
    found: &mut Vec<Diagnostic>,
) -> Option<Net> {
    let mut cells: Vec<Place> = Vec::new();
    for word in rest {
        let some = run(*word, found)?;
        cells.extend(some.into_iter().filter(|c| !cells.contains(c)).collect::<Vec<_>>());
    }
    if cells.is_empty() {
        found.push(
            bad(name, "a graph without cells", "expected its cells")
                .help("name them, such as `graph a1-d4 e2 e3`; then say what links them"),
        );
        return None;
    }
    cells.sort_by_key(|&(file, rank)| (rank, file));
    Some(Net { cells, strands: Vec::new() })
}

/// A clause about links.
pub(super) fn clause(
    name: Written<'_>,
    rest: &[Written<'_>],
    net: &mut Net,
    found: &mut Vec<Diagnostic>,
) {
    let strand = match name.text() {
        "grid" => grid(name, rest, found),
        "line" => border(name, rest, 2, found).map(|line| Strand::Line { line, back: true }),
        "one-way" => border(name, rest, 2, found).map(|line| Strand::Line { line, back: false }),
        _ => seam(name, rest, found),
    };
    if let Some(strand) = strand {
        net.strands.push(Spanned::new(strand, name.span()));
    }
}

fn grid(name: Written<'_>, rest: &[Written<'_>], found: &mut Vec<Diagnostic>) -> Option<Strand> {
    let [word] = rest else {
        let at = rest.get(1).copied().unwrap_or(name);
        found.push(bad(at, "a grid of a graph is one rectangle", "expected such as `grid a1-d4`"));
        return None;
    };
    let cells = run(*word, found)?;
    let (low, high) = (cells.iter().min()?, cells.iter().max()?);
    Some(Strand::Grid {
        low: Spanned::new(*low, word.span()),
        high: Spanned::new(*high, word.span()),
    })
}

fn seam(name: Written<'_>, rest: &[Written<'_>], found: &mut Vec<Diagnostic>) -> Option<Strand> {
    let Some(at) = rest.iter().position(|w| w.text() == "=") else {
        found.push(
            bad(name, "a seam joins two sides", "`=` between them is missing")
                .help("write it such as `seam e d1-d4 = w f1-f4`"),
        );
        return None;
    };
    let one = border(name, &rest[..at], 1, found)?;
    let other = border(name, &rest[at + 1..], 1, found)?;
    if one.cells.len() != other.cells.len() {
        let (a, b) = (one.cells.len(), other.cells.len());
        found.push(
            bad(rest[at], format!("a seam of {a} and {b} cells"), "the sides differ in length")
                .help("name as many cells on either side, in the order in which they meet"),
        );
        return None;
    }
    Some(Strand::Seam { one, other })
}

/// A heading and at least `least` cells.
fn border(
    name: Written<'_>,
    words: &[Written<'_>],
    least: usize,
    found: &mut Vec<Diagnostic>,
) -> Option<Border> {
    let Some((heading, rest)) = words.split_first() else {
        found.push(
            bad(name, format!("`{}` without a heading", name.text()), "what follows is missing")
                .help(format!("headings are {}", Border::HEADINGS.join(" "))),
        );
        return None;
    };
    let Some(index) = Border::HEADINGS.iter().position(|h| *h == heading.text()) else {
        let help = match did_you_mean(heading.text(), Border::HEADINGS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("headings are {}", Border::HEADINGS.join(" ")),
        };
        let title = format!("no heading is called `{}`", heading.text());
        found.push(bad(*heading, title, "expected a heading").help(help));
        return None;
    };
    let mut cells = Vec::new();
    for word in rest {
        let some = run(*word, found)?;
        cells.extend(some.into_iter().map(|cell| Spanned::new(cell, word.span())));
    }
    if cells.len() < least {
        let title = format!("`{}` of too few cells", name.text());
        found.push(bad(*heading, title, "what follows is missing"));
        return None;
    }
    Some(Border { heading: index as u8, cells })
}

/// The cells of `a1`, or of a rectangle from its first corner to its second: `d1-a1` runs to the left.
fn run(word: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<Vec<Place>> {
    let cell = |name: &str| parse_cell(name).filter(|&(f, r)| f < MAX_SIDE && r < MAX_SIDE);
    let corners: Option<Vec<Place>> = word.text().split('-').map(cell).collect();
    let (a, b) = match corners.as_deref() {
        Some([a]) => (*a, *a),
        Some([a, b]) => (*a, *b),
        Some(_) | None => {
            found.push(
                bad(word, format!("`{}` names no cells", word.text()), "expected cells").help(
                    "cells of a graph are named a1 to p16; rectangles of them such as `a1-d4`",
                ),
            );
            return None;
        }
    };
    let steps = |from: u8, to: u8| -> Vec<u8> {
        if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
    };
    let ranks = steps(a.1, b.1);
    Some(ranks.into_iter().flat_map(|r| steps(a.0, b.0).into_iter().map(move |f| (f, r))).collect())
}
