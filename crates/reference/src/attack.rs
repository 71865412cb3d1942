//! Moves under other rules of safety than legal moves: attacks, on which royal safety and questions
//! depend, and tries, which a side may try when an umpire says which of them are legal.

use crate::executor::Reference;
use crate::legal::promoted;
use crate::turn::StepFilter;
use crate::walker::{Path, sorted};
use alfil_board::model::castling::CastleOption;
use alfil_board::model::position::{Actor, BoardPosition, Choices, Move};
use alfil_board::model::promotion::{Becomes, Way};
use alfil_board::paths::path::{End, Path as BoardPath, Tracer};
use alfil_board::paths::terrain::Piece;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::Movement;
use alfil_rules::question::{Lookahead, Question};
use alfil_rules::ruleset::Blocking;
use alfil_rules::side::{Side, SideSet};
use alfil_topology::site_set::{AnySet, Site};

// Attacks: the captures on which royal safety and questions about attacks depend.

/// The captures that count as attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Captures that any step of a turn allows.
    AnyStep,
    /// Captures that the current step of the position allows.
    ThisStep,
}

impl<'a> Reference<'a> {
    /// Returns whether `side` is in check by attacks on its royal pieces. One attack is enough,
    /// unless the rules demand that all royal pieces are attacked.
    pub fn attacked_royal(self, position: &BoardPosition, side: Side) -> bool {
        let enemies = position.enemies(self.model.rules.sides, side);
        self.is_royal_capturable(position, side, (enemies, Scope::AnyStep))
    }

    /// Like `attacked_royal`, but only captures that the current step of the side to move allows
    /// count as attacks.
    pub(super) fn taken_in_step(self, position: &BoardPosition, side: Side) -> bool {
        let mover = SideSet::of(position.side);
        self.is_royal_capturable(position, side, (mover, Scope::ThisStep))
    }

    fn is_royal_capturable(
        self,
        position: &BoardPosition,
        side: Side,
        (captors, scope): (SideSet, Scope),
    ) -> bool {
        let here = self.at(position);
        position.is_checked(here.model, side, |site| {
            captors.into_iter().any(|by| {
                here.is_attacked_within(position, site, by, scope)
                    || here.captor_of(position, site, by, scope).is_some()
            })
        })
    }

    /// Returns the cell of an enemy that can capture the piece on `site` en passant.
    pub fn captor_in_passing(self, position: &BoardPosition, site: Site) -> Option<Site> {
        let owner = position.piece(site)?.side;
        let mut enemies = position.enemies(self.model.rules.sides, owner).into_iter();
        enemies.find_map(|enemy| self.captor_of(position, site, enemy, Scope::AnyStep))
    }

    fn captor_of(
        self,
        position: &BoardPosition,
        site: Site,
        enemy: Side,
        scope: Scope,
    ) -> Option<Site> {
        let mut bait = position.seen_by(&self.model.rules, enemy);
        bait.ep_squares.retain(|p| p.victim == site);
        if bait.ep_squares.is_empty() {
            return None;
        }
        let captor = |&(from, kind): &(Site, KindId)| {
            let piece = Piece { side: enemy, kind };
            let (movement, restriction) =
                (|k| self.model.attacks(k), &self.model.rules.every_attack);
            let found = self.paths(&bait, from, piece, &movement, restriction);
            let captures = found.into_iter().filter(|path| path.captured.contains(&site));
            self.may_capture(&bait, (from, piece), captures, scope)
        };
        bait.pieces(enemy).find(captor).map(|(from, _)| from)
    }

    /// Returns whether a piece of `by` on another cell could capture an enemy royal piece on
    /// `cell`.
    pub fn attacked(self, position: &BoardPosition, cell: Site, by: Side) -> bool {
        self.is_attacked_within(position, cell, by, Scope::AnyStep)
    }

    fn is_attacked_within(
        self,
        position: &BoardPosition,
        cell: Site,
        by: Side,
        scope: Scope,
    ) -> bool {
        let here = self.at(position);
        let bait = here.baited(position, cell, by);
        let mut others = position.pieces(by).filter(|&(from, _)| from != cell);
        others.any(|(from, _)| here.captures_on(&bait, cell, from, scope))
    }

    /// Returns the cells of the pieces of `by` that could capture an enemy royal piece on `cell`.
    pub(super) fn captors(
        self,
        position: &BoardPosition,
        cell: Site,
        by: Side,
    ) -> impl Iterator<Item = Site> {
        let here = self.at(position);
        let bait = here.baited(position, cell, by);
        let pieces = position.pieces(by).map(|(from, _)| from).filter(move |&from| from != cell);
        pieces.filter(move |&from| here.captures_on(&bait, cell, from, Scope::AnyStep))
    }

    /// Returns whether the piece of `by` on `from` could capture an enemy royal piece on `cell`. A
    /// piece does not attack its own cell, and an empty cell attacks nothing.
    pub fn attacked_from(self, position: &BoardPosition, cell: Site, from: Site, by: Side) -> bool {
        let here = self.at(position);
        let bait = here.baited(position, cell, by);
        from != cell && here.captures_on(&bait, cell, from, Scope::AnyStep)
    }

    /// Returns `position` from the view of `by`, with an enemy royal piece on `cell` to be
    /// captured. A royal piece that is already there stays. Any other piece is replaced by one of
    /// the first royal kind.
    fn baited(self, position: &BoardPosition, cell: Site, by: Side) -> BoardPosition {
        let mut bait = position.seen_by(&self.model.rules, by);
        let is_royal = |kind: KindId| self.model.rules.kinds[kind].royal.is_royal();
        let sides = self.model.rules.sides;
        let there = bait.squares[cell].filter(|piece| position.are_foes(sides, by, piece.side));
        let royal = there.map(|piece| piece.kind).filter(|&kind| is_royal(kind));
        let first = || self.model.rules.kinds.ids().find(|&kind| is_royal(kind));
        let stands = bait.squares[cell].map(|piece| piece.kind);
        let kind = royal.or_else(first).or(stands).unwrap_or_default();
        let side = there.map_or(sides.foe(by), |piece| piece.side);
        bait.squares[cell] = Some(Piece { side, kind });
        bait.ep_squares.clear();
        bait
    }

    /// Returns whether the piece on `from` can capture the piece on `cell`.
    fn captures_on(self, bait: &BoardPosition, cell: Site, from: Site, scope: Scope) -> bool {
        let Some(piece) = bait.piece(from) else { return false };
        let found = self.paths(
            bait,
            from,
            piece,
            &|kind| self.model.attacks(kind),
            &self.model.rules.every_attack,
        );
        let captures = found.into_iter().filter(|path| path.captured.contains(&cell));
        self.may_capture(bait, (from, piece), captures, scope)
    }

    /// Returns whether restrictions on attacks allow one of `captures` by the piece on `from`.
    fn may_capture(
        self,
        bait: &BoardPosition,
        (from, piece): (Site, Piece),
        captures: impl Iterator<Item = Path>,
        scope: Scope,
    ) -> bool {
        let mut captures = captures.peekable();
        if captures.peek().is_none() {
            return false;
        }
        let by = piece.side;
        let asked_in_step = scope == Scope::ThisStep && self.model.rules.turn.asks_attacks();
        if scope == Scope::ThisStep
            && !StepFilter::in_step(self.model, bait).by_step(piece.kind, from)
        {
            return false;
        }
        if self.model.rules.attack_asked.is_empty()
            && !self.model.rules.has_deeds()
            && !asked_in_step
        {
            return true;
        }
        // A capture is no attack if it is forbidden or impossible, or if it costs its own side a
        // royal piece. Each capture is tested in the next turn of its side, with each promotion.
        let mut bait = bait.clone();
        self.pass_to(&mut bait, by);
        captures.any(|path| {
            let mv = Move { from, to: path.to, captures: sorted(path.captured), ..Move::pass() };
            let mv = Move { actor: Actor::Piece, partner: path.shifted, ..mv };
            let below = Some(Lookahead::Attack);
            let spares = |mv: &Move| !self.costs_own_royal(&bait, mv, below);
            self.with_promotions(&bait, mv).iter().any(|mv| {
                self.allows_attack(&bait, mv)
                    && (!asked_in_step || self.step_allows_attack(&bait, mv))
                    && (!self.model.rules.has_deeds()
                        || self.with_choices(&bait, mv, below).iter().any(spares))
            })
        })
    }

    /// Returns `capture` with each promotion. If the piece must promote but cannot, the capture
    /// still counts as an attack, without a promotion.
    fn with_promotions(self, position: &BoardPosition, capture: Move) -> Vec<Move> {
        let Some(kind) = capture.kind(position) else { return vec![capture] };
        let way = Way::Move(capture.from, capture.to);
        let holds = |asked: &Question| self.holds_of_move(position, &capture, asked);
        let becomes = self.model.at(position).becomes(position, position.side, kind, way, &holds);
        let moves = promoted(capture.clone(), becomes);
        if moves.is_empty() { vec![capture] } else { moves }
    }

    fn paths(
        self,
        position: &BoardPosition,
        from: Site,
        piece: Piece,
        movement: &dyn Fn(KindId) -> &'a Movement,
        restriction: &Condition,
    ) -> Vec<Path> {
        let paths = self.paths_of_terms(position, from, piece, movement, restriction);
        paths.into_iter().map(|(path, _)| path).collect()
    }
}

// Tries: the moves that a side may try when an umpire says which of them are legal
// (`Sight::Umpire`). A try is a move that is pseudo-legal for some pieces on the cells that the
// side does not see. So the tries follow from its view, and every legal move is among them.

impl Reference<'_> {
    /// Returns the moves that the side to move may try, sorted, each once. Captures are left out,
    /// because the side does not know them. Questions of movements, promotions, `every move` and
    /// duties are ignored. Empty if the game is over, or if the next move is a roll, which no side
    /// chooses.
    pub fn tries(self, position: &BoardPosition) -> Vec<Move> {
        if self.rolls(position) || self.is_over(position, None) {
            return Vec::new();
        }
        let known = self.view(position, position.side).position;
        let here = self.at(&known);
        let mut moves = here.tries_of_pieces(&known);
        let allowed = StepFilter::of(here.model, &known);
        let castles = here.model.castles.iter();
        let castles = castles.filter(|c| allowed.castling(c.kind, c.king.0));
        moves.extend(castles.filter(|c| could_castle(&known, c)).map(|c| Move {
            to: c.king.1,
            partner: Some(c.partner),
            ..plain(c.king.0, c.king.1)
        }));
        let drops = here.drop_moves(&known).into_iter();
        moves.extend(drops.filter(|_| allowed.drops()));
        if allowed.pass() {
            moves.push(Move::pass());
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The moves of pieces on the board that may be tried, and promotions without a move.
    fn tries_of_pieces(self, known: &BoardPosition) -> Vec<Move> {
        let (model, side) = (self.model, known.side);
        let allowed = StepFilter::of(model, known);
        let mut moves = Vec::new();
        for (from, kind) in known.pieces(side) {
            let piece = Piece { side, kind };
            for term in &model.rules.kinds[kind].moves.terms {
                // A term that lends its moves has paths for the pieces that may borrow them.
                let mut tracer: Tracer<'_, 4> = Tracer::new(model.terrain(), term);
                for path in tracer.trace(from, piece) {
                    let (start, to) = (path.from, path.to);
                    let Some(mover) = known.piece(start).filter(|one| one.side == side) else {
                        continue;
                    };
                    let holds = |c| model.holds(c, side, mover.kind, start, to);
                    let fits = holds(&term.when) && holds(&model.rules.every_move);
                    if fits && allowed.piece(mover.kind, start) && self.is_possible(known, path) {
                        let moved = Move { partner: path.shifted(), ..plain(start, to) };
                        let way = Way::Move(start, to);
                        moves.extend(promoted(moved, self.could_become(known, mover.kind, way)));
                    }
                }
            }
            if allowed.piece(kind, from) {
                let becomes = self.could_become(known, kind, Way::Stay(from));
                moves.extend(promoted(plain(from, from), Becomes { stays: false, ..becomes }));
            }
        }
        moves
    }

    /// The kinds that a piece may have after an action, whatever the questions of its promotions say.
    fn could_become(self, known: &BoardPosition, kind: KindId, way: Way) -> Becomes {
        let side = known.side;
        let all = self.model.becomes(known, side, kind, way, &|_| true);
        let none = self.model.becomes(known, side, kind, way, &|_| false);
        Becomes { stays: all.stays || none.stays, ..all }
    }

    /// True if the path is possible with some pieces on the cells that `known` leaves empty. Those
    /// cells may be empty or hold an enemy of any kind.
    fn is_possible(self, known: &BoardPosition, path: &BoardPath) -> bool {
        let (rules, side) = (&self.model.rules, known.side);
        let set = |is: &dyn Fn(Piece) -> bool| -> AnySet {
            let standing = known.squares.enumerate().filter(|&(site, _)| site != path.from);
            standing.filter(|(_, piece)| piece.is_some_and(is)).map(|(site, _)| site).collect()
        };
        let blocks = |piece: Piece| rules.kinds[piece.kind].blocks.value == Blocking::Blocks;
        let is_royal = |piece: Piece| rules.kinds[piece.kind].royal.is_royal();
        let own = set(&|piece| piece.side == side);
        let royal = set(&|piece| piece.side == side && is_royal(piece));
        let needs = path.needs();
        let end = AnySet::of(path.to);
        let (empty, foes) = match path.end {
            End::Quiet | End::Passant => (needs.empty | end, needs.foes),
            End::Capture => (needs.empty, needs.foes | end),
            End::Explicit => (needs.empty, needs.foes),
        };
        let lends = |(site, kind)| known.piece(site) == Some(Piece { side, kind });
        (empty & set(&blocks)).is_empty()
            && (foes & own).is_empty()
            && needs.friends.within(own)
            && (needs.royal & own).within(royal)
            && (needs.common & royal).is_empty()
            && needs.relayer.is_none_or(lends)
    }
}

/// A move of the piece on `from` without captures.
fn plain(from: Site, to: Site) -> Move {
    Move {
        from,
        to,
        captures: Vec::new(),
        partner: None,
        promotion: None,
        passed: Vec::new(),
        actor: Actor::Piece,
        choices: Choices::NONE,
    }
}

/// True if the side has the right to castle, and none of the pieces that it sees is in the way.
fn could_castle(known: &BoardPosition, option: &CastleOption) -> bool {
    let lives = known.rights.0 >> option.right & 1 != 0;
    let clear = || option.empty.into_iter().all(|site| known.piece(site).is_none());
    option.side == known.side && lives && clear()
}
