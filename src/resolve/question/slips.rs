//! Words that are no question, and what was probably meant.
//!
//! Owns: the part of [`Asker`] that helps, [`continued`]. Invariant: what a help says in quotes can be typed.

use super::pieces::singular;
use super::{Asker, FORMS};
use crate::diagnostic::did_you_mean;
use crate::rules::space::parse_cell;
use crate::syntax::notation::parse;

const WORDS: [&str; 29] = [
    "own",
    "enemy",
    "any",
    "empty",
    "moving",
    "capturing",
    "dropping",
    "promoting",
    "castling",
    "passing",
    "giving",
    "leaving",
    "white",
    "black",
    "move",
    "check",
    "stuck",
    "attacked",
    "guarded",
    "never",
    "moved",
    "more",
    "fewer",
    "gone",
    "from",
    "to",
    "can",
    "reach",
    "least",
];

/// Words of the trade and of other programs that no question knows, with what is written instead.
const MEANT: [(&str, &str); 20] = [
    ("stalemate", "say what it means in `ends: {stalemate: loss}`"),
    ("checkmate", "say what it means in `ends: {checkmate: win}`"),
    ("mate", "write `giving mate`, or say what it means in `ends: {checkmate: win}`"),
    ("check", "write `in check` of the side that asks, `giving check` of a move"),
    ("threefold", "write `repeated 3 times`"),
    ("repeated", "write `repeated 3 times`, or `repeated 3 times by checks`"),
    ("repetition", "write `repeated 3 times`"),
    ("bare", "write `no own piece but king`"),
    ("turns", "say how many: `50 turns without capturing`"),
    ("moves", "turns are counted: `50 turns without capturing`"),
    ("extinct", "write `some own kind gone`"),
    ("kind", "write `some own kind gone`, or `some enemy kind gone`"),
    ("kinds", "write `some own kind gone`, or `some enemy kind gone`"),
    ("placing", "write `dropping`, or `dropping king`"),
    ("drop", "write `dropping`, or `dropping king`"),
    ("drops", "write `dropping`, or `dropping king`"),
    ("pass", "write `passing`"),
    ("always", "write `true`, or what must hold: `not in check`"),
    ("more", "compare pieces with pieces: `more own pieces than enemy pieces`"),
    ("fewer", "compare pieces with pieces: `fewer own pieces than enemy pieces`"),
];

/// Words that do not continue a question, with what is written instead.
const CONTINUED: [(&str, &str); 12] = [
    ("reaches", "write `in AREA` of where it stands, `can reach AREA` of where it may go"),
    ("can", "write `can move`, or `can reach AREA`"),
    ("not", "behind `not` stands what pieces are: `not in AREA`, `not attacked`, `not guarded`"),
    ("by", "write `by checks` behind `times`, `by PIECES` behind `attacked`"),
    ("from", "write `attacked by PIECES`"),
    ("protected", "write `guarded`"),
    ("defended", "write `guarded`"),
    (">", "compare in words: `more own pieces than enemy pieces`"),
    ("<", "compare in words: `fewer own pieces than enemy pieces`"),
    ("=", "compare in words: `as many own pieces as enemy pieces`"),
    ("own", "write `own` once, before the piece; of kinds that are gone `some own kind gone`"),
    ("is", "leave `is` out: `own king in AREA`"),
];

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// What to write for a word that does not continue a question.
pub(super) fn continued(word: &str) -> &'static str {
    let known = CONTINUED.iter().find(|(said, _)| *said == word);
    known.map_or("join questions with `and` or `or`", |(_, help)| help)
}

/// The words with their numbers in digits, if any is not.
fn in_digits(words: &str) -> Option<String> {
    let digits = |word: &str| match word {
        "once" => Some("1 times".to_owned()),
        "twice" => Some("2 times".to_owned()),
        "thrice" => Some("3 times".to_owned()),
        word => NUMBERS.iter().position(|number| *number == word).map(|n| n.to_string()),
    };
    let all: Vec<(&str, Option<String>)> =
        words.split_whitespace().map(|word| (word, digits(word))).collect();
    all.iter().any(|(_, number)| number.is_some()).then(|| {
        let right = all.into_iter().map(|(word, number)| number.unwrap_or_else(|| word.to_owned()));
        right.collect::<Vec<_>>().join(" ")
    })
}

impl Asker<'_> {
    /// What to write for words that are no question.
    pub(super) fn meant(&self, words: &str) -> String {
        let first = words.split_whitespace().next().unwrap_or_default();
        let is_place = |word: &str| {
            parse_cell(word).is_some() || self.context.zones.iter().any(|z| z.name.value == word)
        };
        let heads = ["when ", "if ", "only when "];
        if let Some(rest) = heads.iter().find_map(|head| words.strip_prefix(head)) {
            return format!("write `{}`", parse::short(rest));
        }
        if let Some(right) = in_digits(words) {
            return format!("write `{}`", parse::short(&right));
        }
        if let (Some(rest), true) = (words.strip_prefix("as many "), words.contains(" than ")) {
            let right = format!("as many {}", rest.replacen(" than ", " as ", 1));
            return format!("write `{right}`");
        }
        if is_place(words) {
            return format!("write `from {words}`, `to {words}`, or `own piece in {words}`");
        }
        if self.state.find(singular(first, self.state)).is_some() {
            return format!("write `own {}`, or `enemy` or `any` for `own`", parse::short(words));
        }
        let said = |word: &&(&str, &str)| words.split_whitespace().any(|w| w == word.0);
        if let Some((_, help)) = MEANT.iter().find(said) {
            return (*help).to_owned();
        }
        // Each misspelt word of a phrase put right: what is typed in for it is the whole phrase.
        let near = |word| did_you_mean(word, WORDS).filter(|near| *near != word);
        let right: Vec<&str> =
            words.split_whitespace().map(|word| near(word).unwrap_or(word)).collect();
        match right.join(" ") {
            right if right == words => FORMS.to_owned(),
            right => format!("did you mean `{}`?", parse::short(&right)),
        }
    }
}
