/* Writes files so that a reader never finds a half-written file. */
#ifndef MOYA_COMMON_REPLACE_FILE_H
#define MOYA_COMMON_REPLACE_FILE_H

#include "bytes.h"

/* Writes a new file next to `path`, and renames it to `path`. The new file has the permissions of the old one. If this
 * function fails, returns false and adds the system's reason to `reason`. The old file then stays unchanged. This
 * function can block. */
bool replace_file(const char *path, const char *text, size_t len, bytes *reason);

/* Adds the absolute form of `path` to `to`. So the text names the same file, even if the program changes its current
 * folder later. */
bool add_absolute_path(bytes *to, const char *path);

#endif
