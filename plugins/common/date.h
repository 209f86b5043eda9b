/* Reads and writes the dates in header fields. */
#ifndef COMMON_DATE_H
#define COMMON_DATE_H

#include "slice.h"

/* Reads a date in one of the three forms of RFC 9110 §5.6.7. The case of letters does not matter, everything else does.
 * `now` and the result are in seconds since 1970-01-01 UTC. A year of two digits is the latest year that ends in these
 * digits and is at most 50 years after `now`. Returns false if the text is not such a date. */
bool date_of(slice text, int64_t now, int64_t *seconds);

enum { DATE_LENGTH = 29 };
/* Writes a date in the first form of RFC 9110 §5.6.7, and a NUL. `seconds` is a moment since 1970-01-01 UTC. Returns
 * false if its year has more than four digits. */
bool write_date(int64_t seconds, char out[DATE_LENGTH + 1]);

#endif
