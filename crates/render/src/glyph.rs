//! How pictures show a kind: its symbol or letter, and the silhouettes of pieces as paths.

use Part::{Body, Ink, Stroke};
use alfil_rules::look::Dress;
use alfil_rules::look::Figure;
use alfil_rules::look::Symbol;
use alfil_rules::look::{Form, Letter};
use alfil_rules::ruleset::{Blocking, Kind};

// The silhouettes of pieces as paths in a box of 100 by 100, y down, with the foot at y = 88.
//
// All were drawn for this project. The parts of a shape are ordered from back to front. Colours
// are chosen when a shape is drawn.

/// One layer of a silhouette.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// Filled and outlined.
    Body(&'static str),
    /// A line in the colour of the outline.
    Stroke(&'static str),
    /// Filled with the colour of the outline.
    Ink(&'static str),
}

/// A silhouette.
#[derive(Debug)]
pub struct Shape {
    /// The chess figure of the silhouette, such as a knight.
    pub(crate) figure: Figure,
    /// The parts, ordered from back to front.
    pub(crate) parts: &'static [Part],
}

/// The shape of a figure. `None` if the figure has no silhouette and is drawn as a letter.
pub fn shape(figure: Figure) -> Option<&'static Shape> {
    SHAPES.iter().find(|shape| shape.figure == figure)
}

const FOOT: Part = Body("M22 88V82Q22 76 28 76H72Q78 76 78 82V88Z");
const HEM: Part = Body("M33 64H67C67 68 70 73 72 76H28C30 73 33 68 33 64Z");
const HORSE: Part = Body(
    "M73 76C81 57 78 31 58 21L55 10L45 19C36 23 30 33 21 49C17 55 19 62 26 63.5C29 64 31 63 33 61L42 56.5C46 56.5 50 54 53 50C54 61 36 61 31 76Z",
);
// The head of `HORSE`, but lower, with room for a hat.
const HATTED: Part = Body(
    "M72 76C80 64 78 44 60 36H44C37 39 31 46 23 57C19 62 21 68 27 69C30 69.5 32 68.5 34 67L42 63.5C46 63.5 50 61.5 53 58C54 66 38 67 32 76Z",
);
const HATTED_EYE: Part = Stroke("M41 49.5L43.5 48.5M27 63.2L27.4 63");

pub(crate) const SHAPES: &[Shape] = &[
    Shape {
        figure: Figure::King,
        parts: &[
            Body("M46.5 32V24H40V17H46.5V10H53.5V17H60V24H53.5V32Z"),
            Body(
                "M50 66H33C29 59 17 54 19 42C21 30 40 28 50 44C60 28 79 30 81 42C83 54 71 59 67 66Z",
            ),
            Body("M50 60C44 50 42 40 50 31C58 40 56 50 50 60Z"),
            HEM,
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Queen,
        parts: &[
            Body("M29 64L17 33L34 48L34 23L46 45L50 19L54 45L66 23L66 48L83 33L71 64Z"),
            Body(
                "M12.5 30a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM29.5 20a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM45.5 15a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM61.5 20a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM78.5 30a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z",
            ),
            Body("M29 64Q50 58 71 64L70 76H30Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Rook,
        parts: &[
            Body("M34 40H66L69 76H31Z"),
            Body("M25 40V19H37V27H44V19H56V27H63V19H75V40Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Bishop,
        parts: &[
            Body("M40 60H60C60 68 66 72 70 76H30C34 72 40 68 40 60Z"),
            Body(
                "M50 20C62 28 70 40 66 51C65 55 62 58 59 60H41C38 58 35 55 34 51C30 40 38 28 50 20Z",
            ),
            Stroke("M50 33V51M42.5 40.5H57.5"),
            Body("M44.5 15.5a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0Z"),
            Body("M36 59H64V66H36Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Knight,
        parts: &[HORSE, Stroke("M40 34L43 32.8M25.5 57L26 56.7M60 30C68 38 70 52 66 66"), FOOT],
    },
    Shape {
        figure: Figure::Pawn,
        parts: &[
            Body("M42 50H58C58 62 66 70 70 76H30C34 70 42 62 42 50Z"),
            Body("M36.5 37a13.5 13.5 0 1 1 27 0a13.5 13.5 0 1 1-27 0Z"),
            Body("M35 49H65V55H35Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Archbishop,
        parts: &[
            HATTED,
            HATTED_EYE,
            Body("M53 7C66 16 71 28 66 39H42C35 28 40 16 53 7Z"),
            Stroke("M53 17.5V33M46 24.5H60"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Chancellor,
        parts: &[
            HATTED,
            HATTED_EYE,
            Body("M40 38L37 15H45V21H49.5V15H57.5V21H62V15H70L67 38Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Amazon,
        parts: &[HATTED, HATTED_EYE, Body("M41 38L33 17L44.5 27L53 11L61.5 27L73 17L65 38Z"), FOOT],
    },
    Shape {
        figure: Figure::Nightrider,
        parts: &[
            HORSE,
            Body(
                "M55 10L58 21C62 23 65 25.5 67.5 28.5L81 25L74 39L87 44L76 54L86 63L74.5 66C77 50 74 32 58 21Z",
            ),
            Stroke("M40 34L43 32.8M25.5 57L26 56.7"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Elephant,
        parts: &[
            Body(
                "M30 88V70C26 74 24 78 24 83C24 87 17 88 14 84L17 80C17 64 14 58 17 46C20 33 31 28 42 32C48 27 62 26 72 31C84 37 87 50 85 62V88H70V70C64 72 56 72 50 70V88Z",
            ),
            Stroke(
                "M44 34C50 42 49 54 40 56C36 56 34 50 35 45M26 47L27 46.5M22 64C25 67 30 67 32 63",
            ),
        ],
    },
    Shape {
        figure: Figure::Camel,
        parts: &[
            Body(
                "M31 88L34 66C24 64 22 54 24 40C19 42 13 42 10 39C9 35 14 31 19 30L22 26L26 29C33 31 32 40 32 46C32 51 35 52 38 48C41 38 44 28 49 28C54 28 55 38 58 40C61 38 63 29 68 29C75 30 76 42 82 50C86 56 86 62 84 68L83 88H74L71 69C62 72 50 72 43 69L41 88Z",
            ),
            Stroke("M22.3 34L23 33.8M45 46C49 51 53 51 57 47"),
        ],
    },
    Shape {
        figure: Figure::Cannon,
        parts: &[
            Body("M14 72L71 25L79 22L85 30L80 36L38 84C28 88 12 84 14 72Z"),
            Stroke("M64 31L74 43M24 64L40 80"),
            Body("M37 70a18 18 0 1 1 36 0a18 18 0 1 1-36 0Z"),
            Stroke("M55 53V87M38 70H72M43 58L67 82M67 58L43 82"),
            Body("M50 70a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"),
        ],
    },
    Shape {
        figure: Figure::Guard,
        parts: &[
            Body("M42 54H58C58 64 66 70 70 76H30C34 70 42 64 42 54Z"),
            Body("M36 56L28 26L42 36L50 20L58 36L72 26L64 56Z"),
            Body("M35 52H65V59H35Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Grasshopper,
        parts: &[
            Body("M29 36L17 67L34 52L34 77L46 55L50 81L54 55L66 77L66 52L83 67L71 36Z"),
            Body(
                "M12.5 70a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM29.5 80a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM45.5 85a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM61.5 80a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM78.5 70a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z",
            ),
            Body("M29 36Q50 42 71 36L70 24H30Z"),
            Body("M22 12V18Q22 24 28 24H72Q78 24 78 18V12Z"),
        ],
    },
    Shape {
        figure: Figure::Stone,
        parts: &[
            Body("M12 51a38 38 0 1 1 76 0a38 38 0 1 1-76 0Z"),
            Stroke("M24 40A29 29 0 0 1 43 24"),
        ],
    },
    Shape {
        figure: Figure::Draughtsman,
        parts: &[
            Body("M12 51a38 38 0 1 1 76 0a38 38 0 1 1-76 0Z"),
            Stroke("M21 51a29 29 0 1 1 58 0a29 29 0 1 1-58 0Z"),
            Stroke("M35 51a15 15 0 1 1 30 0a15 15 0 1 1-30 0Z"),
        ],
    },
    Shape {
        figure: Figure::DraughtsKing,
        parts: &[
            Body("M12 51a38 38 0 1 1 76 0a38 38 0 1 1-76 0Z"),
            Stroke("M20 51a30 30 0 1 1 60 0a30 30 0 1 1-60 0Z"),
            Ink("M33 66L28 41L41 51L50 34L59 51L72 41L67 66Z"),
        ],
    },
    Shape {
        figure: Figure::Unicorn,
        parts: &[
            HORSE,
            Body("M50.5 17.5L37.5 22.5L19 4Z"),
            Stroke("M33 13L36.5 10.5M38.5 18.5L43 15"),
            Stroke("M40 34L43 32.8M25.5 57L26 56.7M60 30C68 38 70 52 66 66"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Lion,
        parts: &[
            Body(
                "M50 14A9.5 9.5 0 0 1 66.2 18.8A9.5 9.5 0 0 1 77.3 31.5A9.5 9.5 0 0 1 79.7 48.3A9.5 9.5 0 0 1 72.7 63.6A9.5 9.5 0 0 1 58.5 72.8A9.5 9.5 0 0 1 41.5 72.8A9.5 9.5 0 0 1 27.3 63.6A9.5 9.5 0 0 1 20.3 48.3A9.5 9.5 0 0 1 22.7 31.5A9.5 9.5 0 0 1 33.8 18.8A9.5 9.5 0 0 1 50 14Z",
            ),
            Body("M31 46a19 19 0 1 1 38 0a19 19 0 1 1-38 0Z"),
            Ink("M40.6 42a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0Z"),
            Ink("M54.6 42a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0Z"),
            Ink("M45 49H55L50 54.5Z"),
            Stroke("M50 54V58M50 58C47 61 44 61 42 59M50 58C53 61 56 61 58 59"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Hawk,
        parts: &[
            Body(
                "M30 76C37 70 41 63 39 56C33 55 30 56 29 60C28 65 25 68 22 69C17 63 13 52 17 45C20 39 25 38 27 33C30 22 39 15 52 16C69 18 79 34 78 54C78 63 75 70 72 76Z",
            ),
            Ink("M38.5 36.5a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"),
            Stroke("M36 31L48 29M30 40C33 46 37 48 42 48M62 30C69 40 70 54 65 68"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Griffon,
        parts: &[
            Body("M50 28L56 4L70 28Z"),
            Body(
                "M30 76C37 70 41 63 39 56C33 55 30 56 29 60C28 65 25 68 22 69C17 63 13 52 17 45C20 39 25 38 27 33C30 22 39 15 52 16C69 18 79 34 78 54C78 63 75 70 72 76Z",
            ),
            Ink("M38.5 36.5a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"),
            Stroke(
                "M36 31L48 29M30 40C33 46 37 48 42 48M57 28C60 34 66 34 71 32M58 40C63 45 68 45 75 42M56 52C62 57 68 57 76 53",
            ),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Ferz,
        parts: &[
            Body("M40 56H60C60 66 66 72 70 76H30C34 72 40 66 40 56Z"),
            Body("M25 42C25 26 38 18 50 18C62 18 75 26 75 42C75 54 62 58 50 58C38 58 25 54 25 42Z"),
            Stroke("M27 36C40 46 58 52 70 52M30 51C44 46 58 36 64 22"),
            Body("M45 16a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Wazir,
        parts: &[Body("M38 40H62L66 76H34Z"), Body("M30 40V22H42V30H58V22H70V40Z"), FOOT],
    },
    Shape {
        figure: Figure::Bell,
        parts: &[
            Body(
                "M50 22C55 34 64 38 66 52C67 62 69 68 72 76H28C31 68 33 62 34 52C36 38 45 34 50 22Z",
            ),
            Stroke("M35 50H65M32 63H68"),
            Body("M44.5 18a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Spearman,
        parts: &[
            Body("M74 6L81 24L77 23V88H71V23L67 24Z"),
            Body("M34 50H50C50 62 58 70 62 76H22C26 70 34 62 34 50Z"),
            Body("M28.5 37a13.5 13.5 0 1 1 27 0a13.5 13.5 0 1 1-27 0Z"),
            Body("M27 49H57V55H27Z"),
            Body("M14 88V82Q14 76 20 76H64Q70 76 70 82V88Z"),
        ],
    },
    Shape {
        figure: Figure::Shield,
        parts: &[
            Body("M80 8L86 24L83 23.5L68 88H62L77 22L73 21Z"),
            Body("M12 52a32 32 0 1 1 64 0a32 32 0 1 1-64 0Z"),
            Stroke("M19 52a25 25 0 1 1 50 0a25 25 0 1 1-50 0Z"),
            Ink("M44 34L58 66H51L44 47L37 66H30Z"),
        ],
    },
    Shape {
        figure: Figure::Helmet,
        parts: &[
            Body("M24 44C20 18 56 2 80 26C88 36 86 54 80 64L72 44C64 28 38 26 34 44Z"),
            Body("M30 46C34 30 66 28 70 46V76H58L56 58L50 52L46 60V76H34Z"),
            Stroke("M36 50H44"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Swords,
        parts: &[
            Body(
                "M22.9 15.3L31.8 18.6L62.6 58L69.7 52.4L74 57.9L66.1 64.1L74.1 74.3L78.9 75.6L75.9 83.1L67.9 84.3L67.8 79.3L59.8 69L51.9 75.2L47.6 69.7L54.7 64.1L23.9 24.7Z",
            ),
            Body(
                "M77.1 15.3L76.1 24.7L45.3 64.1L52.4 69.7L48.1 75.2L40.2 69L32.2 79.3L32.1 84.3L24.1 83.1L21.1 75.6L25.9 74.3L33.9 64.1L26 57.9L30.3 52.4L37.4 58L68.2 18.6Z",
            ),
        ],
    },
    Shape {
        figure: Figure::Archer,
        parts: &[
            Stroke("M37 13V87"),
            Body("M34 10C78 22 78 78 34 90L38 82C64 70 64 30 38 18Z"),
            Body("M10 46.5H70L66 38L92 50L66 62L70 53.5H10L18 50Z"),
        ],
    },
    Shape { figure: Figure::Arrow, parts: &[Body("M44 88V44H29L50 12L71 44H56V88L50 82Z")] },
    Shape {
        figure: Figure::Duck,
        parts: &[
            Body(
                "M30 36C22 30 24 14 40 13C54 13 60 24 55 36C53 42 57 47 66 46C74 46 82 42 90 36C93 58 82 80 56 82H42C24 82 14 68 22 54C26 46 34 44 30 36Z",
            ),
            Body("M27 27L8 30C9 37 20 40 29 34Z"),
            Ink("M36.2 25a2.8 2.8 0 1 1 5.6 0a2.8 2.8 0 1 1-5.6 0Z"),
            Stroke("M42 58C50 69 66 68 76 56"),
        ],
    },
    Shape {
        figure: Figure::Monk,
        parts: &[
            Body("M34 54H66C68 64 70 70 72 76H28C30 70 32 64 34 54Z"),
            Body("M50 12C68 20 74 40 66 56H34C26 40 32 20 50 12Z"),
            Body("M50 29C59 31 61 45 56 52H44C39 45 41 31 50 29Z"),
            Stroke("M31 66H69"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Lancer,
        parts: &[
            Body("M84 4L89 22L85 21L66 88H60L79 19L75 18Z"),
            HORSE,
            Stroke("M40 34L43 32.8M25.5 57L26 56.7M60 30C68 38 70 52 66 66"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Tent,
        parts: &[
            Body("M17 54H83V88H17Z"),
            Body("M12 56C18 38 34 28 50 24C66 28 82 38 88 56Z"),
            Body("M43 16H57V27H43Z"),
            Stroke("M50 28V54M33 33L28 54M67 33L72 54"),
            Ink("M42 88V68H58V88Z"),
        ],
    },
    Shape {
        figure: Figure::Tower,
        parts: &[
            Body("M37 38H63L67 76H33Z"),
            Body("M28 40L50 8L72 40Z"),
            Ink("M46 64V54A4 4 0 0 1 54 54V64Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Coronet,
        parts: &[
            Body("M29 64L20 36L37 48L50 28L63 48L80 36L71 64Z"),
            Body(
                "M15.5 34a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM45.5 26a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0ZM75.5 34a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0Z",
            ),
            Body("M29 64Q50 58 71 64L70 76H30Z"),
            FOOT,
        ],
    },
    Shape {
        figure: Figure::Flag,
        parts: &[Body("M30 10H37V78H30Z"), Body("M37 13H83L71 29L83 45H37Z"), FOOT],
    },
    Shape {
        figure: Figure::Star,
        parts: &[Body(
            "M50 14L60 38.2L86.1 40.3L66.2 57.3L72.3 82.7L50 69L27.7 82.7L33.8 57.3L13.9 40.3L40 38.2Z",
        )],
    },
    Shape {
        figure: Figure::Giraffe,
        parts: &[
            Body(
                "M34 88V66C34 58 38 54 44 52L52 30L40 32C34 32 32 27 36 24L50 18L54 10L58 17C64 20 64 26 63 32L60 54C68 58 72 64 72 72V88H62V74H46V88Z",
            ),
            Ink("M50 22.5a2 2 0 1 1 4 0a2 2 0 1 1-4 0Z"),
            Stroke("M58 38L56 40M54 48L57 50M52 62L50 65M62 64L60 67"),
        ],
    },
    Shape {
        figure: Figure::Chick,
        parts: &[
            Body(
                "M50 16C60 16 66 24 65 33C76 38 82 48 80 60C77 76 64 84 50 84C36 84 23 76 20 60C18 48 24 38 35 33C34 24 40 16 50 16Z",
            ),
            Ink("M40.4 29a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0Z"),
            Ink("M54.4 29a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0Z"),
            Body("M45 35H55L50 43Z"),
            Stroke("M28 54C32 62 32 66 30 70M72 54C68 62 68 66 70 70"),
        ],
    },
    Shape {
        figure: Figure::TurnedRook,
        parts: &[
            Body("M34 60H66L69 24H31Z"),
            Body("M25 60V81H37V73H44V81H56V73H63V81H75V60Z"),
            Body("M22 12V18Q22 24 28 24H72Q78 24 78 18V12Z"),
        ],
    },
];

// How pictures show a kind: its symbol, silhouette or letter, and its name for viewers that do not
// know these.

/// A kind in pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Man {
    /// The name of the kind, such as `king` or `camel`.
    pub kind: String,
    /// The letter, for terminals and for kinds with neither symbol nor silhouette.
    pub(crate) letter: Letter,
    /// The figure, which is drawn as a silhouette or as a letter.
    pub(crate) figure: Figure,
    /// The symbol, which replaces the figure.
    pub(crate) symbol: Option<Symbol>,
    /// Colours of the sides, and drawings of the author.
    pub(crate) dress: Dress,
    pub(crate) blocks: Blocking,
}

impl Man {
    /// A blocking kind without a symbol. Its figure follows from its name.
    pub fn new(kind: impl Into<String>, letter: impl Into<Letter>) -> Man {
        let kind = kind.into();
        Man {
            figure: Figure::of(&kind),
            kind,
            letter: letter.into(),
            symbol: None,
            dress: Dress::default(),
            blocks: Blocking::default(),
        }
    }
}

impl Man {
    /// The same kind without symbol and drawing, so that its figure is drawn.
    #[must_use]
    pub fn plain(self) -> Man {
        let dress = Dress { art: None, ..self.dress };
        Man { symbol: None, dress, ..self }
    }
}

/// The sign beside a piece with this letter, if there is one. A symbol shows promotion itself.
pub fn badge(letter: &Letter, symbol: Option<&Symbol>) -> Option<&'static str> {
    match letter.form() {
        Form::Plus => symbol.is_none().then_some("+"),
        Form::Plain => None,
        Form::Reverting => Some("~"),
    }
}

impl From<&Kind> for Man {
    fn from(kind: &Kind) -> Man {
        Man {
            kind: kind.name.value.clone(),
            letter: kind.letter,
            figure: kind.figure,
            symbol: kind.symbol.clone(),
            dress: kind.dress.clone(),
            blocks: kind.blocks.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shape;
    use alfil_rules::look::Figure;

    #[test]
    fn every_figure_has_a_shape_and_no_name_has_two() {
        let mut names: Vec<&str> = Figure::ALL.iter().flat_map(|it| it.names()).copied().collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        for &figure in Figure::ALL {
            assert_eq!(shape(figure).is_some(), figure != Figure::Letter, "{}", figure.word());
        }
    }

    #[test]
    fn names_in_any_case() {
        assert_eq!(Figure::of("Jamal"), Figure::Camel);
        assert_eq!(Figure::of("no such piece"), Figure::Letter);
    }

    /// The manual must list every name with a figure, in groups with the same figure.
    #[test]
    fn figures_are_in_the_manual() {
        let manual = include_str!("../../../docs/topics/pictures.md");
        let list = manual.split("Every other piece is a disc").nth(1).expect("the list of figures");
        let words = list.split("More pictures").next().unwrap_or_default().replace('\n', " ");
        for figure in Figure::ALL {
            let names: Vec<String> =
                figure.names().iter().map(|kind| format!("`{kind}`")).collect();
            assert!(words.contains(&names.join(", ")), "{}", figure.word());
        }
    }
}
