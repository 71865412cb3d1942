//! Tests of `alfil studio` with requests of its own page and of other clients.

use crate::process::{alfil, folder};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

/// A running server.
struct Studio {
    server: Child,
    host: String,
    token: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Studio {
    /// Starts the server in `folder`, with the file `file` if it is given.
    fn begin(folder: &Path, file: Option<&str>) -> Studio {
        let mut command = alfil();
        command.current_dir(folder).args(["studio", "--no-open", "--port", "0"]).args(file);
        let mut server = command.stdout(Stdio::piped()).spawn().expect("the server starts");
        let mut first = String::new();
        let out = server.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut first).expect("its address");
        let address = first.trim().strip_prefix("http://").expect("an address");
        let (host, token) = address.split_once("/#").expect("a token");
        Studio { host: host.to_owned(), token: token.to_owned(), server }
    }

    /// Sends a request as it is. Returns the status, the head and the body of the answer.
    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let length = match body {
            "" => String::new(),
            _ => format!("Content-Length: {}\r\n", body.len()),
        };
        let request =
            format!("{method} {path} HTTP/1.1\r\n{headers}{length}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("the server reads");
        // A server that rejects a body early may have closed the connection already.
        let _ = stream.write_all(body.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_default(), head.to_owned(), body.to_owned())
    }

    /// The headers that the page of the server sends.
    fn own(&self) -> String {
        let Studio { host, token, .. } = self;
        format!(
            "Host: {host}\r\nOrigin: http://{host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        )
    }

    /// Sends a request as the page of the server does. It must succeed.
    fn ask(&self, name: &str, question: &Value) -> Value {
        let path = format!("/api/{name}");
        let (status, _, body) = self.send("POST", &path, &self.own(), &question.to_string());
        assert_eq!(status, 200, "{name}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Sends a request that must be rejected. Returns the reason.
    fn refusal(&self, name: &str, question: &Value) -> String {
        let path = format!("/api/{name}");
        let (status, _, body) = self.send("POST", &path, &self.own(), &question.to_string());
        assert_eq!(status, 500, "{name}: {body}");
        let answer: Value = serde_json::from_str(&body).expect("JSON");
        answer["error"].as_str().expect("a reason").to_owned()
    }
}

#[test]
fn only_its_own_page_is_answered() {
    let studio = Studio::begin(&folder("studio-gate"), None);
    let (host, token) = (&studio.host, &studio.token);
    let key = format!("Authorization: Bearer {token}\r\n");
    let line = |name: &str, value: &str| format!("{name}: {value}\r\n");
    let (at, from) = (line("Host", host), line("Origin", &format!("http://{host}")));
    let json = line("Content-Type", "application/json");
    let port = host.split(':').nth(1).expect("a port");
    let rows: Vec<(&str, &str, &str, String, &str, u16)> = vec![
        ("the page", "GET", "/", at.clone(), "", 200),
        ("its script", "GET", "/studio.js", at.clone(), "", 200),
        ("a question", "POST", "/api/document", studio.own(), "{}", 200),
        ("no host", "GET", "/", String::new(), "", 403),
        (
            "a name for this machine",
            "GET",
            "/",
            line("Host", &format!("localhost:{port}")),
            "",
            403,
        ),
        ("a name bent to it", "GET", "/", line("Host", &format!("evil.example:{port}")), "", 403),
        ("two hosts", "GET", "/", at.clone() + &line("Host", "evil.example"), "", 403),
        (
            "the page for another origin",
            "GET",
            "/",
            at.clone() + &line("Origin", "http://evil.example"),
            "",
            403,
        ),
        (
            "another origin with everything else right",
            "POST",
            "/api/document",
            at.clone() + &line("Origin", "http://evil.example") + &key + &json,
            "{}",
            403,
        ),
        (
            "an origin that begins alike",
            "POST",
            "/api/document",
            at.clone() + &line("Origin", &format!("http://{host}.evil.example")) + &key + &json,
            "{}",
            403,
        ),
        ("no origin", "POST", "/api/document", at.clone() + &key + &json, "{}", 403),
        ("no token", "POST", "/api/document", at.clone() + &from + &json, "{}", 401),
        (
            "another token",
            "POST",
            "/api/document",
            at.clone()
                + &from
                + &json
                + &line("Authorization", &format!("Bearer {}", "0".repeat(32))),
            "{}",
            401,
        ),
        (
            "half of the token",
            "POST",
            "/api/document",
            at.clone()
                + &from
                + &json
                + &line("Authorization", &format!("Bearer {}", &token[..16])),
            "{}",
            401,
        ),
        (
            "a form",
            "POST",
            "/api/save",
            at.clone() + &from + &key + &line("Content-Type", "text/plain"),
            "{}",
            415,
        ),
        ("no type", "POST", "/api/save", at.clone() + &from + &key, "{}", 415),
        ("a question by address", "GET", "/api/document", studio.own(), "", 405),
        ("before a question", "OPTIONS", "/api/document", studio.own(), "", 405),
        ("no such part", "GET", "/../Cargo.toml", at.clone(), "", 404),
        ("no such question", "POST", "/api/shell", studio.own(), "{}", 404),
        ("no JSON", "POST", "/api/check", studio.own(), "name: x", 400),
        ("no object", "POST", "/api/check", studio.own(), "[]", 400),
    ];
    for (what, method, path, headers, body, status) in rows {
        let (answered, head, _) = studio.send(method, path, &headers, body);
        assert_eq!(answered, status, "{what}: {head}");
        assert!(!head.to_lowercase().contains("access-control-allow"), "{what}: {head}");
    }
    let (_, head, page) = studio.send("GET", "/", &at, "");
    let nonce = head.split("script-src 'nonce-").nth(1).and_then(|rest| rest.split('\'').next());
    let nonce = nonce.expect("a policy with a nonce");
    assert!(page.contains(&format!("src=\"studio.js\" nonce=\"{nonce}\"")), "{page}");
    assert!(!page.contains(token.as_str()), "the page does not give its token away");
    let (_, again, _) = studio.send("GET", "/", &at, "");
    assert!(!again.contains(nonce), "a nonce is used once");
}

#[test]
fn a_request_is_read_up_to_a_limit() {
    let studio = Studio::begin(&folder("studio-length"), None);
    let long = format!("{{\"text\": \"{}\"}}", "x".repeat(8 << 20));
    let (status, ..) = studio.send("POST", "/api/check", &studio.own(), &long);
    assert!(status == 413 || status == 0, "{status}");
    assert_eq!(studio.ask("check", &json!({"text": "extends: chess\n"}))["playable"], true);
}

/// Each row contains a request, its content, a pointer into the answer, and the expected value
/// there.
#[test]
fn answers() {
    let studio = Studio::begin(&folder("studio-answers"), None);
    let chess = "name: Mine\nextends: chess\n";
    let broken = "name: Mine\nextends: ches\n";
    let camel = "extends: chess\npieces:\n  camel: {letter: C, moves: C}\n";
    let twice = "extends: chess\npieces:\n  knight: {moves: N N}\n";
    let continuous = "extends: continuous\n";
    let pinned = "extends: continuous\nsetup: K4,1 R4,3 r4,6 k7,7.5 w 0 1\n";
    let failing = format!(
        "{chess}tests:\n  - moves: {{from: e2, exactly: e2e3 e2e5}}\n  - game: f2f3 e7e5 g2g4 d8h4\n    ends: stalemate\n"
    );
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let hieroglyph = "extends: chess\npieces:\n  bishop: {symbol: \u{13000}}\n";
    let boxes = "in PNG and GIF a box stands for what their font lacks: \u{13000} (U+13000); an SVG is shown in the fonts of its viewer";
    let teams = "extends: four-player-teams\n";
    let cross = "extends: four-player-chess\n";
    // The rook on d10 can mate Blue, which has only its king.
    let rooks = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/1,rR,12/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6";
    let rows = vec![
        ("check", json!({"text": chess}), "/findings", json!([])),
        ("check", json!({"text": broken}), "/findings/0/code", json!("unknown-definition")),
        ("check", json!({"text": broken}), "/findings/0/edit/text", json!("chess")),
        // Positions count UTF-16 units, as in browsers. The chess symbol before this position has
        // two.
        (
            "check",
            json!({"text": "name: \u{1fa83}\nextends: ches\n"}),
            "/findings/0/from",
            json!(18),
        ),
        ("check", json!({"text": broken}), "/playable", json!(false)),
        ("glance", json!({"text": broken}), "/findings/0/edit/text", json!("chess")),
        ("glance", json!({"text": camel}), "/outline/0/name", json!("pieces")),
        // Only a compiled board shows that one move contains another, so only the second request
        // finds it.
        ("glance", json!({"text": twice}), "/findings", json!([])),
        ("check", json!({"text": twice}), "/findings/0/code", json!("shadowed-term")),
        (
            "hover",
            json!({"text": camel, "at": 51}),
            "/lines/0",
            json!("It moves or captures by a leap of 3 by 1 cells in any direction."),
        ),
        ("complete", json!({"text": "ext", "at": 3}), "/items/5/text", json!("extends: ")),
        ("format", json!({"text": "name:   Mine\nextends: chess"}), "/text", json!(chess)),
        ("game", json!({"text": camel}), "/pieces/6/name", json!("Camel")),
        (
            "game",
            json!({"text": camel}),
            "/pieces/6/clauses/0",
            json!({"from": 51, "to": 52, "text": "C"}),
        ),
        (
            "game",
            json!({"text": broken}),
            "/error",
            json!("one mistake must be corrected before you can play"),
        ),
        (
            "board",
            json!({"text": chess, "moves": ["e2e4", "Nf6"]}),
            "/played/1",
            json!({"text": "g8f6", "san": "Nf6", "turn": 1, "side": "black"}),
        ),
        ("board", json!({"text": chess, "moves": ["e2e4", "Nf6"]}), "/side", json!("white")),
        // With more than two sides, the words of the definition name them.
        (
            "board",
            json!({"text": teams, "moves": ["d2d4", "b5c5"]}),
            "/played/1",
            json!({"text": "b5c5", "san": "c5", "turn": 1, "side": "blue"}),
        ),
        ("board", json!({"text": teams, "moves": ["d2d4", "b5c5"]}), "/side", json!("yellow")),
        ("board", json!({"text": teams, "moves": []}), "/out", json!([])),
        (
            "game",
            json!({"text": teams}),
            "/sides",
            json!({"red": "Red", "blue": "Blue", "yellow": "Yellow", "green": "Green"}),
        ),
        (
            "game",
            json!({"text": teams}),
            "/turns",
            json!({"red": 0, "blue": 90, "yellow": 180, "green": 270}),
        ),
        (
            "game",
            json!({"text": "extends: trichess\n"}),
            "/turns",
            json!({"red": 0, "blue": 120, "yellow": 240}),
        ),
        // The mated king of Blue on a4 is nobody's.
        (
            "board",
            json!({"text": cross, "start": rooks, "moves": ["d10a10"]}),
            "/out",
            json!(["blue"]),
        ),
        (
            "board",
            json!({"text": cross, "start": rooks, "moves": ["d10a10"]}),
            "/pieces/1",
            json!({"cell": "a4", "side": "nobody's", "kind": "king", "glyph": "o0", "badge": null}),
        ),
        ("analyze", json!({"text": teams, "moves": [], "depth": 1}), "/value", json!(null)),
        (
            "review",
            json!({"text": teams, "moves": ["d2d4"], "depth": 1}),
            "/error",
            json!("an analysis compares two sides, but this game has 4"),
        ),
        (
            "setup",
            json!({"text": "extends: four-player-teams\n"}),
            "/sides",
            json!({"red": "Red", "blue": "Blue", "yellow": "Yellow", "green": "Green"}),
        ),
        ("setup", json!({"text": "extends: trichess\n"}), "/zones/0/cells/red/0", json!("p1")),
        (
            "edit",
            json!({
                "text": "extends: trichess\n",
                "change": {"do": "put", "cell": "a1", "piece": "king", "side": "white"},
            }),
            "/error",
            json!("`white` is not a side"),
        ),
        // The branch of the piece on a2, whose cells complete the stem to whole moves.
        (
            "board",
            json!({"text": chess, "moves": []}),
            "/tree/branches/2",
            json!({"cell": "a2", "next": {"stem": "a2", "branches": ["a3", "a4"]}}),
        ),
        // The king castles by a click on its cell, and by one on the rook.
        (
            "board",
            json!({"text": chess, "start": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves": []}),
            "/tree/branches/0/next/branches/2",
            json!("g1"),
        ),
        (
            "board",
            json!({"text": chess, "start": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves": []}),
            "/tree/branches/0/next/branches/6",
            json!({"cell": "h1", "castles": "may castle with this rook", "text": "e1g1"}),
        ),
        (
            "gallery",
            json!({"text": "", "names": ["duck", "atomic-modifier"]}),
            "/cards",
            json!([{
                "name": "duck", "family": "effects", "title": "Duck", "inventor": "Tim Paulden", "year": "2016",
                "line": "Move a piece, then move the duck to block your opponent. Capture the king to win.",
                "tags": ["rubber duck", "blocker", "easy", "beginner", "quick", "fast", "funny"],
                "scene": [
                    "e2e4,D@d5", "e7e5,D@f3", "b1c3,D@f6", "b8c6,D@c4", "g1f3,D@f6", "f8c5,D@c4", "d2d3,D@f6",
                    "d7d6,D@g5", "c1e3,D@g4", "g8f6,D@d4",
                ],
                "parent": "chess",
                "facts": {
                    "board": "square", "cells": 64, "size": "grid 8x8", "hands": false, "parts": true, "starts": false,
                    "players": 2, "teams": false, "hidden": false, "chance": false, "plies": 28,
                },
            }]),
        ),
        // A stone of an endless supply needs no hand.
        (
            "board",
            json!({"text": "extends: othello\n", "moves": []}),
            "/tree/branches/0",
            json!({"cell": "e3", "puts": "stone", "text": "P@e3"}),
        ),
        (
            "board",
            json!({"text": "extends: duck\n", "moves": []}),
            "/tree/branches/0/next/branches/0/next/ask",
            json!("Where does the duck go?"),
        ),
        ("game", json!({"text": "extends: othello\n"}), "/example", json!("P@e3")),
        ("game", json!({"text": chess}), "/starts", json!(null)),
        (
            "game",
            json!({"text": "extends: chess960\n"}),
            "/starts",
            json!({"count": 960, "written": 518}),
        ),
        (
            "start",
            json!({"text": "extends: chess960\n", "number": 0}),
            "/start",
            json!("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"),
        ),
        (
            "start",
            json!({"text": chess, "number": 0}),
            "/error",
            json!("this game has only one start"),
        ),
        (
            "board",
            json!({"text": chess, "moves": ["e2e5"]}),
            "/error",
            json!(
                "move 1, `e2e5`, is not legal: the pawn on e2 has no such move; from e2: e2e3 e2e4"
            ),
        ),
        (
            "board",
            json!({"text": chess, "start": "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}),
            "/tree/branches/1/next/branches/0/next/branches/0/words",
            json!("queen"),
        ),
        (
            "board",
            json!({"text": "extends: opposition\n"}),
            "/tree/branches/8/next/branches/0/words",
            json!("Slide white to a1"),
        ),
        ("board", json!({"text": continuous}), "/form", json!("points")),
        (
            "piece",
            json!({"text": continuous, "piece": 8}),
            "/families/0/intervals/0/to",
            json!(2.0),
        ),
        // The rook is pinned: if it moved sideways, the other rook (body 2) would attack its king.
        ("piece", json!({"text": pinned, "piece": 1}), "/paths/0/sort", json!("forbidden")),
        ("piece", json!({"text": pinned, "piece": 1}), "/paths/0/seen", json!([2])),
        ("why", json!({"text": chess, "move": "e1e2"}), "/legal", json!(false)),
        ("why", json!({"text": camel, "move": "e2e4"}), "/legal", json!(true)),
        (
            "line",
            json!({"text": chess, "pasted": "1. e4 e5 (1... c5) 2. Nf3 *"}),
            "/played/2/text",
            json!("g1f3"),
        ),
        (
            "line",
            json!({"text": chess, "pasted": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}),
            "/start",
            json!("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        // A position with a mistake is not read as moves.
        (
            "line",
            json!({"text": chess, "pasted": "8/8/8/8/8/8/8/8 w - - 0 1"}),
            "/error",
            json!("White has no king in this position"),
        ),
        ("setup", json!({"text": camel}), "/kinds/6/moves", json!("C")),
        (
            "setup",
            json!({"text": continuous}),
            "/error",
            json!("type the points of a plane in the text"),
        ),
        (
            "edit",
            json!({"text": "# ♔\nextends: chess\n", "change": {"do": "set-piece", "piece": "rook", "key": "moves", "value": "R2"}}),
            "",
            json!({
                "edits": [{"from": 18, "to": 18, "text": "\npieces:\n  rook: {moves: R2}"}],
                "lines": [{"from": 18, "to": 46}],
            }),
        ),
        (
            "edit",
            json!({"text": chess, "change": {"do": "remove", "cell": "e4"}}),
            "/error",
            json!("`e4` is empty"),
        ),
        ("movement", json!({"text": chess, "piece": "king"}), "/kept", json!(["isO2"])),
        (
            "movement",
            json!({"text": chess, "marks": [{"x": 1, "y": 2}, {"x": -1, "y": 2}]}),
            "/string",
            json!("fN"),
        ),
        (
            "movement",
            json!({"text": chess, "string": "B; only when strong"}),
            "/hidden/0/why",
            json!("it has a condition"),
        ),
        (
            "wizard",
            json!({"text": "", "name": "Wide", "army": "chess", "lattice": "torus 9x8"}),
            "/text",
            json!(
                "alfil: 1\nname: Wide\nextends: chess\nspace: torus 9x8\nsetup: rnbqkbnr1/pppppppp1/9/9/9/9/PPPPPPPP1/RNBQKBNR1 w KQkq - 0 1\n"
            ),
        ),
        (
            "share",
            json!({"text": chess, "moves": ["e2e4"], "form": "pgn"}),
            "/name",
            json!("mine.pgn"),
        ),
        (
            "tests",
            json!({"text": format!("{chess}tests:\n  - perft: [21]\n    source: me\n")}),
            "/cases/0/failures/0/title",
            json!("perft 1 is 20, not 21"),
        ),
        // A wrong count comes with the moves that the parent does not have.
        (
            "tests",
            json!({"text": "extends: chess\npieces:\n  knight: {moves: + C}\ntests:\n  - perft: [20]\n    source: me\n"}),
            "/cases/0/new/0",
            json!({"text": "b1a4", "cells": ["b1", "a4"]}),
        ),
        (
            "share",
            json!({"text": chess, "moves": [], "form": "pgn", "tree": [
                {"move": "e2e4", "after": 0}, {"move": "e7e5", "after": 1, "comment": "usual"},
                {"move": "c7c5", "after": 1}, {"move": "g1f3", "after": 2}, {"move": "f2f4", "after": 2},
            ]}),
            "/content",
            json!(
                "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"Mine\"]\n\n1. e4 e5 {usual} (1... c5) 2. Nf3 (2. f4) *\n"
            ),
        ),
        (
            "tests",
            json!({"text": failing}),
            "/cases/0/missing",
            json!([{"text": "e2e5", "cells": ["e2", "e5"]}]),
        ),
        (
            "tests",
            json!({"text": failing}),
            "/cases/0/unwanted",
            json!([{"text": "e2e4", "cells": ["e2", "e4"]}]),
        ),
        // The answer contains the position in which the game ends differently.
        (
            "tests",
            json!({"text": failing}),
            "/cases/1/position",
            json!("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
        ),
        // Clauses of a parent have no place in the edited text.
        ("game", json!({"text": chess}), "/pieces/1/clauses", json!([{"text": "Q"}])),
        (
            "share",
            json!({"text": chess, "form": "apng"}),
            "/error",
            json!("a moving picture needs at least one move"),
        ),
        (
            "share",
            json!({"text": chess, "moves": ["e2e4"], "form": "apng"}),
            "/type",
            json!("image/apng"),
        ),
        (
            "share",
            json!({"text": chess, "moves": ["e2e4"], "form": "gif"}),
            "/type",
            json!("image/gif"),
        ),
        // Characters that the pixel font lacks are reported.
        ("share", json!({"text": hieroglyph, "form": "png"}), "/said", json!(boxes)),
        ("share", json!({"text": chess, "form": "png"}), "/said", json!(null)),
        ("game", json!({"text": hieroglyph}), "/pieces/3/boxed", json!(boxes)),
        ("game", json!({"text": hieroglyph}), "/pieces/0/boxed", json!(null)),
        (
            "coverage",
            json!({"text": format!("{camel}setup: rcbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBNR w - -\ntests:\n  - moves: {{from: b1, exactly: b1a4 b1c4}}\n")}),
            "/missing",
            json!([]),
        ),
        ("coverage", json!({"text": camel}), "/missing/0/name", json!("camel C")),
        ("alive", json!({"text": camel, "slices": 1}), "/rules/0/name", json!("camel C")),
        ("alive", json!({"text": camel}), "/error", json!("missing field `slices` (a number)")),
        (
            "alive-test",
            json!({"text": camel, "slices": 1, "rule": "camel D"}),
            "/error",
            json!("this rule does not exist"),
        ),
        (
            "record",
            json!({"text": chess, "moves": ["e2e4"], "move": "e7e5", "what": "legal"}),
            "/edit/text",
            json!("\ntests:\n  - moves: {including: e7e5}\n    after: e2e4\n"),
        ),
        (
            "record",
            json!({"text": format!("{chess}tests:\n    - perft: [20]  # so\nends: {{stalemated: loss}}\n"), "what": "position"}),
            "/edit",
            json!({"from": 57, "to": 57, "text": "    - perft: [20]\n      source: counted in Studio\n"}),
        ),
        (
            "record",
            json!({"text": format!("{chess}tests: [{{perft: [20]}}]\n"), "what": "position"}),
            "/error",
            json!("`tests` is not a list with one test on each line, so no test can be added"),
        ),
        // The computer answers a check that leaves one move.
        (
            "reply",
            json!({"text": chess, "start": "k7/8/8/8/8/8/1q6/K7 w - - 0 1", "level": 1, "seed": 7}),
            "",
            json!({"text": "a1b2", "san": "Kxb2"}),
        ),
        (
            "reply",
            json!({"text": chess, "level": 11}),
            "/error",
            json!("missing field `level` (a number from 1 to 10)"),
        ),
        (
            "reply",
            json!({"text": chess, "moves": mate, "level": 1}),
            "/error",
            json!("the game is over: Black wins by checkmate"),
        ),
        // Values are from the point of view of White, for both sides to move.
        (
            "analyze",
            json!({"text": chess, "moves": &mate[..3], "depth": 2}),
            "/value",
            json!({"score": -29_999, "wins": {"side": "black", "turns": 1}, "share": 0.0, "text": "#-1", "words": "Black wins in 1 turn"}),
        ),
        (
            "analyze",
            json!({"text": chess, "moves": &mate[..3], "depth": 2}),
            "/best",
            json!({"text": "d8h4", "from": "d8", "to": "h4", "marks": [], "san": "Qh4#"}),
        ),
        ("analyze", json!({"text": chess, "moves": mate}), "/value/text", json!("0–1")),
        ("analyze", json!({"text": chess, "moves": mate}), "/best", json!(null)),
        // Two steps of one turn win, so this is a win in one turn.
        (
            "analyze",
            json!({"text": "extends: marseillais\n", "start": "7k/8/4K3/8/8/8/8/R7 w - - 0 2"}),
            "/value/text",
            json!("#1"),
        ),
        // The player of Duck also chooses a cell for the duck.
        (
            "analyze",
            json!({"text": "extends: duck\n", "start": "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "depth": 1}),
            "/best/marks",
            json!(["h8"]),
        ),
        (
            "analyze",
            json!({"text": continuous, "start": "K4,1 R1,4 q6,4 k7,7.5 w 0 1", "depth": 1}),
            "/best",
            json!({"text": "R1,4:0:4.75", "piece": 1, "from": [1.0, 4.0], "to": [5.75, 4.0], "san": "R1,4:0:4.75"}),
        ),
        (
            "analyze",
            json!({"text": chess, "depth": 0}),
            "/error",
            json!("`depth` must be a number from 1"),
        ),
        (
            "analyze",
            json!({"text": chess, "seconds": "long"}),
            "/error",
            json!("`seconds` must be a number"),
        ),
        (
            "review",
            json!({"text": chess, "moves": &mate[..3], "depth": 3}),
            "/verdict/sign",
            json!("??"),
        ),
        (
            "review",
            json!({"text": chess, "moves": &mate[..3], "depth": 3}),
            "/verdict/played/text",
            json!("#-1"),
        ),
        ("review", json!({"text": chess, "moves": mate, "depth": 3}), "/verdict/loss", json!(0)),
        ("review", json!({"text": chess, "moves": mate, "depth": 3}), "/side", json!("black")),
        ("review", json!({"text": chess}), "/error", json!("there is no move to review")),
        (
            "review",
            json!({"text": broken}),
            "/error",
            json!("one mistake must be corrected before you can play"),
        ),
        (
            "shipped",
            json!({"name": "chess"}),
            "/text",
            json!(alfil_definitions::find("chess").expect("shipped").text),
        ),
        (
            "save",
            json!({"text": chess}),
            "/error",
            json!("the command line named no file, so nothing is saved"),
        ),
    ];
    let mut wrong = Vec::new();
    for (name, question, at, expected) in rows {
        let (_, _, body) =
            studio.send("POST", &format!("/api/{name}"), &studio.own(), &question.to_string());
        let answer: Value = serde_json::from_str(&body).unwrap_or_default();
        if answer.pointer(at) != Some(&expected) {
            let short: String = body.chars().take(600).collect();
            wrong.push(format!(
                "{name} {question} {at}: {:?}, not {expected}\n  {short}",
                answer.pointer(at)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file of values next to the definition counts, unless it does not fit the text.
#[test]
fn learned_values_are_used() {
    let folder = folder("studio-values");
    fs::write(folder.join("mine.values"), "queen: 5000\n").expect("written");
    let value = |file: Option<&str>, text: &str| {
        let studio = Studio::begin(&folder, file);
        let start = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
        let question = json!({"text": text, "start": start, "depth": 1});
        studio.ask("analyze", &question)["value"]["score"].as_i64().expect("a value")
    };
    let chess = "extends: chess\n";
    let (usual, learned) = (value(None, chess), value(Some("mine.yaml"), chess));
    assert!(learned > usual + 1_000, "{usual} and {learned}");
    let renamed = "extends: chess\npieces:\n  queen: {name: lady}\n";
    assert!(value(Some("mine.yaml"), renamed) < usual + 1_000);
}

#[test]
fn a_file_is_overwritten_only_in_the_known_state() {
    let folder = folder("studio-save");
    let file = folder.join("mine.yaml");
    let studio = Studio::begin(&folder, Some("mine.yaml"));
    let first = studio.ask("document", &json!({}));
    assert_eq!(first["saved"], Value::Null);
    assert!(first["beginning"].as_str().is_some_and(|text| text.contains("extends: chess")));
    assert!(!file.exists(), "looking writes nothing");

    studio.ask("save", &json!({"text": "extends: chess\n", "before": null}));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "extends: chess\n");

    // The page is open in two tabs: the second tab read the file before the first tab wrote it.
    let late = studio.ask("save", &json!({"text": "extends: makruk\n", "before": null}));
    assert_eq!(late, json!({"conflict": true, "saved": "extends: chess\n"}));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "extends: chess\n");

    // Another program has written the file. Its line endings and byte order mark must stay.
    fs::write(&file, "\u{feff}extends: chess\r\nname: Theirs\r\n").expect("written");
    let seen = studio.ask("document", &json!({}));
    assert_eq!(seen["saved"], "extends: chess\nname: Theirs\n");
    let mine = json!({"text": "extends: chess\nname: Mine\n", "before": seen["saved"]});
    assert_eq!(studio.ask("save", &mine)["saved"], "extends: chess\nname: Mine\n");
    let held = fs::read(&file).expect("it is there");
    assert_eq!(String::from_utf8_lossy(&held), "\u{feff}extends: chess\r\nname: Mine\r\n");
    let left: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

/// Each line keeps its line ending. A text that cannot be read again is not written.
#[test]
fn a_saved_file_keeps_its_line_endings_and_stays_readable() {
    let folder = folder("studio-lines");
    let file = folder.join("mine.yaml");
    let studio = Studio::begin(&folder, Some("mine.yaml"));
    let mixed = "extends: chess\r\nname: A\n# one\n# two\r\n# three\n";
    fs::write(&file, mixed).expect("written");
    let seen = studio.ask("document", &json!({}))["saved"].take();
    let changed = "extends: chess\nname: B\n# new\n# one\n# two\n# three\n";
    let answer = studio.ask("save", &json!({"text": changed, "before": seen}));
    assert_eq!(answer["saved"], changed);
    let held = "extends: chess\r\nname: B\r\n# new\r\n# one\n# two\r\n# three\n";
    assert_eq!(fs::read_to_string(&file).expect("it is there"), held);

    for unreadable in ["name: \0\n".to_owned(), format!("# {}\n", "x".repeat(1 << 20))] {
        let why = studio.refusal("save", &json!({"text": unreadable, "before": changed}));
        assert!(why.starts_with("not saved"), "{why}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), held);
    }

    // A symbolic link to itself is an error and not a missing file.
    fs::remove_file(&file).expect("it is there");
    std::os::unix::fs::symlink("mine.yaml", &file).expect("a link");
    let why = studio.refusal("document", &json!({}));
    assert!(why.contains("cannot be read"), "{why}");
}

/// If two servers save the same file from the same state, one of them must be rejected.
#[test]
fn only_one_of_two_servers_saves() {
    let folder = folder("studio-two");
    let file = folder.join("mine.yaml");
    let studios = [0, 1].map(|_| Studio::begin(&folder, Some("mine.yaml")));
    for round in 0..20 {
        let before = format!("extends: chess\nname: Round {round}\n");
        fs::write(&file, &before).expect("written");
        let saved = std::thread::scope(|scope| {
            let savers = [0, 1].map(|number| {
                let (studio, before) = (&studios[number], &before);
                scope.spawn(move || {
                    let text = format!("extends: chess\nname: Text {number}\n");
                    let answer = studio.ask("save", &json!({"text": text, "before": before}));
                    (answer["conflict"] != true).then_some(text)
                })
            });
            savers.map(|saver| saver.join().expect("it answers"))
        });
        let saved: Vec<String> = saved.into_iter().flatten().collect();
        assert_eq!(saved.len(), 1, "round {round}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), saved[0]);
    }
}

/// A cancelled request does not delay other requests. A text that crashes its process affects only
/// its own answer.
#[test]
fn a_cancelled_request_delays_no_other() {
    let studio = Studio::begin(&folder("studio-off"), None);
    let long = json!({"text": "extends: chess\ntests:\n  - perft: [20, 400, 8902, 197281, 4865609]\n    source: books\n"});
    for _ in 0..3 {
        let body = long.to_string();
        let mut stream = TcpStream::connect(&studio.host).expect("it listens");
        write!(
            stream,
            "POST /api/tests HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}",
            studio.own(),
            body.len()
        )
        .expect("the server reads");
    }
    let short = json!({"text": "extends: chess\ntests:\n  - perft: [20]\n    source: books\n"});
    assert_eq!(studio.ask("tests", &short)["cases"][0]["failures"], json!([]));
    // Long searches occupy no more than their own workers, and their pages may go at any time.
    for _ in 0..20 {
        let body = json!({"text": "extends: chess\n", "seconds": 10}).to_string();
        let mut stream = TcpStream::connect(&studio.host).expect("it listens");
        write!(
            stream,
            "POST /api/analyze HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{body}",
            studio.own(),
            body.len()
        )
        .expect("the server reads");
    }
    let game = json!({"text": "extends: chess\n", "level": 1});
    assert!(studio.ask("reply", &game)["text"].is_string());
    let odd = json!({"text": "{".repeat(500_000)});
    assert!(studio.ask("check", &odd)["findings"].is_array());
}

/// If the server is killed while it saves, the file contains the old or the new text completely. No
/// leftover blocks the next save.
#[test]
fn a_server_killed_while_saving_loses_nothing() {
    let folder = folder("studio-killed");
    let file = folder.join("mine.yaml");
    let text = |number: usize| {
        let words = format!("# {number} \n").repeat(60_000);
        format!("extends: chess\nname: Text {number}\n{words}")
    };
    let mut saved = text(0);
    fs::write(&file, &saved).expect("written");
    let (mut old, mut new) = (0, 0);
    for number in 1..=24 {
        let mut studio = Studio::begin(&folder, Some("mine.yaml"));
        let next = text(number);
        let body = json!({"text": next, "before": saved}).to_string();
        let mut stream = TcpStream::connect(&studio.host).expect("it listens");
        let head = format!(
            "POST /api/save HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n",
            studio.own(),
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        stream.write_all(body.as_bytes()).expect("the server reads");
        // The delay grows: at first it ends before the request is read, and at last after the file
        // is written.
        std::thread::sleep(std::time::Duration::from_micros(number as u64 * 1_500));
        studio.server.kill().expect("it runs");
        studio.server.wait().expect("it ends");
        let held = fs::read_to_string(&file).expect("it is there");
        assert!(held == saved || held == next, "{} bytes of {number}", held.len());
        if held == next {
            new += 1
        } else {
            old += 1
        }
        saved = held;
    }
    println!("{old} times the old text, {new} times the new one");
    let studio = Studio::begin(&folder, Some("mine.yaml"));
    let answer = studio.ask("save", &json!({"text": "extends: chess\n", "before": saved}));
    assert_eq!(answer["saved"], "extends: chess\n");
}
