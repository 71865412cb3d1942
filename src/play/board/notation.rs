//! Moves as text.
//!
//! Owns: [`write()`], [`write_all`], [`find`]. Invariant: within the legal moves of one position every
//! text names one move, and reads back as it.
//!
//! `e2e4`, `e7e8q`, `e1g1`; where two moves share from, to and promotion, the less usual adds what
//! else it changes: `e5d6xd5`, `e1g1,h1f1`. A capture without moving always says what it takes:
//! `d4d4xd5`. A drop is `P@e4`, a promotion to a kind with the letter `+P` `e6e7+p`, of a piece that stays where
//! it is `e7e7+p`, of one that is dropped `P@e7+p`; a step left out is `pass`.

use crate::board::game::arena::Arena;
use crate::board::game::position::{Actor, Move};

/// Leaving out a step.
pub const PASS: &str = "pass";

/// The texts of `moves`, which are all the legal moves of one position.
pub fn write_all(arena: &Arena, moves: &[Move]) -> Vec<String> {
    let plain: Vec<String> = moves.iter().map(|mv| base(arena, mv)).collect();
    let mut count = std::collections::HashMap::new();
    for text in &plain {
        *count.entry(text.as_str()).or_insert(0) += 1;
    }
    let full = |(mv, text): (&Move, &String)| {
        if count[text.as_str()] > 1 || mv.from == mv.to {
            text.clone() + &extras(arena, mv)
        } else {
            text.clone()
        }
    };
    moves.iter().zip(&plain).map(full).collect()
}

/// The text of `mv` among `moves`, the legal moves of its position.
pub fn write(arena: &Arena, mv: &Move, moves: &[Move]) -> String {
    let text = base(arena, mv);
    let twin = moves.iter().any(|other| other != mv && base(arena, other) == text);
    if twin || mv.from == mv.to { text + &extras(arena, mv) } else { text }
}

/// The move of `moves` that `text` names, with or without what it could leave out.
pub fn find<'a>(arena: &Arena, text: &str, moves: &'a [Move]) -> Option<&'a Move> {
    let texts = write_all(arena, moves);
    let exact = texts.iter().position(|t| t == text);
    let spelt_out = || moves.iter().position(|mv| base(arena, mv) + &extras(arena, mv) == text);
    exact.or_else(spelt_out).map(|i| &moves[i])
}

fn base(arena: &Arena, mv: &Move) -> String {
    let letter = |kind| arena.rules.kinds[kind].letter;
    let to = arena.graph.name(mv.to);
    let promotion = || mv.promotion.map(|kind| letter(kind).in_moves()).unwrap_or_default();
    match mv.actor {
        Actor::Piece => {}
        Actor::Hand(kind) => return format!("{}@{to}{}", letter(kind), promotion()),
        Actor::Section(section, stand) => {
            let section = arena.sections.get(section);
            let (file, rank) = section.stands[usize::from(stand)];
            return format!("{}:{}", section.name.value, arena.graph.cell_name(file, rank));
        }
        Actor::Nobody => return PASS.to_owned(),
    }
    format!("{}{to}{}", arena.graph.name(mv.from), promotion())
}

fn extras(arena: &Arena, mv: &Move) -> String {
    let name = |site| arena.graph.name(site);
    let mut text: String =
        mv.captures.iter().filter(|&&c| c != mv.to).map(|&c| format!("x{}", name(c))).collect();
    if let Some((from, to)) = mv.partner {
        text.push_str(&format!(",{}{}", name(from), name(to)));
    }
    text
}
