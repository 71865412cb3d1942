//! `alfil lsp`: a language server for definitions, on standard input and output.
//!
//! `src/editor/` computes the answers; `answers` converts them to messages, `lines` to positions, and `documents` holds
//! the open texts. Texts arrive as a whole. Findings are sent when no message is waiting, so after ten quickly typed
//! letters only the last text is examined.

mod answers;
mod documents;
mod lines;
mod wire;

use crate::cli::load::{Outcome, Session, Stop};
use crate::cli::lsp::answers::Pictures;
use crate::cli::shell::Status;
use alfil::editor::Mark;
use documents::Documents;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
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
    TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri,
};
use serde_json::Value;
use std::io::IsTerminal;
use std::thread;
use wire::Wire;

const EXAMPLES: &str = "\
An editor starts this and talks to it; README.md says how three editors are told to. With
`{\"pictures\": \"svg\"}` as initialization options movements are drawn for editors that show pictures
in Markdown; without, they are drawn with characters.";

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
        let why = "an editor starts `alfil lsp` and talks to it; `alfil lsp --help` says more";
        return Err(Stop::Refused(why.to_owned()));
    }
    let wire = Wire::stdio();
    let ended = converse(&wire.connection, Documents::new(session.workspace.clone()));
    wire.finish();
    ended.map_err(|error| Stop::Refused(format!("the editor left: {error}")))?;
    Ok(Status::Well)
}

/// The reason why the connection cannot continue.
type Ended = Box<dyn std::error::Error + Send + Sync>;

fn converse(connection: &Connection, documents: Documents) -> Result<(), Ended> {
    let (id, params) = connection.initialize_start()?;
    let params: InitializeParams = serde_json::from_value(params)?;
    let wish = params.initialization_options.as_ref().and_then(|options| options.get("pictures"));
    let pictures = match wish.and_then(Value::as_str) {
        Some("svg") => Pictures::Svg,
        Some(_) | None => Pictures::Text,
    };
    let info = ServerInfo {
        name: "alfil".to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    let result = InitializeResult { capabilities: capabilities(), server_info: Some(info) };
    connection.initialize_finish(id, serde_json::to_value(result)?)?;
    // Requests are answered on a second thread, so that `shutdown` is received while a game is compiled.
    let (ahead, behind) = Connection::memory();
    let worker = Connection { sender: connection.sender.clone(), receiver: behind.receiver };
    let worker = thread::spawn(move || work(&worker, documents, pictures));
    for message in &connection.receiver {
        if let Message::Request(request) = &message
            && connection.handle_shutdown(request)?
        {
            return Ok(());
        }
        ahead.sender.send(message)?;
    }
    // The editor left without `exit`. Earlier requests are answered, because it may still read.
    drop(ahead);
    match worker.join() {
        Ok(ended) => ended,
        Err(_) => Err("an answer could not be worked out".into()),
    }
}

/// Answers messages from `connection`, and publishes findings while there are none.
fn work(
    connection: &Connection,
    mut documents: Documents,
    pictures: Pictures,
) -> Result<(), Ended> {
    loop {
        // Waiting messages are read before anything is examined.
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
                if let Some(gone) = hear(notification, &mut documents) {
                    connection.sender.send(Message::Notification(gone))?;
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

/// Sends the findings of every text that changed. Findings that need no compilation are sent first, if they are new. A
/// message that arrives meanwhile is read before the rest is computed.
fn publish(connection: &Connection, documents: &mut Documents) -> Result<(), Ended> {
    for uri in documents.untold() {
        if let Some((version, marks)) = documents.news(&uri) {
            send(connection, documents, &uri, version, &marks)?;
        }
        if !connection.receiver.is_empty() {
            return Ok(());
        }
        if let Some((version, marks)) = documents.all(&uri) {
            send(connection, documents, &uri, version, &marks)?;
        }
    }
    Ok(())
}

fn send(
    connection: &Connection,
    documents: &mut Documents,
    uri: &Uri,
    version: i32,
    marks: &[Mark],
) -> Result<(), Ended> {
    let Some(page) = documents.page(uri) else { return Ok(()) };
    let diagnostics = answers::diagnostics(page, uri, marks);
    let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version: Some(version) };
    let said = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
    connection.sender.send(Message::Notification(said))?;
    Ok(())
}

/// Handles a notification of the editor. Returns one to send at once.
fn hear(said: Notification, documents: &mut Documents) -> Option<Notification> {
    match said.method.as_str() {
        DidOpenTextDocument::METHOD => {
            let document =
                said.extract::<lsp_types::DidOpenTextDocumentParams>(DidOpenTextDocument::METHOD);
            let document = document.ok()?.text_document;
            documents.put(document.uri, document.version, document.text);
            None
        }
        DidChangeTextDocument::METHOD => {
            let change = said
                .extract::<lsp_types::DidChangeTextDocumentParams>(DidChangeTextDocument::METHOD);
            let mut change = change.ok()?;
            let text = change.content_changes.pop()?.text;
            documents.put(change.text_document.uri, change.text_document.version, text);
            None
        }
        DidCloseTextDocument::METHOD => {
            let close =
                said.extract::<lsp_types::DidCloseTextDocumentParams>(DidCloseTextDocument::METHOD);
            let uri = close.ok()?.text_document.uri;
            documents.close(&uri);
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

/// Answers one request. If its text was closed meanwhile, the answer is null.
fn answer(request: Request, documents: &mut Documents, pictures: Pictures) -> Response {
    let Request { id, method, params, .. } = request;
    let answered = match method.as_str() {
        HoverRequest::METHOD => about::<HoverRequest>(params, |params| {
            let (page, at) = documents.at(&params.text_document_position_params)?;
            Some(answers::hover(page, &page.hover(at)?, pictures))
        }),
        Completion::METHOD => about::<Completion>(params, |params| {
            let (page, at) = documents.at(&params.text_document_position)?;
            let items = page.complete(at);
            let items = items.iter().enumerate().map(|(n, it)| answers::completion(page, it, n));
            Some(CompletionResponse::Array(items.collect()))
        }),
        GotoDefinition::METHOD => about::<GotoDefinition>(params, |params| {
            let place = params.text_document_position_params;
            let (page, at) = documents.at(&place)?;
            let target = page.define(at)?;
            let uri = documents::home(&target, &place.text_document.uri)?;
            let range = lines::range(&target.text, &target.range);
            Some(GotoDefinitionResponse::Scalar(Location { uri, range }))
        }),
        CodeActionRequest::METHOD => about::<CodeActionRequest>(params, |params| {
            let uri = params.text_document.uri;
            let page = documents.page(&uri)?;
            let from = lines::offset(page.text(), params.range.start);
            let to = lines::offset(page.text(), params.range.end);
            Some(answers::fixes(page, &uri, &(from..to.max(from))))
        }),
        Formatting::METHOD => about::<Formatting>(params, |params| {
            let page = documents.page(&params.text_document.uri)?;
            let text = page.text();
            let range = lines::range(text, &(0..text.len()));
            let new = page.format().filter(|new| new != text);
            Some(new.into_iter().map(|new_text| TextEdit { range, new_text }).collect())
        }),
        FoldingRangeRequest::METHOD => about::<FoldingRangeRequest>(params, |params| {
            Some(answers::folds(documents.page(&params.text_document.uri)?))
        }),
        PrepareRenameRequest::METHOD => about::<PrepareRenameRequest>(params, |place| {
            let (page, at) = documents.at(&place)?;
            let (range, placeholder) = page.renamable(at)?;
            let range = lines::range(page.text(), &range);
            Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
        }),
        Rename::METHOD => try_about::<Rename>(params, |params| {
            let place = params.text_document_position;
            documents.rename(&place, &params.new_name)
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
