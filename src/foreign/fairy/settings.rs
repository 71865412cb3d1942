//! The settings of a variant: one table of keys, with the type and the default of each.

use crate::foreign::fairy::ini::{Entry, Section, brief};
use crate::foreign::fairy::values::{
    Captured, Chasing, Counting, Counts, Enclosing, EndCount, File, Letters, Pairs, PieceSet,
    PieceType, Rank, Rights, Side, Sided, Squares, Value, Verdict, Walling,
};
use crate::foreign::remark::{Place, Remark, Weight};
use alfil_diagnostics::diagnostic::did_you_mean;
use std::collections::BTreeMap;

/// A piece of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// Its letter, in lower case.
    pub(crate) letter: char,
    /// How it moves, if the file says so.
    pub(crate) betza: Option<String>,
}

/// Where a setting was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// In the file.
    File(Place),
    /// In a built-in variant.
    BuiltIn,
}

macro_rules! settings {
    (
        one { $($one:ident: $one_type:ty = $one_default:expr, $one_key:literal;)* }
        each { $($each:ident: $each_type:ty = $white:expr, $black:expr, $each_key:literal;)* }
    ) => {
        /// The rules of a variant. Each field is the key of the same name.
        #[derive(Clone, PartialEq, Debug)]
        pub(crate) struct Settings {
            /// The pieces with letters.
            pub(crate) pieces: BTreeMap<PieceType, Piece>,
            /// The squares to which pieces of a type are restricted.
            pub(crate) mobility: BTreeMap<(Side, PieceType), Squares>,
            /// Where each key was written that differs from the default.
            pub(crate) origins: BTreeMap<String, Origin>,
            $(pub(crate) $one: $one_type,)*
            $(pub(crate) $each: Sided<$each_type>,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Settings {
                    pieces: BTreeMap::new(),
                    mobility: BTreeMap::new(),
                    origins: BTreeMap::new(),
                    $($one: $one_default,)*
                    $($each: Sided { white: $white, black: $black },)*
                }
            }
        }

        /// The keys of the table, those for both sides before those for one side.
        const KEYS: &[&str] = &[
            $($one_key,)*
            $($each_key, concat!($each_key, "White"), concat!($each_key, "Black"),)*
        ];

        impl Settings {
            /// Sets one key of the table.
            fn set(&mut self, key: &str, text: &str, letters: &Letters) -> Result<(), Wrong> {
                match key {
                    $($one_key => self.$one = read_over(text, letters, &self.$one)?,)*
                    $(
                        $each_key => self.$each = Sided::both(read(text, letters)?),
                        concat!($each_key, "White") => self.$each.white = read(text, letters)?,
                        concat!($each_key, "Black") => self.$each.black = read(text, letters)?,
                    )*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}

settings! {
    one {
        max_rank: Rank = Rank(8), "maxRank";
        max_file: File = File(8), "maxFile";
        start: String = String::from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "startFen";
        two_boards: bool = false, "twoBoards";
        king_type: Option<PieceType> = None, "kingType";
        sittuyin_promotion: bool = false, "sittuyinPromotion";
        promotion_limit: Counts = Counts::new(), "promotionLimit";
        promoted: Pairs = Pairs::new(), "promotedPieceType";
        promotion_on_capture: bool = false, "piecePromotionOnCapture";
        mandatory_pawn_promotion: bool = true, "mandatoryPawnPromotion";
        mandatory_piece_promotion: bool = false, "mandatoryPiecePromotion";
        demotion: bool = false, "pieceDemotion";
        blast: bool = false, "blastOnCapture";
        blast_immune: PieceSet = PieceSet::default(), "blastImmuneTypes";
        mutually_immune: PieceSet = PieceSet::default(), "mutuallyImmuneTypes";
        petrify: PieceSet = PieceSet::default(), "petrifyOnCaptureTypes";
        petrify_blast: bool = false, "petrifyBlastPieces";
        double_step: bool = true, "doubleStep";
        castling: bool = true, "castling";
        castling_dropped: bool = false, "castlingDroppedPiece";
        castling_king_side: File = File(7), "castlingKingsideFile";
        castling_queen_side: File = File(3), "castlingQueensideFile";
        castling_rank: Rank = Rank(1), "castlingRank";
        castling_king_file: File = File(5), "castlingKingFile";
        castling_rook_king_side: File = File(16), "castlingRookKingsideFile";
        castling_rook_queen_side: File = File(1), "castlingRookQueensideFile";
        opposite_castling: bool = false, "oppositeCastling";
        checking: bool = true, "checking";
        drop_checks: bool = true, "dropChecks";
        must_capture: bool = false, "mustCapture";
        must_drop: bool = false, "mustDrop";
        must_drop_type: Option<PieceType> = None, "mustDropType";
        self_capture: bool = false, "selfCapture";
        piece_drops: bool = false, "pieceDrops";
        free_drops: bool = false, "freeDrops";
        drop_loop: bool = false, "dropLoop";
        captures_to_hand: bool = false, "capturesToHand";
        capture_type: Captured = Captured::Out, "captureType";
        hostage_exchange: Pairs = Pairs::new(), "hostageExchange";
        prison_promotion: bool = false, "prisonPawnPromotion";
        first_rank_pawn_drops: bool = false, "firstRankPawnDrops";
        promotion_zone_drops: bool = false, "promotionZonePawnDrops";
        enclosing_drop: Enclosing = Enclosing::None, "enclosingDrop";
        enclosing_start: Squares = Squares::default(), "enclosingDropStart";
        sittuyin_rooks: bool = false, "sittuyinRookDrop";
        opposite_bishops: bool = false, "dropOppositeColoredBishop";
        drop_promoted: bool = false, "dropPromoted";
        no_doubled: Option<PieceType> = None, "dropNoDoubled";
        no_doubled_count: u32 = 1, "dropNoDoubledCount";
        immobility_illegal: bool = false, "immobilityIllegal";
        gating: bool = false, "gating";
        walling: Walling = Walling::None, "wallingRule";
        wall_or_move: bool = false, "wallOrMove";
        seirawan: bool = false, "seirawanGating";
        cambodian: bool = false, "cambodianMoves";
        diagonal_lines: Squares = Squares::default(), "diagonalLines";
        makpong: bool = false, "makpongRule";
        flying_general: bool = false, "flyingGeneral";
        soldier_rank: Rank = Rank(1), "soldierPromotionRank";
        flip: Enclosing = Enclosing::None, "flipEnclosedPieces";
        n_move: u32 = 50, "nMoveRule";
        n_fold: u32 = 3, "nFoldRule";
        n_fold_value: Verdict = Verdict::Draw, "nFoldValue";
        n_fold_absolute: bool = false, "nFoldValueAbsolute";
        perpetual_check_illegal: bool = false, "perpetualCheckIllegal";
        move_repetition_illegal: bool = false, "moveRepetitionIllegal";
        chasing: Chasing = Chasing::None, "chasingRule";
        stalemate: Verdict = Verdict::Draw, "stalemateValue";
        stalemate_count: bool = false, "stalematePieceCount";
        checkmate: Verdict = Verdict::Loss, "checkmateValue";
        no_drop_mate: bool = false, "shogiPawnDropMateIllegal";
        shatar_mate: bool = false, "shatarMateRule";
        bikjang: bool = false, "bikjangRule";
        extinction: Verdict = Verdict::None, "extinctionValue";
        extinction_claim: bool = false, "extinctionClaim";
        pseudo_royal: bool = false, "extinctionPseudoRoyal";
        duple_check: bool = false, "dupleCheck";
        extinction_types: PieceSet = PieceSet::default(), "extinctionPieceTypes";
        extinction_count: u32 = 0, "extinctionPieceCount";
        extinction_opponent: u32 = 0, "extinctionOpponentPieceCount";
        flag_count: u32 = 1, "flagPieceCount";
        flag_blocked: bool = false, "flagPieceBlockedWin";
        flag_move: bool = false, "flagMove";
        flag_safe: bool = false, "flagPieceSafe";
        check_counting: bool = false, "checkCounting";
        connect: u32 = 0, "connectN";
        connect_types: PieceSet = PieceSet { all: true, types: Default::default() }, "connectPieceTypes";
        connect_vertical: bool = true, "connectVertical";
        connect_horizontal: bool = true, "connectHorizontal";
        connect_diagonal: bool = true, "connectDiagonal";
        connect_square: u32 = 0, "connectNxN";
        collinear: u32 = 0, "collinearN";
        connect_value: Verdict = Verdict::Win, "connectValue";
        material: Counting = Counting::None, "materialCounting";
        full_board: bool = false, "adjudicateFullBoard";
        counting: EndCount = EndCount::None, "countingRule";
        castling_wins: Rights = Rights::default(), "castlingWins";
    }
    each {
        promotion_region: Squares = Squares::rank(8), Squares::rank(1), "promotionRegion";
        promotion_pawns: PieceSet = PieceSet::of(&["pawn"]), PieceSet::of(&["pawn"]), "promotionPawnTypes";
        promotion_types: PieceSet = PieceSet::default(), PieceSet::default(), "promotionPieceTypes";
        double_step_region: Squares = Squares::rank(2), Squares::rank(7), "doubleStepRegion";
        triple_step_region: Squares = Squares::default(), Squares::default(), "tripleStepRegion";
        en_passant_region: Squares = Squares::ALL, Squares::ALL, "enPassantRegion";
        en_passant_types: PieceSet = PieceSet::of(&["pawn"]), PieceSet::of(&["pawn"]), "enPassantTypes";
        castling_king: Option<PieceType> = PieceType::of_key("king"), PieceType::of_key("king"), "castlingKingPiece";
        castling_rooks: PieceSet = PieceSet::of(&["rook"]), PieceSet::of(&["rook"]), "castlingRookPieces";
        drop_region: Squares = Squares::ALL, Squares::ALL, "dropRegion";
        walling_region: Squares = Squares::ALL, Squares::ALL, "wallingRegion";
        pass: bool = false, false, "pass";
        pass_on_stalemate: bool = false, false, "passOnStalemate";
        n_move_types: PieceSet = PieceSet::of(&["pawn"]), PieceSet::of(&["pawn"]), "nMoveRuleTypes";
        flag_piece: Option<PieceType> = None, None, "flagPiece";
        flag_region: Squares = Squares::default(), Squares::default(), "flagRegion";
        connect_region1: Squares = Squares::default(), Squares::default(), "connectRegion1";
        connect_region2: Squares = Squares::default(), Squares::default(), "connectRegion2";
    }
}

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
];

/// What is wrong with a value.
struct Wrong {
    /// What it should be.
    wanted: &'static str,
    why: String,
}

fn read<T: Value>(text: &str, letters: &Letters) -> Result<T, Wrong> {
    T::read(text, letters).map_err(|why| Wrong { wanted: T::WHAT, why })
}

/// The place of keys: those of the file, or none for a built-in variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Book {
    File,
    BuiltIn,
}

fn read_over<T: Value>(text: &str, letters: &Letters, parent: &T) -> Result<T, Wrong> {
    T::read_over(text, letters, parent).map_err(|why| Wrong { wanted: T::WHAT, why })
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
            "" => format!("`{text}` is no value of `{key}`"),
            why => format!("`{key}`: {why}"),
        };
        let help = Some(format!("write {}", wrong.wanted));
        self.remarks.push(about(entry, Weight::Error, what, help));
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
