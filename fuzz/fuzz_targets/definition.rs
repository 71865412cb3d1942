#![no_main]
//! libFuzzer target: see `alfil_fuzz::definition`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::definition(bytes));
