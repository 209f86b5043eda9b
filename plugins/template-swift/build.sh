#!/bin/sh
# PREFIX=P ./build.sh       where libmoya is installed. Makes template.so, which needs no Swift at run time.
PREFIX=${PREFIX:-/usr/local}
exec swiftc -swift-version 6 -O -wmo -module-name Template -emit-library -static-stdlib -Xlinker --exclude-libs=ALL \
  -I "$PREFIX/include/moya" "$PREFIX"/share/moya/swift/*.swift Template.swift -o template.so
