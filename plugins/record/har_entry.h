/* Writes an entry of a cassette as JSON. */
#ifndef MOYA_RECORD_HAR_ENTRY_H
#define MOYA_RECORD_HAR_ENTRY_H

#include "scrub.h"

#include <yyjson.h>

/* Appends an entry to a list, without its secrets. Returns false if there is no memory. */
bool har_put_entry(yyjson_mut_doc *to, yyjson_mut_val *list, const entry *from, const scrub_rules *rules);

#endif
