# Says what `cmake --install` installs. Each file belongs to one of four components. `runtime` is what programs need to
# run. `dev` is what is needed to build programs. `tool` has the programs `moya` and `moya-plugin-check`. `plugins` has
# the modules (plugins/CMakeLists.txt).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)
# An installation builds only what it needs, and not the examples and the plugins.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(FILES ${library} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime
  PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
install(FILES ${MOYA_LINK_FOLDER}/libmoya.so DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The module map is for plugins in Swift.
install(DIRECTORY include/moya DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "module.modulemap")
# The files that plugins in Rust and in Swift are compiled with.
install(DIRECTORY bindings/rust/moya-plugin DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/moya/rust
  FILES_MATCHING PATTERN "Cargo.toml" PATTERN "*.rs" PATTERN "*.md" PATTERN "target" EXCLUDE)
install(DIRECTORY bindings/swift-plugin/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/moya/swift
  FILES_MATCHING PATTERN "*.swift" PATTERN "exports.map" PATTERN "*.md")
# Plugins to begin with, one in each language, without what their builds leave.
foreach(language c cpp rust swift python)
  install(DIRECTORY plugins/template-${language}/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/moya/templates/${language}
    USE_SOURCE_PERMISSIONS
    REGEX "/(\\.[^/]*|build|target|venv|__pycache__|moya-plugin|Cargo\\.lock|template\\.so)$" EXCLUDE)
endforeach()
install(DIRECTORY ${manual}/man3 DESTINATION ${CMAKE_INSTALL_MANDIR})
# The schema is for editors that check a definition by its "$schema".
install(FILES docs/definition.schema.json DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/moya)
# Valgrind's suppressions for the runtimes that the library contains.
install(FILES tools/valgrind/moya.supp DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/moya)

# The programs find the library relative to their own folder: in the library folder of the installation, or in the
# folder above, as in the build tree and in the wheel. If the prefix is /usr, the loader finds the library.
install(TARGETS moya_tool moya_plugin_check DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
# In the build tree, the programs have the same run path as after the installation. Otherwise CMake would replace the
# path of the build folder in the installed programs, and fill the rest of its bytes with zeroes.
set_target_properties(moya_tool moya_plugin_check PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR}
    OUTPUT_VARIABLE program_to_library)
  set_target_properties(moya_tool moya_plugin_check PROPERTIES INSTALL_RPATH "$ORIGIN/${program_to_library}:$ORIGIN/..")
endif()
install(FILES tools/moya/moya.1 tools/plugin-check/moya-plugin-check.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
install(FILES tools/moya/completion/moya DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions COMPONENT tool)
install(FILES tools/moya/completion/_moya DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions COMPONENT tool)
install(FILES ${MOYA_LINK_FOLDER}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libmoya-bin COMPONENT tool)

# One file has the licences of everything that the library contains. It is installed in folders that are named after the
# packages, as in Debian.
install(FILES ${MOYA_LINK_FOLDER}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libmoya1 COMPONENT runtime)
install(FILES ${MOYA_LINK_FOLDER}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libmoya-plugins COMPONENT plugins)
install(FILES ${MOYA_LINK_FOLDER}/copyright DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libmoya-dev)

# Both package files find the library relative to their own place, so an installed tree can be moved.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/moya)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE pkgconfig_to_prefix)
configure_file(cmake/moya.pc.in moya.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/moya.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/moya-config.cmake.in moya-config.cmake INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(moya-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/moya-config.cmake ${CMAKE_BINARY_DIR}/moya-config-version.cmake
  DESTINATION ${package_dir})
