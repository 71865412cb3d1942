//! Sets the size of the stack of the WebAssembly module.

/// The bytes of the stack. Programs on Linux have as many; the usual megabyte is too small for deep searches.
const STACK: u32 = 8 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY");
    if family.is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}
