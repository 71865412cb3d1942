//! What may stand behind a key, as data.
//!
//! Owns: [`Value`], the shapes of values, and [`Language`], what a text among them is written in. The tables
//! of `schema.rs` give every key its value; the reader, `alfil schema` and editors ask them. Invariant: the
//! words of a choice come from the table by which the reader reads them.

/// One key of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its spelling.
    pub name: &'static str,
    /// What may stand behind it.
    pub value: Value,
    /// The same in a few words for people.
    pub form: &'static str,
    /// What it says, in one line.
    pub doc: &'static str,
}

/// A mapping of a definition: what it is called in findings, and its keys.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// `a piece`, `the definition`.
    pub what: &'static str,
    /// Its keys, in the order in which they are best written.
    pub keys: &'static [Key],
}

/// What may stand behind a key.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// One text.
    Text(Language),
    /// One of a few words.
    OneOf(fn() -> Vec<String>),
    /// A list of words, or one text of them.
    Words(Language),
    /// A mapping with keys of the language.
    Mapping(&'static Schema),
    /// A mapping whose keys are names that the author gives, or a parent gave.
    Named(Naming, &'static Value),
    /// A list.
    List(&'static Value),
    /// One of these.
    Either(&'static [Value]),
}

/// What the keys of a mapping name that are not of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Kinds of pieces.
    Kinds,
    /// Sets of cells.
    Zones,
    /// Castling, as movements write it: `O2`.
    Castlings,
}

/// What a text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// For people.
    Prose,
    /// A movement string.
    Movement,
    /// A set of cells.
    Area,
    /// Where a piece stands, or where a move begins and ends.
    Condition,
    /// `only when` and what must hold of every move.
    Restriction,
    /// What may be asked of a move, a position or its players.
    Question,
    /// `win when QUESTION`.
    Goal,
    /// `when QUESTION then DEEDS`.
    Effect,
    /// `grid 8x8`.
    Space,
    /// A position.
    Position,
    /// The outline of a piece on a plane.
    Body,
    /// The name or path of a definition that is played, or a sum.
    Parent,
    /// The name or path of a modifier.
    Modifier,
    /// A kind of piece.
    Kind,
    /// The letter of a piece.
    Letter,
    /// What stands for a piece in pictures.
    Sign,
    /// A move.
    Move,
    /// A cell.
    Cell,
    /// A file of the board.
    File,
    /// A number without a point.
    Count,
    /// Any number.
    Number,
    /// A verdict with a part of the point: `loss 1/4`.
    Share,
    /// `step N`.
    Step,
    /// A rule by the name that coverage gives it.
    Rule,
}

impl Value {
    /// The values that it is one of, none of them `Either`.
    pub fn alternatives(&self) -> Vec<&Value> {
        match self {
            Value::Either(values) => values.iter().flat_map(Value::alternatives).collect(),
            Value::Text(_)
            | Value::OneOf(_)
            | Value::Words(_)
            | Value::Mapping(_)
            | Value::Named(..)
            | Value::List(_) => vec![self],
        }
    }

    /// Whether a mapping may stand here.
    pub fn is_mapping(&self) -> bool {
        let mapping = |value: &&Value| matches!(value, Value::Mapping(_) | Value::Named(..));
        self.alternatives().iter().any(mapping)
    }

    /// Whether a list of words may stand here.
    pub(crate) fn is_words(&self) -> bool {
        self.alternatives().iter().any(|value| matches!(value, Value::Words(_)))
    }
}
