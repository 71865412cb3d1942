//! Movement strings of the program, as it reads them: a subset of Betza's notation.
//!
//! The program skips letters that it does not know, and pieces do not move by terms that it cannot
//! execute. So does this reader, and it says so.

/// A step or leap, as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Leap {
    /// Files to the right.
    pub(crate) right: i8,
    /// Ranks forward.
    pub(crate) forward: i8,
}

/// Whether a move captures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mode {
    Both,
    Quiet,
    Capture,
}

/// How a piece goes on after the first step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Gait {
    /// Once.
    Leap,
    /// Once, if the squares on the way are empty.
    Lame,
    /// Any number of times, or at most as often as the number says if it is not 0.
    Ride(u8),
    /// Over exactly one piece.
    Hop(u8),
    /// To the square beyond the first piece.
    Grasshop,
    /// To any square.
    Everywhere,
}

/// Moves of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    /// The directions, without repetitions.
    pub(crate) leaps: Vec<Leap>,
    pub(crate) mode: Mode,
    pub(crate) gait: Gait,
    /// True if the piece moves so from its first squares only.
    pub(crate) first: bool,
}

/// A movement.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Moves {
    pub(crate) terms: Vec<Term>,
    /// Letters and terms that the program leaves out.
    pub(crate) skipped: Vec<String>,
    /// Terms of the large-board fork that a definition cannot say.
    pub(crate) lost: Vec<String>,
}

/// The longer and the shorter number of an atom.
type Numbers = (i8, i8);

/// The parts of an atom.
fn numbers(atom: char) -> Option<&'static [Numbers]> {
    Some(match atom {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        _ => return None,
    })
}

/// The letters before an atom.
#[derive(Default)]
struct Letters {
    quiet: bool,
    capture: bool,
    hop: bool,
    grasshop: bool,
    lame: bool,
    first: bool,
    /// Pairs of direction letters.
    directions: Vec<[char; 2]>,
}

/// Reads a movement. Unknown letters are in `skipped`.
pub(crate) fn read(text: &str) -> Moves {
    let mut moves = Moves::default();
    let mut letters = Letters::default();
    let signs: Vec<char> = text.chars().collect();
    let mut at = 0;
    while let Some(&sign) = signs.get(at) {
        let next = signs.get(at + 1).copied();
        at += 1;
        match sign {
            'm' => letters.quiet = true,
            'c' => letters.capture = true,
            'p' => letters.hop = true,
            'g' => (letters.hop, letters.grasshop) = (true, true),
            'n' => letters.lame = true,
            'i' => letters.first = true,
            'f' | 'b' | 'v' | 'l' | 'r' | 's' | 'h' => {
                let along = |c: char| "fbvh".contains(c);
                let across = |c: char| "lrsh".contains(c);
                let pairs =
                    |c: char| c == sign || along(sign) && across(c) || across(sign) && along(c);
                match next.filter(|&c| pairs(c)) {
                    Some(second) => {
                        letters.directions.push([sign, second]);
                        at += 1;
                    }
                    None => letters.directions.push([sign, sign]),
                }
            }
            // Options of a letter in the large-board fork.
            '{' => {
                let rest: String = signs.iter().skip(at).take_while(|sign| **sign != '}').collect();
                at += rest.chars().count() + 1;
                moves.skipped.push(format!("{{{rest}}}"));
            }
            // Letters of the large-board fork.
            'x' | 'y' => moves.lost.push(sign.to_string()),
            'U' => {
                let (mode, first) = (mode(&letters), letters.first);
                let (leaps, gait) = (Vec::new(), Gait::Everywhere);
                moves.terms.push(Term { leaps, mode, gait, first });
                letters = Letters::default();
            }
            '(' => {
                let rest: String = signs.iter().skip(at).take_while(|sign| **sign != ')').collect();
                at += rest.chars().count() + 1;
                match tuple(&rest) {
                    Some(pair) => terms(&letters, '(', &[pair], None, &mut moves),
                    None => moves.skipped.push(format!("({rest})")),
                }
                letters = Letters::default();
            }
            atom => match numbers(atom) {
                Some(parts) => {
                    let (mut ride, mut limit) = (matches!(atom, 'R' | 'B' | 'Q'), 0);
                    match next {
                        Some(c) if c.is_ascii_digit() => {
                            (ride, limit) = (true, c.to_digit(10).map_or(0, |n| n as u8));
                            at += 1;
                        }
                        Some(c) if c == atom => {
                            ride = true;
                            at += 1;
                        }
                        Some(_) | None => {}
                    }
                    let range = if ride { Some(limit) } else { None };
                    terms(&letters, atom, parts, range, &mut moves);
                    letters = Letters::default();
                }
                None => moves.skipped.push(atom.to_string()),
            },
        }
    }
    moves
}

/// The longer and the shorter number of a leap such as `4,1`.
fn tuple(text: &str) -> Option<Numbers> {
    let (one, other) = text.split_once(',')?;
    let number = |text: &str| text.trim().parse::<i8>().ok().filter(|n| (0..16).contains(n));
    let (one, other) = (number(one)?, number(other)?);
    (one.max(other) > 0).then_some((one.max(other), one.min(other)))
}

fn mode(letters: &Letters) -> Mode {
    match (letters.quiet, letters.capture) {
        (true, false) => Mode::Quiet,
        (false, true) => Mode::Capture,
        (true, true) | (false, false) => Mode::Both,
    }
}

/// Adds the terms of one atom. `range` is the limit of a rider, 0 for none.
fn terms(letters: &Letters, atom: char, parts: &[Numbers], range: Option<u8>, moves: &mut Moves) {
    let mode = mode(letters);
    for &(long, short) in parts {
        let step = long == 1;
        let gait = match range {
            _ if letters.grasshop => Gait::Grasshop,
            limit if letters.hop => Gait::Hop(limit.unwrap_or(0)),
            Some(limit) => Gait::Ride(limit),
            None if letters.lame => Gait::Lame,
            None => Gait::Leap,
        };
        let can = match gait {
            Gait::Leap => true,
            Gait::Lame => matches!((long, short), (2, 0..=2) | (3, 2)),
            Gait::Ride(_) => step || (long, short) == (2, 1),
            Gait::Hop(_) | Gait::Grasshop => step,
            Gait::Everywhere => false,
        };
        if !can {
            moves.skipped.push(atom.to_string());
            continue;
        }
        let leaps = directions(letters, (long, short), parts.len());
        moves.terms.push(Term { leaps, mode, gait, first: letters.first });
    }
}

/// The directions of a term. An empty list of letters means all.
fn directions(letters: &Letters, (long, short): Numbers, parts: usize) -> Vec<Leap> {
    let mut pairs: Vec<[char; 2]> = Vec::new();
    for &[first, second] in &letters.directions {
        // Only orthogonal atoms read the letters of a pair apart.
        if parts == 1 && short == 0 && first != second {
            pairs.extend([[first, first], [second, second]]);
        } else {
            pairs.push([first, second]);
        }
    }
    let any = |wanted: &str| {
        let mut words = wanted.split(' ');
        pairs.is_empty() || words.any(|word| pairs.iter().any(|pair| word.chars().eq(*pair)))
    };
    let all = [
        ("ff vv rf rv fh rh hr", short, long),
        ("bb vv lb lv bh lh hr", -short, -long),
        ("rr ss br bs bh rh hr", long, -short),
        ("ll ss fl fs fh lh hr", -long, short),
        ("rr ss fr fs fh rh hl", long, short),
        ("ll ss bl bs bh lh hl", -long, -short),
        ("bb vv rb rv bh rh hl", short, -long),
        ("ff vv lf lv fh lh hl", -short, long),
    ];
    let mut leaps = Vec::new();
    for (words, right, forward) in all {
        let leap = Leap { right, forward };
        if any(words) && !leaps.contains(&leap) {
            leaps.push(leap);
        }
    }
    leaps.sort();
    leaps
}

/// The string of a term in this project's notation, without `i`. `modes` are the letters of its
/// mode.
pub(crate) fn written(term: &Term, modes: &str) -> String {
    let Some(leap) = term.leaps.first() else {
        return if term.gait == Gait::Everywhere { format!("{modes}U") } else { String::new() };
    };
    let (a, b) = (leap.right.unsigned_abs(), leap.forward.unsigned_abs());
    let (long, short) = (a.max(b), a.min(b));
    let numbers = format!("({short},{long})");
    let atom = match (long, short) {
        (1, 0) => "W",
        (1, _) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, _) => "A",
        (3, 0) => "H",
        (3, 1) => "C",
        (3, 2) => "Z",
        (3, 3) => "G",
        _ => numbers.as_str(),
    };
    let rider = match atom {
        "W" => "R",
        "F" => "B",
        other => other,
    };
    let range = |limit: u8| if limit == 0 { String::new() } else { limit.to_string() };
    let (gait, tail) = match term.gait {
        Gait::Leap => ("", atom.to_owned()),
        Gait::Lame => ("n", atom.to_owned()),
        Gait::Ride(0) if rider == "N" => ("", "NN".to_owned()),
        Gait::Ride(limit) => ("", format!("{rider}{}", range(limit))),
        Gait::Hop(limit) => ("p", format!("{rider}{}", range(limit))),
        Gait::Grasshop => ("g", rider.to_owned()),
        Gait::Everywhere => ("", "U".to_owned()),
    };
    format!("{}{modes}{gait}{tail}", letters(&term.leaps, long, short))
}

/// Direction letters for a set of leaps with the same two numbers.
fn letters(leaps: &[Leap], long: u8, short: u8) -> String {
    let all = if short == 0 || short == long { 4 } else { 8 };
    if leaps.len() == all {
        return String::new();
    }
    let has = |right: i8, forward: i8| leaps.contains(&Leap { right, forward });
    let (l, s) = (long as i8, short as i8);
    let mut text = String::new();
    if short == 0 {
        let each = [('f', 0, l), ('b', 0, -l), ('l', -l, 0), ('r', l, 0)];
        let word: String = each.iter().filter(|(_, x, y)| has(*x, *y)).map(|d| d.0).collect();
        return match word.as_str() {
            "fb" => "v".to_owned(),
            "lr" => "s".to_owned(),
            "flr" => "fs".to_owned(),
            "blr" => "bs".to_owned(),
            "fbl" => "vl".to_owned(),
            "fbr" => "vr".to_owned(),
            _ => word,
        };
    }
    if short == long {
        let each = [("fl", -l, l), ("fr", l, l), ("bl", -l, -l), ("br", l, -l)];
        let word: String = each.iter().filter(|(_, x, y)| has(*x, *y)).map(|d| d.0).collect();
        return match word.as_str() {
            "flfr" => "f".to_owned(),
            "blbr" => "b".to_owned(),
            "flbl" => "l".to_owned(),
            "frbr" => "r".to_owned(),
            _ => word,
        };
    }
    let halves = [
        ("fh", [(s, l), (-s, l), (l, s), (-l, s)]),
        ("bh", [(s, -l), (-s, -l), (l, -s), (-l, -s)]),
        ("lh", [(-s, l), (-s, -l), (-l, s), (-l, -s)]),
        ("rh", [(s, l), (s, -l), (l, s), (l, -s)]),
    ];
    if let Some((word, _)) = halves.iter().find(|(_, half)| {
        leaps.len() == 4 && half.iter().all(|(right, forward)| has(*right, *forward))
    }) {
        return (*word).to_owned();
    }
    // The second letter is the longer part.
    let each = [
        ("ff", "lf", (-s, l), "rf", (s, l)),
        ("bb", "lb", (-s, -l), "rb", (s, -l)),
        ("ll", "fl", (-l, s), "bl", (-l, -s)),
        ("rr", "fr", (l, s), "br", (l, -s)),
    ];
    for (both, first, one, second, two) in each {
        match (has(one.0, one.1), has(two.0, two.1)) {
            (true, true) => text.push_str(both),
            (true, false) => text.push_str(first),
            (false, true) => text.push_str(second),
            (false, false) => {}
        }
    }
    text
}
