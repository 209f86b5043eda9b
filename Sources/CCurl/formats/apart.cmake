# Compiles libcurl's printf separately, so that script/curl can rename its functions (formats.c).
cmake_language(DEFER CALL set_property SOURCE lib/mprintf.c DIRECTORY lib PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
