//! Runs the effects of a move, one line after another. A line chooses all targets before its first
//! action. Pieces only go to empty cells.

use super::board::{Action, Board, Chosen, Line, Options, Place};
use crate::model::position::{Choice, Choices, Facts};
use crate::paths::terrain::Piece;
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{
    Along, Becoming, Course, Deed, Extent, Load, MAX_CHOICES, Source, Spot, Supplied, Will,
};
use alfil_rules::ids::KindId;
use alfil_rules::interpret::{CellSet, Context, Made, View};
use alfil_rules::question::{Lookahead, Men};
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Captured pieces with the cells where they stood.
pub type Victims = SmallVec<[(Site, Piece); 2]>;

/// The reason why a line does not happen.
pub enum Pause<C> {
    /// The player must first choose one of these options.
    Choose(Options<C>, Remaining),
    /// The line makes the move impossible.
    Impossible(Want),
    /// The player declines the line.
    Declined,
}

/// The reason why a line of effects makes a move impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// A choice is necessary, but there are no options, or the player's choice is none of them.
    Choice,
    /// `king safe` is required, and a royal piece of the mover's side is attacked.
    Safety,
}

/// What may follow after a choice of the player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Remaining {
    /// No other choice follows, and no effect can fail.
    Nothing,
    /// Another choice may follow, or an effect may fail.
    Something,
}

/// The move whose effects run.
pub struct Cause<'a> {
    /// The facts of the move.
    pub facts: &'a Facts,
    /// The captured pieces.
    pub victims: Victims,
    /// The start cell of the castling partner.
    pub partner: Option<Site>,
    /// The player's choices.
    pub choices: Choices,
}

/// The lines that are run.
#[derive(Clone, Copy)]
pub struct Extract {
    /// The number of the first line that is run. Those before it end without effect.
    pub first: usize,
    /// Only lines whose lookahead is less than this happen.
    pub below: Option<Lookahead>,
}

/// A line that does not happen, and makes the move impossible or needs a choice.
pub struct Stopped<C> {
    /// The number of the line, from 0.
    pub line: usize,
    /// The reason.
    pub pause: Pause<C>,
}

/// The targets of the actions of a line.
type Targets<C> = SmallVec<[Target<C>; 4]>;

/// The pieces, the kind and the destination of one action.
struct Target<C> {
    sites: C,
    kind: Option<KindId>,
    to: Option<Site>,
    number: u32,
}

impl<C: CellSet> Default for Target<C> {
    fn default() -> Self {
        Target { sites: C::EMPTY, kind: None, to: None, number: 0 }
    }
}

/// The state of a run of effects.
pub struct EffectRun<'a, B: Board> {
    board: B,
    facts: &'a Facts,
    partner: Option<Site>,
    /// The current site of the moving piece; `None` once it has left the board.
    mover: Option<Site>,
    /// Captured pieces with their sites. They are in no hand while effects run.
    victims: Victims,
    /// Cells with pieces that were moved, changed or removed.
    touched: B::Cells,
    /// Cells of `touched` whose piece left, came or changed its owner. A piece that only became
    /// another kind is still the piece that passed its en passant squares.
    replaced: B::Cells,
    /// Kinds of enemy pieces that went to the hand of the side that moved.
    spoils: SmallVec<[KindId; 2]>,
    /// The player's remaining choices, in reverse order.
    choices: SmallVec<[Choice; MAX_CHOICES]>,
}

impl<'a, B: Board> EffectRun<'a, B> {
    /// Prepares the effects of a move. `board` is the position after it.
    #[inline(always)]
    pub fn new(board: B, cause: Cause<'a>) -> Self {
        let Cause { facts, victims, partner, choices: chosen } = cause;
        let mut choices = SmallVec::new();
        if chosen != Choices::NONE {
            choices.extend(chosen.iter());
            choices.reverse();
        }
        let mut run = EffectRun {
            board,
            facts,
            partner,
            mover: facts.target(),
            victims,
            touched: B::Cells::EMPTY,
            replaced: B::Cells::EMPTY,
            spoils: SmallVec::new(),
            choices,
        };
        // In the position, captured pieces are already in hands. They are taken out, because they
        // go to hands only after the last effect.
        if !run.victims.is_empty() {
            run.unpocket_victims();
        }
        run
    }

    fn unpocket_victims(&mut self) {
        for &(_, piece) in &self.victims {
            if let Some((side, kind)) = self.board.hand_for(self.facts.side, piece) {
                self.board.hold(side, kind, -1);
            }
        }
    }

    /// Returns the position.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// Returns the position, and the kinds of enemy pieces that went to the hand of the side that
    /// moved.
    pub fn into_parts(self) -> (B, SmallVec<[KindId; 2]>) {
        (self.board, self.spoils)
    }

    /// Runs `lines`, each with the lookahead of its question. Calls `each` with the number of every
    /// line that happens. After an error, the position contains the changes so far.
    #[inline(always)]
    pub fn run<'l>(
        &mut self,
        lines: impl Iterator<Item = (Lookahead, &'l Line<B>)>,
        Extract { first, below }: Extract,
        mut each: impl FnMut(usize),
    ) -> Result<(), Stopped<B::Cells>>
    where
        Line<B>: 'l,
    {
        for (number, (level, line)) in lines.enumerate() {
            let due = number >= first && below.is_none_or(|below| level < below);
            let question = line.question.as_ref();
            if due && question.is_none_or(|question| self.ask(|context| context.holds(question))) {
                match self.choose_targets(line) {
                    Ok(targets) => {
                        each(number);
                        for (action, target) in line.deeds.iter().zip(targets) {
                            self.act(action, target);
                        }
                    }
                    Err(Pause::Declined) => {}
                    Err(pause) => return Err(Stopped { line: number, pause }),
                }
            }
            self.end_line();
        }
        for (_, piece) in std::mem::take(&mut self.victims) {
            self.pocket(piece);
        }
        if !self.touched.is_empty() {
            self.board.finish();
        }
        Ok(())
    }

    fn side(&self) -> Side {
        self.facts.side
    }

    /// Asks a question about the position. Questions of effects see the move as it was made.
    #[inline(always)]
    fn ask<T>(&self, question: impl for<'v> FnOnce(&Context<'v, B::View<'v>>) -> T) -> T {
        let view = self.board.view();
        let (facts, partner, stands) = (self.facts, self.partner, self.mover);
        let made = Made { facts, after: view, stands, partner, mv: None };
        question(&Context::of_move(view, made, stands))
    }

    fn piece(&self, site: Site) -> Option<Piece> {
        self.board.view().piece(site)
    }

    /// Chooses the target of each action of a line.
    fn choose_targets(&mut self, line: &Line<B>) -> Result<Targets<B::Cells>, Pause<B::Cells>> {
        let mut optional = line.will == Will::May;
        let mut targets = SmallVec::new();
        for (number, action) in line.deeds.iter().enumerate() {
            let remaining = || remaining::<B>(action, &line.deeds[number + 1..]);
            let mut target = Target::default();
            if let Some(picked) = action.picked() {
                target.sites = self.sites(picked);
                if picked.extent == Extent::One {
                    let options = Options::cells(target.sites);
                    let site = self.choose(options, remaining(), &mut optional)?.site();
                    target.sites = site.map_or(B::Cells::EMPTY, B::Cells::of);
                }
            }
            match action {
                Deed::Set(_, _, amount) => {
                    target.number = self.ask(|context| context.amount(amount));
                }
                Deed::Place(what, spot @ Spot::Empty(picked)) if picked.extent == Extent::Each => {
                    target.kind = what.kinds.first().copied();
                    target.sites = self.cells_of(spot);
                }
                Deed::Place(what, spot) => match (spot, action.choices() > 0 || optional) {
                    // Without a choice, `act` tests whether the cell is empty and the hand has the
                    // piece.
                    (Spot::Anchors(anchors), false) => {
                        target.kind = what.kinds.first().copied();
                        let cell = |&anchor| self.ask(|context| context.cell(anchor));
                        target.to = anchors.first().and_then(cell);
                    }
                    (Spot::Named(area), false) => {
                        target.kind = what.kinds.first().copied();
                        target.to = self.named(area);
                    }
                    (Spot::Anchors(_) | Spot::Empty(_) | Spot::Named(_) | Spot::Origin, _) => {
                        let mut options = self.placings(what, spot);
                        let is_last = number + 1 == line.deeds.len() && line.will == Will::Must;
                        options.inert = is_last && self.are_inert(&options, spot);
                        let taken = self.choose(options, remaining(), &mut optional)?;
                        (target.kind, target.to) = (taken.kind(), taken.site());
                    }
                },
                // The action has nothing to act on, so the player chooses no kind and no cell.
                Deed::Becomes(_, Becoming::Kind(kinds))
                    if kinds.len() > 1 && target.sites.is_empty() => {}
                Deed::GoesTo(_, Spot::Anchors(_) | Spot::Empty(_)) if target.sites.is_empty() => {}
                Deed::GoesTo(_, Spot::Named(area)) => target.to = self.named(area),
                Deed::Becomes(_, Becoming::Kind(kinds)) if kinds.len() > 1 => {
                    let options = Options::kinds(kinds);
                    target.kind = self.choose(options, remaining(), &mut optional)?.kind();
                }
                Deed::Becomes(_, Becoming::Kind(kinds)) => target.kind = kinds.first().copied(),
                Deed::GoesTo(_, Spot::Anchors(anchors)) if anchors.len() == 1 => {
                    let cell = |&anchor| self.ask(|context| context.cell(anchor));
                    target.to = anchors.first().and_then(cell);
                }
                Deed::GoesTo(_, spot @ (Spot::Anchors(_) | Spot::Empty(_))) => {
                    let options = Options::cells(self.cells_of(spot));
                    target.to = self.choose(options, remaining(), &mut optional)?.site();
                }
                Deed::GoesAlong(_, along) => {
                    target.to = self.ask(|context| context.cell(along.anchor));
                }
                Deed::KingSafe => {
                    if !self.board.is_safe(self.side()) {
                        return Err(Pause::Impossible(Want::Safety));
                    }
                }
                Deed::GoesUnder(_, under) => {
                    target.to = self.ask(|context| context.cell(under.anchor));
                }
                Deed::Carry(load) => {
                    let most = self.left_behind().map_or(0, |start| self.most(*load, start));
                    target.number = match load {
                        Load::All => most.into(),
                        Load::UpTo(_) if most == 0 && !optional => 0,
                        Load::UpTo(_) if most == 0 => return Err(Pause::Declined),
                        Load::UpTo(_) => {
                            let options = Options::numbers(most);
                            self.choose(options, remaining(), &mut optional)?.number().into()
                        }
                    };
                }
                Deed::GoesTo(_, Spot::Origin)
                | Deed::Becomes(_, Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_))
                | Deed::Count(..)
                | Deed::Reset(..)
                | Deed::Remove(_)
                | Deed::Discard(_)
                | Deed::Capture(_)
                | Deed::ChangesSide(_)
                | Deed::GoesToHand(..) => {}
            }
            targets.push(target);
        }
        if optional {
            self.choose(Options::default(), Remaining::Nothing, &mut optional)?;
        }
        Ok(targets)
    }

    /// Returns the next choice of the player, which must be one of `options`. If `optional` is
    /// true, the player may decline the effect. `optional` then becomes false, so that later
    /// choices of the effect cannot decline it.
    fn choose(
        &mut self,
        mut options: Options<B::Cells>,
        remaining: Remaining,
        optional: &mut bool,
    ) -> Result<Choice, Pause<B::Cells>> {
        if options.count() == 0 {
            return Err(if *optional { Pause::Declined } else { Pause::Impossible(Want::Choice) });
        }
        options.declined = std::mem::take(optional);
        match self.choices.pop() {
            None => Err(Pause::Choose(options, remaining)),
            Some(choice) if !options.have(choice) => Err(Pause::Impossible(Want::Choice)),
            Some(Choice::Declined) => Err(Pause::Declined),
            Some(choice @ (Choice::Taken(..) | Choice::Carried(_))) => Ok(choice),
        }
    }

    /// The sites of the selected pieces. For captured pieces, these are the sites where they were
    /// captured.
    fn sites(&self, picked: &Chosen<B>) -> B::Cells {
        if picked.is_victim() {
            let mut sites = B::Cells::EMPTY;
            self.victims.iter().for_each(|&(site, _)| sites.insert(site));
            sites
        } else {
            self.ask(|context| context.standing(&picked.pieces).and(context.view.occupied()))
        }
    }

    /// The options for placing a piece: kinds and empty cells.
    fn placings(&self, what: &Supplied, spot: &Place<B>) -> Options<B::Cells> {
        let has = |&kind: &KindId| self.supplies(what, kind);
        let kinds = what.kinds.iter().copied().filter(has).collect();
        Options { kinds: Some(kinds), ..Options::cells(self.cells_of(spot)) }
    }

    /// True if the source of `what` still has a piece of `kind`.
    fn supplies(&self, what: &Supplied, kind: KindId) -> bool {
        match what.from {
            Source::Nowhere => true,
            Source::Hand => self.board.is_endless(kind) || self.board.held(self.side(), kind) > 0,
        }
    }

    /// True if all kinds of `options` attack nothing, and `spot` is any empty cell.
    fn are_inert(&self, options: &Options<B::Cells>, spot: &Place<B>) -> bool {
        let kinds = options.kinds.as_deref().unwrap_or_default();
        matches!(spot, Spot::Empty(_)) && self.board.are_inert(kinds)
    }

    /// The cell that an area names.
    fn named(&self, area: &B::Area) -> Option<Site> {
        self.ask(|context| context.view.area(area, context.side).cells().next())
    }

    /// The empty cells that `spot` describes.
    fn cells_of(&self, spot: &Place<B>) -> B::Cells {
        self.ask(|context| {
            let mut cells = B::Cells::EMPTY;
            match spot {
                Spot::Anchors(anchors) => {
                    let named = anchors.iter().filter_map(|&anchor| context.cell(anchor));
                    named.for_each(|cell| cells.insert(cell));
                }
                Spot::Empty(picked) => cells = context.standing(&picked.pieces),
                Spot::Named(area) => cells = context.view.area(area, context.side),
                Spot::Origin => {}
            }
            cells.minus(context.view.occupied())
        })
    }

    fn act(&mut self, action: &Action<B>, target: Target<B::Cells>) {
        let side = self.side();
        match action {
            Deed::KingSafe => {}
            Deed::Count(..) | Deed::Reset(..) => {
                let sides = self.board.sides();
                action.tally(sides, side, self.board.counters());
            }
            Deed::Set(whose, counter, _) => {
                let number = u8::try_from(target.number).unwrap_or(u8::MAX);
                for of in self.board.sides().of(*whose, side) {
                    self.board.counters()[of][counter.index()] = number;
                }
            }
            Deed::Remove(picked) => {
                target.sites.cells().for_each(|site| self.lift(picked, site));
            }
            Deed::Capture(_) => {
                for site in target.sites.cells() {
                    if let Some(piece) = self.take(site) {
                        self.board.note_capture();
                        self.pocket(piece);
                    }
                }
            }
            Deed::Place(what, _) => {
                for site in target.sites.cells().chain(target.to) {
                    if let Some(kind) = target.kind
                        && self.piece(site).is_none()
                        && self.supplies(what, kind)
                    {
                        self.put(site, Piece { side, kind });
                        if what.from == Source::Hand && !self.board.is_endless(kind) {
                            self.board.hold(side, kind, -1);
                        }
                    }
                }
            }
            Deed::Becomes(_, to) => {
                for site in target.sites.cells() {
                    self.transform(site, to, target.kind);
                }
            }
            Deed::ChangesSide(_) => {
                let sites = target.sites.and(self.board.view().occupied());
                self.board.turn(sites.clone());
                self.touched = self.touched.clone().or(sites.clone());
                self.replaced = self.replaced.clone().or(sites);
            }
            Deed::GoesTo(picked, spot) => {
                for site in target.sites.cells() {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    let to = match spot {
                        Spot::Anchors(_) | Spot::Empty(_) | Spot::Named(_) => target.to,
                        Spot::Origin => self.board.origin(piece, site),
                    };
                    if let Some(to) = to {
                        self.go(picked, piece, site, to);
                    }
                }
            }
            Deed::GoesAlong(picked, along) => {
                let Some(anchor) = target.to else { return };
                match along.course {
                    Course::With => self.go_with(picked, target.sites, anchor),
                    Course::Toward | Course::AwayFrom => {
                        for site in self.in_order(target.sites, along.course, anchor) {
                            let Some(piece) = self.picked(picked, site) else { continue };
                            if let Some(to) = self.last_free_cell(along, anchor, site) {
                                self.go(picked, piece, site, to);
                            }
                        }
                    }
                }
            }
            Deed::GoesUnder(picked, under) => {
                for site in target.sites.cells() {
                    let top = target.to.filter(|&to| self.piece(to).is_some());
                    let Some((piece, to)) = self.picked(picked, site).zip(top) else { continue };
                    // A piece cannot go beneath itself.
                    if to == site && !picked.is_victim() {
                        continue;
                    }
                    self.lift(picked, site);
                    let kind = under.becomes.of(piece.kind).unwrap_or(piece.kind);
                    let side = if self.board.is_owned(kind) { piece.side } else { Side::White };
                    self.board.put_beneath(to, Piece { side, kind });
                }
            }
            Deed::Carry(_) => {
                let count = target.number as usize;
                if let (Some(from), Some(to)) = (self.left_behind(), self.mover)
                    && count > 0
                {
                    self.board.carry(from, to, count);
                }
            }
            Deed::Discard(men) => {
                for of in men.sides(self.board.sides(), side) {
                    self.discard(men, of);
                }
            }
            Deed::GoesToHand(picked, whose) => {
                for site in target.sites.cells() {
                    let Some(piece) = self.picked(picked, site) else { continue };
                    self.lift(picked, site);
                    let to = self.board.sides().of(*whose, side).into_iter().next();
                    if let (Some(kind), Some(to)) = (self.board.held_as(piece.kind), to) {
                        self.give(to, kind, piece);
                    }
                }
            }
        }
    }

    /// Changes the kind of the piece on `site`. `chosen` is the kind of `Becoming::Kind`.
    fn transform(&mut self, site: Site, to: &Becoming, chosen: Option<KindId>) {
        let Some(piece) = self.piece(site) else { return };
        let kind = match to {
            Becoming::Kind(_) => chosen,
            Becoming::Victim => self.victims.last().map(|(_, piece)| piece.kind),
            Becoming::Next(kinds) => {
                let place = kinds.iter().position(|&kind| kind == piece.kind);
                place.and_then(|place| kinds.get(place + 1).copied())
            }
            Becoming::Paired(pairs) => pairs.of(piece.kind),
        };
        let Some(kind) = kind else { return };
        // A piece that was neutral or had no owner now belongs to the side that moved.
        let was_owned = self.board.is_owned(piece.kind);
        let side = if was_owned { piece.side } else { self.side() };
        self.board.take(site, piece);
        self.board.put(site, Piece { kind, side });
        self.touched.insert(site);
        if !(was_owned && self.board.is_owned(kind)) {
            self.replaced.insert(site);
        }
    }

    /// Moves the pieces on `sites` in the same way as the mover went to `end`.
    fn go_with(&mut self, picked: &Chosen<B>, sites: B::Cells, end: Site) {
        let Some(start) = self.facts.origin() else { return };
        let led = |site| Some((site, self.board.parallel(start, end, site)?));
        let mut left: SmallVec<[(Site, Site); 8]> = sites.cells().filter_map(led).collect();
        // Pieces that stand in each other's way go as soon as there is room.
        while let Some(first) = left.iter().position(|&(_, to)| self.piece(to).is_none()) {
            let (site, to) = left.remove(first);
            if let Some(piece) = self.picked(picked, site) {
                self.go(picked, piece, site, to);
            }
        }
    }

    /// Removes the pieces of `men` from the hand of `of`.
    fn discard(&mut self, men: &Men, of: Side) {
        let held: SmallVec<[(KindId, u16); 8]> = self.board.view().held(of).collect();
        for (kind, count) in held.into_iter().filter(|&(kind, _)| men.has(kind)) {
            self.board.hold(of, kind, -(count as i16));
            if of == self.side() {
                self.spoils.retain(|spoil| *spoil != kind);
            }
        }
    }

    /// The start cell of the mover, if the mover has left it.
    fn left_behind(&self) -> Option<Site> {
        self.facts.origin().filter(|&start| self.mover.is_some_and(|stands| stands != start))
    }

    /// The largest number of pieces beneath `start` that may go with the mover.
    fn most(&self, load: Load, start: Site) -> u8 {
        u8::try_from(load.most(self.board.height(start))).unwrap_or(u8::MAX)
    }

    /// The sites in the order in which their pieces move. The foremost piece moves first, so that
    /// it does not block the others.
    fn in_order(&self, sites: B::Cells, course: Course, anchor: Site) -> SmallVec<[Site; 8]> {
        let mut sites: SmallVec<[Site; 8]> = sites.cells().collect();
        let far = |&site: &Site| self.board.toward(site, anchor).len();
        match course {
            Course::Toward => sites.sort_by_key(far),
            Course::AwayFrom => sites.sort_by_key(|site| Reverse(far(site))),
            Course::With => {}
        }
        sites
    }

    /// The last cell before an obstacle on the way from `site` toward or away from `anchor`.
    /// `along` limits the distance.
    fn last_free_cell(&self, along: &Along, anchor: Site, site: Site) -> Option<Site> {
        let cells = match along.course {
            Course::Toward => self.board.toward(site, anchor),
            Course::AwayFrom => self.board.away_from(site, anchor),
            Course::With => return None,
        };
        let most = along.most.map_or(usize::MAX, usize::from);
        cells.iter().copied().take(most).take_while(|&cell| self.piece(cell).is_none()).last()
    }

    /// Moves the selected piece from `from` to `to`, if `to` is empty. A captured piece returns to
    /// the board.
    fn go(&mut self, picked: &Chosen<B>, piece: Piece, from: Site, to: Site) {
        if self.piece(to).is_some() {
            return;
        }
        let moves = self.mover == Some(from) && !picked.is_victim();
        self.lift(picked, from);
        self.put(to, piece);
        if moves {
            self.mover = Some(to);
        }
    }

    /// The selected piece on `site`, or the selected piece that was captured there.
    fn picked(&self, picked: &Chosen<B>, site: Site) -> Option<Piece> {
        if picked.is_victim() {
            self.victims.iter().find(|(s, _)| *s == site).map(|&(_, piece)| piece)
        } else {
            self.piece(site)
        }
    }

    /// Removes the selected piece from the board, or from the list of captured pieces.
    fn lift(&mut self, picked: &Chosen<B>, site: Site) {
        if picked.is_victim() {
            self.victims.retain(|(s, _)| *s != site);
        } else {
            self.take(site);
        }
    }

    /// Puts a captured piece into a hand, if the rules say so.
    fn pocket(&mut self, piece: Piece) {
        if let Some((to, kind)) = self.board.hand_for(self.side(), piece) {
            self.give(to, kind, piece);
        }
    }

    /// Adds one piece of `kind` to the hand of `to`. `piece` is the same piece as it was on the
    /// board.
    fn give(&mut self, to: Side, kind: KindId, piece: Piece) {
        self.board.hold(to, kind, 1);
        if to == self.side() && piece.side != to {
            self.spoils.push(kind);
        }
    }

    fn put(&mut self, site: Site, piece: Piece) {
        self.board.put(site, piece);
        self.replace(site);
    }

    fn take(&mut self, site: Site) -> Option<Piece> {
        let piece = self.piece(site)?;
        self.replace(site);
        if self.mover == Some(site) {
            self.mover = None;
        }
        self.board.take(site, piece);
        Some(piece)
    }

    /// Notes that a piece left `site` or came to it.
    fn replace(&mut self, site: Site) {
        self.touched.insert(site);
        self.replaced.insert(site);
    }

    /// Ends a line: the highest covered piece of each empty cell is on the board again, and the
    /// position forgets what is no longer true.
    #[inline(always)]
    fn end_line(&mut self) {
        for site in self.board.bare_columns().cells() {
            if let Some(piece) = self.board.uncover(site) {
                self.put(site, piece);
            }
        }
        if !self.touched.is_empty() {
            self.board.forget(&self.touched, &self.replaced);
        }
    }
}

/// Returns whether another choice or a failure may follow after a choice of `action`. `others` are
/// the later actions of the same effect.
fn remaining<B: Board>(action: &Action<B>, others: &[Action<B>]) -> Remaining {
    let may_fail = |action: &Action<B>| action.choices() > 0 || matches!(action, Deed::KingSafe);
    if action.choices() > 1 || others.iter().any(may_fail) {
        Remaining::Something
    } else {
        Remaining::Nothing
    }
}
