//! Fuzz target: random questions, conditions and effects in English.
//!
//! No word of the definition language may remain in a sentence. The negation of a question must
//! read as its negation, which is computed here by independent rules.

use crate::deed;
use crate::dice::dice;
use crate::question::{About, area, question};
use crate::span::span;
use alfil_diagnostics::source::Sources;
use alfil_resolve::resolution::resolve;
use alfil_rules::condition::{Condition, Place, PlaceKind, Relation};
use alfil_rules::question::{Number, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_text::conditions::{self, Counted, Unit, Viewpoint};
use alfil_text::lexicon::{Lexicon, Voice};
use alfil_text::pieces::Speech;
use alfil_text::sentences;
use arbitrary::{Result, Unstructured};
use std::sync::OnceLock;

/// Words of the definition language that must not occur in sentences for players.
const NOTATION: &[&str] = &[
    "mover",
    "victim",
    "own",
    "reset",
    "guarded",
    "unmoved",
    "giving",
    "dropping",
    "any but",
    "but any",
    "becomes next",
    "behind start",
    "beyond end",
    "above end",
    "below end",
    "previous mover",
    "previous start",
    "of end",
    "of start",
    "from end",
    "from start",
    "like mover",
    "turns without",
    "kind gone",
    "on move",
    "leaving no",
    "one empty in",
    "one empty at",
    "no empty in",
    "no empty or",
    "count ticks",
    "count tocks",
    "not not",
    "not no",
    "not none",
];

/// Returns a word of the definition language in `text`: a keyword, a movement string, or the name
/// of a counter without `number of`.
pub fn leak(text: &str, counters: &[String]) -> Option<String> {
    let plain: String =
        text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let spaced = format!(" {} ", words.join(" "));
    let word = NOTATION.iter().find(|word| spaced.contains(&format!(" {word} ")));
    if let Some(word) = word {
        return Some((*word).to_owned());
    }
    let strings = words.iter().find(|word| is_movement(word));
    let bare = |(at, word): (usize, &&str)| {
        let counted = counters.iter().any(|counter| counter == word);
        let said = at >= 2 && words[at - 1] == "of" && words[at - 2] == "number";
        counted && !said
    };
    let counter = words.iter().enumerate().find(|&at| bare(at)).map(|(_, word)| word);
    // `an enemy` is English, but `enemy rook` belongs to the definition language.
    let enemy = words
        .iter()
        .enumerate()
        .any(|(at, word)| *word == "enemy" && (at == 0 || !["an", "the"].contains(&words[at - 1])));
    let ugly = ["  ", " ,", " .", "..", ",,"].iter().find(|ugly| text.contains(**ugly));
    strings
        .or(counter)
        .map(|word| (*word).to_owned())
        .or_else(|| enemy.then(|| "enemy".to_owned()))
        .or_else(|| ugly.map(|ugly| format!("`{ugly}`")))
}

/// True for movement strings such as `nD`, `K`, `cabK`, `Q2`.
fn is_movement(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let upper = letters.iter().position(char::is_ascii_uppercase);
    match upper {
        None => false,
        // `A` is an article, `Ae4` is a cell of a layer, and `White` is a word.
        Some(0) => {
            letters.len() == 1 && word != "A" || letters.get(1).is_some_and(char::is_ascii_digit)
        }
        Some(_) => letters[0].is_lowercase(),
    }
}

fn chess() -> &'static Ruleset {
    static RULES: OnceLock<Ruleset> = OnceLock::new();
    RULES.get_or_init(|| {
        let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
        let chess = resolve("chess", &mut library, &mut sources).value.expect("chess is shipped");
        let mut rules = chess.ruleset;
        rules.counters = ["ticks", "tocks"].map(str::to_owned).to_vec();
        rules.dice = dice(&rules.kinds);
        rules
    })
}

/// Describes random rules in English and checks the text.
pub fn words(bytes: &[u8]) {
    let _ = try_words(&mut Unstructured::new(bytes));
}

fn try_words(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = chess();
    let lexicon = Lexicon::of(rules);
    for _ in 0..3 {
        let asked = question(u, rules.kinds.len(), About::Move, 3)?;
        for voice in [Voice::GOAL, Voice::MOVE, Voice::OF_MOVE, Voice::TERM, Voice::EFFECT] {
            check_question(&asked, rules, Speech { words: &lexicon, voice });
        }
        let condition = condition(u, 3)?;
        of_condition(&condition, rules);
    }
    let mut changed = rules.clone();
    deed::deeds(u, &mut changed)?;
    let lines = sentences::effects(&changed);
    for (line, effect) in lines.iter().zip(&changed.effects) {
        let written = changed.effect(effect);
        assert!(!is_same(line, &written), "`{written}` reads as the definition");
        check(line, &written, &changed);
    }
    Ok(())
}

/// Checks the English text of a question, of its negation and of its double negation.
fn check_question(asked: &Question, rules: &Ruleset, speech: Speech<'_>) {
    let written = rules.sentence(asked);
    let text = speech.clause(asked);
    assert!(!is_same(&text, &written), "`{written}` reads as the definition");
    check(&text, &written, rules);
    let not = |asked: &Question| Question::Not(Box::new(asked.clone()));
    let denied = speech.clause(&not(asked));
    check(&denied, &format!("not ({written})"), rules);
    assert_ne!(denied, text, "`{written}` and its negation read alike");
    assert_eq!(denied, speech.clause(&contrary(asked)), "`not ({written})` and its contrary");
    assert_eq!(speech.clause(&not(&not(asked))), text, "`not not ({written})`");
}

fn of_condition(condition: &Condition, rules: &Ruleset) {
    let tell = |condition: &Condition| conditions::condition(condition, &rules.zones);
    let text = tell(condition);
    check(&text, &text, rules);
    let denied = tell(&Condition::Not(Box::new(condition.clone())));
    assert_ne!(denied, text, "{condition:?}");
    assert_eq!(denied, tell(&opposite(condition)), "{condition:?}");
    let of = Viewpoint { zones: &rules.zones, counted: Counted::IT, unit: Unit::Cell };
    assert_eq!(denied, conditions::told(condition, false, of), "{condition:?}");
    let twice = Condition::Not(Box::new(Condition::Not(Box::new(condition.clone()))));
    assert_eq!(tell(&twice), text, "{condition:?}");
}

fn check(text: &str, written: &str, rules: &Ruleset) {
    let found = leak(text, &rules.counters);
    assert!(found.is_none(), "`{written}` reads \"{text}\" with {found:?} of the notation");
}

/// True if the sentence `text` equals `written`, except for the first capital and the full stop.
pub fn is_same(text: &str, written: &str) -> bool {
    text.trim_end_matches('.').eq_ignore_ascii_case(written)
}

/// The negation of a question by the rules of logic.
fn contrary(asked: &Question) -> Question {
    let each = |parts: &[Question]| parts.iter().map(contrary).collect();
    match asked {
        Question::All(parts) => Question::Any(each(parts)),
        Question::Any(parts) => Question::All(each(parts)),
        Question::Not(part) => Question::clone(part),
        Question::Leaving(part) => Question::Leaving(Box::new(contrary(part))),
        Question::Cells(condition) => Question::Cells(opposite(condition)),
        Question::Plays(color) => Question::Plays(color.other()),
        Question::Count(number, pieces) => match other(*number) {
            Some(number) => Question::Count(number, pieces.clone()),
            None => Question::Not(Box::new(asked.clone())),
        },
        Question::Reply(number, pieces, to) => match other(*number) {
            Some(number) => Question::Reply(number, pieces.clone(), to.clone()),
            None => Question::Not(Box::new(asked.clone())),
        },
        Question::Compare(amounts, order) => Question::Compare(amounts.clone(), order.negated()),
        Question::Side(..)
        | Question::Move(_)
        | Question::Rolled(..)
        | Question::After(_)
        | Question::Without(..)
        | Question::Repeated(..)
        | Question::KindGone(_)
        | Question::By(_) => Question::Not(Box::new(asked.clone())),
    }
}

/// The number that is true exactly if `number` is false. `None` if there is no such number.
fn other(number: Number) -> Option<Number> {
    Some(match number {
        Number::Some => Number::No,
        Number::No => Number::Some,
        Number::AtLeast(0) => return None,
        Number::AtLeast(n) => Number::AtMost(n - 1),
        Number::AtMost(n) => Number::AtLeast(n + 1),
        Number::Exactly(_) | Number::All => return None,
    })
}

fn opposite(condition: &Condition) -> Condition {
    let each = |parts: &[Condition]| parts.iter().map(opposite).collect();
    match condition {
        Condition::All(parts) => Condition::Any(each(parts)),
        Condition::Any(parts) => Condition::All(each(parts)),
        Condition::Not(part) => Condition::clone(part),
        Condition::Relative(Relation::SameShade) => Condition::Relative(Relation::OtherShade),
        Condition::Relative(Relation::OtherShade) => Condition::Relative(Relation::SameShade),
        Condition::Relative(
            Relation::SameRank
            | Relation::SameFile
            | Relation::SameLayer
            | Relation::Forward
            | Relation::Backward
            | Relation::Upward
            | Relation::Downward,
        )
        | Condition::Always
        | Condition::Start(_)
        | Condition::End(_)
        | Condition::Every(_) => Condition::Not(Box::new(condition.clone())),
    }
}

fn condition(u: &mut Unstructured<'_>, depth: usize) -> Result<Condition> {
    if depth > 0 {
        let deeper = |u: &mut Unstructured<'_>| condition(u, depth - 1);
        match u.int_in_range(0..=5)? {
            0 => return Ok(Condition::All(vec![deeper(u)?, deeper(u)?])),
            1 => return Ok(Condition::Any(vec![deeper(u)?, deeper(u)?, deeper(u)?])),
            2 => return Ok(Condition::Not(Box::new(deeper(u)?))),
            _ => {}
        }
    }
    let kind = match u.int_in_range(0..=4)? {
        0 => PlaceKind::Strong,
        1 => PlaceKind::Dark,
        2 => PlaceKind::Shade(u.int_in_range(1..=3)?),
        _ => PlaceKind::In(area(u)?),
    };
    Ok(match u.int_in_range(0..=3)? {
        0 => Condition::Start(Place { kind, span: span() }),
        1 => Condition::End(Place { kind, span: span() }),
        2 => Condition::Start(Place { kind: PlaceKind::Unmoved, span: span() }),
        _ => Condition::Relative(*u.choose(Relation::ALL)?),
    })
}
