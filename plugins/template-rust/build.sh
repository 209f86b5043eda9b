#!/bin/sh
# PREFIX=P ./build.sh       makes template.so, which needs no Rust at run time. P is the folder in which libmoya is
#                           installed.
PREFIX=${PREFIX:-/usr/local}
rm -f template.so
ln -sfn "$PREFIX/share/moya/rust/moya-plugin" moya-plugin &&
  built=$(cargo build --release --offline --message-format=json-render-diagnostics) &&
  # Cargo names the file that it made, whatever the package is called.
  cp "$(printf '%s\n' "$built" | sed -n 's/.*"crate_types":\["cdylib"\].*"filenames":\["\([^"]*\)".*/\1/p')" template.so
