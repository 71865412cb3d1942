//! Handmade scenes for drawing tests: boards and diagrams of movements.

use alfil_render::glyph::Man;
use alfil_render::mark::{Allows, Approach, Mark};
use alfil_render::scene::{Course, Line, Panel, Picture, Scene, Spot, Tip};
use alfil_rules::side::Side;

/// A checkered board on which a1 is dark.
pub(crate) fn checkered(files: u8, ranks: u8) -> Scene {
    Scene::grid(files, ranks, |file, rank| Some(1 + u8::from(file % 2 == rank % 2)))
}

/// Puts the pieces of a FEN placement on `scene`. `kind` returns the name for a lower-case letter.
fn place(scene: &mut Scene, placement: &str, ranks: u8, kind: impl Fn(char) -> &'static str) {
    for (line, rank) in placement.split('/').zip((1..=ranks).rev()) {
        let mut file = b'a';
        for c in line.chars() {
            if let Some(n) = c.to_digit(10) {
                file += n as u8;
                continue;
            }
            let side = if c.is_uppercase() { Side::White } else { Side::Black };
            let name = format!("{}{rank}", char::from(file));
            if let Some(spot) = scene.find(&name) {
                scene.piece(
                    spot,
                    side,
                    Man::new(kind(c.to_ascii_lowercase()), c.to_ascii_uppercase()),
                );
            }
            file += 1;
        }
    }
}

/// Returns the name of the kind for a letter.
pub(crate) fn kind(letter: char) -> &'static str {
    match letter {
        'k' => "king",
        'q' => "queen",
        'r' => "rook",
        'b' => "bishop",
        'n' => "knight",
        'p' => "pawn",
        'a' => "archbishop",
        'c' => "chancellor",
        'j' => "camel",
        'e' => "elephant",
        'o' => "cannon",
        'm' => "guard",
        'z' => "amazon",
        'h' => "nightrider",
        'g' => "grasshopper",
        _ => "wizard",
    }
}

/// Returns a board with the pieces of `placement`.
pub(crate) fn board(caption: &str, files: u8, ranks: u8, placement: &str) -> Picture {
    let mut scene = checkered(files, ranks);
    place(&mut scene, placement, ranks, kind);
    Picture::of(caption, scene)
}

/// A diagram with `side` cells on each side and a white piece in the middle.
pub(crate) struct Diagram {
    /// The cells and marks of the diagram.
    pub(crate) scene: Scene,
    side: i32,
}

impl Diagram {
    /// The middle cell is light if `light` is true.
    pub(crate) fn new(kind: &str, letter: char, side: u8, light: bool) -> Self {
        let shift = u8::from(!light);
        let scene = Scene::grid(side, side, |f, r| Some(1 + (f + r + shift) % 2));
        let mut diagram = Self { scene: scene.without_labels(), side: i32::from(side) };
        let middle = diagram.at(0, 0);
        diagram.scene.piece(middle, Side::White, Man::new(kind, letter));
        diagram.scene.mark(middle, Mark::Origin);
        diagram
    }

    /// Returns the cell at this distance from the middle.
    pub(crate) fn at(&self, dx: i32, dy: i32) -> Spot {
        let (x, y) = (self.side / 2 + dx, self.side / 2 + dy);
        let name = format!("{}{}", char::from(b'a' + x as u8), y + 1);
        self.scene.find(&name).expect("the diagram is large enough")
    }

    /// Adds a slide along `path`: a line, and a mark on each cell after the first.
    fn slide(&mut self, path: &[Spot], allows: Allows, tip: Tip) {
        for spot in path.iter().skip(1) {
            self.scene.mark(*spot, Mark::To(Approach::Slide, allows));
        }
        self.scene.line(Line { path: path.to_vec(), course: Course::Straight, tip, allows });
    }

    /// Adds a walk that turns on every inner cell of `path`: a bent line, and marks on the inner
    /// cells and on the last one.
    fn bend(&mut self, path: &[Spot], allows: Allows) {
        let Some((last, before)) = path.split_last() else { return };
        for spot in before.iter().skip(1) {
            self.scene.mark(*spot, Mark::Via);
        }
        self.scene.mark(*last, Mark::To(Approach::Bend, allows));
        let (course, tip) = (Course::Straight, Tip::Plain);
        self.scene.line(Line { path: path.to_vec(), course, tip, allows });
    }

    /// Adds slides of `length` cells.
    pub(crate) fn slides(&mut self, ways: &[(i32, i32)], length: i32, allows: Allows, tip: Tip) {
        for (dx, dy) in ways {
            let path: Vec<Spot> = (0..=length).map(|n| self.at(dx * n, dy * n)).collect();
            self.slide(&path, allows, tip);
        }
    }
}

/// Orthogonal steps.
pub(crate) const W: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Diagonal steps.
pub(crate) const F: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn panels(caption: &str, strong: Diagram, weak: Diagram) -> Picture {
    let mut picture = Picture::of(caption, strong.scene);
    picture.panels[0].title = "Strong".into();
    picture.panels.push(Panel { title: "Weak".into(), scene: weak.scene });
    picture
}

/// The king: on strong cells it slides up to two cells, and on weak cells it steps orthogonally.
pub(crate) fn contrast_king() -> Picture {
    let mut strong = Diagram::new("king", 'K', 5, true);
    strong.slides(&[W, F].concat(), 2, Allows::Both, Tip::Plain);
    let mut weak = Diagram::new("king", 'K', 5, false);
    weak.slides(&W, 1, Allows::Both, Tip::Plain);
    panels("King of Contrast Chess", strong, weak)
}

/// The queen: on strong cells it captures adjacent pieces without moving.
pub(crate) fn contrast_queen() -> Picture {
    let mut strong = Diagram::new("queen", 'Q', 5, true);
    strong.slides(&[W, F].concat(), 2, Allows::Both, Tip::Onward);
    for (dx, dy) in [W, F].concat() {
        let spot = strong.at(dx, dy);
        strong.scene.mark(spot, Mark::CaptureWithoutMoving);
    }
    let mut weak = Diagram::new("queen", 'Q', 5, false);
    weak.slides(&[W, F].concat(), 2, Allows::Both, Tip::Plain);
    panels("Queen of Contrast Chess", strong, weak)
}

/// The bishop: on strong cells it turns by a right angle, on one of two paths.
pub(crate) fn contrast_bishop() -> Picture {
    let mut strong = Diagram::new("bishop", 'B', 7, true);
    strong.slides(&F, 3, Allows::Both, Tip::Onward);
    for (dx, dy) in W {
        for turn in [1, -1] {
            let (fx, fy) = (dx - turn * dy, dy + turn * dx);
            let path = [strong.at(0, 0), strong.at(fx, fy), strong.at(2 * dx, 2 * dy)];
            strong.bend(&path, Allows::Both);
        }
    }
    let mut weak = Diagram::new("bishop", 'B', 5, false);
    weak.slides(&F, 2, Allows::Both, Tip::Plain);
    panels("Bishop of Contrast Chess", strong, weak)
}

/// All kinds of marks, on a board with three shades and a hole.
pub(crate) fn every_mark() -> Picture {
    let mut scene = Scene::grid(6, 4, |f, r| ((f, r) != (2, 1)).then_some(1 + (f + r) % 3));
    let ways = [Approach::Leap, Approach::Slide, Approach::Hop, Approach::Bend];
    let arrivals = ways.into_iter().flat_map(|way| {
        [Allows::Both, Allows::Quiet, Allows::Capture].map(|allows| Mark::To(way, allows))
    });
    let others = [
        Mark::Origin,
        Mark::CaptureWithoutMoving,
        Mark::Attack,
        Mark::Via,
        Mark::Drop,
        Mark::LastMove,
        Mark::Check,
    ];
    let spots: Vec<Spot> = scene.cells().ids().collect();
    for (spot, mark) in spots.iter().zip(arrivals.chain(others)) {
        scene.mark(*spot, mark);
    }
    for (spot, marks) in spots.iter().skip(19).zip([
        [Mark::To(Approach::Leap, Allows::Quiet), Mark::To(Approach::Hop, Allows::Capture)],
        [Mark::To(Approach::Slide, Allows::Both), Mark::CaptureWithoutMoving],
    ]) {
        for mark in marks {
            scene.mark(*spot, mark);
        }
    }
    if let (Some(e4), Some(f4)) = (scene.find("e4"), scene.find("f4")) {
        scene.piece(e4, Side::Black, Man::new("knight", 'N'));
        scene.mark(e4, Mark::To(Approach::Slide, Allows::Capture));
        scene.piece(f4, Side::White, Man::new("wizard", 'W'));
    }
    Picture::of("Every mark", scene)
}
