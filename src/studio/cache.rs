//! Recent texts, each with its page, its game in play, its search and its computer player.
//!
//! A question contains the whole text and all moves, so no answer depends on an earlier question.
//! The cache only saves work: answers are the same as without it. Only a search for the best move
//! may find another move or value, as it may on a slower machine.

use crate::editor::{Address, Page};
use crate::library;
use crate::play::game::Game;
use crate::play::manner::Manner;
use crate::play::position::Position;
use crate::play::turn::Turn;
use crate::studio::looker::Looker;
use crate::studio::player::{Learned, LineKey, Player};
use crate::studio::search::Search;
use crate::variant::{Stamps, Workspace};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest number of texts that are kept.
const MAX_TEXTS: usize = 4;

/// The recent texts of one address.
pub(super) struct Cache {
    base: Workspace,
    address: Address,
    /// The text of a file with learned values, for all texts of the address.
    values: Option<Arc<str>>,
    /// The texts that were used lately. The most recent one is the last.
    opened: Vec<Opened>,
}

/// A text with the results of earlier questions.
pub(super) struct Opened {
    pub(super) page: Page,
    /// The file of the text, which may have a file of values beside it.
    file: Option<PathBuf>,
    /// The text of a file with learned values. It has precedence over the file beside the text.
    values: Option<Arc<str>>,
    text: String,
    /// The stamps (modification times) of the files from which the page was read.
    stamps: Stamps,
    line: Option<GameInPlay>,
    /// The search for rules that never fire, if it has begun.
    pub(super) search: Option<Search>,
    /// The computer player, if it has been needed.
    player: Option<Player>,
}

/// A game in play.
pub(super) struct GameInPlay {
    start: Option<String>,
    /// The moves as the question spells them.
    spelled: Vec<String>,
    /// The position after these moves.
    pub(super) position: Position,
    /// The same moves with all data that the page needs.
    pub(super) played: Vec<Played>,
}

/// Whether the answer says why a move is not legal. The reason may show what a side does not see.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reasons {
    Told,
    Kept,
}

/// A played move.
pub(super) struct Played {
    /// The move in the notation of the game.
    pub(super) text: String,
    /// The move in algebraic notation.
    pub(super) san: String,
    /// The full-move number before the move.
    pub(super) turn: u32,
    /// The side that moved.
    pub(super) side: Side,
    /// True if the other side did not see everything then.
    pub(super) was_hidden: bool,
}

impl Cache {
    pub(super) fn new(base: Workspace, address: Address) -> Cache {
        Cache { base, address, values: None, opened: Vec::new() }
    }

    /// Uses the learned values of `text` for all definitions that they fit.
    pub(super) fn set_values(&mut self, text: &str) {
        self.values = Some(text.into());
        self.opened.clear();
    }

    /// The page of `text`. It is read again if one of its files has changed.
    pub(super) fn open(&mut self, text: &str) -> &mut Opened {
        let known = self.opened.iter().position(|o| o.text == text && o.stamps == stamps(&o.page));
        let opened = match known {
            Some(at) => self.opened.remove(at),
            None => {
                let page = Page::read(&self.base, &self.address, text);
                let file = match &self.address {
                    Address::File(path) => Some(path.clone()),
                    Address::Name(_) => None,
                };
                Opened {
                    file,
                    values: self.values.clone(),
                    stamps: stamps(&page),
                    page,
                    text: text.to_owned(),
                    line: None,
                    search: None,
                    player: None,
                }
            }
        };
        if self.opened.len() == MAX_TEXTS {
            self.opened.remove(0);
        }
        self.opened.push(opened);
        let last = self.opened.len() - 1;
        &mut self.opened[last]
    }
}

fn stamps(page: &Page) -> Stamps {
    Stamps::of(page.files().map(Path::to_owned))
}

impl Opened {
    /// The game.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(super) fn game(&self) -> Result<&Game, String> {
        self.page.game().ok_or_else(|| match self.page.errors() {
            0 => "this is no game yet".to_owned(),
            1 => "one finding keeps this from being played".to_owned(),
            n => format!("{n} findings keep this from being played"),
        })
    }

    /// The game after `moves` from the position `start`, or from the start of the game.
    ///
    /// # Errors
    /// An error in the text, the position or a move.
    pub(super) fn line(
        &mut self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<&GameInPlay, String> {
        self.line_with(start, moves, Reasons::Told)
    }

    fn line_with(
        &mut self,
        start: Option<&str>,
        moves: &[String],
        reasons: Reasons,
    ) -> Result<&GameInPlay, String> {
        let known = self.line.take().filter(|line| line.start.as_deref() == start);
        let mut line = match known {
            Some(line) => line,
            None => GameInPlay::new(self.begin(start)?, start),
        };
        line.follow(moves, reasons)?;
        Ok(self.line.insert(line))
    }

    /// The game in play of a question, which gives its `start` and its `moves`.
    ///
    /// # Errors
    /// See [`line`](Self::line).
    pub(super) fn in_play(&mut self, question: &Value) -> Result<&GameInPlay, String> {
        let moves = question["moves"].as_array().map_or(&[][..], Vec::as_slice);
        let words = moves.iter().map(|word| word.as_str().map(str::to_owned));
        let moves: Option<Vec<String>> = words.collect();
        let is_watched = !question["as"].is_null();
        let moves = moves.ok_or("`moves` are texts")?;
        let start = question["start"].as_str();
        let line = if is_watched && self.game()?.rules().sight != Sight::Everything {
            self.line_with(start, &moves, Reasons::Kept)?
        } else {
            self.line(start, &moves)?
        };
        Ok(line)
    }

    /// Checks that the side that asks sees everything of the game in play.
    ///
    /// # Errors
    /// It does not, or there is no such game.
    pub(super) fn open_to_all(&mut self, question: &Value) -> Result<(), String> {
        let looker = Looker::of(question)?;
        if looker == Looker::All {
            return Ok(());
        }
        let line = self.in_play(question)?;
        let Some(side) = line.secret_from(looker) else { return Ok(()) };
        if looker.seen(&line.position).is_none() && !line.hides_moves(looker) {
            return Ok(());
        }
        let name = line.position.rules().called(side);
        Err(format!("this would show what {name} does not see; it waits for the end of the game"))
    }

    /// The computer player.
    ///
    /// # Errors
    /// The reason why there is no game.
    pub(super) fn player(&mut self) -> Result<&mut Player, String> {
        let player = match self.player.take() {
            Some(player) => player,
            None => Player::new(self.game()?, self.learned()),
        };
        Ok(self.player.insert(player))
    }

    /// Where the computer finds learned values. A text without a file that is the text of a shipped
    /// definition has its values.
    fn learned(&self) -> Learned<'_> {
        match (&self.values, &self.file) {
            (Some(text), _) => Learned::Text(text),
            (None, Some(path)) => Learned::Beside(path),
            (None, None) => {
                let shipped = library::shipped().find(|shipped| shipped.text == self.text);
                shipped.map_or(Learned::Nowhere, |shipped| Learned::Shipped(shipped.name))
            }
        }
    }

    /// The position `start`, or the start of the game.
    fn begin(&self, start: Option<&str>) -> Result<Position, String> {
        let game = self.game()?;
        let Some(text) = start else { return Ok(game.start()) };
        let read = Workspace::new().read_as(game, "the position", text, Manner::Lenient);
        read.map(|read| read.value).map_err(|found| {
            let first = found.first();
            first.map_or_else(
                || "it is no position".to_owned(),
                |finding| {
                    let reason = finding.reason.iter().map(|reason| format!(": {reason}"));
                    std::iter::once(finding.title.clone()).chain(reason).collect()
                },
            )
        })
    }
}

impl GameInPlay {
    fn new(position: Position, start: Option<&str>) -> GameInPlay {
        GameInPlay {
            start: start.map(str::to_owned),
            spelled: Vec::new(),
            position,
            played: Vec::new(),
        }
    }

    /// The way to this position.
    pub(super) fn key(&self) -> LineKey {
        let moves = self.played.iter().map(|played| played.text.clone());
        LineKey { start: self.start.clone(), moves: moves.collect() }
    }

    /// The side from which moves are kept secret. `None` if everything is wanted, or the game has ended.
    pub(super) fn secret_from(&self, looker: Looker) -> Option<Side> {
        looker.side(&self.position).filter(|_| self.position.end().is_none())
    }

    /// True if the side that looks has not seen all moves of the game.
    pub(super) fn hides_moves(&self, looker: Looker) -> bool {
        let hides = |side| self.played.iter().any(|p| p.was_hidden && p.side != side);
        self.secret_from(looker).is_some_and(hides)
    }

    /// Takes back the moves that are not in `moves`, and plays the others.
    fn follow(&mut self, moves: &[String], reasons: Reasons) -> Result<(), String> {
        let same = self.spelled.iter().zip(moves).take_while(|(a, b)| a == b).count();
        while self.spelled.len() > same {
            self.position.take_back();
            self.spelled.pop();
            self.played.pop();
        }
        for spelled in &moves[same..] {
            let legal = self.position.legal();
            let number = self.spelled.len() + 1;
            let mv = legal.read(spelled).ok_or_else(|| match reasons {
                Reasons::Told => {
                    let why = legal.refusal(spelled);
                    format!("move {number}, `{spelled}`, is not legal: {why}")
                }
                Reasons::Kept => format!("move {number}, `{spelled}`, is not possible"),
            })?;
            let Turn { fullmove: turn, side, .. } = self.position.turn();
            let text = legal.write(&mv);
            let others = self.position.rules().sides.each().filter(|&other| other != side);
            let mut views = others.map(|other| self.position.hidden_from(other).is_some());
            let was_hidden = views.any(|hides| hides);
            let san = legal.san(&mv);
            self.played.push(Played { text, san, turn, side, was_hidden });
            self.position.play(&mv);
            self.spelled.push(spelled.clone());
        }
        Ok(())
    }
}
