#!/bin/sh
# PREFIX=P ./build.sh       makes template.so, which needs no Rust at run time. P is the folder in which libmoya is
#                           installed.
PREFIX=${PREFIX:-/usr/local}
rm -f template.so
ln -sfn "$PREFIX/share/moya/rust/moya-plugin" moya-plugin &&
  built=$(cargo build --release --offline --message-format=json-render-diagnostics) &&
  # Takes the name of the file from cargo's messages, because the name depends on the name of the package.
  cp "$(printf '%s\n' "$built" | sed -n 's/.*"crate_types":\["cdylib"\].*"filenames":\["\([^"]*\)".*/\1/p')" template.so
