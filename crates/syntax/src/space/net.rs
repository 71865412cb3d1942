//! Parses graphs: `graph CELLS` with clauses `grid AREA`, `line HEADING CELLS`, `one-way HEADING
//! CELLS` and `seam HEADING CELLS = HEADING CELLS`.
//!
//! Headings are points of a compass, where `n` is White's forward. The board checks that cells
//! exist and where links lead.

use super::clause::{Clause, Word, bad, corners, no_cells};
use crate::grammar::Rule;
use crate::written::Written;
use alfil_diagnostics::diagnostic::{Help, Report, did_you_mean};
use alfil_diagnostics::source::Spanned;
use alfil_rules::space::{Border, MAX_SIDE, Net, Place, Strand, parse_cell};

/// First words of clauses about links.
pub(super) const CLAUSES: [&str; 4] = ["grid", "line", "one-way", "seam"];

/// Reads `graph a1-d4 f1`: the cells, without links.
pub(super) fn cells(name: Written<'_>, words: &[Word<'_>], found: &mut Report) -> Option<Net> {
    let runs: Option<Vec<_>> = words.iter().map(|word| run(*word, found)).collect();
    let mut cells = runs?.concat();
    if cells.is_empty() {
        found.push(
            bad(name, "a graph without cells", "expected its cells")
                .help("name them, such as `graph a1-d4 e2 e3`; then say what links them"),
        );
        return None;
    }
    cells.sort_by_key(|&(file, rank)| (rank, file));
    cells.dedup();
    Some(Net { cells, strands: Vec::new() })
}

/// Reads the links of a clause.
pub(super) fn strand(clause: &Clause<'_>, found: &mut Report) -> Option<Spanned<Strand>> {
    let (name, words) = (clause.name, clause.words.as_slice());
    let strand = match name.text() {
        "grid" => grid(name, words, found)?,
        "line" => Strand::Line { line: border(name, words, 2, found)?, back: true },
        "one-way" => Strand::Line { line: border(name, words, 2, found)?, back: false },
        _ => seam(name, words, found)?,
    };
    Some(Spanned::new(strand, name.span()))
}

fn grid(name: Written<'_>, words: &[Word<'_>], found: &mut Report) -> Option<Strand> {
    let [word] = words else {
        let at = words.get(1).map_or(name, |(_, second)| *second);
        found.push(bad(at, "a grid of a graph is one rectangle", "expected such as `grid a1-d4`"));
        return None;
    };
    let cells = run(*word, found)?;
    let corner = |cell: Option<&Place>| Some(Spanned::new(*cell?, word.1.span()));
    Some(Strand::Grid { low: corner(cells.iter().min())?, high: corner(cells.iter().max())? })
}

fn seam(name: Written<'_>, words: &[Word<'_>], found: &mut Report) -> Option<Strand> {
    let Some(at) = words.iter().position(|(kind, _)| *kind == Rule::equals) else {
        found.push(
            bad(name, "a seam joins two sides", "`=` between them is missing")
                .help("write it such as `seam e d1-d4 = w f1-f4`"),
        );
        return None;
    };
    let one = border(name, &words[..at], 1, found)?;
    let other = border(name, &words[at + 1..], 1, found)?;
    if one.cells.len() != other.cells.len() {
        let title = format!("a seam of {} and {} cells", one.cells.len(), other.cells.len());
        found.push(
            bad(words[at].1, title, "the sides differ in length")
                .help("name as many cells on either side, in the order in which they meet"),
        );
        return None;
    }
    Some(Strand::Seam { one, other })
}

/// Reads a heading and at least `least` cells.
fn border(
    name: Written<'_>,
    words: &[Word<'_>],
    least: usize,
    found: &mut Report,
) -> Option<Border> {
    let headings = || format!("headings are {}", Border::HEADINGS.join(" "));
    let Some(((_, heading), rest)) = words.split_first() else {
        let title = format!("`{}` without a heading", name.text());
        found.push(bad(name, title, "what follows is missing").help(headings()));
        return None;
    };
    let Some(index) = Border::HEADINGS.iter().position(|h| *h == heading.text()) else {
        let help = match did_you_mean(heading.text(), Border::HEADINGS) {
            Some(near) => Help::did_you_mean(near),
            None => Help::from(headings()),
        };
        let title = format!("no heading is called `{}`", heading.text());
        found.push(bad(*heading, title, "expected a heading").help(help));
        return None;
    };
    let mut cells = Vec::new();
    for word in rest {
        let run = run(*word, found)?;
        cells.extend(run.into_iter().map(|cell| Spanned::new(cell, word.1.span())));
    }
    if cells.len() < least {
        let title = format!("`{}` of too few cells", name.text());
        found.push(bad(*heading, title, "what follows is missing"));
        return None;
    }
    Some(Border { heading: index as u8, cells })
}

/// The cells of `a1` or of a rectangle, from its first corner to its second: `d1-a1` runs to the
/// left.
fn run(word: Word<'_>, found: &mut Report) -> Option<Vec<Place>> {
    let cell = |name: &str| parse_cell(name).filter(|&(f, r)| f < MAX_SIDE && r < MAX_SIDE);
    let Some((a, b)) = corners(word, cell) else {
        let help = "cells of a graph are named a1 to p16; rectangles of them such as `a1-d4`";
        found.push(no_cells(word.1, help));
        return None;
    };
    let steps = |from: u8, to: u8| -> Vec<u8> {
        if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() }
    };
    let ranks = steps(a.1, b.1);
    Some(ranks.into_iter().flat_map(|r| steps(a.0, b.0).into_iter().map(move |f| (f, r))).collect())
}
