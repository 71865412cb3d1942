#![no_main]
//! libFuzzer target: see `alfil::fuzz::plane`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil::fuzz::plane(bytes));
