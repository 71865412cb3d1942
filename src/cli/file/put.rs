//! Replaces a file.
//!
//! A file is written completely or not at all, and only if it still has the expected content. On Linux the draft has no
//! name until it is complete. On other systems it is a file next to the target: an error removes it, but an
//! interruption leaves it behind. This file uses nothing of the command, so that tests can include it by itself.

use alfil::library;
use atomic_write_file::AtomicWriteFile;
#[cfg(not(target_os = "linux"))]
use std::fs::File;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};

/// Exit code after an interruption, as shells count it: 128 plus the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// Bytes of a byte order mark, which is not part of the text.
const MARK: usize = 3;

/// Held while a file is written, so that an interruption waits.
static WRITING: Mutex<()> = Mutex::new(());

/// The content of a file before it is written.
#[derive(Clone, Copy)]
pub(crate) enum Before<'t> {
    /// There must be no file.
    Absent,
    /// This text; otherwise another program has written to it.
    Text(&'t str),
    /// Any content may be replaced.
    Any,
}

/// The reason why a file is not written.
pub(crate) enum Fault {
    There,
    Changed,
    Failed(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Failed(error)
    }
}

/// Writes the file. Returns the attributes of the old file that could not be kept.
pub(crate) fn put(path: &Path, bytes: &[u8], before: Before) -> Result<Vec<String>, Fault> {
    // A link stays a link: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        // A device or pipe takes bytes. A new file with its name would remove it.
        Ok(there) if !there.is_file() => {
            return Ok(OpenOptions::new()
                .write(true)
                .open(&target)?
                .write_all(bytes)
                .map(|()| Vec::new())?);
        }
        // Replacing a read-only file would circumvent its protection.
        Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
        Err(_) => {}
    }
    listen();
    // Two programs that read the same text must not both replace it.
    let _lock = match before {
        Before::Text(_) => lock::take(&target)?,
        Before::Absent | Before::Any => None,
    };
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
        // If two commands want the name, one gets it.
        Before::Absent => {
            return take_name(draft, &target).map(|()| Vec::new()).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::AlreadyExists => Fault::There,
                    _ => Fault::Failed(error),
                }
            });
        }
    }
    let lost = old::keep(&target, &draft);
    draft.commit()?;
    Ok(lost)
}

/// Gives `draft` a name that no file has yet, atomically.
#[cfg(target_os = "linux")]
fn take_name(draft: AtomicWriteFile, target: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, AtFlags};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", draft.as_raw_fd());
    let follow = AtFlags::AT_SYMLINK_FOLLOW;
    nix::unistd::linkat(AT_FDCWD, open.as_str(), AT_FDCWD, target, follow)?;
    draft.discard()
}

/// Creates a file with an unused name, then replaces it by `draft`.
#[cfg(not(target_os = "linux"))]
fn take_name(draft: AtomicWriteFile, target: &Path) -> io::Result<()> {
    File::create_new(target)?;
    draft.commit().inspect_err(|_| drop(fs::remove_file(target)))
}

/// A lock on a file that is about to be replaced, from the last check of its content to the renaming.
#[cfg(unix)]
mod lock {
    use std::fs::{self, File, TryLockError};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    /// How long to wait for another program.
    const PATIENCE: Duration = Duration::from_secs(5);
    const PAUSE: Duration = Duration::from_millis(2);

    /// Locks the file at `path` until the result is dropped; `None` if there is no file, or if the system has no locks.
    pub(crate) fn take(path: &Path) -> io::Result<Option<File>> {
        let begin = Instant::now();
        loop {
            let Ok(file) = File::open(path) else { return Ok(None) };
            match file.try_lock() {
                Ok(()) => {
                    // The program that held the lock may have replaced the file.
                    let (ours, there) = (file.metadata()?, fs::metadata(path)?);
                    if (ours.dev(), ours.ino()) == (there.dev(), there.ino()) {
                        return Ok(Some(file));
                    }
                }
                Err(TryLockError::WouldBlock) if begin.elapsed() > PATIENCE => {
                    return Err(io::Error::other("another program has locked it"));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(_)) => return Ok(None),
            }
        }
    }
}

#[cfg(not(unix))]
mod lock {
    /// On other systems a locked file could not be replaced.
    pub(crate) fn take(_: &std::path::Path) -> std::io::Result<Option<std::fs::File>> {
        Ok(None)
    }
}

/// Attributes of a file apart from its text and mode.
#[cfg(unix)]
mod old {
    use std::fs::{self, File};
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use xattr::FileExt;

    /// Gives `draft` the attributes of `target`, which it will replace. Returns those that cannot be kept.
    pub(crate) fn keep(target: &Path, draft: &File) -> Vec<String> {
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
        // A file system without attributes has none to lose.
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
    /// Nothing is known about other systems.
    pub(crate) fn keep(_: &std::path::Path, _: &std::fs::File) -> Vec<String> {
        Vec::new()
    }
}

/// Makes Ctrl-C and other signals end the program only between two writes.
pub(crate) fn listen() {
    static LISTENS: Once = Once::new();
    // Without a handler an interruption may leave a draft behind, and nothing worse.
    LISTENS.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn interrupted() {
    let _written = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    std::process::exit(INTERRUPTED);
}
