//! Describes errors of the operating system in words.

use std::io;

/// Describes an error in creating or writing a file.
pub(crate) fn unwritten(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        _ => plain(error),
    }
}

/// Describes an error without the system's error number.
pub(crate) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "no permission".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "its folder is read-only".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::InvalidInput => "it is no name of a file".to_owned(),
        io::ErrorKind::InvalidFilename => "its name is too long".to_owned(),
        _ => error.to_string(),
    }
}
