//! Tests of `alfil schema` against the definitions, with an independent YAML reader, and of the
//! schema of exported rules.
//!
//! The validator below supports only the keywords of JSON Schema that the schema uses, and fails on
//! any other keyword.

use crate::process::{code, run, text};
use alfil_definitions::shipped;
use alfil_describe::rules_json::rules;
use alfil_workspace::Workspace;
use serde_json::Value;
use std::fs;

/// Returns the errors of `value` at `path` against the schema `wants`.
fn wrong(root: &Value, wants: &Value, value: &Value, path: &str) -> Vec<String> {
    let no = |what: &str| vec![format!("{path}: {what}")];
    let mut found = Vec::new();
    for (word, says) in wants.as_object().expect("a schema") {
        match word.as_str() {
            "$schema" | "title" | "description" | "definitions" => {}
            "properties" if !value.is_object() => {}
            "$ref" => {
                let name = says.as_str().and_then(|r| r.strip_prefix("#/definitions/"));
                let wants = &root["definitions"][name.expect("a definition")];
                assert!(wants.is_object(), "{says} leads nowhere");
                found.extend(wrong(root, wants, value, path));
            }
            "allOf" => {
                for wants in says.as_array().expect("a list") {
                    found.extend(wrong(root, wants, value, path));
                }
            }
            "anyOf" => {
                let each = says.as_array().expect("a list").iter();
                let each: Vec<_> = each.map(|wants| wrong(root, wants, value, path)).collect();
                // The alternative with the deepest error is probably the intended one, so its
                // errors are reported.
                let deep = |found: &Vec<String>| found[0].split(": ").next().map(str::len);
                if each.iter().all(|found| !found.is_empty()) {
                    found.extend(each.into_iter().max_by_key(deep).unwrap_or_default());
                }
            }
            "enum" if !says.as_array().expect("a list").contains(value) => {
                found.extend(no(&format!("{value} is none of {says}")));
            }
            "type" => {
                let types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                let is = |name: &Value| match name.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("no type is called {other}"),
                };
                if !types.iter().any(is) {
                    found.extend(no(&format!("{value} is no {says}")));
                }
            }
            "minimum" if value.as_f64().is_some_and(|v| Some(v) < says.as_f64()) => {
                found.extend(no(&format!("{value} is less than {says}")));
            }
            "properties" => {
                for (key, wants) in says.as_object().expect("a mapping") {
                    if let Some(value) = value.get(key) {
                        found.extend(wrong(root, wants, value, &format!("{path}.{key}")));
                    }
                }
            }
            "additionalProperties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if wants["properties"].get(key).is_some() {
                        continue;
                    }
                    match says {
                        Value::Bool(false) => found.extend(no(&format!("there is no key {key}"))),
                        says => found.extend(wrong(root, says, value, &format!("{path}.{key}"))),
                    }
                }
            }
            "items" => {
                for (n, value) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(wrong(root, says, value, &format!("{path}[{n}]")));
                }
            }
            "pattern" => {
                if value.as_str().is_some_and(|text| !matches(says, text)) {
                    found.extend(no(&format!("{value} is not like {says}")));
                }
            }
            "propertyNames" => {
                for key in value.as_object().into_iter().flatten().map(|(key, _)| key) {
                    found.extend(wrong(root, says, &key.as_str().into(), path));
                }
            }
            "required" if value.is_object() => {
                let keys = says.as_array().expect("a list").iter().filter_map(Value::as_str);
                for key in keys.filter(|key| value.get(key).is_none()) {
                    found.extend(no(&format!("the key {key} is missing")));
                }
            }
            "minProperties" => {
                let keys = value.as_object().map(|all| all.len() as u64);
                if keys < says.as_u64() && value.is_object() {
                    found.extend(no(&format!("{value} has less than {says} keys")));
                }
            }
            "enum" | "minimum" | "required" => {}
            other => panic!("the test does not know `{other}`"),
        }
    }
    found
}

/// True if `text` matches a regular expression of the schema.
fn matches(expression: &Value, text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match expression.as_str().expect("an expression") {
        "^[0-9]+,?( +[0-9]+,?)*$" => {
            text.split_whitespace().all(|word| number(word.trim_end_matches(',')))
        }
        "^(win|loss) [0-9]+/[0-9]+$" => {
            let share = text.strip_prefix("win ").or_else(|| text.strip_prefix("loss "));
            let parts = share.and_then(|share| share.split_once('/'));
            parts.is_some_and(|(part, whole)| number(part) && number(whole))
        }
        "^step +[0-9]+ *$" => text.strip_prefix("step ").is_some_and(|rest| number(rest.trim())),
        "^O[0-9]*$" => text.strip_prefix('O').is_some_and(|rest| rest.is_empty() || number(rest)),
        other => panic!("the test does not know `{other}`"),
    }
}

fn schema() -> Value {
    let ran = run(&["schema"]);
    assert_eq!(code(&ran), 0);
    serde_json::from_str(text(&ran.stdout)).expect("JSON")
}

fn slips(schema: &Value, definition: &str) -> Vec<String> {
    let read: Value = serde_yaml::from_str(definition).expect("YAML");
    wrong(schema, schema, &read, "")
}

#[test]
fn shipped_definitions_fit_the_schema() {
    let schema = schema();
    let mut checked = 0;
    for definition in shipped() {
        let slips = slips(&schema, definition.text);
        assert!(slips.is_empty(), "{}: {slips:?}", definition.name);
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn exported_rules_fit_their_schema() {
    let ran = run(&["schema", "--rules"]);
    assert_eq!(code(&ran), 0);
    let schema: Value = serde_json::from_str(text(&ran.stdout)).expect("JSON");
    let mut checked = 0;
    for definition in shipped() {
        let analysis = Workspace::default().examine(definition.name);
        let (Some(resolved), Some(game)) = (analysis.resolved, analysis.game) else { continue };
        let slips = wrong(&schema, &schema, &rules(&resolved, &game), "");
        assert!(slips.is_empty(), "{}: {slips:?}", definition.name);
        checked += 1;
    }
    assert!(checked > 90, "{checked}");
}

#[test]
fn the_schema_of_rules_finds_missing_and_unknown_keys() {
    let schema: Value =
        serde_json::from_str(include_str!("../../docs/rules.schema.json")).expect("JSON");
    let analysis = Workspace::default().examine("chess");
    let (Some(resolved), Some(game)) = (analysis.resolved, analysis.game) else {
        panic!("chess has errors");
    };
    let mut object = rules(&resolved, &game);
    let pawn = object["pieces"][5].as_object_mut().expect("an object");
    pawn.remove("letter");
    pawn.insert("colour".to_owned(), "green".into());
    let slips = wrong(&schema, &schema, &object, "");
    let wanted = [".pieces[5]: the key letter is missing", ".pieces[5]: there is no key colour"];
    assert!(wanted.iter().all(|wanted| slips.iter().any(|slip| slip == wanted)), "{slips:?}");
}

/// Each row contains a definition and the errors that the schema must find.
#[test]
fn slips_are_found_where_they_are() {
    let schema = schema();
    for (definition, wanted) in [
        ("extends: chess", ""),
        ("extend: chess", ": there is no key extend"),
        ("pieces: {rook: {letter: R, mvoes: R}}", ".pieces.rook: there is no key mvoes"),
        ("pieces: {rook: none}", ""),
        ("pieces: [rook]", ".pieces: [\"rook\"] is no \"object\""),
        ("hand: {captured: to captr}", ".hand.captured: \"to captr\" is none of"),
        ("modifier: true", ""),
        ("modifier: yes please", ".modifier: \"yes please\" is none of"),
        ("turn: {steps: [{moves: light}, {}]}", ""),
        ("turn: {steps: 2}", ""),
        ("tests: [{perft: [20, 400], source: me}]", ""),
        ("tests: [{perft: [-20], source: me}]", ".tests[0].perft"),
        ("tests: {perft: [20]}", ".tests: {\"perft\":[20]} is no \"array\""),
        ("ends: {checkmated: lose}", ".ends.checkmated: \"lose\" is"),
        ("ends: {stalemated: loss 1/4}", ""),
        ("castling: {with: {O2: rook}}", ""),
        ("castling: {with: {rook: O2}}", ".castling.with: \"rook\" is not like"),
        ("zones: {river: {white: rank 5, black: a4-h4}}", ""),
        ("zones: {river: {white: rank 5, blak: rank 4}}", ".zones.river"),
    ] {
        let slips = slips(&schema, definition);
        match wanted {
            "" => assert!(slips.is_empty(), "{definition}: {slips:?}"),
            wanted => assert!(
                slips.iter().any(|slip| slip.starts_with(wanted)),
                "{definition}: {slips:?}"
            ),
        }
    }
}

/// The schema must reject the keys that `check` reports as unknown.
#[test]
fn unknown_keys_are_those_of_check() {
    let schema = schema();
    let mut checked = 0;
    for entry in fs::read_dir("tests/broken").expect("a folder") {
        let path = entry.expect("an entry").path();
        let Some(name) = path.to_str().filter(|name| name.ends_with(".yaml")) else { continue };
        let checks = run(&["check", "--json", name]);
        let found: Value = serde_json::from_str(text(&checks.stdout)).expect("JSON");
        let found = found["findings"].as_array().expect("a list").clone();
        let unknown = |d: &Value| d["code"] == "unknown-key" && d["file"] == name;
        let Ok(read) = serde_yaml::from_str::<Value>(&fs::read_to_string(&path).expect("a text"))
        else {
            continue;
        };
        if found.iter().any(unknown) {
            assert!(!wrong(&schema, &schema, &read, "").is_empty(), "{name}");
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}
