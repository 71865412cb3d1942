//! The state of a game on a board: the position and the moves that led to it.

use alfil_board::engine::play::Play;
use alfil_board::engine::program::BoardProgram;
use alfil_board::engine::repetitions::Repetitions;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::memory::History;
use alfil_board::model::position::{BoardPosition, Move};
use alfil_diagnostics::diagnostic::{Code, Diagnostic, Findings, has_errors};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::bag::Slots;
use alfil_rules::ruleset::Ruleset;
use alfil_rules::setup::Setup;
use alfil_rules::side::Side;
use alfil_topology::site_set::Site;
use std::sync::{Arc, OnceLock};

/// A game in play on a board.
#[derive(Clone, Debug)]
pub struct BoardPlay {
    pub(super) program: Arc<BoardProgram>,
    pub(super) engine: Play,
    /// The present position, computed on demand.
    pub(super) now: OnceLock<Box<BoardPosition>>,
    /// All positions of the game, including the present one. Empty if the rules do not count
    /// repetitions.
    pub(super) stood: Repetitions,
}

impl BoardPlay {
    /// Starts a game from the start position.
    pub(crate) fn start(program: &Arc<BoardProgram>) -> BoardPlay {
        Self::begin(program, program.start().clone())
    }

    /// Starts a game from `setup`, or returns findings about it.
    pub(crate) fn at(program: &Arc<BoardProgram>, setup: &Setup) -> Findings<BoardPlay> {
        let rights = program.arena().rights_of(setup);
        let program = &rights.map_or(program.clone(), |rights| program.with_rights(&rights));
        let arena = program.arena();
        let Findings { value, mut found } = program.position(setup);
        // With more than two sides, a royal piece can be captured while its side waits.
        let mates = arena.rules.ends.need_royals() && arena.rules.sides.are_two();
        let royal = || arena.rules.kinds.iter().filter(|k| k.royal.is_royal());
        if let (Some(position), Some(kind), true) = (&value, royal().next(), mates) {
            let in_hand = |side| {
                let mut held = position.hands.held(side);
                held.any(|(kind, _)| arena.rules.kinds[kind].royal.is_royal())
            };
            let bare = |side: &Side| {
                position.royals(arena, *side).next().is_none()
                    && !in_hand(*side)
                    && !draws_royal(&arena.rules, position, *side)
            };
            for side in Side::BOTH.into_iter().filter(bare) {
                let (side, name) = (side.name(), &kind.name.value);
                let title = format!("{side} has no {name} in this position");
                found.push(
                    Diagnostic::at(Code::RoyalNotInSetup, setup.placement.span, title, "")
                        .help(format!("place a {name} for {side}")),
                );
            }
        }
        let value = value.filter(|_| !has_errors(&found));
        Findings::new(value.map(|position| Self::begin(program, position)), found)
    }

    /// Starts a game from `position`, which must belong to `program`.
    pub fn begin(program: &Arc<BoardProgram>, position: BoardPosition) -> BoardPlay {
        let engine = program.play(&position);
        let mut play = BoardPlay {
            program: program.clone(),
            engine,
            now: OnceLock::from(Box::new(position)),
            stood: Repetitions::default(),
        };
        play.remember();
        play
    }

    /// Records the position, if the rules count repetitions.
    pub(super) fn remember(&mut self) {
        self.stood.remember(&self.engine, &self.program.arena().rules);
    }

    /// The compiled game.
    pub fn program(&self) -> &Arc<BoardProgram> {
        &self.program
    }

    /// The position in the engine.
    pub(in crate::play) fn engine(&self) -> &Play {
        &self.engine
    }

    /// The positions of the game that decide whether a position is a repetition.
    pub(in crate::play) fn repetitions(&self) -> &Repetitions {
        &self.stood
    }

    /// The board model with the sections where they stand now.
    pub fn arena(&self) -> &BoardModel {
        self.program.arena().at(self.board())
    }

    /// The present position.
    pub fn board(&self) -> &BoardPosition {
        self.now.get_or_init(|| Box::new(self.engine.position()))
    }

    /// The last move.
    pub(crate) fn last(&self) -> Option<Move> {
        self.engine.last()
    }

    /// The site of a cell, or the finding that the board has no such cell.
    pub(super) fn site(&self, cell: &Spanned<String>) -> Result<Site, Diagnostic> {
        self.arena().graph.site_named(&cell.value, cell.span)
    }

    /// How often this position has occurred since the last irreversible move.
    pub(super) fn history(&self) -> History {
        self.stood.history()
    }
}

/// True if a royal piece of `side` is left in a bag from which pieces are turned up.
fn draws_royal(rules: &Ruleset, position: &BoardPosition, side: Side) -> bool {
    let slots = Slots::of(&rules.dice);
    rules.dice.enumerate().filter(|&(id, _)| rules.turns_up(id)).any(|(id, die)| {
        die.ids().any(|face| {
            let value = &die.faces[face.index()];
            value.kind.is_some_and(|kind| rules.kinds[kind].royal.is_royal())
                && value.side.is_none_or(|owner| owner == side)
                && position.drawn.left(slots, (id, die), face) > 0
        })
    })
}
