//! One cause, one finding.
//!
//! Owns: [`without_echoes`], [`may_be_echo`]. Takes findings and their texts; leaves out what is found only because another
//! part of a file was not understood: a piece that a misspelt key would have made is missing wherever it is
//! named. Invariant: where something was found, something is left.

use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity};
use alfil_diagnostics::source::{SourceId, Sources};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What nobody can say while a part of a definition is not understood.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Doubt {
    /// Which cells there are.
    Board,
    /// Which pieces there are, and which of them is royal.
    Pieces,
    /// Which zones there are.
    Zones,
    /// What stands where.
    Setup,
    /// Where anything may start.
    Start,
    /// Whether there are hands.
    Hands,
    /// Who castles.
    Castling,
    /// Which steps a turn has.
    Turn,
    /// What is counted.
    Counters,
    /// What a test claims.
    Tests,
    /// What a piece covers on a plane.
    Plane,
    /// Whether anything uses what is defined.
    Use,
}

use Doubt::{
    Board, Castling, Counters, Hands, Pieces, Plane, Setup, Start, Tests, Turn, Use, Zones,
};

const ALL: &[Doubt] =
    &[Board, Pieces, Zones, Setup, Start, Hands, Castling, Turn, Counters, Plane, Use, Tests];

/// What is in doubt if something under this key of a definition is not understood.
fn in_doubt(key: &str) -> &'static [Doubt] {
    match key {
        "space" => &[Board, Start, Castling, Use],
        "zones" => &[Zones, Use],
        "setup" => &[Setup, Start, Use],
        "hand" => &[Hands, Setup, Use],
        "castling" => &[Castling, Use],
        "turn" => &[Turn, Use],
        "effects" => &[Counters, Use],
        "plane" => &[Plane, Use],
        "tests" => &[Tests],
        "name" | "about" => &[],
        "ends" | "must" | "shuffle" | "every move" | "attacks" | "en passant" | "modifier"
        | "abstract" => &[Use],
        _ => ALL,
    }
}

/// The doubts of which a finding would be an echo. What is not in the table is found for itself.
const ECHOES: &[(Code, &[Doubt])] = &[
    (Code::UnknownCell, &[Board, Setup]),
    (Code::UnknownRank, &[Board, Setup]),
    (Code::UnknownFile, &[Board, Setup]),
    (Code::UnknownShade, &[Board]),
    (Code::OneShade, &[Board]),
    (Code::BadSection, &[Board]),
    (Code::BadPlacement, &[Board, Pieces, Hands]),
    (Code::BadShuffle, &[Board, Pieces, Setup]),
    (Code::KingInPeril, &[Board, Pieces, Setup]),
    (Code::BadPosition, &[Turn, Counters, Castling]),
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

/// Whether such a finding means that a part of the file was not read at all, or not as what it is.
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

/// The top-level key of a definition that a finding lies under.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Head<'t> {
    key: &'t str,
    /// The finding begins at the key itself.
    is_key: bool,
}

/// The top-level keys of the texts that findings point into, by where their lines begin.
struct Heads<'t> {
    lines: BTreeMap<SourceId, Vec<(usize, &'t str)>>,
}

impl<'t> Heads<'t> {
    /// Reads each text that `found` points into once: files may have thousands of findings.
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

    /// The key that `found` lies under.
    fn of(&self, found: &Diagnostic) -> Head<'t> {
        let Some(span) = found.span() else { return Head { key: "", is_key: false } };
        let start = span.start as usize;
        let lines = self.lines.get(&span.source).map_or(&[][..], Vec::as_slice);
        let before = lines.partition_point(|(at, _)| *at <= start);
        let (at, key) = before.checked_sub(1).map_or((0, ""), |i| lines[i]);
        Head { key, is_key: at == start }
    }
}

/// The number of open brackets and braces after `line`, with `open` of them before it. A list may continue at the start of a line.
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

/// What is found leaves in doubt.
fn leaves_in_doubt(found: &Diagnostic, Head { key, is_key }: Head<'_>) -> &'static [Doubt] {
    if found.severity() != Severity::Error {
        return &[];
    }
    match (is_key, is_torn(found.code)) {
        // A key that nobody knows may be any, unless it is clear which was meant.
        (true, true) if found.code == Code::UnknownKey => {
            in_doubt(found.edit.as_ref().map_or("", |edit| &edit.text))
        }
        // The rows and the board do not agree, and either may be wrong.
        _ if key == "setup" && found.code == Code::BadPlacement => &[Board, Setup, Castling, Use],
        // A key of one piece leaves little else in doubt.
        (false, true) if found.code == Code::UnknownKey && key == "pieces" => {
            match found.edit.as_ref().map(|edit| &*edit.text) {
                Some("letter" | "royal") => &[Pieces, Use],
                Some(_) | None => &[Use],
            }
        }
        (_, true) => in_doubt(key),
        (_, false) => match key {
            // What is wrong with one piece, its moves say, is known to the others.
            "pieces" | "extends" | "modifiers" | "tests" => &[Use],
            key => in_doubt(key),
        },
    }
}

/// Whether a finding speaks of all that stands under a key, in which something of code `of` was found.
fn is_of_the_whole(found: &Diagnostic, of: Code) -> bool {
    const WHOLE: [Code; 3] = [Code::MissingKey, Code::BadTurn, Code::BadSection];
    let whole = found.severity() == Severity::Warning || WHOLE.contains(&found.code);
    found.code != of && (whole || is_torn(of))
}

/// Whether a finding of this code may turn out to be only an echo of another.
pub(super) fn may_be_echo(code: Code) -> bool {
    ECHOES.iter().any(|(echo, _)| *echo == code)
}

/// Findings that leave the same in doubt and lie under the same key.
#[derive(PartialEq, Eq, Hash)]
struct Cause<'t> {
    key: &'t str,
    code: Code,
    doubts: &'static [Doubt],
}

/// Leaves out of `found` what is only an echo of another finding.
///
/// Findings are compared with groups of alike causes, since a file may have thousands of one kind.
pub(super) fn without_echoes(found: &mut Vec<Diagnostic>, sources: &Sources) {
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
        let echoes = ECHOES.iter().find(|(code, _)| *code == finding.code).map(|row| row.1);
        let Some(echoes) = echoes else { return false };
        if finding.code == Code::RoyalNotInSetup && placements.contains(&finding.span()) {
            return true;
        }
        let own = leaves_in_doubt(finding, head);
        causes.iter().any(|(cause, &findings)| {
            // Under one key each stands for itself, except for what is said of the whole mapping.
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
