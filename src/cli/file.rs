//! Reads and writes files, and reports errors in words.

mod put;

pub(crate) use put::{Before, Draft, Fault, listen, put};

use crate::cli::io_error::{plain, unwritten};
use crate::cli::shell::Shell;
use crate::cli::stop::Stop;
use alfil::library::{self, brief};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The option of every command that writes a file for the user.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Overwrite {
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// The content that a file must have before it is written.
    pub(crate) fn before(self) -> Before<'static> {
        if self.force { Before::Any } else { Before::Absent }
    }

    /// Checks before a long run that its result can be written. Without `--force`, no regular file
    /// may be at `path`. A device, such as `/dev/stdout`, is not written over.
    ///
    /// # Errors
    /// A file is there, or the path leads to a folder or to nothing that can be written.
    pub(crate) fn check(self, path: &Path) -> Result<(), Stop> {
        let fault = match fs::metadata(path) {
            Ok(there) if there.is_dir() => Fault::Failed(io::ErrorKind::IsADirectory.into()),
            Ok(there) if there.is_file() && !self.force => Fault::There,
            Ok(_) => return Ok(()),
            Err(_) => match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) if !folder.is_dir() => Fault::Failed(io::ErrorKind::NotFound.into()),
                Some(_) | None => return Ok(()),
            },
        };
        Err(refused(path, fault))
    }
}

/// Opens a regular file to read it.
///
/// # Errors
/// A message with the path and the reason.
pub(crate) fn open(path: &Path) -> Result<File, Stop> {
    library::open(path).map_err(|error| unreadable(path, &error))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// A message with the path and the reason.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > most {
        let shown = path.display().to_string();
        let why = format!("`{}` is too large: at most {most} bytes are read", brief(&shown));
        return Err(Stop::Refused(why));
    }
    Ok(bytes)
}

/// Opens a regular file to read it and to write to it in place. Without a file, it is created.
///
/// # Errors
/// The path leads to something else, or cannot be opened.
pub(crate) fn open_in_place(path: &Path) -> io::Result<File> {
    match library::regular(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// The refusal because a file cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Stop {
    let shown = path.display().to_string();
    Stop::Refused(format!("`{}` cannot be read: {}", brief(&shown), plain(error)))
}

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
