//! The settings of a variant: one table of keys, with the type and the default of each.

use crate::fairy::ini::Value;
use crate::fairy::values::{
    Bans, Captured, Chasing, Counting, Counts, Enclosing, EndCount, File, Lengths, Letters, Pairs,
    PieceSet, PieceSquares, PieceType, Rank, Rights, Scorer, Side, Sided, Squares, Verdict,
    Walling,
};
use crate::remark::Place;
use std::collections::BTreeMap;

/// A piece of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    /// Its letter, in lower case.
    pub(crate) letter: char,
    /// A second letter that start positions may use.
    pub(crate) second: Option<char>,
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

/// The program that a file is for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Program {
    /// Fairy-Stockfish.
    #[default]
    FairyStockfish,
    /// Its fork for large boards, which has keys and letters of its own.
    LargeBoards,
}

macro_rules! settings {
    (
        one { $($one:ident: $one_type:ty = $one_default:expr, $one_key:literal;)* }
        each { $($each:ident: $each_type:ty = $white:expr, $black:expr, $each_key:literal;)* }
    ) => {
        /// The rules of a variant. Each field is the key of the same name.
        #[derive(Clone, PartialEq, Debug)]
        pub(crate) struct Settings {
            /// The program that reads the keys.
            pub(crate) program: Program,
            /// The pieces of the key `pawnTypes`.
            pub(crate) pawn_types: PieceSet,
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
                    program: Program::default(),
                    pawn_types: PieceSet::default(),
                    pieces: BTreeMap::new(),
                    mobility: BTreeMap::new(),
                    origins: BTreeMap::new(),
                    $($one: $one_default,)*
                    $($each: Sided { white: $white, black: $black },)*
                }
            }
        }

        /// The keys of the table, those for both sides before those for one side.
        pub(crate) const KEYS: &[&str] = &[
            $($one_key,)*
            $($each_key, concat!($each_key, "White"), concat!($each_key, "Black"),)*
        ];

        impl Settings {
            /// Sets one key of the table.
            pub(crate) fn set(&mut self, key: &str, text: &str, letters: &Letters) -> Result<(), Wrong> {
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
        cylindrical: bool = false, "cylindrical";
        toroidal: bool = false, "toroidal";
        checking: bool = true, "checking";
        drop_checks: bool = true, "dropChecks";
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
        extinction_all: bool = true, "extinctionAllPieceTypes";
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
        promotion_by_piece: bool = false, "pieceSpecificPromotionRegion";
        white_promotion: PieceSquares = PieceSquares::new(), "whitePiecePromotionRegion";
        black_promotion: PieceSquares = PieceSquares::new(), "blackPiecePromotionRegion";
        promotion_steal: bool = false, "promotionSteal";
        promotion_in_hand: bool = false, "promotionRequireInHand";
        promotion_from_hand: bool = false, "promotionConsumeInHand";
        blast_on_move: bool = false, "blastOnMove";
        blast_promotion: bool = false, "blastPromotion";
        blast_diagonals: bool = true, "blastDiagonals";
        blast_center: bool = true, "blastCenter";
        death_on_capture: PieceSet = PieceSet::default(), "deathOnCaptureTypes";
        capture_morph: bool = false, "captureMorph";
        rex_exclusive: bool = false, "rexExclusiveMorph";
        capture_forbidden: Bans = Bans::default(), "captureForbidden";
        capture_allowed: Bans = Bans::default(), "captureAllowed";
        remove_connect: u32 = 0, "removeConnectN";
        remove_by_type: bool = false, "removeConnectNByType";
        surround_opposite: bool = false, "surroundCaptureOpposite";
        surround_edge: bool = false, "surroundCaptureEdge";
        surround_whole: Squares = Squares::default(), "surroundCaptureMaxRegion";
        surround_hostile: Squares = Squares::default(), "surroundCaptureHostileRegion";
        double_by_piece: bool = false, "pieceSpecificDoubleStepRegion";
        white_double: PieceSquares = PieceSquares::new(), "whitePieceDoubleStepRegion";
        black_double: PieceSquares = PieceSquares::new(), "blackPieceDoubleStepRegion";
        triple_by_piece: bool = false, "pieceSpecificTripleStepRegion";
        white_triple: PieceSquares = PieceSquares::new(), "whitePieceTripleStepRegion";
        black_triple: PieceSquares = PieceSquares::new(), "blackPieceTripleStepRegion";
        drop_mates: bool = true, "dropMates";
        must_en_passant: bool = false, "mustCaptureEnPassant";
        capturer_dies: bool = false, "capturerDiesOnCapture";
        capturer_dies_by_own_type: bool = false, "capturerDiesOnSameTypeCapture";
        capturer_dies_but_pawns: bool = false, "capturerDiesExemptPawns";
        priority_drops: PieceSet = PieceSet::default(), "priorityDropTypes";
        jump_captures: PieceSet = PieceSet::default(), "jumpCaptureTypes";
        jumps_go_on: bool = false, "forcedJumpContinuation";
        drops_by_piece: bool = false, "pieceSpecificDropRegion";
        white_drops: PieceSquares = PieceSquares::new(), "whitePieceDropRegion";
        black_drops: PieceSquares = PieceSquares::new(), "blackPieceDropRegion";
        piece_points: Counts = Counts::new(), "piecePoints";
        pay_to_drop: bool = false, "payPointsToDrop";
        points: bool = false, "pointsCounting";
        points_scorer: Scorer = Scorer::Us, "pointsRuleCaptures";
        points_value: Verdict = Verdict::Win, "pointsGoalValue";
        points_value_of_both: Verdict = Verdict::Win, "pointsGoalSimulValue";
        points_goal: u32 = 0, "pointsGoal";
        potions: bool = false, "potions";
        freeze_potion: Option<PieceType> = None, "freezePotion";
        jump_potion: Option<PieceType> = None, "jumpPotion";
        freeze_cooldown: u32 = 0, "freezeCooldown";
        jump_cooldown: u32 = 0, "jumpCooldown";
        potion_on_occupied: bool = false, "potionDropOnOccupied";
        commit_gates: bool = false, "commitGates";
        pass_until_setup: bool = false, "passUntilSetup";
        multimoves: Lengths = Lengths::default(), "multimoves";
        progressive: bool = false, "progressiveMultimove";
        multimove_check: bool = false, "multimoveCheck";
        multimove_capture: bool = true, "multimoveCapture";
        diagonal_general: bool = false, "diagonalGeneral";
        n_move_immediate: u32 = 0, "nMoveRuleImmediate";
        n_move_hard: u32 = 0, "nMoveHardLimitRule";
        n_move_hard_value: Verdict = Verdict::Draw, "nMoveHardLimitRuleValue";
        n_fold_immediate: u32 = 0, "nFoldRuleImmediate";
        pseudo_types: PieceSet = PieceSet::default(), "pseudoRoyalTypes";
        pseudo_count: u32 = 1, "pseudoRoyalCount";
        anti_types: PieceSet = PieceSet::default(), "antiRoyalTypes";
        anti_count: u32 = 1, "antiRoyalCount";
        connect_by_type: bool = false, "connectGoalByType";
        connect_white: String = String::new(), "connectPieceGoalWhite";
        connect_black: String = String::new(), "connectPieceGoalBlack";
        connect_group: i32 = 0, "connectGroup";
        sudoku: bool = false, "sudoku";
        sudoku_width: u32 = 4, "sudokuBoxWidth";
        sudoku_height: u32 = 2, "sudokuBoxHeight";
        sudoku_pawns: u32 = 0, "sudokuAllowedPawns";
        sudoku_royal: bool = false, "sudokuRoyalConflict";
    }
    each {
        must_capture: bool = false, false, "mustCapture";
        must_drop: bool = false, false, "mustDrop";
        must_drop_type: Option<PieceType> = None, None, "mustDropType";
        mandatory_region: Squares = Squares::default(), Squares::default(), "mandatoryPromotionRegion";
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

/// What is wrong with a value.
pub(crate) struct Wrong {
    /// What it should be.
    pub(crate) wanted: &'static str,
    pub(crate) why: String,
}

pub(crate) fn read<T: Value>(text: &str, letters: &Letters) -> Result<T, Wrong> {
    T::read(text, letters).map_err(|why| Wrong { wanted: T::WHAT, why })
}

fn read_over<T: Value>(text: &str, letters: &Letters, parent: &T) -> Result<T, Wrong> {
    T::read_over(text, letters, parent).map_err(|why| Wrong { wanted: T::WHAT, why })
}

impl Settings {
    /// The squares where a type promotes.
    pub(crate) fn promotion_squares(&self, side: Side, piece: PieceType) -> Squares {
        let own = [&self.white_promotion, &self.black_promotion];
        of_piece(self.promotion_region.of(side), self.promotion_by_piece, own, side, piece)
    }

    /// The squares from which a type makes a double step.
    pub(crate) fn double_squares(&self, side: Side, piece: PieceType) -> Squares {
        let own = [&self.white_double, &self.black_double];
        of_piece(self.double_step_region.of(side), self.double_by_piece, own, side, piece)
    }

    /// The squares from which a type makes a triple step.
    pub(crate) fn triple_squares(&self, side: Side, piece: PieceType) -> Squares {
        let own = [&self.white_triple, &self.black_triple];
        of_piece(self.triple_step_region.of(side), self.triple_by_piece, own, side, piece)
    }

    /// The squares on which a type is dropped.
    pub(crate) fn drop_squares(&self, side: Side, piece: PieceType) -> Squares {
        let own = [&self.white_drops, &self.black_drops];
        of_piece(self.drop_region.of(side), self.drops_by_piece, own, side, piece)
    }
}

/// A region of a side, of which a type may have only some squares. `own` has those of White's types
/// and of Black's; they count if `by_piece` is true.
fn of_piece(
    region: &Squares,
    by_piece: bool,
    own: [&PieceSquares; 2],
    side: Side,
    piece: PieceType,
) -> Squares {
    let [white, black] = own;
    let own = match side {
        Side::White => white,
        Side::Black => black,
    };
    if by_piece { region.common(&own.get(&piece).copied().unwrap_or_default()) } else { *region }
}
