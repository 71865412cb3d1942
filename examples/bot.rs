//! A bot that plays both sides of a game with the search:
//! `cargo run --release --example bot --no-default-features -- crazyhouse 2000 10`, with the number
//! of positions for each move and the number of moves.

use alfil::Variant;
use alfil::computer::{Computer, Limits, Stop};
use std::error::Error;
use std::time::Duration;

/// No move takes longer, whatever the game is.
const LONGEST: Duration = Duration::from_secs(10);

/// Plays up to `plies` moves and returns their texts. Another thread may end the bot with `stop`.
pub(crate) fn game(variant: &Variant, nodes: u64, plies: usize, stop: &Stop) -> Vec<String> {
    let computer = Computer::new(variant.game(), 16);
    let limits = Limits { nodes: Some(nodes), stop: stop.clone(), ..Limits::of_time(LONGEST) };
    let mut position = variant.start();
    let mut texts = Vec::new();
    while texts.len() < plies && !stop.is_stopped() {
        // There is no answer if the game is over.
        let Some(found) = computer.think(&position, &limits, 1, &mut |_| ()) else { break };
        let Some(best) = found.line.first() else { break };
        texts.push(position.legal().san(best));
        position.play(best);
    }
    texts
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a variant, a file or a sum")?;
    let nodes = arguments.next().map_or(Ok(2000), |nodes| nodes.parse())?;
    let plies = arguments.next().map_or(Ok(10), |plies| plies.parse())?;
    let variant = alfil::load(&name)?;
    println!("{}", game(&variant, nodes, plies, &Stop::default()).join(" "));
    Ok(())
}
