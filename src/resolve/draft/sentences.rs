//! The sentences of a draft: goals, claims, duties, effects and questions about moves.

use crate::resolve::draft::read::{Key, Read};
use crate::resolve::question::part::What;
use crate::resolve::renumbering::{Renumbering, renumber};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Goals};
use alfil_rules::question::{Men, MoveFact, Question};
use alfil_rules::sight::Told;

/// The sentences, with ids of kinds before renumbering.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentences {
    pub(crate) goals: Vec<Read<Asked>>,
    pub(crate) claims: Vec<Read<Asked>>,
    /// Questions that describe moves. For each of them, a side must choose one of these moves if
    /// there are any.
    pub(crate) duties: Vec<Read<Question>>,
    /// What an umpire tells both sides.
    pub(crate) told: Vec<Read<Told>>,
    pub(crate) effects: Vec<Read<Effect>>,
    /// Questions about every move. A move is legal only if all answers are yes.
    pub(crate) asked: Vec<Spanned<Question>>,
    /// Questions that restrict attacks.
    pub(crate) attack: Vec<Spanned<Question>>,
    /// The question that restricts castling.
    pub(crate) castling: Option<Spanned<Question>>,
    /// The question that restricts drops.
    pub(crate) drops: Option<Spanned<Question>>,
    /// The sentences of which the last four are made.
    pub(crate) keyed: Vec<(Key, Read<()>)>,
}

impl Sentences {
    /// All questions except those about attacks, with the places where they are written.
    pub(crate) fn spanned(&self) -> impl Iterator<Item = (&Question, Span)> {
        let ends = self.goals.iter().chain(&self.claims);
        let told = self.told.iter().map(|told| &told.asked);
        let duties = self.duties.iter().map(|duty| (&duty.value, duty.span));
        let asked = self.asked.iter().chain(&self.castling).chain(&self.drops).chain(told);
        let effects = self.effects.iter();
        ends.map(|asked| (&asked.question, asked.span))
            .chain(duties)
            .chain(asked.map(|asked| (&asked.value, asked.span)))
            .chain(effects.filter_map(|effect| Some((effect.question.as_ref()?, effect.span))))
    }

    /// All questions.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &Question> {
        let ends = self.goals.iter().chain(&self.claims).map(|asked| &asked.question);
        let duties = self.duties.iter().map(|duty| &duty.value);
        let asked = self
            .asked
            .iter()
            .chain(&self.attack)
            .chain(&self.castling)
            .chain(&self.drops)
            .chain(self.told.iter().map(|told| &told.asked));
        let asked = asked.map(|question| &question.value);
        let effects = self.effects.iter().filter_map(|effect| effect.question.as_ref());
        ends.chain(duties).chain(asked).chain(effects)
    }

    /// The lines of effects.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.effects.iter().map(|effect| &effect.value)
    }

    /// The place of the smallest part with this meaning, in the sentence at `span`. It is `span` if
    /// no part has it.
    pub(crate) fn part(&self, span: Span, is: &dyn Fn(&What) -> bool) -> Span {
        let ends = self.goals.iter().chain(&self.claims).map(Read::tree);
        let duties = self.duties.iter().map(Read::tree);
        let told = self.told.iter().map(Read::tree);
        let effects = self.effects.iter().map(Read::tree);
        let keyed = self.keyed.iter().map(|(_, read)| read.tree());
        let all = ends.chain(duties).chain(told).chain(effects).chain(keyed);
        all.filter(|read| read.span == span).map(|read| read.part(is)).next().unwrap_or(span)
    }

    /// The place of the smallest question for which `is` is true, in the sentence at `span`.
    pub(crate) fn question(&self, span: Span, is: &dyn Fn(&Question) -> bool) -> Span {
        self.part(span, &|what| match what {
            What::Question(question) => is(question),
            What::Filter(_) | What::Pieces(_) | What::Deed(_) => false,
        })
    }

    /// Keeps the tree of a sentence in place of the one that the key had before.
    pub(crate) fn keep<V>(&mut self, key: Key, read: Option<&Read<V>>) {
        self.keyed.retain(|(old, _)| *old != key);
        self.keyed.extend(read.map(|read| (key, read.tree())));
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
        let asked = asked.iter_mut().chain(attack).chain(castling).chain(drops).chain(told);
        let duties = duties.iter_mut().map(|duty| &mut duty.value);
        for question in duties.chain(asked.map(|asked| &mut asked.value)) {
            question.each_men(&mut men);
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
        let values = |list: &[Read<Asked>]| list.iter().map(|goal| goal.value.clone()).collect();
        goals.goals = values(&self.goals);
        goals.claims = values(&self.claims);
        goals
    }
}
