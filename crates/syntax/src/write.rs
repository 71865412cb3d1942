//! Writes values of a definition. This file alone decides where quotes are needed and how lines
//! break. The formatter has nothing to change in its texts.

use alfil_diagnostics::source::is_seen;

/// The longest line in characters, for lists and mappings in brackets.
pub const WIDTH: usize = 100;
/// Indentation per level.
pub(crate) const STEP: usize = 2;

/// Whole numbers with at most this many digits are exact for every reader.
const SAFE_DIGITS: usize = 15;

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On a line: a key, or the text after a key or a dash.
    Line,
    /// In brackets or braces, where commas end a text.
    Brackets,
}

/// Writes `text`, in quotes unless every YAML reader reads the same text without them, or a whole
/// number with the same digits.
pub fn quoted(text: &str, place: Place) -> String {
    if stays_plain(text, place) { text.to_owned() } else { in_quotes(text) }
}

/// True if `text` needs no quotes.
pub(crate) fn stays_plain(text: &str, place: Place) -> bool {
    // `...` in the first column ends a YAML document.
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || "+^/(.".contains(c))
        && !text.starts_with("...");
    let ends = !text.ends_with(|c: char| c == ':' || c.is_whitespace());
    let brackets = place == Place::Brackets && text.contains(['[', ']', '{', '}', ',']);
    let steers = text.contains(": ") || text.contains(" #") || !text.chars().all(may_stand);
    starts && ends && !brackets && !steers && !is_typed(text)
}

/// True for characters that a file may contain as they are.
fn may_stand(c: char) -> bool {
    is_seen(c) && !matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// True if some YAML reader takes the text for a truth value, nothing, a date, or a number that it
/// would write in another way.
fn is_typed(text: &str) -> bool {
    if is_whole(text) {
        return text.len() > SAFE_DIGITS;
    }
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", ".inf", ".nan"];
    let bare = text.trim_start_matches('+').to_ascii_lowercase();
    let only = |digits: &str, of: fn(char) -> bool| {
        digits.contains(of) && digits.chars().all(|c| of(c) || c == '_')
    };
    let based = bare.strip_prefix("0x").or(bare.strip_prefix("0o")).or(bare.strip_prefix("0b"));
    let year = bare.as_bytes().iter().take_while(|c| c.is_ascii_digit()).count();
    WORDS.contains(&bare.as_str())
        || bare.parse::<f64>().is_ok()
        || based.is_some_and(|digits| only(digits, |c| c.is_ascii_hexdigit()))
        // `1:30` is 90 for some readers, and `1_000` a thousand.
        || only(&bare, |c| c.is_ascii_digit() || c == ':' || c == '.')
        || year == 4 && bare[year..].starts_with('-')
}

/// True for whole numbers without zeros before them.
pub(crate) fn is_whole(text: &str) -> bool {
    text == "0"
        || text.starts_with(|c| matches!(c, '1'..='9')) && text.chars().all(|c| c.is_ascii_digit())
}

/// Writes `text` in quotes: double quotes if no character needs a backslash. A text with such
/// characters is in single quotes, unless it contains characters that have to be written as escapes.
pub fn in_quotes(text: &str) -> String {
    let escapes = !text.chars().all(may_stand);
    if !escapes && text.contains(['"', '\\']) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if !may_stand(c) => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out + "\""
}

/// How the values of a list or map are separated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Lines separate the values.
    Lines,
    /// The values are in brackets, and commas separate them.
    Brackets,
}

/// A value of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Yaml {
    /// A text, in quotes if necessary.
    Text(String),
    /// A number, `true` or `false`, as it is.
    Bare(String),
    /// A list.
    List(Layout, Vec<Yaml>),
    /// A mapping.
    Map(Layout, Map),
}

impl Yaml {
    /// A number or a truth value.
    pub fn bare(value: impl ToString) -> Yaml {
        Yaml::Bare(value.to_string())
    }

    /// A mapping in braces, if there is room on the line.
    pub fn map<K: Into<Key>, V: Into<Yaml>>(entries: impl IntoIterator<Item = (K, V)>) -> Yaml {
        entries.into_iter().collect::<Map>().in_braces()
    }

    /// A list in brackets, if there is room on the line.
    pub fn list<T: Into<Yaml>>(items: impl IntoIterator<Item = T>) -> Yaml {
        Yaml::List(Layout::Brackets, items.into_iter().map(T::into).collect())
    }

    /// A list with a line for each item.
    pub fn lines<T: Into<Yaml>>(items: impl IntoIterator<Item = T>) -> Yaml {
        Yaml::List(Layout::Lines, items.into_iter().map(T::into).collect())
    }
}

impl From<String> for Yaml {
    fn from(text: String) -> Yaml {
        Yaml::Text(text)
    }
}

impl From<&String> for Yaml {
    fn from(text: &String) -> Yaml {
        Yaml::Text(text.clone())
    }
}

impl From<&str> for Yaml {
    fn from(text: &str) -> Yaml {
        Yaml::Text(text.to_owned())
    }
}

/// A key of a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// A word of the language. It needs no quotes, although `on` is a truth value for some readers.
    Word(&'static str),
    /// A name that the definition gives, in quotes if necessary.
    Name(String),
}

impl Key {
    /// The key without quotes.
    pub fn text(&self) -> &str {
        match self {
            Key::Word(word) => word,
            Key::Name(name) => name,
        }
    }

    fn written(&self, place: Place) -> String {
        match self {
            Key::Word(word) => (*word).to_owned(),
            Key::Name(name) => quoted(name, place),
        }
    }
}

impl From<&'static str> for Key {
    fn from(word: &'static str) -> Key {
        Key::Word(word)
    }
}

impl From<String> for Key {
    fn from(name: String) -> Key {
        Key::Name(name)
    }
}

/// The entries of a mapping, or of a whole definition, in their order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Map {
    /// Keys and values.
    pub entries: Vec<(Key, Yaml)>,
}

impl Map {
    /// Adds an entry.
    pub fn put(&mut self, key: impl Into<Key>, value: impl Into<Yaml>) {
        self.entries.push((key.into(), value.into()));
    }

    /// Adds an entry if there is a value.
    pub fn put_some(&mut self, key: impl Into<Key>, value: Option<impl Into<Yaml>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds a mapping with a line for each of its entries, unless it is empty.
    pub fn put_lines(&mut self, key: impl Into<Key>, map: Map) {
        if !map.is_empty() {
            self.put(key, map.in_lines());
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Yaml> {
        self.entries.iter().find(|(other, _)| other.text() == key).map(|(_, value)| value)
    }

    /// True if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A mapping in braces, if there is room on the line.
    pub fn in_braces(self) -> Yaml {
        Yaml::Map(Layout::Brackets, self)
    }

    /// A mapping with a line for each entry.
    pub fn in_lines(self) -> Yaml {
        Yaml::Map(Layout::Lines, self)
    }

    /// The text of a definition with these entries, in lines of at most `width` characters if
    /// possible.
    pub fn text(&self, width: usize) -> String {
        let mut pen = Pen { out: String::new(), width };
        pen.entries(self, 0, Start::NewLine);
        pen.out + "\n"
    }

    /// The text of an item of a list with these entries: a line for each, the first behind a dash.
    pub fn item(&self) -> String {
        let mut pen = Pen { out: String::from("-"), width: usize::MAX };
        pen.entries(self, STEP, Start::OpenLine);
        pen.out + "\n"
    }
}

impl<K: Into<Key>, V: Into<Yaml>> FromIterator<(K, V)> for Map {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Map {
        Map { entries: entries.into_iter().map(|(k, v)| (k.into(), v.into())).collect() }
    }
}

/// Where the first part of a list or mapping is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// On a new line.
    NewLine,
    /// On the open line, after a dash.
    OpenLine,
}

struct Pen {
    /// The text so far; its last line is open.
    out: String,
    width: usize,
}

impl Pen {
    fn entries(&mut self, map: &Map, indent: usize, start: Start) {
        for (number, (key, value)) in map.entries.iter().enumerate() {
            self.begin(indent, number, start);
            self.out += &key.written(Place::Line);
            self.out.push(':');
            self.value(value, indent + STEP, Start::NewLine);
        }
    }

    fn items(&mut self, items: &[Yaml], indent: usize, start: Start) {
        for (number, item) in items.iter().enumerate() {
            self.begin(indent, number, start);
            self.out.push('-');
            self.value(item, indent + STEP, Start::OpenLine);
        }
    }

    /// Begins the line of the part with this number, counted from 0.
    fn begin(&mut self, indent: usize, number: usize, start: Start) {
        match (number, start) {
            (0, Start::OpenLine) => self.out.push(' '),
            (0, Start::NewLine) if self.out.is_empty() => {}
            (_, Start::NewLine | Start::OpenLine) => self.break_line(indent),
        }
    }

    fn break_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// Writes the value after a key or a dash. Its own lines are indented by `indent`. `start` says
    /// where they begin.
    fn value(&mut self, value: &Yaml, indent: usize, start: Start) {
        let open = self.out.rsplit('\n').next().unwrap_or_default().chars().count();
        let room = |line: &str| open + 1 + line.chars().count() <= self.width;
        match (one_line(value, Place::Line), value) {
            (Some(line), _) if room(&line) || !can_break(value) => {
                self.out.push(' ');
                self.out += &line;
            }
            (_, Yaml::Text(text) | Yaml::Bare(text)) => self.fold(text, indent),
            (_, Yaml::List(_, items)) => self.items(items, indent, start),
            (_, Yaml::Map(_, map)) => self.entries(map, indent, start),
        }
    }

    /// Writes a text as a block in which single line breaks are blanks.
    fn fold(&mut self, text: &str, indent: usize) {
        self.out += " >-";
        let mut column = self.width;
        for word in text.split(' ') {
            let length = word.chars().count();
            if column + 1 + length > self.width {
                self.break_line(indent);
                column = indent + length;
            } else {
                self.out.push(' ');
                column += 1 + length;
            }
            self.out += word;
        }
    }
}

/// True if the value can be written on several lines.
fn can_break(value: &Yaml) -> bool {
    match value {
        Yaml::Text(text) => {
            // Folding keeps single blanks between words, and nothing else.
            let words = || text.split(' ');
            words().count() > 1 && !words().any(str::is_empty) && text.chars().all(may_stand)
        }
        Yaml::Bare(_) => false,
        Yaml::List(_, items) => !items.is_empty(),
        Yaml::Map(_, map) => !map.is_empty(),
    }
}

/// The value on one line. `None` if a part of it needs lines of its own.
fn one_line(value: &Yaml, place: Place) -> Option<String> {
    let inside = |value: &Yaml| one_line(value, Place::Brackets);
    Some(match value {
        Yaml::Text(text) => quoted(text, place),
        Yaml::Bare(text) => text.clone(),
        Yaml::List(_, items) if items.is_empty() => "[]".to_owned(),
        Yaml::Map(_, map) if map.is_empty() => "{}".to_owned(),
        Yaml::List(Layout::Lines, _) | Yaml::Map(Layout::Lines, _) => return None,
        Yaml::List(Layout::Brackets, items) => {
            format!("[{}]", items.iter().map(inside).collect::<Option<Vec<_>>>()?.join(", "))
        }
        Yaml::Map(Layout::Brackets, map) => {
            let entry = |(key, value): &(Key, Yaml)| {
                Some(format!("{}: {}", key.written(Place::Brackets), inside(value)?))
            };
            format!("{{{}}}", map.entries.iter().map(entry).collect::<Option<Vec<_>>>()?.join(", "))
        }
    })
}
