//! Movements as Fairy-Stockfish knows them: sets of elements, each a vector with a way to travel.
//!
//! [`read`] and [`write`] translate between elements and Betza strings as that program reads them.
//! The program reads `i` as a move from the double-step region, `n` before a leap as lame, and one
//! digit as the greatest number of strides.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// One way to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Element {
    /// True if the element needs the double-step region.
    pub(super) initial: bool,
    /// What stands on the end.
    pub(super) end: End,
    /// How the piece travels.
    pub(super) travel: Travel,
    /// One stride, as the mover sees it.
    pub(super) vector: Vector,
}

/// What stands on the end of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum End {
    /// Nothing.
    Quiet,
    /// An enemy.
    Capture,
}

/// How a piece travels along its vector.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Travel {
    /// One stride over everything.
    Leap,
    /// One stride over empty cells.
    Lame,
    /// At most this many strides over empty cells; 0 for no limit.
    Slide(u8),
    /// Over exactly one piece, then any distance.
    Hop,
    /// Over exactly one piece, then to the next cell.
    Land,
}

/// A stride: cells to the right and cells forward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Vector {
    pub(super) right: i8,
    pub(super) forward: i8,
}

/// Vectors that differ only by rotation and reflection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Shape {
    short: u8,
    long: u8,
}

const LEAPS: [(char, Shape); 9] = [
    ('W', Shape { short: 0, long: 1 }),
    ('F', Shape { short: 1, long: 1 }),
    ('D', Shape { short: 0, long: 2 }),
    ('N', Shape { short: 1, long: 2 }),
    ('A', Shape { short: 2, long: 2 }),
    ('H', Shape { short: 0, long: 3 }),
    ('C', Shape { short: 1, long: 3 }),
    ('Z', Shape { short: 2, long: 3 }),
    ('G', Shape { short: 3, long: 3 }),
];

const WAZIR: Shape = Shape { short: 0, long: 1 };
const FERZ: Shape = Shape { short: 1, long: 1 };

impl Vector {
    pub(super) fn shape(self) -> Shape {
        let (right, forward) = (self.right.unsigned_abs(), self.forward.unsigned_abs());
        Shape { short: right.min(forward), long: right.max(forward) }
    }
}

impl Shape {
    /// The letter of the leap. `None` if the program has no leap of this shape.
    fn atom(self) -> Option<char> {
        LEAPS.iter().find(|(_, shape)| *shape == self).map(|&(atom, _)| atom)
    }

    fn of(atom: char) -> Option<Shape> {
        LEAPS.iter().find(|(known, _)| *known == atom).map(|&(_, shape)| shape)
    }

    /// True if the vector is along a rank, a file or a diagonal.
    fn is_line(self) -> bool {
        self.short == 0 || self.short == self.long
    }

    /// All vectors of the shape.
    fn vectors(self) -> BTreeSet<Vector> {
        let (short, long) = (self.short as i8, self.long as i8);
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let pairs = [(short, long), (long, short)];
        let signed = |(x, y): (i8, i8)| {
            signs.map(|(a, b)| Vector { right: a * x, forward: b * y }).into_iter()
        };
        pairs.into_iter().flat_map(signed).collect()
    }
}

impl Travel {
    /// True if the program can travel so along vectors of `shape`.
    fn is_known(self, shape: Shape) -> bool {
        let is = |atoms: &str| shape.atom().is_some_and(|atom| atoms.contains(atom));
        match self {
            Travel::Leap => shape.atom().is_some(),
            Travel::Lame => is("NAZD"),
            Travel::Slide(most) => is("WFN") && most < 10,
            Travel::Hop | Travel::Land => is("WF"),
        }
    }
}

/// Writes elements as a Betza string of the program. `None` if it has no string for them. `passant`
/// adds `e` to captures, with which the program captures en passant.
pub(super) fn write(elements: &BTreeSet<Element>, passant: bool) -> Option<String> {
    // The program makes no captures as first moves.
    let captures_first = |e: &Element| e.initial && e.end == End::Capture;
    let known = elements.iter().all(|e| e.travel.is_known(e.vector.shape()));
    if !known || elements.iter().any(captures_first) || mixes(elements) {
        return None;
    }
    let mut terms: Vec<Term> = Vec::new();
    for element in elements {
        let ends =
            [End::Quiet, End::Capture].map(|end| elements.contains(&Element { end, ..*element }));
        let key = Term {
            initial: element.initial,
            ends,
            travel: element.travel,
            shape: element.vector.shape(),
            vectors: BTreeSet::new(),
        };
        let known = terms.iter().position(|term| term.is_like(&key));
        let at = known.unwrap_or_else(|| {
            terms.push(key);
            terms.len() - 1
        });
        terms[at].vectors.insert(element.vector);
    }
    let mut text = String::new();
    while !terms.is_empty() {
        let term = terms.remove(0);
        let both = terms.iter().position(|other| term.completes(other));
        let atom = match (both, term.travel) {
            (Some(other), Travel::Slide(0)) => {
                terms.remove(other);
                'Q'
            }
            (Some(other), Travel::Leap) => {
                terms.remove(other);
                'K'
            }
            (None, Travel::Slide(0)) if term.shape == WAZIR => 'R',
            (None, Travel::Slide(0)) if term.shape == FERZ => 'B',
            (Some(_) | None, _) => term.shape.atom()?,
        };
        if term.initial {
            text.push('i');
        }
        text += &letters(&term.vectors, term.shape);
        text += match term.ends {
            [true, false] => "m",
            [false, true] => "c",
            [true, true] | [false, false] => "",
        };
        if passant && term.ends[1] {
            text.push('e');
        }
        text += match term.travel {
            Travel::Leap | Travel::Slide(_) => "",
            Travel::Lame => "n",
            Travel::Hop => "p",
            Travel::Land => "g",
        };
        match (term.travel, term.shape.short) {
            (Travel::Hop | Travel::Land, 0) => text.push('R'),
            (Travel::Hop | Travel::Land, _) => text.push('B'),
            (Travel::Slide(0), _) if atom == 'N' => text += "NN",
            (Travel::Slide(0) | Travel::Leap | Travel::Lame, _) => text.push(atom),
            (Travel::Slide(most), 0) => drop(write!(text, "R{most}")),
            (Travel::Slide(most), _) if atom == 'F' => drop(write!(text, "B{most}")),
            (Travel::Slide(most), _) => drop(write!(text, "{atom}{most}")),
        }
    }
    (read(&text).as_ref() == Some(elements)).then_some(text)
}

/// True if the program would mix up the elements. It unites the lines of all sliders and hoppers of
/// a piece, and then keeps the cells that any of them could reach on an empty board.
fn mixes(elements: &BTreeSet<Element>) -> bool {
    let lines = |of: &Element, travels: fn(Travel) -> bool| -> BTreeSet<Vector> {
        let alike = elements.iter().filter(|e| {
            e.initial == of.initial
                && e.end == of.end
                && e.vector.shape() == of.vector.shape()
                && travels(e.travel)
        });
        alike.map(|e| e.vector).collect()
    };
    elements.iter().any(|element| {
        let slides = lines(element, |t| matches!(t, Travel::Slide(_)));
        let limited = lines(element, |t| matches!(t, Travel::Slide(most) if most > 0));
        let hops = lines(element, |t| t == Travel::Hop);
        let lands = lines(element, |t| t == Travel::Land);
        let differ =
            |a: &BTreeSet<Vector>, b: &BTreeSet<Vector>| !a.is_empty() && !b.is_empty() && a != b;
        differ(&slides, &hops)
            || differ(&slides, &lands)
            || !limited.is_empty() && !hops.is_empty()
            || !hops.is_empty() && !lands.is_empty()
    })
}

/// A term of a Betza string.
struct Term {
    initial: bool,
    /// True if the term moves, and whether it captures.
    ends: [bool; 2],
    travel: Travel,
    shape: Shape,
    vectors: BTreeSet<Vector>,
}

impl Term {
    /// True if both differ only in their vectors.
    fn is_like(&self, other: &Term) -> bool {
        self.initial == other.initial
            && self.ends == other.ends
            && self.travel == other.travel
            && self.shape == other.shape
    }

    /// True if both together are all steps of `K` or `Q`.
    fn completes(&self, other: &Term) -> bool {
        let all = |term: &Term| term.vectors == term.shape.vectors();
        self.is_like(&Term { shape: self.shape, vectors: BTreeSet::new(), ..*other })
            && self.shape == WAZIR
            && other.shape == FERZ
            && all(self)
            && all(other)
    }
}

/// The direction letters for some vectors of a shape; none for all of them.
fn letters(vectors: &BTreeSet<Vector>, shape: Shape) -> String {
    if *vectors == shape.vectors() {
        return String::new();
    }
    let mut left = vectors.clone();
    let mut text = String::new();
    let mut take = |letters: &str, is: &dyn Fn(&Vector) -> bool| {
        let all: Vec<Vector> = shape.vectors().into_iter().filter(is).collect();
        if !all.is_empty() && all.iter().all(|vector| left.contains(vector)) {
            text += letters;
            left.retain(|vector| !all.contains(vector));
        }
    };
    if shape.short == 0 {
        take("v", &|v| v.right == 0);
        take("f", &|v| v.forward > 0);
        take("b", &|v| v.forward < 0);
        take("s", &|v| v.forward == 0);
        take("l", &|v| v.right < 0);
        take("r", &|v| v.right > 0);
    } else if shape.is_line() {
        if vectors.len() == 2 {
            take("f", &|v| v.forward > 0);
            take("b", &|v| v.forward < 0);
            take("l", &|v| v.right < 0);
            take("r", &|v| v.right > 0);
        }
        take("fl", &|v| v.forward > 0 && v.right < 0);
        take("fr", &|v| v.forward > 0 && v.right > 0);
        take("bl", &|v| v.forward < 0 && v.right < 0);
        take("br", &|v| v.forward < 0 && v.right > 0);
    } else {
        let far = |v: &Vector| v.forward.abs() > v.right.abs();
        take("ff", &|v| far(v) && v.forward > 0);
        take("bb", &|v| far(v) && v.forward < 0);
        take("fs", &|v| !far(v) && v.forward > 0);
        take("bs", &|v| !far(v) && v.forward < 0);
        for (forward, vertical) in [(1, 'f'), (-1, 'b')] {
            for (right, across) in [(-1, 'l'), (1, 'r')] {
                let there =
                    move |v: &Vector| v.forward.signum() == forward && v.right.signum() == right;
                take(&format!("{across}{vertical}"), &|v| far(v) && there(v));
                take(&format!("{vertical}{across}"), &|v| !far(v) && there(v));
            }
        }
    }
    text
}

/// Reads a Betza string as the program does. `None` if it contains other signs.
pub(super) fn read(text: &str) -> Option<BTreeSet<Element>> {
    let mut elements = BTreeSet::new();
    let mut signs = text.chars().peekable();
    while signs.peek().is_some() {
        let (mut initial, mut ends) = (false, Vec::new());
        let (mut lame, mut hop) = (false, None);
        let mut directions: Vec<[char; 2]> = Vec::new();
        let atom = loop {
            let sign = signs.next()?;
            match sign {
                'i' => initial = true,
                'm' => ends.push(End::Quiet),
                'c' => ends.push(End::Capture),
                'e' => {}
                'n' => lame = true,
                'p' => hop = Some(Travel::Hop),
                'g' => hop = Some(Travel::Land),
                'f' | 'b' | 'v' | 'l' | 'r' | 's' => {
                    let crosses = |&next: &char| {
                        next == sign
                            || is_vertical(sign) && "lrs".contains(next)
                            || !is_vertical(sign) && "fbv".contains(next)
                    };
                    directions.push([sign, signs.next_if(crosses).unwrap_or(sign)]);
                }
                atom if atom.is_ascii_uppercase() => break atom,
                _ => return None,
            }
        };
        let next = signs.next_if(|&next| next == atom || next.is_ascii_digit());
        let rides = next.is_some() || "RBQ".contains(atom);
        let most = next.and_then(|sign| sign.to_digit(10)).map_or(0, |most| most as u8);
        let travel = match (hop, rides, lame) {
            (Some(hop), ..) => hop,
            (None, true, _) => Travel::Slide(most),
            (None, false, true) => Travel::Lame,
            (None, false, false) => Travel::Leap,
        };
        let atoms = match atom {
            'K' | 'Q' => vec!['W', 'F'],
            'R' => vec!['W'],
            'B' => vec!['F'],
            atom => vec![atom],
        };
        let compound = atoms.len() > 1;
        if ends.is_empty() {
            ends = vec![End::Quiet, End::Capture];
        }
        for atom in atoms {
            let shape = Shape::of(atom)?;
            let selects = |vector: &Vector| {
                directions.is_empty()
                    || directions.iter().any(|&pair| selects(pair, *vector, shape, compound))
            };
            for vector in shape.vectors().into_iter().filter(selects) {
                elements.extend(ends.iter().map(|&end| Element { initial, end, travel, vector }));
            }
        }
    }
    Some(elements)
}

fn is_vertical(letter: char) -> bool {
    "fbv".contains(letter)
}

/// True if a pair of direction letters selects a vector.
fn selects([first, second]: [char; 2], vector: Vector, shape: Shape, compound: bool) -> bool {
    let toward = |letter: char| match letter {
        'f' => vector.forward > 0,
        'b' => vector.forward < 0,
        'v' => vector.forward != 0,
        'l' => vector.right < 0,
        'r' => vector.right > 0,
        _ => vector.right != 0,
    };
    let (up, across) = (vector.forward.abs(), vector.right.abs());
    if shape.short == 0 && !compound {
        return toward(first) || toward(second);
    }
    match (first == second, shape.is_line()) {
        (true, true) => toward(first),
        (true, false) => toward(first) && is_vertical(first) == (up > across),
        // Of two letters, the second one is the longer part of an oblique leap.
        (false, is_line) => {
            let long = is_line || is_vertical(second) == (up > across);
            toward(first) && toward(second) && long && shape.short > 0
        }
    }
}
