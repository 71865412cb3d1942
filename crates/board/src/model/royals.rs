//! Royal pieces of a position, and checks on them.

use crate::model::board_model::BoardModel;
use crate::model::position::BoardPosition;
use alfil_rules::ruleset::Royalty;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;

impl BoardPosition {
    /// Iterates over the sites of royal pieces of `side`.
    pub fn royals(&self, model: &BoardModel, side: Side) -> impl Iterator<Item = Site> {
        self.pieces(side)
            .filter(|&(_, kind)| model.rules.kinds[kind].royal.is_royal())
            .map(|(site, _)| site)
    }

    /// Returns whether `side` is in check. `attacked` returns whether the piece on a site could be
    /// captured now.
    pub fn is_checked(
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

/// Compares how many royal pieces a side has before and after effects, kind by kind.
#[derive(Clone, Copy, Default, Debug)]
pub struct RoyalBalance {
    /// Pieces that would each be the loss of a royal piece, unless they became another royal kind.
    missing: u32,
    /// Additional pieces of royal kinds.
    gained: u32,
}

impl RoyalBalance {
    /// Adds the numbers of pieces of one kind. Of pieces that share royalty, only the loss of the
    /// last one counts.
    pub fn add(&mut self, royalty: Royalty, had: usize, has: usize) {
        let missing = match royalty {
            Royalty::No => return,
            Royalty::Each => had.saturating_sub(has),
            Royalty::All | Royalty::Last => usize::from(had > 0 && has == 0),
        };
        self.missing += missing as u32;
        self.gained += has.saturating_sub(had) as u32;
    }

    /// True if the side has lost a royal piece. A royal piece that became another royal kind is not
    /// lost.
    pub fn is_loss(self) -> bool {
        self.missing > self.gained
    }
}
