//! Files that commands write.
//!
//! Owns: [`write`]. Invariant: a file is written whole or not at all: a neighbour is written first and
//! takes its name when it is complete. The neighbour is gone after an error, and after Ctrl-C.

use crate::cli::load::Stop;
use crate::library::brief;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

/// What a program ends with that was interrupted, as shells count it: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// The neighbour that is being written.
static DRAFT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes `bytes` to `path`, in place of what is there.
///
/// # Errors
/// A refusal that names the path and the reason.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    put(path, bytes).map_err(|e| {
        let shown = path.display().to_string();
        Stop::Refused(format!("`{}` cannot be written: {}", brief(&shown), plain(&e)))
    })
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(&target);
    match &there {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A device or pipe takes bytes; a new file of its name would end it.
        Ok(there) if !there.is_file() => {
            return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
        }
        // A new name is no way round a file that nobody may write.
        Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
        Err(_) => {}
    }
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut draft_name = std::ffi::OsString::from(".");
    draft_name.push(name);
    draft_name.push(format!(".{}.tmp", std::process::id()));
    let draft = Draft::new(target.with_file_name(draft_name));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&draft.path)?;
    file.write_all(bytes)?;
    if let Ok(there) = &there {
        file.set_permissions(there.permissions())?;
    }
    file.sync_all()?;
    drop(file);
    fs::rename(&draft.path, &target)
}

/// A file that does not have its name yet; it is removed unless it got it.
struct Draft {
    path: PathBuf,
}

impl Draft {
    fn new(path: PathBuf) -> Self {
        listen();
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.clone());
        Self { path }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename there is nothing to remove.
        let _ = fs::remove_file(&self.path);
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// From now on Ctrl-C, and whatever else asks a program to end, ends it with nothing half done.
pub fn listen() {
    static LISTENS: Once = Once::new();
    // Without a listener an interrupt may leave a draft behind, and nothing worse.
    LISTENS.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn interrupted() {
    if let Some(path) = &*DRAFT.lock().unwrap_or_else(PoisonError::into_inner) {
        let _ = fs::remove_file(path);
    }
    std::process::exit(INTERRUPTED);
}

/// An error in words, without the number that the system gives it.
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "its folder is read-only".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::InvalidInput => "it is no name of a file".to_owned(),
        io::ErrorKind::InvalidFilename => "its name is too long".to_owned(),
        _ => error.to_string(),
    }
}
