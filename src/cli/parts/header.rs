//! The first line of a part's file: which run it belongs to, and which part it is.

use crate::cli::load::Loaded;
use crate::cli::stop::Stop;
use alfil::describe::rules_json;
use alfil::library::{self, brief};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io::{self, Read, Seek, SeekFrom};
use std::str::FromStr;

/// The version of the format of files.
pub(super) const FORMAT: u32 = 2;

/// The reason why a file is refused that has no header.
pub(super) const NO_PART: &str = "is no file of a part: `--part` did not write it";

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
        let mut file = library::open(&std::env::current_exe()?)?;
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
