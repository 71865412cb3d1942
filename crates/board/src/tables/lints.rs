//! Findings about the rules on the board of the game: warnings about all rules together, terms that
//! give no move, and effects that offer too many choices.

use crate::model::board_model::BoardModel;
use crate::model::castling;
use crate::model::position::DropOption;
use crate::model::promotion::Way;
use crate::paths::budget::Reach;
use crate::paths::path::{Path, Tracer};
use crate::paths::terrain::Piece;
use crate::tables::pattern::Pattern;
use crate::tables::predicates::{CompiledPredicates, Line};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Severity};
use alfil_diagnostics::source::Span;
use alfil_rules::condition::{Area, Condition, PlaceKind};
use alfil_rules::effect::shape::Shape;
use alfil_rules::effect::{Becoming, Deed, Effect, Extent, Load, MAX_CHOICES, Picked, Spot, Will};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term};
use alfil_rules::question::{Pieces, Subject, Test};
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use alfil_topology::at_width;
use alfil_topology::site_set::{Site, SiteSet, Width};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

// Warnings about all rules together on the board of the game: redundant terms, immobile pieces,
// unreachable promotions, conditions on shades that the board lacks, and castling cells where no
// piece starts.
//
// A warning applies to both sides, all cells and all positions. Boards with movable sections, and
// games in which pieces lend moves to others, do not get all warnings.

/// Adds all warnings to `found`. Terms that have a finding already get no second one.
pub(crate) fn audit(arena: &BoardModel, found: &mut Vec<Diagnostic>) {
    unused_castling_cells(arena, found);
    let has_lent_moves = arena.rules.kinds.iter().any(|kind| movements(kind).any(has_relays));
    for (id, kind) in arena.rules.kinds.enumerate() {
        for movement in movements(kind) {
            shadowed(arena, id, movement, found);
        }
        if !has_lent_moves && arena.rules.space.sections.is_empty() {
            immobile(arena, id, kind, found);
            unreachable(arena, id, kind, found);
        }
    }
}

/// Reports cells that `where` lists for castling, if no piece of the kind starts there and none can
/// be put there later.
fn unused_castling_cells(arena: &BoardModel, found: &mut Vec<Diagnostic>) {
    let rules = &arena.rules;
    let is_brought = rules.hand.is_some() || rules.effects.iter().any(|e| e.changes_pieces());
    if is_brought || arena.shuffled.is_some() {
        return;
    }
    for homes in &rules.homes {
        let starts = |side| arena.start_cells[side][homes.kind];
        let starts_at_home = |side| starts(side).meets(arena.homes[side][homes.kind]);
        let Some(span) = homes.span().filter(|_| !arena.rules.sides.each().any(starts_at_home))
        else {
            continue;
        };
        let name = &rules.kinds[homes.kind].name.value;
        let cells: Vec<&str> =
            starts(Side::White).into_iter().map(|site| arena.graph.name(site)).collect();
        let why = match cells.as_slice() {
            [] => format!("White has no {name} in the setup"),
            cells => format!("the setup puts White's {name} on {}", cells.join(" ")),
        };
        let title = format!("no {name} starts on a cell from which it castles");
        found.push(
            Diagnostic::at(Code::UnusedCastling, span, title, "it starts on none of these")
                .because(why)
                .help("name a cell on which it starts, or take this out"),
        );
    }
}

/// Reports all conditions on `strong` or `weak` cells if the board has only one shade. Such
/// conditions never hold. Terms that are dead for this reason get no second finding.
pub(crate) fn one_shade(arena: &BoardModel, found: &mut Vec<Diagnostic>) {
    if arena.graph.shades() > 1 {
        return;
    }
    for (word, span) in arena.rules.strengths() {
        found.push(
            Diagnostic::at(
                Code::OneShade,
                span,
                format!("no cell of this board is {word}"),
                "the board has one shade",
            )
            .because("shades tell strong from weak; on one shade every piece is `neutral`")
            .help("take the condition away, or `plain` out of the space"),
        );
    }
}

fn movements(kind: &Kind) -> impl Iterator<Item = &Movement> {
    std::iter::once(&kind.moves).chain(&kind.attacks)
}

fn has_relays(movement: &Movement) -> bool {
    movement.terms.iter().any(Term::relays)
}

/// Reports written terms that add nothing, because the remaining terms already give all their
/// moves. Terms are tested from last to first, so that the later of two equal terms is reported.
fn shadowed(arena: &BoardModel, kind: KindId, movement: &Movement, found: &mut Vec<Diagnostic>) {
    let is_walk = |t: &&Term| matches!(t.action, Action::Walk(_)) && !t.relays();
    let terms: Vec<&Term> = movement.terms.iter().filter(is_walk).collect();
    let mut spans: Vec<Span> = Vec::new();
    for term in &terms {
        if !spans.contains(&term.span) {
            spans.push(term.span);
        }
    }
    if spans.len() > 1 {
        let width = Width::of(arena.graph.len());
        at_width!(width, W => {
            let mut cache = PathCache::<W>::new(arena, kind, &terms);
            shadowed_in(arena, kind, &mut cache, spans, found);
        });
    }
}

fn shadowed_in<const W: usize>(
    arena: &BoardModel,
    kind: KindId,
    cache: &mut PathCache<'_, W>,
    spans: Vec<Span>,
    found: &mut Vec<Diagnostic>,
) {
    // Indices of the terms that have not been reported.
    let mut left: Vec<usize> = (0..cache.terms.len()).collect();
    for span in spans.into_iter().rev() {
        // The reader may expand one written term to several terms, which have the same span.
        let (these, others): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|&&term| cache.term(term).span == span);
        // A term with a predicate may lack its moves in some positions, so it cannot replace
        // another term.
        let sure: Vec<usize> =
            others.iter().copied().filter(|&t| cache.term(t).given.is_empty()).collect();
        if sure.is_empty() || !cache.contains(arena, &sure, &these) {
            continue;
        }
        let single = sure.iter().find(|&&other| cache.contains(arena, &[other], &these));
        let by = single.map(|&other| cache.term(other).span);
        left = others;
        if found.iter().any(|d| d.span() == Some(span)) {
            continue;
        }
        let name = &arena.rules.kinds[kind].name.value;
        let finding = Diagnostic::at(
            Code::ShadowedTerm,
            span,
            format!("the {name} has all these moves already"),
            "adds nothing",
        )
        .help("take it away, or change what it adds");
        found.push(match by.filter(|by| by.source == span.source) {
            Some(by) => finding.label(by, "contains it"),
            None => finding,
        });
    }
}

/// The terms of a movement, with a cache of their paths. Paths are traced on demand. The first cell
/// usually decides a comparison, so most cells are never traced.
struct PathCache<'a, const W: usize> {
    kind: KindId,
    terms: Vec<Tracer<'a, W>>,
    known: FxHashMap<(usize, Side, Site), Rc<[Path<W>]>>,
    /// The number of cached paths.
    count: usize,
}

/// The maximum number of cached paths, which take one or two megabytes.
const MAX_KNOWN: usize = 10_000;

impl<'a, const W: usize> PathCache<'a, W> {
    fn new(arena: &'a BoardModel, kind: KindId, terms: &[&'a Term]) -> PathCache<'a, W> {
        let terms = terms.iter().map(|term| Tracer::new(arena.terrain(), term)).collect();
        PathCache { kind, terms, known: FxHashMap::default(), count: 0 }
    }

    fn term(&self, term: usize) -> &'a Term {
        self.terms[term].term()
    }

    fn ways(&mut self, term: usize, side: Side, site: Site) -> Rc<[Path<W>]> {
        if let Some(known) = self.known.get(&(term, side, site)) {
            return known.clone();
        }
        let piece = Piece { side, kind: self.kind };
        let ways = self.terms[term].allowed(site, piece, &Condition::Always);
        let ways: Rc<[Path<W>]> = ways.cloned().collect();
        if self.count + ways.len() <= MAX_KNOWN {
            self.count += ways.len();
            self.known.insert((term, side, site), ways.clone());
        }
        ways
    }

    /// Returns whether `these` have paths, and `others` have all of these paths.
    fn contains(&mut self, arena: &BoardModel, others: &[usize], these: &[usize]) -> bool {
        let mut any = false;
        for (side, site) in
            arena.rules.sides.each().flat_map(|s| arena.graph.sites().map(move |c| (s, c)))
        {
            let mut other_ways: Vec<Rc<[Path<W>]>> = Vec::new();
            for &term in these {
                for path in self.ways(term, side, site).iter() {
                    any = true;
                    let is_known =
                        |ways: &Rc<[Path<W>]>| ways.iter().any(|other| includes(other, path));
                    let mut contained = other_ways.iter().any(is_known);
                    while !contained && let Some(&other) = others.get(other_ways.len()) {
                        let more = self.ways(other, side, site);
                        contained = is_known(&more);
                        other_ways.push(more);
                    }
                    if !contained {
                        return false;
                    }
                }
            }
        }
        any
    }
}

/// Returns whether `wide` has the same result as `path`, and no requirements that `path` lacks.
fn includes<const W: usize>(wide: &Path<W>, path: &Path<W>) -> bool {
    wide.to == path.to
        && wide.end == path.end
        && wide.captured() == path.captured()
        && wide.shifted() == path.shifted()
        && wide.passant() == path.passant()
        && wide.passed() == path.passed()
        && wide.needs().within(&path.needs())
}

/// Returns whether some castling term of `kind` can be played on this board.
fn castles(arena: &BoardModel, id: KindId, kind: &Kind) -> bool {
    kind.moves.terms.iter().any(|term| match &term.action {
        Action::Castle(castle) => castling::fits(arena, id, castle, &term.when),
        Action::Walk(_) | Action::Drop(_) => false,
    })
}

/// Reports a kind that is on the board at the start but has no move from any start cell, in any
/// position.
fn immobile(arena: &BoardModel, id: KindId, kind: &Kind, found: &mut Vec<Diagnostic>) {
    let starts = |side: Side| arena.start_cells[side][id];
    let walks = kind.moves.terms.iter().any(|t| matches!(t.action, Action::Walk(_)));
    // A kind without walking terms is probably meant as a wall, so it gets no finding. If all terms
    // of a kind are dead, they have findings already.
    if !walks || castles(arena, id, kind) || dead(kind, found) {
        return;
    }
    let stands = arena.rules.sides.each().any(|side| !starts(side).is_empty());
    let moves = |side: Side| {
        at_width!(Width::of(arena.graph.len()), W => {
            let mut reach = Reach::<W>::new(arena.terrain(), Piece { side, kind: id }, None);
            starts(side).into_iter().any(|site| reach.is_any(site))
        })
    };
    if stands && !arena.rules.sides.each().any(moves) {
        let name = &kind.name.value;
        let cells = |side: Side| starts(side).into_iter().map(move |site| (side, site));
        let first = cells(Side::White).chain(cells(Side::Black)).next();
        let cell = first.map_or(String::new(), |(_, site)| arena.graph.name(site).to_owned());
        found.push(
            Diagnostic::at(
                Code::ImmobilePiece,
                kind.moves.terms.first().map_or(kind.name.span, |term| term.span),
                format!("the {name} can never leave its start cells"),
                format!("no move from {cell}"),
            )
            .because("no cell is reached from there, whatever stands where")
            .help("loosen its movement, or let it start elsewhere"),
        );
    }
}

fn dead(kind: &Kind, found: &[Diagnostic]) -> bool {
    let walks = kind.moves.terms.iter().filter(|t| matches!(t.action, Action::Walk(_)));
    let mut reported = walks.map(|term| found.iter().any(|d| d.span() == Some(term.span)));
    reported.all(|reported| reported)
}

/// Reports promotion rules that never apply, because no piece of the kind reaches their zone or is
/// dropped.
fn unreachable(arena: &BoardModel, id: KindId, kind: &Kind, found: &mut Vec<Diagnostic>) {
    let name = &kind.name.value;
    let drops = arena.rules.sides.each().any(|side| !arena.drops[side][id].is_empty());
    for rule in kind.promotions.iter().filter(|rule| rule.on.drop && !drops) {
        let finding = Diagnostic::at(
            Code::UnreachablePromotion,
            rule.span,
            format!("no {name} is ever dropped, so no drop promotes it"),
            "says `drop`",
        );
        found.push(finding.help("give it a drop such as `+ @8`, or take `drop` away"));
    }
    let others = arena.rules.kinds.iter().flat_map(|k| &k.promotions);
    let stands = arena.rules.sides.each().any(|side| !arena.start_cells[side][id].is_empty());
    // Kinds that may also enter the game by drops or promotion are skipped.
    if drops || !stands || others.flat_map(|p| &p.to).any(|&to| to == id) || dead(kind, found) {
        return;
    }
    for (number, rule) in kind.promotions.iter().enumerate() {
        let moves = rule.on.moves() || rule.on.stay;
        if !moves || arena.rules.sides.each().any(|side| promotes(arena, side, id, number)) {
            continue;
        }
        let help = match kind.promotions.len() {
            1 => "name another zone in `at`, or type `promotes: none`",
            _ => "name another zone in `at`, or take the rule away",
        };
        found.push(
            Diagnostic::at(
                Code::UnreachablePromotion,
                rule.span,
                format!("no {name} can ever promote"),
                "no move of it gets there",
            )
            .because("from its start cells it never comes so far, whatever stands where")
            .help(help),
        );
    }
}

/// Returns whether the promotion rule with index `number` ever applies to pieces that begin on the
/// start cells: to one of their moves, or to a piece that stays.
fn promotes(arena: &BoardModel, side: Side, kind: KindId, number: usize) -> bool {
    at_width!(Width::of(arena.graph.len()), W => promotes_in::<W>(arena, side, kind, number))
}

fn promotes_in<const W: usize>(
    arena: &BoardModel,
    side: Side,
    kind: KindId,
    number: usize,
) -> bool {
    let rule = &arena.rules.kinds[kind].promotions[number];
    let mut seen: SiteSet<W> = arena.start_cells[side][kind].resize();
    let mut todo: Vec<Site> = seen.into_iter().collect();
    let is = |way: Way| arena.promotions(side, kind, way).any(|other| std::ptr::eq(other, rule));
    let mut reach = Reach::new(arena.terrain(), Piece { side, kind }, None);
    while let Some(from) = todo.pop() {
        if is(Way::Stay(from)) {
            return true;
        }
        let ends: SiteSet<W> = reach.ends(from);
        if ends.into_iter().any(|to| is(Way::Move(from, to))) {
            return true;
        }
        todo.extend(ends.minus(seen));
        seen |= ends;
    }
    false
}

// Warns about terms that give no move on the board of the game.
//
// A term gets no warning if it gives one side a move from at least one cell in some position.

/// Reports every written term that gives no move from any cell, for either side. Terms are skipped
/// if they depend on an error in `found`. Such errors are unknown places, wrong start cells, and
/// paths that are too many to trace.
pub(crate) fn audit_terms(arena: &BoardModel, found: &mut Vec<Diagnostic>) {
    one_shade(arena, found);
    let errors = || found.iter().filter(|d| d.severity() == Severity::Error);
    let unknown: Vec<Span> =
        errors().filter(|d| is_about_places(d.code)).filter_map(Diagnostic::span).collect();
    let start = errors().any(|d| !is_about_places(d.code) && d.code != Code::TooManyWays);
    let untraced = errors().any(|d| d.code == Code::TooManyWays);
    let shadeless: Vec<Span> =
        found.iter().filter(|d| d.code == Code::OneShade).filter_map(Diagnostic::span).collect();
    let doubtful = |term: &Term| {
        names_unknown(&term.when, &shadeless)
            || untraced
            || names_unknown(&term.when, &unknown)
            || (start && term.needs_start_cell())
    };
    // The reader may expand one written term to several terms. It is reported only if none of them
    // gives a move.
    let mut alive: BTreeMap<Span, (KindId, bool)> = BTreeMap::new();
    for (id, kind) in arena.rules.kinds.enumerate() {
        let movements = [Some(&kind.moves), kind.attacks.as_ref()];
        let terms = movements.into_iter().flatten().flat_map(|m: &Movement| &m.terms);
        for term in terms {
            let entry = alive.entry(term.span).or_insert((id, false));
            entry.1 = entry.1 || doubtful(term) || fires(arena, id, term);
        }
    }
    for (span, (kind, alive)) in alive {
        if !alive {
            let name = &arena.rules.kinds[kind].name.value;
            let title = format!("this move of the {name} can never happen");
            found.push(
                Diagnostic::at(Code::DeadTerm, span, title, "gives no move from any cell")
                    .because(
                        "no start cell that its conditions allow has a cell to go to on this board",
                    )
                    .help("loosen the condition, shorten the range, or take the term away"),
            );
        }
    }
}

/// Returns whether findings with this code are about places that the board does not have.
fn is_about_places(code: Code) -> bool {
    matches!(code, Code::UnknownCell | Code::UnknownRank | Code::UnknownFile | Code::UnknownShade)
}

/// Returns whether a condition names a place in `unknown`, or any zone. Zones count because their
/// definitions may name such a place.
fn names_unknown(condition: &Condition, unknown: &[Span]) -> bool {
    match condition {
        Condition::Always | Condition::Relative(_) | Condition::Every(_) => false,
        Condition::Start(place) | Condition::End(place) => {
            let zone = matches!(&place.kind, PlaceKind::In(area) if has_zone(area));
            let meets = |s: &Span| {
                s.source == place.span.source
                    && s.start < place.span.end
                    && place.span.start < s.end
            };
            unknown.iter().any(|s| zone || meets(s))
        }
        Condition::All(cs) | Condition::Any(cs) => cs.iter().any(|c| names_unknown(c, unknown)),
        Condition::Not(c) => names_unknown(c, unknown),
    }
}

fn has_zone(area: &Area) -> bool {
    matches!(area, Area::Zone(_)) || area.parts().iter().any(has_zone)
}

fn fires(arena: &BoardModel, kind: KindId, term: &Term) -> bool {
    match &term.action {
        Action::Castle(castle) => castling::fits(arena, kind, castle, &term.when),
        // If the game has no hands, another finding reports this drop already.
        Action::Drop(limits) => {
            let lands = |o: &DropOption| o.limits == *limits && !o.cells.is_empty();
            arena.rules.hand.is_none()
                || arena.rules.sides.each().any(|side| arena.drops[side][kind].iter().any(lands))
        }
        // If the board has no layers, another finding reports a stride over layers already.
        Action::Walk(walk) if walk.rises() && arena.graph.lattice().layers() == 1 => true,
        Action::Walk(_) => arena.rules.sides.each().any(|side| {
            let piece = Piece { side, kind };
            let mut tracer: Tracer<'_, 4> = Tracer::new(arena.terrain(), term);
            arena.graph.sites().any(|site| {
                if term.relays() {
                    !tracer.trace(site, piece).is_empty()
                } else {
                    tracer.is_any(site, piece, &Condition::Always)
                }
            })
        }),
    }
}

// Limits the number of choices that the effects of one move can offer.
//
// Each `one` and `or` of an effect multiplies the moves of a position. So a game with more than
// `MAX_WAYS` variants of one move gets a finding. Otherwise a list of moves could exceed the
// memory.

/// The largest number of combinations of choices in one move. Two choices among 100 free cells have
/// that many.
pub(crate) const MAX_WAYS: u64 = 10_000;

type Sites<const W: usize> = BySide<SiteSet<W>>;

/// Reports the first line of effects that may give a move of some kind more than [`MAX_WAYS`]
/// combinations of choices.
///
/// The count is an upper bound, because it ignores most filters. Moves with more than
/// [`MAX_CHOICES`] choices have a finding of their own.
pub(crate) fn audit_choices<const W: usize>(
    arena: &BoardModel,
    predicates: &CompiledPredicates<W>,
    found: &mut Vec<Diagnostic>,
) {
    let counter = Counter { arena };
    let lines = || predicates.effects.iter().zip(&arena.rules.effects);
    for kind in arena.rules.kinds.ids() {
        let may_follow = |(line, _): &(&Line<W>, &Effect)| {
            line.effect.question.as_ref().is_none_or(|question| question.may_move(kind))
        };
        let choices: usize = lines().filter(may_follow).map(|(_, effect)| effect.choices()).sum();
        if choices > MAX_CHOICES {
            continue;
        }
        let mut ways = 1u64;
        for (line, effect) in lines().filter(may_follow) {
            ways = ways.saturating_mul(counter.of_line(line));
            if ways > MAX_WAYS {
                let title =
                    format!("one move may have {ways} ways of choosing what its effects do");
                found.push(
                    Diagnostic::at(Code::TooComplex, effect.span, title, "chosen here")
                        .because(format!("there is room for {MAX_WAYS} in each move"))
                        .help(
                            "let the line choose less: add a filter such as `at K of end`, or name the cell",
                        ),
                );
                return;
            }
        }
    }
}

struct Counter<'a> {
    arena: &'a BoardModel,
}

impl Counter<'_> {
    fn of_line<const W: usize>(&self, line: &Line<W>) -> u64 {
        let actions = line.effect.deeds.iter().map(|action| self.of_action(action));
        let ways = actions.fold(1, u64::saturating_mul);
        match line.effect.will {
            Will::May => ways.saturating_add(1),
            Will::Must => ways,
        }
    }

    fn of_action<const W: usize>(&self, action: &Deed<Sites<W>, Pattern<W>>) -> u64 {
        let Shape { picks, becomes, supplies, target, load, .. } = action.shape();
        let picked = picks.map_or(1, |picked| self.of_picked(picked));
        let placed = supplies.map_or(1, |what| what.kinds.len() as u64);
        let cells = target.map_or(1, |spot| self.of_spot(spot));
        let changed = becomes.map_or(1, |to| match to {
            Becoming::Kind(kinds) => kinds.len() as u64,
            Becoming::Victim | Becoming::Next(_) | Becoming::Paired(_) => 1,
        });
        let carried = load.map_or(1, |load| match load {
            Load::All => 1,
            Load::UpTo(_) => load.most(self.pieces()) as u64 + 1,
        });
        let further = placed * cells * changed * carried;
        picked.saturating_mul(further.max(1))
    }

    /// The number of pieces at the start. A stack is rarely higher.
    fn pieces(&self) -> usize {
        let all =
            self.arena.rules.sides.each().flat_map(|side| self.arena.start_counts[side].iter());
        all.map(|&count| count as usize).sum::<usize>().min(usize::from(u8::MAX))
    }

    fn of_picked<const W: usize>(&self, picked: &Picked<Sites<W>, Pattern<W>>) -> u64 {
        match picked.extent {
            Extent::One => self.cells(&picked.pieces),
            Extent::Each => 1,
        }
    }

    fn of_spot<const W: usize>(&self, spot: &Spot<Sites<W>, Pattern<W>>) -> u64 {
        match spot {
            Spot::Anchors(anchors) => anchors.len() as u64,
            Spot::Empty(picked) => self.of_picked(picked),
            Spot::Named(_) | Spot::Origin => 1,
        }
    }

    /// Returns an upper bound for the number of cells that match `pieces`.
    fn cells<const W: usize>(&self, pieces: &Pieces<Sites<W>, Pattern<W>>) -> u64 {
        let all = match pieces.what {
            Subject::Anchor(_) => 1,
            Subject::Men(_) | Subject::Empty | Subject::Cells => {
                self.arena.graph.sites().count() as u64
            }
        };
        let most = |cells: &dyn Fn(Side) -> u64| self.arena.rules.sides.each().map(cells).max();
        let of_test = |test: &Test<Sites<W>, Pattern<W>>| {
            if let Test::In(sites) = test {
                return most(&|side| u64::from(sites[side].count()));
            }
            if let Test::At(pattern, of) = test
                && matches!(of.what, Subject::Anchor(_))
            {
                let ends = |side, site| -> SiteSet<W> {
                    pattern.leads(side, site).takes.iter().map(|take| take.to).collect()
                };
                let leads = |side| {
                    let sites = self.arena.graph.sites();
                    sites.map(|site| u64::from(ends(side, site).count())).max().unwrap_or(0)
                };
                return most(&leads);
            }
            matches!(test, Test::On(_)).then_some(1)
        };
        let of_filters = pieces.filters.iter().filter(|filter| filter.holds);
        let of_filters = of_filters.map(|filter| of_test(&filter.test));
        of_filters.flatten().fold(all, u64::min).max(1)
    }
}
