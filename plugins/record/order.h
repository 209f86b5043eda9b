/* The order of the entries of a cassette. */
#ifndef MOYA_RECORD_ORDER_H
#define MOYA_RECORD_ORDER_H

#include "entry.h"

/* Joins two lists, and returns them as one list that is sorted by the start of the calls. `sorted` is sorted already.
 * `newest` has the call that ended last at its beginning. If two calls began at the same time, the one that ended first
 * comes first. */
entry *entries_in_order(entry *sorted, entry *newest);

#endif
