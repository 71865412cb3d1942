//! Lists the legal moves of a variant: `cargo run --example moves -- contrast 'e2e4 e7e5'`.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a variant, a file or a sum")?;
    let mut position = alfil::load(&name)?.start();
    for text in arguments.next().unwrap_or_default().split_whitespace() {
        position.play_text(text)?;
    }
    println!("{}", position.text());
    for group in position.legal().by_kind() {
        println!("{}: {}", group.kind, group.moves.join(" "));
    }
    Ok(())
}
