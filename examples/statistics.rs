//! Statistics over a collection of games in PGN, of any size:
//! `cargo run --release --example statistics --no-default-features < games.pgn`.
//!
//! It counts results by variant and by first move. It plays all moves, so it also finds games with
//! illegal moves.

use alfil::{Pgn, Variant, game_called};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead};

/// The greatest size of one game in bytes. The rest of a longer one is left out.
const MOST: u64 = 1 << 20;

/// Results of games.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games that White won.
    pub white: u32,
    /// Games that Black won.
    pub black: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games without a result.
    pub open: u32,
}

impl Tally {
    fn add(&mut self, result: &str) {
        match result {
            "1-0" => self.white += 1,
            "0-1" => self.black += 1,
            "1/2-1/2" => self.drawn += 1,
            _ => self.open += 1,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} white, {} black, {} drawn", self.white, self.black, self.drawn)?;
        if self.open > 0 { write!(f, ", {} open", self.open) } else { Ok(()) }
    }
}

/// The counts of a collection.
#[derive(Default, Debug)]
pub(crate) struct Statistics {
    /// Results by variant and first move.
    pub results: BTreeMap<String, BTreeMap<String, Tally>>,
    /// Why games could not be played: the number of the game, and the reason.
    pub failures: Vec<(usize, String)>,
    variants: BTreeMap<String, Result<Variant, String>>,
    games: usize,
}

impl Statistics {
    /// Adds one game.
    fn add(&mut self, text: &str) {
        let game = Pgn::read(text);
        if game.tags.is_empty() && game.moves.is_empty() {
            return;
        }
        self.games += 1;
        if let Err(why) = self.play(&game) {
            self.failures.push((self.games, why));
        }
    }

    fn play(&mut self, game: &Pgn) -> Result<(), String> {
        let named = game.tag("Variant").unwrap_or("chess");
        let known = self.variants.entry(named.to_owned()).or_insert_with(|| {
            let name = game_called(named).ok_or_else(|| format!("no game is called `{named}`"))?;
            alfil::load(name).map_err(|error| error.to_string())
        });
        let variant = known.as_ref().map_err(Clone::clone)?;
        let mut position = match game.tag("FEN") {
            Some(text) => variant.position(text).map_err(|error| error.to_string())?,
            None => variant.start(),
        };
        for (at, (text, _)) in game.moves.iter().enumerate() {
            position.play_text(text).map_err(|why| format!("move {}, {text}: {why}", at + 1))?;
        }
        let first = game.moves.first().map_or("none", |(text, _)| text);
        let tallies = self.results.entry(variant.title().to_owned()).or_default();
        tallies.entry(first.to_owned()).or_default().add(game.tag("Result").unwrap_or("*"));
        Ok(())
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (variant, firsts) in &self.results {
            writeln!(f, "{variant}")?;
            firsts.iter().try_for_each(|(first, tally)| writeln!(f, "  {first}: {tally}"))?;
        }
        self.failures.iter().try_for_each(|(number, why)| writeln!(f, "game {number}: {why}"))
    }
}

/// Reads all games. Only one of them is in memory at a time.
pub(crate) fn statistics(mut input: impl BufRead) -> io::Result<Statistics> {
    let mut all = Statistics::default();
    let (mut game, mut line) = (String::new(), Vec::new());
    let mut has_moves = false;
    while io::Read::take(&mut input, MOST).read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let is_tag = text.starts_with('[');
        // A tag after moves begins the next game.
        if is_tag && has_moves {
            all.add(&game);
            game.clear();
        }
        has_moves = !is_tag && (has_moves || !text.trim().is_empty());
        if (game.len() + text.len()) as u64 <= MOST {
            game.push_str(&text);
        }
        line.clear();
    }
    all.add(&game);
    Ok(all)
}

fn main() -> io::Result<()> {
    print!("{}", statistics(io::stdin().lock())?);
    Ok(())
}
