//! The lines of an external engine: they stay small, and old ones are no answer.

use alfil::protocol::lines::{Lines, MAX_BYTES, Missing};
use std::io::BufReader;
use std::thread;
use std::time::{Duration, Instant};

/// An output without end.
struct Endless;

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let text = b"info string again and again\n";
        let count = buffer.len().min(text.len());
        buffer[..count].copy_from_slice(&text[..count]);
        Ok(count)
    }
}

#[test]
fn lines_without_end_stay_small_and_the_next_one_is_read() {
    let lines = Lines::default();
    thread::scope(|scope| {
        scope.spawn(|| lines.read(BufReader::new(Endless)));
        lines.listen();
        let deadline = Instant::now() + Duration::from_secs(60);
        for number in 0..100_000 {
            // In the second half nobody waits, so lines are lost.
            if number == 50_000 {
                lines.rest();
            }
            assert!(lines.next(deadline).is_ok());
            assert!(lines.bytes() <= MAX_BYTES);
        }
        lines.close();
    });
}

#[test]
fn a_line_that_is_too_long_is_left_out() {
    let lines = Lines::default();
    let text = format!("bestmove {}\nbestmove e2e4\n", "x".repeat(200_000));
    lines.read(text.as_bytes());
    let deadline = Instant::now() + Duration::from_secs(60);
    assert_eq!(lines.next(deadline).as_deref(), Ok("bestmove e2e4"));
    assert_eq!(lines.next(deadline), Err(Missing::Ended));
}

#[test]
fn forgotten_lines_are_not_read() {
    let lines = Lines::default();
    lines.read("bestmove e2e4\nbestmove d2d4\n".as_bytes());
    lines.listen();
    let deadline = Instant::now() + Duration::from_secs(60);
    assert_eq!(lines.next(deadline), Err(Missing::Ended));
}
