//! Castling of a game in the terms of a diagram.

use crate::foreign::diagram::cells::Cell;
use crate::foreign::diagram::export::gap::Gaps;
use crate::foreign::diagram::export::start::Start;
use crate::foreign::diagram::movement::is_symmetric;
use alfil_diagnostics::source::Span;
use alfil_rules::castling::{Castle, CastleEnd};
use alfil_rules::ids::KindId;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::Color;
use std::collections::BTreeSet;

/// The castling term for the format, and whether it has a side.
pub(super) fn castling(
    castle: &Castle,
    text: &str,
    id: KindId,
    start: &Start,
    span: Span,
    gaps: &mut Gaps,
) -> (String, bool) {
    let files = match castle.end {
        CastleEnd::Cells(_) => {
            let lopsided = !is_symmetric(&[text.to_owned()]);
            return (text.to_owned(), lopsided);
        }
        CastleEnd::Files(files) => files,
    };
    let kings = start.men.iter().filter(|(_, (kind, _))| *kind == id);
    let from: BTreeSet<u8> = kings.map(|(cell, _)| cell.file).collect();
    let distances = files.zip(from.first().copied().filter(|_| from.len() == 1));
    let distances = distances.and_then(|(files, from)| {
        let file = |file: char| u8::try_from(file).ok()?.checked_sub(b'a');
        let left = from.checked_sub(file(files.first)?).filter(|n| *n > 0)?;
        let right = file(files.last)?.checked_sub(from).filter(|n| *n > 0)?;
        Some([left, right])
    });
    match distances {
        Some([left, right]) if left == right => (format!("isO{left}"), false),
        // Both sides go to the same files, so this needs a mirrored setup.
        Some([left, right]) => (format!("ilO{left}irO{right}"), false),
        None => {
            gaps.say(Some(span), "castling onto named files");
            (String::new(), false)
        }
    }
}

/// Reports partners that a diagram would choose otherwise: there, the partner is the piece nearest
/// the edge.
pub(super) fn partners(
    castle: &Castle,
    id: KindId,
    start: &Start,
    rules: &Ruleset,
    span: Span,
    gaps: &mut Gaps,
) {
    let files = rules.space.lattice.files();
    for (&cell, &(_, side)) in start.men.iter().filter(|(_, (kind, _))| *kind == id) {
        for to_right in [false, true] {
            let is_cell = |file: &u8| rules.space.has(*file, cell.rank);
            let edge =
                if to_right { (0..files).rev().find(is_cell) } else { (0..files).find(is_cell) };
            let inset = castle.partner_inset;
            let at = edge.and_then(|edge| {
                if to_right { edge.checked_sub(inset) } else { edge.checked_add(inset) }
            });
            let own = |file: u8| {
                let man = start.men.get(&Cell { file, ..cell });
                man.filter(|man| man.1 == side && file != cell.file).map(|man| man.0)
            };
            let beyond = |file: &u8| if to_right { *file > cell.file } else { *file < cell.file };
            let takes = |file: &u8| own(*file).is_some_and(|kind| castle.partners.contains(&kind));
            let there = at.filter(beyond).filter(|file| own(*file).is_some());
            let near = match (inset, to_right) {
                (0, true) => (cell.file + 1..files).find(takes),
                (0, false) => (0..cell.file).rev().find(takes),
                (..) => at.filter(beyond).filter(takes),
            };
            if near != there {
                gaps.say(Some(span), "a castling partner that does not stand at the edge");
            }
        }
    }
}

/// Reports castling rights that do not follow from the places of the pieces.
pub(super) fn rights(rules: &Ruleset, start: &Start, gaps: &mut Gaps) {
    let castles = |id: KindId| rules.kinds[id].moves.terms.iter().any(|t| t.castle().is_some());
    let mut wanted: BTreeSet<char> = BTreeSet::new();
    for (&cell, &(id, side)) in start.men.iter().filter(|(_, (id, _))| castles(*id)) {
        let partners = rules.partners(id);
        for (&at, &(kind, owner)) in &start.men {
            if at.rank == cell.rank && owner == side && partners.contains(&kind) {
                let letter = if at.file > cell.file { 'k' } else { 'q' };
                wanted.insert(match side.color() {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
    }
    let given: BTreeSet<char> = start.castling.chars().filter(|c| *c != '-').collect();
    if wanted != given {
        gaps.say(Some(rules.setup.span), "castling rights other than those of unmoved pieces");
    }
}
