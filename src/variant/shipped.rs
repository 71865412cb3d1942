//! The shipped games by name and by title.

use crate::library::{Shipped, shipped};
use alfil_diagnostics::source::{SourceId, Spanned};
use alfil_syntax::definition::{self, Definition};
use std::collections::BTreeMap;
use std::sync::OnceLock;

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

/// The name of the shipped definition with this title, in upper or lower case. The first call reads every
/// shipped definition, which takes a part of a second.
pub(crate) fn titled(title: &str) -> Option<&'static str> {
    static TITLES: OnceLock<BTreeMap<String, &'static str>> = OnceLock::new();
    let titles = TITLES.get_or_init(|| {
        let title = |shipped: Shipped| {
            let name = read(&shipped)?.name?;
            Some((name.text().to_lowercase(), shipped.name))
        };
        // If two definitions have one title, the first keeps it.
        let mut all: Vec<_> = shipped().filter_map(title).collect();
        all.reverse();
        all.into_iter().collect()
    });
    titles.get(&title.to_lowercase()).copied()
}

fn is_set(said: &Option<Spanned<bool>>) -> bool {
    said.as_ref().is_some_and(|said| said.value)
}

fn read(shipped: &Shipped) -> Option<Definition> {
    let node = definition::tree(SourceId::only(), shipped.text).value?;
    definition::read(&node, shipped.text).value
}
