#![no_main]
//! libFuzzer target: see `alfil::fuzz::game`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::game(bytes));
