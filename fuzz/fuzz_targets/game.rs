#![no_main]
//! libFuzzer target: see `alfil_fuzz::game`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::game(bytes));
