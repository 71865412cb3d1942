//! Tests of `alfil lsp` over a pipe, as editors use it.

use crate::process::{alfil, folder};
use alfil_definitions::shipped;
use alfil_editor::{Address, Page};
use alfil_workspace::Workspace;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// A running server, from the view of an editor.
struct Editor {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Editor {
    /// Starts a server with the cache folder `cache`, and performs the handshake of the protocol.
    fn begin(options: &Value, cache: &Path) -> (Editor, Value) {
        let mut command = alfil();
        command.arg("lsp").env("XDG_CACHE_HOME", cache);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("the server starts");
        let (to, from) = (server.stdin.take(), server.stdout.take().expect("a pipe"));
        let mut editor = Editor { server, to, from: BufReader::new(from), asked: 0 };
        let hands =
            editor.ask("initialize", json!({"capabilities": {}, "initializationOptions": options}));
        editor.tell("initialized", json!({}));
        (editor, hands)
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().expect("input is open");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        to.flush().expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn hear(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("text") > 0, "the server has gone");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", bytes)) => length = bytes.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).expect("as long as was said");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Sends a request and returns the result or the error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut message = self.hear();
            if message["id"] == id {
                let key = if message["error"].is_null() { "result" } else { "error" };
                return message[key].take();
            }
        }
    }

    fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "languageId": "yaml", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
        self.findings(uri, 0)
    }

    fn change(&mut self, uri: &str, version: u64, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri, "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.tell("textDocument/didChange", params);
        self.findings(uri, version)
    }

    /// Like `change`, but waits until the findings are those in `wanted`. Findings that need no
    /// compilation come first.
    fn change_to(&mut self, uri: &str, version: u64, text: &str, wanted: &[String]) -> usize {
        let mut told = self.change(uri, version, text);
        let codes = |told: &[Value]| -> Vec<String> {
            told.iter().map(|d| d["code"].as_str().expect("a code").to_owned()).collect()
        };
        if codes(&told) != wanted {
            let early = codes(&told);
            assert!(early.iter().all(|code| wanted.contains(code)), "{uri}: {early:?}, {wanted:?}");
            told = self.findings(uri, version);
        }
        assert_eq!(codes(&told), wanted, "{uri}, version {version}");
        told.len()
    }

    /// Waits for the findings about a version of a text.
    fn findings(&mut self, uri: &str, version: u64) -> Vec<Value> {
        loop {
            let message = self.hear();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
            {
                return params["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Ends the server with the messages that the protocol requires.
    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.to = None;
        assert!(self.server.wait().expect("it ends").success());
    }
}

/// Returns the position of the first `what` in `text`, in lines and UTF-16 units.
fn place(uri: &str, text: &str, what: &str) -> Value {
    let before = &text[..text.find(what).expect("it is there")];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let (row, column) = (before.matches('\n').count(), line.encode_utf16().count());
    json!({"textDocument": {"uri": uri}, "position": {"line": row, "character": column}})
}

/// Changes one letter of a text, or inserts a word. `number` determines the change and its place.
fn edited(text: &str, number: usize) -> String {
    let at = number.wrapping_mul(7919) % text.len();
    let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (before, behind) = text.split_at(at);
    let mut rest = behind.chars();
    let first = rest.next().map_or(String::new(), String::from);
    match number % 4 {
        0 => format!("{before}{}", rest.as_str()),
        1 => format!("{before}{first}{behind}"),
        2 => format!("{before}x{}", rest.as_str()),
        _ => format!("{before} when: [{behind}"),
    }
}

/// Returns the URI of a file as editors write it, with escapes.
fn address(path: &Path) -> String {
    let path = path.to_str().expect("a path in UTF-8");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let written = path.bytes().map(|byte| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    });
    format!("file://{}", written.collect::<String>())
}

/// After each edit, the server must report the findings that the library reports for the text.
#[test]
fn two_hundred_edits_give_the_findings_of_the_library() {
    let (mut editor, _) = Editor::begin(&Value::Null, &folder("lsp-edits"));
    let (mut edits, mut found, mut times) = (0, 0, Vec::new());
    let all: Vec<_> = shipped().collect();
    for definition in all.iter().step_by(all.len() / 20) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
        let path = path.join(definition.family).join(format!("{}.yaml", definition.name));
        let uri = address(&path);
        assert_eq!(editor.open(&uri, definition.text), Vec::<Value>::new(), "{uri}");
        for version in 1..=10 {
            edits += 1;
            let text = edited(definition.text, edits);
            let page = Page::read(&Workspace::new(), &Address::File(path.clone()), &text);
            let marks = if page.is_foreign() { Vec::new() } else { page.marks() };
            let wanted: Vec<_> = marks.iter().map(|mark| mark.finding.code.to_owned()).collect();
            let began = Instant::now();
            found += editor.change_to(&uri, version, &text, &wanted);
            times.push(began.elapsed());
        }
        editor.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }
    editor.end();
    times.sort();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or(Duration::ZERO);
    println!("{edits} edits, {found} findings; median {:?}, 95% within {:?}", at(50), at(95));
    assert!(edits >= 200 && found > edits / 2, "{edits} edits, {found} findings");
}

#[test]
fn requests_of_an_editor_are_answered() {
    let cache = folder("lsp-answers");
    let (mut editor, hands) = Editor::begin(&json!({"pictures": "svg"}), &cache);
    assert_eq!(hands["serverInfo"]["name"], "alfil");
    let uri = "file:///nowhere/a%20game.yaml";
    // Before the second finding, the line contains a character of two UTF-16 units.
    let text = "extends: chess\npieces:\n  rook: {moves: N, lettr: R}\ntests:\n  - perft: [24]\n    source: nobody\nabout: {notes: 𝄞, sorce: me}\n";
    let told = editor.open(uri, text);
    let [first, second] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((&first["code"], &second["code"]), (&json!("unknown-key"), &json!("unknown-key")));
    assert_eq!(first["range"]["start"], json!({"line": 2, "character": 19}));
    assert_eq!(second["range"]["start"], json!({"line": 6, "character": 19}));

    let ask = |editor: &mut Editor, method: &str, what: &str| {
        editor.ask(&format!("textDocument/{method}"), place(uri, text, what))
    };
    let hover = ask(&mut editor, "hover", "N, lettr");
    let words = hover["contents"]["value"].as_str().expect("words").to_owned();
    assert!(words.contains("leaps") && words.contains("data:image/svg+xml,%3C"), "{words}");
    let items = ask(&mut editor, "completion", "lettr");
    let labels: Vec<_> = items.as_array().expect("a list").iter().map(|i| &i["label"]).collect();
    assert!(labels.contains(&&json!("letter")) && !labels.contains(&&json!("moves")), "{labels:?}");

    let mut params = place(uri, text, "lettr");
    params["range"] = json!({"start": params["position"], "end": params["position"]});
    params["context"] = json!({"diagnostics": []});
    let fixes = editor.ask("textDocument/codeAction", params);
    assert_eq!(fixes[0]["edit"]["changes"][uri][0]["newText"], "letter");

    let parent = ask(&mut editor, "definition", "chess");
    let path = parent["uri"].as_str().expect("an address").strip_prefix("file://").expect("a file");
    let path = path.replace("%20", " ");
    let chess = shipped().find(|s| s.name == "chess").expect("chess is shipped").text;
    assert_eq!(std::fs::read_to_string(path).expect("a cached file"), chess);

    let folds = editor.ask("textDocument/foldingRange", place(uri, text, "tests"));
    let lines = json!([{"startLine": 1, "endLine": 2, "kind": "region"},
        {"startLine": 3, "endLine": 5, "kind": "region"}, {"startLine": 4, "endLine": 5, "kind": "region"}]);
    assert_eq!(folds, lines);

    let text =
        "extends:  chess\nzones: {river: rank 5}\npieces: {rook: {moves: R when from river}}\n";
    assert_eq!(editor.change(uri, 1, text), Vec::<Value>::new());
    let mut params = place(uri, text, "river}}");
    params["newName"] = json!("ford");
    let edits = editor.ask("textDocument/rename", params);
    let edits = edits["changes"][uri].as_array().expect("edits").clone();
    assert!(edits.len() == 2 && edits.iter().all(|edit| edit["newText"] == "ford"), "{edits:?}");
    let mut params = place(uri, text, "zones");
    params["options"] = json!({"tabSize": 2, "insertSpaces": true});
    let formatted = editor.ask("textDocument/formatting", params);
    assert_eq!(formatted[0]["newText"], text.replace("  chess", " chess"));
    assert_eq!(editor.ask("workspace/symbol", json!({}))["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["code"], -32602);
    editor.end();
}

/// A child that is open in the editor uses the open text of its parent and not the file on disk.
#[test]
fn an_open_parent_replaces_its_file() {
    let home = folder("lsp-parent");
    let [parent, child] =
        ["parent", "child"].map(|name| address(&home.join(format!("{name}.yaml"))));
    std::fs::write(home.join("parent.yaml"), "extends: chess\n").expect("a file");
    let (mut editor, _) = Editor::begin(&Value::Null, &home);
    let text = "extends: ./parent.yaml\npieces: {hawk: {moves: NN}}\n";
    let told = editor.open(&child, text);
    assert_eq!(told[0]["code"], "unknown-piece");
    editor.open(&parent, "extends: chess\n");
    let setup = "setup: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBNR";
    let typed = format!("extends: chess\npieces: {{hawk: {{letter: H, moves: N}}}}\n{setup}\n");
    let document = json!({"uri": parent, "version": 1});
    let params = json!({"textDocument": document, "contentChanges": [{"text": typed}]});
    editor.tell("textDocument/didChange", params);
    assert_eq!(editor.findings(&child, 0), Vec::<Value>::new());
    editor.end();
}

/// A rename also changes the files that inherit the name from the edited file, whether they are
/// open or not.
#[test]
fn a_rename_reaches_parents_and_children() {
    let home = folder("lsp-rename");
    let uri = |name: &str| address(&home.join(name));
    let parent = "name: P\nextends: chess\npieces: {hawk: {letter: H, moves: NN}}\n\
                  setup: rhbqkbhr/pppppppp/8/8/8/8/PPPPPPPP/RHBQKBHR w KQkq - 0 1\n";
    let child = "extends: ./parent.yaml\npieces:\n  hawk: {moves: ^; + mW}\n";
    let sibling = "extends: ./parent.yaml\nmust: [capturing hawk]\n";
    let stranger = "extends: chess\npieces: {knight: {name: hawk}}\n";
    let files =
        [("parent", parent), ("child", child), ("sibling", sibling), ("stranger", stranger)];
    for (name, text) in files {
        std::fs::write(home.join(format!("{name}.yaml")), text).expect("a file");
    }
    let (mut editor, _) = Editor::begin(&Value::Null, &home);
    let at = uri("child.yaml");
    assert_eq!(editor.open(&at, child), Vec::<Value>::new());
    let mut params = place(&at, child, "hawk");
    params["newName"] = json!("falcon");
    let answer = editor.ask("textDocument/rename", params);
    let changes = answer["changes"].as_object().unwrap_or_else(|| panic!("{answer}"));
    let mut edited: Vec<_> = changes.keys().map(|uri| uri.rsplit('/').next().unwrap()).collect();
    edited.sort();
    assert_eq!(edited, ["child.yaml", "parent.yaml", "sibling.yaml"]);
    assert!(changes.values().all(|edits| edits.as_array().is_some_and(|edits| edits.len() == 1)));
    // The message must name the conflict in the other file.
    std::fs::write(
        home.join("sibling.yaml"),
        "extends: ./parent.yaml\nmust: [capturing hawk]\npieces: {bishop: {name: falcon}}\n",
    )
    .expect("a file");
    let mut params = place(&at, child, "hawk");
    params["newName"] = json!("falcon");
    let answer = editor.ask("textDocument/rename", params);
    assert_eq!(answer["message"], "there is already a `falcon` in sibling.yaml");
    editor.end();
}

/// A piece of a shipped game gets a new name in the requested file and in the files that extend it.
/// If the editor opened their folder through a symbolic link, the answer contains the paths that
/// the editor uses.
#[test]
fn a_rename_of_a_shipped_piece_reaches_children() {
    let home = folder("lsp-rename-shipped");
    renames_a_shipped_piece(&home);
    #[cfg(unix)]
    {
        let link = home.join("link");
        std::os::unix::fs::symlink(&home, &link).expect("a link");
        renames_a_shipped_piece(&link);
    }
}

fn renames_a_shipped_piece(home: &Path) {
    let uri = |name: &str| address(&home.join(name));
    let parent = "extends: chess\npieces:\n  rook: {moves: R3}\n";
    let child = "extends: ./parent.yaml\npieces:\n  rook: {moves: ^; + mF}\n";
    let stranger = "extends: chess\npieces:\n  rook: {moves: R2}\n";
    for (name, text) in [("parent", parent), ("child", child), ("stranger", stranger)] {
        std::fs::write(home.join(format!("{name}.yaml")), text).expect("a file");
    }
    let (mut editor, _) = Editor::begin(&Value::Null, home);
    let at = uri("parent.yaml");
    assert_eq!(editor.open(&at, parent), Vec::<Value>::new());
    let mut params = place(&at, parent, "rook");
    params["newName"] = json!("tower");
    let answer = editor.ask("textDocument/rename", params);
    let changes = answer["changes"].as_object().unwrap_or_else(|| panic!("{answer}"));
    let typed = |name: &str| changes.get(&uri(name)).map(|edits| edits[0]["newText"].clone());
    assert_eq!(typed("parent.yaml"), Some(json!("name: tower, ")));
    assert_eq!(typed("child.yaml"), Some(json!("tower")));
    assert_eq!(typed("stranger.yaml"), None);
    editor.end();
}

/// YAML files of other programs have no findings, and an unknown message does not end the server.
#[test]
fn other_files_are_left_alone() {
    let (mut editor, _) = Editor::begin(&Value::Null, &folder("lsp-others"));
    let uri = "file:///nowhere/compose.yml";
    assert_eq!(editor.open(uri, "name: x\nservices: {}\nvolumes: {}\n"), Vec::<Value>::new());
    assert_eq!(editor.change(uri, 2, "services: [\nvolumes: {}\n"), Vec::<Value>::new());
    assert!(!editor.change(uri, 3, "extends: [\npieces: {}\n").is_empty());
    editor.tell("textDocument/didChange", json!({"garbled": true}));
    assert!(!editor.change(uri, 4, "services: {}\nextends: chess\n").is_empty());
    let untitled = "untitled:Untitled-1";
    assert_eq!(editor.open(untitled, "extends: ches\n")[0]["code"], "unknown-definition");
    editor.end();
}

/// An unreadable message gets an error, or its invalid characters are replaced. The server keeps
/// running.
#[test]
fn garbled_messages_do_not_end_the_server() {
    let (mut editor, _) = Editor::begin(&json!({}), &folder("lsp-garbled"));
    let mut raw = |text: &str| {
        let to = editor.to.as_mut().expect("input is open");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        to.flush().expect("the server reads");
    };
    raw("{");
    // Editors send half of a surrogate pair while a character is typed.
    raw(
        r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:half","languageId":"yaml","version":0,"text":"extends: chess\nname: \ud83d \\\\ud83d\n"}}}"#,
    );
    assert_eq!(editor.hear()["error"]["code"], -32700);
    assert!(editor.findings("untitled:half", 0).is_empty());
}

/// The server must not reserve memory only because a message announces a great length.
#[test]
fn an_announced_length_reserves_nothing() {
    let (mut editor, _) = Editor::begin(&json!({}), &folder("lsp-length"));
    let mut to = editor.to.take().expect("input is open");
    write!(to, "Content-Length: 99999999999999\r\n\r\n{{}}").expect("the server reads");
    drop(to);
    assert!(editor.server.wait().expect("it ends").code().is_some());
}

/// The server answers `shutdown` while it compiles a game.
#[test]
fn shutdown_does_not_wait_for_findings() {
    let (mut editor, _) = Editor::begin(&json!({}), &folder("lsp-shutdown"));
    let text = alfil_definitions::find("ultima").expect("shipped").text;
    let document = json!({"uri": "untitled:u", "languageId": "yaml", "version": 0, "text": text});
    editor.tell("textDocument/didOpen", json!({"textDocument": document}));
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    editor.tell("exit", Value::Null);
    assert!(editor.server.wait().expect("it ends").success());
}
