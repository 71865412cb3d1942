//! Groups the start cells of a kind into classes with the same moves: strong and weak cells, the
//! start rank, a zone.
//!
//! A picture has one panel for each class, a description one paragraph. Every cell is in exactly
//! one class. The terms of a class contain no conditions on the start cell.

use alfil_board::model::board_model::BoardModel;
use alfil_board::paths::path::{Path, paths};
use alfil_board::paths::terrain::Piece;
use alfil_board::topology::site_set::Site;
use alfil_rules::condition::{Condition, Place, PlaceKind};
use alfil_rules::ids::KindId;
use alfil_rules::movement::{Action, Movement, Term};
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;

/// Cells from which a kind moves alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The title, such as `Strong` or `Weak, first move`. Empty if there is only one class.
    pub title: String,
    /// The cells, in order; never empty.
    pub(crate) cells: Vec<Site>,
    /// The terms that apply on these cells.
    pub terms: Vec<Term>,
}

/// Whether first moves form a class of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstMoves {
    /// First moves form their own class, as in pictures. Castling is left out.
    Apart,
    /// First moves form no class. The description of a term says that it is only for first moves.
    Together,
}

/// The classes of `movement`, a movement of `kind`, for `side`.
pub fn of(
    arena: &BoardModel,
    movement: &Movement,
    kind: KindId,
    side: Side,
    first_moves: FirstMoves,
) -> Vec<Class> {
    let reader = Reader { arena, kind, side, first_moves };
    let mut places: Vec<PlaceKind> = Vec::new();
    let conditions = movement.terms.iter().map(|t| &t.when).chain([&arena.rules.every_move]);
    conditions.for_each(|c| start_places(c, &mut places));
    let first = movement.terms.iter().any(|t| reader.is_first_move(t));
    if first && !places.contains(&PlaceKind::Unmoved) {
        places.push(PlaceKind::Unmoved);
    }
    places.sort_by_key(precedence);
    let mut classes: Vec<Class> = Vec::new();
    for site in arena.graph.sites() {
        let terms: Vec<Term> =
            movement.terms.iter().filter_map(|term| reader.term(term, site)).collect();
        match classes.iter_mut().find(|class| class.terms == terms) {
            Some(class) => class.cells.push(site),
            None => classes.push(Class { title: String::new(), cells: vec![site], terms }),
        }
    }
    if classes.len() > 1 {
        name(&mut classes, &places, &reader);
    }
    classes
}

/// The terms of a class that have a move from one of its cells under the rule `every move`. For
/// example, if pieces must keep to their shade, the orthogonal steps of a king are left out.
pub fn possible(arena: &BoardModel, kind: KindId, side: Side, class: &Class) -> Vec<Term> {
    let (piece, every_move) = (Piece { side, kind }, &arena.rules.every_move);
    let leads = |term: &&Term| {
        let from = |&site: &Site| {
            let ways: Vec<Path> = paths(arena.terrain(), site, piece, term, every_move);
            !ways.is_empty()
        };
        !matches!(term.action, Action::Walk(_)) || class.cells.iter().any(from)
    };
    match every_move {
        Condition::Always => class.terms.clone(),
        Condition::Start(_)
        | Condition::End(_)
        | Condition::Relative(_)
        | Condition::Every(_)
        | Condition::All(_)
        | Condition::Any(_)
        | Condition::Not(_) => class.terms.iter().filter(leads).cloned().collect(),
    }
}

/// Titles the classes by the places that contain all their cells, and sorts them by these places.
fn name(classes: &mut [Class], places: &[PlaceKind], reader: &Reader<'_>) {
    let common = |class: &Class| -> Vec<usize> {
        let all = |place: &PlaceKind| class.cells.iter().all(|&site| reader.is(place, site));
        (0..places.len()).filter(|&i| all(&places[i])).collect()
    };
    let only_unmoved = matches!(places, [PlaceKind::Unmoved]);
    for class in classes.iter_mut() {
        let words: Vec<String> =
            common(class).iter().map(|&i| place_words(&places[i], &reader.arena.rules)).collect();
        let mut title = words.join(", ");
        if title.is_empty() {
            title = if only_unmoved { "later moves" } else { "elsewhere" }.to_owned();
        }
        class.title = capital(&title);
    }
    // Strong cells come before weak ones. A class in one place comes before a class in the same
    // place and a second one. Classes without a common place come last.
    classes.sort_by_key(|class| {
        let common = common(class);
        (common.is_empty(), common.first().copied(), common.len())
    });
}

struct Reader<'a> {
    arena: &'a BoardModel,
    kind: KindId,
    side: Side,
    first_moves: FirstMoves,
}

impl Reader<'_> {
    fn is_first_move(&self, term: &Term) -> bool {
        match (&term.action, self.first_moves) {
            (Action::Walk(walk), FirstMoves::Apart) => walk.first_move,
            (Action::Castle(_) | Action::Drop(_), _) | (Action::Walk(_), FirstMoves::Together) => {
                false
            }
        }
    }

    fn is(&self, place: &PlaceKind, site: Site) -> bool {
        // Findings never point at the place, so any span will do.
        let span = self.arena.rules.space.span;
        let place = Condition::Start(Place { kind: place.clone(), span });
        self.arena.holds(&place, self.side, self.kind, site, site)
    }

    /// `term` without the conditions on its start cell, for the start cell `site`. `None` if the
    /// term never applies there.
    fn term(&self, term: &Term, site: Site) -> Option<Term> {
        let walks = matches!(term.action, Action::Walk(_));
        if !walks && self.first_moves == FirstMoves::Apart {
            return None;
        }
        if self.is_first_move(term) && !self.is(&PlaceKind::Unmoved, site) {
            return None;
        }
        self.rest(&self.arena.rules.every_move, site)?;
        Some(Term { when: self.rest(&term.when, site)?, ..term.clone() })
    }

    /// The rest of a condition once the start cell is known; `None` if it cannot hold.
    fn rest(&self, condition: &Condition, site: Site) -> Option<Condition> {
        match condition {
            Condition::Start(place) => self.is(&place.kind, site).then_some(Condition::Always),
            Condition::Always
            | Condition::End(_)
            | Condition::Relative(_)
            | Condition::Every(_) => Some(condition.clone()),
            Condition::All(parts) => parts
                .iter()
                .try_fold(Condition::Always, |all, part| Some(all.and(self.rest(part, site)?))),
            Condition::Any(parts) => {
                let mut rest: Vec<Condition> =
                    parts.iter().filter_map(|part| self.rest(part, site)).collect();
                if rest.contains(&Condition::Always) {
                    return Some(Condition::Always);
                }
                match rest.len() {
                    0 | 1 => rest.pop(),
                    _ => Some(Condition::Any(rest)),
                }
            }
            Condition::Not(inner) => match self.rest(inner, site) {
                None => Some(Condition::Always),
                Some(Condition::Always) => None,
                Some(rest) => Some(rest.negate()),
            },
        }
    }
}

/// The order of classes: strong before weak, places of the board last.
fn precedence(place: &PlaceKind) -> u16 {
    match place {
        PlaceKind::Strong => 0,
        PlaceKind::Neutral => 1,
        PlaceKind::Weak => 2,
        PlaceKind::Light => 3,
        PlaceKind::Dark => 4,
        PlaceKind::Shade(n) => 5 + u16::from(*n),
        PlaceKind::In(_) => 300,
        PlaceKind::Unmoved => 301,
    }
}

fn start_places(condition: &Condition, places: &mut Vec<PlaceKind>) {
    match condition {
        Condition::Start(place) => {
            if !places.contains(&place.kind) {
                places.push(place.kind.clone());
            }
        }
        Condition::Always | Condition::End(_) | Condition::Relative(_) | Condition::Every(_) => {}
        Condition::All(parts) | Condition::Any(parts) => {
            parts.iter().for_each(|part| start_places(part, places));
        }
        Condition::Not(inner) => start_places(inner, places),
    }
}

fn place_words(place: &PlaceKind, rules: &Ruleset) -> String {
    match place {
        PlaceKind::Strong => "strong".to_owned(),
        PlaceKind::Weak => "weak".to_owned(),
        PlaceKind::Neutral => "neutral".to_owned(),
        PlaceKind::Light => "light".to_owned(),
        PlaceKind::Dark => "dark".to_owned(),
        PlaceKind::Shade(n) => format!("shade {n}"),
        PlaceKind::Unmoved => "first move".to_owned(),
        PlaceKind::In(area) => area.notation(&rules.zones),
    }
}

/// `text` with a capital as its first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
