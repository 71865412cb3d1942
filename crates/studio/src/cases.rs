//! Answers about the tests of a definition: their results, the rules without a test, new tests, and
//! rules that never fire.

use crate::cache::{Opened, Search};
use crate::text::{edit, place};
use alfil_describe::replay::{shown, state};
use alfil_diagnostics::source::Span;
use alfil_editor::Page;
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::resources::Effort;
use alfil_resolve::setup::Case;
use alfil_suite::alive::{GAMES, Hunt, LineStart, Shown};
use alfil_suite::coverage::Coverage;
use alfil_suite::run;
use alfil_syntax::cases::Claim;
use alfil_syntax::write::{Map, Yaml};
use alfil_workspace::Workspace;
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::BTreeSet;

// Answers about the tests of a definition: their results, the rules without a test, and new tests.

/// All tests with their results.
pub(super) fn run(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let resolved = opened.page.resolved();
    let cases = resolved.map_or(&[][..], |resolved| resolved.cases.as_slice());
    let claims = cases.iter().filter(|case| !matches!(case.claim, Claim::Untested { .. }));
    // Only a wrong count needs the parent.
    let parent = OnceCell::new();
    let one = |(case, result): (&Case, run::CaseResult)| {
        let text = opened.page.text();
        let mut one = match opened.page.range(case.span) {
            Some(range) => {
                let line = text[range.start..].lines().next().unwrap_or_default();
                let mut one = place(text, &range);
                one["name"] = line.trim_end().into();
                one
            }
            // The test is in a parent's file.
            None => json!({ "name": "a test of a parent" }),
        };
        let failures = result.failures.iter().map(|finding| {
            let range = finding.span().and_then(|span| opened.page.range(span));
            json!({
                "title": finding.title, "reason": finding.reason, "help": finding.help.as_deref(),
                "place": range.map(|range| place(text, &range)),
            })
        });
        one["failures"] = failures.collect();
        // The page shows the position where a test failed.
        let tested = || run::position(game, case).ok().map(|position| position.text());
        one["position"] = match &result.differs {
            Some(differs) => differs.position.as_str().into(),
            None => tested().into(),
        };
        if matches!(case.claim, Claim::Perft(_)) && !result.failures.is_empty() {
            let parent: &Option<Page> = parent.get_or_init(|| opened.page.parent_page());
            let before = parent.as_ref().and_then(Page::game);
            let changes = before.zip(tested()).and_then(|(before, at)| changes(before, game, &at));
            if let Some(Changes { new, gone }) = changes {
                one["new"] = marked(game, new.iter());
                one["gone"] = marked(game, gone.iter());
            }
        }
        one["missing"] = marked(game, result.differs.iter().flat_map(|differs| &differs.missing));
        one["unwanted"] = marked(game, result.differs.iter().flat_map(|differs| &differs.unwanted));
        one
    };
    let cases: Vec<Value> = claims.zip(run::run(game, cases)).map(one).collect();
    Ok(json!({ "cases": cases }))
}

/// Moves that only one of two games has.
struct Changes {
    new: Vec<String>,
    gone: Vec<String>,
}

/// The moves of `game` in a position that its parent does not have there, and the reverse. `None`
/// if the parent cannot read the position, or on a plane.
fn changes(parent: &Game, game: &Game, position: &str) -> Option<Changes> {
    let moves = |game: &Game| -> Option<BTreeSet<String>> {
        let read = Workspace::new().read(game, "the position", position).value?;
        Some(read.legal().texts()?.into_iter().collect())
    };
    let (before, now) = (moves(parent)?, moves(game)?);
    let only = |some: &BTreeSet<String>, others| some.difference(others).cloned().collect();
    Some(Changes { new: only(&now, &before), gone: only(&before, &now) })
}

/// Moves or cells, each with the cells that its text names, in order.
fn marked<'d>(game: &Game, texts: impl Iterator<Item = &'d String>) -> Value {
    let mut cells = game.start().places().unwrap_or_default();
    // `a10` begins with `a1`, so longer names are tried first.
    cells.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let named = |text: &str| {
        let (mut all, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            match cells.iter().find(|name| rest.starts_with(name.as_str())) {
                Some(name) => {
                    all.push(name.clone());
                    rest = &rest[name.len()..];
                }
                None => rest = &rest[first.len_utf8()..],
            }
        }
        all
    };
    texts.map(|text| json!({ "text": text, "cells": named(text) })).collect()
}

/// The rules that no test exercises, with their places.
pub(super) fn coverage(opened: &Opened) -> Result<Value, String> {
    let game = opened.game()?;
    let Some(resolved) = opened.page.resolved() else { return Ok(Value::Null) };
    let mut coverage = Coverage::of(resolved, opened.page.sources());
    coverage.tests(game, &resolved.cases, None);
    // Only `alfil test --coverage` reports needless declarations.
    let _ = coverage.waive(resolved);
    let missing = coverage.missing().map(|rule| {
        let range = opened.page.range(rule.span);
        json!({ "name": rule.name, "place": range.map(|range| place(opened.page.text(), &range)) })
    });
    Ok(json!({ "missing": missing.collect::<Vec<_>>(), "rules": coverage.rules.len() }))
}

/// The edit that adds a test of the game in play or of one of its moves.
pub(super) fn record(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let start = question["start"].as_str().map(str::to_owned);
    let line = opened.in_play(question)?;
    let played: Vec<String> = line.played.iter().map(|played| played.text.clone()).collect();
    let position = &line.position;
    let wanted = question["move"].as_str().map(str::trim);
    let what = question["what"].as_str().unwrap_or_default();
    let mut test = Map::default();
    match (what, wanted) {
        ("legal", Some(text)) => {
            let legal = position.legal();
            let mv = legal.find(text).ok_or_else(|| legal.refusal(text).to_string())?;
            test.put("moves", listing("including", &legal.write(&mv)));
        }
        ("illegal", Some(text)) => {
            if position.legal().find(text).is_some() {
                return Err(format!("`{text}` is legal here"));
            }
            position.spelt(text, None)?;
            test.put("moves", listing("excluding", text));
        }
        ("position", _) => match position.perft(1, Effort::default()) {
            Some(count) => test.put("perft", Yaml::list([Yaml::bare(count)])),
            None => return Err("moves on a plane cannot be counted".to_owned()),
        },
        ("end", _) if start.is_none() => test.put("game", played.join(" ")),
        ("end", _) => {
            return Err("a test of the end of a game must begin at the start position".to_owned());
        }
        _ => return Err("`what` must be `legal`, `illegal`, `position` or `end`".to_owned()),
    }
    match what {
        "end" => test.put("ends", ending(position)),
        _ if start.is_some() => test.put("position", position.text()),
        _ if !played.is_empty() => test.put("after", played.join(" ")),
        _ => {}
    }
    if what == "position" {
        test.put("source", "counted in Studio");
    }
    let change = opened.page.with_case(&test);
    let change = change
        .ok_or("`tests` is not a list with one test on each line, so no test can be added")?;
    Ok(json!({ "edit": edit(opened.page.text(), &change) }))
}

fn listing(key: &'static str, text: &str) -> Yaml {
    [(key, text)].into_iter().collect::<Map>().in_braces()
}

/// The end of a game, as a test describes it.
fn ending(position: &Position) -> String {
    position
        .outcome()
        .map_or_else(|| "unfinished".to_owned(), |outcome| outcome.reason.key().to_owned())
}

// Answers from the search for rules that never fire.
//
// A question gives a number of slices, and the answer is the state of the search after them. The
// search continues from an earlier question if the cache still has it. Otherwise it runs all
// slices again, with the same answer.

/// The state of the search after the requested slices.
pub(super) fn search(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let wanted = question["slices"].as_u64().ok_or("missing field `slices` (a number)")?;
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
    let name = question["rule"].as_str().ok_or("missing field `rule` (a name)")?.to_owned();
    let wanted = question["slices"].as_u64().ok_or("missing field `slices` (a number)")?;
    follow(opened, wanted)?;
    let Some(Search { hunt, .. }) = &opened.search else { return Ok(Value::Null) };
    let mut rules = hunt.rules().iter();
    let number = rules.position(|rule| rule.name == name).ok_or("this rule does not exist")?;
    let lines = hunt
        .test(number)
        .ok_or("no game for this rule can be made a test; record a test on the board")?;
    let change = opened.page.with_case(&lines);
    let change = change
        .ok_or("`tests` is not a list with one test on each line, so no test can be added")?;
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
