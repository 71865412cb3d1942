#![no_main]
//! libFuzzer target: see `alfil_fuzz::texts`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::texts(bytes));
