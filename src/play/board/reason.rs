//! Why a move is not legal: the very rule that forbids it, and where that is written.
//!
//! Owns: [`Reason`], [`Cause`], [`reason()`]. Takes a position and a text that names none of its legal moves, but tells what
//! is meant to move where. The questions are asked in the order in which legality asks them: whose step it is, how pieces
//! move (`reason/walk.rs`, `castle.rs`, `drop.rs`, `section.rs`), what effects need, king safety (`danger.rs`), and what
//! restrictions and duties ask (`rule.rs`). Invariant: a reason is true of the position, and where its [`Cause`] is taken
//! away the move is legal, or another reason is the first.

mod castle;
mod danger;
mod drop;
mod inquiry;
mod letter;
mod rule;
mod section;
mod walk;

pub use castle::{Wing, castling};
pub use inquiry::{Cause, Reason};
pub use letter::by_letter;

use crate::play::board::notation;
use crate::play::board::reason::inquiry::{Inquiry, span};
use crate::play::board::state::BoardPlay;
use crate::text::turn;
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::terrain::Piece;
use alfil_board::reference::turn::StepFilter;
use alfil_board::reference::{effect, legal};
use alfil_board::topology::site_set::Site;
use alfil_rules::ids::KindId;
use alfil_rules::turn::Pass;

/// What forbids the move that `text` tells; `legal` are the legal ones. Nothing where the text tells no move of a
/// piece of the side to move.
pub fn reason(position: &BoardPlay, text: &str, legal: &[Move]) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = text.split(',').next().unwrap_or(text);
    if plain == notation::PASS {
        return inquiry.pass(text);
    }
    if let Some((letter, rest)) = plain.split_once('@') {
        return inquiry.drop(text, letter, rest);
    }
    let section = plain.split_once(':').and_then(|(name, place)| inquiry.section(name, place));
    if section.is_some() {
        return section;
    }
    let (from, rest) = inquiry.first_cell(plain)?;
    let (to, rest) = inquiry.first_cell(rest)?;
    inquiry.step(text, from, to, rest)
}

impl Inquiry<'_> {
    /// What forbids a piece to go from one cell to another, and to become what `rest` says.
    fn step(&self, text: &str, from: Site, to: Site, rest: &str) -> Option<Reason> {
        let board = self.board;
        let piece = board.piece(from).filter(|_| board.is_side(from, board.side))?;
        let piece = Piece { side: board.side, ..piece };
        let castling = self.castling_to(from, to);
        let allowed = StepFilter::of(self.whole, board).piece(piece.kind, from);
        if !allowed && castling.is_none() {
            return self.of_step();
        }
        let plain = legal::plain_moves(self.whole, board);
        let same = |mv: &&Move| mv.actor == Actor::Piece && (mv.from, mv.to) == (from, to);
        let there: Vec<Move> = plain.iter().filter(same).cloned().collect();
        let base = text.split(',').next().unwrap_or(text);
        // Castling shares its cells with other moves, and is written behind a comma then.
        let meant = [text, base].into_iter().find_map(|text| {
            notation::find(self.arena, text, &plain).or(notation::find(self.arena, text, &there))
        });
        if let Some(mv) = meant {
            return self.of_plain(text, mv);
        }
        if !there.is_empty() {
            return self.becomes(text, piece.kind, to, &there, rest);
        }
        let castle = castling.and_then(|castling| self.castle(&castling));
        castle.or_else(|| self.walk(from, to, piece))
    }

    /// What forbids leaving out a step.
    fn pass(&self, text: &str) -> Option<Reason> {
        let board = self.board;
        let step = self.arena.rules.turn.step(board.side, board.fullmove, board.step);
        match step.pass {
            Pass::Never => Reason::new("no step may be left out here", None, Cause::StepPass),
            Pass::May => self.of_plain(text, &Move::pass()),
        }
    }

    /// What of the step forbids a piece to move, beside questions.
    fn of_step(&self) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let rule = turn::step(step, rules)?;
        let why = format!("step {} of this turn is made by {rule}", board.step);
        Reason::new(why, span(&step.from), Cause::Step)
    }

    /// What forbids a piece that may go to `to` in the ways `there` to become what `rest` says.
    fn becomes(
        &self,
        text: &str,
        kind: KindId,
        to: Site,
        there: &[Move],
        rest: &str,
    ) -> Option<Reason> {
        let place = self.arena.rules.kinds[kind].promotions.first().map(|rule| rule.span);
        if rest.is_empty() {
            // What it becomes is left open: if nothing else forbids the move, that is the reason.
            let refused = || there.iter().find_map(|mv| self.of_plain(text, mv));
            return if self.is_open(there) { None } else { refused() };
        }
        let named = |mv: &Move| mv.promotion.map(|kind| self.name(kind));
        let mut kinds: Vec<&str> = Vec::new();
        for name in there.iter().filter_map(named) {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
        let (name, cell) = (self.name(kind), self.cell(to));
        match kinds.is_empty() {
            true => Reason::new(
                format!("a {name} becomes nothing else on {cell}"),
                place,
                Cause::Nothing,
            ),
            false => {
                let why = format!("on {cell} a {name} becomes {} only", either(&kinds));
                Reason::new(why, place, Cause::Promotion(kind))
            }
        }
    }

    /// Whether one of `there` is legal, whatever its player chooses besides.
    fn is_open(&self, there: &[Move]) -> bool {
        let plain = |mv: &Move| Move { choices: Default::default(), ..mv.clone() };
        self.legal.iter().any(|mv| there.contains(&plain(mv)))
    }

    /// What forbids a move that pieces and steps allow, effects apart.
    fn of_plain(&self, text: &str, mv: &Move) -> Option<Reason> {
        let chosen = effect::chosen(self.whole, self.board, mv, None);
        if chosen.is_empty() {
            return self.stopped(mv);
        }
        let meant = notation::find(self.arena, text, &chosen);
        if let Some(mv) = meant {
            return self.refused(mv);
        }
        if let Some((_, choice)) = text.split_once(',').filter(|_| !mv.choices.is_empty()) {
            return Reason::bare(format!("`{choice}` is no choice that this move leaves"));
        }
        // Whatever is chosen, the move is illegal.
        let legal = |mv: &Move| self.legal.contains(mv);
        chosen.iter().filter(|mv| !legal(mv)).find_map(|mv| self.refused(mv))
    }
}

/// `a, b or c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
