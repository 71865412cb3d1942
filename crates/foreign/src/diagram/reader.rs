//! Reads the lines of a diagram: its fields with their values.

use crate::diagram::model::{
    self, Captured, Diagram, MAX_SIZE, Piece, Size, Symmetry, Value, Verdict,
};
use crate::diagram::page::Line;
use crate::remark::{Place, Remark, Weight, brief};
use alfil_diagnostics::diagnostic::did_you_mean;

/// The most kinds of pieces.
const MAX_PIECES: usize = 64;

/// The most lines of a diagram.
const MAX_LINES: usize = 4096;

/// A line as a setting or a piece.
enum Entry {
    Setting { key: String, value: Value, place: Place },
    Piece { parts: Vec<String>, place: Place },
    Neither,
}

fn entry(line: &Line) -> Entry {
    let place = line.place;
    let (equals, colon) = (line.text.find('='), line.text.find(':'));
    match (equals, colon) {
        (Some(at), colon) if colon.is_none_or(|colon| at < colon) => {
            let (key, rest) = (&line.text[..at], &line.text[at + 1..]);
            let blanks = rest.chars().take_while(|c| c.is_whitespace()).count();
            let before = line.text[..=at].chars().count() + blanks;
            let column = place.column.saturating_add(u32::try_from(before).unwrap_or(u32::MAX));
            let value = Value { text: rest.trim().to_owned(), place: Place { column, ..place } };
            Entry::Setting { key: key.trim().to_owned(), value, place }
        }
        (_, Some(_)) => {
            let parts = line.text.split(':').map(|part| part.trim().to_owned()).collect();
            Entry::Piece { parts, place }
        }
        (_, None) if find(&line.text).is_some() => {
            let value = Value { text: String::new(), place };
            Entry::Setting { key: line.text.clone(), value, place }
        }
        (_, None) => Entry::Neither,
    }
}

/// Reads a diagram. Remarks about its fields go to `remarks`.
///
/// # Errors
/// The board is larger than definitions allow, or there is no piece.
pub(super) fn read(lines: &[Line], remarks: &mut Vec<Remark>) -> Result<Diagram, Remark> {
    if let Some(line) = lines.get(MAX_LINES) {
        let what = format!("a diagram can have at most {MAX_LINES} lines");
        return Err(Remark::new(Weight::Error, line.place, "", what));
    }
    let entries: Vec<Entry> = lines.iter().map(entry).collect();
    let size = size(&entries)?;
    let mut reader =
        Reader { diagram: empty(size), first: first_rank(&entries), quiet: Vec::new() };
    for (entry, line) in entries.into_iter().zip(lines) {
        match entry {
            Entry::Setting { key, value, place } => reader.setting(&key, value, place, remarks),
            Entry::Piece { parts, place } => reader.piece(&parts, place, remarks)?,
            Entry::Neither => {
                let what = "the line is not `key=value` and not a piece with colons";
                remarks.push(Remark::new(Weight::Lost, line.place, brief(&line.text), what));
            }
        }
    }
    if let Some((first, place)) = reader.quiet.first() {
        let names: Vec<&str> = reader.quiet.iter().map(|(name, _)| name.as_str()).collect();
        let what = format!("looks and clicks, not rules: {}", brief_list(&names));
        remarks.push(Remark::new(Weight::Quiet, *place, first.clone(), what));
    }
    if reader.diagram.pieces.is_empty() {
        Err(refusal("the diagram has no piece, such as `pawn:P:fmWfcF:pawn:a2-h2`"))
    } else {
        Ok(reader.diagram)
    }
}

fn refusal(what: &str) -> Remark {
    Remark {
        place: None,
        key: String::new(),
        weight: Weight::Error,
        what: what.to_owned(),
        help: None,
    }
}

/// The names, at most twelve of them.
fn brief_list(names: &[&str]) -> String {
    let shown = names.iter().take(12).copied().collect::<Vec<_>>().join(", ");
    match names.len() {
        ..=12 => shown,
        all => format!("{shown} and {} more", all - 12),
    }
}

fn empty(size: Size) -> Diagram {
    Diagram {
        size,
        title: None,
        symmetry: Symmetry::default(),
        pieces: Vec::new(),
        holes: Vec::new(),
        promo_zone: 1,
        max_promote: None,
        promo_offset: None,
        promo_choice: None,
        royal: Vec::new(),
        stalemate: Verdict::Draw,
        baring: None,
        pass: false,
        repeat: None,
        perpetual: None,
        captured: Captured::Gone,
        shuffle: None,
        position: None,
        matrix: None,
        castles: true,
    }
}

/// The last value of a field.
fn last(entries: &[Entry], field: Field) -> Option<(&str, &Value)> {
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Setting { key, value, .. } if find(key) == Some(field) => {
            Some((key.as_str(), value))
        }
        Entry::Setting { .. } | Entry::Piece { .. } | Entry::Neither => None,
    })
}

fn size(entries: &[Entry]) -> Result<Size, Remark> {
    let side = |field: Field| {
        let Some((key, value)) = last(entries, field) else { return Ok(8) };
        let number = value.text.parse::<u8>().ok().filter(|n| (1..=MAX_SIZE).contains(n));
        number.ok_or_else(|| {
            let what = format!("`{}` is not a number from 1 to {MAX_SIZE}", brief(&value.text));
            Remark::new(Weight::Error, value.place, key, what)
                .help("boards of definitions have at most 16 files and 16 ranks")
        })
    };
    Ok(Size { files: side(Field::Files)?, ranks: side(Field::Ranks)? })
}

fn first_rank(entries: &[Entry]) -> i32 {
    let read = last(entries, Field::FirstRank).and_then(|(_, value)| value.text.parse().ok());
    read.filter(|n| (-99..=99).contains(n)).unwrap_or(1)
}

struct Reader {
    diagram: Diagram,
    /// The number of the first rank.
    first: i32,
    /// Fields without meaning for the rules.
    quiet: Vec<(String, Place)>,
}

impl Reader {
    fn setting(&mut self, key: &str, value: Value, place: Place, remarks: &mut Vec<Remark>) {
        let Some(field) = find(key) else {
            let remark = Remark::new(
                Weight::Lost,
                place,
                brief(key),
                "this field of the format is not known",
            );
            remarks.push(match similar(key) {
                Some(near) => remark.help(format!("did you mean `{near}`?")),
                None => remark,
            });
            return;
        };
        let text = value.text.as_str();
        let mut wrong = |wanted: &str| {
            let what = format!("`{}` is not a {wanted}", brief(text));
            remarks.push(Remark::new(Weight::Lost, value.place, key, what));
        };
        let diagram = &mut self.diagram;
        match field {
            Field::Files | Field::Ranks => {}
            Field::FirstRank => {
                if text.parse::<i32>().is_err() {
                    wrong("number");
                }
            }
            Field::Symmetry => match text.to_ascii_lowercase().as_str() {
                "mirror" => diagram.symmetry = Symmetry::Mirror,
                "rotate" | "rotation" | "point" => diagram.symmetry = Symmetry::Rotate,
                "none" => diagram.symmetry = Symmetry::None,
                _ => wrong("symmetry; known are mirror, rotate and none"),
            },
            Field::Title => diagram.title = Some(value.text).filter(|title| !title.is_empty()),
            Field::PromoZone => match text.parse::<u8>() {
                Ok(ranks) if ranks <= diagram.size.ranks => diagram.promo_zone = ranks,
                Ok(_) | Err(_) => wrong("number of ranks of the board"),
            },
            Field::MaxPromote => match text.parse::<usize>() {
                Ok(number) => diagram.max_promote = Some(number),
                Err(_) => wrong("number of pieces"),
            },
            Field::PromoOffset => match text.parse::<usize>() {
                Ok(number) => diagram.promo_offset = Some((number, value.place)),
                Err(_) => wrong("number of places in the list"),
            },
            Field::PromoChoice => diagram.promo_choice = Some(value),
            // Several lines name several royal pieces.
            Field::Royal => diagram.royal.push(value),
            Field::Stalemate => match result(text) {
                Some(result) => diagram.stalemate = result,
                None => wrong("result; known are win, draw and loss"),
            },
            Field::Baring => match (is_off(text), result(text)) {
                (true, _) => diagram.baring = None,
                (_, Some(result)) => diagram.baring = Some(result),
                (_, None) if text == "1" => diagram.baring = Some(Verdict::Win),
                (_, None) => wrong("result; known are win, draw and loss"),
            },
            Field::Pass => diagram.pass = !is_off(text),
            Field::Repeat => match (is_off(text), text, result(text)) {
                (true, ..) => diagram.repeat = None,
                (_, "3", _) => diagram.repeat = Some((3, Verdict::Draw)),
                (_, "4", _) => diagram.repeat = Some((4, Verdict::Draw)),
                (_, _, Some(result)) => diagram.repeat = Some((3, result)),
                (_, _, None) => wrong("result; known are 3, 4, win, draw and loss"),
            },
            Field::PerpCheck => match (is_off(text), result(text)) {
                (true, _) => diagram.perpetual = None,
                (_, Some(result)) => diagram.perpetual = Some(result),
                (_, None) => wrong("result; known are win, draw and loss"),
            },
            Field::Holdings => match text.parse::<i32>() {
                Ok(0) => diagram.captured = Captured::Gone,
                Ok(1..) => diagram.captured = Captured::ToCaptor,
                Ok(_) => diagram.captured = Captured::ToOwner,
                Err(_) => wrong("number"),
            },
            Field::Shuffle => diagram.shuffle = Some(value),
            Field::Position => diagram.position = Some(value),
            Field::Morph => match diagram.pieces.last_mut() {
                Some(piece) => piece.morph = Some(value),
                None => {
                    let what = "it belongs to the piece above it, but there is none";
                    remarks.push(Remark::new(Weight::Lost, place, key, what));
                }
            },
            Field::CaptureMatrix => diagram.matrix = Some(value),
            Field::Castling => diagram.castles = !is_off(text),
            Field::Appearance => self.quiet.push((key.to_owned(), place)),
            Field::Beyond(reason) => {
                remarks.push(Remark::new(Weight::Lost, place, key, reason));
            }
        }
    }

    /// A line `name:ID:moves:image:squares:hand`.
    fn piece(
        &mut self,
        parts: &[String],
        place: Place,
        remarks: &mut Vec<Remark>,
    ) -> Result<(), Remark> {
        let part = |at: usize| parts.get(at).map_or("", String::as_str);
        let name = part(0).to_owned();
        let key = match brief(&name) {
            name if name.is_empty() => "piece".to_owned(),
            name => name,
        };
        let (white, black) = match part(4).split_once(",,") {
            Some((white, black)) => (white, Some(black)),
            None => (part(4), None),
        };
        let mut cells = |text: &str| {
            let read = model::squares(text, self.diagram.size, self.first);
            for word in read.wrong.iter().take(4) {
                let what = format!("`{}` is not a square of the board", brief(word));
                remarks.push(Remark::new(Weight::Lost, place, key.clone(), what));
            }
            read.cells
        };
        let (white, black) = (cells(white), black.map(&mut cells));
        if name.eq_ignore_ascii_case("hole") {
            self.diagram.holes.extend(white.iter().chain(black.iter().flatten()));
            return Ok(());
        }
        if self.diagram.pieces.len() >= MAX_PIECES {
            let what = format!("the diagram has more than {MAX_PIECES} pieces");
            return Err(Remark::new(Weight::Error, place, key, what));
        }
        let held = self.held(part(5)).unwrap_or_else(|| {
            let what = format!("`{}` is not a number of pieces in hand", brief(part(5)));
            remarks.push(Remark::new(Weight::Lost, place, key.clone(), what));
            [0, 0]
        });
        if let Some(more) = parts.get(6).filter(|more| !more.is_empty()) {
            let what = format!("a piece has six parts, and `{}` is a seventh", brief(more));
            remarks.push(Remark::new(Weight::Lost, place, key.clone(), what));
        }
        let before = part(0).chars().count() + part(1).chars().count() + 2;
        let column = place.column.saturating_add(u32::try_from(before).unwrap_or(u32::MAX));
        self.diagram.pieces.push(Piece {
            place,
            id: part(1).to_owned(),
            moves: part(2).to_owned(),
            moves_place: Place { column, ..place },
            white,
            black,
            held,
            morph: None,
            name,
        });
        Ok(())
    }

    /// The pieces in hand: one number for both sides, or two.
    fn held(&self, text: &str) -> Option<[u8; 2]> {
        let numbers = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let numbers: Option<Vec<u8>> = numbers.map(|number| number.parse().ok()).collect();
        match numbers?.as_slice() {
            [] => Some([0, 0]),
            [both] if text.contains(",,") || self.diagram.symmetry == Symmetry::None => {
                Some([*both, 0])
            }
            [both] => Some([*both, *both]),
            [white, black] => Some([*white, *black]),
            _ => None,
        }
    }
}

/// True if the value turns a rule off.
fn is_off(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "0" | "no" | "none" | "off" | "false")
}

fn result(text: &str) -> Option<Verdict> {
    match text.to_ascii_lowercase().as_str() {
        "win" | "won" | "wins" => Some(Verdict::Win),
        "loss" | "lose" | "lost" | "loses" => Some(Verdict::Loss),
        "draw" | "drawn" => Some(Verdict::Draw),
        _ => None,
    }
}

// The fields of the format.
//
// The list comes from the article "Interactive diagrams" on chessvariants.com, from comments of its
// author there, and from published diagrams.

/// The subject of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// The number of files.
    Files,
    /// The number of ranks.
    Ranks,
    /// The number of White's first rank.
    FirstRank,
    /// The rule by which Black's squares follow from White's.
    Symmetry,
    /// The title.
    Title,
    /// The number of ranks in which pieces promote.
    PromoZone,
    /// The number of pieces at the head of the list that promote.
    MaxPromote,
    /// The distance from a piece to its promoted form in the list.
    PromoOffset,
    /// The choices of a promotion.
    PromoChoice,
    /// The royal pieces.
    Royal,
    /// The result of stalemate.
    Stalemate,
    /// The result for a side that has only its royal pieces.
    Baring,
    /// The right to pass.
    Pass,
    /// The result of a repeated position.
    Repeat,
    /// The result for a side that gives check for ever.
    PerpCheck,
    /// The destination of captured pieces.
    Holdings,
    /// The pieces that change places at the start.
    Shuffle,
    /// A start position.
    Position,
    /// The board of changes of the piece above.
    Morph,
    /// Captures that are forbidden or change the capturing piece.
    CaptureMatrix,
    /// A switch for castling.
    Castling,
    /// Pictures, colours and clicks.
    Appearance,
    /// A field without a translation, with the reason.
    Beyond(&'static str),
}

const UNLIKE: &str = "its values have no published meaning that a definition could follow";

/// All fields by name.
const FIELDS: &[(&str, Field)] = &[
    ("files", Field::Files),
    ("ranks", Field::Ranks),
    ("firstRank", Field::FirstRank),
    ("symmetry", Field::Symmetry),
    ("title", Field::Title),
    ("name", Field::Title),
    ("promoZone", Field::PromoZone),
    ("maxPromote", Field::MaxPromote),
    ("promoOffset", Field::PromoOffset),
    ("promoChoice", Field::PromoChoice),
    ("royal", Field::Royal),
    ("stalemate", Field::Stalemate),
    ("baring", Field::Baring),
    ("pass", Field::Pass),
    ("repeat", Field::Repeat),
    ("repetition", Field::Repeat),
    ("perpCheck", Field::PerpCheck),
    ("holdingsType", Field::Holdings),
    ("shuffle", Field::Shuffle),
    ("position", Field::Position),
    ("morph", Field::Morph),
    ("captureMatrix", Field::CaptureMatrix),
    ("castling", Field::Castling),
    ("graphicsDir", Field::Appearance),
    ("graphicsType", Field::Appearance),
    ("whitePrefix", Field::Appearance),
    ("blackPrefix", Field::Appearance),
    ("squareSize", Field::Appearance),
    ("lightShade", Field::Appearance),
    ("darkShade", Field::Appearance),
    ("startShade", Field::Appearance),
    ("holdShade", Field::Appearance),
    ("rimColor", Field::Appearance),
    ("coordColor", Field::Appearance),
    ("coords", Field::Appearance),
    ("lineColor", Field::Appearance),
    ("borders", Field::Appearance),
    ("border", Field::Appearance),
    ("background", Field::Appearance),
    ("boardImage", Field::Appearance),
    ("useMarkers", Field::Appearance),
    ("markers", Field::Appearance),
    ("satellite", Field::Appearance),
    ("newClick", Field::Appearance),
    ("autoPromote", Field::Appearance),
    ("flip", Field::Appearance),
    ("inverted", Field::Appearance),
    ("theme", Field::Appearance),
    ("zoom", Field::Appearance),
    ("scale", Field::Appearance),
    ("fileNames", Field::Appearance),
    ("rankNames", Field::Appearance),
    ("legend", Field::Appearance),
    ("level", Field::Appearance),
    ("depth", Field::Appearance),
    (
        "counters",
        Field::Beyond(
            "scripts of the page change these counters; write `effects` with `count` instead",
        ),
    ),
    ("spell", Field::Beyond("scripts of the page execute spells; write `effects` instead")),
    (
        "barrier",
        Field::Beyond(
            "a grid has no barriers between neighbours; a `graph` may leave out their links",
        ),
    ),
    (
        "succession",
        Field::Beyond("no piece of another kind becomes royal when the last royal piece is lost"),
    ),
    (
        "burnZone",
        Field::Beyond(
            "write captures of burnt pieces as `effects`, such as `capture enemy at K of end`",
        ),
    ),
    (
        "counterStrike",
        Field::Beyond("write the ban as `every move`, with a question about `previous mover`"),
    ),
    ("antiTrade", Field::Beyond("write the ban as `every move`, with a question about `guarded`")),
    ("trackPieces", Field::Beyond(UNLIKE)),
    ("protect", Field::Beyond(UNLIKE)),
    (
        "zonal",
        Field::Beyond("a script of the page decides; write zones and conditions on moves instead"),
    ),
];

/// The field with this name, in any case of letters.
pub(super) fn find(name: &str) -> Option<Field> {
    FIELDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, field)| field)
}

/// A known field with a similar name.
pub(super) fn similar(name: &str) -> Option<&'static str> {
    let short: String = name.chars().take(40).collect();
    did_you_mean(&short, FIELDS.iter().map(|(known, _)| *known))
}

/// The names of all fields, for tests and documents.
pub fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(name, _)| *name)
}
