#!/bin/sh
# PREFIX=P ./build.sh       makes template.so, which needs no Swift at run time. P is the folder in which libmoya is
#                           installed.
PREFIX=${PREFIX:-/usr/local}
share=$PREFIX/share/moya/swift
exec swiftc -swift-version 6 -O -wmo -module-name Template -emit-library -static-stdlib \
  -Xlinker "--version-script=$share/exports.map" -I "$PREFIX/include/moya" "$share"/*.swift Template.swift -o template.so
