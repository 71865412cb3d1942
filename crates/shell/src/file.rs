//! Reads, writes and replaces files, and reports errors in words.

use crate::terminal::{Shell, Stop, plain, unwritten};
use alfil_library::brief;
use atomic_write_file::AtomicWriteFile;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

// Reads and writes files, and reports errors in words.

/// The option of every command that writes a file for the user.
#[derive(Clone, Copy, clap::Args)]
pub struct Overwrite {
    /// Write over a file that is there.
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// The content that a file must have before it is written.
    pub fn before(self) -> Before<'static> {
        if self.force { Before::Any } else { Before::Absent }
    }

    /// Checks before a long run that its result can be written. Without `--force`, no regular file
    /// may be at `path`. A device, such as `/dev/stdout`, is not written over.
    ///
    /// # Errors
    /// A file is there, or the path leads to a folder or to nothing that can be written.
    pub fn check(self, path: &Path) -> Result<(), Stop> {
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
pub fn open(path: &Path) -> Result<File, Stop> {
    alfil_library::open(path).map_err(|error| unreadable(path, &error))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
/// A message with the path and the reason.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > most {
        let shown = path.display().to_string();
        let why = format!("`{}` is too large: at most {most} bytes are allowed", brief(&shown));
        return Err(Stop::Refused(why));
    }
    Ok(bytes)
}

/// Opens a regular file to read it and to write to it in place. Without a file, it is created.
///
/// # Errors
/// The path leads to something else, or cannot be opened.
pub fn open_in_place(path: &Path) -> io::Result<File> {
    match alfil_library::regular(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// The refusal because a file cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> Stop {
    let shown = path.display().to_string();
    Stop::Refused(format!("`{}` cannot be read: {}", brief(&shown), plain(error)))
}

/// Writes `bytes` to `path`. `before` is the expected content of the file. Prints a warning about
/// attributes of the old file that are lost.
///
/// # Errors
/// A message with the path and the reason.
pub fn write(path: &Path, bytes: &[u8], before: Before, shell: &mut Shell) -> Result<(), Stop> {
    let lost = put(path, bytes, before).map_err(|fault| refused(path, fault))?;
    warn(path, lost, shell);
    Ok(())
}

/// The refusal because a file was not written.
pub fn refused(path: &Path, fault: Fault) -> Stop {
    let shown = path.display().to_string();
    let shown = brief(&shown);
    Stop::Refused(match fault {
        Fault::There => {
            format!("`{shown}` already exists; choose another name, or replace it with --force")
        }
        Fault::Changed => format!(
            "another program has changed `{shown}` in the meantime, so it is not overwritten; try again"
        ),
        Fault::Failed(error) => format!("`{shown}` cannot be written: {}", unwritten(&error)),
    })
}

/// Prints warnings about attributes of the old file that are lost.
pub fn warn(path: &Path, lost: Vec<String>, shell: &mut Shell) {
    let shown = path.display().to_string();
    for what in lost {
        shell.error(format!("warning: `{}` is saved, but {what}", brief(&shown)));
    }
}

// Replaces a file atomically.
//
// A file is written completely or not at all, and only if it still has the expected content. On
// Linux, the new file has no name until it is complete. On other systems, it is a file next to the
// target. An error removes it, but an interruption may leave it there. This file does not use
// other modules of the program, so that tests can include it.

/// Exit code after an interruption: 128 plus the number of SIGINT, as in shells.
const INTERRUPTED: i32 = 130;

/// The length of a byte order mark in bytes. The mark is not part of the text.
const MARK: usize = 3;

/// Locked while a file is written, so that the signal handler waits.
static WRITING: Mutex<()> = Mutex::new(());

/// The content that a file must have before it is written.
#[derive(Clone, Copy)]
pub enum Before<'t> {
    /// The file must not exist.
    Absent,
    /// The file must have this text. Otherwise another program has changed it.
    Text(&'t str),
    /// Any content may be replaced.
    Any,
}

/// The reason why a file was not written.
pub enum Fault {
    There,
    Changed,
    Failed(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Failed(error)
    }
}

/// Writes a file. Returns the attributes of the old file that were lost.
pub fn put(path: &Path, bytes: &[u8], before: Before) -> Result<Vec<String>, Fault> {
    // A symbolic link stays: its target is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        // Write into a device or pipe, because a new file would replace it.
        Ok(there) if !there.is_file() => {
            return Ok(special(&target)?.write_all(bytes).map(|()| Vec::new())?);
        }
        // Renaming could replace a read-only file. So check first that the file can be opened for
        // writing.
        Ok(_) => drop(OpenOptions::new().write(true).open(&target)?),
        Err(_) => {}
    }
    listen();
    // Without the lock, two programs that read the same text could both replace it.
    let _lock = match before {
        Before::Text(_) => lock::take(&target)?,
        Before::Absent | Before::Any => None,
    };
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut draft = AtomicWriteFile::open(&target)?;
    draft.write_all(bytes)?;
    commit(draft, &target, before)
}

/// Opens a device or a pipe to write to it.
///
/// # Errors
/// Nobody reads the pipe, so opening it would wait for a reader. Or it cannot be opened.
fn special(target: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    // Without waiting, a pipe can be opened only if somebody reads it. The first handle stays open
    // until the second one is there, which waits while the pipe is full.
    #[cfg(target_os = "linux")]
    let _reader = {
        use std::os::unix::fs::OpenOptionsExt;
        let mut probe = options.clone();
        probe.custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits());
        probe.open(target).map_err(|error| match error.raw_os_error() {
            Some(code) if code == nix::errno::Errno::ENXIO as i32 => {
                io::Error::other("no program reads from it")
            }
            _ => error,
        })?
    };
    options.open(target)
}

/// Gives a complete draft its name.
fn commit(draft: AtomicWriteFile, target: &Path, before: Before) -> Result<Vec<String>, Fault> {
    draft.sync_all()?;
    match before {
        Before::Any => {}
        Before::Text(text) => {
            if alfil_library::read(target, text.len() + MARK).as_deref() != Ok(text) {
                return Err(Fault::Changed);
            }
        }
        // If two programs create the file at the same time, only one succeeds.
        Before::Absent => {
            return take_name(draft, target).map(|()| Vec::new()).map_err(|error| {
                match error.kind() {
                    io::ErrorKind::AlreadyExists => Fault::There,
                    _ => Fault::Failed(error),
                }
            });
        }
    }
    let lost = old::keep(target, &draft);
    draft.commit()?;
    Ok(lost)
}

/// A file that is written in parts, for example because it is large. It appears when it is
/// [finished](Draft::finish).
pub struct Draft {
    target: PathBuf,
    sink: Sink,
}

/// Where the parts of a draft go.
enum Sink {
    New(AtomicWriteFile),
    /// A device or a pipe.
    Device(File),
}

impl Draft {
    /// Begins the file at `path`. With [`Before::Absent`], no file may have this path.
    pub fn begin(path: &Path, before: Before) -> Result<Draft, Fault> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let sink = match fs::metadata(&target) {
            Ok(there) if there.is_dir() => {
                return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
            }
            Ok(there) if !there.is_file() => Sink::Device(special(&target)?),
            Ok(_) if matches!(before, Before::Absent) => return Err(Fault::There),
            Ok(_) => {
                drop(OpenOptions::new().write(true).open(&target)?);
                Sink::New(AtomicWriteFile::open(&target)?)
            }
            Err(_) => Sink::New(AtomicWriteFile::open(&target)?),
        };
        Ok(Draft { target, sink })
    }

    /// Adds a part.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::New(draft) => draft.write_all(bytes),
            Sink::Device(device) => device.write_all(bytes),
        }
    }

    /// Gives the file its name. Returns the attributes of the old file that were lost.
    pub fn finish(self, before: Before) -> Result<Vec<String>, Fault> {
        listen();
        let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
        match self.sink {
            Sink::New(draft) => commit(draft, &self.target, before),
            Sink::Device(_) => Ok(Vec::new()),
        }
    }
}

/// Gives `draft` the name `target` atomically. Fails if a file has this name.
#[cfg(target_os = "linux")]
fn take_name(draft: AtomicWriteFile, target: &Path) -> io::Result<()> {
    use nix::fcntl::{AT_FDCWD, AtFlags};
    use std::os::fd::AsRawFd;
    let open = format!("/proc/self/fd/{}", draft.as_raw_fd());
    let follow = AtFlags::AT_SYMLINK_FOLLOW;
    nix::unistd::linkat(AT_FDCWD, open.as_str(), AT_FDCWD, target, follow)?;
    draft.discard()
}

/// Creates the file `target`, which must not exist, and replaces it by `draft`.
#[cfg(not(target_os = "linux"))]
fn take_name(draft: AtomicWriteFile, target: &Path) -> io::Result<()> {
    File::create_new(target)?;
    draft.commit().inspect_err(|_| drop(fs::remove_file(target)))
}

/// Locks a file from the last check of its content until it is replaced.
#[cfg(unix)]
mod lock {
    use std::fs::{self, File, TryLockError};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::thread;
    use std::time::{Duration, Instant};

    /// How long to wait for the lock.
    const PATIENCE: Duration = Duration::from_secs(5);
    const PAUSE: Duration = Duration::from_millis(2);

    /// Locks the file at `path` until the result is dropped. Returns `None` if the file does not
    /// exist, or if the file system has no locks.
    pub(crate) fn take(path: &Path) -> io::Result<Option<File>> {
        let begin = Instant::now();
        loop {
            let Ok(file) = alfil_library::open(path) else { return Ok(None) };
            match file.try_lock() {
                Ok(()) => {
                    // The previous holder of the lock may have replaced the file, so compare it
                    // with the path.
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
    /// On other systems, a locked file cannot be replaced, so there is no lock.
    pub(crate) fn take(_: &std::path::Path) -> std::io::Result<Option<std::fs::File>> {
        Ok(None)
    }
}

/// Keeps attributes of a file besides its text and mode.
#[cfg(unix)]
mod old {
    use std::fs::{self, File};
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use xattr::FileExt;

    /// Gives `draft` the attributes of `target`, which it will replace. Returns the attributes that
    /// are lost.
    pub(crate) fn keep(target: &Path, draft: &File) -> Vec<String> {
        let (Ok(old), Ok(new)) = (fs::metadata(target), draft.metadata()) else {
            return Vec::new();
        };
        let mut lost = Vec::new();
        if (old.uid(), old.gid()) != (new.uid(), new.gid()) {
            lost.push("its owner or group has changed".to_owned());
        }
        if old.nlink() > 1 {
            lost.push(format!(
                "its other names ({} hard links) still have the old content",
                old.nlink() - 1
            ));
        }
        // A file system without extended attributes returns an error, and there is nothing to keep.
        for name in xattr::list(target).into_iter().flatten() {
            let value = xattr::get(target, &name).ok().flatten();
            if draft.get_xattr(&name).ok().flatten() == value {
                continue;
            }
            if value.is_none_or(|value| draft.set_xattr(&name, &value).is_err()) {
                lost.push(format!("its attribute `{}` is lost", name.to_string_lossy()));
            }
        }
        lost
    }
}

#[cfg(not(unix))]
mod old {
    /// On other systems, attributes are neither kept nor reported.
    pub(crate) fn keep(_: &std::path::Path, _: &std::fs::File) -> Vec<String> {
        Vec::new()
    }
}

/// Lets Ctrl-C and other signals end the program only when no file is being written.
pub fn listen() {
    static LISTENS: Once = Once::new();
    // If there is no handler, an interruption may leave a temporary file, but does no other damage.
    LISTENS.call_once(|| drop(ctrlc::set_handler(interrupted)));
}

fn interrupted() {
    let _written = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    std::process::exit(INTERRUPTED);
}

#[cfg(test)]
mod tests {
    use super::{Before, Draft, Fault, put};
    use std::fs;
    use std::path::PathBuf;

    /// An empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("alfil-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_draft_appears_when_it_is_finished() {
        let path = folder("put-draft").join("a");
        let mut draft = Draft::begin(&path, Before::Absent).unwrap_or_else(|_| panic!("it begins"));
        draft.add(b"one ").expect("added");
        draft.add(b"two").expect("added");
        assert!(!path.exists());
        assert!(draft.finish(Before::Absent).is_ok());
        assert_eq!(fs::read(&path).expect("there"), b"one two");
        assert!(matches!(Draft::begin(&path, Before::Absent), Err(Fault::There)));
        assert!(Draft::begin(&path, Before::Any).is_ok());
        assert_eq!(fs::read(&path).expect("a draft that is dropped changes nothing"), b"one two");
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_not_overwritten() {
        let folder = folder("put-meanwhile");
        let path = folder.join("a");
        fs::write(&path, "edited").expect("written");
        let put = |before| put(&path, b"new", before);
        assert!(matches!(put(Before::Text("as it was read")), Err(Fault::Changed)));
        assert!(matches!(put(Before::Text("edi")), Err(Fault::Changed)));
        assert!(matches!(put(Before::Absent), Err(Fault::There)));
        assert_eq!(fs::read(&path).expect("there"), b"edited");
        fs::remove_file(&path).expect("there");
        assert!(matches!(put(Before::Text("edited")), Err(Fault::Changed)));
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 0, "no file remains");
        assert!(put(Before::Absent).is_ok());
        // A byte order mark is not part of a text.
        fs::write(&path, "\u{feff}edited").expect("written");
        assert!(put(Before::Text("edited")).is_ok());
        assert_eq!(fs::read(&path).expect("there"), b"new");
    }

    #[test]
    fn a_folder_is_not_overwritten() {
        let folder = folder("put-folder");
        let fault = put(&folder, b"new", Before::Any).err();
        let kind = fault.and_then(|fault| match fault {
            Fault::Failed(error) => Some(error.kind()),
            Fault::There | Fault::Changed => None,
        });
        assert_eq!(kind, Some(std::io::ErrorKind::IsADirectory));
    }

    #[cfg(unix)]
    #[test]
    fn attributes_stay_and_other_names_are_reported() {
        let folder = folder("put-attributes");
        let (path, other) = (folder.join("a"), folder.join("b"));
        fs::write(&path, "old").expect("written");
        fs::hard_link(&path, &other).expect("linked");
        let has_attributes = xattr::set(&path, "user.note", b"mine").is_ok();
        let lost = put(&path, b"new", Before::Any).unwrap_or_default();
        assert_eq!(lost, ["its other names (1 hard links) still have the old content"]);
        if has_attributes {
            assert_eq!(
                xattr::get(&path, "user.note").ok().flatten().as_deref(),
                Some(&b"mine"[..])
            );
        }
        assert_eq!(fs::read(&other).expect("there"), b"old");
    }
}
