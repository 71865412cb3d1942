//! The start position of a variant, read as the program reads it.

use crate::foreign::fairy::ini::brief;
use crate::foreign::fairy::table::Settings;
use crate::foreign::fairy::values::{Letters, PieceType, Side};
use alfil_rules::space::Lattice;

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
                    format!("the start position has `{letter}`, which is the letter of no piece")
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
