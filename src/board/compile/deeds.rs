//! What effects need to know of the board.
//!
//! Owns: [`Pattern`] (where a movement string leads), collected in [`Patterns`], [`Deeds`] and [`Take`]. Takes an arena. Gives: what `board/run/asks.rs` and
//! `board/run/deeds.rs` look up. Invariant: a game whose effects only count has no [`Deeds`].

use crate::compile::asks::Line;
use crate::compile::footprint::Footprint;
use crate::compile::kinds::KindSet;
use crate::compile::tables::{OwnerNeeds, Safety};
use crate::game::arena::Arena;
use crate::space::site_set::{Site, SiteSet};
use crate::walk::paths::{End, Needs, Path, Tracer, Ways};
use crate::walk::terrain::Piece;
use alfil_ground::index::Id;
use alfil_rules::condition::Condition;
use alfil_rules::effect::{Deed, Effect, Spot, Will};
use alfil_rules::movement::{Action, Term};
use alfil_rules::question::{self, Question};
use alfil_rules::ruleset::{KindId, Owner, Royalty};
use alfil_rules::side::{BySide, Side};
use std::sync::Arc;

/// Where a movement string leads, by the side whose directions it takes and the cell where it begins.
#[derive(Clone, Debug)]
pub struct Pattern<const W: usize> {
    leads: BySide<Arc<Vec<Leads<W>>>>,
    /// The kind of which it has every term.
    whole: Option<KindId>,
}

/// Patterns that were worked out: sentences ask for the same movement again and again.
#[derive(Default)]
pub struct Patterns<const W: usize>(Vec<(question::Pattern, Pattern<W>)>);

/// Where a movement leads from a cell.
#[derive(Clone, Debug)]
pub struct Leads<const W: usize> {
    /// Every way of it.
    pub takes: Vec<Take<W>>,
    /// Where they end, on empty cells and on those of pieces that they take, if none asks anything of other cells.
    pub leaps: Option<[SiteSet<W>; 2]>,
    /// Those of its ways that take a piece where they end and pass other cells.
    spans: Vec<Span<W>>,
    /// Where those end, if no two of them do on one cell: they stand in the order of these cells.
    ends: SiteSet<W>,
    /// Cells of which each of those passes one.
    near: SiteSet<W>,
    /// The ways of that kind that end here, whichever cell they come from: each before those that pass its cells as well.
    sights: Vec<Sight<W>>,
    /// Where ways take a piece that ask nothing of other cells, if all others that take one are of that kind, end on one cell each
    /// and want those that they pass empty.
    strikes: Option<SiteSet<W>>,
}

/// A way past some cells, from where it ends.
#[derive(Clone, Copy, Debug)]
struct Sight<const W: usize> {
    /// Where it begins.
    from: Site,
    /// The cells that it wants empty.
    passed: SiteSet<W>,
    /// Those that it wants occupied.
    hurdles: SiteSet<W>,
    /// How many of the next ones pass its cells as well, so that they lead nowhere if these cannot be passed.
    skips: usize,
}

/// A way past some cells to a piece that it takes, whoever's are those that it passes.
#[derive(Clone, Copy, Debug)]
pub struct Span<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// The cells that a piece which goes it wants empty.
    pub passed: SiteSet<W>,
    /// Those that it wants occupied.
    pub hurdles: SiteSet<W>,
}

/// One way of a movement from a cell.
#[derive(Clone, Copy, Debug)]
pub struct Take<const W: usize> {
    /// Where it ends.
    pub to: Site,
    /// What it captures.
    pub captured: SiteSet<W>,
    /// A piece that is put down elsewhere.
    pub shifted: Option<(Site, Site)>,
    /// The cell on which it captures in passing.
    pub passant: Option<Site>,
    /// What it asks of cells: the end is empty, or what is captured there an enemy.
    pub way: OwnerNeeds<W>,
}

/// Pieces of some kinds: those that are named, or all but those.
#[derive(Clone, Debug)]
pub enum Named {
    /// Those of these kinds.
    Of(Vec<KindId>),
    /// All others.
    But(Vec<KindId>),
}

/// What a game has whose effects do more than count.
#[derive(Clone, Debug)]
pub struct Deeds<const W: usize> {
    /// Kinds whose loss costs a side the game, with how many of them are royal.
    pub royal: Vec<(KindId, Royalty)>,
    /// Whether a capture may cost its own side a royal piece.
    pub costs_royals: bool,
    /// Whether the first line asks for a safe king, whatever the move, so that moves are listed that leave him safe and the
    /// line has nothing to do.
    pub starts_safe: bool,
    /// Whether a line may make a move impossible: its player chooses something, or asks for a safe king.
    pub may_fail: bool,
    /// Whether all that follows a move is that something is counted or placed where it began, and that place tells what, if the
    /// move is no castling.
    pub places_at_start: bool,
    /// Whether what follows a move that leaves the royal pieces safe makes it impossible by nothing but choices.
    pub keeps_safe: bool,
    /// Which cells what follows a move touches, if the move tells.
    pub footprint: Option<Footprint<W>>,
    /// Whether pieces that are nobody's may attack.
    pub nobodys_attack: bool,
    /// The number of the last line that may.
    pub last_to_fail: usize,
    /// Whether all moves may have effects.
    pub all_act: bool,
    /// Kinds whose quiet moves may have effects.
    pub of_quiet: KindSet,
    /// Kinds whose captures may, all of those among them.
    pub of_captures: KindSet,
    /// The pieces of the kinds whose quiet moves may have effects.
    pub quietly: Named,
    /// The pieces of the kinds whose captures may.
    pub capturing: Named,
    /// By side, kind and the cell where a piece is found, the cell from which it began; nothing if no deed asks.
    origins: BySide<Vec<Vec<Option<Site>>>>,
}

impl<const W: usize> Take<W> {
    /// Of a path.
    pub(super) fn of(path: &Path<W>) -> Take<W> {
        let mut way = OwnerNeeds { needs: path.needs(), passant: path.passant() };
        let mut captured = path.captured();
        let mut passant = path.passant().map(|passant| passant.cell);
        match path.end {
            End::Quiet => way.needs.empty.insert(path.to),
            End::Capture => {
                way.needs.foes.insert(path.to);
                captured.insert(path.to);
            }
            End::Explicit => {}
            End::Passant => {
                way.needs.empty.insert(path.to);
                passant = Some(path.to);
            }
        }
        Take { to: path.to, captured, shifted: path.shifted(), passant, way }
    }
}

impl<const W: usize> Leads<W> {
    /// Of all ways from `site`.
    fn new(site: Site, takes: Vec<Take<W>>) -> Leads<W> {
        let mut leaps = Some([SiteSet::EMPTY; 2]);
        for take in &takes {
            match (take.is_leap(), &mut leaps) {
                (true, Some(leaps)) => {
                    leaps[usize::from(!take.captured.is_empty())].insert(take.to)
                }
                (false, _) | (true, None) => leaps = None,
            }
        }
        let mut spans: Vec<Span<W>> = takes.iter().filter_map(|take| take.span(site)).collect();
        spans.sort_by_key(|span| span.passed.count());
        let mut near = SiteSet::EMPTY;
        for span in &spans {
            if !span.passed.meets(near) {
                near |= span.passed;
            }
        }
        spans.sort_by_key(|span| span.to);
        let ends: SiteSet<W> = spans.iter().map(|span| span.to).collect();
        let distinct = ends.count() as usize == spans.len();
        let ends = if distinct { ends } else { SiteSet::EMPTY };
        let mut strikes = Some(SiteSet::EMPTY).filter(|_| distinct);
        for take in takes.iter().filter(|take| !take.captured.is_empty()) {
            match &mut strikes {
                Some(strikes) if take.is_leap() => strikes.insert(take.to),
                Some(_) if take.is_ride(site) => {}
                Some(_) | None => strikes = None,
            }
        }
        Leads { takes, leaps, spans, near, ends, sights: Vec::new(), strikes }
    }

    /// Those of `pieces` that could be taken, whoever's they are, when `blockers` stand in the way; nothing if more would have to
    /// be known.
    pub fn taken(&self, pieces: SiteSet<W>, blockers: SiteSet<W>) -> Option<SiteSet<W>> {
        let mut taken = pieces & self.strikes?;
        (pieces & self.ends).each(|to| {
            if !self.spans[self.ends.rank(to)].passed.meets(blockers) {
                taken.insert(to);
            }
        });
        Some(taken)
    }

    /// From where something leads past cells to a piece here, if `passable` are those that it may pass.
    pub fn sighted(&self, passable: SiteSet<W>) -> SiteSet<W> {
        let mut from = SiteSet::EMPTY;
        let mut next = 0;
        while let Some(sight) = self.sights.get(next) {
            next += 1;
            if !sight.passed.within(passable) {
                next += sight.skips;
            } else if !sight.hurdles.meets(passable) {
                from.insert(sight.from);
            }
        }
        from
    }

    /// The cells between `from` and pieces on `ends` that it takes, all of which are `passable`.
    pub fn along(&self, from: Site, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut passed = SiteSet::EMPTY;
        if !self.near.meets(passable) {
            return passed;
        }
        let open = |span: &Span<W>| span.passed.within(passable) && !span.hurdles.meets(passable);
        match self.ends.is_empty() {
            false => (ends & self.ends).each(|to| {
                let span = &self.spans[self.ends.rank(to)];
                passed |= if open(span) { span.passed } else { SiteSet::EMPTY };
            }),
            true => {
                for span in self.spans.iter().filter(|span| ends.has(span.to) && open(span)) {
                    passed |= span.passed;
                }
            }
        }
        passed.minus(SiteSet::of(from))
    }
}

/// Sights in such an order that those stand behind one whose cells they pass as well.
fn nested<const W: usize>(mut sights: Vec<Sight<W>>) -> Vec<Sight<W>> {
    sights.sort_by_key(|sight| sight.passed.count());
    let mut sorted: Vec<Sight<W>> = Vec::with_capacity(sights.len());
    for sight in sights {
        // It comes behind all that the first one which passes no other cells than it does has behind it, and so on among those.
        let (mut at, mut end) = (0, sorted.len());
        while at < end {
            let next = at + 1 + sorted[at].skips;
            if sorted[at].passed.within(sight.passed) {
                sorted[at].skips += 1;
                (at, end) = (at + 1, next);
            } else {
                at = next;
            }
        }
        sorted.insert(at, sight);
    }
    sorted
}

impl<const W: usize> Take<W> {
    /// Whether it asks nothing but whether its end is empty, or what it takes there an enemy.
    fn is_leap(&self) -> bool {
        let end = SiteSet::of(self.to);
        let wanted = match self.captured.is_empty() {
            true => Needs { empty: end, ..Needs::NONE },
            false => Needs { foes: end, ..Needs::NONE },
        };
        let ends = self.captured.is_empty() || self.captured == end;
        self.is_plain() && ends && self.way.needs == wanted
    }

    /// Whether it asks nothing but that cells on its way from `site` are empty, and whether what it takes where it ends is an enemy.
    fn is_ride(&self, site: Site) -> bool {
        let end = SiteSet::of(self.to);
        let passed = self.span(site).map(|span| span.passed);
        let wanted = passed.map(|empty| Needs { empty, foes: end, ..Needs::NONE });
        self.is_plain() && wanted == Some(self.way.needs)
    }

    /// Whether it puts nothing down elsewhere, and captures nothing in passing.
    fn is_plain(&self) -> bool {
        self.shifted.is_none() && self.passant.is_none() && self.way.passant.is_none()
    }

    /// What lies between `from` and the piece that it takes, if there is anything.
    fn span(&self, from: Site) -> Option<Span<W>> {
        let (end, needs) = (SiteSet::of(self.to), &self.way.needs);
        let passed = needs.empty.minus(end);
        let hurdles = (needs.occupied | needs.foes).minus(end);
        let between = !passed.minus(SiteSet::of(from)).is_empty();
        let spans = self.captured == end && needs.friends.is_empty() && between;
        spans.then_some(Span { to: self.to, passed, hurdles })
    }
}

impl<const W: usize> Patterns<W> {
    /// What `pattern` says on this board.
    pub fn of(&mut self, arena: &Arena, pattern: &question::Pattern) -> Pattern<W> {
        let is_known = |known: &question::Pattern| {
            let (these, those) = (&pattern.movement.terms, &known.movement.terms);
            known.kind == pattern.kind && are_same(these.iter(), those.iter())
        };
        if let Some((_, known)) = self.0.iter().find(|(known, _)| is_known(known)) {
            return known.clone();
        }
        let new = Pattern::new(arena, pattern);
        self.0.push((pattern.clone(), new.clone()));
        new
    }
}

/// Whether terms go the same ways under the same conditions.
fn are_same<'a>(
    mut these: impl Iterator<Item = &'a Term>,
    mut those: impl Iterator<Item = &'a Term>,
) -> bool {
    loop {
        match (these.next(), those.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.action == b.action && a.when == b.when => {}
            (Some(_), Some(_)) | (Some(_), None) | (None, Some(_)) => return false,
        }
    }
}

/// The kind of which `pattern` has every term that walks, where nobody lends his ways to another.
fn whole(arena: &Arena, pattern: &question::Pattern) -> Option<KindId> {
    let kinds = &arena.rules.kinds;
    if kinds.iter().flat_map(|kind| &kind.moves.terms).any(Term::relays) {
        return None;
    }
    let walks = |term: &&Term| matches!(term.action, Action::Walk(_));
    let all = |kind: KindId| kinds[kind].moves.terms.iter().filter(walks);
    pattern.kind.filter(|&kind| are_same(pattern.movement.terms.iter(), all(kind)))
}

impl<const W: usize> Pattern<W> {
    /// Of a movement string, or of terms of a kind, which may capture in passing.
    fn new(arena: &Arena, pattern: &question::Pattern) -> Pattern<W> {
        let terrain = arena.terrain();
        let terms = pattern.movement.terms.iter();
        let mut terms: Vec<Tracer<'_, W>> = terms.map(|t| Tracer::new(terrain, t)).collect();
        let mut all = |side| -> Arc<Vec<Leads<W>>> {
            let piece = Piece { side, kind: pattern.kind.unwrap_or_default() };
            let mut from = |site| {
                let mut takes = Vec::new();
                for term in &mut terms {
                    let paths = term.allowed(site, piece, &Condition::Always);
                    let fits = |path: &&Path<W>| pattern.kind.is_some() || !in_passing(path);
                    let paths: Vec<&Path<W>> = paths.filter(fits).collect();
                    takes.reserve_exact(paths.len());
                    takes.extend(paths.into_iter().map(Take::of));
                }
                Leads::new(site, takes)
            };
            let mut leads: Vec<Leads<W>> = arena.graph.sites().map(&mut from).collect();
            for from in arena.graph.sites() {
                for Span { to, passed, hurdles } in leads[from.index()].spans.clone() {
                    leads[to.index()].sights.push(Sight { from, passed, hurdles, skips: 0 });
                }
            }
            for leads in &mut leads {
                leads.sights = nested(std::mem::take(&mut leads.sights));
            }
            Arc::new(leads)
        };
        let white = all(Side::White);
        let alike = |term: &Term| terrain.walks_alike(term) && terrain.holds_alike(&term.when);
        let black = match pattern.movement.terms.iter().all(alike) {
            true => white.clone(),
            false => all(Side::Black),
        };
        Pattern { leads: BySide([white, black]), whole: whole(arena, pattern) }
    }

    /// Where it leads from `site`.
    pub fn leads(&self, side: Side, site: Site) -> &Leads<W> {
        &self.leads[side][site.index()]
    }

    /// Whether it has all terms by which pieces of `kind` go from cell to cell, but for castling.
    pub fn is_whole_of(&self, kind: KindId) -> bool {
        self.whole == Some(kind)
    }

    /// Its ways from `site`.
    pub fn from(&self, side: Side, site: Site) -> &[Take<W>] {
        &self.leads(side, site).takes
    }
}

impl Named {
    /// The pieces of `kinds` in a game that has `all`, by the fewest names.
    fn new(kinds: KindSet, all: impl Iterator<Item = KindId>) -> Named {
        let (these, others): (Vec<_>, Vec<_>) = all.partition(|&kind| kinds.has(kind));
        match these.len() <= others.len() {
            true => Named::Of(these),
            false => Named::But(others),
        }
    }
}

impl<const W: usize> Deeds<W> {
    /// Of a game whose effects do more than count.
    pub fn new(arena: &Arena, lines: &[Line<W>]) -> Option<Deeds<W>> {
        let rules = &arena.rules;
        if !rules.has_deeds() {
            return None;
        }
        let royal = rules.kinds.enumerate().map(|(kind, rule)| (kind, rule.royal));
        let royal = royal.filter(|(_, royal)| royal.is_royal());
        let deeds = || rules.effects.iter().flat_map(|effect| &effect.deeds);
        let origin = |deed: &Deed| matches!(deed, Deed::GoesTo(_, Spot::Origin));
        let (safe, acting) = match rules.effects.split_first() {
            Some((first, others)) if asks_safety(first) => (true, others),
            Some(_) | None => (false, &rules.effects[..]),
        };
        let castlers = castlers(arena);
        let may_follow = |fits: &dyn Fn(&Question) -> bool| -> KindSet {
            let follows = |effect: &Effect, kind: KindId| {
                let asked = effect.question.as_ref();
                let castles = |of: &Question| !of.is_of_castling() || castlers.has(kind);
                asked.is_none_or(|of| of.may_move(kind) && castles(of) && fits(of))
            };
            let any = |&kind: &KindId| acting.iter().any(|effect| follows(effect, kind));
            rules.kinds.ids().filter(any).collect()
        };
        let of_quiet = may_follow(&|question| !question.is_of_captures());
        let of_captures = may_follow(&|_| true);
        let nobodys = rules.kinds.iter().filter(|kind| kind.owner == Owner::Nobody);
        let named = |kinds: KindSet| Named::new(kinds, rules.kinds.ids());
        Some(Deeds {
            royal: royal.collect(),
            costs_royals: rules.deeds_cost_royals(),
            starts_safe: false,
            places_at_start: acting.iter().all(Effect::places_at_start),
            keeps_safe: false,
            nobodys_attack: { nobodys }.any(|kind| !kind.moves.terms.is_empty()),
            footprint: Footprint::new(arena, &lines[usize::from(safe)..])
                .filter(|_| !rules.deeds_cost_royals()),
            may_fail: safe || acting.iter().any(|effect| effect.may_fail()),
            all_act: rules.kinds.ids().all(|kind| of_quiet.has(kind)),
            last_to_fail: rules.effects.iter().rposition(|e| e.may_fail()).unwrap_or(0),
            of_quiet,
            of_captures,
            quietly: named(of_quiet),
            capturing: named(of_captures),
            origins: if deeds().any(origin) { origins(arena) } else { BySide::default() },
        })
    }

    /// Lets the generator see to a safe king where the first line asks for one, in a game that lists no moves whatever becomes of
    /// him.
    pub fn list_safe_moves(&mut self, arena: &Arena, safety: Safety) {
        let effects = &arena.rules.effects;
        let others = effects.get(1..).unwrap_or_default();
        self.starts_safe = effects.first().is_some_and(asks_safety)
            && arena.rules.turn.is_plain()
            && !self.costs_royals;
        if self.starts_safe {
            self.may_fail = others.iter().any(|effect| effect.may_fail());
        }
        // A piece of one's own in the way stops attacks that want empty cells, and opens none.
        let owned = arena.rules.kinds.iter().all(|kind| kind.owner == Owner::Side);
        self.keeps_safe =
            self.starts_safe && self.places_at_start && safety == Safety::Pins && owned;
    }

    /// The cell from which a piece began that is found on `at`.
    pub fn origin(&self, piece: Piece, at: Site) -> Option<Site> {
        *self.origins[piece.side].get(piece.kind.index())?.get(at.index())?
    }
}

/// Whether a line asks for a safe king and nothing else, whatever the move.
fn asks_safety(effect: &Effect) -> bool {
    let asks = matches!(effect.deeds[..], [Deed::KingSafe]);
    asks && effect.question.is_none() && effect.will == Will::Must
}

/// Kinds whose moves may be castling, or do all that castling does.
fn castlers(arena: &Arena) -> KindSet {
    let kinds = &arena.rules.kinds;
    let castles = |term: &Term| matches!(term.action, Action::Castle(_));
    let shifts = |term: &Term| match &term.action {
        Action::Walk(walk) => walk.relays() || walk.legs.iter().any(|leg| leg.mode.unload),
        Action::Castle(_) | Action::Drop(_) => false,
    };
    let any = |of: KindId, which: &dyn Fn(&Term) -> bool| kinds[of].moves.terms.iter().any(which);
    let shifted = kinds.ids().any(|kind| any(kind, &shifts));
    kinds.ids().filter(|&kind| shifted || any(kind, &castles)).collect()
}

/// The captures among `attacks` that `restriction` allows.
pub fn takes<const W: usize>(attacks: &Ways<'_, W>, restriction: &Condition) -> Vec<Take<W>> {
    // What is kept is large, and paths are small: they are sorted, and there is room for as many as there are.
    let victims = |path: &Path<W>| match path.end {
        End::Capture => path.captured() | SiteSet::of(path.to),
        End::Quiet | End::Explicit | End::Passant => path.captured(),
    };
    let allowed = attacks.under(restriction).filter(|way| way.allowed).map(|way| way.path);
    let of = |path| (victims(path), path);
    let takes = allowed.filter(|path| !in_passing(path)).map(of);
    let mut takes: Vec<_> = takes.filter(|(victims, _)| !victims.is_empty()).collect();
    takes.sort_by_key(|(victims, _)| (victims.more_than_one(), victims.first()));
    takes.into_iter().map(|(_, path)| Take::of(path)).collect()
}

/// Whether a path captures in passing.
fn in_passing<const W: usize>(path: &Path<W>) -> bool {
    path.end == End::Passant || path.passant().is_some()
}

/// Those of `takes`, in the order of [`takes`], that capture what stands on `victim`.
pub fn taking<const W: usize>(takes: &[Take<W>], victim: Site) -> impl Iterator<Item = &Take<W>> {
    let single = takes.partition_point(|take| !take.captured.more_than_one());
    let (one, several) = takes.split_at(single);
    let before = one.partition_point(|take| take.captured.first() < Some(victim));
    let one = one[before..].iter().take_while(move |take| take.captured.has(victim));
    one.chain(several.iter().filter(move |take| take.captured.has(victim)))
}

fn origins(arena: &Arena) -> BySide<Vec<Vec<Option<Site>>>> {
    let sites = || arena.graph.sites();
    BySide::from_fn(|side| {
        let of = |kind| {
            let began = arena.start_cells[side][kind];
            sites().map(|at| arena.graph.one_like(began, at)).collect()
        };
        arena.rules.kinds.ids().map(of).collect()
    })
}
