//! Errors as exceptions of `alfil/errors.py`.

use crate::values::Finding;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// An exception class of `alfil/errors.py`.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// A definition cannot be used.
    Definition,
    /// A position cannot be used.
    Position,
    /// A move is not legal.
    IllegalMove,
    /// A question without an answer.
    Refused,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Class::Definition => "DefinitionError",
            Class::Position => "PositionError",
            Class::IllegalMove => "IllegalMoveError",
            Class::Refused => "RefusedError",
        }
    }

    /// The exception with all `findings`.
    pub(crate) fn of(self, py: Python<'_>, findings: Vec<Finding>) -> PyErr {
        let made = || -> PyResult<PyErr> {
            let class = py.import("alfil.errors")?.getattr(self.name())?.cast_into::<PyType>()?;
            Ok(PyErr::from_value(class.call1((findings,))?))
        };
        made().unwrap_or_else(|error| error)
    }

    /// The exception for a question that has no answer for the reason `why`.
    pub(crate) fn because(self, py: Python<'_>, why: impl Into<String>) -> PyErr {
        self.of(py, vec![Finding::without_place("refused", why.into(), None, None)])
    }
}
