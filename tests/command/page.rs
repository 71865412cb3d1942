//! Tests of `alfil page`: the page is complete, and mistakes of usage have a reason. The stories in
//! `web/test` open pages in a browser.

use crate::process::{alfil, code, folder, run, text};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Runs the command in a folder.
fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    alfil().current_dir(folder).args(arguments).output().expect("the command starts")
}

/// A file that begins as a compressed module does.
fn module(folder: &Path) -> PathBuf {
    let path = folder.join("module.wasm.lzma");
    let head = [0x5d, 0, 0, 0x80, 0, 4, 0, 0, 0, 0, 0, 0, 0];
    fs::write(&path, head).expect("a file");
    path
}

/// The content of the first element of `page` whose start tag has `sign`.
fn inside<'p>(page: &'p str, sign: &str) -> &'p str {
    let (_, rest) = page.split_once(sign).expect("the element is there");
    let (content, _) = rest.split_once("</script>").expect("the element ends");
    content
}

/// The page of `name`, written in `folder`.
fn page(folder: &Path, name: &str) -> String {
    let module = module(folder);
    let module = module.to_str().expect("UTF-8");
    let output = run_in(folder, &["page", name, "--module", module, "--force", "-o", "game.html"]);
    assert_eq!(code(&output), 0, "{name}: {}", text(&output.stderr));
    fs::read_to_string(folder.join("game.html")).expect("a page")
}

#[test]
fn a_page_contains_all_its_parts() {
    let folder = folder("page-parts");
    let page = page(&folder, "contrast");
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains("<title>Contrast Chess</title>"));
    for link in ["\"studio.js\"", "\"studio.css\"", "nonce=\"NONCE\""] {
        assert!(!page.contains(link), "{link}");
    }
    // The policy has the hashes of both scripts.
    let boot = inside(&page, "<script type=\"module\" nonce=\"alfil\">");
    let packed = BASE64_STANDARD.decode(inside(&page, "id=\"program\">")).expect("base 64");
    let mut script = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut script).expect("a compressed text");
    let [boot, script] =
        [boot, script.as_str()].map(|text| BASE64_STANDARD.encode(Sha256::digest(text)));
    let sources = format!("script-src 'sha256-{boot}' 'sha256-{script}' 'wasm-unsafe-eval'");
    assert!(page.contains(&sources));
    assert_eq!(inside(&page, "id=\"module\">"), "#\"!!C!*!!!!!!!!!");
    let begin: Value = serde_json::from_str(inside(&page, "id=\"alfil\">")).expect("JSON");
    assert_eq!(begin["name"], "contrast");
    assert_eq!(begin["text"], alfil_definitions::find("contrast").expect("it is shipped").text);
    assert_eq!((&begin["file"], &begin["reader"]), (&Value::Null, &true.into()));
}

/// A page contains the parents of its definition, but not the names of folders above it.
#[test]
fn a_page_contains_the_parents_of_its_file() {
    let folder = folder("page-parents");
    fs::create_dir_all(folder.join("games/old")).expect("folders");
    fs::write(folder.join("games/old/base.yaml"), "name: Base\nextends: ../top.yaml\n").unwrap();
    fs::write(folder.join("games/top.yaml"), "name: Top\nextends: chess\n").unwrap();
    let text = "name: Mine </script>\nextends: ./old/base.yaml\n";
    fs::write(folder.join("games/mine.yaml"), text).unwrap();
    let path = folder.join("games/mine.yaml");
    for name in ["games/mine.yaml", path.to_str().unwrap()] {
        let page = page(&folder, name);
        let begin: Value = serde_json::from_str(inside(&page, "id=\"alfil\">")).expect("JSON");
        assert_eq!((&begin["name"], &begin["file"]), (&"mine.yaml".into(), &"mine.yaml".into()));
        assert_eq!(begin["text"], text);
        let files: Vec<&String> = begin["files"].as_object().expect("texts").keys().collect();
        assert_eq!(files, ["old/../top.yaml", "old/base.yaml"]);
        assert!(page.contains("<title>Mine &lt;/script></title>"));
    }
}

/// A page contains the learned values next to its definition.
#[test]
fn a_page_contains_learned_values() {
    let folder = folder("page-values");
    fs::write(folder.join("mine.yaml"), "name: Mine\nextends: chess\n").unwrap();
    fs::write(folder.join("mine.values"), "queen: 800\n").unwrap();
    let page = page(&folder, "./mine.yaml");
    let begin: Value = serde_json::from_str(inside(&page, "id=\"alfil\">")).expect("JSON");
    assert_eq!(begin["values"], "queen: 800\n");
}

/// A sum becomes a text that names its parts.
#[test]
fn a_sum_becomes_a_definition() {
    let folder = folder("page-sum");
    let page = page(&folder, "capablanca+contrast-modifier");
    let begin: Value = serde_json::from_str(inside(&page, "id=\"alfil\">")).expect("JSON");
    let text = begin["text"].as_str().expect("a text");
    assert!(text.ends_with("\nextends: capablanca+contrast-modifier\n"), "{text}");
    assert!(alfil::parse(text).is_ok());
}

#[test]
fn mistakes_have_a_reason() {
    let folder = folder("page-mistakes");
    fs::write(folder.join("raw.wasm"), b"\0asm").unwrap();
    for (arguments, why) in [
        (
            &["chess", "--module", "none.gz"][..],
            "error: `none.gz` cannot be read: it does not exist\n",
        ),
        (&["chess", "--module", "."], "error: `.` cannot be read: it is a folder\n"),
        (
            &["chess", "--module", "raw.wasm"],
            "error: `raw.wasm` is not a compressed module; `npm run module` writes a module, whose name ends in .wasm.lzma\n",
        ),
    ] {
        let output = run_in(&folder, &[&["page"], arguments].concat());
        assert_eq!((code(&output), text(&output.stderr)), (2, why));
    }
}

/// A program that was built from a clone has an engine, of the language of this program.
#[test]
fn the_program_has_an_engine() {
    let output = run(&["page", "contrast"]);
    assert_eq!((code(&output), text(&output.stderr)), (0, ""));
    assert!(text(&output.stdout).starts_with("<!doctype html>"));
}
