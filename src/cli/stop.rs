//! Why a command stops.

use crate::cli::shell::Status;
use alfil_diagnostics::diagnostic::Diagnostic;

/// The reason why a command stops.
pub(crate) enum Stop {
    /// The request is wrong or impossible. The text says why.
    Refused(String),
    /// The findings that stop the command, and the status with which it ends.
    Found(Vec<Diagnostic>, Status),
}
