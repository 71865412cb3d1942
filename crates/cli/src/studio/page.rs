//! The page and its parts, which are embedded in the program.

use alfil_shell::command::files;

/// The page. Its scripts and styles have this `nonce`.
pub(crate) fn page(nonce: &str) -> String {
    files().page.html.replace("NONCE", nonce)
}

/// The policy of the page: nothing from other servers, and no script or style without `nonce`.
pub(crate) fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The media type and the bytes of a file of the page.
pub(crate) fn part(path: &str) -> Option<(&'static str, &'static [u8])> {
    let page = &files().page;
    match path {
        "/studio.js" => Some(("text/javascript; charset=utf-8", page.script.as_bytes())),
        "/studio.css" => Some(("text/css; charset=utf-8", page.style.as_bytes())),
        "/notices.txt" => Some(("text/plain; charset=utf-8", page.notices.as_bytes())),
        // The parts of a page in one file, which the page fills with its game.
        "/page.html" => Some(("text/plain; charset=utf-8", page.whole.as_bytes())),
        "/alfil.module" => Some(("application/octet-stream", files().engine?.module)),
        _ => None,
    }
}
