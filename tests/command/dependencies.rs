//! Tests of dependencies and packages. Every dependency has a licence that `deny.toml` allows, and
//! comes from the registry. Each package contains exactly the files that it needs.
//!
//! `cargo deny` checks more, but takes minutes to build. `.ci/run` runs it if it is installed.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Runs `cargo` and returns its standard output.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the licences that `deny.toml` allows.
fn allowed() -> BTreeSet<&'static str> {
    let file = include_str!("../../deny.toml");
    let list = file.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.expect("a list of licences");
    list.split('"').skip(1).step_by(2).collect()
}

/// True if the licences in `allowed` satisfy an SPDX expression. `/` is an old form of `OR`.
fn is_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let met = any(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression}: {rest:?} makes no sense");
    met
}

fn any(words: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut met = all(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        met |= all(words, allowed);
    }
    met
}

fn all(words: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    let mut met = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        met &= one(words, allowed);
    }
    met
}

fn one(words: &mut &[&str], allowed: &BTreeSet<&str>) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let met = any(words, allowed);
            let [")", rest @ ..] = *words else { panic!("no `)` before {words:?}") };
            *words = rest;
            met
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(format!("{licence} WITH {exception}").as_str())
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed.contains(licence)
        }
        [] => panic!("a licence is missing"),
    }
}

#[test]
fn licence_expressions_are_understood() {
    let allowed = BTreeSet::from(["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"]);
    for met in ["MIT", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND Zlib", "Apache-2.0 WITH LLVM-exception"]
    {
        assert!(is_met(met, &allowed), "{met}");
    }
    for unmet in ["GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT OR Zlib) AND Apache-2.0"] {
        assert!(!is_met(unmet, &allowed), "{unmet}");
    }
}

#[test]
fn dependencies_are_licensed_and_from_the_registry() {
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let told = cargo(&["metadata", "--locked", "--format-version=1", "--filter-platform", host]);
    let told: Value = serde_json::from_str(&told).expect("metadata are JSON");
    let (allowed, mut wrong) = (allowed(), Vec::new());
    for package in told["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        match package["license"].as_str() {
            Some(licence) if is_met(licence, &allowed) => {}
            other => wrong.push(format!("{name}: licence {other:?}")),
        }
        let manifest = package["manifest_path"].as_str().expect("a path");
        let ours = package["source"].is_null() && manifest.starts_with(env!("CARGO_MANIFEST_DIR"));
        if !ours && package["source"] != REGISTRY {
            wrong.push(format!("{name}: from {}", package["source"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_package_contains_the_needed_files() {
    let list = cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package", "alfil"]);
    let files: BTreeSet<&str> = list.lines().collect();
    let needed = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md", "build.rs"];
    let needed = needed.into_iter().chain(["docs/findings.md", "web/dist/studio.js"]);
    let missing: Vec<&str> = needed.filter(|file| !files.contains(file)).collect();
    assert!(missing.is_empty(), "{missing:?} are not in the package");
    let folders = ["src/", "docs/", "examples/", "web/dist/", "web/module/"];
    let stray: Vec<_> = files
        .iter()
        .filter(|f| f.contains('/') && !folders.iter().any(|folder| f.starts_with(folder)))
        .chain(files.iter().filter(|f| f.ends_with(".svg") || f.ends_with(".new")))
        .collect();
    assert!(stray.is_empty(), "{stray:?} are in the package");
}

#[test]
fn packages_contain_their_sources() {
    for (package, needed) in [
        ("alfil-board", "src/engine/perft.rs"),
        ("alfil-cli", "src/check.rs"),
        ("alfil-definitions", "orthodox/chess.snap"),
        ("alfil-foreign", "src/fairy/builtin.ini"),
        ("alfil-grammar", "movement.pest"),
        ("alfil-lab", "src/commands/survey/reference.json"),
        ("alfil-protocol", "src/variants.tsv"),
        ("alfil-render", "fonts/OFL.txt"),
        ("alfil-web", "build.rs"),
    ] {
        let list = cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package", package]);
        for file in [needed, "LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(list.lines().any(|line| line == file), "{package} lacks {file}");
        }
    }
}
