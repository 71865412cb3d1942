//! Findings as plain data. Follow-up findings are left out, and the fields of a position that have
//! errors are named.

pub use alfil_diagnostics::source::LineColumn;

use Doubt::{
    Board, Castling, Counters, Dice, Hands, Pieces, Plane, Setup, Start, Tests, Turn, Use, Zones,
};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Severity};
use alfil_diagnostics::source::{SourceId, Sources, Span};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

// Findings as plain data, for programs that do not use the texts and spans of this crate.

/// One finding about a definition or a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The code in kebab case: `unknown-letter`. `docs/findings.md` lists all codes.
    pub code: &'static str,
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// One line, lower case, no full stop.
    pub title: String,
    /// The reason, if the title does not give it.
    pub reason: Option<String>,
    /// A suggestion for the author.
    pub help: Option<String>,
    /// The name of the text as it was requested. `None` if the finding has no place.
    pub file: Option<String>,
    /// The start of the offending characters; lines and columns count from 1, columns in
    /// characters.
    pub start: Option<LineColumn>,
    /// The end of the offending characters.
    pub end: Option<LineColumn>,
    /// The number of offending characters; 0 if the finding has no place.
    pub length: usize,
    /// The edit for the suggestion, if the suggestion is a single replacement.
    pub edit: Option<Edit>,
}

/// A replacement in the text of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The name of the text.
    pub file: String,
    /// The bytes to replace.
    pub range: std::ops::Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Finding {
    /// Converts a diagnostic whose spans refer to `sources`.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources) -> Finding {
        let span = diagnostic.span();
        let file = |span: Span| sources.get(span.source).name.to_string();
        let edit = diagnostic.edit.as_ref().map(|edit| Edit {
            file: file(edit.span),
            range: edit.span.start as usize..edit.span.end as usize,
            text: edit.text.clone(),
        });
        Finding {
            code: diagnostic.code.name(),
            severity: diagnostic.severity(),
            title: diagnostic.title.clone(),
            reason: diagnostic.reason.as_deref().map(str::to_owned),
            help: diagnostic.help.as_ref().map(Help::to_string),
            file: span.map(file),
            start: span.map(|s| sources.locate(s.source, s.start)),
            end: span.map(|s| sources.locate(s.source, s.end)),
            length: span.map_or(0, |s| sources.slice(s).chars().count()),
            edit,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(start)) = (&self.file, self.start) {
            write!(f, "{file}:{}:{}: ", start.line, start.column)?;
        }
        write!(f, "{} [{}]: {}", self.severity.name(), self.code, self.title)?;
        for more in self.reason.iter().chain(&self.help) {
            write!(f, "; {more}")?;
        }
        Ok(())
    }
}

/// The reason why a definition or a position cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// All findings, errors first.
    pub findings: Vec<Finding>,
}

impl LoadError {
    /// Converts diagnostics whose spans refer to `sources`.
    pub(crate) fn of(found: &[Diagnostic], sources: &Sources) -> LoadError {
        LoadError { findings: found.iter().map(|d| Finding::of(d, sources)).collect() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, finding) in self.findings.iter().enumerate() {
            write!(f, "{}{finding}", if number > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

// Suppresses follow-up findings: one cause, one finding.
//
// A finding is left out if it exists only because another part of a file was not understood. For
// example, a piece under a misspelt key is missing wherever it is named. At least one finding is
// always left.

/// The facts that are uncertain while a part of a definition is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Doubt {
    /// The cells of the board.
    Board,
    /// The pieces, and which of them are royal.
    Pieces,
    /// The zones.
    Zones,
    /// The contents of cells.
    Setup,
    /// The start cells of pieces.
    Start,
    /// The existence of hands.
    Hands,
    /// The castling pieces.
    Castling,
    /// The steps of a turn.
    Turn,
    /// The counters.
    Counters,
    /// The dice.
    Dice,
    /// The claims of tests.
    Tests,
    /// The bodies of pieces on a plane.
    Plane,
    /// Whether zones, pieces, hands and similar parts are used.
    Use,
}

const ALL: &[Doubt] =
    &[Board, Pieces, Zones, Setup, Start, Hands, Castling, Turn, Counters, Dice, Plane, Use, Tests];

/// The facts that are uncertain if something under this key was not understood.
fn in_doubt(key: &str) -> &'static [Doubt] {
    match key {
        "space" => &[Board, Start, Castling, Use],
        "zones" => &[Zones, Use],
        "setup" => &[Setup, Start, Use],
        "hand" => &[Hands, Setup, Use],
        "castling" => &[Castling, Use],
        "dice" => &[Dice, Use],
        "turn" => &[Turn, Use],
        "effects" => &[Counters, Use],
        "plane" => &[Plane, Use],
        "tests" => &[Tests],
        "name" | "about" => &[],
        "ends" | "must" | "shuffle" | "sight" | "every move" | "attacks" | "en passant"
        | "modifier" | "look" | "abstract" => &[Use],
        _ => ALL,
    }
}

/// For each code, the uncertain facts that make its findings follow-ups. Codes that are not listed
/// are never follow-ups.
const FOLLOW_UPS: &[(Code, &[Doubt])] = &[
    (Code::UnknownCell, &[Board, Setup]),
    (Code::UnknownRank, &[Board, Setup]),
    (Code::UnknownFile, &[Board, Setup]),
    (Code::UnknownShade, &[Board]),
    (Code::OneShade, &[Board]),
    (Code::BadSection, &[Board]),
    (Code::BadPlacement, &[Board, Pieces, Hands]),
    (Code::BadShuffle, &[Board, Pieces, Setup]),
    (Code::KingInPeril, &[Board, Pieces, Setup]),
    (Code::BadPosition, &[Turn, Counters, Castling, Dice]),
    (Code::UnknownDie, &[Dice]),
    (Code::NoSuchSentence, &[Dice]),
    (Code::UnfinishedSentence, &[Dice]),
    (Code::UnknownWord, &[Dice]),
    (Code::LeftoverWords, &[Dice]),
    (Code::NoSuchDeed, &[Dice]),
    (Code::BadDeed, &[Dice]),
    (Code::BadPieces, &[Dice]),
    (Code::MisplacedQuestion, &[Dice]),
    (Code::IdleDie, &[Dice, Turn, Use]),
    (Code::BadCastlingField, &[Board, Pieces, Setup, Castling]),
    (Code::UnknownZone, &[Zones]),
    (Code::UnknownPiece, &[Pieces, Counters]),
    (Code::NoRoyal, &[Pieces]),
    (Code::RoyalNotInSetup, &[Pieces, Setup]),
    (Code::RoyalWithoutMate, &[Pieces, Setup]),
    (Code::NothingToPromoteTo, &[Pieces, Setup]),
    (Code::NoHand, &[Hands]),
    (Code::DropWithoutHand, &[Hands]),
    (Code::BadTurn, &[Turn]),
    (Code::BadRestriction, &[Pieces]),
    (Code::MissingKey, &[Pieces, Tests, Setup]),
    (Code::NotOnAPlane, &[Board]),
    (Code::PlaneOnly, &[Board]),
    (Code::BadBody, &[Plane]),
    (Code::UnusedZone, &[Use]),
    (Code::UnusedName, &[Use]),
    (Code::UnusedPiece, &[Use]),
    (Code::UnusedCastling, &[Use]),
    (Code::IdleHand, &[Use]),
    (Code::IdleTurn, &[Use]),
    (Code::IdleModifier, &[Use]),
    (Code::DeadTerm, &[Zones, Start]),
    (Code::ShadowedTerm, &[Zones, Start]),
    (Code::ImmobilePiece, &[Board, Zones, Use]),
    (Code::UnreachablePromotion, &[Board, Zones, Use]),
];

/// Returns true for findings which mean that a part of the file was not read, or was misread.
fn is_torn(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownKey
            | Code::WrongType
            | Code::MissingValue
            | Code::NeedsQuotes
            | Code::DuplicateKey
            | Code::UnknownDefinition
            | Code::UnreadableFile
            | Code::NotAModifier
            | Code::CyclicDefinition
            | Code::YamlSyntax
            | Code::KeyNotText
    )
}

/// The top-level key that contains a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Head<'t> {
    key: &'t str,
    /// Whether the finding begins at the key itself.
    is_key: bool,
}

/// The top-level keys of each text, with the bytes at which their lines begin.
struct Heads<'t> {
    lines: BTreeMap<SourceId, Vec<(usize, &'t str)>>,
}

impl<'t> Heads<'t> {
    /// Reads each text in `found` once, because files may have thousands of findings.
    fn new(found: &[Diagnostic], sources: &'t Sources) -> Self {
        let read = |id: SourceId| {
            let (mut at, mut open) = (0, 0);
            let lines = sources.get(id).text.split_inclusive('\n').filter_map(|line| {
                let start = at;
                at += line.len();
                let is_key =
                    open == 0 && line.starts_with(|c: char| !c.is_whitespace() && c != '#');
                open = still_open(line, open);
                is_key
                    .then(|| (start, line.split_once(':').map_or(line, |(key, _)| key).trim_end()))
            });
            lines.collect()
        };
        let ids: BTreeSet<_> = found.iter().filter_map(|d| Some(d.span()?.source)).collect();
        Self { lines: ids.into_iter().map(|id| (id, read(id))).collect() }
    }

    /// The top-level key that contains `found`.
    fn of(&self, found: &Diagnostic) -> Head<'t> {
        let Some(span) = found.span() else { return Head { key: "", is_key: false } };
        let start = span.start as usize;
        let lines = self.lines.get(&span.source).map_or(&[][..], Vec::as_slice);
        let before = lines.partition_point(|(at, _)| *at <= start);
        let (at, key) = before.checked_sub(1).map_or((0, ""), |i| lines[i]);
        Head { key, is_key: at == start }
    }
}

/// The number of open brackets and braces after `line`; `open` is the number before it. A line
/// inside brackets may begin without indentation, although it has no top-level key.
fn still_open(line: &str, mut open: usize) -> usize {
    let (mut quote, mut before) = (None, ' ');
    for c in line.chars() {
        match (quote, c) {
            (Some(mark), _) if mark == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if before.is_whitespace() || "[{,:".contains(before) => {
                quote = Some(c)
            }
            (None, '#') if before.is_whitespace() => break,
            (None, '[' | '{') if open > 0 || before.is_whitespace() || "[{,".contains(before) => {
                open += 1
            }
            (None, ']' | '}') => open = open.saturating_sub(1),
            (None, _) => {}
        }
        before = c;
    }
    open
}

/// The facts that a finding makes uncertain.
fn leaves_in_doubt(found: &Diagnostic, Head { key, is_key }: Head<'_>) -> &'static [Doubt] {
    if found.severity() != Severity::Error {
        return &[];
    }
    match (is_key, is_torn(found.code)) {
        // An unknown key may stand for any key, unless the proposed edit shows which one is meant.
        (true, true) if found.code == Code::UnknownKey => {
            in_doubt(found.edit.as_ref().map_or("", |edit| &edit.text))
        }
        // The rows and the board do not match, and either may be wrong.
        _ if key == "setup" && found.code == Code::BadPlacement => &[Board, Setup, Castling, Use],
        // A misspelt key of one piece makes only few facts uncertain.
        (false, true) if found.code == Code::UnknownKey && key == "pieces" => {
            match found.edit.as_ref().map(|edit| &*edit.text) {
                Some("letter" | "royal") => &[Pieces, Use],
                Some(_) | None => &[Use],
            }
        }
        (_, true) => in_doubt(key),
        (_, false) => match key {
            // An error in one entry hardly affects other entries.
            "pieces" | "extends" | "modifiers" | "tests" => &[Use],
            key => in_doubt(key),
        },
    }
}

/// Returns true if a finding is about everything under its key. Then a finding with code `of` under
/// the same key may be its cause.
fn is_of_the_whole(found: &Diagnostic, of: Code) -> bool {
    const WHOLE: [Code; 3] = [Code::MissingKey, Code::BadTurn, Code::BadSection];
    let whole = found.severity() == Severity::Warning || WHOLE.contains(&found.code);
    found.code != of && (whole || is_torn(of))
}

/// Returns true if findings with this code may be follow-ups.
pub(super) fn may_be_follow_up(code: Code) -> bool {
    FOLLOW_UPS.iter().any(|(echo, _)| *echo == code)
}

/// Findings with the same code under the same key, which make the same facts uncertain.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'t> {
    key: &'t str,
    code: Code,
    doubts: &'static [Doubt],
}

/// Removes the follow-up findings from `found`.
///
/// Findings are compared with groups of similar causes, because a file may have thousands of one
/// kind.
pub(super) fn without_follow_ups(found: &mut Vec<Diagnostic>, sources: &Sources) {
    let heads = Heads::new(found, sources);
    let heads: Vec<_> = found.iter().map(|d| heads.of(d)).collect();
    let mut causes: HashMap<Cause<'_>, usize> = HashMap::new();
    for (finding, head) in found.iter().zip(&heads) {
        let doubts = leaves_in_doubt(finding, *head);
        if !doubts.is_empty() {
            *causes.entry(Cause { key: head.key, code: finding.code, doubts }).or_default() += 1;
        }
    }
    let placements = found.iter().filter(|d| d.code == Code::BadPlacement);
    let placements: HashSet<_> = placements.map(Diagnostic::span).collect();
    let is_echo = |finding: &Diagnostic, head: Head<'_>| {
        let echoes = FOLLOW_UPS.iter().find(|(code, _)| *code == finding.code).map(|row| row.1);
        let Some(echoes) = echoes else { return false };
        if finding.code == Code::RoyalNotInSetup && placements.contains(&finding.span()) {
            return true;
        }
        let own = leaves_in_doubt(finding, head);
        causes.iter().any(|(cause, &findings)| {
            // Findings under the same key are independent, except for findings about the whole
            // mapping.
            let alike = cause.key == head.key && !is_of_the_whole(finding, cause.code);
            let is_own = cause.key == head.key && cause.code == finding.code && cause.doubts == own;
            let others = findings - usize::from(is_own);
            others > 0 && !alike && cause.doubts.iter().any(|doubt| echoes.contains(doubt))
        })
    };
    let keep: Vec<bool> = found.iter().zip(&heads).map(|(d, head)| !is_echo(d, *head)).collect();
    if keep.contains(&true) {
        let mut keep = keep.into_iter();
        found.retain(|_| keep.next().unwrap_or(true));
    }
}

// The fields of the text of a position, for programs that report which field has an error.

alfil_diagnostics::spelt! {
    /// A field of the text of a position.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Field: &'static str, name, from_name {
        /// The text is empty.
        Nothing = "nothing",
        /// The pieces on the board.
        Placement = "placement",
        /// A letter that no kind has.
        Letter = "letter",
        /// A royal piece is missing.
        Royals = "royals",
        /// The hands in brackets.
        Hands = "hands",
        /// The side to move.
        Side = "side",
        /// The castling rights.
        Castling = "castling",
        /// The en passant squares.
        EnPassant = "en passant",
        /// The number of turns since the last irreversible move.
        Halfmoves = "halfmoves",
        /// The number of the pair of turns.
        Fullmove = "fullmove",
        /// Counters of the game, and checks that are left.
        Counters = "counters",
        /// More fields than a position has.
        More = "more",
    }
}

impl Field {
    /// The field of `text` in which `finding` is. Fields are counted as in texts that leave none
    /// out. `None` if the finding has no place.
    pub fn of(text: &str, finding: &Diagnostic, rules: &Ruleset) -> Option<Field> {
        let span = finding.span()?;
        let start = (span.start as usize).min(text.len());
        let before = &text[..start];
        let number = before.split_whitespace().count();
        let is_within = before.ends_with(|c: char| !c.is_whitespace());
        let word = if is_within { number - 1 } else { number };
        let marked = text.get(start..span.end as usize).unwrap_or_default();
        let is_letter = |letter: &str| {
            let sides = Side::BOTH.into_iter();
            sides
                .flat_map(|side| rules.kinds.iter().map(move |kind| kind.letter.of(side)))
                .any(|l| l == letter)
        };
        let is_one = marked.chars().filter(|c| !matches!(c, '+' | '~')).count() == 1;
        Some(match word {
            _ if text.trim().is_empty() => Field::Nothing,
            _ if finding.code == Code::RoyalNotInSetup => Field::Royals,
            _ if marked.contains('=') || marked.contains('+') && word > 2 => Field::Counters,
            0 if before.contains('[') || marked.starts_with('[') => Field::Hands,
            0 if is_one && !is_letter(marked) && !marked.chars().any(|c| c.is_ascii_digit()) => {
                Field::Letter
            }
            0 => Field::Placement,
            1 => Field::Side,
            2 => Field::Castling,
            3 => Field::EnPassant,
            4 => Field::Halfmoves,
            5 => Field::Fullmove,
            _ => Field::More,
        })
    }
}
