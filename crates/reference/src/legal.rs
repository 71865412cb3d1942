//! Legal moves of the reference executor. It follows movements on the position itself, so it is
//! short, but about a thousand times slower than move tables. The engine must find the same moves
//! on every definition and in fuzzing. Both share only the board model.

use crate::executor::Reference;
use crate::turn::StepFilter;
use crate::walker::{Path, sorted, walks};
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Choices, Move};
use alfil_board::model::promotion::{Becomes, Way};
use alfil_board::paths::terrain::Piece;
use alfil_rules::condition::Condition;
use alfil_rules::hand::Drop;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::question::{CHECKS, Lookahead, Question};
use alfil_topology::site_set::Site;

impl<'a> Reference<'a> {
    /// Returns the legal moves of `position`, sorted, each once.
    pub fn legal_moves(self, position: &BoardPosition) -> Vec<Move> {
        if self.is_over(position, None) {
            return Vec::new();
        }
        let mut moves = self.moves_below(position, None);
        if !self.rolls(position) {
            self.apply_duties(position, &mut moves);
        }
        moves
    }

    /// Returns whether a move counts as legal while a predicate is evaluated. Goals and duties are
    /// ignored, and so are restrictions that themselves examine replies.
    pub(super) fn has_reply(self, position: &BoardPosition) -> bool {
        self.has_move_below(position, Some(Lookahead::Replies))
    }

    /// Returns whether the side to move, which is in check, has a legal move. Goals and duties are
    /// ignored, but restrictions that mention mate are evaluated. `checks` limits the number of
    /// further checks in a row that are examined.
    pub(super) fn parries(self, position: &BoardPosition, checks: u8) -> bool {
        let below = Some(Lookahead::Replies);
        self.after_rolls(position, &|next| {
            self.pseudo_below(next, below)
                .iter()
                .any(|mv| self.is_legal_below(next, mv, below) && self.is_parry(next, mv, checks))
        })
    }

    /// Returns whether `can` is true of `position` or, if its side rolls dice first, of the position
    /// after some outcome. It does not look beyond a draw from a bag, and counts it as true.
    pub(super) fn after_rolls(
        self,
        position: &BoardPosition,
        can: &dyn Fn(&BoardPosition) -> bool,
    ) -> bool {
        if !self.rolls(position) {
            return can(position);
        }
        let next: Vec<BoardPosition> = match &self.plain_moves(position)[..] {
            [] => {
                let mut skipped = position.clone();
                self.next_step(&mut skipped).then_some(skipped).into_iter().collect()
            }
            // Draws do not come again, and there may be too many to try them all.
            [_, ..] if self.draws(position) => return true,
            rolls => rolls.iter().map(|roll| self.advanced(position, roll, None)).collect(),
        };
        let mut next = next.iter().filter(|next| next.side == position.side);
        next.any(|next| self.after_rolls(next, can))
    }

    /// Returns the legal moves, but ignores goals and duties. Of the restrictions, only those of a
    /// level below `below` are evaluated.
    pub(super) fn moves_below(
        self,
        position: &BoardPosition,
        below: Option<Lookahead>,
    ) -> Vec<Move> {
        let mut moves = self.pseudo_below(position, below);
        moves.retain(|mv| self.is_legal_below(position, mv, below));
        moves
    }

    /// Returns whether [`Reference::moves_below`] finds a move. It stops at the first one.
    pub(super) fn has_move_below(self, position: &BoardPosition, below: Option<Lookahead>) -> bool {
        let plain = self.plain_moves_below(position, below);
        let mut moves = plain.iter().flat_map(|mv| self.each_way(position, mv, below));
        moves.any(|mv| self.is_legal_below(position, &mv, below))
    }

    /// Returns whether `mv`, a move of `pseudo_below`, is also one of `moves_below`.
    pub(super) fn is_legal_below(
        self,
        position: &BoardPosition,
        mv: &Move,
        below: Option<Lookahead>,
    ) -> bool {
        // The outcomes of a die are always legal.
        self.rolls(position)
            || self.may_be_allowed(position, mv, below)
                && self.is_safe(position, mv, below)
                && (below.is_some() && self.model.rules.mates_may_recur()
                    || !self.is_forbidden_mate(position, mv))
                && self.allows(position, mv, below)
    }

    /// Returns whether the parts of the restrictions that examine no attacks allow `mv`. They are
    /// evaluated before all others, because they need little time and exclude many moves.
    fn may_be_allowed(self, position: &BoardPosition, mv: &Move, below: Option<Lookahead>) -> bool {
        let quick = below.map_or(Lookahead::Attack, |below| below.min(Lookahead::Attack));
        mv.actor == Actor::Nobody || self.allows(position, mv, Some(quick))
    }

    /// Returns whether the step of `position` rolls a die.
    pub(super) fn rolls(self, position: &BoardPosition) -> bool {
        StepFilter::in_step(self.model, position).roll().is_some()
    }

    /// Returns whether the step of `position` draws from a bag.
    fn draws(self, position: &BoardPosition) -> bool {
        let die = StepFilter::in_step(self.model, position).roll();
        die.is_some_and(|die| self.model.rules.dice[die].is_bag())
    }

    /// Returns whether `mv` is a drop that gives mate although drops of its kind must not.
    pub fn is_forbidden_mate(self, position: &BoardPosition, mv: &Move) -> bool {
        let Actor::Hand(kind) = mv.actor else { return false };
        if !self.model.rules.hand.as_ref().is_some_and(|hand| hand.no_mate.contains(&kind)) {
            return false;
        }
        // While mate is determined, effects that examine replies are ignored.
        let next = self.advanced(position, mv, Some(Lookahead::Replies));
        let under_way = next.side == position.side;
        let next = self.normalized(next, under_way, Some(Lookahead::Replies));
        next.side != position.side
            && self.in_check(&next, next.side)
            && !self.parries(&next, CHECKS)
    }
}

impl<'a> Reference<'a> {
    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(self, position: &BoardPosition, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(position);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|mv| self.perft(&self.after(position, mv), depth - 1)).sum()
    }

    /// Returns the pseudo-legal moves: all moves of pieces, drops, moves of sections and passes,
    /// before royal safety and restrictions are tested.
    pub fn pseudo_moves(self, position: &BoardPosition) -> Vec<Move> {
        self.pseudo_below(position, None)
    }

    /// Returns the pseudo-legal moves, with choices for effects of a level below `below`.
    pub(super) fn pseudo_below(
        self,
        position: &BoardPosition,
        below: Option<Lookahead>,
    ) -> Vec<Move> {
        let plain = self.plain_moves_below(position, below);
        let moves = plain.iter().flat_map(|mv| self.each_way(position, mv, below));
        let mut moves: Vec<Move> = moves.collect();
        moves.sort();
        moves
    }

    /// Returns `mv` once for each combination of choices for effects.
    fn each_way(self, position: &BoardPosition, mv: &Move, below: Option<Lookahead>) -> Vec<Move> {
        if self.model.rules.has_deeds() && !self.rolls(position) {
            self.with_choices(position, mv, below)
        } else {
            vec![mv.clone()]
        }
    }

    /// Returns the pseudo-legal moves without choices for effects. They include moves that effects
    /// make impossible.
    pub fn plain_moves(self, position: &BoardPosition) -> Vec<Move> {
        self.plain_moves_below(position, None)
    }

    /// Like `plain_moves`, but ignores questions of level `below` or above. Such questions decide
    /// whether a term leaves en passant squares.
    fn plain_moves_below(self, position: &BoardPosition, below: Option<Lookahead>) -> Vec<Move> {
        let side = position.side;
        if let Some(die) = StepFilter::in_step(self.model, position).roll() {
            return self.outcomes(position, die);
        }
        let allowed = StepFilter::of(self.model, position);
        let here = self.at(position);
        let mut moves: Vec<Made<'_>> = Vec::new();
        for (from, kind) in position.pieces(side).filter(|&(from, kind)| allowed.piece(kind, from))
        {
            let piece = Piece { side, kind };
            let (way, restriction) =
                (|k: KindId| &here.model.rules.kinds[k].moves, &here.model.rules.every_move);
            for (path, term) in here.paths_of_terms(position, from, piece, &way, restriction) {
                let plain = Move {
                    from,
                    to: path.to,
                    captures: sorted(path.captured),
                    partner: path.shifted,
                    promotion: None,
                    passed: sorted(path.passed),
                    actor: Actor::Piece,
                    choices: Choices::NONE,
                };
                let way = Way::Move(from, path.to);
                let holds = |asked: &Question| self.holds_of_move(position, &plain, asked);
                let becomes = here.model.becomes(position, side, kind, way, &holds);
                let by = term.map(|term| (&here.model.rules.kinds[kind].moves, term));
                moves.extend(promoted(plain, becomes).into_iter().map(|mv| (mv, by)));
            }
            let resting = Move { from, to: from, actor: Actor::Piece, ..Move::pass() };
            let holds = |asked: &Question| self.holds_of_move(position, &resting, asked);
            let becomes = here.model.becomes(position, side, kind, Way::Stay(from), &holds);
            // If the piece can also walk back to its cell and promote there, both are the same
            // move. Only the walk is listed.
            let walked = |rest: &Move| {
                moves.iter().any(|(mv, _)| Move { passed: Vec::new(), ..mv.clone() } == *rest)
            };
            let mut rests = promoted(resting, Becomes { stays: false, ..becomes });
            // Restrictions treat a promotion without a move as a move from the cell to itself.
            let bound = !here.model.holds(restriction, side, kind, from, from);
            rests.retain(|rest| !bound && !walked(rest));
            moves.extend(rests.into_iter().map(|mv| (mv, None)));
        }
        let mut moves = self.each_once(position, moves, below);
        let castles = here
            .model
            .castles
            .iter()
            .filter(|c| here.may_castle(position, c) && allowed.castling(c.kind, c.king.0));
        moves.extend(castles.map(|c| Move {
            from: c.king.0,
            to: c.king.1,
            captures: Vec::new(),
            partner: Some(c.partner),
            promotion: None,
            passed: Vec::new(),
            actor: Actor::Piece,
            choices: Choices::NONE,
        }));
        let drops = self.drop_moves(position).into_iter();
        moves.extend(drops.filter(|_| allowed.drops()));
        if allowed.section() {
            moves.extend(self.section_moves(position));
        }
        if allowed.pass() {
            moves.push(Move::pass());
        }
        if !here.model.rules.turn.is_plain() {
            // Between the steps of a turn a royal piece may be attacked, but it cannot be captured.
            moves.retain(|mv| {
                !mv.captures.iter().any(|&site| position.is_untouchable(here.model, site))
            });
        }
        moves.sort();
        moves.dedup_by(|b, a| Move { passed: a.passed.clone(), ..b.clone() } == *a);
        moves
    }
}

/// A move, with the movement and the term that make it. `None` if no term of the moving piece makes
/// the move, for example if another piece lends it.
type Made<'a> = (Move, Option<(&'a Movement, &'a Term)>);

impl<'a> Reference<'a> {
    /// Returns each move once. If several paths make the same move, the first path whose questions
    /// hold counts. Paths are sorted by their en passant squares.
    fn each_once(
        self,
        position: &BoardPosition,
        mut moves: Vec<Made<'_>>,
        below: Option<Lookahead>,
    ) -> Vec<Move> {
        if self.model.rules.kinds.iter().all(|kind| kind.moves.asked.is_empty()) {
            return moves.into_iter().map(|(mv, _)| mv).collect();
        }
        let traceless = |mv: &Move| Move { passed: Vec::new(), ..mv.clone() };
        moves.sort_by(|(a, _), (b, _)| (traceless(a), &a.passed).cmp(&(traceless(b), &b.passed)));
        let holds = |(mv, by): &&Made<'_>| {
            by.is_none_or(|(movement, term)| {
                term.given.iter().all(|given| {
                    let asked = movement.asked.get(given.number).map(|asked| &asked.value);
                    let due = |asked: &&Question| below.is_none_or(|below| asked.level() < below);
                    let asked = asked.filter(due);
                    asked.is_none_or(|asked| self.holds_of_move(position, mv, asked) == given.holds)
                })
            })
        };
        let alike = moves.chunk_by(|(a, _), (b, _)| traceless(a) == traceless(b));
        let kept = alike.filter_map(|ways| {
            let (first, _) = ways.first()?;
            let differs = ways.iter().any(|(mv, _)| mv.passed != first.passed);
            let open = ways.iter().find(|way| differs && holds(way));
            Some(open.map_or(first, |(mv, _)| mv).clone())
        });
        kept.collect()
    }

    /// Returns the moves of sections. A section does not move while its side is in check or an
    /// enemy is on it. It does not carry a royal piece through check.
    fn section_moves(self, position: &BoardPosition) -> Vec<Move> {
        let (side, here) = (position.side, self.at(position));
        let (sections, now) = (&here.model.sections, position.arrangement);
        let mut moves = Vec::new();
        for section in sections.of(side) {
            let sites: Vec<Site> = sections.sites(section, here.model.graph.len()).collect();
            if sites
                .iter()
                .any(|&site| position.piece(site).is_some_and(|piece| piece.side != side))
                || self.attacked_royal(position, side)
            {
                continue;
            }
            let carried = position.royals(here.model, side).any(|king| sites.contains(&king));
            for stand in (0..sections.get(section).stands.len())
                .filter(|&stand| stand != sections.stand(now, section))
            {
                let through = sections.between(now, section, stand).any(|arrangement| {
                    let passing = BoardPosition { arrangement, ..position.clone() };
                    carried && self.attacked_royal(&passing, side)
                });
                if !through {
                    moves.push(Move::slide(section, stand));
                }
            }
        }
        moves
    }
}

/// Returns `plain` once for every kind that the mover may have after the move.
pub(super) fn promoted(plain: Move, becomes: Becomes) -> Vec<Move> {
    let to = |kind| Move { promotion: Some(kind), ..plain.clone() };
    let mut moves: Vec<Move> = becomes.kinds.into_iter().map(to).collect();
    if becomes.stays {
        moves.push(plain);
    }
    moves
}

impl<'a> Reference<'a> {
    pub(super) fn drop_moves(self, position: &BoardPosition) -> Vec<Move> {
        let here = self.at(position);
        let (side, graph) = (position.side, &here.model.graph);
        let mut moves = Vec::new();
        let endless = here.model.rules.hand.iter().flat_map(|hand| hand.supply.iter().copied());
        let held = position.hands.held(side).map(|(kind, _)| kind);
        for kind in held.chain(endless) {
            for option in &here.model.drops[side][kind] {
                let Drop { on_file, on_shade, on_board, .. } = option.limits;
                // A limit of `most` pieces requires that fewer are there before the drop.
                let keeps = |most: u8, there: &dyn Fn(Site) -> bool| {
                    let twins = position.pieces(side).filter(|&(s, k)| k == kind && there(s));
                    most == 0 || twins.count() < usize::from(most)
                };
                let file = |site| graph.file_rank(site).0;
                let free = |&to: &Site| {
                    position.piece(to).is_none()
                        && keeps(on_file, &|s| file(s) == file(to))
                        && keeps(on_shade, &|s| graph.shade(s) == graph.shade(to))
                        && keeps(on_board, &|_| true)
                };
                for to in option.cells.into_iter().filter(free) {
                    let plain = Move::drop(kind, to);
                    let holds = |asked: &Question| self.holds_of_move(position, &plain, asked);
                    let becomes = here.model.becomes(position, side, kind, Way::Drop(to), &holds);
                    let stays = becomes.stays && option.plain.has(to);
                    moves.extend(promoted(plain, Becomes { stays, ..becomes }));
                }
            }
        }
        moves
    }

    fn may_castle(self, position: &BoardPosition, option: &CastleOption) -> bool {
        let lives = position.rights.0 >> option.right & 1 != 0;
        if option.side != position.side || !lives {
            return false;
        }
        let clear = option.empty.into_iter().all(|site| position.piece(site).is_none());
        let mut walking = position.clone();
        let king = walking.squares[option.king.0].take();
        let is_safe = |&cell: &Site| {
            let mut walking = walking.clone();
            walking.squares[cell] = king;
            let enemies = walking.enemies(self.model.rules.sides, option.side);
            !enemies.into_iter().any(|enemy| self.attacked(&walking, cell, enemy))
        };
        clear && option.safe.iter().all(is_safe)
    }

    /// Returns the paths of the piece on `from`, each with its term. A path that another piece
    /// lends has no term.
    pub(super) fn paths_of_terms(
        self,
        position: &BoardPosition,
        from: Site,
        piece: Piece,
        movement: &dyn Fn(KindId) -> &'a Movement,
        restriction: &Condition,
    ) -> Vec<(Path, Option<&'a Term>)> {
        let mut out = Vec::new();
        // The terms of the piece itself, and those that other pieces lend to it.
        let own = movement(piece.kind).terms.iter().filter(|term| !term.relays());
        let mut terms: Vec<(Site, &Term)> = own.map(|term| (from, term)).collect();
        for (site, kind) in position.pieces(piece.side).filter(|&(site, _)| site != from) {
            let lent = movement(kind).terms.iter().filter(|term| term.relays());
            terms.extend(lent.map(|term| (site, term)));
        }
        for (start, term) in terms {
            let holds = |c: &Condition, to| self.model.holds(c, piece.side, piece.kind, from, to);
            let found = walks(self.model, position, from, start, term).into_iter();
            let found = found.filter(|p| holds(&term.when, p.to) && holds(restriction, p.to));
            out.extend(found.map(|path| (path, (start == from).then_some(term))));
        }
        out
    }
}
