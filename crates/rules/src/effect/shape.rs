//! What actions act on and what they make, what effects may do, and copies of effects.
//!
//! [`Deed::shape`] is the only function here that lists all actions. Analyses of effects read its
//! result, so a new action needs one more row and no change to the analyses.

use super::{Along, Becoming, Deed, Effect, Extent, Picked, Source, Spot, Supplied, Will};
use crate::condition::Area;
use crate::effect::{Load, Pairs, Under};
use crate::ids::KindId;
use crate::question::map::{Convert, EachMen, Types};
use crate::question::{
    Amount, Anchor, CounterId, Lookahead, Men, Needs, Node, Pieces, Question, Subject, Test, Whose,
};

/// What an action acts on and what it makes. Fields that an action does not have are empty.
pub struct Shape<'a, A, P> {
    /// The pieces on the board that the action selects.
    pub picks: Option<&'a Picked<A, P>>,
    /// Where the selected pieces go.
    pub goes: Goes,
    /// True if the selected pieces change sides.
    pub changes_side: bool,
    /// What the selected pieces become, on their cell.
    pub becomes: Option<&'a Becoming>,
    /// The piece that the action places.
    pub supplies: Option<&'a Supplied>,
    /// The target cell.
    pub target: Option<&'a Spot<A, P>>,
    /// The line or way along which the selected pieces move.
    pub along: Option<Along>,
    /// The place beneath another piece, and what the selected pieces become there.
    pub under: Option<&'a Under>,
    /// How many pieces beneath the mover the action takes along.
    pub load: Option<Load>,
    /// Pieces in hands that the action removes.
    pub discards: Option<&'a Men>,
    /// The counter that the action changes.
    pub counts: Option<Counting<'a, A, P>>,
}

/// Where an action moves the pieces that it selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goes {
    /// They stay where they are.
    Nowhere,
    /// Out of the game.
    Out,
    /// Where captured pieces go.
    Captured,
    /// To a hand.
    Hand,
    /// To another cell.
    Cell,
    /// Beneath another piece.
    Beneath,
}

/// A change of a counter.
pub struct Counting<'a, A, P> {
    /// The sides whose counter changes.
    pub whose: Whose,
    /// The counter.
    pub counter: CounterId,
    /// The change.
    pub change: Change<'a, A, P>,
}

/// How a counter changes.
pub enum Change<'a, A, P> {
    /// It rises by a number.
    By(u8),
    /// It is set to 0.
    Zero,
    /// It is set to a number.
    To(&'a Amount<A, P>),
}

impl<'a, A, P> Shape<'a, A, P> {
    /// An action that acts on nothing.
    #[inline(always)]
    fn none() -> Shape<'a, A, P> {
        Shape {
            picks: None,
            goes: Goes::Nowhere,
            changes_side: false,
            becomes: None,
            supplies: None,
            target: None,
            along: None,
            under: None,
            load: None,
            discards: None,
            counts: None,
        }
    }
}

impl<A, P> Deed<A, P> {
    /// Returns what the action acts on and what it makes. The engine asks for single fields while
    /// it makes moves; without inlining, counting duck chess takes 3 % more instructions.
    #[inline(always)]
    pub fn shape(&self) -> Shape<'_, A, P> {
        let none = Shape::none;
        let picks = |picked, goes| Shape { picks: Some(picked), goes, ..none() };
        let counts = |whose, &counter, change| {
            let counting = Counting { whose, counter, change };
            Shape { counts: Some(counting), ..none() }
        };
        match self {
            Deed::KingSafe => none(),
            Deed::Count(by, counter) => counts(Whose::Own, counter, Change::By(*by)),
            Deed::Reset(whose, counter) => counts(*whose, counter, Change::Zero),
            Deed::Set(whose, counter, amount) => counts(*whose, counter, Change::To(amount)),
            Deed::Remove(picked) => picks(picked, Goes::Out),
            Deed::Discard(men) => Shape { discards: Some(men), ..none() },
            Deed::Capture(picked) => picks(picked, Goes::Captured),
            Deed::Place(what, spot) => Shape { supplies: Some(what), target: Some(spot), ..none() },
            Deed::Becomes(picked, to) => {
                Shape { becomes: Some(to), ..picks(picked, Goes::Nowhere) }
            }
            Deed::ChangesSide(picked) => {
                Shape { changes_side: true, ..picks(picked, Goes::Nowhere) }
            }
            Deed::GoesTo(picked, spot) => Shape { target: Some(spot), ..picks(picked, Goes::Cell) },
            Deed::GoesToHand(picked, _) => picks(picked, Goes::Hand),
            Deed::GoesAlong(picked, along) => {
                Shape { along: Some(*along), ..picks(picked, Goes::Cell) }
            }
            Deed::GoesUnder(picked, under) => {
                Shape { under: Some(under), ..picks(picked, Goes::Beneath) }
            }
            Deed::Carry(load) => Shape { load: Some(*load), ..none() },
        }
    }

    /// True if the action is about pieces beneath others.
    pub fn stacks(&self) -> bool {
        let Shape { under, load, .. } = self.shape();
        under.is_some() || load.is_some()
    }

    /// Number of choices that the action gives the player.
    #[inline]
    pub fn choices(&self) -> usize {
        self.shape().choices()
    }

    /// The pieces on the board that the action selects.
    #[inline]
    pub fn picked(&self) -> Option<&Picked<A, P>> {
        self.shape().picks
    }

    /// All pieces and cells that the action selects, including an empty target cell, and those that
    /// a number is about.
    pub(super) fn described(&self) -> impl Iterator<Item = &Pieces<A, P>> {
        let Shape { picks, target, counts, .. } = self.shape();
        let target = target.and_then(Spot::empty);
        let amount = counts.and_then(|counting| counting.change.amount());
        let number = amount.into_iter().flat_map(Amount::pieces);
        picks.map(|picked| &picked.pieces).into_iter().chain(target).chain(number)
    }

    /// Returns what the selection of pieces and cells and the numbers of the action depend on.
    pub(super) fn needs(&self) -> Needs {
        let mut needs = Needs::NONE;
        self.described().for_each(|pieces| needs |= pieces.needs());
        if let Some(counting) = self.shape().counts {
            needs |= counting.change.amount().map_or(Needs::NONE, Amount::needs);
        }
        self.anchors().iter().for_each(|anchor| needs |= anchor.needs());
        needs
    }

    /// Calls `visit` for everything that the action is about, except for the kinds that it makes.
    pub fn walk<'a, C>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        let Shape { picks, target, discards, counts, .. } = self.shape();
        let pieces = picks.map(|picked| &picked.pieces).into_iter();
        pieces.chain(target.and_then(Spot::empty)).for_each(|pieces| pieces.walk(visit));
        target.and_then(Spot::named).into_iter().for_each(|area| visit(Node::Area(area)));
        discards.into_iter().for_each(|men| visit(Node::Men(men)));
        let amount = counts.and_then(|counting| counting.change.amount());
        amount.into_iter().for_each(|amount| amount.walk(visit));
        self.anchors().iter().for_each(|&anchor| visit(Node::Anchor(anchor)));
    }

    /// The anchors of the action's target or line. Anchors of the selected pieces are not included.
    fn anchors(&self) -> Vec<Anchor> {
        let Shape { target, along, under, .. } = self.shape();
        let cells = match target {
            Some(Spot::Anchors(anchors)) => anchors.as_slice(),
            Some(Spot::Empty(_) | Spot::Named(_) | Spot::Origin) | None => &[],
        };
        let along = along.map(|along| along.anchor);
        let under = under.map(|under| under.anchor);
        cells.iter().copied().chain(along).chain(under).collect()
    }
}

impl<'a, A, P> Shape<'a, A, P> {
    /// Returns the number of choices that the action gives the player.
    #[inline]
    pub fn choices(&self) -> usize {
        let one = |picked: &Picked<A, P>| usize::from(picked.extent == Extent::One);
        let several = |kinds: &Vec<KindId>| usize::from(kinds.len() > 1);
        let cell = self.target.map_or(0, |spot| match spot {
            Spot::Anchors(anchors) => usize::from(anchors.len() > 1),
            Spot::Empty(picked) => one(picked),
            Spot::Named(_) | Spot::Origin => 0,
        });
        // The kind and the cell of a new piece are one choice.
        let placed = cell.max(self.supplies.map_or(0, |what| several(&what.kinds)));
        let changed = self.becomes.map_or(0, |to| match to {
            Becoming::Kind(kinds) => several(kinds),
            Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_) => 0,
        });
        let carried = usize::from(matches!(self.load, Some(Load::UpTo(_))));
        self.picks.map_or(0, one) + placed + changed + carried
    }

    /// Returns the pieces that the action may take away from their side, or that it may turn into
    /// other pieces.
    pub fn taken(&self) -> Option<&'a Picked<A, P>> {
        let leaves = match self.goes {
            Goes::Out | Goes::Captured | Goes::Hand | Goes::Beneath => true,
            Goes::Nowhere | Goes::Cell => false,
        };
        self.picks.filter(|_| leaves || self.changes_side || self.becomes.is_some())
    }

    /// Returns true if a piece of `kind` that the action takes may be gone or become a piece for
    /// which `is` returns false. `kinds` are all kinds of the game.
    pub fn may_end(&self, kind: KindId, is: &impl Fn(KindId) -> bool, kinds: &[KindId]) -> bool {
        self.becomes.is_none_or(|to| to.may_end(kind, is, kinds))
    }

    /// Returns the pairs of kinds by which the action changes pieces.
    pub fn pairs(&self) -> Option<&'a Pairs> {
        match self.becomes {
            Some(Becoming::Paired(pairs)) => Some(pairs),
            Some(Becoming::Kind(_) | Becoming::Victim | Becoming::Next(_)) | None => {
                self.under.map(|under| &under.becomes)
            }
        }
    }

    /// Returns the kinds that the action can bring into play. A piece that becomes a captured kind
    /// is not included.
    pub fn makes(&self) -> Vec<KindId> {
        let placed = self.supplies.map(|what| &what.kinds);
        let changed = match self.becomes {
            Some(Becoming::Kind(kinds) | Becoming::Next(kinds)) => Some(kinds),
            Some(Becoming::Victim | Becoming::Paired(_)) | None => None,
        };
        let paired = self.pairs().into_iter().flat_map(|pairs| &pairs.pairs);
        let paired = paired.map(|[_, to]| to);
        placed.into_iter().chain(changed).flatten().chain(paired).copied().collect()
    }

    /// Returns true if the action may add pieces to the board. Pieces that the mover leaves behind
    /// fill its start cell.
    pub(super) fn fills_cells(&self) -> bool {
        let returns = self.goes == Goes::Cell && self.picks.is_some_and(Picked::is_victim);
        self.supplies.is_some() || self.load.is_some() || self.under.is_some() || returns
    }

    /// Returns true if the player may have to choose, and may find nothing to choose. `room` is
    /// true if some cell is empty.
    pub(super) fn may_lack(&self, room: bool) -> bool {
        let finds_room = |spot: &Spot<A, P>| match spot {
            Spot::Empty(picked) => room && picked.pieces.filters.is_empty(),
            Spot::Anchors(_) | Spot::Named(_) | Spot::Origin => false,
        };
        if let (Some(what), Some(spot)) = (self.supplies, self.target) {
            return self.choices() > 0 && (what.from == Source::Hand || !finds_room(spot));
        }
        let chooses_cell = self.target.is_some_and(|spot| match spot {
            Spot::Anchors(anchors) => anchors.len() > 1,
            Spot::Empty(_) => !finds_room(spot),
            Spot::Named(_) | Spot::Origin => false,
        });
        self.picks.is_some_and(|picked| picked.extent == Extent::One) || chooses_cell
    }

    /// Returns true if the action only counts, or places pieces on the start cell of the mover or
    /// of its castling partner.
    pub(super) fn places_at_start(&self) -> bool {
        let at_start = |anchor: &Anchor| matches!(anchor, Anchor::Start | Anchor::Partner);
        let counts = self.counts.as_ref().is_some_and(|counting| match counting.change {
            Change::By(_) | Change::Zero => true,
            Change::To(_) => false,
        });
        let places = self.supplies.is_some()
            && matches!(self.target, Some(Spot::Anchors(anchors)) if anchors.iter().all(at_start));
        counts || places
    }
}

impl<'a, A, P> Change<'a, A, P> {
    /// Returns the number to which the counter is set.
    fn amount(&self) -> Option<&'a Amount<A, P>> {
        match self {
            Change::To(amount) => Some(amount),
            Change::By(_) | Change::Zero => None,
        }
    }
}

impl<A, P> Spot<A, P> {
    /// Returns the description of empty cells.
    fn empty(&self) -> Option<&Pieces<A, P>> {
        match self {
            Spot::Empty(picked) => Some(&picked.pieces),
            Spot::Anchors(_) | Spot::Named(_) | Spot::Origin => None,
        }
    }

    /// Returns the area that names the cell.
    pub fn named(&self) -> Option<&A> {
        match self {
            Spot::Named(area) => Some(area),
            Spot::Anchors(_) | Spot::Empty(_) | Spot::Origin => None,
        }
    }
}

impl<A, C, P> Effect<A, C, P> {
    /// Calls `visit` for everything that the actions are about, except for the kinds that they
    /// make. The question of the effect is not included.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(Node<'a, A, C, P>)) {
        self.deeds.iter().for_each(|deed| deed.walk(visit));
    }
}

// What effects may do, before any position is known.

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
    /// the piece. A piece that becomes another kind counts if `is` returns false for the new kind.
    /// The captured piece is gone already and does not count. Actions that only move pieces do not
    /// count either.
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
        let costs = |shape: &Shape<'_, A, P>, kind: KindId| {
            let taken = shape.taken().is_some_and(|picked| may_be(picked, kind));
            taken && shape.may_end(kind, is, kinds)
                || shape.discards.is_some_and(|men| men.has(kind))
        };
        self.deeds.iter().any(|deed| {
            let shape = deed.shape();
            kinds.iter().any(|&kind| is(kind) && costs(&shape, kind))
        })
    }

    /// True if the effect only changes counters, or places pieces on the start cell of the mover or
    /// of its castling partner. In addition, only the mover and its start cell may decide whether
    /// the effect happens. Castling itself is not considered.
    pub fn places_at_start(&self) -> bool {
        self.question.as_ref().is_none_or(Question::hangs_on_start)
            && self.deeds.iter().all(|deed| deed.shape().places_at_start())
    }

    /// True if the effect may make a capture illegal because nothing can be chosen. `room` is true
    /// if some cell was empty before the effect.
    pub(crate) fn may_bar(&self, room: bool) -> bool {
        self.will == Will::Must && self.deeds.iter().any(|deed| deed.shape().may_lack(room))
    }

    /// True if the effect may add pieces to the board.
    pub(crate) fn fills_cells(&self) -> bool {
        self.deeds.iter().any(|deed| deed.shape().fills_cells())
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
        let mut names = false;
        self.walk(&mut |node| names |= matches!(node, Node::Anchor(anchor) if is(anchor)));
        names
    }

    /// Whether an action places a piece from a hand.
    pub fn places_from_hand(&self) -> bool {
        let places =
            |deed: &Deed<A, P>| matches!(deed, Deed::Place(what, _) if what.from == Source::Hand);
        self.deeds.iter().any(places)
    }

    /// True if an action has a filter of pieces for which `is` returns true.
    pub fn tests(&self, is: &dyn Fn(&Test<A, P>) -> bool) -> bool {
        let mut tests = false;
        self.walk(&mut |node| tests |= matches!(node, Node::Test(test) if is(test)));
        tests
    }

    /// Whether the effect depends on past moves: the last move, unmoved pieces, counters or dice.
    pub(crate) fn looks_back(&self) -> bool {
        self.question.as_ref().is_some_and(Question::looks_back)
            || self.deeds.iter().any(|deed| deed.needs().meets(Needs::EARLIER))
    }
}

impl Effect {
    /// All areas in the actions of the effect.
    pub fn areas(&self) -> Vec<Area> {
        let mut areas = Vec::new();
        self.walk(&mut |node| {
            if let Node::Area(area) = node {
                areas.push(area.clone());
            }
        });
        areas
    }

    /// Kinds that the actions of the effect can bring into play.
    pub fn made(&self) -> impl Iterator<Item = KindId> {
        self.deeds.iter().flat_map(|deed| deed.shape().makes())
    }
}

// Copies of effects in which parts are converted.

impl<A, C, P> Effect<A, C, P> {
    /// The same effect with all areas, conditions and patterns converted.
    pub fn map<B, D, Q>(
        &self,
        area: &mut impl FnMut(&A) -> B,
        cells: &mut impl FnMut(&C) -> D,
        pattern: &mut impl FnMut(&P) -> Q,
    ) -> Effect<B, D, Q> {
        self.convert(&mut Types { area, cells, pattern })
    }

    fn convert<T: Convert<A, C, P>>(&self, to: &mut T) -> Effect<T::Area, T::Cells, T::Pattern> {
        Effect {
            question: self.question.as_ref().map(|question| question.convert(to)),
            will: self.will,
            deeds: self.deeds.iter().map(|deed| deed.convert(to)).collect(),
            span: self.span,
        }
    }
}

impl Effect {
    /// Calls `change` for every description of pieces in the effect, and for the kinds that it
    /// makes.
    pub fn each_men(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen { change, made: true });
    }

    /// Calls `change` for every description of pieces that the effect asks for or acts on.
    pub fn each_described(&mut self, change: &mut impl FnMut(&mut Men)) {
        *self = self.convert(&mut EachMen::described(change));
    }
}

impl<A, P> Deed<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Deed<T::Area, T::Pattern> {
        match self {
            Deed::KingSafe => Deed::KingSafe,
            Deed::Count(times, counter) => Deed::Count(*times, *counter),
            Deed::Reset(whose, counter) => Deed::Reset(*whose, *counter),
            Deed::Set(whose, counter, amount) => {
                Deed::Set(*whose, *counter, Box::new(amount.convert(to)))
            }
            Deed::Remove(picked) => Deed::Remove(picked.convert(to)),
            Deed::Discard(men) => Deed::Discard(to.men(men)),
            Deed::Capture(picked) => Deed::Capture(picked.convert(to)),
            Deed::Place(what, spot) => {
                let what = Supplied { kinds: to.made(&what.kinds), from: what.from };
                Deed::Place(what, spot.convert(to))
            }
            Deed::Becomes(picked, becoming) => {
                Deed::Becomes(picked.convert(to), becoming.convert(to))
            }
            Deed::ChangesSide(picked) => Deed::ChangesSide(picked.convert(to)),
            Deed::GoesTo(picked, spot) => Deed::GoesTo(picked.convert(to), spot.convert(to)),
            Deed::GoesToHand(picked, whose) => Deed::GoesToHand(picked.convert(to), *whose),
            Deed::GoesAlong(picked, along) => Deed::GoesAlong(picked.convert(to), *along),
            Deed::GoesUnder(picked, under) => {
                let becomes = to.pairs(&under.becomes);
                let under = Under { anchor: under.anchor, becomes };
                Deed::GoesUnder(picked.convert(to), Box::new(under))
            }
            Deed::Carry(load) => Deed::Carry(*load),
        }
    }
}

impl Becoming {
    fn convert<A, C, P>(&self, to: &mut impl Convert<A, C, P>) -> Becoming {
        match self {
            Becoming::Kind(kinds) => Becoming::Kind(to.made(kinds)),
            Becoming::Victim => Becoming::Victim,
            Becoming::Next(kinds) => Becoming::Next(to.made(kinds)),
            Becoming::Paired(pairs) => Becoming::Paired(to.pairs(pairs)),
        }
    }
}

impl<A, P> Spot<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Spot<T::Area, T::Pattern> {
        match self {
            Spot::Anchors(anchors) => Spot::Anchors(anchors.clone()),
            Spot::Empty(picked) => Spot::Empty(picked.convert(to)),
            Spot::Named(area) => Spot::Named(to.area(area)),
            Spot::Origin => Spot::Origin,
        }
    }
}

impl<A, P> Picked<A, P> {
    fn convert<C, T: Convert<A, C, P>>(&self, to: &mut T) -> Picked<T::Area, T::Pattern> {
        Picked { extent: self.extent, pieces: self.pieces.convert(to) }
    }
}
