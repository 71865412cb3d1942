//! The program `alfil`: the command line of the package `alfil-cli`, with the files that this package contains.

use alfil_shell::command::{Embedded, Page};

/// The engine for browsers, which `npm run module` builds.
#[cfg(has_engine)]
const ENGINE: Option<&[u8]> = Some(include_bytes!(env!("ALFIL_ENGINE")));
#[cfg(not(has_engine))]
const ENGINE: Option<&[u8]> = None;

fn main() -> std::process::ExitCode {
    alfil_cli::run(Embedded {
        findings: include_str!("../docs/findings.md"),
        rules_schema: include_str!("../docs/rules.schema.json"),
        page: Page {
            html: include_str!("../web/dist/index.html"),
            script: include_str!("../web/dist/studio.js"),
            style: include_str!("../web/dist/studio.css"),
            notices: include_str!("../web/dist/THIRD-PARTY.txt"),
        },
        engine: ENGINE,
    })
}
