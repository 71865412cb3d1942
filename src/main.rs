//! The command `alfil`: calls `cli`, which is a room of this program and not of the library, so that a change of a
//! command builds no library anew.

#![warn(unreachable_pub)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
