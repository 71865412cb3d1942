//! The page and its parts, embedded in the program. They are built from `web/src` and committed;
//! `.ci/run` builds them again and compares.

/// The page. Its scripts and styles have this `nonce`.
pub(crate) fn page(nonce: &str) -> String {
    include_str!("../../../web/dist/index.html").replace("NONCE", nonce)
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
    match path {
        "/studio.js" => Some((
            "text/javascript; charset=utf-8",
            include_bytes!("../../../web/dist/studio.js").as_slice(),
        )),
        "/studio.css" => Some((
            "text/css; charset=utf-8",
            include_bytes!("../../../web/dist/studio.css").as_slice(),
        )),
        "/notices.txt" => Some((
            "text/plain; charset=utf-8",
            include_bytes!("../../../web/dist/THIRD-PARTY.txt").as_slice(),
        )),
        _ => None,
    }
}
