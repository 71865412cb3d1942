//! Files of a game to keep: a page of rules, a picture or a PGN.

use crate::cache::Opened;
use crate::text::place;
use alfil_describe::replay::{Moving, Replay};
use alfil_describe::rules_page;
use alfil_diagnostics::source::{MAX_BYTES, SourceId};
use alfil_foreign::exported;
use alfil_foreign::remark::Gap;
use alfil_play::game::Game;
use alfil_play::position::{Move, Position};
use alfil_records::pgn::{Entry, Record};
use alfil_render::drawing::{Drawing, MAX_MOVING, PAUSE};
#[cfg(feature = "png")]
use alfil_render::font;
#[cfg(feature = "png")]
use alfil_render::raster::{Raster, RasterError};
use alfil_resolve::resolution::Resolved;
use alfil_syntax::definition::state;
use alfil_syntax::write::{Map as Entries, WIDTH};
use alfil_workspace::Workspace;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};
use std::path::{Component, Path, PathBuf};

/// The name, the type and the content of a file. Binary content is in base 64.
pub(super) fn share(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let form = question["form"].as_str().unwrap_or_default().to_owned();
    let title = opened.game()?.rules().title.clone();
    // The rules alone are for everybody.
    let is_open = opened.open_to_all(question);
    if !matches!(form.as_str(), "html" | "page" | "ini" | "diagram") {
        is_open.clone()?;
    }
    let position = opened.in_play(question)?.position.clone();
    let (kind, content) = match form.as_str() {
        "html" => {
            let game = opened.game()?;
            let Some(resolved) = opened.page.resolved() else { return Ok(Value::Null) };
            let shown = is_open.is_ok().then_some(&position);
            ("text/html", Content::Text(rules_page::html(resolved, game, shown)))
        }
        "svg" => ("image/svg+xml", Content::Text(Drawing::of_setting(&title, &position).svg())),
        "card" => {
            let card = Drawing::of_setting("", &position).wordless();
            let is_plain = question["set"] == "figures";
            let card = if is_plain { card.without_symbols() } else { card };
            ("image/svg+xml", Content::Text(card.svg()))
        }
        "png" => ("image/png", Content::Pixels(still(&Drawing::of_setting(&title, &position))?)),
        "apng" | "gif" if position.plies() == 0 => return Err(NO_MOVE.to_owned()),
        "apng" => ("image/apng", Content::Pixels(moving(&position, Moving::Apng)?)),
        "gif" => ("image/gif", Content::Pixels(moving(&position, Moving::Gif)?)),
        "pgn" => (
            "application/x-chess-pgn",
            Content::Text(pgn(opened.game()?, position, &title, question)?),
        ),
        "ini" | "diagram" => return export(opened, &form, question),
        "page" => {
            let page = &opened.page;
            let Some(resolved) = page.resolved() else { return Ok(Value::Null) };
            let mut begin =
                beginning(page.workspace(), resolved, &page.request(), Some(page.source()))?;
            if begin["file"].is_null()
                && let Some(name) = question["name"].as_str()
            {
                begin["name"] = name.into();
            }
            return Ok(json!({
                "name": format!("{}.html", file_name(&title)),
                "type": "text/html",
                "begin": begin,
            }));
        }
        _ => {
            return Err(
                "`form` must be html, page, svg, card, png, apng, gif, pgn, ini or diagram"
                    .to_owned(),
            );
        }
    };
    let mut answer = json!({ "name": format!("{}.{form}", file_name(&title)), "type": kind });
    match content {
        Content::Text(text) => answer["content"] = text.into(),
        Content::Pixels(Pixels { file, note }) => {
            answer["base64"] = BASE64_STANDARD.encode(file).into();
            answer["said"] = note.into();
        }
    }
    Ok(answer)
}

/// The text of a page and its other files, in the form that `web/src/browser.js` reads. `request` names the
/// definition in `workspace` that was resolved, and `own` is its text; without one, the page extends the
/// request. The page contains the values of files; those of shipped definitions are in its engine.
///
/// # Errors
/// The reason why the file of learned values cannot be read.
pub fn beginning(
    workspace: &Workspace,
    resolved: &Resolved,
    request: &str,
    own: Option<SourceId>,
) -> Result<Value, String> {
    let (library, sources) = (workspace.library(), workspace.sources());
    let path = |id: SourceId| PathBuf::from(&*sources.get(id).name);
    let file = own.filter(|&id| library.is_file(id)).map(path);
    // The page has the paths from the folder of the definition, without the names of folders above it.
    let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
    let named = |path: &Path| {
        let parts = path.strip_prefix(&folder).unwrap_or(path).components();
        let parts = parts.filter(|part| !matches!(part, Component::CurDir));
        parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let others = resolved.files.iter().copied();
    let others = others.filter(|&id| library.is_file(id) && Some(id) != own);
    let others: Map<String, Value> =
        others.map(|id| (named(&path(id)), sources.get(id).text.as_ref().into())).collect();
    let title = &resolved.title;
    let text = match own {
        Some(id) => sources.get(id).text.to_string(),
        None => {
            let file = [("name", title.as_str()), ("extends", request)];
            file.into_iter().collect::<Entries>().text(WIDTH)
        }
    };
    // A text that names files must be a file itself, even if it has no path.
    let file =
        file.as_deref().map(named).or_else(|| (!others.is_empty()).then(|| "game.yaml".to_owned()));
    let mut begin = json!({
        "name": file.as_deref().unwrap_or(request),
        "title": title,
        "text": text,
        "file": file,
        "files": others,
        "reader": true,
        "made": { "version": env!("CARGO_PKG_VERSION"), "language": state() },
    });
    if let Some(alfil_library::Values::File(path)) = alfil_definitions::values(request) {
        let read = alfil_library::read(&path, MAX_BYTES);
        begin["values"] = read.map_err(|finding| finding.title)?.into();
    }
    Ok(begin)
}

/// The game in the format of another program, and the rules that this format cannot express, each with
/// its place in the definition.
fn export(opened: &Opened, form: &str, question: &Value) -> Result<Value, String> {
    let game = opened.game()?;
    let page = &opened.page;
    let Some(resolved) = page.resolved() else { return Ok(Value::Null) };
    let name = question["name"].as_str().unwrap_or(&resolved.title);
    let stem = file_name(&resolved.title);
    let (exported, file) = match form {
        "ini" => {
            (exported::variants_ini(resolved, game, page.sources(), name), format!("{stem}.ini"))
        }
        _ => (exported::diagram(resolved, game, page.sources()), format!("{stem}.txt")),
    };
    let gap = |gap: &Gap| {
        let at = gap.span.map(|span| (span, page.sources().locate(span.source, span.start)));
        let mut one = json!({
            "rule": gap.rule,
            "file": at.map(|(span, _)| page.sources().get(span.source).name.to_string()),
            "line": at.map(|(_, at)| at.line),
            "column": at.map(|(_, at)| at.column),
        });
        if let Some(range) = gap.span.and_then(|span| page.range(span)) {
            one["place"] = place(page.text(), &range);
        }
        one
    };
    Ok(json!({
        "name": file,
        "type": "text/plain",
        "exact": exported.is_exact(),
        "content": exported.text,
        "gaps": exported.gaps.iter().map(gap).collect::<Vec<_>>(),
        "letters": exported.letters.iter().map(|(own, letter)| json!([own, letter.to_string()])).collect::<Vec<_>>(),
    }))
}

/// The refusal to show a game before its first move.
const NO_MOVE: &str = "a moving picture needs at least one move";

/// The name of a file about the game with this title, without its ending.
fn file_name(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    title.chars().map(plain).collect()
}

/// The pictures of all positions up to this one, for pages that draw the pixels themselves. `pause`
/// is the duration of a picture in milliseconds; the last one stays four times as long. `most` is the
/// greatest number of pixels of all pictures.
pub(super) fn frames(opened: &mut Opened, question: &Value) -> Result<Value, String> {
    let name = file_name(&opened.game()?.rules().title);
    let position = &opened.in_play(question)?.position;
    if position.plies() == 0 {
        return Err(NO_MOVE.to_owned());
    }
    let replay = Replay::of(position);
    Ok(json!({
        "name": name,
        "pictures": replay.frames(),
        "width": replay.pixels(),
        "pause": PAUSE,
        "most": MAX_MOVING,
    }))
}

enum Content {
    Text(String),
    Pixels(Pixels),
}

struct Pixels {
    file: Vec<u8>,
    /// A note on characters that the picture cannot show.
    note: Option<String>,
}

#[cfg(feature = "png")]
fn still(drawing: &Drawing) -> Result<Pixels, String> {
    pixels(alfil_render::png::draw(&drawing.svg(), drawing.pixels()))
}

#[cfg(feature = "png")]
fn moving(end: &Position, form: Moving) -> Result<Pixels, String> {
    pixels(Replay::of(end).moving(form, None))
}

#[cfg(feature = "png")]
fn pixels(drawn: Result<Raster, RasterError>) -> Result<Pixels, String> {
    let Raster { bytes, boxed } = drawn.map_err(|error| error.to_string())?;
    Ok(Pixels { file: bytes, note: font::boxes(boxed) })
}

#[cfg(not(feature = "png"))]
fn still(_: &Drawing) -> Result<Pixels, String> {
    Err("this build cannot draw pixels".to_owned())
}

#[cfg(not(feature = "png"))]
fn moving(_: &Position, _: Moving) -> Result<Pixels, String> {
    Err("this build cannot draw pixels".to_owned())
}

/// The moves that led to `position`, as a PGN. If the question has a `tree`, the PGN has all its
/// moves instead, with variations and comments.
fn pgn(
    game: &Game,
    mut position: Position,
    title: &str,
    question: &Value,
) -> Result<String, String> {
    let mut moves = Vec::new();
    while let Some(mv) = position.take_back() {
        moves.push(mv);
    }
    let mut record = Record::new(game, &position).with_tags(tags(&question["tags"])?);
    if let Some(nodes) = question["tree"].as_array() {
        let tree = Tree::read(nodes)?;
        let entries = tree.line(&mut position, &tree.children[0])?;
        for mv in &entries.moves {
            position.play(mv);
        }
        record.extend(entries.line);
        return Ok(record.pgn(title, &position));
    }
    for mv in moves.iter().rev() {
        record.push(&position, mv);
        position.play(mv);
    }
    Ok(record.pgn(title, &position))
}

/// The tags of an earlier record: a list of names and values.
fn tags(list: &Value) -> Result<Vec<(String, String)>, String> {
    let one = |tag: &Value| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = tag[0].as_str().filter(|name| !name.is_empty() && name.chars().all(is_name))?;
        Some((name.to_owned(), tag[1].as_str()?.to_owned()))
    };
    let all: Option<Vec<_>> = list.as_array().into_iter().flatten().map(one).collect();
    all.ok_or_else(|| "`tags` must be pairs of name and value".to_owned())
}

/// A tree of moves, as the page sends it: a list in which each move names the one before it.
struct Tree<'q> {
    /// The moves, from 1. The first entry is the start.
    nodes: Vec<Node<'q>>,
    /// The moves after each node, the main line first.
    children: Vec<Vec<usize>>,
}

/// A move of a tree.
#[derive(Default)]
struct Node<'q> {
    text: &'q str,
    before: &'q str,
    comment: &'q str,
    glyphs: Vec<u8>,
}

/// A line of moves, with its variations.
struct Line {
    line: Vec<Entry>,
    moves: Vec<Move>,
}

impl<'q> Tree<'q> {
    /// Reads nodes with the fields `move`, `after`, the number of an earlier node, 0 for the start,
    /// and perhaps `comment`, `before` and `glyphs`.
    fn read(nodes: &'q [Value]) -> Result<Tree<'q>, String> {
        let mut tree = Tree { nodes: vec![Node::default()], children: vec![Vec::new()] };
        for node in nodes {
            let after = node["after"].as_u64().and_then(|after| usize::try_from(after).ok());
            let (Some(text), Some(after)) =
                (node["move"].as_str(), after.filter(|&after| after < tree.nodes.len()))
            else {
                return Err(
                    "each node of `tree` needs a `move` and must follow an earlier node".to_owned()
                );
            };
            tree.children[after].push(tree.nodes.len());
            let words = |name: &str| node[name].as_str().unwrap_or_default();
            let glyphs = node["glyphs"].as_array().into_iter().flatten();
            let glyphs = glyphs.filter_map(|glyph| u8::try_from(glyph.as_u64()?).ok());
            tree.nodes.push(Node {
                text,
                before: words("before"),
                comment: words("comment"),
                glyphs: glyphs.collect(),
            });
            tree.children.push(Vec::new());
        }
        Ok(tree)
    }

    /// The line that begins with the first of `nodes`, with the others as variations of its first
    /// move. `position` is the same afterwards.
    fn line(&self, position: &mut Position, nodes: &[usize]) -> Result<Line, String> {
        let (mut line, mut moves) = (Vec::new(), Vec::new());
        let mut next = nodes;
        while let Some((&first, others)) = next.split_first() {
            let Node { text, before, comment, glyphs } = &self.nodes[first];
            let legal = position.legal();
            let mv = legal.read(text).ok_or_else(|| legal.refusal(text).to_string())?;
            drop(legal);
            let mut entry = Entry::new(position, &mv);
            entry.before = (*before).to_owned();
            entry.comment = (*comment).to_owned();
            entry.glyphs.clone_from(glyphs);
            for other in others {
                entry.variations.push(self.line(position, &[*other])?.line);
            }
            position.play(&mv);
            line.push(entry);
            moves.push(mv);
            next = &self.children[first];
        }
        for _ in &moves {
            position.take_back();
        }
        Ok(Line { line, moves })
    }
}
