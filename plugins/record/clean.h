/* The texts of an entry without its secrets, as a cassette stores them. */
#ifndef MOYA_RECORD_CLEAN_H
#define MOYA_RECORD_CLEAN_H

#include "scrub.h"

typedef struct clean {
  bytes url, response_url, message, request_body, response_body;
  fields request_fields, response_fields;
} clean;

/* Fills `it`, which must be all zeroes, with the texts of `from`. Returns false if there is no memory. The caller must
 * free `it` in both cases. */
bool clean_entry(clean *it, const entry *from, const scrub_rules *rules);
void clean_free(clean *it);

#endif
