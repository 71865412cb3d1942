//! Addresses of the protocol. They are URIs, and most of them name files.

use crate::cli::file::{self, Before};
use alfil::editor::Address;
use alfil::editor::documents::Documents;
use alfil::editor::names::{Home, Target};
use alfil::library;
use lsp_types::Uri;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The origin of the text at `uri`.
pub(crate) fn address(uri: &Uri) -> Address {
    match path(uri) {
        Some(path) => Address::File(path),
        // The name must not look like a path or a sum, so these characters are replaced.
        None => Address::Name(uri.as_str().replace(['/', '\\', '.', '+'], "_")),
    }
}

/// The path of a `file:` address.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme().is_none_or(|scheme| !scheme.as_str().eq_ignore_ascii_case("file")) {
        return None;
    }
    let mut bytes = Vec::new();
    let mut rest = uri.path().as_str().as_bytes();
    while let [first, more @ ..] = rest {
        rest = more;
        let pair = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match pair.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[2..];
            }
            None => bytes.push(*first),
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows, the path of `file:///C:/games` is `/C:/games`.
    let drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if drive { &path[1..] } else { &path }))
}

/// The `file:` address of a path.
fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", escape(&path))).ok()
}

/// `text` with all reserved characters of an address in hexadecimal.
pub(crate) fn escape(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/".contains(&b);
    let escape = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(escape).collect()
}

/// The address that an editor uses for a text, in answer to a request about the text at `here`.
pub(crate) fn known(documents: &Documents, address: &Address, here: &Uri) -> Option<Uri> {
    match address {
        Address::File(file) if path(here).as_ref() != Some(file) => match documents.key(file) {
            Some(key) => Uri::from_str(key).ok(),
            None => seen_from(here, file),
        },
        Address::File(_) | Address::Name(_) => Some(here.clone()),
    }
}

/// The address of the file at `path`. If the editor opened the folder of `here` through a link, the
/// address uses the same link.
fn seen_from(here: &Uri, path: &Path) -> Option<Uri> {
    let target = real(path);
    let shown = self::path(here).unwrap_or_default();
    let below = |folder: &Path| Some(folder.join(target.strip_prefix(real(folder)).ok()?));
    uri(&shown.ancestors().skip(1).find_map(below).unwrap_or(target))
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The address at which an editor can show `target`, in answer to a request about the text at
/// `here`. Editors open only files, so a shipped definition is written to the user's cache.
pub(crate) fn shown(target: &Target, here: &Uri) -> Option<Uri> {
    match &target.home {
        Home::Here => Some(here.clone()),
        Home::File(path) => seen_from(here, path),
        Home::Shipped(name) => {
            let folder = cache()?.join("alfil").join(env!("CARGO_PKG_VERSION"));
            let path = folder.join(format!("{name}.yaml"));
            let text = library::find(name)?.text;
            if library::read(&path, text.len()).ok().as_deref() != Some(text) {
                fs::create_dir_all(&folder).ok()?;
                file::put(&path, text.as_bytes(), Before::Any).ok()?;
            }
            uri(&path)
        }
    }
}

/// The cache folder of the user.
fn cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    folder("XDG_CACHE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".cache")))
        .or_else(|| folder("LOCALAPPDATA"))
}
