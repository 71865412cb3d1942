//! `alfil list`: lists the shipped definitions by family.

use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::Status;
use alfil_syntax::definition::{self, Role};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  alfil list
  alfil list --json";

/// Arguments of `list`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// One JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Lists all shipped definitions with their titles.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let mut rows = Vec::new();
    for shipped in alfil_definitions::shipped() {
        let source = session.workspace.sources_mut().add(shipped.name, shipped.text);
        let tree = definition::tree(source, shipped.text).value;
        let Some(file) = tree.and_then(|tree| definition::read(&tree, shipped.text).value) else {
            continue;
        };
        let title = file.name.as_ref().map_or(String::new(), |name| name.text().to_owned());
        rows.push((shipped, title, role(file.role())));
    }
    if args.json {
        let definitions: Vec<_> = rows
            .iter()
            .map(|(s, title, role)| {
                json!({"name": s.name, "family": s.family, "title": title, "role": role})
            })
            .collect();
        session.shell.json(&json!({ "definitions": definitions }));
        return Ok(Status::Well);
    }
    let width = rows.iter().map(|(s, ..)| s.name.len()).max().unwrap_or(0);
    let mut family = "";
    for (shipped, title, role) in &rows {
        if shipped.family != family {
            let gap = if family.is_empty() { "" } else { "\n" };
            family = shipped.family;
            session.shell.line(format!("{gap}{family}"));
        }
        let note = if *role == "game" { String::new() } else { format!(" ({role})") };
        session.shell.line(format!("  {:width$}  {title}{note}", shipped.name));
    }
    Ok(Status::Well)
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Game => "game",
        Role::Abstract => "parent",
        Role::Modifier => "modifier",
    }
}
