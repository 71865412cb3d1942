//! Reads areas, and formulas of conditions and areas, from the pairs that `grammar/area.pest`
//! produces. The trees are in normal form.

use super::ast::{Area, At, Formula, FormulaKind, Named, Spot};
use super::reader::{Reader, at, short, trimmed};
use crate::scalar::Rule;
use crate::space;
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
                    Rule::enemys => {
                        enemys = !enemys;
                        let at = trimmed(reader, at(&part));
                        if reader.slice(at).ends_with("'s") {
                            let title = "`enemy's` is written `enemy`";
                            reader.old(
                                Code::OldWord,
                                at,
                                title,
                                Help::write("enemy"),
                                "enemy".into(),
                            );
                        }
                    }
                    // Areas without an owner are those of the side that moves.
                    Rule::owns => {}
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
    let plot = space::plot(pair);
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

// Formulas, which join conditions or areas by `and`, `or` and `not`.

/// Reads the innermost part of a formula.
type Primary<T> = fn(&mut Reader, Pair<'_, Rule>) -> Option<Formula<T>>;

/// Reads a formula of conditions or areas. It reads all parts, even if one has a finding.
pub(super) fn formula<T>(
    reader: &mut Reader,
    pair: Pair<'_, Rule>,
    primary: Primary<T>,
) -> Option<Formula<T>> {
    let (rule, place) = (pair.as_rule(), trimmed(reader, at(&pair)));
    let mut parts = Vec::new();
    let (mut failed, mut negative) = (false, false);
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::and_word | Rule::or_word | Rule::EOI => {}
            Rule::not_word => negative = !negative,
            Rule::leftover | Rule::inner_leftover | Rule::area_leftover => {
                if !failed {
                    leftover(reader, rule, &part);
                }
                failed = true;
            }
            Rule::disjunction
            | Rule::conjunction
            | Rule::negation
            | Rule::area
            | Rule::area_all
            | Rule::area_not => match formula(reader, part, primary) {
                Some(part) => parts.push(part),
                None => failed = true,
            },
            _ => match primary(reader, part) {
                Some(part) => parts.push(part),
                None => failed = true,
            },
        }
    }
    if failed || parts.is_empty() {
        return None;
    }
    let whole = match rule {
        Rule::disjunction | Rule::area => Formula::any(parts, place),
        _ => Formula::all(parts, place),
    };
    Some(if negative { whole.negate(place) } else { whole })
}

fn leftover(reader: &mut Reader, of: Rule, pair: &Pair<'_, Rule>) {
    let rest = reader.readable(at(pair)).trim_start().to_owned();
    let rest = rest.as_str();
    let word = rest.split_whitespace().next().unwrap_or_default();
    let start = at(pair).end - rest.len();
    let place = At { start, end: start + word.len() };
    let last = through(&reader.text[..start], rest);
    let place = match last {
        Some(last) => {
            let end = last.as_ptr() as usize - rest.as_ptr() as usize + last.len();
            At { start: reader.text[..start].trim_end().len(), end: start + end }
        }
        None => place,
    };
    let (what, help) = match of {
        _ if last.is_some() => ("area", Help::write(format!("-{}", last.unwrap_or_default()))),
        Rule::area_text | Rule::area_group
            if reader.text[..start]
                .split_whitespace()
                .any(|word| ["disc", "rectangle", "polygon", "ball", "box"].contains(&word)) =>
        {
            let examples = "such as `disc 4,4 r 0.5`, `rectangle 3,3-5,5` or `polygon 1,1 2,1 1,2`";
            ("figure", examples.into())
        }
        Rule::area_text | Rule::area_group
            if reader.text[..start].split_whitespace().any(|word| word == "latitudes") =>
        {
            ("figure", "such as `latitudes 60-90`".into())
        }
        Rule::area_text | Rule::area_group if word.starts_with(',') => {
            ("area", Help::take_out().remark("cells of one area stand side by side"))
        }
        Rule::area_text | Rule::area_group => {
            ("area", format!("join areas with `or`: `or {}`", short(rest)).into())
        }
        _ if ["square", "squares", "cell", "cells"].contains(&word) => {
            ("condition", Help::take_out())
        }
        _ => {
            let help = "join conditions with `and` or `or`; begin another clause with `;`";
            ("condition", help.into())
        }
    };
    let title = format!("`{}` does not continue the {what}", short(word));
    reader.find(Code::UnknownCondition, place, title, help);
}

/// The last rank or cell of a range in `rest`, if another sign stands for `-`: `to 5`, `..f3`.
fn through<'r>(before: &str, rest: &'r str) -> Option<&'r str> {
    let sign = ["to ", "..", ":", "through "].into_iter().find(|sign| rest.starts_with(sign))?;
    let end = rest[sign.len()..].trim_start();
    let word = end.split(|c: char| !c.is_ascii_alphanumeric()).next().filter(|w| !w.is_empty())?;
    let numbers = word.ends_with(|c: char| c.is_ascii_digit());
    let joins = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    (numbers && joins && word.len() <= 3).then_some(word)
}
