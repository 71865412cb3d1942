//! Suggestions for words that are not a question. Text in backquotes can be used as it is.

use super::asker::Asker;
use super::pieces::singular;
use super::{EFFECT, FORMS};
use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_rules::question::Anchor;
use alfil_rules::space::parse_cell;
use alfil_syntax::notation::parse;
use alfil_syntax::suggest;

const WORDS: [&str; 30] = [
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
    "most",
];

/// Words of chess players and other programs, and the help that names the words of this language.
const MEANT: [(&str, &str); 21] = [
    (
        "passant",
        "no question knows captures in passing; ask which piece captures: `moving pawn and capturing`",
    ),
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

/// Words of the language that a suggestion never replaces.
const LANGUAGE: [&str; 36] = [
    "along", "away", "becomes", "behind", "below", "above", "between", "beyond", "changes",
    "corner", "dark", "edge", "every", "file", "files", "forward", "goes", "hand", "kind", "last",
    "layer", "light", "like", "mover", "neutral", "other", "over", "partner", "rank", "ranks",
    "same", "shade", "start", "times", "turns", "victim",
];

/// Words that cannot continue a question, and the help for each.
const CONTINUED: [(&str, &str); 16] = [
    ("reaches", "write `in AREA` of where it stands, `can reach AREA` of where it may go"),
    ("can", "write `can move`, or `can reach AREA`"),
    ("not", "behind `not` stands what pieces are: `not in AREA`, `not attacked`, `not guarded`"),
    ("by", "write `by checks` behind `times`, `by PIECES` behind `attacked`"),
    ("from", "behind `attacked` stands `by PIECES`"),
    ("protected", "write `guarded`"),
    ("defended", "write `guarded`"),
    (">", "compare in words: `more own pieces than enemy pieces`"),
    ("<", "compare in words: `fewer own pieces than enemy pieces`"),
    ("=", "compare in words: `as many own pieces as enemy pieces`"),
    ("own", "write `own` once, before the piece; of kinds that are gone `some own kind gone`"),
    ("near", ABOUT),
    ("next", ABOUT),
    ("beside", ABOUT),
    ("adjacent", ABOUT),
    ("around", ABOUT),
];

/// The help for words about neighbouring cells.
const ABOUT: &str = "write a movement that leads there: `at K of end` is one step about, `at KAND of end` up to two, \
     and `own king` may stand for `end`";

/// The help for a word that cannot continue a question.
fn continued(word: &str) -> &'static str {
    let known = CONTINUED.iter().find(|(said, _)| *said == word);
    known.map_or("join questions with `and` or `or`", |(_, help)| help)
}

/// Replaces number words by digits. `None` if there are none.
fn in_digits(words: &str) -> Option<String> {
    let digits = |word: &str| match word {
        "once" => Some("1 times".to_owned()),
        "twice" => Some("2 times".to_owned()),
        "thrice" => Some("3 times".to_owned()),
        word => suggest::number(word).map(|n| n.to_string()),
    };
    let all: Vec<(&str, Option<String>)> =
        words.split_whitespace().map(|word| (word, digits(word))).collect();
    all.iter().any(|(_, number)| number.is_some()).then(|| {
        let right = all.into_iter().map(|(word, number)| number.unwrap_or_else(|| word.to_owned()));
        right.collect::<Vec<_>>().join(" ")
    })
}

/// Words about the move, rewritten as a question about its piece or its cells. `None` if this is
/// not enough to make them valid.
fn of_move(words: &str) -> Option<String> {
    const FILTERS: [&str; 8] =
        ["never", "attacked", "guarded", "in", "at", "between", "along", "like"];
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    let cell = Anchor::from_word(rest).filter(|anchor| anchor.is_cell());
    if let (Some(cell), "from" | "to") = (cell, first) {
        let end = if first == "to" { "end" } else { "start" };
        return Some(format!("{end} in {}", cell.word()));
    }
    // After a bare `in`, the word is a misspelt area and not a missing piece.
    let is_movement = |word: &str| word.bytes().any(|byte| byte.is_ascii_uppercase());
    let next = rest.split_whitespace().next().unwrap_or_default();
    if first == "in" && !rest.contains(" of ") || first == "at" && !is_movement(next) {
        return None;
    }
    let asked = format!("mover {words}");
    (FILTERS.contains(&first) && parse::is_whole_question(&asked)).then_some(asked)
}

impl Asker<'_> {
    /// The help for words that are not a question.
    pub(super) fn suggested(&self, words: &str) -> String {
        let first = words.split_whitespace().next().unwrap_or_default();
        let is_place = |word: &str| {
            parse_cell(word).is_some() || self.context.zones.iter().any(|z| z.name.value == word)
        };
        if let Some(asked) = of_move(words) {
            return format!("write `{asked}`");
        }
        let heads = ["when ", "if ", "only when "];
        if let Some(rest) = heads.iter().find_map(|head| words.strip_prefix(head)) {
            return format!("write `{rest}`");
        }
        let parts: Vec<&str> = words.split_whitespace().collect();
        let is_counter = |word: &str| self.draft.counters.iter().any(|counter| counter == word);
        let is_men =
            |word: &str| word == "pieces" || self.draft.find(singular(word, self.draft)).is_some();
        let amount = |word: &str| word == "no" || word == "all" || word.parse::<u16>().is_ok();
        match parts.as_slice() {
            [number, name] if amount(number) && is_counter(name) => {
                return format!("did you mean `{number} own {name}`?");
            }
            [number, name] if amount(number) && is_men(name) => {
                return format!("whose? `{number} own {name}`, or `enemy` or `any` for `own`");
            }
            [number, "repetitions"] if amount(number) => {
                return format!("did you mean `repeated {number} times`?");
            }
            [men, verb, behind @ ..] if is_men(men) => {
                let moving = |what: &str| match behind {
                    [] => format!("did you mean `moving {men}{what}`?"),
                    _ => format!("did you mean `moving {men}{what} {}`?", behind.join(" ")),
                };
                match *verb {
                    "captures" | "takes" => return moving(" and capturing"),
                    "promotes" if behind.is_empty() => return moving(" and promoting"),
                    "moves" if behind.is_empty() => return moving(""),
                    "captured" | "taken" => return format!("did you mean `capturing {men}`?"),
                    "is" | "are" | "was" | "gets" if matches!(behind, ["captured" | "taken"]) => {
                        return format!("did you mean `capturing {men}`?");
                    }
                    "reaches" | "reach" if is_place(&behind.join(" ")) => {
                        return format!("did you mean `own {men} in {}`?", behind.join(" "));
                    }
                    _ => {}
                }
            }
            [_, "moves", "without", ..] => {
                return format!("did you mean `{}`?", words.replacen("moves", "turns", 1));
            }
            _ => {}
        }
        if let Some(right) = in_digits(words) {
            return format!("write `{right}`");
        }
        if let (Some(rest), true) = (words.strip_prefix("as many "), words.contains(" than ")) {
            let right = format!("as many {}", rest.replacen(" than ", " as ", 1));
            return format!("write `{right}`");
        }
        if is_place(words) {
            return format!("write `from {words}`, `to {words}`, or `own piece in {words}`");
        }
        if self.draft.find(singular(first, self.draft)).is_some() {
            return format!("write `own {}`, or `enemy` or `any` for `own`", parse::short(words));
        }
        let said = |word: &&(&str, &str)| words.split_whitespace().any(|w| w == word.0);
        if let Some((_, help)) = MEANT.iter().find(said) {
            return (*help).to_owned();
        }
        // Correct every misspelt word, because the suggestion replaces the whole phrase.
        let known = |word: &str| {
            let of_language = LANGUAGE.contains(&word);
            of_language || word.len() < 4 || is_counter(word) || is_men(word) || is_place(word)
        };
        let near = |word: &str| {
            let near = did_you_mean(word, WORDS).filter(|near| *near != word && !known(word));
            near.unwrap_or(word).to_owned()
        };
        let right: Vec<String> = parts.iter().map(|word| near(word)).collect();
        match right.join(" ") {
            right if right == words => FORMS.to_owned(),
            right => format!("did you mean `{right}`?"),
        }
    }

    /// The help for a word that cannot continue a question; `behind` is the text after the word.
    pub(super) fn not_further(&self, word: &str, behind: &str) -> String {
        let next = behind.split_whitespace().next().unwrap_or_default();
        let counters = || self.draft.counters.iter().map(String::as_str);
        match word {
            "within" if next.parse::<u16>().is_ok() => ABOUT.to_owned(),
            "on" | "inside" | "within" => "write `in`".to_owned(),
            "at" if self.context.zones.iter().any(|z| z.name.value == next) => {
                "write `in`".to_owned()
            }
            "is" | "are" if next == "gone" => "say that there is none: `no own king`".to_owned(),
            "is" | "are" | "left" => "take it out".to_owned(),
            "captured" => "ask of the move: `capturing queen`".to_owned(),
            "in" => "an area behind `in` is a zone, cells, or such as `(rank 8)`".to_owned(),
            _ => match did_you_mean(word, counters()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => continued(word).to_owned(),
            },
        }
    }

    /// A suggestion for `said`, which is not a sentence. `forms` lists the valid sentences.
    pub(super) fn sentence_meant(said: &str, forms: &str) -> Option<String> {
        let (head, behind) = said.split_once(' ')?;
        if forms == EFFECT {
            let joined = [" then ", " may "].iter().any(|word| behind.contains(word));
            let right = match head {
                "if" | "on" | "after" | "whenever" if joined => format!("when {behind}"),
                "when" if !behind.contains(" then ") => return None,
                "remove" | "place" | "capture" | "count" | "reset" => format!("always {said}"),
                _ if said.contains(" then ") && head != "when" => format!("when {said}"),
                _ => return None,
            };
            return Some(format!("write `{right}`"));
        }
        let verdict = match head {
            "win" | "wins" | "won" => "win",
            "loss" | "lose" | "loses" | "lost" => "loss",
            "draw" | "draws" | "drawn" => "draw",
            _ => return None,
        };
        let (word, rest) = behind.split_once(' ')?;
        let joins = ["when", "if", "where", "once", "after"].contains(&word);
        joins.then(|| format!("write `{verdict} when {rest}`"))
    }

    /// A suggestion for words that are not an action.
    pub(super) fn deed_meant(words: &str) -> Option<String> {
        const ALONG: [&str; 2] = [" goes toward ", " goes away from "];
        const SAID: [(&str, &str); 12] = [
            ("goes towards ", "goes toward "),
            ("goes away of ", "goes away from "),
            ("goes away to ", "goes away from "),
            ("returns to", "goes to"),
            ("moves to", "goes to"),
            ("turns into", "becomes"),
            ("its origin", "origin"),
            ("captured ", "victim "),
            ("increase ", "count "),
            ("increment ", "count "),
            ("the ", ""),
            ("remove ", "remove any "),
        ];
        if let Some(along) = ALONG.iter().find(|along| words.contains(*along)) {
            let (pieces, _) = words.split_once(along)?;
            return Some(format!(
                "pieces go along lines through a cell of the move: write `{pieces}{along}end`, \
                 or `start`, `partner`, `last start`"
            ));
        }
        let (said, meant) = SAID.iter().find(|(said, _)| words.contains(said))?;
        Some(format!("write `{}`", words.replacen(said, meant, 1)))
    }
}
