//! One HTTP connection. It ends if its client sends or reads nothing for some time.

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

/// An HTTP response.
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
    // Without this limit, a client that reads nothing would keep the connection open forever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    // After an error the client is gone, so no answer is possible.
    let _ = connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
}
