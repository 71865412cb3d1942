//! `alfil play`: plays a game in the terminal, for two people at one keyboard, or for one person
//! against the computer or an external engine.
//!
//! A line contains moves or a command of [`HELP`]. It is executed before the next line is read. A
//! terminal shows a prompt. A pipe gets the same output without prompts, and the game ends with the
//! input.

use crate::looker::Looker;
use crate::words;
use alfil_diagnostics::diagnostic::Diagnostic;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_lab::commands::contest::fault;
use alfil_play::computer::{Computer, Level, Limits};
use alfil_play::coordinates;
use alfil_play::dice::Dice;
use alfil_play::game::Game;
use alfil_play::position::{Answer, Move, Position};
use alfil_play::terms::{Manner, Turn};
use alfil_protocol::client::{Engine, Fault};
use alfil_protocol::names;
use alfil_records::pgn::{self, Record};
use alfil_render::drawing::Drawing;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::side::{Side, SideSet};
use alfil_rules::sight::Sight;
use alfil_rules::space::Section;
use alfil_rules::turn::{Checks, Length, Pass};
use alfil_shell::command::seconds;
use alfil_shell::load::{self, At, Loaded, Outcome, Session};
use alfil_shell::terminal::{self, Shell, Status, Stop, wrap};
use alfil_text::turn;
use alfil_workspace::variant::Source;
use std::cell::OnceCell;
use std::io::{self, BufRead, IsTerminal, Read};
use std::time::Duration;

/// The longest accepted line in bytes. Longer lines are rejected as a whole.
const MAX_LINE: u64 = 4096;

/// The most moves of a game, because the input of a pipe may never end.
const MAX_MOVES: usize = 20_000;

/// The number of example moves in the help.
const EXAMPLES_SHOWN: usize = 5;

/// The number of positions that a hint searches.
const HINT_NODES: u64 = 300_000;

/// The memory in which the computer remembers positions.
const MEGABYTES: usize = 32;

/// The help on commands other than moves.
const HELP: &str = "\
moves, moves e2     the legal moves, or those that begin on e2
board               show the board again
position            the position as text, for --position
pgn                 the game so far as PGN, for --pgn
undo                take back the last move, and the answer of the computer
hint                a good move, with its value in pawns and the expected line
1. e2-e4, e7-e5     moves as in books, with numbers and remarks
resign              give up the game
quit                leave the program
";

const EXAMPLES: &str = "\
Examples:
  alfil play white-and-black
  alfil play chess --after 'e2e4 e7e5'
  alfil play contrast --against computer --level 3 --side black
  alfil play xiangqi --against 'engine:fairy-stockfish' --time 0.5
  echo 'e2e4 e7e5 position' | alfil play chess

While you play, `help` lists the commands.";

/// Arguments of `play`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    at: At,
    /// The other player: `computer`, or `engine:COMMAND` for a program that speaks UCI or the
    /// protocol of XBoard. Without it, two people play.
    #[arg(long, value_name = "WHO", value_parser = against)]
    against: Option<Against>,
    /// How well the computer plays, from 1 to 10.
    #[arg(long, value_name = "N", default_value = "5", value_parser = level)]
    level: Level,
    /// Seconds for each move of an external engine.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
    time: Duration,
    /// Your side: `white` or `black`, or the name of a side. If several people play against the
    /// computer, the names of their sides with commas.
    #[arg(long, value_name = "SIDE", requires = "against")]
    side: Option<String>,
    /// Show only what this side sees, in a game with `sight`.
    #[arg(long = "as", value_name = "SIDE", value_enum)]
    looker: Option<Looker>,
    /// In a game with dice: you roll your own dice and type what they show, such as `die=3`.
    #[arg(long)]
    own_dice: bool,
}

/// The opponent of the person at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Against {
    Computer,
    /// An external engine: the program and its arguments.
    Engine(Vec<String>),
}

/// Reads the opponent. The command of an engine is split as a shell splits it.
fn against(text: &str) -> Result<Against, String> {
    if text == "computer" {
        return Ok(Against::Computer);
    }
    let command = text.strip_prefix("engine:").and_then(shlex::split);
    let command = command.filter(|words| !words.is_empty());
    command.map(Against::Engine).ok_or_else(|| "write `computer` or `engine:COMMAND`".to_owned())
}

fn level(text: &str) -> Result<Level, String> {
    let number = text.parse().ok().and_then(Level::new);
    number.ok_or_else(|| "levels are 1 to 10".to_owned())
}

/// The opponent of a person.
struct Opponent {
    /// The sides of persons. The opponent moves for all others.
    persons: SideSet,
    player: Rival,
}

/// The program that chooses the moves of the opponent.
enum Rival {
    Computer { level: Level, dice: Dice },
    Engine { engine: Box<Engine>, time: Duration },
}

/// Where the input comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Terminal,
    Pipe,
}

/// Whether the game continues with the next line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// The result of reading one line of input.
enum Line {
    Text(String),
    TooLong,
    NoText,
    End,
}

/// A game in the terminal.
struct Table {
    now: Position,
    /// The moves that were played in this session.
    record: Record,
    /// The moves since the board was open to all who look, and the number of moves before them. They
    /// are all moves of the session, unless something was hidden at first. `None` while it is.
    open: Option<(usize, Record)>,
    title: String,
    /// The number of moves before the session. They cannot be taken back.
    before: usize,
    /// The computer or an engine as the opponent. `None` if two people play.
    opponent: Option<Opponent>,
    game: Game,
    /// The computer, which is created for its first move or hint.
    computer: OnceCell<Computer>,
    /// Why the opponent cannot play on.
    fault: Option<Fault>,
    /// What rolls the dice of the game. `None` if people roll them.
    dice: Option<Dice>,
    /// Whose view the board shows.
    shows: Shows,
    /// The person who looks, if the view is that of the side to move. It changes with the screen, and
    /// not in the middle of a line.
    seat: Side,
    /// The screen between the turns of two people who must not see the same board.
    screen: Screen,
}

/// Whose view the board shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Everything.
    All,
    /// What the side to move sees.
    Mover,
    /// What this side sees.
    Only(Side),
}

/// The screen between the turns of two people.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    /// The board is open.
    Open,
    /// The board is covered until the next line of input.
    Closed,
}

/// Loads the game and plays it.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    let now = session.position(&loaded.game, &args.at)?;
    let record = Record::new(&loaded.game, &now);
    let title = loaded.resolved.title.clone();
    let opponent = opponent(args, &loaded)?;
    let (before, game) = (now.plies(), loaded.game.clone());
    // Without a file of values, the computer is made when it is needed.
    let (computer, fault) = match alfil_definitions::values(&loaded.name) {
        Some(_) => (loaded.computer(&Source::Usual, MEGABYTES)?.into(), None),
        None => (OnceCell::new(), None),
    };
    let seed = args.at.begin.seed.unwrap_or_else(load::clock);
    let has_dice = !loaded.game.rules().dice.is_empty();
    let dice = (!args.own_dice).then(|| Dice::numbered(seed, 0));
    if has_dice && dice.is_some() {
        session.shell.line(format!("The dice follow the seed {seed}."));
    }
    let rules = loaded.game.rules();
    let shows = match (args.looker, rules.sight, &opponent) {
        (Some(looker), ..) => Shows::Only(looker.into()),
        (None, Sight::Everything, _) => Shows::All,
        (None, Sight::Own | Sight::Placing | Sight::Reach | Sight::Umpire, opponent) => {
            let mut persons = opponent.iter().flat_map(|opponent| opponent.persons.into_iter());
            match (persons.next(), persons.next()) {
                (Some(only), None) => Shows::Only(only),
                (None, _) | (Some(_), Some(_)) => Shows::Mover,
            }
        }
    };
    if let (Some(Against::Engine(_)), true) = (&args.against, rules.sight != Sight::Everything) {
        session.shell.line("The engine sees the whole board.");
    }
    let (screen, seat) = (Screen::Open, now.side());
    let mut table = Table {
        before,
        now,
        open: None,
        record,
        title,
        opponent,
        game,
        computer,
        fault,
        dice,
        shows,
        seat,
        screen,
    };
    table.unveil();
    sit(&mut table, &loaded, &mut session.shell)
}

/// The opponent that the arguments choose; `None` if two people play.
fn opponent(args: &Args, loaded: &Loaded) -> Result<Option<Opponent>, Stop> {
    let rules = loaded.game.rules();
    let persons = match &args.side {
        None => SideSet::of(Side::White),
        Some(words) => {
            words.split(',').map(|word| named(word.trim(), rules)).collect::<Result<_, _>>()?
        }
    };
    let player = match &args.against {
        None => return Ok(None),
        Some(Against::Computer) => {
            let dice = Dice::new(args.at.begin.seed.unwrap_or_else(load::clock));
            Rival::Computer { level: args.level, dice }
        }
        Some(Against::Engine(command)) => {
            if let Some(why) = names::obstacle(loaded.game.rules()) {
                let title = &loaded.resolved.title;
                return Err(Stop::Refused(format!("no engine plays {title}: {why}")));
            }
            let engine = Engine::start(command, &loaded.name, &[]).map_err(fault)?;
            Rival::Engine { engine: Box::new(engine), time: args.time }
        }
    };
    Ok(Some(Opponent { persons, player }))
}

/// The side that `word` names.
fn named(word: &str, rules: &Ruleset) -> Result<Side, Stop> {
    let side = rules.sides.each().find(|&side| rules.word_of(side) == word);
    side.ok_or_else(|| {
        let known: Vec<&str> = rules.sides.each().map(|side| rules.word_of(side)).collect();
        Stop::Refused(format!(
            "there is no side called `{word}`; the sides are {}",
            known.join(", ")
        ))
    })
}

/// Plays the whole session, from the first drawing of the board to the end.
fn sit(game: &mut Table, loaded: &Loaded, shell: &mut Shell) -> Outcome {
    let stdin = io::stdin().lock();
    let player = if stdin.is_terminal() { Player::Terminal } else { Player::Pipe };
    let width = shell.width();
    shell.say(&wrap("", &loaded.resolved.title, width));
    if player == Player::Terminal {
        shell.line(if game.keeps_moves() {
            "Type a move, or `help`.".to_owned()
        } else {
            format!("Type a move such as {}, or `help`.", game.now.example())
        });
    }
    game.draw(shell);
    game.roll(shell);
    game.reply(shell);
    match converse(game, stdin, player, shell) {
        // The reader of the output has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Well),
        Err(error) => {
            Err(Stop::Refused(format!("the game cannot go on: {}", terminal::plain(&error))))
        }
        Ok(()) => match game.fault.take() {
            Some(why) => Err(fault(why)),
            None => Ok(Status::Well),
        },
    }
}

fn converse(
    game: &mut Table,
    mut input: impl BufRead,
    player: Player,
    shell: &mut Shell,
) -> io::Result<()> {
    while game.fault.is_none() {
        if player == Player::Terminal {
            shell.say(&game.prompt());
        }
        shell.send()?;
        let next = match read(&mut input)? {
            Line::Text(_) if game.screen == Screen::Closed => {
                game.open(shell);
                Next::Line
            }
            Line::Text(text) => {
                let next = answer(game, &text, shell);
                game.close(player, shell);
                next
            }
            Line::TooLong => complain(shell, "the line is too long"),
            Line::NoText => complain(shell, "the line is not text in UTF-8"),
            Line::End => {
                // The cursor is after the prompt, so end that line.
                shell.say(if player == Player::Terminal { "\n" } else { "" });
                Next::End
            }
        };
        if next == Next::End {
            break;
        }
    }
    shell.send()
}

fn complain(shell: &mut Shell, why: &str) -> Next {
    shell.line(why);
    Next::Line
}

/// Reads the next line. A line that is too long is skipped completely.
fn read(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(String::from_utf8(bytes).map_or(Line::NoText, Line::Text))
}

/// All commands. No move has such a text.
const COMMANDS: [&str; 11] =
    ["help", "?", "moves", "board", "position", "pgn", "undo", "hint", "quit", "exit", "resign"];

/// Splits a line into words. Moves may be printed as in a book, with numbers, punctuation and
/// annotations.
fn spoken(text: &str) -> Vec<String> {
    if text.split_whitespace().any(|word| COMMANDS.contains(&word)) {
        text.split_whitespace().map(str::to_owned).collect()
    } else {
        pgn::typed(text).into_iter().map(|(word, _)| word).collect()
    }
}

/// Executes one line.
fn answer(game: &mut Table, text: &str, shell: &mut Shell) -> Next {
    let said = spoken(text);
    let mut said = said.iter().map(String::as_str).peekable();
    let before = game.length();
    while let Some(word) = said.next() {
        match word {
            "help" | "?" => {
                let (examples, sections) = (game.examples(), game.sections());
                shell.say(&format!("{}\n{examples}{sections}{HELP}", game.now.spelling()))
            }
            "moves" => {
                // A place may follow and restricts the list.
                let place = said.next_if(|word| game.now.is_place(word));
                if game.keeps_moves() {
                    let name = game.now.rules().name_of(game.now.side());
                    shell.line(format!(
                        "`moves` would show things that you do not see; {name} is to move"
                    ));
                } else {
                    game.moves(place, shell)
                }
            }
            "board" => game.draw(shell),
            "position" => shell.line(game.text()),
            "pgn" | "undo" | "hint" if game.hides() => {
                shell.line(format!(
                    "`{word}` would show things that you do not see; use it after the end of the game"
                ));
            }
            "pgn" => {
                let record = match (&game.open, game.now.end()) {
                    (Some((_, record)), None) => record,
                    (Some(_), Some(_)) | (None, _) => &game.record,
                };
                shell.say(&record.pgn(&game.title, &game.now));
            }
            "undo" => game.undo(shell),
            "hint" => game.hint(shell),
            "quit" | "exit" => return Next::End,
            "resign" => {
                let side = game.now.side();
                shell.line(match game.now.end() {
                    Some(end) => format!("the game is over: {end}"),
                    None => {
                        let rules = game.now.rules();
                        let name = rules.called(side);
                        if rules.sides.are_two() {
                            format!("{name} resigns, {} wins", rules.called(side.other()))
                        } else {
                            format!("{name} resigns")
                        }
                    }
                });
                return Next::End;
            }
            word => {
                let over = |end| format!("the game is over: {end}");
                let refusal = if game.length() >= MAX_MOVES {
                    Some(format!("games here have at most {MAX_MOVES} moves"))
                } else {
                    game.now.end().map(over)
                };
                if let Some(refusal) = refusal {
                    shell.line(refusal);
                    break;
                }
                let nowhere = Span::new(SourceId::only(), 0, 0);
                let hides = game.hides();
                let side = game.now.side();
                let tried = if hides && game.now.has_umpire() {
                    game.tried(word)
                } else {
                    Ok(word.to_owned())
                };
                let word = match tried {
                    Ok(word) => word,
                    Err(answer) => {
                        let name = game.now.rules().name_of(side);
                        shell.line(format!("{answer}; {name} is still to move"));
                        break;
                    }
                };
                let played = game.play(&Spanned::new(word.clone(), nowhere), shell);
                if let (Err(_), true) = (&played, hides) {
                    // The reason could tell what stands on cells that the player does not see.
                    let name = game.now.rules().name_of(side).to_owned();
                    shell.line(format!("`{word}` is not possible; {name} is still to move"));
                    break;
                }
                if let Err(finding) = played {
                    let width = shell.width();
                    shell.say(&wrap("", &finding.title, width));
                    for text in finding.reason.as_deref().into_iter().chain(finding.help.as_deref())
                    {
                        shell.say(&wrap("  ", text, width));
                    }
                    break;
                }
                game.announce(shell);
                game.roll(shell);
                if game.is_opponents_turn() {
                    game.draw(shell);
                    game.reply(shell);
                }
            }
        }
    }
    let passed = game.shows == Shows::Mover && game.now.side() != game.seat;
    let is_secret = game.now.end().is_none() && game.now.hidden_from(game.now.side()).is_some();
    if passed && is_secret {
        game.screen = Screen::Closed
    } else {
        game.seat = game.now.side();
        if game.length() > before && game.opponent.is_none() {
            game.draw(shell);
        }
    }
    Next::Line
}

impl Table {
    /// The number of moves in this session.
    fn length(&self) -> usize {
        self.now.plies() - self.before
    }

    /// Plays a move, or returns the reason why it is not legal.
    fn play(&mut self, text: &Spanned<String>, shell: &mut Shell) -> Result<(), Diagnostic> {
        let was = self.now.turn();
        let number = self.length() + 1;
        let is_kept = self.keeps_moves();
        let legal = self.now.legal();
        let steps = match legal.read(&text.value) {
            Some(mv) => Some(vec![mv]),
            None => self.now.steps(&text.value),
        };
        drop(legal);
        let meant = match steps.as_deref() {
            // Several steps of a turn in one word.
            Some(steps @ [_, _, ..]) => {
                let meant = coordinates::texts(&self.now, steps).join(" ");
                for mv in steps {
                    self.note_down(mv);
                    self.now.play(mv);
                }
                meant
            }
            Some(steps) => {
                steps.iter().for_each(|mv| self.note_down(mv));
                coordinates::play(&mut self.now, text, number, Manner::Lenient)?
            }
            None => coordinates::play(&mut self.now, text, number, Manner::Lenient)?,
        };
        self.unveil();
        // A typed number on a plane may be inexact. So print the move that was played.
        if meant != text.value && !is_kept {
            shell.line(format!("{meant} is played"));
        }
        self.note(was, shell);
        Ok(())
    }

    /// The legal move that a player tries, in its usual form, or the umpire's answer to another one.
    fn tried(&self, word: &str) -> Result<String, String> {
        match self.now.answer(word) {
            Answer::Yes(mv) => Ok(self.now.legal().write(&mv)),
            Answer::No(text) => Err(format!("the umpire says no to {text}")),
            Answer::Unknown => {
                Err(format!("`{word}` is not a move that you can try; `moves` lists these"))
            }
        }
    }

    fn undo(&mut self, shell: &mut Shell) {
        if self.undoable() == 0 {
            shell.line(match self.length() {
                0 => "there is no move to take back",
                _ => "moves from before the pieces were visible cannot be taken back",
            });
            return;
        }
        self.take_back_with_rolls();
        while self.undoable() > 0 && self.is_opponents_turn() {
            self.take_back_with_rolls();
        }
        self.roll(shell);
        self.draw(shell);
        self.reply(shell);
    }

    /// Takes the last move of a player back, and the rolls behind it.
    fn take_back_with_rolls(&mut self) {
        self.take_back();
        while self.undoable() > 0 && self.now.rolls() && self.dice.is_some() {
            self.take_back();
        }
    }

    fn take_back(&mut self) {
        self.now.take_back();
        self.record.pop();
        match &mut self.open {
            Some((before, record)) if self.now.plies() >= *before => record.pop(),
            Some(_) | None => self.open = None,
        }
    }

    /// The number of moves that may be taken back. After something was hidden, moves from that time
    /// stay: a side that has seen everything could play them differently.
    fn undoable(&self) -> usize {
        match (&self.open, self.now.end()) {
            (Some((before, _)), None) => self.now.plies() - before,
            (Some(_), Some(_)) | (None, _) => self.length(),
        }
    }

    /// Writes down a move that is about to be played.
    fn note_down(&mut self, mv: &Move) {
        self.record.push(&self.now, mv);
        if let Some((_, record)) = &mut self.open {
            record.push(&self.now, mv);
        }
    }

    /// Begins a record as soon as everything is seen before the end of the game.
    fn unveil(&mut self) {
        if self.open.is_none() && !self.hides() && self.now.end().is_none() {
            self.open = Some((self.now.plies(), Record::new(&self.game, &self.now)));
        }
    }

    /// Rolls dice as long as the rules roll some, unless people roll them.
    fn roll(&mut self, shell: &mut Shell) {
        while self.now.rolls() && self.length() < MAX_MOVES {
            let Some(dice) = &mut self.dice else { return };
            let (was, legal) = (self.now.turn(), self.now.legal());
            let Some(roll) = legal.random(dice) else { return };
            let text = legal.write(&roll);
            drop(legal);
            self.note_down(&roll);
            self.now.play(&roll);
            self.unveil();
            let rules = self.now.rules();
            let die = rules.turn.roll(was.side, was.fullmove, was.step);
            let does =
                if die.is_some_and(|die| rules.dice[die].is_bag()) { "draws" } else { "rolls" };
            let name = rules.name_of(was.side);
            shell.line(format!("{name} {does} {text}"));
            self.note(was, shell);
        }
    }

    fn computer(&self) -> &Computer {
        self.computer.get_or_init(|| Computer::new(&self.game, MEGABYTES))
    }

    /// True if the computer is to move.
    fn is_opponents_turn(&self) -> bool {
        let is_theirs = |opponent: &Opponent| !opponent.persons.has(self.now.side());
        self.opponent.as_ref().is_some_and(is_theirs)
            && self.now.end().is_none()
            && !self.now.rolls()
    }

    /// The move of the opponent; `None` if it cannot move.
    fn choice(&mut self) -> Option<Move> {
        match &mut self.opponent.as_mut()?.player {
            Rival::Computer { level, dice } => {
                let computer = self.computer.get_or_init(|| Computer::new(&self.game, MEGABYTES));
                let thought = computer.choose(&self.now, *level, dice)?;
                thought.line.into_iter().next()
            }
            Rival::Engine { engine, time } => {
                let usual = self.game.start().text();
                let chosen = engine.answer(&self.now, &usual, *time);
                chosen.map_err(|fault| self.fault = Some(fault)).ok()
            }
        }
    }

    /// Lets the opponent move as long as it is its turn, and draws the board after each move.
    fn reply(&mut self, shell: &mut Shell) {
        while self.is_opponents_turn() && self.length() < MAX_MOVES {
            // The wait may be long, so everything before it is shown.
            if shell.send().is_err() {
                return;
            }
            let Some(mv) = self.choice() else { return };
            let was = self.now.turn();
            let text = self.now.legal().write(&mv);
            let was_hidden = self.hides();
            self.note_down(&mv);
            self.now.play(&mv);
            self.unveil();
            shell.line(if was_hidden && self.now.end().is_none() {
                format!("{} has moved", self.now.rules().called(was.side))
            } else {
                format!("{} plays {text}", self.now.rules().called(was.side))
            });
            self.note(was, shell);
            self.announce(shell);
            self.draw(shell);
            self.roll(shell);
        }
    }

    /// Prints what an umpire says after a move, unless the board shows everything.
    fn announce(&self, shell: &mut Shell) {
        if self.shows != Shows::All {
            self.now.announced().into_iter().for_each(|said| shell.line(said));
        }
    }

    /// Prints a good move.
    fn hint(&self, shell: &mut Shell) {
        let computer = self.computer();
        let limits = Level::BEST.limits();
        let limits = Limits { nodes: Some(HINT_NODES), ..limits };
        match computer.think(&self.now, &limits, 1, &mut |_| ()) {
            Some(thought) => {
                let head = format!("{}  ", thought.score);
                let line = coordinates::texts(&self.now, &thought.line);
                shell.say(&wrap(&head, &line.join(" "), shell.width()));
            }
            None => shell.line("the game is over"),
        }
    }

    /// Examples of moves in this position, each in both notations. Each kind and each sort of move
    /// occurs once.
    fn examples(&self) -> String {
        // Algebraic notation of a try would need its captures, which are not known.
        if self.keeps_moves() || self.hides() && self.now.has_umpire() {
            return String::new();
        }
        let legal = self.now.legal();
        let Some(all) = legal.list() else { return String::new() };
        let mut shown: Vec<(String, String)> = Vec::new();
        for mv in &all {
            let (text, san) = (legal.write(mv), legal.san(mv));
            let sort = |san: &str| {
                let signs = ["x", "=", "@", "O-O", "+"].map(|sign| san.contains(sign));
                (san.chars().next().filter(char::is_ascii_uppercase), signs)
            };
            if text != san && shown.iter().all(|(_, other)| sort(other) != sort(&san)) {
                shown.push((text, san));
            }
        }
        shown.truncate(EXAMPLES_SHOWN);
        if shown.is_empty() {
            String::new()
        } else {
            let pairs = shown.iter().map(|(text, san)| format!("{text} or {san}"));
            format!("here                {}\n", pairs.collect::<Vec<_>>().join(", "))
        }
    }

    /// The names of all places of sections, one line for each section.
    fn sections(&self) -> String {
        let space = &self.now.rules().space;
        let named = space.sections.iter().filter(|section| !section.called.is_empty());
        let line = |section: &Section| {
            let places = section.called.iter().zip(&section.stands);
            let places = places.map(|(name, &(file, rank))| {
                format!("{name} is {}:{}", section.name.value, space.lattice.cell_name(file, rank))
            });
            let head = format!("{}'s section", section.owner.name());
            format!("{head:<20}{}\n", places.collect::<Vec<_>>().join(", "))
        };
        named.map(line).collect()
    }

    /// Lists the legal moves, or those that start at a place.
    fn moves(&self, place: Option<&str>, shell: &mut Shell) {
        let width = shell.width();
        let (legal, noun) = if self.hides() && self.now.has_umpire() {
            (self.now.tries(), words::TRIES)
        } else {
            (self.now.legal(), self.now.noun())
        };
        let mut groups = legal.by_kind();
        let Some(place) = place else {
            shell.say(&words::moves(&groups, noun, width));
            return;
        };
        groups = legal.from(place).by_kind();
        let texts: Vec<&str> = groups.iter().flat_map(|g| &g.moves).map(String::as_str).collect();
        let head = format!("{place}  ");
        match texts.as_slice() {
            [] => shell.line(format!("no move from {place}")),
            some => shell.say(&wrap(&head, &some.join(" "), width)),
        }
    }

    fn draw(&self, shell: &mut Shell) {
        let drawn = match self.looker() {
            Some(side) => Drawing::seen("", &self.now, side),
            None => Drawing::of("", &self.now),
        };
        let drawn = drawn.text(shell.colour(), shell.width());
        shell.paint(&format!("\n{}\n\n", drawn.trim_end()));
        shell.line(match self.now.end() {
            Some(end) => end,
            None => format!("{}{}", self.whose(), self.check()),
        });
    }

    /// The side whose view the board shows. `None` if it shows everything, as after the end.
    fn looker(&self) -> Option<Side> {
        match self.shows {
            _ if self.now.end().is_some() => None,
            Shows::All => None,
            Shows::Mover => Some(self.seat),
            Shows::Only(side) => Some(side),
        }
    }

    /// True if the moves of the side to move are not for the one who looks.
    fn keeps_moves(&self) -> bool {
        self.looker().is_some_and(|side| self.now.keeps_moves_from(side))
    }

    /// True if the board does not show everything.
    fn hides(&self) -> bool {
        self.looker().is_some_and(|side| self.now.hidden_from(side).is_some())
    }

    /// The position as text, or what the side that looks sees of it.
    fn text(&self) -> String {
        let view = self.looker().and_then(|side| self.now.view(side));
        view.map_or_else(|| self.now.text(), |view| view.text())
    }

    /// Covers the board if the other person is to look now. A pipe has no screen to cover, so the
    /// board follows below a line.
    fn close(&mut self, player: Player, shell: &mut Shell) {
        if self.screen == Screen::Open {
            return;
        }
        let name = self.now.rules().name_of(self.now.side()).to_owned();
        match player {
            Player::Terminal => {
                shell.say("\x1b[2J\x1b[3J\x1b[H");
                shell.line(format!(
                    "{name} to move. Press Enter when only {name} looks at the screen."
                ));
            }
            Player::Pipe => {
                shell.line(format!("---- {name} looks ----"));
                self.open(shell);
            }
        }
    }

    /// Uncovers the board.
    fn open(&mut self, shell: &mut Shell) {
        self.screen = Screen::Open;
        self.seat = self.now.side();
        self.draw(shell);
    }

    /// The prompt, such as `White 1/2> `.
    fn prompt(&self) -> String {
        let Turn { side, step, fullmove } = self.now.turn();
        match self.now.rules().turn.length(side, fullmove) {
            _ if self.screen == Screen::Closed => "Enter> ".to_owned(),
            _ if self.now.end().is_some() => "game over> ".to_owned(),
            Length::Fixed(1) => format!("{}> ", self.now.rules().called(side)),
            Length::Fixed(length) => format!("{} {step}/{length}> ", self.now.rules().called(side)),
            Length::Counted(_) => format!("{} {step}> ", self.now.rules().called(side)),
        }
    }

    /// Describes an unusual change of turn after a move. `was` is the turn before the move.
    fn note(&self, was: Turn, shell: &mut Shell) {
        let rules = &self.now.rules().turn;
        let Turn { side, step, fullmove } = self.now.turn();
        let passed = was.side != side;
        // The number of the pair increases after Black's turn. So if White is to move now, the
        // previous turn has a lower number.
        let theirs = fullmove - u32::from(passed && side == Side::White);
        let ended_early = match rules.length(side.other(), theirs) {
            Length::Fixed(length) => passed && was.step < length,
            Length::Counted(_) => false,
        };
        if ended_early {
            let check = rules.checks == Checks::EndTheTurn && self.now.in_check();
            shell.line(if check { "The check ends the turn." } else { "The turn ends here." });
        }
        let first = if passed { 1 } else { was.step + 1 };
        for skipped in first..step {
            let name = self.now.rules().name_of(side);
            shell.line(format!("{name}'s step {skipped} is skipped."));
        }
    }

    /// The side to move and its step, for example
    /// `White to move, step 1 of 2 by a piece that starts on a light cell`.
    fn whose(&self) -> String {
        let (rules, Turn { side, step, fullmove }) = (self.now.rules(), self.now.turn());
        let length = rules.turn.length(side, fullmove);
        let mut text = format!("{} to move", rules.name_of(side));
        match length {
            Length::Fixed(1) => {}
            Length::Fixed(length) => text += &format!(", step {step} of {length}"),
            Length::Counted(_) => text += &format!(", step {step}"),
        }
        let step = rules.turn.step(side, fullmove, step);
        if let Some(die) = step.roll {
            let (name, die) = (rules.name_of(side), &rules.dice[die]);
            let does = if die.is_bag() { "draw from" } else { "roll" };
            return format!("{name} to {does} the {}", die.name.value);
        }
        if let Some(what) = turn::step(step, rules) {
            text += &format!(" by {what}");
        }
        match step.pass {
            Pass::May => text + " (or pass)",
            Pass::Never => text,
        }
    }

    fn check(&self) -> &'static str {
        if self.now.in_check() { ", in check" } else { "" }
    }
}
