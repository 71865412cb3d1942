//! One connection.
//!
//! Owns: [`keep`]. Takes a connection and who answers its requests. Invariant: a client that sends nothing, or reads nothing, does not keep
//! its place longer than the patience that it is given.

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_io_timeout::TimeoutStream;

/// What is sent.
pub(crate) type Reply = Response<Full<Bytes>>;

/// Answers the requests of a connection until it ends.
pub(crate) async fn keep<A, F>(stream: TcpStream, patience: Duration, answer: A)
where
    A: Fn(Request<Incoming>) -> F,
    F: Future<Output = Reply>,
{
    let service = service_fn(|request| {
        let reply = answer(request);
        async move { Ok::<_, Infallible>(reply.await) }
    });
    let mut connection = http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(patience);
    // A client that reads nothing would keep its place for ever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    // An error means that the client has gone, which needs no answer.
    let _ = connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
}
