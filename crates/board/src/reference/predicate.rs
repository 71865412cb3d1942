//! Predicates on an unpacked position. `engine/predicates.rs` must give equal results with packed
//! positions. While a predicate examines legal moves, questions that would examine legal moves
//! again are ignored.

use crate::model::memory::{Facts, History};
use crate::model::position::{Actor, BoardPosition, Move};
use crate::paths::terrain::Piece;
use crate::reference::executor::Reference;
use crate::reference::walker::{sorted, walks};
use crate::topology::line::Fan;
use crate::topology::site_set::{AnySet, Site};
use alfil_diagnostics::index::Id;
use alfil_rules::condition::{Area, Condition};
use alfil_rules::goal::Asked;
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    Amount, Anchor, CHECKS, Filter, Lookahead, Men, MoveFact, Pattern, Pieces, Quantity, Question,
    SideFact, Subject, Tally, Test, Whose,
};
use alfil_rules::ruleset::Owner;
use alfil_rules::side::{Side, Sides};

mod allowed;

/// The context in which a question is evaluated.
#[derive(Clone, Copy)]
pub(super) struct EvalContext<'a> {
    /// The executor of the whole game.
    pub(crate) game: Reference<'a>,
    /// The side from whose view the question is evaluated.
    pub(crate) side: Side,
    pub(crate) board: &'a BoardPosition,
    /// The move for which the question is evaluated, if there is one.
    pub(crate) made: Option<Made<'a>>,
    /// The current cell of the moved piece on `board`.
    pub(crate) mover: Option<Site>,
    /// How often the position has occurred.
    pub(crate) history: History,
    /// The number of further checks in a row that may be examined for mate. At 0, no move gives
    /// mate.
    pub(crate) checks: u8,
}

/// The move for which a question is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Made<'a> {
    pub(crate) before: &'a BoardPosition,
    pub(crate) mv: &'a Move,
    pub(crate) after: &'a BoardPosition,
    /// The cell of the moved piece in `after`.
    pub(crate) stands: Option<Site>,
}

impl<'a> Reference<'a> {
    /// Returns whether `question` holds in `position` for `side`, if no move is given.
    pub fn question_holds(self, position: &BoardPosition, side: Side, question: &Question) -> bool {
        let history = History::default();
        let (made, mover) = (None, None);
        EvalContext { game: self, side, board: position, made, mover, history, checks: CHECKS }
            .holds(question)
    }

    /// Returns the value of `amount` in `position` for `side`.
    pub(super) fn number(self, position: &BoardPosition, side: Side, amount: &Amount) -> u32 {
        let (made, mover, history) = (None, None, History::default());
        EvalContext { game: self, side, board: position, made, mover, history, checks: CHECKS }
            .amount(amount)
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
            let (made, mover) = (None, None);
            let context = EvalContext {
                game: self,
                side,
                board: position,
                made,
                mover,
                history,
                checks: CHECKS,
            };
            context.holds(&asked.question)
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
        let after = match question.looks_ahead() {
            true => {
                seen = self.seen_after(position, mv, question.level());
                &seen
            }
            false => position,
        };
        let made = Some(Made { before: position, mv, after, stands: mv.target() });
        let (side, mover, history) = (position.side, mv.origin(), History::default());
        EvalContext { game: self, side, board: position, made, mover, history, checks }
            .holds(question)
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
        for (clock, question) in self.model.rules.clocks.iter().enumerate() {
            if below.is_some_and(|below| question.level() >= below) {
                continue;
            }
            let (mover, history) = (mv.target(), History::default());
            let made = Some(Made { before, mv, after, stands: mover });
            let (side, checks) = (before.side, CHECKS);
            let context =
                EvalContext { game: self, side, board: after, made, mover, history, checks };
            let was_such = context.holds(question);
            after.memory.tick(clock, before.step, was_such);
        }
        if self.model.rules.remembers_moves() {
            after.memory.last = Some(Facts::of(self.model, before, mv));
        }
        let (from, to) = (mv.origin(), mv.target());
        let partner = mv.partner.into_iter().flat_map(|(from, to)| [from, to]);
        for site in mv.captures.iter().copied().chain(from).chain(to).chain(partner) {
            after.memory.never_moved = after.memory.never_moved.minus(AnySet::of(site));
        }
    }
}

impl EvalContext<'_> {
    /// Returns the facts of the move for which the question is evaluated. Without such a move,
    /// returns the facts of the last move, if this side made it.
    pub(super) fn facts(&self) -> Option<Facts> {
        match self.made {
            Some(Made { before, mv, .. }) => {
                Some(Facts::of(self.game.model.at(before), before, mv))
            }
            None => self.board.memory.last.filter(|last| last.side == self.side),
        }
    }

    /// Returns the sides of the game.
    pub(super) fn sides(&self) -> Sides {
        self.game.model.rules.sides.without(self.board.out)
    }

    pub(crate) fn holds(&self, question: &Question) -> bool {
        match question {
            Question::All(parts) => parts.iter().all(|part| self.holds(part)),
            Question::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Question::Not(part) => !self.holds(part),
            Question::Leaving(part) => {
                let behind = |made: Made<'_>| {
                    EvalContext { board: made.after, mover: made.stands, ..*self }.holds(part)
                };
                self.made.is_some_and(behind)
            }
            Question::Cells(condition) => self.facts().is_some_and(|facts| {
                let at = self.game.model.at(self.made.map_or(self.board, |made| made.before));
                let holds = |kind| at.holds(condition, facts.side, kind, facts.from, facts.to);
                facts.mover().is_some_and(holds)
            }),
            Question::Move(fact) => self.facts().is_some_and(|facts| self.is(fact, &facts)),
            Question::Side(fact) => self.side_is(*fact),
            Question::Count(number, pieces) => {
                let (count, all) = self.count(pieces);
                number.holds(count, all)
            }
            Question::Among(pieces) => self.facts().is_some_and(|facts| match facts.actor {
                Actor::Piece => self.standing(pieces).contains(&facts.from),
                Actor::Hand(kind) => {
                    let mut sides = pieces.sides(self.sides(), self.side);
                    sides.any(|(side, men)| side == facts.side && men.has(kind))
                        && self.passes(pieces, None, facts.side)
                }
                Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
            }),
            Question::Counter(number, whose, tally) => {
                let count = self.tally(*whose, *tally);
                number.holds(count, count)
            }
            Question::Rolled(die, roll) => self.board.shown.holds(*die, *roll),
            Question::Tallies(sides, order) => {
                let [left, right] = sides.map(|(whose, tally)| self.tally(whose, tally));
                order.holds(left, right)
            }
            Question::Measure(amounts, order) => {
                order.holds(self.amount(&amounts[0]), self.amount(&amounts[1]))
            }
            Question::After(part) => {
                let board = self.made.map_or(self.board, |made| made.before);
                EvalContext { board, made: None, mover: None, ..*self }.holds(part)
            }
            Question::Without(turns, clock, _) => self.board.memory.lasts(*turns, *clock),
            Question::Repeated(times, how) => self.history.times(*how, self.side) >= *times,
            Question::Reply(number, pieces, area) => {
                let (count, all) = self.replies(pieces, area.as_ref());
                number.holds(count, all)
            }
            Question::Compare(left, order, right) => {
                order.holds(self.count(left).0, self.count(right).0)
            }
            Question::KindGone(whose) => {
                self.sides().of(*whose, self.side).into_iter().any(|side| self.lacks_a_kind(side))
            }
            Question::By(terms) => self.made.is_some_and(|made| self.is_by(terms, made)),
        }
    }

    /// Returns whether the moved piece can make the move by one of these terms.
    fn is_by(&self, terms: &Pattern, Made { before, mv, .. }: Made<'_>) -> bool {
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

    fn is(&self, fact: &MoveFact, facts: &Facts) -> bool {
        let owned = |men: &Men, owner| men.sides(self.sides(), self.side).any(|side| side == owner);
        let neutral = |kind| self.game.model.rules.is_neutral(kind);
        let after = self.made.map_or(self.board, |made| made.after);
        let enemies = || after.enemies(self.sides(), facts.side).into_iter();
        match fact {
            MoveFact::Moving(men) => {
                facts.actor == Actor::Piece && men.has(facts.kind) && owned(men, facts.side)
            }
            MoveFact::Capturing(men) => self.game.model.rules.sides.each().any(|owner| {
                let among = |kind| men.has(kind) && (owned(men, owner) || neutral(kind));
                facts.captured.of(owner).any(among)
            }),
            MoveFact::Dropping(men) => match facts.actor {
                Actor::Hand(kind) => men.has(kind) && owned(men, facts.side),
                Actor::Piece | Actor::Section(..) | Actor::Die(..) | Actor::Nobody => false,
            },
            MoveFact::Over(men) => {
                let graph = &self.game.model.at(self.board).graph;
                let is_over = |site: Site| {
                    let piece = self.board.piece(site);
                    piece.is_some_and(|piece| {
                        men.has(piece.kind) && (owned(men, piece.side) || neutral(piece.kind))
                    })
                };
                facts.origin().is_some_and(|from| {
                    Fan::new(graph, from).between(facts.to).into_iter().any(is_over)
                })
            }
            MoveFact::Promoting(kinds) => facts
                .promotion
                .is_some_and(|to| kinds.as_ref().is_none_or(|kinds| kinds.contains(&to))),
            MoveFact::Castling => facts.castles,
            MoveFact::Passing => facts.actor == Actor::Nobody,
            MoveFact::GivingCheck => enemies().any(|enemy| self.game.in_check(after, enemy)),
            MoveFact::GivingMate => self.checks.checked_sub(1).is_some_and(|checks| {
                enemies().any(|enemy| {
                    let theirs = || self.game.with_side_to_move(after, enemy);
                    self.game.in_check(after, enemy) && !self.game.parries(&theirs(), checks)
                })
            }),
        }
    }

    /// Returns the value of a number.
    pub(crate) fn amount(&self, amount: &Amount) -> u32 {
        let number = match &amount.what {
            Quantity::Whole(n) => *n,
            Quantity::Tally(whose, tally) => self.tally(*whose, *tally),
            Quantity::Place(row, of) => {
                let graph = &self.game.model.at(self.board).graph;
                let places = self.sources(of).into_iter();
                places.map(|(site, _)| graph.number_of(*row, site, self.side)).max().unwrap_or(0)
            }
            Quantity::Count(pieces) => self.count(pieces).0,
        };
        amount.rest(number)
    }

    fn tally(&self, whose: Whose, tally: Tally) -> u32 {
        let worth = |kind: KindId| u32::from(self.game.model.rules.kinds[kind].worth);
        let of = |side: Side| match tally {
            Tally::Counted(counter) => u32::from(self.board.counters[side][counter.index()]),
            Tally::Turns => self.board.turns_of(side),
            Tally::Worth => {
                // An unowned piece does not count for either side. `any` counts a neutral piece
                // once.
                let counts = |kind: KindId| match self.game.model.rules.kinds[kind].owner {
                    Owner::Side => true,
                    Owner::Nobody => false,
                    Owner::Both => whose != Whose::Any || side == self.side,
                };
                let standing = self.board.pieces(side).filter(|&(_, kind)| counts(kind));
                let standing = standing.map(|(_, kind)| worth(kind));
                let held = self.board.hands.held(side);
                standing.chain(held.map(|(kind, held)| worth(kind) * u32::from(held))).sum()
            }
        };
        self.sides().of(whose, self.side).into_iter().map(of).sum()
    }

    fn side_is(&self, fact: SideFact) -> bool {
        match fact {
            SideFact::White => self.side == Side::White,
            SideFact::Black => self.side == Side::Black,
            SideFact::OnMove => self.board.side == self.side,
            SideFact::InCheck => self.game.in_check(self.board, self.side),
            SideFact::Stuck => {
                let position = self.game.with_side_to_move(self.board, self.side);
                !self.game.after_rolls(&position, &|next| self.game.has_reply(next))
            }
        }
    }

    /// Returns the number of pieces that pass all filters, and the number of pieces to which the
    /// filters apply.
    fn count(&self, pieces: &Pieces) -> (u32, u32) {
        let all = self.subjects(pieces);
        let passing = all.iter().filter(|&&(site, owner)| self.passes(pieces, Some(site), owner));
        let (mut count, mut all) = (passing.count() as u32, all.len() as u32);
        for (side, men) in pieces.sides(self.sides(), self.side) {
            for (_, held) in self.board.hands.held(side).filter(|&(kind, _)| men.has(kind)) {
                all += u32::from(held);
                count += if self.passes(pieces, None, side) { u32::from(held) } else { 0 };
            }
        }
        (count, all)
    }

    /// Returns the cells of all pieces on the board that pass all filters.
    pub(crate) fn standing(&self, pieces: &Pieces) -> Vec<Site> {
        let all = self.subjects(pieces).into_iter();
        let passing = all.filter(|&(site, owner)| self.passes(pieces, Some(site), owner));
        passing.map(|(site, _)| site).collect()
    }

    /// Returns the cells to which the filters of `pieces` apply, each with the owner of its piece.
    /// An empty cell gets the side of the question. Pieces in hand are left out.
    fn subjects(&self, pieces: &Pieces) -> Vec<(Site, Side)> {
        let sites = self.game.model.at(self.board).graph.sites();
        match &pieces.what {
            Subject::Empty => {
                let empty = sites.filter(|&site| self.board.piece(site).is_none());
                empty.map(|site| (site, self.side)).collect()
            }
            Subject::Cells => sites.map(|site| (site, self.side)).collect(),
            // The named cell counts even if it is empty, provided that the filters are about cells.
            Subject::Anchor(anchor) => {
                let owner = |site| match self.board.piece(site) {
                    Some(piece) => Some((site, piece.side)),
                    None => pieces.is_place().then_some((site, self.side)),
                };
                self.cell(*anchor).and_then(owner).into_iter().collect()
            }
            Subject::Men(men) => {
                let owner =
                    |site| self.board.piece(site).and_then(|piece| self.counts_as(men, piece));
                sites.filter_map(|site| Some((site, owner(site)?))).collect()
            }
        }
    }

    /// Returns the side for which `piece` counts, if it is one of `men`. An unowned piece counts
    /// only if `men` may belong to any side. A neutral piece always counts.
    fn counts_as(&self, men: &Men, piece: Piece) -> Option<Side> {
        if !men.has(piece.kind) {
            return None;
        }
        let mut sides = men.sides(self.sides(), self.side);
        match (
            self.game.model.rules.kinds[piece.kind].owner,
            men.sides(self.sides(), self.side).count(),
        ) {
            (Owner::Nobody | Owner::Both, all) if all == self.sides().count() => Some(piece.side),
            (Owner::Both, _) => sides.next(),
            (Owner::Nobody, _) => None,
            (Owner::Side, _) => sides.find(|&side| side == piece.side),
        }
    }

    fn is_nobodys(&self, kind: KindId) -> bool {
        self.game.model.rules.kinds[kind].owner == Owner::Nobody
    }

    /// Returns the cell that an anchor names.
    pub(crate) fn cell(&self, anchor: Anchor) -> Option<Site> {
        let facts = if anchor.is_of_last() { self.board.memory.last } else { self.facts() }?;
        let graph = &self.game.model.at(self.board).graph;
        let line = || Fan::new(graph, facts.origin()?).ends(facts.target()?);
        match anchor {
            Anchor::Mover if self.made.is_none() => facts.target(),
            Anchor::Mover => self.mover,
            Anchor::Victim => None,
            Anchor::Start => facts.origin(),
            Anchor::End => facts.target(),
            Anchor::Partner => self.made?.mv.partner.map(|(from, _)| from),
            Anchor::Behind => line()?.0,
            Anchor::Beyond => line()?.1,
            Anchor::Above => graph.upright(facts.target()?, facts.side)[0],
            Anchor::Below => graph.upright(facts.target()?, facts.side)[1],
            Anchor::LastMover => facts.target(),
            Anchor::LastStart => facts.origin(),
        }
    }

    /// Returns whether a piece of `owner` on `site` passes every filter. `None` stands for a piece
    /// in hand.
    fn passes(&self, pieces: &Pieces, site: Option<Site>, owner: Side) -> bool {
        pieces
            .filters
            .iter()
            .all(|Filter { holds, test }| *holds == self.test(pieces, test, site, owner))
    }

    fn test(&self, pieces: &Pieces, test: &Test, site: Option<Site>, owner: Side) -> bool {
        let Some(site) = site else { return *test == Test::InHand };
        let captors = |by: Side| self.game.captors(self.board, site, by);
        // An unowned piece has neither friends nor enemies.
        let owned = self.board.piece(site).is_none_or(|piece| !self.is_nobodys(piece.kind));
        match test {
            Test::InHand => false,
            Test::In(area) => self.lies_in(area, site),
            Test::Attacked(_) | Test::Guarded if !owned => false,
            Test::Attacked(by) => {
                let by = by.as_ref().map(|by| self.standing(by));
                let among = |from: Site| by.as_ref().is_none_or(|by| by.contains(&from));
                let mut enemies = self.board.enemies(self.sides(), owner).into_iter();
                enemies.any(|enemy| captors(enemy).any(among))
            }
            Test::Guarded => captors(owner).next().is_some(),
            Test::At(pattern, of) => {
                let from = self.sources(of).into_iter();
                from.into_iter().any(|from| self.leads(pattern, from, site))
            }
            Test::Along(pattern, from, to) => {
                let (ends, passable) = (self.named(to), self.subjects(pieces));
                let passable: Vec<Site> = passable.into_iter().map(|(site, _)| site).collect();
                // An end that is also passable is tested alone, because paths to other ends may
                // cross it.
                let (alone, together): (Vec<Site>, Vec<Site>) =
                    ends.into_iter().partition(|end| passable.contains(end));
                let groups = alone.into_iter().map(|end| vec![end]).chain([together]);
                let groups: Vec<Vec<Site>> = groups.collect();
                self.sources(from).into_iter().any(|from| {
                    groups.iter().any(|ends| self.passed(pattern, from, ends, &passable, site))
                })
            }
            Test::InRow(row, of) => {
                let relation = Condition::Relative(row.relation());
                let model = self.game.model.at(self.board);
                let alike =
                    |from: Site| model.holds(&relation, self.side, KindId::default(), from, site);
                self.sources(of).into_iter().any(|(from, _)| alike(from))
            }
            Test::On(anchor) => self.cell(*anchor) == Some(site),
            Test::NeverMoved => {
                // For the moved piece, its start cell decides whether it has moved before.
                let facts = self.made.and_then(|_| self.facts());
                let start = facts.filter(|facts| self.mover == Some(site) && facts.side == owner);
                let cell = start.and_then(|facts| facts.origin()).unwrap_or(site);
                self.board.memory.never_moved.has(cell)
            }
            Test::LikeDie(die) => {
                let rules = &self.game.model.rules;
                let face = self.board.shown.of(*die);
                let kind = face.and_then(|face| rules.dice[*die].faces[face.index()].kind);
                let piece = self.board.piece(site);
                kind.zip(piece).is_some_and(|(kind, piece)| {
                    rules.counts_as(piece.kind) == rules.counts_as(kind)
                })
            }
            Test::LikeMover => {
                let kind = |site: Site| self.board.piece(site).map(|piece| piece.kind);
                // If the moving piece is still in hand or was removed, its kind before the move
                // counts.
                let set_out = || self.facts().and_then(|facts| facts.mover());
                let mover = self.mover.and_then(kind).or_else(set_out);
                mover.is_some_and(|mover| kind(site) == Some(mover))
            }
            Test::Paired(anchor, pairs) => {
                let kind = |site: Site| self.board.piece(site).map(|piece| piece.kind);
                let set_out = || self.facts().and_then(|facts| facts.mover());
                let of = match anchor {
                    Anchor::Mover => self.mover.and_then(kind).or_else(set_out),
                    Anchor::Victim
                    | Anchor::Start
                    | Anchor::End
                    | Anchor::Partner
                    | Anchor::Behind
                    | Anchor::Beyond
                    | Anchor::Above
                    | Anchor::Below
                    | Anchor::LastMover
                    | Anchor::LastStart => self.cell(*anchor).and_then(kind),
                };
                of.zip(kind(site)).is_some_and(|(of, kind)| {
                    pairs.iter().any(|[first, second]| first.has(of) && second.has(kind))
                })
            }
            Test::Between(men) => {
                let place = |site| self.game.model.at(self.board).graph.file_rank(site);
                let (file, rank) = place(site);
                let beside = |aside: &dyn Fn(u8) -> bool| {
                    self.board.squares.enumerate().any(|(other, piece)| {
                        let (there, row) = place(other);
                        let counts =
                            piece.is_some_and(|piece| self.counts_as(men, piece).is_some());
                        counts && row == rank && aside(there)
                    })
                };
                beside(&|other| other < file) && beside(&|other| other > file)
            }
        }
    }

    fn lies_in(&self, area: &Area, site: Site) -> bool {
        self.game.model.at(self.board).lies_in(area, self.side, site)
    }

    /// Returns the number of pieces with a legal move, and the number of pieces to which the
    /// filters apply. If `area` is given, only moves to its cells count.
    fn replies(&self, pieces: &Pieces, area: Option<&Area>) -> (u32, u32) {
        let (mut count, mut all) = (0, 0);
        let standing = self.subjects(pieces);
        let sides = match &pieces.what {
            Subject::Men(men) => men.sides(self.sides(), self.side).collect(),
            Subject::Anchor(_) => self.sides().each().collect(),
            Subject::Empty | Subject::Cells => Vec::new(),
        };
        for side in sides {
            let (board, below) =
                (self.game.with_side_to_move(self.board, side), Some(Lookahead::Replies));
            let mut moves = self.game.pseudo_below(&board, below);
            moves.retain(|mv| {
                area.is_none_or(|area| mv.target().is_some_and(|to| self.lies_in(area, to)))
            });
            let legal = |mv: &Move| self.game.is_legal_below(&board, mv, below);
            for &(site, _) in standing.iter().filter(|&&(_, owner)| owner == side) {
                all += 1;
                let moves = || moves.iter().any(|mv| mv.origin() == Some(site) && legal(mv));
                count += u32::from(self.passes(pieces, Some(site), side) && moves());
            }
            let mut men = pieces.sides(self.sides(), self.side).filter(|&(of, _)| of == side);
            let men = men.next().map(|(_, men)| men);
            let held = self.board.hands.held(side);
            for (kind, held) in held.filter(|&(kind, _)| men.is_some_and(|men| men.has(kind))) {
                all += u32::from(held);
                let drops = || moves.iter().any(|mv| mv.actor == Actor::Hand(kind) && legal(mv));
                let counts = self.passes(pieces, None, side) && drops();
                count += if counts { u32::from(held) } else { 0 };
            }
        }
        (count, all)
    }

    /// Returns whether `side` has lost all pieces of a kind with which it began.
    fn lacks_a_kind(&self, side: Side) -> bool {
        let rules = &self.game.model.rules;
        let left = |kind: KindId| {
            rules.counted_as(kind).any(|kind| {
                self.board.hands.count(side, kind) > 0
                    || self.board.pieces(side).any(|(_, k)| k == kind)
            })
        };
        rules.kinds.ids().any(|kind| self.game.model.starts_with(side, kind) && !left(kind))
    }
}

impl<'a> Reference<'a> {
    fn with_side_to_move(self, position: &BoardPosition, side: Side) -> BoardPosition {
        let mut position = position.clone();
        self.pass_to(&mut position, side);
        position
    }
}
