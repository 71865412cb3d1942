#![no_main]
//! libFuzzer target: see `alfil::fuzz::file`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::file(bytes));
