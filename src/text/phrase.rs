//! English grammar: articles, plurals, numbers, lists and verbs. The rules of games have no effect
//! here.

/// Puts an article before a noun: `a pawn`, `an elephant`.
pub(crate) fn article(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let starts = |all: &[&str]| all.iter().any(|start| lower.starts_with(start));
    // The sound decides, not the letter: a unicorn, an heir.
    let consonant = starts(&["uni", "eu", "ewe", "one", "use"]);
    let silent = starts(&["heir", "hour", "honest"]);
    if (starts(&["a", "e", "i", "o", "u"]) && !consonant) || silent {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}

/// The plural of a noun: `pawns`, `bishops`. In a name of several words the first word becomes
/// plural: `archers of the king`.
pub(crate) fn plural(noun: &str) -> String {
    let ends = |end: &str| noun.ends_with(end);
    let vowel_before_y = ["ay", "ey", "oy", "uy"].iter().any(|end| noun.ends_with(end));
    if ends("y") && !vowel_before_y {
        return format!("{}ies", &noun[..noun.len() - 1]);
    }
    if ends("man") && noun != "human" {
        return format!("{}men", &noun[..noun.len() - 3]);
    }
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| ends(end)) {
        format!("{noun}es")
    } else {
        format!("{noun}s")
    }
}

/// The word for a number: `two`. Numbers above twelve become digits.
pub(crate) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The word for an ordinal number: `second`. Numbers above twelve become digits.
pub(crate) fn ordinal(n: usize) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    n.checked_sub(1)
        .and_then(|i| WORDS.get(i))
        .map_or_else(|| format!("{n}{end}"), |word| (*word).to_owned())
}

/// Writes a list: `a`, `a or b`, `a, b or c`.
pub(crate) fn or(parts: &[String]) -> String {
    list(parts, "or")
}

/// Writes a list: `a`, `a and b`, `a, b and c`.
pub(crate) fn and(parts: &[String]) -> String {
    list(parts, "and")
}

fn list(parts: &[String], word: &str) -> String {
    // Parts that contain commas or conjunctions need more than a comma between them.
    let nested = |part: &String| [",", " and ", " or "].iter().any(|mark| part.contains(mark));
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        parts if parts.iter().any(nested) => parts.join(&format!(", {word} ")),
        [init @ .., last] => format!("{} {word} {last}", init.join(", ")),
    }
}

/// The conjunction between the parts of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joint {
    /// All parts are true.
    And,
    /// At least one part is true.
    Or,
}

impl Joint {
    /// Joins the parts of a list that stands alone.
    pub(crate) fn join(self, parts: &[String]) -> String {
        match self {
            Joint::And => and(parts),
            Joint::Or => or(parts),
        }
    }

    /// Joins the parts of a list inside another list. A word before them marks their beginning.
    pub(crate) fn nested(self, parts: &[String]) -> String {
        match (self, parts) {
            (_, [one]) => one.clone(),
            (Joint::And, _) => format!("both {}", parts.join(" and ")),
            (Joint::Or, _) => format!("either {}", parts.join(" or ")),
        }
    }
}

/// The forms of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verb {
    /// The infinitive: `capture`.
    pub(crate) base: &'static str,
    /// The third person: `captures`.
    pub(crate) third: &'static str,
}

impl Verb {
    /// The verb or its negation: `captures`, `does not capture`.
    pub(crate) fn finite(self, holds: bool) -> String {
        if holds { self.third.to_owned() } else { format!("does not {}", self.base) }
    }
}

/// Makes a sentence: adds the capital letter and the full stop.
pub(crate) fn sentence(text: &str) -> String {
    // Commas enclose an inserted condition.
    let text = text.replace(" if after the move,", " if, after the move,");
    let text = text.replace(" when after the move,", " when, after the move,");
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!("{}.", first.chain(letters).collect::<String>())
}
