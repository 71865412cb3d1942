//! The text format of the Interactive Diagrams on chessvariants.com.
//!
//! [`import`] reads the text of a diagram, or a page that contains one, and writes a definition.
//! Each field is carried over or has a [`Remark`] with its place. `docs/diagrams.md` lists the
//! fields.

mod board;
pub mod export;
mod model;
mod movement;
mod page;
mod plan;
mod reader;
mod write;

pub use crate::remark::{Place, Remark, Weight};
pub use reader::names;

use crate::remark::{Extent, Imported as Variant, brief};
use alfil_diagnostics::source::{MAX_BYTES, SourceId};
use alfil_syntax::format::format;
use alfil_workspace::Workspace;

/// A definition from a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The title of the game.
    pub title: String,
    /// The text of the definition, in the style of the shipped ones. Comments at its head list what
    /// is not carried over.
    pub text: String,
    /// Remarks in the order of the file. [`Weight::Lost`] is a rule that is not carried over, and
    /// [`Weight::Error`] a finding about the definition itself.
    pub remarks: Vec<Remark>,
}

impl Imported {
    /// True if every rule of the diagram is carried over.
    pub fn is_complete(&self) -> bool {
        self.remarks.iter().all(|remark| remark.weight >= Weight::Doubt)
    }
}

/// True if the text could be a diagram: it has an element of the class `idiagram`, or a known field
/// and a piece, or nothing but pieces.
pub(crate) fn is_diagram(text: &str) -> bool {
    let parts = page::read(text).lines;
    let is_piece = |text: &str| match text.split_once(':') {
        Some((name, rest)) => {
            !name.trim().is_empty()
                && !name.contains(['=', '{', '"', '['])
                && rest.matches(':').count() >= 2
        }
        None => false,
    };
    let has_field = |text: &str| {
        text.split_once('=').is_some_and(|(key, _)| reader::find(key.trim()).is_some())
    };
    let pieces = parts.iter().filter(|line| is_piece(&line.text)).count();
    let has_field = parts.iter().any(|line| has_field(&line.text));
    page::has_element(text) || pieces > 0 && (has_field || pieces == parts.len())
}

/// Imports the text of a diagram, or the first diagram of a page. `title` is the title of a game
/// whose diagram has none.
///
/// Tries each movement term in a game of its own, so the cost is that of loading some dozens of
/// small definitions.
///
/// # Errors
/// The text is too long, has no piece, has more than 64 kinds of pieces, or a board beyond 16 files
/// and ranks. The remark has the weight [`Weight::Error`].
pub fn import(text: &str, title: &str) -> Result<Imported, Remark> {
    if text.len() > MAX_BYTES {
        let what = format!("a diagram can have at most {MAX_BYTES} bytes");
        let place = Place { line: 1, column: 1 };
        return Err(Remark::new(Weight::Error, place, "", what));
    }
    let text = text.trim_start_matches('\u{feff}');
    let page = page::read(text);
    let mut remarks = Vec::new();
    if let Some(place) = page.second {
        let what = "the page has another diagram; only the first one is read";
        remarks.push(Remark::new(Weight::Lost, place, "idiagram", what));
    }
    let diagram = reader::read(&page.lines, &mut remarks)?;
    let plan = plan::plan(&diagram, &mut remarks);
    let title = diagram.title.as_deref().unwrap_or(title);
    let body = write::definition(&plan, title);
    remarks.extend(faults(&body));
    remarks.sort_by_key(|remark| remark.place);
    remarks.dedup();
    let text = commented(&body, &remarks);
    let text = format(SourceId::only(), &text).unwrap_or(text);
    Ok(Imported { title: title.to_owned(), text, remarks })
}

/// Imports the text of a diagram like a variant of another file. `name` is its name, and its title
/// if the diagram has none.
///
/// # Errors
/// Those of [`import`].
pub fn variant(text: &str, name: &str) -> Result<Variant, Remark> {
    let done = import(text, name)?;
    let extent = if done.is_complete() { Extent::Complete } else { Extent::Partly };
    // Messages about a diagram do not name the field or the piece.
    let named = |remark: Remark| {
        if remark.key.is_empty() {
            remark
        } else {
            Remark { what: format!("{}: {}", remark.key, remark.what), ..remark }
        }
    };
    Ok(Variant {
        name: name.to_owned(),
        extent,
        definition: Some(done.text),
        remarks: done.remarks.into_iter().map(named).collect(),
        findings: Vec::new(),
    })
}

/// The errors of the definition. A diagram may have a setup or moves that no game can have.
fn faults(text: &str) -> Vec<Remark> {
    let mut workspace = Workspace::default();
    workspace.add("definition", text);
    let Err(refused) = workspace.load("definition") else { return Vec::new() };
    let errors = refused
        .findings
        .into_iter()
        .filter(|finding| finding.severity == alfil_diagnostics::diagnostic::Severity::Error);
    let remark = |finding: alfil_workspace::Finding| Remark {
        place: None,
        key: finding.code.to_owned(),
        weight: Weight::Error,
        what: format!("the definition has an error: {}", finding.title),
        help: finding.help,
    };
    errors.map(remark).collect()
}

/// The most remarks that the head of a definition lists.
const LISTED: usize = 40;

/// The definition with comments about what it does not carry over.
fn commented(body: &str, remarks: &[Remark]) -> String {
    let lost: Vec<&Remark> =
        remarks.iter().filter(|remark| remark.weight <= Weight::Lost).collect();
    let mut text = String::from("# Imported from an Interactive Diagram.\n");
    if !lost.is_empty() {
        text += "# Not carried over:\n";
    }
    for remark in lost.iter().take(LISTED) {
        let line = remark.place.map_or_else(String::new, |place| format!("line {}: ", place.line));
        let key =
            if remark.key.is_empty() { String::new() } else { format!("{}: ", brief(&remark.key)) };
        let what: String =
            remark.what.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        text += &format!("# - {line}{key}{what}\n");
    }
    if lost.len() > LISTED {
        text += &format!("# - and {} more\n", lost.len() - LISTED);
    }
    text + body
}
