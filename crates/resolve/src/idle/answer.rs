//! Finds questions that have the same answer in every position.
//!
//! The analysis is sound: `Always` and `Never` hold in every position. An answer that depends on
//! the geometry of the board or on the history of the game is `Unknown`.

use crate::context::Moment;
use crate::contradiction::{self, Constant, compared, is_impossible};
use crate::draft::{Draft, Piece, Promotes};
use alfil_diagnostics::source::Spanned;
use alfil_rules::effect::shape::{Goes, Shape};
use alfil_rules::effect::{Becoming, Deed, Picked, Spot};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Term};
use alfil_rules::question::{
    Anchor, Filter, Men, MoveFact, Number, Pieces, Question, SideFact, Subject, Test, TestFacts,
    Whose,
};
use alfil_rules::ruleset::{Owner, Royalty};
use alfil_rules::setup::Square;
use alfil_rules::side::Side;
use alfil_rules::turn::{Growth, Pass, Times};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The answer may depend on the position.
    Unknown,
    /// The answer is yes in every position.
    Always(Why),
    /// The answer is no in every position.
    Never(Why),
}

/// The reason for a constant answer. Each reason becomes a sentence in a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// The question only concerns moves of one sort, so its answer is known.
    Sort,
    /// A drop has no start cell, and before it the piece is on no cell.
    DropStartsNowhere,
    /// Before a drop, its end cell is empty.
    DropEndsOnNothing,
    /// A pass has no piece and no cells.
    PassMovesNothing,
    /// The move is not castling, so it has no partner.
    NoPartner,
    /// The game has no hands.
    NoHand,
    /// A piece in hand is on no cell.
    HandIsNoCell,
    /// A captured piece is on no cell.
    VictimIsGone,
    /// Only enemy pieces attack a piece.
    OwnAttack,
    /// No piece captures pieces of its own side.
    OwnCapture,
    /// A piece that changes places with the mover is not captured.
    Exchange,
    /// The piece that moves belongs to the side to move.
    OwnMove,
    /// The move captures nothing.
    NoVictim,
    /// The other side made the move before.
    Alternates,
    /// The side that makes a move is always the side to move.
    OnMove,
    /// A side that has a legal move is not stuck.
    NotStuck,
    /// An attacked royal piece may not castle.
    CastlesUnattacked,
    /// The setup has fewer such pieces, and no rule adds any.
    TooFew,
    /// The game has no royal piece.
    NoRoyal,
    /// An unowned piece belongs to no side.
    Nobodys,
    /// No side of the game has an ally.
    NoAllies,
    /// No piece promotes to the kind in the question.
    NoPromotion,
    /// The question requires a fact and its opposite.
    Contradiction,
    /// The question requires several such pieces or cells, but a move has at most one.
    OnlyOne,
    /// Both sides of the comparison are the same number.
    SameNumber,
    /// The numbers never compare in another way.
    FixedNumbers,
    /// The piece already has the kind that the action gives it.
    SameKind,
    /// The moving piece occupies the cell.
    MoverStands,
    /// No piece is ever beneath another.
    NothingBeneath,
}

/// The moves or positions that a sentence applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    /// Any move before it is made.
    Moves,
    /// A move of a piece on the board, except castling, before it is made.
    Walks,
    /// Castling, before it is made.
    Castling,
    /// A drop, before it is made.
    Drops,
    /// A pass, before it is made.
    Passes,
    /// Any move after it is made.
    Made,
    /// A position. The move that led to it may be known, too.
    Position,
}

/// Everything that is known when a question is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) draft: &'a Draft,
    pub(crate) of: Of,
    pub(crate) moment: Moment,
    pub(crate) known: Known,
}

/// Facts about a move besides its sort; `None` means unknown.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) side: Option<Side>,
    /// Kind of the moving piece before promotion.
    pub(crate) mover: Option<KindId>,
    pub(crate) captures: Option<Captures>,
    /// True if the moves capture nothing, so a deed has no victim.
    pub(crate) victimless: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Captures {
    Something,
    Nothing,
    /// The mover takes a piece up and sets it down elsewhere, so nothing is captured.
    Exchanged,
}

impl Answer {
    fn not(self) -> Answer {
        match self {
            Answer::Unknown => Answer::Unknown,
            Answer::Always(why) => Answer::Never(why),
            Answer::Never(why) => Answer::Always(why),
        }
    }

    fn never(why: Option<Why>) -> Answer {
        why.map_or(Answer::Unknown, Answer::Never)
    }
}

impl Place<'_> {
    /// Evaluates `question` without a position, if possible.
    pub(crate) fn answer(&self, question: &Question) -> Answer {
        match question {
            Question::All(parts) => self.all(parts),
            Question::Any(parts) => {
                let parts: Vec<_> = parts.iter().cloned().map(negated).collect();
                self.all(&parts).not()
            }
            Question::Not(part) => self.answer(part).not(),
            Question::Leaving(part) => Place { moment: Moment::Behind, ..*self }.answer(part),
            Question::Cells(condition) => {
                if is_impossible(condition) {
                    Answer::Never(Why::Contradiction)
                } else {
                    Answer::Unknown
                }
            }
            Question::Move(fact) => self.fact(fact),
            Question::Plays(color) => match self.known.side {
                Some(known) if known.color() == *color => Answer::Always(Why::Sort),
                Some(_) => Answer::Never(Why::Sort),
                None => Answer::Unknown,
            },
            Question::Side(whose, fact) => self.side(*whose, *fact),
            Question::Count(number, pieces) => self.count(*number, pieces),
            Question::Reply(number, pieces, _) => match self.missing(pieces) {
                Some(why) => none(*number, why),
                None => Answer::Unknown,
            },
            Question::Compare(amounts, order) => match compared(amounts, *order) {
                Some(Constant::Same(true)) => Answer::Always(Why::SameNumber),
                Some(Constant::Same(false)) => Answer::Never(Why::SameNumber),
                Some(Constant::Fixed(true)) => Answer::Always(Why::FixedNumbers),
                Some(Constant::Fixed(false)) => Answer::Never(Why::FixedNumbers),
                None => Answer::Unknown,
            },
            Question::After(_)
            | Question::Rolled(..)
            | Question::Without(..)
            | Question::Repeated(..)
            | Question::KindGone(_)
            | Question::By(_) => Answer::Unknown,
        }
    }

    /// The reason why `deed` never changes anything. `None` if it may change something.
    pub(crate) fn idle(&self, deed: &Deed) -> Option<Why> {
        let place = Place { moment: Moment::Picked, ..*self };
        let missing = |picked: &Picked| {
            if picked.is_victim() {
                self.known.victimless.then_some(Why::NoVictim)
            } else {
                place.missing(&picked.pieces)
            }
        };
        let same = |picked: &Picked, becomes: &Becoming| match (&picked.pieces.what, becomes) {
            (Subject::Men(men), Becoming::Kind(kinds)) => {
                let same = men.kinds.as_ref().is_some_and(|of| of == kinds && of.len() == 1);
                same.then_some(Why::SameKind)
            }
            (
                Subject::Men(_) | Subject::Empty | Subject::Cells | Subject::Anchor(_),
                Becoming::Kind(_) | Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_),
            ) => None,
        };
        let Shape { picks, becomes, supplies, target, load, .. } = deed.shape();
        let alone = load.is_some() && self.has_nothing_beneath();
        let is_end = |anchor: &Anchor| matches!(anchor, Anchor::End);
        let taken = supplies.is_some()
            && matches!(target, Some(Spot::Anchors(anchors)) if anchors.iter().all(is_end))
            && !self.may_clear_cells();
        let of_picked =
            |picked| missing(picked).or_else(|| becomes.and_then(|to| same(picked, to)));
        picks
            .and_then(of_picked)
            .or(alone.then_some(Why::NothingBeneath))
            .or(taken.then_some(Why::MoverStands))
    }

    /// Returns true if no line of effects puts a piece beneath another, and the setup has none there.
    fn has_nothing_beneath(&self) -> bool {
        let effects = &self.draft.sentences.effects;
        let covers = |deed: &Deed| matches!(deed, Deed::GoesUnder(..));
        let rows = self.draft.setup.iter().flat_map(|setup| &setup.placement.rows);
        let is_covered = |cell: &Spanned<Square>| matches!(cell.value, Square::Covered(..));
        !effects.iter().flat_map(|effect| &effect.deeds).any(covers)
            && !rows.flat_map(|row| &row.cells).any(is_covered)
    }

    /// Returns true if some effect may empty a cell.
    fn may_clear_cells(&self) -> bool {
        let effects = &self.draft.sentences.effects;
        effects.iter().flat_map(|effect| &effect.deeds).any(|deed| {
            let Shape { picks, goes, .. } = deed.shape();
            goes != Goes::Nowhere && picks.is_some_and(|picked| !picked.is_victim())
        })
    }

    fn all(&self, parts: &[Question]) -> Answer {
        let answers: Vec<_> = parts.iter().map(|part| self.answer(part)).collect();
        if let Some(never) = answers.iter().find(|answer| matches!(answer, Answer::Never(_))) {
            return *never;
        }
        let placeless: Vec<Question> = parts.iter().map(Question::placeless).collect();
        let excluded = |(at, part): (usize, &Question)| {
            placeless[..at].iter().any(|before| excludes(before, part))
        };
        if placeless.iter().enumerate().any(excluded) {
            return Answer::Never(Why::Contradiction);
        }
        match answers.first() {
            Some(first) if answers.iter().all(|answer| matches!(answer, Answer::Always(_))) => {
                *first
            }
            Some(_) | None => Answer::Unknown,
        }
    }

    fn fact(&self, fact: &MoveFact) -> Answer {
        let of_men = |men: &Men| match (men.whose, self.known.mover) {
            (Some(Whose::Enemy | Whose::Ally), _) => Answer::Never(Why::OwnMove),
            (Some(Whose::Own | Whose::Any) | None, _) if is_every(men) => Answer::Always(Why::Sort),
            (Some(Whose::Own | Whose::Any) | None, Some(mover)) => {
                if men.has(mover) {
                    Answer::Always(Why::Sort)
                } else {
                    Answer::Never(Why::Sort)
                }
            }
            (Some(Whose::Own | Whose::Any) | None, None) => Answer::Unknown,
        };
        let unless = |answer: Answer| match answer {
            Answer::Always(_) => Answer::Unknown,
            Answer::Unknown | Answer::Never(_) => answer,
        };
        let never = Answer::Never(Why::Sort);
        match (fact, self.of) {
            (MoveFact::Moving(men), Of::Walks | Of::Castling) => of_men(men),
            (MoveFact::Moving(_), Of::Drops | Of::Passes) => never,
            (MoveFact::Moving(men), Of::Moves | Of::Made | Of::Position) => unless(of_men(men)),
            (MoveFact::Capturing(_), Of::Castling | Of::Drops | Of::Passes) => never,
            (MoveFact::Capturing(men), Of::Walks | Of::Moves | Of::Made | Of::Position) => {
                let own = men.whose == Some(Whose::Own) && !self.takes_own();
                match self.known.captures {
                    Some(Captures::Nothing) => never,
                    Some(Captures::Exchanged) => Answer::Never(Why::Exchange),
                    Some(Captures::Something) if is_every(men) && men.whose.is_none() => {
                        Answer::Always(Why::Sort)
                    }
                    Some(Captures::Something) | None => {
                        Answer::never(own.then_some(Why::OwnCapture))
                    }
                }
            }
            (MoveFact::Dropping(men), Of::Drops) => of_men(men),
            (MoveFact::Dropping(_), Of::Walks | Of::Castling | Of::Passes) => never,
            (MoveFact::Dropping(men), Of::Moves | Of::Made | Of::Position) => unless(of_men(men)),
            (MoveFact::Castling, Of::Castling) => Answer::Always(Why::Sort),
            (MoveFact::Castling, Of::Walks | Of::Drops | Of::Passes) => never,
            (MoveFact::Passing, Of::Passes) => Answer::Always(Why::Sort),
            (MoveFact::Passing, Of::Walks | Of::Castling | Of::Drops) => never,
            (MoveFact::Castling | MoveFact::Passing, Of::Moves | Of::Made | Of::Position) => {
                Answer::Unknown
            }
            (MoveFact::Promoting(_) | MoveFact::Over(_), Of::Passes) => never,
            (MoveFact::Promoting(kinds), _) => {
                let movers = self
                    .draft
                    .live()
                    .filter(|&(kind, _)| self.known.mover.is_none_or(|mover| mover == kind));
                let rules: Vec<&Promotes> = movers.flat_map(|(_, piece)| &piece.promotes).collect();
                let becomes = |kind: &KindId| {
                    rules.iter().any(|promotes| self.draft.targets(promotes).contains(kind))
                };
                let possible = match kinds {
                    Some(kinds) => kinds.iter().any(becomes),
                    None => !rules.is_empty(),
                };
                Answer::never((!possible).then_some(Why::NoPromotion))
            }
            (MoveFact::Over(_), Of::Drops) => never,
            (MoveFact::Over(_), _) => Answer::Unknown,
            (MoveFact::GivingCheck | MoveFact::GivingMate, _) => {
                Answer::never((!self.has_royal()).then_some(Why::NoRoyal))
            }
        }
    }

    fn side(&self, whose: Whose, fact: SideFact) -> Answer {
        let about_to_move = self.moment == Moment::Here
            && match self.of {
                Of::Moves | Of::Walks | Of::Castling | Of::Drops | Of::Passes => true,
                Of::Made | Of::Position => false,
            };
        if whose == Whose::Ally && self.draft.sides.teams.is_empty() {
            return Answer::Never(Why::NoAllies);
        }
        let own = whose == Whose::Own;
        match fact {
            SideFact::OnMove if about_to_move => match whose {
                Whose::Own | Whose::Any => Answer::Always(Why::OnMove),
                Whose::Enemy | Whose::Ally => Answer::Never(Why::OnMove),
            },
            SideFact::OnMove if whose == Whose::Any => Answer::Always(Why::OnMove),
            SideFact::OnMove => Answer::Unknown,
            SideFact::InCheck if !self.has_royal() => Answer::Never(Why::NoRoyal),
            SideFact::InCheck if own => {
                let castles = self.of == Of::Castling && self.moment == Moment::Here;
                let idle = castles && self.only_royal_castles();
                Answer::never(idle.then_some(Why::CastlesUnattacked))
            }
            // The question `stuck` ignores passes. So a side that is about to move may be stuck if
            // the rules allow passes.
            SideFact::Stuck if own && about_to_move && !self.passes() => {
                Answer::Never(Why::NotStuck)
            }
            SideFact::InCheck | SideFact::Stuck => Answer::Unknown,
        }
    }

    fn count(&self, number: Number, pieces: &Pieces) -> Answer {
        if let Some(why) = self.missing(pieces) {
            return none(number, why);
        }
        let most_is_one = matches!(pieces.what, Subject::Anchor(_));
        let most = match &pieces.what {
            Subject::Men(men) => contradiction::most(self.draft, men),
            Subject::Empty | Subject::Cells | Subject::Anchor(_) => None,
        };
        match number {
            Number::All if pieces.filters.is_empty() => Answer::Always(Why::SameNumber),
            Number::Exactly(n) | Number::AtLeast(n) if most_is_one && n > 1 => {
                Answer::Never(Why::OnlyOne)
            }
            Number::AtMost(n) if most_is_one && n > 0 => Answer::Always(Why::OnlyOne),
            Number::AtLeast(0) => Answer::Always(Why::SameNumber),
            Number::Exactly(n) | Number::AtLeast(n) if most.is_some_and(|most| n > most) => {
                Answer::Never(Why::TooFew)
            }
            Number::AtMost(n) if most.is_some_and(|most| n >= most) => Answer::Always(Why::TooFew),
            Number::All
            | Number::Some
            | Number::No
            | Number::Exactly(_)
            | Number::AtLeast(_)
            | Number::AtMost(_) => Answer::Unknown,
        }
    }

    /// The reason why the pieces of this selector never exist. `None` if they may exist.
    pub(crate) fn missing(&self, pieces: &Pieces) -> Option<Why> {
        let filters = &pieces.filters;
        let subject = match &pieces.what {
            Subject::Men(men) => self.no_men(men),
            Subject::Empty | Subject::Cells => None,
            Subject::Anchor(anchor) => self.no_anchor(*anchor).or_else(|| {
                let nothing_yet = *anchor == Anchor::End && self.of == Of::Drops;
                let before = self.moment == Moment::Here;
                (nothing_yet && before && !pieces.is_place()).then_some(Why::DropEndsOnNothing)
            }),
        };
        let in_hand = |filter: &Filter| filter.holds && filter.test == Test::InHand;
        let on_board = |filter: &Filter| filter.holds && filter.test != Test::InHand;
        let hand = filters.iter().any(in_hand).then(|| match &pieces.what {
            Subject::Men(_) if self.draft.hand.is_none() => Some(Why::NoHand),
            Subject::Men(_) => filters.iter().any(on_board).then_some(Why::HandIsNoCell),
            Subject::Empty | Subject::Cells | Subject::Anchor(_) => Some(Why::HandIsNoCell),
        });
        let excluded = |(at, filter): (usize, &Filter)| {
            filters[..at].iter().any(|f| f.test == filter.test && f.holds != filter.holds)
        };
        let contradicts = filters.iter().enumerate().any(excluded);
        subject
            .or(hand.flatten())
            .or(contradicts.then_some(Why::Contradiction))
            .or_else(|| filters.iter().find_map(|filter| self.fails(pieces, filter)))
    }

    /// The reason why no piece ever passes a filter. `None` if some may pass.
    fn fails(&self, pieces: &Pieces, filter: &Filter) -> Option<Why> {
        if !filter.holds {
            return None;
        }
        let is_own = match &pieces.what {
            Subject::Men(men) => men.whose == Some(Whose::Own),
            Subject::Anchor(anchor) => *anchor == Anchor::Mover,
            Subject::Empty | Subject::Cells => false,
        };
        if is_own
            && filter.test == Test::On(Anchor::LastMover)
            && self.moment == Moment::Here
            && self.alternates()
        {
            return Some(Why::Alternates);
        }
        let TestFacts { pieces: of, men, anchor, .. } = filter.test.facts();
        if let Test::Attacked(Some(by)) = &filter.test {
            return self.missing(by).or_else(|| self.same_side(&pieces.what, &by.what));
        }
        // A dropped piece has a kind before it is on the board, so a filter about the kind of the
        // mover may hold for a drop.
        let of_kind = matches!(filter.test, Test::LikeMover | Test::Paired(Anchor::Mover, _));
        let anchor = anchor.filter(|_| !of_kind || self.of == Of::Passes);
        let nowhere = of.into_iter().flatten().find_map(|of| self.named_nowhere(of));
        nowhere
            .or_else(|| men.and_then(|men| self.no_men(men)))
            .or_else(|| anchor.and_then(|anchor| self.no_anchor(anchor)))
    }

    /// The reason why the pieces of a filter are on no cell. `None` if they may be on a cell.
    fn named_nowhere(&self, of: &Pieces) -> Option<Why> {
        match (&of.what, of.filters.is_empty()) {
            (Subject::Anchor(anchor), true) => self.no_anchor(*anchor),
            (Subject::Anchor(_) | Subject::Men(_) | Subject::Empty | Subject::Cells, _) => {
                self.missing(of)
            }
        }
    }

    /// The reason why `attacker` never attacks `victim`, if both belong to the same side.
    fn same_side(&self, victim: &Subject, attacker: &Subject) -> Option<Why> {
        // Neutral and unowned pieces attack and are attacked like pieces of either side, so an
        // attack on a piece of the same side is possible.
        if self.draft.live().any(|(_, piece)| piece.owner.value != Owner::Side) {
            return None;
        }
        let whose = |subject: &Subject| match subject {
            Subject::Men(men) => men.whose.filter(|&whose| whose != Whose::Any),
            Subject::Anchor(Anchor::Mover) => Some(Whose::Own),
            Subject::Anchor(_) | Subject::Empty | Subject::Cells => None,
        };
        let (victim, attacker) = (whose(victim)?, whose(attacker)?);
        (victim == attacker).then_some(Why::OwnAttack)
    }

    /// The reason why no side ever has pieces of the kinds in `men`: all these kinds are unowned.
    fn no_men(&self, men: &Men) -> Option<Why> {
        let owned = |kind: KindId| self.draft.pieces[kind].owner.value != Owner::Nobody;
        let mut kinds = self.draft.live().map(|(kind, _)| kind).filter(|&kind| men.has(kind));
        match men.whose {
            Some(Whose::Ally) if self.draft.sides.teams.is_empty() => Some(Why::NoAllies),
            Some(Whose::Own | Whose::Enemy | Whose::Ally) => {
                (!kinds.any(owned)).then_some(Why::Nobodys)
            }
            Some(Whose::Any) | None => None,
        }
    }

    /// The reason why the move has no such piece or cell. `None` if it may have one.
    fn no_anchor(&self, anchor: Anchor) -> Option<Why> {
        let before = self.moment == Moment::Here;
        match (anchor, self.of) {
            (Anchor::Victim, _) => Some(Why::VictimIsGone),
            (
                Anchor::Mover
                | Anchor::Start
                | Anchor::End
                | Anchor::Partner
                | Anchor::Behind
                | Anchor::Beyond
                | Anchor::Above
                | Anchor::Below,
                Of::Passes,
            ) => Some(Why::PassMovesNothing),
            (Anchor::Mover, Of::Drops) => before.then_some(Why::DropStartsNowhere),
            (Anchor::Start | Anchor::Behind | Anchor::Beyond, Of::Drops) => {
                Some(Why::DropStartsNowhere)
            }
            (Anchor::Partner, Of::Drops | Of::Walks | Of::Position) => Some(Why::NoPartner),
            (Anchor::Partner, Of::Moves | Of::Made) => {
                let castles = |term: &Term| matches!(term.action, Action::Castle(_));
                let mut pieces = self.draft.live().map(|(_, piece)| piece);
                let castles = pieces.any(|p| p.moves.movement.terms.iter().any(castles));
                (!castles).then_some(Why::NoPartner)
            }
            (Anchor::Partner, Of::Castling) => None,
            (Anchor::LastMover | Anchor::LastStart, _) => None,
            (
                Anchor::Mover
                | Anchor::Start
                | Anchor::End
                | Anchor::Behind
                | Anchor::Beyond
                | Anchor::Above
                | Anchor::Below,
                _,
            ) => None,
        }
    }

    /// Returns true if each side has one royal piece, which is the only piece that castles. Then no
    /// castling is legal while a royal piece is attacked.
    fn only_royal_castles(&self) -> bool {
        let castles =
            |piece: &Piece| piece.moves.movement.terms.iter().any(|term| term.castle().is_some());
        let royal = |piece: &Piece| piece.royal.is_royal();
        let mut pieces = self.draft.live();
        let agree = pieces.all(|(_, piece)| match piece.royal {
            Royalty::No => !castles(piece),
            Royalty::Each => castles(piece),
            Royalty::All | Royalty::Last => false,
        });
        let kinds = self.draft.live().filter(|(_, piece)| royal(piece)).map(|(kind, _)| kind);
        let men = Men { whose: Some(Whose::Own), kinds: Some(kinds.collect()), but: Vec::new() };
        agree && contradiction::most(self.draft, &men) == Some(1)
    }

    /// Returns true if the side that moves never owns the piece that moved before.
    fn alternates(&self) -> bool {
        let turn = &self.draft.turn.turn;
        let mut series = turn.series.0.iter().chain(&turn.first);
        let one_move = series.all(|series| {
            series.growth == Growth::None
                && matches!(series.steps.as_slice(), [step] if step.times == Times::Once)
        });
        let effects = &self.draft.sentences.effects;
        let mut deeds = effects.iter().flat_map(|effect| &effect.deeds);
        let moves_pieces = match self.of {
            Of::Moves | Of::Walks | Of::Castling | Of::Drops => true,
            Of::Passes | Of::Made | Of::Position => false,
        };
        moves_pieces
            && one_move
            && !self.passes()
            && self.draft.sides.each.is_empty()
            && self.draft.live().all(|(_, piece)| piece.owner.value == Owner::Side)
            && !deeds.any(|deed| matches!(deed, Deed::ChangesSide(_)))
    }

    fn has_royal(&self) -> bool {
        self.draft.live().any(|(_, piece)| piece.royal.is_royal())
    }

    fn passes(&self) -> bool {
        let series = &self.draft.turn.turn.series.0;
        let mut steps =
            series.iter().chain(&self.draft.turn.turn.first).flat_map(|series| &series.steps);
        steps.any(|step| step.pass == Pass::May)
    }

    /// Returns true if some piece may capture its own side's pieces or neutral ones.
    fn takes_own(&self) -> bool {
        let takes = |term: &Term| match &term.action {
            Action::Walk(walk) => walk.legs.iter().any(|leg| leg.mode.own),
            Action::Castle(_) | Action::Drop(_) => false,
        };
        self.draft.live().any(|(_, piece)| {
            piece.owner.value != Owner::Side || piece.moves.movement.terms.iter().any(takes)
        })
    }
}

/// The constant answer to a question about a number of pieces, if there are no such pieces.
fn none(number: Number, why: Why) -> Answer {
    match number {
        Number::Some => Answer::Never(why),
        Number::No | Number::AtMost(_) | Number::Exactly(0) | Number::AtLeast(0) => {
            Answer::Always(why)
        }
        Number::Exactly(_) | Number::AtLeast(_) => Answer::Never(why),
        Number::All => Answer::Unknown,
    }
}

fn negated(question: Question) -> Question {
    match question {
        Question::Not(part) => *part,
        question => Question::Not(Box::new(question)),
    }
}

/// Returns true if the two questions are never both answered with yes.
fn excludes(one: &Question, other: &Question) -> bool {
    let sides = |a: &Question, b: &Question| matches!((a, b), (Question::Plays(a), Question::Plays(b)) if a != b);
    let opposite = |a: &Question, b: &Question| matches!(a, Question::Not(part) if **part == *b);
    sides(one, other) || sides(other, one) || opposite(one, other) || opposite(other, one)
}

/// Returns true if `men` includes every kind of piece.
fn is_every(men: &Men) -> bool {
    men.kinds.is_none() && men.but.is_empty()
}
