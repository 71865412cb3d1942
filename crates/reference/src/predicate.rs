//! Predicates on an unpacked position, and the moves that restrictions, steps and duties allow.
//! While a predicate examines legal moves, questions that would examine legal moves again are
//! ignored.

use crate::executor::Reference;
use crate::walker::{sorted, walks};
use alfil_board::model::facts::facts_of;
use alfil_board::model::position::{Actor, BoardPosition, Facts, History, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::chance::{DieId, Roll};
use alfil_rules::condition::{Area, Condition};
use alfil_rules::goal::Asked;
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{self, CellSet, Replies, View};
use alfil_rules::question::{
    Amount, CHECKS, ClockId, CounterId, Lookahead, Pattern, Question, Row,
};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{Side, SideSet, Sides};
use alfil_topology::line::Fan;
use alfil_topology::site_set::{AnySet, Site};

/// An unpacked position with the executor of its game.
#[derive(Clone, Copy)]
pub(super) struct PlainView<'a> {
    pub(super) game: Reference<'a>,
    pub(super) board: &'a BoardPosition,
}

/// The position and the move for which a question is evaluated.
pub(super) type EvalContext<'a> = interpret::Context<'a, PlainView<'a>>;
/// The move for which a question is evaluated.
pub(super) type Made<'a> = interpret::Made<'a, PlainView<'a>>;

/// A move and the position in which it is made.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    before: &'a BoardPosition,
    mv: &'a Move,
}

impl<'a> Reference<'a> {
    /// Returns whether `question` holds in `position` for `side`, if no move is given.
    pub fn question_holds(self, position: &BoardPosition, side: Side, question: &Question) -> bool {
        EvalContext::of_last(self.seen(position), side, History::default()).holds(question)
    }

    /// Returns the value of `amount` in `position` for `side`.
    pub(super) fn number(self, position: &BoardPosition, side: Side, amount: &Amount) -> u32 {
        EvalContext::before(self.seen(position), side).amount(amount)
    }

    /// Returns the number of the first of `ends` that holds, and the side for which it holds. The
    /// side that made the last move is tested first.
    pub(super) fn first_met(
        self,
        position: &BoardPosition,
        ends: &[Asked],
        history: History,
    ) -> Option<(usize, Side)> {
        let mover = position.last_side(&self.model.rules);
        let sides = self.model.rules.sides;
        let holds = |asked: &Asked, side| {
            EvalContext::of_last(self.seen(position), side, history).holds(&asked.question)
        };
        ends.iter().enumerate().find_map(|(n, asked)| {
            sides.from(mover, position.out).find(|&side| holds(asked, side)).map(|side| (n, side))
        })
    }

    /// Returns whether a goal of a level below `below` is reached, so that the game is over.
    pub(super) fn is_over(self, position: &BoardPosition, below: Option<Lookahead>) -> bool {
        let due = |goal: &&Asked| below.is_none_or(|below| goal.question.level() < below);
        self.is_won(position)
            || self.model.rules.ends.goals.iter().filter(due).any(|goal| {
                self.first_met(position, std::slice::from_ref(goal), History::default()).is_some()
            })
    }

    /// Returns whether `question` holds for `mv`, a move of `position`.
    pub fn holds_of_move(self, position: &BoardPosition, mv: &Move, question: &Question) -> bool {
        self.holds_of_move_within(position, mv, question, CHECKS)
    }

    /// Like `holds_of_move`, but examines only `checks` further checks in a row to find mate.
    fn holds_of_move_within(
        self,
        position: &BoardPosition,
        mv: &Move,
        question: &Question,
        checks: u8,
    ) -> bool {
        let seen;
        let after = if question.looks_ahead() {
            seen = self.seen_after(position, mv, question.level());
            &seen
        } else {
            position
        };
        let facts = self.facts(position, mv);
        let made = self.seen(after).made(&facts, position, mv);
        let context = EvalContext::of_move(self.seen(position), made, mv.origin());
        EvalContext { checks, ..context }.holds(question)
    }

    /// Updates the memory of `after`: the clocks, the last move, and the pieces that never moved.
    /// Clocks whose questions have level `below` or above are not changed.
    pub(super) fn remember(
        self,
        before: &BoardPosition,
        mv: &Move,
        after: &mut BoardPosition,
        below: Option<Lookahead>,
    ) {
        if let Actor::Die(..) = mv.actor {
            if before.step == 1 {
                after.memory.skip(self.model.rules.clocks.len());
            }
            return;
        }
        let facts = self.facts(before, mv);
        for (clock, question) in self.model.rules.clocks.iter().enumerate() {
            if below.is_some_and(|below| question.level() >= below) {
                continue;
            }
            let view = self.seen(after);
            let made = view.made(&facts, before, mv);
            let was_such = EvalContext::of_move(view, made, mv.target()).holds(question);
            after.memory.tick(clock, before.step, was_such);
        }
        if self.model.rules.remembers_moves() {
            after.memory.last = Some(facts);
        }
        let moved = [mv.origin(), mv.target()].into_iter().flatten().filter(|_| !mv.stays());
        let partner = mv.partner.into_iter().flat_map(|(from, to)| [from, to]);
        for site in mv.captures.iter().copied().chain(moved).chain(partner) {
            after.memory.never_moved = after.memory.never_moved.minus(AnySet::of(site));
        }
    }
}

impl<'a> PlainView<'a> {
    /// Returns a move with these facts, after which the position is `self`.
    fn made(self, facts: &'a Facts, before: &'a BoardPosition, mv: &'a Move) -> Made<'a> {
        let partner = mv.partner.map(|(from, _)| from);
        let step = Step { before, mv };
        Made { facts, after: self, stands: facts.target(), partner, mv: Some(step) }
    }

    /// Returns the cells with a piece of which `is` is true.
    fn those(self, is: impl Fn(Piece) -> bool) -> AnySet {
        let standing = self.board.squares.enumerate();
        standing.filter(|(_, piece)| piece.is_some_and(&is)).map(|(site, _)| site).collect()
    }

    fn owned_by(self, owner: Owner) -> AnySet {
        self.those(|piece| self.game.model.rules.kinds[piece.kind].owner == owner)
    }
}

impl<'a> View<'a> for PlainView<'a> {
    type Area = Area;
    type Between = Condition;
    type Pattern = Pattern;
    type Cells = AnySet;
    type Move = Step<'a>;

    fn sides(self) -> Sides {
        self.game.model.rules.sides.without(self.board.out)
    }

    fn all_are_owned(self) -> bool {
        self.game.model.rules.kinds.iter().all(|kind| kind.owner == Owner::Side)
    }

    fn is_neutral(self, kind: KindId) -> bool {
        self.game.model.rules.is_neutral(kind)
    }

    fn worth(self, kind: KindId) -> u32 {
        u32::from(self.game.model.rules.kinds[kind].worth)
    }

    fn board(self) -> AnySet {
        self.game.model.at(self.board).graph.sites().collect()
    }

    fn piece(self, cell: Site) -> Option<Piece> {
        self.board.piece(cell)
    }

    fn occupied(self) -> AnySet {
        self.those(|_| true)
    }

    fn pieces(self, side: Side) -> AnySet {
        self.board.pieces(side).map(|(site, _)| site).collect()
    }

    fn of_kind(self, kind: KindId) -> AnySet {
        self.those(|piece| piece.kind == kind)
    }

    fn unowned(self) -> AnySet {
        self.owned_by(Owner::Nobody)
    }

    fn neutrals(self) -> AnySet {
        self.owned_by(Owner::Both)
    }

    fn never_moved(self) -> AnySet {
        self.board.memory.never_moved.into_iter().collect()
    }

    fn held(self, side: Side) -> impl Iterator<Item = (KindId, u16)> {
        self.board.hands.held(side)
    }

    fn lacks_a_kind(self, side: Side) -> bool {
        let model = self.game.model;
        let has = |kind: KindId| {
            self.board.hands.count(side, kind) > 0
                || self.board.pieces(side).any(|(_, standing)| standing == kind)
        };
        let mut begun = model.rules.kinds.ids().filter(|&kind| model.starts_with(side, kind));
        begun.any(|kind| !model.rules.counted_as(kind).any(has))
    }

    fn area(self, area: &Area, side: Side) -> AnySet {
        let model = self.game.model.at(self.board);
        model.graph.sites().filter(|&site| model.lies_in(area, side, site)).collect()
    }

    fn row(self, row: Row, side: Side, cell: Site) -> AnySet {
        let model = self.game.model.at(self.board);
        let relation = Condition::Relative(row.relation());
        let alike = |&to: &Site| model.holds(&relation, side, KindId::default(), cell, to);
        model.graph.sites().filter(alike).collect()
    }

    fn number_of(self, row: Row, side: Side, cell: Site) -> u32 {
        self.game.model.at(self.board).graph.number_of(row, cell, side)
    }

    fn beside(self, cell: Site) -> [AnySet; 2] {
        let graph = &self.game.model.at(self.board).graph;
        let (file, rank) = graph.file_rank(cell);
        let row = || graph.sites().filter(|&site| graph.file_rank(site).1 == rank);
        [
            row().filter(|&site| graph.file_rank(site).0 < file).collect(),
            row().filter(|&site| graph.file_rank(site).0 > file).collect(),
        ]
    }

    fn between(self, from: Site, to: Site) -> AnySet {
        Fan::new(&self.game.model.at(self.board).graph, from).between(to).into_iter().collect()
    }

    fn line_ends(self, from: Site, to: Site) -> [Option<Site>; 2] {
        let ends = Fan::new(&self.game.model.at(self.board).graph, from).ends(to);
        ends.map_or([None, None], |(behind, beyond)| [behind, beyond])
    }

    fn upright(self, cell: Site, side: Side) -> [Option<Site>; 2] {
        self.game.model.at(self.board).graph.upright(cell, side)
    }

    fn fits(self, between: &Condition, kind: KindId, facts: &Facts) -> bool {
        let model = self.game.model.at(self.board);
        model.holds(between, facts.side, kind, facts.from, facts.to)
    }

    fn can_capture(self, cell: Site, side: Side, by: &AnySet) -> bool {
        self.game.captors(self.board, cell, side).any(|from| by.has(from))
    }

    fn leads(self, pattern: &Pattern, from: Site, side: Side, among: &AnySet) -> AnySet {
        (*among).filter(|to| self.leads_to(pattern, from, side, to))
    }

    fn along(
        self,
        pattern: &Pattern,
        from: Site,
        side: Side,
        ends: &AnySet,
        passable: &AnySet,
    ) -> AnySet {
        // An end that is also passable is tested alone, because ways to other ends may cross it.
        let alone = (*ends).filter(|end| passable.has(end));
        let together = (*ends).minus(alone);
        let groups = alone.cells().map(AnySet::of).chain([together]);
        let passed = |ends: AnySet| self.passed(pattern, from, side, &ends, passable);
        groups.map(passed).fold(AnySet::EMPTY, AnySet::or)
    }

    fn is_by(self, terms: &Pattern, _: &Facts, step: Option<Step<'a>>) -> bool {
        let Some(Step { before, mv }) = step else { return false };
        let model = self.game.model.at(before);
        let piece = before.piece(mv.from).filter(|_| mv.actor == Actor::Piece);
        piece.is_some_and(|Piece { side, kind }| {
            terms.terms.iter().any(|term| {
                walks(model, before, mv.from, mv.from, term).into_iter().any(|path| {
                    path.to == mv.to
                        && path.shifted == mv.partner
                        && model.holds(&term.when, side, kind, mv.from, path.to)
                        && sorted(path.captured) == mv.captures
                })
            })
        })
    }

    fn turn(self) -> Side {
        self.board.side
    }

    fn enemies(self, side: Side) -> SideSet {
        self.board.enemies(self.game.model.rules.sides, side)
    }

    fn in_check(self, side: Side) -> bool {
        self.game.in_check(self.board, side)
    }

    fn can_reply(self, side: Side) -> bool {
        let position = self.game.with_side_to_move(self.board, side);
        self.game.after_rolls(&position, &|next| self.game.has_reply(next))
    }

    fn can_parry(self, side: Side, checks: u8) -> bool {
        self.game.parries(&self.game.with_side_to_move(self.board, side), checks)
    }

    fn replies(self, side: Side, to: Option<AnySet>) -> Replies<AnySet> {
        let (game, below) = (self.game, Some(Lookahead::Replies));
        let position = game.with_side_to_move(self.board, side);
        let mut moves = game.pseudo_below(&position, below);
        let counts = |mv: &Move| match &to {
            Some(to) => mv.target().is_some_and(|target| to.has(target)),
            None => true,
        };
        moves.retain(|mv| counts(mv) && game.is_legal_below(&position, mv, below));
        let dropped = moves.iter().filter_map(|mv| match mv.actor {
            Actor::Hand(kind) => Some(kind),
            Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => None,
        });
        let dropped = dropped.collect();
        Replies { movers: moves.iter().filter_map(Move::origin).collect(), dropped }
    }

    fn last(self) -> Option<&'a Facts> {
        self.board.memory.last.as_ref()
    }

    fn counter(self, side: Side, counter: CounterId) -> u32 {
        u32::from(self.board.counters[side][counter.index()])
    }

    fn turns_of(self, side: Side) -> u32 {
        self.board.turns_of(side)
    }

    fn lasts(self, turns: u32, clock: ClockId) -> bool {
        let playing = self.sides().playing(self.board.out);
        self.board.memory.lasts(turns, clock, playing)
    }

    fn rolled(self, die: DieId, roll: Roll) -> bool {
        self.board.shown.holds(die, roll)
    }

    fn like_die(self, die: DieId) -> AnySet {
        let rules = &self.game.model.rules;
        let face = self.board.shown.of(die);
        let shown = face.and_then(|face| rules.dice[die].faces[face.index()].kind);
        let shown = shown.map(|kind| rules.counts_as(kind));
        self.those(|piece| shown == Some(rules.counts_as(piece.kind)))
    }
}

impl<'a> Reference<'a> {
    /// Returns the view of `position`, for questions.
    pub(super) fn seen<'b>(self, board: &'b BoardPosition) -> PlainView<'b>
    where
        'a: 'b,
    {
        PlainView { game: self, board }
    }

    /// Returns the facts of a move of `position`.
    pub(super) fn facts(self, position: &BoardPosition, mv: &Move) -> Facts {
        facts_of(self.model.at(position), position, mv)
    }

    fn with_side_to_move(self, position: &BoardPosition, side: Side) -> BoardPosition {
        let mut position = position.clone();
        self.pass_to(&mut position, side);
        position
    }
}

// The moves that restrictions, steps and duties allow. A question about every move applies to a
// pass only if it names passes.

impl<'a> Reference<'a> {
    /// Returns whether the restrictions of a level below `below` allow `mv`: those on every move
    /// and those of the current step.
    pub fn allows(self, position: &BoardPosition, mv: &Move, below: Option<Lookahead>) -> bool {
        let passes = mv.actor == Actor::Nobody;
        let due = |question: &Question| below.is_none_or(|below| question.level() < below);
        let BoardPosition { side, fullmove, step, .. } = *position;
        let step = self.model.rules.turn.step(side, fullmove, step);
        let of_step = if passes { &step.pass_when } else { &step.when };
        // A pass is left out if the level of its rule is too high. Such a rule may depend on
        // `stuck`, and `stuck` ignores passes.
        if passes && of_step.as_ref().is_some_and(|asked| !due(&asked.value)) {
            return false;
        }
        let fits = |asked: &Spanned<Question>, holds: &dyn Fn(&Question) -> bool| {
            match below.filter(|_| !due(&asked.value)) {
                // The parts of the question whose level is low enough still apply.
                Some(below) => asked.value.relaxed(below).as_ref().is_none_or(holds),
                None => holds(&asked.value),
            }
        };
        let mut of_step = of_step.iter();
        self.model
            .rules
            .asked
            .iter()
            .all(|asked| fits(asked, &|part| self.admits_part(position, mv, (asked, part), CHECKS)))
            && of_step.all(|asked| fits(asked, &|part| self.holds_of_move(position, mv, part)))
    }

    /// Returns whether restrictions that mention mate also allow `mv`, a move of
    /// [`Reference::replies`] that answers a check. `checks` limits the number of further checks in
    /// a row that are examined.
    pub(crate) fn is_parry(self, position: &BoardPosition, mv: &Move, checks: u8) -> bool {
        let BoardPosition { side, fullmove, step, .. } = *position;
        let step = self.model.rules.turn.step(side, fullmove, step);
        let mut of_step = step.when.iter().filter(|_| mv.actor != Actor::Nobody);
        let fits = |asked: &Spanned<Question>, holds: &dyn Fn(&Question) -> bool| {
            let of_mates = asked.value.relaxed_but_mates().filter(Question::asks_mate);
            of_mates.as_ref().is_none_or(holds)
        };
        self.model
            .rules
            .asked
            .iter()
            .all(|asked| fits(asked, &|part| self.admits_part(position, mv, (asked, part), checks)))
            && of_step.all(|asked| {
                fits(asked, &|part| self.holds_of_move_within(position, mv, part, checks))
            })
    }

    /// Returns whether `mv` satisfies `asked`, one of the restrictions on every move.
    pub fn admits(self, position: &BoardPosition, mv: &Move, asked: &Spanned<Question>) -> bool {
        self.admits_part(position, mv, (asked, &asked.value), CHECKS)
    }

    /// Returns whether `part` of a question about every move allows `mv`. The question applies to a
    /// pass only if it names passes. For castling, conditions on start and end apply to both
    /// partners.
    fn admits_part(
        self,
        position: &BoardPosition,
        mv: &Move,
        (asked, part): (&Spanned<Question>, &Question),
        checks: u8,
    ) -> bool {
        if mv.actor == Actor::Nobody && !part.names_passes() {
            return true;
        }
        let here = self.model.at(position);
        let castles = here.is_castling(position.side, mv.from, mv.to, mv.partner);
        let partner = mv.partner.filter(|_| castles && self.model.rules.asks_partners(asked));
        let of_partner = partner.and_then(|(from, to)| {
            let Piece { side, kind } = position.piece(from)?;
            Some(part.with_cells(&|cells| here.holds(cells, side, kind, from, to)))
        });
        let holds = |question: &Question| self.holds_of_move_within(position, mv, question, checks);
        holds(part) && of_partner.as_ref().is_none_or(holds)
    }

    /// Returns whether all restrictions on attacks allow the capture `mv`.
    pub(crate) fn allows_attack(self, position: &BoardPosition, mv: &Move) -> bool {
        let mut asked = self.model.rules.attack_asked.iter();
        asked.all(|question| self.holds_of_move(position, mv, &question.value))
    }

    /// Returns whether the current step's restrictions on attacks allow the capture `mv`.
    pub(crate) fn step_allows_attack(self, position: &BoardPosition, mv: &Move) -> bool {
        let BoardPosition { side, fullmove, step, .. } = *position;
        let mut asked = self.model.rules.turn.step(side, fullmove, step).asked_of_attacks();
        asked.all(|question| self.holds_of_move(position, mv, &question))
    }

    /// Applies the first duty that some move fulfils, and removes the moves that do not fulfil it.
    /// `moves` are legal apart from duties.
    pub(crate) fn apply_duties(self, position: &BoardPosition, moves: &mut Vec<Move>) {
        for duty in &self.model.rules.duties {
            let fits: Vec<bool> =
                moves.iter().map(|mv| self.holds_of_move(position, mv, &duty.value)).collect();
            if fits.contains(&true) {
                let mut fits = fits.into_iter();
                moves.retain(|_| fits.next() == Some(true));
                return;
            }
        }
    }
}
