//! Tests of the formatter: the changes that it makes, and the text that it must keep.

use alfil::diagnostic::has_errors;
use alfil::library::shipped;
use alfil::source::SourceId;
use alfil::syntax::definition;
use alfil::syntax::format::*;
use arbtest::arbitrary::{Result, Unstructured};

/// Formats `text` and checks that formatting the result changes nothing.
fn formatted(text: &str) -> String {
    let once = format(SourceId::only(), text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    assert_eq!(format(SourceId::only(), &once), Ok(once.clone()), "again\n{once}");
    once
}

#[test]
fn shipped_definitions_are_formatted() {
    for file in shipped() {
        assert_eq!(formatted(file.text), file.text, "{}", file.name);
    }
}

#[test]
fn other_systems_write_the_same() {
    for file in shipped() {
        let uneven = format!("\u{feff}{}", file.text.replace('\n', "\r\n"));
        assert_eq!(formatted(&uneven), file.text, "{}", file.name);
    }
}

#[test]
fn white_space_is_normalized() {
    let pairs = [
        ("a:   b\n", "a: b\n"),
        ("\u{feff}a: b\r\nc: d", "a: b\nc: d\n"),
        ("a:\n    b:\n        c: d\n", "a:\n  b:\n    c: d\n"),
        ("tests:\n- a: b\n  c: d\n-   e\n", "tests:\n  - a: b\n    c: d\n  - e\n"),
        ("a: {b:   c ,d: [ e,f ]}\n", "a: {b: c, d: [e, f]}\n"),
        ("a: {b: c,  d , e: }\n", "a: {b: c, d, e:}\n"),
        ("\n\n\na: b\n\n\n\nc: d\n\n\n", "a: b\n\nc: d\n"),
        ("a:\n\n  b: c\n", "a:\n  b: c\n"),
        ("a: {\n  b: c,\n  d: e\n}\n", "a: {b: c, d: e}\n"),
        ("- - a\n  - b\n-\n  - c\n", "- - a\n  - b\n- - c\n"),
        ("a:\t b\n", "a: b\n"),
        ("a:\n  b\nc:\n", "a: b\nc:\n"),
        ("---\na: b\n...\n", "a: b\n"),
        ("? a\n: b\n", "a: b\n"),
        ("", ""),
        ("# only this  \n", "# only this\n"),
    ];
    for (text, wanted) in pairs {
        assert_eq!(formatted(text), wanted, "{text}");
    }
}

#[test]
fn quotes_stay_where_yaml_needs_them() {
    let pairs = [
        ("a: 'fmW fceF'\n", "a: fmW fceF\n"),
        ("'a': \"+ Q2 when strong\"\n", "a: + Q2 when strong\n"),
        ("a: ['x, y', 'z']\n", "a: ['x, y', z]\n"),
        ("a: '*4/4*'\nb: 'yes'\nc: \"1997\"\nd: 'x: y'\ne: 'x #y'\n", ""),
        ("a: ''\nb: ' x'\nc: 'x '\nd: '@8'\ne: \"a\\tb\"\nf: 'x:'\n", ""),
    ];
    for (text, wanted) in pairs {
        assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted });
    }
}

#[test]
fn comments_keep_their_places() {
    let pairs = [
        ("a: b # why\n", "a: b  # why\n"),
        ("a: b          # in a column\n", ""),
        ("# head\n\n# of a\na: b\n# end\n", ""),
        (
            "a:\n    # of b\n    b: c\n    # last of a\nd: e\n",
            "a:\n  # of b\n  b: c\n  # last of a\nd: e\n",
        ),
        ("a:\n  b: c\n\n# of d\nd: e\n", ""),
        ("a:\n- b\n# of c\n- c\n# of d\nd: e\n", "a:\n  - b\n  # of c\n  - c\n# of d\nd: e\n"),
        ("a: # of a\n    b: c\n", "a:  # of a\n  b: c\n"),
        ("a: {b: c, # of b\n  d: e}\n", "a:\n  b: c  # of b\n  d: e\n"),
        ("a: [] # none\n", "a: []  # none\n"),
        ("a: [ # none\n]\n", "a: []  # none\n"),
        ("a: # of b\n  b\n", "a:  # of b\n  b\n"),
        (
            "a: |  # a text\n    b\n      c\n\n# of d\nd: e\n",
            "a: |  # a text\n  b\n    c\n\n# of d\nd: e\n",
        ),
        ("- # of a\n  a: b\n", "# of a\n- a: b\n"),
        ("a: b\n\n# end\n\n# of all\n", ""),
        ("a: b#c\nd: 'e # f'\n", ""),
    ];
    for (text, wanted) in pairs {
        assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted }, "{text}");
    }
}

#[test]
fn long_texts_keep_their_breaks() {
    let pairs = [
        ("a: >-\n      b\n      c\n\n      d\nd: e\n", "a: >-\n  b\n  c\n\n  d\nd: e\n"),
        ("a:\n  b: |4\n        x\n      y\n", "a:\n  b: |2\n      x\n    y\n"),
        ("a: |+\n  b\n\n\nc: d\n", ""),
        ("a: |\n\nb: c\n", ""),
        ("a: b\n    c\n\n    d\ne: f\n", "a: b\n  c\n\n  d\ne: f\n"),
        ("a: \"b\\\n      \\ c\"\n", "a: \"b\\\n  \\ c\"\n"),
        ("a:\n  - |\n   x\n", "a:\n  - |\n    x\n"),
    ];
    for (text, wanted) in pairs {
        assert_eq!(formatted(text), if wanted.is_empty() { text } else { wanted }, "{text}");
    }
    let long = "word ".repeat(30);
    let kept = format!("a:\n  {}\n", long.trim());
    assert_eq!(formatted(&kept), kept);
    let list = format!("a: [\n  {}\n]\n", "word, ".repeat(30));
    assert_eq!(formatted(&list), format!("a:\n{}", "  - word\n".repeat(30)));
}

#[test]
fn anchors_stay_with_their_values() {
    let pairs = [
        ("a:   &x   b\nc: *x\n", "a: &x b\nc: *x\n"),
        ("a: &x\n    b: c\nd: *x\n", "a: &x\n  b: c\nd: *x\n"),
        ("a: &x {b:   c}\nd: [*x]\n", "a: &x {b: c}\nd: [*x]\n"),
        ("a:\n- &x\n  b: c\n- *x\n", "a:\n  - &x\n    b: c\n  - *x\n"),
    ];
    for (text, wanted) in pairs {
        assert_eq!(formatted(text), wanted, "{text}");
    }
}

#[test]
fn a_broken_text_is_left_alone() {
    for text in ["a: [b\n", "a: b\n\tc: d\n", "a: b\na: c\n", "moves: @8\n", "a: !x b\n"] {
        assert!(matches!(format(SourceId::only(), text), Err(Unformatted::Broken(_))), "{text}");
    }
}

/// For the YAML parser, a lone carriage return ends a line and its comment. Such files are not
/// formatted.
#[test]
fn lone_carriage_returns_do_no_harm() {
    for text in ["# a\rb: c\n", "a: b # c\rd: e\n", "# \r- a # \r- b", "> \ra\r\n", "&a\r#\r"] {
        assert!(format(SourceId::only(), text).is_err(), "{text:?}");
    }
}

/// Lines for random files. Most combinations are valid.
const LINES: [&str; 28] = [
    "a: b",
    "c:",
    "  d: e",
    "    f: g",
    "- h",
    "  - i: j",
    "    k: l",
    "# m",
    "  # n",
    "      # o",
    "",
    "p: 'q' # r",
    "s: {t: u, v: [w, x]}",
    "y: |",
    "   z",
    "  z",
    "    z # z",
    "A: >-",
    "B: [C,",
    "  D] # E",
    "F: \"G",
    "  H\"",
    "I: {J: K, # L",
    "  M: N}",
    "- - O",
    "-",
    "P: &Q R",
    "T: *Q",
];

#[test]
fn meaning_and_comments_stay() {
    arbtest::arbtest(|bytes: &mut Unstructured<'_>| -> Result<()> {
        let mut text = String::new();
        for _ in 0..bytes.int_in_range(1..=12)? {
            text += bytes.choose(&LINES)?;
            text += bytes.choose(&["\n", "\r\n", "  \n"])?;
        }
        match format(SourceId::only(), &text) {
            Ok(once) => {
                assert_eq!(format(SourceId::only(), &once), Ok(once.clone()), "{text}\n->\n{once}");
                let marks = |text: &str| text.matches('#').count();
                assert_eq!(marks(&text), marks(&once), "{text}\n->\n{once}");
            }
            Err(Unformatted::Broken(_)) => {}
            Err(Unformatted::Altered) => panic!("altered:\n{text}"),
        }
        Ok(())
    })
    .budget_ms(3_000);
}

/// Texts with many places where a comment may be inserted. The shipped definitions are used as
/// well.
const GAPS: [&str; 9] = [
    "a: {b: c, d: [e, f], g: {h: [i]}}\n",
    "a:\n  - {b: c, d: e}\n  - [f, {g: h}]\n",
    "- - a\n  - {b: [c]}\n- {d: {e: f}}\n",
    "? a\n: b\n? c\nd: e\n",
    "a: &x b\nc: &y {d: e}\nf: [*x, *y]\n",
    "a: |\n  b\nc: >-\n  d\ne: \"f\n  g\"\n",
    "a:\nb: ''\nc: []\nd: {}\ne: [[], {}]\n",
    "{a: b, c: [d, {e: f}]}\n",
    "a:\n  b:\n    - c: d\n      e: [f, g]\n    - h\n",
];

/// Breaks the lines of `text` before up to six of its tokens and adds a comment at each. `u`
/// chooses the tokens. Returns the text and the number of comments.
fn commented(text: &str, u: &mut Unstructured<'_>) -> Result<(String, usize)> {
    let mut text = text.to_owned();
    let comments = u.int_in_range(1..=6)?;
    for number in 0..comments {
        let steps = |c: char| " \n,[]{}:-?&".contains(c);
        let places: Vec<usize> =
            text.char_indices().filter(|&(_, c)| steps(c)).map(|(i, c)| i + c.len_utf8()).collect();
        let at = *u.choose(&places)?;
        let break_ = u.choose(&["\n", "\n  ", "\n    ", "\n      ", "\n        "])?;
        let before = u.choose(&[" ", "", "\n", "      "])?;
        text.insert_str(at, &format!("{before}# {number}{break_}"));
    }
    Ok((text, comments))
}

/// Tests texts with comments at random places: `ALFIL_COMMENTED` texts, by default 500.
#[test]
fn no_comment_is_lost_at_any_place() {
    let asked = std::env::var("ALFIL_COMMENTED").ok().and_then(|n| n.parse().ok());
    let wanted: u32 = asked.unwrap_or(500);
    let shipped: Vec<&str> = shipped().map(|s| s.text).collect();
    let (mut runs, mut tried) = (0, 0u64);
    while runs < wanted {
        let mut dice = alfil::play::dice::Dice::new(tried);
        let bytes: Vec<u8> = (0..512).map(|_| dice.below(256) as u8).collect();
        tried += 1;
        let mut u = Unstructured::new(&bytes);
        let texts = if tried % 4 == 0 { &shipped[..] } else { &GAPS[..] };
        let text = *u.choose(texts).expect("enough bytes");
        let (with, comments) = commented(text, &mut u).expect("enough bytes");
        let own = shape::document(text).map_or(0, |document| document.comments.len());
        // Some places are inside a value, or the comment makes the file invalid.
        let (before, after) =
            (definition::tree(SourceId::only(), text), definition::tree(SourceId::only(), &with));
        let same = match (&before.value, &after.value) {
            (Some(a), Some(b)) if !has_errors(&after.found) => says_the_same(a, b),
            (Some(_) | None, _) => false,
        };
        let counts = shape::document(&with).is_some_and(|d| d.comments.len() == own + comments);
        if !same || !counts {
            continue;
        }
        runs += 1;
        let once = format(SourceId::only(), &with).unwrap_or_else(|e| panic!("{e:?}\n{with}"));
        assert_eq!(format(SourceId::only(), &once), Ok(once.clone()), "again\n{with}\n->\n{once}");
    }
    println!("{runs} texts with comments of {tried}: none lost, one pass enough");
}
