//! Parses spaces: `grid 8x8, without a1 h8`.
//!
//! A space is a lattice followed by clauses. Holes and shades are read here, links in
//! `space/net.rs`, sections in `space/section.rs`. This parser checks that cells are on the
//! lattice, except cells in links, which the board checks.

mod clause;
mod lattice;
mod net;
pub mod section;

use crate::grammar::{self, Grammar, Rule};
use crate::plane;
use crate::written::Written;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::plane::Plot;
use alfil_rules::space::{Gluing, Lattice, Place, Shading};
use clause::{CLAUSES, Clause, Word, bad, corners, no_cells, not_on_a_plane, not_on_a_sphere};
use pest::Parser;
use pest::iterators::Pair;

/// A space as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceText {
    /// The lattice.
    pub lattice: Lattice,
    /// Cells that do not exist, with their spans.
    pub without: Vec<Spanned<Place>>,
    /// Figures on a plane that no body may overlap.
    pub obstacles: Vec<Spanned<Plot>>,
    /// Sections.
    pub sections: Vec<section::SectionText>,
    /// How cells are shaded.
    pub shades: Shading,
    /// The span of the whole text.
    pub span: Span,
}

/// Parses a space. Returns `None` if it has no valid lattice.
pub fn parse(text: Written<'_>, found: &mut Report) -> Option<SpaceText> {
    let Ok(mut pairs) = Grammar::parse(Rule::space, text.text()) else {
        found.at(Code::TooComplex, text.span(), "a space too long to read", "");
        return None;
    };
    if let Some(at) = text.text().find(';') {
        let title = "a semicolon ends no clause of a space";
        found.push(bad(text.part(at..at + 1), title, "not understood").help(Help::write(",")));
        return None;
    }
    let mut obstacles = Vec::new();
    let mut clause = |pair: Pair<'_, Rule>| {
        if pair.as_rule() == Rule::obstacle_clause {
            let plots = pair.clone().into_inner().filter(|part| part.as_rule() == Rule::plot);
            plots.for_each(|plot| obstacles.extend(obstacle(&plot, text, found)));
        }
        let (kind, whole) = (pair.as_rule(), grammar::written(&pair, text));
        let mut words = grammar::inner(&pair, text).into_iter();
        let name = words.next().map_or(whole, |(_, name)| name);
        Clause { kind, whole, name, words: words.collect() }
    };
    let clauses = pairs.next()?.into_inner().filter(|pair| pair.as_rule() != Rule::EOI);
    let mut clauses: Vec<Clause<'_>> = clauses.map(&mut clause).collect();
    let first = if clauses.is_empty() { return None } else { clauses.remove(0) };
    let lattice = lattice::read(&first, found);
    if first.kind == Rule::plane_space {
        // A plane has no cells, but it may have shades, obstacles and joined edges.
        let is_other = |clause: &mut Clause<'_>| {
            !matches!(
                clause.kind,
                Rule::shading_clause | Rule::obstacle_clause | Rule::gluing_clause
            )
        };
        // Commas belong to figures, so a misspelt figure leaves numbers where clauses should begin.
        let misspelt = clauses.iter().any(|clause| misspelt_figure(clause).is_some());
        let is_number =
            |clause: &Clause<'_>| clause.whole.text().starts_with(|c: char| c.is_ascii_digit());
        let other = clauses.extract_if(.., is_other);
        let other = other.filter(|clause| !(misspelt && is_number(clause)));
        found.extend(other.map(|clause| not_on_a_plane(clause.whole)));
    }
    if first.kind == Rule::sphere_space {
        found.extend(clauses.drain(..).map(|clause| not_on_a_sphere(clause.whole)));
        obstacles.clear();
    }
    let lattice = lattice?;
    let shades = if lattice.plane().is_some() { Shading::Plain } else { Shading::Checkered };
    let (without, sections, span) = (Vec::new(), Vec::new(), text.trim().span());
    let mut space = SpaceText { lattice, without, obstacles, sections, shades, span };
    clauses.iter().for_each(|clause| space.clause(clause, found));
    Some(space)
}

impl SpaceText {
    fn clause(&mut self, clause: &Clause<'_>, found: &mut Report) {
        let (name, words) = (clause.name, &clause.words);
        match (clause.kind, &mut self.lattice) {
            (Rule::strand_clause, Lattice::Net(net)) => {
                net.strands.extend(net::strand(clause, found))
            }
            (Rule::section_clause, lattice) => {
                self.sections.extend(section::read(clause, lattice, &self.sections, found));
            }
            (Rule::stands_clause, lattice) => {
                section::places(clause, lattice, self.sections.last_mut(), found);
            }
            (Rule::obstacle_clause, Lattice::Plane { .. }) => {
                if let Some((_, word)) = misspelt_figure(clause) {
                    let title = format!("`{}` is no figure", word.text());
                    let near = did_you_mean(word.text(), FIGURES);
                    let help = near.map(Help::did_you_mean).unwrap_or_else(|| {
                        Help::from("such as `disc 4,4 r 0.5`, `rectangle 3,3-5,5` or `polygon 1,1 2,1 1,2`")
                    });
                    found.push(bad(*word, title, "expected a figure").help(help));
                }
            }
            (Rule::obstacle_clause, _) => {
                let help = "type cells and rectangles of cells, such as `a1 h8` or `a2-g6`";
                found.push(no_cells(clause.whole, help));
            }
            (Rule::holes_clause, lattice) => {
                if words.is_empty() {
                    found.push(says_nothing(name));
                }
                let cells = |word: &Word<'_>| {
                    let cells = cells(*word, lattice, found).unwrap_or_default();
                    let span = word.1.span();
                    cells.into_iter().map(move |cell| Spanned::new(cell, span)).collect::<Vec<_>>()
                };
                let mut named: Vec<_> = words.iter().flat_map(cells).collect();
                if name.text() == "only" && !named.is_empty() {
                    let span =
                        words.last().map_or(name.span(), |(_, last)| name.span().to(last.span()));
                    let is_kept = |place: &Place| named.iter().any(|kept| kept.value == *place);
                    let lost = lattice.places().filter(|place| !is_kept(place));
                    named = lost.map(|place| Spanned::new(place, span)).collect();
                }
                self.without.extend(named);
            }
            (Rule::shades_clause, lattice) => {
                match words.as_slice() {
                    [] => found.push(says_nothing(name)),
                    [rows, ..] => {
                        self.shades = self::rows(*rows, lattice, found)
                            .map_or(self.shades.clone(), Shading::Rows);
                    }
                }
                extra(words.get(1), found);
            }
            (Rule::shading_clause, _) => {
                self.shades = match name.text() {
                    "plain" => Shading::Plain,
                    _ => Shading::Checkered,
                };
                extra(words.first(), found);
            }
            (Rule::gluing_clause, Lattice::Plane { depth: Some(_), .. }) => {
                let title = "the walls of a box are not joined";
                let finding = bad(name, title, "joins edges of a rectangle");
                found.push(finding.help("take it away, or give the plane two sides: `plane 8x8`"));
            }
            (Rule::gluing_clause, Lattice::Plane { gluing, .. }) => {
                match joined(name, *gluing) {
                    Ok(said) => *gluing = said,
                    Err(finding) => found.push(finding),
                }
                extra(words.first(), found);
            }
            (Rule::gluing_clause, _) => {
                let title = format!("`{}` after a board", name.text());
                let finding = bad(name, title, "a clause of planes");
                found.push(finding.help(format!("begin with it: `{} 8x8`", name.text())));
            }
            (_, lattice) => {
                let of_net = if let Lattice::Net(_) = lattice { &net::CLAUSES[..] } else { &[] };
                let clauses: Vec<&str> = CLAUSES.iter().chain(of_net).copied().collect();
                let help = match did_you_mean(name.text(), clauses.iter().copied()) {
                    Some(near) => Help::did_you_mean(near),
                    None => {
                        Help::from(format!("a clause starts with one of: {}", clauses.join(", ")))
                    }
                };
                let title = format!("no clause of a space is called `{}`", name.text());
                found.push(bad(name, title, "unknown clause").help(help));
            }
        }
    }
}

/// Reads how the edges of a plane are joined. `before` is what an earlier clause says.
fn joined(name: Written<'_>, before: Gluing) -> Result<Gluing, Diagnostic> {
    let joints = || clause::JOINTS.map(|word| format!("`{word}`")).join(", ");
    match Gluing::from_word(name.text()) {
        Some(_) if before != Gluing::Flat => {
            let title =
                format!("the edges of this plane are joined as `{}` already", before.word());
            Err(bad(name, title, "joins them again").help("name one surface only"))
        }
        Some(
            said @ (Gluing::Flat
            | Gluing::Cylinder
            | Gluing::Torus
            | Gluing::Moebius
            | Gluing::Klein),
        ) => Ok(said),
        Some(Gluing::Ring) | None => {
            let title = "a plane is no ring";
            let finding = bad(name, title, "rings have cells");
            Err(finding.help(format!("join the edges by one of: {}", joints())))
        }
    }
}

/// First words of figures.
const FIGURES: [&str; 5] = ["disc", "rectangle", "polygon", "ball", "box"];

/// The first word of an obstacle clause that belongs to no figure.
fn misspelt_figure<'c, 'a>(clause: &'c Clause<'a>) -> Option<&'c Word<'a>> {
    let mut words = clause.words.iter().filter(|_| clause.kind == Rule::obstacle_clause);
    words.find(|(kind, _)| *kind != Rule::plot)
}

/// Reads a figure that no body may overlap.
fn obstacle(pair: &Pair<'_, Rule>, text: Written<'_>, found: &mut Report) -> Option<Spanned<Plot>> {
    let written = grammar::written(pair, text);
    let plot = plane::plot(pair);
    if plot.is_none() {
        let title = format!("`{}` is no figure", written.text());
        found
            .at(Code::BadNumberOnPlane, written.span(), title, "out of range")
            .help("such as `disc 4,4 r 0.5`, `rectangle 3,3-5,5` or `polygon 1,1 2,1 1,2`");
    }
    plot.map(|plot| Spanned::new(plot, written.span()))
}

/// The cells of `a1` or of the rectangle `a2-g6` on a lattice.
fn cells(word: Word<'_>, lattice: &Lattice, found: &mut Report) -> Option<Vec<Place>> {
    let Some((a, b)) = corners(word, |cell| lattice.place(cell)) else {
        let help = "type cells and rectangles of cells, such as `a1 h8` or `a2-g6`";
        found.push(no_cells(word.1, help));
        return None;
    };
    if let Some(&(file, _)) = [a, b].iter().find(|(file, rank)| !lattice.has(*file, *rank)) {
        let title = format!("`{}` is not on the board", word.1.text());
        found
            .at(Code::UnknownCell, word.1.span(), title, "no such cell")
            .because(lattice::missing_cell_reason(lattice, file))
            .help("name cells of the board, or take it out");
        return None;
    }
    let (ranks, files) = (a.1.min(b.1)..=a.1.max(b.1), a.0.min(b.0)..=a.0.max(b.0));
    let all = ranks.flat_map(|r| files.clone().map(move |f| (f, r)));
    Some(all.filter(|&(file, rank)| lattice.has(file, rank)).collect())
}

/// Rows of shades that cover the lattice.
fn rows((kind, text): Word<'_>, lattice: &Lattice, found: &mut Report) -> Option<Vec<Vec<u8>>> {
    let shade = |c: char| c.to_digit(10).map_or(0, |digit| digit as u8);
    let rows: Vec<Vec<u8>> =
        text.text().split('/').map(|row| row.chars().map(shade).collect()).collect();
    let covers = |(row, rank): (&Vec<u8>, u8)| {
        row.len() == usize::from(lattice.files())
            && row.iter().zip(0..).all(|(&shade, file)| (shade > 0) == lattice.has(file, rank))
    };
    if kind == Rule::shade_rows
        && rows.len() == usize::from(lattice.ranks())
        && rows.iter().zip((0..lattice.ranks()).rev()).all(covers)
    {
        return Some(rows);
    }
    let (ranks, files) = (lattice.ranks(), lattice.files());
    let full = lattice.places().count() == usize::from(ranks) * usize::from(files);
    let stars = if full { "" } else { ", `*` where there is no cell" };
    let title = format!("shades that do not cover the {}", lattice::word(lattice));
    found.push(bad(text, title, "expected a digit 1 to 9 for every cell").help(format!(
        "write {ranks} rows of {files} digits, the farthest rank first, `/` between them{stars}"
    )));
    None
}

/// Reports a word that a clause cannot have.
fn extra(word: Option<&Word<'_>>, found: &mut Report) {
    if let Some((_, extra)) = word {
        found.push(bad(*extra, format!("`{}` in a space", extra.text()), "means nothing here"));
    }
}

fn says_nothing(name: Written<'_>) -> Diagnostic {
    bad(name, format!("`{}` says nothing", name.text()), "what follows is missing")
}
