//! Answers that need no text of a definition: the games by name, and PGN.

use crate::library::{self, Shipped};
use crate::play::pgn::Pgn;
use crate::protocol::names;
use crate::studio::place::describe;
use crate::variant::Workspace;
use alfil_diagnostics::source::{SourceId, Spanned};
use alfil_syntax::definition::{self, Definition};
use alfil_syntax::scalar::in_quotes;
use serde_json::{Value, json};

/// The names of all shipped games.
pub fn variants() -> Value {
    let mut names: Vec<&str> = games().map(|shipped| shipped.name).collect();
    names.sort_unstable();
    json!({ "names": names })
}

/// All shipped games, without parents that are not played and without modifiers.
pub(super) fn games() -> impl Iterator<Item = Shipped> {
    library::shipped().filter(|shipped| {
        read(shipped).is_some_and(|file| !is_set(&file.is_abstract) && !is_set(&file.is_modifier))
    })
}

/// All shipped modifiers.
pub(super) fn modifiers() -> impl Iterator<Item = Shipped> {
    library::shipped().filter(|shipped| read(shipped).is_some_and(|file| is_set(&file.is_modifier)))
}

fn is_set(said: &Option<Spanned<bool>>) -> bool {
    said.as_ref().is_some_and(|said| said.value)
}

fn read(shipped: &Shipped) -> Option<Definition> {
    let node = definition::tree(SourceId::only(), shipped.text).value?;
    definition::read(&node, shipped.text).value
}

/// The definition that the question calls `name`: a shipped name, as other programs spell it too, a
/// title, or a sum of names. With `shuffled`, the game with shuffled starts has precedence. The texts
/// of `base` have names as well.
pub fn variant(base: &Workspace, question: &Value) -> Value {
    let wanted = question["name"].as_str().unwrap_or_default();
    let shuffled = question["shuffled"].as_bool().unwrap_or_default();
    let usual = || names::find(wanted).or_else(|| titled(wanted));
    let known =
        if shuffled { names::find(&format!("{wanted}960")).or_else(usual) } else { usual() };
    if let Some(shipped) = known.and_then(library::find) {
        return json!({ "name": shipped.name, "text": shipped.text });
    }
    let mut workspace = base.clone();
    let findings = workspace.findings(wanted);
    let title = workspace.examine(wanted).game.map(|game| game.rules().title.clone());
    if let Some(title) = title {
        let text = format!("name: {}\nextends: {}\n", in_quotes(&title), in_quotes(wanted));
        return json!({ "name": wanted, "text": text });
    }
    let all = findings.iter().map(|finding| {
        let mut one = json!({});
        describe(&mut one, finding);
        one
    });
    json!({ "findings": all.collect::<Vec<_>>() })
}

/// The shipped definition with a title, in upper or lower case.
fn titled(title: &str) -> Option<&'static str> {
    let wanted = title.to_lowercase();
    let has_title = |shipped: &Shipped| {
        let named = read(shipped).and_then(|file| file.name);
        named.is_some_and(|name| name.text().to_lowercase() == wanted)
    };
    library::shipped().find(has_title).map(|shipped| shipped.name)
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
