//! Tests of the catalogue of findings, and of files with one mistake each.
//!
//! A file of `tests/broken` may begin with its expected finding and with the correction that the
//! help proposes:
//!
//! ```text
//! # finding: unknown-key at "lettre"
//! # cure: "letter"
//! ```
//!
//! Such a file must have only this finding, with a label on exactly this text (`\t`, `\n` and `\\`
//! are escapes). The help must contain the correction. With the correction in place of the text,
//! there must be no findings. `"A" becomes "B"` replaces the first A by B instead.
//!
//! `docs/findings.md` shows an example for each code: the shortest such file, or a command of
//! `tests/data/findings.tsv`. `DOCS_UPDATE=1` writes the page.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The least number of files with an expected finding.
const SLIPS: usize = 60;

/// A file with one mistake, and the finding that it must have.
struct Slip {
    name: String,
    /// The file without the lines about its finding.
    body: String,
    code: String,
    at: String,
    cure: Option<Cure>,
}

struct Cure {
    /// The text to replace. `None` stands for the text under the label.
    instead_of: Option<String>,
    by: String,
}

/// Removes the quotes from `"text"`.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let inner = inner.unwrap_or_else(|| panic!("no quotes around {text}"));
    inner.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\")
}

impl Slip {
    /// Reads a file. Returns `None` if it does not name its finding.
    fn read(path: &Path) -> Option<Slip> {
        let text = fs::read_to_string(path).ok()?;
        let (head, mut body) = text.split_once('\n')?;
        let (code, at) = head.strip_prefix("# finding: ")?.split_once(" at ")?;
        let mut cure = None;
        if let Some(rest) = body.strip_prefix("# cure: ") {
            let (line, rest) = rest.split_once('\n')?;
            body = rest;
            cure = Some(match line.split_once(" becomes ") {
                Some((a, b)) => Cure { instead_of: Some(unquoted(a)), by: unquoted(b) },
                None => Cure { instead_of: None, by: unquoted(line) },
            });
        }
        Some(Slip {
            name: path.file_name()?.to_str()?.to_owned(),
            body: body.to_owned(),
            code: code.to_owned(),
            at: unquoted(at),
            cure,
        })
    }

    /// Checks the file and appends errors to `wrong`.
    fn check(&self, folder: &Path, wrong: &mut Vec<String>) {
        let mut fail = |what: String| wrong.push(format!("{}: {what}", self.name));
        let found = findings(folder, &self.name, &self.body);
        let [finding] = found.as_slice() else {
            let titles = found.iter().map(|(d, _)| format!("{}: {}", d.code, d.title));
            let titles: Vec<String> = titles.collect();
            return fail(format!("{} findings\n  {}", titles.len(), titles.join("\n  ")));
        };
        let (finding, under) = finding;
        if finding.code.name() != self.code || *under != self.at {
            return fail(format!("{} at {under:?}: {}", finding.code, finding.title));
        }
        let Some(help) = &finding.help else { return fail("no help".to_owned()) };
        if let Some(edit) = &finding.edit {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            let edited = format!("{}{}{}", &self.body[..start], edit.text, &self.body[end..]);
            if let Some((d, under)) = findings(folder, &self.name, &edited).first() {
                fail(format!(
                    "edited, it still has {} at {under:?}: {}\n{edited}",
                    d.code, d.title
                ));
            }
        }
        let Some(cure) = &self.cure else { return };
        if !help.contains(&cure.by) {
            fail(format!("the help does not say {:?}: {help}", cure.by));
        }
        let cured = match (&cure.instead_of, finding.span()) {
            (Some(a), _) => self.body.replacen(a.as_str(), &cure.by, 1),
            (None, Some(span)) => {
                let (start, end) = (span.start as usize, span.end as usize);
                format!("{}{}{}", &self.body[..start], cure.by, &self.body[end..])
            }
            (None, None) => return fail("nothing to replace".to_owned()),
        };
        let left = findings(folder, &self.name, &cured);
        if let Some((d, under)) = left.first() {
            fail(format!("cured, it still has {} at {under:?}: {}\n{cured}", d.code, d.title));
        }
    }
}

/// Returns the findings of a definition, each with the text under its first label. Repeated
/// findings occur once.
fn findings(folder: &Path, name: &str, text: &str) -> Vec<(Diagnostic, String)> {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    let mut workspace = Workspace::new();
    let found = workspace.examine(&path.display().to_string()).found;
    let under = |d: &Diagnostic| {
        let span = d.span();
        let text = span.map(|s| workspace.sources().slice(s));
        text.unwrap_or_default().to_owned()
    };
    found.into_iter().map(|d| (d.clone(), under(&d))).collect()
}

/// Returns all files with an expected finding, sorted by name.
fn slips() -> Vec<Slip> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir("tests/broken").unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| Slip::read(path)).collect()
}

/// Creates a folder with the parents of the broken files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("parts")).unwrap();
    for entry in fs::read_dir("tests/broken/parts").unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join("parts").join(path.file_name().unwrap())).unwrap();
    }
    folder
}

#[test]
fn a_slip_has_one_finding() {
    let (folder, slips, mut wrong) = (folder("slips"), slips(), Vec::new());
    assert!(slips.len() >= SLIPS, "{} slips", slips.len());
    slips.iter().for_each(|slip| slip.check(&folder, &mut wrong));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_catalogue_is_complete() {
    let folder = folder("catalogue");
    for from in ["tests/cli", "tests/broken"] {
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "yaml" || e == "snap") {
                fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    let mut files: BTreeMap<String, Slip> = BTreeMap::new();
    for slip in slips() {
        fs::write(folder.join(&slip.name), &slip.body).unwrap();
        let shorter = |old: &Slip| slip.body.len() < old.body.len();
        if files.get(&slip.code).is_none_or(shorter) {
            files.insert(slip.code.clone(), slip);
        }
    }
    let told = fs::read_to_string("tests/data/findings.tsv").unwrap();
    let told: BTreeMap<&str, &str> =
        told.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.split_once('\t')).collect();
    let (mut entries, mut bare) = (String::new(), Vec::new());
    for &code in Code::ALL {
        let (name, severity) = (code.name(), code.severity().name());
        let _ = write!(entries, "\n### {name}\n\n*{severity}.* {}\n", code.explanation());
        match (told.get(name), files.get(name)) {
            (Some(command), _) if command.starts_with("alfil ") => {
                let said = run(command, &folder);
                if !said.contains(&format!("{name}\n")) {
                    bare.push(format!("{name}: `{command}` does not show it"));
                }
                let _ = write!(entries, "\n```text\n$ {command}\n{said}```\n");
            }
            (Some(words), _) => {
                let _ = write!(entries, "\n{words}\n");
            }
            (None, Some(slip)) => {
                let said = run(&format!("alfil check {}", slip.name), &folder);
                let body = slip.body.replace('\t', "→");
                let _ = write!(entries, "\n```yaml-sketch\n{}\n```\n", body.trim_end());
                let _ = write!(entries, "\n```text\n{said}```\n");
            }
            (None, None) => bare.push(format!("{name}: no example")),
        }
    }
    assert!(
        bare.is_empty(),
        "{}\n(a file of tests/broken that begins with `# finding: CODE at ...`, or a line of \
         tests/data/findings.tsv)",
        bare.join("\n")
    );
    let strangers: Vec<_> = files
        .keys()
        .map(String::as_str)
        .chain(told.keys().copied())
        .filter(|name| name.parse::<Code>().is_err())
        .collect();
    assert!(strangers.is_empty(), "no codes: {strangers:?}");
    let page = fs::read_to_string("docs/findings.md").unwrap();
    let (head, rest) = page.split_once("<!-- findings -->\n").unwrap();
    let (_, tail) = rest.split_once("<!-- end -->\n").unwrap();
    let now = format!("{head}<!-- findings -->\n{entries}\n<!-- end -->\n{tail}");
    if std::env::var("DOCS_UPDATE").is_ok_and(|v| v == "1") {
        fs::write("docs/findings.md", now).unwrap();
    } else {
        assert!(page == now, "docs/findings.md is not current (DOCS_UPDATE=1 writes it)");
    }
}

/// Runs a command and returns the output of both streams.
fn run(command: &str, folder: &Path) -> String {
    let mut words: Vec<String> = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        // Every second part was in quotes.
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    let ran = Command::new(env!("CARGO_BIN_EXE_alfil"))
        .args(&words[1..])
        .current_dir(folder)
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let both = [ran.stdout, ran.stderr].concat();
    let lines = String::from_utf8_lossy(&both).replace('\t', "→");
    lines.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
