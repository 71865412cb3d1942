//! The address of the site to which links of Studio lead. The author names it once, and a file of
//! settings keeps it.

use alfil_library::read;
use alfil_shell::file::{self, Before, Fault};
use alfil_shell::terminal::Stop;
use etcetera::{BaseStrategy, choose_base_strategy};
use std::path::PathBuf;
use std::{fs, io};

/// The word that ends the use of a site.
const NONE: &str = "none";
/// The greatest length of an address in bytes.
const LONGEST: usize = 500;

/// The file of settings, which need not exist. `None` if the user has no home folder.
fn settings() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join("alfil").join("site"))
}

/// The address with a `/` at its end, if it is one of a page: without a part after `#` or `?`, and
/// without blanks.
fn address(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let is_plain =
        |c: char| c.is_ascii_graphic() && !matches!(c, '#' | '?' | '"' | '<' | '>' | '\\');
    let fits = text.len() <= LONGEST && !rest.starts_with('/') && rest.chars().all(is_plain);
    let is_page = rest.ends_with(".html") || rest.ends_with('/');
    let end = if is_page { "" } else { "/" };
    (fits && !rest.is_empty()).then(|| format!("{text}{end}"))
}

/// The site that was named once, if any. A file that is damaged counts as none.
pub(super) fn known() -> Option<String> {
    address(read(&settings()?, LONGEST).ok()?.trim())
}

/// Remembers the site for later. `none` forgets it.
///
/// # Errors
/// The text is no address, or the file cannot be written.
pub(super) fn remember(said: &str) -> Result<Option<String>, Stop> {
    let path =
        settings().ok_or_else(|| Stop::Refused("there is no folder for settings".to_owned()))?;
    let failed = |error: &io::Error| {
        Stop::Refused(format!("`{}` cannot be written: {error}", path.display()))
    };
    if said == NONE {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&error)),
            Ok(()) | Err(_) => Ok(None),
        };
    }
    let site = address(said).ok_or_else(|| {
        let shown = alfil_library::brief(said);
        Stop::Refused(format!(
            "`{shown}` is not the address of a site, such as `https://example.org/alfil/`"
        ))
    })?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    match file::put(&path, site.as_bytes(), Before::Any) {
        // Settings of the file that are lost do not matter.
        Ok(_) | Err(Fault::There | Fault::Changed) => Ok(Some(site)),
        Err(Fault::Failed(error)) => Err(failed(&error)),
    }
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_is_one_of_a_page() {
        for (said, wanted) in [
            ("https://example.org/alfil", Some("https://example.org/alfil/")),
            ("http://localhost:8000/", Some("http://localhost:8000/")),
            ("https://example.org/index.html", Some("https://example.org/index.html")),
            ("example.org", None),
            ("https://", None),
            ("https://example.org/#open=chess", None),
            ("javascript:alert(1)", None),
            ("https://example.org/a b", None),
        ] {
            assert_eq!(address(said).as_deref(), wanted, "{said}");
        }
    }
}
