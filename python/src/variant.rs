//! Variants and their facts.

use crate::error::Class;
use crate::values::{Finding, Named};
use alfil::computer::Computer;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What a variant was read from, so that another process can read it again: the text, or none for a
/// name; the folder of a text; and the loaded definitions that it may name.
pub(crate) type Origin = (Option<String>, Option<PathBuf>, BTreeMap<String, String>);

/// The memory of a computer player for searched positions, in megabytes.
const MEGABYTES: usize = 16;

/// A variant without errors. It never changes.
#[pyclass(frozen, module = "alfil")]
pub(crate) struct Variant {
    name: String,
    pub(crate) variant: alfil::Variant,
    /// The texts from which a pickle makes the variant again.
    origin: Origin,
    /// Made for the first search, because deriving values takes a while.
    computer: OnceLock<Computer>,
}

impl Variant {
    pub(crate) fn new(name: &str, variant: alfil::Variant, origin: Origin) -> Variant {
        Variant { name: name.to_owned(), variant, origin, computer: OnceLock::new() }
    }

    /// The computer player of this variant.
    pub(crate) fn computer(&self) -> &Computer {
        self.computer.get_or_init(|| Computer::new(self.variant.game(), MEGABYTES))
    }
}

/// What a pickle has of a variant: its name, and what it was read from.
type Pickled = (String, Origin);

#[pymethods]
impl Variant {
    /// The name by which the variant was found.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        self.variant.title()
    }

    /// The origin: inventor, year, source and rules, as far as they are known.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = PyDict::new(py);
        for (key, value) in self.variant.about() {
            about.set_item(key, value)?;
        }
        Ok(about)
    }

    /// The findings that are not errors.
    #[getter]
    fn warnings(&self) -> Vec<Finding> {
        self.variant.warnings().iter().map(|finding| Finding::of(finding, None)).collect()
    }

    /// True if the setup is shuffled.
    #[getter]
    fn is_shuffled(&self) -> bool {
        self.variant.game().rules().shuffle.is_some()
    }

    /// True if the game is played on the points of a plane.
    #[getter]
    fn is_plane(&self) -> bool {
        self.variant.game().rules().space.lattice.plane().is_some()
    }

    /// True if captured pieces go to a hand.
    #[getter]
    fn captures_to_hand(&self) -> bool {
        use alfil_rules::hand::Captured;
        let rules = self.variant.game().rules();
        rules.hand.as_ref().is_some_and(|hand| match hand.captured {
            Captured::ToCaptor | Captured::ToOwner => true,
            Captured::Gone => false,
        })
    }

    /// The complete rules in English, as Markdown.
    fn rules(&self) -> String {
        alfil_describe::rules_page::markdown(self.variant.resolved(), self.variant.game())
    }

    /// What people call a side.
    fn side_name(&self, py: Python<'_>, side: Named) -> PyResult<&str> {
        let rules = self.variant.game().rules();
        let side = side.side(rules).map_err(|why| Class::Refused.because(py, why))?;
        Ok(rules.name_of(side))
    }

    /// The words of the sides, in the order of turns.
    #[getter]
    fn sides(&self) -> Vec<&str> {
        let rules = self.variant.game().rules();
        rules.sides.each().map(|side| rules.word_of(side)).collect()
    }

    /// A variant never changes, so its copy is the same object.
    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let again = py.import("alfil._alfil")?.getattr("_again")?;
        Ok((again, (self.name.clone(), self.origin.clone())))
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.name)
    }
}
