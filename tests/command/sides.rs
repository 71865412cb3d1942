//! Tests of the commands in games with more than two sides.

use crate::process::{code, folder, run, text};
use serde_json::{Value, json};

fn matched(arguments: &[&str]) -> Value {
    let output = run(&[&["match"], arguments, &["--seed", "1", "--json"]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("an object")
}

/// Three players in a game of four sides. In three games, each has each side once, and one side
/// more.
#[test]
fn a_match_of_four_sides_gives_each_player_its_share() {
    let players = ["chaturaji", "computer:nodes=40", "computer:depth=1", "random"];
    let json = matched(&[&players[..], &["--games", "6"]].concat());
    let rows = json["players"].as_array().expect("players");
    let points = |row: &Value| row["points"].as_f64().expect("points");
    assert!((rows.iter().map(points).sum::<f64>() - 6.0).abs() < 1e-9, "{json}");
    let ended: u64 =
        json["ends"].as_object().expect("ends").values().filter_map(Value::as_u64).sum();
    assert_eq!((rows.len(), &json["games"], ended), (3, &6.into(), 6));
    // The intervals come from two rounds of three games.
    assert!(rows.iter().all(|row| row["share"]["low"].is_f64()), "{json}");
    assert_eq!(json["elo"], Value::Null);
}

#[test]
fn parts_of_a_match_of_three_sides_are_joined() {
    let folder = folder("match-sides");
    let players = ["match", "trichess", "random", "random", "--games", "4", "--seed", "1"];
    let paths: Vec<String> = (1..=2)
        .map(|part| {
            let path = folder.join(format!("{part}.part"));
            let path = path.to_str().expect("UTF-8").to_owned();
            let part = format!("{part}/2");
            let output = run(&[&players[..], &["--part", &part, "-o", &path]].concat());
            assert_eq!(code(&output), 0, "{}", text(&output.stderr));
            path
        })
        .collect();
    let joined = run(&["join", &paths[0], &paths[1], "--json"]);
    let mut joined: Value = serde_json::from_slice(&joined.stdout).expect("an object");
    let missing = joined.as_object_mut().and_then(|object| object.remove("missing"));
    assert_eq!(missing, Some(Value::Array(Vec::new())));
    assert_eq!(joined, matched(&["trichess", "random", "random", "--games", "4"]));
}

#[test]
fn a_match_refuses_what_needs_two_sides() {
    for (arguments, why) in [
        (&["chess", "random", "random", "random"][..], "3 players, but this game has 2 sides"),
        (&["trichess", "random", "random", "--stop-at", "0,10"], "`--games N` plays N games"),
    ] {
        let output = run(&[&["match"], arguments].concat());
        let told = text(&output.stderr);
        assert!(code(&output) == 2 && told.contains(why), "{told}");
    }
}

/// The game rolls its dice, not the computer.
#[test]
fn a_computer_with_a_limit_plays_a_game_of_dice() {
    let json = matched(&["dice-chess", "computer:nodes=20", "random", "--games", "2"]);
    assert_eq!((&json["games"], &json["points"]), (&2.into(), &2.0.into()));
}

fn proof(arguments: &[&str]) -> Value {
    let output = run(&[&["mate"], arguments, &["--json"]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("an object")
}

/// The rook on b11 takes b4 and b5 from the king on a4. The other one mates on file a, or takes a5 on
/// rank 5, which is stalemate. The definition has both positions among its tests.
#[test]
fn a_proof_finds_all_moves_that_put_an_enemy_out() {
    let position = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/1,rR,12/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6";
    let found = proof(&["four-player-chess", "--in", "1", "--position", position]);
    assert_eq!(found["lines"], json!([["d10d5"], ["d10a10"]]));
    assert_eq!((&found["plies"], &found["complete"]), (&json!(1), &json!(true)));
}

/// Without the rook on b11, nothing is forced within a round.
#[test]
fn a_proof_says_that_nobody_can_be_put_out() {
    let position = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/3,rR,10/14/14/13,gK/14/14/bK,13/14/14/7,rK,6";
    let found = proof(&["four-player-chess", "--in", "1", "--position", position]);
    assert_eq!((&found["lines"], &found["plies"]), (&json!([]), &Value::Null));
    assert_eq!((&found["searched plies"], &found["complete"]), (&json!(4), &json!(true)));
}

/// Yellow's knight blocks the rank of Red's rook. Moving it gives check to Blue, but Green could
/// block or Blue could go, so only a defence by all others counts.
#[test]
fn others_defend_against_a_proof() {
    let position = "Y-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/14/14/14/14/13,gK/14/14/bK,yN,1,rR,10/14/14/7,rK,6";
    let found = proof(&["four-player-chess", "--in", "1", "--position", position]);
    assert_eq!(found["lines"], json!([]));
}

#[test]
fn learning_says_what_works_with_three_sides() {
    let output = run(&["learn", "trichess"]);
    let told = text(&output.stderr);
    assert!(code(&output) == 2 && told.contains("`alfil match NAME computer:"), "{told}");
}
