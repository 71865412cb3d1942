//! The search for rules that never fire, for the page.
//!
//! A request names a number of slices of the search and gets the state after them. A worker that did earlier slices
//! continues; another one repeats them. The answer is the same.

use crate::cli::alive::{shown, state};
use crate::cli::studio::cache::Opened;
use crate::cli::studio::units::place;
use crate::cli::studio::watched::Watched;
use alfil::suite::alive::{GAMES, Hunt, LineStart, Shown};
use alfil_diagnostics::source::Span;
use serde_json::{Value, json};

/// The state of the search after the requested slices.
pub(crate) fn search(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["slices"].as_u64().ok_or("`slices` is wanted, a number")?;
    follow(opened, wanted)?;
    let page = &opened.page;
    let Some(Watched { hunt, slices }) = &opened.watched else { return Ok(Value::Null) };
    let here = |span: Span| page.range(span).map(|range| place(page.text(), &range));
    let rules = hunt.rules().iter().map(|rule| {
        json!({
            "name": rule.name,
            "place": here(rule.span),
            "tried": rule.tried,
            "held": rule.held,
            "differed": rule.differed,
            "state": state(rule),
            "because": rule.waived,
            "game": rule.shown.as_ref().map(|game| on_the_board(hunt, game)),
        })
    });
    Ok(json!({
        "done": hunt.is_done(),
        "slices": slices,
        "games": hunt.effort().games,
        "positions": hunt.effort().positions,
        "rules": rules.collect::<Vec<_>>(),
    }))
}

/// A game for the board, with its position as text.
fn on_the_board(hunt: &Hunt, game: &Shown) -> Value {
    let mut answer = shown(game);
    if let LineStart::Number(_) = game.line.from {
        answer["position"] = hunt.begin(&game.line.from).map(|at| at.text()).into();
    }
    answer
}

/// The edit that adds a test from the shortest game of a rule.
pub(crate) fn test(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let name = question["rule"].as_str().ok_or("`rule` is wanted, a name")?.to_owned();
    let wanted = question["slices"].as_u64().ok_or("`slices` is wanted, a number")?;
    follow(opened, wanted)?;
    let Some(Watched { hunt, .. }) = &opened.watched else { return Ok(Value::Null) };
    let mut rules = hunt.rules().iter();
    let number = rules.position(|rule| rule.name == name).ok_or("there is no such rule")?;
    let lines = hunt.test(number).ok_or("no game of it makes a test; record one on the board")?;
    let edit = opened.page.with_case(&lines);
    let (range, new) = edit.ok_or("`tests` are not a list of lines, so none can be added")?;
    let mut edit = place(opened.page.text(), &range);
    edit["text"] = new.into();
    Ok(json!({ "edit": edit }))
}

/// Runs the search up to the requested slice.
fn follow(opened: &mut Opened, wanted: u64) -> Result<(), String> {
    if opened.watched.is_none() {
        let game = opened.game()?;
        let Some(resolved) = opened.page.resolved() else { return Ok(()) };
        let hunt = Hunt::new(resolved, opened.page.sources(), game, None, 0, GAMES);
        opened.watched = Some(Watched { hunt, slices: 0 });
    }
    if let Some(watched) = &mut opened.watched {
        watched.follow(wanted);
    }
    Ok(())
}
