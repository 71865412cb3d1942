//! Games in play.

use crate::error::Class;
use crate::values::{Finding, Held, Move, Named, Piece, SearchResult, is_first};
use crate::variant::Variant;
use alfil::computer::{Level, Limits, Stop, Thought};
use alfil::{Corrected, Dice, Drawing, Effort, Legal, Manner, Outcome};
use alfil_workspace::Field;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::mpsc::{self, RecvTimeoutError::Timeout};
use std::thread;
use std::time::Duration;

/// The greatest depth of a count, as of `alfil perft`.
const MAX_DEPTH: u32 = 60;

/// The time between two looks for Ctrl-C during a search.
const LOOK: Duration = Duration::from_millis(20);

/// A game in play.
#[pyclass(module = "alfil")]
pub(crate) struct Position {
    variant: Py<Variant>,
    position: alfil::Position,
}

impl Position {
    /// The legal move that `text` names.
    fn found<'p>(&'p self, py: Python<'_>, text: &str) -> PyResult<(Legal<'p>, alfil::Move)> {
        let legal = self.position.legal();
        match legal.read(text) {
            Some(mv) => Ok((legal, mv)),
            None => Err(Class::IllegalMove.of(py, vec![refusal(&legal, text)])),
        }
    }
}

/// The position in `text` with what was corrected, or all findings about it.
fn read(
    variant: &alfil::Variant,
    text: &str,
    manner: Manner,
) -> Result<Corrected<alfil::Position>, Vec<Finding>> {
    let mut workspace = alfil::Workspace::new();
    workspace.read_as(variant.game(), "position", text, manner).map_err(|found| {
        let one = |diagnostic| {
            let finding = alfil::Finding::of(diagnostic, workspace.sources());
            let mut one = Finding::of(&finding, Some(text));
            let field = Field::of(text, diagnostic, variant.game().rules());
            one.field = field.map(Field::name);
            one
        };
        found.iter().map(one).collect()
    })
}

fn refusal(legal: &Legal<'_>, text: &str) -> Finding {
    let refusal = legal.refusal(text);
    let help = refusal.help.map(|help| help.to_string());
    Finding::without_place("illegal-move", format!("`{text}` is not legal"), refusal.why, help)
}

fn endless(py: Python<'_>) -> PyErr {
    Class::Refused.because(py, "a piece has infinitely many moves, which cannot be listed")
}

#[pymethods]
impl Position {
    /// The start position of a variant.
    #[staticmethod]
    fn start(variant: Py<Variant>) -> Position {
        let position = variant.get().variant.start();
        Position { variant, position }
    }

    /// A position from its text. Positions of other programs are read as well, and Python warns of
    /// what was corrected.
    #[staticmethod]
    fn read(py: Python<'_>, variant: Py<Variant>, text: &str) -> PyResult<Position> {
        let read = py.detach(|| read(&variant.get().variant, text, Manner::Lenient));
        let read = read.map_err(|findings| Class::Position.of(py, findings))?;
        for note in &read.notes {
            let note = CString::new(note.as_str()).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 1)?;
        }
        Ok(Position { variant, position: read.value })
    }

    /// Raises the errors of a position in Alfil's own form, in which nothing is corrected.
    #[staticmethod]
    fn check(py: Python<'_>, variant: Py<Variant>, text: &str) -> PyResult<()> {
        let read = py.detach(|| read(&variant.get().variant, text, Manner::Strict));
        read.map(|_| ()).map_err(|findings| Class::Position.of(py, findings))
    }

    /// The variant.
    #[getter]
    fn variant(&self, py: Python<'_>) -> Py<Variant> {
        self.variant.clone_ref(py)
    }

    /// The same game, which may go on in another way.
    fn copy(&self, py: Python<'_>) -> Position {
        Position { variant: self.variant.clone_ref(py), position: self.position.clone() }
    }

    /// The position as text.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// True if the first side is to move.
    #[getter]
    fn turn(&self) -> bool {
        is_first(self.position.side())
    }

    /// The word of the side to move.
    #[getter]
    fn side(&self) -> &str {
        self.position.rules().word_of(self.position.side())
    }

    /// The words of the sides that are out. With two sides there are none: the game ends.
    #[getter]
    fn sides_out(&self) -> Vec<&str> {
        let rules = self.position.rules();
        let out = match &self.position {
            alfil::Position::Board(play) if !rules.sides.are_two() => play.board().out,
            alfil::Position::Board(_) | alfil::Position::Plane(_) => return Vec::new(),
        };
        out.into_iter().map(|side| rules.word_of(side)).collect()
    }

    /// The step within the turn, from 1.
    #[getter]
    fn step(&self) -> u32 {
        self.position.turn().step
    }

    /// The number of the pair of turns, from 1.
    #[getter]
    fn fullmove(&self) -> u32 {
        self.position.turn().fullmove
    }

    /// The number of turns since the last irreversible move.
    #[getter]
    fn halfmoves(&self) -> u32 {
        self.position.halfmoves()
    }

    /// The number of moves played.
    #[getter]
    fn plies(&self) -> usize {
        self.position.plies()
    }

    /// True if a royal piece of the side to move is attacked.
    #[getter]
    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    /// The texts of the legal moves.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.position.legal().texts().ok_or_else(|| endless(py))
    }

    /// The legal moves in algebraic notation, in the same order.
    fn legal_san(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let legal = self.position.legal();
        let moves = legal.list().ok_or_else(|| endless(py))?;
        Ok(moves.iter().map(|mv| legal.san(mv)).collect())
    }

    /// The legal moves in parts, in the same order.
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let moves = self.position.legal().all_parts().ok_or_else(|| endless(py))?;
        Ok(moves.into_iter().map(Move::of).collect())
    }

    /// The number of legal moves; `None` if there are infinitely many.
    fn number(&self) -> Option<usize> {
        self.position.legal().number()
    }

    /// The legal move that a text names.
    fn find(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let (legal, mv) = self.found(py, text)?;
        Ok(Move::of(legal.parts(&mv)))
    }

    /// True if the text names a legal move.
    fn is_legal(&self, text: &str) -> bool {
        self.position.legal().read(text).is_some()
    }

    /// Why a text is no legal move; `None` if it is one.
    fn why(&self, text: &str) -> Option<Finding> {
        let legal = self.position.legal();
        legal.read(text).is_none().then(|| refusal(&legal, text))
    }

    /// A legal move in algebraic notation.
    fn san(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let (legal, mv) = self.found(py, text)?;
        Ok(legal.san(&mv))
    }

    /// True if a legal move gives check.
    fn gives_check(&self, py: Python<'_>, text: &str) -> PyResult<bool> {
        let (_, mv) = self.found(py, text)?;
        let mut after = self.position.clone();
        after.play(&mv);
        Ok(after.side() != self.position.side() && after.in_check())
    }

    /// True if a legal move captures.
    fn is_capture(&self, py: Python<'_>, text: &str) -> PyResult<bool> {
        Ok(self.found(py, text)?.1.is_capture())
    }

    /// Plays a legal move, and returns it.
    fn play(&mut self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let (legal, mv) = self.found(py, text)?;
        let played = Move::of(legal.parts(&mv));
        self.position.play(&mv);
        Ok(played)
    }

    /// Plays legal moves. If one is not legal, the moves before it stay played.
    fn play_all(&mut self, py: Python<'_>, texts: Vec<String>) -> PyResult<()> {
        for text in texts {
            let (_, mv) = self.found(py, &text)?;
            self.position.play(&mv);
        }
        Ok(())
    }

    /// Takes back the last move. Returns false if there is none.
    fn take_back(&mut self) -> bool {
        self.position.take_back().is_some()
    }

    /// How the game has ended, in words. `None` while it goes on.
    fn end(&self) -> Option<String> {
        self.position.end()
    }

    /// The end of the game: the event, true if the first side wins and false if another one does, the
    /// share of each side, and true if a player has to claim it in other programs. `None` while the game
    /// goes on, or if the rules give no result.
    fn outcome(&self) -> Option<(&'static str, Option<bool>, Vec<String>, bool)> {
        let outcome: Outcome = self.position.outcome()?;
        let (rules, reason) = (self.position.rules(), outcome.reason);
        let score = rules.sides.each().map(|side| outcome.score_of(rules, side)).collect();
        Some((reason.name(), outcome.winner.map(is_first), score, !reason.ends_moves()))
    }

    /// All pieces.
    fn pieces(&self) -> Vec<Piece> {
        let rules = self.position.rules();
        self.position.pieces().into_iter().map(|placed| Piece::of(placed, rules)).collect()
    }

    /// The pieces in the hand of a side.
    fn hand(&self, py: Python<'_>, side: Named) -> PyResult<Vec<Held>> {
        let side = side.side(self.position.rules());
        let side = side.map_err(|why| Class::Refused.because(py, why))?;
        Ok(self.position.hand(side).into_iter().map(Held::from).collect())
    }

    /// The number of legal move sequences.
    #[pyo3(signature = (depth))]
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u128> {
        if depth > MAX_DEPTH {
            let why = format!("the depth of a count is a number from 0 to {MAX_DEPTH}");
            return Err(Class::Refused.because(py, why));
        }
        match py.detach(|| self.position.perft(depth, Effort::default())) {
            Some(u128::MAX) => Err(Class::Refused.because(py, "there are at least 2^64 sequences")),
            Some(count) => Ok(count),
            None => Err(endless(py)),
        }
    }

    /// A picture of the position.
    fn svg(&self) -> String {
        Drawing::of(&self.position.rules().title, &self.position).svg()
    }

    /// A drawing for a terminal, without colours.
    fn drawn(&self) -> String {
        let drawing = Drawing::of(&self.position.rules().title, &self.position);
        drawing.text(alfil_render::palette::Colour::None, 80)
    }

    /// The ranks, the last one first. `None` on a plane.
    fn rows(&self) -> Option<Vec<String>> {
        self.position.rows()
    }

    /// The best move. `None` if the game is over.
    #[pyo3(signature = (nodes=None, depth=None, seconds=None))]
    fn search(
        &self,
        py: Python<'_>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
    ) -> PyResult<Option<SearchResult>> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| Class::Refused.because(py, error.to_string()))?;
        let limits = Limits { nodes, depth, ..time.map_or_else(Limits::default, Limits::of_time) };
        let computer = self.variant.get();
        let found = interruptible(py, &limits.stop.clone(), || {
            computer.computer().think(&self.position, &limits, 1, &mut |_| ())
        })?;
        found.map(|thought| self.result(py, &thought)).transpose()
    }

    /// The move of the computer at a level from 1 to 10.
    fn reply(&self, py: Python<'_>, level: u8, seed: u64) -> PyResult<Option<Move>> {
        let level = Level::new(level);
        let level = level
            .ok_or_else(|| Class::Refused.because(py, "the level is a number from 1 to 10"))?;
        let limits = Limits::default();
        let computer = self.variant.get();
        let found = interruptible(py, &limits.stop.clone(), || {
            let mut dice = Dice::new(seed);
            computer.computer().choose_within(&self.position, level, &limits, &mut dice)
        })?;
        let legal = self.position.legal();
        Ok(found.and_then(|thought| Some(Move::of(legal.parts(thought.line.first()?)))))
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.position.text())
    }
}

impl Position {
    fn result(&self, py: Python<'_>, thought: &Thought<alfil::Move>) -> PyResult<SearchResult> {
        // Values are those of White, so games of more than two sides have none.
        let sign = match self.position.side() {
            _ if !self.position.rules().sides.are_two() => None,
            alfil::Side::White => Some(1),
            alfil::Side::Black | alfil::Side::Third | alfil::Side::Fourth => Some(-1),
        };
        let mut now = self.position.clone();
        let mut line = Vec::new();
        for mv in &thought.line {
            line.push(now.legal().san(mv));
            now.play(mv);
        }
        let legal = self.position.legal();
        let best = Move::of(legal.parts(&thought.line[0]));
        Ok(SearchResult {
            best: Py::new(py, best)?,
            line,
            depth: thought.depth,
            nodes: thought.nodes,
            score: sign.map(|sign| sign * thought.score.centipawns()),
            wins_in: thought.score.plies_to_win().and_then(|plies| Some(sign? * plies)),
        })
    }
}

/// Runs a search in another thread. Ctrl-C stops it, and raises its exception.
fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    search: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let wait = || {
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let thread = scope.spawn(move || {
                let found = search();
                // The receiver is there until this thread has ended.
                let _ = sender.send(());
                found
            });
            let mut interrupted = Ok(());
            while interrupted.is_ok() && receiver.recv_timeout(LOOK) == Err(Timeout) {
                interrupted = Python::attach(|py| py.check_signals());
            }
            if interrupted.is_err() {
                stop.stop();
            }
            let found = thread.join();
            interrupted?;
            Ok(found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    };
    py.detach(wait)
}
