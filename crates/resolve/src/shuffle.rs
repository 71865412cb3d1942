//! Reads and writes `shuffle:`, and writes the sentences of a game that is read.

use crate::context::{Key, Read, in_context};
use crate::draft::Draft;
use crate::draft::rules::{Renumbering, ShuffleDraft, renumber};
use crate::movement;
use crate::names::{self, kinds};
use crate::question::{self, End};
use alfil_diagnostics::diagnostic::{Code, Report};
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::Condition;
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Verdict};
use alfil_rules::ids::KindId;
use alfil_rules::notation::Names;
use alfil_rules::question::{Amount, Question};
use alfil_rules::setup::{Arrays, Placed, Shade, Shuffle};
use alfil_rules::sight::Told;
use alfil_rules::turn::Step;
use alfil_syntax::mapping::OrNone;
use alfil_syntax::named::{PlacedText, ShuffleText};
use alfil_syntax::notation::sentence::ast::Sentence;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::Dialect;
use alfil_syntax::write::{Map, Yaml};

/// Lays `shuffle:` of a file over the draft.
pub(crate) fn apply(said: &OrNone<ShuffleText>, draft: &mut Draft, found: &mut Report) {
    let OrNone::Some(ShuffleText { cells, sides, when, order }, span) = said else {
        draft.shuffle = None;
        return;
    };
    let before = draft.shuffle.take();
    let read = cells.as_ref().map(|text| {
        let area = in_context(text, &draft.zones, Dialect::default(), |text, context| {
            movement::area(text, context, found)
        });
        area.map(|area| (area, text.text().trim().to_owned()))
    });
    let (area, words) = match (read, &before) {
        (Some(Some(read)), _) => read,
        (None, Some(before)) => (before.cells.clone(), before.cells_words.clone()),
        (None, None) => {
            found
                .at(Code::MissingKey, *span, "`shuffle` has no cells", "which cells are shuffled?")
                .help("add `cells: rank 1`");
            return;
        }
        (Some(None), _) => return,
    };
    let order = match order {
        Some(order) => order.iter().flat_map(|placed| placed_kinds(placed, draft, found)).collect(),
        None => before.as_ref().map_or(Vec::new(), |before| before.order.clone()),
    };
    let when = match when {
        Some(text) => question(text, draft, found),
        None => before.as_ref().and_then(|before| before.when.clone()),
    };
    draft.shuffle = Some(ShuffleDraft {
        when,
        cells: area,
        cells_words: words,
        sides: sides.or(before.map(|before| before.sides)).unwrap_or(Arrays::Alike),
        order,
        span: *span,
    });
}

/// Reads the condition on a start position. It must not refer to a move.
fn question(text: &Scalar, draft: &Draft, found: &mut Report) -> Option<Read<Question>> {
    let question = question::duty(text, draft, found)?;
    let moves = |question: &Question| {
        matches!(question, Question::Move(_) | Question::Cells(_) | Question::Leaving(_))
    };
    if question.any(&moves) {
        found
            .at(
                Code::MisplacedQuestion,
                text.span(),
                "this is about a move, but a start has no move",
                "asks about a move",
            )
            .help("ask about the placement: `own king between own rook`");
        return None;
    }
    Some(question)
}

fn placed_kinds(said: &PlacedText, draft: &Draft, found: &mut Report) -> Vec<(Shade, KindId)> {
    let shades = std::iter::once(said.on).chain(std::iter::repeat(Shade::Any));
    shades.zip(kinds(&said.kinds, draft, found)).collect()
}

/// Builds the rules of the shuffle.
pub(crate) fn finish(draft: &Draft, numbers: &Renumbering) -> Option<Shuffle> {
    let said = draft.shuffle.as_ref()?;
    let placed = |&(on, kind): &(Shade, KindId)| Some(Placed { on, kind: numbers[kind]? });
    let mut when = said.when.as_deref().cloned();
    if let Some(question) = &mut when {
        question.each_men(&mut |men| renumber(men, numbers));
    }
    Some(Shuffle {
        when,
        cells: said.cells.clone(),
        sides: said.sides,
        order: said.order.iter().filter_map(placed).collect(),
        span: said.span,
    })
}

/// The keys of `shuffle:`; none if the setup is not shuffled.
pub(crate) fn write(wording: Wording<'_>) -> Map {
    let (draft, mut keys) = (wording.draft, Map::default());
    let Some(said) = &draft.shuffle else { return keys };
    keys.put("cells", &said.cells_words);
    keys.put("sides", said.sides.word());
    keys.put_some("when", said.when.as_ref().map(|question| wording.question(question)));
    if !said.order.is_empty() {
        let placed = |(on, kind): &(Shade, KindId)| {
            format!("{}{}", on.prefix(), draft.pieces[*kind].name.value)
        };
        keys.put("order", Yaml::list(said.order.iter().map(placed)));
    }
    keys
}

// Writes the sentences of a game that is read.
//
// A sentence is written as its tree has it. In the finished game its words may mean something else,
// for example if a later file renames a piece. Then the text is made from the meaning.

/// A finished draft, and the names of its kinds and questions.
#[derive(Clone, Copy)]
pub(crate) struct Wording<'d> {
    pub(crate) draft: &'d Draft,
    pub(crate) names: Names<'d>,
}

impl Wording<'_> {
    /// The words of the tree if they mean what `meant` says. Otherwise `meant`. `again` reads the
    /// words in the finished game and writes their meaning.
    fn words(
        &self,
        tree: Option<&Sentence>,
        span: Span,
        meant: String,
        again: impl FnOnce(&Scalar, &mut Report) -> Option<String>,
    ) -> String {
        let Some(words) = tree.map(Sentence::to_string) else { return meant };
        let read = again(&Scalar::plain(words.as_str(), span), &mut Report::default());
        if read.is_some_and(|read| read == meant) { words } else { meant }
    }

    /// A goal or a claim.
    pub(crate) fn goal(&self, goal: &Read<Asked>, end: End) -> String {
        let meant = |goal: &Asked| {
            let verdict = Verdict::words(Some(goal.verdict));
            format!("{verdict} when {}", goal.question.notation(self.names))
        };
        self.words(Some(&goal.tree), goal.span, meant(goal), |words, found| {
            question::goal(words, end, self.draft, found).map(|goal| meant(&goal))
        })
    }

    /// A line of effects.
    pub(crate) fn effect(&self, effect: &Read<Effect>) -> String {
        let meant = |effect: &Effect| effect.notation(self.names);
        self.words(Some(&effect.tree), effect.span, meant(effect), |words, found| {
            let line = question::effect_line(words, &names::of(self.draft));
            question::effect(words, line, self.draft, found).map(|effect| meant(&effect))
        })
    }

    /// What an umpire tells.
    pub(crate) fn told(&self, told: &Read<Told>) -> String {
        self.asked(Some(&told.tree), &told.asked.value, told.span)
    }

    /// A question that has its tree.
    pub(crate) fn question(&self, question: &Read<Question>) -> String {
        self.asked(Some(&question.tree), question, question.span)
    }

    /// A question of castling, drops or a step. Its tree is among those of the draft.
    pub(crate) fn keyed(&self, asked: &Spanned<Question>) -> String {
        self.asked(self.tree(asked.span), &asked.value, asked.span)
    }

    /// A question with its tree, if it has one.
    pub(crate) fn asked(&self, tree: Option<&Sentence>, asked: &Question, span: Span) -> String {
        let meant = |question: &Question| question.notation(self.names);
        self.words(tree, span, meant(asked), |words, found| {
            question::duty(words, self.draft, found).map(|question| meant(&question))
        })
    }

    /// The moves that a step allows. `None` if it allows all of them.
    pub(crate) fn moves(&self, step: &Step) -> Option<String> {
        let text = |from: &Condition, when: Option<&Question>| {
            let from = (*from != Condition::Always).then(|| Question::Cells(from.clone()));
            let mut parts: Vec<Question> = from.into_iter().collect();
            match when {
                Some(Question::All(all)) => parts.extend(all.iter().cloned()),
                when => parts.extend(when.cloned()),
            }
            let one = if parts.len() > 1 { Some(Question::All(parts)) } else { parts.pop() };
            one.map(|question| question.notation(self.names))
        };
        let meant = text(&step.from, step.when.as_ref().map(|asked| &asked.value))?;
        let keyed = self.draft.turn.keyed.iter().filter(|(key, _)| *key == Key::StepMoves);
        let mut words = keyed.map(|(_, read)| {
            self.words(Some(&read.tree), read.span, meant.clone(), |words, found| {
                let (from, when) = question::duty(words, self.draft, found)?.value.split_start();
                text(&from, when.as_ref())
            })
        });
        Some(words.find(|words| *words != meant).unwrap_or(meant.clone()))
    }

    /// The number of steps of a turn.
    pub(crate) fn steps(&self, amount: &Amount) -> String {
        let tree = self.draft.turn.keyed.iter().find(|(key, _)| *key == Key::Steps);
        let (tree, span) = match tree {
            Some((_, read)) => (Some(&*read.tree), read.span),
            None => return self.names.amount(amount),
        };
        self.words(tree, span, self.names.amount(amount), |words, found| {
            question::steps(words, self.draft, found).map(|read| self.names.amount(&read))
        })
    }

    /// Builds the restriction of all moves or of attacks; `key` says which. `meant` has a sentence of
    /// each file that restricts them, and `text` writes the meaning of one.
    pub(crate) fn restriction(
        &self,
        key: Key,
        meant: String,
        text: impl FnOnce(Question) -> String,
    ) -> String {
        let mut trees = self.draft.sentences.keyed.iter().filter(|(other, _)| *other == key);
        let Some((_, read)) = trees.next_back() else { return meant };
        self.words(Some(&read.tree), read.span, meant, |words, found| {
            question::duty(words, self.draft, found).map(|read| text(read.value))
        })
    }

    /// The tree of the sentence at `span`.
    fn tree(&self, span: Span) -> Option<&Sentence> {
        let mut keyed = self.draft.sentences.keyed.iter().chain(&self.draft.turn.keyed);
        keyed.find(|(_, read)| read.span == span).map(|(_, read)| &*read.tree)
    }
}
