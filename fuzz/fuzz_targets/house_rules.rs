#![no_main]
//! libFuzzer target: see `alfil_fuzz::house_rules`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| alfil_fuzz::house_rules(bytes));
