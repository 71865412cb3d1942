//! Hands: pieces that wait beside the board, and dropping them.
//!
//! Owns: [`Hand`], [`Captured`], [`OwnCaptured`], [`Immobile`], [`Drop`]. A promoted piece that reverts when it is captured is a kind
//! whose [`reverts_to`](crate::ruleset::Kind::reverts_to) says to what. Where a kind comes into
//! play otherwise as well, its promoted pieces are a kind of their own (`Q~` in crazyhouse): two pieces
//! of one kind never differ in anything, so no arena has to remember what a piece was.

use crate::ids::KindId;
use crate::side::Side;
use alfil_diagnostics::source::Span;

/// A game's hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// What becomes of a captured piece.
    pub captured: Captured,
    /// What becomes of a piece that its own side captures.
    pub own: OwnCaptured,
    /// Kinds of which both sides always have one more to drop. No hand holds or counts them.
    pub supply: Vec<KindId>,
    /// Whether pieces are dropped where they could never move again.
    pub immobile: Immobile,
    /// Kinds whose drop may not mate.
    pub no_mate: Vec<KindId>,
    /// Where the author wrote it.
    pub span: Span,
}

impl Hand {
    /// Into whose hand a piece of `owner` goes that `captor` captures.
    pub fn goes_to(&self, captor: Side, owner: Side) -> Option<Side> {
        match (captor == owner, self.own, self.captured) {
            (true, OwnCaptured::ToHand, _) => Some(owner),
            (true, OwnCaptured::Gone, _) | (false, _, Captured::Gone) => None,
            (false, _, Captured::ToCaptor) => Some(captor),
            (false, _, Captured::ToOwner) => Some(owner),
        }
    }
}

/// Where captured pieces go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Captured {
    /// Out of the game: hands hold what the start position gives them.
    Gone,
    /// Into the hand of the side that captured it.
    ToCaptor,
    /// Into the hand of the side that lost it.
    ToOwner,
}

/// What becomes of a piece that its own side captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum OwnCaptured {
    /// It goes to the hand of its side.
    ToHand,
    /// Out of the game.
    Gone,
}

impl OwnCaptured {
    /// What it is if nobody says it: as of other captured pieces.
    pub fn unsaid(captured: Captured) -> OwnCaptured {
        match captured {
            Captured::Gone => OwnCaptured::Gone,
            Captured::ToCaptor | Captured::ToOwner => OwnCaptured::ToHand,
        }
    }
}

/// Whether a piece is dropped onto a cell from which its kind could never move again. A kind that never
/// moves at all always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Immobile {
    /// It is not.
    Forbidden,
    /// It is.
    Allowed,
}

/// Dropping a piece from the hand onto an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop {
    /// First rank from the mover's side, 1 or 2.
    pub first: u8,
    /// Last rank from the mover's side, at least `first`.
    pub last: u8,
    /// How many of its kind and side may stand on one file afterwards; 0 for any number.
    pub on_file: u8,
    /// How many on cells of one shade; 0 for any number.
    pub on_shade: u8,
    /// How many on the board; 0 for any number.
    pub on_board: u8,
}
