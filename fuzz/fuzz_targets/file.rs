#![no_main]
//! libFuzzer target: see `alfil_fuzz::file`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::file(bytes));
