//! The formats of games and positions, and which one a text has.

/// A format of games or positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Games with tags, comments and variations, in algebraic notation.
    Pgn,
    /// Games of four players as chess.com writes them, with positions in FEN4.
    Pgn4,
    /// Positions with operations, one a line.
    Epd,
    /// Positions, one a line.
    Fen,
    /// Positions as shogi programs write them, one a line.
    Sfen,
    /// Games as UCI sends them, one a line.
    Uci,
    /// Games as XBoard's protocol sends them, one command a line.
    Xboard,
    /// Games as USI sends them, one a line.
    Usi,
    /// Games as UCCI sends them, one a line.
    Ucci,
    /// Games as UCI sends them, but with moves in algebraic notation.
    San,
    /// Games as UCI sends them, but with positions and moves as Alfil writes them.
    Alfil,
}

/// The type of the items of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// A start position and moves.
    Games,
    /// Single positions.
    Positions,
}

impl Format {
    /// All formats with their names.
    pub const ALL: [(Format, &'static str); 11] = [
        (Format::Pgn, "pgn"),
        (Format::Pgn4, "pgn4"),
        (Format::Epd, "epd"),
        (Format::Fen, "fen"),
        (Format::Sfen, "sfen"),
        (Format::Uci, "uci"),
        (Format::Xboard, "xboard"),
        (Format::Usi, "usi"),
        (Format::Ucci, "ucci"),
        (Format::San, "san"),
        (Format::Alfil, "alfil"),
    ];

    /// The format with this name.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }

    /// The name of the format.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name)
    }

    /// The type of its items.
    pub fn content(self) -> Content {
        match self {
            Format::Epd | Format::Fen | Format::Sfen => Content::Positions,
            Format::Pgn
            | Format::Pgn4
            | Format::Uci
            | Format::Xboard
            | Format::Usi
            | Format::Ucci
            | Format::San
            | Format::Alfil => Content::Games,
        }
    }

    /// The format of a text, from its first lines. `None` if they are empty.
    pub fn detect(head: &str) -> Option<Format> {
        let lines = || head.lines().map(str::trim).filter(|line| !line.is_empty());
        let line = lines().find(|line| !line.starts_with(['#', '%', '{']))?;
        let line = line.trim_start_matches('\u{feff}');
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
        Some(match words.as_slice() {
            _ if line.starts_with('[') => {
                let is_four = |line: &str| line.starts_with("[StartFen4 ");
                if lines().any(is_four) { Format::Pgn4 } else { Format::Pgn }
            }
            ["position", "sfen", ..] | ["sfen", ..] => Format::Usi,
            ["position", rest @ ..] | rest @ ["startpos" | "fen", ..] => {
                let moves = rest.iter().position(|word| *word == "moves");
                match moves.and_then(|at| rest.get(at + 1)) {
                    Some(first) if is_usi(first) => Format::Usi,
                    Some(first) if !is_coordinates(first) => Format::San,
                    Some(_) | None => Format::Uci,
                }
            }
            ["xboard" | "new" | "force" | "protover", ..]
            | ["setboard" | "variant" | "usermove", _, ..] => Format::Xboard,
            [first, ..] if first.contains('/') => match words.as_slice() {
                [_, "b" | "w", _, number] if is_number(number) => Format::Sfen,
                _ if line.contains(';') => Format::Epd,
                _ => Format::Fen,
            },
            [first, ..] if is_usi(first) => Format::Usi,
            [first, ..] if is_coordinates(first) => Format::Alfil,
            _ => Format::Pgn,
        })
    }
}

/// Returns true for texts such as `e2e4` and `P@e4`.
fn is_coordinates(word: &str) -> bool {
    let cell = |text: &str| {
        let rest = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| rest[digits..].to_owned())
    };
    match word.split_once('@') {
        Some((_, to)) => cell(to).is_some(),
        None => cell(word).and_then(|rest| cell(&rest)).is_some() || word == "pass",
    }
}

/// Returns true for texts such as `7g7f` and `P*5e`.
fn is_usi(word: &str) -> bool {
    let cell = |text: &str| {
        let mut chars = text.chars();
        let is_cell = chars.next().is_some_and(|c| c.is_ascii_digit())
            && chars.next().is_some_and(|c| c.is_ascii_lowercase());
        is_cell.then(|| chars.as_str().to_owned())
    };
    match word.split_once('*') {
        Some((_, to)) => cell(to).is_some(),
        None => cell(word).and_then(|rest| cell(&rest)).is_some(),
    }
}
