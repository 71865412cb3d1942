//! Tests of parts of the command that do not depend on the rest of it. The command is a program and
//! not a library, so this file includes the sources of these parts. All other tests run the
//! command.

#[path = "../../src/cli/letters.rs"]
mod letters;
#[path = "../../src/cli/mtimes.rs"]
mod mtimes;
#[path = "../../src/cli/file/put.rs"]
mod put;
#[path = "../../src/cli/studio/wire.rs"]
mod wire;
#[path = "../../src/cli/wrap.rs"]
mod wrap;

use crate::process::folder;
use alfil::variant::Stamps;
use letters::letters;
use mtimes::wait;
use put::{Before, Draft, Fault, put};
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, SystemTime};
use wrap::wrap;

#[test]
fn a_draft_appears_when_it_is_finished() {
    let path = folder("put-draft").join("a");
    let mut draft = Draft::begin(&path, Before::Absent).unwrap_or_else(|_| panic!("it begins"));
    draft.add(b"one ").expect("added");
    draft.add(b"two").expect("added");
    assert!(!path.exists());
    assert!(draft.finish(Before::Absent).is_ok());
    assert_eq!(fs::read(&path).expect("there"), b"one two");
    assert!(matches!(Draft::begin(&path, Before::Absent), Err(Fault::There)));
    assert!(Draft::begin(&path, Before::Any).is_ok());
    assert_eq!(fs::read(&path).expect("a draft that is dropped changes nothing"), b"one two");
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let folder = folder("put-meanwhile");
    let path = folder.join("a");
    fs::write(&path, "edited").expect("written");
    let put = |before| put(&path, b"new", before);
    assert!(matches!(put(Before::Text("as it was read")), Err(Fault::Changed)));
    assert!(matches!(put(Before::Text("edi")), Err(Fault::Changed)));
    assert!(matches!(put(Before::Absent), Err(Fault::There)));
    assert_eq!(fs::read(&path).expect("there"), b"edited");
    fs::remove_file(&path).expect("there");
    assert!(matches!(put(Before::Text("edited")), Err(Fault::Changed)));
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 0, "no file remains");
    assert!(put(Before::Absent).is_ok());
    // A byte order mark is not part of a text.
    fs::write(&path, "\u{feff}edited").expect("written");
    assert!(put(Before::Text("edited")).is_ok());
    assert_eq!(fs::read(&path).expect("there"), b"new");
}

#[test]
fn a_folder_is_not_overwritten() {
    let folder = folder("put-folder");
    let fault = put(&folder, b"new", Before::Any).err();
    let kind = fault.and_then(|fault| match fault {
        Fault::Failed(error) => Some(error.kind()),
        Fault::There | Fault::Changed => None,
    });
    assert_eq!(kind, Some(std::io::ErrorKind::IsADirectory));
}

#[cfg(unix)]
#[test]
fn attributes_stay_and_other_names_are_reported() {
    let folder = folder("put-attributes");
    let (path, other) = (folder.join("a"), folder.join("b"));
    fs::write(&path, "old").expect("written");
    fs::hard_link(&path, &other).expect("linked");
    let has_attributes = xattr::set(&path, "user.note", b"mine").is_ok();
    let lost = put(&path, b"new", Before::Any).unwrap_or_default();
    assert_eq!(lost, ["its other names (1 hard links) hold what it was before"]);
    if has_attributes {
        assert_eq!(xattr::get(&path, "user.note").ok().flatten().as_deref(), Some(&b"mine"[..]));
    }
    assert_eq!(fs::read(&other).expect("there"), b"old");
}

fn stamps(files: &[(&str, u64)]) -> Stamps {
    let stamp = |&(path, length): &(&str, u64)| {
        (PathBuf::from(path), Some((SystemTime::UNIX_EPOCH, length)))
    };
    Stamps { files: files.iter().map(stamp).collect() }
}

#[test]
fn a_change_counts_when_the_file_is_stable() {
    let seen = stamps(&[("a", 1), ("b", 1)]);
    let written = [
        stamps(&[("a", 1), ("b", 1)]),
        stamps(&[("a", 1)]),
        stamps(&[("a", 1), ("b", 2)]),
        stamps(&[("a", 1), ("b", 3)]),
        stamps(&[("a", 1), ("b", 3)]),
    ];
    let mut script = written.iter().cloned();
    let changed = wait(&seen, || script.next().expect("more observations"));
    assert_eq!(changed, [PathBuf::from("b")]);
    assert_eq!(script.next(), None);
}

#[test]
fn restored_content_is_no_change() {
    let (seen, other) = (stamps(&[("a", 1)]), stamps(&[("a", 2)]));
    let mut script = [other.clone(), seen.clone(), other.clone(), other].into_iter();
    wait(&seen, || script.next().expect("more observations"));
    assert_eq!(script.next(), None);
}

#[test]
fn stamps_show_written_and_missing_files() {
    let path = folder("stamps").join("a");
    let now = || Stamps::of([path.clone()].into_iter());
    let absent = now();
    assert_eq!(absent.files.get(&path), Some(&None));
    fs::write(&path, "one").expect("written");
    let one = now();
    fs::write(&path, "one and more").expect("written");
    assert!(one != absent && one != now());
    // The first stamp of a file counts. A file that becomes known later has the stamp from that
    // time.
    assert_eq!(
        stamps(&[("a", 1)]).with(stamps(&[("a", 2), ("b", 1)])),
        stamps(&[("a", 1), ("b", 1)])
    );
}

#[test]
fn wrapped_lines_follow_their_head() {
    assert_eq!(wrap("ab  ", "one two three", 11), "ab  one two\n    three\n");
    assert_eq!(wrap("", "longword x", 4), "longword\nx\n");
    assert_eq!(wrap("> ", "", 20), "> \n");
}

/// A client that requests much data and does not read the answer loses its connection. A client
/// that reads gets its answer.
#[test]
fn a_connection_that_never_reads_is_ended() {
    const MUCH: usize = 64 << 20;
    let (address, ended) = (mpsc::channel(), mpsc::channel());
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("it runs").block_on(async {
            let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
            let listener = listener.expect("it listens");
            address.0.send(listener.local_addr().expect("an address")).expect("the test waits");
            for _ in 0..2 {
                let (stream, _) = listener.accept().await.expect("a client");
                let answer = |_| async { wire::Reply::new(vec![b'a'; MUCH].into()) };
                wire::keep(stream, Duration::from_millis(200), answer).await;
                ended.0.send(()).expect("the test waits");
            }
        });
    });
    let address = address.1.recv().expect("an address");
    let ask = || {
        let mut stream = TcpStream::connect(address).expect("it listens");
        let request = b"GET / HTTP/1.1\r\nHost: studio\r\nConnection: close\r\n\r\n";
        stream.write_all(request).expect("the server reads");
        stream
    };
    let silent = ask();
    ended.1.recv_timeout(Duration::from_secs(3)).expect("the connection ends");
    drop(silent);
    let read = std::io::copy(&mut ask(), &mut std::io::sink()).expect("an answer");
    assert!(read > MUCH as u64, "{read} bytes");
}

#[test]
fn bytes_are_written_as_letters() {
    let rows = include_str!("../data/letters.tsv").lines().filter(|row| !row.starts_with('#'));
    for row in rows.skip(1) {
        let (bytes, wanted) = row.split_once('\t').expect("two columns");
        let byte = |at| u8::from_str_radix(&bytes[at..at + 2], 16).expect("hexadecimal");
        let bytes: Vec<u8> = (0..bytes.len()).step_by(2).map(byte).collect();
        assert_eq!(letters(&bytes), wanted);
    }
}
