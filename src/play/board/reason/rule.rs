//! Finds the reason why a move is illegal although the piece could make it. Effects, restrictions,
//! steps or duties exclude such a move.

use super::danger::Moment;
use super::inquiry::Cause;
use super::inquiry::Inquiry;
use super::inquiry::Reason;
use alfil_board::model::position::{Actor, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Spanned;
use alfil_reference::effect::{self, Want};
use alfil_reference::executor::Reference;
use alfil_reference::walker;
use alfil_rules::movement::{Movement, Term};
use alfil_rules::question::{MoveFact, Question};

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
                let why = format!("there is nothing to choose for the effect `{words}`");
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
            let why = format!("a drop of a {} may not mate", self.name(kind));
            return Reason::new(why, place, Cause::Mate(kind));
        }
        let holds = |asked: &Question| Reference::of(self.whole).holds_of_move(board, mv, asked);
        let step = rules.turn.step(board.side, board.fullmove, board.step);
        let passes = mv.actor == Actor::Nobody;
        if let Some(who) = step.who.as_ref().filter(|who| !passes && !holds(&who.value)) {
            let why = format!("this step is made by {}", rules.sentence(&who.value));
            return Reason::new(why, Some(who.span), Cause::StepWho);
        }
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
        let why = format!("a move must be {words} while there is one");
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
            let why = format!("the {name} goes so only where its rules let it");
            return Reason::new(why, Some(asked.span), Cause::Nothing);
        };
        let counted = movement.terms[number].given.iter().filter_map(|given| {
            let asked = movement.asked.get(given.number)?;
            Some(self.counted(&asked.value))
        });
        let counted: String = counted.collect();
        let why = format!("the {name} goes from {from} to {to} only when {words}{counted}");
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
            words += &format!(" (so far {now} of {due} turns of all sides together)");
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
