//! Reads the file of a part line by line. Only the places of its results are kept.

use crate::cli::io_error::plain;
use crate::cli::parts::header::{FORMAT, Header, NO_PART};
use crate::cli::stop::Stop;
use serde::Deserialize;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

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
                    Err(_) => "is no result",
                    Ok(Item { item }) if !part.has(item) || item >= run.items => {
                        "is not of this part"
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
