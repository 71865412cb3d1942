//! The rules of a game server: players send moves as text, and perhaps their own definitions.
//! `cargo run --example validate --no-default-features -- mine.yaml < moves.txt` prints a verdict
//! for each line.

use alfil::{Position, Variant, Workspace};
use std::error::Error;
use std::io::{BufRead, Read};
use std::path::Path;

/// The greatest size of a definition in bytes. No shipped definition has half of it.
pub(crate) const MOST_TEXT: usize = 64 << 10;
/// The greatest length of a move in bytes.
pub(crate) const MOST_MOVE: usize = 200;
/// The most moves of a game.
pub(crate) const MOST_PLIES: usize = 2000;

/// The answer to a move of a player.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The move was played. The text is the same for all spellings of the move.
    Played(String),
    /// The move was played, and the game is over. The second text says how.
    Ended(String, String),
    /// Nothing was played, for this reason.
    Refused(String),
}

/// Reads a definition of a stranger. `folder` contains all files that the definition may name.
pub(crate) fn admit(text: &str, folder: &Path) -> Result<Variant, String> {
    if text.len() > MOST_TEXT {
        return Err(format!("a definition has at most {MOST_TEXT} bytes"));
    }
    let mut workspace = Workspace::within(folder).map_err(|error| error.to_string())?;
    workspace.add("definition", text);
    // The limits of compilation are those of `docs/trust.md`. A text that would need more time or
    // memory is refused with a finding.
    workspace.load("definition").map_err(|error| error.to_string())
}

/// Plays the move that a player sends, if it is legal.
pub(crate) fn receive(position: &mut Position, sent: &str) -> Verdict {
    if sent.len() > MOST_MOVE {
        return Verdict::Refused(format!("a move has at most {MOST_MOVE} bytes"));
    }
    if position.plies() >= MOST_PLIES {
        return Verdict::Refused(format!("a game has at most {MOST_PLIES} moves"));
    }
    if let Some(end) = position.end() {
        return Verdict::Refused(format!("the game is over: {end}"));
    }
    let legal = position.legal();
    let Some(mv) = legal.find(sent) else {
        return Verdict::Refused(legal.refusal(sent).to_string());
    };
    let text = legal.write(&mv);
    position.play(&mv);
    match position.end() {
        Some(end) => Verdict::Ended(text, end),
        None => Verdict::Played(text),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    // No more is read than a definition may have, even if the file is endless.
    let mut text = String::new();
    std::fs::File::open(&path)?.take(MOST_TEXT as u64 + 1).read_to_string(&mut text)?;
    let folder = Path::new(&path).parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut position = admit(&text, folder.unwrap_or(Path::new(".")))?.start();
    for line in std::io::stdin().lock().lines() {
        match receive(&mut position, line?.trim()) {
            Verdict::Played(text) => println!("played {text}"),
            Verdict::Ended(text, end) => println!("played {text}: {end}"),
            Verdict::Refused(why) => println!("refused: {why}"),
        }
    }
    Ok(())
}
