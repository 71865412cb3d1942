//! Who is answered.
//!
//! Owns: [`Gate::admit`]. Takes what a request says of itself; gives what it asks for, or the status that refuses it.
//! Invariant: what is not plainly this server's own page is refused before anything is read or done. A page of another
//! origin shows its origin, a name that was bent to this machine its `Host`, and neither has the token, which stands in
//! the part of the address that browsers send nobody.

use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, StatusCode};

/// What the server answers to.
pub(crate) struct Gate {
    /// `127.0.0.1:4711`.
    pub(crate) host: String,
    /// What the page shows with each question.
    pub(crate) token: String,
}

/// What is asked for.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Route<'r> {
    /// The page.
    Page,
    /// A part of it.
    Part(&'r str),
    /// An answer of this name.
    Answer(&'r str),
}

impl Gate {
    /// What a request may have.
    pub(crate) fn admit<'r>(
        &self,
        method: &Method,
        path: &'r str,
        headers: &HeaderMap,
    ) -> Result<Route<'r>, StatusCode> {
        let only = |name: HeaderName| {
            let mut values = headers.get_all(name).iter();
            let first = values.next();
            first.filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
        };
        if only(HOST) != Some(self.host.as_str()) {
            return Err(StatusCode::FORBIDDEN);
        }
        let ours =
            only(ORIGIN).and_then(|origin| origin.strip_prefix("http://")) == Some(&*self.host);
        if headers.contains_key(ORIGIN) && !ours {
            return Err(StatusCode::FORBIDDEN);
        }
        let Some(name) = path.strip_prefix("/api/") else {
            return match (method, path) {
                (&Method::GET, "/") => Ok(Route::Page),
                (&Method::GET, part) => Ok(Route::Part(part)),
                (_, _) => Err(StatusCode::METHOD_NOT_ALLOWED),
            };
        };
        if method != Method::POST {
            return Err(StatusCode::METHOD_NOT_ALLOWED);
        }
        // Browsers say with every such request where it comes from.
        if !ours {
            return Err(StatusCode::FORBIDDEN);
        }
        let shown = only(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if !shown.is_some_and(|shown| is_same(shown, &self.token)) {
            return Err(StatusCode::UNAUTHORIZED);
        }
        if only(CONTENT_TYPE) != Some("application/json") {
            return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
        }
        Ok(Route::Answer(name))
    }
}

/// Compares in a time that does not tell where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}
