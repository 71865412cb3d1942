//! The look of a game: its board, its sides, and the letters, symbols and figures of its kinds.
//! Letters and sides also count in definitions and moves; the rest is for pictures only.

use crate::condition::Area;
use crate::side::{ByColor, BySide, Color, Side};
use alfil_diagnostics::source::{Span, Spanned, is_seen};
use std::fmt;
use unicode_width::UnicodeWidthChar;

// The look of a game in pictures: its board, the names and colours of its sides, and drawings of
// its pieces. Rules do not depend on it.

/// The look of a board and of its sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Where pieces stand.
    pub surface: Surface,
    /// The gap between two ranks, if there is one.
    pub river: Option<Spanned<River>>,
    /// The words in the gap, from left to right.
    pub river_words: Vec<Spanned<String>>,
    /// Cells that are joined by diagonal lines, as White counts.
    pub diagonals: Option<Spanned<Area>>,
    /// The names of the sides, where they are not called White and Black.
    pub sides: Option<BySide<String>>,
    /// The colours of the sides, where they are not white and black.
    pub dyes: Option<BySide<Dye>>,
    /// The names of all files above the board, from file a on; empty for none.
    pub files: Vec<Spanned<String>>,
    /// The names of all ranks to the right of the board, from rank 1 on; empty for none.
    pub ranks: Vec<Spanned<String>>,
}

alfil_diagnostics::spelt! {
    /// Where the pieces of a board stand.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
    pub enum Surface: &'static str, word {
        /// In cells.
        #[default]
        Cells = "cells",
        /// On points, in which lines meet.
        Points = "points",
    }
}

alfil_diagnostics::spelt! {
    /// The colour of a side's pieces.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Dye: &'static str, word, from_word {
        /// White.
        White = "white",
        /// Black.
        Black = "black",
        /// Red.
        Red = "red",
        /// Green.
        Green = "green",
        /// Blue.
        Blue = "blue",
        /// Yellow.
        Yellow = "yellow",
    }
}

/// A gap between two neighbouring ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct River {
    /// The lower of the two ranks, counted from 1 at White's side.
    pub below: u8,
}

/// What pictures show of a kind besides its symbol and its figure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dress {
    /// The colours of the sides, where they are not white and black.
    pub dyes: Option<BySide<Dye>>,
    /// The letters of the sides in games with more than two. Boards in text write them before the
    /// letters of pieces.
    pub owners: Option<BySide<char>>,
    /// The drawings of the author, which replace symbol and figure.
    pub art: Option<ByColor<Art>>,
}

/// A drawing of a piece: elements of an SVG in a box of 100 by 100. The reader of definitions lets
/// only harmless elements pass.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Art {
    /// The elements as XML.
    pub elements: String,
    /// Where the colours come from.
    pub paint: Paint,
}

/// Where the colours of a drawing come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// The drawing has colours of its own.
    Own,
    /// The drawing has none, so it gets those of the side.
    OfSides,
}

// The sides of a game with more than two sides, as its author describes them.

/// What the author says about a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The word for the side in definitions and moves (`red`).
    pub name: String,
    /// The name of the side for people (`Red`).
    pub title: String,
    /// The letter of the side in positions, in lower case.
    pub letter: char,
    /// The direction of the board that is forward for this side. Headings count clockwise from
    /// straight up: eight on squares, twelve on hexagons.
    pub forward: u8,
    /// The colour of the pieces in pictures.
    pub dye: Dye,
    /// The span of the author's text.
    pub span: Span,
}

/// What happens when a side loses in a game with more than two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leaving {
    /// What happens to the pieces of a side that is out.
    pub pieces: Estate,
    /// Whether the allies lose as well.
    pub team: TeamLoss,
    /// The winner of the game, once all sides that are left are allies.
    pub winner: Winner,
}

alfil_diagnostics::spelt! {
    /// The fate of the pieces of a side that is out.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Estate: &'static str, word, from_word {
        /// They leave the board.
        #[default]
        Removed = "removed",
        /// They stay. They belong to nobody, so they never move and attack nothing, but every side
        /// may capture them.
        Unowned = "unowned",
        /// The side that made the last move gets them.
        TakenOver = "taken over",
    }
}

alfil_diagnostics::spelt! {
    /// When the sides of a team lose.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum TeamLoss: &'static str, word, from_word {
        /// A team plays on until all its sides have lost.
        #[default]
        WithLast = "with its last side",
        /// A team loses as soon as one of its sides does.
        WithFirst = "with its first side",
    }
}

alfil_diagnostics::spelt! {
    /// The winner of the game, once all sides that are left are allies.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Winner: &'static str, word, from_word {
        /// These sides.
        #[default]
        LastSide = "last side",
        /// The team with the highest sum of the counter [`POINTS`](crate::outcome::POINTS), even if
        /// it is out. The game is a draw if several teams have it.
        MostPoints = "most points",
    }
}

// How a kind is written in positions and moves.
//
// Each capital has a lower-case form of one character, which stands for Black's pieces. Only kinds
// that a game adds by itself are written with `~`, see `crate::hand`.

/// A kind's letter: `P`, `+P` or `P~`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter {
    capital: char,
    form: Form,
}

/// The mark before or after a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// No mark.
    Plain,
    /// `+` before the letter: a promoted kind that shares the letter of its unpromoted kind.
    Plus,
    /// `~` after the letter: a promoted piece that reverts when captured. Unpromoted pieces have
    /// the same letter.
    Reverting,
}

impl Letter {
    /// A letter with a mark.
    pub fn new(capital: char, form: Form) -> Self {
        Self { capital, form }
    }

    /// The capital letter.
    pub fn capital(self) -> char {
        self.capital
    }

    /// The mark.
    pub fn form(self) -> Form {
        self.form
    }

    /// The same letter with another mark.
    #[must_use]
    pub fn with(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The letter of a piece of `side`: upper case for White, lower case for Black.
    pub fn of(self, side: Side) -> String {
        let letter = match side.color() {
            Color::White => self.capital,
            Color::Black => self.small(),
        };
        match self.form {
            Form::Plain => letter.to_string(),
            Form::Plus => format!("+{letter}"),
            Form::Reverting => format!("{letter}~"),
        }
    }

    /// The letter in the text of a move: lower case, without `~`.
    pub fn in_moves(self) -> String {
        match self.form {
            Form::Plain | Form::Reverting => self.small().to_string(),
            Form::Plus => format!("+{}", self.small()),
        }
    }

    fn small(self) -> char {
        self.capital.to_lowercase().next().unwrap_or(self.capital)
    }
}

impl From<char> for Letter {
    fn from(capital: char) -> Self {
        Self::new(capital, Form::Plain)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(Side::White))
    }
}

// Symbols that show kinds in pictures. Rules do not depend on them.

/// Maximum number of characters of a sign, including combining marks.
const MAX_CHARS: usize = 8;
/// Maximum number of letters of a sign.
const MAX_LETTERS: usize = 2;

/// A sign of any script that shows a kind. Each side has its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The signs.
    pub signs: ByColor<String>,
    /// The token under the sign.
    pub men: Men,
}

/// The reason why a text is not a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSymbol {
    /// The text has no sign, or more than one for each side.
    Count(usize),
    /// A sign has too many letters, or only combining marks.
    Length,
    /// The text has an invisible character.
    Hidden(char),
}

/// The shape of the tokens under symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Men {
    /// Round tokens, in the colours of their side.
    #[default]
    Discs,
    /// Pentagons that point towards the enemy.
    Wedges,
}

impl Men {
    /// All shapes.
    pub const ALL: [Men; 2] = [Men::Discs, Men::Wedges];

    /// The word for the shape in definitions.
    pub fn word(self) -> &'static str {
        match self {
            Men::Discs => "discs",
            Men::Wedges => "wedges",
        }
    }
}

impl Symbol {
    /// Reads one sign for both sides, or White's and Black's with a space between.
    ///
    /// # Errors
    ///
    /// Returns the reason why the text is not a symbol.
    pub fn read(text: &str) -> Result<Symbol, NoSymbol> {
        if let Some(hidden) = text.chars().find(|&c| !is_seen(c)) {
            return Err(NoSymbol::Hidden(hidden));
        }
        let signs: Vec<&str> = text.split_whitespace().collect();
        let letters = |sign: &str| sign.chars().filter(|c| c.width() > Some(0)).count();
        let fits = |sign: &&str| {
            (1..=MAX_LETTERS).contains(&letters(sign)) && sign.chars().count() <= MAX_CHARS
        };
        let [white, black] = match *signs {
            [both] => [both, both],
            [white, black] => [white, black],
            _ => return Err(NoSymbol::Count(signs.len())),
        };
        if ![white, black].iter().all(fits) {
            return Err(NoSymbol::Length);
        }
        let signs = ByColor([white, black].map(str::to_owned));
        Ok(Symbol { signs, men: Men::default() })
    }
}

impl fmt::Display for Symbol {
    /// Writes the symbol in the notation of definitions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor([white, black]) = &self.signs;
        if white == black { f.write_str(white) } else { write!(f, "{white} {black}") }
    }
}

// Figures of Western chess books, which show kinds in pictures. Rules do not depend on them.

alfil_diagnostics::spelt! {
    /// A silhouette, or a letter on a disc.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Figure: &'static str, word {
        /// A king.
        King = "king",
        /// A queen.
        Queen = "queen",
        /// A rook.
        Rook = "rook",
        /// A bishop.
        Bishop = "bishop",
        /// A knight.
        Knight = "knight",
        /// A pawn.
        Pawn = "pawn",
        /// An archbishop.
        Archbishop = "archbishop",
        /// A chancellor.
        Chancellor = "chancellor",
        /// An amazon.
        Amazon = "amazon",
        /// A nightrider.
        Nightrider = "nightrider",
        /// An elephant.
        Elephant = "elephant",
        /// A camel.
        Camel = "camel",
        /// A cannon.
        Cannon = "cannon",
        /// A guard.
        Guard = "guard",
        /// A grasshopper.
        Grasshopper = "grasshopper",
        /// A stone: a round disc.
        Stone = "stone",
        /// A man of draughts.
        Draughtsman = "draughtsman",
        /// A king of draughts.
        DraughtsKing = "draughts king",
        /// A unicorn.
        Unicorn = "unicorn",
        /// A lion.
        Lion = "lion",
        /// A bird of prey.
        Hawk = "hawk",
        /// A griffon.
        Griffon = "griffon",
        /// A vizier with a turban.
        Ferz = "ferz",
        /// A small tower.
        Wazir = "wazir",
        /// A bell, as for the khon of makruk.
        Bell = "bell",
        /// A foot soldier with a spear.
        Spearman = "spearman",
        /// A round shield.
        Shield = "shield",
        /// A helmet with a crest.
        Helmet = "helmet",
        /// Two crossed swords.
        Swords = "swords",
        /// A bow and an arrow.
        Archer = "archer",
        /// A horse with a lance.
        Lancer = "lancer",
        /// A round tent.
        Tent = "tent",
        /// A tower with a pointed roof.
        Tower = "tower",
        /// A small crown.
        Coronet = "coronet",
        /// A flag.
        Flag = "flag",
        /// A monk with a hood.
        Monk = "monk",
        /// A duck.
        Duck = "duck",
        /// An arrow.
        Arrow = "arrow",
        /// A star.
        Star = "star",
        /// A giraffe.
        Giraffe = "giraffe",
        /// A chick.
        Chick = "chick",
        /// A rook upside down.
        TurnedRook = "turned rook",
        /// The letter of the kind, on a disc.
        Letter = "letter",
    }
}

impl Figure {
    /// Names of kinds, in lower case, that have this figure by default. No name has two figures.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Figure::King => &["king"],
            Figure::Queen => &["queen"],
            Figure::Rook => &["rook"],
            Figure::Bishop => &["bishop"],
            Figure::Knight => &["knight"],
            Figure::Pawn => &["pawn"],
            Figure::Archbishop => &["archbishop", "cardinal", "princess"],
            Figure::Chancellor => &["chancellor", "marshal", "empress"],
            Figure::Amazon => &["amazon"],
            Figure::Nightrider => &["nightrider"],
            Figure::Elephant => &["elephant", "alfil", "fil"],
            Figure::Camel => &["camel", "jamal"],
            Figure::Cannon => &["cannon", "pao"],
            Figure::Guard => &["guard", "mann", "man", "commoner"],
            Figure::Grasshopper => &["grasshopper"],
            Figure::Stone => &["stone"],
            Figure::Draughtsman => &["draughtsman", "checker"],
            Figure::DraughtsKing => &["draughts king"],
            Figure::Unicorn => &["unicorn"],
            Figure::Lion => &["lion"],
            Figure::Hawk => &["hawk", "falcon", "eagle"],
            Figure::Griffon => &["griffon", "griffin", "gryphon"],
            Figure::Ferz => &["ferz", "fers", "firzan", "met", "vizier", "duchess"],
            Figure::Wazir => &["wazir", "dabbaba"],
            Figure::Bell => &["bell", "khon"],
            Figure::Spearman => &["spearman", "soldier", "lieutenant"],
            Figure::Shield => &["shield", "hoplite"],
            Figure::Helmet => &["helmet", "general"],
            Figure::Swords => &["swords", "warlord"],
            Figure::Archer => &["archer"],
            Figure::Lancer => &["lancer", "lance"],
            Figure::Tent => &["tent", "yurt"],
            Figure::Tower => &["tower"],
            Figure::Coronet => &["coronet", "duke", "baron"],
            Figure::Flag => &["flag", "captain"],
            Figure::Monk => &["monk"],
            Figure::Duck => &["duck"],
            Figure::Arrow => &["arrow"],
            Figure::Star => &["star"],
            Figure::Giraffe => &["giraffe", "zurafa"],
            Figure::Chick => &["chick", "hen"],
            Figure::TurnedRook => &["turned rook"],
            Figure::Letter => &[],
        }
    }

    /// The default figure of a kind with this name. Upper and lower case are the same.
    pub fn of(name: &str) -> Figure {
        let name = name.to_lowercase();
        let named = |figure: &&Figure| figure.names().contains(&name.as_str());
        Figure::ALL.iter().find(named).copied().unwrap_or(Figure::Letter)
    }
}
