//! Parses the first clause of a space, such as `torus 8x8` or a graph. The result has at most 256
//! cells, and no cell is its own neighbour.

use crate::scalar::{self, Rule, Written};
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::Spanned;
use alfil_rules::plane::Real;
use alfil_rules::space::{
    Border, Gluing, Hexagon, Lattice, MAX_CELLS, MAX_SIDE, Meeting, Net, Place, Strand, parse_cell,
};

/// Minimum and maximum side of a plane, in its units.
const PLANE_SIDES: [f64; 2] = [0.5, 100.0];

/// Minimum and maximum radius of a sphere, in its units.
const RADII: [f64; 2] = [0.5, 100.0];

/// Reads a lattice. Returns `None` with a finding if its size is invalid.
pub(super) fn read(clause: &Clause<'_>, found: &mut Report) -> Option<Lattice> {
    let (kind, name, words) = (clause.kind, clause.name, clause.words.as_slice());
    if let Some(finding) = misspelt(clause) {
        found.push(finding);
        return None;
    }
    // The size or, if the size is missing, the name. Findings about the size point at it.
    let size = words.first().copied().unwrap_or((Rule::misfit, name));
    let lattice = match kind {
        Rule::grid_space => rectangle(name, size, found),
        Rule::hex_space => hexagon(size, found),
        Rule::layers_space => layers(size, found),
        Rule::plane_space => plane(size, found),
        Rule::sphere_space => sphere(size, found),
        Rule::graph_space => return cells(name, words, found).map(Lattice::Net),
        _ => {
            found.push(no_lattice(kind, name));
            return None;
        }
    };
    let extra = words.iter().skip(1).map(|(_, extra)| *extra);
    let clauses = match kind {
        Rule::plane_space => {
            found.extend(extra.map(not_on_a_plane));
            return lattice;
        }
        Rule::sphere_space => {
            found.extend(extra.map(not_on_a_sphere));
            return lattice;
        }
        Rule::hex_space => "hex 6, without a1",
        Rule::layers_space => "layers 5x5x5, without Ca1",
        _ => "grid 8x8, without a1 h8",
    };
    found.extend(extra.take(1).map(|extra| {
        let title = format!("`{}` after the size of `{}`", extra.text(), name.text());
        let finding = bad(extra, title, "has no meaning here");
        if CLAUSES.contains(&extra.text()) {
            finding.help(Help::write(format!(", {}", extra.text())))
        } else {
            finding.help(format!("clauses come after a comma: `{clauses}`"))
        }
    }));
    lattice
}

fn no_lattice(kind: Rule, name: Written<'_>) -> Diagnostic {
    match kind {
        Rule::no_space => {
            bad(name, "a space without a lattice", "expected one, such as `grid 8x8`")
        }
        _ => {
            let words = Gluing::ALL.iter().map(|gluing| gluing.word());
            let words = words.chain(["hex", "graph", "plane", "sphere", "layers"]);
            let help = match did_you_mean(name.text(), words) {
                Some(near) => Help::did_you_mean(near),
                None => Help::from("begin with a lattice, such as `grid 8x8`"),
            };
            bad(name, format!("there is no space called `{}`", name.text()), "unknown space")
                .help(help)
        }
    }
}

/// The finding for another word or another form of the size: `8 by 8`, `hexagon 6`, `grid 8 x 8`.
/// `None` if there is no such mistake.
fn misspelt(clause: &Clause<'_>) -> Option<Diagnostic> {
    let is_sign = |c: char| matches!(c, 'x' | 'X' | '*' | '×' | '(' | ')' | ';' | ',');
    let text = clause.whole.text();
    let size_at = text.find(|c: char| c.is_ascii_digit())?;
    let (word, size) = text.split_at(size_at);
    let word = word.trim_end_matches(is_sign).trim();
    let parts = size.split(|c: char| is_sign(c) || c.is_whitespace()).filter(|p| !p.is_empty());
    let mut sides: Vec<&str> = parts.filter(|part| *part != "by").collect();
    let behind = sides.iter().position(|side| !side.bytes().all(|b| b.is_ascii_digit()));
    // The words after the size belong to other readers, which report them.
    if let Some(behind) = behind {
        sides.truncate(behind);
    }
    let known = ["hex", "graph", "plane", "sphere", "layers"];
    let known = || Gluing::ALL.iter().map(|gluing| gluing.word()).chain(known);
    let name = match (known().find(|known| *known == word), sides.len()) {
        (Some("grid"), 3) => "layers",
        (Some(known), _) => known,
        (None, 2) if word.is_empty() => "grid",
        (None, 3) if word.is_empty() => "layers",
        (None, _) => suggest::space(word).or_else(|| did_you_mean(word, known()))?,
    };
    let wanted = if name == "sphere" {
        1..=1
    } else if name == "hex" {
        1..=3
    } else if name == "layers" {
        3..=3
    } else if name == "plane" {
        2..=3
    } else {
        2..=2
    };
    let end =
        sides.last().map(|last| last.as_ptr() as usize - text.as_ptr() as usize + last.len())?;
    let good = sides.join("x");
    let is_sized = text[size_at..end] == good;
    // If only the name is misspelt, other code reports it.
    let is_near = || did_you_mean(word, known()) == Some(name);
    if name == "graph" || !wanted.contains(&sides.len()) || is_sized && (name == word || is_near())
    {
        return None;
    }
    let (at, good) =
        if name == word { (size_at..end, good) } else { (0..end, format!("{name} {good}")) };
    let title = format!("`{}` is not a space", text[..end].trim());
    Some(
        bad(clause.whole.part(at), title, "this is not how a space is written")
            .help(Help::type_in(good)),
    )
}

/// The name of the lattice in findings.
pub(super) fn word(lattice: &Lattice) -> &'static str {
    match lattice {
        Lattice::Grid { .. } => "grid",
        Lattice::Layers { .. } => "board of layers",
        Lattice::Hexagon(_) => "hexagon",
        Lattice::Net(_) => "graph",
        Lattice::Plane { .. } => "plane",
        Lattice::Sphere { .. } => "sphere",
    }
}

/// The reason for a finding about a cell in column `file` that does not exist.
pub(super) fn missing_cell_reason(lattice: &Lattice, file: u8) -> String {
    match lattice {
        Lattice::Grid { files, ranks, .. } => {
            format!("the grid has {files} files and {ranks} ranks")
        }
        Lattice::Layers { files, ranks, layers } => {
            format!("{layers} layers have {files} files and {ranks} ranks each")
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
        Lattice::Sphere { .. } => "a sphere has no cells".to_owned(),
    }
}

fn rectangle(name: Written<'_>, size: Word<'_>, found: &mut Report) -> Option<Lattice> {
    let gluing = Gluing::from_word(name.text())?;
    let word = gluing.word();
    // If opposite sides meet, there must be two cells between them. Otherwise a cell would be its
    // own neighbour.
    let least = |meeting| if meeting == Meeting::Apart { 1 } else { 2 };
    let least = (least(gluing.files()), least(gluing.ranks()));
    let [files, ranks] = numbers(size)[..] else {
        found.push(
            bad(size.1, format!("a {word} needs its size"), "expected files x ranks, each 1 to 16")
                .help(format!("add its files and ranks: `{word} 8x8`")),
        );
        return None;
    };
    let fit = |n: u32, least: u8| n.clamp(least.into(), MAX_SIDE.into()) as u8;
    let (fit_files, fit_ranks) = (fit(files, least.0), fit(ranks, least.1));
    if (u32::from(fit_files), u32::from(fit_ranks)) == (files, ranks) {
        return Some(Lattice::Grid { files: fit_files, ranks: fit_ranks, gluing });
    }
    let side = match least {
        (1, 1) => "each side is 1 to 16 cells".to_owned(),
        (2, 2) => "each side is 2 to 16 cells".to_owned(),
        (a, b) => format!("{a} to 16 files, {b} to 16 ranks"),
    };
    let mut finding = bad(size.1, format!("a {word} cannot have this size"), &side)
        .help(Help::type_in(format!("{fit_files}x{fit_ranks}")));
    if files == 1 && least.0 == 2 || ranks == 1 && least.1 == 2 {
        finding = finding.because("at the seam, each cell would be its own neighbour");
    } else if files.max(ranks) > u32::from(MAX_SIDE) {
        finding = finding.because("cells have the names a1 to p16 in positions and moves");
    }
    found.push(finding);
    None
}

/// Reads `hex 6`, `hex 5x6` (slanting sides of 5, upright ones of 6) or `hex 4x5x6` (lower left,
/// lower right, upright).
fn hexagon(size: Word<'_>, found: &mut Report) -> Option<Lattice> {
    let sides = match numbers(size)[..] {
        [side] => [side, side, side],
        [slant, upright] => [slant, slant, upright],
        [left, right, upright] => [left, right, upright],
        _ => {
            found.push(bad(size.1, "a hexagon needs its side", "expected a number of cells").help(
                "type `hex 6`, or `hex 5x6` for slanting sides of 5 cells and upright sides of 6",
            ));
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
    let label = "sides from 1 cell, at most 16 files of at most 16 cells";
    found.push(
        bad(size.1, "a hexagon cannot have this size", label)
            .help("type `hex 6`; the largest regular one is `hex 8`"),
    );
    None
}

/// Reads `layers 5x5x5`: files, ranks, layers.
fn layers(size: Word<'_>, found: &mut Report) -> Option<Lattice> {
    let cells = |n: &u32| u8::try_from(*n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
    let sides: Vec<u8> = numbers(size).iter().filter_map(cells).collect();
    if let (&[files, ranks, layers], 3) = (sides.as_slice(), numbers(size).len())
        && [files, ranks, layers].map(usize::from).into_iter().product::<usize>() <= MAX_CELLS
    {
        return Some(Lattice::Layers { files, ranks, layers });
    }
    let label =
        format!("expected files x ranks x layers, each 1 to {MAX_SIDE}, {MAX_CELLS} cells in all");
    found.push(
        bad(size.1, "a board of layers cannot have this size", &label)
            .help("type `layers 5x5x5`, or `layers 8x8x2` for two boards"),
    );
    None
}

fn plane((kind, size): Word<'_>, found: &mut Report) -> Option<Lattice> {
    let [least, most] = PLANE_SIDES;
    let side = |text: &str| {
        let side = text.parse().ok().filter(|side| (least..=most).contains(side));
        side.and_then(Real::new)
    };
    let sides: Vec<Option<Real>> = match kind {
        Rule::extent => size.text().split('x').map(side).collect(),
        _ => Vec::new(),
    };
    let gluing = Gluing::Flat;
    match *sides {
        [Some(width), Some(height)] => {
            return Some(Lattice::Plane { width, height, depth: None, gluing });
        }
        [Some(width), Some(height), depth @ Some(_)] => {
            return Some(Lattice::Plane { width, height, depth, gluing });
        }
        _ => {}
    }
    let title = format!("a plane is width x height, each {least} to {most}");
    let finding = bad(size, title, "not the size of a plane");
    found.push(finding.help("a plane is such as `plane 8x8`, and a box such as `plane 8x8x8`"));
    None
}

fn sphere((kind, size): Word<'_>, found: &mut Report) -> Option<Lattice> {
    let [least, most] = RADII;
    let radius = size.text().parse().ok().filter(|_| kind == Rule::radius);
    let radius = radius.filter(|radius| (least..=most).contains(radius)).and_then(Real::new);
    if radius.is_none() {
        let title = format!("a sphere has a radius, {least} to {most}");
        let finding = bad(size, title, "not the radius of a sphere");
        found.push(finding.help("a sphere is such as `sphere 4`"));
    }
    Some(Lattice::Sphere { radius: radius? })
}

// Parses graphs: `graph CELLS` with clauses `grid AREA`, `line HEADING CELLS`, `one-way HEADING
// CELLS` and `seam HEADING CELLS = HEADING CELLS`.
//
// Headings are points of a compass, where `n` is White's forward. The board checks that cells
// exist and where links lead.

/// First words of clauses about links.
pub(super) const NET_CLAUSES: [&str; 4] = ["grid", "line", "one-way", "seam"];

/// Reads `graph a1-d4 f1`: the cells, without links.
pub(super) fn cells(name: Written<'_>, words: &[Word<'_>], found: &mut Report) -> Option<Net> {
    let runs: Option<Vec<_>> = words.iter().map(|word| run(*word, found)).collect();
    let mut cells = runs?.concat();
    if cells.is_empty() {
        found.push(
            bad(name, "a graph without cells", "the names of its cells are missing")
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
        found.push(bad(
            at,
            "a grid of a graph is one rectangle",
            "expected a rectangle such as `grid a1-d4`",
        ));
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
        found.push(bad(name, title, "a heading is missing").help(headings()));
        return None;
    };
    let Some(index) = Border::HEADINGS.iter().position(|h| *h == heading.text()) else {
        let help = match did_you_mean(heading.text(), Border::HEADINGS) {
            Some(near) => Help::did_you_mean(near),
            None => Help::from(headings()),
        };
        let title = format!("there is no heading `{}`", heading.text());
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
        found.push(bad(*heading, title, "more cells are missing"));
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

// Clauses of a space, and functions that all their readers use.

/// First words of clauses that any lattice may have.
pub(super) const CLAUSES: [&str; 6] =
    ["without", "only", "checkered", "plain", "shades", "section"];

/// Clauses of one word that join edges of a plane.
pub(super) const JOINTS: [&str; 4] = ["cylinder", "torus", "moebius", "klein"];

/// A part of a space between commas or line ends.
pub(super) struct Clause<'a> {
    pub kind: Rule,
    pub whole: Written<'a>,
    /// The first word of the clause.
    pub name: Written<'a>,
    pub words: Vec<Word<'a>>,
}

/// A word with the rule that it matches.
pub(super) type Word<'a> = scalar::Part<'a>;

/// The corners of `a1` or of the rectangle `a2-g6`.
pub(super) fn corners(
    word: Word<'_>,
    place: impl Fn(&str) -> Option<Place>,
) -> Option<(Place, Place)> {
    let (Rule::named_cells, written) = word else { return None };
    let (a, b) = written.text().split_once('-').unwrap_or((written.text(), written.text()));
    Some((place(a)?, place(b)?))
}

/// The numbers between `x`s. A number with too many digits counts as very large.
pub(super) fn numbers((kind, size): Word<'_>) -> Vec<u32> {
    match kind {
        Rule::sides => size.text().split('x').map(|n| n.parse().unwrap_or(u32::MAX)).collect(),
        _ => Vec::new(),
    }
}

pub(super) fn not_on_a_plane(what: Written<'_>) -> Diagnostic {
    let word = what.text().split_whitespace().next().unwrap_or_default();
    if JOINTS.contains(&word) {
        let title = format!("`{}` after the size of a plane", what.text());
        return bad(what, title, "a comma must come before a clause")
            .help(Help::write(format!(", {}", what.text())));
    }
    let finding =
        bad(what, format!("`{}` has no meaning on a plane", what.text()), "a plane has no cells");
    match did_you_mean(word, JOINTS).filter(|_| word == what.text()) {
        Some(near) => finding.help(Help::did_you_mean(near)),
        None => finding
            .help("remove it: a plane has a size, shades and obstacles: `plane 8x8, checkered`"),
    }
}

pub(super) fn not_on_a_sphere(what: Written<'_>) -> Diagnostic {
    let word = what.text().split_whitespace().next().unwrap_or_default();
    let title = format!("`{}` has no meaning on a sphere", what.text());
    let why = match word {
        _ if JOINTS.contains(&word) => "a sphere has no edges",
        "checkered" | "plain" | "shades" => "a sphere has no squares",
        "without" => "a sphere has no obstacles",
        _ => "a sphere has only a radius",
    };
    bad(what, title, why).help("remove it: a sphere has only a radius: `sphere 4`")
}

pub(super) fn no_cells(word: Written<'_>, help: &str) -> Diagnostic {
    bad(word, format!("`{}` is not a list of cells", word.text()), "expected cells").help(help)
}

pub(super) fn bad(at: Written<'_>, title: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::at(Code::BadSpace, at.span(), title, label)
}
