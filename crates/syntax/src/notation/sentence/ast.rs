//! The trees of sentences: goals, questions, restrictions, lines of effects.
//!
//! A tree has the place of every word. Names are words as the text writes them; the package `alfil-resolve`
//! finds what they name. Words without a meaning have nodes of their own, so every text has a tree.

use crate::notation::ast::{Area, At, Condition, Movement, Said, Word};
use alfil_diagnostics::diagnostic::Report;
use alfil_rules::effect::{Course, Extent, Will};
use alfil_rules::question::{Anchor, Order, Row, SideFact, Sign, Whose};
use alfil_rules::side::Color;

/// Parts that a word or sign joins, such as `or`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joined<T> {
    /// The first part.
    pub first: Box<T>,
    /// The other parts, each with the place of the word before it.
    pub rest: Vec<(At, T)>,
}

impl<T> Joined<T> {
    /// All parts.
    pub fn parts(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&*self.first).chain(self.rest.iter().map(|(_, part)| part))
    }
}

/// A sentence of any form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sentence {
    /// A goal or a claim.
    Goal(Line<Goal>),
    /// A question without other words, as in `must`.
    Question(Line<Question>),
    /// The number of steps of a turn.
    Number(Line<Amount>),
    /// A line of effects.
    Effect(Line<Effect>),
}

macro_rules! sentences {
    ($($variant:ident: $tree:ty),+) => {
        $(impl From<Line<$tree>> for Sentence {
            fn from(line: Line<$tree>) -> Sentence {
                Sentence::$variant(line)
            }
        })+
    };
}

sentences! {
    Goal: Goal, Question: Question, Number: Amount, Effect: Effect
}

/// A text that should be one sentence of a certain form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<T> {
    /// The sentence. `None` if the text has another form.
    pub sentence: Option<T>,
    /// The text behind a complete sentence.
    pub rest: Option<Word>,
}

impl Line<Question> {
    /// True if a part is a question that conditions on cells cannot express.
    pub fn asks(&self) -> bool {
        self.sentence.as_ref().is_some_and(|question| question.any(&Question::is_asked))
    }

    /// True if words without a meaning of their own contain `name`, of one word or several.
    pub fn mentions(&self, name: &str) -> bool {
        let name: Vec<&str> = name.split_whitespace().collect();
        let contains = |word: &Word| {
            let words: Vec<&str> = word.text.split_whitespace().collect();
            !name.is_empty() && words.windows(name.len()).any(|words| words == name)
        };
        let unknown = |question: &Question| {
            if let QuestionKind::Unknown(word) | QuestionKind::Group { rest: Some(word), .. } =
                &question.kind
            {
                contains(word)
            } else {
                false
            }
        };
        self.rest.as_ref().is_some_and(contains)
            || self.sentence.as_ref().is_some_and(|question| question.any(&unknown))
    }

    /// The text as a condition on cells. `None` if it is more than that.
    pub fn condition(&self) -> Option<Condition> {
        self.sentence.as_ref().filter(|_| self.rest.is_none())?.condition()
    }
}

/// A question in a movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The words as the text writes them.
    pub words: Word,
    /// The question, with text behind it.
    pub line: Line<Question>,
    /// The findings about its words. They count once the question is given its meaning.
    pub found: Report,
}

/// A goal: `win 3/4 when QUESTION`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The result.
    pub verdict: Said<VerdictWord>,
    /// The share of the point: `3/4`.
    pub share: Option<Word>,
    /// `when`
    pub when: At,
    /// The question.
    pub question: Question,
}

alfil_diagnostics::spelt! {
    /// The first word of a goal.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum VerdictWord: &'static str, word, from_word {
        Win = "win",
        Loss = "loss",
        Draw = "draw",
    }
}

/// A line of effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// `king safe`
    KingSafe(At),
    /// `always DEEDS`
    Always(At, Joined<Deed>),
    /// `when QUESTION then DEEDS`
    When {
        /// `when`
        when: At,
        /// The question.
        question: Box<Question>,
        /// Text behind the question.
        rest: Option<Word>,
        /// What happens if the answer is yes.
        then: Then,
    },
}

impl Line<Effect> {
    /// The counters that the line changes. The line need not be valid.
    pub fn counters(&self) -> impl Iterator<Item = &Word> {
        let deeds = || self.sentence.iter().flat_map(Effect::deeds);
        deeds().filter_map(Deed::counts).chain(deeds().filter_map(Deed::sets))
    }
}

impl Effect {
    /// The actions of the line.
    pub fn deeds(&self) -> impl Iterator<Item = &Deed> {
        let deeds = match self {
            Effect::Always(_, deeds) | Effect::When { then: Then::Deeds(_, deeds), .. } => {
                Some(deeds)
            }
            Effect::KingSafe(_) | Effect::When { then: Then::KingSafe(..), .. } => None,
        };
        deeds.into_iter().flat_map(Joined::parts)
    }
}

/// What happens if the answer to the question of an effect is yes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// `then king safe`: the places of both.
    KingSafe(At, At),
    /// `then DEEDS` or `may DEEDS`
    Deeds(Said<Will>, Joined<Deed>),
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The content of the question.
    pub kind: QuestionKind,
    /// The place of the question.
    pub at: At,
}

impl Question {
    /// The questions that this one consists of.
    pub fn parts(&self) -> Vec<&Question> {
        match &self.kind {
            QuestionKind::Any(parts) | QuestionKind::All(parts) => parts.parts().collect(),
            QuestionKind::Prefixed(_, question)
            | QuestionKind::Group { question, .. }
            | QuestionKind::Without { question, .. } => vec![question],
            QuestionKind::Move(_)
            | QuestionKind::Plays(_)
            | QuestionKind::Side(..)
            | QuestionKind::Count(_)
            | QuestionKind::Compare(_)
            | QuestionKind::Gone { .. }
            | QuestionKind::Repeated { .. }
            | QuestionKind::Rolled { .. }
            | QuestionKind::Cells(_)
            | QuestionKind::Unknown(_)
            | QuestionKind::Missing => Vec::new(),
        }
    }

    /// The first part for which `is` is true, which may be the question itself.
    pub fn find(&self, is: &dyn Fn(&Question) -> bool) -> Option<&Question> {
        if is(self) {
            return Some(self);
        }
        self.parts().into_iter().find_map(|part| part.find(is))
    }

    /// True if `is` is true of this question or of a part of it.
    pub fn any(&self, is: &dyn Fn(&Question) -> bool) -> bool {
        self.find(is).is_some()
    }

    /// True if this word stands directly before the question.
    pub fn has(&self, prefix: Prefix) -> bool {
        matches!(&self.kind, QuestionKind::Prefixed(words, _)
            if words.iter().any(|word| word.value == prefix))
    }

    /// True if this part asks about more than the cells of a move.
    fn is_asked(&self) -> bool {
        match &self.kind {
            QuestionKind::Prefixed(..) => self.has(Prefix::Leaving) || self.has(Prefix::After),
            QuestionKind::Move(_)
            | QuestionKind::Plays(_)
            | QuestionKind::Side(..)
            | QuestionKind::Count(_)
            | QuestionKind::Compare(_)
            | QuestionKind::Gone { .. }
            | QuestionKind::Without { .. }
            | QuestionKind::Repeated { .. } => true,
            QuestionKind::Any(_)
            | QuestionKind::All(_)
            | QuestionKind::Group { .. }
            | QuestionKind::Rolled { .. }
            | QuestionKind::Cells(_)
            | QuestionKind::Unknown(_)
            | QuestionKind::Missing => false,
        }
    }

    /// The question as a condition on cells. `None` if it is more than that.
    fn condition(&self) -> Option<Condition> {
        let all = |parts: &Joined<Question>| {
            parts.parts().map(Question::condition).collect::<Option<Vec<_>>>()
        };
        match &self.kind {
            QuestionKind::Any(parts) => Some(Condition::any(all(parts)?, self.at)),
            QuestionKind::All(parts) => Some(Condition::all(all(parts)?, self.at)),
            QuestionKind::Prefixed(words, question) => {
                let inner = question.condition()?;
                let is_not = |word: &Said<Prefix>| word.value == Prefix::Not;
                if !words.iter().all(is_not) {
                    return None;
                }
                Some(if words.len() % 2 == 1 { inner.negate(self.at) } else { inner })
            }
            QuestionKind::Group { question, rest: None, .. } => question.condition(),
            QuestionKind::Cells(condition) => condition.clone(),
            QuestionKind::Group { rest: Some(_), .. }
            | QuestionKind::Move(_)
            | QuestionKind::Plays(_)
            | QuestionKind::Side(..)
            | QuestionKind::Count(_)
            | QuestionKind::Compare(_)
            | QuestionKind::Gone { .. }
            | QuestionKind::Without { .. }
            | QuestionKind::Repeated { .. }
            | QuestionKind::Rolled { .. }
            | QuestionKind::Unknown(_)
            | QuestionKind::Missing => None,
        }
    }
}

/// The content of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// At least two questions with `or` between them.
    Any(Joined<Question>),
    /// At least two questions with `and` between them.
    All(Joined<Question>),
    /// A question with at least one word before it, such as `not leaving in check`.
    Prefixed(Vec<Said<Prefix>>, Box<Question>),
    /// A question in parentheses.
    Group {
        /// `(`
        open: At,
        /// The question.
        question: Box<Question>,
        /// Text behind a complete question.
        rest: Option<Word>,
        /// `)`
        close: At,
    },
    /// A fact about the move.
    Move(MoveFact),
    /// The side is White, or is Black.
    Plays(Color),
    /// A fact about sides. Without a word for them, it is the side for which the question is evaluated.
    Side(Option<Said<Whose>>, Said<SideFact>),
    /// A number of pieces, or of what is counted.
    Count(Count),
    /// `rank of own king >= 4`
    Compare(Box<Compare>),
    /// `some own kind gone`
    Gone {
        /// `some`
        some: At,
        /// Whose pieces.
        whose: Said<Whose>,
        /// `kind`
        kind: At,
        /// `gone`
        gone: At,
    },
    /// `50 turns without capturing`
    Without {
        /// The number of turns.
        number: Word,
        /// `turns`
        turns: At,
        /// `without`
        without: At,
        /// The question about moves.
        question: Box<Question>,
    },
    /// `repeated 3 times by checks`
    Repeated {
        /// `repeated`
        repeated: At,
        /// The number.
        number: Word,
        /// `times`
        times: At,
        /// `by checks`
        by_checks: Option<At>,
    },
    /// `die >= 3`
    Rolled {
        /// The name of the die.
        die: Word,
        /// How its value compares.
        order: Said<Order>,
        /// The value, or the name of another die.
        face: Word,
    },
    /// A condition on the start and end cells of the move. `None` after a finding.
    Cells(Option<Condition>),
    /// Words without a meaning of their own, such as the name of a question.
    Unknown(Word),
    /// A question is missing here.
    Missing,
}

alfil_diagnostics::spelt! {
    /// A word before a question.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Prefix: &'static str, word, from_word {
        /// The opposite.
        Not = "not",
        /// Asked of the board after the move.
        Leaving = "leaving",
        /// Asked of the move before.
        After = "after",
    }
}

/// A fact about the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveFact {
    /// `giving check`, `giving mate`
    Giving(At, Said<Given>),
    /// `moving`, `capturing` or `dropping`, with pieces
    Does(Said<MoveWord>, Option<Pieces>),
    /// `promoting`, with kinds after `to`
    Promoting(At, Option<(At, Names)>),
    /// `castling`
    Castling,
    /// `passing`
    Passing,
    /// `over PIECES`
    Over(At, Pieces),
}

alfil_diagnostics::spelt! {
    /// What a move gives.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum Given: &'static str, word, from_word {
        Check = "check",
        Mate = "mate",
    }
}

alfil_diagnostics::spelt! {
    /// What a move does with a piece.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum MoveWord: &'static str, word, from_word {
        Moving = "moving",
        Capturing = "capturing",
        Dropping = "dropping",
    }
}

/// A number of pieces, or of what is counted: `no own king`, `exactly 3 own checks`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// The wanted number; `None` for at least one.
    pub number: Option<Wanted>,
    /// What is counted.
    pub what: Counted,
    /// What the pieces can do: `can move`.
    pub reply: Option<Reply>,
}

/// A wanted number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// The number.
    pub kind: WantedKind,
    /// The place of the number.
    pub at: At,
}

/// The content of a wanted number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WantedKind {
    /// `no`
    No,
    /// `all`
    All,
    /// `exactly 3`: the place of the word, if it is written, and the number
    Exactly(Option<At>, Word),
    /// `at least 3`, `at most 3`
    Bounded(Said<Bound>, Word),
}

alfil_diagnostics::spelt! {
    /// A bound of a number.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its words")]
    pub enum Bound: &'static str, words, from_words {
        AtLeast = "at least",
        AtMost = "at most",
    }
}

/// Something that is counted. Pieces may also be the name of a counter, which only a game knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counted {
    /// `own turns`, `own worth`
    Tally(Said<Whose>, Said<TallyWord>),
    /// `own pawns`, `own checks`
    Pieces(Pieces),
}

alfil_diagnostics::spelt! {
    /// A number that every side has.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum TallyWord: &'static str, word, from_word {
        Turns = "turns",
        Worth = "worth",
    }
}

/// What pieces can do on the next move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `can move`: the places of both words.
    Move(At, At),
    /// `can reach AREA`
    Reach {
        /// `can`
        can: At,
        /// `reach`
        reach: At,
        /// The area.
        to: Place,
    },
}

/// An area in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The area. `None` after a finding.
    pub area: Option<Area>,
    /// The place of the area.
    pub at: At,
}

/// Two numbers that are compared: `own pieces > enemy pieces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compare {
    /// The first number.
    pub left: Amount,
    /// The sign between them.
    pub order: Said<Order>,
    /// The second number.
    pub right: Amount,
}

/// A number: `rank of own king`, `any turns mod 4`, `enemy pieces + 5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount {
    /// The first part.
    pub first: Part,
    /// The parts that are added or subtracted, each after its sign.
    pub rest: Vec<(Said<Sign>, Part)>,
    /// The place of the number.
    pub at: At,
}

impl Amount {
    /// The quantity, if the number is neither a sum nor a remainder.
    pub fn only(&self) -> Option<&Quantity> {
        (self.rest.is_empty() && self.first.modulo.is_none()).then_some(&self.first.what)
    }
}

/// A part of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What is counted.
    pub what: Quantity,
    /// `mod` and its number.
    pub modulo: Option<(At, Word)>,
}

/// What a number counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// `4`
    Whole(Word),
    /// `rank of X`
    Place {
        /// `rank`, `file` or `layer`
        row: Said<Row>,
        /// `of`
        of: At,
        /// The pieces or the cell.
        what: Selector,
    },
    /// `own turns`, `own pawns`, `own checks`
    Counted(Counted),
}

/// Pieces or cells with filters: `own queens attacked by enemy`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// The pieces or cells.
    pub subject: Subject,
    /// The filters, all of which must hold.
    pub filters: Vec<Filter>,
    /// The place of the subject and its filters.
    pub at: At,
}

/// Pieces or cells without filters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `empty`
    Empty(At),
    /// `mover`
    Anchor(Said<Anchor>),
    /// `own pawns`
    Men(Men),
}

/// Pieces by owner and kind: `own pieces but king`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    /// The owner. Only the pieces of a move may have none.
    pub whose: Option<Said<Whose>>,
    /// The kinds.
    pub kinds: Option<Names>,
    /// `but` and the kinds that are left out.
    pub but: Option<(At, Names)>,
    /// The place of the words.
    pub at: At,
}

/// Names with `or` between them, or with `>` after `next of`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The names.
    pub names: Joined<Word>,
    /// The place of all names.
    pub at: At,
}

impl Names {
    /// The only name. `None` if there are several.
    pub fn only(&self) -> Option<&Word> {
        self.names.rest.is_empty().then_some(&*self.names.first)
    }
}

/// A filter of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    /// The content of the filter.
    pub kind: FilterKind,
    /// The place of the filter.
    pub at: At,
}

/// The content of a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilterKind {
    /// The test holds.
    Is(Test),
    /// `not` and a test.
    Not(At, Test),
    /// `but mover`
    But(At, Said<Anchor>),
}

/// A test of a piece or cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// `in hand`: the places of both words.
    InHand(At, At),
    /// `in rank of X`
    InRow {
        /// `in`
        r#in: At,
        /// `rank`, `file` or `layer`
        row: Said<Row>,
        /// `of`
        of: At,
        /// The pieces or the cell.
        what: Selector,
    },
    /// `in end`
    InCell(At, Said<Anchor>),
    /// `in AREA`
    InArea(At, Place),
    /// `attacked`, with pieces after `by`
    Attacked(At, Option<(At, Selector)>),
    /// `guarded`
    Guarded(At),
    /// `between PIECES`
    Between(At, Men),
    /// `at MOVEMENT of X`
    At {
        /// `at`
        at: At,
        /// The movement.
        pattern: Pattern,
        /// `of`
        of: At,
        /// The pieces or the cell.
        what: Selector,
    },
    /// `along MOVEMENT from X to Y`
    Along {
        /// `along`
        along: At,
        /// The movement.
        pattern: Pattern,
        /// `from`
        from: At,
        /// Where the movement begins.
        start: Selector,
        /// `to`
        to: At,
        /// Where it ends.
        end: Selector,
    },
    /// `behind start`
    On(Said<Anchor>),
    /// `like mover`
    LikeMover(At),
    /// `like DIE`
    LikeDie(At, Word),
    /// `of mover`, after a group of pairs
    Of(At, Said<Anchor>),
    /// `never moved`
    NeverMoved(At),
}

/// Pieces or cells after a word such as `of`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector {
    /// `mover`
    Anchor(Said<Anchor>),
    /// `own king`
    Men(Men),
    /// Cells and areas such as `last rank`.
    Cells(Place),
    /// Pieces with filters, in parentheses.
    Group {
        /// `(`
        open: At,
        /// The pieces.
        pieces: Box<Pieces>,
        /// `)`
        close: At,
    },
    /// Another word, such as the name of a zone.
    Unknown(Word),
}

/// A movement string in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The string.
    pub text: Word,
    /// The tree of its readable parts. `None` if it cannot be read at all.
    pub movement: Option<Movement>,
    /// The findings about it. They count once the movement is given its meaning.
    pub found: Report,
}

/// An action of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The content of the action.
    pub kind: DeedKind,
    /// Text behind the complete action.
    pub rest: Option<Word>,
    /// The place of the action, without the text behind it.
    pub at: At,
}

impl Deed {
    /// The counter that the action changes.
    pub fn counter(&self) -> Option<&Word> {
        match &self.kind {
            DeedKind::Count { name, .. }
            | DeedKind::Reset { name, .. }
            | DeedKind::Set { name, .. } => Some(name),
            DeedKind::Take(..)
            | DeedKind::Place { .. }
            | DeedKind::Carry(..)
            | DeedKind::Happens(..)
            | DeedKind::Unknown(_) => None,
        }
    }

    /// The counter that the action raises.
    fn counts(&self) -> Option<&Word> {
        if let DeedKind::Count { name, .. } = &self.kind { Some(name) } else { None }
    }

    /// The counter that the action sets to a number.
    fn sets(&self) -> Option<&Word> {
        if let DeedKind::Set { name, .. } = &self.kind { Some(name) } else { None }
    }
}

/// The content of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeedKind {
    /// `count 2 NAME`
    Count {
        /// `count`
        count: At,
        /// The number; `None` for 1.
        times: Option<Word>,
        /// The counter.
        name: Word,
    },
    /// `reset enemy NAME`
    Reset {
        /// `reset`
        reset: At,
        /// Whose counter; `None` for the mover's.
        whose: Option<Said<Whose>>,
        /// The counter.
        name: Word,
    },
    /// `set own NAME to NUMBER`
    Set {
        /// `set`
        set: At,
        /// Whose counter; `None` for the mover's.
        whose: Option<Said<Whose>>,
        /// The counter.
        name: Word,
        /// `to`
        to: At,
        /// The new number.
        amount: Amount,
    },
    /// `remove PIECES`, `capture PIECES`
    Take(Said<Taking>, Picked),
    /// `place KIND from hand on CELL`
    Place {
        /// `place`
        place: At,
        /// The kinds, one of which is placed.
        kinds: Names,
        /// `from hand`
        from_hand: Option<At>,
        /// `on`
        on: At,
        /// The cell.
        cells: Cells,
    },
    /// `carry all`
    Carry(At, Load),
    /// Something that happens to pieces: `mover becomes queen`.
    Happens(Picked, Fate),
    /// Words without a meaning.
    Unknown(Word),
}

alfil_diagnostics::spelt! {
    /// How pieces leave the board.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[allow(missing_docs, reason = "each is its word")]
    pub enum Taking: &'static str, word, from_word {
        Remove = "remove",
        Capture = "capture",
    }
}

/// How many pieces the mover carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Load {
    /// `all`
    All(At),
    /// `any number`
    AnyNumber(At),
    /// `at most 3`
    AtMost(At, Word),
}

/// What happens to pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// `becomes victim`: the places of both words.
    BecomesVictim(At, At),
    /// `becomes KIND`
    Becomes(At, Names),
    /// `becomes next of KIND > KIND`
    BecomesNext {
        /// `becomes`
        becomes: At,
        /// `next`
        next: At,
        /// `of`
        of: At,
        /// The kinds in order.
        kinds: Names,
    },
    /// `becomes its NAME`
    BecomesPaired(At, Its),
    /// `changes side`
    ChangesSide(At),
    /// `goes under CELL as its NAME`
    GoesUnder {
        /// `goes under`
        goes: At,
        /// The cell.
        cell: Said<Anchor>,
        /// `as` and the group of pairs.
        r#as: Option<(At, Its)>,
    },
    /// `goes toward CELL 2`
    GoesAlong {
        /// `goes` and the direction
        goes: Said<Course>,
        /// The cell.
        cell: Said<Anchor>,
        /// The greatest number of cells.
        most: Option<Word>,
    },
    /// `goes to own hand`
    GoesToHand {
        /// `goes to`
        goes: At,
        /// Whose hand.
        whose: Said<Whose>,
        /// `hand`
        hand: At,
    },
    /// `goes to CELL`
    GoesTo(At, Cells),
}

/// The kind that is paired with the kind of a piece in a group of pairs: `its NAME`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Its {
    /// `its`
    pub its: At,
    /// The name of the group.
    pub name: Word,
    /// The place of both words.
    pub at: At,
}

/// The pieces of an action: `one own pawn in end`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picked {
    /// `one`
    pub one: Option<At>,
    /// The pieces; never `empty`.
    pub pieces: Pieces,
    /// The place of all words.
    pub at: At,
}

/// The target of an action: `start or end`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The cells, with `or` between them.
    pub cells: Joined<Cell>,
    /// The place of all cells.
    pub at: At,
}

/// A cell, or the cells among which it is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// `one empty in AREA`
    Empty {
        /// `one` or `every`
        extent: Option<Said<Extent>>,
        /// The empty cells.
        cells: Box<Pieces>,
        /// The place of all words.
        at: At,
    },
    /// `end`
    Anchor(Said<Anchor>),
    /// `f1`, or an area of one cell
    Named(Place),
    /// `origin`
    Origin(At),
}
