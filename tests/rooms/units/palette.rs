//! Shades and colours of pictures.

use alfil::render::palette::*;

#[test]
fn shades_darken_step_by_step() {
    for shades in [1, 2, 3, 7, 255] {
        assert_eq!(shade_on_paper(1, shades), shade_on_paper(1, 2));
    }
    let tones: Vec<u8> = (1..=7).map(|s| shade_on_paper(s, 7).1).collect();
    assert!(tones.windows(2).all(|w| w[0] > w[1]), "{tones:?}");
    assert_eq!(shade_on_paper(7, 7), shade_on_paper(2, 2));
}

#[test]
fn cube_corners() {
    assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
    assert_eq!(Rgb(255, 255, 255).ansi256(), 231);
    assert_eq!(Rgb(95, 135, 175).ansi256(), 67);
}
