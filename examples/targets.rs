//! The cells that an interface highlights when a player clicks a piece, as text:
//! `cargo run --example targets --no-default-features -- crazyhouse e1 'e2e4 d7d5'`.
//!
//! The place is a cell, or the letter of a piece in the hand. `.` instead of it lists all pieces of
//! the side to move, as an interface does once for each position.

use alfil::{Mover, Owned, Parts, Position};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, place, moves @ ..] = arguments.as_slice() else {
        return Err("name a variant, a cell or a letter, and perhaps moves".into());
    };
    let mut position = alfil::load(name)?.start();
    for text in moves.iter().flat_map(|moves| moves.split_whitespace()) {
        position.play_text(text)?;
    }
    print!("{}", targets(&position, Some(place.as_str()).filter(|place| *place != ".")));
    Ok(())
}

/// One line for each highlighted cell. With `place`, only the moves that start there.
pub(crate) fn targets(position: &Position, place: Option<&str>) -> String {
    let legal = position.legal();
    let Some(moves) = legal.all_parts() else {
        return "a piece on a plane has infinitely many moves\n".to_owned();
    };
    // A click on a source shows its targets. Several moves with one target differ in their
    // promotions or choices, so the interface asks for these.
    let mut cells: BTreeMap<(String, String), Vec<&Parts>> = BTreeMap::new();
    for parts in &moves {
        let source = match &parts.mover {
            Mover::Piece(cell) => cell.clone(),
            Mover::Hand(kind) => kind.letter.clone(),
            Mover::Section(name) => name.clone(),
            Mover::Die(_) | Mover::Nothing => "pass".to_owned(),
        };
        // A capture without moving is a click on the captured piece.
        let still = parts.to.as_ref() == Some(&source) && parts.promotion.is_none();
        let target = parts.captures.first().filter(|_| still).or(parts.to.as_ref());
        if place.is_none_or(|place| place == source) {
            cells.entry((source, target.cloned().unwrap_or_default())).or_default().push(parts);
        }
    }
    let mut out = String::new();
    for piece in position.pieces() {
        if place == Some(&piece.place) && piece.owner != Owned::By(position.side()) {
            let _ = writeln!(out, "{} stands on {}", piece.letter, piece.place);
        }
    }
    for ((source, target), choices) in cells {
        let _ = write!(out, "{source} to {target}:");
        for parts in choices {
            let promotes = parts.promotion.as_ref().map(|kind| format!(" ={}", kind.letter));
            let captures = if parts.captures.is_empty() { "" } else { " x" };
            let _ = write!(out, " {}{captures}{}", parts.text, promotes.unwrap_or_default());
        }
        out.push('\n');
    }
    out
}
