//! Definitions that are part of the program, with their recorded moves and learned values.

use crate::is_yaml;
use include_dir::Dir;
use std::path::{Path, PathBuf};

/// The file extension of recorded moves.
pub const RECORDED: &str = "snap";

/// The file extension of learned values.
pub const VALUES: &str = "values";

/// A shipped definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The name, without folder and extension.
    pub name: &'static str,
    /// The name of its folder.
    pub family: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// A file with the learned values of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// The text of a shipped file.
    Shipped(&'static str),
    /// The path of a file next to a definition.
    File(PathBuf),
}

/// Shipped definitions. Each folder is a family, and each file has the name of its definition.
#[derive(Clone, Copy, Debug)]
pub struct Shelf {
    families: &'static Dir<'static>,
}

impl Shelf {
    /// A shelf with the folders of `families`.
    pub const fn new(families: &'static Dir<'static>) -> Shelf {
        Shelf { families }
    }

    /// The shipped definitions, sorted by family and name.
    pub fn all(self) -> impl Iterator<Item = Shipped> {
        self.families.dirs().flat_map(|dir| {
            let family = dir.path().to_str().unwrap_or_default();
            dir.files().filter(|f| is_yaml(f.path())).filter_map(move |file| {
                let name = file.path().file_stem()?.to_str()?;
                Some(Shipped { name, family, text: file.contents_utf8()? })
            })
        })
    }

    /// The shipped definition with this name.
    pub fn find(self, name: &str) -> Option<Shipped> {
        self.all().find(|s| s.name == name)
    }

    /// The recorded moves of the shipped definition with this name. `None` in builds without
    /// records.
    pub fn recorded(self, name: &str) -> Option<Shipped> {
        self.companion(name, RECORDED)
    }

    /// The learned values of the definition that `request` names: the shipped values of a shipped
    /// name, or the file with the same name and the extension `values` next to a file. `None` if
    /// there are none, and for sums.
    pub fn values(self, request: &str) -> Option<Values> {
        if self.find(request).is_some() {
            return self.companion(request, VALUES).map(|shipped| Values::Shipped(shipped.text));
        }
        let path = Path::new(request);
        let beside = path.with_extension(VALUES);
        (is_yaml(path) && beside.is_file()).then_some(Values::File(beside))
    }

    /// The shipped file with this name and extension.
    fn companion(self, name: &str, extension: &str) -> Option<Shipped> {
        self.families.dirs().find_map(|dir| {
            let family = dir.path().to_str()?;
            let file = dir.files().find(|f| {
                let path = f.path();
                path.file_stem().is_some_and(|s| s == name)
                    && path.extension().is_some_and(|e| e == extension)
            })?;
            let name = file.path().file_stem()?.to_str()?;
            Some(Shipped { name, family, text: file.contents_utf8()? })
        })
    }
}
