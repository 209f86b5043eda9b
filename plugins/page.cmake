# moya_module_page(NAME): installs the page of a module. Changes the links of the page, so that they lead to installed
# files. A link to a file that is not installed becomes plain text.
function(moya_module_page name)
  set(page ${CMAKE_CURRENT_SOURCE_DIR}/${name}/README.md)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  file(READ ${page} text)
  string(REGEX REPLACE "\\]\\(\\.\\./([a-z0-9]+)/README\\.md" "](./\\1.md" text "${text}")
  string(REGEX REPLACE "\\]\\(\\.\\./\\.\\./docs/(plugins|plugin-[a-z]+)\\.md" "](../libmoya-dev/\\1.md" text "${text}")
  string(REPLACE "](../../include/" "](../../../include/" text "${text}")
  string(REGEX REPLACE "\\[([^]]*)\\]\\((\\.\\./\\.\\./(docs|script|Tests)/|\\.\\./shared|[A-Za-z]+\\.)[^)]*\\)" "\\1" text "${text}")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/pages/${name}.md "${text}")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pages/${name}.md
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libmoya-plugins COMPONENT plugins)
endfunction()
