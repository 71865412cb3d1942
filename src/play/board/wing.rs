//! Castling in algebraic notation: `O-O` and `O-O-O`.

use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::Move;

/// The direction of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wing {
    /// The partner is on a later file: `O-O`.
    Short,
    /// The partner is on an earlier file: `O-O-O`.
    Long,
}

impl Wing {
    /// The usual text.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Wing::Short => "O-O",
            Wing::Long => "O-O-O",
        }
    }

    /// Reads castling with capital or small letters or zeros, and returns the text after it.
    pub(crate) fn read(text: &str) -> Option<(Wing, &str)> {
        let circle = |text: &str| text.starts_with(['O', '0', 'o']);
        if !circle(text) {
            return None;
        }
        let rest = text[1..].strip_prefix('-').filter(|rest| circle(rest))?;
        match rest[1..].strip_prefix('-').filter(|rest| circle(rest)) {
            Some(last) => Some((Wing::Long, &last[1..])),
            None => Some((Wing::Short, &rest[1..])),
        }
    }

    /// Reads a text that is castling and nothing else.
    pub(crate) fn read_whole(text: &str) -> Option<Wing> {
        Wing::read(text).filter(|(_, rest)| rest.is_empty()).map(|(wing, _)| wing)
    }
}

/// The direction of castling; `None` for other moves. With more than two sides, some sides castle
/// along a file, so castling with the nearest partner is the short one.
pub(crate) fn wing_of(arena: &BoardModel, mv: &Move) -> Option<Wing> {
    let partner = mv.partner?;
    let is_it = arena.castles.iter().any(|o| o.king == (mv.from, mv.to) && o.partner == partner);
    let file = |site| arena.graph.file_rank(site).0;
    let is_short = || {
        if arena.rules.sides.are_two() {
            file(partner.0) > file(mv.from)
        } else {
            let is_right = |bit: &usize| {
                let [(_, king), (_, other)] = arena.rights[*bit].pieces();
                (king, other) == (mv.from, partner.0)
            };
            (0..arena.rights.len()).find(is_right).is_some_and(|bit| arena.is_nearest(bit))
        }
    };
    is_it.then(|| if is_short() { Wing::Short } else { Wing::Long })
}
