//! The sentences of a draft: goals, claims, duties, effects and questions about moves.

use crate::resolve::renumbering::{Renumbering, renumber};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Goals};
use alfil_rules::question::{Men, MoveFact, Question};
use alfil_rules::sight::Told;

/// The sentences, with ids of kinds before renumbering.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentences {
    pub(crate) goals: Vec<Asked>,
    pub(crate) claims: Vec<Asked>,
    /// Questions that describe moves. For each of them, a side must choose one of these moves if
    /// there are any.
    pub(crate) duties: Vec<Spanned<Question>>,
    /// What an umpire tells both sides.
    pub(crate) told: Vec<Told>,
    pub(crate) effects: Vec<Effect>,
    /// Questions about every move. A move is legal only if all answers are yes.
    pub(crate) asked: Vec<Spanned<Question>>,
    /// Questions that restrict attacks.
    pub(crate) attack: Vec<Spanned<Question>>,
    /// The question that restricts castling.
    pub(crate) castling: Option<Spanned<Question>>,
    /// The question that restricts drops.
    pub(crate) drops: Option<Spanned<Question>>,
}

impl Sentences {
    /// All questions except those about attacks, with the places where they are written.
    pub(crate) fn spanned(&self) -> impl Iterator<Item = (&Question, Span)> {
        let ends = self.goals.iter().chain(&self.claims);
        let told = self.told.iter().map(|told| &told.asked);
        let asked = self.duties.iter().chain(&self.asked).chain(&self.castling).chain(&self.drops);
        let asked = asked.chain(told);
        let effects = self.effects.iter();
        ends.map(|asked| (&asked.question, asked.span))
            .chain(asked.map(|asked| (&asked.value, asked.span)))
            .chain(effects.filter_map(|effect| Some((effect.question.as_ref()?, effect.span))))
    }

    /// All questions.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &Question> {
        let ends = self.goals.iter().chain(&self.claims).map(|asked| &asked.question);
        let asked = self
            .duties
            .iter()
            .chain(&self.asked)
            .chain(&self.attack)
            .chain(&self.castling)
            .chain(&self.drops)
            .chain(self.told.iter().map(|told| &told.asked));
        let asked = asked.map(|question| &question.value);
        let effects = self.effects.iter().filter_map(|effect| effect.question.as_ref());
        ends.chain(asked).chain(effects)
    }

    /// The sentences with new ids of kinds.
    pub(crate) fn finish(&self, numbers: &Renumbering) -> Sentences {
        let mut all = self.clone();
        let mut men = |men: &mut Men| renumber(men, numbers);
        for asked in all.goals.iter_mut().chain(&mut all.claims) {
            asked.question.each_men(&mut men);
        }
        let Sentences { duties, asked, attack, castling, drops, told, .. } = &mut all;
        let told = told.iter_mut().map(|told| &mut told.asked);
        let asked = duties.iter_mut().chain(asked).chain(attack).chain(castling).chain(drops);
        for question in asked.chain(told) {
            question.value.each_men(&mut men);
        }
        for effect in &mut all.effects {
            effect.each_men(&mut men);
        }
        all
    }

    /// The questions that must have the answer yes for every legal move. A question `q` about
    /// castling becomes `not castling or q`, and a question about drops becomes `not drop or q`.
    pub(crate) fn of_moves(&self) -> Vec<Spanned<Question>> {
        let of = |fact: MoveFact, asked: &Spanned<Question>| {
            let other = Question::Not(Box::new(Question::Move(fact)));
            asked.clone().map(|asked| Question::Any(vec![other, asked]))
        };
        let castling = self.castling.iter().map(|asked| of(MoveFact::Castling, asked));
        let drops = self.drops.iter().map(|asked| of(MoveFact::Dropping(Men::all()), asked));
        self.asked.iter().cloned().chain(castling).chain(drops).collect()
    }

    /// Returns `goals` with the goals and claims of this draft.
    pub(crate) fn ends(&self, mut goals: Goals) -> Goals {
        goals.goals.clone_from(&self.goals);
        goals.claims.clone_from(&self.claims);
        goals
    }
}
