//! Tests of the library with a folder on disk.

use alfil_definitions::{find, shipped};
use alfil_diagnostics::diagnostic::Code;
use alfil_diagnostics::source::{MAX_BYTES, SourceId, Sources};
use std::fs::{self};
use std::path::{Path, PathBuf};

/// A temporary folder that is removed at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("alfil-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the test");
        fs::write(&path, bytes).expect("a file for the test");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If the folder cannot be removed, this does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn code_of(request: &str) -> (Code, String) {
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let finding = library.load(&mut sources, request, None).expect_err(request);
    (finding.code, finding.help.map_or_else(String::new, |help| help.to_string()))
}

#[test]
fn shipped_names_are_unique_and_every_file_is_shipped() {
    let mut names: Vec<_> = shipped().map(|s| s.name).collect();
    assert!(names.contains(&"chess"));
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "two definitions share a name");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
    let files = alfil_definitions::library()
        .expand(&folder.display().to_string())
        .value
        .expect("definitions");
    assert_eq!(files.len(), count, "every definition lies in the folder of a family");
    assert_eq!(find("chess").map(|s| s.family), Some("orthodox"));
}

#[test]
fn every_shipped_definition_is_clean_yaml() {
    for shipped in shipped() {
        let read = alfil_syntax::definition::tree(SourceId::only(), shipped.text);
        assert!(read.found.is_empty(), "{}: {:?}", shipped.name, read.found);
    }
}

#[test]
fn a_path_is_relative_to_the_file_that_names_it_and_read_once() {
    let folder = Folder::new("relative");
    let game = folder.write("a/game.yaml", "\u{feff}extends: ../mine.yml\r\n");
    let mine = folder.write("mine.yml", "name: Mine\n");
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let game = library.load(&mut sources, &game, None).expect("the game");
    assert_eq!(sources.get(game).text.as_ref(), "extends: ../mine.yml\r\n");
    let first = library.load(&mut sources, "../mine.yml", Some(game)).expect("its parent");
    let again = library.load(&mut sources, &mine, None).expect("the same");
    assert_eq!(first, again);
    let chess = library.load(&mut sources, "chess", Some(game)).expect("a shipped one");
    assert_eq!(library.load(&mut sources, "chess", None).ok(), Some(chess));
    let own = library.add(&mut sources, "mine", "name: Other\n");
    assert_eq!(library.load(&mut sources, "mine", Some(game)).ok(), Some(own));
}

#[test]
fn unreadable_files_have_reasons() {
    use Code::*;
    let folder = Folder::new("unreadable");
    let path = |name: &str| folder.0.join(name).display().to_string();
    let near = folder.write("contrast.yaml", "name: x\n");
    assert_eq!(code_of(&path("contrst.yaml")), (UnreadableFile, format!("did you mean `{near}`?")));
    assert_eq!(code_of(&path("no/chess.yaml")), (UnreadableFile, "did you mean `chess`?".into()));
    assert_eq!(code_of(&folder.0.display().to_string()).0, UnreadableFile);
    assert_eq!(code_of(&folder.write("latin.yaml", b"a: \xe9")).0, UnreadableFile);
    assert_eq!(code_of(&folder.write("wide.yaml", b"\xff\xfea\0")).0, UnreadableFile);
    assert_eq!(code_of(&folder.write("binary.yaml", b"\x7fELF\0")).0, UnreadableFile);
    assert_eq!(code_of(&folder.write("big.yaml", vec![b'['; MAX_BYTES + 1])).0, TooLarge);
    assert_eq!(code_of("chesss"), (UnknownDefinition, "did you mean `chess`?".into()));
    assert_eq!(code_of("").0, UnknownDefinition);
    assert_eq!(code_of("a\0/b").0, UnreadableFile);
}

#[test]
fn folders_give_their_definitions_and_sums_their_parts() {
    let folder = Folder::new("folders");
    for name in ["b.yml", "a.yaml", "sub/c.YAML", ".hidden/d.yaml", "e.txt"] {
        folder.write(name, "name: x\n");
    }
    let library = alfil_definitions::library();
    let root = folder.0.display().to_string();
    let found = library.expand(&root).value.expect("definitions");
    let names: Vec<_> = found.iter().map(|p| &p[root.len() + 1..]).collect();
    assert_eq!(names, ["a.yaml", "b.yml", "sub/c.YAML"]);
    assert_eq!(library.expand("chess").value, Some(vec!["chess".to_owned()]));
    let empty = Folder::new("empty");
    let finding = library.expand(&empty.0.display().to_string()).found.remove(0);
    assert_eq!(finding.code, Code::UnreadableFile);

    let sum = "chess + ./a.yaml++é";
    let parts: Vec<_> = library.parts(sum, None).into_iter().map(|r| &sum[r]).collect();
    assert_eq!(parts, ["chess", "./a.yaml", "", "é"]);
    let plus = folder.write("a+b.yaml", "name: x\n");
    let parts: Vec<_> = library.parts(&plus, None).into_iter().map(|r| &plus[r]).collect();
    assert_eq!(parts, [&plus]);
}

/// Files that may open files. All others call their functions, which read only regular files and write
/// over nothing by accident.
const OPENERS: &[&str] = &["crates/library/src/lib.rs", "crates/shell/src/file.rs"];

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
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
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
        "open files with `alfil_library::open` or `file::open`:\n{}",
        found.join("\n")
    );
}
