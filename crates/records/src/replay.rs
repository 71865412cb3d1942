//! Plays the games of files, and writes their moves in another form on the way.

use crate::item::{self, Item, OF_MOVES, Speech, Spelling, protocol};
use crate::movetext::{Entry, Line};
use crate::scan::{Fault, Place};
use alfil_play::board::names::Notation;
use alfil_play::coordinates;
use alfil_play::game::Game;
use alfil_play::position::{Legal, Move, Position};
use alfil_play::positions;
use alfil_play::terms::Manner;
use alfil_rules::side::Side;
use std::collections::HashMap;

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
    pub operations: Vec<item::Spoken>,
    /// What was corrected or left out, with its place.
    pub notes: Vec<Fault>,
}

/// What happens while a game is played.
struct Watch<'w> {
    /// Receives every position of the main line after the first one.
    each: &'w mut dyn FnMut(&Position),
    /// What was corrected or left out.
    notes: Vec<Fault>,
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
        let mut watch = Watch { each, notes: item.left.iter().cloned().collect() };
        let start = match &item.start {
            None => self.game.start(),
            Some(text) => {
                let read = positions::read(self.game, &text.text, Manner::Lenient);
                let read = read.map_err(|wrong| {
                    let fault = Fault::new(text.place.right(wrong.at), wrong.what);
                    match wrong.help {
                        Some(help) => fault.help(help),
                        None => fault,
                    }
                })?;
                let note = |note| Fault::new(text.place, note);
                watch.notes.extend(read.notes.into_iter().map(note));
                read.value
            }
        };
        let operations = self.operations(item, &start)?;
        let mut end = start.clone();
        let line = self.line(&mut end, &item.line, item.spelling, &mut watch)?;
        Ok(Replay { start, line, end, operations, notes: watch.notes })
    }

    fn operations(&self, item: &Item, start: &Position) -> Result<Vec<item::Spoken>, Fault> {
        let has_moves = |operation: &item::Operation| OF_MOVES.contains(&operation.name.as_str());
        // The moves are listed once, and a move that occurs often is read once.
        let legal = item.operations.iter().any(has_moves).then(|| start.legal());
        let mut known: HashMap<&str, String> = HashMap::new();
        let mut all = Vec::new();
        for operation in &item.operations {
            let legal = legal.as_ref().filter(|_| has_moves(operation));
            let mut operands = Vec::new();
            for operand in &operation.operands {
                let Some(legal) = legal else {
                    operands.push(operand.text.clone());
                    continue;
                };
                let text = match known.get(operand.text.as_str()) {
                    Some(text) => text.clone(),
                    None => {
                        let mv = self.named(legal, &operand.text);
                        let mv =
                            mv.ok_or_else(|| illegal(legal, &operand.text, operand.place, start))?;
                        let text = self.speech.write(self.notation, legal, &mv);
                        let mut after = start.clone();
                        after.play(&mv);
                        let text = text + self.speech.sign(&after);
                        known.insert(&operand.text, text.clone());
                        text
                    }
                };
                operands.push(text);
            }
            all.push(item::Spoken { name: operation.name.clone(), operands });
        }
        Ok(all)
    }

    /// Plays a line.
    fn line(
        &self,
        position: &mut Position,
        line: &Line,
        spelling: Spelling,
        watch: &mut Watch<'_>,
    ) -> Result<SpokenLine, Fault> {
        match self.part(position, line, spelling, watch) {
            (spoken, None) => Ok(spoken),
            (_, Some(fault)) => Err(fault),
        }
    }

    /// Plays a line up to the first move that is not legal, which is returned as a fault.
    fn part(
        &self,
        position: &mut Position,
        line: &Line,
        spelling: Spelling,
        watch: &mut Watch<'_>,
    ) -> (SpokenLine, Option<Fault>) {
        let mut spoken = SpokenLine { comments: line.comments.clone(), moves: Vec::new() };
        for entry in &line.moves {
            let first = spoken.moves.len();
            let played = self.entry(position, entry, spelling, &mut spoken.moves, watch);
            let moves = match played {
                Ok(moves) => moves,
                Err(fault) => return (spoken, Some(fault)),
            };
            let variations = match entry.variations.as_slice() {
                [] => Vec::new(),
                variations => self.variations(position, &moves, variations, spelling, watch),
            };
            if let Some(last) = spoken.moves.get_mut(first..).and_then(<[Spoken]>::last_mut) {
                last.glyphs.clone_from(&entry.glyphs);
                last.comments.clone_from(&entry.comments);
                last.variations = variations;
                last.steps = moves.len();
            }
        }
        (spoken, None)
    }

    /// Plays the variations in the place of `moves`, the last moves of `position`. The position is
    /// the same afterwards. A variation ends before a move that is not legal, which is noted.
    fn variations(
        &self,
        position: &mut Position,
        moves: &[Move],
        variations: &[Line],
        spelling: Spelling,
        watch: &mut Watch<'_>,
    ) -> Vec<SpokenLine> {
        let before = position.plies() - moves.len();
        let mut all = Vec::new();
        for variation in variations {
            while position.plies() > before {
                position.take_back();
            }
            // Positions of variations are not those of the game.
            let mut own = Watch { each: &mut |_| {}, notes: Vec::new() };
            let (line, fault) = self.part(position, variation, spelling, &mut own);
            watch.notes.append(&mut own.notes);
            if let Some(fault) = fault {
                let what = format!("the rest of a variation is left out: {}", fault.what);
                watch.notes.push(Fault { what, ..fault });
            }
            if !line.moves.is_empty() || !line.comments.is_empty() {
                all.push(line);
            }
        }
        while position.plies() > before {
            position.take_back();
        }
        moves.iter().for_each(|mv| position.play(mv));
        all
    }

    /// Plays one written move, which may contain several steps of a turn, and returns these steps.
    fn entry(
        &self,
        position: &mut Position,
        entry: &Entry,
        spelling: Spelling,
        spoken: &mut Vec<Spoken>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Move>, Fault> {
        let legal = position.legal();
        if let Some(mv) = self.read(&legal, &entry.text, spelling) {
            let text = self.speech.write(self.notation, &legal, &mv);
            drop(legal);
            spoken.push(self.step(position, &mv, text, watch));
            return Ok(vec![mv]);
        }
        let Some(steps) = self.steps(position, &entry.text, spelling) else {
            return Err(illegal(&legal, &entry.text, entry.place, position));
        };
        drop(legal);
        for mv in &steps {
            let text = self.speech.write(self.notation, &position.legal(), mv);
            spoken.push(self.step(position, mv, text, watch));
        }
        Ok(steps)
    }

    /// Plays a move, whose new text is `text`.
    fn step(
        &self,
        position: &mut Position,
        mv: &Move,
        text: String,
        watch: &mut Watch<'_>,
    ) -> Spoken {
        let turn = position.turn();
        position.play(mv);
        (watch.each)(position);
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
            Ok(Speech::Protocol(dialect)) => coordinates::read(legal, text, dialect),
            Ok(Speech::Algebraic(_) | Speech::Own) | Err(_) => None,
        };
        match spelling {
            Spelling::Algebraic => self.named(legal, text),
            Spelling::Uci => self.named(legal, text).or_else(by_protocol),
            // Cells have other names there.
            Spelling::Xboard | Spelling::Usi | Spelling::Ucci => by_protocol(),
            Spelling::Alfil => legal.read(text),
        }
    }

    /// The move in algebraic notation or in coordinates. Texts of records come first here.
    fn named(&self, legal: &Legal<'_>, text: &str) -> Option<Move> {
        let by_names = match legal {
            Legal::Board(play, moves) => self.notation.read(play, moves, text).map(Move::from),
            Legal::Plane(..) => None,
        };
        by_names.or_else(|| legal.read(text))
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
