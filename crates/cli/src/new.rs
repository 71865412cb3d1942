//! `alfil new`: creates a definition. It has no findings and its tests pass, so that later findings
//! come from changes of the author.

use alfil_describe::draft::{Place, draft};
use alfil_diagnostics::source::is_seen;
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Outcome, STDIN, Session};
use alfil_shell::terminal::{self, Status, Stop};
use alfil_syntax::definition::Role;
use std::fs;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  alfil new camel                                 camel.yaml, which extends chess
  alfil new camel --extends capablanca
  alfil new games/camel.yaml --extends 'chess+contrast-modifier'";

/// The longest file name in bytes: the limit of most systems minus the suffixes of temporary files
/// and records.
const MAX_NAME: usize = 200;

/// Arguments of `new`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The name of the new game, or the path of its file.
    name: PathBuf,
    /// The game to extend: a shipped name, a path or a sum.
    #[arg(long, default_value = "chess", value_name = "PARENT")]
    extends: String,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Creates the file.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let (path, title) = place(&args.name)?;
    let text = beginning(&path, &title, &args.extends, Place::Terminal, session)?;
    let before = args.overwrite.before();
    file::write(&path, text.as_bytes(), before, &mut session.shell)?;
    let shown = path.display();
    session.shell.info(format!("{shown} is ready: {title}, which extends {}", args.extends));
    session.shell.info(format!("now edit it; `alfil watch {shown}` checks it at every change"));
    Ok(Status::Well)
}

/// The text for a new file at `path` that extends `request`.
pub(crate) fn beginning(
    path: &Path,
    title: &str,
    request: &str,
    place: Place,
    session: &mut Session,
) -> Result<String, Stop> {
    if request.split('+').any(|part| part.trim() == STDIN) {
        let why = "a file cannot extend standard input; name another parent";
        return Err(Stop::Refused(why.to_owned()));
    }
    let parent = session.load(request)?;
    if parent.resolved.role == Role::Modifier {
        return Err(Stop::Refused(format!(
            "`{request}` is a modifier and needs a game; write --extends 'chess+{request}'"
        )));
    }
    let extends = parents(request, path, session)?;
    let file = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    Ok(draft(&file, title, &extends, &parent.game, place))
}

/// The path of the new file, and the title of the game.
pub(crate) fn place(name: &Path) -> Result<(PathBuf, String), Stop> {
    let shown = name.display();
    let refuse =
        |why: &str| Stop::Refused(format!("`{shown}` cannot be the name of a definition: {why}"));
    let stem = name.file_name().and_then(|n| n.to_str());
    let stem = stem.ok_or_else(|| refuse("the path must end in a name, as text in UTF-8"))?;
    let (stem, path) = match stem.rsplit_once('.') {
        Some((stem, "yaml" | "yml")) => (stem, name.to_owned()),
        Some((stem, _)) if !stem.is_empty() => {
            return Err(refuse("the file name must end in .yaml"));
        }
        Some(_) | None => (stem, name.with_file_name(format!("{stem}.yaml"))),
    };
    if stem.len() > MAX_NAME {
        return Err(Stop::Refused(format!("a name of {} bytes is too long", stem.len())));
    }
    if stem.starts_with('-') {
        return Err(refuse("commands would read it as an option"));
    }
    if !stem.chars().all(is_seen) || !stem.contains(char::is_alphanumeric) {
        return Err(refuse("it needs letters or digits"));
    }
    let title = stem.split(['-', '_', ' ']).filter(|w| !w.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
    });
    Ok((path, title.collect::<Vec<String>>().join(" ")))
}

/// Makes the paths in `request` relative to the folder of `path`.
fn parents(request: &str, path: &Path, session: &mut Session) -> Result<String, Stop> {
    let mut parts = Vec::new();
    for range in session.workspace.library().parts(request, None) {
        let part = &request[range];
        let id = session.workspace.read_file(part);
        let file = id.is_ok_and(|id| session.workspace.library().is_file(id));
        parts.push(if file { seen_from(path, Path::new(part))? } else { part.to_owned() });
    }
    Ok(parts.join("+"))
}

/// The path of file `to`, relative to the folder of file `from`.
fn seen_from(from: &Path, to: &Path) -> Result<String, Stop> {
    let folder = from.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let real = |path: &Path| {
        fs::canonicalize(path).map_err(|e| {
            Stop::Refused(format!("`{}` cannot be found: {}", path.display(), terminal::plain(&e)))
        })
    };
    let (folder, to) = (real(folder)?, real(to)?);
    let common = folder.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let mut seen = PathBuf::new();
    let up = folder.components().skip(common).count();
    seen.extend(std::iter::repeat_n("..", up));
    if up == 0 {
        seen.push(".");
    }
    seen.extend(to.components().skip(common));
    Ok(seen.display().to_string())
}
