# libcurl's printf, compiled apart from the rest, so that script/curl can have it called by other names (formats.c).
cmake_language(DEFER CALL set_property SOURCE lib/mprintf.c DIRECTORY lib PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
