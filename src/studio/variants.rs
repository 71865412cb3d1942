//! Answers that need no text of a definition: the games by name, and PGN.

use crate::foreign::records::pgn::Pgn;
use crate::library;
use crate::protocol::names;
use crate::studio::place::describe;
use crate::variant::{Workspace, games};
use alfil_syntax::write::{Map, WIDTH};
use serde_json::{Value, json};

/// The names of all shipped games.
pub fn variants() -> Value {
    let mut names: Vec<&str> = games().collect();
    names.sort_unstable();
    json!({ "names": names })
}

/// The definition that the question calls `name`: a shipped name, as other programs spell it too, a
/// title, or a sum of names. With `shuffled`, the game with shuffled starts has precedence. The texts
/// of `base` have names as well.
pub fn variant(base: &Workspace, question: &Value) -> Value {
    let wanted = question["name"].as_str().unwrap_or_default();
    let shuffled = question["shuffled"].as_bool().unwrap_or_default();
    let usual = || names::game_called(wanted);
    let known =
        if shuffled { names::find(&format!("{wanted}960")).or_else(usual) } else { usual() };
    if let Some(shipped) = known.and_then(library::find) {
        return json!({ "name": shipped.name, "text": shipped.text });
    }
    let mut workspace = base.clone();
    let findings = workspace.findings(wanted);
    let title = workspace.examine(wanted).game.map(|game| game.rules().title.clone());
    if let Some(title) = title {
        let file: Map = [("name", title.as_str()), ("extends", wanted)].into_iter().collect();
        return json!({ "name": wanted, "text": file.text(WIDTH) });
    }
    let all = findings.iter().map(|finding| {
        let mut one = json!({});
        describe(&mut one, finding);
        one
    });
    json!({ "findings": all.collect::<Vec<_>>() })
}

/// The first game of the text `pgn`: its tags and the texts of its moves, as they are written.
pub fn pgn(question: &Value) -> Value {
    let Some(text) = question["pgn"].as_str() else {
        return json!({ "error": "`pgn` is wanted, a text" });
    };
    let Pgn { tags, moves } = Pgn::read(text);
    let tags = tags.into_iter().map(|(name, value)| json!([name, value]));
    let moves = moves.into_iter().map(|(text, _)| text);
    json!({ "tags": tags.collect::<Vec<_>>(), "moves": moves.collect::<Vec<_>>() })
}
