//! `alfil play`: a game in the terminal, two people at one keyboard.
//!
//! Reads lines: moves as text, or a word of [`HELP`]. Answers each before it reads the next. A terminal
//! gets a prompt; a pipe hears the same without it, and its end ends the game.

mod plane;

use crate::board::game::position::Move;
use crate::cli::load::{At, Loaded, Session, Stop};
use crate::cli::shell::{Shell, Status};
use crate::cli::words;
use crate::cli::{Outcome, file};
use crate::diagnostic::Diagnostic;
use crate::play;
use crate::play::position::Position;
use crate::render::scene::Picture;
use crate::render::{board, terminal};
use crate::rules::side::Side;
use crate::rules::turn::{Checks, Pass};
use crate::source::{SourceId, Span, Spanned};
use crate::suite::{line, listing};
use crate::text::{moves, position, turn};
use std::io::{self, BufRead, IsTerminal, Read};

/// The longest line that is read, in bytes; a longer one is refused whole.
const MAX_LINE: u64 = 4096;

/// The most moves that a game may have: a pipe may never end.
const MAX_MOVES: usize = 20_000;

const HELP: &str = "\
e2e4, e7e8q, P@e4   a move, or several with spaces between
moves, moves e2     the legal moves, or those that begin on e2
board               draws the board again
position            the position as text, for --position
undo                takes the last move back
resign              gives the game up
quit                leaves
";

const EXAMPLES: &str = "\
Examples:
  alfil play white-and-black
  alfil play chess --after 'e2e4 e7e5'
  echo 'e2e4 e7e5 position' | alfil play chess

Type `help` while playing for the words that are understood.";

/// Arguments of `play`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    #[command(flatten)]
    at: At,
}

/// Whether somebody sits there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Terminal,
    Pipe,
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    End,
}

/// One line of input.
enum Line {
    Text(String),
    TooLong,
    NoText,
    End,
}

/// What a game must be able to do to be played line by line.
trait Table {
    /// The words that are understood; a move stands first, before a comma.
    fn help(&self) -> &'static str;
    /// How many moves were played.
    fn length(&self) -> usize;
    fn side(&self) -> Side;
    fn outcome(&self) -> Option<play::outcome::Outcome>;
    /// Plays a move, or says why not.
    fn play(&mut self, text: &Spanned<String>, shell: &mut Shell) -> Result<(), Diagnostic>;
    fn undo(&mut self, shell: &mut Shell);
    /// Lists the legal moves, or those that begin at a place.
    fn moves(&self, place: Option<&str>, shell: &mut Shell);
    fn draw(&self, shell: &mut Shell);
    fn prompt(&self) -> String;
    fn position(&self) -> String;
    /// Whether a word names a place.
    fn is_place(&self, word: &str) -> bool;
}

/// A game being played. Moves are kept, positions are not: taking back plays the others again.
struct Game {
    start: Position,
    /// The move before the first of `line`, to be marked.
    before: Option<Move>,
    line: Vec<Move>,
    now: Position,
}

/// Plays.
pub fn run(args: &Args, session: &mut Session) -> Outcome {
    let loaded = session.load(&args.name)?;
    match &loaded.game {
        play::game::Game::Board(program) => {
            let (start, before) = session.position(program, &args.at)?;
            let mut game = Game { now: start.clone(), start, before, line: Vec::new() };
            sit(&mut game, &loaded, &mut session.shell)
        }
        play::game::Game::Plane(program) => {
            let (start, before) = session.play(program, &args.at)?;
            sit(&mut plane::Game::new(start, before), &loaded, &mut session.shell)
        }
    }
}

/// Plays a game from its first picture to its end.
fn sit(game: &mut impl Table, loaded: &Loaded, shell: &mut Shell) -> Outcome {
    let stdin = io::stdin().lock();
    let player = if stdin.is_terminal() { Player::Terminal } else { Player::Pipe };
    let width = shell.width();
    shell.say(&words::wrap("", &loaded.resolved.title, width));
    if player == Player::Terminal {
        let (first, _) = game.help().split_once(", ").unwrap_or_default();
        shell.line(format!("Type a move such as {first}, or `help`."));
    }
    game.draw(shell);
    match converse(game, stdin, player, shell) {
        // Nobody listens any more.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Well),
        Err(error) => Err(Stop::Refused(format!("the game cannot go on: {}", file::plain(&error)))),
        Ok(()) => Ok(Status::Well),
    }
}

fn converse(
    game: &mut impl Table,
    mut input: impl BufRead,
    player: Player,
    shell: &mut Shell,
) -> io::Result<()> {
    loop {
        if player == Player::Terminal {
            shell.say(&game.prompt());
        }
        shell.send()?;
        let next = match read(&mut input)? {
            Line::Text(text) => answer(game, &text, shell),
            Line::TooLong => complain(shell, "the line is too long to be moves"),
            Line::NoText => complain(shell, "the line is no text in UTF-8"),
            Line::End => {
                // The prompt stands there still.
                shell.say(if player == Player::Terminal { "\n" } else { "" });
                Next::End
            }
        };
        if next == Next::End {
            return shell.send();
        }
    }
}

fn complain(shell: &mut Shell, why: &str) -> Next {
    shell.line(why);
    Next::Line
}

/// The next line. Of one that is too long the rest is thrown away unseen.
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

/// Does what one line says.
fn answer(game: &mut impl Table, text: &str, shell: &mut Shell) -> Next {
    let mut said = text.split_whitespace().peekable();
    let before = game.length();
    while let Some(word) = said.next() {
        match word {
            "help" | "?" => shell.say(game.help()),
            "moves" => {
                // A place behind it is no move, which says more.
                let place = said.next_if(|word| game.is_place(word));
                game.moves(place, shell);
            }
            "board" => game.draw(shell),
            "position" => shell.line(game.position()),
            "undo" => game.undo(shell),
            "quit" | "exit" => return Next::End,
            "resign" => {
                let side = game.side();
                shell.line(match game.outcome() {
                    Some(outcome) => format!("the game is over: {outcome}"),
                    None => format!("{} resigns, {} wins", side.name(), side.other().name()),
                });
                return Next::End;
            }
            word => {
                let over = |outcome| format!("the game is over: {outcome}");
                let refusal = if game.length() >= MAX_MOVES {
                    Some(format!("a game has at most {MAX_MOVES} moves here"))
                } else {
                    game.outcome().map(over)
                };
                if let Some(refusal) = refusal {
                    shell.line(refusal);
                    break;
                }
                let nowhere = Span::new(SourceId::only(), 0, 0);
                if let Err(finding) = game.play(&Spanned::new(word.to_owned(), nowhere), shell) {
                    let width = shell.width();
                    shell.say(&words::wrap("", &finding.title, width));
                    for text in finding.reason.iter().chain(&finding.help) {
                        shell.say(&words::wrap("  ", text, width));
                    }
                    break;
                }
            }
        }
    }
    if game.length() > before {
        game.draw(shell);
    }
    Next::Line
}

impl Table for Game {
    fn help(&self) -> &'static str {
        HELP
    }

    fn length(&self) -> usize {
        self.line.len()
    }

    fn side(&self) -> Side {
        self.now.side()
    }

    fn outcome(&self) -> Option<play::outcome::Outcome> {
        self.now.outcome()
    }

    fn play(&mut self, text: &Spanned<String>, shell: &mut Shell) -> Result<(), Diagnostic> {
        let was = (self.now.side(), self.now.board().step);
        let mv = line::play(&mut self.now, text, self.line.len() + 1)?;
        self.line.push(mv);
        self.note(was.1, was.0 != self.now.side(), shell);
        Ok(())
    }

    fn undo(&mut self, shell: &mut Shell) {
        if self.line.pop().is_none() {
            shell.line("there is no move to take back");
            return;
        }
        self.now = self.start.clone();
        for mv in &self.line {
            self.now.play(mv);
        }
        self.draw(shell);
    }

    fn moves(&self, cell: Option<&str>, shell: &mut Shell) {
        let width = shell.width();
        let Some(cell) = cell else {
            shell.say(&words::moves(&listing::by_kind(&self.now), width));
            return;
        };
        let arena = self.now.arena();
        let legal = self.now.moves();
        let texts = moves::write_all(arena, &legal);
        let site = arena.graph.find(cell);
        let begins = |(mv, _): &(&Move, &String)| site.is_some() && mv.origin() == site;
        let here: Vec<&str> =
            legal.iter().zip(&texts).filter(begins).map(|(_, text)| text.as_str()).collect();
        shell.say(&match here.as_slice() {
            [] => format!("no move from {cell}\n"),
            some => words::wrap(&format!("{cell}  "), &some.join(" "), width),
        });
    }

    fn draw(&self, shell: &mut Shell) {
        let last = self.line.last().or(self.before.as_ref());
        let picture = Picture::of("", board::scene(&self.now, last));
        let drawn = terminal::draw(&picture, shell.colour(), shell.width());
        shell.say(&format!("\n{}\n\n", drawn.trim_end()));
        shell.line(match self.now.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("{}{}", self.whose(), self.check()),
        });
    }

    /// `White 1/2> `
    fn prompt(&self) -> String {
        let (turn, at) = (&self.now.program().rules().turn, self.now.board());
        match turn.length(at.side, at.fullmove) {
            _ if self.now.outcome().is_some() => "game over> ".to_owned(),
            1 => format!("{}> ", at.side.name()),
            length => format!("{} {}/{length}> ", at.side.name(), at.step),
        }
    }

    fn position(&self) -> String {
        position::write(self.now.arena(), self.now.board())
    }

    fn is_place(&self, word: &str) -> bool {
        self.now.arena().graph.find(word).is_some()
    }
}

impl Game {
    /// What happened to the turn, where that is not plain: the move was made in `step`, and the turn has
    /// `passed` to the other side or not.
    fn note(&self, step: u32, passed: bool, shell: &mut Shell) {
        let rules = &self.now.program().rules().turn;
        let (now, side) = (self.now.board(), self.now.side());
        // After Black's turn the next pair has begun.
        let theirs = now.fullmove - u32::from(passed && side == Side::White);
        let length = if passed { rules.length(side.other(), theirs) } else { 0 };
        if passed && step < length {
            let check = rules.checks == Checks::EndTheTurn && self.now.in_check();
            shell.line(if check { "The check ends the turn." } else { "The turn ends here." });
        }
        let first = if passed { 1 } else { step + 1 };
        for skipped in first..now.step {
            shell.line(format!("{}'s step {skipped} is left out.", side.name()));
        }
    }

    /// `White to move, step 1 of 2 by a piece that starts on a light cell`
    fn whose(&self) -> String {
        let (rules, at) = (self.now.program().rules(), self.now.board());
        let side = at.side;
        let length = rules.turn.length(side, at.fullmove);
        let mut text = format!("{} to move", side.name());
        if length > 1 {
            text += &format!(", step {} of {length}", at.step);
        }
        let step = rules.turn.step(side, at.fullmove, at.step);
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
