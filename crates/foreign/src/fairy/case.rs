//! A variant while it is translated: its settings, its board, squares and kinds, and the definition
//! that is put together.

use crate::fairy::ini::brief;
use crate::fairy::table::{Origin, Settings};
use crate::fairy::values::{Letters, PieceSet, PieceType, Side, Sided, Squares, Verdict};
use crate::remark::{Remark, Weight};
use alfil_rules::condition as rules;
use alfil_rules::condition::{Places, Shape};
use alfil_rules::side::Side as BoardSide;
use alfil_rules::space::Lattice;
use alfil_syntax::write::{Map, Yaml};
use std::collections::{BTreeMap, BTreeSet};

// A definition as it is put together, and its text.

/// A definition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Draft {
    /// Comments at its beginning, one line each.
    pub(crate) comments: Vec<String>,
    /// The keys in their order.
    pub(crate) keys: Map,
}

/// The longest line.
const WIDTH: usize = 110;

impl Draft {
    /// The text of the definition.
    pub(crate) fn text(&self) -> String {
        let comments = self.comments.iter().map(|comment| format!("# {comment}\n"));
        comments.collect::<String>() + &self.keys.text(WIDTH)
    }
}

/// A list of texts; one text alone for a single one.
pub(crate) fn texts(mut texts: Vec<String>) -> Yaml {
    match (texts.pop(), texts.is_empty()) {
        (Some(one), true) => one.into(),
        (last, _) => Yaml::list(texts.into_iter().chain(last)),
    }
}

// A variant while it is translated: its settings and what is known so far.

/// A variant while it is translated.
pub(crate) struct Case<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) board: Board,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) areas: Areas,
    /// The name of the piece that stands for walls, if walls come and go.
    pub(crate) wall: Option<Kind>,
    pub(crate) remarks: Vec<Remark>,
}

impl Case<'_> {
    /// Reports that a rule is not carried over.
    pub(crate) fn lose(&mut self, key: &str, why: &str) {
        self.remark(key, Weight::Lost, &format!("`{key}` is not carried over: {why}"));
    }

    /// Adds a remark about a key.
    pub(crate) fn remark(&mut self, key: &str, weight: Weight, what: &str) {
        let place = match self.settings.origin(key) {
            Some(Origin::File(place)) => Some(place),
            Some(Origin::BuiltIn) | None => None,
        };
        let (key, what) = (key.to_owned(), what.to_owned());
        let remark = Remark { place, key, weight, what, help: None };
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// The kinds whose types are in a set, as questions name them: `king or queen`, `piece` for
    /// all. `None` if there is none.
    pub(crate) fn named(&self, set: &PieceSet) -> Option<String> {
        if set.all {
            return Some("piece".to_owned());
        }
        let names = of_types(&self.kinds, set);
        (!names.is_empty()).then(|| names.join(" or "))
    }

    /// The kinds of one type; all pieces for none.
    pub(crate) fn named_type(&self, piece: Option<PieceType>) -> Option<String> {
        match piece {
            Some(piece) => {
                self.named(&PieceSet { all: false, types: [piece].into_iter().collect() })
            }
            None => Some("piece".to_owned()),
        }
    }

    /// True if walls come and go.
    pub(crate) fn has_walls(&self) -> bool {
        self.wall.is_some()
    }

    /// True if pieces of this type are on the board at first, of this side.
    pub(crate) fn count(&self, side: Side, piece: PieceType) -> usize {
        let hand = self.board.hand.iter().flatten();
        let hand = hand.filter(|(owner, held)| *owner == side && *held == piece).count();
        self.board.men().filter(|man| man.side == side && man.piece == piece).count() + hand
    }
}

/// The word of a result for the side that a sentence is about; `None` for no result.
pub(crate) fn verdict(value: Verdict) -> Option<&'static str> {
    match value {
        Verdict::Win => Some("win"),
        Verdict::Loss => Some("loss"),
        Verdict::Draw => Some("draw"),
        Verdict::None => None,
    }
}

/// The result of the other side.
pub(crate) fn opposite(value: Verdict) -> Verdict {
    match value {
        Verdict::Win => Verdict::Loss,
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
        Verdict::None => Verdict::None,
    }
}

// The kinds of pieces of a definition, and their names.

/// A kind of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    /// The letter in positions, such as `P` or `+P`.
    pub(crate) letter: String,
    /// How it moves.
    pub(crate) piece: PieceType,
    /// The type that promotes to it, for a kind that only promotion makes.
    pub(crate) base: Option<PieceType>,
}

/// Names that a close game gives kinds with these letters and types.
pub(crate) type Names = BTreeMap<(String, PieceType), String>;

/// Plain names of types whose keys are no English words.
const NAMES: &[(&str, &str)] = &[
    ("fers", "ferz"),
    ("fersAlfil", "ferz-alfil"),
    ("bers", "dragon"),
    ("shogiPawn", "shogi pawn"),
    ("shogiKnight", "shogi knight"),
    ("dragonHorse", "dragon horse"),
    ("clobber", "stone"),
    ("breakthrough", "man"),
    ("immobile", "stone"),
    ("janggiCannon", "janggi cannon"),
    ("janggiElephant", "janggi elephant"),
];

/// The name of a type.
fn name(piece: PieceType, letter: char) -> String {
    match piece {
        PieceType::Custom(_) => format!("custom {letter}"),
        PieceType::Predefined(_) => {
            let key = piece.key();
            let plain = NAMES.iter().find(|(other, _)| *other == key).map(|(_, plain)| *plain);
            plain.map_or(key.clone(), str::to_owned)
        }
    }
}

/// True if a piece of type `base` becomes an ordinary piece of its other type, and no rule tells it
/// from one that began as such.
pub(crate) fn is_for_good(settings: &Settings, base: PieceType) -> bool {
    let again = |piece: &PieceType| settings.promoted.contains_key(piece);
    let hands = settings.piece_drops || settings.demotion;
    !hands && settings.promoted.get(&base).is_some_and(|piece| !again(piece))
}

/// All kinds that can be on the board or in a hand: those of the start position, and those that
/// promotion makes of them.
pub(crate) fn kinds(settings: &Settings, board: &Board, names: &Names) -> Vec<Kind> {
    let letter = |piece: &PieceType| settings.pieces.get(piece).map(|given| given.letter);
    let mut plain: BTreeSet<PieceType> = BTreeSet::new();
    let mut promoted: BTreeSet<PieceType> = BTreeSet::new();
    for man in board.men() {
        match man.form {
            Form::Plain | Form::Reverts => plain.insert(man.piece),
            Form::Promoted => promoted.insert(man.piece),
        };
    }
    plain.extend(board.hand.iter().flatten().map(|(_, piece)| *piece));
    // A promoted piece of the start position is its base in hand.
    plain.extend(promoted.iter().copied());
    let pawn = |piece: &PieceType| {
        Side::ALL.into_iter().any(|side| settings.promotion_pawns.of(side).types.contains(piece))
    };
    if plain.iter().any(pawn) {
        for side in Side::ALL {
            plain.extend(settings.promotion_types.of(side).types.iter().copied());
        }
    }
    if settings.free_drops {
        plain.extend(settings.pieces.keys().copied());
    }
    plain.retain(|piece| letter(piece).is_some());
    promoted.extend(settings.promoted.keys().filter(|base| plain.contains(*base)).copied());
    for base in promoted.clone() {
        if is_for_good(settings, base) {
            promoted.remove(&base);
            plain.extend(settings.promoted.get(&base).copied());
        }
    }
    let mut kinds: Vec<Kind> = Vec::new();
    for &piece in &plain {
        let Some(letter) = letter(&piece) else { continue };
        let (name, base) = (name(piece, letter), None);
        kinds.push(Kind { name, letter: letter.to_ascii_uppercase().to_string(), piece, base });
    }
    for &base in &promoted {
        let (Some(letter), Some(&piece)) = (letter(&base), settings.promoted.get(&base)) else {
            continue;
        };
        let others =
            || settings.promoted.iter().filter(|(b, p)| promoted.contains(b) && **p == piece);
        let own =
            self::name(piece, settings.pieces.get(&piece).map_or(letter, |given| given.letter));
        let name = if plain.contains(&piece) || others().count() > 1 {
            format!("promoted {}", self::name(base, letter))
        } else {
            own
        };
        let letter = format!("+{}", letter.to_ascii_uppercase());
        kinds.push(Kind { name, letter, piece, base: Some(base) });
    }
    for kind in &mut kinds {
        if let Some(name) = names.get(&(kind.letter.clone(), kind.piece)) {
            kind.name = name.clone();
        }
    }
    // Two types may have one plain name.
    for at in 0..kinds.len() {
        let Some(kind) = kinds.get(at) else { break };
        if kinds.iter().filter(|other| other.name == kind.name).count() > 1 {
            let letter = kind.letter.trim_start_matches('+').to_lowercase();
            let name = format!("{} {letter}", kind.name);
            if let Some(kind) = kinds.get_mut(at) {
                kind.name = name;
            }
        }
    }
    kinds
}

/// The names of the kinds whose types are in a set.
pub(crate) fn of_types<'k>(kinds: &'k [Kind], set: &PieceSet) -> Vec<&'k str> {
    let among = kinds.iter().filter(|kind| set.contains(kind.piece));
    among.map(|kind| kind.name.as_str()).collect()
}

/// An upper-case letter that no kind has.
pub(crate) fn free_letter(kinds: &[Kind], wanted: &str) -> Option<char> {
    let taken = |c: &char| kinds.iter().any(|kind| kind.letter == c.to_string());
    wanted.chars().chain('A'..='Z').find(|c| !taken(c))
}

// Squares in the words of a definition.

/// Squares of the board, for both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Area {
    Everywhere,
    Nowhere,
    /// Words that a condition, a promotion or a question understands.
    Words(String),
}

/// Files and ranks of squares, from 0.
pub(crate) type Cells = Places;

/// A named zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Zone {
    pub(crate) name: String,
    pub(crate) white: Cells,
    pub(crate) black: Cells,
}

/// The zones of a definition and the size of its board.
#[derive(Clone, Debug)]
pub(crate) struct Areas {
    files: u8,
    shape: Shape,
    /// The cells that exist.
    all: Cells,
    pub(crate) zones: Vec<Zone>,
}

impl Areas {
    /// No zones yet. Walls that stay are no cells.
    pub(crate) fn new(board: &Board) -> Areas {
        let (walls, cells): (Vec<_>, Vec<_>) =
            board.cells().partition(|(_, _, square)| *square == Square::Wall);
        let places = |cells: Vec<(u8, u8, Square)>| -> Cells {
            cells.into_iter().map(|(file, rank, _)| (file, rank)).collect()
        };
        let shape = Shape::grid(&board.lattice(), &places(walls));
        Areas { files: board.files, shape, all: places(cells), zones: Vec::new() }
    }

    /// The cells of the board that are among `squares`.
    pub(crate) fn cells(&self, squares: &Squares) -> Cells {
        self.all.iter().copied().filter(|(file, rank)| squares.contains(*file, *rank)).collect()
    }

    /// The area with these squares. It gets a zone with the name `purpose` if a few words are not
    /// enough.
    pub(crate) fn area(&mut self, purpose: &str, squares: &Sided<Squares>) -> Area {
        let (white, black) = (self.cells(&squares.white), self.cells(&squares.black));
        self.of_cells(purpose, white, black)
    }

    /// The area with these cells.
    pub(crate) fn of_cells(&mut self, purpose: &str, white: Cells, black: Cells) -> Area {
        if white == self.all && black == self.all {
            return Area::Everywhere;
        }
        if white.is_empty() && black.is_empty() {
            return Area::Nowhere;
        }
        if let Some(area @ (rules::Area::Ranks { .. } | rules::Area::LastRank)) =
            self.shortest(&[(BoardSide::White, &white), (BoardSide::Black, &black)])
        {
            return Area::Words(area.words());
        }
        let same = |zone: &&Zone| zone.white == white && zone.black == black;
        if let Some(zone) = self.zones.iter().find(same) {
            return Area::Words(zone.name.clone());
        }
        let taken = |name: &str| self.zones.iter().any(|zone| zone.name == name);
        let plain = purpose.replace(' ', "-");
        let names = (2..).map(|n| format!("{plain}-{n}"));
        let mut names = std::iter::once(plain.clone()).chain(names).filter(|name| !taken(name));
        let name = names.next().unwrap_or(plain);
        self.zones.push(Zone { name: name.clone(), white, black });
        Area::Words(name)
    }

    /// The area that has the wanted cells for each side.
    fn shortest(&self, wanted: &[(BoardSide, &Cells)]) -> Option<rules::Area> {
        rules::Area::of_cells(&self.shape, wanted)
    }

    /// The value of a zone.
    pub(crate) fn written(&self, zone: &Zone) -> Yaml {
        let each = [(BoardSide::White, &zone.white), (BoardSide::Black, &zone.black)];
        if let Some(area) = self.shortest(&each) {
            return area.words().into();
        }
        let [white, black] = each.map(|(side, cells)| {
            // There is no word for no cell at all.
            let area = self.shortest(&[(side, cells)]).filter(|_| !cells.is_empty());
            area.map_or("a1 and not a1".to_owned(), |area| area.words())
        });
        Yaml::map([("white", white), ("black", black)])
    }

    /// True if the area lies elsewhere for the other side.
    pub(crate) fn is_sided(&self, words: &str) -> bool {
        let zone = self.zones.iter().find(|zone| zone.name == words);
        zone.is_none_or(|zone| zone.white != zone.black)
    }

    /// The number of files.
    pub(crate) fn files(&self) -> u8 {
        self.files
    }
}

/// The name of a cell; file and rank count from 0.
pub(crate) fn cell(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

// The start position of a variant, read as the program reads it.

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Square {
    Empty,
    Wall,
    Man(Man),
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    pub(crate) side: Side,
    /// Its type, or that of the piece that was promoted to it.
    pub(crate) piece: PieceType,
    pub(crate) form: Form,
}

/// The state of promotion of a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Plain,
    /// `+P`.
    Promoted,
    /// `Q~`.
    Reverts,
}

/// A start position.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) files: u8,
    pub(crate) ranks: u8,
    /// Rank 1 first; within a rank, file a first.
    pub(crate) squares: Vec<Square>,
    /// The pieces in hand, in the order of the text. `None` without brackets.
    pub(crate) hand: Option<Vec<(Side, PieceType)>>,
    pub(crate) turn: Side,
    pub(crate) castling: String,
    /// Checks that are left for White and Black.
    pub(crate) checks: Option<[u32; 2]>,
    /// The two numbers at the end.
    pub(crate) clocks: [u32; 2],
}

impl Board {
    /// Reads the start position of a variant. Rows that are missing are empty.
    pub(crate) fn read(settings: &Settings, letters: &Letters) -> Result<Board, String> {
        let (files, ranks) = (settings.max_file.0, settings.max_rank.0);
        let mut words = settings.start.split_whitespace();
        let placement = words.next().unwrap_or_default();
        let mut board = Board {
            files,
            ranks,
            squares: vec![Square::Empty; usize::from(files) * usize::from(ranks)],
            hand: None,
            turn: Side::White,
            castling: "-".to_owned(),
            checks: None,
            clocks: [0, 1],
        };
        board.place(placement, settings, letters)?;
        board.fields(words);
        Ok(board)
    }

    /// What stands on a square; file and rank count from 0.
    pub(crate) fn at(&self, file: u8, rank: u8) -> Square {
        let index = usize::from(rank) * usize::from(self.files) + usize::from(file);
        self.squares.get(index).copied().unwrap_or(Square::Empty)
    }

    /// The squares without their contents.
    pub(crate) fn lattice(&self) -> Lattice {
        Lattice::rectangle(self.files, self.ranks)
    }

    /// All squares with their files and ranks.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u8, u8, Square)> {
        let cells = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (file, rank)));
        cells.map(|(file, rank)| (file, rank, self.at(file, rank)))
    }

    /// The pieces on the board.
    pub(crate) fn men(&self) -> impl Iterator<Item = Man> {
        self.squares.iter().filter_map(|square| match square {
            Square::Man(man) => Some(*man),
            Square::Empty | Square::Wall => None,
        })
    }

    fn place(&mut self, text: &str, settings: &Settings, letters: &Letters) -> Result<(), String> {
        let (text, hand) = match text.split_once('[') {
            Some((text, hand)) => (text, Some(hand.trim_end_matches(']'))),
            None => (text, None),
        };
        let known = |letter: char| {
            let piece = letters.get(&letter.to_ascii_lowercase()).copied();
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let why = || {
                if letter.is_ascii_alphabetic() {
                    format!("the start position has `{letter}`, but no piece has this letter")
                } else {
                    format!("`{}` has no meaning in a start position", brief(&letter.to_string()))
                }
            };
            piece.map(|piece| (side, piece)).ok_or_else(why)
        };
        let mut hand = match hand {
            Some(hand) => {
                Some(hand.chars().filter(|c| *c != '-').map(known).collect::<Result<Vec<_>, _>>()?)
            }
            None => None,
        };
        let promoted = |piece: PieceType| settings.promoted.contains_key(&piece);
        for (row, below) in text.split('/').zip(0u32..) {
            if below >= u32::from(self.ranks) {
                // More rows than ranks are pieces in hand.
                let more: Result<Vec<_>, _> =
                    row.chars().filter(|c| *c != '-').map(known).collect();
                hand.get_or_insert_default().extend(more?);
                continue;
            }
            let rank = self.ranks - 1 - below as u8;
            let mut file: u32 = 0;
            let mut number = 0;
            let mut form = Form::Plain;
            for sign in row.chars() {
                if let Some(digit) = sign.to_digit(10) {
                    number = (number * 10 + digit).min(1000);
                    continue;
                }
                file += std::mem::take(&mut number);
                let square = match sign {
                    '+' => {
                        form = Form::Promoted;
                        continue;
                    }
                    letter
                        if form == Form::Promoted
                            && !known(letter).is_ok_and(|(_, p)| promoted(p)) =>
                    {
                        return Err(format!(
                            "the start position has `+{letter}`, but no piece promotes from `{letter}`"
                        ));
                    }
                    '~' => {
                        if let Some(Square::Man(man)) = self.square(file.wrapping_sub(1), rank) {
                            man.form = Form::Reverts;
                        }
                        continue;
                    }
                    '*' => Square::Wall,
                    letter => {
                        let (side, piece) = known(letter)?;
                        Square::Man(Man {
                            side,
                            piece,
                            form: std::mem::replace(&mut form, Form::Plain),
                        })
                    }
                };
                let row = brief(row);
                *self.square(file, rank).ok_or_else(|| {
                    format!("the row `{row}` of the start position is wider than the board")
                })? = square;
                file += 1;
            }
            if file + number > u32::from(self.files) {
                let row = brief(row);
                return Err(format!(
                    "the row `{row}` of the start position is wider than the board"
                ));
            }
        }
        self.hand = hand;
        Ok(())
    }

    fn square(&mut self, file: u32, rank: u8) -> Option<&mut Square> {
        let file = usize::try_from(file).ok().filter(|file| *file < usize::from(self.files))?;
        self.squares.get_mut(usize::from(rank) * usize::from(self.files) + file)
    }

    /// The words after the placement. The program accepts most orders.
    fn fields<'t>(&mut self, words: impl Iterator<Item = &'t str>) {
        let mut numbers = Vec::new();
        for (word, at) in words.zip(0..) {
            if at == 0 {
                self.turn = if word == "b" { Side::Black } else { Side::White };
            } else if let Some((white, black)) = word.trim_start_matches('+').split_once('+') {
                if let (Ok(white), Ok(black)) = (white.parse(), black.parse()) {
                    self.checks = Some([white, black]);
                }
            } else if let Ok(number) = word.parse::<u32>() {
                numbers.push(number.min(9999));
            } else if at == 1 {
                self.castling = word.to_owned();
            }
        }
        if let [.., half, full] = numbers[..] {
            self.clocks = [half, full.max(1)];
        }
    }
}
