#![no_main]
//! libFuzzer target: see `alfil_fuzz::secrets`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::secrets(bytes));
