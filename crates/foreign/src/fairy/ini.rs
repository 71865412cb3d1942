//! Reads a file of sections with keys, and its values. `grammar/ini.pest` is the grammar of a line.

use crate::fairy::values::{
    Ban, Bans, Captured, Chasing, Counting, Counts, Enclosing, EndCount, File, Lengths, Letters,
    MAX_SIZE, Pairs, PieceSet, PieceSquares, PieceType, Rank, Rights, Scorer, Squares, Verdict,
    Walling,
};
use crate::remark::{Place, Remark, Weight};
use alfil_grammar::{Grammar, Rule};
use pest::Parser;
use pest::iterators::Pair;
use std::collections::BTreeMap;

// Reads a file of sections with keys. `grammar/ini.pest` is the grammar of a line.

/// The longest file in bytes. The largest known files have about 300,000.
pub const MAX_BYTES: usize = 1 << 22;

/// The longest line in bytes. A start position on the largest board has about 700.
const MAX_LINE: usize = 1 << 14;

/// The most sections of a file.
const MAX_SECTIONS: usize = 2_000;

/// A text with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// The text without blanks around it.
    pub(crate) text: String,
    /// Where it begins.
    pub(crate) place: Place,
}

/// A key with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: Text,
    /// The value.
    pub(crate) value: Text,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// The name of the variant.
    pub(crate) name: Text,
    /// The variant that it inherits from.
    pub(crate) parent: Option<Text>,
    /// Its keys in the order of the file. A key that stands twice is here once, with its last value.
    pub(crate) entries: Vec<Entry>,
    /// Remarks about its lines.
    pub(crate) remarks: Vec<Remark>,
}

/// All sections of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Document {
    /// The sections in the order of the file.
    pub(crate) sections: Vec<Section>,
    /// Remarks about lines that belong to no section.
    pub(crate) remarks: Vec<Remark>,
}

/// Reads all sections of `text`. The time is proportional to its length.
///
/// # Errors
/// The text is longer than [`MAX_BYTES`] or has too many sections.
pub(crate) fn read(text: &str) -> Result<Document, String> {
    if text.len() > MAX_BYTES {
        let bytes = text.len();
        return Err(format!("the file has {bytes} bytes, and at most {MAX_BYTES} are allowed"));
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::default();
    for (line, number) in text.split('\n').zip(1..) {
        reader.line(line, number);
        if reader.document.sections.len() > MAX_SECTIONS {
            return Err(format!("a file has at most {MAX_SECTIONS} sections"));
        }
    }
    Ok(reader.document)
}

/// The state between two lines.
#[derive(Default)]
struct Reader {
    document: Document,
    /// The indexes of the entries of the last section by their keys.
    keys: BTreeMap<String, usize>,
}

impl Reader {
    fn line(&mut self, line: &str, number: u32) {
        let start = Place { line: number, column: 1 };
        if line.len() > MAX_LINE {
            let what = format!("a line has at most {MAX_LINE} bytes; this one is left out");
            return self.remark(start, "", Weight::Error, what, None);
        }
        let Some(part) = Grammar::parse(Rule::ini_line, line).ok().and_then(|mut all| all.next())
        else {
            let what = "this line cannot be read".to_owned();
            return self.remark(start, "", Weight::Doubt, what, None);
        };
        for part in part.into_inner() {
            let place = |pair: &Pair<'_, Rule>| {
                let before = &line[..pair.as_span().start()];
                Place { line: number, column: before.chars().count() as u32 + 1 }
            };
            let text = |pair: &Pair<'_, Rule>| Text {
                text: pair.as_str().trim().to_owned(),
                place: place(pair),
            };
            match part.as_rule() {
                Rule::ini_section => {
                    self.section(part.into_inner().map(|p| (p.as_rule(), text(&p))))
                }
                Rule::ini_entry => {
                    let mut both = part.into_inner().map(|p| text(&p));
                    if let (Some(key), Some(value)) = (both.next(), both.next()) {
                        self.entry(Entry { key, value });
                    }
                }
                Rule::ini_junk => {
                    let what = "this line is neither a section, a key with `=` nor a comment";
                    let help = "a comment begins with `#`".to_owned();
                    self.remark(place(&part), "", Weight::Doubt, what.to_owned(), Some(help));
                }
                _ => {}
            }
        }
    }

    fn section(&mut self, parts: impl Iterator<Item = (Rule, Text)>) {
        let (mut name, mut parent, mut rest) = (None, None, None);
        for (rule, text) in parts {
            match rule {
                Rule::ini_name => name = Some(text),
                Rule::ini_parent => parent = Some(text),
                _ => rest = Some(text),
            }
        }
        let Some(name) = name else { return };
        let parent = parent.filter(|parent| !parent.text.is_empty());
        self.keys.clear();
        let unnamed = name.text.is_empty().then_some(name.place);
        self.document.sections.push(Section { name, parent, entries: vec![], remarks: vec![] });
        if let Some(place) = unnamed {
            let what = "a section needs a name".to_owned();
            self.remark(place, "", Weight::Error, what, Some("write `[name]`".to_owned()));
        }
        if let Some(rest) = rest.filter(|rest| !rest.text.starts_with(['#', ';'])) {
            let what = format!("`{}` after the section has no meaning", brief(&rest.text));
            self.remark(rest.place, "", Weight::Doubt, what, None);
        }
    }

    fn entry(&mut self, entry: Entry) {
        let place = entry.key.place;
        if entry.key.text.is_empty() {
            let what = "a key is missing before `=`".to_owned();
            return self.remark(place, "", Weight::Doubt, what, None);
        }
        let Some(section) = self.document.sections.last_mut() else {
            let what = format!("`{}` comes before the first section", brief(&entry.key.text));
            return self.remark(place, "", Weight::Doubt, what, None);
        };
        let key = entry.key.text.clone();
        match self.keys.get(&key).and_then(|&at| section.entries.get_mut(at)) {
            Some(earlier) => {
                let line = earlier.key.place.line;
                *earlier = entry;
                let what = format!("`{}` is already in line {line}; this one counts", brief(&key));
                self.remark(place, &key, Weight::Doubt, what, None);
            }
            None => {
                self.keys.insert(key, section.entries.len());
                section.entries.push(entry);
            }
        }
    }

    fn remark(
        &mut self,
        place: Place,
        key: &str,
        weight: Weight,
        what: String,
        help: Option<String>,
    ) {
        let remarks = match self.document.sections.last_mut() {
            Some(section) => &mut section.remarks,
            None => &mut self.document.remarks,
        };
        // A file without any sense needs no remark for each line.
        if remarks.len() < 100 {
            let key = key.to_owned();
            remarks.push(Remark { place: Some(place), key, weight, what, help });
        }
    }
}

/// A short form of a text for a message.
pub(crate) fn brief(text: &str) -> String {
    let mut letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let start: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() { format!("{start}…") } else { start }
}

// How the values in a file of variants are read.

/// A type of values.
pub(crate) trait Value: Sized {
    /// What the value should be, for messages.
    const WHAT: &'static str;

    /// Reads a value. The error says what is wrong with it.
    fn read(text: &str, letters: &Letters) -> Result<Self, String>;

    /// Reads a value over the one of the parent. Pairs add up; other values replace each other.
    fn read_over(text: &str, letters: &Letters, _parent: &Self) -> Result<Self, String> {
        Self::read(text, letters)
    }
}

/// The letter of a piece, which has a type.
fn piece(letter: char, letters: &Letters) -> Result<PieceType, String> {
    let known = letters.get(&letter.to_ascii_lowercase());
    known.copied().ok_or_else(|| format!("no piece has the letter `{letter}`"))
}

impl Value for bool {
    const WHAT: &'static str = "true or false";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        match text {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(String::new()),
        }
    }
}

impl Value for u32 {
    const WHAT: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }
}

impl Value for i32 {
    const WHAT: &'static str = "a number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        text.parse().map_err(|_| String::new())
    }
}

impl Value for Lengths {
    const WHAT: &'static str = "at least two numbers of moves, such as `1 2 2`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text
            .split_whitespace()
            .map(|word| word.parse().ok().filter(|number| (1..=32).contains(number)))
            .collect();
        let numbers = numbers.filter(|numbers| numbers.len() >= 2);
        numbers.map(Lengths).ok_or_else(String::new)
    }
}

impl Value for Bans {
    const WHAT: &'static str = "attackers and what they do not capture, such as `q:k b:pn *:i`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut bans = Vec::new();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is not a pair of attackers and targets", brief(word));
            let (attackers, targets) = word.split_once(':').ok_or_else(wrong)?;
            let set = |text: &str| PieceSet::read(text, letters);
            bans.push(Ban { attackers: set(attackers)?, targets: set(targets)? });
        }
        Ok(Bans(bans))
    }
}

impl Value for PieceSquares {
    const WHAT: &'static str = "squares of pieces, such as `P(e4,*1);Q(a1,b*)`, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut all = PieceSquares::new();
        let words = text.split(';').map(str::trim).filter(|word| !word.is_empty());
        for word in words.take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is not a piece with its squares", brief(word));
            let (name, squares) = word.split_once('(').ok_or_else(wrong)?;
            let squares = squares.strip_suffix(')').ok_or_else(wrong)?.replace(',', " ");
            let mut signs = name.trim().chars();
            let (Some(letter), None) = (signs.next(), signs.next()) else { return Err(wrong()) };
            all.insert(piece(letter, letters)?, Squares::read(&squares, letters)?);
        }
        Ok(all)
    }
}

impl Value for Rank {
    const WHAT: &'static str = "a rank from 1 to 16";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let rank = text.parse().ok().filter(|rank| (1..=MAX_SIZE).contains(rank));
        rank.map(Rank).ok_or_else(String::new)
    }
}

impl Value for File {
    const WHAT: &'static str = "a file: a letter from a to p, or its number";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let number = match text.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => {
                Some(letter.to_ascii_lowercase() - b'a' + 1)
            }
            _ => text.parse().ok(),
        };
        let file = number.filter(|file| (1..=MAX_SIZE).contains(file));
        file.map(File).ok_or_else(String::new)
    }
}

impl Value for Squares {
    const WHAT: &'static str = "squares such as `e4`, ranks such as `*8` or files such as `a*`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let mut squares = Squares::default();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is not a square, rank or file", brief(word));
            let mut letters = word.chars();
            let first = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
            let files = match first {
                '*' => 0..MAX_SIZE,
                'a'..='p' => (first as u8 - b'a')..(first as u8 - b'a' + 1),
                _ => return Err(wrong()),
            };
            let ranks = match letters.as_str() {
                "*" => 0..MAX_SIZE,
                number => {
                    let rank: u8 = number.parse().ok().ok_or_else(wrong)?;
                    if !(1..=MAX_SIZE).contains(&rank) {
                        return Err(wrong());
                    }
                    rank - 1..rank
                }
            };
            for file in files {
                ranks.clone().for_each(|rank| squares.insert(file, rank));
            }
        }
        Ok(squares)
    }
}

impl Value for PieceSet {
    const WHAT: &'static str = "letters of pieces, `*` or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        let mut set = PieceSet::default();
        let signs = text.chars().filter(|c| !c.is_whitespace());
        for letter in signs.take_while(|letter| *letter != '-') {
            match letter {
                '*' => set.all = true,
                letter => {
                    set.types.insert(piece(letter, letters)?);
                }
            }
        }
        Ok(set)
    }
}

impl Value for Option<PieceType> {
    const WHAT: &'static str = "the letter of a piece, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        match text.chars().next() {
            None | Some('-' | '*') => Ok(None),
            Some(letter) => piece(letter, letters).map(Some),
        }
    }
}

impl Value for Pairs {
    const WHAT: &'static str = "pairs of letters such as `p:g s:g`, or `-`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Pairs::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut pairs = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let signs: Vec<char> = word.chars().collect();
            match signs[..] {
                [from, ':', '-'] => {
                    pairs.remove(&piece(from, letters)?);
                }
                [from, ':', to] => {
                    pairs.insert(piece(from, letters)?, piece(to, letters)?);
                }
                _ => return Err(format!("`{}` is not a pair", brief(word))),
            }
        }
        Ok(pairs)
    }
}

impl Value for Counts {
    const WHAT: &'static str = "letters with numbers such as `q:1 r:2`";

    fn read(text: &str, letters: &Letters) -> Result<Self, String> {
        Self::read_over(text, letters, &Counts::new())
    }

    fn read_over(text: &str, letters: &Letters, parent: &Self) -> Result<Self, String> {
        let mut counts = parent.clone();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("`{}` is not a letter with a number", brief(word));
            let (letter, number) = word.split_once(':').ok_or_else(wrong)?;
            let mut signs = letter.chars();
            let (Some(letter), None) = (signs.next(), signs.next()) else { return Err(wrong()) };
            counts.insert(piece(letter, letters)?, number.parse().map_err(|_| wrong())?);
        }
        Ok(counts)
    }
}

impl Value for String {
    const WHAT: &'static str = "a text";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl Value for Rights {
    const WHAT: &'static str = "some of `KQkq`, or `-`";

    fn read(text: &str, _: &Letters) -> Result<Self, String> {
        let letters: String = text.chars().filter(|c| !"- ".contains(*c)).collect();
        let known = letters.chars().all(|c| "KQkq".contains(c));
        if known { Ok(Rights(letters)) } else { Err(String::new()) }
    }
}

/// Reads an enum by the words of its variants.
macro_rules! words {
    ($type:ident: $($word:literal $value:ident),+) => {
        impl Value for $type {
            const WHAT: &'static str = concat!("one of", $(" `", $word, "`"),+);

            fn read(text: &str, _: &Letters) -> Result<Self, String> {
                match text {
                    $($word => Ok($type::$value),)+
                    _ => Err(String::new()),
                }
            }
        }
    };
}

words!(Verdict: "win" Win, "loss" Loss, "draw" Draw, "none" None);
words!(Walling: "none" None, "arrow" Arrow, "duck" Duck, "edge" Edge, "past" Past, "static" Static);
words!(
    Enclosing: "none" None, "reversi" Reversi, "ataxx" Ataxx, "quadwrangle" Quadwrangle, "snort" Snort,
    "anyside" Anyside, "top" Top
);
words!(
    Counting: "none" None, "janggi" Janggi, "unweighted" Unweighted, "whitedrawodds" WhiteDrawOdds,
    "blackdrawodds" BlackDrawOdds
);
words!(EndCount: "none" None, "makruk" Makruk, "cambodian" Cambodian, "asean" Asean);
words!(Chasing: "none" None, "axf" Axf);
words!(Scorer: "us" Us, "them" Them, "owner" Owner, "non-owner" NonOwner);
words!(Captured: "out" Out, "hand" Hand, "prison" Prison);
