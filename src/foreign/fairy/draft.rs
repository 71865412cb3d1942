//! A definition as it is put together, and its text.

/// A value of a definition file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Yaml {
    Text(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    /// A text.
    pub(crate) fn text(text: impl Into<String>) -> Yaml {
        Yaml::Text(text.into())
    }

    /// A list of texts; one text alone for a single one.
    pub(crate) fn texts(mut texts: Vec<String>) -> Yaml {
        match (texts.pop(), texts.is_empty()) {
            (Some(one), true) => Yaml::Text(one),
            (last, _) => Yaml::List(texts.into_iter().chain(last).map(Yaml::Text).collect()),
        }
    }

    /// A mapping.
    pub(crate) fn map(entries: Vec<(&str, Yaml)>) -> Yaml {
        Yaml::Map(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

/// A key of a definition with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) key: &'static str,
    pub(crate) value: Yaml,
}

/// A definition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Draft {
    /// Comments at its beginning, one line each.
    pub(crate) comments: Vec<String>,
    /// The keys in their order.
    pub(crate) entries: Vec<Entry>,
}

/// The longest line of a text in one line.
const WIDTH: usize = 110;

impl Draft {
    /// Adds a key.
    pub(crate) fn push(&mut self, key: &'static str, value: Yaml) {
        self.entries.push(Entry { key, value });
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Yaml> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The text of the definition.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for comment in &self.comments {
            text.push_str(&format!("# {comment}\n"));
        }
        for Entry { key, value } in &self.entries {
            write(key, value, 0, &mut text);
        }
        text
    }
}

/// Writes a key in one line if there is room, otherwise its parts in lines of their own.
fn write(key: &str, value: &Yaml, indent: usize, text: &mut String) {
    let margin = " ".repeat(indent);
    let nested = matches!(value, Yaml::Map(_)) && (indent == 0 && OPEN.contains(&key));
    let flat = format!("{margin}{key}: {}", inline(value));
    if !nested && flat.chars().count() <= WIDTH {
        text.push_str(&flat);
        text.push('\n');
        return;
    }
    match value {
        Yaml::Text(words) => fold(&format!("{margin}{key}:"), words, indent + 2, text),
        Yaml::List(items) => {
            text.push_str(&format!("{margin}{key}:\n"));
            for item in items {
                match item {
                    Yaml::Text(words) => {
                        let line = format!("{margin}  - {}", quoted(words, Place::Line));
                        if line.chars().count() <= WIDTH {
                            text.push_str(&format!("{line}\n"));
                        } else {
                            fold(&format!("{margin}  -"), words, indent + 4, text);
                        }
                    }
                    Yaml::List(_) | Yaml::Map(_) => {
                        text.push_str(&format!("{margin}  - {}\n", inline(item)));
                    }
                }
            }
        }
        Yaml::Map(entries) => {
            text.push_str(&format!("{margin}{key}:\n"));
            entries.iter().for_each(|(key, value)| write(key, value, indent + 2, text));
        }
    }
}

/// Mappings with a line for each key.
const OPEN: &[&str] = &["about", "pieces", "zones"];

/// Writes long words as a folded block.
fn fold(lead: &str, words: &str, indent: usize, text: &mut String) {
    text.push_str(&format!("{lead} >-\n"));
    let margin = " ".repeat(indent);
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && indent + line.chars().count() + word.chars().count() >= WIDTH {
            text.push_str(&format!("{margin}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    text.push_str(&format!("{margin}{line}\n"));
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// After a key or a dash.
    Line,
    /// Within brackets or braces.
    Brackets,
}

fn inline(value: &Yaml) -> String {
    match value {
        Yaml::Text(words) => quoted(words, Place::Line),
        Yaml::List(_) | Yaml::Map(_) => bracketed(value),
    }
}

fn bracketed(value: &Yaml) -> String {
    match value {
        Yaml::Text(words) => quoted(words, Place::Brackets),
        Yaml::List(items) => {
            let items: Vec<String> = items.iter().map(bracketed).collect();
            format!("[{}]", items.join(", "))
        }
        Yaml::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{key}: {}", bracketed(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// The text, in quotes if YAML would read it otherwise.
fn quoted(words: &str, place: Place) -> String {
    let first = words.chars().next();
    let special = first.is_none_or(|c| "[]{}*&!@'\"#|>%`-?:,".contains(c) || c.is_whitespace());
    let lone = first == Some('-') && words.chars().nth(1).is_some_and(|c| !c.is_whitespace());
    let cut = words.contains(": ") || words.contains(" #") || words.ends_with([':', ' ']);
    let bracket = place == Place::Brackets && words.contains(['[', ']', '{', '}', ',']);
    if (special && !lone) || cut || bracket {
        alfil_syntax::scalar::in_quotes(words)
    } else {
        words.to_owned()
    }
}
