//! Decides which requests are served.
//!
//! A request is refused before its body is read, unless it clearly comes from the page of this
//! server. The `Origin` reveals pages of other origins, and the `Host` reveals other names of this
//! machine (DNS rebinding). Both lack the token, because browsers do not send the fragment of an
//! address.

use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::{Method, StatusCode};

/// The address and the token that every request must have.
pub(crate) struct Auth {
    /// Address and port, such as `127.0.0.1:4711`.
    pub(crate) host: String,
    /// The token that the page sends with each question.
    pub(crate) token: String,
}

/// The target of a request.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Route<'r> {
    Page,
    /// A file that belongs to the page, by its path.
    Part(&'r str),
    /// A question of the page, by its name.
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
        // Browsers send the origin with every POST request.
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
