//! Writes moves as records of games and protocols write them.

use crate::foreign::records::item::Spelling;
use crate::play::board::algebraic::{self, Style};
use crate::play::board::names::Notation;
use crate::play::coordinates::{self, Castling, Coordinates};
use crate::play::position::{Legal, Move, Position};
use crate::protocol::{fit, ucci, usi, xboard_board};
use alfil_rules::goal::Event;
use alfil_rules::ruleset::Ruleset;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speech {
    /// Algebraic notation.
    Algebraic(Style),
    /// The moves of a protocol.
    Protocol(Coordinates),
    /// Alfil's own texts.
    Own,
}

/// How the moves of a protocol are written in a game.
///
/// # Errors
/// The reason why the protocol cannot express the game.
pub fn protocol(spelling: Spelling, rules: &Ruleset) -> Result<Speech, &'static str> {
    let obstacle = match spelling {
        Spelling::Xboard => fit::obstacle(rules).or_else(|| xboard_board::obstacle(rules)),
        Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Alfil | Spelling::Algebraic => {
            fit::obstacle(rules)
        }
    };
    match (obstacle, spelling) {
        (None, _) | (Some(_), Spelling::Alfil | Spelling::Algebraic) => {}
        (Some(why), Spelling::Uci | Spelling::Usi | Spelling::Ucci | Spelling::Xboard) => {
            return Err(why);
        }
    }
    let lattice = &rules.space.lattice;
    let castling = if rules.shuffle.is_some() { Castling::Partner } else { Castling::King };
    let of = |cells| Speech::Protocol(Coordinates { castling, cells, ..Coordinates::UCI });
    Ok(match spelling {
        Spelling::Algebraic => Speech::Algebraic(Style::STANDARD),
        Spelling::Alfil => Speech::Own,
        Spelling::Uci => of(Coordinates::UCI.cells),
        Spelling::Usi => of(usi::cells(lattice)?),
        Spelling::Ucci => of(ucci::cells(lattice)?),
        Spelling::Xboard => Speech::Protocol(xboard_board::dialect(rules)),
    })
}

impl Speech {
    /// The text of a legal move, without a sign for check.
    pub fn write(self, notation: &Notation, legal: &Legal<'_>, mv: &Move) -> String {
        match (self, legal, mv) {
            (Speech::Protocol(dialect), ..) => coordinates::write(legal, mv, dialect),
            (Speech::Algebraic(style), Legal::Board(play, moves), Move::Board(cells)) => {
                algebraic::write(notation, play, moves, cells, style)
            }
            (Speech::Algebraic(_) | Speech::Own, ..) => legal.write(mv),
        }
    }

    /// The sign for check or checkmate after a move. `after` is the position after it.
    pub fn sign(self, after: &Position) -> &'static str {
        let has_signs = match self {
            Speech::Algebraic(style) => style.has_signs(),
            Speech::Protocol(_) | Speech::Own => false,
        };
        if !has_signs || !after.in_check() {
            return "";
        }
        match after.outcome() {
            Some(outcome) if outcome.reason == Event::Checkmate => "#",
            Some(_) | None => "+",
        }
    }
}
