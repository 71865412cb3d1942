//! Runs the examples in `README.md` and the pages below `docs/`. The table shows how each part of a page is
//! checked.
//!
//! | part of a page | check |
//! | --- | --- |
//! | ```` ```yaml ```` | a whole definition, without findings |
//! | ```` ```yaml pieces ```` | entries of `pieces:`, after `extends: chess` |
//! | ```` ```yaml rules ```` | keys of a definition, after `extends: chess` |
//! | `... finds CODE CODE` after these | exactly these findings, in any order |
//! | `... NAME.yaml` after these | also a file for the console blocks of the page |
//! | ```` ```yaml changes NAME.yaml ```` | lines of that file; each replaces the line with the longest common beginning |
//! | ```` ```yaml adds NAME.yaml ```` | lines that are added to the end of that file |
//! | ```` ```yaml above-tests NAME.yaml ```` | lines that are inserted above its line `tests:` |
//! | ```` ```console ```` | `$ alfil ...` runs in the folder of the page, and its output follows; `$ cat FILE` shows a file of that folder, and `> FILE` writes one |
//! | table whose first column is `string` | every string has no findings, or those in `finding`; `steps` and `steps, xbetza` are its steps, `prints as` its canonical form |
//! | table whose first column is `key of ...` | all keys of that mapping, in order |
//! | table whose first column is `variant` | the second column names or contains a definition without findings, with the given number of `first moves` |
//! | `![alfil diagram ...](FILE.svg)` | the command draws this file |
//!
//! `DOCS_UPDATE=1` writes console output into the pages, and draws the files.

use crate::book::pages;
use alfil::Workspace;
use alfil_diagnostics::diagnostic::Report;
use alfil_diagnostics::index::IndexVec;
use alfil_diagnostics::source::{SourceId, Span, Spanned};
use alfil_resolve::context::Context;
use alfil_rules::condition::{Area, Zone};
use alfil_rules::ids::ZoneId;
use alfil_rules::movement::Movement;
use alfil_rules::side::BySide;
use alfil_syntax::definition::SCHEMAS;
use alfil_syntax::value::Dialect;
use alfil_text::explain::{Explanation, explain};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A page of the documentation and the errors found in it.
struct Page {
    path: PathBuf,
    folder: PathBuf,
    wrong: Vec<String>,
    checked: usize,
}

#[test]
fn every_example_is_true() {
    let (mut wrong, mut checked) = (Vec::new(), 0);
    let mut paths = pages("docs");
    paths.push(PathBuf::from("README.md"));
    for path in &paths {
        let name = path.with_extension("").display().to_string();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(&name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut page = Page { path: path.clone(), folder, wrong: Vec::new(), checked: 0 };
        let text = fs::read_to_string(path).unwrap();
        let now = page.run(&text);
        if std::env::var("DOCS_UPDATE").is_ok_and(|v| v == "1") && now != text {
            fs::write(path, now).unwrap();
        } else if now != text {
            let line = difference(&text, &now);
            page.wrong.push(format!("{}: {line}", path.display()));
        }
        checked += page.checked;
        wrong.append(&mut page.wrong);
    }
    assert!(checked > 400, "{checked} checked");
    assert!(wrong.is_empty(), "{}\n(DOCS_UPDATE=1 writes output)", wrong.join("\n\n"));
}

/// Parses a picture of a page into its command and its file.
fn picture(line: &str) -> Option<(&str, &str)> {
    let (command, file) = line.strip_prefix("![")?.split_once("](")?;
    let file = file.strip_suffix(')').filter(|f| f.ends_with(".svg"))?;
    command.starts_with("alfil diagram ").then_some((command, file))
}

/// Describes the first lines that differ.
fn difference(old: &str, new: &str) -> String {
    let pair = old.lines().zip(new.lines()).enumerate().find(|(_, (a, b))| a != b);
    match pair {
        Some((i, (a, b))) => format!("line {}: the page has\n  {a}\nexpected\n  {b}", i + 1),
        None => "the page is longer or shorter than the expected text".to_owned(),
    }
}

impl Page {
    fn fail(&mut self, line: usize, what: impl std::fmt::Display) {
        self.wrong.push(format!("{}:{line}: {what}", self.path.display()));
    }

    /// Checks all blocks, tables and pictures of the page. Returns the page with the current output
    /// of its commands.
    fn run(&mut self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let mut out = String::new();
        let mut i = 0;
        // Pictures are drawn last, because a later block may write the file that they draw.
        let mut pictures = Vec::new();
        while i < lines.len() {
            let line = lines[i];
            out += line;
            out.push('\n');
            i += 1;
            if let Some((command, file)) = picture(line) {
                pictures.push((i, command, file));
            }
            // The output of a command may have blocks of its own, inside of a longer fence.
            let (fence, tag) = line.split_at(line.len() - line.trim_start_matches('`').len());
            if fence.len() >= 3 && !tag.is_empty() {
                let end = (i..lines.len()).find(|&j| lines[j] == fence).unwrap_or(lines.len());
                let body = lines[i..end].join("\n") + "\n";
                out += &self.block(tag, &body, i);
                i = end;
                out += fence;
                out.push('\n');
                i += 1;
            } else if line.starts_with('|') {
                let end = (i..lines.len()).find(|&j| !lines[j].starts_with('|'));
                let end = end.unwrap_or(lines.len());
                self.table(&lines[i - 1..end], i);
                lines[i..end].iter().for_each(|row| out = format!("{out}{row}\n"));
                i = end;
            }
        }
        for (line, command, file) in pictures {
            self.picture(line, command, file);
        }
        out
    }

    /// Checks that `command` draws `file`.
    fn picture(&mut self, line: usize, command: &str, file: &str) {
        let drawn = self.folder.join("drawn.svg");
        let words = shell_words(command).into_iter().skip(1);
        let run = Command::new(env!("CARGO_BIN_EXE_alfil"))
            .args(words)
            .args(["--force", "-o", "drawn.svg"])
            .current_dir(&self.folder)
            .output()
            .unwrap();
        if !run.status.success() {
            return self.fail(line, String::from_utf8_lossy(&run.stderr));
        }
        let now = fs::read_to_string(drawn).unwrap();
        let path = self.path.parent().unwrap().join(file);
        if std::env::var("DOCS_UPDATE").is_ok_and(|v| v == "1") {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &now).unwrap();
        }
        if fs::read_to_string(&path).ok().as_deref() != Some(&now) {
            self.fail(line, format!("`{command}` draws another {file}"));
        }
        self.checked += 1;
    }

    /// Checks a fenced block whose body starts at `line`. Returns the expected body.
    fn block(&mut self, tag: &str, body: &str, line: usize) -> String {
        let (tag, codes) = tag.split_once(" finds ").unwrap_or((tag, ""));
        let words: Vec<&str> = tag.split(' ').collect();
        match words.as_slice() {
            ["console"] => return self.console(body),
            ["yaml", rest @ ..] => {
                let (file, rest) = match rest {
                    [rest @ .., file] if file.ends_with(".yaml") => (*file, rest),
                    rest => ("example.yaml", rest),
                };
                let indented = || body.lines().map(|l| format!("  {l}\n")).collect::<String>();
                let before = || fs::read_to_string(self.folder.join(file)).unwrap_or_default();
                let text = match rest {
                    [] => body.to_owned(),
                    ["adds"] => before() + body,
                    ["above-tests"] => before().replacen("\ntests:", &format!("\n{body}tests:"), 1),
                    ["changes"] => match changed(&before(), body) {
                        Ok(text) => text,
                        Err(why) => {
                            self.fail(line, why);
                            return body.to_owned();
                        }
                    },
                    ["pieces"] => format!("alfil: 1\nextends: chess\npieces:\n{}", indented()),
                    ["rules"] => format!("alfil: 1\nextends: chess\n{body}"),
                    other => return self.unknown(&other.join(" "), body, line),
                };
                let path = self.folder.join(file);
                fs::write(&path, text).unwrap();
                self.definition(&path, codes, line);
            }
            // The test of the npm package runs the blocks in JavaScript (`web/test/package.test.mjs`).
            ["js"] => {}
            ["sh"] | ["rust"] | ["python"] | ["text"] | ["toml"] | ["yaml-sketch"] => {}
            other => return self.unknown(&other.join(" "), body, line),
        }
        body.to_owned()
    }

    fn unknown(&mut self, tag: &str, body: &str, line: usize) -> String {
        self.fail(line, format!("no block is called `{tag}`"));
        body.to_owned()
    }

    fn definition(&mut self, path: &Path, codes: &str, line: usize) {
        self.checked += 1;
        let found = Workspace::new().examine(&path.display().to_string()).found;
        let mut wanted: Vec<&str> = codes.split_whitespace().collect();
        let mut given: Vec<&str> = found.iter().map(|d| d.code.name()).collect();
        wanted.sort_unstable();
        given.sort_unstable();
        if wanted != given {
            let titles: Vec<_> = found.iter().map(|d| format!("{}: {}", d.code, d.title)).collect();
            self.fail(
                line,
                format!("expected findings {wanted:?}, got\n  {}", titles.join("\n  ")),
            );
        }
    }

    /// Runs the commands of a console block. Returns them with their output.
    fn console(&mut self, body: &str) -> String {
        let mut out = String::new();
        for command in body.lines().filter_map(|l| l.strip_prefix("$ ")) {
            self.checked += 1;
            out += &format!("$ {command}\n");
            let words = shell_words(command);
            if let [cat, file] = words.as_slice()
                && cat == "cat"
            {
                out += &fs::read_to_string(self.folder.join(file)).unwrap();
                continue;
            }
            let (words, written) = match words.as_slice() {
                [words @ .., arrow, file] if arrow == ">" => (words, Some(file)),
                words => (words, None),
            };
            assert_eq!(words.first().map(String::as_str), Some("alfil"), "{command}");
            let ran = Command::new(env!("CARGO_BIN_EXE_alfil"))
                .args(&words[1..])
                .current_dir(&self.folder)
                .env("COLUMNS", "80")
                .env("NO_COLOR", "1")
                .output()
                .unwrap();
            if let Some(file) = written {
                fs::write(self.folder.join(file), &ran.stdout).unwrap();
            }
            let output: &[u8] = if written.is_some() { &[] } else { &ran.stdout };
            // Rates and seeds are printed to standard error, which a page contains only if the
            // command fails.
            let complaints: &[u8] = if ran.status.success() { &[] } else { &ran.stderr };
            for text in [output, complaints] {
                for line in String::from_utf8_lossy(text).lines() {
                    out += line.trim_end();
                    out.push('\n');
                }
            }
            match ran.status.code() {
                Some(0) => {}
                code => out += &format!("(exit code {})\n", code.unwrap_or(-1)),
            }
        }
        out
    }

    /// Checks a table that starts at `line`. Row 0 is its header.
    fn table(&mut self, rows: &[&str], line: usize) {
        let cells = |row: &str| -> Vec<String> {
            let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
            inner.split('|').map(|c| c.trim().to_owned()).collect()
        };
        let header = cells(rows[0]);
        let first = header[0].clone();
        let body: Vec<Vec<String>> = rows.iter().skip(2).map(|row| cells(row)).collect();
        if let Some(what) = first.strip_prefix("key of ") {
            self.checked += 1;
            let Some(schema) = SCHEMAS.iter().find(|s| s.what == what) else {
                return self.fail(line, format!("no mapping is called {what}"));
            };
            let wanted: Vec<String> = schema.keys.iter().map(|k| format!("`{}`", k.name)).collect();
            let given: Vec<String> = body.iter().map(|row| row[0].clone()).collect();
            if given != wanted {
                self.fail(line, format!("keys of {what} are {wanted:?}, not {given:?}"));
            }
        } else if first == "variant" {
            for (at, row) in (line + 2..).zip(&body) {
                match row.as_slice() {
                    [variant, said, moves, _] => self.variant(variant, said, moves, at),
                    _ => self.fail(at, "a row with more or fewer cells than its header"),
                }
            }
        } else if first == "string" {
            for (at, row) in (line + 2..).zip(&body) {
                if row.len() != header.len() {
                    self.fail(at, "a row with more or fewer cells than its header");
                    continue;
                }
                self.string(&header, row, at);
            }
        }
    }

    /// Checks that `said` is a definition without findings, with the given number of first moves.
    fn variant(&mut self, variant: &str, said: &str, moves: &str, line: usize) {
        let said = said.trim_matches('`');
        let name = if said.starts_with('{') {
            self.folder.join("variant.yaml").display().to_string()
        } else {
            said.to_owned()
        };
        if said.starts_with('{') {
            fs::write(&name, format!("{said}\n")).unwrap();
        }
        self.definition(Path::new(&name), "", line);
        let counted = Command::new(env!("CARGO_BIN_EXE_alfil"))
            .args(["perft", &name, "1", "-q"])
            .output()
            .unwrap();
        let counted = String::from_utf8_lossy(&counted.stdout).trim().to_owned();
        if counted != moves {
            self.fail(line, format!("{variant} has {counted} first moves, not {moves}"));
        }
    }

    fn string(&mut self, header: &[String], row: &[String], line: usize) {
        self.checked += 1;
        let string = row[0].trim_matches('`');
        let column = |name: &str| {
            let at = header.iter().position(|h| h == name)?;
            Some(row[at].trim_matches('`').to_owned())
        };
        let (value, found) = read(string, Dialect::Classic);
        if let Some(codes) = column("finding") {
            let given: BTreeSet<&str> = found.iter().map(|d| d.code.name()).collect();
            let wanted: BTreeSet<&str> =
                codes.split(['`', ' ']).filter(|c| !c.is_empty()).collect();
            if given != wanted {
                self.fail(line, format!("`{string}` finds {given:?}"));
            }
            return;
        }
        let differs = column("steps, xbetza").is_some();
        let Some(value) = value.filter(|_| differs || found.is_empty()) else {
            return self.fail(line, format!("`{string}`: {found:?}"));
        };
        if let Some(wanted) = column("steps").filter(|w| !w.is_empty()) {
            self.steps(string, &value, &wanted, line);
        }
        if let (Some(wanted), (Some(value), _)) =
            (column("steps, xbetza"), read(string, Dialect::XBetza))
        {
            self.steps(string, &value, &wanted, line);
        }
        if let Some(wanted) = column("prints as").filter(|w| *w != value.canonical) {
            self.fail(line, format!("`{string}` prints as {}, not {wanted}", value.canonical));
        }
    }

    fn steps(&mut self, string: &str, value: &Explanation, wanted: &str, line: usize) {
        let given: Option<BTreeSet<&str>> =
            value.steps.as_ref().map(|steps| steps.iter().map(String::as_str).collect());
        if given != Some(wanted.split_whitespace().collect()) {
            let steps = value.steps.as_ref().map(|s| s.join(" "));
            self.fail(line, format!("`{string}` has steps {steps:?}, not {wanted}"));
        }
    }
}

/// Replaces lines of `text`. Each of `lines` replaces the line with the longest common beginning.
fn changed(text: &str, lines: &str) -> Result<String, String> {
    let mut all: Vec<&str> = text.lines().collect();
    for new in lines.lines() {
        let alike = |old: &str| old.chars().zip(new.chars()).take_while(|(a, b)| a == b).count();
        let most = all.iter().map(|old| alike(old)).max().unwrap_or(0);
        let mut places = (0..all.len()).filter(|&i| alike(all[i]) == most);
        match (places.next(), places.next()) {
            (Some(place), None) => all[place] = new,
            (Some(_) | None, _) => {
                return Err(format!("it is not clear which line `{new}` changes"));
            }
        }
    }
    Ok(all.join("\n") + "\n")
}

/// Reads a movement string that is not part of a file. It may use the zone `palace`.
fn read(string: &str, dialect: Dialect) -> (Option<Explanation>, Report) {
    let place = |range: std::ops::Range<usize>| Span::new(SourceId::only(), range.start, range.end);
    let palace = Spanned::new("palace".to_owned(), place(0..0));
    let zones: IndexVec<ZoneId, Zone> =
        [Zone { name: palace, area: BySide::from_fn(|_| Area::LastRank) }].into_iter().collect();
    let mut found = Report::default();
    let value = explain(
        None,
        &Movement::default(),
        string,
        Context { place: &place, zones: &zones, dialect },
        &mut found,
    );
    (value, found)
}

/// Splits a command line into words; single quotes keep words together.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (Vec::new(), false);
    let mut word: Option<String> = None;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
