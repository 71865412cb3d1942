//! `alfil completions` and `alfil man`: describe the command line for shells and for `man`.

use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_library::brief;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, Stop};

const COMPLETIONS: &str = "\
Examples:
  alfil completions bash > ~/.local/share/bash-completion/completions/alfil
  alfil completions zsh > ~/.zfunc/_alfil       with `fpath+=~/.zfunc` in ~/.zshrc
  alfil completions fish > ~/.config/fish/completions/alfil.fish";

const MAN: &str = "\
Examples:
  alfil man | man -l -
  alfil man > ~/.local/share/man/man1/alfil.1
  alfil man perft > ~/.local/share/man/man1/alfil-perft.1";

/// Arguments of `completions`.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(clap::Args)]
#[command(after_help = MAN)]
pub(crate) struct Man {
    /// The page of this command, instead of the page of all commands.
    #[arg(value_name = "COMMAND")]
    about: Option<String>,
}

/// Writes the completions of a shell.
pub(crate) fn completions(
    args: &Completions,
    mut all: clap::Command,
    session: &mut Session,
) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut all, "alfil", &mut bytes);
    session.shell.say(&String::from_utf8_lossy(&bytes));
    Ok(Status::Well)
}

/// Writes a manual page.
pub(crate) fn man(args: &Man, mut all: clap::Command, session: &mut Session) -> Outcome {
    all.build();
    let page = match &args.about {
        None => all,
        Some(name) => {
            let known = || all.get_subcommands().map(clap::Command::get_name);
            let near = did_you_mean(name, known());
            let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let one = all.get_subcommands().find(|c| c.get_name() == name);
            let one = one.ok_or_else(|| {
                Stop::Refused(format!("there is no command `{}`{hint}", brief(name)))
            })?;
            one.clone()
        }
    };
    let mut bytes = Vec::new();
    let version = concat!("alfil ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(page)
        .source(version)
        .manual("Alfil")
        .render(&mut bytes)
        .map_err(|e| Stop::Refused(format!("the page cannot be made: {e}")))?;
    let text = String::from_utf8_lossy(&bytes);
    // The generator puts all text after the options under one heading.
    session.shell.say(&text.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n"));
    Ok(Status::Well)
}
