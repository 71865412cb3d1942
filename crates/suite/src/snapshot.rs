//! Generated moves of a definition, recorded in a file next to it.
//!
//! A [`Snapshot`] has positions with all their moves by kind and clause. The positions are part of
//! the record, so a change of rules changes only the moves. The file has the format of the crate
//! `insta`: a head between two lines `---`, then the records.
//!
//! ```text
//! ---
//! source: alfil snapshot
//! ---
//! position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   knight 4 by N: b1a3 b1c3 g1f3 g1h3
//!   pawn 8 by fmW: a2a3 b2b3 ...
//! ```

use alfil_clock::meter;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings};
use alfil_diagnostics::source::{SourceId, Sources, Span, Spanned};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::terms::Group;
use alfil_rules::goal::Event;
use alfil_rules::outcome::Outcome;
use alfil_syntax::scalar::Scalar;
use std::fmt;

/// Maximum size in bytes of a file of records.
pub const MAX_BYTES: usize = 4 << 20;

/// The description in the head of every file of records.
pub const DESCRIPTION: &str =
    "Moves that this definition generates. `alfil snapshot --accept` writes them.";

const FENCE: &str = "---";
const POSITION: &str = "position: ";
const OVER: &str = "over: ";
const BY: &str = " by ";

/// Positions with all their moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// The records, in order: the start, the positions of tests, positions of random games.
    pub records: Vec<Record>,
}

/// One position with all its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position, with its span in the file of records.
    pub(crate) position: Spanned<String>,
    /// The moves of the position, by kind and clause.
    pub(crate) groups: Vec<Group>,
    /// The end of the game in this position, if it ends there.
    pub(crate) over: Option<String>,
}

impl Snapshot {
    /// The text of a file of records with this `head`.
    ///
    /// # Errors
    /// Returns `too-large` if the file could not be read again.
    pub fn write(&self, head: &str) -> Result<String, Diagnostic> {
        let text = format!("{head}{self}");
        if text.len() > MAX_BYTES {
            let title = "the record is too large".to_owned();
            return Err(Diagnostic::new(Code::TooLarge, title).because(format!(
                "it has {} bytes in {} positions, and at most {MAX_BYTES} are allowed",
                text.len(),
                self.records.len()
            )));
        }
        Ok(text)
    }

    /// Reads the text of a file of records. Findings refer to it as `source`.
    ///
    /// # Errors
    /// Returns `bad-snapshot` at the first invalid line.
    pub fn parse(text: &str, source: SourceId) -> Result<Snapshot, Diagnostic> {
        let mut records: Vec<Record> = Vec::new();
        let Some(head) = head(text) else {
            let first = text.lines().next().unwrap_or_default();
            let place = Span::new(source, 0, first.len());
            let title = "this is not a record of moves";
            return Err(Diagnostic::at(Code::BadSnapshot, place, title, "expected `---`")
                .because("a record begins with a head between two lines `---`")
                .help(
                    "remove or rename the file; then `alfil snapshot FILE --accept` writes a record",
                ));
        };
        let mut offset = head.len();
        for line in text[head.len()..].split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            let line = line.trim_end();
            let place = |from: usize| Span::new(source, start + from, start + line.len());
            let bad = |why: &str| {
                Diagnostic::at(
                    Code::BadSnapshot,
                    place(0),
                    "this is not a line of recorded moves",
                    why,
                )
                .help("write the file again with `alfil snapshot FILE --accept`")
            };
            if line.is_empty() {
                continue;
            }
            if let Some(text) = line.strip_prefix(POSITION) {
                let position = Spanned::new(text.to_owned(), place(POSITION.len()));
                records.push(Record { position, groups: Vec::new(), over: None });
                continue;
            }
            let Some(record) = records.last_mut() else {
                return Err(bad("moves before any position"));
            };
            if let Some(over) = line.trim_start().strip_prefix(OVER) {
                record.over = Some(over.to_owned());
                continue;
            }
            let Some((head, moves)) = line.split_once(':') else {
                return Err(bad("expected a kind, a count, a colon and moves"));
            };
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            let (head, clause) = match head.trim().split_once(BY) {
                Some((head, clause)) => (head, Some(clause.to_owned())),
                None => (head.trim(), None),
            };
            match head.rsplit_once(' ') {
                Some((kind, count)) if count.parse() == Ok(moves.len()) => {
                    record.groups.push(Group { kind: kind.to_owned(), clause, moves });
                }
                Some(_) | None => return Err(bad("the count differs from the number of moves")),
            }
        }
        Ok(Snapshot { records })
    }

    /// Records the moves of `game` in the same positions. `sources` has the texts of the game.
    ///
    /// # Errors
    /// Returns the findings about a position that the game cannot have.
    pub fn anew(&self, game: &Game, sources: &Sources) -> Result<Snapshot, Vec<Diagnostic>> {
        let records = self.records.iter().map(|record| record.generated(game, sources));
        Ok(Snapshot { records: records.collect::<Result<_, _>>()? })
    }

    /// The differences to the moves of `game`, one finding for each position. `sources` has the
    /// texts of the game.
    pub fn compare(&self, game: &Game, sources: &Sources) -> Vec<Diagnostic> {
        self.records.iter().flat_map(|record| record.compare(game, sources)).collect()
    }
}

impl Record {
    /// Records the position `at`, which has no place in a file yet. `sources` has the texts of its
    /// game.
    pub(crate) fn of(at: &Position, sources: &Sources) -> Record {
        Record {
            position: nowhere(at.text()),
            groups: at.by_clause(Some(sources)),
            over: over(at.outcome()),
        }
    }

    /// The differences to the moves of `game` in this position.
    pub(crate) fn compare(&self, game: &Game, sources: &Sources) -> Vec<Diagnostic> {
        let now = match self.generated(game, sources) {
            Ok(now) => now,
            Err(found) => return found,
        };
        let finding = |title: String| {
            Diagnostic::at(Code::ChangedMoves, self.position.span, title, "from this position")
                .help("if you meant this change, record it with `alfil snapshot FILE --accept`")
        };
        let (lost, gained) =
            (missing(&self.groups, &now.groups), missing(&now.groups, &self.groups));
        let mut found = Vec::new();
        if !(lost.is_empty() && gained.is_empty()) {
            let count = |groups: &[Group]| groups.iter().map(|g| g.moves.len()).sum::<usize>();
            let title = format!("{} moves gained and {} lost", count(&gained), count(&lost));
            let told = [("gained", gained), ("lost", lost)].map(|(what, groups)| {
                groups.iter().map(|g| format!("{what} by {g}")).collect::<Vec<_>>()
            });
            found.push(finding(title).because(told.concat().join("; ")));
        }
        if self.over != now.over {
            let word = |over: &Option<String>| over.clone().unwrap_or("not over".to_owned());
            let title = format!("the game is {} here, not {}", word(&now.over), word(&self.over));
            found.push(finding(title));
        }
        found
    }

    /// Returns true if `game` has other moves here or ends differently.
    pub(crate) fn differs(&self, game: &Game) -> bool {
        /// The units of reading a position and writing its moves.
        const TEXTS: u64 = 1_000;
        meter::spend(TEXTS);
        let Some(now) = self.read(game).value else { return true };
        let groups = now.by_clause(None);
        let changed = |a: &[Group], b: &[Group]| !missing(a, b).is_empty();
        changed(&self.groups, &groups)
            || changed(&groups, &self.groups)
            || self.over != over(now.outcome())
    }

    /// The record of the same position in `game`.
    fn generated(&self, game: &Game, sources: &Sources) -> Result<Record, Vec<Diagnostic>> {
        let at = self.read(game);
        at.value.map(|at| Record::of(&at, sources)).ok_or(at.found)
    }

    /// Reads the position in `game`.
    pub(crate) fn read(&self, game: &Game) -> Findings<Position> {
        game.read(&Scalar::plain(self.position.value.as_str(), self.position.span))
    }
}

/// The head of a file of records, from one line `---` to the next; `None` if there is none.
pub fn head(text: &str) -> Option<&str> {
    let mut lines = text.split_inclusive('\n');
    let mut length = lines.next().filter(|line| line.trim_end() == FENCE)?.len();
    for line in lines {
        length += line.len();
        if line.trim_end() == FENCE {
            return Some(&text[..length]);
        }
    }
    None
}

/// The head of a new file of records.
pub fn new_head() -> String {
    format!("{FENCE}\nsource: alfil snapshot\ndescription: \"{DESCRIPTION}\"\n{FENCE}\n")
}

/// The end of the game as a single position shows it. So repetition does not count.
fn over(outcome: Option<Outcome>) -> Option<String> {
    outcome.filter(|outcome| !matches!(outcome.reason, Event::Repetition(_))).map(|o| o.to_string())
}

/// A position that is not in a file yet.
fn nowhere(text: String) -> Spanned<String> {
    Spanned::new(text, Span::new(SourceId::only(), 0, 0))
}

/// The moves of `groups` that the same kind does not have in `others`, in any clause.
fn missing(groups: &[Group], others: &[Group]) -> Vec<Group> {
    let there = |kind: &str, mv: &String| {
        others.iter().any(|other| other.kind == kind && other.moves.contains(mv))
    };
    let rest = groups.iter().map(|group| Group {
        moves: group.moves.iter().filter(|mv| !there(&group.kind, mv)).cloned().collect(),
        ..group.clone()
    });
    rest.filter(|group| !group.moves.is_empty()).collect()
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, record) in self.records.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{POSITION}{}", record.position.value)?;
            for group in &record.groups {
                let clause = group.clause.as_ref().map_or(String::new(), |c| format!("{BY}{c}"));
                let (kind, moves) = (&group.kind, group.moves.join(" "));
                writeln!(f, "  {kind} {}{clause}: {moves}", group.moves.len())?;
            }
            if let Some(over) = &record.over {
                writeln!(f, "  {OVER}{over}")?;
            }
        }
        Ok(())
    }
}
