#![no_main]
//! libFuzzer target: see `alfil_fuzz::sight`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::sight(bytes));
