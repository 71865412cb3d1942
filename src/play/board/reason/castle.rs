//! Finds the reason why castling is not legal.
//!
//! The board model leaves out castlings that a condition forbids in every position. They are
//! examined as well, so that the reason can name the condition.

use super::inquiry::{Cause, Inquiry, Reason};
use super::walk::Passage;
use crate::play::board::reason::inquiry::span;
use crate::play::board::state::BoardPlay;
use crate::play::board::wing::Wing;
use crate::text::conditions;
use alfil_board::model::castling::{Barred, CastleOption, barred};
use alfil_board::model::position::Move;
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_topology::site_set::Site;

/// The reason why castling in one direction is not legal.
pub(crate) fn castling(position: &BoardPlay, legal: &[Move], wing: Wing) -> Option<Reason> {
    let inquiry = Inquiry::new(position, legal);
    let file = |site| inquiry.arena.graph.file_rank(site).0;
    let there = |castling: &Castling| {
        let CastleOption { king, partner, .. } = castling.option;
        (file(partner.0) < file(king.0)) == (wing == Wing::Long)
    };
    let mut all = inquiry.castlings();
    if all.is_empty() {
        return Reason::bare("nothing castles here");
    }
    all.retain(|castling| castling.option.side == inquiry.board.side && there(castling));
    match all.first() {
        Some(castling) => inquiry.castle(castling),
        None => {
            let side = inquiry.arena.rules.called(inquiry.board.side);
            Reason::bare(format!("{side} has nothing to castle with there"))
        }
    }
}

/// A way of castling.
pub(super) struct Castling {
    option: CastleOption,
    /// The condition that forbids this castling in every position, if there is one.
    barred: Option<Barred>,
}

impl Inquiry<'_> {
    /// All castlings. Those that are forbidden in every position come last.
    fn castlings(&self) -> Vec<Castling> {
        let open = self.arena.castles.iter().cloned();
        let open = open.map(|option| Castling { option, barred: None });
        let barred = barred(self.arena).into_iter();
        open.chain(barred.map(|(option, by)| Castling { option, barred: Some(by) })).collect()
    }

    /// The castling from `from` if `to` is the target cell of the piece or the cell of its partner.
    pub(super) fn castling_to(&self, from: Site, to: Site) -> Option<Castling> {
        let meant = |castling: &Castling| {
            let CastleOption { side, king, partner, kind, .. } = castling.option;
            let here = self.board.piece(king.0) == Some(Piece { side, kind });
            side == self.board.side && here && king.0 == from && [king.1, partner.0].contains(&to)
        };
        self.castlings().into_iter().find(meant)
    }

    /// The reason why this castling is not legal.
    pub(super) fn castle(&self, castling: &Castling) -> Option<Reason> {
        let (board, option) = (self.board, &castling.option);
        let place = Some(self.arena.rules.kinds[option.kind].moves.terms[option.term].span);
        let king = self.name(option.kind);
        if !StepFilter::of(self.whole, board).castling(option.kind, option.king.0) {
            return self.of_step();
        }
        if let Some(barred) = castling.barred {
            return self.barred(option, barred);
        }
        if board.rights.0 >> option.right & 1 == 0 {
            let pieces = self.arena.rights[option.right].pieces();
            let away = pieces.iter().find(|(piece, site)| board.piece(*site) != Some(*piece));
            return match away {
                Some((Piece { kind, .. }, site)) => {
                    let why =
                        format!("no {} stands on {} to castle", self.name(*kind), self.cell(*site));
                    Reason::new(why, place, Cause::Nothing)
                }
                None => {
                    let [(_, _), (partner, _)] = pieces;
                    let partner = self.name(partner.kind);
                    let why =
                        format!("the {king} or the {partner} has moved, so they castle no more");
                    Reason::new(why, place, Cause::Right(option.right))
                }
            };
        }
        let blockers: Vec<Site> =
            option.empty.into_iter().filter(|&site| board.piece(site).is_some()).collect();
        if let Some(&site) = blockers.first() {
            let why = format!("{} stands in the way", self.piece(board, site));
            return Reason::new(why, place, Cause::Standing(vec![site]));
        }
        if let Some(reason) = self.attacked_way(option) {
            return Some(reason);
        }
        let castles =
            |mv: &&Move| (mv.from, mv.to) == option.king && mv.partner == Some(option.partner);
        let plain = Reference::of(self.whole).plain_moves(board);
        let mv = plain.iter().find(castles)?;
        self.of_plain("", mv)
    }

    /// The reason why a royal piece may not castle over an attacked cell.
    fn attacked_way(&self, option: &CastleOption) -> Option<Reason> {
        let board = self.board;
        let place = self.arena.rules.kinds[option.kind].moves.terms[option.term].span;
        let king = self.name(option.kind);
        let mut walking = board.clone();
        walking.squares[option.king.0] = None;
        let (cell, by) = option.safe.iter().find_map(|&cell| {
            let mut there = walking.clone();
            there.squares[cell] = Some(Piece { side: option.side, kind: option.kind });
            let mut enemies = there.enemies(self.arena.rules.sides, option.side).into_iter();
            let by = enemies.find(|&by| Reference::of(self.arena).attacked(&there, cell, by))?;
            Some((cell, self.attackers_of(self.arena, &there, cell, by)))
        })?;
        let attacker = by.first();
        let cause = match attacker.and_then(|attacker| attacker.by) {
            Some((kind, term, _)) => Cause::Attack(kind, term),
            None => Cause::Royal(option.kind),
        };
        let by = attacker.map(|attacker| self.piece(board, attacker.site));
        let by = by.unwrap_or_else(|| "the enemy".to_owned());
        let why = if cell == option.king.0 {
            format!("the {king} is in check from {by}, and castles only out of none")
        } else {
            format!("{by} attacks {}, over which the {king} would go", self.cell(cell))
        };
        Reason::new(why, Some(place), cause)
    }

    /// The reason why a condition forbids this castling in every position.
    fn barred(&self, option: &CastleOption, barred: Barred) -> Option<Reason> {
        let rules = &self.arena.rules;
        let king = self.name(option.kind);
        match barred {
            Barred::ByTerm => {
                let term = &rules.kinds[option.kind].moves.terms[option.term];
                let way = Passage { kind: option.kind, from: option.king.0, to: option.king.1 };
                let part = self.unmet(&term.when, way)?;
                let said = conditions::condition(part, &rules.zones);
                let why = format!("the {king} castles only if it {said}");
                let place = span(part).or(Some(term.span));
                Reason::new(why, place, Cause::Condition(option.kind, option.term))
            }
            Barred::ByEveryMove(kind, (from, to)) => {
                let part = self.unmet(&rules.every_move, Passage { kind, from, to })?;
                let said = conditions::condition(part, &rules.zones);
                let (name, from, to) = (self.name(kind), self.cell(from), self.cell(to));
                let why = format!(
                    "castling takes the {name} from {from} to {to}, and every move is legal only if the piece {said}"
                );
                Reason::new(why, span(part).or(rules.every_move_place), Cause::EveryMove)
            }
        }
    }
}
