//! Tests of the library with a folder on disk.

use alfil::diagnostic::Code;
use alfil::library::*;
use alfil::source::{MAX_BYTES, SourceId, Sources};
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
    let (mut library, mut sources) = (Library::new(), Sources::new());
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
    let files = Library::new().expand(&folder.display().to_string()).value.expect("definitions");
    assert_eq!(files.len(), count, "every definition lies in the folder of a family");
    assert_eq!(find("chess").map(|s| s.family), Some("orthodox"));
}

#[test]
fn every_shipped_definition_is_clean_yaml() {
    for shipped in shipped() {
        let read = alfil::syntax::definition::tree(SourceId::only(), shipped.text);
        assert!(read.found.is_empty(), "{}: {:?}", shipped.name, read.found);
    }
}

#[test]
fn a_path_is_relative_to_the_file_that_names_it_and_read_once() {
    let folder = Folder::new("relative");
    let game = folder.write("a/game.yaml", "\u{feff}extends: ../mine.yml\r\n");
    let mine = folder.write("mine.yml", "name: Mine\n");
    let (mut library, mut sources) = (Library::new(), Sources::new());
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
    let library = Library::new();
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
