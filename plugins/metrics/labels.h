/* The labels of a call: its origin, its target and its method. */
#ifndef MOYA_METRICS_LABELS_H
#define MOYA_METRICS_LABELS_H

#include "../common/bytes.h"

#include <moya/plugin.h>

enum { MOST_LABEL = 255 }; /* bytes of a value. Longer values are cut */

/* The values of origin, target and method, one after another. A NUL ends each value. */
typedef struct labels {
  size_t len;
  char text[3 * (MOST_LABEL + 1)];
} labels;

/* Reads the labels of a call. Returns false if its request cannot be read. */
bool labels_read(labels *it, const moya_host *host, moya_context *context);

/* Makes the labels of a call from its URL, its target and its method. A URL that has no host has the origin "invalid".
 * The origin has no user and no password. */
void labels_make(labels *it, moya_str url, moya_str target, moya_str method);

/* Makes the labels under which calls with new labels are counted if there are too many sets of labels. Their values are
 * all "other". */
void labels_other(labels *it);

const char *labels_origin(const labels *it);

/* Adds origin="…",target="…",method="…" as the text format writes it. */
bool labels_write(const labels *it, bytes *to);

#endif
