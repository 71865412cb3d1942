//! Plays random moves of a variant, on a board or a plane:
//! `cargo run --example random_game -- shogi 7`.

use alfil::Dice;
use std::error::Error;

/// The most moves of a game.
const PLIES: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a variant, a file or a sum")?;
    let seed = arguments.next().map_or(Ok(0), |seed| seed.parse())?;
    let variant = alfil::load(&name)?;
    let (mut position, mut dice) = (variant.start(), Dice::new(seed));
    while position.plies() < PLIES && position.outcome().is_none() {
        let legal = position.legal();
        let Some(mv) = legal.random(&mut dice) else { break };
        println!("{:3} {}", position.plies() + 1, legal.write(&mv));
        position.play(&mv);
    }
    println!("{}", position.text());
    match position.outcome() {
        Some(outcome) => println!("{outcome}"),
        None => println!("{} to move", position.side().name()),
    }
    Ok(())
}
