//! The text of a new variant: a board, an army, modifiers and a name.

use crate::editor::revise::Revision;
use crate::editor::{Address, Change, Page};
use crate::library;
use crate::variant::Workspace;
use crate::variant::{games, shipped_modifiers};
use alfil_rules::side::Side;
use alfil_rules::space::Lattice;
use alfil_syntax::write::{Place, quoted};
use serde_json::{Value, json};

/// The name of the text while it is made.
const DRAFT: &str = "new variant";

/// The text of the variant that the question describes. The fields are `name`, `army` (a shipped
/// game; empty for pieces of its own), `lattice` (such as `grid 8x8`; empty for that of the army)
/// and `modifiers`. With `fitting`, the answer contains the modifiers that fit the army, which takes
/// a compilation for each.
pub(super) fn wizard(question: &Value) -> Result<Value, String> {
    let word = |key: &str| question[key].as_str().unwrap_or_default().trim();
    let (army, lattice) = (word("army"), word("lattice"));
    let chosen = question["modifiers"].as_array().map_or(&[][..], Vec::as_slice);
    let chosen: Vec<&str> = chosen.iter().filter_map(Value::as_str).collect();
    let base = Workspace::new();
    let name = if word("name").is_empty() { "My Variant" } else { word("name") };
    let name = quoted(&name.replace(['\n', '\r'], " "), Place::Line);
    let text = match army {
        "" => kings(&base, &name, lattice)?,
        army => {
            if library::find(army).is_none() {
                return Err(format!("there is no shipped game `{army}`"));
            }
            let sum: Vec<&str> = std::iter::once(army).chain(chosen.iter().copied()).collect();
            let text = format!("name: {name}\nextends: {}\n", sum.join("+"));
            on(&base, text, lattice)?
        }
    };
    let page = read(&base, &text);
    let errors = page.marks().into_iter().filter(|mark| mark.finding.severity.name() == "error");
    let errors: Vec<String> = errors.map(|mark| mark.finding.title).collect();
    let wanted = question["fitting"].as_bool().unwrap_or(false);
    let fitting = wanted.then(|| if army.is_empty() { Vec::new() } else { modifiers(&base, army) });
    let head = page.resolved().map(|resolved| resolved.ruleset.space.lattice.head());
    Ok(
        json!({ "text": text, "errors": errors, "modifiers": fitting, "lattice": head, "armies": armies() }),
    )
}

fn read(base: &Workspace, text: &str) -> Page {
    Page::read(base, &Address::Name(DRAFT.to_owned()), text)
}

/// The text with another board, if it differs.
fn on(base: &Workspace, text: String, lattice: &str) -> Result<String, String> {
    let page = read(base, &text);
    let present = page.resolved().map(|resolved| resolved.ruleset.space.lattice.head());
    if lattice.is_empty() || present.as_deref() == Some(lattice) {
        return Ok(text);
    }
    revised(&page, &Revision::Space { lattice: lattice.to_owned() })
}

fn revised(page: &Page, revision: &Revision) -> Result<String, String> {
    let changes = page.revise(revision)?;
    let mut text = page.text().to_owned();
    for Change { range, text: new } in changes.into_iter().rev() {
        text.replace_range(range, &new);
    }
    Ok(text)
}

/// A game of two kings, one on each edge, to which an author adds pieces.
fn kings(base: &Workspace, name: &str, lattice: &str) -> Result<String, String> {
    let lattice = if lattice.is_empty() { "grid 8x8" } else { lattice };
    let begin = format!(
        "name: {name}\nspace: grid 8x8\npieces:\n  king: {{letter: K, moves: K, royal: true}}\nsetup: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    );
    let text = on(base, begin, lattice)?;
    let page = read(base, &text);
    let rules = page.resolved().map(|resolved| &resolved.ruleset);
    let shape = &rules.ok_or("this is no board")?.space.lattice;
    let mut text = revised(&page, &Revision::Clear)?;
    let homes = [(Side::White, home(shape, 0)), (Side::Black, home(shape, shape.ranks() - 1))];
    for (side, cell) in homes {
        let put = Revision::Put { cell, piece: "king".to_owned(), side };
        text = revised(&read(base, &text), &put)?;
    }
    Ok(text)
}

/// The middle cell of a row.
fn home(lattice: &Lattice, rank: u8) -> String {
    let columns = lattice.columns(rank);
    let file = columns.get(columns.len() / 2).copied().unwrap_or(0);
    lattice.cell_name(file, rank)
}

/// The shipped modifiers that make a game without errors out of this one, each with its title.
fn modifiers(base: &Workspace, army: &str) -> Vec<Value> {
    let fit = |shipped: library::Shipped| {
        let text = format!("name: {DRAFT}\nextends: {army}+{}\n", shipped.name);
        let page = read(base, &text);
        let idle = page.marks().iter().any(|mark| mark.finding.code == "idle-modifier");
        // A modifier alone has the title of a sum with chess. Its own part is the last.
        let own = read(base, shipped.text);
        let title = own.resolved().and_then(|r| Some(r.parts.last()?.title.clone()));
        (page.game().is_some() && !idle)
            .then(|| json!({ "name": shipped.name, "title": title.unwrap_or_default() }))
    };
    shipped_modifiers().filter_map(fit).collect()
}

/// The shipped games that a new variant may extend.
fn armies() -> Vec<&'static str> {
    games().collect()
}
