//! The embedded font.

use alfil::library::shipped;
use alfil::render::font::{lacks, rise, width};

#[test]
fn has_what_shipped_definitions_write() {
    for file in shipped() {
        let boxed: String = file.text.chars().filter(|&c| c != '\n' && lacks(c)).collect();
        assert_eq!(boxed, "", "{}", file.name);
    }
}

#[test]
fn measures_what_it_draws() {
    // Ideographs fill a square; accents that are set upon a letter take no room.
    assert_eq!(width("飛車"), 2.0);
    assert_eq!(width("e\u{301}"), width("e"));
    assert!(width("i") < width("Ж"));
    let (low, high) = rise("g");
    assert!(low < 0.0 && high < 0.714);
}

#[test]
fn knows_what_it_lacks() {
    assert!("Aéßжї Ωπ ☗♞🨀→ とナ 한 国國馬".chars().all(|c| !lacks(c)));
    // What is Thai gets a box, which has a width.
    assert!(lacks('ก') && width("ก") > 0.0);
}
