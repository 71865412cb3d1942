//! Long runs in parts: `--part K/N -o FILE` computes a share of the items of a run, such as its
//! games, and `alfil join` reads the files of all parts.
//!
//! A file has a header line and one line for each finished item, all of them JSON objects. A line
//! is written at once, so a killed process loses only the item that it worked on. The same command
//! continues the file. Items do not depend on each other, so the parts together give the result of
//! one run. Files are read line by line, so their size does not matter.

mod header;
mod joined;

pub(crate) use header::{Part, Run, digest, fingerprint};
pub(crate) use joined::{Extent, Joined};

use crate::parts::header::{Header, Lines, NO_PART, Reading};
use alfil_shell::command::patience;
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Loaded, Outcome, Session};
use alfil_shell::terminal::{Progress, Shell, Status, Stop, unwritten};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process that waits for a file sleeps before it looks again.
const PAUSE: Duration = Duration::from_millis(50);

/// The arguments of commands whose runs can be split.
#[derive(clap::Args)]
pub(crate) struct PartArgs {
    /// Compute only the part K of N, for `alfil join`.
    #[arg(long, value_name = "K/N", requires = "output")]
    pub(crate) part: Option<Part>,
    /// The file of the part. A file of the same part is continued.
    #[arg(long, short, value_name = "FILE", requires = "part")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

/// How long a part waits if another process writes to its file.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Wait {
    /// Of a part: give up if another process still writes to its file after this time. Without it,
    /// the part waits until that process ends.
    #[arg(long, value_name = "SECONDS", requires = "part", value_parser = patience)]
    wait: Option<Duration>,
}

impl PartArgs {
    /// The part and its file, if a part is requested.
    pub(crate) fn request(&self) -> Option<PartRequest<'_>> {
        Some(PartRequest { part: self.part?, path: self.output.as_deref()?, wait: self.wait })
    }
}

/// A part and the file to which it is written.
#[derive(Clone, Copy)]
pub(crate) struct PartRequest<'a> {
    pub(crate) part: Part,
    pub(crate) path: &'a Path,
    pub(crate) wait: Wait,
}

/// How the result of a run is printed.
pub(crate) struct Wanted {
    /// Prints one JSON object.
    pub(crate) json: bool,
    /// The file that the command writes, such as a page with plots.
    pub(crate) file: Option<PathBuf>,
    /// Whether the file may be written over.
    pub(crate) overwrite: Overwrite,
    /// How much of the run is in the result.
    pub(crate) extent: Extent,
    /// What is displayed until then.
    pub(crate) progress: Progress,
}

impl Wanted {
    /// The wish for the whole result of one process.
    pub(crate) fn new(json: bool, file: Option<&PathBuf>, overwrite: Overwrite) -> Wanted {
        let (extent, progress) = (Extent::Single, Progress::default());
        Wanted { json, file: file.cloned(), overwrite, extent, progress }
    }
}

/// A run of a command that can be split. Its items, such as games, do not depend on each other.
pub(crate) trait Experiment: Sized + Sync {
    /// The name of the command.
    const NAME: &'static str;
    /// The option of `alfil join` for the file that the command writes.
    const OPTION: &'static str;
    /// What `alfil join` is doing while it reads the results.
    const JOINING: &'static str;
    /// Those who compute the items.
    type Players;
    /// The result of one item, as the file of a part contains it.
    type Record: Serialize + DeserializeOwned;
    /// What all results say together.
    type Sums;

    /// The run of a description, which is refused if it does not fit the command or the game.
    fn of(run: &Run, loaded: Loaded, session: &mut Session) -> Result<Self, Stop>;

    /// Computes the remaining items of a part and adds their results to its file. It may end early, as
    /// at a time limit.
    fn play(&self, players: &mut Self::Players, file: &mut PartFile<Self>) -> Result<(), Stop>;

    /// Adds the results in the files of all parts.
    fn join(&self, joined: &mut Joined, wanted: &Wanted) -> Result<Self::Sums, Stop>;

    /// Ends the display of progress, writes the wanted file and prints the result.
    fn print(self, sums: Self::Sums, wanted: Wanted, session: &mut Session) -> Outcome;

    /// Computes the items of a part that are not in its file yet.
    fn play_part(
        &self,
        players: &mut Self::Players,
        request: PartRequest<'_>,
        run: Run,
        session: &mut Session,
    ) -> Outcome {
        let mut file = PartFile::open(request, run, &mut session.shell)?;
        self.play(players, &mut file)?;
        session.shell.info(file.finish());
        Ok(Status::Well)
    }
}

/// A command whose parts can be joined.
pub struct Joiner {
    /// See [`Experiment::NAME`].
    pub(crate) name: &'static str,
    /// See [`Experiment::OPTION`].
    pub(crate) option: &'static str,
    /// Joins the parts of a run and prints its result.
    pub(crate) join: fn(&mut Joined, Loaded, Wanted, &mut Session) -> Outcome,
}

impl Joiner {
    pub(crate) const fn of<E: Experiment>() -> Joiner {
        Joiner { name: E::NAME, option: E::OPTION, join: join::<E> }
    }
}

fn join<E: Experiment>(
    joined: &mut Joined,
    loaded: Loaded,
    mut wanted: Wanted,
    session: &mut Session,
) -> Outcome {
    let experiment = E::of(&joined.run, loaded, session)?;
    wanted.progress = Progress::endless(E::JOINING, session.shell.is_quiet());
    let sums = experiment.join(joined, &wanted)?;
    wanted.extent = joined.extent();
    experiment.print(sums, wanted, session)
}

/// The open file of a part.
pub(crate) struct PartFile<E> {
    path: PathBuf,
    file: File,
    header: Header,
    done: BTreeSet<u64>,
    /// The number of items that this process has finished.
    finished: usize,
    progress: Progress,
    experiment: PhantomData<E>,
}

impl<E: Experiment> PartFile<E> {
    /// Opens the file of a part, or begins it. A truncated last line is dropped. If a line is
    /// damaged, it and all lines after it are dropped with a warning, and their items are computed
    /// again. If another process writes to the file, this waits for it.
    ///
    /// # Errors
    /// The file belongs to something else, or cannot be read or written. Or another process still
    /// writes to it after the time to wait.
    fn open(request: PartRequest<'_>, run: Run, shell: &mut Shell) -> Result<Self, Stop> {
        let PartRequest { part, path, wait } = request;
        let shown = path.display();
        let failed = |error: io::Error| {
            Stop::Refused(format!("`{shown}` cannot be written: {}", unwritten(&error)))
        };
        let mut file = locked(path, wait, shell)?;
        let header = Header { run, part };
        let line = line(&header);
        let Lines { reading, places, end, damage } = Lines::read(path, &mut file)?;
        match reading {
            // Only the beginning of the expected first line may be overwritten.
            Reading::Begun(text) if line.as_bytes().starts_with(&text) => {
                file.set_len(0).map_err(failed)?;
                file.rewind().map_err(failed)?;
                file.write_all(line.as_bytes()).map_err(failed)?;
            }
            Reading::Begun(_) => return Err(Stop::Refused(format!("`{shown}` {NO_PART}"))),
            Reading::Other(why) => return Err(Stop::Refused(format!("`{shown}` {why}"))),
            Reading::Part(known) => {
                let part = |part: Part| format!("{}/{}", part.number, part.of);
                let other_part = (known.part != header.part)
                    .then(|| format!("it is part {}, not {}", part(known.part), part(header.part)));
                if let Some(why) = known.run.difference(&header.run).or(other_part) {
                    let help = "give another file, or remove this one";
                    return Err(Stop::Refused(format!(
                        "`{shown}` belongs to another run: {why}; {help}"
                    )));
                }
                if known.run.build != header.run.build {
                    shell.error(format!(
                        "warning: another build of Alfil {} began `{shown}`",
                        header.run.version
                    ));
                }
                if let Some(damage) = damage {
                    let again = "its results from that line on are computed again";
                    shell.error(format!("warning: `{shown}` is damaged: {damage}; {again}"));
                }
                file.set_len(end).map_err(failed)?;
                file.seek(SeekFrom::End(0)).map_err(failed)?;
            }
        }
        let done = places.into_iter().map(|place| place.item).collect();
        let (path, progress) = (path.to_owned(), Progress::default());
        let mut file =
            PartFile { path, file, header, done, finished: 0, progress, experiment: PhantomData };
        file.progress = Progress::parts(file.remaining().len(), shell.is_quiet());
        Ok(file)
    }

    /// The items of the part that are not finished.
    pub(crate) fn remaining(&self) -> Vec<u64> {
        let Header { run, part } = &self.header;
        let first = u64::from(part.number - 1);
        let all = (first..run.items).step_by(part.of as usize);
        all.filter(|item| !self.done.contains(item)).collect()
    }

    /// Writes a finished item. Its record must be written as an object.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, item: u64, result: &E::Record) -> Result<(), Stop> {
        let numbered = Numbered { item, result };
        self.finished += 1;
        self.progress.step();
        self.file.write_all(line(&numbered).as_bytes()).map_err(|error| {
            let shown = self.path.display();
            Stop::Refused(format!("`{shown}` cannot be written: {}", unwritten(&error)))
        })
    }

    /// Ends the display of progress. Returns what was done, in words.
    fn finish(self) -> String {
        let Part { number, of } = self.header.part;
        let before = match self.done.len() {
            0 => String::new(),
            count => format!(" ({count} from before)"),
        };
        format!("part {number} of {of}: {} results{before}", self.finished)
    }
}

/// Opens the file of a part and locks it.
fn locked(path: &Path, wait: Wait, shell: &mut Shell) -> Result<File, Stop> {
    let shown = path.display();
    let failed = |error: io::Error| {
        Stop::Refused(format!("`{shown}` cannot be written: {}", unwritten(&error)))
    };
    let begin = Instant::now();
    let mut waits = false;
    loop {
        let file = file::open_in_place(path).map_err(failed)?;
        match file.try_lock() {
            // The file may have been removed or replaced in the meantime.
            Ok(()) if waits && !is_at(&file, path) => continue,
            // Some file systems have no locks. The file is then written without one.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
            Err(TryLockError::WouldBlock) => {}
        }
        if wait.wait.is_some_and(|most| begin.elapsed() >= most) {
            let why =
                "another process writes to it; without `--wait`, the part waits for that process";
            return Err(Stop::Refused(format!("`{shown}` cannot be written: {why}")));
        }
        if !waits {
            waits = true;
            shell.note(format!("another process writes to `{shown}`; waiting for it"));
            shell.send_errors();
        }
        thread::sleep(PAUSE);
    }
}

/// Returns true if `path` leads to the open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(own), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (own.dev(), own.ino()) == (there.dev(), there.ino())
}

/// On other systems, an open file cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A result with the number of its item.
#[derive(Serialize)]
struct Numbered<'r, R> {
    item: u64,
    #[serde(flatten)]
    result: &'r R,
}

fn line(value: &impl Serialize) -> String {
    // Values of these types are always representable.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
