//! The steps of a turn, on an unpacked position: the moves of each step, the end of a turn, skipped
//! steps, royal safety, sides that leave the game, rolls and draws. `crates/board/src/engine/steps.rs` must give
//! equal results with packed positions. After [`Reference::normalized`], the side to move has a
//! legal move in its step, unless the game is over.

use crate::executor::Reference;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, BoardPosition, EpSquare, History, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_rules::chance::{DieId, Draw, Kept, Slots};
use alfil_rules::condition::Condition;
use alfil_rules::goal::{Event, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::look::{Estate, TeamLoss};
use alfil_rules::question::Lookahead;
use alfil_rules::side::{Side, SideSet, Sides, Whose};
use alfil_rules::turn::{
    Castling, Checks, EnPassant, KingSafety, Length, Pass, Step, Stuck, Times,
};
use alfil_topology::site_set::{AnySet, Site};

/// The moves that the step of a position allows.
pub struct StepFilter<'a> {
    model: &'a BoardModel,
    side: Side,
    step: &'a Step,
    /// Pieces whose start cells satisfy this condition may move too. `None` unless the side is in
    /// check and the rules allow this.
    parry: Option<&'a Condition>,
}

impl<'a> StepFilter<'a> {
    /// Returns the filter of the step of `position`.
    pub fn of(model: &'a BoardModel, position: &BoardPosition) -> StepFilter<'a> {
        let early = |forfeits: u16| position.step <= u32::from(forfeits);
        let checked = || Reference::of(model).in_check(position, position.side);
        let parry = model.rules.turn.parry.as_ref();
        let parry = parry.filter(|p| early(p.forfeits) && checked()).map(|p| &p.from);
        StepFilter { parry, ..StepFilter::in_step(model, position) }
    }

    /// Returns the same filter, but without the pieces that may also move in check.
    pub(super) fn in_step(model: &'a BoardModel, position: &BoardPosition) -> StepFilter<'a> {
        let (side, fullmove) = (position.side, position.fullmove);
        let step = model.rules.turn.step(side, fullmove, position.step);
        StepFilter { model: model.at(position), side, step, parry: None }
    }

    /// Returns the die that the step rolls.
    pub fn roll(&self) -> Option<DieId> {
        self.step.roll
    }

    /// Returns whether the step itself allows a piece to move, apart from the exception for checks.
    pub(crate) fn by_step(&self, kind: KindId, from: Site) -> bool {
        self.step.roll.is_none() && self.holds(&self.step.from, kind, from)
    }

    /// Returns whether a piece may move.
    pub fn piece(&self, kind: KindId, from: Site) -> bool {
        self.by_step(kind, from) || self.parry.is_some_and(|c| self.holds(c, kind, from))
    }

    /// Returns whether a piece of `kind` on `from` may castle.
    pub fn castling(&self, kind: KindId, from: Site) -> bool {
        match self.model.rules.turn.castling {
            Castling::AnyStep => true,
            Castling::AsOtherMoves => self.piece(kind, from),
        }
    }

    /// Returns whether pieces may be dropped.
    pub fn drops(&self) -> bool {
        self.step.is_free()
    }

    /// Returns whether a section may move.
    pub fn section(&self) -> bool {
        self.step.is_free()
    }

    /// Returns whether the side to move may skip the step.
    pub(crate) fn pass(&self) -> bool {
        self.step.pass == Pass::May
    }

    fn holds(&self, condition: &Condition, kind: KindId, from: Site) -> bool {
        self.model.holds(condition, self.side, kind, from, from)
    }
}

impl<'a> Reference<'a> {
    /// Returns the position after `mv`, which need not be legal.
    pub fn after(self, position: &BoardPosition, mv: &Move) -> BoardPosition {
        let next = self.advanced(position, mv, None);
        let under_way = next.side == position.side;
        let next = self.normalized(next, under_way, None);
        self.settled(next, position.side)
    }

    /// Returns the events by which sides lose after `mv` and leave the game, in a game with more
    /// than two sides.
    pub fn losses(self, position: &BoardPosition, mv: &Move) -> Vec<Event> {
        let next = self.advanced(position, mv, None);
        let under_way = next.side == position.side;
        let next = self.normalized(next, under_way, None);
        let mut events = Vec::new();
        self.settled_by(next, position.side, &mut |event| events.push(event));
        events
    }

    /// Returns whether the next move can capture a royal piece of `side`. If kings need only be
    /// safe at the end of turns, all moves in the rest of the turn of an enemy that is to move
    /// count. Each other enemy is tried as if its whole next turn came now.
    pub fn in_check(self, position: &BoardPosition, side: Side) -> bool {
        match self.model.rules.turn.safety {
            KingSafety::EachStep => self.attacked_royal(position, side),
            KingSafety::EndOfTurn => {
                let enemies = position.enemies(self.model.rules.sides, side);
                enemies.into_iter().any(|enemy| {
                    let mut theirs = position.clone();
                    self.pass_to(&mut theirs, enemy);
                    self.can_capture_royal(&theirs, side)
                })
            }
        }
    }

    /// Returns whether the side to move can capture a royal piece of `victim`, its enemy, in the
    /// rest of its turn. Each step follows its own rules and the restrictions that do not mention
    /// attacks. The side's own royal pieces may be attacked, because the capture wins.
    fn can_capture_royal(self, position: &BoardPosition, victim: Side) -> bool {
        let (turn, side) = (&self.model.rules.turn, position.side);
        let below = Some(Lookahead::Attack);
        if self.taken_in_step(position, victim) {
            return true;
        }
        if position.step >= self.length(position) {
            return false;
        }
        let moves = self.pseudo_below(position, below);
        let rolls = self.rolls(position);
        let allowed = |mv: &Move| rolls || self.allows(position, mv, below);
        let goes_on = |next: &BoardPosition| {
            // Unless checks are free, a check before the last step ends the turn or is illegal.
            let checks = || self.gives_check(next, side);
            !self.is_over(next, below) && (turn.checks == Checks::Free || !checks())
        };
        let captures_later = |mv: &Move| {
            let next = self.advanced(position, mv, below);
            next.side == side
                && allowed(mv)
                && goes_on(&next)
                && self.can_capture_royal(&next, victim)
        };
        if moves.iter().any(captures_later) {
            return true;
        }
        let mut next = position.clone();
        turn.stuck == Stuck::SkipsStep
            && self.next_step(&mut next)
            && !moves.iter().any(allowed)
            && self.can_capture_royal(&next, victim)
    }

    /// Returns whether `mv` keeps the royal pieces of its side safe and follows the rules about
    /// checks before the last step. Only effects of a level below `below` happen.
    pub fn is_safe(self, position: &BoardPosition, mv: &Move, below: Option<Lookahead>) -> bool {
        let (turn, side) = (&self.model.rules.turn, position.side);
        // Attacks may depend on facts of the last move, so `after` remembers `mv`.
        let after = self.advanced(position, mv, below);
        if self.model.rules.has_deeds() {
            if self.costs_own_royal(position, mv, below) {
                return false;
            }
            // If the effects remove an enemy royal piece, the move wins at once. So the royal
            // pieces of its own side may be attacked.
            let mut enemies = self.model.rules.sides.enemies(side).into_iter();
            if enemies.any(|enemy| self.costs_royal(position, &after, enemy)) {
                return true;
            }
        }
        if mv.actor == Actor::Nobody && self.passes_in_check(position) {
            return true;
        }
        let last = position.step >= self.length(position);
        let checks = || self.gives_check(&after, side);
        if turn.checks == Checks::Forbidden && !last && checks() {
            return false;
        }
        match turn.safety {
            KingSafety::EachStep => !self.attacked_royal(&after, side),
            KingSafety::EndOfTurn => self.ends_turn_safely(after, side, below),
        }
    }

    /// Returns whether the side to move is in check and may pass nevertheless.
    fn passes_in_check(self, position: &BoardPosition) -> bool {
        let BoardPosition { side, fullmove, step, .. } = *position;
        let asked = &self.model.rules.turn.step(side, fullmove, step).pass_in_check;
        asked.as_ref().is_some_and(|asked| {
            self.in_check(position, side) && self.question_holds(position, side, &asked.value)
        })
    }

    /// Returns whether `side` has ended its turn with safe royal pieces, or can do so. Only
    /// restrictions and effects of a level below `below` count.
    fn ends_turn_safely(
        self,
        position: BoardPosition,
        side: Side,
        below: Option<Lookahead>,
    ) -> bool {
        let mut now = position;
        while now.side == side {
            let over = self.is_over(&now, below);
            if !over && self.has_move_below(&now, below) {
                return true;
            }
            let may_skip = !over && self.model.rules.turn.stuck == Stuck::SkipsStep;
            if !(may_skip && self.next_step(&mut now)) {
                self.end_turn(&mut now);
            }
        }
        !self.in_check(&now, side)
    }

    /// Returns the position after `mv`, at the next step or the next turn. Steps without a legal
    /// move are not skipped yet. Only effects of a level below `below` happen.
    pub fn advanced(
        self,
        before: &BoardPosition,
        mv: &Move,
        below: Option<Lookahead>,
    ) -> BoardPosition {
        let mut next = before.applied(self.model, mv);
        self.advance_step(before, mv, &mut next);
        if !matches!(mv.actor, Actor::Die(..)) {
            next = self.after_effects(before, mv, next, below);
        }
        self.remember(before, mv, &mut next, below);
        if next.side == before.side && !self.is_step_due(&next) && !self.next_step(&mut next) {
            self.end_turn(&mut next);
        }
        let turn = &self.model.rules.turn;
        let rolls = matches!(mv.actor, Actor::Die(..));
        let asks = !rolls && below.is_none_or(|below| below > Lookahead::Attack);
        if asks && next.side == before.side && turn.checks == Checks::EndTheTurn {
            let checks = self.gives_check(&next, next.side);
            if checks {
                self.end_turn(&mut next);
            }
        }
        next
    }

    /// Returns the position after `mv`, as a question of `level` examines it: effects up to that
    /// level have happened, and steps without a legal move are skipped.
    pub(super) fn seen_after(
        self,
        before: &BoardPosition,
        mv: &Move,
        level: Lookahead,
    ) -> BoardPosition {
        let next = self.advanced(before, mv, level.with_less());
        let under_way = next.side == before.side;
        self.normalized(next, under_way, Some(level))
    }

    /// Advances `next`, the position after `mv`, to the next step or the next turn.
    pub(super) fn advance_step(self, before: &BoardPosition, mv: &Move, next: &mut BoardPosition) {
        let (turn, side) = (&self.model.rules.turn, before.side);
        let forfeits = turn.parry.as_ref().filter(|_| {
            let own = |kind| StepFilter::in_step(self.model, before).by_step(kind, mv.from);
            let piece = before.piece(mv.from).filter(|_| mv.actor == Actor::Piece);
            // Castling never uses the exception for checks.
            mv.partner.is_none() && piece.is_some_and(|p| !own(p.kind))
        });
        let made = forfeits.map_or(before.step, |p| u32::from(p.forfeits) + 1);
        let made = match turn.step(side, before.fullmove, made).times {
            Times::Repeats if mv.actor != Actor::Nobody => made - 1,
            Times::Repeats | Times::Once => made,
        };
        let length = self.length(before);
        if made >= length {
            self.end_turn(next);
            return;
        }
        next.step = made + 1;
        if let Length::Counted(counter) = turn.length(side, before.fullmove) {
            next.counters[side][counter.index()] = length as u8;
        }
        let passant = before.ep_squares.iter().any(|p| {
            mv.to == p.cell && mv.captures.contains(&p.victim) && !mv.captures.contains(&mv.to)
        });
        let lapse = match turn.passant {
            EnPassant::AnyStep => false,
            EnPassant::FirstStep => true,
            EnPassant::FirstSteps => !passant,
        };
        if lapse {
            retain_of(next, side);
        }
    }

    /// Returns whether the condition of the step of `position` holds, so that the step takes place.
    fn is_step_due(self, position: &BoardPosition) -> bool {
        let BoardPosition { side, fullmove, step, .. } = *position;
        let given = &self.model.rules.turn.step(side, fullmove, step).given;
        given.as_ref().is_none_or(|given| self.question_holds(position, side, &given.value))
    }

    /// Advances to the next step that takes place. Returns false and changes nothing if there is
    /// none.
    pub(super) fn next_step(self, position: &mut BoardPosition) -> bool {
        let later = position.step + 1..=self.length(position);
        let mut positions = later.map(|step| BoardPosition { step, ..position.clone() });
        let due = positions.find(|there| self.is_step_due(there));
        let takes_place = due.is_some();
        *position = due.unwrap_or_else(|| position.clone());
        takes_place
    }

    /// Returns the number of steps in the current turn of `position`.
    pub fn length(self, position: &BoardPosition) -> u32 {
        let (turn, side) = (&self.model.rules.turn, position.side);
        let counter = match turn.length(side, position.fullmove) {
            Length::Fixed(length) => return length,
            Length::Counted(counter) => position.counters[side][counter.index()],
        };
        match (counter, turn.series(side, position.fullmove).amount()) {
            (0, Some(amount)) => self.number(position, side, amount).clamp(1, u32::from(u8::MAX)),
            (counter, _) => u32::from(counter),
        }
    }

    pub(super) fn end_turn(self, position: &mut BoardPosition) {
        let side = position.side;
        if let Length::Counted(counter) = self.model.rules.turn.length(side, position.fullmove) {
            position.counters[side][counter.index()] = 0;
        }
        let sides = self.model.rules.sides;
        let next = sides.next(side, position.out);
        if sides.are_two() {
            retain_of(position, side)
        } else {
            // The squares of all sides last until their own next turn.
            position.forget_passed(next)
        }
        position.assign_unowned(&self.model.rules, next);
        position.step = 1;
        position.shown.end_turn(Kept::of(self.model.rules.dice.enumerate()));
        let rounds = u32::from(sides.wraps(side, next));
        position.fullmove = position.fullmove.saturating_add(rounds);
        position.side = next;
    }

    /// Ends turns until `side` is to move, without any moves.
    pub(super) fn pass_to(self, position: &mut BoardPosition, side: Side) {
        for _ in 0..self.model.rules.sides.count() {
            if position.side == side {
                return;
            }
            self.end_turn(position);
        }
    }

    /// Returns whether a royal piece of an enemy of `side` is attacked.
    fn gives_check(self, position: &BoardPosition, side: Side) -> bool {
        let mut enemies = position.enemies(self.model.rules.sides, side).into_iter();
        enemies.any(|enemy| self.attacked_royal(position, enemy))
    }
}

/// Removes all en passant squares except those of pieces of `side`.
fn retain_of(position: &mut BoardPosition, side: Side) {
    let mut passed = std::mem::take(&mut position.ep_squares);
    // Neutral pieces cannot be captured en passant, because the opponent could move them as well.
    passed.retain(|p: &EpSquare| {
        position.is_side(p.victim, side) && !position.is_side(p.victim, side.other())
    });
    position.ep_squares = passed;
}

impl<'a> Reference<'a> {
    /// Returns whether a later step of the turn has a legal move. Such a move lets a side in check
    /// skip steps, if kings need only be safe at the end of turns.
    fn parries_later(self, position: &BoardPosition, below: Option<Lookahead>) -> bool {
        let mut later = position.clone();
        self.model.rules.turn.safety == KingSafety::EndOfTurn
            && self.next_step(&mut later)
            && (self.has_move_below(&later, below) || self.parries_later(&later, below))
    }

    /// Returns the position after all steps without a legal move are skipped. `under_way` is true
    /// if a move was already played in this turn. If no move was played and none is possible, the
    /// game is over, and the position at the start of the turn is returned. Only rules of a level
    /// below `below` count.
    pub fn normalized(
        self,
        position: BoardPosition,
        under_way: bool,
        below: Option<Lookahead>,
    ) -> BoardPosition {
        let turn = &self.model.rules.turn;
        if turn.is_plain() || turn.stuck == Stuck::EndsTheGame {
            return position;
        }
        let (mut start, mut next, mut under_way) = (position.clone(), position, under_way);
        loop {
            let moves = self.has_move_below(&next, below);
            let over = || self.is_over(&next, below);
            let mated = || {
                !self.rolls(&next)
                    && self.in_check(&next, next.side)
                    && !self.parries_later(&next, below)
            };
            if moves || over() || mated() {
                return next;
            }
            let first = next.step == 1;
            if self.next_step(&mut next) {
                next.halfmoves = next.halfmoves.saturating_add(u32::from(first));
                if first {
                    next.memory.skip(self.model.rules.clocks.len());
                }
            } else if under_way {
                self.end_turn(&mut next);
                (start, under_way) = (next.clone(), false);
            } else {
                return start;
            }
        }
    }
}

// The sides that lose and leave the game, in games with more than two sides.
//
// A side that loses is out: its turns are skipped. The game goes on until all sides that are left
// are allies. `engine/after_move.rs` must give equal results with packed positions.

impl Reference<'_> {
    /// Returns whether all sides that are left are allies. Always false with two sides.
    pub(super) fn is_won(self, position: &BoardPosition) -> bool {
        self.model.rules.sides.is_won(position.out)
    }

    /// Returns the position after all sides that have lost are out. `mover` made the last move. With
    /// two sides, returns the position itself.
    pub fn settled(self, position: BoardPosition, mover: Side) -> BoardPosition {
        self.settled_by(position, mover, &mut |_| ())
    }

    /// Like [`Reference::settled`]. Calls `note` with each event by which a side has lost.
    pub(super) fn settled_by(
        self,
        mut position: BoardPosition,
        mover: Side,
        note: &mut dyn FnMut(Event),
    ) -> BoardPosition {
        let rules = &self.model.rules;
        if rules.sides.are_two() {
            return position;
        }
        let mut under_way = position.side == mover;
        while !self.is_won(&position) {
            let to_move = position.side;
            // A side that loses may leave another one in the midst of its turn without a move.
            position = self.normalized(position, under_way, None);
            under_way &= position.side == to_move;
            let goal = self.first_met(&position, &rules.ends.goals, History::default());
            let (loser, event, verdict) = match goal {
                Some((number, side)) => {
                    let event = u8::try_from(number).map_or(Event::LastSide, Event::Goal);
                    (side, event, Some(rules.ends.goals[number].verdict))
                }
                None if self.has_move_below(&position, None) => return position,
                None => {
                    let side = position.side;
                    let event = if self.in_check(&position, side) {
                        Event::Checkmate
                    } else {
                        Event::Stalemate
                    };
                    (side, event, rules.ends.verdict(event))
                }
            };
            match verdict {
                Some(Verdict::Loss(_)) => {
                    note(event);
                    let to_move = position.side;
                    self.put_out(&mut position, loser, mover);
                    under_way &= position.side == to_move;
                }
                Some(Verdict::Win(_) | Verdict::Draw) | None => return position,
            }
        }
        position
    }

    /// Takes `loser` out of the game, and its team if the rules say so. If it was to move, the next
    /// side is. Its hand is empty afterwards: it goes to the side that takes its pieces over, or
    /// out of the game. Its royal pieces are never taken over, because they would be further kings
    /// of the other side; they leave the game.
    fn put_out(self, position: &mut BoardPosition, loser: Side, mover: Side) {
        let rules = &self.model.rules;
        let losers = match rules.leaving.team {
            TeamLoss::WithLast => SideSet::of(loser),
            TeamLoss::WithFirst => rules.sides.team(loser).minus(position.out),
        };
        for side in losers {
            position.forget_passed(side);
            for (bit, right) in self.model.rights.iter().enumerate() {
                position.rights.0 &= if right.side == side { !(1 << bit) } else { !0 };
            }
        }
        position.out = position.out.and(losers);
        let sites = self.model.at(position).graph.sites();
        let heir = Some(mover).filter(|&mover| !position.out.has(mover));
        let mut gone = AnySet::EMPTY;
        let is_royal = |kind: KindId| rules.kinds[kind].royal.is_royal();
        for (square, site) in position.squares.iter_mut().zip(sites) {
            let Some(piece) = square.as_mut().filter(|piece| losers.has(piece.side)) else {
                continue;
            };
            match (rules.leaving.pieces, heir) {
                (Estate::Removed, _) => {
                    *square = None;
                    gone.insert(site);
                }
                (Estate::TakenOver, Some(_)) if is_royal(piece.kind) => {
                    *square = None;
                    gone.insert(site);
                }
                (Estate::TakenOver, Some(heir)) => piece.side = heir,
                (Estate::TakenOver, None) | (Estate::Unowned, _) => {}
            }
        }
        position.memory.never_moved = position.memory.never_moved.minus(gone);
        for side in losers {
            let held: Vec<(KindId, u16)> = position.hands.held(side).collect();
            position.hands.clear(side);
            if let (Estate::TakenOver, Some(heir)) = (rules.leaving.pieces, heir) {
                let held = held.into_iter().filter(|&(kind, _)| !is_royal(kind));
                held.for_each(|(kind, count)| position.hands.give(heir, kind, count));
            }
        }
        if losers.has(position.side) {
            self.end_turn(position);
        }
    }
}

// The outcomes of rolls and draws, and the piece that a draw turns up.

impl Reference<'_> {
    /// Returns the outcomes of `die`, which the step of `position` rolls or draws from. There are
    /// none if the bag is empty, or if no piece is there to be turned up.
    pub(super) fn outcomes(self, position: &BoardPosition, die: DieId) -> Vec<Move> {
        let (rules, draw) = (&self.model.rules, position.draw(self.model));
        let at = if draw.turns_up.is_empty() {
            Some(Site::from_index(0))
        } else {
            turned_up(position, draw, rules.sides)
        };
        let Some(at) = at else { return Vec::new() };
        let slots = Slots::of(&rules.dice);
        let value = (die, &rules.dice[die]);
        let faces = position.drawn.outcomes(slots, value, draw, (rules.sides, position.side));
        let faces = rules.dice[die].ids().filter(|&face| faces.has(face));
        faces.map(|face| Move::roll(die, face, at)).collect()
    }
}

/// Returns the cell of the piece that the next draw turns up. `None` if there is no such piece.
fn turned_up(position: &BoardPosition, draw: &Draw, sides: Sides) -> Option<Site> {
    let owners = sides.of(draw.whose, position.side);
    let fits = |piece: Piece, site: Site| {
        draw.turns_up.contains(&piece.kind)
            && (draw.whose == Whose::Any
                || owners.into_iter().any(|side| position.is_side(site, side)))
    };
    let mut squares = position.squares.enumerate();
    squares.find(|(site, piece)| piece.is_some_and(|piece| fits(piece, *site))).map(|(s, _)| s)
}
