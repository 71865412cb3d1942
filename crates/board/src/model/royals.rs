//! Royal pieces of a position.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use crate::topology::site_set::Site;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;

impl BoardPosition {
    /// Sites of the royal pieces of `side`.
    pub fn royals(&self, arena: &BoardModel, side: Side) -> impl Iterator<Item = Site> {
        self.pieces(side)
            .filter(|&(_, kind)| arena.rules.kinds[kind].royal.is_royal())
            .map(|(site, _)| site)
    }

    /// Whether the side is in check, if `attacked` says which of its pieces could be captured now.
    pub fn is_checked(
        &self,
        arena: &BoardModel,
        side: Side,
        attacked: impl Fn(Site) -> bool,
    ) -> bool {
        arena.rules.kinds.enumerate().any(|(kind, rule)| {
            let pieces = || self.pieces(side).filter(|&(_, k)| k == kind).map(|(site, _)| site);
            match rule.royal {
                Royalty::No => false,
                Royalty::Each => pieces().any(&attacked),
                Royalty::All => pieces().next().is_some() && pieces().all(&attacked),
                Royalty::Last => pieces().nth(1).is_none() && pieces().any(&attacked),
            }
        })
    }

    /// Whether the piece on `site` is one without which its side would not be left: no move captures it.
    pub fn is_untouchable(&self, arena: &BoardModel, site: Site) -> bool {
        self.piece(site).is_some_and(|piece| match arena.rules.kinds[piece.kind].royal {
            Royalty::No => false,
            Royalty::Each => true,
            Royalty::All | Royalty::Last => {
                self.pieces(piece.side).filter(|&(_, kind)| kind == piece.kind).count() == 1
            }
        })
    }
}
