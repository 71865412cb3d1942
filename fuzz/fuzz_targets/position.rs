#![no_main]
//! libFuzzer target: see `alfil_fuzz::position`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::position(bytes));
