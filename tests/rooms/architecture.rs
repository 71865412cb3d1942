//! Tests of the structure of the code: imports, heads of files, paths in documents, codes of
//! findings, tests of games.

use alfil::diagnostic::Code;
use alfil::library::{Library, shipped};
use alfil::resolve::resolution::resolve;
use alfil::source::Sources;
use alfil::syntax::definition::Role;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules of the lowest package, which all modules from `board` on may import.
const GROUND: &[&str] = &["index", "source", "help", "diagnostic"];

/// An importing module, and the modules that it may import.
type Importer = (&'static str, &'static [&'static str]);

/// All modules, the lowest first. Each is listed with the modules that it may import besides itself
/// and `GROUND`. Imported modules, also those of `EXCEPTIONS`, come earlier in the list. `cli`
/// belongs to the program, which imports the library as `alfil`.
const ROOMS: &[Importer] = &[
    ("index", &[]),
    ("source", &["index"]),
    ("help", &[]),
    ("diagnostic", &["source", "help"]),
    ("rules", &["index", "source"]),
    ("clock", &[]),
    ("search", &["rules", "clock"]),
    ("topology", &["rules"]),
    ("board", &["rules", "clock", "search", "topology"]),
    ("reference", &["rules", "topology", "board"]),
    ("plane", &["rules", "clock", "search"]),
    ("mates", &["rules", "plane"]),
    ("syntax", &["source", "diagnostic"]),
    ("library", &["source", "diagnostic"]),
    ("resolve", &["rules", "topology", "syntax", "library"]),
    ("text", &["rules", "topology", "syntax", "resolve"]),
    (
        "play",
        &[
            "rules",
            "topology",
            "syntax",
            "resolve",
            "clock",
            "search",
            "board",
            "reference",
            "plane",
            "text",
        ],
    ),
    ("render", &["rules", "topology", "reference", "play", "text"]),
    ("suite", &["rules", "syntax", "resolve", "reference", "play", "clock"]),
    ("variant", &["rules", "syntax", "library", "resolve", "play", "clock"]),
    ("describe", &["rules", "topology", "syntax", "resolve", "play", "text", "render", "suite"]),
    ("editor", &["rules", "syntax", "library", "resolve", "play", "text", "render", "variant"]),
    ("protocol", &["rules", "syntax", "library", "resolve", "play", "variant"]),
    (
        "foreign",
        &[
            "rules", "topology", "syntax", "library", "resolve", "play", "text", "variant",
            "describe", "protocol",
        ],
    ),
    (
        "studio",
        &[
            "rules",
            "topology",
            "reference",
            "syntax",
            "library",
            "resolve",
            "play",
            "text",
            "render",
            "suite",
            "variant",
            "describe",
            "editor",
            "protocol",
            "foreign",
        ],
    ),
    (
        "cli",
        &[
            "rules", "syntax", "library", "resolve", "play", "text", "render", "suite", "variant",
            "describe", "editor", "studio", "protocol", "foreign", "mates",
        ],
    ),
    ("web", &["describe", "editor", "studio", "variant"]),
];

/// The module that belongs to the program and not to the library.
const PROGRAM: &str = "cli";
/// The package that uses the library as a program does.
const PAGE: &str = "web";

/// Packages in `crates/`. The library and the program import them by their own names.
const PACKAGES: &[&str] = &[
    "diagnostics",
    "rules",
    "clock",
    "search",
    "topology",
    "board",
    "reference",
    "plane",
    "mates",
    "syntax",
    "web",
];

/// Modules with layers, lowest first: each layer with the layers that it may import.
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
/// True if a module may import `GROUND`. The other modules list these imports in their rows.
fn on_ground(room: &str) -> bool {
    !["index", "source", "help", "diagnostic", "rules", "syntax", "library"].contains(&room)
}

/// Imports that the table does not allow, with their reasons.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "syntax",
        "rules",
        "direction letters are one alphabet, sizes and outlines of lattices one geometry: `rules/` owns both",
    ),
    ("render", "board", "scenes are drawn from the cells, paths and marks of a board"),
    ("render", "plane", "charts are drawn from families, shapes and points of a plane"),
    ("describe", "board", "exported rules contain the board as a graph and its cells"),
    (
        "foreign",
        "board",
        "other programs list cells, so conditions are compared on all cells of the board",
    ),
    ("studio", "board", "moves are split into the cells, sections and choices of a board"),
];

/// External crates that only the listed modules may import.
const CRATES: &[(&str, &[&str])] = &[
    ("alfil_grammar", &["syntax", "foreign"]),
    ("pest", &["syntax", "foreign"]),
    ("pest_derive", &[]),
    ("serde_yaml", &["syntax"]),
    ("include_dir", &["library"]),
    ("miette", &["render"]),
    ("resvg", &["render"]),
    ("clap", &["cli"]),
    ("lsp_server", &["cli"]),
    ("lsp_types", &["cli"]),
    ("hyper", &["cli"]),
    ("hyper_util", &["cli"]),
    ("http_body_util", &["cli"]),
    ("tokio", &["cli"]),
    ("tokio_io_timeout", &["cli"]),
    ("getrandom", &["cli"]),
    ("anstream", &["cli"]),
    ("atomic_write_file", &["cli"]),
    ("serde", &["play", "cli"]),
    ("sha2", &["cli"]),
    ("shlex", &["cli"]),
    ("xattr", &["cli"]),
];

struct Source {
    path: PathBuf,
    text: String,
}

impl Source {
    /// Returns the module of the file: its package in `crates/` or its folder in `src`. For a
    /// single file in `src` or in the diagnostics package, it is the name of the file.
    fn room(&self) -> &str {
        let below = match self.package() {
            Some("diagnostics") => self.path.strip_prefix("crates/diagnostics/src"),
            Some(_) => self.path.strip_prefix("crates"),
            None => self.path.strip_prefix("src"),
        };
        let first = below.unwrap_or(&self.path).iter().next().and_then(|part| part.to_str());
        first.map_or("", |first| first.strip_suffix(".rs").unwrap_or(first))
    }

    /// Returns the package in `crates/` that contains the file, if there is one.
    fn package(&self) -> Option<&'static str> {
        PACKAGES
            .iter()
            .copied()
            .find(|package| self.path.starts_with(Path::new("crates").join(package)))
    }

    /// Returns the modules that `code` imports. The module itself may be among them.
    fn imports<'t>(&self, code: &'t str) -> BTreeSet<&'t str> {
        let own = || named(code, "crate::");
        let packages = || {
            let others = named(code, "alfil_").into_iter();
            let others = others.filter(|package| !["diagnostics", "grammar"].contains(package));
            others.chain(named(code, "alfil_diagnostics::"))
        };
        match self.package() {
            Some("diagnostics") => own(),
            // The modules of this package import the whole library.
            Some("web") => named(code, "alfil::"),
            Some(_) => packages().collect(),
            None => own().into_iter().chain(named(code, "alfil::")).chain(packages()).collect(),
        }
    }

    /// Returns the code of the file without comments.
    fn code(&self) -> String {
        let code = self.text.lines().map(|line| line.split("//").next().unwrap_or_default());
        code.collect::<Vec<_>>().join("\n")
    }
}

/// Returns every Rust file below `folder`, sorted.
fn files(folder: &str) -> Vec<Source> {
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

/// Returns the files of the library, the program and the packages.
fn sources() -> Vec<Source> {
    ["src", "crates"].into_iter().flat_map(files).collect()
}

/// Returns the names that follow `lead` in the code, except for macros.
fn named<'t>(code: &'t str, lead: &str) -> BTreeSet<&'t str> {
    let word = |rest: &'t str| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        (&rest[..end], &rest[end..])
    };
    let starts = code.match_indices(lead).map(|(at, _)| word(&code[at + lead.len()..]));
    starts.filter(|(name, rest)| !name.is_empty() && !rest.starts_with('!')).map(|w| w.0).collect()
}

/// True for the root file of the program or of a package. The tables do not apply to these files.
fn is_door(path: &Path) -> bool {
    path == Path::new("src/main.rs") || path.ends_with("lib.rs")
}

#[test]
fn modules_import_only_what_is_allowed() {
    let table: BTreeMap<_, _> = ROOMS.iter().copied().collect();
    let height = |room: &str| ROOMS.iter().position(|(name, _)| *name == room);
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for file in sources().iter().filter(|f| !is_door(&f.path)) {
        let (room, path) = (file.room(), file.path.display());
        let Some(allowed) = table.get(room) else {
            wrong.push(format!("{path}: the room `{room}` is not in the table"));
            continue;
        };
        let code = file.code();
        let own: &[&str] = if file.package().is_none() { &["use crate::{"] } else { &[] };
        let several = own.iter().chain(&["use alfil::{", "use alfil_diagnostics::{"]);
        if several.copied().any(|line| code.contains(line)) {
            wrong.push(format!(
                "{path}: one `use` line for each room or floor that is imported from"
            ));
        }
        if room != PROGRAM && room != PAGE && !named(&code, "alfil::").is_empty() {
            wrong.push(format!("{path}: rooms of the library are imported as `crate::`"));
        }
        let re_exported = |name: &&str| GROUND.contains(name) || PACKAGES.contains(name);
        let of_library = named(&code, if room == PROGRAM { "alfil::" } else { "crate::" });
        if file.package().is_none() && of_library.iter().any(re_exported) {
            wrong.push(format!("{path}: packages are imported by their own names"));
        }
        for name in file.imports(&code) {
            if height(name) > height(room) {
                wrong.push(format!("{path}: `{room}` stands below `{name}`, which it imports"));
            }
            let granted = name == room
                || allowed.contains(&name)
                || (on_ground(room) && GROUND.contains(&name));
            if granted {
                continue;
            }
            match EXCEPTIONS.iter().find(|(from, to, _)| (*from, *to) == (room, name)) {
                Some(exception) => drop(used.insert(exception)),
                None => wrong.push(format!("{path}: `{room}` may not import `{name}`")),
            }
        }
    }
    for exception in EXCEPTIONS.iter().filter(|e| !used.contains(e)) {
        wrong.push(format!("the exception {exception:?} is not needed any more"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
fn crates_are_imported_only_where_allowed() {
    let mut wrong = Vec::new();
    for file in sources().iter().filter(|f| !is_door(&f.path)) {
        let code = file.code();
        for (name, rooms) in CRATES {
            let knows = code.lines().any(|line| {
                let line = line.trim_start();
                line.starts_with(&format!("use {name}::"))
                    || line.match_indices(&format!("{name}::")).any(|(at, _)| {
                        !line[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c))
                    })
            });
            if knows && !rooms.contains(&file.room()) {
                wrong.push(format!("{}: knows `{name}`", file.path.display()));
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

/// `Cargo.toml` turns off unit tests, so a test inside `src` or `crates` would never run.
#[test]
fn no_test_is_where_none_runs() {
    let tests = sources().into_iter().filter(|file| file.code().contains("#[test]"));
    let paths: Vec<PathBuf> = tests.map(|file| file.path).collect();
    assert_eq!(paths, Vec::<PathBuf>::new(), "tests belong to `tests/`");
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

#[test]
fn every_code_is_produced_and_explained() {
    let registry = Path::new("crates/diagnostics/src/diagnostic.rs");
    let sources = sources();
    let produced: BTreeSet<String> = sources
        .iter()
        .filter(|f| f.path != registry)
        .flat_map(|f| named(&f.code(), "Code::").into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let (mut wrong, mut names, mut texts) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    for &code in Code::ALL {
        let (name, text) = (code.name(), code.explanation());
        if !produced.contains(&format!("{code:?}")) {
            wrong.push(format!("{name}: no code in src produces it"));
        }
        if !name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') || !names.insert(name) {
            wrong.push(format!("{name}: not kebab-case, or twice"));
        }
        let sentences = text.matches(". ").count() + 1;
        let thin = text.split_whitespace().count() < 6 || !text.ends_with('.') || sentences > 3;
        if thin || !texts.insert(text) {
            wrong.push(format!("{name}: its explanation is thin, too long, or another's"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_shipped_game_has_tests() {
    let (mut library, mut sources) = (Library::new(), Sources::new());
    let mut games = 0;
    for definition in shipped() {
        let resolved = resolve(definition.name, &mut library, &mut sources).value;
        let resolved = resolved.unwrap_or_else(|| panic!("{} resolves", definition.name));
        match resolved.role {
            Role::Game => {
                games += 1;
                assert!(!resolved.cases.is_empty(), "{} has no tests", definition.name);
            }
            Role::Abstract | Role::Modifier => {}
        }
    }
    assert!(games > 0);
}

/// Documents must name files of the project by their full paths, or relative to the packages that
/// contain them.
#[test]
fn paths_in_documents_exist() {
    const ROOTS: [&str; 8] = [
        "",
        "src",
        "crates",
        "crates/board/src",
        "crates/plane/src",
        "crates/rules/src",
        "docs",
        "tests",
    ];
    const PLACES: [&str; 9] = [
        "src/",
        "crates/",
        "tests/",
        "fuzz/",
        "grammar/",
        "docs/",
        "benches/",
        "definitions/",
        "examples/",
    ];
    let mut documents = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    documents.extend(fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|end| end == "md"));
    let (glossary, foreign) = (Path::new("docs/glossary.md"), Path::new("docs/sources.md"));
    // Short names of source files omit leading folders and the `src` of packages.
    let files = sources().into_iter().chain(["tests", "fuzz"].into_iter().flat_map(files));
    let files: Vec<String> =
        files.map(|file| file.path.to_string_lossy().replace("/src/", "/")).collect();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for document in documents {
        let parts_are_paths = ["docs/architecture.md", "docs/adding.md", "CONTRIBUTING.md"]
            .map(Path::new)
            .contains(&document.as_path());
        let text = fs::read_to_string(&document).unwrap();
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = quoted.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
            let is_whole = PLACES.iter().any(|place| quoted.starts_with(place));
            let is_file = quoted.ends_with(".rs") || quoted.ends_with('/');
            let is_sample = ["NAME", "PATH", "FAMILY"].iter().any(|word| quoted.contains(word));
            // The page on sources also names files of other projects.
            let is_sample = is_sample || document == foreign && !quoted.contains("src/");
            let is_part = parts_are_paths && quoted.ends_with(".rs") && !is_whole;
            if !is_path || is_sample || !(is_whole || is_part || document == glossary && is_file) {
                continue;
            }
            seen += 1;
            let ends = |file: &String| file.ends_with(&format!("/{quoted}"));
            if is_part && files.iter().any(ends) {
                continue;
            }
            if !ROOTS.iter().any(|root| Path::new(root).join(quoted).exists()) {
                wrong.push(format!("{}: there is no `{quoted}`", document.display()));
            }
        }
    }
    assert!(seen > 100, "{seen} paths were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files that may open files. All others call their functions, which read only regular files and write
/// over nothing by accident.
const OPENERS: &[&str] = &["src/library.rs", "src/cli/file.rs", "src/cli/file/put.rs"];

#[test]
fn few_places_open_files() {
    const WAYS: [&str; 8] = [
        "File::open",
        "File::create",
        "OpenOptions::new",
        "AtomicWriteFile::open",
        "fs::read(",
        "fs::read_to_string",
        "fs::write",
        "fs::copy",
    ];
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["src", "crates", "grammar"].map(PathBuf::from).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let shown = path.display().to_string().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // Scripts that build packages are no part of the program.
            let is_code = shown.ends_with(".rs") && !shown.ends_with("build.rs");
            if !is_code || OPENERS.contains(&shown.as_str()) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("UTF-8");
            // `PartFile::open` is not `File::open`.
            let is_whole = |line: &str, at: usize| !line[..at].ends_with(char::is_alphanumeric);
            let opens = |line: &str| {
                WAYS.iter().any(|way| line.match_indices(way).any(|(at, _)| is_whole(line, at)))
            };
            let bad = text.lines().enumerate().filter(|(_, line)| opens(line));
            found.extend(bad.map(|(number, line)| format!("{shown}:{}: {line}", number + 1)));
        }
    }
    assert!(
        found.is_empty(),
        "open files with `library::open` or `file::open`:\n{}",
        found.join("\n")
    );
}
