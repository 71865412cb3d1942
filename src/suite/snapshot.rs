//! Moves that a definition generates, recorded beside it.
//!
//! Owns: [`Snapshot`]: positions with all their moves by kind, its text form, and the comparison with
//! what is generated now. The positions are in the record, so that a change of rules changes moves
//! only and never what is looked at. Invariant: what is written reads back as the same record.
//!
//! ```text
//! position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//!   knight 4: b1a3 b1c3 g1f3 g1h3
//!   pawn 16: a2a3 a2a4 ...
//! ```

use crate::diagnostic::{Code, Diagnostic};
use crate::plane::program::PlaneProgram;
use crate::play::game::Game;
use crate::play::plane::PlanePlay;
use crate::play::position::Position;
use crate::play::program::Program;
use crate::resolve::case::Case;
use crate::resolve::setup;
use crate::source::{SourceId, Span, Spanned};
use crate::suite::listing::{self, Group};
use crate::suite::playout::{Dice, playout};
use crate::suite::{plane, run};
use crate::syntax::scalar::Scalar;
use crate::text::{self, position};
use std::collections::BTreeSet;
use std::fmt;

/// Plies at which a random game is recorded.
const PLIES: [usize; 4] = [8, 16, 28, 44];
const HEAD: &str = "# Moves that this definition generates. Written by `alfil snapshot --accept`.";
const POSITION: &str = "position: ";

/// Positions with all their moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    /// In order: the start, those of the tests, those of a random game.
    pub records: Vec<Record>,
}

/// One position with all its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position, with its place in the file of records.
    pub position: Spanned<String>,
    /// Its moves.
    pub groups: Vec<Group>,
}

impl Snapshot {
    /// Records the start, the positions of `cases` and some of a random game, each once.
    pub fn record(game: &Game, cases: &[Case]) -> Snapshot {
        match game {
            Game::Board(program) => Self::of_board(program, cases),
            Game::Plane(program) => Self::of_plane(program, cases),
        }
    }

    fn of_plane(program: &PlaneProgram, cases: &[Case]) -> Snapshot {
        let mut positions = vec![PlanePlay::start(program)];
        positions.extend(cases.iter().filter_map(|case| plane::position(program, case).ok()));
        let mut dice = Dice::new(0);
        let (mut game, mut played) = (PlanePlay::start(program), 0);
        for plies in PLIES {
            plane::playout(&mut game, plies - played, &mut dice);
            played = plies;
            positions.push(game.clone());
        }
        let mut seen = BTreeSet::new();
        let record = |at: &PlanePlay| {
            let text = text::plane::write(program, at.now());
            let fresh = seen.insert(text.clone());
            fresh.then(|| Record { position: nowhere(text), groups: plane::by_kind(at) })
        };
        Snapshot { records: positions.iter().filter_map(record).collect() }
    }

    fn of_board(program: &Program, cases: &[Case]) -> Snapshot {
        let mut positions = vec![program.start()];
        positions.extend(cases.iter().filter_map(|case| run::position(program, case).ok()));
        let mut dice = Dice::new(0);
        let (mut game, mut played) = (program.start(), 0);
        for plies in PLIES {
            playout(&mut game, plies - played, &mut dice);
            played = plies;
            positions.push(game.clone());
        }
        let mut seen = BTreeSet::new();
        let record = |at: &Position| {
            let text = position::write(at.arena(), at.board());
            let fresh = seen.insert(text.clone());
            fresh.then(|| Record { position: nowhere(text), groups: listing::by_kind(at) })
        };
        Snapshot { records: positions.iter().filter_map(record).collect() }
    }

    /// Reads a file of records, which is the text `source`.
    ///
    /// # Errors
    /// `bad-snapshot` at the first line that makes no sense.
    pub fn parse(text: &str, source: SourceId) -> Result<Snapshot, Diagnostic> {
        let mut records: Vec<Record> = Vec::new();
        let mut offset = 0;
        for line in text.split_inclusive('\n') {
            let start = offset;
            offset += line.len();
            let line = line.trim_end();
            let place = |from: usize| Span::new(source, start + from, start + line.len());
            let bad = |why: &str| {
                Diagnostic::at(Code::BadSnapshot, place(0), "no line of recorded moves", why)
                    .help("write the file anew with `alfil snapshot FILE --accept`")
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(text) = line.strip_prefix(POSITION) {
                let position = Spanned::new(text.to_owned(), place(POSITION.len()));
                records.push(Record { position, groups: Vec::new() });
                continue;
            }
            let Some(record) = records.last_mut() else {
                return Err(bad("moves before any position"));
            };
            let Some((head, moves)) = line.split_once(':') else {
                return Err(bad("expected a kind, a count, a colon and moves"));
            };
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            match head.trim().rsplit_once(' ') {
                Some((kind, count)) if count.parse() == Ok(moves.len()) => {
                    record.groups.push(Group { kind: kind.to_owned(), moves });
                }
                Some(_) | None => return Err(bad("the count is not that of the moves")),
            }
        }
        Ok(Snapshot { records })
    }

    /// What `program` generates otherwise, a finding a position; empty if nothing.
    pub fn compare(&self, game: &Game) -> Vec<Diagnostic> {
        self.records.iter().flat_map(|record| record.compare(game)).collect()
    }
}

/// A position that no file holds yet.
fn nowhere(text: String) -> Spanned<String> {
    Spanned::new(text, Span::new(SourceId::only(), 0, 0))
}

impl Record {
    fn compare(&self, game: &Game) -> Vec<Diagnostic> {
        let now = match self.generated(game) {
            Ok(groups) => groups,
            Err(found) => return found,
        };
        let moves = |groups: &[Group]| -> BTreeSet<(String, String)> {
            let all = |g: &Group| g.moves.iter().map(|m| (m.clone(), g.kind.clone())).collect();
            groups.iter().flat_map::<Vec<_>, _>(all).collect()
        };
        let (before, now) = (moves(&self.groups), moves(&now));
        if before == now {
            return Vec::new();
        }
        let list = |moves: Vec<&(String, String)>| -> Option<String> {
            let words: Vec<String> =
                moves.iter().map(|(m, kind)| format!("{m} ({kind})")).collect();
            (!words.is_empty()).then(|| words.join(", "))
        };
        let gained: Vec<_> = now.difference(&before).collect();
        let lost: Vec<_> = before.difference(&now).collect();
        let title = format!("{} moves gained and {} lost", gained.len(), lost.len());
        let told = [("gained", list(gained)), ("lost", list(lost))];
        let told = told.into_iter().filter_map(|(what, list)| Some(format!("{what} {}", list?)));
        vec![
            Diagnostic::at(Code::ChangedMoves, self.position.span, title, "from this position")
                .because(told.collect::<Vec<_>>().join("; "))
                .help("if that is meant, record them with `alfil snapshot FILE --accept`"),
        ]
    }

    /// The moves of its position as they are now.
    fn generated(&self, game: &Game) -> Result<Vec<Group>, Vec<Diagnostic>> {
        let text = Scalar::plain(self.position.value.as_str(), self.position.span);
        let setup = setup::read_position(&text, game.rules());
        let (Some(setup), []) = (setup.value, setup.found.as_slice()) else {
            return Err(setup.found);
        };
        match game {
            Game::Board(program) => {
                let at = program.at(&setup);
                at.value.map(|at| listing::by_kind(&at)).ok_or(at.found)
            }
            Game::Plane(program) => {
                let at = PlanePlay::at(program, &setup);
                at.value.map(|at| plane::by_kind(&at)).ok_or(at.found)
            }
        }
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for record in &self.records {
            writeln!(f, "\n{POSITION}{}", record.position.value)?;
            for group in &record.groups {
                writeln!(f, "  {} {}: {}", group.kind, group.moves.len(), group.moves.join(" "))?;
            }
        }
        Ok(())
    }
}
