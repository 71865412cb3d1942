//! The position that is examined for a reason, the reason itself, and the rules that make a move
//! illegal although the piece could make it.

use crate::board::state::BoardPlay;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_reference::effect::{self, Want};
use alfil_reference::executor::Reference;
use alfil_reference::turn::StepFilter;
use alfil_reference::walker;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::question::{MoveFact, Question};
use alfil_rules::side::Side;
use alfil_rules::turn::{Checks, KingSafety};
use alfil_topology::sections::SectionId;
use alfil_topology::site_set::Site;

// The position that is examined for a reason, and the reason itself.

/// The greatest length of a cell name such as `Baa10`, in bytes.
const LONGEST_CELL: usize = 8;

/// The reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The reason in words.
    pub why: String,
    /// Where the definition writes the rule. `None` if it is not written.
    pub(crate) place: Option<Span>,
    /// The fact that makes the move illegal.
    pub cause: Cause,
}

/// The fact on which a reason depends. Tests remove this fact and check that the reason changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// There is no such fact, for example because no rule allows such a move.
    Nothing,
    /// The pieces on these cells.
    Standing(Vec<Site>),
    /// The absence of this piece on the cell.
    Wanted(Site, Piece),
    /// The condition of a term, by kind and index of the term.
    Condition(KindId, usize),
    /// The restriction of a term to first moves.
    FirstMove(KindId, usize),
    /// The question of a term about the board.
    Given(KindId, usize),
    /// The condition on the cells of every move.
    EveryMove,
    /// The start cells that the step of the turn allows.
    Step,
    /// The question of the step about the move.
    StepWhen,
    /// The rule about passing this step.
    StepPass,
    /// A question about every move, by its index in the ruleset.
    Asked(usize),
    /// A duty, by its index in the ruleset.
    Duty(usize),
    /// A line of effects, by its index in the ruleset.
    Effect(usize),
    /// The term with which pieces of a kind attack.
    Attack(KindId, usize),
    /// The royalty of a kind.
    Royal(KindId),
    /// The rule that only the last move of a turn may give check.
    Checks,
    /// The loss of a castling right, by its number.
    Right(usize),
    /// The promotion rules of a kind.
    Promotion(KindId),
    /// The absence of a kind in the hand.
    Hand(KindId),
    /// The limit of a drop term.
    Limit(KindId, usize),
    /// The rule against drops where a piece could never move.
    Immobile,
    /// The rule against drops of a kind that give checkmate.
    Mate(KindId),
}

impl Reason {
    pub(super) fn new(why: impl Into<String>, place: Option<Span>, cause: Cause) -> Option<Reason> {
        Some(Reason { why: why.into(), place, cause })
    }

    pub(super) fn bare(why: impl Into<String>) -> Option<Reason> {
        Reason::new(why, None, Cause::Nothing)
    }
}

/// Everything that is needed to examine an illegal move in one position.
pub(super) struct Inquiry<'a> {
    pub(super) whole: &'a BoardModel,
    /// The board model, with movable sections at their current places.
    pub(super) arena: &'a BoardModel,
    pub(super) board: &'a BoardPosition,
    pub(super) legal: &'a [Move],
    pub(super) in_check: bool,
}

/// The span of a condition. `None` if its parts have no spans.
pub(super) fn span(condition: &Condition) -> Option<Span> {
    match condition {
        Condition::Start(place) | Condition::End(place) => Some(place.span),
        Condition::Every(distance) => Some(distance.span),
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().filter_map(span).reduce(Span::to)
        }
        Condition::Not(inner) => span(inner),
        Condition::Always | Condition::Relative(_) => None,
    }
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(position: &'a BoardPlay, legal: &'a [Move]) -> Self {
        let (whole, board) = (position.program().arena(), position.board());
        Self { whole, arena: whole.at(board), board, legal, in_check: position.in_check() }
    }

    /// The longest cell name at the beginning of `text`, and the rest of the text.
    pub(super) fn first_cell<'t>(&self, text: &'t str) -> Option<(Site, &'t str)> {
        let ends = (1..=text.len().min(LONGEST_CELL)).rev();
        let mut cells =
            ends.filter_map(|end| Some((self.arena.graph.find(text.get(..end)?)?, &text[end..])));
        cells.next()
    }

    pub(super) fn name(&self, kind: KindId) -> &'a str {
        &self.arena.rules.kinds[kind].name.value
    }

    pub(super) fn cell(&self, site: Site) -> &'a str {
        self.arena.graph.name(site)
    }

    /// Names a piece and its cell: `the rook on e1`.
    pub(super) fn piece(&self, board: &BoardPosition, site: Site) -> String {
        let name = board.piece(site).map_or("piece", |piece| self.name(piece.kind));
        format!("the {name} on {}", self.cell(site))
    }
}

// Finds the reason why a move is illegal although the piece could make it. Effects, restrictions,
// steps or duties exclude such a move.

impl Inquiry<'_> {
    /// The reason why a line of effects makes `mv` impossible with every choice of the player.
    pub(super) fn stopped(&self, mv: &Move) -> Option<Reason> {
        let rules = &self.arena.rules;
        let effect::Stop { line, want, board } =
            Reference::of(self.whole).effect_that_forbids(self.board, mv)?;
        let effect = rules.effects.get(line)?;
        match want {
            Want::Safety => self.in_danger(&board, Moment::Asked, Cause::Effect(line)),
            Want::Choice => {
                let words = rules.effect(effect);
                let why = format!("the effect `{words}` leaves nothing to choose");
                Reason::new(why, Some(effect.span), Cause::Effect(line))
            }
        }
    }

    /// The reason why a move is not legal although the piece, the step and the effects allow it.
    pub(super) fn refused(&self, mv: &Move) -> Option<Reason> {
        let (rules, board) = (&self.arena.rules, self.board);
        if self.legal.contains(mv) {
            return None;
        }
        if !Reference::of(self.whole).is_safe(board, mv, None) {
            return self.danger(mv);
        }
        if Reference::of(self.whole).is_forbidden_mate(board, mv) {
            let kind = mv.kind(board)?;
            let place = rules.hand.as_ref().map(|hand| hand.span);
            let why = format!("a drop of a {} may not give mate", self.name(kind));
            return Reason::new(why, place, Cause::Mate(kind));
        }
        let holds = |asked: &Question| Reference::of(self.whole).holds_of_move(board, mv, asked);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let passes = mv.actor == Actor::Nobody;
        let of_step = if passes {
            step.pass_when.as_ref().map(|asked| (asked, Cause::StepPass))
        } else {
            step.when.as_ref().map(|asked| (asked, Cause::StepWhen))
        };
        let asked = rules.asked.iter().enumerate().map(|(n, asked)| (asked, Cause::Asked(n)));
        let mut asked =
            asked.filter(|(asked, _)| !Reference::of(self.whole).admits(board, mv, asked));
        let of_step = of_step.filter(|(asked, _)| !holds(&asked.value));
        if let Some((asked, cause)) = asked.next().or(of_step) {
            return match asked.value.of_terms() {
                Some(_) => self.given(mv, asked),
                None => {
                    let (what, part) = bound(&asked.value);
                    let (words, counted) = (rules.sentence(part), self.counted(part));
                    Reason::new(
                        format!("{what} is legal only when {words}{counted}"),
                        Some(asked.span),
                        cause,
                    )
                }
            };
        }
        let fits =
            |mv: &Move, duty: &Question| Reference::of(self.whole).holds_of_move(board, mv, duty);
        let due = |(_, duty): &(usize, &Spanned<Question>)| {
            self.legal.iter().any(|mv| fits(mv, &duty.value))
        };
        let mut duties = rules.duties.iter().enumerate();
        let (n, duty) = duties.find(due).filter(|(_, duty)| !holds(&duty.value))?;
        let words = rules.sentence(&duty.value);
        let why = format!("a side must choose a move that is {words} if it has one");
        Reason::new(why, Some(duty.span), Cause::Duty(n))
    }

    /// The reason why a question of a term of the moving piece excludes `mv`.
    fn given(&self, mv: &Move, asked: &Spanned<Question>) -> Option<Reason> {
        let kind = mv.kind(self.board)?;
        let movement = &self.arena.rules.kinds[kind].moves;
        let made = movement.terms.iter().enumerate().find(|(_, term)| self.makes(term, mv));
        let unmet = |(number, term): (usize, &Term)| {
            let given = term.given.iter().find(|given| {
                let asked = movement.asked.get(given.number);
                let now = |asked: &Spanned<Question>| {
                    Reference::of(self.whole).holds_of_move(self.board, mv, &asked.value)
                };
                asked.is_some_and(|asked| now(asked) != given.holds)
            })?;
            Some((number, self.told(movement, given.number, given.holds)?))
        };
        let (name, from, to) = (self.name(kind), self.cell(mv.from), self.cell(mv.to));
        let Some((number, words)) = made.and_then(unmet) else {
            let why = format!("the rules of the {name} do not allow this move here");
            return Reason::new(why, Some(asked.span), Cause::Nothing);
        };
        let counted = movement.terms[number].given.iter().filter_map(|given| {
            let asked = movement.asked.get(given.number)?;
            Some(self.counted(&asked.value))
        });
        let counted: String = counted.collect();
        let why = format!("the {name} may go from {from} to {to} only when {words}{counted}");
        let place = movement.terms[number].given.first().and_then(|given| {
            let asked = movement.asked.get(given.number)?;
            Some(asked.span)
        });
        Reason::new(why, place, Cause::Given(kind, number))
    }

    /// How far the clocks of `asked` have come, in words: ` (0 of 2 turns so far)`. Empty if it asks
    /// for no turns without certain moves.
    fn counted(&self, asked: &Question) -> String {
        let mut words = String::new();
        for (turns, clock) in asked.clocks() {
            let playing = self.arena.rules.sides.playing(self.board.out) as u32;
            let (now, due) = (self.board.memory.turns_on(clock), turns.saturating_mul(playing));
            words += &format!(" (so far {now} of {due} turns, all sides together)");
        }
        words
    }

    /// The requirement of a term as a sentence. It is negated if `holds` is false.
    fn told(&self, movement: &Movement, number: usize, holds: bool) -> Option<String> {
        let asked = movement.asked.get(number)?.value.clone();
        let wanted = if holds { asked } else { Question::Not(Box::new(asked)) };
        Some(self.arena.rules.sentence(&wanted))
    }

    /// Returns true if `term` of the moving piece makes `mv`. Questions of the term are ignored.
    fn makes(&self, term: &Term, mv: &Move) -> bool {
        let Some(Piece { side, kind }) = self.board.piece(mv.from) else { return false };
        let paths = walker::walks(self.arena, self.board, mv.from, mv.from, term);
        paths.into_iter().any(|path| {
            let mut captured = path.captured;
            captured.sort();
            (path.to, path.shifted) == (mv.to, mv.partner)
                && captured == mv.captures
                && self.arena.holds(&term.when, side, kind, mv.from, mv.to)
        })
    }
}

/// The moves that a restriction applies to, in words, and the question for them. For example,
/// `not castling or in check` requires `in check` of castling.
fn bound(question: &Question) -> (&'static str, &Question) {
    if let Question::Any(parts) = question
        && let [Question::Not(other), part] = parts.as_slice()
        && let Question::Move(fact) = other.as_ref()
    {
        match fact {
            MoveFact::Castling => return ("castling", part),
            MoveFact::Dropping(men) if men.kinds.is_none() && men.but.is_empty() => {
                return ("a drop", part);
            }
            MoveFact::Dropping(_)
            | MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Promoting(_)
            | MoveFact::Over(_)
            | MoveFact::Passing
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => {}
        }
    }
    ("it", question)
}

// Explains why a move is illegal if it leaves a royal piece attacked, or gives check too early in
// a turn.

/// The time at which an attack on a royal piece matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// The attack counts after the move.
    Behind,
    /// The attack counts when an effect requires safety (`king safe`), before later effects.
    Asked,
}

/// A piece that attacks a royal piece.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(crate) site: Site,
    /// Kind, index and place of the term of the attack. `None` if the attack does not come from a
    /// single term.
    pub(crate) by: Option<(KindId, usize, Span)>,
}

impl Inquiry<'_> {
    /// The reason why `mv` leaves a royal piece of the side to move in danger.
    pub(super) fn danger(&self, mv: &Move) -> Option<Reason> {
        let (board, rules) = (self.board, &self.arena.rules);
        let side = board.side;
        let name = rules.called(side);
        let after = Reference::of(self.whole).advanced(board, mv, None);
        if rules.has_deeds() && Reference::of(self.whole).costs_own_royal(board, mv, None) {
            let line = Reference::of(self.whole).effect_that_costs_royal(board, mv);
            let effect = line.and_then(|line| Some((line, rules.effects.get(line)?)));
            let why = format!("{name} would lose a royal piece");
            return match effect {
                Some((line, effect)) => {
                    let why = format!("{why}: `{}`", rules.effect(effect));
                    Reason::new(why, Some(effect.span), Cause::Effect(line))
                }
                None => Reason::bare(why),
            };
        }
        let early = board.step < Reference::of(self.whole).length(board);
        let attacked = |side| Reference::of(self.whole).attacked_royal(&after, side);
        if rules.turn.checks == Checks::Forbidden && early && attacked(side.other()) {
            return Reason::new("only the last move of a turn may give check", None, Cause::Checks);
        }
        let royal = self.royal(board, side);
        let cause = royal.map_or(Cause::Nothing, Cause::Royal);
        match rules.turn.safety {
            KingSafety::EachStep => self.in_danger(&after, Moment::Behind, cause),
            KingSafety::EndOfTurn if after.side != side && attacked(side) => {
                self.in_danger(&after, Moment::Behind, cause)
            }
            KingSafety::EndOfTurn => {
                let king = royal.map_or("king", |kind| self.name(kind));
                let still = self.still();
                let why = if after.side == side {
                    format!(
                        "{name}'s {king} would {still} in check at the end of the turn, whatever moves follow"
                    )
                } else {
                    format!(
                        "{name}'s {king} would {still} in check: it could be captured within {}'s next turn",
                        side.other().name()
                    )
                };
                Reason::new(why, None, cause)
            }
        }
    }

    /// The kind of some royal piece of `side`.
    fn royal(&self, board: &BoardPosition, side: Side) -> Option<KindId> {
        let site = board.royals(self.arena, side).next()?;
        board.piece(site).map(|piece| piece.kind)
    }

    fn still(&self) -> &'static str {
        if self.in_check { "still be" } else { "stand" }
    }

    /// The reason that a royal piece of the side to move is attacked on `board`. If no single term
    /// attacks, the cause is `otherwise`.
    pub(super) fn in_danger(
        &self,
        board: &BoardPosition,
        moment: Moment,
        otherwise: Cause,
    ) -> Option<Reason> {
        let side = self.board.side;
        let arena = self.whole.at(board);
        let attacked = |royal: Site| {
            let enemies = board.enemies(arena.rules.sides, side).into_iter();
            let found: Vec<Attacker> =
                enemies.flat_map(|enemy| self.attackers_of(arena, board, royal, enemy)).collect();
            let passing = || Reference::of(arena).captor_in_passing(board, royal);
            let passing = || passing().map(|site| Attacker { site, by: None });
            Some((royal, found.into_iter().next().or_else(passing)?))
        };
        let found = board.royals(arena, side).find_map(attacked);
        let king = found.and_then(|(royal, _)| board.piece(royal)).map(|piece| piece.kind);
        let king =
            king.or_else(|| self.royal(self.board, side)).map_or("king", |kind| self.name(kind));
        let attacker = found.map(|(_, attacker)| attacker);
        let by = attacker.map(|attacker| format!(" from {}", self.piece(board, attacker.site)));
        let when = match moment {
            Moment::Behind => "",
            Moment::Asked => ", when `king safe` is tested",
        };
        let still = self.still();
        let by = by.unwrap_or_default();
        let why = format!("{}'s {king} would {still} in check{by}{when}", arena.rules.called(side));
        match attacker.and_then(|attacker| attacker.by) {
            Some((kind, term, span)) => Reason::new(why, Some(span), Cause::Attack(kind, term)),
            None => Reason::new(why, None, otherwise),
        }
    }

    /// The pieces of `by` that attack `cell`.
    pub(super) fn attackers_of(
        &self,
        arena: &BoardModel,
        board: &BoardPosition,
        cell: Site,
        by: Side,
    ) -> Vec<Attacker> {
        let attacks = |&(site, _): &(Site, KindId)| {
            Reference::of(self.whole).attacked_from(board, cell, site, by)
        };
        let seen = board.seen_by(&arena.rules, by);
        let clause = |site: Site, kind: KindId| {
            let takes = |start: Site, term: &_| {
                let paths = walker::walks(arena, &seen, site, start, term);
                let holds = arena.holds(&term.when, by, kind, site, cell);
                holds && paths.iter().any(|path| path.captured.contains(&cell))
            };
            let terms = |kind: KindId| arena.attacks(kind).terms.iter().enumerate();
            let mut own = terms(kind).filter(|(_, term)| !term.relays() && takes(site, term));
            let own = own.next().map(|(number, term)| (kind, number, term.span));
            let lent = || {
                let others = seen.pieces(by).filter(|&(start, _)| start != site);
                others.into_iter().find_map(|(start, kind)| {
                    let mut lent = terms(kind).filter(|(_, t)| t.relays() && takes(start, t));
                    lent.next().map(|(number, term)| (kind, number, term.span))
                })
            };
            own.or_else(lent)
        };
        let pieces = board.pieces(by).filter(attacks);
        pieces.map(|(site, kind)| Attacker { site, by: clause(site, kind) }).collect()
    }
}

// Finds the reason why a section may not be moved. Rules about sections are examined first, in the
// order of the move generator. The functions above examine the rules about every move.

impl Inquiry<'_> {
    /// The reason why the section `name` may not move to `place`. `None` if the board has no
    /// section of this name.
    pub(super) fn section(&self, name: &str, place: &str) -> Option<Reason> {
        let (arena, board) = (self.arena, self.board);
        let sections = &arena.sections;
        let mut all = Side::BOTH.into_iter().flat_map(|side| sections.of(side));
        let id: SectionId = all.find(|&id| sections.get(id).name.value == name)?;
        let (section, side) = (sections.get(id), board.side);
        let because = |why: String| Reason::new(why, Some(section.span), Cause::Nothing);
        if section.owner != side {
            return because(format!(
                "it belongs to {}, but {} is to move",
                section.owner.name(),
                side.name()
            ));
        }
        let cell = |&(file, rank): &(u8, u8)| arena.graph.cell_name(file, rank);
        let Some(stand) = section.stands.iter().position(|corner| cell(corner) == place) else {
            let places: Vec<String> = section.stands.iter().map(cell).collect();
            return because(format!("its places are {}", places.join(", ")));
        };
        if stand == sections.stand(board.arrangement, id) {
            return because(format!("it is at {place} already"));
        }
        if !StepFilter::of(self.whole, board).section() {
            return self.of_step();
        }
        let sites: Vec<Site> = sections.sites(id, arena.graph.len()).collect();
        let enemy = sites.iter().find(|&&site| board.is_side(site, side.other()));
        if let Some(&enemy) = enemy {
            let on = arena.graph.name(enemy);
            let why = format!("an enemy piece is on it, on {on}, so it cannot be moved");
            return Reason::new(why, Some(section.span), Cause::Standing(vec![enemy]));
        }
        let attacked =
            |board: &BoardPosition| Reference::of(self.whole).attacked_royal(board, side);
        let royal = board.royals(arena, side).next().and_then(|site| board.piece(site));
        let royal = royal.map_or(Cause::Nothing, |piece| Cause::Royal(piece.kind));
        let in_check = |why: &str| Reason::new(why, Some(section.span), royal);
        if attacked(board) {
            return in_check("a section cannot be moved in check");
        }
        let carried = board.royals(arena, side).any(|king| sites.contains(&king));
        let passed = sections.between(board.arrangement, id, stand).any(|arrangement| {
            carried && attacked(&BoardPosition { arrangement, ..board.clone() })
        });
        if passed {
            in_check("the royal piece on it would pass through check")
        } else {
            self.of_plain("", &Move::slide(id, stand))
        }
    }
}
