#!/bin/sh
# PREFIX=P ./rustc.sh       makes template.so like build.sh, but without cargo. P is the folder in which libmoya is
#                           installed.
PREFIX=${PREFIX:-/usr/local}
mkdir -p target &&
  rustc --edition 2021 -O --crate-type rlib --crate-name moya_plugin --out-dir target \
    "$PREFIX/share/moya/rust/moya-plugin/src/lib.rs" &&
  rustc --edition 2021 -O -C strip=symbols --crate-type cdylib --extern moya_plugin=target/libmoya_plugin.rlib \
    -o template.so src/lib.rs
