//! A process that answers questions about definitions.
//!
//! It reads objects of JSON from standard input, one on each line, and writes one line for each. `ask` is the question,
//! `text` the definition in the editor. It writes nothing but answers.

use crate::cli::studio::cache::Cache;
use crate::cli::studio::worker_pool::refusal;
use crate::cli::studio::{alive, answer, tests};
use alfil::editor::Address;
use alfil::variant::Workspace;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// Answers until standard input ends.
pub(crate) fn answer_all(base: &Workspace, address: Address) {
    let mut cache = Cache::new(base.clone(), address);
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answered = match serde_json::from_str::<Value>(&line) {
            Ok(question) => answer(&question, &mut cache),
            Err(error) => Err(error.to_string()),
        };
        let answered = answered.unwrap_or_else(|why| refusal(&why));
        if writeln!(output, "{answered}").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

fn answer(question: &Value, cache: &mut Cache) -> Result<Value, String> {
    let text = question["text"].as_str().ok_or("`text` is wanted")?;
    let opened = cache.open(text);
    match question["ask"].as_str().unwrap_or_default() {
        "glance" => Ok(answer::glance(&opened.page)),
        "check" => Ok(answer::check(&opened.page)),
        "hover" => Ok(answer::hover(&opened.page, answer::at(question, text)?)),
        "complete" => Ok(answer::complete(&opened.page, answer::at(question, text)?)),
        "format" => Ok(answer::format(&opened.page)),
        "game" => answer::game(opened),
        "board" => answer::board(opened, question),
        "piece" => answer::piece(opened, question),
        "why" => answer::why(opened, question),
        "line" => answer::line(opened, question),
        "share" => answer::share(opened, question),
        "record" => tests::record(opened, question),
        "tests" => tests::run(opened),
        "coverage" => tests::coverage(opened),
        "alive" => alive::search(opened, question),
        "alive-test" => alive::test(opened, question),
        other => Err(format!("`{other}` is no question")),
    }
}
