//! The command `alfil`: calls `cli`.

fn main() -> std::process::ExitCode {
    alfil::cli::run()
}
