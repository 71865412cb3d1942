//! Tests of text with colours, cell by cell.

use alfil::render::canvas::{Canvas, Style};
use alfil::render::palette::{Colour, Rgb};

#[test]
fn escapes_end_with_their_line() {
    let mut canvas = Canvas::default();
    let red = Style { ink: Some(Rgb(255, 0, 0)), ground: None };
    canvas.put(0, 1, "a", red);
    canvas.put(1, 0, "b  ", Style::default());
    assert_eq!(canvas.print(Colour::None), " a\nb\n");
    assert_eq!(canvas.print(Colour::Ansi256), " \x1b[0;38;5;196ma\x1b[0m\nb\n");
    assert_eq!((canvas.width(), canvas.height()), (3, 2));
}
