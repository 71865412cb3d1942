//! Random sentences of rules, and a fuzz target that writes sentences and reads them back.

use crate::dice;
use crate::question::{About, amount, any_men, last, question, terms_ask, whose};
use crate::span::span;
use crate::{captures, deed};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::{Sources, Spanned};
use alfil_resolve::resolution::resolve;
use alfil_rules::condition::Condition;
use alfil_rules::effect::{Deed, Effect, Will};
use alfil_rules::given;
use alfil_rules::goal::{Asked, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::question::{
    Anchor, CLOCKS, CounterId, Filter, Lookahead, MoveFact, Number, Pieces, Question, Subject, Test,
};
use alfil_rules::ruleset::{Duty, Ruleset};
use alfil_rules::turn::{KingSafety, Pass, Times, Turn};
use arbitrary::{Result, Unstructured};

/// Adds sentences in about half of all cases.
pub(crate) fn sentences(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    if u.ratio(1, 2)? {
        return Ok(());
    }
    let kinds = rules.kinds.len();
    if u.ratio(1, 4)? {
        of_some_moves(u, rules)?;
        settle(rules);
        return Ok(());
    }
    for _ in 0..u.int_in_range(0..=2)? {
        let question =
            if u.ratio(1, 4)? { None } else { Some(question(u, kinds, About::Move, 2)?) };
        let counter = CounterId::from_index(u.int_in_range(0..=1)?);
        let deed = match u.int_in_range(0..=7)? {
            0 => Deed::Set(whose(u)?, counter, Box::new(amount(u, kinds)?)),
            1 | 2 => Deed::Reset(whose(u)?, counter),
            _ => Deed::Count(u.int_in_range(1..=3)?, counter),
        };
        let (deeds, will) = (vec![deed], Will::Must);
        rules.effects.push(Effect { question, will, deeds, span: span() });
    }
    if u.ratio(1, 3)? {
        deed::deeds(u, rules)?;
    }
    for _ in 0..u.int_in_range(0..=2)? {
        let verdict = *u.choose(&[Verdict::WIN, Verdict::LOSS, Verdict::Draw])?;
        let question = question(u, kinds, About::Position, 2)?;
        rules.ends.goals.push(Asked { verdict, question, because: None, span: span() });
    }
    for _ in 0..u.int_in_range(0..=2)? {
        rules.duties.push(Spanned::new(question(u, kinds, About::Move, 2)?, span()));
    }
    for kind in rules.kinds.iter_mut() {
        for rule in &mut kind.promotions {
            let asked =
                if u.ratio(1, 3)? { Some(question(u, kinds, About::Move, 1)?) } else { None };
            // The question of a promotion is evaluated before the move. Pending promotions have no
            // question.
            let fits =
                |asked: &Question| asked.level() < Lookahead::Attack && rule.duty != Duty::Wait;
            rule.when = asked.filter(fits);
        }
    }
    let series = rules.turn.series.0.iter_mut().chain(&mut rules.turn.first);
    for step in series.flat_map(|series| &mut series.steps) {
        if u.ratio(1, 6)? {
            let is_last = Filter { holds: u.ratio(2, 3)?, test: Test::On(last(u)?) };
            let mover = Pieces { what: Subject::Anchor(Anchor::Mover), filters: vec![is_last] };
            step.when = Some(Spanned::new(Question::Count(Number::Some, mover), span()));
        } else if u.ratio(1, 4)? {
            let (start, rest) = question(u, kinds, About::Move, 1)?.split_start();
            step.from = std::mem::replace(&mut step.from, Condition::Always).and(start);
            step.when = rest.map(|rest| Spanned::new(rest, span()));
        }
        if step.pass == Pass::May && u.ratio(1, 2)? {
            step.pass_when = Some(Spanned::new(question(u, kinds, About::Position, 1)?, span()));
        }
        if step.pass == Pass::May && u.ratio(1, 3)? {
            let asked = question(u, kinds, About::Position, 1)?;
            let plain = asked.level() < Lookahead::Attack;
            step.pass_in_check = plain.then(|| Spanned::new(asked, span()));
        }
    }
    let whole = rules.turn.safety == KingSafety::EndOfTurn;
    let series = rules.turn.series.0.iter_mut().chain(&mut rules.turn.first);
    for step in series.flat_map(|series| series.steps.iter_mut().skip(1)) {
        if u.ratio(1, 3)? {
            let given = question(u, kinds, About::Position, 1)?;
            let given = Some(given).filter(|given| given.level() < Lookahead::Attack);
            step.given = given.map(|given| Spanned::new(given, span()));
        }
        if !whole && step.given.is_some() && u.ratio(1, 3)? {
            step.times = Times::Repeats;
        }
    }
    if u.ratio(1, 3)? {
        rules.asked.push(Spanned::new(question(u, kinds, About::Move, 2)?, span()));
    }
    if u.ratio(1, 4)? {
        let asked = question(u, kinds, About::Move, 1)?;
        // Questions about attacks do not restrict attacks.
        rules
            .attack_asked
            .extend((asked.level() < Lookahead::Attack).then(|| Spanned::new(asked, span())));
    }
    if u.ratio(1, 4)? {
        captures::captures(u, rules)?;
    }
    for id in rules.kinds.ids() {
        rules.kinds[id].worth = u.int_in_range(0..=3)?;
        if u.ratio(1, 4)? {
            of_terms(u, rules, id)?;
        }
    }
    settle(rules);
    Ok(())
}

/// Adds effects that happen only after captures or after moves of some pieces. The engine evaluates
/// no effects for other moves.
pub(crate) fn of_some_moves(u: &mut Unstructured<'_>, rules: &mut Ruleset) -> Result<()> {
    deed::deeds(u, rules)?;
    for effect in &mut rules.effects {
        let men = any_men(u, rules.kinds.len())?;
        let fact = if u.ratio(1, 3)? { MoveFact::Moving(men) } else { MoveFact::Capturing(men) };
        effect.question = Some(match effect.question.take() {
            Some(asked) => Question::All(vec![Question::Move(fact), asked]),
            None => Question::Move(fact),
        });
    }
    rules.turn = Turn::default();
    Ok(())
}

/// Adds a random question to some terms of a kind.
pub(crate) fn of_terms(u: &mut Unstructured<'_>, rules: &mut Ruleset, kind: KindId) -> Result<()> {
    let question = question(u, rules.kinds.len(), About::Move, 1)?;
    terms_ask(u, rules, kind, question)
}

/// Recomputes everything that depends on changed rules: questions of terms, counters and clocks.
pub(crate) fn settle(rules: &mut Ruleset) {
    for name in ["ticks", "tocks"].iter().skip(rules.counters.len()) {
        rules.counters.push(name.to_string());
    }
    let (moves, attacks) = given::restrictions(&rules.kinds);
    for (all, new) in [(&mut rules.asked, moves), (&mut rules.attack_asked, attacks)] {
        let new: Vec<_> = new.into_iter().filter(|one| !all.contains(one)).collect();
        all.extend(new);
    }
    dice::settle(rules);
    let mut clocks = rules.number_clocks(Vec::new(), |_, _| ());
    // Definitions with too many clocks are rejected. Here the excess clocks are removed.
    clocks.truncate(CLOCKS);
    rules.clocks = clocks;
}

/// The greatest lookahead of all sentences.
pub(crate) fn level(rules: &Ruleset) -> Option<Lookahead> {
    let asked = rules.sentences().filter_map(|(question, _)| question.map(Question::level));
    // If effects change pieces, attacks depend on the moves that they follow.
    let effects = rules.effects.iter().map(|effect| {
        if effect.changes_pieces() { effect.level().max(Lookahead::Attack) } else { effect.level() }
    });
    asked.chain(effects).max()
}

/// Writes random duties into a definition and reads them back.
pub fn sentence(bytes: &[u8]) {
    let _ = try_sentence(&mut Unstructured::new(bytes));
}

fn try_sentence(u: &mut Unstructured<'_>) -> Result<()> {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let chess = resolve("chess", &mut library, &mut sources).value.expect("chess is shipped");
    let mut rules = chess.ruleset;
    rules.counters = ["ticks", "tocks"].map(str::to_owned).to_vec();
    rules.dice = dice::dice(&rules.kinds);
    let question = question(u, rules.kinds.len(), About::Move, 3)?;
    // Pairs of kinds are written by the name of their group, and random pairs have none.
    if format!("{question:?}").contains("Paired(") {
        return Ok(());
    }
    let written = rules.sentence(&question);
    let words = |n: usize| -> Vec<&str> {
        let die = rules.dice.iter().nth(n).expect("there are three dice");
        die.ids().map(|face| die.word(face)).collect()
    };
    let (figures, tiles) = (words(1).join(", "), words(2).join(": 2, "));
    let text = format!(
        "extends: chess\neffects: [always count ticks; count tocks]\n\
         dice: {{number: {{values: {{\"1\": 1, \"2\": 2}}, lasts: until rolled again}}, figure: [{figures}], tiles: {{values: {{{tiles}: 2}}, put back: never}}}}\nmust: \"{written}\"\n"
    );
    library.add(&mut sources, "written", &text);
    let found = resolve("written", &mut library, &mut sources);
    let errors: Vec<_> = found.found.iter().map(|finding| &finding.title).collect();
    let read = found.value.unwrap_or_else(|| panic!("`{written}` is not read: {errors:?}"));
    let duty = read.ruleset.duties.first().unwrap_or_else(|| panic!("`{written}`: {errors:?}"));
    assert_eq!(read.ruleset.sentence(&duty.value), written, "read otherwise");
    Ok(())
}
