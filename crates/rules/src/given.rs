//! Converts the questions of single terms into questions about every move of a kind.
//!
//! A term may require that questions have certain answers. If a kind has such terms, every move of
//! it must satisfy one new question: some term makes the move, and the questions of that term have
//! the required answers. For attacks, parts of questions that depend on attacks are left out.

use crate::ids::KindId;
use crate::movement::{Action, Given, Movement, Term};
use crate::question::{Lookahead, Men, MoveFact, Pattern, Question, Whose};
use crate::ruleset::{Kind, Ruleset};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::Spanned;

impl Given {
    /// The question in the author's words, negated if the required answer is no.
    pub fn told(&self) -> String {
        if self.holds { self.words.clone() } else { format!("not ({})", self.words) }
    }
}

/// The new questions of all kinds whose terms have questions: first those for moves, then those for
/// attacks.
pub fn restrictions(
    kinds: &IndexVec<KindId, Kind>,
) -> (Vec<Spanned<Question>>, Vec<Spanned<Question>>) {
    let (mut moves, mut attacks) = (Vec::new(), Vec::new());
    for (id, kind) in kinds.enumerate() {
        let name = &kind.name.value;
        let quick = restriction(id, name, &kind.moves, &of_attacks);
        let whole = restriction(id, name, &kind.moves, &|question| Some(question.clone()));
        moves.extend(whole.clone().filter(|whole| quick.as_ref() != Some(whole)));
        moves.extend(quick.clone());
        attacks.extend(match &kind.attacks {
            Some(attacks) => restriction(id, name, attacks, &of_attacks),
            None => quick,
        });
    }
    (moves, attacks)
}

/// The part of `question` that can be evaluated while attacks are computed.
fn of_attacks(question: &Question) -> Option<Question> {
    question.relaxed(Lookahead::Attack)
}

/// Recomputes the questions of `rules` that come from terms. Callers use it after they change or
/// remove terms.
pub fn renew(rules: &mut Ruleset) {
    let by_terms = |asked: &Spanned<Question>| asked.value.of_terms().is_some();
    rules.asked.retain(|asked| !by_terms(asked));
    rules.attack_asked.retain(|asked| !by_terms(asked));
    let (moves, attacks) = restrictions(&rules.kinds);
    rules.asked.extend(moves);
    rules.attack_asked.extend(attacks);
    let clocks = std::mem::take(&mut rules.clocks);
    rules.clocks = rules.number_clocks(clocks, |_, _| ());
}

/// The new question for moves of `kind`, from the questions of its terms. `counts` selects the part
/// of each question that is evaluated. `None` if nothing is restricted.
fn restriction(
    kind: KindId,
    name: &str,
    movement: &Movement,
    counts: &dyn Fn(&Question) -> Option<Question>,
) -> Option<Spanned<Question>> {
    let asked = |term: &Term| -> Vec<Question> {
        let given = term.given.iter().filter_map(|given| {
            let question = &movement.asked.get(given.number)?.value;
            if given.holds {
                counts(question)
            } else {
                counts(&Question::Not(Box::new(question.clone())))
            }
        });
        given.collect()
    };
    let mut groups: Vec<(Vec<Question>, Vec<Term>)> = Vec::new();
    for term in movement.terms.iter().filter(|term| matches!(term.action, Action::Walk(_))) {
        let asked = asked(term);
        match groups.iter_mut().find(|(known, _)| *known == asked) {
            Some((_, terms)) => terms.push(term.clone()),
            None => groups.push((asked, vec![term.clone()])),
        }
    }
    let first = movement.terms.iter().find(|term| !asked(term).is_empty())?;
    let number = first.given.first()?.number;
    let span = movement.asked.get(number)?.span;
    let by = |terms: Vec<Term>| {
        let terms = terms.into_iter().map(|term| Term { given: Vec::new(), ..term });
        let terms = terms.collect();
        Question::By(Pattern { kind: Some(kind), text: format!("a move of the {name}"), terms })
    };
    let asking = groups.iter().filter(|(asked, _)| !asked.is_empty());
    let asking: Vec<Term> = asking.flat_map(|(_, terms)| terms.clone()).collect();
    let men = Men { whose: Some(Whose::Own), kinds: Some(vec![kind]), but: Vec::new() };
    let not = |question| Question::Not(Box::new(question));
    let mut parts = vec![not(Question::Move(MoveFact::Moving(men))), not(by(asking))];
    parts.extend(groups.into_iter().map(|(mut asked, terms)| {
        asked.insert(0, by(terms));
        match asked.len() {
            1 => asked.remove(0),
            _ => Question::All(asked),
        }
    }));
    Some(Spanned::new(Question::Any(parts), span))
}
