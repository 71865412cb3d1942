//! A definition as it is put together, and its text.

use alfil_syntax::write::{Map, Yaml};

/// A definition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Draft {
    /// Comments at its beginning, one line each.
    pub(crate) comments: Vec<String>,
    /// The keys in their order.
    pub(crate) keys: Map,
}

/// The longest line.
const WIDTH: usize = 110;

impl Draft {
    /// The text of the definition.
    pub(crate) fn text(&self) -> String {
        let comments = self.comments.iter().map(|comment| format!("# {comment}\n"));
        comments.collect::<String>() + &self.keys.text(WIDTH)
    }
}

/// A list of texts; one text alone for a single one.
pub(crate) fn texts(mut texts: Vec<String>) -> Yaml {
    match (texts.pop(), texts.is_empty()) {
        (Some(one), true) => one.into(),
        (last, _) => Yaml::list(texts.into_iter().chain(last)),
    }
}
