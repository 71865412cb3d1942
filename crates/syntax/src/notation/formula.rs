//! Formulas, which join conditions or areas by `and`, `or` and `not`.

use super::ast::{At, Formula};
use super::reader::{Reader, at, short, trimmed};
use crate::grammar::Rule;
use alfil_diagnostics::diagnostic::{Code, Help};
use pest::iterators::Pair;

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
