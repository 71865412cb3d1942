//! Movements as marks: the cells around a piece, each with the way in which the piece reaches it.
//!
//! An editor shows marks on a grid of squares and turns them back into a movement string. Only a
//! movement of single steps, slides, leaps and hops has marks. Castling and drops have no cell
//! around the piece, so their terms are kept as text.

use alfil_diagnostics::diagnostic::{Report, has_errors};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span};
use alfil_resolve::context::Context;
use alfil_resolve::movement::lower;
use alfil_rules::condition::Condition;
use alfil_rules::movement::{
    Action, Aim, Course, Edges, Gait, Leg, Mode, Movement, Pace, Passage, Prey, Range, Reach,
    Stride, Term,
};
use alfil_rules::term::{Directions, Part, Reading, Toward, parts};
use alfil_syntax::value::Dialect;
use alfil_topology::bearing::Bearing;
use alfil_topology::compass::{self, Compass};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The letters that a manner may have, in the order in which strings write them.
const LETTERS: &str = "mcdektpgonju";

/// The greatest distance of a mark, in cells along one axis.
pub const FARTHEST: i32 = 15;

/// The greatest number of direction letters of a term.
const MAX_DIRECTIONS: usize = 4;

/// The weight of a term beside its direction letters, when terms are counted.
const TERM_WEIGHT: usize = 2;

/// A cell that a piece reaches with one stride, and how.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    /// Cells to the right, as the mover sees them.
    pub right: i32,
    /// Cells forward.
    pub forward: i32,
    pub manner: Manner,
}

/// How a piece reaches a cell.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Manner {
    /// True if only a piece on a start cell moves so.
    pub first: bool,
    /// The modifiers of a movement string besides `i` and directions, in their usual order. Empty
    /// for moves and captures.
    pub letters: String,
    /// The least and the greatest number of strides. `None` means without limit.
    pub strides: (u16, Option<u16>),
}

/// A movement as marks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marked {
    pub marks: BTreeSet<Mark>,
    /// Terms without a cell around the piece, as text: castling and drops.
    pub kept: Vec<String>,
    /// Terms that marks cannot show, each with the reason.
    pub hidden: Vec<Hidden>,
}

/// A term that marks cannot show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The term as its author wrote it.
    pub term: String,
    pub why: &'static str,
}

impl Manner {
    /// A manner of the modifiers `letters`, which may include `i`, and the range `range` as strings
    /// write it. An empty range is one stride.
    ///
    /// # Errors
    /// The letter or the range that has no meaning.
    pub fn read(letters: &str, range: &str) -> Result<Manner, String> {
        if let Some(wrong) = letters.chars().find(|&c| c != 'i' && !LETTERS.contains(c)) {
            return Err(format!("`{wrong}` is not a way to move"));
        }
        let has = |c: char| letters.contains(c);
        let both = has('m') && has('c') && !letters.contains(['d', 'e', 'k', 't', 'u']);
        let kept = |&c: &char| has(c) && !(both && matches!(c, 'm' | 'c'));
        let ordered = LETTERS.chars().filter(kept).collect();
        let number = |text: &str| text.parse::<u16>().ok().filter(|&n| n <= 99);
        let strides = match range.split_once('-') {
            None if range.is_empty() => Some((1, Some(1))),
            None => number(range).map(|n| (1, Some(n).filter(|&n| n > 0))),
            Some((least, most)) => number(least)
                .zip(number(most))
                .map(|(least, most)| (least.max(1), Some(most).filter(|&n| n > 0))),
        };
        let strides = strides.filter(|&(least, most)| most.is_none_or(|most| least <= most));
        let strides = strides.ok_or_else(|| format!("`{range}` is not a number of strides"))?;
        Ok(Manner { first: has('i'), letters: ordered, strides })
    }

    /// The modifiers, with `i` if only the first move is meant.
    pub fn modifiers(&self) -> String {
        format!("{}{}", if self.first { "i" } else { "" }, self.letters)
    }

    /// The number of strides as [`read`](Self::read) reads it.
    pub fn range(&self) -> String {
        match self.strides {
            (1, Some(1)) => String::new(),
            (1, Some(most)) => most.to_string(),
            (1, None) => "0".to_owned(),
            (least, most) => format!("{least}-{}", most.unwrap_or(0)),
        }
    }

    /// The manner of a leg that is a whole walk.
    fn of(leg: &Leg, first: bool) -> Manner {
        let Mode { quiet, capture, en_passant, own, prey, unload, .. } = leg.mode;
        let mut letters = String::new();
        if leg.mode != Mode::MOVE {
            let common = capture && prey == Prey::Common;
            let royal = capture && prey == Prey::Royal;
            let all = [
                (quiet && !(common && !own && !en_passant), 'm'),
                (capture && prey == Prey::Any, 'c'),
                (own, 'd'),
                (en_passant, 'e'),
                (royal, 'k'),
                (common, 't'),
                (unload, 'u'),
            ];
            letters.extend(all.iter().filter(|(has, _)| *has).map(|&(_, letter)| letter));
        }
        letters.extend(leg.passage.letter());
        if leg.edges == Edges::Joined {
            letters.push('o');
        }
        if leg.leaves_trace && leg.passage != Passage::Lame {
            letters.push('n');
        }
        let letters = LETTERS.chars().filter(|&c| letters.contains(c)).collect();
        let Range { min, max } = leg.range;
        Manner { first, letters, strides: (min, max) }
    }
}

impl Marked {
    /// Reads a movement on squares. `characters` returns the text of a term.
    pub fn of(movement: &Movement, characters: impl Fn(Span) -> String) -> Marked {
        let mut marked = Marked::default();
        for term in &movement.terms {
            match shown(term) {
                Ok(marks) => marked.marks.extend(marks),
                Err(Unshown::Kept) => {
                    let text = characters(term.span);
                    if is_whole(&text) && !marked.kept.contains(&text) {
                        marked.kept.push(text);
                    } else if !is_whole(&text) {
                        let why = "it repeats a term of a parent";
                        marked.hidden.push(Hidden { term: text, why });
                    }
                }
                Err(Unshown::Hidden(why)) => {
                    let hidden = Hidden { term: characters(term.span), why };
                    if !marked.hidden.contains(&hidden) {
                        marked.hidden.push(hidden);
                    }
                }
            }
        }
        marked
    }

    /// The shortest movement string that this module knows for the marks, followed by the kept
    /// terms; `none` without any.
    ///
    /// # Errors
    /// The reason why there is no such string, in words.
    pub fn string(&self) -> Result<String, String> {
        let written = written(&self.marks)?;
        let read = read(&written)?;
        if read != self.marks {
            return Err(format!("`{written}` would not be these cells"));
        }
        let all: Vec<&str> = std::iter::once(written.as_str())
            .filter(|text| !text.is_empty())
            .chain(self.kept.iter().map(String::as_str))
            .collect();
        Ok(if all.is_empty() { "none".to_owned() } else { all.join(" ") })
    }
}

/// Why a term has no marks.
enum Unshown {
    /// It has no cell around the piece, but a text of its own.
    Kept,
    Hidden(&'static str),
}

fn shown(term: &Term) -> Result<Vec<Mark>, Unshown> {
    if term.when != Condition::Always {
        return Err(Unshown::Hidden("it has a condition"));
    }
    if !term.given.is_empty() {
        return Err(Unshown::Hidden("it asks a question"));
    }
    let walk = match &term.action {
        Action::Walk(walk) => walk,
        Action::Castle(_) | Action::Drop(_) => return Err(Unshown::Kept),
    };
    let [leg] = walk.legs.as_slice() else { return Err(Unshown::Hidden("it has several legs")) };
    if leg.course != Course::Straight || leg.pace != Pace::Free {
        return Err(Unshown::Hidden("its way bends"));
    }
    match leg.stride {
        Stride::Universal => return Err(Unshown::Hidden("it goes to any cell")),
        Stride::Rising { .. } => return Err(Unshown::Hidden("it leaves its layer")),
        Stride::Radial { .. } | Stride::Oblique { .. } => {}
    }
    let fraction = leg.reach.is_some_and(Reach::is_fraction);
    if leg.gait == Gait::Leaping {
        return Err(Unshown::Hidden("it leaps over what stands between"));
    }
    if fraction || !matches!(leg.aim, Aim::Frame(_)) {
        return Err(Unshown::Hidden("it measures distances"));
    }
    let manner = Manner::of(leg, walk.first_move);
    let sectors = Bearing::default().sectors(0, leg);
    let mark = |sector| {
        let (right, forward) = compass::vector(leg.stride, sector);
        Mark { right, forward, manner: manner.clone() }
    };
    Ok(sectors.iter().map(mark).collect())
}

/// Whether a term can stand alone: castling or a drop, and no repetition such as `^O`.
fn is_whole(term: &str) -> bool {
    term.contains(['O', '@']) && !term.contains('^')
}

/// Reads a string without names and conditions as marks.
fn read(string: &str) -> Result<BTreeSet<Mark>, String> {
    if string.is_empty() {
        return Ok(BTreeSet::new());
    }
    let place = |bytes: std::ops::Range<usize>| Span::new(SourceId::only(), bytes.start, bytes.end);
    let zones = IndexVec::new();
    let context = Context { place: &place, zones: &zones, dialect: Dialect::default() };
    let mut found = Report::default();
    let movement = lower(string, &Movement::default(), context, &mut found);
    let Some(movement) = movement.filter(|_| !has_errors(&found)) else {
        let first = found.iter().next();
        return Err(
            first.map_or_else(|| format!("`{string}` is not a movement"), |f| f.title.clone())
        );
    };
    Ok(Marked::of(&movement, |_| string.to_owned()).marks)
}

/// The two numbers of a leap, the shorter first.
type Leap = (u8, u8);

/// The marks of one or more terms. The order is that of the terms: first moves last, and quiet moves
/// before captures.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    first: bool,
    /// The places of the letters in [`LETTERS`].
    letters: Vec<Option<usize>>,
    strides: (u16, Option<u16>),
    rank: usize,
    leap: Leap,
    manner: Manner,
}

impl Group {
    fn of(manner: &Manner, leap: Leap) -> Group {
        Group {
            first: manner.first,
            letters: manner.letters.chars().map(|c| LETTERS.find(c)).collect(),
            strides: manner.strides,
            rank: rank(leap),
            leap,
            manner: manner.clone(),
        }
    }
}

/// Writes marks as terms: for each manner and each leap one term, or several if the cells form no
/// pattern that one term has.
fn written(marks: &BTreeSet<Mark>) -> Result<String, String> {
    let mut groups: BTreeMap<Group, u16> = BTreeMap::new();
    for mark in marks {
        let (x, y) = (mark.right.abs(), mark.forward.abs());
        if (x, y) == (0, 0) || x.max(y) > FARTHEST {
            return Err(format!("a mark lies from 1 to {FARTHEST} cells away"));
        }
        let leap = (x.min(y) as u8, x.max(y) as u8);
        let stride = Stride::of_leap(leap.0, leap.1).ok_or("a mark lies on the piece itself")?;
        let own = Compass::Square.own(stride).iter();
        let sector =
            own.into_iter().find(|&s| compass::vector(stride, s) == (mark.right, mark.forward));
        let sector = sector.ok_or("a mark lies on no cell")?;
        *groups.entry(Group::of(&mark.manner, leap)).or_default() |= 1 << sector;
    }
    let mut terms: Vec<String> = Vec::new();
    let full = |leap: Leap| table(leap).all;
    let mut written: BTreeSet<(Manner, Leap)> = BTreeSet::new();
    for (Group { manner, leap, .. }, &sectors) in &groups {
        if written.contains(&(manner.clone(), *leap)) {
            continue;
        }
        let twin = groups.get(&Group::of(manner, (1, 1)));
        if *leap == (0, 1) && sectors == full(*leap) && twin == Some(&full((1, 1))) {
            let atom = if manner.strides == (1, Some(1)) { "K" } else { "Q" };
            terms.push(term("", manner, atom, ranged(manner, true)));
            written.insert((manner.clone(), (1, 1)));
            continue;
        }
        let (atom, slides) = atom(*leap, manner);
        for directions in table(*leap).best(sectors) {
            terms.push(term(&directions, manner, &atom, ranged(manner, slides)));
        }
    }
    Ok(joined(&terms))
}

/// The place of a leap among the terms of a string.
fn rank(leap: Leap) -> usize {
    let usual = [(0, 1), (1, 1), (0, 2), (2, 2), (0, 3), (3, 3), (1, 2), (1, 3), (2, 3)];
    usual.iter().position(|&known| known == leap).unwrap_or(usual.len())
}

/// The atom of a leap, and whether it slides without a range.
fn atom(leap: Leap, manner: &Manner) -> (String, bool) {
    let one = manner.strides == (1, Some(1));
    let letter = match leap {
        (0, 1) if !one => return ("R".to_owned(), true),
        (1, 1) if !one => return ("B".to_owned(), true),
        (0, 1) => "W",
        (1, 1) => "F",
        (0, 2) => "D",
        (2, 2) => "A",
        (0, 3) => "H",
        (3, 3) => "G",
        (1, 2) => "N",
        (1, 3) => "C",
        (2, 3) => "Z",
        (short, long) => return (format!("({short},{long})"), false),
    };
    (letter.to_owned(), false)
}

/// The range after an atom.
fn ranged(manner: &Manner, slides: bool) -> String {
    match manner.strides {
        (1, None) if slides => String::new(),
        _ => manner.range(),
    }
}

fn term(directions: &str, manner: &Manner, atom: &str, range: String) -> String {
    let first = if manner.first { "i" } else { "" };
    // `n` before a direction letter and `n` after it mean the same, so the letters stay together.
    format!("{first}{directions}{}{atom}{range}", manner.letters)
}

/// The terms as one string. Atoms alone need no space.
fn joined(terms: &[String]) -> String {
    let mut out = String::new();
    let lone = |term: &str| term.len() == 1;
    for (n, term) in terms.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|n| terms.get(n));
        if before.is_some_and(|before| !lone(before) || !lone(term) || before == term) {
            out.push(' ');
        }
        out += term;
    }
    out
}

/// The shortest direction letters of each set of sectors of a leap.
struct Table {
    /// The set of all sectors.
    all: u16,
    /// For each set of sectors, the letters of the terms that together have exactly this set.
    best: Vec<Option<(usize, Vec<String>)>>,
}

impl Table {
    fn best(&self, sectors: u16) -> Vec<String> {
        let known = self.best.get(usize::from(sectors)).and_then(Option::as_ref);
        known.map_or_else(Vec::new, |(_, letters)| letters.clone())
    }

    fn new(stride: Stride) -> Table {
        let bits = |sectors: compass::Sectors| sectors.iter().fold(0u16, |set, s| set | 1 << s);
        let all = bits(Compass::Square.own(stride));
        let mut best: Vec<Option<(usize, Vec<String>)>> = vec![None; 1 << 8];
        best[usize::from(all)] = Some((TERM_WEIGHT, vec![String::new()]));
        let oblique = matches!(stride, Stride::Oblique { .. });
        let mut letters = vec![
            Toward::Forward,
            Toward::Backward,
            Toward::Left,
            Toward::Right,
            Toward::Vertical,
            Toward::Sideways,
        ];
        letters.extend(oblique.then_some(Toward::Half));
        let mut runs: Vec<Vec<Toward>> = vec![Vec::new()];
        for _ in 0..MAX_DIRECTIONS {
            runs = runs
                .iter()
                .flat_map(|run| letters.iter().map(|&t| [run.as_slice(), &[t]].concat()))
                .collect();
            for run in &runs {
                let stray = |part: Part| matches!(part, Part::Stray);
                if parts(run).into_iter().any(|(_, part)| stray(part)) {
                    continue;
                }
                let directions = Directions { runs: vec![run.clone()], reading: Reading::Own };
                let set = usize::from(bits(Compass::Square.first(stride, &directions)));
                let cost = run.len() + TERM_WEIGHT;
                if best[set].as_ref().is_none_or(|(known, _)| *known > cost) {
                    let text = run.iter().map(|t| t.letter()).collect();
                    best[set] = Some((cost, vec![text]));
                }
            }
        }
        // Several terms together have the union of their sets. A set of eight sectors needs at most
        // three rounds until no union is shorter.
        let single = best.clone();
        loop {
            let mut changed = false;
            for set in 1..best.len() {
                for (other, one) in single.iter().enumerate() {
                    let (Some((cost, letters)), Some((more, added))) = (&best[set], one) else {
                        continue;
                    };
                    let (union, cost) = (set | other, cost + more);
                    if best[union].as_ref().is_none_or(|(known, _)| *known > cost) {
                        let letters = [letters.as_slice(), added].concat();
                        best[union] = Some((cost, letters));
                        changed = true;
                    }
                }
            }
            if !changed {
                return Table { all, best };
            }
        }
    }
}

/// The table of a leap. Leaps of the same sort share one.
fn table(leap: Leap) -> &'static Table {
    static TABLES: [OnceLock<Table>; 3] = [OnceLock::new(), OnceLock::new(), OnceLock::new()];
    let (number, sample) = match leap {
        (0, _) => (0, Stride::of_leap(0, 1)),
        (short, long) if short == long => (1, Stride::of_leap(1, 1)),
        _ => (2, Stride::of_leap(1, 2)),
    };
    TABLES[number].get_or_init(|| Table::new(sample.unwrap_or(Stride::Universal)))
}
