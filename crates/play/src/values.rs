//! Files with learned values: what pieces and other features of a position are worth to the
//! computer.
//!
//! A line is a name, a colon, and a number, with an error that may follow after `±`. `NAME` is the
//! value of a kind in hundredths of a pawn, `NAME in hand` that of a piece in hand, and `NAME moves`
//! that of ten more moves. The terms of [`Weights::TERMS`] are percentages. `NAME early:` and `NAME late:` begin a table of additions for
//! each cell: one line for each rank, the last rank first, with the numbers from the end of the
//! rank to its middle. Lines that begin with `#` are comments.

use alfil_board::engine::search::{PlaceTable, Weights};
use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Kind;
use std::fmt::Write as _;

/// The greatest value in a file, in hundredths of a pawn.
const GREATEST: i32 = 10_000;

const TEMPO: &str = "right to move";
const MOVES: &str = " moves";
const IN_HAND: &str = " in hand";
const EARLY: &str = " early";
const LATE: &str = " late";

/// What a file with values depends on in its game.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'g> {
    /// The kinds of the game.
    pub kinds: &'g IndexVec<KindId, Kind>,
    /// The number of groups of cells on each rank, from the first rank on.
    pub rows: &'g [usize],
}

impl<'g> Scope<'g> {
    fn name(&self, kind: KindId) -> &'g str {
        &self.kinds[kind].name.value
    }
}

/// Why a file with values cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadValues {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason why the line cannot be used.
    pub why: String,
}

/// Writes `weights` as a file. `errors` are the standard errors of the kinds, in the same order; it
/// may be empty.
pub fn write(title: &str, scope: Scope<'_>, weights: &Weights, errors: &[f64]) -> String {
    let mut text = format!("# Values for {title}, in hundredths of a pawn\n");
    let width = weights.kinds.iter().map(|&(kind, _)| scope.name(kind).chars().count());
    let terms = Weights::TERMS.map(|term| term.chars().count());
    let width = width.map(|width| width + IN_HAND.len()).chain(terms);
    let width = width.max().unwrap_or(0) + 1;
    let mut line = |name: &str, value: i32, error: Option<&f64>| {
        let error = error.map_or(String::new(), |error| format!(" ± {error:.0}"));
        let _ = writeln!(text, "{:<width$} {value:>5}{error}", format!("{name}:"));
    };
    for (index, &(kind, value)) in weights.kinds.iter().enumerate() {
        line(scope.name(kind), value, errors.get(index));
    }
    for &(kind, value) in &weights.hands {
        line(&format!("{}{IN_HAND}", scope.name(kind)), value, None);
    }
    line(TEMPO, weights.tempo, None);
    for &(kind, value) in &weights.moves {
        line(&format!("{}{MOVES}", scope.name(kind)), value, None);
    }
    for (name, value) in Weights::TERMS.iter().zip(weights.terms) {
        line(name, value, None);
    }
    if !weights.tables.is_empty() {
        text.push_str(
            "\n# What the cell adds to a value, early and late in the game. The last rank comes\n\
             # first, and a line goes from the end of a rank to its middle.\n",
        );
    }
    for table in &weights.tables {
        for (part, numbers) in [(EARLY, &table.early), (LATE, &table.late)] {
            let _ = writeln!(text, "{}{part}:", scope.name(table.kind));
            let mut end = numbers.len();
            for &row in scope.rows.iter().rev() {
                let begin = end.saturating_sub(row);
                let cells = numbers[begin..end].iter().map(|number| format!("{number:>5}"));
                let _ = writeln!(text, "{}", cells.collect::<String>());
                end = begin;
            }
        }
    }
    text
}

/// Reads a file. Values and tables that the file does not name stay as in `usual`.
///
/// # Errors
/// The first line that cannot be read.
pub fn read(text: &str, scope: Scope<'_>, usual: &Weights) -> Result<Weights, BadValues> {
    let mut reader = Reader { scope, weights: usual.clone(), table: None };
    let mut last = 0;
    for (index, line) in text.lines().enumerate() {
        let wrong = |why: String| BadValues { line: index + 1, why };
        let line = line.trim();
        last = index + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(':') {
            Some((name, value)) => {
                reader.end_table().map_err(wrong)?;
                reader.named(name.trim(), value.trim()).map_err(wrong)?;
            }
            None => reader.row(line).map_err(wrong)?,
        }
    }
    reader.end_table().map_err(|why| BadValues { line: last, why })?;
    Ok(reader.weights)
}

/// A file that is being read.
struct Reader<'g> {
    scope: Scope<'g>,
    weights: Weights,
    table: Option<OpenTable>,
}

/// A table of which some rows have been read.
struct OpenTable {
    kind: KindId,
    part: Part,
    /// The rows so far, the last rank first.
    rows: Vec<Vec<i32>>,
}

#[derive(Clone, Copy)]
enum Part {
    Early,
    Late,
}

fn number(text: &str) -> Result<i32, String> {
    let value = text.parse().ok().filter(|value: &i32| value.abs() <= GREATEST);
    value.ok_or_else(|| format!("`{text}` is not a number from -{GREATEST} to {GREATEST}"))
}

impl Reader<'_> {
    /// Reads the line of a name with its value, or the first line of a table.
    fn named(&mut self, name: &str, value: &str) -> Result<(), String> {
        if value.is_empty() {
            for (suffix, part) in [(EARLY, Part::Early), (LATE, Part::Late)] {
                let kind = name.strip_suffix(suffix).and_then(|name| self.kind(name.trim()));
                if let Some(kind) = kind {
                    self.table = Some(OpenTable { kind, part, rows: Vec::new() });
                    return Ok(());
                }
            }
        }
        let value = number(value.split('±').next().unwrap_or_default().trim());
        let place = match name {
            TEMPO => Some(&mut self.weights.tempo),
            name => match Weights::TERMS.iter().position(|term| *term == name) {
                Some(term) => Some(&mut self.weights.terms[term]),
                None => self.of_kind(name),
            },
        };
        match place {
            Some(place) => *place = value?,
            None => return Err(self.unknown(name)),
        }
        Ok(())
    }

    /// The number that belongs to a kind, by the name of its line.
    fn of_kind(&mut self, name: &str) -> Option<&mut i32> {
        let kinds = self.scope.kinds;
        let weights = &mut self.weights;
        let lists = [
            (name, &mut weights.kinds),
            (name.strip_suffix(IN_HAND).unwrap_or_default(), &mut weights.hands),
            (name.strip_suffix(MOVES).unwrap_or_default(), &mut weights.moves),
        ];
        let mut named =
            lists.into_iter().flat_map(|(name, list)| list.iter_mut().map(move |l| (name, l)));
        named
            .find(|(name, (kind, _))| kinds[*kind].name.value == *name)
            .map(|(_, (_, place))| place)
    }

    fn unknown(&self, name: &str) -> String {
        let names = self.weights.kinds.iter().map(|&(kind, _)| self.scope.name(kind));
        format!(
            "`{name}` cannot have a value here; these can: {}",
            names.collect::<Vec<_>>().join(", ")
        )
    }

    fn kind(&self, name: &str) -> Option<KindId> {
        let mut kinds = self.scope.kinds.enumerate();
        kinds.find(|(_, kind)| kind.name.value == name).map(|(kind, _)| kind)
    }

    /// Reads one row of a table.
    fn row(&mut self, line: &str) -> Result<(), String> {
        let Some(table) = &mut self.table else {
            return Err("a name, a colon and a number".into());
        };
        let ranks = self.scope.rows;
        let Some(rank) = ranks.len().checked_sub(table.rows.len() + 1) else {
            return Err(format!("a table has {} rows on this board", ranks.len()));
        };
        let row: Result<Vec<i32>, String> = line.split_whitespace().map(number).collect();
        let row = row?;
        if row.len() != ranks[rank] {
            return Err(format!("this row has {} numbers, not {}", ranks[rank], row.len()));
        }
        table.rows.push(row);
        Ok(())
    }

    /// Keeps the table whose last row was just read, if there is one.
    fn end_table(&mut self) -> Result<(), String> {
        let Some(table) = self.table.take() else { return Ok(()) };
        let ranks = self.scope.rows.len();
        if table.rows.len() != ranks {
            return Err(format!(
                "a table has {ranks} rows on this board, not {}",
                table.rows.len()
            ));
        }
        let numbers: Vec<i32> = table.rows.into_iter().rev().flatten().collect();
        let tables = &mut self.weights.tables;
        let found = tables.iter().position(|known| known.kind == table.kind);
        let index = found.unwrap_or_else(|| {
            // A kind with only one table has it during the whole game.
            let (early, late) = (numbers.clone(), numbers.clone());
            tables.push(PlaceTable { kind: table.kind, early, late });
            tables.len() - 1
        });
        match table.part {
            Part::Early => tables[index].early = numbers,
            Part::Late => tables[index].late = numbers,
        }
        Ok(())
    }
}
