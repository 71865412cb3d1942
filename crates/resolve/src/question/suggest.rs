//! Suggestions for words that are not a question. Text in backquotes can be used as it is.

use super::pieces::Asker;
use super::{EFFECT, FORMS};
use crate::names::singular;
use Advice::{Say, Write};
use alfil_diagnostics::diagnostic::{Help, did_you_mean};
use alfil_rules::question::{Anchor, Whose};
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

/// The form of the help for a wrong word.
enum Advice {
    /// The words of the language that can replace the whole question.
    Write(&'static str),
    /// A sentence that explains the correct form.
    Say(&'static str),
}

impl Advice {
    fn help(&self) -> Help {
        match *self {
            Write(words) => Help::write(words),
            Say(words) => words.into(),
        }
    }
}

/// Words of chess players and other programs, and the help that names the words of this language.
const MEANT: [(&str, Advice); 22] = [
    (
        "passant",
        Say(
            "no question knows captures in passing; ask which piece captures: `moving pawn and capturing`",
        ),
    ),
    (
        "stalemate",
        Say(
            "say what it means for the stalemated side in `ends`: `stalemated: draw`, `loss` or `win`",
        ),
    ),
    (
        "checkmate",
        Say(
            "say what it means for the checkmated side in `ends`: `checkmated: loss`, `win` or `draw`",
        ),
    ),
    (
        "mate",
        Say(
            "write `giving mate` of a move; what checkmate means stands in `ends`: `checkmated: loss`",
        ),
    ),
    ("check", Say("write `in check` of the side that asks, `giving check` of a move")),
    ("threefold", Write("repeated 3 times")),
    ("repeated", Say("write `repeated 3 times`, or `repeated 3 times by checks`")),
    ("repetition", Write("repeated 3 times")),
    ("bare", Write("no own piece but king")),
    ("only", Say("say what there is none of: `no enemy piece but king`, `no any piece but king`")),
    ("turns", Say("say how many: `50 turns without capturing`")),
    ("moves", Say("turns are counted: `50 turns without capturing`")),
    ("extinct", Write("some own kind gone")),
    ("kind", Say("write `some own kind gone`, or `some enemy kind gone`")),
    ("kinds", Say("write `some own kind gone`, or `some enemy kind gone`")),
    ("placing", Say("write `dropping`, or `dropping king`")),
    ("drop", Say("write `dropping`, or `dropping king`")),
    ("drops", Say("write `dropping`, or `dropping king`")),
    ("pass", Write("passing")),
    ("always", Say("write `true`, or what must hold: `not in check`")),
    ("more", Say("compare with a sign: `own pieces > enemy pieces`")),
    ("fewer", Say("compare with a sign: `own pieces < enemy pieces`")),
];

/// Words of the language that a suggestion never replaces.
const LANGUAGE: [&str; 39] = [
    "along", "away", "becomes", "behind", "below", "above", "between", "beyond", "changes",
    "carry", "corner", "dark", "edge", "every", "file", "files", "forward", "goes", "hand", "its",
    "kind", "last", "layer", "light", "like", "mover", "neutral", "other", "over", "partner",
    "rank", "ranks", "same", "shade", "start", "times", "turns", "under", "victim",
];

/// Words that cannot continue a question, and the help for each.
const CONTINUED: [(&str, Advice); 16] = [
    ("reaches", Say("write `in AREA` of where it stands, `can reach AREA` of where it may go")),
    ("can", Say("write `can move`, or `can reach AREA`")),
    (
        "not",
        Say("behind `not` stands what pieces are: `not in AREA`, `not attacked`, `not guarded`"),
    ),
    ("by", Say("write `by checks` behind `times`, `by PIECES` behind `attacked`")),
    ("from", Say("behind `attacked` stands `by PIECES`")),
    ("protected", Write("guarded")),
    ("defended", Write("guarded")),
    (">", Say(NUMBERS)),
    ("<", Say(NUMBERS)),
    ("=", Say(NUMBERS)),
    ("own", Say("write `own` once, before the piece; of kinds that are gone `some own kind gone`")),
    ("near", Say(ABOUT)),
    ("next", Say(ABOUT)),
    ("beside", Say(ABOUT)),
    ("adjacent", Say(ABOUT)),
    ("around", Say(ABOUT)),
];

/// The help for a sign that does not stand between two numbers.
const NUMBERS: &str =
    "signs compare numbers: `own pieces > enemy pieces`, `own checks >= 3`, `rank of own king = 4`";

/// The help for words about neighbouring cells.
const ABOUT: &str = "write a movement that leads there: `at K of end` is one step about, `at KAND of end` up to two, \
     and `own king` may stand for `end`";

/// The help for a word that cannot continue a question.
fn continued(word: &str) -> Help {
    let known = CONTINUED.iter().find(|(said, _)| *said == word);
    match known {
        Some((_, advice)) => advice.help(),
        None => "join questions with `and` or `or`".into(),
    }
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
        counted(&right.collect::<Vec<_>>().join(" "))
    })
}

/// A question with `at least` before a bare number of pieces.
fn counted(question: &str) -> String {
    let is_bare = question.split_whitespace().nth(1).is_some_and(|word| {
        Whose::from_word(word).is_some() && question.starts_with(|c: char| c.is_ascii_digit())
    });
    if is_bare { format!("at least {question}") } else { question.to_owned() }
}

/// A number of pieces as a question says it. People who write a bare number mostly mean at least
/// so many.
fn amount_of(number: &str) -> String {
    if number.parse::<u16>().is_ok() { format!("at least {number}") } else { number.to_owned() }
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
    // If `in` has no `of` after it, the next word is a misspelt area. A missing piece is not the
    // problem then.
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
    pub(super) fn suggested(&self, words: &str) -> Help {
        let first = words.split_whitespace().next().unwrap_or_default();
        let is_place = |word: &str| {
            parse_cell(word).is_some() || self.context.zones.iter().any(|z| z.name.value == word)
        };
        if let Some(asked) = of_move(words) {
            return Help::write(asked);
        }
        let heads = ["when ", "if ", "only when "];
        if let Some(rest) = heads.iter().find_map(|head| words.strip_prefix(head)) {
            return Help::write(rest);
        }
        let parts: Vec<&str> = words.split_whitespace().collect();
        let is_counter = |word: &str| self.draft.counters.iter().any(|counter| counter == word);
        let is_men =
            |word: &str| word == "pieces" || self.draft.find(singular(word, self.draft)).is_some();
        let amount = |word: &str| word == "no" || word == "all" || word.parse::<u16>().is_ok();
        match parts.as_slice() {
            [number, name] if amount(number) && is_counter(name) => {
                return Help::did_you_mean(format!("{} own {name}", amount_of(number)));
            }
            [number, name] if amount(number) && is_men(name) => {
                let number = amount_of(number);
                return format!("whose? `{number} own {name}`, or `enemy` or `any` for `own`")
                    .into();
            }
            [number, "repetitions"] if amount(number) => {
                return Help::did_you_mean(format!("repeated {number} times"));
            }
            [men, verb, behind @ ..] if is_men(men) => {
                let moving = |what: &str| match behind {
                    [] => Help::did_you_mean(format!("moving {men}{what}")),
                    _ => Help::did_you_mean(format!("moving {men}{what} {}", behind.join(" "))),
                };
                match *verb {
                    "captures" | "takes" => return moving(" and capturing"),
                    "promotes" if behind.is_empty() => return moving(" and promoting"),
                    "moves" if behind.is_empty() => return moving(""),
                    "captured" | "taken" => return Help::did_you_mean(format!("capturing {men}")),
                    "is" | "are" | "was" | "gets" if matches!(behind, ["captured" | "taken"]) => {
                        return Help::did_you_mean(format!("capturing {men}"));
                    }
                    "reaches" | "reach" if is_place(&behind.join(" ")) => {
                        return Help::did_you_mean(format!("own {men} in {}", behind.join(" ")));
                    }
                    _ => {}
                }
            }
            [_, "moves", "without", ..] => {
                return Help::did_you_mean(words.replacen("moves", "turns", 1));
            }
            _ => {}
        }
        if let Some(right) = in_digits(words) {
            return Help::write(right);
        }
        if let (Some(rest), true) = (words.strip_prefix("as many "), words.contains(" than ")) {
            let right = rest.replacen(" than ", " = ", 1);
            return Help::write(right);
        }
        if is_place(words) {
            return format!("write `from {words}`, `to {words}`, or `own piece in {words}`").into();
        }
        if self.draft.find(singular(first, self.draft)).is_some() {
            let own = format!("own {words}");
            if parse::is_whole_question(&own) {
                return format!("write `{own}`, or `enemy` or `any` for `own`").into();
            }
            return format!("say whose it is: `own {first}`, `enemy {first}`, `any {first}`")
                .into();
        }
        let said = |(word, _): &&(&str, Advice)| match *word {
            "always" => words == *word,
            "more" | "fewer" => parts.contains(word) && parts.contains(&"than"),
            word => parts.contains(&word),
        };
        if let Some((_, advice)) = MEANT.iter().find(said) {
            return advice.help();
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
            right if right == words => FORMS.into(),
            // A part that is right does not make the whole right.
            right if parse::is_whole_question(&right) => Help::did_you_mean(right),
            _ => FORMS.into(),
        }
    }

    /// The help for a word that cannot continue a question; `behind` is the text after the word.
    pub(super) fn not_further(&self, word: &str, behind: &str) -> Help {
        let next = behind.split_whitespace().next().unwrap_or_default();
        let counters = || self.draft.counters.iter().map(String::as_str);
        match word {
            "within" if next.parse::<u16>().is_ok() => ABOUT.into(),
            "on" | "inside" | "within" => Help::write("in"),
            "at" if self.context.zones.iter().any(|z| z.name.value == next) => Help::write("in"),
            "is" | "are" if next == "gone" => {
                "say that there is none: `no` before the pieces".into()
            }
            "is" | "are" | "left" => Help::take_out(),
            "never" => "write `never moved` behind pieces".into(),
            "captured" => "write it as a fact about the move: `capturing queen`".into(),
            "in" => "an area behind `in` is a zone, cells, or such as `(rank 8)`".into(),
            _ => match did_you_mean(word, counters()) {
                Some(near) => Help::did_you_mean(near),
                None => continued(word),
            },
        }
    }

    /// A suggestion for `said`, which is not a sentence. `forms` lists the valid sentences.
    pub(super) fn sentence_meant(said: &str, forms: &str) -> Option<Help> {
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
            return Some(Help::write(right));
        }
        let verdict = match head {
            "win" | "wins" | "won" => "win",
            "loss" | "lose" | "loses" | "lost" => "loss",
            "draw" | "draws" | "drawn" => "draw",
            _ => return None,
        };
        let (word, rest) = behind.split_once(' ')?;
        let joins = ["when", "if", "where", "once", "after"].contains(&word);
        let rest = in_digits(rest).unwrap_or_else(|| counted(rest));
        joins.then(|| Help::write(format!("{verdict} when {rest}")))
    }

    /// A suggestion for words that are not an action.
    pub(super) fn deed_meant(words: &str) -> Option<Help> {
        const ALONG: [&str; 2] = [" goes toward ", " goes away from "];
        const SAID: [(&str, &str); 19] = [
            ("goes towards ", "goes toward "),
            ("goes away of ", "goes away from "),
            ("goes away to ", "goes away from "),
            ("goes below ", "goes under "),
            ("goes beneath ", "goes under "),
            ("mover carries ", "carry "),
            ("carries ", "carry "),
            ("returns to", "goes to"),
            ("moves to", "goes to"),
            ("turns into", "becomes"),
            ("its origin", "origin"),
            ("captured ", "victim "),
            ("increase ", "count "),
            ("increment ", "count "),
            ("the ", ""),
            ("remove all ", "remove "),
            ("remove each ", "remove "),
            ("remove every ", "remove "),
            ("remove ", "remove any "),
        ];
        if let Some(along) = ALONG.iter().find(|along| words.contains(*along)) {
            let (pieces, _) = words.split_once(along)?;
            let help = format!(
                "pieces go along lines through a cell of the move: write `{pieces}{along}end`, \
                 or `start`, `partner`, `previous start`"
            );
            return Some(help.into());
        }
        let (said, meant) = SAID.iter().find(|(said, _)| words.contains(said))?;
        Some(Help::write(words.replacen(said, meant, 1)))
    }
}
