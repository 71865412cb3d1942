//! Long runs in parts: `--part K/N -o FILE` computes a share of the items of a run, such as its
//! games, and `alfil join` reads the files of all parts.
//!
//! A file has a header line and one line for each finished item, all of them JSON objects. A line
//! is written at once, so a killed process loses only the item that it worked on. The same command
//! continues the file. Items do not depend on each other, so the parts together give the result of
//! one run.

use crate::cli::io_error::{plain, unwritten};
use crate::cli::load::{Loaded, Stop};
use alfil::library::brief;
use alfil::resolve::outline;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The version of the format of files.
const FORMAT: u32 = 1;

/// The greatest number of parts.
const MOST_PARTS: u32 = 1_000_000;

/// The greatest size of a file in bytes.
const MAX_BYTES: u64 = 1 << 32;

/// The key of the number of an item in its line.
const ITEM: &str = "item";

/// One of several parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Part {
    /// The number of the part, from 1.
    number: u32,
    /// The number of parts.
    of: u32,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&number).then_some(Part { number, of })
        });
        let part = numbers.filter(|part| part.of <= MOST_PARTS);
        part.ok_or_else(|| "write `3/64` for the third of 64 parts".to_owned())
    }
}

impl Part {
    /// Returns true if the item with this number belongs to the part.
    fn has(self, item: u64) -> bool {
        item % u64::from(self.of) == u64::from(self.number - 1)
    }
}

/// The arguments of commands whose runs can be split.
#[derive(clap::Args)]
pub(crate) struct PartArgs {
    /// Compute only the part K of N, for `alfil join`.
    #[arg(long, value_name = "K/N", requires = "output")]
    pub(crate) part: Option<Part>,
    /// The file of the part. A file of the same part is continued.
    #[arg(long, short, value_name = "FILE", requires = "part")]
    pub(crate) output: Option<PathBuf>,
}

impl PartArgs {
    /// The part and its file, if a part is requested.
    pub(crate) fn request(&self) -> Option<PartRequest<'_>> {
        Some(PartRequest { part: self.part?, path: self.output.as_deref()? })
    }
}

/// A part and the file to which it is written.
#[derive(Clone, Copy)]
pub(crate) struct PartRequest<'a> {
    pub(crate) part: Part,
    pub(crate) path: &'a Path,
}

/// How `alfil join` prints the result of a run.
pub(crate) struct Wanted {
    /// Prints one JSON object.
    pub(crate) json: bool,
    /// The file for a page with plots.
    pub(crate) html: Option<PathBuf>,
    /// The file for all games, as PGN.
    pub(crate) pgn: Option<PathBuf>,
    /// The file for learned values.
    pub(crate) values: Option<PathBuf>,
    /// Prints a count for each first move.
    pub(crate) divide: bool,
}

/// A command whose runs can be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    Survey,
    Match,
    Learn,
    Perft,
}

impl Task {
    /// The name of the command.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Task::Survey => "survey",
            Task::Match => "match",
            Task::Learn => "learn",
            Task::Perft => "perft",
        }
    }
}

/// The description of a run. It is the same in all its parts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The version of the format.
    alfil: u32,
    /// The command.
    pub(crate) command: Task,
    /// The definition as the user wrote it.
    pub(crate) definition: String,
    /// The hash of the rules.
    rules: String,
    /// The settings of the command.
    pub(crate) settings: Value,
    /// The number of items in all parts.
    pub(crate) items: u64,
}

impl Run {
    /// A run of a command.
    pub(crate) fn new(
        command: Task,
        loaded: &Loaded,
        settings: &impl Serialize,
        items: u64,
    ) -> Run {
        Run {
            alfil: FORMAT,
            command,
            definition: loaded.name.clone(),
            rules: fingerprint(loaded),
            settings: serde_json::to_value(settings).unwrap_or_default(),
            items,
        }
    }

    /// The settings of the command.
    ///
    /// # Errors
    /// The file contains settings of another version.
    pub(crate) fn settings<S: DeserializeOwned>(&self) -> Result<S, Stop> {
        serde_json::from_value(self.settings.clone()).map_err(|error| {
            let command = self.command.name();
            Stop::Refused(format!("the settings of `{command}` cannot be read: {error}"))
        })
    }

    /// The reason why `other` is not the same run.
    fn difference(&self, other: &Run) -> Option<String> {
        if self.alfil != other.alfil {
            return Some(format!("it has the format {}, not {}", self.alfil, other.alfil));
        }
        if self.command != other.command {
            let (own, wanted) = (self.command.name(), other.command.name());
            return Some(format!("it is a part of `alfil {own}`, not of `alfil {wanted}`"));
        }
        if self.definition != other.definition {
            let (own, wanted) = (brief(&self.definition), brief(&other.definition));
            return Some(format!("it is about `{own}`, not about `{wanted}`"));
        }
        if self.rules != other.rules {
            let name = brief(&self.definition);
            return Some(format!("the rules of `{name}` are different there"));
        }
        let (Value::Object(own), Value::Object(wanted)) = (&self.settings, &other.settings) else {
            return (self.settings != other.settings).then(|| "its settings differ".to_owned());
        };
        let mut keys = own.keys().chain(wanted.keys());
        if let Some(key) = keys.find(|&key| own.get(key) != wanted.get(key)) {
            let word = |settings: &Map<String, Value>| {
                settings.get(key).map_or("absent".to_owned(), Value::to_string)
            };
            return Some(format!("its setting `{key}` is {}, not {}", word(own), word(wanted)));
        }
        (self.items != other.items)
            .then(|| format!("its run has {} items, not {}", self.items, other.items))
    }
}

/// The SHA-256 hash of the meaning of a definition. Comments and the order of keys do not matter.
pub(crate) fn fingerprint(loaded: &Loaded) -> String {
    digest(outline::outline(&loaded.resolved.ruleset).as_bytes())
}

/// The first half of the SHA-256 hash of `bytes`, in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    run: Run,
    part: Part,
}

/// The lines of a file.
struct Content {
    /// `None` if the file is empty or has only a part of its first line.
    header: Option<Header>,
    items: BTreeMap<u64, Value>,
    /// The number of bytes up to the end of the last complete line.
    complete: u64,
    /// The text of a file without a header.
    text: String,
}

/// Reads the file that is open as `file`.
fn read(path: &Path, file: &mut File) -> Result<Content, Stop> {
    let refused = |why: String| Stop::Refused(format!("`{}` {why}", path.display()));
    let mut bytes = Vec::new();
    if let Err(error) = file.take(MAX_BYTES).read_to_end(&mut bytes) {
        return Err(refused(format!("cannot be read: {}", plain(&error))));
    }
    if bytes.len() as u64 == MAX_BYTES {
        return Err(refused("is too long to be the file of a part".to_owned()));
    }
    // A line that was cut off may end within a character.
    let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let rest = if complete == 0 { &bytes[..] } else { &[] };
    let text = String::from_utf8_lossy(rest).into_owned();
    let mut content =
        Content { header: None, items: BTreeMap::new(), complete: complete as u64, text };
    for (line, number) in String::from_utf8_lossy(&bytes[..complete]).lines().zip(1..) {
        let Some(header) = &content.header else {
            let header = serde_json::from_str(line)
                .map_err(|_| refused("is no file of a part: `--part` did not write it".into()))?;
            content.header = Some(header);
            continue;
        };
        let value: Option<Value> = serde_json::from_str(line).ok();
        let item = value.as_ref().and_then(|value| value[ITEM].as_u64());
        let (Some(value), Some(item)) = (value, item) else {
            return Err(refused(format!("is damaged: line {number} is no result")));
        };
        if !header.part.has(item) || item >= header.run.items {
            let why = format!("is damaged: item {item} in line {number} is not of this part");
            return Err(refused(why));
        }
        content.items.insert(item, value);
    }
    Ok(content)
}

/// The open file of a part.
pub(crate) struct PartFile {
    path: PathBuf,
    file: File,
    header: Header,
    done: BTreeMap<u64, Value>,
}

impl PartFile {
    /// Opens the file of a part, or begins it. A truncated last line is dropped.
    ///
    /// # Errors
    /// The file belongs to something else, is in use, or cannot be read or written.
    pub(crate) fn open(request: PartRequest<'_>, run: Run) -> Result<PartFile, Stop> {
        let PartRequest { part, path } = request;
        let shown = path.display();
        let failed = |error: io::Error| {
            Stop::Refused(format!("`{shown}` cannot be written: {}", unwritten(&error)))
        };
        let options =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        let mut file = options.open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let why = "another process writes to it";
                return Err(Stop::Refused(format!("`{shown}` cannot be written: {why}")));
            }
            // Some file systems have no locks. The file is then written without one.
            Err(TryLockError::Error(_)) => {}
        }
        let header = Header { run, part };
        let line = line(&header);
        let content = read(path, &mut file)?;
        match &content.header {
            // Only the beginning of the expected first line may be overwritten.
            None if line.starts_with(&content.text) => {
                file.set_len(0).map_err(failed)?;
                file.rewind().map_err(failed)?;
                file.write_all(line.as_bytes()).map_err(failed)?;
            }
            None => {
                let why = "is no file of a part: `--part` did not write it";
                return Err(Stop::Refused(format!("`{shown}` {why}")));
            }
            Some(known) => {
                let part = |part: Part| format!("{}/{}", part.number, part.of);
                let other_part = (known.part != header.part)
                    .then(|| format!("it is part {}, not {}", part(known.part), part(header.part)));
                if let Some(why) = known.run.difference(&header.run).or(other_part) {
                    let help = "give another file, or remove this one";
                    return Err(Stop::Refused(format!(
                        "`{shown}` belongs to another run: {why}; {help}"
                    )));
                }
                file.set_len(content.complete).map_err(failed)?;
                file.seek(SeekFrom::End(0)).map_err(failed)?;
            }
        }
        Ok(PartFile { path: path.to_owned(), file, header, done: content.items })
    }

    /// The items of the part that are not finished.
    pub(crate) fn remaining(&self) -> Vec<u64> {
        let Header { run, part } = &self.header;
        let first = u64::from(part.number - 1);
        let all = (first..run.items).step_by(part.of as usize);
        all.filter(|item| !self.done.contains_key(item)).collect()
    }

    /// Writes a finished item. `result` must be written as an object.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, item: u64, result: &impl Serialize) -> Result<(), Stop> {
        let numbered = Numbered { item, result };
        self.file.write_all(line(&numbered).as_bytes()).map_err(|error| {
            let shown = self.path.display();
            Stop::Refused(format!("`{shown}` cannot be written: {}", unwritten(&error)))
        })
    }

    /// What was done, in words.
    pub(crate) fn summary(&self, finished: usize) -> String {
        let Header { part, .. } = &self.header;
        let before = match self.done.len() {
            0 => String::new(),
            count => format!(" ({count} were there already)"),
        };
        format!("part {} of {}: {finished} results{before}", part.number, part.of)
    }
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

/// The results of all files of a run.
pub(crate) struct Joined {
    pub(crate) run: Run,
    results: BTreeMap<u64, Value>,
    /// The number of parts of the run.
    parts: u32,
    /// The parts without a file.
    absent: Vec<u32>,
}

impl Joined {
    /// Reads the files of a run.
    ///
    /// # Errors
    /// A file cannot be read, or it belongs to another run than the first one.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<Joined, Stop> {
        let mut joined: Option<Joined> = None;
        for path in paths {
            let shown = path.display();
            let mut file = File::open(path).map_err(|error| {
                Stop::Refused(format!("`{shown}` cannot be read: {}", plain(&error)))
            })?;
            let content = read(path, &mut file)?;
            let Some(Header { run, part }) = content.header else {
                return Err(Stop::Refused(format!("`{shown}` has no complete line")));
            };
            let all = joined.get_or_insert_with(|| Joined {
                run: run.clone(),
                results: BTreeMap::new(),
                parts: part.of,
                absent: (1..=part.of).collect(),
            });
            let other_split = (part.of != all.parts)
                .then(|| format!("its run has {} parts, not {}", part.of, all.parts));
            if let Some(why) = run.difference(&all.run).or(other_split) {
                let first = paths[0].display();
                return Err(Stop::Refused(format!(
                    "`{shown}` does not belong to `{first}`: {why}"
                )));
            }
            if !all.absent.contains(&part.number) {
                let why = format!("part {} of {} is there twice", part.number, part.of);
                return Err(Stop::Refused(format!("`{shown}`: {why}")));
            }
            all.absent.retain(|&number| number != part.number);
            all.results.extend(content.items);
        }
        joined.ok_or_else(|| Stop::Refused("no file to join".to_owned()))
    }

    /// The finished results in the order of their items.
    ///
    /// # Errors
    /// A result of another version.
    pub(crate) fn results<R: DeserializeOwned>(&self) -> Result<Vec<(u64, R)>, Stop> {
        let result = |(&item, value): (&u64, &Value)| {
            let read = serde_json::from_value(value.clone());
            read.map(|result| (item, result)).map_err(|error| {
                Stop::Refused(format!("the result of item {item} cannot be read: {error}"))
            })
        };
        self.results.iter().map(result).collect()
    }

    /// Checks that the definition has the same rules as the parts.
    ///
    /// # Errors
    /// It does not.
    pub(crate) fn check(&self, loaded: &Loaded) -> Result<(), Stop> {
        if fingerprint(loaded) == self.run.rules {
            return Ok(());
        }
        let name = brief(&self.run.definition);
        Err(Stop::Refused(format!("the rules of `{name}` have changed since the parts were begun")))
    }

    /// What is missing, in words. `None` if the run is complete.
    pub(crate) fn missing(&self) -> Option<String> {
        let count = self.run.items - self.results.len() as u64;
        if count == 0 {
            return None;
        }
        let few = |numbers: Vec<u64>| {
            let shown: Vec<String> = numbers.iter().take(10).map(u64::to_string).collect();
            let rest = if numbers.len() > 10 { ", ..." } else { "" };
            shown.join(", ") + rest
        };
        let mut lines = vec![format!("{count} of {} results are missing", self.run.items)];
        if !self.absent.is_empty() {
            let numbers = self.absent.iter().map(|&number| number.into()).collect();
            lines.push(format!("no files of the parts {} (of {})", few(numbers), self.parts));
        }
        let mut unfinished: Vec<u64> = Vec::new();
        for number in (1..=self.parts).filter(|number| !self.absent.contains(number)) {
            let first = u64::from(number - 1);
            let mut items = (first..self.run.items).step_by(self.parts as usize);
            if items.any(|item| !self.results.contains_key(&item)) {
                unfinished.push(number.into());
            }
        }
        if !unfinished.is_empty() {
            lines.push(format!("unfinished parts: {}", few(unfinished)));
        }
        Some(lines.join("; "))
    }
}
