/* The texts of an entry without its secrets, as a cassette stores them. */
#ifndef MOYA_RECORD_CLEAN_H
#define MOYA_RECORD_CLEAN_H

#include "scrub.h"

typedef struct clean {
  bytes url, response_url, message, request_body, response_body;
  fields request_fields, response_fields;
} clean;

/* Appends the URL and the body of a request to `url` and `body`, without their secrets. With `repeats`, replaces a
 * secret of the request also where the request repeats it under another name. Returns false if there is no memory. */
bool clean_request(const entry *from, const scrub_rules *rules, bool repeats, bytes *url, bytes *body);

/* Fills `it`, which must be all zeroes, with the texts of `from`. Returns false if there is no memory. The caller must
 * free `it` in both cases. */
bool clean_entry(clean *it, const entry *from, const scrub_rules *rules);
void clean_free(clean *it);

#endif
