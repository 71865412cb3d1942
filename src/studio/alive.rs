//! Answers from the search for rules that never fire.
//!
//! A question gives a number of slices, and the answer is the state of the search after them. The
//! search continues from an earlier question if the cache still has it. Otherwise it runs all
//! slices again, with the same answer.

use crate::describe::evidence::{shown, state};
use crate::studio::cache::Opened;
use crate::studio::place::{edit, place};
use crate::studio::search::Search;
use crate::suite::alive::{GAMES, Hunt, LineStart, Shown};
use alfil_diagnostics::source::Span;
use serde_json::{Value, json};

/// The state of the search after the requested slices.
pub(super) fn search(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["slices"].as_u64().ok_or("`slices` is wanted, a number")?;
    follow(opened, wanted)?;
    let page = &opened.page;
    let Some(Search { hunt, slices }) = &opened.search else { return Ok(Value::Null) };
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
            "game": rule.shown.as_ref().map(|game| replayable(hunt, game)),
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

/// A game that the page can replay. A numbered start gets its position as text.
fn replayable(hunt: &Hunt, game: &Shown) -> Value {
    let mut answer = shown(game);
    if let LineStart::Number(_) = game.line.from {
        answer["position"] = hunt.begin(&game.line.from).map(|at| at.text()).into();
    }
    answer
}

/// The edit that adds a test from the shortest game of a rule.
pub(super) fn test(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let name = question["rule"].as_str().ok_or("`rule` is wanted, a name")?.to_owned();
    let wanted = question["slices"].as_u64().ok_or("`slices` is wanted, a number")?;
    follow(opened, wanted)?;
    let Some(Search { hunt, .. }) = &opened.search else { return Ok(Value::Null) };
    let mut rules = hunt.rules().iter();
    let number = rules.position(|rule| rule.name == name).ok_or("there is no such rule")?;
    let lines = hunt.test(number).ok_or("no game of it makes a test; record one on the board")?;
    let change = opened.page.with_case(&lines);
    let change = change.ok_or("`tests` are not a list of lines, so none can be added")?;
    Ok(json!({ "edit": edit(opened.page.text(), &change) }))
}

/// Runs the search up to the requested slice.
fn follow(opened: &mut Opened, wanted: u64) -> Result<(), String> {
    if opened.search.is_none() {
        let game = opened.game()?;
        let Some(resolved) = opened.page.resolved() else { return Ok(()) };
        let hunt = Hunt::new(resolved, opened.page.sources(), game, None, 0, GAMES);
        opened.search = Some(Search { hunt, slices: 0 });
    }
    if let Some(search) = &mut opened.search {
        search.follow(wanted);
    }
    Ok(())
}
