//! Random castling terms, start cells and rights.

use crate::span::span;
use alfil_board::model::board_model::BoardModel;
use alfil_board::model::position::{BoardPosition, Rights};
use alfil_diagnostics::index::Id;
use alfil_diagnostics::source::Spanned;
use alfil_rules::ids::KindId;
use alfil_rules::space::Lattice;
use alfil_rules::term::{Castle, CastleEnd, CastleFiles, Directions, Homes, Reading, Toward};
use arbitrary::{Result, Unstructured};

/// Castling to either side, with partners among the first three kinds.
pub(crate) fn castle(u: &mut Unstructured<'_>, kinds: usize) -> Result<Castle> {
    let mut partners = vec![KindId::from_index(1)];
    for kind in [0, 2] {
        if kind < kinds && u.ratio(1, 4)? {
            partners.push(KindId::from_index(kind));
        }
    }
    let end = if u.ratio(1, 2)? {
        CastleEnd::Cells(u.int_in_range(1..=3)?)
    } else {
        let first = u.int_in_range(b'a'..=b'e')?;
        let last = u.int_in_range(first + 1..=b'h')?;
        let [first, last] = [first, last].map(char::from);
        CastleEnd::Files(Some(CastleFiles { first, last }))
    };
    Ok(Castle {
        directions: Directions { runs: vec![vec![Toward::Sideways]], reading: Reading::Own },
        end,
        first_move: true,
        partner_inset: 0,
        partners,
    })
}

/// Sometimes gives start cells for castling to the first two kinds.
pub(crate) fn homes(u: &mut Unstructured<'_>, lattice: &Lattice) -> Result<Vec<Homes>> {
    let places: Vec<(u8, u8)> = lattice.places().collect();
    let mut homes = Vec::new();
    for kind in (0..2).map(KindId::from_index) {
        if u.ratio(1, 6)? {
            let mut cells = Vec::new();
            for _ in 0..u.int_in_range(1..=3)? {
                let (file, rank) = places[u.choose_index(places.len())?];
                let span = span();
                cells.push(Spanned::new(lattice.cell_name(file, rank), span));
            }
            homes.push(Homes { kind, cells });
        }
    }
    Ok(homes)
}

/// The castling rights whose pieces are on their start cells.
pub(crate) fn rights(arena: &BoardModel, now: &BoardPosition) -> Rights {
    let lives = |bit: &usize| {
        arena.rights[*bit].pieces().into_iter().all(|(piece, site)| now.piece(site) == Some(piece))
    };
    Rights((0..arena.rights.len()).filter(lives).fold(0, |rights, bit| rights | 1 << bit))
}
