//! A process that answers questions about definitions, one a line.
//!
//! Owns: [`answer_all`]. Reads objects of JSON from standard input, each on a line, and answers each with one; `ask` says
//! what is asked, `text` is the definition as it stands in the editor. Nothing is written but answers.

use crate::cli::studio::cache::Table;
use crate::cli::studio::worker_pool::refusal;
use crate::cli::studio::{alive, answer, tests};
use alfil::editor::Address;
use alfil::variant::Workspace;
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// Answers until nobody asks any more.
pub(crate) fn answer_all(base: &Workspace, address: Address) {
    let mut table = Table::new(base.clone(), address);
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answered = match serde_json::from_str::<Value>(&line) {
            Ok(question) => answer(&question, &mut table),
            Err(error) => Err(error.to_string()),
        };
        let answered = answered.unwrap_or_else(|why| refusal(&why));
        if writeln!(output, "{answered}").and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

fn answer(question: &Value, table: &mut Table) -> Result<Value, String> {
    let text = question["text"].as_str().ok_or("`text` is wanted")?;
    let opened = table.open(text);
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
