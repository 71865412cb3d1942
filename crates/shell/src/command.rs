//! What a command needs from its surroundings: its arguments, threads, and the files that are part
//! of the program.

use crate::terminal::Stop;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, mpsc};
use std::time::Duration;

// Reads numbers of seconds, and detects arguments with typographic quotes. Web pages and word processors turn `'` into `‘` and
// `’`. A shell does not treat these as quotes and splits the text at its spaces, so commands would
// report misleading errors.

const OPENING: [char; 5] = ['“', '„', '‘', '‚', '«'];
const CLOSING: [char; 5] = ['”', '“', '’', '‘', '»'];

/// The reason why `arguments` cannot be used, and a suggestion. `None` if they can. The name of the
/// program must not be among them.
pub fn unusable(arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let mut words = Vec::new();
    for argument in arguments {
        match argument.into_string() {
            Ok(word) => words.push(word),
            Err(other) => {
                let shown = other.to_string_lossy();
                return Some(format!(
                    "`{shown}` is not text in UTF-8; a file with such a name must be renamed"
                ));
            }
        }
    }
    let (at, text) = words.iter().enumerate().find_map(|(i, word)| {
        // An option may include its value, as in `--after=...`.
        let value = word.split_once('=').map_or(word.as_str(), |(_, value)| value);
        let open = value.strip_prefix(OPENING).filter(|_| !Path::new(word).exists())?;
        Some((i, open))
    })?;
    let mut inside = vec![text];
    inside.extend(words[at + 1..].iter().map(String::as_str));
    let end = inside.iter().position(|word| word.ends_with(CLOSING)).unwrap_or(0);
    let inside = inside[..=end].join(" ");
    let inside = inside.strip_suffix(CLOSING).unwrap_or(&inside);
    Some(format!(
        "a shell reads typographic quotes as letters\n\nhelp: type '{}'",
        inside.replace('\'', "'\\''")
    ))
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds".to_owned())?;
    let is_fit = seconds > 0.0 && seconds <= 1e6;
    let why = || "between 0 and 1000000 seconds, such as 0.5".to_owned();
    is_fit.then(|| Duration::from_secs_f64(seconds)).ok_or_else(why)
}

/// Reads how long to wait, which may be 0 seconds.
pub fn patience(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(0.0) => Ok(Duration::ZERO),
        Ok(_) | Err(_) => seconds(text),
    }
}

// Runs numbered items on several threads, and passes the results to one callback.

/// The number of processors, at most 64.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(64))
}

/// Runs `work` for each of `items`, on one thread for each worker. `on_result` receives the results
/// in the order in which they finish. Items are begun in their order. An item without a result ends
/// the run, as at a time limit.
///
/// # Errors
/// The first error of `on_result`, which also ends the run.
pub fn run<W: Sync, R: Send>(
    workers: &[W],
    items: impl IntoIterator<Item = u64, IntoIter: Send>,
    work: impl Fn(&W, u64) -> Option<R> + Sync,
    on_result: &mut dyn FnMut(u64, R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let items = Mutex::new(items.into_iter());
    // The lock is poisoned only if another thread panicked.
    let next = || items.lock().ok()?.next();
    let is_over = AtomicBool::new(false);
    // Workers wait if the results are not taken as fast as they come.
    let (sender, receiver) = mpsc::sync_channel(2 * workers.len());
    std::thread::scope(|scope| {
        for worker in workers {
            let sender = sender.clone();
            let (next, is_over, work) = (&next, &is_over, &work);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let Some(item) = next() else { break };
                    let Some(result) = work(worker, item) else {
                        is_over.store(true, Ordering::Relaxed);
                        break;
                    };
                    if sender.send((item, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (item, result) in receiver {
            if let Err(stop) = on_result(item, result) {
                is_over.store(true, Ordering::Relaxed);
                return Err(stop);
            }
        }
        Ok(())
    })
}

// Files that are part of the program, but lie outside of its packages: documents, the page of Studio and
// the engine for browsers.
//
// The package `alfil` contains these files. Its `main` passes them on before anything else happens, so
// that a change of a document or of the page rebuilds no package.

/// The texts and bytes of the files. In a program that sets none, they are empty.
#[derive(Clone, Copy, Default, Debug)]
pub struct Embedded {
    /// The catalogue of findings, `docs/findings.md`.
    pub findings: &'static str,
    /// The schema of exported rules, `docs/rules.schema.json`.
    pub rules_schema: &'static str,
    pub page: Page,
    /// The engine for browsers. `None` if it was missing at build time.
    pub engine: Option<Engine>,
}

/// The engine for browsers: a WebAssembly module.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The module, compressed with LZMA.
    pub module: &'static [u8],
    /// What the module says of itself, as JSON: `version`, `edition` and `language`, the number of its
    /// state.
    pub about: &'static str,
}

/// The files of the page of Studio. They are built from `web/src` and committed.
#[derive(Clone, Copy, Default, Debug)]
pub struct Page {
    pub html: &'static str,
    pub script: &'static str,
    pub style: &'static str,
    /// The licences of the packages in the script.
    pub notices: &'static str,
    /// A whole page in one file, without its game and its engine.
    pub whole: &'static str,
}

static FILES: OnceLock<Embedded> = OnceLock::new();

/// Sets the files. Only the first call has an effect.
pub fn set(files: Embedded) {
    let _ = FILES.set(files);
}

/// The files of this program.
pub fn files() -> &'static Embedded {
    FILES.get_or_init(Embedded::default)
}
