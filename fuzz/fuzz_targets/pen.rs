#![no_main]
//! libFuzzer target: see `alfil_fuzz::pen`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::pen(bytes));
