//! Tests of the import of `variants.ini`: counts of sections written for this project, and files
//! with mistakes.

use alfil::{Dice, Position, Variant};
use alfil_definitions::shipped;
use alfil_foreign::fairy::export::export;
use alfil_foreign::fairy::{Extent, Imported, Weight, built_in_names, import, import_built_in};
use alfil_workspace::Workspace;
use std::collections::BTreeMap;

const FILE: &str = include_str!("../data/fairy/variants.ini");
const COUNTS: &str = include_str!("../data/fairy/counts.tsv");

const ENDS: &str = include_str!("../data/fairy/ends.tsv");

/// Sections with the keys of the fork for large boards.
const FORK: &str = include_str!("../data/fairy/fork.ini");
const FORK_MOVES: &str = include_str!("../data/fairy/fork.txt");

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
fn keys_of_the_fork_mean_what_they_say() {
    let all = import(FORK, "fork.ini", |_| true).expect("it can be read");
    let mut wrong = Vec::new();
    for row in FORK_MOVES.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('|').collect();
        let [name, extent, position, moves, legal, illegal] = columns[..] else {
            panic!("a row has six columns: {row}")
        };
        let imported = all.iter().find(|one| one.name == name).expect("a section");
        // Queens that must be attacked have no legal move at the start of chess.
        let findings = imported.findings.iter().filter(|finding| finding.code != "over-at-start");
        let findings: Vec<_> = findings.map(|finding| &finding.title).collect();
        assert_eq!(imported.extent.name(), extent, "{name}: {:?}", imported.remarks);
        assert!(findings.is_empty(), "{name}: {findings:?}");
        let text = imported.definition.as_deref().expect("a definition");
        let variant = alfil::parse(text).expect("no error");
        let mut at = match position {
            "start" => variant.start(),
            position => variant.position(position).expect("a position"),
        };
        for played in moves.split(' ').filter(|word| *word != "-") {
            if at.play_text(played).is_err() {
                wrong.push(format!("{row}: `{played}` is not legal"));
            }
        }
        let texts = at.legal().texts().expect("a board has a list");
        for (list, wanted) in [(legal, true), (illegal, false)] {
            for word in list.split(' ').filter(|word| *word != "-") {
                if texts.iter().any(|text| text == word) != wanted {
                    wrong.push(format!("{row}: `{word}` among {texts:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let named = |name: &str| FORK_MOVES.lines().any(|row| row.split('|').next() == Some(name));
    assert!(all.iter().all(|one| named(&one.name)), "each section has a row");
}

#[test]
fn definitions_are_formatted() {
    for imported in import(FILE, "variants.ini", |_| true).expect("it can be read") {
        let text = imported.definition.expect("a definition");
        let source = alfil_diagnostics::source::Sources::new().add("definition", text.as_str());
        let formatted = alfil_syntax::format::format(source, &text);
        assert_eq!(formatted.as_deref(), Ok(text.as_str()), "{}", imported.name);
    }
}

/// The position after `four` with all its clocks set to `plies`.
fn late(variant: &Variant, four: &[&str], plies: u32) -> Option<Position> {
    let mut position = variant.start();
    four.iter().try_for_each(|text| position.play_text(text)).ok()?;
    let text = position.text();
    let words = text.split(' ').enumerate().map(|(at, word)| match word.split_once('=') {
        // Counters of other things, such as passes, are small after these few quiet moves.
        Some((name, number)) if number.parse().is_ok_and(|number: u32| number >= 4) => {
            format!("{name}={plies}")
        }
        Some(_) => word.to_owned(),
        None if at == 4 => plies.to_string(),
        None => word.to_owned(),
    });
    variant.position(&words.collect::<Vec<_>>().join(" ")).ok()
}

/// The word for a result in `ends.tsv`.
fn won(position: &Position) -> Option<&'static str> {
    let [white, _] = position.outcome()?.score();
    Some(match white.as_str() {
        "1" => "white",
        "0" => "black",
        _ => "draw",
    })
}

/// What differs in a row of `ends.tsv`.
fn ends_differ(variant: &Variant, row: &[&str]) -> Option<String> {
    let [name, moves, repeated, clock] = row[..] else { panic!("a row has four columns") };
    let four: Vec<&str> = moves.split(' ').collect();
    let mut position = variant.start();
    let mut found = "-".to_owned();
    for (text, plies) in four.iter().cycle().zip(1..=24) {
        if let Err(why) = position.play_text(text) {
            return Some(format!("{name}: {why}"));
        }
        if let Some(who) = won(&position) {
            found = format!("{plies} {who}");
            break;
        }
    }
    if found != repeated {
        return Some(format!("{name}: repetition is `{found}`, not `{repeated}`"));
    }
    let (plies, who) = clock.split_once(' ').unwrap_or(("250", "nobody"));
    let plies: u32 = plies.parse().expect("a number of plies");
    let after = |plies: u32| {
        let mut position = late(variant, &four, plies)?;
        position.play_text(four.first()?).ok()?;
        Some(won(&position).unwrap_or("nobody"))
    };
    let found = (after(plies - 2), after(plies - 1));
    let wanted = (Some("nobody"), Some(who));
    (found != wanted).then(|| format!("{name}: the clock gives {found:?}, not {wanted:?}"))
}

#[test]
fn built_in_variants_end_like_those_of_the_other_program() {
    let rows: Vec<Vec<&str>> = ENDS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert!(built_in_names().count() > 80);
    let (mut compared, mut wrong) = (0, Vec::new());
    for name in built_in_names() {
        let imported = import_built_in(name).expect("it is built in");
        let text = imported.definition.as_deref().expect("a definition");
        assert_ne!(imported.extent, Extent::NotAtAll, "{name}: {:?}", imported.findings);
        let row = rows.iter().find(|row| row.first() == Some(&name));
        if let Some(row) = row.filter(|_| imported.extent == Extent::Complete) {
            compared += 1;
            let variant = alfil::parse(text).expect("no error");
            wrong.extend(ends_differ(&variant, row));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 70, "{compared}");
    assert!(import_built_in("no such variant").is_none());
}

#[test]
fn a_section_loses_what_its_parents_lose() {
    let text = "[a:xiangqi]\nnoSuchKey = 1\n[b:a]\nstalemateValue = draw\n[c:b]\n";
    let all = import(text, "variants.ini", |_| true).expect("it can be read");
    for (name, together) in ["a", "b", "c"].iter().zip(&all) {
        let alone = import(text, "variants.ini", |section| section == *name).expect("it is read");
        let alone = alone.first().expect("a section");
        assert_eq!(remarks(together), remarks(alone), "{name}");
        assert_eq!((together.extent, alone.extent), (Extent::Partly, Extent::Partly), "{name}");
        assert!(remarks(together).iter().any(|what| what.contains("noSuchKey")), "{name}");
    }
}

#[test]
fn marks_of_a_start_position_are_read_or_explained() {
    let cases: &[(&str, Extent, &str)] = &[
        (
            "[a:chess]\nstartFen = rnbq~kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            Extent::Complete,
            "",
        ),
        (
            "[a:crazyhouse]\nstartFen = rnbq~kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n",
            Extent::Partly,
            "2:1: lost: `startFen` is not carried over: `~` after a letter says that the piece was promoted, which is impossible for a piece of a start position",
        ),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppp?ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            Extent::NotAtAll,
            "2:1: error: `?` has no meaning in a start position",
        ),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/+RNBQKBNR w KQkq - 0 1\n",
            Extent::NotAtAll,
            "2:1: error: the start position has `+R`, but no piece promotes from `R`",
        ),
        (
            "[a:chess]\n\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\nstalemateValue = loss\n",
            Extent::NotAtAll,
            "3:1: error: the start position has no piece",
        ),
        (
            "[a:chess]\nstalemateValue = loss\nstartFen = 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1\n",
            Extent::NotAtAll,
            "3:1: error: the definition of this variant has an error: Black has just moved and stands in check on e8",
        ),
    ];
    for (text, extent, expected) in cases {
        let imported = only(text);
        let found = remarks(&imported);
        assert_eq!(found.first().map_or("", String::as_str), *expected, "{text}");
        assert_eq!(imported.extent, *extent, "{text}: {:?}", imported.findings);
    }
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
                "1:2: warning: the program does not know a parent that comes later in the file",
                "2:4: error: `a` inherits from itself; name a variant that stands above",
            ],
        ),
        (
            "[a:chess]\r\nflagPiece = k\r\nflagPiece = q\r\n",
            Extent::Complete,
            &["3:1: warning: `flagPiece` is already in line 2; this one counts"],
        ),
        (
            "[a:chess]\nflagRegion = e4 z9\n",
            Extent::Partly,
            &[
                "2:14: lost: `flagRegion` is not carried over: `z9` is not a square, rank or file; write squares such as `e4`, ranks such as `*8` or files such as `a*`",
            ],
        ),
        (
            "[a:chess]\n  maxRank = 99\n",
            Extent::Partly,
            &[
                "2:13: lost: `99` is not a value of `maxRank`, so it is not carried over; write a rank from 1 to 16",
            ],
        ),
        (
            "[a:chess]\npromotionPieceTypes = qx\n",
            Extent::Partly,
            &[
                "2:23: lost: `promotionPieceTypes` is not carried over: no piece has the letter `x`; write letters of pieces, `*` or `-`",
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
                "3:1: lost: `chasingRule` is not carried over: claims can count repeated checks, but cannot tell which piece chases another one",
            ],
        ),
        (
            "[a:chess]\ncustomPiece1 = n:NaC\n",
            Extent::Complete,
            &["2:1: warning: the other program ignores `a` in the moves of `customPiece1`"],
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

/// The legal moves by their texts without the letters of kinds, which may differ.
fn by_cells(position: &Position) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in position.legal().texts().unwrap_or_default() {
        let words: Vec<&str> = text.split(',').collect();
        let plain = |word: &&str| {
            let cells = word.rsplit('@').next().unwrap_or_default();
            let letter = cells.ends_with(|last: char| last.is_alphabetic());
            let cells = cells.trim_end_matches(|last: char| letter && !last.is_ascii_digit());
            format!("{}{cells}", if word.contains('@') { "@" } else { "" })
        };
        let plain: Vec<String> = words.iter().map(plain).collect();
        all.entry(plain.join(",")).or_default().push(text);
    }
    all
}

/// Plays random moves in both games. Returns the first position that differs.
fn difference(one: &Variant, other: &Variant, seed: u64) -> Option<String> {
    let mut dice = Dice::new(seed);
    let (mut one, mut other) = (one.start(), other.start());
    for _ in 0..30 {
        let (moves, others) = (by_cells(&one), by_cells(&other));
        let counts = |moves: &BTreeMap<String, Vec<String>>| -> Vec<(String, usize)> {
            moves.iter().map(|(cells, texts)| (cells.clone(), texts.len())).collect()
        };
        if counts(&moves) != counts(&others) {
            return Some(format!("{}\n{moves:?}\n{others:?}", one.text()));
        }
        if one.outcome().is_some() != other.outcome().is_some() {
            return Some(format!("{}: {:?} {:?}", one.text(), one.outcome(), other.outcome()));
        }
        let Some(mv) = one.legal().random(&mut dice) else { break };
        let text = one.legal().write(&mv);
        let found = moves.iter().find(|(_, texts)| texts.contains(&text));
        let same = found.and_then(|(cells, _)| others.get(cells)).cloned().unwrap_or_default();
        let answer = match same.as_slice() {
            [only] => only.clone(),
            several if several.contains(&text) => text.clone(),
            _ => break,
        };
        one.play_text(&text).unwrap();
        other.play_text(&answer).unwrap();
    }
    None
}

#[test]
fn exported_games_come_back() {
    let (mut names, mut wrong) = (Vec::new(), Vec::new());
    for game in shipped().filter(|game| !game.text.contains("\nmodifier: true")) {
        let mut workspace = Workspace::new();
        let Ok(variant) = workspace.load(game.name) else { continue };
        let Ok(done) = export(variant.resolved(), variant.game()) else { continue };
        if !done.is_exact() {
            continue;
        }
        names.push(game.name);
        let text = done.text("mine", &[]);
        let imported = only(&text);
        let back = imported.definition.as_deref().map(alfil::parse);
        match (back, imported.extent) {
            (Some(Ok(back)), Extent::Complete) => {
                let found = (0..3).find_map(|seed| difference(&variant, &back, seed));
                wrong.extend(found.map(|what| format!("{}: {what}\n{text}", game.name)));
            }
            _ => wrong.push(format!("{}: {:?}\n{text}", game.name, imported.remarks)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(names.len() >= 39, "{}: {names:?}", names.len());
}
