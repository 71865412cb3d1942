//! What passes between an engine and its host: the lines that the engine writes, and the
//! description of a game for XBoard.

use alfil_play::coordinates::{Castling, Cells, Coordinates, Pass};
use alfil_play::game::Game;
use alfil_resolve::resolution::movements;
use alfil_rules::ids::KindId;
use alfil_rules::look::{Form, Letter};
use alfil_rules::ruleset::{Kind, Owner, Ruleset};
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use alfil_rules::turn::Growth;
use alfil_workspace::Variant;
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

// The lines that an engine writes, on their way from its output to the one who waits for an answer.
//
// An engine may write without end, and nobody reads between two moves. So only the latest lines are
// kept then. While an answer is awaited, no line is lost: the engine waits when there are too many.

/// The longest accepted line in bytes. Longer lines are left out, because no answer is so long.
const MAX_LINE: u64 = 1 << 16;

/// The greatest size of all kept lines, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// What is counted for each line besides its bytes.
const PER_LINE: usize = 64;

/// Why there is no next line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// None came in time.
    Late,
    /// The engine has closed its output.
    Ended,
}

/// The lines that were written and not yet read.
#[derive(Default, Debug)]
pub struct Lines {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    lines: VecDeque<String>,
    /// The size of the lines.
    bytes: usize,
    /// True while an answer is awaited.
    awaited: bool,
    /// True after the last line.
    ended: bool,
    /// True if nobody will read any more.
    closed: bool,
}

impl State {
    fn take(&mut self) -> Option<String> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.len() + PER_LINE;
        Some(line)
    }
}

impl Lines {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the lines of `output` until its end.
    pub fn read(&self, mut output: impl BufRead) {
        let mut bytes = Vec::new();
        while matches!(output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
            let is_whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < MAX_LINE;
            let kept = if is_whole {
                self.put(String::from_utf8_lossy(&bytes).trim().to_owned())
            } else {
                output.skip_until(b'\n').is_ok()
            };
            if !kept {
                break;
            }
            bytes.clear();
        }
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Adds a line. False if nobody will read it.
    fn put(&self, line: String) -> bool {
        let size = line.len() + PER_LINE;
        let mut state = self.lock();
        while !state.closed && state.bytes + size > MAX_BYTES {
            if state.awaited {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            } else {
                drop(state.take())
            }
        }
        state.bytes += size;
        state.lines.push_back(line);
        self.changed.notify_all();
        !state.closed
    }

    /// The next line.
    pub fn next(&self, deadline: Instant) -> Result<String, Missing> {
        let mut state = self.lock();
        let found = loop {
            if let Some(line) = state.take() {
                break Ok(line);
            }
            if state.ended {
                break Err(Missing::Ended);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break Err(Missing::Late);
            }
            let waited = self.changed.wait_timeout(state, left);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        };
        // An engine that writes without end must not keep its reader busy beyond the deadline.
        let found = if Instant::now() > deadline { found.and(Err(Missing::Late)) } else { found };
        drop(state);
        self.changed.notify_all();
        found
    }

    /// Drops all lines that nobody has read. From now on, none is lost.
    pub fn listen(&self) {
        let mut state = self.lock();
        (state.bytes, state.awaited) = (0, true);
        state.lines.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// No answer is awaited any more, so lines may be lost.
    pub fn rest(&self) {
        self.lock().awaited = false;
        self.changed.notify_all();
    }

    /// The size of all kept lines, in bytes.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Ends the reading of further lines.
    pub fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

// The description of a game for XBoard: its board, its pieces and their moves.
//
// XBoard has a fixed list of pictures. The table assigns one to each letter: 22 places for White,
// then the same for Black. The form to which a piece promotes is eleven places after the piece.

/// The usual letter of each picture of XBoard.
const PICTURES: &[u8; 22] = b"PNBRQFEACWMOHIJGDVLSUK";

/// The distance from a piece to its promoted form in the table.
const PROMOTED: usize = 11;

/// The reason why XBoard cannot play a game, beyond those for all protocols.
pub fn obstacle(rules: &Ruleset) -> Option<&'static str> {
    let is_rectangle = matches!(rules.space.lattice, Lattice::Grid { .. });
    let turn = &rules.turn;
    let is_single = turn.first.is_none()
        && Side::BOTH.iter().all(|&side| {
            turn.series[side].steps.len() == 1 && turn.series[side].growth == Growth::None
        });
    let is_usual = |id: KindId| {
        let kind = &rules.kinds[id];
        kind.letter.capital().is_ascii_uppercase() && kind.owner == Owner::Side
    };
    if !is_rectangle {
        Some("XBoard draws only boards of squares")
    } else if !is_single {
        Some("in XBoard, a turn is one move")
    } else if rules.effects.iter().any(|effect| effect.choices() > 0) {
        Some("moves in XBoard have no choices besides promotion")
    } else if !rules.kinds.ids().all(is_usual) {
        Some("pieces in XBoard have an owner and a letter from A to Z")
    } else if table(rules).is_none() {
        Some("XBoard has too few pictures for all the pieces")
    } else {
        None
    }
}

/// How XBoard writes the moves of a game.
pub fn dialect(rules: &Ruleset) -> Coordinates {
    // On boards with exactly ten ranks, XBoard counts them from zero.
    let cells = match rules.space.lattice.ranks() {
        10 => Cells::RanksFromZero,
        _ => Cells::Usual,
    };
    let castling = if rules.shuffle.is_some() { Castling::Letters } else { Castling::King };
    Coordinates { pass: Pass::Sign, castling, cells }
}

/// The commands that describe a game to XBoard.
pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let rules = variant.game().rules();
    let text = variant.start().text();
    let text = text.split(' ').take(6).collect::<Vec<_>>().join(" ").replace("[]", "[-]");
    let (files, ranks) = (rules.space.lattice.files(), rules.space.lattice.ranks());
    let is = |form| rules.kinds.iter().any(|kind| kind.letter.form() == form);
    let (held, parent) = match &rules.hand {
        None => (0, "fairy"),
        Some(_) => {
            let plain = |form| form == Form::Plain;
            let kinds = rules.kinds.iter();
            let held = kinds.filter(|k| plain(k.letter.form()) && !k.royal.is_royal()).count();
            (held, if is(Form::Plus) { "shogi" } else { "crazyhouse" })
        }
    };
    let table = table(rules).unwrap_or_default();
    let mut lines = vec![format!("setup ({table}) {files}x{ranks}+{held}_{parent} {text}")];
    let can_castle = match variant.game() {
        Game::Board(program) => !program.arena().castles.is_empty(),
        Game::Plane(_) => false,
    };
    for (name, moves) in movements(variant.resolved()) {
        let moves = if can_castle { moves } else { without_castling(&moves) };
        let kind = rules.kinds.iter().find(|kind| kind.name.value == name);
        let letter = kind.map(|kind| kind.letter.of(Side::White)).unwrap_or_default();
        if !letter.is_empty() && !moves.is_empty() {
            lines.push(format!("piece {letter}& {moves}"));
        }
    }
    lines
}

/// A movement string without castling. The game may forbid castling although a piece has it.
fn without_castling(moves: &str) -> String {
    let Some(at) = moves.find('O') else { return moves.to_owned() };
    let before = moves[..at].trim_end_matches(|c: char| c.is_ascii_lowercase());
    let after = moves[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    before.to_owned() + &without_castling(after)
}

/// The table of letters for White and then for Black. `None` if there are too many kinds.
fn table(rules: &Ruleset) -> Option<String> {
    let last = PICTURES.len() - 1;
    let mut slots = [b'.'; PICTURES.len()];
    let is_plain = |kind: &&Kind| kind.letter.form() == Form::Plain;
    // The sign of the promoted form of a piece.
    let promoted = |letter: Letter| {
        let mut others = rules.kinds.iter().map(|kind| kind.letter);
        others.find_map(|other| match other.form() {
            _ if other.capital() != letter.capital() => None,
            Form::Plain => None,
            Form::Plus => Some(b'+'),
            Form::Reverting => Some(b'~'),
        })
    };
    let usual = |letter: Letter| {
        let at = PICTURES[..last].iter().position(|&p| char::from(p) == letter.capital());
        at.filter(|&at| at < PROMOTED - 1 || promoted(letter).is_none())
    };
    let has_base = |kind: &Kind| {
        let mut plain = rules.kinds.iter().filter(is_plain);
        plain.any(|other| other.letter.capital() == kind.letter.capital())
    };
    if !rules.kinds.iter().all(has_base) {
        return None;
    }
    let mut letters: Vec<Letter> = rules.kinds.iter().filter(is_plain).map(|k| k.letter).collect();
    let royal = rules.kinds.iter().filter(is_plain).find(|kind| kind.royal.is_royal());
    if let Some(royal) = royal {
        slots[last] = u8::try_from(royal.letter.capital()).ok()?;
        letters.retain(|&letter| letter != royal.letter);
    }
    // Pieces with a usual place come before the others, and those with a promoted form first.
    letters.sort_by_key(|&letter| (usual(letter).is_none(), promoted(letter).is_none()));
    for letter in letters {
        let sign = promoted(letter);
        let has_pair = |at: usize| {
            let pair = (at < PROMOTED - 1).then(|| slots[at + PROMOTED]);
            sign.is_none() || pair == Some(b'.')
        };
        let fits = |at: &usize| slots[*at] == b'.' && has_pair(*at);
        let slot = usual(letter).filter(fits).or_else(|| (0..last).find(fits))?;
        slots[slot] = u8::try_from(letter.capital()).ok()?;
        if let Some(sign) = sign {
            slots[slot + PROMOTED] = sign;
        }
    }
    let white = String::from_utf8_lossy(&slots).into_owned();
    let black = white.to_ascii_lowercase();
    Some(white + &black)
}

#[cfg(test)]
mod tests {
    use crate::lines::{Lines, MAX_BYTES, Missing};
    use std::io::BufReader;
    use std::thread;
    use std::time::{Duration, Instant};

    /// An output without end.
    struct Endless;

    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let text = b"info string again and again\n";
            let count = buffer.len().min(text.len());
            buffer[..count].copy_from_slice(&text[..count]);
            Ok(count)
        }
    }

    #[test]
    fn lines_without_end_stay_small_and_the_next_one_is_read() {
        let lines = Lines::default();
        thread::scope(|scope| {
            scope.spawn(|| lines.read(BufReader::new(Endless)));
            lines.listen();
            let deadline = Instant::now() + Duration::from_secs(60);
            for number in 0..100_000 {
                // In the second half nobody waits, so lines are lost.
                if number == 50_000 {
                    lines.rest();
                }
                assert!(lines.next(deadline).is_ok());
                assert!(lines.bytes() <= MAX_BYTES);
            }
            lines.close();
        });
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out() {
        let lines = Lines::default();
        let text = format!("bestmove {}\nbestmove e2e4\n", "x".repeat(200_000));
        lines.read(text.as_bytes());
        let deadline = Instant::now() + Duration::from_secs(60);
        assert_eq!(lines.next(deadline).as_deref(), Ok("bestmove e2e4"));
        assert_eq!(lines.next(deadline), Err(Missing::Ended));
    }

    #[test]
    fn forgotten_lines_are_not_read() {
        let lines = Lines::default();
        lines.read("bestmove e2e4\nbestmove d2d4\n".as_bytes());
        lines.listen();
        let deadline = Instant::now() + Duration::from_secs(60);
        assert_eq!(lines.next(deadline), Err(Missing::Ended));
    }
}
