//! Recent texts, each with its page, its game in play, its search and its computer player, and
//! whose view a question wants.

use alfil_editor::{Address, Page};
use alfil_play::board::view::SeenPlay;
use alfil_play::computer::{Computer, Limits};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_play::review::Searched;
use alfil_play::terms::{Manner, Turn};
use alfil_rules::side::Side;
use alfil_rules::sight::Sight;
use alfil_suite::alive::Hunt;
use alfil_workspace::variant::{self, Source};
use alfil_workspace::{Stamps, Workspace};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

// Recent texts, each with its page, its game in play, its search and its computer player.
//
// A question contains the whole text and all moves, so no answer depends on an earlier question.
// The cache only saves work: answers are the same as without it. Only a search for the best move
// may find another move or value, as it may on a slower machine.

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
    /// The move as people who play the game write it.
    pub(super) shown: String,
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
            0 => "this is not a game yet".to_owned(),
            1 => "one mistake must be corrected before you can play".to_owned(),
            n => format!("{n} mistakes must be corrected before you can play"),
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
        let moves = moves.ok_or("`moves` must be texts")?;
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
        Err(format!(
            "this would show what {name} does not see, so it must wait for the end of the game"
        ))
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
                let shipped =
                    alfil_definitions::shipped().find(|shipped| shipped.text == self.text);
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
                || "it is not a position".to_owned(),
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
            let (san, shown) = (legal.san(&mv), legal.shown(&mv));
            self.played.push(Played { text, san, shown, turn, side, was_hidden });
            self.position.play(&mv);
            self.spelled.push(spelled.clone());
        }
        Ok(())
    }
}

// The computer player of one text, and its last search.

/// The memory in which the computer remembers positions.
const MEGABYTES: usize = 16;

/// The limits of a search, as a question gives them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Effort {
    pub(super) time: Duration,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Effort {
    fn limits(self) -> Limits {
        let Effort { time, depth, nodes } = self;
        Limits { depth, nodes, ..Limits::of_time(time) }
    }
}

/// A position by the way to it. Equal texts of positions may differ in repetitions.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct LineKey {
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

/// Where the computer finds learned values.
#[derive(Clone, Copy)]
pub(super) enum Learned<'a> {
    /// In this text of a file.
    Text(&'a str),
    /// In the file next to this definition, if it is there.
    Beside(&'a Path),
    /// In the file that is shipped with the definition of this name, if there is one.
    Shipped(&'a str),
    /// Nowhere: the values come from the rules.
    Nowhere,
}

impl Learned<'_> {
    /// A computer player of `game` with these values.
    ///
    /// # Errors
    /// The reason why the values cannot be used, in one line.
    pub(super) fn computer(self, game: &Game) -> Result<Computer, String> {
        let (request, source) = match self {
            Learned::Text(text) => ("", Source::Text(text.to_owned())),
            Learned::Beside(path) => match path.to_str() {
                Some(request) => (request, Source::Usual),
                None => ("", Source::Rules),
            },
            Learned::Shipped(name) => (name, Source::Usual),
            Learned::Nowhere => ("", Source::Rules),
        };
        variant::computer(game, request, &source, MEGABYTES)
    }
}

/// A computer player.
pub(super) struct Player {
    pub(super) computer: Computer,
    last: Option<Last>,
}

/// The last search for a review.
struct Last {
    key: LineKey,
    effort: Effort,
    searched: Searched,
}

impl Player {
    /// A player of `game` with learned values. If they do not fit the rules, the values come from
    /// the rules.
    pub(super) fn new(game: &Game, learned: Learned<'_>) -> Player {
        // While the definition is edited, its kinds may differ from those of the values.
        let computer = learned.computer(game).ok();
        Player { computer: computer.unwrap_or_else(|| Computer::new(game, MEGABYTES)), last: None }
    }

    /// Searches `position`.
    pub(super) fn search(&self, position: &Position, effort: Effort) -> Searched {
        Searched::new(&self.computer, position, &effort.limits())
    }

    /// Searches `position`, which is the one of `key`, without knowledge of other positions. So the
    /// values of one game can be compared. The last search is not repeated: a review from the end
    /// of a game needs one search for each position.
    pub(super) fn review(&mut self, key: LineKey, position: &Position, effort: Effort) -> Searched {
        let known = self.last.take().filter(|last| last.key == key && last.effort == effort);
        let last = known.unwrap_or_else(|| {
            self.computer.forget();
            Last { key, effort, searched: self.search(position, effort) }
        });
        self.last.insert(last).searched.clone()
    }
}

// Whose view a question wants.

/// Whose view a question wants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Looker {
    /// Everything.
    All,
    /// What the side to move sees.
    Mover,
    /// What this side sees.
    Only(Side),
}

impl Looker {
    pub(super) fn of(question: &Value) -> Result<Looker, String> {
        match (&question["as"], question["as"].as_str()) {
            (Value::Null, _) => Ok(Looker::All),
            (_, Some("mover")) => Ok(Looker::Mover),
            (_, Some("white")) => Ok(Looker::Only(Side::White)),
            (_, Some("black")) => Ok(Looker::Only(Side::Black)),
            _ => Err("`as` must be `white`, `black` or `mover`".to_owned()),
        }
    }

    /// The side that looks at `position`. `None` if everything is wanted.
    pub(super) fn side(self, position: &Position) -> Option<Side> {
        match self {
            Looker::All => None,
            Looker::Mover => Some(position.side()),
            Looker::Only(side) => Some(side),
        }
    }

    /// What is seen of `position`, if that is less than everything. After the end of a game all is
    /// seen.
    pub(super) fn seen(self, position: &Position) -> Option<SeenPlay> {
        let side = self.side(position)?;
        if position.end().is_some() { None } else { position.hidden_from(side) }
    }
}

// A search for rules that never fire, in slices. A later question can continue it.

/// The work of one slice, in units of [`Effort::work`](alfil_suite::alive::Effort::work). It takes
/// between some hundredths of a second and a second.
const SLICE: u64 = 400_000;

/// A search, and the number of slices that it has run.
pub(super) struct Search {
    pub(super) hunt: Hunt,
    pub(super) slices: u64,
}

impl Search {
    /// Runs slices until `wanted` are done or the search ends.
    pub(super) fn follow(&mut self, wanted: u64) {
        while self.slices < wanted && !self.hunt.is_done() {
            let end = self.hunt.effort().work + SLICE;
            while !self.hunt.is_done() && self.hunt.effort().work < end {
                self.hunt.step();
            }
            self.slices += 1;
        }
    }
}
