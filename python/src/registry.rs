//! Variants by name: the shipped ones, those that the program has loaded, files and sums.

use crate::error::Class;
use crate::values::Finding;
use crate::variant::{Origin, Variant};
use alfil::{Workspace, game_called};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of the text in findings about a definition without a file.
const DEFINITION: &str = "definition";

/// The variants of this process.
#[derive(Default)]
struct Registry {
    /// The texts of loaded definitions by name.
    own: BTreeMap<String, String>,
    /// Compiled variants by the name with which they were requested.
    known: BTreeMap<(String, Starts), Py<Variant>>,
}

/// The starts of a requested game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Starts {
    AsWritten,
    /// The game with shuffled starts, if there is one.
    Shuffled,
}

static REGISTRY: Mutex<Registry> =
    Mutex::new(Registry { own: BTreeMap::new(), known: BTreeMap::new() });

fn registry() -> MutexGuard<'static, Registry> {
    // A panic leaves no entry half written.
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A workspace that knows the loaded definitions. With `root`, texts name only files in and below
/// that folder.
#[expect(clippy::result_large_err, reason = "errors are rare, so their size does not matter")]
fn workspace(root: Option<&Path>) -> Result<Workspace, Finding> {
    workspace_with(root, &registry().own)
}

#[expect(clippy::result_large_err, reason = "errors are rare, so their size does not matter")]
fn workspace_with(
    root: Option<&Path>,
    own: &BTreeMap<String, String>,
) -> Result<Workspace, Finding> {
    let within = root.map_or_else(|| Ok(Workspace::new()), Workspace::within);
    let refused = |error: std::io::Error| {
        let title = format!("the folder cannot be used: {error}");
        Finding::without_place("unreadable-file", title, None, None)
    };
    let mut workspace = within.map_err(refused)?;
    for (name, text) in own {
        workspace.add(name, text);
    }
    Ok(workspace)
}

/// The version of Alfil.
#[pyfunction]
pub(crate) fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The names of all games: the shipped and the loaded ones.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    let mut names: Vec<String> = alfil::games().map(str::to_owned).collect();
    names.extend(registry().own.keys().cloned());
    names.sort_unstable();
    names.dedup();
    names
}

/// The variant with this name.
#[pyfunction]
pub(crate) fn find(py: Python<'_>, name: &str, shuffled: bool) -> PyResult<Py<Variant>> {
    let starts = if shuffled { Starts::Shuffled } else { Starts::AsWritten };
    let key = (name.to_owned(), starts);
    if let Some(known) = registry().known.get(&key) {
        return Ok(known.clone_ref(py));
    }
    let found = py.detach(|| load(name, starts));
    let (name, variant) = found.map_err(|findings| Class::Definition.of(py, findings))?;
    let origin = (None, None, registry().own.clone());
    let variant = Py::new(py, Variant::new(&name, variant, origin))?;
    registry().known.insert(key, variant.clone_ref(py));
    Ok(variant)
}

/// Loads a variant. Returns the name under which it is known as well.
fn load(name: &str, starts: Starts) -> Result<(String, alfil::Variant), Vec<Finding>> {
    let usual = || game_called(if name.is_empty() { "chess" } else { name });
    let shipped = if registry().own.contains_key(name) {
        None
    } else {
        match starts {
            Starts::AsWritten => usual(),
            Starts::Shuffled => alfil_protocol::names::find(&format!("{name}960")).or_else(usual),
        }
    };
    let name = shipped.unwrap_or(name);
    let mut workspace = workspace(None).map_err(|finding| vec![finding])?;
    let variant = workspace.load(name).map_err(|error| findings(&error.findings, None))?;
    Ok((name.to_owned(), variant))
}

fn findings(found: &[alfil::Finding], text: Option<&str>) -> Vec<Finding> {
    let own = |finding: &alfil::Finding| {
        text.filter(|_| finding.edit.as_ref().is_some_and(|edit| edit.file == DEFINITION))
    };
    found.iter().map(|finding| Finding::of(finding, own(finding))).collect()
}

/// The variant that a text defines. The text may name loaded and shipped definitions, and files in
/// and below `root`, which is the working folder otherwise.
#[pyfunction]
#[pyo3(signature = (text, root=None))]
pub(crate) fn parse(py: Python<'_>, text: &str, root: Option<PathBuf>) -> PyResult<Variant> {
    let root = root.unwrap_or(PathBuf::from("."));
    // A pickle is perhaps read in another folder.
    let root = std::path::absolute(&root).unwrap_or(root);
    let read = py.detach(|| -> Result<alfil::Variant, Vec<Finding>> {
        let mut workspace = workspace(Some(&root)).map_err(|finding| vec![finding])?;
        workspace.add(DEFINITION, text);
        workspace.load(DEFINITION).map_err(|error| findings(&error.findings, Some(text)))
    });
    let variant = read.map_err(|findings| Class::Definition.of(py, findings))?;
    let name = called(variant.title());
    let origin = (Some(text.to_owned()), Some(root), registry().own.clone());
    Ok(Variant::new(&name, variant, origin))
}

/// The variant of a pickle. The definitions that this process has loaded do not count.
#[pyfunction]
pub(crate) fn _again(py: Python<'_>, name: &str, origin: Origin) -> PyResult<Py<Variant>> {
    let (text, root, own) = &origin;
    // A name means the same variant, unless another definition has it here.
    if text.is_none() && registry().own == *own {
        return find(py, name, false);
    }
    let read = py.detach(|| -> Result<alfil::Variant, Vec<Finding>> {
        let mut workspace =
            workspace_with(root.as_deref(), own).map_err(|finding| vec![finding])?;
        if let Some(text) = text {
            workspace.add(DEFINITION, text);
        }
        let entry = if text.is_some() { DEFINITION } else { name };
        workspace.load(entry).map_err(|error| findings(&error.findings, text.as_deref()))
    });
    let variant = read.map_err(|findings| Class::Definition.of(py, findings))?;
    Py::new(py, Variant::new(name, variant, origin))
}

/// Adds a definition under a name, and returns the name.
#[pyfunction]
#[pyo3(signature = (text, name=None))]
pub(crate) fn add(py: Python<'_>, text: &str, name: Option<String>) -> PyResult<String> {
    let variant = parse(py, text, None)?;
    let name = name.unwrap_or_else(|| called(variant.variant.title()));
    let mut registry = registry();
    registry.own.insert(name.clone(), text.to_owned());
    // Other variants may extend the definition that had this name before.
    let forgotten = std::mem::take(&mut registry.known);
    drop(registry);
    drop(forgotten);
    Ok(name)
}

/// All findings about a definition.
#[pyfunction]
#[pyo3(signature = (text, root=None))]
pub(crate) fn check(py: Python<'_>, text: &str, root: Option<PathBuf>) -> Vec<Finding> {
    let root = root.unwrap_or(PathBuf::from("."));
    py.detach(|| match workspace(Some(&root)) {
        Ok(mut workspace) => {
            workspace.add(DEFINITION, text);
            findings(&workspace.findings(DEFINITION), Some(text))
        }
        Err(finding) => vec![finding],
    })
}

/// A title in small letters, with hyphens.
fn called(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    if name.is_empty() { "untitled".to_owned() } else { name }
}
