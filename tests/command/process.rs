//! Helpers that run the command for tests.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Builds the command. It runs in the folder of the project and ignores colours and width of the
/// environment.
pub(crate) fn alfil() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alfil"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    for variable in ["COLUMNS", "COLORTERM", "CLICOLOR_FORCE", "CLICOLOR"] {
        command.env_remove(variable);
    }
    command.env("NO_COLOR", "1");
    command
}

/// Runs the command with `arguments`.
pub(crate) fn run<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    alfil().args(arguments).output().expect("the command starts")
}

/// Returns the exit code.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

/// Returns the output as text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Creates an empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for files of a test");
    path
}
