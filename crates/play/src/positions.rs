//! Positions in the forms of other programs.
//!
//! Which fields a form has follows from the rules of the game: hands, counters, castling rights,
//! pieces that have never moved. A [`Dialect`] says how these fields are written.

use crate::board::BoardPlay;
use crate::dialect::{Castling, Counts, Dialect, Hand, Letters, Passing, Unmoved};
use crate::game::Game;
use crate::position::{Legal, Position};
use crate::terms::{Corrected, Manner};
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::{SourceId, Span};
use alfil_rules::goal::Event;
use alfil_rules::outcome::Counters;
use alfil_rules::setup::CounterField;
use alfil_rules::side::{Color, Side};
use alfil_syntax::scalar::Scalar;
use std::ops::Range;

/// A position that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The index of the first wrong character.
    pub at: usize,
    /// The reason.
    pub what: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// The most corrections of one position.
const MAX_CORRECTIONS: usize = 64;

/// Reads a position. In the lenient manner, all dialects are read, and what cannot be is corrected:
/// a move number 0, and castling rights and passed cells that do not fit the pieces.
///
/// # Errors
/// The first finding about the text in Alfil's own form.
pub fn read(game: &Game, text: &str, manner: Manner) -> Result<Corrected<Position>, Unread> {
    let wrong = match plain(game, text) {
        Ok(position) => return Ok(Corrected::plain(position)),
        Err(wrong) => unread(&wrong, text),
    };
    match manner {
        Manner::Strict => return Err(wrong),
        Manner::Lenient => {}
    }
    let white = with_white(text);
    let text = white.as_deref().unwrap_or(text);
    let readings: [fn(&Game, &str) -> Option<String>; 4] =
        [counted_hand, without_limit, own_letters, without_tildes];
    let others = readings.into_iter().filter_map(|reading| reading(game, text));
    let all: Vec<String> = std::iter::once(text.to_owned()).chain(others).collect();
    let mut right = all.iter().filter_map(|text| plain(game, text).ok());
    if let Some(position) = right.next() {
        return Ok(Corrected::plain(position));
    }
    let mut other = None;
    for text in all {
        match corrected(game, text) {
            Ok(position) => return Ok(position),
            Err(left) => other = other.or(left),
        }
    }
    Err(other.unwrap_or(wrong))
}

/// The position in a text, after corrections. If they do not help, the error is what is still wrong after
/// them; `None` if there is nothing to correct.
fn corrected(game: &Game, mut text: String) -> Result<Corrected<Position>, Option<Unread>> {
    let mut notes = Vec::new();
    let length = text.len();
    // Collections of problems often have 0 for a number that does not matter, so there is no note.
    if let Some(counted) = from_one(&text) {
        text = counted;
    }
    for _ in 0..MAX_CORRECTIONS {
        let wrong = match plain(game, &text) {
            Ok(value) => return Ok(Corrected { value, notes }),
            Err(wrong) => wrong,
        };
        let left = || {
            let mut left = unread(&wrong, &text);
            // Corrections made the fields before this place shorter.
            if text.get(..left.at).is_some_and(|before| before.contains(' ')) {
                left.at += length.saturating_sub(text.len());
            }
            (!notes.is_empty()).then_some(left)
        };
        let Some(replaced) = without_faults(&wrong, &text) else { return Err(left()) };
        notes.push(match wrong.labels.len() {
            1 => format!("{}; it is left out", wrong.title),
            _ => format!("{}; they are left out", wrong.title),
        });
        text = replaced;
    }
    Err(None)
}

/// The text without the castling rights or the en passant square that `wrong` is about. `None` for other
/// findings.
fn without_faults(wrong: &Diagnostic, text: &str) -> Option<String> {
    wrong.labels.first()?;
    let mut spans: Vec<_> = wrong.labels.iter().map(|label| label.span).collect();
    spans.sort();
    let mut text = text.to_owned();
    // The last place comes first, because a replacement moves what is behind it.
    for span in spans.into_iter().rev() {
        let range = span.start as usize..span.end as usize;
        let part = text.get(range.clone())?;
        let word = word_around(&text, range.clone());
        let is_castling = wrong.code == Code::BadCastlingField && !part.is_empty();
        let (range, instead) = if is_castling && part.bytes().all(|b| b.is_ascii_digit()) {
            // The flag of a side in a position for more than two.
            (range, "0")
        } else if is_castling {
            let instead = if word == range { "-" } else { "" };
            (range, instead)
        } else if wrong.code == Code::BadEnPassantField {
            (word, "-")
        } else {
            return None;
        };
        text.replace_range(range, instead);
    }
    Some(text)
}

/// The word that contains a part of a text.
fn word_around(text: &str, part: Range<usize>) -> Range<usize> {
    let start = text[..part.start].rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let end = text[part.end..].find(char::is_whitespace).map_or(text.len(), |at| part.end + at);
    start..end
}

/// The text with a 1 instead of the number 0 of the move.
fn from_one(text: &str) -> Option<String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let pair = words.windows(2).position(|pair| pair.iter().all(|word| is_number(word)))?;
    let number = words.get_mut(pair + 1).filter(|number| number.bytes().all(|b| b == b'0'))?;
    *number = "1";
    Some(words.join(" "))
}

/// The text with `w` for the side that some xiangqi programs call `r`, red.
fn with_white(text: &str) -> Option<String> {
    let (placement, rest) = text.split_once(' ')?;
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('r').filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
    Some(format!("{placement} w{rest}"))
}

/// Reads a position in Alfil's own form.
fn plain(game: &Game, text: &str) -> Result<Position, Diagnostic> {
    let span = Span::new(SourceId::only(), 0, text.len());
    let read = game.read(&Scalar::plain(text, span));
    read.value.ok_or_else(|| {
        let errors = alfil_diagnostics::diagnostic::Severity::Error;
        let finding = read.found.iter().find(|finding| finding.severity() == errors);
        finding
            .or(read.found.first())
            .cloned()
            .unwrap_or_else(|| Diagnostic::at(Code::BadPosition, span, "this is no position", ""))
    })
}

fn unread(finding: &Diagnostic, text: &str) -> Unread {
    let byte = finding.labels.first().map_or(0, |label| label.span.start as usize);
    let at = text.get(..byte).map_or(0, |before| before.chars().count());
    let help = finding.help.as_deref().map(str::to_owned);
    Unread { at, what: finding.title.clone(), help }
}

/// The text of a position whose hand is a field of its own, as in shogi.
fn counted_hand(game: &Game, text: &str) -> Option<String> {
    game.rules().hand.as_ref()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    matches!(words.len(), 3 | 4).then(|| self::position(&words)).flatten()
}

/// The text without the limit of the moves to count, which Makruk programs write in place of the
/// passed cell.
fn without_limit(_: &Game, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let [placement, side, "-", limit, halfmoves, fullmove] = words.as_slice() else { return None };
    let are_numbers = [limit, halfmoves, fullmove].into_iter().all(|word| is_number(word));
    // The number before the last one counts towards that limit.
    are_numbers.then(|| format!("{placement} {side} - - 0 {fullmove}"))
}

/// The text with the letters of the definition instead of those of WXF.
fn own_letters(game: &Game, text: &str) -> Option<String> {
    let other = lettered(game, text, |own, wxf| (wxf, own));
    (other != text).then_some(other)
}

/// The text without signs for promoted pieces, which a game without hands does not need.
fn without_tildes(_: &Game, text: &str) -> Option<String> {
    text.contains('~').then(|| text.replace('~', ""))
}

/// Replaces letters in the placement and the hands. `pair` chooses the old and the new letter of
/// the two that a kind has.
fn lettered(game: &Game, text: &str, pair: impl Fn(char, char) -> (char, char)) -> String {
    let (placement, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let mut pairs: Vec<(char, char)> = Vec::new();
    for names in game.notation().kinds {
        let wxf = names.wxf.as_ref().and_then(|wxf| wxf.chars().next());
        if let (Some(wxf), Some(own)) = (wxf, names.letter.chars().next()) {
            let (from, to) = pair(own, wxf);
            pairs.push((from, to));
            pairs.push((from.to_ascii_lowercase(), to.to_ascii_lowercase()));
        }
    }
    let change = |c: char| pairs.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to);
    placement.chars().map(change).collect::<String>() + rest
}

/// A position as text, and what the text lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The parts of the position that the dialect cannot express.
    pub lost: Vec<String>,
}

/// Writes a position. Positions on planes and with sections are written as Alfil writes them.
pub fn write(game: &Game, position: &Position, dialect: Dialect) -> Written {
    let own = position.text();
    let Position::Board(play) = position else { return Written { text: own, lost: Vec::new() } };
    if dialect == Dialect::ALFIL {
        return Written { text: own, lost: Vec::new() };
    }
    let mut words = own.split(' ');
    let mut next = || words.next().unwrap_or_default();
    let (placement, side, castling, passed) = (next(), next(), next(), next());
    let (halfmoves, fullmove) = (next(), next());
    let mut lost = Vec::new();
    let mut counters = Vec::new();
    let mut moved = None;
    for field in words {
        match field.split_once('=') {
            Some(("moved", cells)) => moved = Some(cells),
            Some(("step", _)) => lost.push("the step of the turn".to_owned()),
            Some(("last", _)) => lost.push("the last move".to_owned()),
            Some(("quiet", _)) => lost.push("the turns without certain moves".to_owned()),
            Some((_, counts)) => counters.push((field, counts)),
            None => {}
        }
    }
    let (squares, held) = placement.split_once('[').unwrap_or((placement, ""));
    let squares = starred(play, squares);
    let held = held.trim_end_matches(']');
    if dialect.hand == Hand::Counted {
        return counted(play, &squares, held, lost);
    }
    let has_hands = play.arena().rules.hand.is_some();
    let hand = match (has_hands, dialect.hand) {
        (false, _) => String::new(),
        (true, Hand::Brackets | Hand::Counted) => format!("[{held}]"),
        (true, Hand::Slash) => format!("/{held}"),
    };
    let castling = match dialect.castling {
        Castling::Sides => castling.to_owned(),
        Castling::Files => files(play),
    };
    let castling = match dialect.unmoved {
        Unmoved::Files => with_unmoved(play, &castling, moved, &mut lost),
        Unmoved::Named => castling,
    };
    let passed = match dialect.passing {
        Passing::Always => passed.to_owned(),
        Passing::Capturable => capturable(position, passed),
    };
    // Other programs have no parentheses around the piece that has passed the cell.
    let passed = passed.replace(['(', ')'], "");
    let mut text = format!("{squares}{hand} {side} {castling} {passed}");
    let (mut before, mut after) = (String::new(), String::new());
    for (field, counts) in &counters {
        match dialect.counts {
            _ if counters.len() > 1 => after += &format!(" {field}"),
            Counts::Named => after += &format!(" {field}"),
            Counts::Given => after += &format!(" +{counts}"),
            Counts::Left => before += &format!(" {}", left(play, counts)),
        }
    }
    text += &format!("{before} {halfmoves} {fullmove}{after}");
    if dialect.letters == Letters::Wxf {
        text = lettered(game, &text, |own, wxf| (own, wxf));
    }
    Written { text, lost }
}

/// The placement with `*` for the pieces of the only unowned kind.
fn starred(play: &BoardPlay, squares: &str) -> String {
    let rules = &play.arena().rules;
    let has_holes = squares.contains('*');
    match rules.only_nobodys().filter(|_| !has_holes) {
        Some(kind) => squares.replace(rules.kinds[kind].letter.capital(), "*"),
        None => squares.to_owned(),
    }
}

/// The castling rights as files of the partners.
fn files(play: &BoardPlay) -> String {
    let (arena, board) = (play.arena(), play.board());
    let mut rights: Vec<(Side, u8)> = arena
        .rights_in(board)
        .iter()
        .map(|right| (right.side, arena.graph.file_rank(right.partner).0))
        .collect();
    rights.sort_by_key(|&(side, file)| (side, std::cmp::Reverse(file)));
    rights.dedup();
    let letters: String =
        rights.into_iter().map(|(side, file)| of_side(arena.graph.file_name(file), side)).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

fn of_side(file: char, side: Side) -> char {
    match side.color() {
        Color::White => file.to_ascii_uppercase(),
        Color::Black => file.to_ascii_lowercase(),
    }
}

/// Adds the files of pieces on the first ranks that have never moved. Pieces with a castling right
/// are left out, and so are those of a side that has nothing in hand.
fn with_unmoved(
    play: &BoardPlay,
    castling: &str,
    moved: Option<&str>,
    lost: &mut Vec<String>,
) -> String {
    let (arena, board) = (play.arena(), play.board());
    if !arena.rules.remembers_who_moved() {
        return castling.to_owned();
    }
    let moved: Vec<&str> = moved.into_iter().flat_map(|cells| cells.split(',')).collect();
    let rights = arena.rights_in(board);
    let mut text = String::new();
    let mut is_lost = false;
    for side in Side::BOTH {
        let own = castling.chars().filter(|c| match side.color() {
            Color::White => c.is_ascii_uppercase(),
            Color::Black => c.is_ascii_lowercase(),
        });
        text.extend(own);
        let may_place = arena.rules.hand.is_none() || board.hands.held(side).next().is_some();
        let by_right = |site| {
            let mut all = rights.iter().flat_map(|right| right.pieces());
            all.any(|(_, cell)| cell == site)
        };
        for (site, kind) in board.pieces(side) {
            let began = arena.start_cells[side][kind].has(site);
            if !began || moved.contains(&arena.graph.name(site)) {
                continue;
            }
            if arena.graph.rank_for(site, side) != 1 {
                continue;
            }
            match may_place {
                true if !by_right(site) => {
                    text.push(of_side(arena.graph.file_name(arena.graph.file_rank(site).0), side));
                }
                true => {}
                false => is_lost |= !by_right(site),
            }
        }
    }
    if is_lost {
        lost.push("pieces that have never moved, of a side with nothing to place".to_owned());
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The passed cells on which a legal move captures a piece elsewhere.
fn capturable(position: &Position, passed: &str) -> String {
    let (true, Legal::Board(play, moves)) = (passed != "-", position.legal()) else {
        return passed.to_owned();
    };
    let board = play.board();
    let used = board
        .ep_squares
        .iter()
        .filter(|ep| moves.iter().any(|mv| mv.to == ep.cell && mv.captures.contains(&ep.victim)));
    let graph = &play.arena().graph;
    let names = used.map(|ep| {
        let text = format!("{}({})", graph.name(ep.cell), graph.name(ep.victim));
        if passed.contains(&text) { text } else { graph.name(ep.cell).to_owned() }
    });
    let names: String = names.collect();
    if names.is_empty() { "-".to_owned() } else { names }
}

/// What is left of a counter until its goal.
fn left(play: &BoardPlay, counts: &str) -> String {
    let mut most = Counters::default();
    let none = CounterField { name: None, counts: vec![0; 2], left: true };
    let most = match play.arena().rules.read_counter(&mut most, &none) {
        Ok(()) => most,
        Err(_) => Counters::default(),
    };
    let given = counts.split('+').map(|count| count.parse::<u8>().unwrap_or_default());
    let rest = Side::BOTH.into_iter().zip(given).map(|(side, given)| {
        most[side].iter().max().map_or(0, |most| most.saturating_sub(given)).to_string()
    });
    rest.collect::<Vec<_>>().join("+")
}

/// The position with a field for the hand, as in shogi.
fn counted(play: &BoardPlay, squares: &str, held: &str, mut lost: Vec<String>) -> Written {
    let board = play.board();
    let mut hand = String::new();
    let mut rest = held;
    while let Some(letter) = rest.chars().next() {
        let length = rest.len() - rest.trim_start_matches(letter).len();
        match length / letter.len_utf8() {
            1 => hand.push(letter),
            count => hand += &format!("{count}{letter}"),
        }
        rest = &rest[length..];
    }
    if hand.is_empty() {
        hand.push('-');
    }
    let side = match board.side.color() {
        Color::White => 'b',
        Color::Black => 'w',
    };
    let plies = u64::from(board.fullmove.saturating_sub(1)) * 2 + u64::from(side == 'w') + 1;
    if board.rights.0 != 0 {
        lost.push("the castling rights".to_owned());
    }
    if !board.ep_squares.is_empty() {
        lost.push("the passed cell".to_owned());
    }
    let ends = &play.arena().rules.ends;
    let counts = ends.iter().any(|goal| matches!(goal.event, Event::MoveLimit(_)));
    if counts && board.halfmoves > 0 {
        lost.push("the number of halfmoves".to_owned());
    }
    Written { text: format!("{squares} {side} {hand} {plies}"), lost }
}

// Positions as shogi programs write them: `4k4/... b 2P 1`, with the hand in the third field.

/// A position of a shogi program in the form of [`crate::board::text`].
pub fn position(words: &[&str]) -> Option<String> {
    let [board, side, hand, number @ ..] = words else { return None };
    let side = match *side {
        "b" => "w",
        "w" => "b",
        _ => return None,
    };
    let mut held = String::new();
    let mut count = 0;
    for c in hand.chars().filter(|&c| c != '-') {
        match c.to_digit(10) {
            Some(digit) => count = count * 10 + digit as usize,
            None => {
                held.extend(std::iter::repeat_n(c, count.clamp(1, 99)));
                count = 0;
            }
        }
        count = count.min(99);
    }
    let plies: u32 = number.first().map_or(Some(1), |text| text.parse().ok())?;
    let pair = plies.saturating_sub(1) / 2 + 1;
    Some(format!("{board}[{held}] {side} - - 0 {pair}"))
}
