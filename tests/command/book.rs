//! Tests of the book: `docs/SUMMARY.md`, the links between pages, and the pages of `docs/reference/`
//! that are generated.
//!
//! | page | source |
//! | --- | --- |
//! | `keys.md` | the keys that the reader of definitions knows, and `tests/data/keys.tsv` |
//! | `words.md` | the words of the grammars, and `tests/data/words.tsv` |
//! | `index.md` | these keys and words, the headings of the pages, and their comments `<!-- index: TERM, TERM -->` |
//!
//! `DOCS_UPDATE=1 cargo test --test command book` writes the pages.

use alfil::Workspace;
use alfil_diagnostics::diagnostic::Severity;
use alfil_syntax::definition::SCHEMAS;
use alfil_syntax::value::{Key, Schema, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Values of keys in the small languages of definitions, by their names in the schema.
const LANGUAGES: &[(&str, &str)] = &[
    ("Prose", "words"),
    ("Movement", "[movement](../guide/movements.md)"),
    ("Area", "[area](../guide/boards.md#areas)"),
    ("Condition", "[condition](../guide/movements.md#conditions)"),
    ("Question", "[question](../guide/questions.md)"),
    ("Goal", "[goal](../guide/rules.md#goals-and-claims)"),
    ("Effect", "[line](../guide/rules.md#effects)"),
    ("Space", "[space](../guide/boards.md#spaces)"),
    ("Position", "[position](../topics/text.md)"),
    ("Body", "[body](../topics/planes.md#bodies-and-distances)"),
    ("Parent", "[NAME](../guide/file.md#names-of-definitions)"),
    ("Modifier", "[NAME](../guide/file.md#names-of-definitions)"),
    ("Kind", "piece"),
    ("Dice", "die"),
    ("Letter", "letter"),
    ("Sign", "[sign](../topics/pictures.md#symbols)"),
    ("Picture", "[drawing](../topics/pictures.md#own-drawings)"),
    ("Move", "[move](../topics/text.md#moves-as-text)"),
    ("Cell", "cell"),
    ("File", "file"),
    ("Count", "number"),
    ("Number", "number"),
    ("Amount", "[number](../guide/questions.md#pieces-that-are-counted)"),
    ("Share", "[`loss 1/4`](../guide/rules.md#parts-of-a-point)"),
    ("Step", "`step N`"),
    ("Rule", "[rule](../guide/tests.md#coverage)"),
];

/// A place in a sentence, with the rules of the grammars at which it begins.
const PLACES: &[(&str, &[&str])] = &[
    ("movement", &["clause", "terms", "term"]),
    (
        "condition",
        &["primary", "relation", "shade_word", "unmoved", "shade", "every", "from_", "to_"],
    ),
    ("area", &["area", "place", "spot", "bounds"]),
    ("pieces", &["pieces", "men", "filter", "anchor", "line_cell", "whose", "but", "x"]),
    ("number", &["value_"]),
    ("question", &["question"]),
    ("deed", &["deeds"]),
    ("effect", &["effect_text"]),
    ("goal", &["goal_text"]),
    ("space", &["space"]),
    ("body", &["body"]),
];

/// The grammars of sentences, strings and spaces.
const GRAMMARS: [&str; 6] = ["movement", "condition", "area", "question", "space", "plane"];

/// Rows of a file of `tests/data`, without comments.
fn rows(file: &str, columns: usize) -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new("tests/data").join(file)).unwrap();
    let row = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        assert_eq!(cells.len(), columns, "{file}: {line}");
        cells
    };
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

/// The name of a mapping without backticks.
fn plain(schema: &Schema) -> &'static str {
    schema.what.trim_matches('`')
}

/// The values of a key for people, with links.
fn values(key: &Key) -> String {
    let value = &key.value;
    let of = |text: &str| {
        let described = LANGUAGES.iter().find(|(name, _)| *name == text);
        described.unwrap_or_else(|| panic!("tests/command/book.rs does not describe {text}")).1
    };
    let is_short = |value: &&Value| match value {
        Value::OneOf(words) => words().len() <= 8,
        Value::Text(_) | Value::Mapping(_) => true,
        Value::Words(_) | Value::Named(..) | Value::List(_) | Value::Either(_) => false,
    };
    let one = |value: &Value| match value {
        Value::Text(language) => of(&format!("{language:?}")).to_owned(),
        Value::OneOf(words) => {
            words().iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
        }
        _ => format!("[mapping](#{})", slug(mapping(value).expect("a mapping").what)),
    };
    let each = value.alternatives();
    if each.iter().all(is_short) {
        return each.into_iter().map(one).collect::<Vec<_>>().join(" or ");
    }
    let keys = mapping(value).map(|schema| format!(": [keys](#{})", slug(schema.what)));
    format!("{}{}", key.form, keys.unwrap_or_default())
}

/// The mapping of which a value consists.
fn mapping(value: &Value) -> Option<&'static Schema> {
    match value {
        Value::Mapping(schema) => Some(*schema),
        Value::Named(_, inner) | Value::List(inner) => mapping(inner),
        Value::Either(each) => each.iter().find_map(mapping),
        Value::Text(_) | Value::OneOf(_) | Value::Words(_) => None,
    }
}

/// Returns `keys.md`.
fn keys() -> String {
    let mut told: BTreeMap<(String, String), (String, String)> = BTreeMap::new();
    for row in rows("keys.tsv", 4) {
        let [mapping, key, default, meaning] = row.try_into().unwrap();
        assert!(!default.is_empty() && !meaning.is_empty(), "keys.tsv: {mapping}, {key}");
        let before = told.insert((mapping.clone(), key.clone()), (default, meaning));
        assert!(before.is_none(), "keys.tsv has two rows for {key} of {mapping}");
    }
    let mut out =
        "# Keys\n\nEvery key of a definition, its values, what holds without it, and its meaning. \
         `alfil schema` prints the keys and values\nas a JSON schema. Where the default is \
         *the parent's*, a child has the value of its parent.\n\n"
            .to_owned();
    let links: Vec<_> =
        SCHEMAS.iter().map(|s| format!("[{}](#{})", plain(s), slug(s.what))).collect();
    writeln!(out, "Mappings: {}", links.join(" · ")).unwrap();
    for schema in &SCHEMAS {
        let what = schema.what;
        let title = match what.strip_prefix("a ") {
            Some(rest) => format!("A {rest}"),
            None => what.to_owned(),
        };
        writeln!(out, "\n## {title}\n\n| key of {what} | value | default | meaning |").unwrap();
        out += "| --- | --- | --- | --- |\n";
        for key in schema.keys {
            let name = (plain(schema).to_owned(), key.name.to_owned());
            let (default, meaning) = told.remove(&name).unwrap_or_else(|| {
                panic!("tests/data/keys.tsv has no row for the key `{}` of {what}", key.name)
            });
            let values = values(key);
            writeln!(out, "| `{}` | {values} | {default} | {meaning} |", key.name).unwrap();
        }
    }
    let left: Vec<_> = told.keys().collect();
    assert!(left.is_empty(), "tests/data/keys.tsv has rows for keys that do not exist: {left:?}");
    out
}

/// A rule of a grammar: the words in it, and the rules that it names.
struct Rule {
    words: BTreeSet<String>,
    rules: BTreeSet<String>,
}

/// Reads the rules of the grammars.
fn grammar() -> BTreeMap<String, Rule> {
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    for file in GRAMMARS {
        let text = fs::read_to_string(format!("grammar/{file}.pest")).unwrap();
        let mut name = String::new();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let begins = line.starts_with(|c: char| c.is_ascii_alphabetic());
            if let Some((head, body)) = line.split_once('=').filter(|_| begins) {
                head.trim().clone_into(&mut name);
                bodies.insert(name.clone(), body.to_owned());
            } else if let Some(body) = bodies.get_mut(&name) {
                *body += line;
            }
        }
    }
    let names: BTreeSet<String> = bodies.keys().cloned().collect();
    let rule = |body: &String| {
        let body = without_refusals(body);
        let is_word =
            |text: &&str| text.len() > 1 && text.starts_with(|c: char| c.is_ascii_lowercase());
        let words = body.split('"').skip(1).step_by(2).filter(is_word).map(str::to_owned);
        let outside: String = body.split('"').step_by(2).collect();
        let rules = outside.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let rules = rules.filter(|word| names.contains(*word)).map(str::to_owned);
        Rule { words: words.collect(), rules: rules.collect() }
    };
    bodies.iter().map(|(name, body)| (name.clone(), rule(body))).collect()
}

/// Removes what a rule refuses, `!(...)`: words there belong to other rules.
fn without_refusals(body: &str) -> String {
    let (mut out, mut rest) = (String::new(), body);
    while let Some((before, behind)) = rest.split_once("!(") {
        out += before;
        let mut depth = 1;
        let (mut quoted, mut end) = (false, behind.len());
        for (at, c) in behind.char_indices() {
            match c {
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                end = at + 1;
                break;
            }
        }
        rest = &behind[end..];
    }
    out + rest
}

/// The words of the grammars, each with the places where it stands.
fn places() -> BTreeMap<String, Vec<&'static str>> {
    let rules = grammar();
    let roots: BTreeSet<&str> =
        PLACES.iter().flat_map(|(_, roots)| roots.iter().copied()).collect();
    let mut found: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for (place, own) in PLACES {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut left: Vec<&str> = own.to_vec();
        while let Some(name) = left.pop() {
            // Directions of graphs are no words, lists of words are no places, and words of edition 0
            // are not in the manual.
            let is_list = ["heading", "reserved"].contains(&name) || name.starts_with("former");
            if !seen.insert(name) || is_list {
                continue;
            }
            let rule = rules.get(name).unwrap_or_else(|| panic!("the grammars have no `{name}`"));
            for word in &rule.words {
                let places = found.entry(word.clone()).or_default();
                if places.last() != Some(place) {
                    places.push(place);
                }
            }
            let next = rule.rules.iter().map(String::as_str);
            left.extend(next.filter(|next| !roots.contains(next) || own.contains(next)));
        }
    }
    // A reserved word in the plural is the same word in the grammars.
    for word in alfil_syntax::scalar::reserved() {
        let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(word);
        let places = found.get(stem).cloned().unwrap_or_default();
        found.entry(word.to_owned()).or_insert(places);
    }
    found
}

/// A row of `words.tsv`.
struct Word {
    kind: String,
    example: String,
    meaning: String,
}

fn told_words() -> BTreeMap<String, Word> {
    let mut told = BTreeMap::new();
    for row in rows("words.tsv", 4) {
        let [word, kind, example, meaning] = row.try_into().unwrap();
        assert!(!example.is_empty() && !meaning.is_empty(), "words.tsv: {word}");
        let word = (word, Word { kind, example, meaning });
        assert!(told.insert(word.0.clone(), word.1).is_none(), "words.tsv: {} twice", word.0);
    }
    told
}

/// Returns `words.md`.
fn words() -> String {
    let (places, mut told) = (places(), told_words());
    let reserved: BTreeSet<&str> = alfil_syntax::scalar::reserved().collect();
    let mut out = "# Words\n\nEvery word of sentences, movements and spaces: where it may stand, what it means, and \
         an example that `alfil check`\naccepts. A word with a star cannot be the name of a piece, zone, group, \
         question or counter. `pieces` are the words\nafter which pieces are named, such as filters.\n"
        .to_owned();
    let mut letter = ' ';
    for (word, places) in &places {
        let Word { example, meaning, .. } = told
            .remove(word)
            .unwrap_or_else(|| panic!("tests/data/words.tsv has no row for the word `{word}`"));
        let first = word.chars().next().unwrap().to_ascii_uppercase();
        if first != letter {
            letter = first;
            writeln!(out, "\n## {letter}\n\n| word | where | meaning | example |").unwrap();
            out += "| --- | --- | --- | --- |\n";
        }
        let star = if reserved.contains(word.as_str()) { " \\*" } else { "" };
        let places = places.join(", ");
        writeln!(out, "| `{word}`{star} | {places} | {meaning} | `{example}` |").unwrap();
    }
    let left: Vec<_> = told.keys().collect();
    assert!(left.is_empty(), "tests/data/words.tsv has rows for words of no grammar: {left:?}");
    out
}

/// A heading of a page.
struct Heading {
    title: String,
    anchor: String,
    /// Further terms for the index.
    terms: Vec<String>,
}

/// The anchor of a heading, as code forges and mdBook make it.
fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The text of a page outside of blocks, by lines.
fn prose(text: &str) -> Vec<&str> {
    let mut inside: Option<usize> = None;
    let mut outside = |line: &&str| {
        let line = line.trim_start();
        let fence = line.len() - line.trim_start_matches('`').len();
        match inside {
            Some(open) if fence == open && line.trim_end().len() == open => inside = None,
            None if fence >= 3 => inside = Some(fence),
            Some(_) => {}
            None => return true,
        }
        false
    };
    text.lines().filter(|line| outside(line)).collect()
}

/// The headings of a page.
fn headings(text: &str) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    for line in prose(text) {
        if let Some(title) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#')) {
            let Some(title) = title.strip_prefix(' ') else { continue };
            let anchor = slug(title);
            let alike = |h: &&Heading| h.anchor == anchor || h.title == title;
            let anchor = match found.iter().filter(alike).count() {
                0 => anchor,
                n => format!("{anchor}-{n}"),
            };
            found.push(Heading { title: title.to_owned(), anchor, terms: Vec::new() });
        } else if let Some(terms) = line.strip_prefix("<!-- index: ")
            && let Some(terms) = terms.strip_suffix(" -->")
        {
            let heading = found.last_mut().expect("a heading before `<!-- index`");
            heading.terms.extend(terms.split(", ").map(str::to_owned));
        }
    }
    found
}

/// All Markdown files below a folder.
pub(crate) fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            found.extend(pages(entry.to_str().unwrap()));
        } else if entry.extension().is_some_and(|end| end == "md") {
            found.push(entry);
        }
    }
    found.sort();
    found
}

/// Returns `index.md`, with the new texts of the other generated pages.
fn index() -> String {
    let mut entries: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    let mut add = |term: &str, link: String| {
        let term = term.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
        let term = ["A ", "An ", "The "].iter().find_map(|a| term.strip_prefix(a)).unwrap_or(term);
        let shown = term.replace('`', "");
        let entry = entries.entry(shown.to_lowercase()).or_insert_with(|| (shown, BTreeSet::new()));
        entry.1.insert(link);
    };
    for schema in &SCHEMAS {
        for key in schema.keys {
            add(key.name, format!("[key of {}](keys.md#{})", plain(schema), slug(schema.what)));
        }
    }
    for word in places().keys() {
        add(word, format!("[word](words.md#{})", slug(&word[..1])));
    }
    for path in pages("docs") {
        let inner = path.strip_prefix("docs").unwrap();
        let is_listed = ["guide", "topics"].iter().any(|folder| inner.starts_with(folder))
            || inner == Path::new("reference/limits.md");
        if !is_listed {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let page = headings(&text);
        let name =
            page[0].title.trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c));
        for heading in &page {
            let anchor = &heading.anchor;
            let to = format!("(../{}#{anchor})", inner.display());
            add(&heading.title, format!("[{name}]{to}"));
            for term in &heading.terms {
                add(term, format!("[{}]{to}", heading.title.replace('`', "")));
            }
        }
    }
    let mut out = "# Index\n\nWords, keys and headings of the guide and the topics. [Findings](../findings.md) have a \
         page of their own.\n"
        .to_owned();
    let mut letter = ' ';
    for (term, (shown, links)) in &entries {
        let first = term.chars().next().unwrap();
        let first = if first.is_ascii_alphabetic() { first.to_ascii_uppercase() } else { '#' };
        if first != letter {
            letter = first;
            let title =
                if letter == '#' { "Signs and numbers".to_owned() } else { letter.to_string() };
            writeln!(out, "\n## {title}\n").unwrap();
        }
        let links: Vec<_> = links.iter().map(String::as_str).collect();
        writeln!(out, "* {shown}: {}", links.join(" · ")).unwrap();
    }
    out
}

/// Compares a generated page with its file, or writes it.
fn current(name: &str, now: &str) {
    let path = Path::new("docs/reference").join(name);
    if std::env::var("DOCS_UPDATE").is_ok_and(|v| v == "1") {
        fs::write(&path, now).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert!(page == now, "docs/reference/{name} is not current (DOCS_UPDATE=1 writes it)");
}

#[test]
fn the_reference_is_current() {
    current("keys.md", &keys());
    current("words.md", &words());
    current("index.md", &index());
}

/// Every example of `words.tsv` contains its word and has no error.
#[test]
fn examples_of_words_are_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("words");
    fs::create_dir_all(&folder).unwrap();
    let mut wrong = Vec::new();
    for (word, Word { kind, example, .. }) in told_words() {
        let is_in = |stem: &str| {
            example.split(|c: char| !(c.is_alphanumeric() || "-'".contains(c))).any(|w| w == stem)
        };
        // `rank` and `ranks` are one word.
        if !is_in(&word) && !is_in(&format!("{word}s")) && word != "enemy's" {
            wrong.push(format!("{word}: `{example}` does not contain it"));
        }
        let (kind, game) = match kind.split_once('@') {
            Some((kind, game)) => (kind, game),
            None if kind == "body" => ("body", "continuous"),
            None => (kind.as_str(), "crazyhouse"),
        };
        let quoted = format!("'{example}'");
        let each: Vec<_> = example.split(", ").map(|one| format!("'{one}'")).collect();
        let list = each.join(", ");
        let line = match kind {
            "moves" | "body" => format!("pieces: {{rook: {{{kind}: {quoted}}}}}"),
            "goal" | "claim" => format!("ends: {{{kind}s: [{list}]}}"),
            "effect" => format!("effects: [{list}]"),
            "must" | "space" => format!("{kind}: {quoted}"),
            "zone" => format!("zones: {{here: {quoted}}}"),
            other => panic!("words.tsv: {word} has an example of kind `{other}`"),
        };
        let names = if game == "crazyhouse" && kind != "space" {
            "zones: {hill: d4-e5}\ngroups: {back: {pawn: rook, rook: pawn}}\n"
        } else {
            ""
        };
        let path = folder.join("example.yaml");
        fs::write(&path, format!("alfil: 1\nextends: {game}\n{names}{line}\n")).unwrap();
        let found = Workspace::new().examine(&path.display().to_string()).found;
        // The parent's setup does not fit another space.
        let about_it = |code: &str| {
            kind != "space"
                || code.contains("space")
                || code.contains("link")
                || code.contains("section")
        };
        for finding in found.iter().filter(|d| d.code.severity() == Severity::Error) {
            if about_it(finding.code.name()) {
                wrong.push(format!("{word}: `{example}`: {}: {}", finding.code, finding.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Code is no link.
        let outside: Vec<&str> = line.split('`').step_by(2).collect();
        for part in outside.join("`").split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                found.push(target.to_owned());
            }
        }
    }
    found
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                if !out.pop() {
                    out.push("..");
                }
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

#[test]
fn links_lead_somewhere() {
    let mut all = pages("docs");
    let others =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "crates/README.md", "python/README.md"];
    all.extend(others.iter().map(PathBuf::from).filter(|path| path.exists()));
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in &all {
        let text = fs::read_to_string(path).unwrap();
        for target in links(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            seen += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let to = match file {
                "" => path.clone(),
                file => normal(&path.parent().unwrap().join(file)),
            };
            let place = format!("{}: ({target})", path.display());
            if !to.exists() {
                wrong.push(format!("{place} leads to no file"));
            } else if path.starts_with("docs") && !to.starts_with("docs") {
                wrong.push(format!("{place} leads out of the book"));
            } else if !anchor.is_empty() {
                let text = fs::read_to_string(&to).unwrap();
                if !headings(&text).iter().any(|heading| heading.anchor == anchor) {
                    wrong.push(format!("{place} leads to no heading"));
                }
            }
        }
    }
    assert!(seen > 300, "{seen} links were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_summary_lists_every_page() {
    let text = fs::read_to_string("docs/SUMMARY.md").unwrap();
    let listed: Vec<String> = links(&text);
    let pages = pages("docs").into_iter().map(|path| path.strip_prefix("docs").unwrap().to_owned());
    for page in pages.filter(|page| page != Path::new("SUMMARY.md")) {
        let times = listed.iter().filter(|name| Path::new(name) == page).count();
        assert_eq!(times, 1, "docs/SUMMARY.md lists {}", page.display());
    }
}
