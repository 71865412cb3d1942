//! Predicates compiled for a board: the paths that they name, their areas and conditions as sets of
//! cells, and the predicates that moves must satisfy.

use crate::model::board_model::BoardModel;
use crate::paths::path::{End, Needs, Path, Tracer, Ways};
use crate::paths::terrain::Piece;
use crate::tables::kinds::KindSet;
use crate::tables::piece_rows::OwnerNeeds;
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::condition::Condition;
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term};
use alfil_rules::question::{self, Lookahead, Pieces, Question};
use alfil_rules::ruleset::Kind;
use alfil_rules::side::{BySide, Side};
use alfil_rules::turn::{Pass, Series, Step};
use alfil_topology::site_set::{Site, SiteSet};
use std::sync::Arc;

// The paths of the movements that predicates and effects name, from every cell.
//
// Predicates about terms of a kind use them too. The paths are the same as those that the
// reference executor follows.

/// The paths of a movement, by side and start cell.
#[derive(Clone, Debug)]
pub(crate) struct Pattern<const W: usize> {
    leads: BySide<Arc<Vec<Leads<W>>>>,
    /// The kind that moves and attacks by exactly the terms of the pattern, if there is one.
    whole_kind: Option<KindId>,
}

/// A cache of patterns, because predicates often repeat a movement.
#[derive(Default)]
pub(crate) struct Patterns<const W: usize>(Vec<(question::Pattern, Pattern<W>)>);

/// The paths of a movement from one cell.
#[derive(Clone, Debug)]
pub(crate) struct Leads<const W: usize> {
    /// All paths.
    pub(crate) takes: Vec<CapturePath<W>>,
    /// The empty cells that leaps reach, and the cells on which leaps capture. `None` unless all
    /// paths are leaps.
    pub(crate) leaps: Option<[SiteSet<W>; 2]>,
    /// For each path that captures on its last cell, the cells on its way. Sorted by the last cell.
    /// Paths without a cell between that must be empty are missing.
    spans: Vec<Span<W>>,
    /// The last cells of `spans` if these are all different. Empty otherwise.
    ends: SiteSet<W>,
    /// A set with at least one passed cell of every span. If none of these cells is passable, no
    /// span is.
    near: SiteSet<W>,
    /// The cells on which leaps capture. `None` unless every capturing path is a leap or a slide
    /// over empty cells, and the last cells of `spans` are all different.
    strikes: Option<SiteSet<W>>,
}

impl<const W: usize> Patterns<W> {
    /// Returns the paths of `pattern` on this board. Equal patterns are computed only once.
    pub(crate) fn of(&mut self, arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let is_known = |known: &question::Pattern| {
            let (these, those) = (&pattern.terms, &known.terms);
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

/// Returns whether the terms have equal walks and conditions.
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

/// Returns the kind whose walking terms are the terms of `pattern`. The question may be about a
/// move or about an attack. So if the kind has attacks of their own, these must be the terms of
/// `pattern` as well. `None` if the game has moves or attacks that pieces lend to others.
fn whole_kind(arena: &BoardModel, pattern: &question::Pattern) -> Option<KindId> {
    let kinds = &arena.rules.kinds;
    fn movements(kind: &Kind) -> impl Iterator<Item = &Movement> {
        std::iter::once(&kind.moves).chain(&kind.attacks)
    }
    let lends = |movement: &Movement| movement.terms.iter().any(Term::relays);
    if kinds.iter().flat_map(movements).any(lends) {
        return None;
    }
    let walks = |term: &&Term| matches!(term.action, Action::Walk(_));
    let is_whole =
        |movement: &Movement| are_same(pattern.terms.iter(), movement.terms.iter().filter(walks));
    pattern.kind.filter(|&kind| movements(&kinds[kind]).all(is_whole))
}

impl<const W: usize> Pattern<W> {
    /// Traces a movement string or the terms of a kind. Only the terms of a kind may capture en
    /// passant.
    fn new(arena: &BoardModel, pattern: &question::Pattern) -> Pattern<W> {
        let terrain = arena.terrain();
        let terms = pattern.terms.iter();
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
                    takes.extend(paths.into_iter().map(CapturePath::of));
                }
                Leads::new(site, takes)
            };
            Arc::new(arena.graph.sites().map(&mut from).collect())
        };
        let white = all(Side::White);
        let alike = |term: &Term| terrain.walks_alike(term) && terrain.holds_alike(&term.when);
        let is_alike = pattern.terms.iter().all(alike);
        let leads = BySide::of(arena.rules.sides, |side| match side {
            Side::White => white.clone(),
            Side::Black | Side::Third | Side::Fourth if is_alike => white.clone(),
            Side::Black | Side::Third | Side::Fourth => all(side),
        });
        Pattern { leads, whole_kind: whole_kind(arena, pattern) }
    }

    /// The paths from `site`.
    pub(crate) fn leads(&self, side: Side, site: Site) -> &Leads<W> {
        &self.leads[side][site.index()]
    }

    /// Returns the cells between `from` and captures on `ends`. Only paths count whose cells
    /// between are all in `passable`.
    pub(crate) fn along(
        &self,
        side: Side,
        from: Site,
        ends: SiteSet<W>,
        passable: SiteSet<W>,
    ) -> SiteSet<W> {
        self.leads(side, from).along(from, ends, passable)
    }

    /// Returns whether the pattern consists of all walking terms of `kind`, so that every move and
    /// attack of a piece of this kind is by the pattern.
    pub(crate) fn is_whole_of(&self, kind: KindId) -> bool {
        self.whole_kind == Some(kind)
    }

    /// Returns the paths from `site` with their captures.
    pub(crate) fn from(&self, side: Side, site: Site) -> &[CapturePath<W>] {
        &self.leads(side, site).takes
    }
}

impl<const W: usize> Leads<W> {
    /// Sorts the paths from `site`.
    fn new(site: Site, takes: Vec<CapturePath<W>>) -> Leads<W> {
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
        Leads { takes, leaps, spans, near, ends, strikes }
    }

    /// Returns the cells of `pieces` on which a path captures. The owners of pieces are ignored. A
    /// slide captures only if no cell of `blockers` is on its way. `None` if there are captures
    /// other than leaps and slides.
    pub(crate) fn taken(&self, pieces: SiteSet<W>, blockers: SiteSet<W>) -> Option<SiteSet<W>> {
        let mut taken = pieces & self.strikes?;
        (pieces & self.ends).each(|to| {
            if !self.spans[self.ends.rank(to)].passed.meets(blockers) {
                taken.insert(to);
            }
        });
        Some(taken)
    }

    /// Returns the cells between `from` and captures on `ends`. Only paths count whose cells
    /// between are all in `passable`.
    fn along(&self, from: Site, ends: SiteSet<W>, passable: SiteSet<W>) -> SiteSet<W> {
        let mut passed = SiteSet::EMPTY;
        if !self.near.meets(passable) {
            return passed;
        }
        let open = |span: &Span<W>| span.passed.within(passable) && !span.hurdles.meets(passable);
        if self.ends.is_empty() {
            for span in self.spans.iter().filter(|span| ends.has(span.to) && open(span)) {
                passed |= span.passed;
            }
        } else {
            (ends & self.ends).each(|to| {
                let span = &self.spans[self.ends.rank(to)];
                passed |= if open(span) { span.passed } else { SiteSet::EMPTY };
            })
        }
        passed.minus(SiteSet::of(from))
    }
}

// Single paths of a movement, for captures and for the patterns of predicates.
//
// Lists from `capture_paths` are sorted so that `taking` finds the captures of a cell by
// binary search.

/// A path of a movement from a cell, with its captures and requirements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapturePath<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// The captured cells. The en passant square is not one of them.
    pub(crate) captured: SiteSet<W>,
    /// The start and end cell of a captured piece that is put down elsewhere.
    pub(crate) shifted: Option<(Site, Site)>,
    /// The en passant square, if the path captures en passant.
    pub(crate) passant: Option<Site>,
    /// All requirements. They include that the last cell is empty, or holds an enemy to capture.
    pub(crate) way: OwnerNeeds<W>,
}

/// The cells on the way to a capture on the last cell of a path. Predicates about cells between
/// pieces use them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<const W: usize> {
    /// The last cell.
    pub(crate) to: Site,
    /// The cells on the way that must be empty.
    pub(crate) passed: SiteSet<W>,
    /// The cells on the way that must be occupied.
    pub(crate) hurdles: SiteSet<W>,
}

impl<const W: usize> CapturePath<W> {
    /// Converts a traced path.
    pub(super) fn of(path: &Path<W>) -> CapturePath<W> {
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
        CapturePath { to: path.to, captured, shifted: path.shifted(), passant, way }
    }
}

impl<const W: usize> CapturePath<W> {
    /// Returns whether the path only requires that its last cell is empty or, if it captures there,
    /// holds an enemy.
    pub(super) fn is_leap(&self) -> bool {
        let end = SiteSet::of(self.to);
        let wanted = if self.captured.is_empty() {
            Needs { empty: end, ..Needs::NONE }
        } else {
            Needs { foes: end, ..Needs::NONE }
        };
        let ends = self.captured.is_empty() || self.captured == end;
        self.is_plain() && ends && self.way.needs == wanted
    }

    /// Returns whether the path only requires empty cells on its way from `site` and an enemy on
    /// its last cell.
    pub(super) fn is_ride(&self, site: Site) -> bool {
        let end = SiteSet::of(self.to);
        let passed = self.span(site).map(|span| span.passed);
        let wanted = passed.map(|empty| Needs { empty, foes: end, ..Needs::NONE });
        self.is_plain() && wanted == Some(self.way.needs)
    }

    /// Returns whether the path displaces no second piece and captures nothing en passant.
    fn is_plain(&self) -> bool {
        self.shifted.is_none() && self.passant.is_none() && self.way.passant.is_none()
    }

    /// Returns the cells between `from` and the capture on the last cell. `None` if no cell between
    /// must be empty, or if the path captures elsewhere or requires own pieces.
    pub(super) fn span(&self, from: Site) -> Option<Span<W>> {
        let (end, needs) = (SiteSet::of(self.to), &self.way.needs);
        let passed = needs.empty.minus(end);
        let hurdles = (needs.occupied | needs.foes).minus(end);
        let between = !passed.minus(SiteSet::of(from)).is_empty();
        let spans = self.captured == end && needs.friends.is_empty() && between;
        spans.then_some(Span { to: self.to, passed, hurdles })
    }
}

/// Returns the captures among `attacks` that `restriction` allows, in the order that [`taking`]
/// needs. En passant captures are left out.
pub(crate) fn capture_paths<const W: usize>(
    attacks: &Ways<'_, W>,
    restriction: &Condition,
) -> Vec<CapturePath<W>> {
    // A converted capture is much larger than its path, so the paths are sorted before they are
    // converted.
    let victims = |path: &Path<W>| match path.end {
        End::Capture => path.captured() | SiteSet::of(path.to),
        End::Quiet | End::Explicit | End::Passant => path.captured(),
    };
    let allowed = attacks.under(restriction).filter(|way| way.allowed).map(|way| way.path);
    let of = |path| (victims(path), path);
    let takes = allowed.filter(|path| !in_passing(path)).map(of);
    let mut takes: Vec<_> = takes.filter(|(victims, _)| !victims.is_empty()).collect();
    takes.sort_by_key(|(victims, _)| (victims.more_than_one(), victims.first()));
    takes.into_iter().map(|(_, path)| CapturePath::of(path)).collect()
}

/// Returns whether a path captures en passant.
pub(super) fn in_passing<const W: usize>(path: &Path<W>) -> bool {
    path.end == End::Passant || path.passant().is_some()
}

/// Returns the paths of `takes` that capture on `victim`. `takes` must come from [`capture_paths`].
pub(crate) fn taking<const W: usize>(
    takes: &[CapturePath<W>],
    victim: Site,
) -> impl Iterator<Item = &CapturePath<W>> {
    let single = takes.partition_point(|take| !take.captured.more_than_one());
    let (one, several) = takes.split_at(single);
    let before = one.partition_point(|take| take.captured.first() < Some(victim));
    let one = one[before..].iter().take_while(move |take| take.captured.has(victim));
    one.chain(several.iter().filter(move |take| take.captured.has(victim)))
}

// Predicates with areas and conditions compiled to sets of cells.

/// A predicate whose areas are sets of cells for each side.
pub(crate) type Predicate<const W: usize> = Question<BySide<SiteSet<W>>, Between<W>, Pattern<W>>;
/// Selects pieces in a predicate.
pub(crate) type PieceSelector<const W: usize> = Pieces<BySide<SiteSet<W>>, Pattern<W>>;

/// A condition on start and end cells: for each side, kind and start, the ends for which it holds.
#[derive(Clone, Debug)]
pub(crate) struct Between<const W: usize>(BySide<Vec<Vec<SiteSet<W>>>>);

impl<const W: usize> Between<W> {
    pub(super) fn new(arena: &BoardModel, condition: &Condition) -> Between<W> {
        let ends = |side, kind, from| {
            let holds = |&to: &Site| arena.holds(condition, side, kind, from, to);
            arena.graph.sites().filter(holds).collect()
        };
        let starts = |side, kind| arena.graph.sites().map(|from| ends(side, kind, from)).collect();
        Between(BySide::of(arena.rules.sides, |side| {
            arena.rules.kinds.ids().map(|kind| starts(side, kind)).collect()
        }))
    }

    /// Returns whether the condition holds for a move of `kind` from `from` to `to`.
    pub(crate) fn holds(&self, side: Side, kind: KindId, from: Site, to: Site) -> bool {
        self.ends(side, kind, from).has(to)
    }

    /// Returns the ends of moves of `kind` from `from` for which the condition holds.
    pub(crate) fn ends(&self, side: Side, kind: KindId, from: Site) -> SiteSet<W> {
        self.0[side][kind.index()][from.index()]
    }
}

// Predicates that moves must satisfy, in every step or in single steps of a turn.
//
// A predicate may depend on attacks or replies. While these are computed, weaker predicates
// replace it, which do not depend on them. They hold whenever the original predicate holds.

/// A predicate that moves must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct MoveConstraint<const W: usize> {
    pub(crate) question: Predicate<W>,
    /// How much of the game the predicate examines.
    pub(crate) level: Lookahead,
    /// True if the move must be made before the predicate is evaluated.
    pub(crate) looks_ahead: bool,
    /// True if some parts do not depend on the move, so that the position alone may decide the
    /// predicate.
    pub(crate) settles: bool,
    /// The kinds whose moves may violate the predicate. All moves of other kinds satisfy it.
    pub(crate) kinds: KindSet,
    /// True if conditions on start and end apply to both partners of castling.
    pub(crate) of_partners: bool,
}

impl<const W: usize> From<Predicate<W>> for MoveConstraint<W> {
    fn from(question: Predicate<W>) -> MoveConstraint<W> {
        let (level, looks_ahead) = (question.level(), question.looks_ahead());
        let of_position = |part: &Predicate<W>| part.parts().is_empty() && !part.asks_move();
        let settles = question.any(&of_position);
        let kinds = KindSet::ALL.iter().filter(|&kind| !question.spares(kind)).collect();
        MoveConstraint { question, level, looks_ahead, settles, kinds, of_partners: false }
    }
}

impl<const W: usize> MoveConstraint<W> {
    /// Returns the patterns of terms in the predicate, each with the kinds whose moves depend on
    /// it.
    pub(super) fn terms(&self) -> Vec<(KindSet, Pattern<W>)> {
        let terms = self.question.terms().into_iter();
        terms.map(|terms| (self.kinds, terms.clone())).collect()
    }
}

/// The constraints of one step of a turn.
#[derive(Clone, Debug)]
pub(crate) struct StepConstraints<const W: usize> {
    /// A predicate about the last move. The step only takes place if it holds.
    pub(crate) given: Option<Predicate<W>>,
    /// The predicates that moves of the step must satisfy.
    pub(crate) moves: Vec<MoveConstraint<W>>,
    /// The weaker predicates that replace `moves` while attacks or legal moves are computed.
    relaxed: Vec<MoveConstraint<W>>,
    /// The parts of `moves` about mate, without the parts about other replies.
    pub(crate) of_mates: Vec<MoveConstraint<W>>,
    /// The rule about skipping the step.
    pub(crate) may_pass: Pass,
    /// The predicate that a pass must satisfy.
    pub(crate) pass: Option<MoveConstraint<W>>,
    /// The predicate that must hold for a pass in check.
    pub(crate) pass_in_check: Option<Predicate<W>>,
}

impl<const W: usize> StepConstraints<W> {
    /// Returns the predicates about moves of the step. If `part` excludes a part of them, their
    /// weaker replacements are added.
    pub(crate) fn moves(&self, part: Part) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves.iter().chain(part.weaker(&self.relaxed))
    }

    /// Returns all predicates about moves and passes of the step.
    pub(super) fn of_moves(&self) -> impl Iterator<Item = &MoveConstraint<W>> {
        self.moves(Part::Known).chain(&self.of_mates).chain(&self.pass)
    }

    /// Returns whether the step has no predicates about moves and passes.
    pub(crate) fn asks_nothing(&self) -> bool {
        self.moves.is_empty() && self.pass.is_none()
    }
}

/// The parts of predicates that can be evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All parts.
    Whole,
    /// Only parts with a low enough lookahead. They do not depend on the attacks or legal moves
    /// that are being computed.
    Known,
}

impl Part {
    /// Returns `relaxed` if some parts of predicates are excluded, and otherwise an empty list.
    pub(super) fn weaker<T>(self, relaxed: &[T]) -> &[T] {
        match self {
            Part::Whole => &[],
            Part::Known => relaxed,
        }
    }
}

/// Returns two lists. The first contains the weaker predicates that replace `questions` while
/// attacks or legal moves are computed, without duplicates. The second contains the parts about
/// mate.
pub(super) fn parts_of<const W: usize>(
    questions: &[&Question],
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> (Vec<MoveConstraint<W>>, Vec<MoveConstraint<W>>) {
    let of = |level| questions.iter().filter_map(move |question| question.relaxed(level));
    let mut relaxed: Vec<Question> = Vec::new();
    for part in of(Lookahead::Attack).chain(of(Lookahead::Replies)) {
        if !questions.contains(&&part) && !relaxed.contains(&part) {
            relaxed.push(part);
        }
    }
    let of_mates = questions.iter().filter_map(|question| question.relaxed_but_mates());
    let of_mates: Vec<Question> = of_mates.filter(Question::asks_mate).collect();
    let mut all = |parts: &[Question]| parts.iter().map(|part| compile(part).into()).collect();
    (all(&relaxed), all(&of_mates))
}

/// Compiles the predicates of each step of a turn.
pub(super) fn of_steps<const W: usize>(
    series: &Series,
    compile: &mut impl FnMut(&Question) -> Predicate<W>,
) -> Vec<StepConstraints<W>> {
    let mut step = |step: &Step| {
        let moves = step.when.iter().map(|question| &question.value);
        let (relaxed, of_mates) = parts_of(&moves.collect::<Vec<_>>(), compile);
        let mut of = |question: &Spanned<Question>| MoveConstraint::from(compile(&question.value));
        StepConstraints {
            moves: step.when.iter().map(&mut of).collect(),
            relaxed,
            of_mates,
            may_pass: step.pass,
            pass: step.pass_when.as_ref().map(&mut of),
            given: step.given.as_ref().map(|question| compile(&question.value)),
            pass_in_check: step.pass_in_check.as_ref().map(|question| compile(&question.value)),
        }
    };
    series.steps.iter().map(&mut step).collect()
}
