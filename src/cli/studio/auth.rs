//! Decides which requests are served.
//!
//! A request that does not clearly come from this server's own page is refused before anything is read or done. A page
//! of another origin reveals its origin, a name that was bound to this machine reveals its `Host`, and neither has the
//! token, which is in the part of the address that browsers never send.

use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, StatusCode};

/// The address and the token that requests must show.
pub(crate) struct Auth {
    /// `127.0.0.1:4711`.
    pub(crate) host: String,
    /// The token that the page sends with each question.
    pub(crate) token: String,
}

/// The target of a request.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Route<'r> {
    /// The page.
    Page,
    /// A part of the page.
    Part(&'r str),
    /// The answer with this name.
    Answer(&'r str),
}

impl Auth {
    /// The target of a request, or the status that refuses it.
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
        // Browsers send the origin with every such request.
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

/// Compares in constant time, so that the duration does not reveal where the values differ.
fn is_same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}
