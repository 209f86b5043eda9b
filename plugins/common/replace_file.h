/* Files that a reader always finds whole. */
#ifndef MOYA_COMMON_REPLACE_FILE_H
#define MOYA_COMMON_REPLACE_FILE_H

#include "bytes.h"

/* Writes a new file next to `path`, and renames it to `path`. Returns false if that fails. It then adds the system's
 * reason to `reason`, and the old file stays. May block. */
bool replace_file(const char *path, const char *text, size_t len, bytes *reason);

/* Adds `path` to `to`. If it is relative, adds the current folder before it, so that it stays the same file if the
 * program changes its folder. */
bool add_absolute_path(bytes *to, const char *path);

#endif
