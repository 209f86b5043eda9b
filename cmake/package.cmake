# What `cpack` makes of an installation (script/build --release runs it).
#
#   TGZ   one tarball, for the portable library: it runs wherever glibc is new enough
#   DEB   libmoya1, libmoya-dev and libmoya-bin, for the library that is linked to Debian's packages: their security updates reach it,
#         and dpkg-shlibdeps finds the dependencies in the file itself
set(CPACK_PACKAGE_NAME libmoya)
set(CPACK_PACKAGE_VENDOR "The libmoya authors")
set(CPACK_PACKAGE_CONTACT "The libmoya authors <libmoya@localhost>")
set(CPACK_PACKAGE_FILE_NAME libmoya-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_SOURCE_DIR}/build/dist)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MULTIARCH same)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libmoya1)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "HTTP APIs described once, as targets: shared library
Describe an HTTP API once as targets, and call it from C, Python or Swift;
stubs, plugins and typed responses included. This package has the library.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
# dpkg-shlibdeps looks at symbols, and does not see that packed relocations need this one.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libc6 (>= 2.36)")
# For packages that link the library: which release brought the symbols that they use.
# In a folder of its own: script/link has one of the name `symbols`.
configure_file(Tests/abi/libmoya1.symbols debian/symbols COPYONLY)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/symbols)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libmoya-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "HTTP APIs described once, as targets: development files
Describe an HTTP API once as targets, and call it from C, Python or Swift.
This package has the headers, the manual pages and the files for pkg-config
and CMake.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmoya1 (= ${PROJECT_VERSION})")

# The program of one architecture serves the others: there is one /usr/bin.
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME libmoya-bin)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION web)
set(CPACK_DEBIAN_TOOL_PACKAGE_MULTIARCH foreign)
set(CPACK_COMPONENT_TOOL_DESCRIPTION "HTTP APIs from the command line
moya sends requests, calls the endpoints of a definition, checks definitions,
writes C headers and Python stubs of them, and makes them of OpenAPI documents.")
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "libmoya1 (= ${PROJECT_VERSION}), libc6 (>= 2.34)")
if(YAML_LIBRARY)
  string(APPEND CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS ", libyaml-0-2")
endif()
include(CPack)
