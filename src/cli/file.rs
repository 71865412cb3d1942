//! Files that commands write.
//!
//! Owns: [`write`] and [`Before`]. Invariant: a file is written whole or not at all, and only in place of
//! what the command took to be there. The draft has no name where the system knows such files (Linux);
//! elsewhere it is a neighbour that is removed by an error and outlived by Ctrl-C.

use crate::cli::load::Stop;
use crate::cli::shell::Shell;
use crate::library::{self, brief};
use atomic_write_file::AtomicWriteFile;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};

/// What a program ends with that was interrupted, as shells count it: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// Bytes of a byte order mark, which is no part of a text.
const MARK: usize = 3;

/// Held while a file is written: an interruption waits for it.
static WRITING: Mutex<()> = Mutex::new(());

/// What a file holds before it is written.
#[derive(Clone, Copy)]
pub enum Before<'t> {
    /// There must be none.
    Absent,
    /// This text, or else somebody has written to it meanwhile.
    Text(&'t str),
    /// Whatever it is, it may go.
    Any,
}

/// Why a file is not written.
enum Fault {
    There,
    Changed,
    Failed(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Failed(error)
    }
}

/// Writes `bytes` to `path`, where `before` is now. What of the old file cannot be kept, `shell` hears.
///
/// # Errors
/// A refusal that names the path and the reason.
pub fn write(path: &Path, bytes: &[u8], before: Before, shell: &mut Shell) -> Result<(), Stop> {
    let shown = path.display().to_string();
    let shown = brief(&shown);
    let lost = put(path, bytes, before).map_err(|fault| {
        Stop::Refused(match fault {
            Fault::There => format!(
                "`{shown}` is there already; choose another name, or write over it with --force"
            ),
            Fault::Changed => format!(
                "`{shown}` was changed by somebody else meanwhile, and is left as it is; do it again"
            ),
            Fault::Failed(error) => format!("`{shown}` cannot be written: {}", plain(&error)),
        })
    })?;
    for what in lost {
        shell.complain(format!("warning: `{shown}` is written, but {what}"));
    }
    Ok(())
}

/// Writes; gives what of the old file could not be kept.
fn put(path: &Path, bytes: &[u8], before: Before) -> Result<Vec<String>, Fault> {
    // A link stays a link: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        // A device or pipe takes bytes; a new file of its name would end it.
        Ok(there) if !there.is_file() => {
            return Ok(OpenOptions::new()
                .write(true)
                .open(&target)?
                .write_all(bytes)
                .map(|()| Vec::new())?);
        }
        // A new name is no way round a file that nobody may write.
        Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
        Err(_) => {}
    }
    listen();
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut draft = AtomicWriteFile::open(&target)?;
    draft.write_all(bytes)?;
    draft.sync_all()?;
    match before {
        Before::Any => {}
        Before::Text(text) => {
            if library::read(&target, text.len() + MARK).as_deref() != Ok(text) {
                return Err(Fault::Changed);
            }
        }
        Before::Absent => {
            // Of two commands that want the name, one gets it.
            File::create_new(&target).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Fault::There,
                _ => Fault::Failed(error),
            })?;
            return draft.commit().map(|()| Vec::new()).map_err(|error| {
                let _ = fs::remove_file(&target);
                error.into()
            });
        }
    }
    let lost = old::keep(&target, &draft);
    draft.commit()?;
    Ok(lost)
}

/// What a file has beside its text and mode.
#[cfg(unix)]
mod old {
    use std::fs::{self, File};
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use xattr::FileExt;

    /// Gives `draft`, which will replace `target`, its attributes; what cannot be kept.
    pub fn keep(target: &Path, draft: &File) -> Vec<String> {
        let (Ok(old), Ok(new)) = (fs::metadata(target), draft.metadata()) else {
            return Vec::new();
        };
        let mut lost = Vec::new();
        if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
            lost.push("its owner or group is another now".to_owned());
        }
        if old.nlink() > 1 {
            lost.push(format!(
                "its other names ({} hard links) hold what it was before",
                old.nlink() - 1
            ));
        }
        // A system without attributes has none to lose.
        for name in xattr::list(target).into_iter().flatten() {
            let value = xattr::get(target, &name).ok().flatten();
            if draft.get_xattr(&name).ok().flatten() == value {
                continue;
            }
            if value.is_none_or(|value| draft.set_xattr(&name, &value).is_err()) {
                lost.push(format!("its attribute `{}` is gone", name.to_string_lossy()));
            }
        }
        lost
    }
}

#[cfg(not(unix))]
mod old {
    /// Nothing is known of other systems.
    pub fn keep(_: &std::path::Path, _: &std::fs::File) -> Vec<String> {
        Vec::new()
    }
}

/// From now on Ctrl-C, and whatever else asks a program to end, ends it with nothing half done.
pub fn listen() {
    static LISTENS: Once = Once::new();
    // Without a listener an interrupt may leave a draft behind, and nothing worse.
    LISTENS.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn interrupted() {
    let _written = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("alfil-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn what_somebody_else_wrote_meanwhile_stays() {
        let folder = folder("meanwhile");
        let path = folder.join("a");
        fs::write(&path, "edited").expect("written");
        let put = |before| put(&path, b"new", before);
        assert!(matches!(put(Before::Text("as it was read")), Err(Fault::Changed)));
        assert!(matches!(put(Before::Text("edi")), Err(Fault::Changed)));
        assert!(matches!(put(Before::Absent), Err(Fault::There)));
        assert_eq!(fs::read(&path).expect("there"), b"edited");
        fs::remove_file(&path).expect("there");
        assert!(matches!(put(Before::Text("edited")), Err(Fault::Changed)));
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 0, "nothing is left behind");
        assert!(put(Before::Absent).is_ok());
        // A byte order mark is no part of a text.
        fs::write(&path, "\u{feff}edited").expect("written");
        assert!(put(Before::Text("edited")).is_ok());
        assert_eq!(fs::read(&path).expect("there"), b"new");
        fs::remove_dir_all(&folder).expect("ours");
    }

    #[cfg(unix)]
    #[test]
    fn attributes_stay_and_other_names_are_told() {
        let folder = folder("attributes");
        let (path, other) = (folder.join("a"), folder.join("b"));
        fs::write(&path, "old").expect("written");
        fs::hard_link(&path, &other).expect("linked");
        let has_attributes = xattr::set(&path, "user.note", b"mine").is_ok();
        let lost = put(&path, b"new", Before::Any).unwrap_or_default();
        assert_eq!(lost, ["its other names (1 hard links) hold what it was before"]);
        if has_attributes {
            assert_eq!(
                xattr::get(&path, "user.note").ok().flatten().as_deref(),
                Some(&b"mine"[..])
            );
        }
        assert_eq!(fs::read(&other).expect("there"), b"old");
        fs::remove_dir_all(&folder).expect("ours");
    }
}
