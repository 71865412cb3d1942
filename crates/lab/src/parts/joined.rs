//! The files of all parts of a run together.

use crate::parts::header::{Header, Lines, Part, Place, Reading, Run, fingerprint};
use alfil_library::brief;
use alfil_shell::load::{Loaded, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_shell::{command, file};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The number of results that are in memory at once at the beginning. The first results may need
/// more work than later ones, and `work` may depend on what `fold` has seen.
const FIRST_BATCH: usize = 16;

/// The greatest number of results that are in memory at once.
const BATCH: usize = 256;

/// The greatest size of the lines that are in memory at once, in bytes. One line may be longer.
const BATCH_BYTES: u64 = 8 << 20;

/// The greatest number of unreadable results that are named.
const MOST_NAMED: usize = 5;

/// The file of one part.
struct Source {
    path: PathBuf,
    part: Part,
    /// The results, sorted by their items.
    places: Vec<Place>,
    /// What is wrong with the file, in words.
    damage: Option<String>,
}

/// The files of a run.
pub(crate) struct Joined {
    pub(crate) run: Run,
    /// The number of parts of the run.
    of: u32,
    /// The names of the definition in the files.
    names: BTreeSet<String>,
    /// The files, by the number of the part.
    sources: BTreeMap<u32, Source>,
    /// What to warn of: damaged files, and parts of different builds.
    warnings: Vec<String>,
    /// The numbers of results that have no meaning, by part.
    unreadable: BTreeMap<u32, u64>,
}

/// What is missing in the files of a run.
pub(crate) struct Missing {
    /// The numbers of the parts that do not have all their results.
    parts: Vec<u32>,
    /// The number of results that are missing.
    results: u64,
    /// The number of results of the complete run.
    of: u64,
    /// The parts without a file.
    absent: Vec<u32>,
    /// The number of parts of the run.
    all: u32,
}

impl Joined {
    /// Reads the files of a run of one of these commands. A file with a damaged line counts up to
    /// that line. A file that cannot be used at all counts as missing.
    ///
    /// # Errors
    /// No file can be used, or a file belongs to another run than the first one.
    pub(crate) fn read(paths: &[PathBuf], commands: &[&str]) -> Result<Joined, Stop> {
        let mut joined: Option<Joined> = None;
        let mut warnings = Vec::new();
        for path in paths {
            let shown = path.display();
            let lines = file::open(path).and_then(|mut file| Lines::read(path, &mut file));
            let lines = match lines {
                Ok(lines) => lines,
                Err(Stop::Refused(why)) => {
                    warnings.push(why);
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            let Lines { reading, places, damage, .. } = lines;
            let Header { run, part } = match reading {
                Reading::Part(header) if commands.contains(&header.run.command.as_str()) => header,
                Reading::Part(Header { run, .. }) => {
                    let why = format!("no parts of `{}` are joined", brief(&run.command));
                    warnings.push(format!("`{shown}` has a first line that is damaged: {why}"));
                    continue;
                }
                Reading::Begun(_) => {
                    warnings.push(format!("`{shown}` has no complete line"));
                    continue;
                }
                Reading::Other(why) => {
                    warnings.push(format!("`{shown}` {why}"));
                    continue;
                }
            };
            let all = joined.get_or_insert_with(|| Joined {
                run: run.clone(),
                of: part.of,
                names: BTreeSet::new(),
                sources: BTreeMap::new(),
                warnings: Vec::new(),
                unreadable: BTreeMap::new(),
            });
            let first = || {
                all.sources
                    .values()
                    .next()
                    .map_or(shown.to_string(), |source| source.path.display().to_string())
            };
            let other_split = (part.of != all.of)
                .then(|| format!("its run has {} parts, not {}", part.of, all.of));
            if let Some(why) = run.difference(&all.run).or(other_split) {
                let first = first();
                return Err(Stop::Refused(format!(
                    "`{shown}` does not belong to `{first}`: {why}"
                )));
            }
            if run.build != all.run.build {
                let (first, version) = (first(), &run.version);
                warnings.push(format!(
                    "different builds of Alfil {version} wrote `{first}` and `{shown}`"
                ));
            }
            if all.sources.contains_key(&part.number) {
                let why = format!("part {} of {} is given twice", part.number, part.of);
                return Err(Stop::Refused(format!("`{shown}`: {why}")));
            }
            let damage = damage.map(|damage| damage.to_string());
            if let Some(damage) = &damage {
                let rest = "the results from that line on are ignored";
                warnings.push(format!("`{shown}` is damaged: {damage}; {rest}"));
            }
            all.names.insert(run.definition);
            all.sources.insert(part.number, Source { path: path.clone(), part, places, damage });
        }
        let Some(mut joined) = joined else {
            return Err(Stop::Refused(if warnings.is_empty() {
                "no file to join".to_owned()
            } else {
                warnings.join("; ")
            }));
        };
        if joined.run.version != env!("CARGO_PKG_VERSION") {
            let version = &joined.run.version;
            warnings.push(format!("another version of Alfil wrote the parts: {}", brief(version)));
        }
        joined.warnings = warnings;
        Ok(joined)
    }

    /// Prints what is wrong with the files.
    pub(crate) fn warn(&self, session: &mut Session) {
        for warning in &self.warnings {
            session.shell.error(format!("warning: {warning}"));
        }
    }

    /// Loads the definition of the run: `given`, or else the first of its names in the files that
    /// leads to the same rules.
    ///
    /// # Errors
    /// There is no such definition, or its rules are others now.
    pub(crate) fn load(&self, given: Option<&str>, session: &mut Session) -> Result<Loaded, Stop> {
        let mut names: Vec<&str> = match given {
            Some(name) => vec![name],
            None => self.names.iter().map(String::as_str).collect(),
        };
        // The name in the first file is the most likely one.
        names.sort_by_key(|&name| name != self.run.definition);
        let mut first = None;
        for name in names {
            match session.load(name) {
                Ok(loaded) if fingerprint(&loaded) == self.run.rules => return Ok(loaded),
                Ok(_) => {
                    let why = "have changed since the parts were begun";
                    let why = format!("the rules of `{}` {why}", brief(name));
                    first.get_or_insert(Stop::Refused(why));
                }
                Err(stop) => {
                    first.get_or_insert(stop);
                }
            }
        }
        Err(first.unwrap_or_else(|| Stop::Refused("no file to join".to_owned())))
    }

    /// Passes all results to `fold`, in the order of their items. Before that, `work` examines each
    /// of them, on one thread for each worker. Only a few results are in memory at once. A result
    /// that `work` refuses counts as missing.
    ///
    /// # Errors
    /// A file cannot be read any more, or `fold` fails.
    pub(crate) fn each<W: Sync, R: DeserializeOwned, T: Send>(
        &mut self,
        workers: &[W],
        work: impl Fn(&W, u64, R) -> Result<T, String> + Sync,
        fold: &mut dyn FnMut(u64, T) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut rest: BTreeMap<u32, &[Place]> =
            self.sources.iter().map(|(&number, source)| (number, &source.places[..])).collect();
        let mut refused: BTreeMap<u64, String> = BTreeMap::new();
        let mut most = FIRST_BATCH;
        loop {
            let batch = batch(&mut rest, most);
            if batch.is_empty() {
                break;
            }
            most = (2 * most).min(BATCH);
            let texts = texts(&self.sources, batch)?;
            let items: Vec<u64> = texts.keys().copied().collect();
            let mut done: BTreeMap<u64, Result<T, String>> = BTreeMap::new();
            let examine = |worker: &W, item: u64| {
                let result = serde_json::from_slice(texts.get(&item)?);
                let result = result.map_err(|error| format!("it cannot be read: {error}"));
                Some(result.and_then(|result| work(worker, item, result)))
            };
            command::run(workers, items, examine, &mut |item, result| {
                done.insert(item, result);
                Ok(())
            })?;
            for (item, result) in done {
                match result {
                    Ok(result) => fold(item, result)?,
                    Err(why) => {
                        let number = (item % u64::from(self.of)) as u32 + 1;
                        *self.unreadable.entry(number).or_default() += 1;
                        if refused.len() < MOST_NAMED {
                            refused.insert(item, why);
                        }
                    }
                }
            }
        }
        for (item, why) in refused {
            self.warnings.push(format!("the result of item {item} is left out: {why}"));
        }
        Ok(())
    }

    /// The number of results of a part that can be used.
    fn count(&self, source: &Source) -> u64 {
        let unreadable = self.unreadable.get(&source.part.number).copied().unwrap_or(0);
        source.places.len() as u64 - unreadable
    }

    /// What is missing. `None` if the run is complete.
    pub(crate) fn missing(&self) -> Option<Missing> {
        let items = self.run.items;
        let is_whole = |number: u32| {
            let source = self.sources.get(&number);
            let size = Part { number, of: self.of }.size(items);
            source.map_or(0, |source| self.count(source)) == size
        };
        let all = 1..=self.of;
        let parts: Vec<u32> = all.clone().filter(|&number| !is_whole(number)).collect();
        let there: u64 = self.sources.values().map(|source| self.count(source)).sum();
        let absent = all.filter(|number| !self.sources.contains_key(number)).collect();
        (there < items).then(|| Missing {
            parts,
            results: items - there,
            of: items,
            absent,
            all: self.of,
        })
    }

    /// How much of the run there is.
    pub(crate) fn extent(&self) -> Extent {
        self.missing().map_or(Extent::Whole, Extent::Partial)
    }

    /// Prints the state of every file, without the result of the run.
    pub(crate) fn report(&self, json: bool, session: &mut Session) -> Status {
        let missing = self.missing();
        let state = |source: &Source| match &source.damage {
            Some(damage) => format!("damaged: {damage}"),
            None if self.count(source) == source.part.size(self.run.items) => "complete".to_owned(),
            None => "unfinished".to_owned(),
        };
        if json {
            let row = |source: &Source| {
                json!({
                    "part": source.part.number,
                    "file": source.path.display().to_string(),
                    "results": self.count(source),
                    "of": source.part.size(self.run.items),
                    "state": state(source),
                })
            };
            let mut object = json!({
                "command": self.run.command,
                "definition": self.run.definition,
                "items": self.run.items,
                "of": self.of,
                "parts": self.sources.values().map(row).collect::<Vec<_>>(),
            });
            self.extent().tell(&mut object);
            session.shell.json(&object);
        } else {
            for source in self.sources.values() {
                let (count, size) = (self.count(source), source.part.size(self.run.items));
                let (number, of, path) = (source.part.number, self.of, source.path.display());
                let state = state(source);
                session.shell.line(format!(
                    "part {number} of {of}: {count} of {size} results, {state} ({path})"
                ));
            }
            session.shell.line(match &missing {
                None => "nothing is missing".to_owned(),
                Some(missing) => format!("missing: {}", ranges(&missing.parts)),
            });
        }
        if missing.is_some() { Status::Found } else { Status::Well }
    }
}

/// How much of a run is in a result.
pub(crate) enum Extent {
    /// One process computed all of it.
    Single,
    /// It was joined from all its parts.
    Whole,
    /// It was joined, and something is missing.
    Partial(Missing),
}

impl Extent {
    /// Adds the numbers of missing parts to the JSON object of a joined result.
    pub(crate) fn tell(&self, object: &mut Value) {
        match self {
            Extent::Single => {}
            Extent::Whole => object["missing"] = json!([]),
            Extent::Partial(missing) => object["missing"] = json!(missing.parts),
        }
    }

    /// A sentence about missing parts for the readers of a result.
    pub(crate) fn gap(&self) -> Option<String> {
        let Extent::Partial(Missing { parts, all, results, of, .. }) = self else { return None };
        let (noun, verb) = if parts.len() == 1 { ("Part", "is") } else { ("Parts", "are") };
        let numbers = ranges(parts);
        Some(format!(
            "{noun} {numbers} of {all} {verb} not complete: {results} of {of} results are missing."
        ))
    }
}

impl Missing {
    /// What is missing, in words.
    pub(crate) fn words(&self) -> String {
        let mut lines = vec![format!("{} of {} results are missing", self.results, self.of)];
        if !self.absent.is_empty() {
            let numbers = ranges(&self.absent);
            lines.push(format!("no files of the parts {numbers} (of {})", self.all));
        }
        let absent: BTreeSet<u32> = self.absent.iter().copied().collect();
        let unfinished: Vec<u32> =
            self.parts.iter().copied().filter(|number| !absent.contains(number)).collect();
        if !unfinished.is_empty() {
            lines.push(format!("unfinished parts: {}", ranges(&unfinished)));
        }
        lines.join("; ")
    }
}

/// Writes sorted numbers as `3,5-8`, which the option `--array` of Slurm can read.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[u32]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

/// Takes up to `most` results with the smallest items from `rest`.
fn batch(rest: &mut BTreeMap<u32, &[Place]>, most: usize) -> Vec<(u32, Place)> {
    let mut heads: BTreeSet<(u64, u32)> =
        rest.iter().filter_map(|(&number, places)| Some((places.first()?.item, number))).collect();
    let (mut taken, mut bytes) = (Vec::new(), 0);
    while taken.len() < most && bytes < BATCH_BYTES {
        let Some((_, number)) = heads.pop_first() else { break };
        let Some(places) = rest.get_mut(&number) else { break };
        let Some((&place, others)) = places.split_first() else { break };
        *places = others;
        heads.extend(others.first().map(|next| (next.item, number)));
        bytes += u64::from(place.length);
        taken.push((number, place));
    }
    rest.retain(|_, places| !places.is_empty());
    taken
}

/// Reads the lines of some results. Each file is opened once.
fn texts(
    sources: &BTreeMap<u32, Source>,
    mut batch: Vec<(u32, Place)>,
) -> Result<BTreeMap<u64, Vec<u8>>, Stop> {
    batch.sort_by_key(|&(number, place)| (number, place.at));
    let mut texts = BTreeMap::new();
    for group in batch.chunk_by(|one, next| one.0 == next.0) {
        let Some(source) = group.first().and_then(|(number, _)| sources.get(number)) else {
            continue;
        };
        let path: &Path = &source.path;
        let mut file = file::open(path)?;
        for (_, place) in group {
            let mut text = vec![0; place.length as usize];
            let read =
                file.seek(SeekFrom::Start(place.at)).and_then(|_| file.read_exact(&mut text));
            read.map_err(|error| file::unreadable(path, &error))?;
            texts.insert(place.item, text);
        }
    }
    Ok(texts)
}
