//! Reads positions of a definition: its setup, and the setups, moves and cells of its tests.

use crate::context::written;
use crate::draft::rules::stranger;
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, Help, Report, did_you_mean};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::ids::KindId;
use alfil_rules::look::{Form, Letter};
use alfil_rules::plane::Real;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::{CounterField, Heading, Placement, Row, Setup, ShownField, Square, Stand};
use alfil_rules::side::{Color, Side};
use alfil_syntax::cases::{CaseText, Claim};
use alfil_syntax::placement;
use alfil_syntax::placement::{CellText, LetterText, MarkText, PointText, PositionText, RowText};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::scalar::Written;
use alfil_syntax::value::Ending;

// Reads and writes position text (`setup:`, `--position`).
//
// An unknown letter is reported and read as an empty cell, so that rows keep their length. The
// board package checks that the rows fit the board.

/// The letters that a position may contain.
#[derive(Clone, Debug)]
pub struct LetterTable {
    /// The letters of the sides, if there are more than two.
    pub(crate) sides: Vec<char>,
    /// The names of the sides, if there are more than two.
    pub(crate) names: Vec<String>,
    /// The letter of each kind.
    pub(crate) kinds: Vec<(KindId, Letter)>,
}

impl LetterTable {
    /// The letters of a game.
    pub fn of(rules: &Ruleset) -> LetterTable {
        LetterTable {
            sides: rules.players.iter().map(|player| player.letter).collect(),
            names: rules.players.iter().map(|player| player.name.clone()).collect(),
            kinds: rules.kinds.enumerate().map(|(id, kind)| (id, kind.letter)).collect(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alphabet {
    Whole,
    /// A letter has an error, or two pieces share one. An unknown letter may then belong to such a
    /// piece.
    Gappy,
}

/// Reads a position of a game, for example from `--position`. If a letter is unknown, its cell is
/// empty in the value.
pub fn read_position(text: &Scalar, rules: &Ruleset) -> Findings<Setup> {
    let letters = LetterTable::of(rules);
    let mut found = Report::default();
    let place = |range| text.slice(range);
    let setup = read(Written::new(text.text(), &place), &letters, Alphabet::Whole, &mut found);
    Findings::new(setup, found)
}

/// Like [`read_position`], but appends findings to `found`.
pub(crate) fn read(
    text: Written<'_>,
    letters: &LetterTable,
    alphabet: Alphabet,
    found: &mut Report,
) -> Option<Setup> {
    let mut written = placement::parse(text, found)?;
    let many = written.many.is_some();
    if alphabet == Alphabet::Gappy && many == letters.sides.is_empty()
        || !is_for(&written, text.span(), &letters.sides, found)
    {
        return None;
    }
    if let Some(many) = &written.many {
        let mover = letters.sides.iter().position(|&letter| letter == many.value.mover);
        written.side = Side::ALL[mover.unwrap_or_default()];
    }
    let mut unknown: Vec<LetterText> = Vec::new();
    let mut known = |letter: LetterText, span: Span| {
        let known = piece(letter, letters);
        let stranger = letter.owner.is_some_and(|owner| !letters.sides.contains(&owner));
        // A wrong letter is reported once, however often and for whichever side it occurs.
        let either = LetterText { letter: letter.letter.to_ascii_lowercase(), ..letter };
        if known.is_none() && alphabet == Alphabet::Whole && !unknown.contains(&either) {
            unknown.push(either);
            found.push(if stranger {
                unknown_side(letter.owner, span, &letters.sides)
            } else {
                unknown_letter(letter, span, letters)
            });
        }
        known
    };
    let mut square = |cell: Spanned<CellText>| match cell.value {
        CellText::Empty(n) => Square::Empty(n),
        CellText::Missing => Square::Missing,
        CellText::Covered(letter) => match known(letter, cell.span) {
            Some((side, kind)) => Square::Covered(side, kind),
            None => Square::Empty(0),
        },
        CellText::Letter(letter) => match known(letter, cell.span) {
            Some((side, kind)) => Square::Piece(side, kind),
            None => Square::Empty(1),
        },
    };
    let row = |row: &RowText| Row {
        cells: row.cells.iter().map(|c| Spanned::new(square(*c), c.span)).collect(),
        span: row.span,
    };
    let PositionText { placement, hands, .. } = &written;
    let rows = placement.rows.iter().map(row).collect();
    let mut points = Vec::new();
    for point in &placement.points {
        let PointText { letter, x, y, z, facing, unmoved } = point.value;
        let numbers = (Real::new(x), Real::new(y));
        if let (Some((side, kind)), (Some(x), Some(y))) = (known(letter, point.span), numbers) {
            let (z, facing) = (z.and_then(Real::new), facing.and_then(Real::new));
            let stand = Stand { side, kind, x, y, z, facing, unmoved };
            points.push(Spanned::new(stand, point.span));
        }
    }
    let hands = hands.as_ref().map(|hands| {
        let men = hands.value.iter().filter_map(|l| known(l.value, l.span));
        Spanned::new(men.collect(), hands.span)
    });
    let placement = Placement { rows, points, span: placement.span };
    Some(written.with(placement, hands))
}

/// Returns whether a position has the form that the game with `sides` needs. Reports it otherwise.
fn is_for(written: &PositionText, span: Span, sides: &[char], found: &mut Report) -> bool {
    let count = sides.len();
    let Some(many) = &written.many else {
        if count > 0 {
            let flags = vec!["0"; count].join(",");
            let first = sides[0].to_uppercase();
            let title = format!("this position is for two sides, but the game has {count}");
            found
                .at(Code::BadPosition, span, title, "has only White's and Black's pieces")
                .because("for more than two sides, positions are written in FEN4")
                .help(format!(
                    "write `{first}-{flags}-{flags}-{flags}-{flags}-0-` and rows such as `3,{}K,2`",
                    sides[0]
                ));
        }
        return count == 0;
    };
    if count == 0 {
        found
            .at(Code::BadPosition, many.span, "this position is for more than two sides", "FEN4")
            .help("write White's pieces in upper case and Black's in lower case");
        return false;
    }
    if !sides.contains(&many.value.mover) {
        found.push(unknown_side(Some(many.value.mover), many.span, sides));
        return false;
    }
    let Heading { out, near, far, points, .. } = &many.value;
    if [out.len(), near.len(), far.len(), points.len()].iter().any(|&length| length != count) {
        let title = format!("each list of a position has {count} numbers");
        found
            .at(Code::BadPosition, many.span, title, "needs one for each side")
            .help(format!("write lists such as `{}`", vec!["0"; count].join(",")));
        return false;
    }
    true
}

fn unknown_side(letter: Option<char>, span: Span, sides: &[char]) -> Diagnostic {
    let known: Vec<String> = sides.iter().map(char::to_string).collect();
    let letter = letter.map_or(String::new(), |letter| letter.to_string());
    let title = format!("no side has the letter `{letter}`");
    Diagnostic::at(Code::BadPlacement, span, title, "unknown side")
        .help(format!("the sides are {}", known.join(", ")))
}

fn unknown_letter(letter: LetterText, span: Span, letters: &LetterTable) -> Diagnostic {
    let mut known: Vec<String> = letters.kinds.iter().map(|&(_, l)| l.to_string()).collect();
    known.sort();
    let help = match (known.first(), letters.sides.first()) {
        (None, _) => "define pieces with letters under `pieces`".to_owned(),
        (Some(_), None) => {
            format!("the letters are {}, in lower case for Black", known.join(", "))
        }
        (Some(kind), Some(side)) => format!(
            "the letters are {}; write the letter of the side before them, such as `{side}{kind}`",
            known.join(", ")
        ),
    };
    Diagnostic::at(
        Code::BadPlacement,
        span,
        format!("no piece has the letter `{}`", spelt(letter)),
        "unknown letter",
    )
    .help(help)
}

fn spelt(LetterText { letter, mark, .. }: LetterText) -> String {
    match mark {
        MarkText::None => letter.to_string(),
        MarkText::Plus => format!("+{letter}"),
        MarkText::Tilde => format!("{letter}~"),
    }
}

fn piece(
    LetterText { letter: c, mark, owner }: LetterText,
    LetterTable { sides, kinds: letters, .. }: &LetterTable,
) -> Option<(Side, KindId)> {
    let form = match mark {
        MarkText::None => Form::Plain,
        MarkText::Plus => Form::Plus,
        MarkText::Tilde => Form::Reverting,
    };
    let kind = |upper: char| {
        letters.iter().find(|&&(_, l)| l == Letter::new(upper, form)).map(|&(k, _)| k)
    };
    if let Some(owner) = owner {
        let side = sides.iter().position(|&letter| letter == owner)?;
        return Some((Side::ALL[side], kind(c)?));
    }
    if let Some(kind) = kind(c) {
        return Some((Side::White, kind));
    }
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(u), None) if u != c => Some((Side::Black, kind(u)?)),
        (Some(_) | None, Some(_) | None) => None,
    }
}

/// Writes a setup as text that `read` understands. The side to move and the fields after it are
/// always written.
pub fn write(setup: &Setup, rules: &Ruleset) -> String {
    let letter = |kind: KindId| rules.kinds[kind].letter;
    if let Some(many) = &setup.many {
        return write_many(setup, &many.value, rules);
    }
    let row = |row: &Row| {
        let (mut text, mut empty) = (String::new(), 0u32);
        let mut stack = String::new();
        for cell in &row.cells {
            let drawn = match cell.value {
                Square::Empty(n) => {
                    empty += u32::from(n);
                    continue;
                }
                Square::Missing => "*".to_owned(),
                Square::Covered(side, kind) => {
                    stack += &letter(kind).of(side);
                    continue;
                }
                Square::Piece(side, kind) if stack.is_empty() => letter(kind).of(side),
                Square::Piece(side, kind) => {
                    format!("({}{})", std::mem::take(&mut stack), letter(kind).of(side))
                }
            };
            flush(&mut empty, &mut text);
            text.push_str(&drawn);
        }
        flush(&mut empty, &mut text);
        text
    };
    if setup.placement.rows.is_empty() {
        return write_points(setup, letter);
    }
    let rows: Vec<String> = setup.placement.rows.iter().map(row).collect();
    let field = |f: &Option<Spanned<String>>| f.as_ref().map_or("-", |s| &s.value).to_owned();
    let hands = setup.hands.as_ref().map_or(String::new(), |hands| {
        let letters: String =
            hands.value.iter().map(|&(side, kind)| letter(kind).of(side)).collect();
        format!("[{letters}]")
    });
    let mut text = format!(
        "{}{hands} {} {} {} {} {}",
        rows.join("/"),
        setup.side.letter(),
        field(&setup.castling),
        field(&setup.en_passant),
        setup.halfmoves,
        setup.fullmove
    );
    if setup.step > 1 {
        text += &format!(" step={}", setup.step);
    }
    text += &counters(setup);
    text += &shown(setup);
    for (name, field) in [("quiet", &setup.quiet), ("last", &setup.last), ("moved", &setup.moved)] {
        if let Some(field) = field {
            text += &format!(" {name}={}", field.value);
        }
    }
    text
}

/// Writes a setup in FEN4, and the fields that FEN4 lacks after it.
fn write_many(setup: &Setup, heading: &Heading, rules: &Ruleset) -> String {
    let cell = |cell: &Spanned<Square>| match cell.value {
        Square::Empty(n) => Some(n.to_string()),
        Square::Missing => Some("*".to_owned()),
        Square::Piece(side, kind) => Some(rules.piece_letter(side, rules.kinds[kind].letter)),
        // Only games of two sides have stacks.
        Square::Covered(..) => None,
    };
    let row = |row: &Row| row.cells.iter().filter_map(cell).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = setup.placement.rows.iter().map(row).collect();
    let mut text = format!("{}-{}-{}", heading_text(heading), setup.halfmoves, rows.join("/"));
    if let Some(hands) = &setup.hands {
        let letter =
            |&(side, kind): &(Side, KindId)| rules.piece_letter(side, rules.kinds[kind].letter);
        let letters: Vec<String> = hands.value.iter().map(letter).collect();
        text += &format!("[{}]", letters.join(","));
    }
    if setup.fullmove > 1 {
        text += &format!(" round={}", setup.fullmove);
    }
    if setup.step > 1 {
        text += &format!(" step={}", setup.step);
    }
    if let Some(passed) = &setup.en_passant {
        text += &format!(" passed={}", passed.value);
    }
    text += &counters(setup);
    text += &shown(setup);
    for (name, field) in [("quiet", &setup.quiet), ("last", &setup.last), ("moved", &setup.moved)] {
        if let Some(field) = field {
            text += &format!(" {name}={}", field.value);
        }
    }
    text
}

/// The values of dice: ` die=3`.
fn shown(setup: &Setup) -> String {
    let of = |field: &Spanned<ShownField>| format!(" {}={}", field.value.die, field.value.word);
    setup.shown.iter().map(of).collect()
}

/// The first parts of a position in FEN4: `R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0`.
pub fn heading_text(heading: &Heading) -> String {
    let list = |numbers: Vec<u8>| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let flags = |flags: &[bool]| list(flags.iter().map(|&flag| u8::from(flag)).collect());
    let Heading { mover, out, near, far, points, flag_spans: _ } = heading;
    let parts = [flags(out), flags(near), flags(far), list(points.clone())];
    format!("{}-{}", mover.to_uppercase(), parts.join("-"))
}

/// Writes pieces on a plane: `K4.5,0.5 P0.5,1.5' q3.5,7.5 w 0 1`.
fn write_points(setup: &Setup, letter: impl Fn(KindId) -> Letter) -> String {
    let mut text = String::new();
    for Spanned { value: Stand { side, kind, x, y, z, facing, unmoved }, .. } in
        &setup.placement.points
    {
        text += &format!("{}{x},{y}", letter(*kind).of(*side));
        if let Some(z) = z {
            text += &format!(",{z}");
        }
        if let Some(facing) = facing {
            text += &format!("@{facing}");
        }
        text += if *unmoved { "' " } else { " " };
    }
    text + &format!("{} {} {}", setup.side.letter(), setup.halfmoves, setup.fullmove)
        + &counters(setup)
}

fn counters(setup: &Setup) -> String {
    let of = |counter: &Spanned<CounterField>| {
        let CounterField { name, counts, left } = &counter.value;
        let counts = counts.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
        match (name, left) {
            (Some(name), _) => format!(" {name}={counts}"),
            (None, false) => format!(" +{counts}"),
            (None, true) => format!(" {counts}"),
        }
    };
    setup.counters.iter().map(of).collect()
}

fn flush(empty: &mut u32, text: &mut String) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

// Reads the tests of a definition. Their positions become setups. Their moves and cells stay text,
// because only a compiled game can read them.

/// One test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The claim about a position.
    pub claim: Claim,
    /// The position before `after`; `None` is the start position.
    pub position: Option<Setup>,
    /// The number of the start position, in a game with several of them.
    pub number: Option<Spanned<u64>>,
    /// Moves that are played before the claim is checked.
    pub after: Vec<Spanned<String>>,
    /// The source that the claim is taken from.
    pub source: Option<String>,
    /// The key of the claim; findings point there.
    pub span: Span,
}

/// Reads the cases of one file. A case whose position is broken is left out, with its finding.
pub fn read_tests(texts: &[CaseText], letters: &LetterTable, found: &mut Report) -> Vec<Case> {
    let case = |text: &CaseText| {
        let before = found.len();
        let position = text
            .position
            .as_ref()
            .map(|p| written(p, |w| read(w, letters, Alphabet::Whole, found)));
        if let Claim::Game { ends: Some(ends), .. } = &text.claim
            && let Ending::Called(name) = &ends.value
            && !letters.names.contains(name)
        {
            let usual = [Ending::Won(Color::White), Ending::Won(Color::Black)];
            let usual = usual.iter().map(Ending::key).filter(|_| letters.names.is_empty());
            found.push(match did_you_mean(&format!("{name} wins"), usual) {
                Some(near) => {
                    let title = format!("`ends` cannot be `{name} wins`");
                    Diagnostic::at(Code::BadValue, ends.span, title, "this end does not exist")
                        .help(Help::did_you_mean(near))
                }
                None => stranger(name, ends.span, &letters.names),
            });
        }
        let sound = found.len() == before;
        sound.then(|| Case {
            claim: text.claim.clone(),
            position: position.flatten(),
            number: text.number,
            after: text.after.clone(),
            source: text.source.as_ref().map(|s| s.text().to_owned()),
            span: text.span,
        })
    };
    texts.iter().filter_map(case).collect()
}
