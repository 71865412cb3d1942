#![no_main]
//! libFuzzer target: see `alfil_fuzz::coverage`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::coverage(bytes));
