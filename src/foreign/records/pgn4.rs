//! What games of four players have beyond PGN: named start positions, and players who leave the
//! game.

use crate::foreign::records::fault::Fault;
use crate::foreign::records::movetext::Line;

/// The start positions that have names, with their texts.
const STARTS: [(&str, &str); 2] = [
    (
        "4PC",
        // The kings of Blue and Green stand where the shipped games do not castle.
        "R-0,0,0,0-1,0,1,0-1,0,1,0-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
         3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/\
         bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
         3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3",
    ),
    (
        "4PCo",
        "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/\
         3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/\
         bK,bP,10,gP,gQ/bQ,bP,10,gP,gK/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/\
         3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3",
    ),
];

/// Words in the place of a move, and what they say about the player: R for resigned, T for the
/// clock, S for stalemate.
const LEAVING: [(&str, &str); 3] =
    [("R", "resigns"), ("T", "runs out of time"), ("S", "is stalemated")];

/// The text of the start position with this name.
pub fn start(name: &str) -> Option<&'static str> {
    STARTS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Ends a line before the first word that says that a player leaves the game. Returns what is left
/// out: nothing if only such words follow.
pub fn leave(line: &mut Line) -> Option<Fault> {
    let leaves = |text: &str| {
        let word = text.trim_end_matches(['+', '#']);
        LEAVING.iter().find(|(known, _)| *known == word).map(|(_, what)| *what)
    };
    let at = line.moves.iter().position(|entry| leaves(&entry.text).is_some())?;
    let rest = line.moves.split_off(at);
    let goes_on = rest.iter().any(|entry| leaves(&entry.text).is_none());
    let first = rest.first().filter(|_| goes_on)?;
    let what = leaves(&first.text).unwrap_or_default();
    let why = format!(
        "a player {what}, and the others play on without the rules that this game has; the rest of \
         the moves is left out"
    );
    Some(Fault::new(first.place, why))
}
