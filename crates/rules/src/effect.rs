//! Effects: what a move does besides moving.
//!
//! Boards and planes perform them after the piece has moved. All effects of one move together give
//! the player at most [`MAX_CHOICES`] choices.

use crate::condition::{Area, Condition};
use crate::ids::KindId;
use crate::question::{
    Amount, Anchor, CounterId, Lookahead, Men, Pattern, Pieces, Question, Subject, Test, Whose,
};
use crate::stack::{Load, Pairs, Under};
use alfil_diagnostics::source::Span;

/// Maximum number of choices that a player makes with one move.
pub const MAX_CHOICES: usize = 4;

/// A line of `effects`, evaluated after the piece has moved. `A`, `C` and `P` are areas, conditions
/// and patterns; compiled effects replace them with types of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect<A = Area, C = Condition, P = Pattern> {
    /// The effect happens if this question is true. Without a question it always happens.
    pub question: Option<Question<A, C, P>>,
    /// The right of the player to skip the line.
    pub will: Will,
    /// Actions in order. All pieces are selected before the first action.
    pub deeds: Vec<Deed<A, P>>,
    /// The span of the line.
    pub span: Span,
}

/// The right of the player to skip a line of effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Will {
    /// The line is always performed. If it needs a choice and nothing can be chosen, the move is
    /// illegal.
    Must,
    /// The player may skip the line. It is skipped without a choice if nothing can be chosen.
    May,
}

/// An action of the side that moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed<A = Area, P = Pattern> {
    /// The royal pieces of the side that moved must be safe at this point of the effects, or the
    /// move is illegal.
    KingSafe,
    /// Raises a counter of the side that moved by this number, up to 255.
    Count(u8, CounterId),
    /// Sets a counter of these sides to 0.
    Reset(Whose, CounterId),
    /// Sets a counter of these sides to a number, at most 255.
    Set(Whose, CounterId, Box<Amount<A, P>>),
    /// Removes pieces from the game.
    Remove(Picked<A, P>),
    /// Removes all such pieces in hands from the game. Those that the move itself captures do not
    /// count, because they come into a hand only after the effects.
    Discard(Men),
    /// Captures pieces.
    Capture(Picked<A, P>),
    /// Puts a piece on an empty cell.
    Place(Supplied, Spot<A, P>),
    /// Changes the kind of pieces.
    Becomes(Picked<A, P>, Becoming),
    /// Gives pieces to the other side.
    ChangesSide(Picked<A, P>),
    /// Moves pieces to an empty cell.
    GoesTo(Picked<A, P>, Spot<A, P>),
    /// Moves pieces to the hand of a side.
    GoesToHand(Picked<A, P>, Whose),
    /// Moves pieces along a line, until the next cell is occupied or the limit is reached.
    GoesAlong(Picked<A, P>, Along),
    /// Puts pieces directly beneath the piece on a cell.
    GoesUnder(Picked<A, P>, Box<Under>),
    /// Takes pieces that were beneath the mover along.
    Carry(Load),
}

/// A motion that a cell defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Along {
    /// The cell that defines the line together with the piece, or the way together with the start
    /// of the move.
    pub anchor: Anchor,
    /// Where the pieces move, relative to the cell.
    pub course: Course,
    /// Maximum number of cells, at least 1; `None` for no limit. A motion with the cell has none.
    pub most: Option<u8>,
}

/// Where pieces move, relative to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// Along the shortest line toward the cell, and no farther.
    Toward,
    /// Along the shortest line away from the cell.
    AwayFrom,
    /// By the way that leads from the start of the move to the cell. Obstacles on the way do not
    /// matter.
    With,
}

impl Course {
    /// The word for the direction in definitions.
    pub fn word(self) -> &'static str {
        match self {
            Course::Toward => "toward",
            Course::AwayFrom => "away from",
            Course::With => "along with",
        }
    }
}

/// The pieces of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picked<A = Area, P = Pattern> {
    /// Selects all matching pieces, or one.
    pub extent: Extent,
    /// The pieces from which the action selects.
    pub pieces: Pieces<A, P>,
}

/// The number of matching pieces that are selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All matching pieces.
    Each,
    /// One matching piece, which the player chooses.
    One,
}

/// A piece that an action places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supplied {
    /// The kind of the placed piece is one of these; the player chooses.
    pub kinds: Vec<KindId>,
    /// The supply from which the piece comes.
    pub from: Source,
}

/// Where placed pieces come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// From an unlimited supply outside the board.
    Nowhere,
    /// From the hand of the side that moved. Without such a piece the action is impossible.
    Hand,
}

/// A target cell. If there are several, the player chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot<A = Area, P = Pattern> {
    /// One of these cells.
    Anchors(Vec<Anchor>),
    /// One empty cell that passes the filters.
    Empty(Picked<A, P>),
    /// A cell on which a piece of this kind and side begins the game. If there are several, the
    /// only one with the shade of the cell where the piece stood or was captured. Otherwise the
    /// only one on the file of that cell. Without such a cell there is no target.
    Origin,
}

/// The new kind of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Becoming {
    /// One of these kinds; the player chooses.
    Kind(Vec<KindId>),
    /// The kind of the captured piece; the last one if there were several.
    Victim,
    /// The kind that follows the present one in this list.
    Next(Vec<KindId>),
    /// The kind that belongs to the present one.
    Paired(Pairs),
}

impl<A, C, P> Effect<A, C, P> {
    /// True if some action does more than add to a counter or reset it.
    pub fn changes_pieces(&self) -> bool {
        self.deeds.iter().any(|deed| !matches!(deed, Deed::Count(..) | Deed::Reset(..)))
    }

    /// True if some action does more than change a counter, or the player has a choice.
    pub(crate) fn acts(&self) -> bool {
        self.changes_pieces() || self.choices() > 0
    }

    /// True if some action may take a piece away from a side, and `is` returns true for the kind of
    /// the piece. The captured piece is gone already and does not count. Actions that only move
    /// pieces do not count either.
    pub(crate) fn may_cost(&self, is: &impl Fn(KindId) -> bool, kinds: &[KindId]) -> bool {
        let moves = |kind| {
            let asked = self.question.as_ref();
            asked.is_none_or(|asked| asked.may_move(kind) || !asked.is_of_pieces())
        };
        let may_be = |picked: &Picked<A, P>, kind| match &picked.pieces.what {
            Subject::Men(men) => men.has(kind),
            Subject::Anchor(Anchor::Victim) | Subject::Empty | Subject::Cells => false,
            Subject::Anchor(Anchor::Mover | Anchor::End) => moves(kind),
            Subject::Anchor(
                Anchor::Start
                | Anchor::Partner
                | Anchor::Behind
                | Anchor::Beyond
                | Anchor::Above
                | Anchor::Below
                | Anchor::LastMover
                | Anchor::LastStart,
            ) => true,
        };
        self.deeds.iter().any(|deed| match deed {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Place(..)
            | Deed::GoesTo(..)
            | Deed::GoesAlong(..)
            | Deed::Carry(_) => false,
            Deed::Discard(men) => kinds.iter().any(|&kind| is(kind) && men.has(kind)),
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::Becomes(picked, _)
            | Deed::ChangesSide(picked)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesUnder(picked, _) => {
                kinds.iter().any(|&kind| is(kind) && may_be(picked, kind))
            }
        })
    }

    /// True if the effect only changes counters, or places pieces on the start cell of the mover or
    /// of its castling partner. In addition, only the mover and its start cell may decide whether
    /// the effect happens. Castling itself is not considered.
    pub fn places_at_start(&self) -> bool {
        let at_start = |anchor: &Anchor| matches!(anchor, Anchor::Start | Anchor::Partner);
        let places = |deed: &Deed<A, P>| match deed {
            Deed::Count(..) | Deed::Reset(..) => true,
            Deed::Place(_, Spot::Anchors(anchors)) => anchors.iter().all(at_start),
            Deed::Place(_, Spot::Empty(_) | Spot::Origin)
            | Deed::Set(..)
            | Deed::KingSafe
            | Deed::Remove(_)
            | Deed::Discard(_)
            | Deed::Capture(_)
            | Deed::Becomes(..)
            | Deed::ChangesSide(_)
            | Deed::GoesTo(..)
            | Deed::GoesToHand(..)
            | Deed::GoesAlong(..)
            | Deed::GoesUnder(..)
            | Deed::Carry(_) => false,
        };
        self.question.as_ref().is_none_or(Question::hangs_on_start) && self.deeds.iter().all(places)
    }

    /// True if the effect may make a capture illegal because nothing can be chosen. `room` is true
    /// if some cell was empty before the effect.
    pub(crate) fn may_bar(&self, room: bool) -> bool {
        let finds_room = |spot: &Spot<A, P>| match spot {
            Spot::Empty(picked) => room && picked.pieces.filters.is_empty(),
            Spot::Anchors(_) | Spot::Origin => false,
        };
        let one = |picked: &Picked<A, P>| picked.extent == Extent::One;
        let may_lack = |deed: &Deed<A, P>| match deed {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Discard(_)
            | Deed::Carry(_) => false,
            Deed::Place(what, to) => {
                deed.choices() > 0 && (what.from == Source::Hand || !finds_room(to))
            }
            Deed::GoesTo(picked, to) => {
                let chooses = match to {
                    Spot::Anchors(anchors) => anchors.len() > 1,
                    Spot::Empty(_) => !finds_room(to),
                    Spot::Origin => false,
                };
                one(picked) || chooses
            }
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::Becomes(picked, _)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _)
            | Deed::GoesUnder(picked, _) => one(picked),
        };
        self.will == Will::Must && self.deeds.iter().any(may_lack)
    }

    /// True if the effect may add pieces to the board.
    pub(crate) fn fills_cells(&self) -> bool {
        self.deeds.iter().any(|deed| match deed {
            // Pieces that the mover leaves behind fill its start cell.
            Deed::Place(..) | Deed::Carry(_) | Deed::GoesUnder(..) => true,
            Deed::GoesTo(picked, _) | Deed::GoesAlong(picked, _) => picked.is_victim(),
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Remove(_)
            | Deed::Discard(_)
            | Deed::Capture(_)
            | Deed::ChangesSide(_)
            | Deed::Becomes(..)
            | Deed::GoesToHand(..) => false,
        })
    }

    /// True if the effect may make a move illegal.
    pub fn may_fail(&self) -> bool {
        self.choices() > 0 || self.deeds.iter().any(|deed| matches!(deed, Deed::KingSafe))
    }

    /// Maximum number of choices that the effect gives the player.
    pub fn choices(&self) -> usize {
        let deeds: usize = self.deeds.iter().map(Deed::choices).sum();
        deeds + usize::from(self.will == Will::May)
    }

    /// The highest lookahead that the effect needs, for its question and for the selection of
    /// pieces.
    pub fn level(&self) -> Lookahead {
        let of = |deed: &Deed<A, P>| {
            let is_check = matches!(deed, Deed::KingSafe);
            let least = if is_check { Lookahead::Attack } else { Lookahead::Move };
            deed.described().map(Pieces::level).fold(least, Lookahead::max)
        };
        let question = self.question.as_ref().map_or(Lookahead::Move, Question::level);
        self.deeds.iter().map(of).fold(question, Lookahead::max)
    }

    /// True if an action names an anchor for which `is` returns true.
    pub fn names_anchor(&self, is: &dyn Fn(Anchor) -> bool) -> bool {
        let named = |deed: &Deed<A, P>| deed.anchors().iter().any(|&anchor| is(anchor));
        self.picks(&|pieces| pieces.names_anchor(is)) || self.deeds.iter().any(named)
    }

    /// Whether an action places a piece from a hand.
    pub fn places_from_hand(&self) -> bool {
        let places =
            |deed: &Deed<A, P>| matches!(deed, Deed::Place(what, _) if what.from == Source::Hand);
        self.deeds.iter().any(places)
    }

    /// True if an action has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        self.picks(&|pieces| pieces.tests(is))
    }

    /// Whether the effect depends on past moves: the last move, unmoved pieces or counters.
    pub(crate) fn looks_back(&self) -> bool {
        self.question.as_ref().is_some_and(Question::looks_back)
            || self.names_anchor(&Anchor::is_of_last)
            || self.deeds.iter().any(|deed| matches!(deed, Deed::Set(_, _, of) if of.is_counted()))
            || self.tests(&|test| matches!(test, Test::NeverMoved))
    }

    /// True if an action selects pieces or cells for which `are` returns true.
    fn picks(&self, are: &dyn Fn(&Pieces<A, P>) -> bool) -> bool {
        self.deeds.iter().flat_map(Deed::described).any(are)
    }

    /// The same effect with all areas, conditions and patterns converted.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Effect<B, D, Q> {
        Effect {
            question: self.question.as_ref().map(|asked| asked.map(area, cells, pattern)),
            will: self.will,
            deeds: self.deeds.iter().map(|deed| deed.map(area, pattern)).collect(),
            span: self.span,
        }
    }
}

impl<A, P> Deed<A, P> {
    /// True if the action is about pieces beneath others.
    pub fn stacks(&self) -> bool {
        matches!(self, Deed::Carry(_) | Deed::GoesUnder(..))
    }

    /// Number of choices that the action gives the player.
    pub fn choices(&self) -> usize {
        let one = |picked: &Picked<A, P>| usize::from(picked.extent == Extent::One);
        let spot = |spot: &Spot<A, P>| match spot {
            Spot::Anchors(anchors) => usize::from(anchors.len() > 1),
            Spot::Empty(picked) => one(picked),
            Spot::Origin => 0,
        };
        match self {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Discard(_)
            | Deed::Carry(Load::All) => 0,
            Deed::Carry(Load::UpTo(_)) => 1,
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _)
            | Deed::GoesUnder(picked, _) => one(picked),
            Deed::Place(what, to) => spot(to).max(usize::from(what.kinds.len() > 1)),
            Deed::Becomes(picked, Becoming::Kind(kinds)) => {
                one(picked) + usize::from(kinds.len() > 1)
            }
            Deed::Becomes(picked, Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_)) => {
                one(picked)
            }
            Deed::GoesTo(picked, to) => one(picked) + spot(to),
        }
    }

    /// The pieces on the board that the action selects.
    pub fn picked(&self) -> Option<&Picked<A, P>> {
        match self {
            Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Discard(_)
            | Deed::Carry(_)
            | Deed::Place(..) => None,
            Deed::Remove(picked)
            | Deed::Capture(picked)
            | Deed::ChangesSide(picked)
            | Deed::Becomes(picked, _)
            | Deed::GoesTo(picked, _)
            | Deed::GoesToHand(picked, _)
            | Deed::GoesAlong(picked, _)
            | Deed::GoesUnder(picked, _) => Some(picked),
        }
    }

    /// The target cell of the action.
    fn target(&self) -> Option<&Spot<A, P>> {
        if let Deed::Place(_, to) | Deed::GoesTo(_, to) = self { Some(to) } else { None }
    }

    /// All pieces and cells that the action selects, including an empty target cell, and those that
    /// a number is about.
    fn described(&self) -> impl Iterator<Item = &Pieces<A, P>> {
        let target = match self.target() {
            Some(Spot::Empty(picked)) => Some(&picked.pieces),
            Some(Spot::Anchors(_) | Spot::Origin) | None => None,
        };
        let number = if let Deed::Set(_, _, amount) = self { amount.pieces() } else { None };
        self.picked().map(|picked| &picked.pieces).into_iter().chain(target).chain(number)
    }

    /// The anchors of the action's target or line. Anchors of the selected pieces are not included.
    fn anchors(&self) -> &[Anchor] {
        if let Deed::GoesAlong(_, along) = self {
            return std::slice::from_ref(&along.anchor);
        }
        if let Deed::GoesUnder(_, under) = self {
            return std::slice::from_ref(&under.anchor);
        }
        if let Some(Spot::Anchors(anchors)) = self.target() { anchors } else { &[] }
    }

    /// The same action with all areas and patterns converted.
    pub(crate) fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Deed<B, Q> {
        match self {
            Deed::KingSafe => Deed::KingSafe,
            Deed::Count(times, counter) => Deed::Count(*times, *counter),
            Deed::Reset(whose, counter) => Deed::Reset(*whose, *counter),
            Deed::Set(whose, counter, amount) => {
                Deed::Set(*whose, *counter, Box::new(amount.map(area, pattern)))
            }
            Deed::Remove(picked) => Deed::Remove(picked.map(area, pattern)),
            Deed::Discard(men) => Deed::Discard(men.clone()),
            Deed::Capture(picked) => Deed::Capture(picked.map(area, pattern)),
            Deed::Place(what, spot) => Deed::Place(what.clone(), spot.map(area, pattern)),
            Deed::Becomes(picked, to) => Deed::Becomes(picked.map(area, pattern), to.clone()),
            Deed::ChangesSide(picked) => Deed::ChangesSide(picked.map(area, pattern)),
            Deed::GoesTo(picked, spot) => {
                Deed::GoesTo(picked.map(area, pattern), spot.map(area, pattern))
            }
            Deed::GoesToHand(picked, whose) => Deed::GoesToHand(picked.map(area, pattern), *whose),
            Deed::GoesAlong(picked, along) => Deed::GoesAlong(picked.map(area, pattern), *along),
            Deed::GoesUnder(picked, under) => {
                Deed::GoesUnder(picked.map(area, pattern), under.clone())
            }
            Deed::Carry(load) => Deed::Carry(*load),
        }
    }
}

impl<A, P> Spot<A, P> {
    fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Spot<B, Q> {
        match self {
            Spot::Anchors(anchors) => Spot::Anchors(anchors.clone()),
            Spot::Empty(picked) => Spot::Empty(picked.map(area, pattern)),
            Spot::Origin => Spot::Origin,
        }
    }
}

impl Effect {
    /// All areas in the actions of the effect.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = Vec::new();
        let mut area = |area: &Area| areas.push(area.clone());
        for deed in &self.deeds {
            deed.map(&mut area, &mut |_| ());
        }
        areas
    }

    /// Kinds that the actions of the effect can bring into play.
    pub fn made(&self) -> impl Iterator<Item = KindId> {
        self.deeds.iter().flat_map(|deed| match deed {
            Deed::Place(what, _) => what.kinds.clone(),
            Deed::Becomes(_, Becoming::Kind(kinds) | Becoming::Next(kinds)) => kinds.clone(),
            Deed::Becomes(_, Becoming::Paired(pairs)) => seconds(pairs),
            Deed::GoesUnder(_, under) => seconds(&under.becomes),
            Deed::Becomes(_, Becoming::Victim)
            | Deed::KingSafe
            | Deed::Count(..)
            | Deed::Reset(..)
            | Deed::Set(..)
            | Deed::Remove(_)
            | Deed::Discard(_)
            | Deed::Capture(_)
            | Deed::ChangesSide(_)
            | Deed::GoesTo(..)
            | Deed::GoesToHand(..)
            | Deed::GoesAlong(..)
            | Deed::Carry(_) => Vec::new(),
        })
    }

    /// Calls `change` for every description of pieces in the effect, and for the kinds that it makes.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        self.each_described(change);
        for deed in &mut self.deeds {
            match deed {
                Deed::Place(what, _) => each_kind(&mut what.kinds, change),
                Deed::Becomes(_, Becoming::Kind(kinds) | Becoming::Next(kinds)) => {
                    each_kind(kinds, change);
                }
                Deed::Becomes(_, Becoming::Paired(pairs)) => each_pair(pairs, change),
                Deed::GoesUnder(_, under) => each_pair(&mut under.becomes, change),
                Deed::Becomes(_, Becoming::Victim)
                | Deed::KingSafe
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Set(..)
                | Deed::Remove(_)
                | Deed::Discard(_)
                | Deed::Capture(_)
                | Deed::ChangesSide(_)
                | Deed::GoesTo(..)
                | Deed::GoesToHand(..)
                | Deed::GoesAlong(..)
                | Deed::Carry(_) => {}
            }
        }
    }

    /// Calls `change` for every description of pieces that the effect asks for or acts on.
    pub fn each_described(&mut self, change: &mut impl FnMut(&mut Men)) {
        if let Some(question) = &mut self.question {
            question.each_men(change);
        }
        for deed in &mut self.deeds {
            match deed {
                Deed::KingSafe | Deed::Count(..) | Deed::Reset(..) | Deed::Carry(_) => {}
                Deed::Set(_, _, amount) => amount.each_men(change),
                Deed::Discard(men) => change(men),
                Deed::Remove(picked)
                | Deed::Capture(picked)
                | Deed::ChangesSide(picked)
                | Deed::GoesToHand(picked, _)
                | Deed::GoesAlong(picked, _)
                | Deed::GoesUnder(picked, _)
                | Deed::Becomes(picked, _) => picked.pieces.each_men(change),
                Deed::Place(_, spot) => spot.each_men(change),
                Deed::GoesTo(picked, spot) => {
                    picked.pieces.each_men(change);
                    spot.each_men(change);
                }
            }
        }
    }
}

impl Spot {
    fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        match self {
            Spot::Empty(picked) => picked.pieces.each_men(change),
            Spot::Anchors(_) | Spot::Origin => {}
        }
    }
}

fn each_kind(kinds: &mut Vec<KindId>, change: &mut impl FnMut(&mut Men)) {
    let mut men = Men { kinds: Some(std::mem::take(kinds)), ..Men::all() };
    change(&mut men);
    *kinds = men.kinds.unwrap_or_default();
}

/// The kinds that pairs make.
fn seconds(pairs: &Pairs) -> Vec<KindId> {
    pairs.pairs.iter().map(|&[_, to]| to).collect()
}

/// Replaces each kind of each pair by the kinds that `change` makes of it. A pair without a kind on
/// one side is left out.
fn each_pair(pairs: &mut Pairs, change: &mut impl FnMut(&mut Men)) {
    let mut changed = |kind: KindId| {
        let mut kinds = vec![kind];
        each_kind(&mut kinds, change);
        kinds
    };
    let old = std::mem::take(&mut pairs.pairs);
    for [of, to] in old {
        let (firsts, seconds) = (changed(of), changed(to));
        if let Some(&to) = seconds.first() {
            pairs.pairs.extend(firsts.iter().map(|&of| [of, to]));
        }
    }
}

impl<A, P> Picked<A, P> {
    fn map<B, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Picked<B, Q> {
        Picked { extent: self.extent, pieces: self.pieces.map(area, pattern) }
    }

    /// True for the captured piece. It is off the board until the effects end.
    pub fn is_victim(&self) -> bool {
        matches!(self.pieces.what, Subject::Anchor(Anchor::Victim))
    }
}
