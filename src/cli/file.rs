//! Files that commands write.
//!
//! Owns: [`write`]. Invariant: a file is written whole or not at all: a neighbour is written first and
//! takes its name when it is complete.

use crate::cli::load::Stop;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` to `path`, in place of what is there.
///
/// # Errors
/// A refusal that names the path and the reason.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    put(path, bytes).map_err(|e| {
        Stop::Refused(format!("`{}` cannot be written: {}", path.display(), plain(&e)))
    })
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A device or pipe takes bytes; a new file of its name would end it.
        Ok(there) if !there.is_file() => return fs::write(&target, bytes),
        Ok(_) | Err(_) => {}
    }
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let name = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
    let draft = target.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    written.and_then(|()| fs::rename(&draft, &target)).inspect_err(|_| {
        // What could not be finished should not be left lying about.
        let _ = fs::remove_file(&draft);
    })
}

/// An error in words, without the number that the system gives it.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::InvalidInput => "it is no name of a file".to_owned(),
        _ => error.to_string(),
    }
}
