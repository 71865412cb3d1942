//! Finds the reason why castling is not legal or a piece may not be dropped.

use super::inquiry::{Cause, Inquiry, Reason};
use super::walk::Passage;
use crate::board::names::Wing;
use crate::board::notation;
use crate::board::reason::inquiry::span;
use crate::board::state::{BoardPlay, Clause};
use alfil_board::model::castling::{Barred, CastleOption, barred};
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::terrain::Piece;
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_text::{conditions, turn};
use alfil_topology::site_set::Site;

// Finds the reason why castling is not legal.
//
// The board model leaves out castlings that a condition forbids in every position. They are
// examined as well, so that the reason can name the condition.

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
        return Reason::bare("no piece castles in this game");
    }
    all.retain(|castling| castling.option.side == inquiry.board.side && there(castling));
    match all.first() {
        Some(castling) => inquiry.castle(castling),
        None => {
            let side = inquiry.arena.rules.called(inquiry.board.side);
            Reason::bare(format!("{side} has no partner for castling on that side"))
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
                    let why = format!(
                        "there is no {} on {} to castle",
                        self.name(*kind),
                        self.cell(*site)
                    );
                    Reason::new(why, place, Cause::Nothing)
                }
                None => {
                    let [(_, _), (partner, _)] = pieces;
                    let partner = self.name(partner.kind);
                    let why = format!(
                        "the {king} or the {partner} has moved, so they can no longer castle"
                    );
                    Reason::new(why, place, Cause::Right(option.right))
                }
            };
        }
        let blockers: Vec<Site> =
            option.empty.into_iter().filter(|&site| board.piece(site).is_some()).collect();
        if let Some(&site) = blockers.first() {
            let why = format!("{} is in the way", self.piece(board, site));
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
            format!("the {king} is in check from {by}, and cannot castle out of check")
        } else {
            format!("{by} attacks {}, which the {king} would pass", self.cell(cell))
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
                let why = format!("the {king} may castle only if it {said}");
                let place = span(part).or(Some(term.span));
                Reason::new(why, place, Cause::Condition(option.kind, option.term))
            }
            Barred::ByEveryMove(kind, (from, to)) => {
                let part = self.unmet(&rules.every_move, Passage { kind, from, to })?;
                let said = conditions::condition(part, &rules.zones);
                let (name, from, to) = (self.name(kind), self.cell(from), self.cell(to));
                let why = format!(
                    "castling takes the {name} from {from} to {to}, and a move is legal only if the piece {said}"
                );
                Reason::new(why, span(part).or(rules.every_move_place), Cause::EveryMove)
            }
        }
    }
}

// Finds the reason why a piece may not be dropped.

impl Inquiry<'_> {
    /// The reason why the piece with the letter `letter` may not be dropped on the cell at the
    /// beginning of `rest`.
    pub(super) fn drop(&self, text: &str, letter: &str, rest: &str) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        let side = board.side;
        let Some(hand) = &rules.hand else {
            return Reason::bare("this game has no hands to drop from");
        };
        let place = Some(hand.span);
        let mut kinds = rules.kinds.enumerate().filter(|(_, k)| k.letter.to_string() == letter);
        let held = |kind: KindId| board.hands.count(side, kind) > 0 || hand.supply.contains(&kind);
        let all: Vec<KindId> = kinds.by_ref().map(|(kind, _)| kind).collect();
        let Some(&kind) = all.iter().find(|&&kind| held(kind)).or(all.first()) else {
            let why = format!("no piece has the letter `{letter}`");
            return Reason::new(why, place, Cause::Nothing);
        };
        let name = self.name(kind);
        if !held(kind) {
            let why = format!("{} has no {name} in hand", side.name());
            return Reason::new(why, place, Cause::Hand(kind));
        }
        let (to, becomes) = self.first_cell(rest)?;
        if !StepFilter::of(self.whole, board).drops() {
            let step = rules.turn.step(side, board.fullmove, board.step);
            let by = turn::step(step, rules);
            // A step that rolls or draws has no drops, whatever it says about its moves.
            let cause = if by.is_some() { Cause::Step } else { Cause::Nothing };
            let by = by.map_or(String::new(), |by| format!(": only {by} may make it"));
            let why = format!("a {name} cannot be dropped in this step{by}");
            return Reason::new(why, span(&step.from), cause);
        }
        if board.piece(to).is_some() {
            let why = format!("{} stands there", self.piece(board, to));
            return Reason::new(why, None, Cause::Standing(vec![to]));
        }
        let plain = Reference::of(self.whole).plain_moves(board);
        let base = text.split(',').next().unwrap_or(text);
        let meant = [text, base].into_iter().find_map(|t| notation::find(self.arena, t, &plain));
        if let Some(mv) = meant {
            return self.of_plain(text, mv);
        }
        let same = |mv: &&Move| mv.actor == Actor::Hand(kind) && mv.to == to;
        let there: Vec<Move> = plain.iter().filter(same).cloned().collect();
        if !there.is_empty() {
            return self.becomes(text, kind, to, &there, becomes);
        }
        let terms = rules.kinds[kind].moves.terms.iter().enumerate();
        let drops = terms.filter_map(|(number, term)| match term.action {
            Action::Drop(limits) => Some((number, term, limits)),
            Action::Walk(_) | Action::Castle(_) => None,
        });
        let mut reasons =
            drops.map(|(n, term, limits)| self.limit(Clause { kind, term: n }, to, term, limits));
        let never = || Reason::new(format!("a {name} can never be dropped"), place, Cause::Nothing);
        reasons.find_map(|reason| reason).or_else(never)
    }

    /// The limit of a drop term that excludes the cell `to`.
    fn limit(
        &self,
        Clause { kind, term: number }: Clause,
        to: Site,
        term: &Term,
        limits: Drop,
    ) -> Option<Reason> {
        let (arena, board) = (self.arena, self.board);
        let (side, graph) = (board.side, &arena.graph);
        let (name, cell) = (self.name(kind), self.cell(to));
        let place = Some(term.span);
        let Drop { first, last, on_file, on_shade, on_board } = limits;
        if !(first..=last).contains(&graph.rank_for(to, side)) {
            let ranks = if first == last {
                format!("rank {first}")
            } else {
                format!("ranks {first} to {last}")
            };
            let why = format!("a {name} can be dropped only on {ranks}, as {} counts", side.name());
            return Reason::new(why, place, Cause::Limit(kind, number));
        }
        if !arena.holds(&term.when, side, kind, to, to) {
            let condition = conditions::condition(&term.when, &arena.rules.zones);
            let why = format!("a {name} can be dropped only if it {condition}");
            return Reason::new(why, place, Cause::Condition(kind, number));
        }
        let full = |most: u8, there: &dyn Fn(Site) -> bool| {
            let twins = board.pieces(side).filter(|&(site, k)| k == kind && there(site));
            most > 0 && twins.count() >= usize::from(most)
        };
        let file = |site| graph.file_rank(site).0;
        let limit = [
            (full(on_file, &|site| file(site) == file(to)), on_file, "on this file"),
            (full(on_shade, &|s| graph.shade(s) == graph.shade(to)), on_shade, "on this shade"),
            (full(on_board, &|_| true), on_board, "on the board"),
        ];
        if let Some((_, most, where_)) = limit.into_iter().find(|(full, ..)| *full) {
            let why = format!("a side can have at most {most} {name} {where_}");
            return Reason::new(why, place, Cause::Limit(kind, number));
        }
        let rules = &arena.rules;
        if !arena.holds(&rules.every_move, side, kind, to, to) {
            let part = self.unmet(&rules.every_move, Passage { kind, from: to, to })?;
            let said = conditions::condition(part, &rules.zones);
            let why = format!("a move is legal only if the piece {said}");
            let place = span(part).or(rules.every_move_place);
            return Reason::new(why, place, Cause::EveryMove);
        }
        if !arena.stuck[side][kind].has(to) {
            let why = format!("a {name} on {cell} would have to promote at once, but it cannot");
            return Reason::new(why, place, Cause::Promotion(kind));
        }
        let why = format!("a {name} on {cell} could never move again");
        Reason::new(why, rules.hand.as_ref().map(|hand| hand.span), Cause::Immobile)
    }
}
