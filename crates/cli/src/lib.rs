//! The command line, with one file for each command. `match`, `learn`, `survey` and `join` are in
//! `alfil-lab`.
//!
//! Commands work on a `Session`, which reads definitions and collects output. Output is printed
//! when a command ends, so that a closed pipe or a late error leaves no partial output. `play`
//! prints after each line, and `watch` after each round. Exit codes: 0 for success, 1 for findings,
//! 2 for wrong usage or an impossible request.

mod analyze;
mod check;
mod convert;
mod diagram;
mod engine;
mod explain;
mod export;
mod fmt;
mod import;
mod list;
mod looker;
#[cfg(feature = "lsp")]
mod lsp;
mod manual;
mod mate;
mod moves;
mod new;
#[cfg(feature = "studio")]
mod page;
mod perft;
mod play;
mod random;
mod rules;
mod schema;
mod show;
mod snapshot;
#[cfg(feature = "studio")]
mod studio;
mod test;
mod watch;
mod why;
mod words;

use alfil_lab::commands::{EXPERIMENTS, contest, join, learn, survey};
use alfil_shell::command::{self, Embedded};
use alfil_shell::load::Session;
use alfil_shell::terminal::{self, Shell, Status, Talk, When};
use alfil_workspace::Workspace;
use clap::{CommandFactory, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  alfil show contrast                      a variant: board, pieces, moves, counts, tests
  alfil explain 'masF'                     a movement string in plain English
  alfil new mine                           begin a file of your own
  alfil watch mine.yaml                    check and test it whenever it changes
  alfil moves chess --after 'e2e4 e7e5'    legal moves after two moves
  alfil perft 'capablanca+contrast-modifier' 3

A NAME is a shipped name (see `alfil list`), a path such as ./mine.yaml, or a sum such as
chess+monochromatic-modifier; `-` is standard input. A FILE may be any of these, or a
folder. Put arguments with spaces, brackets or stars in quotes, because shells change them.";

/// An interpreter for chess-variant definitions: text files in, legal moves out.
#[derive(Parser)]
#[command(name = "alfil", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Colours: on a terminal only, always, or never.
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    color: When,
    /// Allow only parents below this folder, for definitions that you do not trust.
    #[arg(long, global = true, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Print only answers and findings.
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List the shipped definitions, by family.
    List(list::Args),
    /// Check definitions: every mistake with its place and a correction.
    Check(check::Args),
    /// Run the tests of definitions and compare their recorded moves.
    Test(test::Args),
    /// Compare the moves of definitions with their records, or record them.
    Snapshot(snapshot::Args),
    /// Show a variant in words and pictures, or a stage of it.
    Show(show::Args),
    /// Write all rules in words, as Markdown or as one page with pictures.
    Rules(rules::Args),
    /// Explain a movement string, or the code of a finding.
    Explain(explain::Args),
    /// List the legal moves.
    Moves(moves::Args),
    /// Explain why a move is not legal.
    Why(why::Args),
    /// Count move sequences.
    Perft(perft::Args),
    /// Play a game in the terminal, two people at one keyboard.
    Play(play::Args),
    /// Find the best moves of a position.
    Analyze(analyze::Args),
    /// Prove that the side to move can or cannot force a win in a few moves.
    Mate(mate::Args),
    /// Play games between two players and compare their strength.
    Match(contest::Args),
    /// Learn the values of pieces from games of the computer against itself.
    Learn(learn::Args),
    /// Play many fast games and report how a variant plays.
    Survey(survey::Args),
    /// Join the parts of a survey, a match or learning.
    Join(join::Args),
    /// Be an engine for chess programs with UCI, for any variant.
    Uci(engine::Uci),
    /// Be an engine for shogi programs with USI.
    Usi(engine::Usi),
    /// Be an engine for xiangqi programs with UCCI.
    Ucci(engine::Ucci),
    /// Be an engine for XBoard and WinBoard, for most variants on boards of squares.
    Xboard(engine::XBoard),
    /// Play a random game.
    Random(random::Args),
    /// Draw a board, or how a piece moves.
    Diagram(diagram::Args),
    /// Translate games and positions: PGN, EPD, FEN, and the moves of protocols.
    Convert(convert::Args),
    /// Begin a definition of your own.
    New(new::Args),
    /// Write definitions from a file of another program.
    Import(import::Args),
    /// Write a game in the format of another program.
    Export(export::Args),
    /// Format definition files; comments stay.
    Fmt(fmt::Args),
    /// Check and test whenever a file changes.
    Watch(watch::Args),
    /// Be a language server for an editor.
    #[cfg(feature = "lsp")]
    Lsp(lsp::Args),
    /// Write a definition and play it, on a page in a browser.
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    /// Write a game as one HTML file, with its engine.
    #[cfg(feature = "studio")]
    Page(page::Args),
    /// Print the keys of definition files as a JSON Schema.
    Schema(schema::Args),
    /// Print completions for a shell.
    Completions(manual::Completions),
    /// Print a page for `man`.
    Man(manual::Man),
}

impl Command {
    /// Returns true if the command prints JSON.
    fn json(&self) -> bool {
        match self {
            Command::List(args) => args.json,
            Command::Check(args) => args.json,
            Command::Test(args) => args.json,
            Command::Snapshot(args) => args.json,
            Command::Show(args) => args.json,
            Command::Explain(args) => args.json,
            Command::Export(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Why(args) => args.json,
            Command::Perft(args) => args.json,
            Command::Analyze(args) => args.json,
            Command::Mate(args) => args.json,
            Command::Match(args) => args.json,
            Command::Learn(args) => args.json,
            Command::Survey(args) => args.json,
            Command::Join(args) => args.json,
            Command::Random(args) => args.json,
            Command::Import(args) => args.json,
            Command::Convert(args) => args.json,
            Command::Fmt(args) => args.json,
            Command::Play(_)
            | Command::Diagram(_)
            | Command::Rules(_)
            | Command::New(_)
            | Command::Watch(_)
            | Command::Schema(_)
            | Command::Uci(_)
            | Command::Usi(_)
            | Command::Ucci(_)
            | Command::Xboard(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
            #[cfg(feature = "lsp")]
            Command::Lsp(_) => false,
            #[cfg(feature = "studio")]
            Command::Studio(_) => false,
            #[cfg(feature = "studio")]
            Command::Page(_) => false,
        }
    }
}

/// Parses the arguments of this process, runs the command and prints its output. `files` are part of the
/// program.
pub fn run(files: Embedded) -> ExitCode {
    command::set(files);
    if let Some(why) = command::unusable(std::env::args_os().skip(1)) {
        let mut shell = Shell::new(When::Auto, Talk::Full);
        shell.error(format!("error: {why}"));
        return shell.finish(Status::Refused);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let status = if error.use_stderr() { Status::Refused } else { Status::Well };
            let mut shell = Shell::new(When::Auto, Talk::Full);
            shell.usage(&error);
            return shell.finish(status);
        }
    };
    let json = cli.command.json();
    let talk = if cli.quiet { Talk::Quiet } else { Talk::Full };
    let mut shell = Shell::new(cli.color, talk);
    let workspace = match cli.root.as_deref().map(Workspace::within).transpose() {
        Ok(workspace) => workspace.unwrap_or_default(),
        Err(error) => {
            shell.error(format!("error: the folder of --root: {}", terminal::plain(&error)));
            return shell.finish(Status::Refused);
        }
    };
    let mut session = Session::new(shell, workspace);
    let result = match &cli.command {
        Command::List(args) => list::run(args, &mut session),
        Command::Check(args) => check::run(args, &mut session),
        Command::Test(args) => test::run(args, &mut session),
        Command::Snapshot(args) => snapshot::run(args, &mut session),
        Command::Show(args) => show::run(args, &mut session),
        Command::Rules(args) => rules::run(args, &mut session),
        Command::Explain(args) => explain::run(args, &mut session),
        Command::Moves(args) => moves::run(args, &mut session),
        Command::Why(args) => why::run(args, &mut session),
        Command::Perft(args) => perft::run(args, &mut session),
        Command::Play(args) => play::run(args, &mut session),
        Command::Analyze(args) => analyze::run(args, &mut session),
        Command::Mate(args) => mate::run(args, &mut session),
        Command::Match(args) => contest::run(args, &mut session),
        Command::Learn(args) => learn::run(args, &mut session),
        Command::Survey(args) => survey::run(args, &mut session),
        Command::Join(args) => join::run(args, &EXPERIMENTS, &mut session),
        Command::Uci(args) => engine::uci(args, &mut session),
        Command::Usi(args) => engine::usi(args, &mut session),
        Command::Ucci(args) => engine::ucci(args, &mut session),
        Command::Xboard(args) => engine::xboard(args, &mut session),
        Command::Random(args) => random::run(args, &mut session),
        Command::Diagram(args) => diagram::run(args, &mut session),
        Command::Convert(args) => convert::run(args, &mut session),
        Command::New(args) => new::run(args, &mut session),
        Command::Import(args) => import::run(args, &mut session),
        Command::Export(args) => export::run(args, &mut session),
        Command::Fmt(args) => fmt::run(args, &mut session),
        Command::Watch(args) => watch::run(args, &mut session),
        #[cfg(feature = "lsp")]
        Command::Lsp(args) => lsp::run(args, &mut session),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(args, &mut session),
        #[cfg(feature = "studio")]
        Command::Page(args) => page::run(args, &mut session),
        Command::Schema(args) => schema::run(args, &mut session),
        Command::Completions(args) => manual::completions(args, Cli::command(), &mut session),
        Command::Man(args) => manual::man(args, Cli::command(), &mut session),
    };
    let status = result.unwrap_or_else(|stop| session.stop(stop, json));
    session.end_progress();
    session.shell.finish(status)
}
