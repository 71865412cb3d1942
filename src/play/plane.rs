//! A game in play on a plane.
//!
//! Owns: [`PlanePlay`]: what stands now and what was seen before. Gives families, checks, outcome and,
//! where moves are finitely many, counts. Invariant: it was reached from a sound position by legal moves
//! only.

use crate::diagnostic::{Findings, has_errors};
use crate::plane::attack;
use crate::plane::families::{self, Family};
use crate::plane::field::Field;
use crate::plane::placement;
use crate::plane::position::{PlaneMove, PlanePosition, Taken};
use crate::plane::program::PlaneProgram;
use crate::play::outcome::{Outcome, Standing};
use crate::rules::setup::Setup;
use crate::rules::side::Side;

/// A game in play.
#[derive(Clone, Debug)]
pub struct PlanePlay {
    program: PlaneProgram,
    now: PlanePosition,
    /// Every position so far that could occur again, this one last.
    seen: Vec<PlanePosition>,
}

impl PlanePlay {
    /// The start of a game.
    pub fn start(program: &PlaneProgram) -> PlanePlay {
        Self::begin(program, program.start().clone())
    }

    /// The game that begins with `setup`, or what is wrong with it.
    pub fn at(program: &PlaneProgram, setup: &Setup) -> Findings<PlanePlay> {
        let place = program.place();
        let Findings { value, mut found } = placement::position(&place, setup);
        if let Some(position) = &value {
            found.extend(placement::royals(&place, position, setup.placement.span));
            found.extend(placement::peril(program, position, setup.placement.span));
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|position| Self::begin(program, position)), found)
    }

    fn begin(program: &PlaneProgram, now: PlanePosition) -> PlanePlay {
        PlanePlay { program: program.clone(), seen: vec![now.clone()], now }
    }

    /// What is played.
    pub fn program(&self) -> &PlaneProgram {
        &self.program
    }

    /// What stands where.
    pub fn now(&self) -> &PlanePosition {
        &self.now
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.now.side
    }

    /// The legal moves.
    pub fn families(&self) -> Vec<Family> {
        families::families(&self.program, &self.now)
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn in_check(&self) -> bool {
        let field = Field::new(&self.program, &self.now);
        let side = self.now.side;
        field
            .royals(side)
            .any(|id| attack::attacked(&field, side, field.piece(id).at, Taken::one(id)))
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: &PlaneMove) {
        self.now = self.after(mv);
        if self.now.halfmoves == 0 {
            self.seen.clear();
        }
        self.seen.push(self.now.clone());
    }

    /// The position after a legal move.
    pub fn after(&self, mv: &PlaneMove) -> PlanePosition {
        let kind = self.now.pieces[mv.piece].kind;
        self.now.after(mv, self.program.kind(kind).lasting)
    }

    /// How the game has ended, if it has. Draws by the move limit and by repetition count as soon as
    /// they could be claimed; mate comes first.
    pub fn outcome(&self) -> Option<Outcome> {
        Standing {
            side: self.now.side,
            has_move: families::has_move(&self.program, &self.now),
            halfmoves: self.now.halfmoves,
        }
        .outcome(
            self.program.rules().ends,
            || self.in_check(),
            || self.seen.iter().filter(|then| then.is_like(&self.now)).count(),
        )
    }

    /// Number of legal move sequences of `depth` moves; `None` if a kind has infinitely many moves.
    /// Draws do not cut it.
    pub fn perft(&self, depth: u32) -> Option<u64> {
        self.program.is_discrete().then(|| count(&self.program, &self.now, depth))
    }

    /// Every legal move, if they are finitely many.
    pub fn moves(&self) -> Option<Vec<PlaneMove>> {
        self.program.is_discrete().then(|| all_moves(&self.program, &self.now))
    }
}

fn all_moves(program: &PlaneProgram, position: &PlanePosition) -> Vec<PlaneMove> {
    let mut all = Vec::new();
    for family in families::families(program, position) {
        for leg in &family.legs {
            for promotion in family.promotions(program, position, leg.promotes) {
                all.push(family.play(position, leg, leg.at.from, promotion));
            }
        }
    }
    all
}

fn count(program: &PlaneProgram, position: &PlanePosition, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    if rest == 0 {
        let sum = |family: &Family| -> usize {
            family
                .legs
                .iter()
                .map(|leg| family.promotions(program, position, leg.promotes).len())
                .sum()
        };
        return families::families(program, position).iter().map(sum).sum::<usize>() as u64;
    }
    let lasting = |mv: &PlaneMove| program.kind(position.pieces[mv.piece].kind).lasting;
    let moves = all_moves(program, position);
    moves.iter().map(|mv| count(program, &position.after(mv, lasting(mv)), rest)).sum()
}
