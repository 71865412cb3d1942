//! Plays the games of files, and writes their moves in another form on the way.

use crate::foreign::records::epd::{self, OF_MOVES};
use crate::foreign::records::fault::{Fault, Place};
use crate::foreign::records::fen;
use crate::foreign::records::item::{Item, Spelling};
use crate::foreign::records::moves::Notation;
use crate::foreign::records::movetext::{Entry, Line};
use crate::foreign::records::speech::{Speech, protocol};
use crate::play::game::Game;
use crate::play::position::{Legal, Move, Position};
use crate::protocol::notation;
use alfil_rules::side::Side;

/// A move in its new form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// The number of the full move.
    pub number: u32,
    /// The side that moves.
    pub side: Side,
    /// The text.
    pub text: String,
    /// Numbers of glyphs.
    pub glyphs: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Other lines in the place of this move, or of the steps of a turn that end with it.
    pub variations: Vec<SpokenLine>,
    /// The number of steps that the variations replace; 1 except for steps that were written
    /// together.
    pub steps: usize,
}

/// A line of moves in its new form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpokenLine {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Spoken>,
}

/// A game in its new form.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub line: SpokenLine,
    /// The last position.
    pub end: Position,
    /// The operations of a position. Moves among their operands have the new form.
    pub operations: Vec<epd::Spoken>,
}

/// Plays the games of files on one game.
#[derive(Clone, Copy, Debug)]
pub struct Player<'g> {
    game: &'g Game,
    notation: &'g Notation,
    speech: Speech,
}

impl<'g> Player<'g> {
    /// Plays on `game`, whose names are in `notation`, and writes moves as `speech`.
    pub fn new(game: &'g Game, notation: &'g Notation, speech: Speech) -> Self {
        Player { game, notation, speech }
    }

    /// Plays all moves of `item`, with its variations. `each` receives every position of the main
    /// line after the first one.
    ///
    /// # Errors
    /// The first position or the first move that the rules do not allow.
    pub fn play(&self, item: &Item, each: &mut dyn FnMut(&Position)) -> Result<Replay, Fault> {
        let start = match &item.start {
            None => self.game.start(),
            Some(text) => fen::read(self.game, &text.text).map_err(|wrong| {
                let fault = Fault::new(text.place.right(wrong.at), wrong.what);
                match wrong.help {
                    Some(help) => fault.help(help),
                    None => fault,
                }
            })?,
        };
        let operations = self.operations(item, &start)?;
        let mut end = start.clone();
        let line = self.line(&mut end, &item.line, item.spelling, each)?;
        Ok(Replay { start, line, end, operations })
    }

    fn operations(&self, item: &Item, start: &Position) -> Result<Vec<epd::Spoken>, Fault> {
        let mut all = Vec::new();
        for operation in &item.operations {
            let mut operands = Vec::new();
            for operand in &operation.operands {
                if !OF_MOVES.contains(&operation.name.as_str()) {
                    operands.push(operand.text.clone());
                    continue;
                }
                let legal = start.legal();
                let mv = self.notation.read(&legal, &operand.text);
                let mv = mv.ok_or_else(|| illegal(&legal, &operand.text, operand.place, start))?;
                let text = self.speech.write(self.notation, &legal, &mv);
                let mut after = start.clone();
                after.play(&mv);
                operands.push(text + self.speech.sign(&after));
            }
            all.push(epd::Spoken { name: operation.name.clone(), operands });
        }
        Ok(all)
    }

    fn line(
        &self,
        position: &mut Position,
        line: &Line,
        spelling: Spelling,
        each: &mut dyn FnMut(&Position),
    ) -> Result<SpokenLine, Fault> {
        let mut spoken = SpokenLine { comments: line.comments.clone(), moves: Vec::new() };
        for entry in &line.moves {
            let first = spoken.moves.len();
            let moves = self.entry(position, entry, spelling, &mut spoken.moves, each)?;
            let variations = match entry.variations.as_slice() {
                [] => Vec::new(),
                variations => self.variations(position, &moves, variations, spelling)?,
            };
            if let Some(last) = spoken.moves.get_mut(first..).and_then(<[Spoken]>::last_mut) {
                last.glyphs.clone_from(&entry.glyphs);
                last.comments.clone_from(&entry.comments);
                last.variations = variations;
                last.steps = moves.len();
            }
        }
        Ok(spoken)
    }

    /// Plays the variations in the place of `moves`, the last moves of `position`. The position is
    /// the same afterwards.
    fn variations(
        &self,
        position: &mut Position,
        moves: &[Move],
        variations: &[Line],
        spelling: Spelling,
    ) -> Result<Vec<SpokenLine>, Fault> {
        let before = position.plies() - moves.len();
        let mut all = Vec::new();
        for variation in variations {
            while position.plies() > before {
                position.take_back();
            }
            all.push(self.line(position, variation, spelling, &mut |_| {})?);
        }
        while position.plies() > before {
            position.take_back();
        }
        moves.iter().for_each(|mv| position.play(mv));
        Ok(all)
    }

    /// Plays one written move, which may contain several steps of a turn, and returns these steps.
    fn entry(
        &self,
        position: &mut Position,
        entry: &Entry,
        spelling: Spelling,
        spoken: &mut Vec<Spoken>,
        each: &mut dyn FnMut(&Position),
    ) -> Result<Vec<Move>, Fault> {
        let legal = position.legal();
        if let Some(mv) = self.read(&legal, &entry.text, spelling) {
            let text = self.speech.write(self.notation, &legal, &mv);
            drop(legal);
            spoken.push(self.step(position, &mv, text, each));
            return Ok(vec![mv]);
        }
        let Some(steps) = self.steps(position, &entry.text, spelling) else {
            return Err(illegal(&legal, &entry.text, entry.place, position));
        };
        drop(legal);
        for mv in &steps {
            let text = self.speech.write(self.notation, &position.legal(), mv);
            spoken.push(self.step(position, mv, text, each));
        }
        Ok(steps)
    }

    /// Plays a move, whose new text is `text`.
    fn step(
        &self,
        position: &mut Position,
        mv: &Move,
        text: String,
        each: &mut dyn FnMut(&Position),
    ) -> Spoken {
        let turn = position.turn();
        position.play(mv);
        each(position);
        Spoken {
            number: turn.fullmove,
            side: turn.side,
            text: text + self.speech.sign(position),
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            steps: 1,
        }
    }

    /// The moves that `text` means with commas between them, in a turn of several steps.
    fn steps(&self, position: &Position, text: &str, spelling: Spelling) -> Option<Vec<Move>> {
        if !text.contains(',') {
            return None;
        }
        let mut now = position.clone();
        let side = now.side();
        let mut steps = Vec::new();
        for part in text.split(',') {
            if now.side() != side {
                return None;
            }
            let mv = self.read(&now.legal(), part, spelling)?;
            now.play(&mv);
            steps.push(mv);
        }
        Some(steps)
    }

    fn read(&self, legal: &Legal<'_>, text: &str, spelling: Spelling) -> Option<Move> {
        let by_protocol = || match protocol(spelling, self.game.rules()) {
            Ok(Speech::Protocol(dialect)) => notation::read(legal, text, dialect),
            Ok(Speech::Algebraic(_) | Speech::Own) | Err(_) => None,
        };
        match spelling {
            Spelling::Algebraic => self.notation.read(legal, text),
            Spelling::Uci => self.notation.read(legal, text).or_else(by_protocol),
            // Cells have other names there.
            Spelling::Xboard | Spelling::Usi | Spelling::Ucci => by_protocol(),
            Spelling::Alfil => legal.find(text),
        }
    }
}

fn illegal(legal: &Legal<'_>, text: &str, place: Place, position: &Position) -> Fault {
    let turn = position.turn();
    let what = format!("`{text}` is not legal in move {} of {}", turn.fullmove, turn.side.name());
    let refusal = legal.refusal(text);
    let what = match refusal.why {
        Some(why) => format!("{what}: {why}"),
        None => what,
    };
    match refusal.help {
        Some(help) => Fault::new(place, what).help(&*help),
        None => Fault::new(place, what),
    }
}
