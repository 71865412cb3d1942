//! Reads and writes `turn:`. Keys that a file does not write keep their inherited values.

use crate::context::{Key, Read, in_context};
use crate::dice;
use crate::draft::Draft;
use crate::draft::rules::{Renumbering, TurnDraft, renumber};
use crate::names::kinds;
use crate::sentences::{self, EffectLine};
use crate::shuffle::Wording;
use crate::{movement, question};
use alfil_diagnostics::diagnostic::{Code, Help, Report};
use alfil_diagnostics::index::{Id, IndexVec};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::chance::{Draw, PutBack};
use alfil_rules::condition::{Condition, Zone};
use alfil_rules::ids::{KindId, ZoneId};
use alfil_rules::question::{COUNTERS, CounterId, Lookahead, MoveFact, Question};
use alfil_rules::side::{Side, Whose};
use alfil_rules::turn::{
    Checks, Growth, KingSafety, MAX_FORESEEN, Parry, Pass, Series, Step, Times, Turn,
};
use alfil_syntax::definition::Definition;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::turn::{PassText, StepText, StepsText, TurnText};
use alfil_syntax::value::{Choice, Dialect, EarlyCheck};
use alfil_syntax::write::{Map, Yaml};

/// The counter that holds the number of steps of a turn, if the position says that number.
const STEPS: &str = "steps";

/// Adds the counter of steps to the draft, if the file counts the steps of turns by a number.
pub(crate) fn reserve(
    file: &Definition,
    effects: &[EffectLine],
    draft: &mut Draft,
    found: &mut Report,
) {
    let Some(said) = file.turn.as_ref().and_then(OrNone::value) else { return };
    let first = said.first.iter().filter_map(OrNone::value);
    let series = said.white.iter().chain(&said.black).chain(first).map(|series| &series.steps);
    let mut counted = said.steps.iter().chain(series).filter_map(|steps| match steps {
        StepsText::Counted(text) => Some(text),
        StepsText::Some(..) | StepsText::Growing(_) => None,
    });
    let Some(text) = counted.next() else { return };
    if is_counted(&draft.turn.turn) {
        return;
    }
    let mut names = effects.iter().flat_map(sentences::counted);
    if draft.counters.iter().any(|name| name == STEPS) || names.any(|name| name == STEPS) {
        let title = format!(
            "an effect changes the counter `{STEPS}`, which already counts the steps of turns"
        );
        found
            .at(Code::ReservedName, text.span(), title, "this needs the counter")
            .help("give the counter of the effects another name, such as `walks`");
    } else if draft.counters.len() >= COUNTERS {
        let title = format!("more than {COUNTERS} counters");
        found
            .at(Code::TooComplex, text.span(), title, "the number of steps needs one more")
            .help("use one of the other counters");
    } else {
        draft.counters.push(STEPS.to_owned());
    }
}

fn is_counted(turn: &Turn) -> bool {
    turn.amounts().next().is_some()
}

/// Lays `turn:` of a file over the draft.
pub(crate) fn apply(said: &OrNone<TurnText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(body, span) = said else {
        draft.turn = TurnDraft::default();
        return;
    };
    let mut so_far = std::mem::take(&mut draft.turn);
    let mut keyed = Vec::new();
    let both = body.steps.as_ref().and_then(|steps| series(steps, &mut keyed, draft, found));
    for (side, own) in [(Side::White, &body.white), (Side::Black, &body.black)] {
        let own = own.as_ref().and_then(|own| series(&own.steps, &mut keyed, draft, found));
        if let Some(series) = own.or(both.clone()) {
            so_far.turn.series[side] = series;
        }
    }
    match &body.first {
        None => {}
        Some(OrNone::None(_)) => so_far.turn.first = None,
        Some(OrNone::Some(first, _)) => {
            if let Some(series) = series(&first.steps, &mut keyed, draft, found) {
                so_far.turn.first = Some(series);
            }
        }
    }
    match &body.parry {
        None => {}
        Some(OrNone::None(_)) => so_far.turn.parry = None,
        Some(OrNone::Some(parry, _)) => {
            if let Some(condition) = start(&parry.from, &draft.zones, found) {
                so_far.parry_words = parry.from.text().trim().to_owned();
                let forfeits = parry.forfeits.value;
                so_far.turn.parry = Some(Parry { from: condition, forfeits });
            }
        }
    }
    choices(body, &mut so_far.turn, found);
    forfeits_fit(body, *span, &so_far.turn, found);
    foreseen(*span, &mut so_far.turn, found);
    parry_fits(*span, &mut so_far.turn, found);
    idle(body, &so_far.turn, found);
    (so_far.keyed, so_far.said) = (keyed, Some(*span));
    draft.turn = so_far;
}

fn choices(body: &TurnText, turn: &mut Turn, found: &mut Report) {
    turn.castling = body.castling.unwrap_or(turn.castling);
    turn.safety = body.safe.map_or(turn.safety, |safe| safe.value);
    turn.passant = body.passant.unwrap_or(turn.passant);
    turn.stuck = body.stuck.unwrap_or(turn.stuck);
    match (body.check_ends, body.early_check) {
        (Some(ends), Some(early)) if ends.value && early.value == EarlyCheck::Forbidden => {
            let title = "checks before the last step are forbidden, so they cannot end the turn";
            let label = "forbids these checks";
            found
                .at(Code::BadTurn, early.span, title, label)
                .label(ends.span, "needs these checks")
                .help("keep one of the two");
        }
        (_, Some(early)) if early.value == EarlyCheck::Forbidden => turn.checks = Checks::Forbidden,
        (Some(ends), _) if ends.value => turn.checks = Checks::EndTheTurn,
        // `ends` and `early` come from two keys of the file. A key resets `turn.checks` only if the
        // same key has set it.
        (ends, early) => {
            let ended = ends.is_some() && turn.checks == Checks::EndTheTurn;
            if ended || (early.is_some() && turn.checks == Checks::Forbidden) {
                turn.checks = Checks::Free;
            }
        }
    }
}

/// Reports a parry that forfeits more steps than a turn has.
fn forfeits_fit(body: &TurnText, span: Span, turn: &Turn, found: &mut Report) {
    let Some(parry) = &turn.parry else { return };
    let fits = |side: &Side| {
        let series = &turn.series[*side];
        series.growth != Growth::None || usize::from(parry.forfeits) < series.steps.len()
    };
    if !Side::BOTH.iter().any(fits) {
        let steps = turn.series[Side::White].steps.len().max(turn.series[Side::Black].steps.len());
        let said = body.parry.as_ref().and_then(OrNone::value).map(|p| p.forfeits.span);
        let title = format!(
            "`forfeits: step {}` leaves no step of the turn (number of steps: {steps})",
            parry.forfeits
        );
        let help = match steps {
            0 | 1 => "write `steps:` with two or more steps, or `in check: none`".into(),
            _ => Help::type_in(format!("step {}", steps - 1)),
        };
        found
            .at(Code::BadTurn, said.unwrap_or(span), title, "no step is left")
            .because("the parry is the move of the step after the lost steps")
            .help(help);
    }
}

/// Reports `in check` together with `king safe: end of turn`. A parry would have to be verified
/// over the whole next turn.
fn parry_fits(span: Span, turn: &mut Turn, found: &mut Report) {
    if turn.safety == KingSafety::EndOfTurn && turn.parry.is_some() {
        let title = "`in check` and `king safe: end of turn` exclude each other";
        found
            .at(Code::BadTurn, span, title, "the turn has both")
            .because("with `king safe: end of turn`, a check need not be parried at once")
            .help("type `in check: none`, or `king safe: each step`");
        // The compiled rules must not contain both a parry and `EndOfTurn`. The test of each would
        // need the other, without end.
        turn.parry = None;
    }
}

/// Reports turns that are too long for `king safe: end of turn`, which tries all moves of the next
/// turn.
fn foreseen(span: Span, turn: &mut Turn, found: &mut Report) {
    let long = |series: &Series| series.growth != Growth::None || series.steps.len() > MAX_FORESEEN;
    let repeats = turn.steps().any(|step| step.times == Times::Repeats);
    let long = repeats || turn.series.0.iter().chain(&turn.first).any(long);
    if turn.safety == KingSafety::EndOfTurn && long {
        let title = if repeats {
            "`king safe: end of turn` with a step that repeats".to_owned()
        } else {
            format!("`king safe: end of turn` with more than {MAX_FORESEEN} steps")
        };
        found
            .at(Code::BadTurn, span, title, "too many moves to look ahead")
            .because(
                "Alfil tries all moves of the next turn to see whether the king can be captured",
            )
            .help("type `king safe: each step`, or make the turn shorter");
        turn.safety = KingSafety::EachStep;
    }
}

/// Reports keys about steps in a game whose turns have only one step.
fn idle(body: &TurnText, turn: &Turn, found: &mut Report) {
    let single = |series: &Series| series.growth == Growth::None && series.steps.len() == 1;
    let said = [
        (said_as(body.check_ends, true), "check ends the turn"),
        (said_as(body.early_check, EarlyCheck::Forbidden), "check before the last step"),
        (said_as(body.safe, KingSafety::EndOfTurn), "king safe"),
    ];
    if !turn.series.0.iter().chain(&turn.first).all(single) {
        return;
    }
    for (span, key) in said.into_iter().filter_map(|(span, key)| Some((span?, key))) {
        let title = format!("`{key}` has no effect, because turns are single moves");
        found
            .at(Code::IdleTurn, span, title, "changes nothing")
            .help("write `steps:` with two or more steps, or remove it");
    }
}

/// The place of `said` if its value is `value`.
fn said_as<T: PartialEq>(said: Option<Spanned<T>>, value: T) -> Option<Span> {
    said.filter(|said| said.value == value).map(|said| said.span)
}

fn series(
    steps: &StepsText,
    keyed: &mut Vec<(Key, Read<()>)>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Series> {
    match steps {
        StepsText::Growing(_) => {
            let series = Series { growth: Growth::OneMoreEachTurn, ..Series::default() };
            Some(series)
        }
        StepsText::Counted(text) => {
            let read = question::steps(text, draft, found)?;
            keyed.push((Key::Steps, read.tree()));
            let amount = read.value;
            let counter = draft.counters.iter().position(|name| name == STEPS)?;
            let growth = Growth::Counted(Box::new(amount), CounterId::from_index(counter));
            Some(Series { growth, ..Series::default() })
        }
        StepsText::Some(steps, span) => {
            let read = steps.iter().map(|said| step(said, keyed, draft, found));
            let read: Vec<Option<Step>> = read.collect();
            if let Some(first) = steps.first() {
                begins(first, found);
            }
            if steps.iter().all(|step| step.chance().is_some()) {
                let roll = steps.first().and_then(StepText::chance);
                let place = roll.map_or(*span, Scalar::span);
                found
                    .at(Code::BadTurn, place, "no side moves in this turn", "only rolls")
                    .help("add a step for the move: `steps: [{roll: die}, {}]`");
            }
            let steps: Option<Vec<Step>> = read.into_iter().collect();
            Some(Series { steps: steps?, growth: Growth::None })
        }
    }
}

fn step(
    said: &StepText,
    keyed: &mut Vec<(Key, Read<()>)>,
    draft: &Draft,
    found: &mut Report,
) -> Option<Step> {
    let mut read = |key, text: Option<&Scalar>, meaning: Meaning| {
        let Some(text) = text else { return Some(None) };
        let read = meaning(text, draft, found)?;
        keyed.push((key, read.tree()));
        Some(Some(read.spanned()))
    };
    let given = read(Key::StepWhen, said.given.as_ref(), question::duty);
    let moves = read(Key::StepMoves, said.moves.as_ref(), question::duty);
    let (pass, pass_when) = match &said.may_pass {
        PassText::No => (Pass::Never, Some(None)),
        PassText::Yes => (Pass::May, Some(None)),
        PassText::When(text) => (Pass::May, read(Key::MayPass, Some(text), question::duty)),
    };
    let pass_in_check = read(Key::MayPassInCheck, said.pass_in_check.as_ref(), question::duty);
    let times = match said.repeats {
        Some(repeats) if repeats.value => Times::Repeats,
        Some(_) | None => Times::Once,
    };
    let given = given?;
    let roll = match (&said.roll, &said.draw) {
        (Some(text), _) => Some(dice::thrown(text, PutBack::Always, draft, found)?),
        (None, Some(text)) => Some(dice::thrown(text, PutBack::Never, draft, found)?),
        (None, None) => None,
    };
    let turns_up = said.turns_up.as_ref().map_or(Some(Vec::new()), |names| {
        let before = found.len();
        let known = kinds(names, draft, found);
        (found.len() == before).then_some(known)
    });
    let whose = said.whose.map_or(Whose::Any, |whose| whose.value);
    looks_at_the_board(given.iter(), found);
    let (mut from, mut when) = (Condition::Always, None);
    if let Some(moves) = moves? {
        let (start, rest) = moves.value.split_start();
        from = start;
        when = rest.map(|question| Spanned::new(question, moves.span));
    }
    let step = Step {
        roll,
        draw: Draw { whose, turns_up: turns_up? },
        given,
        from,
        when,
        times,
        pass,
        pass_when: pass_when?,
        pass_in_check: pass_in_check?,
    };
    if let Some(asked) = &step.pass_in_check {
        passes_in_check(asked, step.pass, found);
    }
    if let (Times::Repeats, Some(repeats)) = (step.times, said.repeats)
        && step.asked().next().is_none()
        && step.pass == Pass::Never
        && step.roll.is_none()
    {
        let title = "this step repeats without end";
        found
            .at(
                Code::BadTurn,
                repeats.span,
                title,
                "the turn would end only when there are no more moves",
            )
            .help("add `when: capturing` or `may pass: true` to the step");
    }
    Some(step)
}

/// Reports a `may pass in check` that depends on attacks.
fn passes_in_check(asked: &Spanned<Question>, pass: Pass, found: &mut Report) {
    if asked.value.level() >= Lookahead::Attack {
        let title = "`may pass in check` asks about attacks";
        found
            .at(Code::BadTurn, asked.span, title, "depends on attacks or legal moves")
            .because("it is used only when a royal piece is attacked")
            .help("ask about pieces and cells, such as `enemy king in file of own king`");
    }
    if pass == Pass::Never {
        let title = "`may pass in check` in a step without `may pass`";
        found
            .at(Code::BadTurn, asked.span, title, "changes nothing")
            .help("add `may pass: true` to the step");
    }
}

/// A reader for the text of a step.
type Meaning = fn(&Scalar, &Draft, &mut Report) -> Option<Read<Question>>;

/// Reports a step that depends on attacks. Attacks depend on the remaining steps, so this would be
/// circular.
fn looks_at_the_board<'a>(asked: impl Iterator<Item = &'a Spanned<Question>>, found: &mut Report) {
    for asked in asked.filter(|asked| asked.value.level() >= Lookahead::Attack) {
        let title = "a step cannot depend on attacks";
        found
            .at(Code::BadTurn, asked.span, title, "depends on attacks or legal moves")
            .because("whether a king is attacked depends on the remaining steps")
            .help("ask about the last move or about pieces and cells: `when: capturing`; a check can end the turn: `check ends the turn: true`");
    }
}

/// Reports keys of the first step that refer to an earlier step.
fn begins(first: &StepText, found: &mut Report) {
    let said = first.given.as_ref().map(|text| (text.span(), "if"));
    // A draw repeats until its bag is empty, so no step has to be before it.
    let repeats = first.repeats.filter(|repeats| repeats.value && first.draw.is_none());
    for (span, key) in said.into_iter().chain(repeats.map(|repeats| (repeats.span, "repeats"))) {
        let title = format!("`{key}` in the first step of a turn");
        found
            .at(Code::BadTurn, span, title, "there is no earlier step")
            .help("add a second step for it: `steps: [{}, {when: capturing, repeats: true}]`");
    }
}

fn start(text: &Scalar, zones: &IndexVec<ZoneId, Zone>, found: &mut Report) -> Option<Condition> {
    in_context(text, zones, Dialect::default(), |text, context| {
        movement::start(text, context, found)
    })
}

/// Builds the turn with new ids of kinds, without removed kinds.
pub(crate) fn finish(draft: &Draft, numbers: &Renumbering, found: &mut Report) -> Turn {
    let mut turn = draft.turn.turn.clone();
    let mut emptied = false;
    for question in turn.questions_mut() {
        question.value.each_men(&mut |men| renumber(men, numbers));
    }
    for amount in turn.amounts_mut() {
        amount.each_men(&mut |men| renumber(men, numbers));
    }
    let steps = turn.series.0.iter_mut().chain(&mut turn.first).flat_map(|s| &mut s.steps);
    let moves_nothing = |part: &Question| {
        matches!(part, Question::Move(MoveFact::Moving(men))
            if men.kinds.as_ref().is_some_and(Vec::is_empty))
    };
    for step in steps {
        if let Some(Spanned { value: asked, .. }) = &step.when {
            let all =
                if let Question::All(parts) = asked { parts } else { std::slice::from_ref(asked) };
            emptied |= all.iter().any(moves_nothing);
        }
        let face_down = &mut step.draw.turns_up;
        let kinds: Vec<KindId> = face_down.iter().filter_map(|&kind| numbers[kind]).collect();
        emptied |= kinds.is_empty() && !face_down.is_empty();
        *face_down = kinds;
    }
    if let (true, Some(span)) = (emptied, draft.turn.said) {
        let title = "all pieces that a step may move were removed from the game";
        found
            .at(Code::BadTurn, span, title, "nothing could move")
            .help("write a new `turn:` in the file that removes the pieces, or keep one of them");
    }
    turn
}

/// The keys of `turn:`; none for turns of one move. `kinds` writes a list of kinds.
pub(crate) fn write(kinds: impl Fn(&[KindId]) -> Yaml, wording: Wording<'_>) -> Map {
    let so_far = &wording.draft.turn;
    let (turn, mut keys) = (&so_far.turn, Map::default());
    if turn.is_plain() {
        return keys;
    }
    let steps = |series: &Series| match &series.growth {
        Growth::OneMoreEachTurn => "one more each turn".into(),
        Growth::Counted(amount, _) => wording.steps(amount).into(),
        Growth::None => {
            Yaml::list(series.steps.iter().map(|one| step_keys(one, &kinds, wording).in_braces()))
        }
    };
    let only = |steps: Yaml| [("steps", steps)].into_iter().collect::<Map>().in_braces();
    let of = |side: Side| steps(&turn.series[side]);
    let (white, black) = (of(Side::White), of(Side::Black));
    if white == black {
        keys.put("steps", white);
    } else {
        keys.put("white", only(white));
        keys.put("black", only(black));
    }
    let first = turn.first.as_ref().map(|first| only(steps(first)));
    keys.put_some("first turn of the game", first);
    let usual = Turn::default();
    unusual("castling", turn.castling, usual.castling, &mut keys);
    match turn.checks {
        Checks::Free => {}
        Checks::EndTheTurn => keys.put("check ends the turn", Yaml::bare(true)),
        Checks::Forbidden => keys.put("check before the last step", Yaml::bare(false)),
    }
    if let Some(parry) = &turn.parry {
        let mut parts = Map::default();
        parts.put("parry also from", &so_far.parry_words);
        parts.put("forfeits", format!("step {}", parry.forfeits));
        keys.put("in check", parts.in_braces());
    }
    unusual("king safe", turn.safety, usual.safety, &mut keys);
    unusual("en passant", turn.passant, usual.passant, &mut keys);
    unusual("no move", turn.stuck, usual.stuck, &mut keys);
    keys
}

/// The keys of a step.
fn step_keys(step: &Step, kinds: impl Fn(&[KindId]) -> Yaml, wording: Wording<'_>) -> Map {
    let asked = |asked: &Option<Spanned<Question>>| asked.as_ref().map(|q| wording.keyed(q));
    let mut keys = Map::default();
    if let Some(die) = step.roll.map(|die| &wording.draft.dice[die]) {
        keys.put(if die.is_bag() { "draw" } else { "roll" }, &die.name.value);
    }
    if step.draw.whose != Whose::Any {
        keys.put("whose", step.draw.whose.word());
    }
    if !step.draw.turns_up.is_empty() {
        keys.put("turns up", kinds(&step.draw.turns_up));
    }
    keys.put_some("when", asked(&step.given));
    keys.put_some("moves", wording.moves(step));
    match step.times {
        Times::Once => {}
        Times::Repeats => keys.put("repeats", Yaml::bare(true)),
    }
    if step.pass == Pass::May {
        keys.put("may pass", asked(&step.pass_when).map_or(Yaml::bare(true), Yaml::Text));
    }
    keys.put_some("may pass in check", asked(&step.pass_in_check));
    keys
}

/// Adds `key` if its value differs from the default `usual`.
fn unusual<T: Choice>(key: &'static str, value: T, usual: T, keys: &mut Map) {
    if value != usual {
        keys.put(key, Yaml::bare(value.word()));
    }
}
