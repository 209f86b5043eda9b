#!/bin/sh
# PREFIX=P ./build.sh       where libmoya is installed. Makes template.so, which needs no Rust at run time.
PREFIX=${PREFIX:-/usr/local}
ln -sfn "$PREFIX/share/moya/rust/moya-plugin" moya-plugin &&
  cargo build --release --offline &&
  cp "${CARGO_TARGET_DIR:-target}/release/libtemplate.so" template.so
