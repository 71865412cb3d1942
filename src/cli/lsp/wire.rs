//! Messages of the protocol as bytes on standard input and output.
//!
//! `lsp-server` ends the connection at the first invalid message, and allocates as many bytes as a
//! header announces. Here the size of a message is limited, and an invalid one is answered with an
//! error.

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::notification::{Exit, Notification as _};
use std::io::{self, BufRead, BufReader, Read};
use std::thread::{self, JoinHandle};

/// The greatest length of a message in bytes. It suffices for several texts of the largest size,
/// escaped.
const MAX_MESSAGE: u64 = 32 << 20;
/// The greatest length of a header line in bytes.
const MAX_HEADER: u64 = 4096;

/// A message, or the reason why there is none.
enum Frame {
    Message(Message),
    /// The message is invalid for this reason; the next one may be valid.
    Garbled(String),
    End,
}

/// A connection to standard input and output.
pub(crate) struct Wire {
    pub(crate) connection: Connection,
    writer: JoinHandle<()>,
}

impl Wire {
    /// Starts threads for reading and writing. The reading thread ends with the program.
    pub(crate) fn stdio() -> Wire {
        let (connection, Connection { sender, receiver }) = Connection::memory();
        let errors = connection.sender.clone();
        thread::spawn(move || {
            let mut input = BufReader::new(io::stdin());
            loop {
                let sent = match read(&mut input) {
                    Ok(Frame::Message(message)) => sender.send(message).is_ok(),
                    Ok(Frame::Garbled(why)) => {
                        // The id of an invalid request is unknown.
                        let id = RequestId::from(String::new());
                        let response = Response::new_err(id, ErrorCode::ParseError as i32, why);
                        errors.send(Message::Response(response)).is_ok()
                    }
                    Ok(Frame::End) | Err(_) => false,
                };
                if !sent {
                    return;
                }
            }
        });
        let writer = thread::spawn(move || {
            let mut output = io::stdout();
            for message in receiver {
                let is_last =
                    matches!(&message, Message::Notification(n) if n.method == Exit::METHOD);
                if is_last || message.write(&mut output).is_err() {
                    return;
                }
            }
        });
        Wire { connection, writer }
    }

    /// Waits until all messages are written.
    pub(crate) fn finish(self) {
        // A server never sends this message, so it serves as a mark after the last one.
        let last = Notification::new(Exit::METHOD.to_owned(), ());
        if self.connection.sender.send(Message::Notification(last)).is_ok() {
            let _ = self.writer.join();
        }
    }
}

/// Reads one message.
fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(Frame::End);
        }
        if !line.ends_with(b"\n") {
            return Err(io::Error::other("a line of the header does not end"));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let length = length.ok_or_else(|| io::Error::other("no Content-Length"))?;
    if length > MAX_MESSAGE {
        let skipped = io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        let why = format!("a message of {length} bytes: at most {MAX_MESSAGE} are read");
        return Ok(if skipped == length { Frame::Garbled(why) } else { Frame::End });
    }
    let mut bytes = Vec::new();
    if (input.by_ref().take(length).read_to_end(&mut bytes)? as u64) < length {
        return Ok(Frame::End);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(match serde_json::from_str(&without_lone_surrogates(&text)) {
        Ok(message) => Frame::Message(message),
        Err(error) => Frame::Garbled(error.to_string()),
    })
}

/// `json` with a replacement character for each lone surrogate. Editors send them while a text is
/// typed, and JSON parsers refuse them.
fn without_lone_surrogates(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let escape = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => &rest[..12],
            (Some(0xd800..=0xdfff), _) => {
                out.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (Some(_), _) => &rest[..6],
            // The character after the backslash does not begin another escape.
            (None, _) => &rest[..rest.char_indices().nth(2).map_or(rest.len(), |(end, _)| end)],
        };
        out.push_str(escape);
        rest = &rest[escape.len()..];
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit of an escape `\uXXXX` at the start of `text`.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
}
