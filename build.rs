//! Embedding a folder does not notice files that are new in it; this does.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=definitions");
}
