# Compiles libcurl's printf separately, so that script/curl can make the rest of libcurl call formats.c instead.
cmake_language(DEFER CALL set_property SOURCE lib/mprintf.c DIRECTORY lib PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
