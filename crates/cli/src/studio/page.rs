//! The page and its parts, which are embedded in the program.

use alfil_shell::command::files;

/// The place in the page before which a policy may stand.
pub(crate) const VIEWPORT: &str = "<meta name=\"viewport\"";
/// The title of the page.
pub(crate) const TITLE: &str = "<title>Alfil Studio</title>";

/// The page. Its scripts and styles have this `nonce`.
pub(crate) fn page(nonce: &str) -> String {
    files().page.html.replace("NONCE", nonce)
}

/// The element of the page that loads the style.
pub(crate) fn style_link(nonce: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"studio.css\" nonce=\"{nonce}\">")
}

/// The element of the page that loads the script.
pub(crate) fn script_link(nonce: &str) -> String {
    format!("<script type=\"module\" src=\"studio.js\" nonce=\"{nonce}\"></script>")
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
        _ => None,
    }
}
