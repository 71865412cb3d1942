//! Programs in the languages of Zillions of Games and Ludii.
//!
//! Their files are code: macros, loops and conditions that run during the game. No table of rules
//! can be read from them without running them. So they are only recognised, and the shipped game
//! with the most similar title and board is named.

use crate::library::{self, Shipped, shipped};
use alfil_diagnostics::diagnostic::did_you_mean;

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
pub(crate) fn language(text: &str) -> Option<Language> {
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

/// A sentence about the file and the shipped game to begin with.
pub(crate) fn advice(language: Language, text: &str, file: &str) -> String {
    let what = format!(
        "it is {}: a program, whose rules are code that only runs there, so they cannot be \
         translated",
        language.told()
    );
    let tutorial = "docs/tutorial.md shows how to write the rules";
    match nearest(text, file) {
        Some(near) => format!(
            "{what}; the nearest shipped game is {} ({}): `alfil new mine --extends {}` begins with \
             it, and {tutorial}",
            near.name,
            title(near.text).unwrap_or(near.name),
            near.name,
        ),
        None => format!("{what}; no shipped game has a similar title; {tutorial}"),
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
        let mut games = fallback.into_iter().filter_map(library::find);
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
        text = library::find(parent.split('+').next().unwrap_or(parent).trim())?.text;
    }
    None
}
