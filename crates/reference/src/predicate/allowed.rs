//! The moves that restrictions, steps and duties allow. A question about every move applies to a
//! pass only if it names passes.

use crate::executor::Reference;
use alfil_board::model::position::{Actor, BoardPosition, Move};
use alfil_board::paths::terrain::Piece;
use alfil_diagnostics::source::Spanned;
use alfil_rules::question::{CHECKS, Lookahead, Question};

impl<'a> Reference<'a> {
    /// Returns whether the restrictions of a level below `below` allow `mv`: those on every move
    /// and those of the current step.
    pub fn allows(self, position: &BoardPosition, mv: &Move, below: Option<Lookahead>) -> bool {
        let passes = mv.actor == Actor::Nobody;
        let due = |question: &Question| below.is_none_or(|below| question.level() < below);
        let BoardPosition { side, fullmove, step, .. } = *position;
        let step = self.model.rules.turn.step(side, fullmove, step);
        let (of_step, who) =
            if passes { (&step.pass_when, &None) } else { (&step.when, &step.who) };
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
        let mut of_step = of_step.iter().chain(who);
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
        let mut of_step = step.when.iter().chain(&step.who).filter(|_| mv.actor != Actor::Nobody);
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
