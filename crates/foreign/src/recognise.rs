//! Recognises the format of a file by its content, and says what to do with it.

use crate::diagram;
use alfil_records::format::Format as Records;
use alfil_records::programs::{self, Language, Reader};

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The variants of Fairy-Stockfish, in sections.
    VariantsIni,
    /// The text of an Interactive Diagram, or a page that contains one.
    Diagram,
    /// A program in another language of games.
    Program(Language),
    /// A web page without a diagram.
    Page,
    /// Records of games.
    Pgn,
    /// A position.
    Position,
    /// A definition.
    Definition,
    /// Bytes that are no text.
    Binary,
    /// A text of another sort.
    Unknown,
}

impl Format {
    /// Whether a file of this format can be imported.
    pub fn can_be_imported(self) -> bool {
        match self {
            Format::VariantsIni | Format::Diagram => true,
            Format::Program(_)
            | Format::Page
            | Format::Pgn
            | Format::Position
            | Format::Definition
            | Format::Binary
            | Format::Unknown => false,
        }
    }

    /// A sentence about the file and about the next step of the `reader`. `file` is its name. `None` for the
    /// formats that can be imported.
    pub fn advice(self, text: &str, file: &str, reader: Reader) -> Option<String> {
        let typed = |what: &str, command: &str| match reader {
            Reader::Terminal => format!("{what}; {command}"),
            Reader::Page => what.to_owned(),
        };
        Some(match self {
            Format::VariantsIni | Format::Diagram => return None,
            Format::Program(language) => programs::advice(language, text, file, reader),
            Format::Page => {
                "it is a web page without a diagram (an element of the class `idiagram`); \
                 save the page that shows the diagram, or paste the text of the diagram into a file"
                    .to_owned()
            }
            Format::Pgn => {
                let command = "`alfil convert` translates records";
                typed("it contains records of games, not rules", command)
            }
            Format::Position => {
                let command = "`alfil moves NAME --position ...` lists its moves";
                typed("it is a position, not the rules of a game", command)
            }
            Format::Definition => {
                typed("it is a definition already", &format!("`alfil check {file}` checks it"))
            }
            Format::Binary => {
                "it is not text in UTF-8; save it as text, or unpack it first".to_owned()
            }
            Format::Unknown => {
                "its format is not known: a `variants.ini` has sections such as `[mine:chess]`, and a diagram \
                 has lines such as `files=8` and `pawn:P:fmWfcF:pawn:a2-h2`"
                    .to_owned()
            }
        })
    }
}

/// The number of bytes of a file that are examined.
const EXAMINED: usize = 1 << 16;

/// Recognises a file. Reads the first 64 KiB; pages are searched to their end.
pub fn recognise(bytes: &[u8]) -> Format {
    let Ok(text) = std::str::from_utf8(bytes) else { return Format::Binary };
    if bytes.contains(&0) {
        return Format::Binary;
    }
    let whole = text.trim_start_matches('\u{feff}').trim_start();
    let mut end = whole.len().min(EXAMINED);
    while !whole.is_char_boundary(end) {
        end -= 1;
    }
    let head = &whole[..end];
    if let Some(language) = programs::language(head) {
        return Format::Program(language);
    }
    if head.starts_with('<') || head.to_ascii_lowercase().contains("<html") {
        return if diagram::is_diagram(whole) { Format::Diagram } else { Format::Page };
    }
    if head.lines().any(is_key) {
        return Format::Definition;
    }
    if head.lines().any(is_tag) {
        return Format::Pgn;
    }
    if head.lines().any(is_section) {
        return Format::VariantsIni;
    }
    if diagram::is_diagram(whole) {
        return Format::Diagram;
    }
    let mut lines = head.lines().filter(|line| !line.trim().is_empty());
    if lines.clone().count() <= 2 && lines.next().is_some_and(is_position) {
        return Format::Position;
    }
    Format::Unknown
}

/// The format of a text with games or positions. It has further formats than [`recognise`]: lines of
/// positions, of engines and of moves. `None` for other texts.
pub fn records(text: &str) -> Option<Records> {
    let whole = text.trim_start_matches('\u{feff}').trim_start();
    let known = recognise(whole.as_bytes());
    match known {
        Format::Pgn => return Some(Records::Pgn),
        Format::Position | Format::Unknown => {}
        Format::VariantsIni
        | Format::Diagram
        | Format::Program(_)
        | Format::Page
        | Format::Definition
        | Format::Binary => return None,
    }
    let detected = Records::detect(whole)?;
    let mut lines = whole.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with('#'))?;
    let fits = match detected {
        Records::Epd | Records::Fen | Records::Sfen => is_position(first),
        // Any text might be moves without tags, so the first word must be a number.
        Records::Pgn | Records::Pgn4 => {
            let digits = first.trim_start_matches(|c: char| c.is_ascii_digit());
            digits.len() < first.len() && digits.starts_with('.')
        }
        Records::Uci
        | Records::Xboard
        | Records::Usi
        | Records::Ucci
        | Records::San
        | Records::Alfil => true,
    };
    fits.then_some(detected)
}

/// True if the line begins a key that only definitions have.
fn is_key(line: &str) -> bool {
    let keys = ["extends:", "pieces:", "space:", "setup:", "modifier:", "modifiers:"];
    keys.iter().any(|key| {
        line.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// True for a tag of a record: `[Event "..."]`.
fn is_tag(line: &str) -> bool {
    let Some(inside) = line.trim().strip_prefix('[') else { return false };
    let Some((name, value)) = inside.split_once(' ') else { return false };
    !name.is_empty() && name.chars().all(char::is_alphanumeric) && value.trim().starts_with('"')
}

/// True for the head of a section: `[mine:chess]`.
fn is_section(line: &str) -> bool {
    let line = line.split(['#', ';']).next().unwrap_or_default().trim();
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    inside.is_some_and(|inside| !inside.is_empty() && !inside.contains(['"', '[', '=']))
}

/// True for a position in FEN.
fn is_position(line: &str) -> bool {
    let placement = line.split_whitespace().next().unwrap_or_default();
    let known = |c: char| c.is_ascii_alphanumeric() || "/+~*[]-'".contains(c);
    placement.matches('/').count() >= 3
        && placement.chars().all(known)
        && placement.chars().any(|c| c.is_ascii_alphabetic())
}
