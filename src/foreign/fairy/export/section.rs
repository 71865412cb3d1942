//! A section of `variants.ini`: keys with values, in the order in which they were set.

use alfil_board::model::board_model::BoardModel;
use alfil_topology::site_set::AnySet;

/// A section of `variants.ini`. Keys that have the program's default are never set.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    keys: Vec<(String, String)>,
    /// The keys that are pieces.
    pieces: Vec<String>,
}

/// The pieces of the program's own `chess`, by key.
const CHESS: [(&str, &str); 6] =
    [("pawn", "p"), ("knight", "n"), ("bishop", "b"), ("rook", "r"), ("queen", "q"), ("king", "k")];

impl Section {
    /// Sets the letter of a piece.
    pub(super) fn piece(&mut self, key: &str, value: String) {
        self.pieces.push(key.to_owned());
        self.set(key, value);
    }

    /// Sets a key, which has no value yet.
    pub(super) fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.keys.push((key.into(), value.into()));
    }

    /// Sets a key to `true` or `false`, unless that is the default.
    pub(super) fn flag(&mut self, key: &str, value: bool, default: bool) {
        if value != default {
            self.set(key, value.to_string());
        }
    }

    /// Adds all keys of another section.
    pub(super) fn append(&mut self, other: Section) {
        self.keys.extend(other.keys);
    }

    /// True if a key has a value.
    pub(super) fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|(known, _)| known == key)
    }

    /// The section as text. It inherits from `chess` if that needs fewer lines.
    pub(super) fn text(&self, name: &str, comments: &[String]) -> String {
        let is_chess =
            |(key, value): &&(String, String)| CHESS.contains(&(key.as_str(), value.as_str()));
        let shared = self.keys.iter().filter(is_chess).count();
        let removed = CHESS.iter().filter(|(key, _)| !self.has(key));
        let inherits = shared > removed.clone().count();
        let head = if inherits { format!("[{name}:chess]\n") } else { format!("[{name}]\n") };
        // Nothing of a comment may begin a line of its own.
        let one_line = |c: char| if c.is_control() { ' ' } else { c };
        let comments = comments
            .iter()
            .map(|comment| format!("# {}\n", comment.chars().map(one_line).collect::<String>()));
        // The table of the parent is for its own pieces.
        let differs = self.pieces.iter().any(|piece| !CHESS.iter().any(|(key, _)| key == piece));
        let table = inherits && (differs || removed.clone().count() > 0);
        let table = table.then(|| "pieceToCharTable = -\n".to_owned());
        let removed = removed.filter(|_| inherits).map(|(key, _)| format!("{key} = -\n"));
        let kept = self.keys.iter().filter(|key| !inherits || !is_chess(key));
        let keys = kept.map(|(key, value)| format!("{key} = {value}\n"));
        std::iter::once(head).chain(comments).chain(table).chain(removed).chain(keys).collect()
    }
}

/// Cells as the program lists them: `*4` for a whole rank, and `-` for none.
pub(super) fn cells(model: &BoardModel, cells: AnySet) -> String {
    let graph = &model.graph;
    let mut words = Vec::new();
    for rank in 0..graph.ranks() {
        let row: Vec<_> = graph.sites().filter(|&site| graph.file_rank(site).1 == rank).collect();
        if !row.is_empty() && row.iter().all(|&site| cells.has(site)) {
            words.push(format!("*{}", rank + 1));
        } else {
            let here = row.into_iter().filter(|&site| cells.has(site));
            words.extend(here.map(|site| graph.name(site).to_owned()));
        }
    }
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
