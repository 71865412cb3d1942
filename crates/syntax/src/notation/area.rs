//! Reads areas from the pairs that `grammar/area.pest` produces. The trees are in normal form.

use super::ast::{Area, At, Formula, FormulaKind, Named, Spot};
use super::formula::formula;
use super::reader::{Reader, at, short, trimmed};
use crate::grammar::Rule;
use crate::plane;
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_rules::plane::Plot;
use pest::iterators::Pair;

const FORMS: &str = "write `last rank`, `rank 2`, `ranks 2-4`, `file e`, `edge`, `corner`, cells \
    (`a1 b2`, `a1-c2`) or a zone, joined by `and`, `or`, `not`";

/// Reads a whole text as an area.
pub(super) fn text(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    formula(reader, pair, primary)
}

/// Reads the area after a word such as `from`.
pub(super) fn of(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    let place = pair.into_inner().find(|p| matches!(p.as_rule(), Rule::place | Rule::bounds))?;
    primary(reader, place)
}

/// Reads an area in a question.
pub(super) fn of_question(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    primary(reader, pair)
}

fn primary(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    let place = trimmed(reader, at(&pair));
    match pair.as_rule() {
        Rule::place | Rule::spot => {
            let (mut enemys, mut value) = (false, None);
            for part in pair.into_inner() {
                match part.as_rule() {
                    Rule::enemys => enemys = !enemys,
                    Rule::area_group => value = formula(reader, part, primary),
                    _ => value = primary(reader, part),
                }
            }
            Some(match (enemys, value?) {
                (false, area) => area,
                (true, Formula { kind: FormulaKind::One(Spot::Enemys(own)), .. }) => *own,
                (true, area) => Formula::one(Spot::Enemys(Box::new(area)), place),
            })
        }
        Rule::bounds => Some(Formula::one(bounds(reader, pair.into_inner().next()?)?, place)),
        Rule::x_cells if pair.clone().into_inner().any(|p| p.as_rule() == Rule::bounds) => {
            primary(reader, pair.into_inner().next()?)
        }
        Rule::cells | Rule::q_cells | Rule::x_cells => {
            let cells = pair.into_inner().map(|named| (self::named(reader, &named), at(&named)));
            Some(Formula::one(Spot::Cells(cells.collect()), place))
        }
        _ => {
            nowhere(reader, place.start);
            None
        }
    }
}

/// Reports that no area begins at byte `start`.
fn nowhere(reader: &mut Reader, start: usize) {
    // The brackets of the area may be unbalanced. Then they were blanked out with their content,
    // and there is a finding already.
    if reader.has_blanks() {
        return;
    }
    let rest = reader.text.get(start..).unwrap_or_default();
    let word = rest.split([' ', '\t', '\r', '\n', '(', ')']).next().unwrap_or_default();
    let width =
        if word.is_empty() { rest.chars().next().map_or(0, char::len_utf8) } else { word.len() };
    let at = At { start, end: start + width };
    let title = match word {
        "" => "an area is missing here".to_owned(),
        word => format!("`{}` names no cells", short(word)),
    };
    reader.find(Code::UnknownCondition, at, title, FORMS);
}

fn named(reader: &Reader, pair: &Pair<'_, Rule>) -> Named {
    let text = reader.word(at(pair)).text;
    match (pair.as_rule(), text.split_once('-')) {
        (Rule::rectangle, Some((a, b))) => Named::Rectangle(a.to_owned(), b.to_owned()),
        (Rule::cell, _) => Named::Cell(text),
        _ => Named::Word(text),
    }
}

fn bounds(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Spot> {
    let place = trimmed(reader, at(&pair));
    match pair.as_rule() {
        Rule::last_rank => Some(Spot::LastRank),
        Rule::edge => Some(Spot::Edge),
        Rule::corner => Some(Spot::Corner),
        Rule::plot => plot(reader, &pair).map(Spot::Plot),
        rule @ (Rule::ranks | Rule::layers) => {
            let numbers = pair.into_inner().filter(|p| p.as_rule() == Rule::whole);
            let numbers: Vec<_> = numbers.map(|n| small(reader, &n)).collect();
            let (what, spot): (_, fn(u8, u8) -> Spot) = match rule {
                Rule::layers => ("layer", Spot::Layers),
                _ => ("rank", Spot::Ranks),
            };
            let (first, last) = ends(reader, place, what, &numbers)?;
            Some(spot(first, last))
        }
        _ => {
            let labels = pair.into_inner().filter(|p| p.as_rule() == Rule::file_label);
            let labels: Vec<_> = labels.map(|l| file(reader, &l)).collect();
            let (first, last) = ends(reader, place, "file", &labels)?;
            Some(Spot::Files(first, last))
        }
    }
}

/// Reads a figure on a plane. Reports numbers that it cannot have.
fn plot(reader: &mut Reader, pair: &Pair<'_, Rule>) -> Option<Plot> {
    let plot = plane::plot(pair);
    if plot.is_none() {
        let (title, help) = if pair.as_str().starts_with("latitudes") {
            ("latitudes rise, from -90 to 90", "such as `latitudes 60-90`")
        } else {
            (
                "a disc has a radius above 0, and a polygon 3 to 32 corners",
                "such as `disc 4,4 r 0.5` or `polygon 1,1 2,1 1,2`",
            )
        };
        reader.find(Code::BadNumberOnPlane, trimmed(reader, at(pair)), title, help);
    }
    plot
}

/// The first and the last number or letter of a range. A range in the wrong order is reported.
fn ends<T: Copy + PartialOrd + std::fmt::Display>(
    reader: &mut Reader,
    place: At,
    what: &str,
    read: &[Option<T>],
) -> Option<(T, T)> {
    let (first, last) = (read.first().copied()??, read.last().copied()??);
    if first > last {
        let title = format!("no {what} lies from {first} to {last}");
        reader.find(Code::BadNumber, place, title, Help::write(format!("{what}s {last}-{first}")));
        return None;
    }
    Some((first, last))
}

/// The letter of a file.
fn file(reader: &mut Reader, pair: &Pair<'_, Rule>) -> Option<char> {
    let mut letters = pair.as_str().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(letter),
        _ => {
            let title = format!("no file is called `{}`", short(pair.as_str()));
            reader.find(Code::UnknownFile, at(pair), title, "write `file e`, or `files c-f`");
            None
        }
    }
}

/// A whole number from 1 to 255.
pub(super) fn small(reader: &mut Reader, pair: &Pair<'_, Rule>) -> Option<u8> {
    match pair.as_str().parse::<u8>() {
        Ok(n) if n > 0 => Some(n),
        Ok(_) | Err(_) => {
            let title = format!("`{}` is not a number from 1 to 255", short(pair.as_str()));
            reader.find(Code::BadNumber, at(pair), title, "count from 1");
            None
        }
    }
}
