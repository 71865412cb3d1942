//! Answers about a game in play: the position, the moves of a piece, reasons, pasted games, and the
//! computer player.

use crate::board::{board as on_cells, by_side, drawn as drawn_on_cells, seen_board, shared};
use crate::cache::{Effort, GameInPlay, Learned, LineKey, Looker, Opened, Played};
use crate::file::records::{Record, first_game, replay, tags};
use crate::parts;
use crate::plane::{drawn as drawn_on_points, piece as of_body, plane as on_points};
use crate::text::place;
use alfil_play::board::BoardPlay;
use alfil_play::computer::Level;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Answer, Legal, Move, Position};
use alfil_play::positions;
use alfil_play::review::{self, Fault as ReviewFault, Searched, Verdict};
use alfil_play::terms::{Manner, Turn};
use alfil_records::item::{Item, PositionText};
use alfil_records::pgn::Pgn;
use alfil_records::scan::Fault;
use alfil_rules::goal::Asked;
use alfil_rules::question::Question;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::sight::Sight;
use alfil_text::conditions;
use serde_json::{Value, json};
use std::time::Duration;

/// The position after the moves of the question, for drawing and playing.
pub(super) fn board(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let looker = Looker::of(question)?;
    let line = opened.in_play(question)?;
    let seen = looker.seen(&line.position);
    let mut answer = match &line.position {
        Position::Board(play) => {
            let due = seen.as_ref().is_none_or(|seen| seen.side() == line.position.side());
            let (tree, supply) = match (due, &seen) {
                (false, _) => parts::no_moves(),
                (true, Some(seen)) => parts::tree(seen.play(), play.tries()),
                (true, None) => parts::tree(play, play.legal()),
            };
            let mut answer = match &seen {
                Some(seen) => seen_board(seen),
                None => on_cells(play, &supply),
            };
            answer["tree"] = tree;
            if seen.is_some() {
                answer["announced"] = line.position.announced().join(". ").into();
            }
            answer["looker"] = seen.as_ref().map(|seen| play.rules().word_of(seen.side())).into();
            if let Some(shown) = conditions::now(&play.program().arena().rules, play.board().shown)
            {
                answer["dice"] = shown.into();
            }
            answer
        }
        Position::Plane(play) => on_points(play),
    };
    if let (Value::Object(answer), Value::Object(more)) =
        (&mut answer, shared(&line.position, seen.as_ref()))
    {
        answer.extend(more);
    }
    let rules = line.position.rules();
    if let Position::Board(play) = &line.position
        && !rules.sides.are_two()
    {
        answer["out"] = play.board().out.into_iter().map(|side| rules.word_of(side)).collect();
    }
    if line.position.rolls() {
        let Turn { side, step, fullmove } = line.position.turn();
        let die = rules.turn.roll(side, fullmove, step);
        answer["roll"] = die.map(|die| rules.dice[die].name.value.clone()).into();
    }
    if let Position::Board(play) = &line.position
        && seen.is_none()
    {
        answer["tally"] = tally(play);
    }
    answer["played"] = played(line, looker);
    Ok(answer)
}

/// The numbers that decide the game, each with the value of every side: counters, and the pieces if a
/// goal or a claim compares numbers, as in Othello.
fn tally(play: &BoardPlay) -> Value {
    let (rules, board) = (play.rules(), play.board());
    let counters = rules.counters.iter().enumerate().map(|(n, name)| {
        let value = |side| u32::from(board.counters[side].get(n).copied().unwrap_or(0)).into();
        json!({ "name": name, "sides": by_side(rules, value) })
    });
    let compares = |asked: &Asked| {
        asked
            .question
            .any(&|part| matches!(part, Question::Compare(..)) && part.reaches().is_none())
    };
    let decides = rules.ends.goals.iter().chain(&rules.ends.claims).any(compares);
    let pieces = decides.then(|| {
        let value = |side| board.pieces(side).count().into();
        json!({ "name": "pieces", "sides": by_side(rules, value) })
    });
    counters.chain(pieces).collect()
}

/// The moves of the game, as people write them. Those that the side that looks has not seen have neither `text` nor `san`.
fn played(line: &GameInPlay, looker: Looker) -> Value {
    let rules = line.position.rules();
    let looks = line.secret_from(looker);
    let one = |p: &Played| {
        let side = rules.word_of(p.side);
        let (text, san) = match looks.filter(|_| p.was_hidden) {
            None => (Some(&p.text), Some(&p.shown)),
            // Algebraic notation tells which other moves were legal, which an umpire does not.
            Some(by) if by == p.side => match rules.sight {
                Sight::Umpire => (Some(&p.text), Some(&p.text)),
                Sight::Everything | Sight::Own | Sight::Placing | Sight::Reach => {
                    (Some(&p.text), Some(&p.shown))
                }
            },
            Some(_) => (None, None),
        };
        json!({ "text": text, "san": san, "turn": p.turn, "side": side })
    };
    line.played.iter().map(one).collect()
}

/// The moves of one body on a plane.
pub(super) fn piece(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let id = question["piece"].as_u64().ok_or("missing field `piece` (a number)")?;
    match &opened.in_play(question)?.position {
        Position::Plane(play) => of_body(play, usize::try_from(id).unwrap_or(usize::MAX)),
        Position::Board(_) => Err("pieces on a board have cells".to_owned()),
    }
}

/// The reason why a move is not legal, with the text that forbids it.
pub(super) fn why(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["move"].as_str().ok_or("missing field `move`")?.to_owned();
    let looker = Looker::of(question)?;
    let position = &opened.in_play(question)?.position;
    if let Some(seen) = looker.seen(position) {
        // The reason could tell what stands on cells that the side does not see, and so could a move of
        // the other side.
        if seen.side() != position.side() {
            return Ok(json!({ "legal": false, "why": "it is not your turn" }));
        }
        let why = match position.answer(&wanted) {
            Answer::Yes(mv) => {
                return Ok(json!({ "legal": true, "move": position.tries().write(&mv) }));
            }
            Answer::No(_) => "the umpire says no",
            Answer::Unknown => "it is not possible",
        };
        return Ok(json!({ "legal": false, "why": why }));
    }
    let legal = position.legal();
    if let Some(mv) = legal.read(&wanted) {
        return Ok(json!({ "legal": true, "move": legal.write(&mv) }));
    }
    let refusal = legal.refusal(&wanted);
    drop(legal);
    let here = refusal.place.and_then(|span| opened.page.range(span));
    Ok(json!({
        "legal": false,
        "why": refusal.why,
        "help": refusal.help.as_deref(),
        "place": here.map(|range| place(opened.page.text(), &range)),
    }))
}

/// The start position with the number of the question, if the setup is shuffled.
pub(super) fn start(opened: &Opened, question: &Value) -> Result<Value, String> {
    let number = question["number"].as_u64().ok_or("missing field `number` (a whole number)")?;
    let game = opened.game()?;
    let starts = game.starts().ok_or("this game has only one start")?;
    let position = starts.start(number).ok_or_else(|| {
        let title = &game.rules().title;
        let count = starts.count();
        format!("{title} has {count} starts, numbers 0 to {}", count.saturating_sub(1))
    })?;
    Ok(json!({ "start": position.text() }))
}

/// A pasted position, game or list of moves.
pub(super) fn line(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let pasted = question["pasted"].as_str().ok_or("missing field `pasted`")?.trim();
    let from = question["start"].as_str();
    // A position is tried first, because a game or a list of moves is hardly ever a valid position.
    let unread = match opened.line(Some(pasted), &[]).map(|line| line.position.text()) {
        Ok(own) => {
            // Of a position of another program, the page keeps the usual form.
            let is_own = positions::read(opened.game()?, pasted, Manner::Strict).is_ok();
            let start = if is_own { pasted } else { &*own };
            return Ok(json!({ "start": start, "played": [] }));
        }
        // Only placements have slashes before the first space.
        Err(why) if pasted.split_whitespace().next().is_some_and(|word| word.contains('/')) => {
            Some(why)
        }
        Err(_) => None,
    };
    let pgn = Pgn::read(pasted);
    let tagged = pgn.tag("FEN").map(str::to_owned);
    // Only a list of moves without tags continues from the start of the question.
    let is_game = !pgn.tags.is_empty();
    let start = if is_game { tagged } else { from.map(str::to_owned) };
    let moves: Vec<String> = pgn.moves.into_iter().map(|(text, _)| text).collect();
    let record = annotated(opened.game()?, pasted, start.as_deref());
    let mut answer = match (opened.line(start.as_deref(), &moves), &record) {
        (Ok(line), _) => json!({ "start": start, "played": played(line, Looker::All) }),
        // Other programs write some moves and positions in another way.
        (Err(_), Some(Ok((_, record)))) if !record.tree.is_empty() => {
            let start = start.map(|_| record.replay.start.text());
            json!({ "start": start, "played": record.main })
        }
        (Err(why), _) => return Err(unread.unwrap_or(why)),
    };
    match record {
        Some(Ok((item, record))) if same_line(&answer["played"], &record.main) => {
            if is_game {
                answer["tags"] = tags(&item);
                answer["result"] = item.result.into();
            }
            let notes = record.replay.notes.iter();
            let lost = notes.filter(|note| note.what.contains("left out")).map(Fault::to_string);
            let lost: Vec<String> = lost.collect();
            if !lost.is_empty() {
                answer["lost"] = lost.join("; ").into();
            }
            if record.is_annotated {
                answer["tree"] = record.tree.into();
            }
        }
        Some(Err(fault)) if pasted.contains(['(', '{', '$']) => {
            answer["lost"] = format!("variations and comments are left out: {fault}").into();
        }
        Some(Ok(_) | Err(_)) | None => {}
    }
    Ok(answer)
}

/// The first game of a text, with its variations and comments. `start` is its start if it has no tag
/// for it.
fn annotated(
    game: &Game,
    text: &str,
    start: Option<&str>,
) -> Option<Result<(Item, Record), Fault>> {
    let mut item = match first_game(text) {
        Ok(item) => item?,
        Err(fault) => return Some(Err(fault)),
    };
    let place = item.place;
    let own = || start.map(|start| PositionText { text: start.to_owned(), place });
    item.start = item.start.or_else(own);
    Some(replay(game, &item).map(|record| (item, record)))
}

/// Returns true if two lists have the same moves.
fn same_line(played: &Value, main: &[Value]) -> bool {
    let played = played.as_array().map_or(&[][..], Vec::as_slice);
    let text = |one: &Value| one["text"].clone();
    played.len() == main.len() && played.iter().zip(main).all(|(a, b)| text(a) == text(b))
}

// Answers of the computer player: its moves, values of positions, and faults of a game.
//
// A search has a limit of time, and the computer remembers positions. So unlike other answers,
// these may differ from one time to the next.

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
    let level =
        level.and_then(Level::new).ok_or("missing field `level` (a number from 1 to 10)")?;
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
    let san = if position.has_umpire() { text.clone() } else { legal.shown(&mv) };
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
        return Err(format!("an analysis compares two sides, but this game has {count}"));
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
            "sign": verdict.fault.map(ReviewFault::sign),
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
    let text = question["values"].as_str().ok_or("missing field `values` (the text of a file)")?;
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
        seconds => seconds.as_f64().ok_or("`seconds` must be a number")?,
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
            Some(_) | None => Err(format!("`{name}` must be a number from 1")),
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
        "line": thought.map(|thought| computer_line(position, &thought.line, |legal, mv| legal.san(mv))),
        "shown": thought.map(|thought| computer_line(position, &thought.line, |legal, mv| legal.shown(mv))),
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
        (Position::Board(play), Move::Board(mv)) => drawn_on_cells(play, mv, &text),
        (Position::Plane(play), Move::Plane(mv)) => drawn_on_points(play, mv, &text),
        // A search returns moves of its own position.
        (Position::Board(_), Move::Plane(_)) | (Position::Plane(_), Move::Board(_)) => {
            json!({ "text": text })
        }
    };
    one["san"] = legal.shown(mv).into();
    one
}

/// The beginning of an expected line, as `write` writes its moves.
fn computer_line(
    position: &Position,
    moves: &[Move],
    write: fn(&Legal<'_>, &Move) -> String,
) -> Value {
    let mut now = position.clone();
    let one = |mv: &Move| {
        let legal = now.legal();
        let text = write(&legal, mv);
        now.play(mv);
        text
    };
    moves.iter().take(MAX_LINE).map(one).collect()
}
