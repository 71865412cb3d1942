//! The fields of the format.
//!
//! The list comes from the article "Interactive diagrams" on chessvariants.com, from comments of its
//! author there, and from published diagrams.

use alfil_diagnostics::diagnostic::did_you_mean;

/// The subject of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// The number of files.
    Files,
    /// The number of ranks.
    Ranks,
    /// The number of White's first rank.
    FirstRank,
    /// The rule by which Black's squares follow from White's.
    Symmetry,
    /// The title.
    Title,
    /// The number of ranks in which pieces promote.
    PromoZone,
    /// The number of pieces at the head of the list that promote.
    MaxPromote,
    /// The distance from a piece to its promoted form in the list.
    PromoOffset,
    /// The choices of a promotion.
    PromoChoice,
    /// The royal pieces.
    Royal,
    /// The result of stalemate.
    Stalemate,
    /// The result for a side that has only its royal pieces.
    Baring,
    /// The right to pass.
    Pass,
    /// The result of a repeated position.
    Repeat,
    /// The result for a side that gives check for ever.
    PerpCheck,
    /// The destination of captured pieces.
    Holdings,
    /// The pieces that change places at the start.
    Shuffle,
    /// A start position.
    Position,
    /// The board of changes of the piece above.
    Morph,
    /// Captures that are forbidden or change the capturing piece.
    CaptureMatrix,
    /// A switch for castling.
    Castling,
    /// Pictures, colours and clicks.
    Appearance,
    /// A field without a translation, with the reason.
    Beyond(&'static str),
}

const UNLIKE: &str = "its values have no published meaning that a definition could follow";

/// All fields by name.
const FIELDS: &[(&str, Field)] = &[
    ("files", Field::Files),
    ("ranks", Field::Ranks),
    ("firstRank", Field::FirstRank),
    ("symmetry", Field::Symmetry),
    ("title", Field::Title),
    ("name", Field::Title),
    ("promoZone", Field::PromoZone),
    ("maxPromote", Field::MaxPromote),
    ("promoOffset", Field::PromoOffset),
    ("promoChoice", Field::PromoChoice),
    ("royal", Field::Royal),
    ("stalemate", Field::Stalemate),
    ("baring", Field::Baring),
    ("pass", Field::Pass),
    ("repeat", Field::Repeat),
    ("repetition", Field::Repeat),
    ("perpCheck", Field::PerpCheck),
    ("holdingsType", Field::Holdings),
    ("shuffle", Field::Shuffle),
    ("position", Field::Position),
    ("morph", Field::Morph),
    ("captureMatrix", Field::CaptureMatrix),
    ("castling", Field::Castling),
    ("graphicsDir", Field::Appearance),
    ("graphicsType", Field::Appearance),
    ("whitePrefix", Field::Appearance),
    ("blackPrefix", Field::Appearance),
    ("squareSize", Field::Appearance),
    ("lightShade", Field::Appearance),
    ("darkShade", Field::Appearance),
    ("startShade", Field::Appearance),
    ("holdShade", Field::Appearance),
    ("rimColor", Field::Appearance),
    ("coordColor", Field::Appearance),
    ("coords", Field::Appearance),
    ("lineColor", Field::Appearance),
    ("borders", Field::Appearance),
    ("border", Field::Appearance),
    ("background", Field::Appearance),
    ("boardImage", Field::Appearance),
    ("useMarkers", Field::Appearance),
    ("markers", Field::Appearance),
    ("satellite", Field::Appearance),
    ("newClick", Field::Appearance),
    ("autoPromote", Field::Appearance),
    ("flip", Field::Appearance),
    ("inverted", Field::Appearance),
    ("theme", Field::Appearance),
    ("zoom", Field::Appearance),
    ("scale", Field::Appearance),
    ("fileNames", Field::Appearance),
    ("rankNames", Field::Appearance),
    ("legend", Field::Appearance),
    ("level", Field::Appearance),
    ("depth", Field::Appearance),
    (
        "counters",
        Field::Beyond("scripts of the page change these counters; write `effects` with `count`"),
    ),
    (
        "spell",
        Field::Beyond("spells act through scripts of the page; write what they do as `effects`"),
    ),
    (
        "barrier",
        Field::Beyond(
            "a grid has no barriers between neighbours; a `graph` may leave out their links",
        ),
    ),
    (
        "succession",
        Field::Beyond("no piece of another kind becomes royal when the last royal piece is lost"),
    ),
    (
        "burnZone",
        Field::Beyond("write what burns as `effects`, such as `capture enemy at K of end`"),
    ),
    (
        "counterStrike",
        Field::Beyond("write the ban as `every move`, with a question about `last mover`"),
    ),
    ("antiTrade", Field::Beyond("write the ban as `every move`, with a question about `guarded`")),
    ("trackPieces", Field::Beyond(UNLIKE)),
    ("protect", Field::Beyond(UNLIKE)),
    ("zonal", Field::Beyond("a script of the page decides; write zones and conditions on moves")),
];

/// The field with this name, in any case of letters.
pub(super) fn find(name: &str) -> Option<Field> {
    FIELDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, field)| field)
}

/// A known field with a similar name.
pub(super) fn similar(name: &str) -> Option<&'static str> {
    let short: String = name.chars().take(40).collect();
    did_you_mean(&short, FIELDS.iter().map(|(known, _)| *known))
}

/// The names of all fields, for tests and documents.
pub fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _)| *name)
}
