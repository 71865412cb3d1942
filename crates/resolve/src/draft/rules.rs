//! The parts of a draft: its sides, sentences and names, and its rules of castling, hands, turns
//! and shuffles.

use crate::context::{Key, Read, What};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Help, Report, did_you_mean};
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{Span, Spanned};
use alfil_rules::condition::Area;
use alfil_rules::effect::Effect;
use alfil_rules::goal::{Asked, Goals};
use alfil_rules::hand::{Captured, Immobile, OwnCaptured};
use alfil_rules::ids::KindId;
use alfil_rules::look::Dye;
use alfil_rules::look::{Estate, TeamLoss, Winner};
use alfil_rules::notation::{Group, NamedQuestion};
use alfil_rules::question::{Men, MoveFact, Question};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::{Arrays, Shade};
use alfil_rules::side::{Side, SideSet};
use alfil_rules::sight::Told;
use alfil_rules::term::{CastleEnd, CastleFiles};
use alfil_rules::turn::Turn;
use alfil_syntax::notation::sentence::ast::Sentence;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::value::{DroppedText, PromotedText};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

// The sentences of a draft: goals, claims, duties, effects and questions about moves.

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

// The rules of castling in a draft.

/// Whether the files read so far allow castling.
#[derive(Clone, Debug, Default)]
pub(crate) enum Castling {
    #[default]
    Unsaid,
    /// A file says `castling: none`.
    None,
    Some(CastlingDraft),
}

/// The rules of castling, according to the files read so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct CastlingDraft {
    /// The partners.
    pub(crate) with: With,
    /// The files where a castling piece with the notation `isO` ends.
    pub(crate) files: Option<Spanned<CastleFiles>>,
    /// The start cells that a file writes. Other castling pieces start on their cells in the setup.
    pub(crate) homes: Vec<Home>,
}

/// The partners of castling pieces.
#[derive(Clone, Debug, Default)]
pub(crate) enum With {
    #[default]
    Unsaid,
    /// One list of partners for all castling terms, and the place where it is written.
    All(Vec<KindId>, Span),
    /// Partners for each castling atom.
    Each(Vec<(Spanned<CastleEnd>, Vec<KindId>)>),
}

/// A kind and its start cells for castling.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub(crate) kind: KindId,
    pub(crate) cells: Vec<Spanned<String>>,
    pub(crate) span: Span,
}

impl Castling {
    /// Returns true if some piece castles with pieces of `kind`.
    pub(crate) fn has_partner(&self, kind: KindId) -> bool {
        match self {
            Castling::None | Castling::Unsaid => false,
            Castling::Some(said) => match &said.with {
                With::Unsaid => false,
                With::All(kinds, _) => kinds.contains(&kind),
                With::Each(each) => each.iter().any(|(_, kinds)| kinds.contains(&kind)),
            },
        }
    }
}

impl With {
    pub(crate) fn kinds(&self, end: CastleEnd) -> Option<&[KindId]> {
        match self {
            With::Unsaid => None,
            With::All(kinds, _) => Some(kinds),
            With::Each(each) => {
                each.iter().find(|(said, _)| said.value.is_like(end)).map(|(_, kinds)| &kinds[..])
            }
        }
    }
}

// The rules of hands in a draft.

/// The rules of hands, according to the files read so far.
#[derive(Clone, Debug)]
pub(crate) struct HandDraft {
    pub(crate) captured: Captured,
    /// The kind that a promoted piece has after its capture.
    pub(crate) promoted: PromotedText,
    /// The destination of pieces that their own side captures. The default (`None`) depends on
    /// `captured`.
    pub(crate) own: Option<OwnCaptured>,
    /// Whether dropped pieces move on in the same turn, with the place where a file says so.
    pub(crate) dropped: Option<Spanned<DroppedText>>,
    /// Kinds with an unlimited supply.
    pub(crate) supply: Vec<KindId>,
    /// The rule for drops on cells from which the piece could never move.
    pub(crate) immobile: Immobile,
    /// Kinds whose drops may not give checkmate.
    pub(crate) no_mate: Vec<KindId>,
    pub(crate) span: Span,
}

impl HandDraft {
    /// The default rules of hands. `span` is the place of the first `hand:`.
    pub(crate) fn new(span: Span) -> Self {
        Self {
            captured: Captured::Gone,
            promoted: PromotedText::Revert,
            own: None,
            dropped: None,
            supply: Vec::new(),
            immobile: Immobile::Forbidden,
            no_mate: Vec::new(),
            span,
        }
    }
}

// The sides of a game, as its files describe them.

/// The sides of a game, as its files describe them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SidesDraft {
    /// The sides in the order of turns; empty for White and Black.
    pub(crate) each: Vec<SideDraft>,
    /// The teams, by the numbers of their sides.
    pub(crate) teams: Vec<SideSet>,
    /// The fate of the pieces of a side that is out.
    pub(crate) estate: Option<Spanned<Estate>>,
    /// When a team has lost.
    pub(crate) loss: Option<Spanned<TeamLoss>>,
    /// The winner when the other sides are out.
    pub(crate) winner: Option<Spanned<Winner>>,
}

/// A side.
#[derive(Clone, Debug)]
pub(crate) struct SideDraft {
    pub(crate) name: Spanned<String>,
    pub(crate) letter: char,
    pub(crate) forward: Option<Spanned<String>>,
    pub(crate) dye: Option<Dye>,
}

/// The finding for a name that none of `sides` has.
pub(crate) fn stranger(name: &str, span: Span, sides: &[String]) -> Diagnostic {
    let known = || sides.iter().map(String::as_str);
    let help = match (did_you_mean(name, known()), sides.is_empty()) {
        (Some(near), _) => Help::did_you_mean(near),
        (None, true) => Help::from("name the sides first: `sides: [red, blue, green]`"),
        (None, false) => Help::from(format!("the sides are {}", sides.join(", "))),
    };
    let title = format!("there is no side called `{name}`");
    Diagnostic::at(Code::BadSides, span, title, "unknown side").help(help)
}

impl SideDraft {
    /// The name with a capital.
    pub(crate) fn title(&self) -> String {
        let mut letters = self.name.value.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        first + letters.as_str()
    }
}

impl SidesDraft {
    /// The letters of the sides, for positions.
    pub(crate) fn letters(&self) -> Vec<char> {
        self.each.iter().map(|side| side.letter).collect()
    }

    /// For each side, the number of its pair in `said`, whose first scalars are names of sides.
    /// Reports sides that are missing and names that no side has.
    pub(crate) fn each_in(
        &self,
        said: &[(Scalar, Scalar)],
        what: &Scalar,
        found: &mut Report,
    ) -> Vec<Option<usize>> {
        if self.each.is_empty() {
            let strange = |(name, _): &&(Scalar, Scalar)| !matches!(name.text(), "white" | "black");
            if let Some((name, _)) = said.iter().find(strange) {
                found.push(stranger(name.text(), name.span(), &[]));
            }
            return Vec::new();
        }
        let before = found.len();
        for (name, _) in said {
            if !self.names().any(|known| known == name.text()) {
                found.push(stranger(name.text(), name.span(), &self.words()));
            }
        }
        let all_known = found.len() == before;
        let of =
            |side: &SideDraft| said.iter().position(|(name, _)| name.text() == side.name.value);
        let all: Vec<Option<usize>> = self.each.iter().map(of).collect();
        if let Some(missing) = all.iter().position(Option::is_none).filter(|_| all_known) {
            let side = &self.each[missing].name.value;
            let title = format!("`{}` has no area for `{side}`", what.text());
            found
                .at(Code::MissingKey, what.span(), title, "incomplete")
                .help(format!("add `{side}: a1-c2` with its cells"));
        }
        all
    }

    /// Help to write a value for each side: `{red: a1-c2, blue: ...}`. `None` with two sides.
    pub(crate) fn as_keys(&self, example: &str) -> Option<String> {
        let [first, rest @ ..] = self.each.as_slice() else { return None };
        let rest: String = rest.iter().map(|side| format!(", {}: ...", side.name.value)).collect();
        Some(format!("write an area for each side: `{{{}: {example}{rest}}}`", first.name.value))
    }

    /// The names of the sides.
    pub(crate) fn words(&self) -> Vec<String> {
        self.names().map(str::to_owned).collect()
    }

    /// The sides with their names in messages.
    pub(crate) fn called(&self) -> Vec<(Side, String)> {
        if self.each.is_empty() {
            Side::BOTH.map(|side| (side, side.name().to_owned())).to_vec()
        } else {
            Side::ALL.into_iter().zip(self.each.iter().map(SideDraft::title)).collect()
        }
    }

    /// The names of the sides.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.each.iter().map(|side| side.name.value.as_str())
    }
}

// The rules of turns in a draft.

/// The rules of turns, with ids of kinds before renumbering and with the words of conditions.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnDraft {
    pub(crate) turn: Turn,
    /// The words of the condition that a parry must fulfil.
    pub(crate) parry_words: String,
    /// The sentences of the file that last wrote `turn:`.
    pub(crate) keyed: Vec<(Key, Read<()>)>,
    /// Where a file last wrote `turn:`.
    pub(crate) said: Option<Span>,
}

// The rules of a shuffled setup in a draft.

/// The rules of a shuffled setup, according to the files read so far.
#[derive(Clone, Debug)]
pub(crate) struct ShuffleDraft {
    /// The cells that are shuffled.
    pub(crate) cells: Area,
    /// The words of `cells`.
    pub(crate) cells_words: String,
    /// How the array of Black depends on the array of White.
    pub(crate) sides: Arrays,
    /// The condition that a start position must fulfil.
    pub(crate) when: Option<Read<Question>>,
    /// The pieces that are placed before all others, in this order, each on a cell of its shade.
    pub(crate) order: Vec<(Shade, KindId)>,
    pub(crate) span: Span,
}

// The names of a draft for sets of kinds and for questions.

/// The names that the files give to sets of kinds and to questions, in the order in which they were
/// first given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    pub(crate) groups: Vec<Called<Vec<KindId>>>,
    /// For each group of pairs, by its name, the kinds of each pair. The second is the kind in the
    /// group, and the first the kind to which it belongs.
    pub(crate) pairs: BTreeMap<String, Vec<[KindId; 2]>>,
    /// `None` for a question with an error. Its name still counts as known, so that sentences with
    /// the name cause no second finding.
    pub(crate) questions: Vec<Called<Option<Question>>>,
    /// The trees of the questions, by their names.
    pub(crate) trees: BTreeMap<String, Arc<Sentence>>,
}

/// A value with a name.
#[derive(Clone, Debug)]
pub(crate) struct Called<T> {
    pub(crate) name: Spanned<String>,
    pub(crate) value: T,
    /// Whether some text has used the name. Texts are read with a shared draft.
    pub(crate) used: Mark,
}

/// A mark that a reader can set on a shared value.
#[derive(Debug, Default)]
pub(crate) struct Mark(AtomicBool);

impl Mark {
    /// Sets the mark.
    pub(crate) fn set(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the mark is set.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl Clone for Mark {
    fn clone(&self) -> Mark {
        Mark(AtomicBool::new(self.is_set()))
    }
}

impl Vocabulary {
    /// The names of a finished game.
    pub(crate) fn of(game: &Ruleset) -> Vocabulary {
        let group = |group: &Group| called(&group.name, group.kinds.clone());
        let pairs = |group: &Group| {
            let kinds = group.of.iter().zip(&group.kinds).map(|(&of, &kind)| [of, kind]);
            (group.name.value.clone(), kinds.collect())
        };
        let question = |named: &NamedQuestion| called(&named.name, Some(named.question.clone()));
        Vocabulary {
            groups: game.groups.iter().map(group).collect(),
            pairs: game.groups.iter().filter(|group| !group.of.is_empty()).map(pairs).collect(),
            questions: game.named.iter().map(question).collect(),
            trees: BTreeMap::new(),
        }
    }

    /// The named questions without errors.
    pub(crate) fn named(&self) -> Vec<NamedQuestion> {
        let named = self.questions.iter();
        named
            .filter_map(|named| {
                Some(NamedQuestion { name: named.name.clone(), question: named.value.clone()? })
            })
            .collect()
    }

    /// The names of groups.
    pub(crate) fn group_names(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().map(|group| group.name.value.as_str())
    }

    /// The names of questions.
    pub(crate) fn question_names(&self) -> impl Iterator<Item = &str> {
        self.questions.iter().map(|question| question.name.value.as_str())
    }
}

fn called<T>(name: &Spanned<String>, value: T) -> Called<T> {
    Called { name: name.clone(), value, used: Mark::default() }
}

/// Adds a value, or replaces the one with the same name.
pub(crate) fn call<T>(all: &mut Vec<Called<T>>, new: Called<T>) {
    match all.iter_mut().find(|old| old.name.value == new.name.value) {
        Some(old) => *old = new,
        None => all.push(new),
    }
}

// New ids of kinds after the removed ones are left out.

/// Maps each old id of a kind to its new id, or to `None` if the kind was removed.
pub(crate) type Renumbering = IndexVec<KindId, Option<KindId>>;

/// Renumbers the kinds of `men` and leaves out removed ones.
pub(crate) fn renumber(men: &mut Men, numbers: &Renumbering) {
    let left = |kinds: &[KindId]| kinds.iter().filter_map(|&kind| numbers[kind]).collect();
    men.kinds = men.kinds.as_deref().map(left);
    men.but = left(&men.but);
}
