/* Reads and writes cassettes, which are HAR 1.2 files. Facts for which HAR has no member are in members with the name
 * "_moya". */
#ifndef MOYA_RECORD_HAR_H
#define MOYA_RECORD_HAR_H

#include "scrub.h"

#define RECORD_VERSION "1.0.0"

typedef struct yyjson_doc yyjson_doc;

/* A cassette that was read. */
typedef struct har {
  yyjson_doc *document; /* NULL: there was no file */
  entry *entries;
  size_t count;
} har;

/* Reads a file. If there is no file, the result is empty. Returns MOYA_OK, or an error with its reason in `reason`. */
moya_status har_read(har *it, const char *path, bytes *reason);

/* Writes the entries of `it` for which `stays` is true, and then the list of new entries, oldest first. Removes the
 * secrets from the new entries (scrub.h). Replaces the file in one step, so that there is always a whole file. Returns
 * MOYA_OK, or an error with its reason in `reason`. */
moya_status har_write(const har *it, const bool *stays, const entry *recorded, const scrub_rules *rules,
                      const char *path, bytes *reason);

void har_free(har *it);

#endif
