//! Writes files and reports errors in words.

mod put;

pub(crate) use put::{Before, Draft, Fault, listen, put};

use crate::cli::io_error::unwritten;
use crate::cli::load::Stop;
use crate::cli::shell::Shell;
use alfil::library::brief;
use std::path::Path;

/// Writes `bytes` to `path`. `before` is the expected content of the file. Prints a warning about
/// attributes of the old file that are lost.
///
/// # Errors
/// A message with the path and the reason.
pub(crate) fn write(
    path: &Path,
    bytes: &[u8],
    before: Before,
    shell: &mut Shell,
) -> Result<(), Stop> {
    let lost = put(path, bytes, before).map_err(|fault| refused(path, fault))?;
    warn(path, lost, shell);
    Ok(())
}

/// The refusal because a file was not written.
pub(crate) fn refused(path: &Path, fault: Fault) -> Stop {
    let shown = path.display().to_string();
    let shown = brief(&shown);
    Stop::Refused(match fault {
        Fault::There => format!(
            "`{shown}` is there already; choose another name, or write over it with --force"
        ),
        Fault::Changed => format!(
            "`{shown}` was changed by somebody else meanwhile, and is left as it is; do it again"
        ),
        Fault::Failed(error) => format!("`{shown}` cannot be written: {}", unwritten(&error)),
    })
}

/// Prints warnings about attributes of the old file that are lost.
pub(crate) fn warn(path: &Path, lost: Vec<String>, shell: &mut Shell) {
    let shown = path.display().to_string();
    for what in lost {
        shell.error(format!("warning: `{}` is written, but {what}", brief(&shown)));
    }
}
