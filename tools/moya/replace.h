/* Replaces a file as a whole. After a failure, for example on a full disk, the old file is unchanged. */
#ifndef MOYA_TOOL_REPLACE_H
#define MOYA_TOOL_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the bytes to the file at `path`. First makes a new file in the same folder, and then renames it to `path`.
 * Writes to the old file itself if it is not a regular file, for example a pipe, or if the folder allows no new file.
 * Also does so if the new file could not have the owner and the hard links of the old one. If the file cannot be
 * written, returns false and sets `errno`. */
bool replace_file(const char *path, const char *bytes, size_t length);

#endif
