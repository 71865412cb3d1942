//! Tests of the paths that documents contain.

use crate::architecture::files;
use std::fs;
use std::path::{Path, PathBuf};

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
    for folder in ["docs", "docs/guide", "docs/topics", "docs/reference"] {
        documents.extend(fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    }
    documents.retain(|path| path.extension().is_some_and(|end| end == "md"));
    let (glossary, foreign) = (Path::new("docs/glossary.md"), Path::new("docs/sources.md"));
    // Short names of source files omit leading folders and the `src` of packages.
    let files = ["src", "crates", "definitions", "tests", "fuzz"].into_iter().flat_map(files);
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

#[test]
fn every_package_is_described_and_drawn() {
    let table = fs::read_to_string("docs/architecture.md").unwrap();
    let picture = fs::read_to_string("docs/pictures/packages.svg").unwrap();
    for entry in fs::read_dir("crates").unwrap().map(|entry| entry.unwrap()) {
        if !entry.path().is_dir() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        assert!(table.contains(&format!("| `crates/{name}` |")), "docs/architecture.md: {name}");
        assert!(picture.contains(&format!(">{name}</text>")), "docs/pictures/packages.svg: {name}");
    }
}
