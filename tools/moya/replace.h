/* Writes a file that must be whole: after a failure, for example on a full disk, an older file is as it was. */
#ifndef MOYA_TOOL_REPLACE_H
#define MOYA_TOOL_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the bytes to the file at `path`. Writes them under another name in the same folder first, and then renames
 * this file. If there is something else at the path, for example a pipe, writes to the path itself. Also does so if the
 * folder allows no other name, or if the new file could not have the owner and the hard links of the old one. If the
 * file cannot be written, returns false and sets `errno`. */
bool replace_file(const char *path, const char *bytes, size_t length);

#endif
