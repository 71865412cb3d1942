//! The program `alfil`: the command line of the package `alfil-cli`, with the files that this package contains.

use alfil_shell::command::{Embedded, Engine, Page};

/// The engine for browsers, which `npm run module` builds.
#[cfg(has_engine)]
const ENGINE: Option<Engine> = Some(Engine {
    module: include_bytes!(env!("ALFIL_ENGINE")),
    about: include_str!(env!("ALFIL_ENGINE_ABOUT")),
});
#[cfg(not(has_engine))]
const ENGINE: Option<Engine> = None;

fn main() -> std::process::ExitCode {
    alfil_cli::run(Embedded {
        findings: include_str!("../docs/findings.md"),
        rules_schema: include_str!("../docs/rules.schema.json"),
        page: Page {
            html: include_str!("../web/dist/index.html"),
            script: include_str!("../web/dist/studio.js"),
            style: include_str!("../web/dist/studio.css"),
            notices: include_str!("../web/dist/THIRD-PARTY.txt"),
            whole: include_str!("../web/dist/page.html"),
        },
        engine: ENGINE,
    })
}
