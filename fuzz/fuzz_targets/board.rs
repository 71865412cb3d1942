#![no_main]
//! libFuzzer target: see `alfil_fuzz::board`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::board(bytes));
