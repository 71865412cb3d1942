//! Hands: pieces that wait beside the board, and dropping them.
//!
//! Owns: [`Hand`], [`Captured`], [`Drop`]. A promoted piece that reverts when it is captured is a kind
//! whose [`reverts_to`](crate::rules::ruleset::Kind::reverts_to) says to what. Where a kind comes into
//! play otherwise as well, its promoted pieces are a kind of their own (`Q~` in crazyhouse): two pieces
//! of one kind never differ in anything, so no arena has to remember what a piece was.

use crate::rules::ruleset::KindId;
use crate::source::Span;

/// A game's hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// What becomes of a captured piece.
    pub captured: Captured,
    /// Kinds whose drop may not mate.
    pub no_mate: Vec<KindId>,
    /// Where the author wrote it.
    pub span: Span,
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

/// Dropping a piece from the hand onto an empty cell. Never onto a cell from which the kind could
/// never move again, unless it never moves at all.
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
