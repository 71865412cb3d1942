//! Answers questions about one game, so that a program in another language starts one process for
//! many positions: `cargo run --example referee -- chess`.
//!
//! Each line of the input is a position, or `-` for the start, then a tab and the moves that are
//! played from there. The answer is a line of JSON: the position, every legal move with the position
//! that it leads to, and how the game has ended.

use alfil::{Position, Variant};
use serde_json::{Value, json};
use std::error::Error;
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("name a variant, a file or a sum")?;
    let variant = alfil::load(&name)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = answer(&variant, &line?).unwrap_or_else(|why| json!({ "error": why }));
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// The answer to one line.
pub(crate) fn answer(variant: &Variant, line: &str) -> Result<Value, String> {
    let (from, moves) = line.split_once('\t').unwrap_or((line, ""));
    let mut position = match from.trim() {
        "" | "-" => variant.start(),
        text => variant.position(text).map_err(|why| why.to_string())?,
    };
    for text in moves.split_whitespace() {
        position.play_text(text).map_err(|why| why.to_string())?;
    }
    let legal = position.legal();
    let next = |mv: alfil::Move| {
        let mut after = position.clone();
        after.play(&mv);
        json!({ "text": legal.write(&mv), "position": after.text() })
    };
    let moves: Vec<Value> = legal.list().unwrap_or_default().into_iter().map(next).collect();
    Ok(json!({ "position": position.text(), "moves": moves, "ended": ended(&position) }))
}

/// White's share of the point and the reason; null while the game goes on.
fn ended(position: &Position) -> Value {
    let Some(outcome) = position.outcome() else { return Value::Null };
    let [white, black] = outcome.score();
    json!({ "reason": outcome.to_string(), "score": { "white": white, "black": black } })
}
