//! New ids of kinds, after removed kinds are left out.

use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::question::Men;

/// Where each kind of a [`Draft`] went; `None` for those removed.
pub(crate) type Renumbering = IndexVec<KindId, Option<KindId>>;

/// Leaves of the kinds of `men` those that are left.
pub(crate) fn renumber(men: &mut Men, numbers: &Renumbering) {
    let left = |kinds: &[KindId]| kinds.iter().filter_map(|&kind| numbers[kind]).collect();
    men.kinds = men.kinds.as_deref().map(left);
    men.but = left(&men.but);
}
