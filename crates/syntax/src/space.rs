//! Parses spaces, such as `grid 8x8, without a1 h8`, and the mapping `plane`.

mod lattice;
pub mod section;

use crate::mapping::{NONE, mapping};
use crate::scalar::{self, Grammar, Part, Rule, Scalar, Written};
use crate::value::Language::Number;
use crate::value::Value::{Either, Text};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::plane::{Friends, KingPath, Plot, Point, Real, Spot};
use alfil_rules::space::{Gluing, Lattice, Place, Shading};
use lattice::{CLAUSES, Clause, Word, bad, corners, no_cells, not_on_a_plane, not_on_a_sphere};
use pest::Parser;
use pest::iterators::Pair;

// Parses spaces: `grid 8x8, without a1 h8`.
//
// A space is a lattice followed by clauses. Holes and shades are read here, links in
// `space/lattice.rs`, sections in `space/section.rs`. This parser checks that cells are on the
// lattice, except cells in links, which the board checks.

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
        found.at(Code::TooComplex, text.span(), "the text of the space is too long", "");
        return None;
    };
    if let Some(at) = text.text().find(';') {
        let title = "clauses of a space are not separated by semicolons";
        found.push(bad(text.part(at..at + 1), title, "not understood").help(Help::write(",")));
        return None;
    }
    let mut obstacles = Vec::new();
    let mut clause = |pair: Pair<'_, Rule>| {
        if pair.as_rule() == Rule::obstacle_clause {
            let plots = pair.clone().into_inner().filter(|part| part.as_rule() == Rule::plot);
            plots.for_each(|plot| obstacles.extend(obstacle(&plot, text, found)));
        }
        let (kind, whole) = (pair.as_rule(), scalar::written(&pair, text));
        let mut words = scalar::inner(&pair, text).into_iter();
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
                net.strands.extend(lattice::strand(clause, found))
            }
            (Rule::section_clause, lattice) => {
                self.sections.extend(section::read(clause, lattice, &self.sections, found));
            }
            (Rule::stands_clause, lattice) => {
                section::places(clause, lattice, self.sections.last_mut(), found);
            }
            (Rule::obstacle_clause, Lattice::Plane { .. }) => {
                if let Some((_, word)) = misspelt_figure(clause) {
                    let title = format!("`{}` is not a figure", word.text());
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
                let title = "a box cannot have joined walls";
                let finding = bad(name, title, "joins edges of a rectangle");
                found.push(
                    finding.help("remove it, or use a plane with two dimensions: `plane 8x8`"),
                );
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
                let finding = bad(name, title, "a clause that only planes have");
                found.push(finding.help(format!("write it first: `{} 8x8`", name.text())));
            }
            (_, lattice) => {
                let of_net =
                    if let Lattice::Net(_) = lattice { &lattice::NET_CLAUSES[..] } else { &[] };
                let clauses: Vec<&str> = CLAUSES.iter().chain(of_net).copied().collect();
                let help = match did_you_mean(name.text(), clauses.iter().copied()) {
                    Some(near) => Help::did_you_mean(near),
                    None => {
                        Help::from(format!("a clause begins with one of: {}", clauses.join(", ")))
                    }
                };
                let title = format!("a space has no clause `{}`", name.text());
                found.push(bad(name, title, "unknown clause").help(help));
            }
        }
    }
}

/// Reads how the edges of a plane are joined. `before` is what an earlier clause says.
fn joined(name: Written<'_>, before: Gluing) -> Result<Gluing, Diagnostic> {
    let joints = || lattice::JOINTS.map(|word| format!("`{word}`")).join(", ");
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
            let title = "a plane cannot be a ring";
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
    let written = scalar::written(pair, text);
    let plot = self::plot(pair);
    if plot.is_none() {
        let title = format!("`{}` is not a figure", written.text());
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
            .help("name cells of the board, or remove it");
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
        found.push(bad(
            *extra,
            format!("`{}` has no meaning in a space", extra.text()),
            "unknown word",
        ));
    }
}

fn says_nothing(name: Written<'_>) -> Diagnostic {
    bad(name, format!("`{}` is incomplete", name.text()), "more words must follow")
}

// The mapping `plane`, and readers for `body` and for numbers of planes. Numbers are finite; `NaN`
// and infinities are findings.

mapping! {
    /// The value of `plane`. Missing parts keep the parent's value.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct PlaneText, "`plane`" {
        radius: Option<Scalar> = "radius" [Text(Number)],
            "number", "radius of every piece without `body`; 0.25 if absent";
        least: Option<Scalar> = "least distance" [Text(Number)],
            "number", "the least length of a move; 0.1 if absent";
        quantum: Option<Scalar> = "quantum" [Either(&[NONE, Text(Number)])],
            "number or none", "all distances are multiples of it";
        reach: Option<Scalar> = "reach" [Text(Number)],
            "number", "the part of the distance to the edge that a move may cover; 1 if absent";
        king_path: Option<Spanned<KingPath>> = "king path",
            "lenient or strict", "whether a king that leaves an attack may pass attacked points";
        least_turn: Option<Scalar> = "least turn" [Text(Number)],
            "number", "the least angle of a turn, in degrees; 0 if absent";
        friends: Option<Spanned<Friends>> = "friends",
            "pass or stop", "whether a move may pass a friend that it only touches; pass if absent";
        checkered: Option<Spanned<bool>> = "checkered",
            "true or false", "whether the unit squares are light and dark; as in `space` if absent";
    }
}

/// A part of the value of the key `body`.
#[derive(Clone, PartialEq, Debug)]
pub struct BodyPartText {
    /// The figure.
    pub figure: FigureText,
    /// Where its middle is: right and forward of the centre.
    pub at: (f64, f64),
}

/// A figure of a body.
#[derive(Clone, PartialEq, Debug)]
pub enum FigureText {
    /// `disc R`: the radius.
    Disc(f64),
    /// `capsule LxW`: the length with both caps, along the axis, and the width.
    Capsule(f64, f64),
    /// `ellipse LxW`: the length along the axis, and the width.
    Ellipse(f64, f64),
    /// `triangle BxH`: base and height. The centre is in the middle of the height.
    Triangle(f64, f64),
    /// `polygon X,Y X,Y X,Y`: the corners.
    Polygon(Vec<(f64, f64)>),
}

/// A finite number. Other forms, such as `inf` and `NaN`, are rejected.
pub fn number(text: Written<'_>) -> Option<f64> {
    reals(&scalar::parts(Rule::real_text, text)?)?.first().copied()
}

/// The numbers among `parts`; `None` if one is not finite.
pub(crate) fn reals(parts: &[Part<'_>]) -> Option<Vec<f64>> {
    let reals = parts.iter().filter(|(kind, _)| *kind == Rule::real);
    reals.map(|(_, real)| real.text().parse().ok().filter(|n: &f64| n.is_finite())).collect()
}

/// Reads `body:`.
pub fn body(text: Written<'_>, found: &mut Report) -> Option<Vec<BodyPartText>> {
    let body = read_body(text);
    if body.is_none() {
        let title = format!("`{}` is not a body", text.text());
        let said = text.text().replace(" x ", "x");
        let figures = ["triangle", "polygon", "disc", "capsule", "ellipse"];
        let said = said.split_once(' ').map_or(("disc", said.as_str()), |(word, size)| {
            (did_you_mean(word, figures).unwrap_or("disc"), size)
        });
        let meant = format!("{} {}", said.0, said.1);
        let meant_at = |range: std::ops::Range<usize>| {
            text.part(range.start.min(text.text().len())..text.text().len()).span()
        };
        let is_body = read_body(Written::new(&meant, &meant_at)).is_some();
        found.at(Code::BadBody, text.span(), title, "not understood").help(if is_body { Help::did_you_mean(meant) } else { Help::from(
                "a body is such as `disc 0.25`, `capsule 1x0.2`, `ellipse 1x0.2`, `triangle 0.2x1`, \
                      `polygon 0,0.5 -0.1,-0.5 0.1,-0.5` or `capsule 1x0.2 + disc 0.2 at 0,0.4`",
            ) });
    }
    body
}

/// Reads a figure of an area or of an obstacle. `None` if a number is out of range.
pub(crate) fn plot(pair: &Pair<'_, Rule>) -> Option<Plot> {
    let form = pair.clone().into_inner().next()?;
    let rule = form.as_rule();
    let reals = form.into_inner().flatten().filter(|part| part.as_rule() == Rule::real);
    let reals: Option<Vec<Real>> =
        reals.map(|real| real.as_str().parse().ok().and_then(Real::new)).collect();
    let point = |xy: &[Real]| Point { x: xy[0], y: xy[1] };
    match (rule, reals.as_deref()?) {
        (Rule::plot_disc, [x, y, radius]) if radius.get() > 0.0 => {
            Some(Plot::Disc { centre: Point { x: *x, y: *y }, radius: *radius })
        }
        (Rule::plot_rectangle, all @ [_, _, _, _]) => {
            Some(Plot::Rectangle([point(&all[..2]), point(&all[2..])]))
        }
        (Rule::plot_latitudes, [low, high])
            if low < high && low.get() >= -90.0 && high.get() <= 90.0 =>
        {
            Some(Plot::Latitudes([*low, *high]))
        }
        (Rule::plot_polygon, all) if (6..=2 * Plot::MAX_CORNERS).contains(&all.len()) => {
            Some(Plot::Polygon(all.chunks_exact(2).map(point).collect()))
        }
        (Rule::plot_ball, [x, y, z, radius]) if radius.get() > 0.0 => {
            Some(Plot::Ball { centre: Spot { x: *x, y: *y, z: *z }, radius: *radius })
        }
        (Rule::plot_box, [a, b, c, d, e, f]) => {
            let corner = |x: &Real, y: &Real, z: &Real| Spot { x: *x, y: *y, z: *z };
            Some(Plot::Block([corner(a, b, c), corner(d, e, f)]))
        }
        _ => None,
    }
}

fn read_body(text: Written<'_>) -> Option<Vec<BodyPartText>> {
    let pair = Grammar::parse(Rule::body, text.text()).ok()?.next()?;
    let parts = pair.into_inner().filter(|part| part.as_rule() == Rule::body_part);
    parts.map(body_part).collect()
}

/// Reads one part of a body. `None` if a number is not finite.
fn body_part(pair: Pair<'_, Rule>) -> Option<BodyPartText> {
    let mut inner = pair.into_inner();
    let figure = inner.next()?;
    let rule = figure.as_rule();
    let numbers = figures(figure)?;
    let figure = match (rule, numbers.as_slice()) {
        (Rule::disc, [radius]) => FigureText::Disc(*radius),
        (Rule::capsule, [length, width]) => FigureText::Capsule(*length, *width),
        (Rule::ellipse, [length, width]) => FigureText::Ellipse(*length, *width),
        (Rule::triangle, [base, height]) => FigureText::Triangle(*base, *height),
        _ => FigureText::Polygon(numbers.chunks_exact(2).map(|xy| (xy[0], xy[1])).collect()),
    };
    let at = match inner.find(|part| part.as_rule() == Rule::offset) {
        None => (0.0, 0.0),
        Some(offset) => match figures(offset)?.as_slice() {
            [right, forward] => (*right, *forward),
            _ => return None,
        },
    };
    Some(BodyPartText { figure, at })
}

/// Returns the numbers of a figure. `None` if one is not finite.
fn figures(pair: Pair<'_, Rule>) -> Option<Vec<f64>> {
    let reals = pair.into_inner().flatten().filter(|part| part.as_rule() == Rule::real);
    reals.map(|real| real.as_str().parse().ok().filter(|n: &f64| n.is_finite())).collect()
}

#[cfg(test)]
mod tests {
    use crate::scalar::Written;
    use crate::space::*;
    use alfil_diagnostics::diagnostic::{Diagnostic, Report};
    use alfil_diagnostics::source::SourceId;
    use alfil_diagnostics::source::Span;
    use alfil_rules::space::Shading;

    fn read(text: &str) -> (Option<SpaceText>, Vec<String>) {
        let place = |r: std::ops::Range<usize>| Span::new(SourceId::only(), r.start, r.end);
        let mut found = Report::default();
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
            ("layers 5x4x3", 5, 12, 60),
            ("plane 8x.5", 0, 0, 0),
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
            ("layers 5x5", "bad-space 5x5"),
            ("layers 16x16x2", "bad-space 16x16x2"),
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

    #[test]
    fn any_text_is_a_space_or_a_finding() {
        let words: Vec<&str> = "grid torus ring hex graph plane layers 8x8 3x4 6 5x6 0.5x3 , , , \
        without only a1 a1-c2 h9 z99 shades 12/21 *1/1* plain line one-way seam n sw = section \
        white: black-far: 4x1 on rank file at may stand \u{e9} \u{a0} - x"
            .split(' ')
            .chain([" ", " ", "\n", "\t"])
            .collect();
        arbtest::arbtest(|u| {
            let mut text = String::new();
            for _ in 0..u.int_in_range(0..=30)? {
                text = text + u.choose(&words)? + if u.ratio(3, 4)? { " " } else { "" };
            }
            let place = |r: std::ops::Range<usize>| {
                assert!(text.get(r.clone()).is_some(), "{r:?} of {text:?}");
                Span::new(SourceId::only(), r.start, r.end)
            };
            let mut found = Report::default();
            let space = parse(Written::new(&text, &place), &mut found);
            assert!(space.is_some() || !found.is_empty(), "{text:?}");
            Ok(())
        })
        .budget_ms(300);
    }
}
