//! `alfil schema`: writes the structure of definition files as JSON Schema, or that of exported
//! rules.
//!
//! The schema of definitions is generated from the keys that the reader of definitions uses. It does not describe the small
//! languages inside texts, such as movements and questions.

use alfil_shell::command::files;
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::Status;
use alfil_syntax::definition::{Definition, SCHEMAS};
use alfil_syntax::value::{Key, Language, Naming, Schema, Value};
use serde_json::{Map, Value as Json, json};

const EXAMPLES: &str = "\
Examples:
  alfil schema > alfil.schema.json
  alfil schema --rules > rules.schema.json

A comment in the first line of a definition names the schema for editors of YAML:
  # yaml-language-server: $schema=alfil.schema.json";

/// Arguments of `schema`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The schema for the output of `alfil export --format json`.
    #[arg(long)]
    rules: bool,
}

/// Prints the schema.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if args.rules {
        session.shell.say(files().rules_schema)
    } else {
        session.shell.json(&document())
    }
    Ok(Status::Well)
}

fn document() -> Json {
    let defs: Map<String, Json> = SCHEMAS.iter().map(|it| (name(it), mapping(it))).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A definition of a chess variant, as Alfil reads it",
        "allOf": [{"$ref": reference(&Definition::SCHEMA)}],
        "definitions": defs,
    })
}

/// The name of a mapping in findings, as one word.
fn name(schema: &Schema) -> String {
    schema.what.trim_matches('`').replace(' ', "-")
}

fn reference(schema: &Schema) -> String {
    format!("#/definitions/{}", name(schema))
}

fn mapping(schema: &Schema) -> Json {
    let property = |key: &Key| {
        let mut value = self::value(&key.value);
        value["description"] = format!("{}: {}", key.form, key.doc).into();
        (key.name.to_owned(), value)
    };
    let properties: Map<String, Json> = schema.keys.iter().map(property).collect();
    json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn value(value: &Value) -> Json {
    match value {
        Value::Text(language) => text(*language),
        Value::OneOf(words) => choice(&words()),
        Value::Words(language) => {
            let items = text(*language);
            json!({"anyOf": [items, {"type": "array", "items": items}]})
        }
        // JSON Schema draft 7 ignores keys next to `$ref`, so the reference is in an `allOf`.
        Value::Mapping(schema) => json!({"allOf": [{"$ref": reference(schema)}]}),
        Value::Named(naming, value) => {
            let each = self::value(value);
            let mut mapping = json!({"type": "object", "additionalProperties": each});
            if *naming == Naming::Castlings {
                mapping["propertyNames"] = json!({"pattern": "^O[0-9]*$"});
            }
            // White and Black are no named sides, so there are three or four.
            if *naming == Naming::Sides {
                mapping["minProperties"] = 3.into();
            }
            mapping
        }
        Value::List(item) => json!({"type": "array", "items": self::value(item)}),
        Value::Either(_) => {
            let values = value.alternatives().into_iter().map(self::value);
            json!({"anyOf": values.collect::<Vec<_>>()})
        }
    }
}

/// The schema of a text value. Most texts may also be numbers or booleans, because other YAML
/// parsers read `8` or `true` in this way.
fn text(language: Language) -> Json {
    match language {
        Language::Count => json!({"anyOf": [
            {"type": "integer", "minimum": 0},
            {"type": "string", "pattern": "^[0-9]+,?( +[0-9]+,?)*$"},
        ]}),
        Language::Share => json!({"type": "string", "pattern": "^(win|loss) [0-9]+/[0-9]+$"}),
        Language::Step => json!({"type": "string", "pattern": "^step +[0-9]+ *$"}),
        Language::Prose
        | Language::Movement
        | Language::Area
        | Language::Condition
        | Language::Question
        | Language::Goal
        | Language::Effect
        | Language::Space
        | Language::Position
        | Language::Body
        | Language::Parent
        | Language::Modifier
        | Language::Kind
        | Language::Dice
        | Language::Letter
        | Language::Sign
        | Language::Picture
        | Language::Move
        | Language::Cell
        | Language::File
        | Language::Number
        | Language::Amount
        | Language::Rule => json!({"type": ["string", "number", "boolean"]}),
    }
}

/// The schema of a choice between words. Other YAML parsers read `true` and `false` as booleans, and
/// digits as numbers.
fn choice(words: &[String]) -> Json {
    let others = |word: &String| {
        let number = word.parse::<u32>().ok().map(Json::from);
        word.parse::<bool>().ok().map(Json::from).or(number)
    };
    let words = words
        .iter()
        .flat_map(|word| std::iter::once(Json::from(word.as_str())).chain(others(word)));
    json!({"enum": words.collect::<Vec<_>>()})
}
