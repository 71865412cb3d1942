//! Royal pieces of a position, and checks on them.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use crate::topology::site_set::Site;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;

impl BoardPosition {
    /// Iterates over the sites of royal pieces of `side`.
    pub fn royals(&self, model: &BoardModel, side: Side) -> impl Iterator<Item = Site> {
        self.pieces(side)
            .filter(|&(_, kind)| model.rules.kinds[kind].royal.is_royal())
            .map(|(site, _)| site)
    }

    /// Returns whether `side` is in check. `attacked` returns whether the piece on a site could be
    /// captured now.
    pub(crate) fn is_checked(
        &self,
        model: &BoardModel,
        side: Side,
        attacked: impl Fn(Site) -> bool,
    ) -> bool {
        model.rules.kinds.enumerate().any(|(kind, rule)| {
            let pieces = || self.pieces(side).filter(|&(_, k)| k == kind).map(|(site, _)| site);
            match rule.royal {
                Royalty::No => false,
                Royalty::Each => pieces().any(&attacked),
                Royalty::All => pieces().next().is_some() && pieces().all(&attacked),
                Royalty::Last => pieces().nth(1).is_none() && pieces().any(&attacked),
            }
        })
    }

    /// Returns whether the piece on `site` is royal and its capture would lose the game. For
    /// [`Royalty::All`] and [`Royalty::Last`], this is true only of the last piece of its kind.
    pub fn is_untouchable(&self, model: &BoardModel, site: Site) -> bool {
        // Everybody may capture the pieces of a side that is out.
        let piece = self.piece(site).filter(|piece| !self.out.has(piece.side));
        piece.is_some_and(|piece| match model.rules.kinds[piece.kind].royal {
            Royalty::No => false,
            Royalty::Each => true,
            Royalty::All | Royalty::Last => {
                self.pieces(piece.side).filter(|&(_, kind)| kind == piece.kind).count() == 1
            }
        })
    }
}
