//! Tests of the embedded font.

use alfil::library::shipped;
use alfil::render::font::{lacks, rise, width};

#[test]
fn has_the_characters_of_shipped_definitions() {
    for file in shipped() {
        let boxed: String = file.text.chars().filter(|&c| c != '\n' && lacks(c)).collect();
        assert_eq!(boxed, "", "{}", file.name);
    }
}

#[test]
fn measures_drawn_text() {
    // Ideographs fill a square, and combining accents have no width.
    assert_eq!(width("飛車"), 2.0);
    assert_eq!(width("e\u{301}"), width("e"));
    assert!(width("i") < width("Ж"));
    let (low, high) = rise("g");
    assert!(low < 0.0 && high < 0.714);
}

#[test]
fn reports_missing_characters() {
    assert!("Aéßжї Ωπ ☗♞🨀→ とナ 한 国國馬".chars().all(|c| !lacks(c)));
    // The font lacks Thai, so such a character is drawn as a box, which has a width.
    assert!(lacks('ก') && width("ก") > 0.0);
}
