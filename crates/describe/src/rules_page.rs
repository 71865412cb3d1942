//! Writes the complete rules of a game, as Markdown or as one HTML page with pictures and a game.
//! Neither needs other files.

use crate::description::Description;
use crate::replay::{Replay, SCRIPT_SUM};
use alfil_play::game::Game;
use alfil_play::position::Position;
use alfil_render::drawing::Drawing;
use alfil_render::palette::Colour;
use alfil_resolve::resolution::{Part, Resolved};
use alfil_text::board;
use std::fmt::Write;

/// The width of a diagram in Markdown, in characters.
const WIDTH: usize = 80;

/// The rules of `game` as Markdown. `resolved` is the definition from which it was compiled.
pub fn markdown(resolved: &Resolved, game: &Game) -> String {
    RulesPage::of(resolved, game).markdown()
}

/// The rules as one page with pictures. The page also shows the game that led to `shown`, or
/// otherwise a game of the tests.
pub fn html(resolved: &Resolved, game: &Game, shown: Option<&Position>) -> String {
    let shown = shown.filter(|position| position.plies() > 0).cloned();
    let shown = shown.or_else(|| Replay::longest(resolved, game));
    RulesPage::of(resolved, game).html(shown.as_ref())
}

/// What the rules say besides the pieces, for programs that lay it out themselves.
pub struct Frame {
    /// The inventor, the year and the source of the game.
    pub origin: String,
    /// The introduction by the author of the definition.
    pub words: Vec<String>,
    /// The start as a picture in SVG.
    pub start: String,
    /// The parts before the pieces, each with heading and text.
    pub before: Vec<(String, String)>,
    /// The restrictions that apply to all pieces.
    pub bound: String,
    /// The parts after the pieces, each with heading and text.
    pub after: Vec<(String, String)>,
}

/// The rules without the pieces.
pub fn frame(resolved: &Resolved, game: &Game) -> Frame {
    let page = RulesPage::of(resolved, game);
    let before = [("Board", page.board.join(" ")), ("Zones", page.zones.join(" "))];
    let before = before.map(|(head, text)| (head.to_owned(), text));
    let after = page.parts().map(|(head, text)| (head.to_owned(), text));
    let is_full = |(_, text): &(String, String)| !text.is_empty();
    Frame {
        start: Drawing::of_setting("", &page.start).svg(),
        before: before.into_iter().filter(is_full).collect(),
        bound: page.bound().to_owned(),
        after: after.filter(is_full).collect(),
        origin: page.origin,
        words: page.words,
    }
}

/// The contents of the rules before layout.
struct RulesPage {
    title: String,
    /// The inventor, the year and the source of the game.
    origin: String,
    /// The introduction by the author of the definition.
    words: Vec<String>,
    board: Vec<String>,
    zones: Vec<String>,
    description: Description,
    /// Notes of the author on unclear points of the source.
    notes: String,
    /// Common rules of chess that do not apply in this game.
    silent: String,
    start: Position,
}

impl RulesPage {
    fn of(resolved: &Resolved, game: &Game) -> RulesPage {
        let rules = game.rules();
        let get = |key: &str| {
            let found = resolved.about.iter().find(|(k, _)| k == key);
            found.map(|(_, text)| text.clone())
        };
        let description = Description::of(game);
        let zones = board::zones(rules);
        let told = format!("{} {}", zones.join(" "), description.text());
        let mut board = board::board(rules);
        board.extend(board::shades(rules, &told));
        RulesPage {
            title: resolved.title.clone(),
            origin: origin(&resolved.parts),
            words: words(&resolved.parts),
            board,
            zones,
            description,
            notes: get("notes").unwrap_or_default(),
            silent: board::silent(rules).join(" "),
            start: game.start(),
        }
    }

    /// The parts after the pieces, each with heading and paragraph.
    fn parts(&self) -> impl Iterator<Item = (&str, String)> {
        // The parts about the board and about all moves come before the pieces.
        let parts =
            self.description.parts.iter().filter(|(head, _)| !matches!(*head, "Board" | "Moves"));
        let parts = parts.map(|(head, text)| (*head, text.clone()));
        parts.chain([("Notes", self.notes.clone()), ("Not in this game", self.silent.clone())])
    }

    /// The restrictions that apply to all pieces.
    fn bound(&self) -> &str {
        let part = self.description.parts.iter().find(|(head, _)| *head == "Moves");
        part.map_or("", |(_, text)| text)
    }

    fn markdown(&self) -> String {
        let mut out = format!("# {}\n", self.title);
        let mut paragraph = |text: &str| {
            if !text.is_empty() {
                let _ = write!(out, "\n{text}\n");
            }
        };
        if !self.origin.is_empty() {
            paragraph(&format!("*{}.*", self.origin.trim_end_matches('.')));
        }
        self.words.iter().for_each(|text| paragraph(text));
        paragraph("## Board");
        paragraph(&self.board.join(" "));
        let drawn = Drawing::of("", &self.start).text(Colour::None, WIDTH);
        let lines: Vec<&str> = drawn.trim_matches('\n').lines().map(str::trim_end).collect();
        paragraph(&format!("```text\n{}\n```", lines.join("\n")));
        paragraph(&format!("It begins with `{}`.", self.start.text()));
        if !self.zones.is_empty() {
            paragraph("## Zones");
            paragraph(&self.zones.join(" "));
        }
        paragraph("## Pieces");
        paragraph(self.bound());
        for man in &self.description.pieces {
            paragraph(&format!("### {} ({})", man.name, man.letter));
            paragraph(man.body.as_deref().unwrap_or_default());
            moves(&man.moves).iter().for_each(|text| paragraph(text));
            if let Some(attacks) = &man.attacks {
                paragraph(&attacks.said);
                moves(&attacks.moves).iter().for_each(|text| paragraph(text));
            }
            man.promotes.iter().for_each(|text| paragraph(text));
        }
        for (head, text) in self.parts().filter(|(_, text)| !text.is_empty()) {
            paragraph(&format!("## {head}"));
            paragraph(&text);
        }
        out
    }

    fn html(&self, shown: Option<&Position>) -> String {
        let title = escaped(&self.title);
        let scripts =
            if shown.is_some() { format!("script-src '{SCRIPT_SUM}'; ") } else { String::new() };
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; \
             style-src '{STYLE_SUM}'; {scripts}base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <h1>{title}</h1>\n"
        );
        let tag = |name: &str, text: &str| match text {
            "" => String::new(),
            text => format!("<{name}>{}</{name}>\n", strong(&escaped(text))),
        };
        out += &tag("address", &self.origin);
        self.words.iter().for_each(|text| out += &tag("p", text));
        out += &tag("h2", "Board");
        let start = Drawing::of_setting("", &self.start).svg();
        let plane = self.start.rules().space.lattice.plane().is_some();
        out += &figure(&start, "The start", plane);
        out += &tag("p", &self.board.join(" "));
        out += &format!("<p>It begins with <code>{}</code>.</p>\n", escaped(&self.start.text()));
        if !self.zones.is_empty() {
            out += &tag("h2", "Zones");
            out += &tag("p", &self.zones.join(" "));
        }
        out += &tag("h2", "Pieces");
        out += &tag("p", self.bound());
        for man in &self.description.pieces {
            out += "<section>\n";
            out += &tag("h3", &format!("{} ({})", man.name, man.letter));
            let drawing = Drawing::of_kind("", &self.start, man.id).uncaptioned();
            if !drawing.is_bare() {
                let alt = format!("How it moves: {}", man.name);
                out += &figure(&drawing.svg(), &alt, plane);
            }
            out += &tag("p", man.body.as_deref().unwrap_or_default());
            moves(&man.moves).iter().for_each(|text| out += &tag("p", text));
            if let Some(attacks) = &man.attacks {
                out += &tag("p", &attacks.said);
                moves(&attacks.moves).iter().for_each(|text| out += &tag("p", text));
            }
            man.promotes.iter().for_each(|text| out += &tag("p", text));
            out += "</section>\n";
        }
        for (head, text) in self.parts() {
            if !text.is_empty() {
                out += &tag("h2", head);
                out += &tag("p", &text);
            }
        }
        if let Some(shown) = shown {
            out += &tag("h2", "A game");
            out += &Replay::of(shown).html();
        }
        out += "</html>\n";
        out
    }
}

/// The inventor, the year and the source of a game. In a sum, each part is listed after its title.
fn origin(parts: &[Part]) -> String {
    let told = |part: &Part| {
        let keys = ["inventor", "year", "source"];
        let get = |key: &&str| part.about.iter().find(|(k, _)| k == key);
        // A line break would begin a paragraph or a heading of its own.
        let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said: Vec<String> = keys
            .iter()
            .filter_map(|key| Some(in_one_line(get(key)?.1.trim_end_matches('.'))))
            .collect();
        match (said.is_empty(), parts.len()) {
            (true, _) => None,
            (false, 1) => Some(said.join(", ")),
            (false, _) => Some(format!("{}: {}", part.title, said.join(", "))),
        }
    };
    parts.iter().filter_map(told).collect::<Vec<_>>().join(". ")
}

/// The introductions to a game and to each of its modifiers.
fn words(parts: &[Part]) -> Vec<String> {
    let rules = |part: &Part| {
        let (_, text) = part.about.iter().find(|(key, _)| key == "rules")?;
        Some(match parts.len() {
            1 => text.clone(),
            _ => format!("{}: {text}", part.title),
        })
    };
    parts.iter().filter_map(rules).collect()
}

/// One paragraph for each class of cells, such as `**Strong:** It moves ...`.
fn moves(moves: &[(String, String)]) -> Vec<String> {
    let paragraph = |(head, text): &(String, String)| match head.as_str() {
        "" => text.clone(),
        head => format!("**{head}:** {text}"),
    };
    moves.iter().map(paragraph).collect()
}

/// The hash of [`STYLE`] for the content security policy of the page.
const STYLE_SUM: &str = "sha256-yiSTawYmT6IBOwl09wH0hkxehV9sCHZbkIMNuF84njo=";

const STYLE: &str = "\
body{font:11pt/1.45 Georgia,'DejaVu Serif',serif;max-width:42em;margin:2em auto;padding:0 1em;color:#222}\
h1,h2,h3{font-family:Helvetica,'DejaVu Sans',sans-serif;line-height:1.2;break-after:avoid}\
h1{font-size:2em;margin-bottom:.2em}h2{font-size:1.3em;border-bottom:1px solid #bbb;margin-top:1.6em}\
h3{font-size:1.05em;margin:.2em 0}address{color:#666;margin-bottom:1em}\
figure{margin:0 0 .5em 1em;float:right}figure.wide{float:none;margin:.5em 0;text-align:center}\
img{max-width:100%;height:auto}section{overflow:auto;break-inside:avoid;border-top:1px solid #eee;padding:.6em 0}\
.game figure{float:none;width:60%;margin:1em auto}.game svg{width:100%;height:auto;max-height:80vh}.game button{font:inherit;background:none;border:1px solid #bbb;border-radius:4px;padding:0 .4em}\
.game .moves button{border-color:transparent;padding:0 .15em}.game button[aria-current=step]{background:#1f5f8b;color:#fff}\
.game button:disabled{color:#767676}\
p{margin:.5em 0}code{font-size:.85em;overflow-wrap:anywhere}\
@page{margin:15mm}@media print{body{max-width:none;margin:0}.steps{display:none}img{width:auto;max-height:86mm}.plane img{max-height:92mm}\
.game .board{width:45%}}";

/// Escapes a text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Turns `**head**` at the beginning of a text into HTML.
fn strong(text: &str) -> String {
    match text.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        Some((head, rest)) => format!("<strong>{head}</strong>{rest}"),
        None => text.to_owned(),
    }
}

/// Pixels of the page for one unit of a picture.
const SCALE: f64 = 0.7;
/// The widest picture that has text beside it, in pixels.
const BESIDE: f64 = 260.0;

/// A picture as a data URL, so that ids of different pictures cannot clash. Text has the same size
/// in all pictures, so a wide picture gets lines of its own. A `plane` gets even more width.
fn figure(svg: &str, alt: &str, plane: bool) -> String {
    let mut data = String::with_capacity(svg.len() * 5 / 4);
    for c in svg.chars() {
        match c {
            '%' => data += "%25",
            '#' => data += "%23",
            '<' => data += "%3C",
            '>' => data += "%3E",
            '"' => data += "%22",
            '&' => data += "%26",
            '\n' => data.push(' '),
            c => data.push(c),
        }
    }
    let width = svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"'));
    let width = SCALE * width.and_then(|(width, _)| width.parse::<f64>().ok()).unwrap_or_default();
    format!(
        "<figure{}><img alt=\"{}\" width=\"{width:.0}\" src=\"data:image/svg+xml;charset=utf-8,{data}\"></figure>\n",
        match (plane, width > BESIDE) {
            (true, _) => " class=\"wide plane\"",
            (false, true) => " class=\"wide\"",
            (false, false) => "",
        },
        escaped(alt)
    )
}
