//! Whose view a question wants.

use crate::play::board::view::SeenPlay;
use crate::play::position::Position;
use alfil_rules::side::Side;
use serde_json::Value;

/// Whose view a question wants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Looker {
    /// Everything.
    All,
    /// What the side to move sees.
    Mover,
    /// What this side sees.
    Only(Side),
}

impl Looker {
    pub(super) fn of(question: &Value) -> Result<Looker, String> {
        match (&question["as"], question["as"].as_str()) {
            (Value::Null, _) => Ok(Looker::All),
            (_, Some("mover")) => Ok(Looker::Mover),
            (_, Some("white")) => Ok(Looker::Only(Side::White)),
            (_, Some("black")) => Ok(Looker::Only(Side::Black)),
            _ => Err("`as` is `white`, `black` or `mover`".to_owned()),
        }
    }

    /// The side that looks at `position`. `None` if everything is wanted.
    pub(super) fn side(self, position: &Position) -> Option<Side> {
        match self {
            Looker::All => None,
            Looker::Mover => Some(position.side()),
            Looker::Only(side) => Some(side),
        }
    }

    /// What is seen of `position`, if that is less than everything. After the end of a game all is
    /// seen.
    pub(super) fn seen(self, position: &Position) -> Option<SeenPlay> {
        let side = self.side(position)?;
        if position.end().is_some() { None } else { position.hidden_from(side) }
    }
}
