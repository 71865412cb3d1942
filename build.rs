//! The macro that embeds `definitions/` does not notice new files. This script triggers a rebuild for
//! them. It also tells the program whether `npm run module` has built the engine for browsers.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=definitions");
    println!("cargo:rerun-if-changed=web/module");
    println!("cargo:rustc-check-cfg=cfg(has_engine)");
    if Path::new("web/module/alfil.wasm.gz").is_file() {
        println!("cargo:rustc-cfg=has_engine");
    }
}
