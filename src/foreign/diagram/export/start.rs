//! The start position of a game, from its text.

use crate::foreign::diagram::cells::{Cell, Size};
use crate::foreign::diagram::export::gap::Gaps;
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Side;
use std::collections::BTreeMap;

/// The start position.
pub(super) struct Start {
    pub(super) men: BTreeMap<Cell, (KindId, Side)>,
    pub(super) held: Vec<(KindId, Side)>,
    pub(super) castling: String,
}

/// Reads the text of the start position.
pub(super) fn start(rules: &Ruleset, text: &str, size: Size, gaps: &mut Gaps) -> Start {
    let mut fields = text.split(' ');
    let placement = fields.next().unwrap_or_default();
    if fields.next() == Some("b") {
        gaps.say(Some(rules.setup.span), "Black moves first");
    }
    let castling = fields.next().unwrap_or_default().to_owned();
    let (rows, hands) = placement.split_once('[').unwrap_or((placement, ""));
    let mut start = Start { men: BTreeMap::new(), held: Vec::new(), castling };
    for (row, text) in rows.split('/').enumerate() {
        let Some(rank) = u8::try_from(row).ok().and_then(|row| (size.ranks - 1).checked_sub(row))
        else {
            break;
        };
        let mut file = 0u8;
        for sign in signs(text) {
            match sign.parse::<u8>() {
                Ok(empty) => file = file.saturating_add(empty),
                Err(_) => {
                    if let Some(man) = man(rules, sign) {
                        start.men.insert(Cell { rank, file }, man);
                    }
                    file = file.saturating_add(1);
                }
            }
        }
    }
    start.held = signs(hands.trim_end_matches(']')).filter_map(|sign| man(rules, sign)).collect();
    start
}

/// Parts a row into letters with their marks, numbers and stars.
fn signs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '0'..='9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            '+' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            sign => {
                let plain = sign.len_utf8();
                plain + usize::from(rest[plain..].starts_with('~'))
            }
        };
        let (sign, after) = rest.split_at(length);
        rest = after;
        Some(sign)
    })
}

fn man(rules: &Ruleset, sign: &str) -> Option<(KindId, Side)> {
    let mut kinds = rules.kinds.enumerate();
    kinds.find_map(|(id, kind)| {
        let side = Side::BOTH.into_iter().find(|&side| kind.letter.of(side) == sign)?;
        Some((rules.counts_as(id), side))
    })
}
