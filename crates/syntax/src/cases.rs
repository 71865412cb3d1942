//! Tests in a definition, as data: counts, legal moves, attacked cells and whole games. The
//! package `alfil-suite` runs them. Each case makes exactly one claim.

use crate::fields::{Fields, Reader};
use crate::mapping::{Field, FromEntry, mapping};
use crate::scalar::Scalar;
use crate::value::Language::{Cell, Count, Move, Position, Prose, Rule};
use crate::value::Value::{self, Either, List, Mapping, OneOf, Text, Words};
use crate::value::{Ending, Schema, endings, key};
use crate::yaml::{Entry, Node, NodeKind};
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::goal::Event;
use alfil_rules::side::Side;

/// The keys of a test. Exactly one of the first seven is present.
pub(crate) const CASE: Schema = Schema {
    what: "a test",
    keys: &[
        key(
            "perft",
            Words(Count),
            "list of numbers",
            "numbers of move sequences of length 1, 2, ...",
        ),
        key("moves", Listing::VALUE, "mapping", "moves that are legal or not legal"),
        key(
            "tries",
            Listing::VALUE,
            "mapping",
            "moves that a player may or may not try with an umpire",
        ),
        key("attacks", Listing::VALUE, "mapping", "cells that are attacked or not attacked"),
        key("sees", Listing::VALUE, "mapping", "cells that a side sees or does not see"),
        key(
            "game",
            Words(Move),
            "moves",
            "a game: every move must be legal; `+` and `#` after a move are checked",
        ),
        key("starts", Text(Count), "number", "the number of starts, in a game with several"),
        key(
            "untested",
            Text(Rule),
            "rule",
            "a rule that no test exercises, by the name that coverage gives it",
        ),
        key("because", Text(Prose), "words", "why no test exercises it"),
        key(
            "position",
            Text(Position),
            "position",
            "the position of the test, if it is not the start position",
        ),
        key("number", Text(Count), "number", "the number of the start, in a game with several"),
        key("after", Words(Move), "moves", "moves that are made before the test"),
        key("ends", Either(&[OneOf(endings), Text(Prose)]), "ending", "how the game ends"),
        key("source", Text(Prose), "words", "the page or the command that gave the numbers"),
    ],
};

/// A test case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseText {
    /// The claim.
    pub claim: Claim,
    /// The position, if it is not the start position.
    pub position: Option<Scalar>,
    /// The number of the start position, in games with several.
    pub number: Option<Spanned<u64>>,
    /// Moves that are played before the claim is checked.
    pub after: Vec<Spanned<String>>,
    /// The source of the expected numbers.
    pub source: Option<Scalar>,
    /// The span of the claim's key (`perft`).
    pub span: Span,
}

/// Reads the end of a game. A finding about an unknown word lists only `goal 1` and `claim 1` of
/// the numbered ends.
fn ending(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<Ending>> {
    if let NodeKind::Scalar(scalar) = &entry.value.kind
        && let Some(ending) = Ending::each().find(|ending| ending.key() == scalar.text())
    {
        return Some(Spanned::new(ending, scalar.span()));
    }
    let events = Event::ALL.into_iter().chain([Event::Goal(0), Event::Claim(0)]);
    let named: Vec<Ending> = events.map(Ending::By).chain(Ending::RESULTS).collect();
    let keys = || named.iter().map(Ending::key);
    if let NodeKind::Scalar(scalar) = &entry.value.kind
        && let Some(name) = scalar.text().strip_suffix(" wins")
    {
        return Some(Spanned::new(Ending::Called(name.to_owned()), scalar.span()));
    }
    let numbered: Vec<(&str, usize)> = keys().zip(0..).collect();
    let Spanned { value, span } = r.choice(entry, &numbered)?;
    Some(Spanned::new(named[value].clone(), span))
}

impl CaseText {
    /// The rule of the claim `Claim::Untested`. `None` for other claims.
    pub fn untested(&self) -> Option<&Spanned<String>> {
        match &self.claim {
            Claim::Untested { rule, .. } => Some(rule),
            Claim::Perft(_)
            | Claim::Moves(_)
            | Claim::Tries(_)
            | Claim::Attacks(_)
            | Claim::Sees(_)
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
    /// Moves that may be tried where an umpire says which moves are legal.
    Tries(Listing),
    /// Cells that a side attacks.
    Attacks(Listing),
    /// Cells that a side sees.
    Sees(Listing),
    /// A game from the position.
    Game {
        /// The moves of the game.
        moves: Vec<GameMove>,
        /// The expected result after the moves.
        ends: Option<Spanned<Ending>>,
    },
    /// Number of start positions of the game.
    Starts(Spanned<u64>),
    /// A rule that no test exercises, and the reason. The rule has the name that coverage reports
    /// use.
    Untested {
        /// The name.
        rule: Spanned<String>,
        /// The reason.
        because: String,
    },
}

mapping! {
    /// Moves or cells that must be present or absent. At least one list is given.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub struct Listing, "a claim" {
        by: Option<Spanned<Side>> = "by",
            "white or black", "the side that attacks or sees; the side to move if absent";
        from: Option<Spanned<String>> = "from" [Text(Cell)],
            "cell", "only moves of the piece on this cell";
        exactly: Option<Vec<Spanned<String>>> = "exactly" [Words(Move)],
            "list", "exactly these";
        including: Option<Vec<Spanned<String>>> = "including" [Words(Move)],
            "list", "these among others";
        excluding: Option<Vec<Spanned<String>>> = "excluding" [Words(Move)],
            "list", "none of these";
    }
}

impl Listing {
    /// The moves or cells that must be present.
    pub fn wanted(&self) -> impl Iterator<Item = &Spanned<String>> {
        [&self.exactly, &self.including].into_iter().flatten().flatten()
    }

    /// The moves or cells that must be absent.
    pub fn unwanted(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.excluding.iter().flatten()
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// The move without its marks (`d1h5`).
    pub text: Spanned<String>,
    /// The claim that the marks after the move make.
    pub effect: Effect,
}

/// The claim about check or mate that the marks after a move make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// No mark: no claim.
    Unsaid,
    /// `+`: check, but no mate.
    Check,
    /// `#`: mate.
    Mate,
}

const CLAIMS: [&str; 8] =
    ["perft", "moves", "tries", "attacks", "sees", "game", "starts", "untested"];

impl FromEntry for Vec<CaseText> {
    const VALUE: Value = List(&Mapping(&CASE));

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let NodeKind::Sequence(nodes) = &entry.value.kind else {
            let title = "`tests` must be a list";
            r.at(Code::WrongType, entry.value.span, title, "this is not a list")
                .help("begin each test with `- `, such as `- perft: [20, 400]`");
            return None;
        };
        Some(nodes.iter().filter_map(|node| case(node, r)).collect())
    }
}

fn case(node: &Node, r: &mut Reader<'_>) -> Option<CaseText> {
    let fields = r.fields(node, &CASE)?;
    let claims: Vec<&Entry> = CLAIMS.iter().filter_map(|c| fields.get(c)).collect();
    let entry = match claims.as_slice() {
        [entry] => *entry,
        [] => {
            r.at(Code::MissingKey, fields.span, "a test that claims nothing", "no claim").help(
                "add one of `perft`, `moves`, `tries`, `attacks`, `sees`, `game`, `starts`, `untested`",
            );
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
            .help("write a second test that begins with `- `");
            return None;
        }
    };
    let ends = fields.get("ends").and_then(|e| ending(e, r));
    let source: Option<Scalar> = Field::of_key("source", &fields, r);
    let span = entry.key.span();
    let said = ends.as_ref().map(|ends| ends.span);
    let claim = match entry.key.text() {
        "perft" => {
            if source.is_none() {
                r.at(
                    Code::MissingSource,
                    span,
                    "counts without a source",
                    "where do they come from?",
                )
                .help("add `source:` with the page or the command that gave the numbers");
            }
            Claim::Perft(counts(entry, r)?)
        }
        "moves" => Claim::Moves(listing(entry, r)?),
        "tries" => Claim::Tries(listing(entry, r)?),
        "attacks" => Claim::Attacks(listing(entry, r)?),
        "sees" => Claim::Sees(listing(entry, r)?),
        "starts" => Claim::Starts(number(entry, r)?),
        "untested" => untested(entry, &fields, r)?,
        _ => Claim::Game { moves: game(entry, r)?, ends },
    };
    if let (Some(said), false) = (said, matches!(claim, Claim::Game { .. })) {
        r.at(
            Code::BadTest,
            said,
            "only a test of a game can have an end",
            format!("has no meaning next to `{}`", entry.key.text()),
        );
    }
    let (position, number) = (fields.get("position"), fields.get("number"));
    if let (Some(_), Some(number)) = (position, number) {
        let title = "a test that begins at two positions";
        r.at(Code::BadTest, number.key.span(), title, "a second one")
            .help("keep only `position` or only `number`");
    }
    Some(CaseText {
        claim,
        position: position.and_then(|e| r.scalar(e)),
        number: number.and_then(|e| self::number(e, r)),
        after: Field::of_key("after", &fields, r),
        source,
        span,
    })
}

fn number(entry: &Entry, r: &mut Reader<'_>) -> Option<Spanned<u64>> {
    let said = r.scalar(entry)?;
    let number = said.text().parse().ok().map(|number| Spanned::new(number, said.span()));
    if number.is_none() {
        let title = format!("`{}` is not a number", said.text());
        r.at(Code::BadValue, said.span(), title, "expected a number")
            .help(Help::type_in(format!("{}: 960", entry.key.text())));
    }
    number
}

fn untested(entry: &Entry, fields: &Fields<'_>, r: &mut Reader<'_>) -> Option<Claim> {
    let rule = r.scalar(entry)?;
    let Some(because) = Option::<Scalar>::of_key("because", fields, r) else {
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

fn listing(entry: &Entry, r: &mut Reader<'_>) -> Option<Listing> {
    let fields = r.fields(&entry.value, &Listing::SCHEMA)?;
    if let (Some(by), "moves") = (fields.get("by"), entry.key.text()) {
        r.at(
            Code::BadTest,
            by.key.span(),
            "moves are always those of the side to move",
            "has no meaning here",
        )
        .help("choose the side to move in `position`");
    }
    let list = Listing::from_fields(&fields, r)?;
    if list.exactly.is_none() && list.including.is_none() && list.excluding.is_none() {
        if fields.misspelt.is_empty() {
            r.at(Code::MissingKey, fields.span, "a claim without a list", "claims nothing")
                .help("add `exactly`, `including` or `excluding`");
        }
        return None;
    }
    Some(list)
}

fn game(entry: &Entry, r: &mut Reader<'_>) -> Option<Vec<GameMove>> {
    let mark = |word: Spanned<String>| {
        let bare = word.value.trim_end_matches(['+', '#']);
        // After a comma, the first `+` belongs to the move and claims no check: it performs an
        // optional effect (`e2e4,+`).
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
