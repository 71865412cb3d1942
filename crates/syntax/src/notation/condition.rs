//! Reads conditions from the pairs that `grammar/condition.pest` produces. The trees are in normal
//! form.

use super::area;
use super::ast::{At, Condition, Fact, Formula, FormulaKind};
use super::formula::formula;
use super::letters::{Number, ShadeWord};
use super::reader::{Reader, at, short, trimmed};
use super::sentence::{is_question, is_whole_question, mentions};
use super::term;
use crate::grammar::{Grammar, Rule};
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Help, did_you_mean};
use alfil_rules::condition::Relation;
use pest::Parser;
use pest::iterators::Pair;

/// The first words of conditions and areas.
pub const WORDS: [&str; 22] = [
    "strong", "weak", "neutral", "light", "dark", "shade", "same", "other", "unmoved", "from",
    "to", "rank", "file", "every", "last", "edge", "corner", "layer", "forward", "backward",
    "upward", "downward",
];
const FORMS: &str = "conditions are `strong`, `weak`, `neutral`, `light`, `dark`, `shade 2`, \
    `unmoved`, `from ZONE`, `rank 2`, `last rank`, `file e`, `edge`, `corner`, `to ZONE`, \
    `to g4 g5`, `same shade`, `other shade`, \
    `same rank`, `same file`, `same layer`, `forward`, `backward`, `upward`, `downward`, \
    `every 0.5`, joined by `and`, `or`, `not`";

/// True if a condition may begin with this word.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.contains(&word) || ["ranks", "files", "layers", "not"].contains(&word)
}

/// Reads `when CONDITION`; `None` if a part could not be read.
pub(super) fn when(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let condition = pair.into_inner().find(|p| p.as_rule() == Rule::condition)?;
    formula(reader, condition, primary)
}

/// Reads `when CONDITION` or `when QUESTION` at the end of a clause.
pub(super) fn when_or_asked(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let condition = pair.clone().into_inner().find(|p| p.as_rule() == Rule::condition)?;
    let words = condition.as_str().trim_end();
    if !is_question(words) && !reader.named.iter().any(|name| mentions(words, name)) {
        return when(reader, pair);
    }
    let at = trimmed(reader, at(&condition));
    Some(Condition { kind: FormulaKind::One(Fact::Asked(words.to_owned())), at })
}

fn primary(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let inner = pair.into_inner().next()?;
    let place = at(&inner);
    let fact = match inner.as_rule() {
        Rule::group => return formula(reader, inner, primary),
        Rule::shade_word => Fact::Shade(ShadeWord::from_word(inner.as_str())?),
        Rule::unmoved => Fact::Unmoved,
        Rule::relation => {
            let words = inner.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            Fact::Relative(Relation::from_words(words.as_str())?)
        }
        Rule::shade => {
            let whole = inner.into_inner().find(|p| p.as_rule() == Rule::whole)?;
            Fact::ShadeNumber(area::small(reader, &whole)?)
        }
        Rule::every => {
            let decimal = inner.into_inner().find(|p| p.as_rule() == Rule::decimal)?;
            let number = term::number(reader, decimal.as_str(), at(&decimal))?;
            if number == Number(0) {
                let title = "every distance is a multiple of nothing but 0";
                reader.find(Code::BadNumber, at(&decimal), title, Help::write("0.5"));
                return None;
            }
            Fact::Every(number)
        }
        Rule::from | Rule::standing => Fact::From(area::of(reader, inner)?),
        Rule::to => Fact::To(area::of(reader, inner)?),
        // The brackets of the condition may be unbalanced. Then they were blanked out with their
        // content, and there is a finding already.
        Rule::missing if reader.has_blanks() => return None,
        Rule::missing => {
            // The finding points at the next character, or after the last word.
            let rest = &reader.text[place.start..];
            let width = rest.chars().next().filter(|&c| c != ';').map_or(0, char::len_utf8);
            let place = At { start: place.start, end: place.start + width };
            reader.find(Code::UnknownCondition, place, "a condition is missing here", FORMS);
            return None;
        }
        _ => {
            let phrase = inner.as_str().trim_end().to_string();
            let mut help = correction(&phrase).unwrap_or_else(|| general_help(&phrase));
            if let Some(asked) = as_own_pieces(&phrase) {
                help = format!("write `{}`, or `enemy` or `any` for `own`", short(&asked)).into();
            }
            if let Some(asked) = as_mover(&phrase) {
                help = Help::write(short(&asked));
            }
            if let Some(word) = ["from", "to", "rank", "file", "shade", "every", "same", "other"]
                .into_iter()
                .find(|w| phrase.split_whitespace().next() == Some(w))
            {
                let form = match word {
                    "from" => "from palace",
                    "to" => "to palace` or `to g4 g5",
                    "rank" => "rank 2",
                    "file" => "file e",
                    "shade" => "shade 2",
                    "every" => "every 0.5",
                    "same" => "same shade",
                    _ => "other shade",
                };
                help = format!("write it such as `{form}`").into();
            }
            if let Some(area) = phrase.strip_prefix("in ").filter(|area| !area.contains(" of ")) {
                help = format!("write `from {}`, if that is a zone", short(area.trim())).into();
            }
            if phrase.starts_with("enemy's") || Grammar::parse(Rule::cell_list, &phrase).is_ok() {
                help = Help::write(format!("from {}", short(&phrase)));
            }
            if let Some(near) = did_you_mean(&phrase, reader.named.iter().copied()) {
                help = Help::did_you_mean(near);
            }
            if let Some(meant) = suggest::condition(&phrase) {
                help = Help::write(meant);
            }
            let place = At { start: place.start, end: place.start + phrase.len() };
            let title = format!("`{}` is no condition", short(&phrase));
            reader.find(Code::UnknownCondition, place, title, help);
            return None;
        }
    };
    Some(Formula::one(fact, trimmed(reader, place)))
}

/// The help with corrected words. Terms after the phrase become a clause of their own.
fn correction(phrase: &str) -> Option<Help> {
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let near = |word: &&str| did_you_mean(word, WORDS).filter(|near| near != word);
    let first = words.iter().position(|word| near(word).is_some())?;
    let is_term = |word: &&str| word.bytes().any(|b| b.is_ascii_uppercase());
    let terms = words[first..].iter().position(is_term).map_or(words.len(), |at| first + at);
    let right = |words: &[&str]| {
        words.iter().map(|word| near(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
    };
    let condition = right(&words[..terms]);
    Some(match words[terms..] {
        [] => Help::did_you_mean(condition),
        ref terms => Help::write(format!("{condition}; + {}", terms.join(" "))),
    })
}

/// The phrase as a question about the mover, if it is a test of pieces.
fn as_mover(phrase: &str) -> Option<String> {
    const FILTERS: [&str; 8] =
        ["never", "attacked", "guarded", "in", "at", "between", "along", "like"];
    let words = phrase.strip_prefix("not ").unwrap_or(phrase);
    let first = words.split_whitespace().next()?;
    let is_movement = |word: &str| word.bytes().any(|byte| byte.is_ascii_uppercase());
    let misspelt = first == "at" && !words.split_whitespace().nth(1).is_some_and(is_movement);
    let asked = format!("mover {phrase}");
    (FILTERS.contains(&first) && !misspelt && is_whole_question(&asked)).then_some(asked)
}

/// The phrase as a question about own pieces, if only the owner is missing.
fn as_own_pieces(phrase: &str) -> Option<String> {
    let is_amount = |word: &str| word == "no" || word == "all" || word.parse::<u16>().is_ok();
    let asked = match phrase.split_once(' ')? {
        (amount, rest) if is_amount(amount) => format!("{amount} own {rest}"),
        _ => format!("own {phrase}"),
    };
    is_whole_question(&asked).then_some(asked)
}

/// The help for a phrase that is not a condition.
fn general_help(phrase: &str) -> Help {
    const ASKED: [&str; 13] = [
        "own",
        "enemy",
        "ally",
        "any",
        "no",
        "capturing",
        "moving",
        "giving",
        "promoting",
        "dropping",
        "castling",
        "passing",
        "leaving",
    ];
    let mut words = phrase.split_whitespace();
    match (words.next(), words.next()) {
        (Some(word), _) if ASKED.contains(&word) => {
            format!("`every move` asks such questions: `every move: only when {}`", short(phrase)).into()
        }
        (Some(word), None) if word.bytes().all(|b| b.is_ascii_lowercase()) => {
            format!(
                "if `{word}` is a zone, `from {word}` asks where a piece starts and `to {word}` where it ends"
            )
            .into()
        }
        _ => FORMS.into(),
    }
}
