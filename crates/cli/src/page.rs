//! `alfil page`: writes a game as one HTML file with its engine. The file needs no server and no
//! network.

use alfil_shell::command::{Engine, files};
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Loaded, Outcome, STDIN, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_studio::beginning;
use alfil_syntax::definition::state;
use serde_json::Value;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

// `alfil page`: writes a game as one HTML file with its engine. The file needs no server and no
// network.
//
// The page is that of Studio. Its engine is the WebAssembly module of `crates/web`, which
// `npm run module` builds and compresses. The program contains the module if it was there at build
// time.

const EXAMPLES: &str = "\
Examples:
  alfil page chess -o chess.html             opens with a double click, also without a network
  alfil page ./mine.yaml -o mine.html        with the files that it extends
  alfil page 'chess+contrast-modifier' -o game.html

Two people play on one device, or send each other links with the game so far. The computer plays,
too. `Change the rules` opens the editor.";

/// Arguments of `page`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A shipped name, a path or a sum.
    name: String,
    /// The engine for browsers that `npm run module` wrote; without it, the engine in this program.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// A file to write; without one, standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Writes the page.
pub(crate) fn run(args: &Args, session: &mut Session) -> Outcome {
    let module = module(args.module.as_deref(), session)?;
    let loaded = session.load(&args.name)?;
    let begin = begin(&loaded, session)?;
    let html = html(&loaded.resolved.title, &begin, &module);
    match &args.output {
        Some(path) => {
            file::write(path, html.as_bytes(), args.overwrite.before(), &mut session.shell)?;
            let size = html.len().div_ceil(1000);
            session.shell.info(format!("{} is written, {size} kB", path.display()));
        }
        None => session.shell.say(&html),
    }
    Ok(Status::Well)
}

/// The size of the largest module that is read, in bytes. The module of this version has less than
/// a tenth of it.
const LARGEST: u64 = 64 << 20;
/// The greatest length of the content in a file of LZMA, in bytes.
const LONGEST: u64 = 1 << 32;

/// Returns true if LZMA has compressed the bytes. They begin with a byte of properties, the size of the
/// dictionary (2^n or 2^n + 2^(n-1) bytes) and the length of the content.
fn is_compressed(bytes: &[u8]) -> bool {
    let lzma = |head: &[u8; 13]| {
        let [_, size @ .., _, _, _, _, _, _, _, _] = *head;
        let [_, _, _, _, _, length @ ..] = *head;
        let (size, length) = (u32::from_le_bytes(size), u64::from_le_bytes(length));
        (1..=2).contains(&size.count_ones()) && length <= LONGEST
    };
    bytes.first_chunk().is_some_and(lzma)
}

/// The compressed module in `file`, or else the one in the program.
fn module(file: Option<&Path>, session: &mut Session) -> Result<Cow<'static, [u8]>, Stop> {
    let Some(path) = file else {
        let Some(Engine { module, about }) = files().engine else {
            let why = "this program was built without the engine for browsers. A copy of Alfil's source has it in \
                       the folder `web/module`; name the file: `--module web/module/alfil.wasm.lzma`";
            return Err(Stop::Refused(why.to_owned()));
        };
        let about: Value = serde_json::from_str(about).unwrap_or_default();
        if about["language"] != state() {
            let version = about["version"].as_str().unwrap_or("an unknown version");
            session.shell.note(format!(
                "note: the engine in the page (version {version}) was built before the last change of the language, so \
                 it may not know the newest words. `npm --prefix web run module` builds it anew"
            ));
        }
        return Ok(module.into());
    };
    let bytes = file::read(path, LARGEST)?;
    if !is_compressed(&bytes) {
        let shown = path.display().to_string();
        let shown = alfil_library::brief(&shown);
        let why = "`npm run module` writes a module, whose name ends in .wasm.lzma";
        return Err(Stop::Refused(format!("`{shown}` is not a compressed module; {why}")));
    }
    Ok(bytes.into())
}

/// What the page begins with: see [`beginning`].
fn begin(loaded: &Loaded, session: &mut Session) -> Result<Value, Stop> {
    let request = loaded.name.as_str();
    let is_sum = session.workspace.library().parts(request, None).len() > 1;
    // After loading, the text is there.
    let own = session.workspace.read_file(request).ok().filter(|_| !is_sum);
    let mut begin =
        beginning(&session.workspace, &loaded.resolved, request, own).map_err(Stop::Refused)?;
    if begin["name"] == STDIN {
        begin["name"] = "untitled".into();
    }
    Ok(begin)
}

/// The whole page. `begin` is what it begins with. `web/build.mjs` has built the page with marks for
/// these parts.
fn html(title: &str, begin: &Value, module: &[u8]) -> String {
    // Within a script element, only `<` could begin its end.
    let begin = begin.to_string().replace('<', "\\u003c");
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    files()
        .page
        .whole
        .replacen(">TITLE<", &format!(">{title}<"), 1)
        .replacen(">MODULE<", &format!(">{}<", letters(module)), 1)
        .replacen(">BEGINNING<", &format!(">{begin}<"), 1)
}

// Writes bytes as printable ASCII. Two letters of 91 hold 13 bits, so the text is 23 % longer than
// the bytes; with base 64 it would be 33 %. `web/src/letters.js` reads it.

/// Bits in a pair of letters: 91 * 91 is more than 2^13.
const PAIR: u32 = 13;
/// Bits in a single letter, at the end.
const SINGLE: u32 = 6;
const BASE: u32 = 91;

/// The letter with this number: the printable characters in order, without `&`, `<` and `\`, which
/// have a meaning in HTML or in scripts.
fn letter(number: u32) -> char {
    let skipped = [b'&', b'<', b'\\'];
    let mut code = b'!' + number as u8;
    for other in skipped {
        code += u8::from(code >= other);
    }
    char::from(code)
}

/// The letters for `bytes`. The first bytes are in the low bits.
pub(crate) fn letters(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 16 / 13 + 2);
    let (mut bits, mut count) = (0u32, 0);
    let mut pair = |bits: u32| {
        let value = bits & ((1 << PAIR) - 1);
        out.extend([letter(value % BASE), letter(value / BASE)]);
    };
    for &byte in bytes {
        bits |= u32::from(byte) << count;
        count += u8::BITS;
        if count >= PAIR {
            pair(bits);
            bits >>= PAIR;
            count -= PAIR;
        }
    }
    // The number of letters tells the number of bytes: the unused bits are fewer than a byte.
    match count {
        0 => {}
        1..=SINGLE => out.push(letter(bits)),
        _ => pair(bits),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn bytes_are_written_as_letters() {
        let rows = include_str!("../../../tests/data/letters.tsv")
            .lines()
            .filter(|row| !row.starts_with('#'));
        for row in rows.skip(1) {
            let (bytes, wanted) = row.split_once('\t').expect("two columns");
            let byte = |at| u8::from_str_radix(&bytes[at..at + 2], 16).expect("hexadecimal");
            let bytes: Vec<u8> = (0..bytes.len()).step_by(2).map(byte).collect();
            assert_eq!(letters(&bytes), wanted);
        }
    }
}
