//! Runs perft of other chess libraries.
//!
//! The loop over the moves of each library follows its documentation: it copies a position, plays a
//! move on the copy, and counts the moves of the last ply without playing them. The arguments are
//! triples `PEER DEPTH FEN`, and the output is one JSON object in each line. `positions` is the
//! number of positions whose legal moves were generated, so that rates are comparable.

use std::process::ExitCode;
use std::time::Instant;

use shakmaty::Position;

const USAGE: &str = "usage: peers (cozy-chess|shakmaty) DEPTH FEN [PEER DEPTH FEN]...";
/// Greater depths would take days.
const DEEPEST: u32 = 16;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.is_empty() || !args.len().is_multiple_of(3) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    for run in args.chunks(3) {
        let result = match run {
            [peer, depth, fen] => measure(peer, depth, fen),
            _ => Err(USAGE.to_owned()),
        };
        match result {
            Ok(line) => println!("{line}"),
            Err(why) => {
                eprintln!("{why}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}

/// The number of leaves, and of positions whose moves were generated.
#[derive(Clone, Copy, Default)]
struct Counts {
    nodes: u64,
    positions: u64,
}

/// Measures one run and returns a JSON object.
fn measure(peer: &str, depth: &str, fen: &str) -> Result<String, String> {
    let depth: u32 = match depth.parse() {
        Ok(depth) if (1..=DEEPEST).contains(&depth) => depth,
        Ok(_) | Err(_) => {
            return Err(format!("depth {depth:?}: a whole number from 1 to {DEEPEST}"));
        }
    };
    // The arguments may leave out the clocks, but not every library reads such a FEN.
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let fen = match fields.len() {
        4 => format!("{} 0 1", fields.join(" ")),
        6 => fields.join(" "),
        n => return Err(format!("{fen:?}: a FEN has 4 or 6 fields, not {n}")),
    };
    let start;
    let mut counts = Counts::default();
    match peer {
        "cozy-chess" => {
            let board: cozy_chess::Board = fen.parse().map_err(|e| format!("{fen}: {e}"))?;
            start = Instant::now();
            cozy(&board, depth, &mut counts);
        }
        "shakmaty" => {
            let fen: shakmaty::fen::Fen = fen.parse().map_err(|e| format!("{fen}: {e}"))?;
            let board: shakmaty::Chess = fen
                .into_position(shakmaty::CastlingMode::Standard)
                .map_err(|e| format!("not a position to play from: {e}"))?;
            start = Instant::now();
            shak(&board, depth, &mut counts);
        }
        _ => return Err(format!("unknown peer {peer:?}; {USAGE}")),
    }
    let seconds = start.elapsed().as_secs_f64();
    let Counts { nodes, positions } = counts;
    // The libraries have accepted the FEN, so it contains no character that JSON must escape.
    Ok(format!(
        "{{\"peer\":\"{peer}\",\"fen\":\"{fen}\",\"depth\":{depth},\"nodes\":{nodes},\
         \"seconds\":{seconds:.6},\"positions\":{positions}}}"
    ))
}

fn cozy(board: &cozy_chess::Board, depth: u32, counts: &mut Counts) {
    counts.positions += 1;
    if depth == 1 {
        board.generate_moves(|moves| {
            counts.nodes += moves.len() as u64;
            false
        });
        return;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            cozy(&child, depth - 1, counts);
        }
        false
    });
}

fn shak(board: &shakmaty::Chess, depth: u32, counts: &mut Counts) {
    counts.positions += 1;
    let moves = board.legal_moves();
    if depth == 1 {
        counts.nodes += moves.len() as u64;
        return;
    }
    for mv in &moves {
        let mut child = board.clone();
        child.play_unchecked(*mv);
        shak(&child, depth - 1, counts);
    }
}
