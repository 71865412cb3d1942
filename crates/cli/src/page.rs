//! `alfil page`: writes a game as one HTML file with its engine. The file needs no server and no
//! network.

use crate::studio::page;
use alfil_diagnostics::source::{MAX_BYTES, SourceId};
use alfil_shell::command::files;
use alfil_shell::file::{self, Overwrite};
use alfil_shell::load::{Loaded, Outcome, STDIN, Session};
use alfil_shell::terminal::{Status, Stop};
use alfil_syntax::write::{Map as Entries, WIDTH};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

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
    let module = module(args.module.as_deref())?;
    let loaded = session.load(&args.name)?;
    let begin = beginning(&loaded, session)?;
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

/// The first bytes of a file that gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The size of the largest module that is read, in bytes. The module of this version has less than
/// a tenth of it.
const LARGEST: u64 = 64 << 20;
/// The greatest length of the content in a file of LZMA, in bytes.
const LONGEST: u64 = 1 << 32;

/// Returns true if gzip or LZMA has compressed the bytes. A file of LZMA begins with a byte of
/// properties, the size of the dictionary (2^n or 2^n + 2^(n-1) bytes) and the length of the content.
fn is_compressed(bytes: &[u8]) -> bool {
    let lzma = |head: &[u8; 13]| {
        let [_, size @ .., _, _, _, _, _, _, _, _] = *head;
        let [_, _, _, _, _, length @ ..] = *head;
        let (size, length) = (u32::from_le_bytes(size), u64::from_le_bytes(length));
        (1..=2).contains(&size.count_ones()) && length <= LONGEST
    };
    bytes.starts_with(&GZIP) || bytes.first_chunk().is_some_and(lzma)
}

/// The compressed module in `file`, or else the one in the program.
fn module(file: Option<&Path>) -> Result<Cow<'static, [u8]>, Stop> {
    let Some(path) = file else {
        let why = "this program was built without the engine for browsers. `npm --prefix web run module` \
                   in the folder of Alfil's source builds it; then build the program again, or name the file: \
                   `--module web/module/alfil.wasm.lzma`";
        return files().engine.map(Cow::from).ok_or_else(|| Stop::Refused(why.to_owned()));
    };
    let bytes = file::read(path, LARGEST)?;
    if !is_compressed(&bytes) {
        let shown = path.display().to_string();
        let shown = alfil_library::brief(&shown);
        let why = "`npm run module` writes a module, whose name ends in .wasm.lzma or .wasm.gz";
        return Err(Stop::Refused(format!("`{shown}` is not a compressed module; {why}")));
    }
    Ok(bytes.into())
}

/// The text of the page and its other files, in the form that `web/src/browser.js` reads.
fn beginning(loaded: &Loaded, session: &mut Session) -> Result<Value, Stop> {
    let request = loaded.name.as_str();
    let title = &loaded.resolved.title;
    let is_sum = session.workspace.library().parts(request, None).len() > 1;
    // After loading, the text is there.
    let own = session.workspace.read_file(request).ok().filter(|_| !is_sum);
    let (library, sources) = (session.workspace.library(), session.workspace.sources());
    let is_file = |id: &SourceId| library.is_file(*id);
    let path = |id: SourceId| PathBuf::from(&*sources.get(id).name);
    let file = own.filter(is_file).map(path);
    // The page has the paths from the folder of the definition, without the names of folders above it.
    let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).to_owned();
    let named = |path: &Path| {
        let parts = path.strip_prefix(&folder).unwrap_or(path).components();
        let parts = parts.filter(|part| !matches!(part, Component::CurDir));
        parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let others =
        loaded.resolved.files.iter().copied().filter(is_file).filter(|&id| Some(id) != own);
    let others: Map<String, Value> =
        others.map(|id| (named(&path(id)), sources.get(id).text.as_ref().into())).collect();
    let text = match own {
        Some(id) => sources.get(id).text.to_string(),
        None => {
            let file = [("name", title.as_str()), ("extends", request)];
            file.into_iter().collect::<Entries>().text(WIDTH)
        }
    };
    // A text that names files must be a file itself, even if it has no path.
    let file =
        file.as_deref().map(named).or_else(|| (!others.is_empty()).then(|| "game.yaml".to_owned()));
    let name = match file.as_deref().unwrap_or(request) {
        STDIN => "untitled",
        name => name,
    };
    let mut begin = json!({
        "name": name, "title": title, "text": text, "file": file, "files": others, "reader": true,
    });
    // The module contains the values of shipped definitions.
    if let Some(alfil_library::Values::File(path)) = alfil_definitions::values(request) {
        let read = alfil_library::read(&path, MAX_BYTES);
        begin["values"] = read.map_err(|finding| Stop::Refused(finding.title))?.into();
    }
    Ok(begin)
}

/// The nonce of the style. It need not be secret, because the page contains nothing of strangers
/// that is read as HTML.
const NONCE: &str = "alfil";

/// The first script of the page. It unpacks the other one, which it then starts. The policy has the
/// hashes of both.
const BOOT: &str = "
const packed = document.getElementById('program');
const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const textContent = await new Response(stream).text();
packed.replaceWith(Object.assign(document.createElement('script'), { type: 'module', textContent }));
";

/// `text`, compressed, in base 64.
fn packed(text: &str) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory has no errors.
    let _ = encoder.write_all(text.as_bytes());
    BASE64_STANDARD.encode(encoder.finish().unwrap_or_default())
}

/// The source of a script in the policy.
fn source(script: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script)))
}

/// The whole page. `begin` is what it begins with.
fn html(title: &str, begin: &Value, module: &[u8]) -> String {
    let embedded = &files().page;
    let (boot, own) = (source(BOOT), source(embedded.script));
    let policy = format!(
        "default-src 'none'; script-src {boot} {own} 'wasm-unsafe-eval'; style-src 'nonce-{NONCE}'; \
         img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'"
    );
    // Within a script element, only `<` could begin its end.
    let begin = begin.to_string().replace('<', "\\u003c");
    let notices = embedded.notices.replace("</", "< /");
    let module = letters(module);
    let style = embedded.style;
    let script = packed(embedded.script);
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    page::page(NONCE)
        .replace(
            page::VIEWPORT,
            &format!(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{}",
                page::VIEWPORT
            ),
        )
        .replace(page::TITLE, &format!("<title>{title}</title>"))
        .replace(&page::style_link(NONCE), &format!("<style nonce=\"{NONCE}\">\n{style}</style>"))
        .replace(
            &page::script_link(NONCE),
            &format!(
                "<script type=\"application/json\" id=\"alfil\">{begin}</script>\n\
                 <script type=\"text/plain\" id=\"notice-text\">{notices}</script>\n\
                 <script type=\"text/plain\" id=\"module\">{module}</script>\n\
                 <script type=\"text/plain\" id=\"program\">{script}</script>\n\
                 <script type=\"module\" nonce=\"{NONCE}\">{BOOT}</script>"
            ),
        )
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
