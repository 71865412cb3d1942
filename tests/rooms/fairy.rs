//! Tests of the import of `variants.ini`: counts of sections written for this project, and files
//! with mistakes.

use alfil::foreign::fairy::{Extent, Imported, Weight, built_in_names, import, import_built_in};

const FILE: &str = include_str!("../data/fairy/variants.ini");
const COUNTS: &str = include_str!("../data/fairy/counts.tsv");

/// Imports the only section of a text.
fn only(text: &str) -> Imported {
    let mut all = import(text, "variants.ini", |_| true).expect("it can be read");
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// The remarks that are not only about keys without rules, each with its place.
fn remarks(imported: &Imported) -> Vec<String> {
    let heavy = imported.remarks.iter().filter(|remark| remark.weight != Weight::Quiet);
    heavy.map(ToString::to_string).collect()
}

#[test]
fn sections_count_like_the_other_program() {
    let all = import(FILE, "variants.ini", |_| true).expect("it can be read");
    let rows: Vec<Vec<&str>> = COUNTS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(all.len(), rows.len());
    for (imported, row) in all.iter().zip(rows) {
        let [name, counts, _source] = row[..] else { panic!("a row has three columns") };
        assert_eq!(imported.name, name);
        assert_eq!(imported.extent, Extent::Complete, "{name}: {:?}", imported.remarks);
        assert!(imported.findings.is_empty(), "{name}: {:?}", imported.findings);
        let text = imported.definition.as_deref().expect("a definition");
        let variant = alfil::parse(text).expect("no error");
        let depths = (1..).zip(counts.split(' '));
        for (depth, count) in depths {
            let counted = variant.start().perft(depth, Default::default());
            assert_eq!(counted.map(|n| n.to_string()).as_deref(), Some(count), "{name} {depth}");
        }
    }
}

#[test]
fn definitions_are_formatted() {
    for imported in import(FILE, "variants.ini", |_| true).expect("it can be read") {
        let text = imported.definition.expect("a definition");
        let source = alfil::source::Sources::new().add("definition", text.as_str());
        let formatted = alfil::syntax::format::format(source, &text);
        assert_eq!(formatted.as_deref(), Ok(text.as_str()), "{}", imported.name);
    }
}

#[test]
fn built_in_variants_are_definitions() {
    assert!(built_in_names().count() > 80);
    for name in built_in_names() {
        let imported = import_built_in(name).expect("it is built in");
        assert!(imported.definition.is_some(), "{name}: {:?}", imported.remarks);
        assert_ne!(imported.extent, Extent::NotAtAll, "{name}: {:?}", imported.findings);
    }
    assert!(import_built_in("no such variant").is_none());
}

#[test]
fn a_close_game_is_extended() {
    let text = import_built_in("3check").and_then(|one| one.definition).expect("a definition");
    assert!(text.contains("extends: three-check\n"), "{text}");
    let text = only("[wide:capablanca]\nstalemateValue = loss\n").definition.expect("a definition");
    assert!(text.contains("extends: capablanca\n"), "{text}");
}

#[test]
fn mistakes_have_places() {
    let cases: &[(&str, Extent, &[&str])] = &[
        (
            "[a:chess]\ncastlng = false\n",
            Extent::Partly,
            &[
                "2:1: lost: `castlng` is not known, so it is not carried over; did you mean `castling`?",
            ],
        ),
        (
            "[a:ches]\n",
            Extent::NotAtAll,
            &["1:4: error: there is no variant `ches`; did you mean `chess`?"],
        ),
        (
            "[a:b]\n[b:a]\n",
            Extent::NotAtAll,
            &[
                "1:2: warning: the program does not know a parent that stands below",
                "2:4: error: `a` inherits from itself; name a variant that stands above",
            ],
        ),
        (
            "[a:chess]\r\nflagPiece = k\r\nflagPiece = q\r\n",
            Extent::Complete,
            &["3:1: warning: `flagPiece` stands in line 2 already; this one counts"],
        ),
        (
            "[a:chess]\nflagRegion = e4 z9\n",
            Extent::NotAtAll,
            &[
                "2:14: error: `flagRegion`: `z9` is no square, rank or file; write squares such as `e4`, ranks such as `*8` or files such as `a*`",
            ],
        ),
        (
            "[a:chess]\n  maxRank = 99\n",
            Extent::NotAtAll,
            &["2:13: error: `99` is no value of `maxRank`; write a rank from 1 to 16"],
        ),
        (
            "[a:chess]\npromotionPieceTypes = qx\n",
            Extent::NotAtAll,
            &[
                "2:23: error: `promotionPieceTypes`: no piece has the letter `x`; write letters of pieces, `*` or `-`",
            ],
        ),
        (
            "[a:chess]\nstartFen = 9/8 w\n",
            Extent::NotAtAll,
            &["2:1: error: the row `9` of the start position is wider than the board"],
        ),
        (
            "[a:chess]\nnonsense\nchasingRule = axf\n",
            Extent::Partly,
            &[
                "2:1: warning: this line is neither a section, a key with `=` nor a comment; a comment begins with `#`",
                "3:1: lost: `chasingRule` is not carried over: claims know repeated checks, but not which piece chases another",
            ],
        ),
        (
            "[a:chess]\ncustomPiece1 = n:NaC\n",
            Extent::Complete,
            &["2:1: warning: the program skips `a` in the moves of `customPiece1`"],
        ),
    ];
    for (text, extent, expected) in cases {
        let all = import(text, "variants.ini", |name| name == "a").expect("it can be read");
        let imported = all.first().expect("a section");
        let found = remarks(imported);
        assert_eq!(found, *expected, "{text}");
        assert_eq!(imported.extent, *extent, "{text}: {:?}", imported.findings);
    }
}

#[test]
fn hostile_files_are_answered() {
    let deep: String = (0..2000).map(|n| format!("[v{}:v{n}]\n", n + 1)).collect();
    let long = format!("[a:chess]\nstartFen = {}\n", "8/".repeat(5_000));
    let texts = [
        String::new(),
        "\u{feff}[a]\n".to_owned(),
        "[".repeat(10_000),
        "=\n".repeat(10_000),
        format!("[a:chess]\n{}", "x=1\n".repeat(10_000)),
        "[a:chess]\nking = k:".to_owned() + &"WFDANHCZGKQRB".repeat(20),
        "[a]\nstartFen = 8/8 w\nmaxRank = 16\nmaxFile = 16\n".to_owned(),
        "[a:chess]\nstartFen = ++++****~~~~/k99999999999999999999 w\n".to_owned(),
        "[a:chess]\npromotionLimit = q:4294967296\n".to_owned(),
        "[a:chess]\nconnectN = 4000000000\n".to_owned(),
        "[a:chess]\nconnectNxN = 4000000000\ncollinearN = 77\n".to_owned(),
        deep,
        long,
    ];
    for text in texts {
        let start: String = text.chars().take(40).collect();
        let all = import(&text, "variants.ini", |name| name.len() < 3).expect("it can be read");
        assert!(all.len() < 20, "{start}");
    }
    assert!(import(&" ".repeat(5 << 20), "variants.ini", |_| true).is_err());
}
