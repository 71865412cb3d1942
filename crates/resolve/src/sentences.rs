//! Reads lists of sentences: goals, claims, duties, effects, and questions about every move.
//!
//! A list replaces the inherited one, and `^` in it stands for the inherited lines. `question.rs`
//! reads each sentence.

use crate::context::{Parsed, Read};
use crate::draft::{Draft, Piece};
use crate::names;
use crate::question::{self, End};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::goal::MAX_ASKED;
use alfil_rules::ids::KindId;
use alfil_rules::question::COUNTERS;
use alfil_rules::question::Lookahead;
use alfil_rules::question::MoveFact;
use alfil_rules::question::Question;
use alfil_rules::sight::Told;
use alfil_rules::turn::Pass;
use alfil_syntax::definition::Definition;
use alfil_syntax::notation::sentence::ast::{self, Line};
use alfil_syntax::scalar::Scalar;
use alfil_syntax::sides::Lines;

/// The greatest number of lines in `must` or `effects`.
const MAX_LINES: usize = 32;

/// Collects the counters of a file before its questions are read, because any question may use
/// them.
pub(crate) fn apply_counters(
    file: &Definition,
    effects: &[EffectLine],
    draft: &mut Draft,
    found: &mut Report,
) {
    let lines = file.effects.iter().flat_map(|list| &list.lines);
    for (text, line) in lines.zip(effects) {
        counters(text, line, draft, found);
    }
}

/// A line of effects after the grammar.
pub(crate) type EffectLine = Parsed<Line<ast::Effect>>;

/// Parses the lines of effects of a file. They name counters, so they are parsed before any question
/// gets its meaning.
pub(crate) fn parse_effects(file: &Definition, draft: &Draft) -> Vec<EffectLine> {
    let names = names::of_file(draft, file);
    let lines = file.effects.iter().flat_map(|list| &list.lines);
    lines.map(|line| question::effect_line(line, &names)).collect()
}

/// The names of the counters that a line of effects changes.
pub(crate) fn counted(line: &EffectLine) -> impl Iterator<Item = &str> {
    line.tree.iter().flat_map(Line::counters).map(|name| name.text.as_str())
}

/// Lays the sentences of a file over the draft.
pub(crate) fn apply(
    file: &Definition,
    effects: Vec<EffectLine>,
    draft: &mut Draft,
    found: &mut Report,
) {
    let lists = [&file.effects, &file.must, &file.umpire_tells];
    let ends = [&file.ends.goals, &file.ends.claims];
    if lists.iter().all(|list| list.is_none()) && ends.iter().all(|list| list.is_none()) {
        return;
    }
    let mut said = std::mem::take(&mut draft.sentences);
    if let Some(list) = &file.effects {
        let mut parsed = list.lines.iter().zip(effects);
        said.effects = Laid::of(list).over(said.effects, found, |line, found| {
            let (_, parsed) = parsed.find(|(text, _)| std::ptr::eq(*text, line))?;
            question::effect(line, parsed, draft, found)
        });
    }
    for (list, asked, end) in [
        (&file.ends.goals, &mut said.goals, End::Goal),
        (&file.ends.claims, &mut said.claims, End::Claim),
    ] {
        if let Some(list) = list {
            let because = |line: &Scalar| {
                let mut lines = list.lines.iter();
                let words =
                    lines.find(|one| std::ptr::eq(&one.sentence, line))?.because.as_ref()?;
                Some(words.text().trim().to_owned())
            };
            let lines = list.lines.iter().map(|line| &line.sentence);
            let all = Laid { lines: lines.collect(), span: list.span, most: MAX_ASKED };
            *asked = all.over(std::mem::take(asked), found, |line, found| {
                let mut read = question::goal(line, end, draft, found)?;
                read.value.because = because(line);
                Some(read)
            });
        }
    }
    if let Some(list) = &file.must {
        said.duties = Laid::of(list)
            .over(said.duties, found, |line, found| question::duty(line, draft, found));
    }
    if let Some(list) = &file.umpire_tells {
        said.told = Laid::of(list).over(said.told, found, |line, found| told(line, draft, found));
    }
    draft.sentences = said;
}

/// Reads what an umpire tells. It must be about the position.
fn told(line: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Told>> {
    let question = question::duty(line, draft, found)?;
    let moves = |question: &Question| {
        matches!(question, Question::Move(_) | Question::Cells(_) | Question::Leaving(_))
    };
    if question.any(&moves) {
        let title = "the umpire's message is about the position before the move";
        found
            .at(Code::MisplacedQuestion, line.span(), title, "this is about the move")
            .help("ask about pieces and cells: `enemy pieces attacked by own pawn`");
        return None;
    }
    let words = line.text().trim().to_owned();
    Some(question.map(|asked| Told { words, asked: Spanned::new(asked, line.span()) }))
}

/// A list of sentences over that of the parent.
struct Laid<'a> {
    /// The lines, of which `^` stands for those of the parent.
    lines: Vec<&'a Scalar>,
    /// The span of the list.
    span: Span,
    /// The greatest number of sentences.
    most: usize,
}

impl<'a> Laid<'a> {
    fn of(list: &'a Lines) -> Laid<'a> {
        Laid { lines: list.lines.iter().collect(), span: list.span, most: MAX_LINES }
    }

    /// Reads the lines, with the lines `before` in place of `^`.
    fn over<T: Clone>(
        &self,
        before: Vec<T>,
        found: &mut Report,
        mut read: impl FnMut(&Scalar, &mut Report) -> Option<T>,
    ) -> Vec<T> {
        let mut lines = Vec::new();
        for line in &self.lines {
            match line.text().trim() {
                "^" => lines.extend(before.iter().cloned()),
                _ => lines.extend(read(line, found)),
            }
        }
        if lines.len() > self.most {
            let title = format!("this list has {} sentences", lines.len());
            found
                .at(
                    Code::TooComplex,
                    self.span,
                    title,
                    format!("at most {} are possible", self.most),
                )
                .help("join some of them with `or`");
            lines.truncate(self.most);
        }
        lines
    }
}

/// Adds the counters of a line to the draft.
fn counters(text: &Scalar, line: &EffectLine, draft: &mut Draft, found: &mut Report) {
    for word in line.tree.iter().flat_map(Line::counters) {
        let (name, span) = (word.text.clone(), text.slice(word.at.bytes()));
        let plural = format!("{name}s");
        let is_kind = |known: &str| known == name || format!("{known}s") == name || known == plural;
        if draft.live().any(|(_, piece)| is_kind(&piece.name.value)) {
            let title = format!("`{name}` is a piece, not a counter");
            found
                .at(Code::ReservedName, span, title, "counts it")
                .help(format!("give the counter another name, such as `{name}-moves`"));
        } else if draft.counters.contains(&name) {
        } else if draft.counters.len() < COUNTERS {
            draft.counters.push(name);
        } else {
            let title = format!("more than {COUNTERS} counters");
            found
                .at(Code::TooComplex, span, title, format!("`{name}` is one too many"))
                .help("use one of the other counters");
        }
    }
}

/// Adds the questions of `every move`. They also restrict attacks, except for parts that depend on
/// attacks.
pub(crate) fn restrict(asked: Vec<Question>, span: Span, keeps_attack: bool, draft: &mut Draft) {
    for question in asked {
        let said = &mut draft.sentences;
        let of_attacks = question.relaxed(Lookahead::Attack).filter(|_| !keeps_attack);
        for (list, question) in [(&mut said.asked, Some(question)), (&mut said.attack, of_attacks)]
        {
            if let Some(question) = question
                && list.iter().all(|asked| asked.value != question)
            {
                list.push(Spanned::new(question, span));
            }
        }
    }
}

/// Reports questions about a sort of move that the game does not have.
pub(crate) fn lint(draft: &Draft, found: &mut Report) {
    let castles = |(_, piece): (KindId, &Piece)| {
        piece.moves.movement.terms.iter().any(|term| term.castle().is_some())
    };
    let series = &draft.turn.turn.series.0;
    let mut steps = series.iter().chain(&draft.turn.turn.first).flat_map(|series| &series.steps);
    let idle = [
        (
            draft.hand.is_none() && !draft.broken.hand,
            "drop",
            "add `hand: {captured: to captor}`, and a drop to `moves`, such as `+ @8`",
        ),
        (
            !draft.live().any(castles) && !draft.broken.pieces,
            "castling",
            "give a piece a castling move: `king: {moves: + isO2}`",
        ),
        (
            !steps.any(|step| step.pass == Pass::May),
            "pass",
            "allow it in a step: `turn: {steps: [{may pass: true}]}`",
        ),
    ];
    for (question, span) in draft.sentences.spanned() {
        let asks = |fact: &MoveFact| match fact {
            MoveFact::Dropping(_) => Some(0),
            MoveFact::Castling => Some(1),
            MoveFact::Passing => Some(2),
            MoveFact::Moving(_)
            | MoveFact::Capturing(_)
            | MoveFact::Promoting(_)
            | MoveFact::Over(_)
            | MoveFact::GivingCheck
            | MoveFact::GivingMate => None,
        };
        for (number, (idle, what, help)) in idle.iter().enumerate() {
            let is_it = |part: &Question| matches!(part, Question::Move(fact) if asks(fact) == Some(number));
            if *idle && question.any(&is_it) {
                let title = format!("this game has no move that is a {what}");
                let span = draft.sentences.question(span, &is_it);
                found.at(Code::IdleQuestion, span, title, "asks about one").help(*help);
            }
        }
    }
}
