//! Reads conditions from the pairs that `grammar/condition.pest` produces. The trees are in normal
//! form.

use super::area;
use super::area::formula;
use super::ast::{At, Condition, Fact, Formula, Number, ShadeWord, When, Word};
use super::reader::{Names, Reader, at, short, trimmed};
use super::sentence::ast::{Line, Question};
use super::sentence::print::{Sort, Words};
use super::term;
use crate::scalar::{Grammar, Rule};
use crate::suggest;
use alfil_diagnostics::diagnostic::{Code, Edit, Help, Report, did_you_mean};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::condition::Relation;
use pest::Parser;
use pest::iterators::Pair;

/// The first words of conditions and areas.
pub const WORDS: [&str; 22] = [
    "strong", "weak", "neutral", "light", "dark", "shade", "same", "other", "unmoved", "from",
    "to", "rank", "file", "every", "last", "edge", "corner", "layer", "forward", "backward",
    "upward", "downward",
];
/// The words of conditions that are no words of areas.
const OF_CONDITIONS: [&str; 16] = [
    "strong", "weak", "neutral", "light", "dark", "shade", "same", "other", "unmoved", "from",
    "to", "every", "forward", "backward", "upward", "downward",
];
const FORMS: &str = "conditions are `strong`, `weak`, `neutral`, `light`, `dark`, `shade 2`, \
    `unmoved`, `from ZONE`, `from rank 2`, `to last rank`, `to edge`, `to g4 g5`, `same shade`, `other shade`, \
    `same rank`, `same file`, `same layer`, `forward`, `backward`, `upward`, `downward`, \
    `every 0.5`, joined by `and`, `or`, `not`";

/// True if a condition may begin with this word.
pub(super) fn is_word(word: &str) -> bool {
    WORDS.contains(&word) || ["ranks", "files", "layers", "not"].contains(&word)
}

/// True if the text contains a word of conditions that areas do not use.
pub(super) fn has_words(text: &str) -> bool {
    // A veiled name is one word.
    let is_veil = |c: char| c.is_control() && !c.is_whitespace();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-') || is_veil(c);
    text.split(|c| !is_part(c)).any(|word| OF_CONDITIONS.contains(&word))
}

/// The words as a question, without findings. They need not belong to a definition.
fn tried(words: &str) -> Option<Line<Question>> {
    let nowhere = |_| Span::new(SourceId::only(), 0, 0);
    let mut found = Report::default();
    Reader::new(words, Names::NONE, &nowhere, &mut found).whole_question()
}

/// True if the words contain a question that conditions cannot express.
pub fn is_question(words: &str) -> bool {
    tried(words).is_some_and(|line| line.asks())
}

/// True if the words are a question that conditions cannot express, and none is without a meaning.
pub fn is_whole_question(words: &str) -> bool {
    let strays = |line: &Line<Question>| line.words().iter().any(|word| word.sort == Sort::Stray);
    tried(words).is_some_and(|line| line.asks() && !strays(&line))
}

/// Reads the whole text of a condition; `None` if a part could not be read.
pub(super) fn whole(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let condition = pair.into_inner().find(|p| p.as_rule() == Rule::condition)?;
    formula(reader, condition, primary)
}

/// Reads a condition in a question.
pub(super) fn of_question(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let place = at(&pair);
    let mut parts = pair.into_inner();
    let first = parts.next()?;
    let fact = match first.as_rule() {
        Rule::from_ => Fact::From(area::of_question(reader, parts.next()?)?),
        Rule::to_ => Fact::To(area::of_question(reader, parts.next()?)?),
        Rule::bounds => {
            let at = trimmed(reader, at(&first));
            let area = area::of_question(reader, first)?;
            bare(reader, at);
            Fact::From(area)
        }
        _ => return fact(reader, first),
    };
    Some(Formula::one(fact, trimmed(reader, place)))
}

/// What a question becomes in the tree of a movement, made of its words, its tree and the findings
/// about it.
pub(super) type Keep<Q> = fn(Word, Line<Question>, Report) -> Q;

impl Reader<'_> {
    /// Reads what stands after `when` in a clause.
    pub(super) fn when<Q>(&mut self, pair: Pair<'_, Rule>, keep: Keep<Q>) -> Option<When<Q>> {
        let pair = pair.into_inner().find(|p| p.as_rule() == Rule::asked)?;
        let at = trimmed(self, at(&pair));
        let before = self.findings();
        let line = self.asked(pair)?;
        let mut found = Report::default();
        found.extend(self.found.split_off(before));
        if line.asks() || self.named.iter().any(|name| line.mentions(name)) {
            let words = Word { text: self.readable(at).to_owned(), at };
            return Some(When::Asked(keep(words, line, found), at));
        }
        if let (Some(condition), true) = (line.condition(), found.is_empty()) {
            return Some(When::Cells(condition));
        }
        // The words are no question. As a condition, they get findings that suit a condition.
        let words = self.veiled(at);
        let pair = self.run(Rule::start_text, &words)?;
        whole(self, pair).map(When::Cells)
    }
}

fn primary(reader: &mut Reader, pair: Pair<'_, Rule>) -> Option<Condition> {
    let inner = pair.into_inner().next()?;
    match inner.as_rule() {
        Rule::group => formula(reader, inner, primary),
        _ => fact(reader, inner),
    }
}

fn fact(reader: &mut Reader, inner: Pair<'_, Rule>) -> Option<Condition> {
    let place = at(&inner);
    let fact = match inner.as_rule() {
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
        Rule::standing => {
            let area = area::of(reader, inner)?;
            bare(reader, trimmed(reader, place));
            Fact::From(area)
        }
        Rule::from => Fact::From(area::of(reader, inner)?),
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
            let phrase = reader.readable(place).trim_end().to_string();
            let mut help =
                correction(&reader.words(place)).unwrap_or_else(|| general_help(&phrase));
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
                    "rank" => "from rank 2",
                    "file" => "from file e",
                    "shade" => "shade 2",
                    "every" => "every 0.5",
                    "same" => "same shade",
                    _ => "other shade",
                };
                help = format!("write it such as `{form}`").into();
            }
            let is_name = |area: &&str| !area.contains(" of ") && !area.starts_with("the ");
            if let Some(area) = phrase.strip_prefix("in ").filter(is_name) {
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

/// Reports an area that stands where a condition belongs. Behind another area, as in `own king in
/// edge or corner`, both are probably one area.
fn bare(reader: &mut Reader, at: At) {
    let area = reader.readable(at).to_owned();
    let title = format!("`{}` says neither where a move starts nor where it ends", short(&area));
    let new = format!("from {area}");
    let Some((head, whole)) = joined_area(reader, at) else {
        let help = format!("write `from {0}` or `to {0}`", short(&area));
        return reader.old(Code::BareArea, at, title, help, new);
    };
    let joined = format!("{} ({})", reader.readable(head), reader.readable(whole).trim());
    reader.old(Code::BareArea, at, title, Help::write(joined.as_str()), new);
    let span = reader.span(At { start: head.start, end: whole.end });
    if let Some(finding) = reader.found.last_mut() {
        finding.edit = Some(Box::new(Edit { span, text: joined }));
    }
}

/// The places of the last `in`, `from`, `to` or `reach` before `at`, and of the area behind it that
/// ends at `at`. `None` if the words between are no area.
fn joined_area(reader: &Reader, at: At) -> Option<(At, At)> {
    let before = reader.readable(At { start: 0, end: at.start });
    let mut words = before.rmatch_indices(char::is_alphanumeric);
    let is_word = |start: usize, word: &str| {
        before[start..].starts_with(word)
            && !before[..start].ends_with(char::is_alphanumeric)
            && !before[start + word.len()..].starts_with(char::is_alphanumeric)
    };
    let (start, word) = words.find_map(|(start, _)| {
        let heads = ["in", "from", "to", "reach"];
        heads.into_iter().find(|word| is_word(start, word)).map(|word| (start, word))
    })?;
    let behind = &before[start + word.len()..];
    let from = start + word.len() + (behind.len() - behind.trim_start().len());
    let whole = At { start: from, end: at.end };
    let pair = Grammar::parse(Rule::area_text, reader.readable(whole)).ok()?;
    let is_area = |pair: Pair<'_, Rule>| match pair.as_rule() {
        Rule::nowhere | Rule::area_leftover | Rule::inner_leftover => false,
        Rule::name => !is_word_of_questions(pair.as_str()),
        _ => true,
    };
    let head = At { start, end: start + word.len() };
    pair.flatten().all(is_area).then_some((head, whole))
}

/// True if the word cannot be a zone.
fn is_word_of_questions(word: &str) -> bool {
    Grammar::parse(Rule::whole_name, word).is_err()
}

/// The help with corrected words. Terms after the phrase become a clause of their own.
fn correction(words: &[String]) -> Option<Help> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let near = |word: &&str| did_you_mean(word, WORDS).filter(|near| near != word);
    let first = words.iter().position(|word| near(word).is_some())?;
    let is_term = |word: &&str| word.bytes().any(|b| b.is_ascii_uppercase());
    let terms = words[first..].iter().position(is_term).map_or(words.len(), |at| first + at);
    let right = |words: &[&str]| {
        words.iter().map(|word| near(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
    };
    let condition = right(&words[..terms]);
    // These words are no condition alone. The author rather wrote the name of a zone.
    if matches!(condition.as_str(), "from" | "to") {
        return None;
    }
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
            format!("`every move` asks such questions: `every move: {}`", short(phrase)).into()
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
