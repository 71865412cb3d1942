//! The file of a part: its first line, which says what run and part it is, and its lines.

use alfil_describe::rules_json;
use alfil_library::brief;
use alfil_shell::load::Loaded;
use alfil_shell::terminal::{Stop, plain};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::str::FromStr;

// The first line of a part's file: which run it belongs to, and which part it is.

/// The version of the format of files.
pub(super) const FORMAT: u32 = 2;

/// The reason why a file is refused that has no header.
pub(super) const NO_PART: &str = "is not the file of a part: `--part` did not write it";

/// The greatest number of parts.
const MOST_PARTS: u32 = 1_000_000;

/// One of several parts of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "Numbers")]
pub(crate) struct Part {
    /// The number of the part, from 1.
    pub(super) number: u32,
    /// The number of parts.
    pub(super) of: u32,
}

/// The numbers of a part as they are in a file.
#[derive(Deserialize)]
struct Numbers {
    number: u32,
    of: u32,
}

impl TryFrom<Numbers> for Part {
    type Error = String;

    fn try_from(Numbers { number, of }: Numbers) -> Result<Part, String> {
        let is_part = (1..=MOST_PARTS).contains(&of) && (1..=of).contains(&number);
        is_part
            .then_some(Part { number, of })
            .ok_or_else(|| format!("there is no part {number}/{of}"))
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Numbers { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        let part = numbers.and_then(|numbers| Part::try_from(numbers).ok());
        part.ok_or_else(|| "write `3/64` for the third of 64 parts".to_owned())
    }
}

impl Part {
    /// Returns true if the item with this number belongs to the part.
    pub(super) fn has(self, item: u64) -> bool {
        item % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// The number of items of the part in a run of `items`.
    pub(super) fn size(self, items: u64) -> u64 {
        let of = u64::from(self.of);
        items / of + u64::from(items % of >= u64::from(self.number))
    }
}

/// The description of a run. It is the same in all its parts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The version of the format.
    alfil: u32,
    /// The version of the program that began the file.
    pub(super) version: String,
    /// The hash of the program that began the file. Programs of one version that were built in
    /// different ways differ here.
    pub(super) build: String,
    /// The name of the command.
    pub(crate) command: String,
    /// The definition as the user wrote it.
    pub(crate) definition: String,
    /// The hash of the rules.
    pub(super) rules: String,
    /// The settings of the command.
    pub(crate) settings: Value,
    /// The number of items in all parts.
    pub(crate) items: u64,
}

impl Run {
    /// A run of a command.
    pub(crate) fn new(
        command: &str,
        loaded: &Loaded,
        settings: &impl Serialize,
        items: u64,
    ) -> Run {
        Run {
            alfil: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: build(),
            command: command.to_owned(),
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
            Stop::Refused(format!("the settings of `{}` cannot be read: {error}", self.command))
        })
    }

    /// The reason why `other` is not the same run.
    pub(super) fn difference(&self, other: &Run) -> Option<String> {
        if self.version != other.version {
            let (own, wanted) = (brief(&self.version), brief(&other.version));
            return Some(format!("Alfil {own} wrote it, not Alfil {wanted}"));
        }
        if self.command != other.command {
            let (own, wanted) = (brief(&self.command), brief(&other.command));
            return Some(format!("it is a part of `alfil {own}`, not of `alfil {wanted}`"));
        }
        // A definition may have different names on different machines, so only its rules count.
        if self.rules != other.rules {
            let (own, wanted) = (brief(&self.definition), brief(&other.definition));
            return Some(if own == wanted {
                format!("the rules of `{own}` are different there")
            } else {
                format!("it is about `{own}`, not about `{wanted}`")
            });
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
    digest(rules_json::rules(&loaded.resolved, &loaded.game).to_string().as_bytes())
}

/// A hash of the running program. It tells builds apart and need not withstand anybody, so blocks
/// all over the file are enough.
fn build() -> String {
    const BLOCKS: u64 = 256;
    const BLOCK: u64 = 4096;
    let sampled = || -> io::Result<String> {
        let mut file = alfil_library::open(&std::env::current_exe()?)?;
        let length = file.metadata()?.len();
        let mut bytes = length.to_le_bytes().to_vec();
        for block in 0..BLOCKS {
            file.seek(SeekFrom::Start(length / BLOCKS * block))?;
            Read::by_ref(&mut file).take(BLOCK).read_to_end(&mut bytes)?;
        }
        Ok(digest(&bytes))
    };
    // Without access to its own file, the program has only its version.
    sampled().unwrap_or_default()
}

/// The first half of the SHA-256 hash of `bytes`, in hexadecimal digits.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    #[serde(flatten)]
    pub(super) run: Run,
    pub(super) part: Part,
}

// Reads the file of a part line by line. Only the places of its results are kept.

/// The greatest size of a line in bytes.
const LONGEST: u64 = 4 << 20;

/// What the first line of a file says.
pub(super) enum Reading {
    /// It is the header of a part.
    Part(Header),
    /// The file is empty, or has only the beginning of its first line, which is this.
    Begun(Vec<u8>),
    /// It is no header, for this reason.
    Other(String),
}

/// The place of a result in its file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) item: u64,
    /// The number of bytes before its line.
    pub(super) at: u64,
    /// The number of bytes of its line, with the line feed.
    pub(super) length: u32,
}

/// The first line of a file that cannot be read.
pub(super) struct Damage {
    line: u64,
    why: &'static str,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} {}", self.line, self.why)
    }
}

/// What is in the file of a part.
pub(super) struct Lines {
    pub(super) reading: Reading,
    /// The results up to the first damaged line, sorted by their items.
    pub(super) places: Vec<Place>,
    /// The number of bytes up to the end of the last line that could be read.
    pub(super) end: u64,
    pub(super) damage: Option<Damage>,
}

/// The version of the format, which every first line has.
#[derive(Deserialize)]
struct Format {
    alfil: u32,
}

/// The number of the item in a line.
#[derive(Deserialize)]
struct Item {
    item: u64,
}

/// Reads the first line of a file.
fn header(line: &[u8]) -> Reading {
    match serde_json::from_slice::<Format>(line) {
        Err(_) => return Reading::Other(NO_PART.to_owned()),
        Ok(Format { alfil: FORMAT }) => {}
        Ok(Format { alfil }) => {
            let why = format!("has the format {alfil}, and this version of Alfil reads {FORMAT}");
            return Reading::Other(why);
        }
    }
    match serde_json::from_slice(line) {
        Ok(header) => Reading::Part(header),
        Err(error) => Reading::Other(format!("has a first line that is damaged: {error}")),
    }
}

impl Lines {
    /// Reads the file that is open as `file`.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn read(path: &Path, file: &mut File) -> Result<Lines, Stop> {
        Lines::of(file).map_err(|error| {
            Stop::Refused(format!("`{}` cannot be read: {}", path.display(), plain(&error)))
        })
    }

    fn of(file: &mut File) -> io::Result<Lines> {
        let mut input = BufReader::with_capacity(1 << 16, file);
        let mut bytes = Vec::new();
        let reading = match next(&mut input, &mut bytes)? {
            Next::Whole => header(&bytes),
            Next::Cut => Reading::Begun(std::mem::take(&mut bytes)),
            Next::TooLong => Reading::Other(NO_PART.to_owned()),
        };
        let mut lines =
            Lines { reading, places: Vec::new(), end: bytes.len() as u64, damage: None };
        let Reading::Part(Header { run, part }) = &lines.reading else { return Ok(lines) };
        for line in 2.. {
            let why = match next(&mut input, &mut bytes)? {
                // A line that was cut off is written again.
                Next::Cut => break,
                Next::TooLong => "is too long",
                Next::Whole => match serde_json::from_slice::<Item>(&bytes) {
                    Err(_) => "is not a result",
                    Ok(Item { item }) if !part.has(item) || item >= run.items => {
                        "does not belong to this part"
                    }
                    Ok(Item { item }) => {
                        let length = bytes.len() as u32;
                        lines.places.push(Place { item, at: lines.end, length });
                        lines.end += u64::from(length);
                        continue;
                    }
                },
            };
            lines.damage = Some(Damage { line, why });
            break;
        }
        lines.places.sort_unstable();
        // Of two results of one item, the first one counts.
        lines.places.dedup_by_key(|place| place.item);
        Ok(lines)
    }
}

/// How a line was read.
enum Next {
    Whole,
    /// The file ends before the line does.
    Cut,
    TooLong,
}

/// Reads the next line into `bytes`.
fn next(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Next> {
    bytes.clear();
    input.by_ref().take(LONGEST).read_until(b'\n', bytes)?;
    Ok(match bytes.last() {
        Some(b'\n') => Next::Whole,
        Some(_) if bytes.len() as u64 == LONGEST => Next::TooLong,
        Some(_) | None => Next::Cut,
    })
}
