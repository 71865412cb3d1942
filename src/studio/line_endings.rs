//! Line endings and byte order mark of a file. An editor works with line feeds, and a saved file
//! keeps its own endings.

/// A byte order mark.
pub const MARK: &str = "\u{feff}";

/// The content of a file.
pub struct FileText {
    /// The text without the byte order mark, with the line endings of the file.
    pub raw: String,
    /// True if the file begins with a byte order mark.
    pub has_mark: bool,
}

impl FileText {
    /// The text with line feeds, for an editor.
    pub fn text(&self) -> String {
        with_line_feeds(&self.raw)
    }

    /// The new content of the file for `text`. An unchanged line keeps its ending, and a new line
    /// gets the ending of the line before it.
    pub fn with(&self, text: &str) -> String {
        let old: Vec<Line<'_>> = lines(&self.raw);
        let new: Vec<Line<'_>> = lines(text);
        let same = |pair: &(&Line<'_>, &Line<'_>)| pair.0.text == pair.1.text;
        let head = old.iter().zip(&new).take_while(same).count();
        let tails = old[head..].iter().rev().zip(new[head..].iter().rev());
        let tail = tails.take_while(same).count();
        let (old_end, new_end) = (old.len() - tail, new.len() - tail);
        let mut ending = old.first().map_or("\n", |line| line.ending);
        // A changed line is searched among the old lines from here on.
        let mut next = head;
        let mut out = String::from(if self.has_mark { MARK } else { "" });
        for (number, line) in new.iter().enumerate() {
            let known = match number {
                _ if number < head => Some(number),
                _ if number >= new_end => Some(number - new_end + old_end),
                _ => {
                    let found = (next..old_end).find(|&i| old[i].text == line.text);
                    next = found.map_or(next, |found| found + 1);
                    found
                }
            };
            ending = match known.map(|known| old[known].ending) {
                None | Some("") => ending,
                Some(ending) => ending,
            };
            out.push_str(line.text);
            if !line.ending.is_empty() {
                out.push_str(ending);
            }
        }
        out
    }
}

/// `text` with a line feed in place of every line ending.
pub fn with_line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A line and its ending: a line feed, a carriage return, both, or nothing at the end of the text.
struct Line<'t> {
    text: &'t str,
    ending: &'t str,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\r', '\n']) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        lines.push(Line { text: &rest[..at], ending: &rest[at..at + length] });
        rest = &rest[at + length..];
    }
    if !rest.is_empty() {
        lines.push(Line { text: rest, ending: "" });
    }
    lines
}
