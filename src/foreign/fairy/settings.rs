//! Reads the keys of a section into the settings of a variant.

use crate::foreign::fairy::ini::{Entry, Section, brief};
use crate::foreign::fairy::table::{KEYS, Origin, Piece, Settings, Wrong, read};
use crate::foreign::fairy::values::{Letters, PieceSet, PieceType, Side, Sided, Squares};
use crate::foreign::remark::{Remark, Weight};
use alfil_diagnostics::diagnostic::did_you_mean;
use std::collections::BTreeMap;

/// Keys that set several others for pieces that are treated as pawns.
const PAWN_TYPES: &str = "pawnTypes";

/// Keys for interfaces and for the strength of the program.
const WITHOUT_RULES: &[&str] = &[
    "variantTemplate",
    "pieceToCharTable",
    "pocketSize",
    "pieceValueMg",
    "pieceValueEg",
    "chess960",
    "nnueAlias",
    "endgameEval",
    "virtualDrops",
    "virtualDropLimit",
];

/// The place of keys: those of the file, or none for a built-in variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Book {
    File,
    BuiltIn,
}

impl Settings {
    /// Lays the keys of a section over these settings, as the program does. Returns remarks about
    /// them.
    pub(crate) fn apply(&mut self, section: &Section, book: Book) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let entries: BTreeMap<&str, &Entry> =
            section.entries.iter().map(|entry| (entry.key.text.as_str(), entry)).collect();
        self.set_pieces(&entries, &mut remarks);
        let letters: Letters =
            self.pieces.iter().map(|(&piece, given)| (given.letter, piece)).collect();
        let mut keys = Keys { entries: &entries, letters: &letters, book, remarks: &mut remarks };
        keys.pawn_types(self);
        for key in KEYS {
            if let Some(entry) = keys.entries.get(key) {
                match self.set(key, &entry.value.text, &letters) {
                    Ok(()) => {
                        self.origins.insert((*key).to_owned(), keys.origin(entry));
                    }
                    Err(wrong) => keys.wrong(entry, &wrong),
                }
            }
        }
        keys.mobility(self);
        keys.others();
        for entry in &section.entries {
            let key = entry.key.text.as_str();
            let is_piece = PieceType::of_key(key).is_some() || mobility_key(key).is_some();
            if is_piece || key == PAWN_TYPES {
                let origin = match book {
                    Book::File => Origin::File(entry.key.place),
                    Book::BuiltIn => Origin::BuiltIn,
                };
                self.origins.insert(key.to_owned(), origin);
            }
        }
        remarks
    }

    /// Gives pieces their letters, in the order of the types.
    fn set_pieces(&mut self, entries: &BTreeMap<&str, &Entry>, remarks: &mut Vec<Remark>) {
        let mut given: Vec<(PieceType, &Entry)> = Vec::new();
        for (key, entry) in entries {
            given.extend(PieceType::of_key(key).map(|piece| (piece, *entry)));
        }
        // The king is the last type of the program.
        given.sort_by_key(|(piece, _)| (piece.is("king"), *piece));
        for (piece, entry) in given {
            let text = entry.value.text.as_str();
            let Some(letter) = text.chars().next().filter(char::is_ascii_alphabetic) else {
                if !text.is_empty() && !text.starts_with('-') {
                    let what = format!("`{}` is no letter of a piece", brief(text));
                    let help = Some("write a letter, or `-` for none".to_owned());
                    remarks.push(about(entry, Weight::Error, what, help));
                }
                if !text.is_empty() {
                    self.pieces.remove(&piece);
                }
                continue;
            };
            let letter = letter.to_ascii_lowercase();
            let betza = text.get(1..).and_then(|rest| rest.strip_prefix(':'));
            let betza = betza.and_then(|rest| rest.split_whitespace().next()).map(str::to_owned);
            let custom = matches!(piece, PieceType::Custom(_));
            if custom && betza.is_none() {
                let what = format!("`{}` says no moves for the piece `{letter}`", brief(text));
                let help = Some(format!("write `{letter}:` and its moves"));
                remarks.push(about(entry, Weight::Doubt, what, help));
            }
            self.pieces.retain(|_, other| other.letter != letter);
            let betza = betza.filter(|_| custom || piece.is("king"));
            self.pieces.insert(piece, Piece { letter, betza });
        }
    }

    /// Where a key was written.
    pub(crate) fn origin(&self, key: &str) -> Option<Origin> {
        self.origins.get(key).copied()
    }
}

/// The side and the type in a key such as `mobilityRegionWhiteRook`.
fn mobility_key(key: &str) -> Option<(Side, PieceType)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let side = Side::ALL.into_iter().find(|side| rest.starts_with(side.word()))?;
    let mut name = rest.get(side.word().len()..)?.chars();
    let first = name.next()?.to_ascii_lowercase();
    let piece = PieceType::of_key(&format!("{first}{}", name.as_str()))?;
    Some((side, piece))
}

fn about(entry: &Entry, weight: Weight, what: String, help: Option<String>) -> Remark {
    let key = entry.key.text.clone();
    Remark { place: Some(entry.value.place), key, weight, what, help }
}

/// The keys of one section while they are read.
struct Keys<'a> {
    entries: &'a BTreeMap<&'a str, &'a Entry>,
    letters: &'a Letters,
    book: Book,
    remarks: &'a mut Vec<Remark>,
}

impl Keys<'_> {
    fn origin(&self, entry: &Entry) -> Origin {
        match self.book {
            Book::File => Origin::File(entry.key.place),
            Book::BuiltIn => Origin::BuiltIn,
        }
    }

    fn wrong(&mut self, entry: &Entry, wrong: &Wrong) {
        let (key, text) = (&entry.key.text, brief(&entry.value.text));
        let what = match wrong.why.as_str() {
            "" => format!("`{text}` is no value of `{key}`, so it is not carried over"),
            why => format!("`{key}` is not carried over: {why}"),
        };
        let help = Some(format!("write {}", wrong.wanted));
        self.remarks.push(about(entry, Weight::Lost, what, help));
    }

    fn pawn_types(&mut self, settings: &mut Settings) {
        let Some(entry) = self.entries.get(PAWN_TYPES) else { return };
        match read::<PieceSet>(&entry.value.text, self.letters) {
            Ok(set) => {
                settings.promotion_pawns = Sided::both(set.clone());
                settings.en_passant_types = Sided::both(set.clone());
                settings.n_move_types = Sided::both(set);
            }
            Err(wrong) => self.wrong(entry, &wrong),
        }
    }

    fn mobility(&mut self, settings: &mut Settings) {
        for (key, entry) in self.entries {
            if let Some(whose) = mobility_key(key) {
                match read::<Squares>(&entry.value.text, self.letters) {
                    Ok(squares) => {
                        settings.mobility.insert(whose, squares);
                    }
                    Err(wrong) => self.wrong(entry, &wrong),
                }
            }
        }
    }

    /// Remarks about keys that are not in the table.
    fn others(&mut self) {
        for (key, entry) in self.entries {
            if KEYS.contains(key)
                || *key == PAWN_TYPES
                || PieceType::of_key(key).is_some()
                || mobility_key(key).is_some()
            {
                continue;
            }
            let place = Some(entry.key.place);
            let key = (*key).to_owned();
            if WITHOUT_RULES.contains(&key.as_str()) {
                let what = format!("`{}` has no meaning for the rules", brief(&key));
                self.remarks.push(Remark { place, key, weight: Weight::Quiet, what, help: None });
                continue;
            }
            let types = crate::foreign::fairy::pieces::PREDEFINED.iter().map(|piece| piece.key);
            let known = KEYS.iter().copied().chain(types).chain(WITHOUT_RULES.iter().copied());
            let near = did_you_mean(&key, known.chain([PAWN_TYPES]));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let what = format!("`{}` is not known, so it is not carried over", brief(&key));
            self.remarks.push(Remark { place, key, weight: Weight::Lost, what, help });
        }
    }
}
