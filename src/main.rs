//! The program `alfil`. The command line belongs to the program and not to the library, so that a
//! change of a command does not rebuild the library.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
