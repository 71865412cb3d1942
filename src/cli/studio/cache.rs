//! Texts that were read lately, and the game that is being played on each.
//!
//! Owns: [`Table`] and [`Opened`]. Takes texts, whole each time, and moves from the beginning, so that a question needs
//! none before it; what is the same as last time is not worked out again. Invariant: what is kept is as if it were read
//! now, the files beside it included.

use crate::cli::mtimes::Stamps;
use crate::cli::studio::watched::Watched;
use alfil::editor::{Address, Page};
use alfil::play::game::Game;
use alfil::play::position::Position;
use alfil::variant::Workspace;
use std::path::Path;

/// Texts kept.
const MAX_TEXTS: usize = 4;

/// What a desk has before it.
pub(crate) struct Table {
    base: Workspace,
    address: Address,
    /// The one asked for last stands last.
    opened: Vec<Opened>,
}

/// A text that was read.
pub(crate) struct Opened {
    /// What it says.
    pub(crate) page: Page,
    text: String,
    stamps: Stamps,
    line: Option<Line>,
    /// The search for rules that never fire, if it has begun.
    pub(crate) watched: Option<Watched>,
}

/// A game in play.
pub(crate) struct Line {
    start: Option<String>,
    /// The moves as they were asked for.
    asked: Vec<String>,
    /// Where they lead.
    pub(crate) position: Position,
    /// The same moves as they were meant.
    pub(crate) played: Vec<Played>,
}

/// A move that was played.
pub(crate) struct Played {
    /// By its own text.
    pub(crate) text: String,
    /// As books write it.
    pub(crate) san: String,
    /// Number of the pair of turns that it belongs to.
    pub(crate) turn: u32,
}

impl Table {
    /// Nothing read yet.
    pub(crate) fn new(base: Workspace, address: Address) -> Table {
        Table { base, address, opened: Vec::new() }
    }

    /// `text`, read.
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
    /// The game, or why there is none.
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
    /// What is wrong with the text, the position or a move.
    pub(crate) fn line(&mut self, start: Option<&str>, moves: &[String]) -> Result<&Line, String> {
        let known = self.line.take().filter(|line| line.start.as_deref() == start);
        let mut line = match known {
            Some(line) => line,
            None => Line::new(self.begin(start)?, start),
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

impl Line {
    fn new(position: Position, start: Option<&str>) -> Line {
        Line { start: start.map(str::to_owned), asked: Vec::new(), position, played: Vec::new() }
    }

    /// Takes back what `moves` do not have, and plays what they have besides.
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
