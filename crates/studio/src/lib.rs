//! The core of Studio. It answers questions about a text and a game in play, as JSON.
//!
//! The core needs no server, thread or process, so a page can also use it in the browser.
//! `crates/cli/src/studio` serves it over HTTP. `crates/editor` answers the questions about places of the
//! text.
//!
//! | question | fields besides `text` | answer |
//! | --- | --- | --- |
//! | `glance` | | the findings that need no compilation, with fixes, and an outline |
//! | `check` | | all findings, and whether the game can be played |
//! | `hover`, `complete` | `at` | the description of a place, the completions |
//! | `format` | | the text in the house style |
//! | `gallery` | `names` | the shipped games with origin and facts; the text does not matter |
//! | `game` | | title, pieces with pictures and clauses, rules in words |
//! | `board` | `start`, `moves`, perhaps `as` | the position after the moves, with all legal moves as a tree of their parts; with `as`, what `white`, `black` or the `mover` sees |
//! | `piece` | the same and `piece` | the moves of one piece on a plane |
//! | `why` | those of `board` and `move` | why a move is not legal, and the text that forbids it |
//! | `line` | `pasted` | a position, a PGN or a list of moves, read as `start` and `moves` |
//! | `file` | `name`, `content`, perhaps `section`, `outcomes`, or `item` with `here` | what a file is, or one of its sections, games or positions; see below |
//! | `start` | `number` | the start of a shuffled game with this number |
//! | `setup` | perhaps `drawings` | the board with the pieces of the setup, all kinds, zones and sentences, and the drawings of pieces |
//! | `edit` | `change` | the edits of the text that make the change |
//! | `movement` | `piece`, `marks` with `kept`, `string` | the movement as marks on cells, and the string and the wording of marks |
//! | `wizard` | `name`, `army`, `lattice`, `modifiers` | the text of a new variant, and the modifiers that fit |
//! | `share` | `start`, `moves`, `form`, perhaps `tree`, `tags`, `name` or `set` | a page, a picture or a PGN, and a note on its limits |
//! | `frames` | `start`, `moves` | the pictures of the game, for an animation |
//! | `tests` | | every test and its result |
//! | `coverage` | | the rules that no test exercises |
//! | `alive` | `slices` | the state of the search for rules that never fire |
//! | `alive-test` | `slices`, `rule` | the edit that adds a test from a game of the rule |
//! | `record` | `start`, `moves`, `what`, `move` | the edit that adds a test |
//! | `reply` | `start`, `moves`, `level`, `seed` | the move of the computer at a level from 1 to 10 |
//! | `analyze` | `start`, `moves`, `seconds`, `depth`, `nodes` | the value of the position, its best move and the expected line |
//! | `review` | the same | the values before and after the last move, what it loses, the better move |
//! | `state` | `start`, `moves`, `san`, `played` | the position after the moves, its legal moves as a list, and its end |
//! | `move` | `start`, `moves`, `move` | the text of a legal move and whether it captures, or the finding that it is not legal |
//! | `perft` | `start`, `moves`, `depth`, `divide` | the number of legal move sequences |
//! | `position` | `position` | the position in the program's own spelling, and the findings about it |
//! | `values` | `values` | whether a file of learned values fits the game |
//! | `facts` | | title, start position, hands and shuffles of the game |
//! | `rules` | | the complete rules as Markdown |
//! | `sketch` | `start`, `moves` | the position as plain text |
//!
//! The page does not need the questions from `state` on. The npm package asks them.
//!
//! In a game with `sight`, every question about a game in play may have `as`: whose view the page
//! shows. An answer then contains nothing that this side does not see, so two games that look alike
//! to it have the same answers. Questions that would show more are refused until the game has ended,
//! such as `analyze`. Only `reply` returns a move of another side, because the page sends all moves
//! with each question.

mod board;
mod cache;
mod cases;
mod file;
mod game;
mod parts;
mod plane;
mod play;
mod question;
mod share;
mod state;
pub mod text;
mod variants;

pub use file::MAX_FILE;
pub use question::{Question, Work};
pub use share::beginning;
pub use variants::{pgn, variant, variants};

use alfil_editor::Address;
use alfil_workspace::Workspace;
use cache::Cache;
use serde_json::{Value, json};

/// Answers questions about the text of one address.
pub struct Studio {
    cache: Cache,
}

impl Studio {
    /// A core for the text of `address`. The text may name the texts of `base`.
    pub fn new(base: Workspace, address: Address) -> Studio {
        Studio { cache: Cache::new(base, address) }
    }

    /// Uses the learned values of `text`, the content of a file, for all definitions that they fit.
    #[must_use]
    pub fn with_values(mut self, text: &str) -> Studio {
        self.cache.set_values(text);
        self
    }

    /// The answer to a question, both as JSON. A refused question is answered with its reason, as
    /// `{"error"}`.
    pub fn answer(&mut self, question: &str) -> Value {
        let answer = match serde_json::from_str(question) {
            Ok(question) => self.try_answer(&question),
            Err(error) => Err(error.to_string()),
        };
        answer.unwrap_or_else(|why| refusal(&why))
    }

    /// Answers a question. Its field `ask` is the name of the question, and `text` is the
    /// definition.
    fn try_answer(&mut self, question: &Value) -> Result<Value, String> {
        let text = question["text"].as_str().ok_or("missing field `text`")?;
        let opened = self.cache.open(text);
        let name = question["ask"].as_str().unwrap_or_default();
        let named =
            Question::named(name).ok_or_else(|| format!("there is no question `{name}`"))?;
        if named.shows_everything() {
            opened.open_to_all(question)?;
        }
        match named {
            Question::Glance => Ok(text::glance(&opened.page)),
            Question::Check => Ok(text::check(&opened.page)),
            Question::Hover => Ok(text::hover(&opened.page, text::at(question, text)?)),
            Question::Complete => Ok(text::complete(&opened.page, text::at(question, text)?)),
            Question::Format => Ok(text::format(&opened.page)),
            Question::Gallery => Ok(variants::cards(question)),
            Question::Game => game::game(opened),
            Question::Board => play::board(opened, question),
            Question::Piece => play::piece(opened, question),
            Question::Why => play::why(opened, question),
            Question::Line => play::line(opened, question),
            Question::File => file::file(&mut self.cache, text, question),
            Question::Start => play::start(opened, question),
            Question::Setup => state::setup(opened, question),
            Question::Edit => state::edit(opened, question),
            Question::Movement => game::movement(opened, question),
            Question::Wizard => variants::wizard(question),
            Question::Share => share::share(opened, question),
            Question::Frames => share::frames(opened, question),
            Question::Tests => cases::run(opened),
            Question::Coverage => cases::coverage(opened),
            Question::Alive => cases::search(opened, question),
            Question::AliveTest => cases::test(opened, question),
            Question::Record => cases::record(opened, question),
            Question::Reply => play::reply(opened, question),
            Question::Analyze => play::analyze(opened, question),
            Question::Review => play::review(opened, question),
            Question::State => state::state(opened, question),
            Question::Move => state::one_move(opened, question),
            Question::Perft => state::perft(opened, question),
            Question::Position => state::position(opened, question),
            Question::Values => play::values(opened, question),
            Question::Facts => state::facts(opened),
            Question::Rules => state::rules(opened),
            Question::Sketch => state::sketch(opened, question),
        }
    }
}

/// A refusal in the form that the page reads.
pub fn refusal(why: &str) -> Value {
    json!({ "error": why })
}

/// The shipped definitions, or the text of the one that the question names.
pub fn shipped(question: &Value) -> Value {
    match question["name"].as_str() {
        Some(name) => json!({ "text": alfil_definitions::find(name).map(|shipped| shipped.text) }),
        None => {
            let all =
                alfil_definitions::shipped().map(|s| json!({ "name": s.name, "family": s.family }));
            json!({ "shipped": all.collect::<Vec<_>>() })
        }
    }
}
