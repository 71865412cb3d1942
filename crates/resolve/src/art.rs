//! Reads SVG drawings of pieces. Only shapes and their colours pass: a drawing runs nothing, loads
//! nothing and names nothing outside of itself.

use alfil_rules::look::{Art, Paint};
use roxmltree::{Document, Node, ParsingOptions};
use std::fmt::Write;

/// The greatest size of a drawing in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 10;
/// The greatest number of elements and texts of a drawing.
const MAX_NODES: u32 = 4000;
/// The greatest depth of groups in groups.
const MAX_DEPTH: usize = 32;
/// Width and height of the box of a piece.
const BOX: f64 = 100.0;
/// Width of the outlines that a drawing without colours gets, in units of the box.
const OUTLINE: f64 = 3.4;
const SVG: &str = "http://www.w3.org/2000/svg";

/// The reason why a text is no drawing of a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    /// What is wrong.
    pub(crate) title: String,
    /// The line of the drawing, from 1, if one is to blame.
    pub(crate) line: Option<u32>,
    pub(crate) help: &'static str,
}

const SHAPES: [&str; 8] = ["g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];
/// Elements that draw nothing.
const SILENT: [&str; 3] = ["title", "desc", "metadata"];
const ATTRIBUTES: [&str; 32] = [
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "width",
    "height",
    "points",
    "transform",
    "color",
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "opacity",
    "display",
    "visibility",
    "clip-rule",
];
/// Attributes of the root that are no style of its content.
const OF_ROOT: [&str; 5] = ["width", "height", "x", "y", "transform"];

/// Reads a drawing, and fits it into the box of a piece.
///
/// # Errors
/// The first reason why the text is no drawing of a piece.
pub(crate) fn read(text: &str) -> Result<Art, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal {
            title: format!("a picture of {} bytes", text.len()),
            line: None,
            help: "a picture has at most 65536 bytes; draw it with fewer points",
        });
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| Refusal {
        title: format!("not an SVG: {error}"),
        line: Some(error.pos().row),
        help: "save the drawing as plain SVG",
    })?;
    let root = document.root_element();
    let line = |node: Node<'_, '_>| Some(document.text_pos_at(node.range().start).row);
    if root.tag_name().name() != "svg" {
        return Err(Refusal {
            title: format!("`{}` is not a picture", root.tag_name().name()),
            line: line(root),
            help: "begin with `<svg viewBox=\"0 0 100 100\">`",
        });
    }
    let [x, y, width, height] = view(root).ok_or_else(|| Refusal {
        title: "the picture has no size".to_owned(),
        line: line(root),
        help: "give the `svg` a `viewBox`, such as `viewBox=\"0 0 100 100\"`",
    })?;
    let mut writer = Writer { document: &document, out: String::new(), paint: Paint::OfSides };
    for child in root.children() {
        writer.node(child, 0)?;
    }
    let style = writer.attributes(root, &OF_ROOT)?;
    let Writer { out: shapes, paint, .. } = writer;
    if shapes.is_empty() {
        return Err(Refusal {
            title: "the picture is empty".to_owned(),
            line: line(root),
            help: "draw it with `path`, `circle`, `rect` and other shapes",
        });
    }
    let scale = BOX / width.max(height);
    let left = (BOX - width * scale) / 2.0 - x * scale;
    let top = (BOX - height * scale) / 2.0 - y * scale;
    let outline = match paint {
        Paint::OfSides => format!(" stroke-width=\"{}\"", number(OUTLINE / scale)),
        Paint::Own => String::new(),
    };
    let (left, top, scale) = (number(left), number(top), number(scale));
    if is_fitted(root, &shapes, paint) && style.is_empty() {
        return Ok(Art { elements: shapes, paint });
    }
    let elements = format!(
        "<g transform=\"translate({left} {top}) scale({scale})\"{outline}{style}>{shapes}</g>"
    );
    Ok(Art { elements, paint })
}

/// Returns true for the content of a [`document`], which needs no second fitting.
fn is_fitted(root: Node<'_, '_>, shapes: &str, paint: Paint) -> bool {
    let is_single = root.children().filter(Node::is_element).count() == 1;
    let start = shapes.split('>').next().unwrap_or_default();
    let is_outlined = match paint {
        Paint::OfSides => start.contains(" stroke-width="),
        Paint::Own => true,
    };
    is_single
        && root.attribute("viewBox") == Some("0 0 100 100")
        && start.starts_with("<g transform=\"translate(")
        && is_outlined
}

/// Returns true if the text names a file and is not a drawing itself.
pub(crate) fn is_path(text: &str) -> bool {
    !text.trim_start().starts_with('<')
}

/// A drawing as an SVG document of its own, which [`read`] accepts.
pub(crate) fn document(art: &Art) -> String {
    format!("<svg xmlns=\"{SVG}\" viewBox=\"0 0 100 100\">{}</svg>", art.elements)
}

fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The rectangle that the drawing shows; `None` if it has no size.
fn view(root: Node<'_, '_>) -> Option<[f64; 4]> {
    let length = |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok();
    let boxed = root.attribute("viewBox").and_then(|text| {
        let separators = |c: char| c == ',' || c.is_whitespace();
        let parts = text.split(separators).filter(|part| !part.is_empty());
        let parts: Option<Vec<f64>> = parts.map(|part| part.parse().ok()).collect();
        <[f64; 4]>::try_from(parts?).ok()
    });
    let sized =
        || Some([0.0, 0.0, length(root.attribute("width")?)?, length(root.attribute("height")?)?]);
    let view = boxed.or_else(sized)?;
    let fits = |side: f64| (0.01..=100_000.0).contains(&side);
    let near = |place: f64| place.abs() <= 1_000_000.0;
    (fits(view[2]) && fits(view[3]) && near(view[0]) && near(view[1])).then_some(view)
}

struct Writer<'d> {
    document: &'d Document<'d>,
    out: String,
    paint: Paint,
}

impl Writer<'_> {
    fn refuse(&self, node: Node<'_, '_>, title: String, help: &'static str) -> Refusal {
        let line = self.document.text_pos_at(node.range().start).row;
        Refusal { title, line: Some(line), help }
    }

    fn node(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), Refusal> {
        let name = node.tag_name().name();
        // Elements of other languages are notes of drawing programs.
        let is_foreign = node.tag_name().namespace().is_some_and(|space| space != SVG);
        let is_empty = name == "defs" && !node.children().any(|child| child.is_element());
        if !node.is_element() || is_foreign || is_empty || SILENT.contains(&name) {
            return Ok(());
        }
        if !SHAPES.contains(&name) {
            let title = format!("a picture of a piece has no `{name}`");
            let help = "draw it with `g`, `path`, `circle`, `ellipse`, `rect`, `line`, \
                        `polyline` and `polygon` in plain colours";
            return Err(self.refuse(node, title, help));
        }
        if depth > MAX_DEPTH {
            let title = format!("groups are nested {depth} levels deep");
            return Err(self.refuse(node, title, "remove some groups, but keep their shapes"));
        }
        let attributes = self.attributes(node, &[])?;
        // Writing to a String cannot fail.
        let _ = write!(self.out, "<{name}{attributes}");
        if name != "g" {
            self.out += "/>";
            return Ok(());
        }
        self.out.push('>');
        for child in node.children() {
            self.node(child, depth + 1)?;
        }
        self.out += "</g>";
        Ok(())
    }

    /// The attributes that may pass, and those of `style`, without `but`.
    fn attributes(&mut self, node: Node<'_, '_>, but: &[&str]) -> Result<String, Refusal> {
        let mut written = String::new();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let (name, value) = (attribute.name(), attribute.value());
            if name == "style" {
                let declarations = value.split(';').filter_map(|part| part.split_once(':'));
                pairs.extend(declarations.map(|(k, v)| (k.trim().into(), v.trim().into())));
            } else {
                pairs.push((name.to_owned(), value.to_owned()));
            }
        }
        for (name, value) in pairs {
            let is_reference = value.contains("url(") || name == "href";
            if name.starts_with("on") || is_reference {
                let title =
                    format!("a picture of a piece has no `{name}` with a reference or script");
                let help = "take it out, and use plain colours";
                return Err(self.refuse(node, title, help));
            }
            if !ATTRIBUTES.contains(&name.as_str()) || but.contains(&name.as_str()) {
                continue;
            }
            let is_plain = |c: char| {
                c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || "#.,()%+-".contains(c)
            };
            if !value.chars().all(is_plain) {
                let title = format!("`{name}` has a value that has no meaning in pictures");
                return Err(self.refuse(
                    node,
                    title,
                    "write numbers, and colours such as `#c03020`",
                ));
            }
            if matches!(name.as_str(), "fill" | "stroke") && value != "none" {
                self.paint = Paint::Own;
            }
            let words: Vec<&str> = value.split_ascii_whitespace().collect();
            let _ = write!(written, " {name}=\"{}\"", words.join(" "));
        }
        Ok(written)
    }
}
