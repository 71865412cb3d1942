//! Tests of the colours of pictures.

use alfil::render::mark::{Allows, Hue};
use alfil::render::palette::*;

/// The relative luminance from 0 to 1 according to WCAG.
fn luminance(Rgb(r, g, b): Rgb) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the colours of a fill. The background of a hatching is the light colour of the theme.
fn tones(theme: Theme, fill: Fill) -> Vec<Rgb> {
    match fill {
        Fill::Flat(colour) => vec![colour],
        Fill::Hatched(_) => vec![theme.light(), theme.ink()],
    }
}

#[test]
fn shades_darken_step_by_step() {
    for theme in [Theme::Wood, Theme::Plain, Theme::Dark] {
        for shades in [1, 2, 3, 7, 255] {
            assert_eq!(theme.shade(1, shades), theme.shade(1, 2));
        }
        let tones: Vec<f64> =
            (1..=7).flat_map(|s| tones(theme, theme.shade(s, 7))).map(luminance).collect();
        assert!(tones.windows(2).all(|w| w[0] > w[1]), "{tones:?}");
        assert_eq!(theme.shade(7, 7), theme.shade(2, 2));
    }
    assert_eq!(Theme::Print.shade(2, 2), Theme::Print.shade(7, 7));
}

#[test]
fn print_has_no_tone_between_black_and_white() {
    let print = Theme::Print;
    let mut all = vec![print.paper(), print.ink(), print.muted(), print.light(), print.dark()];
    all.extend(Allows::ALL.map(|allows| print.of_allows(allows)));
    all.extend(Hue::ALL.map(|hue| print.of_hue(hue)));
    all.extend((0..7).map(|pair| print.of_seam(pair)));
    all.extend((1..=7).flat_map(|shade| tones(print, print.shade(shade, 7))));
    assert!(all.iter().all(|&c| c == Rgb(0, 0, 0) || c == Rgb(255, 255, 255)), "{all:?}");
}

/// A mark has a colour for its moves and a rim. At least one of them must have enough contrast.
#[test]
fn marks_and_words_are_readable_in_every_theme() {
    for theme in Theme::ALL {
        for words in [theme.ink(), theme.muted()] {
            assert!(contrast(words, theme.paper()) >= 4.5, "{theme:?} {words}");
        }
        for shade in 1..=5 {
            for ground in tones(theme, theme.shade(shade, 5)) {
                for allows in Allows::ALL {
                    let ink = theme.of_allows(allows);
                    let seen = contrast(ink, ground).max(contrast(theme.rim(), ground));
                    assert!(seen >= 3.0, "{theme:?} {allows:?} on {ground}: {seen}");
                    assert!(contrast(ink, theme.rim()) >= 3.0, "{theme:?} {allows:?}");
                }
                let men = contrast(theme.light(), ground).max(contrast(theme.dark(), ground));
                assert!(men >= 3.0, "{theme:?} men on {ground}: {men}");
            }
        }
    }
}

#[test]
fn cube_corners() {
    assert_eq!(Rgb(0, 0, 0).ansi256(), 16);
    assert_eq!(Rgb(255, 255, 255).ansi256(), 231);
    assert_eq!(Rgb(95, 135, 175).ansi256(), 67);
}
