//! The move tables of a game, in the bitboard width that its board needs.

use crate::model::board_model::BoardModel;
use crate::paths::budget::Meter;
use crate::tables::move_tables::Tables;
use alfil_topology::site_set::Width;
use std::sync::Arc;

#[derive(Debug)]
pub(super) enum AnyTables {
    One(Arc<Tables<1>>),
    Two(Arc<Tables<2>>),
    Four(Arc<Tables<4>>),
}

impl AnyTables {
    /// Compiles the tables of a game. If `meter` has run out afterwards, they are incomplete and
    /// must not be used.
    pub(super) fn new(arena: &Arc<BoardModel>, meter: Option<&Meter>) -> AnyTables {
        match Width::of(arena.graph.len()) {
            Width::One => AnyTables::One(Arc::new(Tables::metered(arena, meter))),
            Width::Two => AnyTables::Two(Arc::new(Tables::metered(arena, meter))),
            Width::Four => AnyTables::Four(Arc::new(Tables::metered(arena, meter))),
        }
    }
}
