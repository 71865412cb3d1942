//! The macro that embeds `definitions/` does not notice new files. This script triggers a rebuild for them.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=definitions");
}
