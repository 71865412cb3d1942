//! Games of records as the nodes of the page's tree of moves, with variations and comments.

use crate::foreign::records::fault::Fault;
use crate::foreign::records::format::Format;
use crate::foreign::records::item::Item;
use crate::foreign::records::replay::{Player, Replay, SpokenLine};
use crate::foreign::records::source::Items;
use crate::foreign::records::speech::Speech;
use crate::play::game::Game;
use crate::play::position::{Move, Position};
use serde_json::{Value, json};

/// A game of a record.
pub(super) struct Record {
    /// The replayed game. Its moves have the texts of the definition.
    pub(super) replay: Replay,
    /// The moves of the main line.
    pub(super) main: Vec<Value>,
    /// All moves. Each names the one before it, from 1; 0 is the start.
    pub(super) tree: Vec<Value>,
    /// True if there is anything besides the main line.
    pub(super) is_annotated: bool,
}

/// Plays a game of a file with all its variations.
///
/// # Errors
/// The first position or move that the rules do not allow.
pub(super) fn replay(game: &Game, item: &Item) -> Result<Record, Fault> {
    let notation = game.notation();
    let replay = Player::new(game, &notation, Speech::Own).play(item, &mut |_| {})?;
    let mut walk = Walk { nodes: Vec::new(), position: replay.start.clone(), is_annotated: false };
    let main = walk.line(&replay.line, 0);
    let main = main.into_iter().filter_map(|node| walk.nodes.get(node - 1)).map(plain).collect();
    Ok(Record { replay, main, tree: walk.nodes, is_annotated: walk.is_annotated })
}

/// The first game of a text in PGN; `None` if it has none.
///
/// # Errors
/// The game cannot be read.
pub(super) fn first_game(text: &str) -> Result<Option<Item>, Fault> {
    // A text in memory can always be read.
    let item = Items::new(text.as_bytes(), Format::Pgn).item().ok().flatten();
    item.transpose().map_err(|bad| bad.fault)
}

/// The tags as pairs of name and value.
pub(super) fn tags(item: &Item) -> Value {
    item.tags.iter().map(|tag| json!([tag.name, tag.value])).collect()
}

/// A node as a move that was played.
fn plain(node: &Value) -> Value {
    json!({
        "text": node["text"], "san": node["san"], "turn": node["turn"], "side": node["side"],
    })
}

/// The nodes so far, and the position after the last one of the line that is being read.
struct Walk {
    nodes: Vec<Value>,
    position: Position,
    is_annotated: bool,
}

impl Walk {
    /// Adds a line that follows the node `after`, with its variations, and returns the numbers of
    /// the nodes of the line itself. The position is the same afterwards.
    fn line(&mut self, line: &SpokenLine, after: usize) -> Vec<usize> {
        let mut numbers = Vec::new();
        // The node before each move of the line.
        let mut earlier = vec![after];
        let mut before = line.comments.join(" ");
        for spoken in &line.moves {
            let legal = self.position.legal();
            // The replay has written the text of a legal move.
            let Some(mv) = legal.find(&spoken.text) else { break };
            let (text, san) = (legal.write(&mv), legal.san(&mv));
            drop(legal);
            let turn = self.position.turn();
            let mut node = json!({
                "text": text,
                "san": san,
                "turn": turn.fullmove,
                "side": self.position.rules().word_of(turn.side),
                "after": earlier.last(),
            });
            let has_notes =
                !before.is_empty() || !spoken.comments.is_empty() || !spoken.glyphs.is_empty();
            self.is_annotated |= has_notes || !spoken.variations.is_empty();
            if !before.is_empty() {
                node["before"] = std::mem::take(&mut before).into();
            }
            if !spoken.comments.is_empty() {
                node["comment"] = spoken.comments.join(" ").into();
            }
            if !spoken.glyphs.is_empty() {
                node["glyphs"] = spoken.glyphs.clone().into();
            }
            self.nodes.push(node);
            let number = self.nodes.len();
            self.position.play(&mv);
            if let Some(fork) = earlier.get(earlier.len().saturating_sub(spoken.steps)).copied()
                && !spoken.variations.is_empty()
            {
                let replaced = self.take_back(spoken.steps);
                for variation in &spoken.variations {
                    self.line(variation, fork);
                }
                replaced.iter().for_each(|mv| self.position.play(mv));
            }
            earlier.push(number);
            numbers.push(number);
        }
        self.take_back(numbers.len());
        numbers
    }

    /// Takes back the last `count` moves, and returns them in their order.
    fn take_back(&mut self, count: usize) -> Vec<Move> {
        let mut moves: Vec<Move> = (0..count).filter_map(|_| self.position.take_back()).collect();
        moves.reverse();
        moves
    }
}
