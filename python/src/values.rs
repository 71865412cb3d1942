//! Plain data: findings, moves, pieces, results of searches.

use alfil_rules::ruleset::Ruleset;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A finding about a definition, a position or a move.
#[pyclass(frozen, eq, get_all, module = "alfil")]
#[derive(Clone, PartialEq)]
pub(crate) struct Finding {
    code: String,
    severity: &'static str,
    title: String,
    reason: Option<String>,
    help: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    length: usize,
    /// Start and end in characters of the text, and the replacement.
    edit: Option<(usize, usize, String)>,
    /// The field of a position.
    pub(crate) field: Option<&'static str>,
}

impl Finding {
    /// Converts a finding. `text` is the text of the file in which edits are made, if it is known.
    pub(crate) fn of(finding: &alfil::Finding, text: Option<&str>) -> Finding {
        let characters = |bytes: usize| text?.get(..bytes).map(|before| before.chars().count());
        let edit = finding.edit.as_ref().and_then(|edit| {
            let (from, to) = (characters(edit.range.start)?, characters(edit.range.end)?);
            Some((from, to, edit.text.clone()))
        });
        Finding {
            code: finding.code.to_owned(),
            severity: finding.severity.name(),
            title: finding.title.clone(),
            reason: finding.reason.clone(),
            help: finding.help.clone(),
            file: finding.file.clone(),
            line: finding.start.map(|at| at.line as u32),
            column: finding.start.map(|at| at.column as u32),
            length: finding.length,
            edit,
            field: None,
        }
    }

    /// An error that no text contains.
    pub(crate) fn without_place(
        code: &str,
        title: String,
        reason: Option<String>,
        help: Option<String>,
    ) -> Finding {
        let (code, severity) = (code.to_owned(), alfil::Severity::Error.name());
        let (file, line, column, length) = (None, None, None, 0);
        let (edit, field) = (None, None);
        Finding { code, severity, title, reason, help, file, line, column, length, edit, field }
    }
}

#[pymethods]
impl Finding {
    /// A finding of the package itself, without a place.
    #[new]
    fn new(code: &str, title: String) -> Finding {
        Finding::without_place(code, title, None, None)
    }

    /// The title and the reason.
    #[getter]
    fn message(&self) -> String {
        match &self.reason {
            Some(reason) => format!("{}; {reason}", self.title),
            None => self.title.clone(),
        }
    }

    fn __str__(&self) -> String {
        let place = match (&self.file, self.line, self.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            _ => String::new(),
        };
        let help = self.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        format!("{place}{} [{}]: {}{help}", self.severity, self.code, self.message())
    }

    fn __repr__(&self) -> String {
        format!("<Finding {self}>", self = self.__str__())
    }
}

/// A move. Moves with the same text are equal.
#[pyclass(frozen, get_all, module = "alfil")]
#[derive(Clone)]
pub(crate) struct Move {
    text: String,
    from_square: Option<String>,
    to_square: Option<String>,
    /// The name of the kind after a promotion.
    promotion: Option<String>,
    /// The letter of a dropped piece.
    drop: Option<String>,
    captures: Vec<String>,
}

/// What a pickle has of a move: the fields in their order.
type MoveParts =
    (String, Option<String>, Option<String>, Option<String>, Option<String>, Vec<String>);

impl Move {
    pub(crate) fn of(parts: alfil::Parts) -> Move {
        let (from_square, drop) = match parts.mover {
            alfil::Mover::Piece(place) => (Some(place), None),
            alfil::Mover::Hand(kind) => (None, Some(kind.letter)),
            alfil::Mover::Section(_) | alfil::Mover::Die(_) | alfil::Mover::Nothing => (None, None),
        };
        Move {
            text: parts.text,
            from_square,
            to_square: parts.to,
            promotion: parts.promotion.map(|kind| kind.name),
            drop,
            captures: parts.captures,
        }
    }
}

#[pymethods]
impl Move {
    /// The text of the move.
    fn uci(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| other.get().text == self.text)
    }

    /// A move of a pickle.
    #[staticmethod]
    fn _of(
        text: String,
        from_square: Option<String>,
        to_square: Option<String>,
        promotion: Option<String>,
        drop: Option<String>,
        captures: Vec<String>,
    ) -> Move {
        Move { text, from_square, to_square, promotion, drop, captures }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, MoveParts)> {
        let Move { text, from_square, to_square, promotion, drop, captures } = self.clone();
        let parts = (text, from_square, to_square, promotion, drop, captures);
        Ok((py.get_type::<Move>().getattr("_of")?, parts))
    }

    /// A move never changes.
    fn __deepcopy__(&self, _memo: Bound<'_, PyAny>) -> Move {
        self.clone()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// A piece and its place.
#[pyclass(frozen, eq, get_all, module = "alfil")]
#[derive(Clone, PartialEq)]
pub(crate) struct Piece {
    square: String,
    kind: String,
    /// The letter in positions.
    letter: String,
    /// True for the first side, false for another one, `None` for pieces of both sides or of nobody.
    color: Option<bool>,
    /// The word of the owner, such as `white`; `None` for pieces of both sides or of nobody.
    side: Option<String>,
}

impl Piece {
    pub(crate) fn of(placed: alfil::Placed, rules: &Ruleset) -> Piece {
        let owner = match placed.owner {
            alfil::Owned::By(side) => Some(side),
            alfil::Owned::ByBoth | alfil::Owned::ByNobody => None,
        };
        let alfil::Placed { place, kind, letter, .. } = placed;
        let side = owner.map(|side| rules.word_of(side).to_owned());
        Piece { square: place, kind: kind.name, letter, color: owner.map(is_first), side }
    }
}

#[pymethods]
impl Piece {
    /// The letter in positions.
    fn symbol(&self) -> &str {
        &self.letter
    }

    fn __str__(&self) -> &str {
        &self.letter
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} on {}>", self.letter, self.square)
    }
}

/// The pieces of one kind in a hand.
#[pyclass(frozen, eq, get_all, module = "alfil")]
#[derive(Clone, PartialEq)]
pub(crate) struct Held {
    kind: String,
    letter: String,
    count: u32,
}

impl From<alfil::Held> for Held {
    fn from(held: alfil::Held) -> Held {
        Held { kind: held.kind.name, letter: held.kind.letter, count: held.count }
    }
}

#[pymethods]
impl Held {
    fn __repr__(&self) -> String {
        format!("<Held {} {}>", self.count, self.letter)
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "alfil")]
pub(crate) struct SearchResult {
    /// The best move.
    pub(crate) best: Py<Move>,
    /// The expected moves in algebraic notation.
    pub(crate) line: Vec<String>,
    /// The depth in plies that was searched completely.
    pub(crate) depth: u32,
    /// The number of searched positions.
    pub(crate) nodes: u64,
    /// The value for White in hundredths of a pawn. `None` with more than two sides.
    pub(crate) score: Option<i32>,
    /// The number of plies to a forced win: positive for White, negative for Black.
    pub(crate) wins_in: Option<i32>,
}

/// True for the side that moves first, which is White in games of two sides. python-chess has such
/// a value for each colour.
pub(crate) fn is_first(side: alfil::Side) -> bool {
    side == alfil::Side::White
}

/// A side as a program names it: a colour of python-chess, or its word in the definition. `True` is
/// the first side, and `False` the second.
#[derive(FromPyObject)]
pub(crate) enum Named {
    Color(bool),
    Word(String),
}

impl Named {
    /// The side, or why there is none.
    pub(crate) fn side(&self, rules: &Ruleset) -> Result<alfil::Side, String> {
        let word = match self {
            Named::Color(true) => return Ok(alfil::Side::White),
            Named::Color(false) => return Ok(alfil::Side::Black),
            Named::Word(word) => word,
        };
        rules.sides.each().find(|side| rules.word_of(*side) == word).ok_or_else(|| {
            let words: Vec<_> = rules.sides.each().map(|side| rules.word_of(side)).collect();
            format!("`{word}` is not a side of this game; its sides are {}", words.join(", "))
        })
    }
}
