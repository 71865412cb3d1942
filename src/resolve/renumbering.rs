//! New ids of kinds after the removed ones are left out.

use alfil_diagnostics::index::IndexVec;
use alfil_rules::ids::KindId;
use alfil_rules::question::Men;

/// Maps each old id of a kind to its new id, or to `None` if the kind was removed.
pub(crate) type Renumbering = IndexVec<KindId, Option<KindId>>;

/// Renumbers the kinds of `men` and leaves out removed ones.
pub(crate) fn renumber(men: &mut Men, numbers: &Renumbering) {
    let left = |kinds: &[KindId]| kinds.iter().filter_map(|&kind| numbers[kind]).collect();
    men.kinds = men.kinds.as_deref().map(left);
    men.but = left(&men.but);
}
