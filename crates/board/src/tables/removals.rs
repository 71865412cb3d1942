//! Captures that remove the piece that captures and what stands about its end, known by cells alone.
//!
//! Owns: [`Removals`]. Takes the lines of effects of a game; gives `board/engine/removals.rs` what goes with a capture, so that
//! nobody need make it to see whether a king is left attacked. Invariant: what a line does is wholly told, or there are none.

use crate::tables::kinds::KindSet;
use crate::tables::pattern::Pattern;
use crate::tables::predicates::CompiledPredicates;
use crate::topology::site_set::{Site, SiteSet};
use alfil_diagnostics::index::Id;
use alfil_rules::effect::{Deed, Extent, Picked, Will};
use alfil_rules::question::{Anchor, Filter, Men, MoveFact, Question, Subject, Test};
use alfil_rules::side::{BySide, Side};

/// What goes with each capture beside the captured and the capturing piece.
#[derive(Clone, Debug)]
pub struct Removals<const W: usize> {
    /// Pieces about the end.
    pub about: Vec<About<W>>,
    /// By side and end, where a royal piece of that side must not stand if it is to capture there and keep it.
    pub wards: BySide<Vec<SiteSet<W>>>,
}

/// Pieces that go where they stand about the end of a capture.
#[derive(Clone, Debug)]
pub struct About<const W: usize> {
    /// Which pieces, as the side sees them that captures.
    pub men: Men,
    /// Where, by that side and the end.
    pub cells: BySide<Vec<SiteSet<W>>>,
}

impl<const W: usize> Removals<W> {
    /// Of a game with these royal kinds of which a board of so many sites is played; `None` if its effects do anything else, if
    /// questions bind attacks, or pieces capture elsewhere than where they end.
    pub fn new(asks: &CompiledPredicates<W>, royals: KindSet, sites: usize) -> Option<Removals<W>> {
        let [line] = &asks.effects[..] else { return None };
        let every = |men: &Men| men.whose.is_none() && men.kinds.is_none() && men.but.is_empty();
        let on_capture = match &line.effect.question {
            Some(Question::Move(MoveFact::Capturing(men))) => every(men),
            Some(_) | None => false,
        };
        if !on_capture || line.effect.will != Will::Must || !asks.attacks.is_empty() {
            return None;
        }
        let (mut mover, mut about) = (false, Vec::new());
        for deed in &line.effect.deeds {
            let Deed::Remove(Picked { extent: Extent::Each, pieces }) = deed else { return None };
            match (&pieces.what, &pieces.filters[..]) {
                (Subject::Anchor(Anchor::Mover), []) => mover = true,
                (Subject::Men(men), [Filter { holds: true, test: Test::At(pattern, of) }])
                    if of.what == Subject::Anchor(Anchor::End) && of.filters.is_empty() =>
                {
                    about.push(About { men: men.clone(), cells: cells(pattern, sites)? });
                }
                _ => return None,
            }
        }
        let mut takes = asks.takes.0.iter().flatten().flat_map(|takes| takes.iter()).flatten();
        let alike = |about: &About<W>| {
            let mut named = royals.iter().map(|kind| about.men.has(kind));
            let first = named.next();
            named.all(|other| Some(other) == first)
        };
        let told = mover
            && takes.all(|take| take.captured == SiteSet::of(take.to))
            && about.iter().all(alike);
        told.then(|| Removals { wards: wards(&about, royals, sites), about })
    }
}

/// By side and end, the cells about it that a royal piece of that side does not survive.
fn wards<const W: usize>(
    about: &[About<W>],
    royals: KindSet,
    sites: usize,
) -> BySide<Vec<SiteSet<W>>> {
    BySide::from_fn(|side| {
        let costs = |about: &&About<W>| {
            let own = about.men.sides(side).any(|owner| owner == side);
            own && royals.iter().any(|kind| about.men.has(kind))
        };
        let of = |cell: usize| {
            let about = about.iter().filter(costs).map(|about| about.cells[side][cell]);
            about.fold(SiteSet::EMPTY, |all, cells| all | cells)
        };
        (0..sites).map(of).collect()
    })
}

/// By side and cell, where `pattern` takes whatever stands there; nothing if it asks more than that.
fn cells<const W: usize>(pattern: &Pattern<W>, sites: usize) -> Option<BySide<Vec<SiteSet<W>>>> {
    let of = |side| -> Option<Vec<SiteSet<W>>> {
        let takes = |site| Some(pattern.leads(side, site).leaps?[1]);
        (0..sites).map(|site| takes(Site::from_index(site))).collect()
    };
    Some(BySide([of(Side::White)?, of(Side::Black)?]))
}
