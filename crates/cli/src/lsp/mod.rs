//! `alfil lsp`: a language server for definitions, on standard input and output.
//!
//! `crates/editor/` computes the answers. `answers` converts them to types of the protocol.
//! Findings are sent while no message waits, so only the last of ten quickly typed letters is
//! examined.

mod answers;

use crate::lsp::answers::Pictures;
use alfil_editor::Page;
use alfil_editor::documents::{Documents, Publication};
use alfil_editor::rename::{Refused, Renamed};
use alfil_shell::load::{Outcome, Session};
use alfil_shell::terminal::{Status, Stop};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, Completion, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, Rename, Request as _,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    CompletionResponse, FoldingRangeProviderCapability, GotoDefinitionResponse,
    HoverProviderCapability, InitializeParams, InitializeResult, Location, OneOf,
    PrepareRenameResponse, PublishDiagnosticsParams, RenameOptions, ServerCapabilities, ServerInfo,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::str::FromStr;
use std::thread::{self, JoinHandle};

const EXAMPLES: &str = "\
An editor starts this command; README.md shows the settings for three editors. With
`{\"pictures\": \"svg\"}` as initialization options, movements are drawn as SVG for editors that show pictures
in Markdown; without these options, they are drawn with characters.";

/// Arguments of `lsp`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Talk on standard input and output, as it does anyway; some editors say so.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the editor ends the connection.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    if !args.stdio && std::io::stdin().is_terminal() {
        let why = "an editor must start `alfil lsp`; `alfil lsp --help` explains more";
        return Err(Stop::Refused(why.to_owned()));
    }
    let wire = Wire::stdio();
    let ended = converse(&wire.connection, Documents::new(session.workspace.clone()));
    wire.finish();
    ended.map_err(|error| Stop::Refused(format!("the connection to the editor ended: {error}")))?;
    Ok(Status::Well)
}

/// The reason why the connection ended early.
type Ended = Box<dyn std::error::Error + Send + Sync>;

fn converse(connection: &Connection, documents: Documents) -> Result<(), Ended> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let requested =
        params.initialization_options.as_ref().and_then(|options| options.get("pictures"));
    let pictures = match requested.and_then(Value::as_str) {
        Some("svg") => Pictures::Svg,
        Some(_) | None => Pictures::Text,
    };
    let info = ServerInfo {
        name: "alfil".to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    let result = InitializeResult { capabilities: capabilities(), server_info: Some(info) };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    // A second thread answers requests, so that this one receives `shutdown` even while a game is
    // compiled.
    let (forward, received) = Connection::memory();
    let worker = Connection { sender: connection.sender.clone(), receiver: received.receiver };
    let worker = thread::spawn(move || work(&worker, documents, pictures));
    for message in &connection.receiver {
        if let Message::Request(request) = &message
            && connection.handle_shutdown(request)?
        {
            return Ok(());
        }
        forward.sender.send(message)?;
    }
    // The editor closed its end without `shutdown`. It may still read, so earlier requests are
    // answered.
    drop(forward);
    match worker.join() {
        Ok(ended) => ended,
        Err(_) => Err("an answer could not be calculated".into()),
    }
}

/// Answers messages from `connection`, and sends findings while no message waits.
fn work(
    connection: &Connection,
    mut documents: Documents,
    pictures: Pictures,
) -> Result<(), Ended> {
    loop {
        // Waiting messages come first, because they may replace a text.
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            Err(_) => {
                publish(connection, &mut documents)?;
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(()),
                }
            }
        };
        match message {
            Message::Request(request) => {
                let response = answer(request, &mut documents, pictures);
                connection.sender.send(Message::Response(response))?;
            }
            Message::Notification(notification) => {
                if let Some(reply) = receive(notification, &mut documents) {
                    connection.sender.send(Message::Notification(reply))?;
                }
            }
            Message::Response(_) => {}
        }
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([":", " ", "{", "+", "/"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        ..ServerCapabilities::default()
    }
}

/// Sends the findings of every text that changed. New findings that need no compilation are sent
/// first. The function stops when a message arrives; the remaining findings follow later.
fn publish(connection: &Connection, documents: &mut Documents) -> Result<(), Ended> {
    for key in documents.unpublished() {
        if let Some(early) = documents.early_news(&key) {
            send(connection, documents, &key, &early)?;
        }
        if !connection.receiver.is_empty() {
            return Ok(());
        }
        if let Some(all) = documents.publish(&key) {
            send(connection, documents, &key, &all)?;
        }
    }
    Ok(())
}

fn send(
    connection: &Connection,
    documents: &mut Documents,
    key: &str,
    publication: &Publication,
) -> Result<(), Ended> {
    let (Some(page), Ok(uri)) = (documents.page(key), Uri::from_str(key)) else { return Ok(()) };
    let diagnostics = answers::diagnostics(page, &uri, &publication.marks);
    let version = Some(publication.version);
    let params = PublishDiagnosticsParams { uri, diagnostics, version };
    let notification = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
    connection.sender.send(Message::Notification(notification))?;
    Ok(())
}

/// Handles a notification of the editor. Returns a notification to send at once, if there is one.
fn receive(received: Notification, documents: &mut Documents) -> Option<Notification> {
    match received.method.as_str() {
        DidOpenTextDocument::METHOD => {
            let document = received
                .extract::<lsp_types::DidOpenTextDocumentParams>(DidOpenTextDocument::METHOD);
            let document = document.ok()?.text_document;
            put(documents, &document.uri, document.version, document.text);
            None
        }
        DidChangeTextDocument::METHOD => {
            let change = received
                .extract::<lsp_types::DidChangeTextDocumentParams>(DidChangeTextDocument::METHOD);
            let mut change = change.ok()?;
            let text = change.content_changes.pop()?.text;
            put(documents, &change.text_document.uri, change.text_document.version, text);
            None
        }
        DidCloseTextDocument::METHOD => {
            let close = received
                .extract::<lsp_types::DidCloseTextDocumentParams>(DidCloseTextDocument::METHOD);
            let uri = close.ok()?.text_document.uri;
            documents.close(uri.as_str());
            let params = PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            Some(Notification::new(PublishDiagnostics::METHOD.to_owned(), params))
        }
        DidChangeWatchedFiles::METHOD => {
            documents.forget();
            None
        }
        _ => None,
    }
}

/// The open text at `uri`.
fn page<'d>(documents: &'d mut Documents, uri: &Uri) -> Option<&'d Page> {
    documents.page(uri.as_str())
}

/// The open text of a position, and the byte there.
fn at<'d>(
    documents: &'d mut Documents,
    place: &TextDocumentPositionParams,
) -> Option<(&'d Page, usize)> {
    let page = page(documents, &place.text_document.uri)?;
    Some((page, answers::offset(page.text(), place.position)))
}

/// Opens or replaces the text at `uri`.
fn put(documents: &mut Documents, uri: &Uri, version: i32, text: String) {
    documents.put(uri.as_str(), answers::address(uri), version, text);
}

/// The edits that rename the name at a position to `new`.
fn rename(
    documents: &mut Documents,
    place: &TextDocumentPositionParams,
    new: &str,
) -> Result<Option<WorkspaceEdit>, Refused> {
    let here = &place.text_document.uri;
    let Some((_, at)) = at(documents, place) else { return Ok(None) };
    let Some(renamed) = documents.rename(here.as_str(), at, new)? else { return Ok(None) };
    let edits = renamed.iter().filter_map(|Renamed { address, text, changes }| {
        let uri = answers::known(documents, address, here)?;
        Some((uri, answers::edits(text, changes)))
    });
    Ok(Some(WorkspaceEdit { changes: Some(edits.collect()), ..WorkspaceEdit::default() }))
}

/// Answers one request. If its text is not open, the answer is null.
fn answer(request: Request, documents: &mut Documents, pictures: Pictures) -> Response {
    let Request { id, method, params, .. } = request;
    let answered = match method.as_str() {
        HoverRequest::METHOD => about::<HoverRequest>(params, |params| {
            let (page, at) = at(documents, &params.text_document_position_params)?;
            Some(answers::hover(page, &page.hover(at)?, pictures))
        }),
        Completion::METHOD => about::<Completion>(params, |params| {
            let (page, at) = at(documents, &params.text_document_position)?;
            let items = page.complete(at);
            let items = items.iter().enumerate().map(|(n, it)| answers::completion(page, it, n));
            Some(CompletionResponse::Array(items.collect()))
        }),
        GotoDefinition::METHOD => about::<GotoDefinition>(params, |params| {
            let place = params.text_document_position_params;
            let (page, at) = at(documents, &place)?;
            let target = page.define(at)?;
            let uri = answers::shown(&target, &place.text_document.uri)?;
            let range = answers::range(&target.text, &target.range);
            Some(GotoDefinitionResponse::Scalar(Location { uri, range }))
        }),
        CodeActionRequest::METHOD => about::<CodeActionRequest>(params, |params| {
            let uri = params.text_document.uri;
            let page = page(documents, &uri)?;
            let from = answers::offset(page.text(), params.range.start);
            let to = answers::offset(page.text(), params.range.end);
            Some(answers::fixes(page, &uri, &(from..to.max(from))))
        }),
        Formatting::METHOD => about::<Formatting>(params, |params| {
            let page = page(documents, &params.text_document.uri)?;
            let text = page.text();
            let range = answers::range(text, &(0..text.len()));
            let new = page.format().filter(|new| new != text);
            Some(new.into_iter().map(|new_text| TextEdit { range, new_text }).collect())
        }),
        FoldingRangeRequest::METHOD => about::<FoldingRangeRequest>(params, |params| {
            Some(answers::folds(page(documents, &params.text_document.uri)?))
        }),
        PrepareRenameRequest::METHOD => about::<PrepareRenameRequest>(params, |place| {
            let (page, at) = at(documents, &place)?;
            let name = page.name_at(at)?;
            let range = answers::range(page.text(), &name.range);
            let placeholder = name.text;
            Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
        }),
        Rename::METHOD => try_about::<Rename>(params, |params| {
            let place = params.text_document_position;
            rename(documents, &place, &params.new_name)
        }),
        _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not answered"))),
    };
    match answered {
        Ok(result) => Response::new_ok(id, result),
        Err((code, message)) => Response::new_err(id, code as i32, message),
    }
}

/// The answer to a request of type `R`.
fn about<R: lsp_types::request::Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> R::Result,
) -> Result<Value, (ErrorCode, String)> {
    try_about::<R>(params, |params| Ok(answer(params)))
}

/// Like [`about`], for a request that may be refused.
fn try_about<R: lsp_types::request::Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, String>,
) -> Result<Value, (ErrorCode, String)> {
    let garbled = |error: serde_json::Error| (ErrorCode::InvalidParams, error.to_string());
    let params = serde_json::from_value(params).map_err(garbled)?;
    let answer = answer(params).map_err(|why| (ErrorCode::RequestFailed, why))?;
    serde_json::to_value(answer).map_err(garbled)
}

// Messages of the protocol as bytes on standard input and output.
//
// `lsp-server` ends the connection at the first invalid message, and allocates as many bytes as a
// header announces. Here the size of a message is limited, and an invalid one is answered with an
// error.

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
        let why = format!("a message has {length} bytes, and at most {MAX_MESSAGE} are allowed");
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
