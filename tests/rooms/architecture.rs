//! Tests of the structure of the code: layers inside packages, and heads of files.
//!
//! Cargo keeps the packages apart: their manifests list what each may import.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A layer, and the layers that it may import.
type Importer = (&'static str, &'static [&'static str]);

/// Packages with layers, lowest first: each layer with the layers that it may import.
const FLOORS: &[(&str, &[Importer])] = &[
    (
        "board",
        &[
            ("paths", &[]),
            ("model", &["paths"]),
            ("interpret", &["paths", "model"]),
            ("tables", &["paths", "model"]),
            ("engine", &["paths", "model", "tables", "interpret"]),
        ],
    ),
    (
        "plane",
        &[
            ("geometry", &[]),
            ("space", &["geometry"]),
            ("model", &["geometry", "space"]),
            ("moves", &["geometry", "space", "model"]),
            ("rules", &["geometry", "space", "model", "moves"]),
            ("player", &["model", "moves", "rules"]),
        ],
    ),
];
/// A Rust file.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl Source {
    /// Returns the code of the file without comments.
    pub(crate) fn code(&self) -> String {
        let code = self.text.lines().map(|line| line.split("//").next().unwrap_or_default());
        code.collect::<Vec<_>>().join("\n")
    }
}

/// Returns every Rust file below `folder`, sorted.
pub(crate) fn files(folder: &str) -> Vec<Source> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|e| e.unwrap().path()) {
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push(Source { path, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// Returns the names that follow `lead` in the code, except for macros.
pub(crate) fn named<'t>(code: &'t str, lead: &str) -> BTreeSet<&'t str> {
    let word = |rest: &'t str| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (&rest[..end], &rest[end..])
    };
    let starts = code.match_indices(lead).map(|(at, _)| word(&code[at + lead.len()..]));
    starts.filter(|(name, rest)| !name.is_empty() && !rest.starts_with('!')).map(|w| w.0).collect()
}

#[test]
fn layers_import_only_lower_layers() {
    let mut wrong = Vec::new();
    for (room, floors) in FLOORS {
        let below = Path::new("crates").join(room).join("src");
        let mut used = BTreeSet::new();
        for (index, (floor, allowed)) in floors.iter().enumerate() {
            let lower = || floors[..index].iter().map(|(name, _)| name);
            for name in allowed.iter().filter(|name| !lower().any(|n| n == *name)) {
                wrong.push(format!("{room}: `{floor}` is not above `{name}`"));
            }
            for file in files(below.join(floor).to_str().unwrap()) {
                let code = file.code();
                for name in named(&code, "crate::") {
                    used.insert((*floor, name.to_owned()));
                    if name != *floor && !allowed.contains(&name) {
                        let path = file.path.display();
                        wrong.push(format!("{path}: `{floor}` may not import `{name}`"));
                    }
                }
            }
            for name in allowed.iter().filter(|n| !used.contains(&(*floor, n.to_string()))) {
                wrong.push(format!("{room}: `{floor}` does not need `{name}`"));
            }
        }
        for file in files(below.to_str().unwrap()) {
            let inside = file.path.strip_prefix(&below).unwrap();
            let floor = inside.iter().next().and_then(|p| p.to_str()).unwrap();
            if floor != "lib.rs" && !floors.iter().any(|(name, _)| *name == floor) {
                wrong.push(format!("{}: stands on no floor", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_has_a_head() {
    let mut wrong = Vec::new();
    for file in ["src", "crates", "grammar", "tests", "benches", "fuzz"].into_iter().flat_map(files)
    {
        let path = file.path.display();
        // A fuzz target begins with `#![no_main]`.
        let head = file.text.lines().find(|line| !line.starts_with("#!["));
        if !head.is_some_and(|line| line.starts_with("//! ")) {
            wrong.push(format!("{path}: does not begin with `//! `"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_todo_remains() {
    let banned = [concat!("to", "do!"), concat!("unimpl", "emented!"), concat!("#[ig", "nore")];
    let mut wrong = Vec::new();
    for file in ["src", "crates", "tests", "benches", "fuzz"].into_iter().flat_map(files) {
        for (number, line) in (1..).zip(file.text.lines()) {
            for word in banned.iter().filter(|word| line.contains(**word)) {
                wrong.push(format!("{}:{number}: `{word}`", file.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
