//! The first clause of a space: which lattice, and how large.
//!
//! Owns: [`parse`] and [`word`]. Takes a clause such as `torus 8x8`; gives the [`Lattice`]. Invariant:
//! sizes are such that no cell is its own neighbour and a board has at most 256 cells.

use super::{bad, net};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::rules::space::{Gluing, Hexagon, Lattice, MAX_CELLS, MAX_SIDE, Meeting};
use crate::syntax::written::Written;

// Named by the language, executed by later arenas.
const LATER: [&str; 2] = ["layers", "plane"];

/// Reads a lattice. `None`, with a finding, if its size cannot be made out.
pub(super) fn parse(text: Written<'_>, found: &mut Vec<Diagnostic>) -> Option<Lattice> {
    let words = text.words();
    let Some((name, rest)) = words.split_first() else {
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
    let gluing = Gluing::ALL.into_iter().find(|gluing| gluing.word() == name.text());
    let lattice = match (name.text(), gluing) {
        (_, Some(gluing)) => rectangle(*name, rest.first(), gluing, found),
        ("hex", _) => hexagon(*name, rest.first(), found),
        ("graph", _) => return net::cells(*name, rest, found).map(Lattice::Net),
        (other, _) => {
            let words = Gluing::ALL.map(Gluing::word).into_iter().chain(["hex", "graph"]);
            let help = match did_you_mean(other, words.chain(LATER)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "type `grid 8x8`".to_owned(),
            };
            let title = format!("no space is called `{other}`");
            found.push(bad(*name, title, "unknown space").help(help));
            return None;
        }
    };
    if let Some(extra) = rest.get(1) {
        let what = name.text();
        let clause = if what == "hex" { "hex 6, without a1" } else { "grid 8x8, without a1 h8" };
        found.push(
            bad(
                *extra,
                format!("`{}` after the size of a {what}", extra.text()),
                "means nothing here",
            )
            .help(format!("clauses follow a comma: `{clause}`")),
        );
    }
    lattice
}

/// What people call the lattice.
pub(super) fn word(lattice: &Lattice) -> &'static str {
    match lattice {
        Lattice::Grid { .. } => "grid",
        Lattice::Hexagon(_) => "hexagon",
        Lattice::Net(_) => "graph",
        Lattice::Plane { .. } => "plane",
    }
}

fn rectangle(
    name: Written<'_>,
    size: Option<&Written<'_>>,
    gluing: Gluing,
    found: &mut Vec<Diagnostic>,
) -> Option<Lattice> {
    let word = gluing.word();
    // A side that meets itself needs two cells.
    let least = |meeting| if meeting == Meeting::Apart { 1 } else { 2 };
    let least = (least(gluing.files()), least(gluing.ranks()));
    let at = size.unwrap_or(&name);
    let numbers = size.and_then(|w| numbers(w.text()));
    let Some([files, ranks]) = numbers.as_deref() else {
        found.push(
            bad(*at, format!("a {word} needs its size"), "expected files x ranks, each 1 to 16")
                .help(format!("type `{word} 8x8`")),
        );
        return None;
    };
    let fit = |n: u32, least: u8| n.clamp(least.into(), MAX_SIDE.into()) as u8;
    let (fit_files, fit_ranks) = (fit(*files, least.0), fit(*ranks, least.1));
    if (u32::from(fit_files), u32::from(fit_ranks)) == (*files, *ranks) {
        return Some(Lattice::Grid { files: fit_files, ranks: fit_ranks, gluing });
    }
    let side = match least {
        (1, 1) => "each side is 1 to 16 cells".to_owned(),
        (2, 2) => "each side is 2 to 16 cells".to_owned(),
        (a, b) => format!("{a} to 16 files, {b} to 16 ranks"),
    };
    let mut finding = bad(*at, format!("a {word} of this size cannot be played on"), &side)
        .help(format!("type `{word} {fit_files}x{fit_ranks}`"));
    if *files == 1 && least.0 == 2 || *ranks == 1 && least.1 == 2 {
        finding = finding.because("across the seam each cell would be its own neighbour");
    } else if *files > u32::from(MAX_SIDE) || *ranks > u32::from(MAX_SIDE) {
        finding = finding.because("positions and moves name cells a1 to p16");
    }
    found.push(finding);
    None
}

/// `hex 6`, `hex 5x6` (slanting sides of 5, upright ones of 6), `hex 4x5x6` (lower left, lower right,
/// upright).
fn hexagon(
    name: Written<'_>,
    size: Option<&Written<'_>>,
    found: &mut Vec<Diagnostic>,
) -> Option<Lattice> {
    let at = size.unwrap_or(&name);
    let sides = match size.and_then(|w| numbers(w.text())).as_deref() {
        Some(&[side]) => [side, side, side],
        Some(&[slant, upright]) => [slant, slant, upright],
        Some(&[left, right, upright]) => [left, right, upright],
        Some(_) | None => {
            found.push(
                bad(*at, "a hexagon needs its side", "expected a number of cells")
                    .help("type `hex 6`, or `hex 5x6` for slanting sides of 5, upright ones of 6"),
            );
            return None;
        }
    };
    let cells = |n: &u32| u8::try_from(*n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
    let sides: Vec<u8> = sides.iter().filter_map(cells).collect();
    if let &[left, right, upright] = sides.as_slice() {
        let hexagon = Hexagon { left, right, upright };
        let lattice = Lattice::Hexagon(hexagon);
        let fits = hexagon.files() <= MAX_SIDE
            && hexagon.ranks() <= MAX_SIDE
            && lattice.places().count() <= MAX_CELLS;
        if fits {
            return Some(lattice);
        }
    }
    found.push(
        bad(
            *at,
            "a hexagon of this size cannot be played on",
            "sides from 1 cell, at most 16 files of at most 16 cells",
        )
        .help("type `hex 6`; the largest regular one is `hex 8`"),
    );
    None
}

/// The numbers between `x`s.
fn numbers(text: &str) -> Option<Vec<u32>> {
    // More digits than a number holds are a large number all the same.
    let number = |t: &str| {
        let digits = !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| t.parse().unwrap_or(u32::MAX))
    };
    text.split('x').map(number).collect()
}
