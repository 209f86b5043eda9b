#!/bin/sh
# PREFIX=P ./rustc.sh       where libmoya is installed. Makes template.so like build.sh, but without cargo.
PREFIX=${PREFIX:-/usr/local}
mkdir -p target &&
  rustc --edition 2021 -O --crate-type rlib --crate-name moya_plugin --out-dir target \
    "$PREFIX/share/moya/rust/moya-plugin/src/lib.rs" &&
  rustc --edition 2021 -O -C strip=symbols --crate-type cdylib --extern moya_plugin=target/libmoya_plugin.rlib \
    -o template.so src/lib.rs
