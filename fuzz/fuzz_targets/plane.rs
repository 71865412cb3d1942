#![no_main]
//! libFuzzer target: see `alfil_fuzz::plane`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::plane(bytes));
