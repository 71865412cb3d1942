//! The game, the position and the running search, for all protocols, and the connection of a
//! protocol with its input and output.

use crate::names;
use alfil_diagnostics::source::is_seen;
use alfil_play::computer::{Computer, Level, Limits, Request, Score, Stop, Thought, memory};
use alfil_play::coordinates::{self, Coordinates};
use alfil_play::dice::Dice;
use alfil_play::position::{Move, Position};
use alfil_play::positions;
use alfil_play::terms::{Corrected, Manner};
use alfil_rules::goal::Event as GoalEvent;
use alfil_workspace::variant::{self, Source};
use alfil_workspace::{LoadError, Variant, Workspace};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The stack of a search. The search calls itself once for each ply.
const STACK: usize = 16 << 20;

/// Receives the reports of searches, on the thread of the search.
pub(crate) type Listener = Arc<dyn Fn(Report) + Send + Sync>;

/// News of a search.
#[derive(Debug)]
pub enum Report {
    /// A depth is finished.
    Depth {
        /// The search.
        ticket: Ticket,
        /// The best move and its line.
        thought: Thought<Move>,
    },
    /// The search has ended. `Host::halt` returns its result.
    Ended {
        /// The search.
        ticket: Ticket,
    },
}

/// Identifies a search. Reports of earlier searches may arrive late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket(u64);

/// Where the moves of a game begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The start position.
    Start,
    /// The position in this text.
    Text(String),
}

/// What was not accepted last.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Unset {
    /// A position or a move after it.
    Position(String),
    /// A single move.
    Move(String),
}

/// The settings of the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The memory for searched positions.
    pub megabytes: usize,
    /// The number of best moves to report.
    pub lines: usize,
    /// The number of threads that search. The levels below the best use one.
    pub threads: usize,
    /// How well the computer plays.
    pub level: Level,
}

/// The greatest memory that a protocol may set, in megabytes.
pub(crate) const MAX_MEGABYTES: usize = 4096;

/// The greatest number of threads that a protocol may set.
pub(crate) const MAX_THREADS: usize = 256;

/// A search in another thread.
struct Running {
    ticket: Ticket,
    /// The position that is searched.
    root: Position,
    stop: Stop,
    thread: JoinHandle<Option<Thought<Move>>>,
}

/// The result of a search.
pub struct Found {
    /// The position that was searched.
    pub root: Position,
    /// The best move and its line. `None` if the game is over.
    pub thought: Option<Thought<Move>>,
}

/// A game with a computer player.
pub struct Host {
    workspace: Workspace,
    variant: Variant,
    origin: Origin,
    /// The moves since the origin, as they were received.
    moves: Vec<String>,
    position: Position,
    settings: Settings,
    dialect: Coordinates,
    /// Made for the first search of a game. `None` before.
    computer: Option<Arc<Computer>>,
    running: Option<Running>,
    searches: u64,
    listener: Listener,
    /// Why there is no position to search.
    unset: Option<Unset>,
    /// Why there is no game: the last one that was named cannot be played. A position of it is not
    /// one of the game before.
    unplayable: Option<String>,
    /// What was corrected in the last position.
    notes: Vec<String>,
}

impl Host {
    /// A host of the game that `request` names: a shipped name, a path or a sum. Definitions are
    /// read with a copy of `workspace`.
    ///
    /// # Errors
    /// The reason why the game cannot be used.
    pub fn new(workspace: &Workspace, request: &str, listener: Listener) -> Result<Host, String> {
        let variant = load(workspace, request)?;
        let settings = Settings { megabytes: 16, lines: 1, threads: 1, level: Level::BEST };
        Ok(Host {
            workspace: workspace.clone(),
            position: variant.start(),
            variant,
            origin: Origin::Start,
            moves: Vec::new(),
            settings,
            dialect: Coordinates::UCI,
            computer: None,
            running: None,
            searches: 0,
            listener,
            unset: None,
            unplayable: None,
            notes: Vec::new(),
        })
    }

    /// The game.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Replaces the game and begins with its start position. After an error, the game stays.
    ///
    /// # Errors
    /// The reason why the game cannot be used.
    pub fn choose(&mut self, request: &str) -> Result<(), String> {
        let variant = load(&self.workspace, request)?;
        self.halt();
        (self.variant, self.computer, self.unplayable) = (variant, None, None);
        self.restart();
        Ok(())
    }

    /// Notes that the game that was named cannot be played. Until another one is chosen, no position
    /// is accepted, so that no other game is played than the one named.
    pub(crate) fn reject(&mut self, why: &str) {
        self.halt();
        self.unplayable = Some(why.to_owned());
    }

    /// Notes that a position could not be read. Until one is accepted, there is nothing to search.
    pub(crate) fn lose_position(&mut self, why: &str) {
        self.unset = Some(Unset::Position(why.to_owned()));
    }

    /// Notes that a move could not be read. Until a position or a move is accepted, there is nothing
    /// to search.
    pub(crate) fn lose_move(&mut self, why: &str) {
        self.unset.get_or_insert_with(|| Unset::Move(why.to_owned()));
    }

    /// False after a game that cannot be played was named.
    pub(crate) fn is_playable(&self) -> bool {
        self.unplayable.is_none()
    }

    /// Checks that there is a position to search.
    ///
    /// # Errors
    /// The reason.
    pub fn ready(&self) -> Result<(), String> {
        match (&self.unplayable, &self.unset) {
            (Some(why), _) => Err(format!("there is no game to play: {why}")),
            (None, Some(Unset::Position(why) | Unset::Move(why))) => {
                Err(format!("there is no position to search: {why}"))
            }
            (None, None) => Ok(()),
        }
    }

    /// What was corrected in the last position. Each note is returned once.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Goes back to the start position.
    pub(crate) fn restart(&mut self) {
        (self.origin, self.position) = (Origin::Start, self.variant.start());
        (self.unset, self.notes) = (None, Vec::new());
        self.moves.clear();
    }

    /// Begins a new game. The computer forgets what it has searched.
    pub fn forget(&mut self) {
        self.halt();
        self.computer.iter().for_each(|computer| computer.forget());
        self.restart();
    }

    /// Sets up the position after `moves` from `origin`. If it continues the present game, only the
    /// new moves are played.
    ///
    /// # Errors
    /// The reason why the text is no position, which leaves the host as it was. Or the reason why a
    /// move is not legal; the moves before it are played then.
    pub fn set(&mut self, origin: Origin, moves: &[String]) -> Result<(), String> {
        if let Some(why) = &self.unplayable {
            return Err(format!("there is no game to play: {why}"));
        }
        self.unset = None;
        let done = self.set_up(origin, moves);
        self.unset = done.as_ref().err().cloned().map(Unset::Position);
        done
    }

    fn set_up(&mut self, origin: Origin, moves: &[String]) -> Result<(), String> {
        let is_continued = origin == self.origin && moves.starts_with(&self.moves);
        if !is_continued {
            self.position = match &origin {
                Origin::Start => self.variant.start(),
                Origin::Text(text) => {
                    let game = self.variant.game();
                    let read = positions::read(game, text, Manner::Lenient);
                    let read = read.or_else(|_| {
                        // The finding in words, with its place.
                        let own = self.variant.position(text).map(Corrected::plain);
                        own.map_err(|error| problem(&error))
                    })?;
                    self.notes = read.notes;
                    read.value
                }
            };
            self.origin = origin;
            self.moves.clear();
        }
        moves[self.moves.len()..].iter().try_for_each(|text| self.play(text))
    }

    /// Plays the move that `text` names.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        match &self.unset {
            // A move of a position that was not accepted.
            Some(Unset::Position(_)) => self.ready()?,
            // An interface takes a move back that was refused, and goes on.
            Some(Unset::Move(_)) | None => {}
        }
        let legal = self.position.legal();
        let Some(mv) = coordinates::read(&legal, text, self.dialect) else {
            let why = coordinates::refusal(&legal, text, self.dialect);
            return Err(format!("`{text}` is not legal: {why}"));
        };
        drop(legal);
        self.position.play(&mv);
        self.moves.push(text.to_owned());
        self.unset = None;
        Ok(())
    }

    /// Takes the last move back. False if there is none.
    pub fn take_back(&mut self) -> bool {
        self.moves.pop();
        self.unset = None;
        self.position.take_back().is_some()
    }

    /// How moves are read and written.
    pub fn dialect(&self) -> Coordinates {
        self.dialect
    }

    /// Changes how moves are read and written.
    pub fn speak(&mut self, dialect: Coordinates) {
        self.dialect = dialect;
    }

    /// The texts of the moves of a line that begins at `position`.
    pub fn write(&self, position: &Position, line: &[Move]) -> Vec<String> {
        coordinates::write_line(position, line, self.dialect)
    }

    /// The settings of the computer.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings of the computer. Another size of the memory also forgets what was
    /// searched.
    pub(crate) fn configure(&mut self, settings: Settings) {
        if settings.megabytes != self.settings.megabytes {
            self.halt();
            self.computer = None;
        }
        self.settings = settings;
    }

    /// Prepares the computer, so that a search begins at once. The first call for a game takes up
    /// to half a second. Returns what the settings want and the machine does not have, in words.
    pub(crate) fn prepare(&mut self) -> Vec<String> {
        let Settings { megabytes, threads, .. } = self.settings;
        let had = self.computer.is_some();
        let found = self.computer().megabytes();
        let mut lacks = Vec::new();
        if found < megabytes && !had {
            lacks.push(format!("there is no memory for {megabytes} MB; {found} MB are used"));
        }
        let room = memory::threads(threads);
        if room < threads {
            lacks.push(format!("there is no memory for {threads} threads; {room} are used"));
            self.settings.threads = room;
        }
        lacks
    }

    fn computer(&mut self) -> Arc<Computer> {
        let (game, megabytes) = (self.variant.game(), self.settings.megabytes);
        let make = || {
            // `load` has read the file before. If it is gone or bad now, the values of the rules
            // are used.
            let computer = variant::computer(game, self.variant.name(), &Source::Usual, megabytes);
            Arc::new(computer.unwrap_or_else(|_| Computer::new(game, megabytes)))
        };
        self.computer.get_or_insert_with(make).clone()
    }

    /// True if a search has begun and [`Host::halt`] did not yet return its result.
    pub(crate) fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// True if the report belongs to the running search.
    pub(crate) fn is_of_now(&self, ticket: Ticket) -> bool {
        self.running.as_ref().is_some_and(|running| running.ticket == ticket)
    }

    /// The position that is searched now.
    pub fn searched(&self) -> Option<&Position> {
        self.running.as_ref().map(|running| &running.root)
    }

    /// Begins to search the present position. A running search is given up. The listener gets a
    /// report of each depth and of the end. `only` has the moves to search; if it is empty, all
    /// moves are searched.
    ///
    /// # Errors
    /// The reason why no search can begin.
    pub fn search(&mut self, limits: &Limits, only: &[String]) -> Result<(), String> {
        self.halt();
        self.ready()?;
        let legal = self.position.legal();
        let find = |text: &String| {
            let found = coordinates::read(&legal, text, self.dialect);
            found.ok_or_else(|| {
                let why = coordinates::refusal(&legal, text, self.dialect);
                format!("`{text}` is not legal: {why}")
            })
        };
        let only: Vec<Move> = only.iter().map(find).collect::<Result<_, _>>()?;
        let computer = self.computer();
        self.searches += 1;
        let ticket = Ticket(self.searches);
        let (root, Settings { level, lines, threads, .. }) = (self.root(), self.settings);
        let (position, limits) = (root.clone(), limits.clone());
        let stop = limits.stop.clone();
        let guard = Ending { listener: self.listener.clone(), ticket };
        // A side that does not see everything plays by its view, and so does the best level.
        let sees_all = root.hidden_from(root.side()).is_none();
        let work = move || {
            let mut report = |thought: &Thought<Move>| {
                (guard.listener)(Report::Depth { ticket, thought: thought.clone() })
            };
            if level == Level::BEST && sees_all {
                let request = Request { limits: &limits, lines, threads, only: &only };
                computer.answer(&position, &request, &mut report)
            } else {
                let mut dice = Dice::new(clock());
                let thought = computer.choose_within(&position, level, &limits, &mut dice);
                thought.iter().for_each(&mut report);
                thought
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("no thread for the search: {error}"))?;
        self.running = Some(Running { ticket, root, stop, thread });
        Ok(())
    }

    /// Ends the running search and returns its result; `None` if no search is running. Waits for
    /// the search, which needs some milliseconds to end.
    pub(crate) fn halt(&mut self) -> Option<Found> {
        let Running { root, stop, thread, .. } = self.running.take()?;
        stop.stop();
        // A search that failed has no result, and the game can still go on.
        let thought = thread.join().ok().flatten().or_else(|| any(&root));
        Some(Found { root, thought })
    }

    /// The position to search. A draw by repetition may not be claimed by either side, so the game
    /// can go on after it. Then the history is left out.
    fn root(&self) -> Position {
        let is_claimed = is_claimed(&self.position);
        let fresh = || self.variant.position(&self.position.text()).ok();
        is_claimed.then(fresh).flatten().unwrap_or_else(|| self.position.clone())
    }
}

/// Reports the end of a search when it is dropped, also if the search panics.
struct Ending {
    listener: Listener,
    ticket: Ticket,
}

impl Drop for Ending {
    fn drop(&mut self) {
        (self.listener)(Report::Ended { ticket: self.ticket });
    }
}

/// True if the game has ended by a rule that other programs leave to the players.
fn is_claimed(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| match outcome.reason {
        GoalEvent::MoveLimit(_) | GoalEvent::Repetition(_) | GoalEvent::Claim(_) => true,
        GoalEvent::Checkmate | GoalEvent::Stalemate | GoalEvent::Goal(_) | GoalEvent::LastSide => {
            false
        }
    })
}

/// Any legal move, without thinking. `None` if the game is over.
fn any(position: &Position) -> Option<Thought<Move>> {
    if position.outcome().is_some() && !is_claimed(position) {
        return None;
    }
    let mv = position.legal().random(&mut Dice::new(0))?;
    let (score, time) = (Score::DRAW, Duration::ZERO);
    Some(Thought { depth: 0, score, line: vec![mv], nodes: 0, time })
}

/// Loads a game that protocols can express.
fn load(workspace: &Workspace, request: &str) -> Result<Variant, String> {
    let variant = workspace.clone().load(request).map_err(|error| problem(&error))?;
    if let Some(why) = names::obstacle(variant.game().rules()) {
        return Err(format!("{} cannot be played here: {why}", variant.title()));
    }
    // A file with bad values is reported when the game is chosen, and not in the middle of a search.
    variant::check(variant.game(), request)?;
    Ok(variant)
}

/// The first finding of an error, on one line.
fn problem(error: &LoadError) -> String {
    error.findings.first().map(ToString::to_string).unwrap_or_default()
}

/// A seed from the clock.
fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

// Connects a protocol with its input and output.
//
// A thread reads the input, and each search has a thread, too. All of them send events to one
// channel, so that a command is answered while a search runs.

/// The longest line in bytes. A game of 20,000 moves fits. The rest of a longer line is ignored.
const MAX_LINE: u64 = 1 << 20;

/// The longest line of output in characters. Only a complaint about long input is longer, and it is
/// cut.
const MAX_ANSWER: usize = 8192;

/// Whether a protocol expects more input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It waits for the next line.
    Line,
    /// It ends.
    End,
}

/// A protocol as a state machine: a line or a report of the search comes in, and lines go out.
pub trait Protocol {
    /// Executes one line of input and adds the answers to `out`.
    fn line(&mut self, text: &str, out: &mut Vec<String>) -> Next;

    /// Translates a report of the search.
    fn report(&mut self, report: Report, out: &mut Vec<String>);

    /// True while a search runs that sends its result as soon as it ends. False for an analysis,
    /// and for a search whose result waits for a command.
    fn is_thinking(&self) -> bool;
}

enum Event {
    Line(String),
    InputEnded,
    Report(Report),
}

/// The channel between the input, the searches and a protocol.
pub struct Exchange {
    sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Default for Exchange {
    fn default() -> Exchange {
        let (sender, events) = mpsc::channel();
        Exchange { sender, events }
    }
}

impl Exchange {
    /// Takes the reports of searches for the protocol.
    pub fn listener(&self) -> Listener {
        let sender = self.sender.clone();
        // Without a receiver, the program is about to end and needs no reports.
        Arc::new(move |report| drop(sender.send(Event::Report(report))))
    }

    /// Reads `input` until the protocol ends or the input ends. A search that ends by itself is
    /// completed after the end of the input.
    ///
    /// # Errors
    /// Writing fails.
    pub fn run(
        self,
        protocol: &mut dyn Protocol,
        input: impl Read + Send + 'static,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let sender = self.sender.clone();
        thread::spawn(move || forward(input, &sender));
        let mut has_input = true;
        while has_input || protocol.is_thinking() {
            let Ok(event) = self.events.recv() else { break };
            let mut out = Vec::new();
            let next = match event {
                Event::Line(text) => protocol.line(&text, &mut out),
                Event::Report(report) => {
                    protocol.report(report, &mut out);
                    Next::Line
                }
                Event::InputEnded => {
                    has_input = false;
                    Next::Line
                }
            };
            send(&out, output)?;
            if next == Next::End {
                break;
            }
        }
        Ok(())
    }
}

/// Writes lines. Line feeds and invisible characters within a line are replaced.
fn send(lines: &[String], output: &mut dyn Write) -> io::Result<()> {
    for line in lines {
        let seen = |c: char| match c {
            '\n' | '\r' | '\t' => ' ',
            c if is_seen(c) => c,
            _ => char::REPLACEMENT_CHARACTER,
        };
        let line: String = line.chars().take(MAX_ANSWER).map(seen).chain(['\n']).collect();
        output.write_all(line.as_bytes())?;
    }
    if !lines.is_empty() {
        output.flush()?;
    }
    Ok(())
}

/// Sends the lines of `input` as events until it ends or nothing receives them.
fn forward(input: impl Read, sender: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        if bytes.last() != Some(&b'\n')
            && bytes.len() as u64 == MAX_LINE
            && input.skip_until(b'\n').is_err()
        {
            break;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if sender.send(Event::Line(text)).is_err() {
            return;
        }
    }
    // Without a receiver, the program is about to end.
    let _ = sender.send(Event::InputEnded);
}
