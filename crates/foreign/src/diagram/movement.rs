//! Movement strings of the format in the notation of definitions.
//!
//! Both read XBetza. Castling and a few spellings differ, and some terms have no equivalent. Each
//! term is tried in a game of its own, so that one bad term costs only itself.

use crate::diagram::model::Size;
use crate::remark::brief;
use alfil_workspace::Workspace;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The most terms of one string, and the most characters of one term.
const MAX_TERMS: usize = 64;
const MAX_LENGTH: usize = 120;

/// The sides to which a piece castles, as its owner sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ways {
    Both,
    Left,
    Right,
}

/// A castling term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castle {
    pub(super) ways: Ways,
    /// How many cells the piece moves.
    pub(super) distance: u8,
    /// The number of files between the partner and the edge.
    pub(super) inward: u8,
}

/// A term that cannot be carried over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    pub(super) term: String,
    /// Characters before it.
    pub(super) at: usize,
    pub(super) why: String,
}

/// A string after its translation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Moves {
    /// All terms but castling and drops.
    pub(super) terms: Vec<String>,
    pub(super) drops: Vec<String>,
    pub(super) castles: Vec<Castle>,
    pub(super) refused: Vec<Refused>,
}

/// Translates strings for boards of one size.
pub(super) struct Translator {
    size: Size,
    /// Terms that were tried, with the reason against those that cannot be used.
    tried: BTreeMap<String, Option<String>>,
}

impl Translator {
    pub(super) fn new(size: Size) -> Translator {
        Translator { size, tried: BTreeMap::new() }
    }

    /// Translates a string.
    pub(super) fn translate(&mut self, text: &str) -> Moves {
        let mut moves = Moves::default();
        for (number, (at, term)) in split(text).into_iter().enumerate() {
            let mut refuse = |why: &str| {
                let term: String = term.chars().take(MAX_LENGTH).collect();
                moves.refused.push(Refused { term, at, why: why.to_owned() });
            };
            if number >= MAX_TERMS {
                refuse("the string has too many terms");
                break;
            }
            if term.chars().count() > MAX_LENGTH {
                refuse("the term is too long");
                continue;
            }
            if is_castling(&term) {
                match castle(&term) {
                    Some(castle) if castle.distance < self.size.files => moves.castles.push(castle),
                    Some(_) | None => refuse(
                        "write castling as `isO2`: the sides, then the number of cells that the king moves",
                    ),
                }
                continue;
            }
            let term = respelt(&term);
            match self.fault(&term) {
                Some(why) => refuse(&why),
                None if term.contains('@') => moves.drops.push(term),
                None => moves.terms.push(term),
            }
        }
        moves
    }

    /// The reason why a term cannot be used.
    fn fault(&mut self, term: &str) -> Option<String> {
        if let Some(known) = self.tried.get(term) {
            return known.clone();
        }
        let known = |c: char| c.is_ascii_alphanumeric() || "()[]?-,@ *".contains(c);
        let fault = match term.chars().find(|&c| !known(c)) {
            Some(sign) => {
                Some(format!("`{}` has no meaning in a movement", brief(&sign.to_string())))
            }
            None => fault(term, self.size),
        };
        self.tried.insert(term.to_owned(), fault.clone());
        fault
    }
}

/// Tries a term in a game whose only kind moves by it.
fn fault(term: &str, size: Size) -> Option<String> {
    let Size { files, ranks } = size;
    let mut text = String::from("name: Trial\ndialect: xbetza\n");
    let _ = writeln!(text, "space: grid {files}x{ranks}");
    let _ = writeln!(text, "pieces:\n  trial: {{letter: T, moves: \"{term}\"}}");
    if term.contains('@') {
        text += "hand: {captured: to captor}\n";
    }
    let rest = match files {
        1 => String::new(),
        _ => (files - 1).to_string(),
    };
    let empty = format!("/{files}").repeat(usize::from(ranks - 1));
    let _ = writeln!(text, "setup: T{rest}{empty} w");
    text += "ends: {checkmated: none, stalemated: draw}\n";
    let mut workspace = Workspace::default();
    workspace.add("trial", &text);
    let refused = workspace.load("trial").err()?;
    let first = refused.findings.first()?;
    Some(match &first.reason {
        Some(reason) => format!("{}: {reason}", first.title),
        None => first.title.clone(),
    })
}

/// The terms of a string with the number of characters before each. Signs that begin no term are
/// terms of their own.
fn split(text: &str) -> Vec<(usize, String)> {
    let signs: Vec<char> = text.chars().collect();
    let mut terms = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        if signs[at].is_whitespace() {
            at += 1;
            continue;
        }
        let end = term_end(&signs, at);
        terms.push((at, signs[at..end].iter().collect()));
        at = end;
    }
    terms
}

/// The end of the term that begins at `start`, at least one sign behind it.
fn term_end(signs: &[char], start: usize) -> usize {
    let sign = |at: usize| signs.get(at).copied().unwrap_or('\0');
    let mut at = start;
    loop {
        match sign(at) {
            'a'..='z' => at += 1,
            '(' => {
                let Some(end) = closing(signs, at) else { return signs.len() };
                let is_marks = signs[at + 1..end - 1]
                    .iter()
                    .all(|c| c.is_ascii_lowercase() || "()".contains(*c));
                at = end;
                if !is_marks {
                    break;
                }
            }
            '[' => {
                let Some(end) = closing(signs, at) else { return signs.len() };
                at = end;
                break;
            }
            '@' => {
                at += 1;
                break;
            }
            atom @ 'A'..='Z' => {
                at += 1;
                while sign(at) == atom {
                    at += 1;
                }
                while matches!(sign(at), 'X' | 'Y') {
                    at += 1;
                }
                break;
            }
            _ => return at.max(start + 1),
        }
    }
    while sign(at).is_ascii_digit()
        || sign(at) == '*'
        || sign(at) == '-' && sign(at + 1).is_ascii_digit()
    {
        at += 1;
    }
    at
}

/// One past the bracket that closes the one at `at`.
fn closing(signs: &[char], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, sign) in signs[at..].iter().enumerate() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + offset + 1);
        }
    }
    None
}

fn is_castling(term: &str) -> bool {
    let core = term.trim_start_matches(|c: char| c.is_ascii_lowercase());
    core.starts_with('O') && core[1..].chars().all(|c| c.is_ascii_digit())
}

fn castle(term: &str) -> Option<Castle> {
    let (letters, distance) = term.split_once('O')?;
    let ways = match (letters.contains('l'), letters.contains('r')) {
        _ if letters.contains('s') => Ways::Both,
        (true, false) => Ways::Left,
        (false, true) => Ways::Right,
        (true, true) | (false, false) => Ways::Both,
    };
    let inward = letters.matches('j').count();
    let known = letters.chars().all(|c| "ilrsmj".contains(c));
    let distance = distance.parse().ok().filter(|&n: &u8| n > 0)?;
    known.then_some(Castle { ways, distance, inward: u8::try_from(inward).ok()? })
}

/// Spells a term as definitions do. The format also writes riders that bend as `qN` and `zF`.
fn respelt(term: &str) -> String {
    let (marks, core) =
        term.split_at(term.len() - term.trim_start_matches(|c: char| c.is_ascii_lowercase()).len());
    let bends = marks.contains(['q', 'z']) && !marks.contains('a');
    match core {
        "BB" | "RR" | "QQ" => format!("{marks}{}", &core[..1]),
        "KK" => format!("{marks}Q"),
        "N" | "F" | "W" | "A" | "D" | "C" | "Z" if bends => format!("{marks}{core}{core}"),
        _ => term.to_owned(),
    }
}

/// True if the terms mean the same when left and right change places.
pub(super) fn is_symmetric(terms: &[String]) -> bool {
    let swapped = |term: &String| -> String {
        let swap = |c: char| match c {
            'l' => 'r',
            'r' => 'l',
            other => other,
        };
        term.chars().map(swap).collect()
    };
    let mut mirrored: Vec<String> = terms.iter().map(swapped).collect();
    let mut terms: Vec<&String> = terms.iter().collect();
    terms.sort_unstable();
    mirrored.sort_unstable();
    terms.into_iter().eq(&mirrored)
}

/// True if a term has directions before `K` or `Q`, which the two dialects read in two ways.
pub(super) fn needs_dialect(term: &str) -> bool {
    let directs = |marks: &str| marks.chars().any(|c| "fblrvsh".contains(c));
    term.match_indices(['K', 'Q']).any(|(at, _)| {
        let before = &term[..at];
        let marks = before.rsplit(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
        directs(marks)
    })
}
