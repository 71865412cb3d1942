//! Random spaces: lattices of valid size, and sections that fit them.

use crate::span::span;
use alfil_diagnostics::source::Spanned;
use alfil_rules::side::Side;
use alfil_rules::space::{Border, Gluing, Hexagon, Lattice, Net, Section, Strand};
use arbitrary::{Result, Unstructured};

pub(crate) fn lattice(u: &mut Unstructured<'_>) -> Result<Lattice> {
    Ok(match u.int_in_range(0..=19)? {
        0..=1 => {
            let (files, ranks) = (16, u.int_in_range(10..=16)?);
            Lattice::Grid { files, ranks, gluing: Gluing::Flat }
        }
        2..=3 => {
            let (files, ranks) = (u.int_in_range(1..=12)?, u.int_in_range(1..=10)?);
            Lattice::Grid { files, ranks, gluing: Gluing::Flat }
        }
        4..=9 => {
            let (files, ranks) = (u.int_in_range(2..=8)?, u.int_in_range(2..=8)?);
            Lattice::Grid { files, ranks, gluing: u.arbitrary()? }
        }
        10..=13 => {
            let mut side = || u.int_in_range(1..=5);
            Lattice::Hexagon(Hexagon { left: side()?, right: side()?, upright: side()? })
        }
        14..=15 => {
            let mut side = || u.int_in_range(1..=5);
            Lattice::Layers { files: side()?, ranks: side()?, layers: side()?.min(4) }
        }
        16 => Lattice::Net(net(u)?),
        _ => {
            let (files, ranks) = (u.int_in_range(3..=8)?, u.int_in_range(3..=8)?);
            Lattice::Grid { files, ranks, gluing: Gluing::Flat }
        }
    })
}

/// Sometimes adds sections on the first and the last rank of a flat board.
pub(crate) fn sections(u: &mut Unstructured<'_>, lattice: &Lattice) -> Result<Vec<Section>> {
    let Lattice::Grid { files, ranks, gluing: Gluing::Flat } = *lattice else {
        return Ok(Vec::new());
    };
    if ranks < 3 || !u.ratio(1, 4)? {
        return Ok(Vec::new());
    }
    let mut section = |owner: Side, rank: u8| {
        let width = u.int_in_range(1..=files)?;
        let mut stands: Vec<(u8, u8)> = (0..=files - width).map(|file| (file, rank)).collect();
        stands.truncate(u.int_in_range(1..=4)?);
        let first = u.choose_index(stands.len())?;
        let named = if u.arbitrary()? { stands.len() } else { 0 };
        let called = ["O", "I", "II", "III"].map(str::to_owned).into_iter().take(named).collect();
        let name = Spanned::new(owner.name().to_lowercase(), span());
        Ok(Section { name, owner, width, height: 1, stands, called, first, span: span() })
    };
    Ok(vec![section(Side::White, 0)?, section(Side::Black, ranks - 1)?])
}

/// A square whose sides are glued at random, with or without a turn, and sometimes with a one-way
/// link. The link may clash with another one. Then the rules are invalid and nothing is compared.
fn net(u: &mut Unstructured<'_>) -> Result<Net> {
    let size = u.int_in_range(2..=6u8)?;
    let at = |cell| Spanned::new(cell, span());
    let cells = (0..size).flat_map(|r| (0..size).map(move |f| (f, r))).collect();
    let grid = Strand::Grid { low: at((0, 0)), high: at((size - 1, size - 1)) };
    let mut strands = vec![grid];
    let mut sides = vec![0u8, 2, 4, 6];
    for _ in 0..u.int_in_range(0..=2)? {
        let mut side = |u: &mut Unstructured<'_>| -> Result<Border> {
            let heading = sides.swap_remove(u.int_in_range(0..=sides.len() - 1)?);
            let cell = |i: u8| match heading {
                0 => (i, size - 1),
                2 => (size - 1, i),
                4 => (i, 0),
                _ => (0, i),
            };
            let mut cells: Vec<_> = (0..size).map(|i| at(cell(i))).collect();
            if u.ratio(1, 2)? {
                cells.reverse();
            }
            Ok(Border { heading, cells })
        };
        strands.push(Strand::Seam { one: side(u)?, other: side(u)? });
    }
    if u.ratio(1, 2)? {
        let mut cell = || Ok(at((u.int_in_range(0..=size - 1)?, u.int_in_range(0..=size - 1)?)));
        let cells = vec![cell()?, cell()?];
        let line = Border { heading: u.int_in_range(0..=7)?, cells };
        strands.push(Strand::Line { line, back: false });
    }
    let strands = strands.into_iter().map(|strand| Spanned::new(strand, span())).collect();
    Ok(Net { cells, strands })
}
