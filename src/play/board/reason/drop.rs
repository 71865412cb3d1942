//! Finds the reason why a piece may not be dropped.

use super::inquiry::{Cause, Inquiry, Reason};
use super::walk::Passage;
use crate::play::board::clause::Clause;
use crate::play::board::notation;
use crate::play::board::reason::inquiry::span;
use crate::text::{conditions, turn};
use alfil_board::model::position::{Actor, Move};
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_topology::site_set::Site;

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
        if !StepFilter::of(self.whole, board).drop(kind) {
            let step = rules.turn.step(side, board.fullmove, board.step);
            let by = turn::step(step, rules);
            let by = by.map_or(String::new(), |by| format!(": it is made by {by}"));
            let why = format!("a {name} is not dropped in this step{by}");
            return Reason::new(why, span(&step.from), Cause::Step);
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
        let never = || Reason::new(format!("a {name} is never dropped"), place, Cause::Nothing);
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
            let why = format!("a {name} is dropped on {ranks} only, as {} counts", side.name());
            return Reason::new(why, place, Cause::Limit(kind, number));
        }
        if !arena.holds(&term.when, side, kind, to, to) {
            let condition = conditions::condition(&term.when, &arena.rules.zones);
            let why = format!("a {name} is dropped only if it {condition}");
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
            let why = format!("no more than {most} {name} of a side may stand {where_}");
            return Reason::new(why, place, Cause::Limit(kind, number));
        }
        let rules = &arena.rules;
        if !arena.holds(&rules.every_move, side, kind, to, to) {
            let part = self.unmet(&rules.every_move, Passage { kind, from: to, to })?;
            let said = conditions::condition(part, &rules.zones);
            let why = format!("every move is legal only if the piece {said}");
            let place = span(part).or(rules.every_move_place);
            return Reason::new(why, place, Cause::EveryMove);
        }
        if !arena.stuck[side][kind].has(to) {
            let why =
                format!("a {name} on {cell} would have to be promoted at once, and cannot be");
            return Reason::new(why, place, Cause::Promotion(kind));
        }
        let why = format!("a {name} on {cell} could never move again");
        Reason::new(why, rules.hand.as_ref().map(|hand| hand.span), Cause::Immobile)
    }
}
