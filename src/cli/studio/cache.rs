//! Texts that were read recently, and the game in play on each.
//!
//! A question contains the whole text and all moves, so it depends on no earlier question. Work that was done for the
//! last one is reused. The result is the same as if everything, including neighbouring files, were read again.

use crate::cli::mtimes::Stamps;
use crate::cli::studio::watched::Watched;
use alfil::editor::{Address, Page};
use alfil::play::game::Game;
use alfil::play::position::Position;
use alfil::variant::Workspace;
use std::path::Path;

/// Number of texts that are kept.
const MAX_TEXTS: usize = 4;

/// The texts of a worker.
pub(crate) struct Cache {
    base: Workspace,
    address: Address,
    /// The most recent one is the last.
    opened: Vec<Opened>,
}

/// A text and what was computed from it.
pub(crate) struct Opened {
    pub(crate) page: Page,
    text: String,
    stamps: Stamps,
    line: Option<GameInPlay>,
    /// The search for rules that never fire, if it has begun.
    pub(crate) watched: Option<Watched>,
}

/// A game in play.
pub(crate) struct GameInPlay {
    start: Option<String>,
    /// The moves of the question.
    asked: Vec<String>,
    /// The position after them.
    pub(crate) position: Position,
    /// The same moves as they were understood.
    pub(crate) played: Vec<Played>,
}

/// A played move.
pub(crate) struct Played {
    /// In its own notation.
    pub(crate) text: String,
    /// In algebraic notation.
    pub(crate) san: String,
    /// The number of its pair of turns.
    pub(crate) turn: u32,
}

impl Cache {
    pub(crate) fn new(base: Workspace, address: Address) -> Cache {
        Cache { base, address, opened: Vec::new() }
    }

    /// Reads `text`, or returns it if it was read before.
    pub(crate) fn open(&mut self, text: &str) -> &mut Opened {
        let known = self.opened.iter().position(|o| o.text == text && o.stamps == stamps(&o.page));
        let opened = match known {
            Some(at) => self.opened.remove(at),
            None => {
                let page = Page::read(&self.base, &self.address, text);
                Opened {
                    stamps: stamps(&page),
                    page,
                    text: text.to_owned(),
                    line: None,
                    watched: None,
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
    /// The game, or the reason why there is none.
    pub(crate) fn game(&self) -> Result<&Game, String> {
        self.page.game().ok_or_else(|| match self.page.errors() {
            0 => "this is no game yet".to_owned(),
            1 => "one finding keeps this from being played".to_owned(),
            n => format!("{n} findings keep this from being played"),
        })
    }

    /// The game that begins with `start`, after `moves`.
    ///
    /// # Errors
    /// The error in the text, the position or a move.
    pub(crate) fn line(
        &mut self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<&GameInPlay, String> {
        let known = self.line.take().filter(|line| line.start.as_deref() == start);
        let mut line = match known {
            Some(line) => line,
            None => GameInPlay::new(self.begin(start)?, start),
        };
        line.follow(moves)?;
        Ok(self.line.insert(line))
    }

    fn begin(&self, start: Option<&str>) -> Result<Position, String> {
        let game = self.game()?;
        let Some(text) = start else { return Ok(game.start()) };
        let read = Workspace::new().read(game, "the position", text);
        read.value.ok_or_else(|| {
            let first = read.found.first();
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
            asked: Vec::new(),
            position,
            played: Vec::new(),
        }
    }

    /// Takes back the moves that are not in `moves`, and plays the others.
    fn follow(&mut self, moves: &[String]) -> Result<(), String> {
        let same = self.asked.iter().zip(moves).take_while(|(a, b)| a == b).count();
        while self.asked.len() > same {
            self.position.take_back();
            self.asked.pop();
            self.played.pop();
        }
        for text in &moves[same..] {
            let legal = self.position.legal();
            let number = self.asked.len() + 1;
            let mv = legal.find(text).ok_or_else(|| {
                format!("move {number}, `{text}`, is not legal: {}", legal.refusal(text))
            })?;
            let turn = self.position.turn().fullmove;
            self.played.push(Played { text: legal.write(&mv), san: legal.san(&mv), turn });
            self.position.play(&mv);
            self.asked.push(text.clone());
        }
        Ok(())
    }
}
