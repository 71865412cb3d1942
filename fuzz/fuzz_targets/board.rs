#![no_main]
//! libFuzzer target: see `alfil::fuzz::board`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::board(bytes));
