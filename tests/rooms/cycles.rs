//! Counts import cycles between the files of a package.
//!
//! A file imports another one if it names one of its items, with `use` or by a path. Files that
//! import each other, directly or through other files, can only be understood together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the source folder and the root file of each package.
fn packages() -> Vec<(PathBuf, &'static str)> {
    let crates =
        fs::read_dir("crates").expect("packages").map(|entry| entry.expect("an entry").path());
    let others = ["definitions", "fuzz/bodies", "python", "."].map(PathBuf::from);
    let sources = crates.chain(others).map(|package| package.join("src"));
    let packages: Vec<_> = sources.filter(|folder| folder.join("lib.rs").exists()).collect();
    assert!(packages.len() > 20, "{packages:?}");
    packages.into_iter().map(|folder| (folder, "lib.rs")).collect()
}

/// The path of a module from the root of its package.
type Module = Vec<String>;

/// The code of a file, without comments and module declarations.
struct Code {
    file: PathBuf,
    text: String,
    children: Vec<String>,
}

impl Code {
    fn read(file: PathBuf) -> Code {
        let text = fs::read_to_string(&file).expect("a module has a file");
        // Tests may import what is above their file.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let child = |line: &str| {
            let line = line.trim().strip_suffix(';')?;
            let (before, name) = line.rsplit_once("mod ")?;
            let is_private = before.trim().is_empty() || before.trim().starts_with("pub");
            is_private.then(|| name.to_owned())
        };
        let (mut text, mut children) = (String::new(), Vec::new());
        for line in lines {
            match child(line) {
                Some(name) => children.push(name),
                None => text.extend([line, "\n"]),
            }
        }
        Code { file, text, children }
    }

    /// Returns the folder of the child modules.
    fn folder(&self) -> PathBuf {
        let name = self.file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match name {
            "lib.rs" | "main.rs" | "mod.rs" => {
                self.file.parent().unwrap_or(Path::new("")).to_owned()
            }
            _ => self.file.with_extension(""),
        }
    }

    /// Returns all paths with `::` in the code. Groups in `use` are expanded.
    fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut rest = String::new();
        let mut text = self.text.as_str();
        while let Some(at) = text.find("use ") {
            let starts = text[..at].chars().next_back().is_none_or(char::is_whitespace);
            let end = text[at..].find(';').map_or(text.len(), |end| at + end);
            rest.push_str(&text[..at]);
            if starts {
                found.extend(leaves(&text[at + 4..end]));
                text = &text[end..];
            } else {
                text = &text[at + 4..];
            }
        }
        rest.push_str(text);
        let of_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let inline = rest.split(|c| !of_name(c)).filter(|path| path.contains("::"));
        found.extend(inline.map(|path| path.trim_matches(':').to_owned()));
        found
    }
}

/// Expands the paths of an import: `a::{b, c::d}` contains two.
fn leaves(import: &str) -> Vec<String> {
    let import = import.trim();
    let Some((lead, inside)) = import.split_once('{') else {
        let path = import.split(" as ").next().unwrap_or(import);
        return vec![path.split_whitespace().collect()];
    };
    let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in inside.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let lead: String = lead.split_whitespace().collect();
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| leaves(part)).map(|leaf| format!("{lead}{leaf}")).collect()
}

/// Returns the modules of a package by their paths.
fn modules(folder: &Path, root: &str) -> BTreeMap<Module, Code> {
    let mut found = BTreeMap::new();
    let mut open = vec![(Module::new(), folder.join(root))];
    while let Some((module, file)) = open.pop() {
        let code = Code::read(file);
        for child in &code.children {
            let below = code.folder();
            let files = [below.join(format!("{child}.rs")), below.join(child).join("mod.rs")];
            let path = module.iter().chain([child]).cloned().collect();
            open.extend(files.into_iter().find(|file| file.exists()).map(|file| (path, file)));
        }
        found.insert(module, code);
    }
    found
}

/// Returns the module whose file contains the item that `path` names in `module`. `None` if it is
/// in another package.
fn target(path: &str, module: &Module, all: &BTreeMap<Module, Code>) -> Option<Module> {
    let mut parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
    let mut here = match *parts.first()? {
        "crate" => Module::new(),
        "self" | "super" => module.clone(),
        first => {
            let child: Module = module.iter().cloned().chain([first.to_owned()]).collect();
            all.get(&child)?;
            module.clone()
        }
    };
    while let Some(&first @ ("crate" | "self" | "super")) = parts.first() {
        if first == "super" {
            here.pop();
        }
        parts.remove(0);
    }
    // A path without a module names an item that the root re-exports from another package.
    let at_root = here.is_empty();
    let mut steps = 0;
    for part in parts {
        here.push(part.to_owned());
        if !all.contains_key(&here) {
            here.pop();
            break;
        }
        steps += 1;
    }
    (steps > 0 || !at_root).then_some(here)
}

/// The modules that each module imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

fn imports(all: &BTreeMap<Module, Code>) -> Imports {
    let of = |(module, code): (&Module, &Code)| {
        let paths = code.paths();
        let named = paths.iter().filter_map(|path| target(path, module, all));
        (module.clone(), named.filter(|other| other != module).collect())
    };
    all.iter().map(of).collect()
}

/// Returns all modules that a module imports directly or through others.
fn reached(from: &Module, imports: &Imports) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Module> = imports[from].iter().collect();
    while let Some(module) = open.pop() {
        if found.insert(module.clone()) {
            open.extend(&imports[module]);
        }
    }
    found
}

#[test]
fn no_file_imports_itself_through_others() {
    let mut wrong = Vec::new();
    for (folder, root) in packages() {
        let all = modules(&folder, root);
        let imports = imports(&all);
        let in_cycle = |module: &&Module| reached(module, &imports).contains(*module);
        let found: Vec<_> = all.keys().filter(in_cycle).map(|module| module.join("::")).collect();
        if !found.is_empty() {
            wrong.push(format!("{}/{root}:\n  {}", folder.display(), found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "these files are in import cycles\n{}", wrong.join("\n"));
}

#[test]
fn imports_are_expanded() {
    assert_eq!(
        leaves("crate::a::{self, b::{C, D as E}, f}"),
        ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "crate::a::f"]
    );
}
