//! Which kinds a section has.

use alfil_rules::letter::Form;
use alfil_rules::ruleset::{Kind, Owner};

/// True if a section has a kind of its own for `kind`. Kinds that the game adds for promoted pieces
/// have none, nor do walls.
pub(super) fn is_exported(kind: &Kind) -> bool {
    kind.letter.form() != Form::Reverting && kind.owner == Owner::Side
}
