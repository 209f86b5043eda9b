/* The values of the label `kind`: a word for each status with which a call can fail. */
#ifndef MOYA_METRICS_KINDS_H
#define MOYA_METRICS_KINDS_H

#include <moya/status.h>
#include <stddef.h>

enum { KIND_COUNT = 128 };

/* Returns the place of a status in an array of KIND_COUNT kinds. A number that is not a status has the place of
 * MOYA_ERROR_OTHER. */
size_t kind_of(moya_status status);

/* Returns the name of a status without MOYA_ERROR_, in lower case: "timeout_total". */
const char *kind_name(size_t kind);

#endif
