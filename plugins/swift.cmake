# moya_swift_module(NAME): builds NAME.so from NAME/*.swift and the files for plugins in Swift. The module contains
# Swift's runtime, so that it can be used where no Swift is installed.
#
# With MOYA_SWIFT_RUNTIME=shared, the module uses the shared runtime of this machine instead. This is for tests.
if(PROJECT_IS_TOP_LEVEL)
  find_path(MOYA_SWIFT Plugin.swift PATH_SUFFIXES share/moya/swift)
else()
  set(MOYA_SWIFT ${CMAKE_SOURCE_DIR}/bindings/swift-plugin)
endif()
find_program(SWIFTC swiftc)
set(MOYA_SWIFT_RUNTIME static CACHE STRING "static or shared: the runtime of modules in Swift")

function(moya_swift_module name)
  if(NOT SWIFTC OR NOT MOYA_SWIFT)
    message(WARNING "the module ${name} is not built, because there is no swiftc or no Plugin.swift")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.swift ${MOYA_SWIFT}/*.swift)
  set(linked -use-ld=lld -Xlinker --gc-sections -Xlinker --as-needed -Xlinker -s
    -Xlinker --version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  if(NOT MOYA_SWIFT_RUNTIME STREQUAL "shared")
    list(PREPEND linked -static-stdlib)
  endif()
  if(MOYA_PORTABLE)
    # As in script/link, the module contains libstdc++ and libgcc. It also contains the file glibc.c, without which it
    # would need glibc 2.35. The folder `static` contains only an archive, so that the linker finds no shared libstdc++
    # there.
    execute_process(COMMAND gcc -print-file-name=libstdc++.a OUTPUT_VARIABLE archive OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
    set(static ${CMAKE_CURRENT_BINARY_DIR}/static-${name})
    file(MAKE_DIRECTORY ${static})
    file(CREATE_LINK ${archive} ${static}/libstdc++.a SYMBOLIC)
    add_library(glibc_${name} OBJECT ${CMAKE_SOURCE_DIR}/Sources/CLinux/linked/glibc.c)
    target_compile_options(glibc_${name} PRIVATE -fvisibility=hidden)
    set_target_properties(glibc_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    set(replaced $<TARGET_OBJECTS:glibc_${name}>)
    list(APPEND linked -Xclang-linker -static-libgcc -L${static} -Xlinker --wrap=hypotf)
  endif()
  file(MAKE_DIRECTORY ${modules})
  add_custom_command(OUTPUT ${modules}/${name}.so DEPENDS ${sources} ${replaced} exports.map VERBATIM
    # Without -disable-incremental-llvm-codegen, the module would contain a hash of the path of its sources, so builds
    # in two folders would differ.
    COMMAND ${SWIFTC} -swift-version 6 -O -wmo -Xfrontend -disable-incremental-llvm-codegen -warnings-as-errors
      -module-name moya_${name} -emit-library
      -I ${MOYA_INCLUDE}/moya ${sources} ${replaced} ${linked} -o ${modules}/${name}.so)
  add_custom_target(module_${name} DEPENDS ${modules}/${name}.so)
  moya_installed(${name})
endfunction()
