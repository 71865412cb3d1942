//! Tests of `alfil export` that need files. `cli/commands.txt` has further commands with their
//! complete output.

use crate::process::{alfil, code, folder, run, text};
use serde_json::Value;
use std::fs;

#[test]
fn a_file_is_written_once_and_its_ending_decides() {
    let folder = folder("export");
    let export = |arguments: &[&str]| {
        let mut command = alfil();
        command.current_dir(&folder).arg("export").args(arguments);
        command.output().expect("it starts")
    };
    assert_eq!(code(&export(&["gardner", "-o", "mini.ini"])), 0);
    let section = fs::read_to_string(folder.join("mini.ini")).expect("written");
    assert!(section.starts_with("[gardner-alfil:chess]\n"), "{section}");
    let again = export(&["makruk", "-o", "mini.ini"]);
    assert_eq!(code(&again), 2);
    assert!(text(&again.stderr).contains("--force"));
    assert_eq!(fs::read_to_string(folder.join("mini.ini")).ok(), Some(section));
    assert_eq!(code(&export(&["makruk", "-o", "mini.ini", "--force"])), 0);
    assert_eq!(code(&export(&["glinski", "-o", "hexagons.json"])), 0);
    let rules = fs::read_to_string(folder.join("hexagons.json")).expect("written");
    let rules: Value = serde_json::from_str(&rules).expect("JSON");
    assert_eq!(rules["board"]["nodes"].as_array().map(Vec::len), Some(91));
    // A game that is not expressed exactly leaves no file.
    assert_eq!(code(&export(&["circe", "-o", "circe.ini"])), 1);
    assert!(!folder.join("circe.ini").exists());
    assert_eq!(code(&export(&["circe", "-o", "circe.ini", "--partial"])), 1);
    assert!(folder.join("circe.ini").exists());
}

#[test]
fn rules_as_json_have_steps_and_links() {
    let output = run(&["export", "chess", "--format", "json"]);
    assert_eq!(code(&output), 0);
    let rules: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let node = &rules["board"]["nodes"][9];
    assert_eq!((&node["cell"], node["links"].as_array().map(Vec::len)), (&"b2".into(), Some(8)));
    let up = node["links"].as_array().and_then(|links| links.iter().find(|l| l["heading"] == 0));
    assert_eq!(up.map(|link| &link["to"]), Some(&17.into()));
    let knight = &rules["pieces"][4]["moves"][0]["legs"][0];
    let vectors = knight["aim"]["vectors"].as_array().expect("vectors");
    assert!(vectors.len() == 8 && vectors.contains(&serde_json::json!([1, 2])), "{knight}");
    assert_eq!(rules["castling"].as_array().map(Vec::len), Some(4));
    assert_eq!(rules["ends"]["checkmate"], "loss");
}
