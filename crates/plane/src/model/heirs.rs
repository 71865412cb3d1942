//! The kinds to which pieces promote.

use alfil_diagnostics::index::{Id, IndexVec};
use alfil_rules::ids::KindId;
use alfil_rules::plane::Body;
use alfil_rules::ruleset::Ruleset;

/// A set of kinds. A game has at most 64 kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct KindSet(u64);

impl KindSet {
    /// The empty set.
    pub const NONE: KindSet = KindSet(0);

    /// Returns the set with one more kind.
    #[must_use]
    pub fn with(self, kind: KindId) -> Self {
        KindSet(self.0 | 1 << kind.index())
    }

    /// Returns the kinds that are not in `other`.
    #[must_use]
    pub fn without(self, other: KindSet) -> Self {
        KindSet(self.0 & !other.0)
    }

    /// True if the kind is in the set.
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// True if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The kinds to which a kind promotes.
#[derive(Clone, Default, Debug)]
pub struct Heirs {
    /// All of them.
    pub(crate) all: KindSet,
    /// The royal ones, which may be attacked where the piece itself may stand. Empty if the piece is
    /// royal itself.
    pub exposed: KindSet,
    /// Those whose bodies cover points that the body of the piece does not cover.
    pub larger: Vec<KindId>,
}

impl Heirs {
    /// The heirs of each kind.
    pub(crate) fn of(rules: &Ruleset, bodies: &IndexVec<KindId, &Body>) -> IndexVec<KindId, Heirs> {
        let heirs = |id: KindId| {
            let (kind, mut heirs) = (&rules.kinds[id], Heirs::default());
            for &heir in kind.promotions.iter().flat_map(|promotion| &promotion.to) {
                heirs.all = heirs.all.with(heir);
                if rules.kinds[heir].royal.is_royal() && !kind.royal.is_royal() {
                    heirs.exposed = heirs.exposed.with(heir);
                }
                if outgrows(bodies[heir], bodies[id]) && !heirs.larger.contains(&heir) {
                    heirs.larger.push(heir);
                }
            }
            heirs
        };
        bodies.ids().map(heirs).collect()
    }
}

/// True if a body may cover points that another one does not cover.
fn outgrows(body: &Body, other: &Body) -> bool {
    match (body, other) {
        (Body::Disc(radius), Body::Disc(other)) => radius.get() > other.get(),
        (Body::Parts(_), _) | (_, Body::Parts(_)) => body != other,
    }
}
