//! Answers of the computer player: its moves, values of positions, and faults of a game.
//!
//! A search has a limit of time, and the computer remembers positions. So unlike other answers,
//! these may differ from one time to the next.

use crate::play::computer::Level;
use crate::play::dice::Dice;
use crate::play::position::{Move, Position};
use crate::play::review::{self, Fault, Searched, Verdict};
use crate::studio::board::drawn as on_cells;
use crate::studio::cache::Opened;
use crate::studio::plane::drawn as on_points;
use crate::studio::player::{Effort, Learned, LineKey};
use alfil_rules::ruleset::Ruleset;
use serde_json::{Value, json};
use std::time::Duration;

/// The longest time of a search, in seconds.
const MAX_SECONDS: f64 = 10.0;

/// The time of a search without another limit, in seconds.
const USUAL_SECONDS: f64 = 1.0;

/// The greatest number of moves of an expected line.
const MAX_LINE: usize = 16;

/// The move of the computer at the level of the question. In a turn of several steps, it is one
/// step.
pub(super) fn reply(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let level = question["level"].as_u64().and_then(|level| u8::try_from(level).ok());
    let level = level.and_then(Level::new).ok_or("`level` is wanted, a number from 1 to 10")?;
    let mut dice = Dice::new(question["seed"].as_u64().unwrap_or_default());
    let position = opened.in_play(question)?.position.clone();
    if let Some(end) = position.end() {
        return Err(format!("the game is over: {end}"));
    }
    let thought = opened.player()?.computer.choose(&position, level, &mut dice);
    let mv = thought.and_then(|thought| thought.line.into_iter().next());
    let mv = mv.ok_or("the computer has no move")?;
    let legal = position.legal();
    let text = legal.write(&mv);
    // Algebraic notation tells which other moves are legal.
    let san = if position.has_umpire() { text.clone() } else { legal.san(&mv) };
    Ok(json!({ "text": text, "san": san }))
}

/// The value of the position, its best move and the expected line.
pub(super) fn analyze(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let effort = effort(question)?;
    let position = opened.in_play(question)?.position.clone();
    let searched = opened.player()?.search(&position, effort);
    Ok(object(&position, &searched))
}

/// The last move of the game compared with the best one.
pub(super) fn review(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let effort = effort(question)?;
    let line = opened.in_play(question)?;
    let LineKey { start, moves } = line.key();
    let now = line.position.clone();
    let sides = now.rules().sides;
    if !sides.are_two() {
        let count = sides.count();
        return Err(format!("an analysis compares two sides, and this game has {count}"));
    }
    let mut past = now.clone();
    let played = past.take_back().ok_or("there is no move to review")?;
    let before_key = LineKey { start: start.clone(), moves: moves[..moves.len() - 1].to_vec() };
    let player = opened.player()?;
    // The question about the move before finds the search of the earlier position as the last one.
    let after = player.review(LineKey { start, moves }, &now, effort);
    let before = player.review(before_key, &past, effort);
    let verdict = Verdict::of(past.side(), &played, &before, &after);
    let verdict = verdict.map(|verdict| {
        json!({
            "best": value(past.rules(), &verdict.best),
            "played": value(past.rules(), &verdict.played),
            "loss": verdict.loss,
            "sign": verdict.fault.map(Fault::sign),
        })
    });
    Ok(json!({
        "side": past.rules().word_of(past.side()),
        "before": object(&past, &before),
        "after": object(&now, &after),
        "verdict": verdict,
    }))
}

/// Whether a file with learned values fits the game. The answer is a refusal if it does not.
pub(super) fn values(opened: &Opened, question: &Value) -> Result<Value, String> {
    let text = question["values"].as_str().ok_or("`values` is wanted, the text of a file")?;
    Learned::Text(text).computer(opened.game()?)?;
    Ok(json!({}))
}

/// The limits of a question. The time is always limited.
fn effort(question: &Value) -> Result<Effort, String> {
    let depth = whole(question, "depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
    let nodes = whole(question, "nodes")?;
    let usual = if depth.is_some() || nodes.is_some() { MAX_SECONDS } else { USUAL_SECONDS };
    let seconds = match &question["seconds"] {
        Value::Null => usual,
        seconds => seconds.as_f64().ok_or("`seconds` is a number")?,
    };
    let time = Duration::from_secs_f64(seconds.clamp(0.001, MAX_SECONDS));
    Ok(Effort { time, depth, nodes })
}

/// A positive whole number of the question, if it is given.
fn whole(question: &Value, name: &str) -> Result<Option<u64>, String> {
    match &question[name] {
        Value::Null => Ok(None),
        number => match number.as_u64() {
            Some(number) if number > 0 => Ok(Some(number)),
            Some(_) | None => Err(format!("`{name}` is a number from 1")),
        },
    }
}

/// A searched position: its value, the best move and the expected line.
fn object(position: &Position, searched: &Searched) -> Value {
    let thought = searched.thought.as_ref();
    let best = thought.and_then(|thought| thought.line.first());
    // Values compare two sides.
    let valued = searched.value.as_ref().filter(|_| position.rules().sides.are_two());
    json!({
        "value": valued.map(|one| value(position.rules(), one)),
        "best": best.map(|mv| drawn(position, mv)),
        "line": thought.map(|thought| line(position, &thought.line)),
        "depth": thought.map(|thought| thought.depth),
    })
}

/// A value from the point of view of White.
fn value(rules: &Ruleset, value: &review::Value) -> Value {
    let win = value.forced_win();
    json!({
        "score": value.centipawns(),
        "wins": win.map(|(side, turns)| json!({ "side": rules.word_of(side), "turns": turns })),
        "share": (value.share() * 1e4).round() / 1e4,
        "text": value.to_string(),
        "words": value.words(),
    })
}

/// A move with the data for an arrow.
fn drawn(position: &Position, mv: &Move) -> Value {
    let legal = position.legal();
    let text = legal.write(mv);
    let mut one = match (position, mv) {
        (Position::Board(play), Move::Board(mv)) => on_cells(play, mv, &text),
        (Position::Plane(play), Move::Plane(mv)) => on_points(play, mv, &text),
        // A search returns moves of its own position.
        (Position::Board(_), Move::Plane(_)) | (Position::Plane(_), Move::Board(_)) => {
            json!({ "text": text })
        }
    };
    one["san"] = legal.san(mv).into();
    one
}

/// The beginning of an expected line in algebraic notation.
fn line(position: &Position, moves: &[Move]) -> Value {
    let mut now = position.clone();
    let one = |mv: &Move| {
        let legal = now.legal();
        let san = legal.san(mv);
        now.play(mv);
        san
    };
    moves.iter().take(MAX_LINE).map(one).collect()
}
