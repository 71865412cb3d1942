//! `alfil play` on planes: typed moves snap, legal moves are families, the picture is a chart.

use super::Table;
use crate::cli::plane::told;
use crate::cli::shell::Shell;
use crate::diagnostic::Diagnostic;
use crate::plane::position::PlaneMove;
use crate::play::outcome::Outcome;
use crate::play::plane::PlanePlay;
use crate::render::{plane as chart, plane_text};
use crate::rules::side::Side;
use crate::source::Spanned;
use crate::suite::plane::play_one;
use crate::text::plane;

const HELP: &str = "\
P4.5,1.5:90:2, P1,6.8:90:0.7=Q, S4,4@+35   a move: piece and place, bearing, distance; rounded
                    numbers mean the nearest legal ones, and captures that are near
moves, moves P4.5,1.5   the legal moves, or those of one piece
board               draws the plane again
position            the position as text, for --position
undo                takes the last move back
resign              gives the game up
quit                leaves
";

/// A game being played on a plane. Every position is kept, with the move that led to it.
pub struct Game {
    start: PlanePlay,
    before: Option<PlaneMove>,
    line: Vec<(PlaneMove, PlanePlay)>,
}

impl Game {
    /// The game that begins so; `before` is the last move that led there, to be marked.
    pub fn new(start: PlanePlay, before: Option<PlaneMove>) -> Self {
        Self { start, before, line: Vec::new() }
    }

    fn now(&self) -> &PlanePlay {
        self.line.last().map_or(&self.start, |(_, play)| play)
    }
}

impl Table for Game {
    fn help(&self) -> &'static str {
        HELP
    }

    fn length(&self) -> usize {
        self.line.len()
    }

    fn side(&self) -> Side {
        self.now().side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }

    fn play(&mut self, text: &Spanned<String>, shell: &mut Shell) -> Result<(), Diagnostic> {
        let was = self.now();
        let mut play = was.clone();
        let mv = play_one(&mut play, text, self.line.len() + 1)?;
        // What was typed may have been rounded.
        let meant = plane::write_move(was, &was.families(), &mv);
        if meant != text.value {
            shell.line(format!("{meant} is played"));
        }
        self.line.push((mv, play));
        Ok(())
    }

    fn undo(&mut self, shell: &mut Shell) {
        match self.line.pop() {
            Some(_) => self.draw(shell),
            None => shell.line("there is no move to take back"),
        }
    }

    fn moves(&self, place: Option<&str>, shell: &mut Shell) {
        let now = self.now();
        let here = |text: &String| place.is_none_or(|place| text.starts_with(place));
        let all: Vec<String> = now.families().iter().map(|f| told(now, f)).filter(here).collect();
        if let ([], Some(place)) = (all.as_slice(), place) {
            shell.line(format!("no move from {place}"));
        }
        all.into_iter().for_each(|line| shell.line(line));
    }

    fn draw(&self, shell: &mut Shell) {
        let now = self.now();
        let last = self.line.last().map(|(mv, _)| mv).or(self.before.as_ref());
        let drawn = chart::chart(now, last, None);
        let drawn = plane_text::draw("", &drawn, shell.colour(), shell.width());
        shell.say(&format!("\n{}\n\n", drawn.trim_end()));
        let check = if now.in_check() { ", in check" } else { "" };
        shell.line(match now.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("{} to move{check}", now.side().name()),
        });
    }

    fn prompt(&self) -> String {
        match self.outcome() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{}> ", self.side().name()),
        }
    }

    fn position(&self) -> String {
        let now = self.now();
        plane::write(now.program(), now.now())
    }

    fn is_place(&self, word: &str) -> bool {
        !word.contains([':', '@']) && word.contains(',')
    }
}
