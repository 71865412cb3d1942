//! What the pieces of one kind may do from every cell, for either side.
//!
//! Owns: [`Traced`] and [`each_kind`]. Takes an arena; gives the tables profiles and threats. Invariant: what both
//! sides have alike is walked once.

use crate::board::compile::deeds::{Take, takes};
use crate::board::compile::profile::{PassingTake, Profile, Threats, in_passing, threats};
use crate::board::compile::royals::royals_stay;
use crate::board::compile::translation::{Translation, Translations};
use crate::board::game::arena::Arena;
use crate::board::space::site_set::Site;
use crate::board::walk::paths::{Kept, Movements, Relays, Ways};
use crate::rules::condition::Condition;
use crate::rules::movement::Term;
use crate::rules::ruleset::{Kind, KindId};
use crate::rules::side::Side;
use std::borrow::Cow;
use std::sync::{Arc, mpsc};
use std::thread;

/// All that one side's pieces of one kind may do.
#[derive(Default)]
pub struct Traced<const W: usize> {
    /// By cell; of the first cells alone if they can be moved.
    pub profiles: Vec<Profile<W>>,
    /// By cell; of the first cells alone if they can be moved.
    threats: Vec<Threats<W>>,
    /// How what is known of the first cells is moved to the others, if it can be.
    pub moves: Option<Arc<Translations<W>>>,
    /// Captures in passing, and from where.
    pub passing: Vec<(Site, PassingTake<W>)>,
    /// Captures by cell; nothing where attacks need not be asked.
    pub takes: Arc<Vec<Vec<Take<W>>>>,
    /// How many steps it took.
    pub steps: usize,
}

impl<const W: usize> Traced<W> {
    /// What its pieces may do, cell by cell.
    pub fn profiles(&self) -> impl Iterator<Item = Cow<'_, Profile<W>>> {
        cell_by_cell(&self.profiles, self.moves.as_deref(), Profile::moved)
    }

    /// What they attack, cell by cell.
    pub fn threats(&self) -> impl Iterator<Item = Cow<'_, Threats<W>>> {
        cell_by_cell(&self.threats, self.moves.as_deref(), Threats::moved)
    }

    fn is_movable(&self) -> bool {
        let profiles = self.profiles.iter().all(Profile::is_movable);
        profiles && self.threats.iter().all(Threats::is_movable)
    }
}

/// `known` of every cell: as it is, or moved from the first cells.
fn cell_by_cell<'t, T: Clone, const W: usize>(
    known: &'t [T],
    moves: Option<&'t Translations<W>>,
    moved: impl Fn(&T, &Translation<W>) -> T,
) -> impl Iterator<Item = Cow<'t, T>> {
    let cells = moves.map_or(known.len(), Translations::cells);
    (0..cells).map(move |cell| match moves {
        None => Cow::Borrowed(&known[cell]),
        Some(moves) => {
            let (first, by) = moves.to(cell);
            Cow::Owned(moved(&known[first], by))
        }
    })
}

/// Shows `see` what the pieces of every kind of `arena` may do for White, and for Black if that is something else, one kind
/// after another. Kinds are traced on another processor while `see` looks at those before. Captures in passing are
/// found if `passing` wants them.
pub fn each_kind<const W: usize>(
    arena: &Arena,
    passing: bool,
    mut see: impl FnMut(KindId, &Kind, (Traced<W>, Option<Traced<W>>)),
) {
    let kinds = || arena.rules.kinds.enumerate();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(1);
        let ahead = move || {
            let mut tracing = Tracing::new(arena, passing);
            for (id, kind) in kinds() {
                if sender.send(tracing.of(id, kind)).is_err() {
                    return;
                }
            }
        };
        match thread::Builder::new().spawn_scoped(scope, ahead) {
            Ok(_) => kinds().zip(receiver).for_each(|((id, kind), traced)| see(id, kind, traced)),
            // The system has no thread to give.
            Err(_) => {
                let mut tracing = Tracing::new(arena, passing);
                kinds().for_each(|(id, kind)| see(id, kind, tracing.of(id, kind)));
            }
        }
    });
}

/// How kinds are traced.
struct Tracing<'a, const W: usize> {
    arena: &'a Arena,
    lent: Relays<'a, W>,
    lent_attacks: Relays<'a, W>,
    kept: Kept<'a, W>,
    /// How the board can be moved onto itself, if all its cells are alike to restrictions.
    moves: Option<Arc<Translations<W>>>,
    /// Whether captures in passing are wanted.
    passing: bool,
    /// Whether no move captures a royal piece.
    royals_stay: bool,
}

impl<'a, const W: usize> Tracing<'a, W> {
    fn new(arena: &'a Arena, passing: bool) -> Tracing<'a, W> {
        let lent = Relays::new(arena.terrain(), |id| &arena.rules.kinds[id].moves);
        let lent_attacks = Relays::new(arena.terrain(), |id| arena.attacks(id));
        let movements = |kind: &'a Kind| std::iter::once(&kind.moves).chain(&kind.attacks);
        let terms = arena.rules.kinds.iter().flat_map(movements).flat_map(|m| &m.terms);
        let (kept, royals_stay) = (Kept::new(terms), royals_stay(&arena.rules));
        let rules = &arena.rules;
        let alike =
            [&rules.every_move, &rules.every_attack].iter().all(|c| **c == Condition::Always);
        let apart = passing || rules.attacks_are_asked() || !rules.space.sections.is_empty();
        let moves = if alike && !apart { Translations::new(&arena.graph) } else { None };
        let moves = moves.map(Arc::new);
        Tracing { arena, lent, lent_attacks, kept, moves, passing, royals_stay }
    }

    /// What `kind` may do for White, and for Black if that is something else.
    fn of(&mut self, id: KindId, kind: &'a Kind) -> (Traced<W>, Option<Traced<W>>) {
        let (terrain, rules) = (self.arena.terrain(), &self.arena.rules);
        let terms = || kind.moves.terms.iter().chain(&self.arena.attacks(id).terms);
        let walks_alike = !self.lends() && terms().all(|term| terrain.walks_alike(term));
        let conditions = terms().map(|term| &term.when);
        let alike = walks_alike
            && conditions
                .chain([&rules.every_move, &rules.every_attack])
                .all(|condition| terrain.holds_alike(condition));
        let mut movements = self.movements(id, kind);
        let by_cell = |term: &Term| term.when != Condition::Always || term.needs_start_cell();
        let moves = self.moves.clone().filter(|_| !self.lends() && !terms().any(by_cell));
        let traced = moves.and_then(|moves| {
            let (mut white, mut black) =
                self.trace(&mut movements, moves.firsts().to_vec(), walks_alike, alike);
            let is_movable = white.is_movable() && black.is_movable();
            (white.moves, black.moves) = (Some(moves.clone()), Some(moves));
            is_movable.then_some((white, black))
        });
        let (white, black) = match traced {
            Some(traced) => traced,
            None => {
                let sites = self.arena.graph.sites().collect();
                self.trace(&mut movements, sites, walks_alike, alike)
            }
        };
        std::iter::once(&kind.moves).chain(&kind.attacks).for_each(|m| self.kept.release(m));
        (white, (!alike).then_some(black))
    }

    /// What a kind may do from `sites` for White, and for Black unless that is `alike`.
    fn trace(
        &mut self,
        movements: &mut (Movements<'a, W>, Option<Movements<'a, W>>),
        sites: Vec<Site>,
        walks_alike: bool,
        alike: bool,
    ) -> (Traced<W>, Traced<W>) {
        let (mut white, mut black) = (Traced::default(), Traced::default());
        for site in sites {
            let mut ways = self.ways(movements, site, Side::White);
            self.add(&mut white, &ways);
            if alike {
                continue;
            }
            if walks_alike {
                ways.0.for_side(Side::Black);
                ways.1.iter_mut().for_each(|attacks| attacks.for_side(Side::Black));
            } else {
                // Its room is used again.
                drop(ways);
                ways = self.ways(movements, site, Side::Black);
            }
            self.add(&mut black, &ways);
        }
        (white, black)
    }

    fn lends(&self) -> bool {
        !(self.lent.is_empty() && self.lent_attacks.is_empty())
    }

    /// How a kind moves, and how it attacks if that is another way.
    fn movements(
        &self,
        id: KindId,
        kind: &'a Kind,
    ) -> (Movements<'a, W>, Option<Movements<'a, W>>) {
        let (arena, lends) = (self.arena, self.lends());
        let some_attack_apart = || arena.rules.kinds.iter().any(|kind| kind.attacks.is_some());
        let apart = kind.attacks.is_some() || lends && some_attack_apart();
        let of = |movement| Movements::new(arena.terrain(), id, movement, &self.kept);
        (of(&kind.moves), apart.then(|| of(arena.attacks(id))))
    }

    /// Ways to move from `site`, and to attack if those are others.
    fn ways(
        &mut self,
        (moves, attacks): &mut (Movements<'a, W>, Option<Movements<'a, W>>),
        site: Site,
        side: Side,
    ) -> (Ways<'a, W>, Option<Ways<'a, W>>) {
        let Tracing { lent, lent_attacks, kept, .. } = self;
        let moves = moves.ways(site, side, lent, kept);
        (moves, attacks.as_mut().map(|attacks| attacks.ways(site, side, lent_attacks, kept)))
    }

    fn add(&self, traced: &mut Traced<W>, (moves, attacks): &(Ways<'a, W>, Option<Ways<'a, W>>)) {
        let rules = &self.arena.rules;
        traced.steps += moves.steps() + attacks.as_ref().map_or(0, Ways::steps);
        let mut profile = Profile::new(moves, &rules.every_move);
        if self.royals_stay {
            profile.owner_sensitive.retain(|special| !special.captures_royals());
        }
        traced.profiles.push(profile);
        let attacks = attacks.as_ref().unwrap_or(moves);
        traced.threats.push(threats(attacks, &rules.every_attack));
        if self.passing {
            let from = attacks.from();
            let captures = in_passing(attacks, &rules.every_attack).into_iter();
            traced.passing.extend(captures.map(|take| (from, take)));
        }
        if rules.attacks_are_asked() {
            Arc::make_mut(&mut traced.takes).push(takes(attacks, &rules.every_attack));
        }
    }
}
