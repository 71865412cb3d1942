//! The description of a game for XBoard: its board, its pieces and their moves.
//!
//! XBoard has a fixed list of pictures. The table assigns one to each letter: 22 places for White,
//! then the same for Black. The form to which a piece promotes is eleven places after the piece.

use crate::play::coordinates::{Castling, Cells, Coordinates, Pass};
use crate::play::game::Game;
use crate::resolve::strings::movements;
use crate::variant::Variant;
use alfil_rules::ids::KindId;
use alfil_rules::letter::{Form, Letter};
use alfil_rules::ruleset::{Kind, Owner, Ruleset};
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use alfil_rules::turn::Growth;

/// The usual letter of each picture of XBoard.
const PICTURES: &[u8; 22] = b"PNBRQFEACWMOHIJGDVLSUK";

/// The distance from a piece to its promoted form in the table.
const PROMOTED: usize = 11;

/// The reason why XBoard cannot play a game, beyond those for all protocols.
pub(crate) fn obstacle(rules: &Ruleset) -> Option<&'static str> {
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
pub(crate) fn dialect(rules: &Ruleset) -> Coordinates {
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
