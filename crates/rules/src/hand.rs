//! Hands: pieces beside the board, which players may drop.
//!
//! Pieces of one kind never differ, so a board need not remember what a piece was before. A
//! promoted piece that reverts when captured has a kind with
//! [`reverts_to`](crate::ruleset::Kind::reverts_to). If unpromoted pieces of that kind are also in
//! play, the promoted pieces get a separate kind (`Q~` in crazyhouse).

use crate::ids::KindId;
use crate::side::Side;
use alfil_diagnostics::source::Span;

/// The hands of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Where captured enemy pieces go.
    pub captured: Captured,
    /// What happens to pieces that their own side captures.
    pub own: OwnCaptured,
    /// Kinds that both sides can always drop. No hand holds or counts them.
    pub supply: Vec<KindId>,
    /// The rule for drops onto cells from which the piece could never move.
    pub immobile: Immobile,
    /// Kinds that may not give mate by a drop.
    pub no_mate: Vec<KindId>,
    /// The span of the author's text.
    pub span: Span,
}

impl Hand {
    /// The side whose hand receives a piece of `owner` that `captor` captures. `None` if the piece
    /// leaves the game.
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
    /// Out of the game. Hands hold only what the start position gives them.
    Gone,
    /// Into the hand of the side that made the capture.
    ToCaptor,
    /// Into the hand of the side that lost the piece.
    ToOwner,
}

/// What happens to pieces that their own side captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum OwnCaptured {
    /// Into the hand of the side that owns them.
    ToHand,
    /// Out of the game.
    Gone,
}

impl OwnCaptured {
    /// The default, which depends on the rule for captured enemy pieces.
    pub fn unsaid(captured: Captured) -> OwnCaptured {
        match captured {
            Captured::Gone => OwnCaptured::Gone,
            Captured::ToCaptor | Captured::ToOwner => OwnCaptured::ToHand,
        }
    }
}

/// The rule for drops onto cells from which the piece could never move. It does not apply to kinds
/// without any moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Immobile {
    /// Such drops are illegal.
    Forbidden,
    /// Such drops are legal.
    Allowed,
}

/// A drop of a piece from the hand onto an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drop {
    /// First rank, counted from 1 at the mover's side: 1 or 2.
    pub first: u8,
    /// Last rank, at least `first`.
    pub last: u8,
    /// Maximum number of pieces of the same kind and side on one file after the drop; 0 for no
    /// limit.
    pub on_file: u8,
    /// Maximum number of pieces of the same kind and side on cells of one shade after the drop; 0
    /// for no limit.
    pub on_shade: u8,
    /// Maximum number of pieces of the same kind and side on the board after the drop; 0 for no
    /// limit.
    pub on_board: u8,
}
