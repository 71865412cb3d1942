//! The silhouettes of pieces as paths in a box of 100 by 100, y down, with the foot at y = 88.
//!
//! All were drawn for this project. The parts of a shape are ordered from back to front. Colours
//! are chosen when a shape is drawn.

use alfil_rules::figure::Figure;

/// One layer of a silhouette.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// Filled and outlined.
    Body(&'static str),
    /// A line in the colour of the outline.
    Stroke(&'static str),
}

use Part::{Body, Stroke};

/// A silhouette.
#[derive(Debug)]
pub struct Shape {
    /// The figure that the silhouette shows.
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
];
