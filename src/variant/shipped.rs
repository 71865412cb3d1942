//! The shipped games by name and by title.

use crate::library::{Shipped, shipped};
use alfil_diagnostics::source::{SourceId, Spanned};
use alfil_syntax::definition::{self, Definition};

/// The names of all shipped games, without parents that are not played and without modifiers.
/// Reads every shipped definition, which takes a part of a second.
pub fn games() -> impl Iterator<Item = &'static str> {
    let is_game = |shipped: &Shipped| {
        read(shipped).is_some_and(|file| !is_set(&file.is_abstract) && !is_set(&file.is_modifier))
    };
    shipped().filter(is_game).map(|shipped| shipped.name)
}

/// All shipped modifiers.
#[cfg(feature = "answers")]
pub(crate) fn shipped_modifiers() -> impl Iterator<Item = Shipped> {
    shipped().filter(|shipped| read(shipped).is_some_and(|file| is_set(&file.is_modifier)))
}

/// The name of the shipped definition with this title, in upper or lower case.
pub(crate) fn titled(title: &str) -> Option<&'static str> {
    let wanted = title.to_lowercase();
    let has_title = |shipped: &Shipped| {
        let named = read(shipped).and_then(|file| file.name);
        named.is_some_and(|name| name.text().to_lowercase() == wanted)
    };
    shipped().find(has_title).map(|shipped| shipped.name)
}

fn is_set(said: &Option<Spanned<bool>>) -> bool {
    said.as_ref().is_some_and(|said| said.value)
}

fn read(shipped: &Shipped) -> Option<Definition> {
    let node = definition::tree(SourceId::only(), shipped.text).value?;
    definition::read(&node, shipped.text).value
}
