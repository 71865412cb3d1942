//! Proofs that a side can take an enemy out of the game, in games with more than two sides.
//!
//! The side to move and its allies choose the moves of the proof. All other sides try everything
//! against it, even moves that harm themselves, and so do dice. So the proof holds whatever they do.

use crate::play::board::BoardPlay;
use alfil_board::model::position::Move;
use alfil_rules::side::{Side, SideSet};
use alfil_search::limits::{Limits, Watch};
use alfil_search::score::Score;
use alfil_search::search::Found;

/// What to prove.
pub(crate) struct Task<'a> {
    /// The number of moves of all sides together, within which an enemy must be out.
    pub(crate) plies: u32,
    /// When to stop.
    pub(crate) limits: &'a Limits,
    /// The greatest number of first moves to report.
    pub(crate) lines: usize,
}

struct Proof<'a> {
    play: BoardPlay,
    /// The side that proves.
    side: Side,
    /// The sides that choose moves of the proof.
    team: SideSet,
    /// The enemies that are in play at the begin.
    enemies: SideSet,
    watch: Watch<'a>,
    nodes: u64,
}

/// Finds the fewest plies within which the side to move can force an enemy out of the game, and
/// calls `on_win` for each first move that does it. The depth of the result is the number of plies
/// that were searched completely. It is less than asked for if a limit was reached, or a proof found.
pub(crate) fn search(
    play: &BoardPlay,
    task: &Task<'_>,
    on_win: &mut dyn FnMut(&Found<Move>),
) -> Found<Move> {
    let (side, sides) = (play.turn().side, play.rules().sides);
    let team = sides.team(side);
    let enemies = sides.all().minus(play.board().out).minus(team);
    let watch = Watch::new(task.limits);
    let mut proof = Proof { play: play.clone(), side, team, enemies, watch, nodes: 0 };
    let mut best = proof.found(0, Vec::new());
    for depth in 1..=task.plies {
        let mut wins = Vec::new();
        if play.tickets(&play.legal()).is_some() {
            wins.extend(proof.line(depth));
        } else {
            for mv in play.legal() {
                proof.play.play(&mv);
                let line = proof.line(depth - 1);
                proof.play.take_back();
                wins.extend(line.map(|line| std::iter::once(mv).chain(line).collect()));
            }
        }
        if proof.is_over() {
            break;
        }
        best = proof.found(depth, wins.first().cloned().unwrap_or_default());
        let is_proved = !wins.is_empty();
        for line in wins.into_iter().take(task.lines) {
            on_win(&proof.found(depth, line));
        }
        if is_proved {
            break;
        }
    }
    best
}

impl Proof<'_> {
    fn found(&self, depth: u32, line: Vec<Move>) -> Found<Move> {
        let time = self.watch.elapsed();
        Found { depth, score: Score::DRAW, line, nodes: self.nodes, time }
    }

    fn is_over(&mut self) -> bool {
        self.watch.is_over(self.nodes)
    }

    /// The moves until an enemy is out, with the longest defence. `None` if this cannot be forced
    /// within `depth` plies, or a limit was reached.
    fn line(&mut self, depth: u32) -> Option<Vec<Move>> {
        self.nodes += 1;
        if self.is_over() {
            return None;
        }
        let out = self.play.board().out;
        if out.has(self.side) {
            return None;
        }
        if self.enemies.minus(out) != self.enemies {
            return Some(Vec::new());
        }
        if let Some(outcome) = self.play.outcome() {
            let is_won = outcome.winner.is_some_and(|winner| self.team.has(winner));
            return is_won.then(Vec::new);
        }
        if depth == 0 {
            return None;
        }
        let moves = self.play.legal();
        let chooses = self.team.has(self.play.turn().side) && self.play.tickets(&moves).is_none();
        let mut longest: Option<Vec<Move>> = None;
        for mv in moves {
            self.play.play(&mv);
            let line = self.line(depth - 1);
            self.play.take_back();
            let line = line.map(|line| std::iter::once(mv).chain(line).collect::<Vec<Move>>());
            match (chooses, line) {
                (true, Some(line)) => return Some(line),
                (true, None) => {}
                (false, None) => return None,
                (false, Some(line)) => {
                    if longest.as_ref().is_none_or(|longest| longest.len() < line.len()) {
                        longest = Some(line);
                    }
                }
            }
        }
        longest
    }
}
