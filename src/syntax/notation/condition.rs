//! From the grammar's pairs to conditions.
//!
//! Owns the reading of `when`, conditions and areas. Takes pairs of `grammar/condition.pest`; gives
//! trees in normal form (no `And` in an `And`, no list of one).

use super::ast::{Area, AreaKind, At, Condition, ConditionKind};
use super::grammar::Rule;
use super::letters::{Number, ShadeWord};
use super::parse::{Reader, at, short};
use super::term;
use crate::diagnostic::{Code, did_you_mean};
use crate::syntax::slips;
use pest::iterators::Pair;

const WORDS: [&str; 15] = [
    "strong", "weak", "neutral", "light", "dark", "shade", "same", "other", "unmoved", "from",
    "to", "rank", "file", "every", "last",
];
const FORMS: &str = "conditions are `strong`, `weak`, `neutral`, `light`, `dark`, `shade 2`, \
    `unmoved`, `from ZONE`, `rank 2`, `last rank`, `file e`, `to ZONE`, `to g4 g5`, `same shade`, \
    `other shade`, `every 0.5`, joined by `and`, `or`, `not`";

/// Whether conditions begin with this word.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.contains(&word) || word == "ranks" || word == "not"
}

/// `when CONDITION`; `None` if something in it could not be read.
pub(super) fn when(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let condition = pair.into_inner().find(|p| p.as_rule() == Rule::condition)?;
    let mut value = None;
    for part in condition.into_inner() {
        match part.as_rule() {
            Rule::disjunction => value = disjunction(reader, part),
            Rule::leftover if value.is_some() => {
                leftover(reader, &part);
                value = None;
            }
            _ => {}
        }
    }
    value
}

fn leftover(reader: &mut Reader, pair: &Pair<'_, Rule>) {
    let word = pair.as_str().split_whitespace().next().unwrap_or_default();
    let start = at(pair).start;
    let place = At { start, end: start + word.len() };
    reader.find(
        Code::UnknownCondition,
        place,
        format!("`{}` does not continue the condition", short(word)),
        "join conditions with `and` or `or`; begin another clause with `;`",
    );
}

fn disjunction(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    joined(reader, pair, Rule::conjunction, conjunction, |kind| {
        if let ConditionKind::Or(parts) = kind { Ok(parts) } else { Err(kind) }
    })
    .map(|(mut parts, place)| match parts.len() {
        1 => parts.remove(0),
        _ => Condition { kind: ConditionKind::Or(parts), at: place },
    })
}

fn conjunction(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    joined(reader, pair, Rule::negation, negation, |kind| {
        if let ConditionKind::And(parts) = kind { Ok(parts) } else { Err(kind) }
    })
    .map(|(mut parts, place)| match parts.len() {
        1 => parts.remove(0),
        _ => Condition { kind: ConditionKind::And(parts), at: place },
    })
}

/// Reads the operands of a list, all of them even if one fails, and flattens lists of the same kind.
fn joined(
    reader: &mut Reader,
    pair: Pair<'_, Rule>,
    operand: Rule,
    read: fn(&mut Reader, Pair<'_, Rule>) -> Option<Condition>,
    flatten: fn(ConditionKind) -> Result<Vec<Condition>, ConditionKind>,
) -> Option<(Vec<Condition>, At)> {
    let place = at(&pair);
    let operands: Vec<_> =
        pair.into_inner().filter(|p| p.as_rule() == operand).map(|p| read(reader, p)).collect();
    let operands: Option<Vec<_>> = operands.into_iter().collect();
    let mut operands = operands?;
    if operands.len() == 1 {
        return Some((operands, place));
    }
    let mut parts = Vec::new();
    for Condition { kind, at } in operands.drain(..) {
        match flatten(kind) {
            Ok(inner) => parts.extend(inner),
            Err(kind) => parts.push(Condition { kind, at }),
        }
    }
    Some((parts, place))
}

fn negation(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let place = at(&pair);
    let mut nots = 0;
    let mut value = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::not_word => nots += 1,
            Rule::primary => value = primary(reader, part),
            _ => {}
        }
    }
    let value = value?;
    Some(match (nots % 2 == 1, value.kind) {
        (false, kind) => Condition { kind, at: value.at },
        (true, ConditionKind::Not(inner)) => *inner,
        (true, kind) => Condition {
            kind: ConditionKind::Not(Box::new(Condition { kind, at: value.at })),
            at: place,
        },
    })
}

fn primary(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let inner = pair.into_inner().next()?;
    let place = at(&inner);
    let kind = match inner.as_rule() {
        Rule::group => return group(reader, inner),
        Rule::shade_word => {
            let word = inner.as_str();
            ConditionKind::Shade(ShadeWord::ALL.into_iter().find(|s| s.word() == word)?)
        }
        Rule::unmoved => ConditionKind::Unmoved,
        Rule::same_shade => ConditionKind::SameShade,
        Rule::other_shade => ConditionKind::OtherShade,
        Rule::shade => {
            let whole = inner.into_inner().find(|p| p.as_rule() == Rule::whole)?;
            ConditionKind::ShadeNumber(small(reader, &whole)?)
        }
        Rule::every => {
            let decimal = inner.into_inner().find(|p| p.as_rule() == Rule::decimal)?;
            let number = term::number(reader, decimal.as_str(), at(&decimal))?;
            if number == Number(0) {
                let title = "every distance is a multiple of nothing but 0";
                reader.find(Code::BadNumber, at(&decimal), title, "write `every 0.5`");
                return None;
            }
            ConditionKind::Every(number)
        }
        Rule::from => {
            let area_pair = inner.into_inner().find(|p| p.as_rule() == Rule::area)?;
            ConditionKind::From(area(reader, area_pair)?)
        }
        Rule::last_rank | Rule::rank | Rule::file => ConditionKind::From(area_part(reader, inner)?),
        Rule::to => {
            let area_pair = inner.into_inner().find(|p| p.as_rule() == Rule::area)?;
            ConditionKind::To(area(reader, area_pair)?)
        }
        Rule::missing => {
            // Point at what stands there, or behind the last word.
            let rest = &reader.text[place.start..];
            let width = rest.chars().next().filter(|&c| c != ';').map_or(0, char::len_utf8);
            let place = At { start: place.start, end: place.start + width };
            reader.find(Code::UnknownCondition, place, "a condition is missing here", FORMS);
            return None;
        }
        _ => {
            let mut help = FORMS.to_string();
            let phrase = inner.as_str().trim_end().to_string();
            for word in phrase.split_whitespace() {
                if let Some(near) = did_you_mean(word, WORDS).filter(|&n| n != word) {
                    help = format!("did you mean `{near}`?");
                    break;
                }
            }
            if let Some(word) = ["from", "to", "rank", "file", "shade", "every", "same", "other"]
                .into_iter()
                .find(|w| phrase.split_whitespace().next() == Some(w))
            {
                let form = match word {
                    "from" => "from ZONE",
                    "to" => "to ZONE` or `to g4 g5",
                    "rank" => "rank 2",
                    "file" => "file e",
                    "shade" => "shade 2",
                    "every" => "every 0.5",
                    "same" => "same shade",
                    _ => "other shade",
                };
                help = format!("write `{form}`");
            }
            if let Some(area) = phrase.strip_prefix("in ") {
                help = format!("write `from {}`", short(area.trim()));
            }
            if let Some(meant) = slips::condition(&phrase) {
                help = format!("write `{meant}`");
            }
            let place = At { start: place.start, end: place.start + phrase.len() };
            let title = format!("`{}` is no condition", short(&phrase));
            reader.find(Code::UnknownCondition, place, title, help);
            return None;
        }
    };
    Some(Condition { kind, at: trimmed(reader, place) })
}

/// A place without the white space at its end, which the grammar may have taken along.
fn trimmed(reader: &Reader, place: At) -> At {
    At { start: place.start, end: place.start + reader.slice(place).trim_end().len() }
}

fn group(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let mut value = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::disjunction => value = disjunction(reader, part),
            Rule::inner_leftover if value.is_some() => {
                leftover(reader, &part);
                value = None;
            }
            _ => {}
        }
    }
    value
}

/// An area.
pub(super) fn area(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    let place = trimmed(reader, at(&pair));
    let parts: Vec<_> = pair.into_inner().collect();
    match parts.first()?.as_rule() {
        Rule::name => {
            let names = parts.iter().map(|p| (p.as_str().to_string(), at(p))).collect();
            Some(Area { kind: AreaKind::Names(names), at: place })
        }
        _ => area_part(reader, parts.into_iter().next()?),
    }
}

fn area_part(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Area> {
    let place = trimmed(reader, at(&pair));
    let kind = match pair.as_rule() {
        Rule::rank => {
            let numbers: Vec<_> =
                pair.into_inner().filter(|p| p.as_rule() == Rule::whole).collect();
            let first = small(reader, numbers.first()?)?;
            let last = match numbers.get(1) {
                Some(n) => small(reader, n)?,
                None => first,
            };
            if first > last {
                let title = format!("no rank lies from {first} to {last}");
                let help = format!("write `ranks {last}-{first}`");
                reader.find(Code::BadNumber, place, title, help);
                return None;
            }
            AreaKind::Ranks(first, last)
        }
        Rule::file => {
            let name = pair.into_inner().find(|p| p.as_rule() == Rule::name)?;
            AreaKind::File(name.as_str().to_string())
        }
        _ => AreaKind::LastRank,
    };
    Some(Area { kind, at: place })
}

/// A whole number from 1 to 255.
fn small(reader: &mut Reader, pair: &Pair<'_, Rule>) -> Option<u8> {
    match pair.as_str().parse::<u8>() {
        Ok(n) if n > 0 => Some(n),
        Ok(_) | Err(_) => {
            let title = format!("`{}` is not a number from 1 to 255", short(pair.as_str()));
            reader.find(Code::BadNumber, at(pair), title, "count from 1");
            None
        }
    }
}
