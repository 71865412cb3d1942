//! Recognises what a file does not name: programs in the languages of Zillions of Games and Ludii,
//! and the shipped game of a position.

use alfil_definitions::shipped;
use alfil_diagnostics::diagnostic::did_you_mean;
use alfil_diagnostics::source::Sources;
use alfil_library::Shipped;
use alfil_play::positions;
use alfil_play::terms::{Corrected, Manner};
use alfil_protocol::names::USUAL;
use alfil_resolve::resolution::resolve;
use alfil_rules::ruleset::Ruleset;
use alfil_syntax::definition::Role;
use alfil_workspace::Workspace;
use std::collections::BTreeSet;

// Programs in the languages of Zillions of Games and Ludii.
//
// Their files are code: macros, loops and conditions that run during the game. No table of rules
// can be read from them without running them. So they are only recognised, and the shipped game
// with the most similar title and board is named.

/// A language for games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Rules files of Zillions of Games (`.zrf`).
    Zillions,
    /// Game descriptions of Ludii (`.lud`).
    Ludii,
}

impl Language {
    fn told(self) -> &'static str {
        match self {
            Language::Zillions => "a rules file of Zillions of Games (ZRF)",
            Language::Ludii => "a game description of Ludii (LUD)",
        }
    }
}

/// The language of a text, if it is one of these.
pub fn language(text: &str) -> Option<Language> {
    let code = text.lines().map(str::trim_start);
    let mut code = code.filter(|line| !line.is_empty() && !line.starts_with([';', '/']));
    let first = code.next()?;
    if !first.starts_with('(') {
        return None;
    }
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["(players", "(equipment"]) && has(&["(game \"", "(game"]) && !has(&["(turn-order"]) {
        return Some(Language::Ludii);
    }
    let zillions = ["(game", "(variant", "(define", "(include", "(version"];
    zillions.iter().any(|word| first.starts_with(word)).then_some(Language::Zillions)
}

/// Who reads an advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// A user of the command line.
    Terminal,
    /// A user of a page, where no command can be typed.
    Page,
}

/// A sentence about the file and the shipped game to begin with.
pub fn advice(language: Language, text: &str, file: &str, reader: Reader) -> String {
    let what = format!(
        "it is {}: a program, whose rules are code that only runs there, so they cannot be \
         translated",
        language.told()
    );
    let near = nearest(text, file);
    let game =
        near.map(|near| format!("{} ({})", near.name, title(near.text).unwrap_or(near.name)));
    let tutorial = "docs/tutorial.md shows how to write the rules";
    match (game, near, reader) {
        (Some(game), Some(near), Reader::Terminal) => format!(
            "{what}; the nearest shipped game is {game}: `alfil new mine --extends {}` begins with it, and {tutorial}",
            near.name,
        ),
        (Some(game), _, _) => format!("{what}; the nearest shipped game is {game}"),
        (None, _, Reader::Terminal) => {
            format!("{what}; no shipped game has a similar title; {tutorial}")
        }
        (None, _, Reader::Page) => format!("{what}; no shipped game has a similar title"),
    }
}

/// Words that say nothing about a game.
const COMMON: &[&str] = &["chess", "game", "the", "of", "and", "zrf", "lud", "variant", "a", "s"];

/// The shipped game whose name and title are most similar to the title in `text` and the name of
/// the file. The size of the board decides between equals.
pub fn nearest(text: &str, file: &str) -> Option<Shipped> {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default().to_lowercase();
    let title_there = quoted_title(text).unwrap_or_default().to_lowercase();
    let (whole, spoken) =
        ([stem.clone(), title_there.clone()], words(&format!("{stem} {title_there}")));
    let board = board(text);
    let score = |game: &Shipped| -> usize {
        let title = title(game.text).unwrap_or(game.name).to_lowercase();
        let same = whole.iter().filter(|name| **name == game.name || **name == title).count();
        let similar = whole.iter().filter(|name| did_you_mean(name, [game.name, &title]).is_some());
        let shared = words(&format!("{} {title}", game.name));
        let shared = shared.iter().filter(|word| spoken.contains(word)).count();
        8 * same + 4 * similar.count() + 3 * shared
    };
    let games = shipped().filter(|game| !game.text.contains("modifier: true"));
    let scored = games.map(|game| (score(&game), game)).filter(|(score, _)| *score > 0);
    let fits = |game: &Shipped| usize::from(board.is_some() && board == size(game.text));
    let scored = scored.map(|(score, game)| (2 * score + fits(&game), game));
    // Of equals, the first by name counts.
    let best = scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let of_size = || {
        let fallback = ["chess", "xiangqi", "shogi"];
        let mut games = fallback.into_iter().filter_map(alfil_definitions::find);
        games.find(|game| board.is_some() && size(game.text) == board)
    };
    best.map(|(_, game)| game).or_else(of_size)
}

/// The words of a title that tell it from others.
fn words(title: &str) -> Vec<String> {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    words.retain(|word| !COMMON.contains(&word.as_str()));
    words.sort();
    words.dedup();
    words
}

/// The title of a definition.
fn title(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("name: ")).map(str::trim)
}

/// The title of a program: `(title "...")` or `(game "..."`.
fn quoted_title(text: &str) -> Option<&str> {
    let after = |head: &str| {
        let (_, rest) = text.split_once(head)?;
        let rest = rest.trim_start().strip_prefix('"')?;
        rest.split('"').next()
    };
    after("(title").or_else(|| after("(game"))
}

/// Files and ranks of a board.
pub(crate) type Extent = (usize, usize);

/// The board of a program, where its text shows the size.
fn board(text: &str) -> Option<Extent> {
    let number = |text: &str| {
        let digits: String = text.trim_start().chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<usize>().ok()
    };
    if let Some((_, rest)) = text.split_once("(dimensions") {
        let mut sides = rest.split('"').skip(1).step_by(2).take(2);
        let mut side = || sides.next().map(|names| names.split('/').count());
        return side().zip(side());
    }
    if let Some((_, rest)) = text.split_once("(square ") {
        return number(rest).map(|side| (side, side));
    }
    let (_, rest) = text.split_once("(rectangle ")?;
    let first = number(rest)?;
    let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    // Ludii counts rows first.
    Some((number(rest)?, first))
}

/// The board of a shipped definition, perhaps that of its parent. `None` if it is no grid.
pub(crate) fn size(text: &str) -> Option<Extent> {
    let mut text = text;
    for _ in 0..8 {
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
        if let Some(space) = value("space:") {
            let (files, ranks) = space.split_once("grid ")?.1.split_once('x')?;
            let ranks: String = ranks.chars().take_while(char::is_ascii_digit).collect();
            return files.trim().parse().ok().zip(ranks.parse().ok());
        }
        let parent = value("extends:")?.trim();
        text = alfil_definitions::find(parent.split('+').next().unwrap_or(parent).trim())?.text;
    }
    None
}

// Finds the shipped game of a position that names no game, by the size of its board, its letters and
// its fields.

/// The greatest number of games that are compiled to try whether they read the position.
const MAX_TRIED: usize = 12;

/// Letters of other programs for pieces of xiangqi and its relatives, and the usual ones.
const OTHERS: [(char, char); 2] = [('H', 'N'), ('E', 'B')];

/// What the text of a position shows without any rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shape {
    /// The board, if all rows have the same length.
    size: Option<Extent>,
    /// The letters of the pieces on the board and in hand, as capitals.
    letters: BTreeSet<char>,
    has_hand: bool,
    has_counts: bool,
}

impl Shape {
    /// The shape of a position.
    pub fn of(position: &str) -> Shape {
        let mut words = position.split_whitespace();
        let placement = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let rows: Vec<usize> = board.split('/').map(length).collect();
        let ranks = rows.len();
        let files = rows.first().copied().unwrap_or(0);
        let size = rows.iter().all(|row| *row == files).then_some((files, ranks));
        let letters = board.chars().chain(hand.chars()).filter(char::is_ascii_alphabetic);
        Shape {
            size,
            letters: letters.map(|letter| letter.to_ascii_uppercase()).collect(),
            // Positions of shogi programs have a number in the place of the passed cell.
            has_hand: placement.contains('[')
                || rest.get(2).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit())),
            has_counts: rest.iter().skip(2).any(|word| word.len() > 2 && word.contains('+')),
        }
    }

    /// True if every game with this shape may have the position `other` as well.
    pub fn covers(&self, other: &Shape) -> bool {
        let others = (other.size, other.has_hand, other.has_counts);
        (self.size, self.has_hand, self.has_counts) == others
            && other.letters.is_subset(&self.letters)
    }

    /// The letters as xiangqi programs write them.
    fn translated(&self) -> BTreeSet<char> {
        let usual =
            |c: char| OTHERS.iter().find(|(other, _)| *other == c).map_or(c, |(_, own)| *own);
        self.letters.iter().map(|c| usual(*c)).collect()
    }

    /// How little the rules of a game fit; less is better. `None` if they cannot fit.
    fn distance(&self, rules: &Ruleset) -> Option<usize> {
        let known: BTreeSet<char> = rules.kinds.iter().map(|kind| kind.letter.capital()).collect();
        if !self.letters.is_subset(&known) && !self.translated().is_subset(&known) {
            return None;
        }
        let unused = known.difference(&self.letters).count();
        let hand = usize::from(self.has_hand != rules.hand.is_some());
        let counts = usize::from(self.has_counts && rules.counters.is_empty());
        Some(16 * (hand + counts) + unused)
    }
}

/// The number of cells of a row.
fn length(row: &str) -> usize {
    let (mut cells, mut empty) = (0, 0);
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => empty = 10 * empty + digit as usize,
            None => {
                cells += std::mem::take(&mut empty);
                cells += usize::from(c.is_alphabetic() || c == '*');
            }
        }
    }
    cells + empty
}

/// The shipped game that reads `position`. It is chess if chess reads it. Otherwise it is the game
/// whose start has the most rows in common with it, and then the one with the fewest other pieces.
/// Resolves the games with boards of its size, and compiles at most 12 of them.
pub fn game(position: &str) -> Option<&'static str> {
    let shape = Shape::of(position);
    let (mut library, mut sources) = (alfil_definitions::library(), Sources::new());
    let fits_board = |game: &Shipped| match (self::size(game.text), shape.size) {
        (Some(known), Some(wanted)) => known == wanted,
        (Some(_), None) => false,
        (None, _) => true,
    };
    let mut all: Vec<(usize, &'static str)> = Vec::new();
    for game in shipped().filter(fits_board) {
        let Some(resolved) = resolve(game.name, &mut library, &mut sources).value else { continue };
        if resolved.role == Role::Game
            && let Some(distance) = shape.distance(&resolved.ruleset)
        {
            all.push((if game.name == USUAL { 0 } else { 1 + distance }, game.name));
        }
    }
    all.sort();
    let mut best: Option<(usize, &'static str)> = None;
    for (_, name) in all.into_iter().take(MAX_TRIED) {
        let Ok(variant) = Workspace::new().load(name) else { continue };
        let read = positions::read(variant.game(), position, Manner::Lenient);
        let Ok(Corrected { value: read, .. }) = read else { continue };
        if name == USUAL {
            return Some(name);
        }
        let common = common_rows(&read.text(), &variant.start().text());
        if best.is_none_or(|(most, _)| common > most) {
            best = Some((common, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The number of rows with pieces that two positions have in common.
fn common_rows(one: &str, other: &str) -> usize {
    let placement = |text: &str| text.split([' ', '[']).next().unwrap_or_default().to_owned();
    let (one, other) = (placement(one), placement(other));
    let has_pieces = |row: &str| row.contains(|c: char| c.is_alphabetic());
    one.split('/').zip(other.split('/')).filter(|(a, b)| a == b && has_pieces(a)).count()
}
