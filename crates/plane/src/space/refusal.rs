//! Findings about things that exist only on boards, or on planes but not on spheres or in boxes.

use alfil_diagnostics::diagnostic::{Code, Diagnostic};
use alfil_diagnostics::source::Span;

/// Returns the finding that something has a meaning only on boards.
pub(crate) fn refusal(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning on a plane");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs cells").help(help)
}

/// Returns the finding that something of planes does not exist on spheres.
pub(crate) fn flat_only(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning on a sphere");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs a plane").help(help)
}

/// Returns the finding that something has a meaning only on planes.
pub(crate) fn not_in_a_box(span: Span, what: &str, help: &str) -> Diagnostic {
    let title = format!("{what} has no meaning in a box");
    Diagnostic::at(Code::NotOnAPlane, span, title, "needs a plane").help(help)
}
