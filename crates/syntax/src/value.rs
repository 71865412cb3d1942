//! The values that keys accept.
//!
//! The schema gives each key a [`Value`]. The reader, `alfil schema` and editors use it. The words
//! of a choice come from the table that the reader uses.

/// A key of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// The values that the key accepts.
    pub value: Value,
    /// The values in a few words for people.
    pub form: &'static str,
    /// The meaning in one line.
    pub doc: &'static str,
}

/// A key.
pub(crate) const fn key(
    name: &'static str,
    value: Value,
    form: &'static str,
    doc: &'static str,
) -> Key {
    Key { name, value, form, doc }
}

/// A type of mapping in a definition.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The name of the mapping in findings: `a piece`, `the definition`.
    pub what: &'static str,
    /// The keys of the mapping in the recommended order.
    pub keys: &'static [Key],
}

/// The values that a key accepts.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// One text.
    Text(Language),
    /// One of a few words.
    OneOf(fn() -> Vec<String>),
    /// A list of words, or one text with several words.
    Words(Language),
    /// A mapping whose keys the schema lists.
    Mapping(&'static Schema),
    /// A mapping whose keys are names from the file or its parents.
    Named(Naming, &'static Value),
    /// A list.
    List(&'static Value),
    /// One of these alternatives.
    Either(&'static [Value]),
}

/// The things that the keys of a mapping name, if the author chooses the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// Kinds of pieces.
    Kinds,
    /// Sets of cells.
    Zones,
    /// Sets of kinds.
    Groups,
    /// Questions.
    Questions,
    /// Castling atoms: `O2`.
    Castlings,
    /// Dice.
    Dice,
    /// Values of a die.
    Faces,
    /// Sides of the game.
    Sides,
}

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Words for people.
    Prose,
    /// A movement string.
    Movement,
    /// A set of cells.
    Area,
    /// A condition on the place of a piece, or on the start and the end of a move.
    Condition,
    /// `only when` and a condition or question.
    Restriction,
    /// A question about a move, a position or a side.
    Question,
    /// A goal: `win when QUESTION`.
    Goal,
    /// An effect: `when QUESTION then DEEDS`.
    Effect,
    /// A space: `grid 8x8`.
    Space,
    /// A position.
    Position,
    /// The body of a piece on a plane.
    Body,
    /// The name or path of a playable definition, or several of them joined by `+`.
    Parent,
    /// The name or path of a modifier.
    Modifier,
    /// A kind of piece.
    Kind,
    /// The name of a die.
    Dice,
    /// The letter of a piece.
    Letter,
    /// A symbol of a piece in pictures.
    Sign,
    /// A drawing of a piece: SVG, or the path of a file with it.
    Picture,
    /// A move.
    Move,
    /// A cell.
    Cell,
    /// A file of the board.
    File,
    /// A whole number.
    Count,
    /// Any number.
    Number,
    /// A number, written in digits or computed from a position: `rank of own king`.
    Amount,
    /// A verdict with a part of the point: `loss 1/4`.
    Share,
    /// A step of a turn: `step N`.
    Step,
    /// The name of a rule, as coverage reports give it.
    Rule,
}

impl Schema {
    /// The key `name`.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl Value {
    /// The alternatives that the value accepts, none of them `Either`.
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

    /// True if a mapping is accepted.
    pub fn is_mapping(&self) -> bool {
        let mapping = |value: &&Value| matches!(value, Value::Mapping(_) | Value::Named(..));
        self.alternatives().iter().any(mapping)
    }

    /// True if a list of words is accepted.
    pub(crate) fn is_words(&self) -> bool {
        self.alternatives().iter().any(|value| matches!(value, Value::Words(_)))
    }
}
