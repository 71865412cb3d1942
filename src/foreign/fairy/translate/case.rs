//! A variant while it is translated: its settings and what is known so far.

use crate::foreign::fairy::table::{Origin, Settings};
use crate::foreign::fairy::translate::areas::Areas;
use crate::foreign::fairy::translate::board::Board;
use crate::foreign::fairy::translate::kinds::{self, Kind};
use crate::foreign::fairy::values::{PieceSet, PieceType, Side, Verdict};
use crate::foreign::remark::{Remark, Weight};

/// A variant while it is translated.
pub(crate) struct Case<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) board: Board,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) areas: Areas,
    /// The name of the piece that stands for walls, if walls come and go.
    pub(crate) wall: Option<Kind>,
    pub(crate) remarks: Vec<Remark>,
}

impl Case<'_> {
    /// Reports that a rule is not carried over.
    pub(crate) fn lose(&mut self, key: &str, why: &str) {
        self.remark(key, Weight::Lost, &format!("`{key}` is not carried over: {why}"));
    }

    /// Adds a remark about a key.
    pub(crate) fn remark(&mut self, key: &str, weight: Weight, what: &str) {
        let place = match self.settings.origin(key) {
            Some(Origin::File(place)) => Some(place),
            Some(Origin::BuiltIn) | None => None,
        };
        let (key, what) = (key.to_owned(), what.to_owned());
        let remark = Remark { place, key, weight, what, help: None };
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// The kinds whose types are in a set, as questions name them: `king or queen`, `piece` for
    /// all. `None` if there is none.
    pub(crate) fn named(&self, set: &PieceSet) -> Option<String> {
        if set.all {
            return Some("piece".to_owned());
        }
        let names = kinds::of_types(&self.kinds, set);
        (!names.is_empty()).then(|| names.join(" or "))
    }

    /// The kinds of one type; all pieces for none.
    pub(crate) fn named_type(&self, piece: Option<PieceType>) -> Option<String> {
        match piece {
            Some(piece) => {
                self.named(&PieceSet { all: false, types: [piece].into_iter().collect() })
            }
            None => Some("piece".to_owned()),
        }
    }

    /// True if walls come and go.
    pub(crate) fn has_walls(&self) -> bool {
        self.wall.is_some()
    }

    /// True if pieces of this type are on the board at first, of this side.
    pub(crate) fn count(&self, side: Side, piece: PieceType) -> usize {
        let hand = self.board.hand.iter().flatten();
        let hand = hand.filter(|(owner, held)| *owner == side && *held == piece).count();
        self.board.men().filter(|man| man.side == side && man.piece == piece).count() + hand
    }
}

/// The word of a result for the side that a sentence is about; `None` for no result.
pub(crate) fn verdict(value: Verdict) -> Option<&'static str> {
    match value {
        Verdict::Win => Some("win"),
        Verdict::Loss => Some("loss"),
        Verdict::Draw => Some("draw"),
        Verdict::None => None,
    }
}

/// The result of the other side.
pub(crate) fn opposite(value: Verdict) -> Verdict {
    match value {
        Verdict::Win => Verdict::Loss,
        Verdict::Loss => Verdict::Win,
        Verdict::Draw => Verdict::Draw,
        Verdict::None => Verdict::None,
    }
}
