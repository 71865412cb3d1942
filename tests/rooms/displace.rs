//! Tests that `make_simple` gives the same state as `make` in every field, and that `unmake_simple`
//! restores the state.

use alfil_board::engine::batch::PackedMoves;
use alfil_board::engine::generator::Legality;
use alfil_board::engine::program;
use alfil_board::engine::state::State;
use alfil_board::model::board_model::BoardModel;
use alfil_board::tables::move_tables::Tables;
use alfil_diagnostics::source::Sources;
use alfil_resolve::resolution::resolve;
use std::sync::Arc;

/// Pseudo-random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize % bound
    }
}

/// Plays random games of `name`, and makes every simple move of each position in both ways. Returns
/// the number of these moves, and the number of moves that passed a cell.
fn compare<const W: usize>(name: &str) -> (usize, usize) {
    let rules = resolve(name, &mut alfil_definitions::library(), &mut Sources::new())
        .value
        .expect(name)
        .ruleset;
    let arena = Arc::new(BoardModel::new(rules).value.expect(name));
    let tables = Tables::<W>::of_game(&arena);
    let start = program::position(&arena, &tables, &arena.rules.setup).value.expect(name);
    let mut numbers = Numbers(1);
    let (mut compared, mut passing) = (0, 0);
    for _ in 0..8 {
        let mut state = State::new(&tables, &start);
        for _ in 0..80 {
            let mut moves = Vec::new();
            for batch in state.generated(&tables, Legality::Legal) {
                let steps: Vec<_> = PackedMoves::new(&tables, &state, &batch).collect();
                let Some(short) = batch.displacements(&tables, &state) else {
                    moves.extend(steps);
                    continue;
                };
                let short: Vec<_> = short.collect();
                assert_eq!(short.len(), steps.len(), "{name}: {batch:?}");
                for (displacement, step) in short.iter().zip(&steps) {
                    let (mut long, mut quick) = (state.clone(), state.clone());
                    long.make(&tables, step);
                    long.switch_sides();
                    let undo = quick.make_simple(&tables, displacement);
                    assert_eq!(quick, long, "{name}: {step:?}");
                    quick.unmake_simple(&tables, displacement, &undo);
                    assert_eq!(quick, state, "{name}: {step:?} taken back");
                    compared += 1;
                    passing += usize::from(displacement.passed.is_some());
                }
                moves.extend(steps);
            }
            if moves.is_empty() {
                break;
            }
            state.make(&tables, &moves[numbers.below(moves.len())]);
            state.switch_sides();
        }
    }
    (compared, passing)
}

#[test]
fn simple_moves_equal_full_moves() {
    let boards = [
        compare::<1>("chess"),
        compare::<1>("makruk"),
        compare::<1>("cylinder"),
        compare::<2>("capablanca"),
        compare::<2>("xiangqi"),
        compare::<2>("torus"),
        compare::<4>("shako"),
    ];
    for (compared, _) in boards {
        assert!(compared > 2000, "{compared} displacements");
    }
    assert!(boards[0].1 > 100, "pawns pass cells");
}
