//! Tests in a definition, as data: counts, legal moves, attacked cells and whole games. The crate
//! `alfil` runs them. Each case makes exactly one claim.

use crate::choices::{Ending, SIDES};
use crate::fields::{Fields, Reader};
use crate::scalar::Scalar;
use crate::schema;
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::goal::Event;
use alfil_rules::side::Side;

/// A test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseText {
    /// The claim.
    pub claim: Claim,
    /// The position, if not the start position.
    pub position: Option<Scalar>,
    /// The number of the start position, in games with several.
    pub number: Option<Spanned<u64>>,
    /// Moves that are played before the claim is checked.
    pub after: Vec<Spanned<String>>,
    /// The source of the numbers.
    pub source: Option<Scalar>,
    /// The span of the claim's key (`perft`).
    pub span: Span,
}

/// Reads the end of a game. Findings list `goal 1` and `claim 1` as examples of all numbered ends.
fn ending(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<Ending>> {
    if let NodeKind::Scalar(scalar) = &entry.value.kind
        && let Some(ending) = Ending::each().find(|ending| ending.key() == scalar.text())
    {
        return Some(Spanned::new(ending, scalar.span()));
    }
    let events = Event::ALL.into_iter().chain([Event::Goal(0), Event::Claim(0)]);
    let named = events.map(Ending::By).chain(Ending::RESULTS);
    let endings: Vec<_> = named.map(|ending| (ending.key(), ending)).collect();
    r.choice(entry, &endings)
}

impl CaseText {
    /// The rule that the case calls untested.
    pub fn untested(&self) -> Option<&Spanned<String>> {
        match &self.claim {
            Claim::Untested { rule, .. } => Some(rule),
            Claim::Perft(_)
            | Claim::Moves(_)
            | Claim::Attacks { .. }
            | Claim::Game { .. }
            | Claim::Starts(_) => None,
        }
    }
}

/// The claim of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Numbers of move sequences of length 1, 2, ...
    Perft(Vec<Spanned<u64>>),
    /// Legal moves.
    Moves(Listing),
    /// Cells that a side attacks.
    Attacks {
        /// The attacking side; the side to move by default.
        by: Option<Spanned<Side>>,
        /// The cells.
        cells: Listing,
    },
    /// A game from the position.
    Game {
        /// Its moves.
        moves: Vec<GameMove>,
        /// The result after the moves.
        ends: Option<Spanned<Ending>>,
    },
    /// Number of start positions of the game.
    Starts(Spanned<u64>),
    /// A rule that no test exercises, and why. The rule has the name that it has in coverage
    /// reports.
    Untested {
        /// The name.
        rule: Spanned<String>,
        /// The reason.
        because: String,
    },
}

/// Items that must be present or absent. At least one list is given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Only items that start on this cell count.
    pub from: Option<Spanned<String>>,
    /// Exactly these items.
    pub exactly: Option<Vec<Spanned<String>>>,
    /// At least these items.
    pub including: Vec<Spanned<String>>,
    /// None of these items.
    pub excluding: Vec<Spanned<String>>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// The move without its marks (`d1h5`).
    pub text: Spanned<String>,
    /// The claim of the marks after it.
    pub effect: Effect,
}

/// The claim of the marks after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No mark: no claim.
    Unsaid,
    /// `+`: check, but no mate.
    Check,
    /// `#`: mate.
    Mate,
}

const CLAIMS: [&str; 6] = ["perft", "moves", "attacks", "game", "starts", "untested"];

/// Reads `tests:`.
pub fn read(entry: &Entry, r: &mut Reader<'_>) -> Vec<CaseText> {
    match &entry.value.kind {
        NodeKind::Sequence(nodes) => nodes.iter().filter_map(|n| case(n, r)).collect(),
        NodeKind::Scalar(_) | NodeKind::Mapping(_) => {
            r.at(
                Code::WrongType,
                entry.value.span,
                "`tests` must be a list",
                "no list stands here",
            )
            .help("start each case with `- `, such as `- perft: [20, 400]`");
            Vec::new()
        }
    }
}

fn case(node: &Node, r: &mut Reader<'_>) -> Option<CaseText> {
    let fields = r.fields(node, &schema::CASE)?;
    let claims: Vec<&Entry> = CLAIMS.iter().filter_map(|c| fields.get(c)).collect();
    let entry = match claims.as_slice() {
        [entry] => *entry,
        [] => {
            r.at(Code::MissingKey, fields.span, "a test that claims nothing", "no claim")
                .help("add one of `perft`, `moves`, `attacks`, `game`, `starts`, `untested`");
            return None;
        }
        [first, second, ..] => {
            r.at(
                Code::BadTest,
                second.key.span(),
                "a test that makes two claims",
                "a second claim",
            )
            .label(first.key.span(), "the first")
            .help("start a case of its own with `- `");
            return None;
        }
    };
    let ends = fields.get("ends").and_then(|e| ending(e, r));
    let source = fields.scalar("source", r);
    let span = entry.key.span();
    let claim = match entry.key.text() {
        "perft" => {
            if source.is_none() {
                r.at(Code::MissingSource, span, "counts without a source", "who says so?")
                    .help("add `source:` with the page or the command that gave the numbers");
            }
            Claim::Perft(counts(entry, r)?)
        }
        "moves" => Claim::Moves(listing(entry, r)?.0),
        "attacks" => {
            let (cells, by) = listing(entry, r)?;
            Claim::Attacks { by, cells }
        }
        "starts" => Claim::Starts(number(entry, r)?),
        "untested" => untested(entry, &fields, r)?,
        _ => Claim::Game { moves: game(entry, r)?, ends },
    };
    if let (Some(ends), false) = (ends, matches!(claim, Claim::Game { .. })) {
        r.at(
            Code::BadTest,
            ends.span,
            "only a game ends",
            format!("means nothing beside `{}`", entry.key.text()),
        );
    }
    let (position, number) = (fields.get("position"), fields.get("number"));
    if let (Some(_), Some(number)) = (position, number) {
        let title = "a test that begins at two positions";
        r.at(Code::BadTest, number.key.span(), title, "a second one")
            .help("keep either `position` or `number`");
    }
    Some(CaseText {
        claim,
        position: position.and_then(|e| r.scalar(e)),
        number: number.and_then(|e| self::number(e, r)),
        after: fields.words("after", r).unwrap_or_default(),
        source,
        span,
    })
}

fn number(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<u64>> {
    let said = r.scalar(entry)?;
    let number = said.text().parse().ok().map(|number| Spanned::new(number, said.span()));
    if number.is_none() {
        let title = format!("`{}` is no number", said.text());
        r.at(Code::BadValue, said.span(), title, "expected a number")
            .help(Help::type_in(format!("{}: 960", entry.key.text())));
    }
    number
}

fn untested(entry: &Entry, fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Claim> {
    let rule = r.scalar(entry)?;
    let Some(because) = fields.scalar("because", r) else {
        r.at(Code::MissingKey, entry.key.span(), "an untested rule without a reason", "why not?")
            .help("add `because: ` and the reason");
        return None;
    };
    let rule = Spanned::new(rule.text().to_owned(), rule.span());
    Some(Claim::Untested { rule, because: because.text().to_owned() })
}

fn counts(entry: &Entry, r: &mut Reader<'_>) -> Option<Vec<Spanned<u64>>> {
    let words = r.words(entry)?;
    if words.is_empty() {
        r.missing_value(entry.key.span(), "`perft`");
    }
    let mut counts = Vec::new();
    for word in &words {
        match word.value.trim_end_matches(',').parse() {
            Ok(n) => counts.push(Spanned::new(n, word.span)),
            Err(_) => {
                r.at(
                    Code::BadValue,
                    word.span,
                    format!("`{}` is not a count", word.value),
                    "expected a number",
                )
                .help("write numbers, such as `perft: [20, 400, 8902]`");
                return None;
            }
        }
    }
    Some(counts)
}

fn listing(entry: &Entry, r: &mut Reader<'_>) -> Option<(Listing, Option<Spanned<Side>>)> {
    let fields = r.fields(&entry.value, &schema::CLAIM)?;
    let by = fields.get("by");
    if let (Some(by), "moves") = (by, entry.key.text()) {
        r.at(Code::BadTest, by.key.span(), "moves are the mover's", "means nothing here")
            .help("choose the side to move in `position`");
    }
    let by = by.and_then(|e| r.choice(e, &SIDES));
    let mut list = |name| fields.words(name, r);
    let (exactly, including, excluding) = (list("exactly"), list("including"), list("excluding"));
    if exactly.is_none() && including.is_none() && excluding.is_none() {
        if !fields.misspelt.is_empty() {
            return None;
        }
        r.at(Code::MissingKey, fields.span, "a claim without a list", "claims nothing")
            .help("add `exactly`, `including` or `excluding`");
        return None;
    }
    let from = fields.scalar("from", r);
    let listing = Listing {
        from: from.map(|s| Spanned::new(s.text().to_owned(), s.span())),
        exactly,
        including: including.unwrap_or_default(),
        excluding: excluding.unwrap_or_default(),
    };
    Some((listing, by))
}

fn game(entry: &Entry, r: &mut Reader<'_>) -> Option<Vec<GameMove>> {
    let mark = |word: Spanned<String>| {
        let bare = word.value.trim_end_matches(['+', '#']);
        // The first `+` after a comma belongs to the move: it performs an optional effect
        // (`e2e4,+`).
        let is_choice = bare.ends_with(',') && word.value[bare.len()..].starts_with('+');
        let length = bare.len() + usize::from(is_choice);
        let effect = match word.value[length..].chars().last() {
            Some('+') => Effect::Check,
            Some('#') => Effect::Mate,
            Some(_) | None => Effect::Unsaid,
        };
        GameMove { text: word.map(|text| text[..length].to_owned()), effect }
    };
    Some(r.words(entry)?.into_iter().map(mark).collect())
}
