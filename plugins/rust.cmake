# moya_rust_module(NAME): builds NAME.so from NAME/NAME.rs and the crate moya-plugin. Needs rustc 1.63 or later, but
# neither cargo nor a network. The crate catches a panic of the module by unwinding the stack, which needs libgcc. A
# portable module contains libgcc.
if(PROJECT_IS_TOP_LEVEL)
  find_path(MOYA_RUST moya-plugin/src/lib.rs PATH_SUFFIXES share/moya/rust)
else()
  set(MOYA_RUST ${CMAKE_SOURCE_DIR}/bindings/rust)
endif()
find_program(RUSTC rustc)

function(moya_rust_module name)
  if(NOT RUSTC OR NOT MOYA_RUST)
    message(WARNING "the module ${name} is not built, because there is no rustc or no crate moya-plugin")
    return()
  endif()
  set(crate ${MOYA_RUST}/moya-plugin/src)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  set(built ${CMAKE_CURRENT_BINARY_DIR}/rust-${name})
  file(MAKE_DIRECTORY ${built})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.rs ${crate}/*.rs)
  set(flags --edition 2021 -C opt-level=3 -C panic=unwind -C codegen-units=1 -C relocation-model=pic
    --remap-path-prefix ${crate}=moya-plugin --remap-path-prefix ${folder}=${name})
  add_custom_command(OUTPUT ${built}/lib${name}.a DEPENDS ${sources} VERBATIM
    COMMAND ${RUSTC} ${flags} --crate-type rlib --crate-name moya_plugin -o ${built}/libmoya_plugin.rlib ${crate}/lib.rs
    COMMAND ${RUSTC} ${flags} -C lto=fat --crate-type staticlib --crate-name ${name}
      --extern moya_plugin=${built}/libmoya_plugin.rlib -o ${built}/lib${name}.a ${folder}/${name}.rs)
  add_custom_target(archive_${name} DEPENDS ${built}/lib${name}.a)

  add_library(module_${name} MODULE $<TARGET_OBJECTS:moya_common>)
  add_dependencies(module_${name} archive_${name})
  if(MOYA_PORTABLE)
    # The unwinder calls a function of glibc 2.35. glibc.c contains this function, so that glibc 2.34 is enough.
    target_sources(module_${name} PRIVATE ${CMAKE_SOURCE_DIR}/Sources/CLinux/linked/glibc.c)
    target_compile_options(module_${name} PRIVATE -fvisibility=hidden -ffunction-sections)
    target_link_options(module_${name} PRIVATE -static-libgcc)
  endif()
  target_link_libraries(module_${name} PRIVATE ${built}/lib${name}.a m)
  target_link_options(module_${name} PRIVATE -Wl,--undefined=moya_plugin_entry -Wl,--as-needed -Wl,--gc-sections
    -Wl,--no-undefined -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map
    $<IF:$<BOOL:${MOYA_PORTABLE}>,-s,LINKER:--strip-debug>)
  set_target_properties(module_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name} LIBRARY_OUTPUT_DIRECTORY ${modules}
    LINKER_LANGUAGE C LINK_DEPENDS ${built}/lib${name}.a)
  moya_installed(${name})
endfunction()
