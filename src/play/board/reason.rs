//! Finds the rule that forbids a move, and the place where it is written.
//!
//! Rules are examined in the order in which they decide legality: the step of the turn, how pieces
//! move (`reason/walk.rs`, `castle.rs`, `drop.rs`, `section.rs`), effects, king safety
//! (`danger.rs`), restrictions and duties (`rule.rs`). Without the [`Cause`] of a reason, the move
//! would be legal or have a different reason.

mod castle;
mod danger;
mod drop;
mod inquiry;
mod letter;
mod rule;
mod section;
mod walk;

pub(crate) use castle::castling;
pub use inquiry::{Cause, Reason};
pub use letter::by_letter;

use crate::play::board::notation;
use crate::play::board::reason::inquiry::{Inquiry, span};
use crate::play::board::state::BoardPlay;
use crate::text::turn;
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_rules::ids::KindId;
use alfil_rules::turn::Pass;
use alfil_topology::site_set::Site;

/// The reason why `text` is not legal. `legal` are all legal moves. `None` if the text does not
/// describe a move of a piece of the side to move.
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
    /// The reason why the piece on `from` may not go to `to` and promote as `rest` says.
    fn step(&self, text: &str, from: Site, to: Site, rest: &str) -> Option<Reason> {
        let board = self.board;
        let piece = board.piece(from).filter(|_| board.is_side(from, board.side))?;
        let piece = Piece { side: board.side, ..piece };
        let castling = self.castling_to(from, to);
        let allowed = StepFilter::of(self.whole, board).piece(piece.kind, from);
        if !allowed && castling.is_none() {
            return self.of_step();
        }
        let plain = Reference::of(self.whole).plain_moves(board);
        let same = |mv: &&Move| mv.actor == Actor::Piece && (mv.from, mv.to) == (from, to);
        let there: Vec<Move> = plain.iter().filter(same).cloned().collect();
        let base = text.split(',').next().unwrap_or(text);
        // The part after a comma is usually a choice of the player, which the moves here lack. But
        // in `e1g1,h1f1` it distinguishes castling from another move. So the whole text is tried
        // first.
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

    /// The reason why this step of the turn may not be passed.
    fn pass(&self, text: &str) -> Option<Reason> {
        let board = self.board;
        let step = self.arena.rules.turn.step(board.side, board.fullmove, board.step);
        match step.pass {
            Pass::Never => Reason::new("no step may be left out here", None, Cause::StepPass),
            Pass::May => self.of_plain(text, &Move::pass()),
        }
    }

    /// The reason why the step of the turn forbids the piece or its start cell. The questions of
    /// the step are examined later.
    fn of_step(&self) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let rule = turn::step(step, rules)?;
        let why = format!("step {} of this turn is made by {rule}", board.step);
        Reason::new(why, span(&step.from), Cause::Step)
    }

    /// The reason why a piece cannot promote as `rest` says. `there` are its pseudo-legal moves to
    /// `to`.
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
            // The text lacks the promotion. If the move is legal with one, there is no further
            // reason.
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
        if kinds.is_empty() {
            Reason::new(format!("a {name} becomes nothing else on {cell}"), place, Cause::Nothing)
        } else {
            let why = format!("on {cell} a {name} becomes {} only", either(&kinds));
            Reason::new(why, place, Cause::Promotion(kind))
        }
    }

    /// Returns true if a move in `there` is legal with some choice of its player.
    fn is_open(&self, there: &[Move]) -> bool {
        let plain = |mv: &Move| Move { choices: Default::default(), ..mv.clone() };
        self.legal.iter().any(|mv| there.contains(&plain(mv)))
    }

    /// The reason why a move is forbidden although the piece can make it and the step allows it.
    fn of_plain(&self, text: &str, mv: &Move) -> Option<Reason> {
        let chosen = Reference::of(self.whole).with_choices(self.board, mv, None);
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
        // Report the reason for the first choice that is not legal.
        let legal = |mv: &Move| self.legal.contains(mv);
        chosen.iter().filter(|mv| !legal(mv)).find_map(|mv| self.refused(mv))
    }
}

/// Joins names: `a, b or c`.
fn either(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
