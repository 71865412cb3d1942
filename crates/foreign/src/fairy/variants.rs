//! The variants of a file over the built-in ones: sections, what they inherit, and their settings.

use crate::fairy::ini::{self, Document, Entry, Section, brief};
use crate::fairy::table::{KEYS, Origin, Piece, Program, Settings, Wrong, read};
use crate::fairy::values::{
    Captured, Enclosing, Letters, PieceSet, PieceType, Rank, Side, Sided, Squares,
};
use crate::remark::{Place, Remark, Weight};
use alfil_diagnostics::diagnostic::did_you_mean;
use std::collections::BTreeMap;
use std::sync::OnceLock;

// The variants of a file over the built-in ones: sections, and what they inherit.

/// The longest chain of sections that inherit from each other.
const MAX_CHAIN: usize = 100;

/// The built-in variants of the program, written for this project as settings over each other.
const BUILT_IN: &str = include_str!("builtin.ini");

/// A variant with all that it inherits.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) name: String,
    /// The line of its section; `None` for a built-in variant.
    pub(crate) place: Option<Place>,
    pub(crate) settings: Settings,
    /// The nearest built-in variant among its ancestors.
    pub(crate) ancestor: Option<String>,
    pub(crate) remarks: Vec<Remark>,
}

/// The built-in variants, parents before children.
fn built_in() -> &'static BTreeMap<String, Settings> {
    static ALL: OnceLock<BTreeMap<String, Settings>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: BTreeMap<String, Settings> = BTreeMap::new();
        for section in ini::read(BUILT_IN).unwrap_or_default().sections {
            let parent = section.parent.as_ref().and_then(|parent| all.get(&parent.text));
            let mut settings = parent.cloned().unwrap_or_default();
            settings.apply(&section, Book::BuiltIn);
            all.insert(section.name.text, settings);
        }
        all
    })
}

/// The names of the built-in variants, sorted.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    built_in().keys().map(String::as_str)
}

/// The settings of a built-in variant.
pub(crate) fn built_in_settings(name: &str) -> Option<&'static Settings> {
    built_in().get(name)
}

/// A built-in variant.
pub(crate) fn of_built_in(name: &str) -> Option<Resolved> {
    built_in().get_key_value(name).map(|(name, settings)| Resolved {
        name: name.clone(),
        place: None,
        settings: settings.clone(),
        ancestor: Some(name.clone()),
        remarks: Vec::new(),
    })
}

/// The variants of a file, in its order.
pub(crate) struct Family<'d> {
    document: &'d Document,
    /// The first section of each name. The program reads no other one of that name.
    first: BTreeMap<&'d str, usize>,
    /// What has been resolved.
    known: BTreeMap<usize, Known>,
    program: Program,
}

/// A section with all that it inherits, for the sections that inherit from it.
#[derive(Clone, Default, Debug)]
struct Known {
    settings: Settings,
    /// The nearest built-in variant.
    ancestor: Option<String>,
    /// The keys that are not carried over, of this section and of all above it.
    lost: Vec<Remark>,
}

impl<'d> Family<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        let mut first = BTreeMap::new();
        for (at, section) in document.sections.iter().enumerate() {
            first.entry(section.name.text.as_str()).or_insert(at);
        }
        let mut entries = document.sections.iter().flat_map(|section| &section.entries);
        let program = if entries.any(|entry| is_of_fork(&entry.key.text)) {
            Program::LargeBoards
        } else {
            Program::FairyStockfish
        };
        Family { document, first, known: BTreeMap::new(), program }
    }

    /// The section with this index, with all that it inherits. The time is proportional to the
    /// sections that were not resolved before.
    pub(crate) fn resolve(&mut self, at: usize) -> Option<Resolved> {
        let section = self.document.sections.get(at)?;
        let mut remarks = section.remarks.clone();
        self.doubts(at, section, &mut remarks);
        let mut chain = vec![at];
        let mut base = Known::default();
        while let Some(section) = chain.last().and_then(|at| self.document.sections.get(*at)) {
            let Some(parent) = &section.parent else { break };
            let own = chain.last().copied().unwrap_or_default();
            let other = self.first.get(parent.text.as_str()).copied().filter(|other| *other != own);
            let error = |what: String, help: Option<String>| Remark {
                place: Some(parent.place),
                key: String::new(),
                weight: Weight::Error,
                what,
                help,
            };
            match other {
                Some(other) if chain.contains(&other) || chain.len() >= MAX_CHAIN => {
                    let what = format!("`{}` inherits from itself", parent.text);
                    remarks.push(error(what, Some("name a variant that stands above".to_owned())));
                    break;
                }
                Some(other) => match self.known.get(&other) {
                    Some(known) => {
                        base = known.clone();
                        break;
                    }
                    None => chain.push(other),
                },
                None => {
                    match built_in().get(&parent.text) {
                        Some(settings) => {
                            base.settings = settings.clone();
                            base.ancestor = Some(parent.text.clone());
                        }
                        None => {
                            let what =
                                format!("there is no variant `{}`", ini::brief(&parent.text));
                            let names: Vec<&str> = self.first.keys().copied().collect();
                            let names =
                                names.into_iter().chain(built_in().keys().map(String::as_str));
                            let near = did_you_mean(&parent.text, names);
                            let help = near.map(|near| format!("did you mean `{near}`?"));
                            remarks.push(error(what, help));
                        }
                    }
                    break;
                }
            }
        }
        for &step in chain.iter().rev() {
            let Some(section) = self.document.sections.get(step) else { continue };
            if section.parent.is_none() {
                base = Known::default();
            }
            if step == at {
                // What the sections above it lose, it loses as well.
                remarks.append(&mut base.lost.clone());
            }
            base.settings.program = self.program;
            let found = base.settings.apply(section, Book::File);
            let lost = found.iter().filter(|remark| remark.weight == Weight::Lost);
            base.lost.extend(lost.cloned());
            if step == at {
                remarks.extend(found);
            }
            self.known.insert(step, base.clone());
        }
        let Known { settings, ancestor, .. } = base;
        let (name, place) = (section.name.text.clone(), Some(section.name.place));
        Some(Resolved { name, place, settings, ancestor, remarks })
    }

    /// Remarks about sections that the program would not read.
    fn doubts(&self, at: usize, section: &Section, remarks: &mut Vec<Remark>) {
        let mut doubt = |what: String| {
            let place = Some(section.name.place);
            let key = String::new();
            remarks.push(Remark { place, key, weight: Weight::Doubt, what, help: None });
        };
        let name = section.name.text.as_str();
        let first = self.first.get(name).and_then(|first| self.document.sections.get(*first));
        if let Some(first) = first.filter(|first| first.name.place != section.name.place) {
            let line = first.name.place.line;
            doubt(format!("`{name}` is already in line {line}, and the program uses that section"));
        } else if built_in().contains_key(name) {
            doubt(format!("`{name}` is built in, so the program does not read this section"));
        }
        let parent =
            section.parent.as_ref().and_then(|parent| self.first.get(parent.text.as_str()));
        if parent.is_some_and(|parent| *parent > at) {
            doubt("the program does not know a parent that comes later in the file".to_owned());
        }
    }
}

// Reads the keys of a section into the settings of a variant.

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

/// Keys that only the fork for large boards has. A key that begins so belongs to it, too.
#[rustfmt::skip]
const OF_FORK: &[&str] = &[
    "antiRoyal", "biblicalGame", "blastCenter", "blastDiagonals", "blastOnMove", "blastPromotion",
    "blackPiece", "capturerDies", "captureAllowed", "captureForbidden", "captureMorph", "captureType",
    "commitGates", "connectGoalByType", "connectGroup", "connectPieceGoal", "cylindrical",
    "deathOnCaptureTypes", "diagonalGeneral", "dropMates", "extinctionAllPieceTypes",
    "forcedJumpContinuation",
    "freezeCooldown", "freezePotion", "hostageExchange", "jumpCaptureTypes", "jumpCooldown",
    "jumpPotion", "mandatoryPromotionRegion", "multimove", "mustCaptureEnPassant", "nFoldRuleImmediate",
    "nMoveHardLimit", "nMoveRuleImmediate", "passUntilSetup", "payPointsToDrop", "piecePoints",
    "pieceSpecific", "points", "potion", "prisonPawnPromotion", "priorityDropTypes",
    "progressiveMultimove", "promotionConsumeInHand", "promotionRequireInHand", "promotionSteal",
    "pseudoRoyal", "removeConnectN", "rexExclusiveMorph", "sudoku", "surroundCapture",
    "toroidal", "whitePiece",
];

/// True for a key that only the fork for large boards has.
pub(crate) fn is_of_fork(key: &str) -> bool {
    OF_FORK.iter().any(|start| key.starts_with(start))
}

/// Old names of keys, which the program still reads, and the names of today. A key of today counts
/// more than an old one in the same section.
const OLD: &[(&str, &str)] = &[
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// Old keys whose values mean something else today: a rank or a flag in the place of squares and a
/// word.
const OLD_RANKS: &[&str] = &["promotionRank", "doubleStepRank", "doubleStepRankMin", "dropOnTop"];

/// True for the old name of a key.
fn is_old(key: &str) -> bool {
    OLD_RANKS.contains(&key) || OLD.iter().any(|(old, _)| *old == key)
}

impl Settings {
    /// Lays the keys of a section over these settings, as the program does. Returns remarks about
    /// them.
    pub(crate) fn apply(&mut self, section: &Section, book: Book) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let entries: BTreeMap<&str, &Entry> =
            section.entries.iter().map(|entry| (entry.key.text.as_str(), entry)).collect();
        self.set_pieces(&entries, book, &mut remarks);
        let letters: Letters =
            self.pieces.iter().map(|(&piece, given)| (given.letter, piece)).collect();
        let mut keys = Keys { entries: &entries, letters: &letters, book, remarks: &mut remarks };
        keys.pawn_types(self);
        keys.old(self);
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
        keys.captures(self);
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
    fn set_pieces(
        &mut self,
        entries: &BTreeMap<&str, &Entry>,
        book: Book,
        remarks: &mut Vec<Remark>,
    ) {
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
                    let what = format!("`{}` is not the letter of a piece", brief(text));
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
            let betza = betza.map(movement).filter(|text| !text.is_empty()).map(str::to_owned);
            let custom = matches!(piece, PieceType::Custom(_));
            if custom && betza.is_none() {
                let what = format!("`{}` has no moves for the piece `{letter}`", brief(text));
                let help = Some(format!("write `{letter}:` and its moves"));
                remarks.push(about(entry, Weight::Doubt, what, help));
            }
            self.pieces.retain(|_, other| other.letter != letter);
            let betza = betza.filter(|_| custom || piece.is("king"));
            // Only the program itself gives a piece a second letter: `horse = n h`.
            let second = match book {
                Book::BuiltIn => text.get(1..).and_then(|rest| rest.trim().chars().next()),
                Book::File => None,
            };
            let second = second.filter(|_| betza.is_none());
            self.pieces.insert(piece, Piece { letter, second, betza });
        }
    }

    /// Where a key was written.
    pub(crate) fn origin(&self, key: &str) -> Option<Origin> {
        self.origins.get(key).copied()
    }
}

/// The movement at the beginning of a text: up to the first blank that is not in braces.
fn movement(text: &str) -> &str {
    let text = text.trim_start();
    let mut depth = 0_usize;
    let end = text.find(|sign: char| {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && sign.is_whitespace()
    });
    end.and_then(|end| text.get(..end)).unwrap_or(text)
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

impl<'a> Keys<'a> {
    fn origin(&self, entry: &Entry) -> Origin {
        match self.book {
            Book::File => Origin::File(entry.key.place),
            Book::BuiltIn => Origin::BuiltIn,
        }
    }

    fn wrong(&mut self, entry: &Entry, wrong: &Wrong) {
        let (key, text) = (&entry.key.text, brief(&entry.value.text));
        let what = match wrong.why.as_str() {
            "" => format!("`{text}` is not a value of `{key}`, so it is not carried over"),
            why => format!("`{key}` is not carried over: {why}"),
        };
        let help = Some(format!("write {}", wrong.wanted));
        self.remarks.push(about(entry, Weight::Lost, what, help));
    }

    fn pawn_types(&mut self, settings: &mut Settings) {
        let Some(entry) = self.entries.get(PAWN_TYPES) else { return };
        match read::<PieceSet>(&entry.value.text, self.letters) {
            Ok(set) => {
                settings.pawn_types = set.clone();
                settings.promotion_pawns = Sided::both(set.clone());
                settings.en_passant_types = Sided::both(set.clone());
                settings.n_move_types = Sided::both(set);
            }
            Err(wrong) => self.wrong(entry, &wrong),
        }
    }

    /// Old names of keys.
    fn old(&mut self, settings: &mut Settings) {
        // The ranks count on the board of this section.
        if let Some(entry) = self.entries.get("maxRank") {
            let _said_later = settings.set("maxRank", &entry.value.text, self.letters);
        }
        let last = settings.max_rank.0;
        for (old, new) in OLD {
            let Some(&entry) = self.entries.get(old) else { continue };
            match settings.set(new, &entry.value.text, self.letters) {
                Ok(()) => self.wrote(settings, &[*new], entry),
                Err(wrong) => self.wrong(entry, &wrong),
            }
        }
        let region = |from: u8, to: u8| {
            let ranks = |first: u8, end: u8| {
                let whole = (first.max(1)..=end.min(last)).map(Squares::rank);
                whole.fold(Squares::default(), |all, rank| all.with(&rank))
            };
            let black = ranks((last + 1).saturating_sub(to), (last + 1).saturating_sub(from));
            Sided { white: ranks(from, to), black }
        };
        if let Some((entry, rank)) = self.rank("promotionRank") {
            settings.promotion_region = region(rank, last);
            self.wrote(settings, &["promotionRegionWhite", "promotionRegionBlack"], entry);
        }
        let (least, most) = (self.rank("doubleStepRankMin"), self.rank("doubleStepRank"));
        if let Some((entry, _)) = most.or(least) {
            let number = |given: Option<(&Entry, u8)>| given.map_or(2, |(_, rank)| rank);
            settings.double_step_region = region(number(least), number(most));
            self.wrote(settings, &["doubleStepRegionWhite", "doubleStepRegionBlack"], entry);
        }
        if let Some(&entry) = self.entries.get("dropOnTop") {
            match read::<bool>(&entry.value.text, self.letters) {
                Ok(true) => {
                    settings.enclosing_drop = Enclosing::Top;
                    self.wrote(settings, &["enclosingDrop"], entry);
                }
                Ok(false) => {}
                Err(wrong) => self.wrong(entry, &wrong),
            }
        }
    }

    /// The rank that an old key names.
    fn rank(&mut self, key: &str) -> Option<(&'a Entry, u8)> {
        let &entry = self.entries.get(key)?;
        match read::<Rank>(&entry.value.text, self.letters) {
            Ok(rank) => Some((entry, rank.0)),
            Err(wrong) => {
                self.wrong(entry, &wrong);
                None
            }
        }
    }

    /// Notes where keys were written.
    fn wrote(&self, settings: &mut Settings, keys: &[&str], entry: &Entry) {
        for key in keys {
            settings.origins.insert((*key).to_owned(), self.origin(entry));
        }
    }

    /// `captureType` is the newer name of `capturesToHand`, with more values. A section that says one
    /// of them replaces what its parent says by either.
    fn captures(&self, settings: &mut Settings) {
        let has = |key: &str| self.entries.contains_key(key);
        if has("captureType") {
            settings.captures_to_hand = settings.capture_type == Captured::Hand;
        } else if has("capturesToHand") {
            settings.capture_type =
                if settings.captures_to_hand { Captured::Hand } else { Captured::Out };
        }
    }

    fn mobility(&mut self, settings: &mut Settings) {
        for (key, entry) in self.entries {
            if let Some(whose) = mobility_key(key) {
                match read::<Squares>(&entry.value.text, self.letters) {
                    // The other program takes a region without squares for no limit.
                    Ok(squares) if squares == Squares::default() => {}
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
                || is_old(key)
                || *key == PAWN_TYPES
                || PieceType::of_key(key).is_some()
                || mobility_key(key).is_some()
            {
                continue;
            }
            let place = Some(entry.key.place);
            let key = (*key).to_owned();
            if WITHOUT_RULES.contains(&key.as_str()) {
                let what = format!("`{}` has no effect on the rules", brief(&key));
                self.remarks.push(Remark { place, key, weight: Weight::Quiet, what, help: None });
                continue;
            }
            let types = crate::fairy::values::PREDEFINED.iter().map(|piece| piece.key);
            let known = KEYS.iter().copied().chain(types).chain(WITHOUT_RULES.iter().copied());
            let near = did_you_mean(&key, known.chain([PAWN_TYPES]));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let what = format!("`{}` is not known, so it is not carried over", brief(&key));
            self.remarks.push(Remark { place, key, weight: Weight::Lost, what, help });
        }
    }
}
