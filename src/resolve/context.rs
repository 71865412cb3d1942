//! Passes texts of a definition to their readers, together with the place of each character.

use alfil_diagnostics::index::IndexVec;
use alfil_rules::condition::Zone;
use alfil_rules::ids::ZoneId;
use alfil_syntax::choices::Dialect;
use alfil_syntax::notation::parse::Place;
use alfil_syntax::scalar::Scalar;
use alfil_syntax::written::Written;

/// Everything that the meaning of a string depends on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Maps bytes of the string to their place in a source.
    pub place: &'a Place<'a>,
    /// The zones that conditions may name.
    pub zones: &'a IndexVec<ZoneId, Zone>,
    /// How directions before `K` and `Q` are read.
    pub dialect: Dialect,
}

/// Calls `read` with the text of a scalar and the places of its characters.
pub(crate) fn written<T>(scalar: &Scalar, read: impl FnOnce(Written<'_>) -> T) -> T {
    let place = |range| scalar.slice(range);
    read(Written::new(scalar.text(), &place))
}

/// Calls `read` with the text of a scalar and its context.
pub(crate) fn in_context<T>(
    scalar: &Scalar,
    zones: &IndexVec<ZoneId, Zone>,
    dialect: Dialect,
    read: impl FnOnce(&str, Context<'_>) -> T,
) -> T {
    let place = |range| scalar.slice(range);
    read(scalar.text(), Context { place: &place, zones, dialect })
}
