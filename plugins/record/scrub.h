/* Replaces secrets with the word "redacted". A secret is found by its name (a header field, a parameter of a query or a
 * form, a string in a JSON object), or because its value is known. */
#ifndef MOYA_RECORD_SCRUB_H
#define MOYA_RECORD_SCRUB_H

#include "entry.h"
#include "secrets.h"

/* What counts as a secret for one cassette. */
typedef struct scrub_rules {
  const moya_host *host;
  moya_context *self;
  bytes keep, fields, parameters; /* the names in the options, each in the form of simplify_name (secret_words.h), with a
                                   * NUL after it */
  secrets known; /* the values of the environment variables that scrub_variables names */
} scrub_rules;

/* Reads the options. Returns false if there is no memory. The caller must free the rules in both cases. */
bool scrub_rules_read(scrub_rules *it, const moya_host *host, moya_context *self);
void scrub_rules_free(scrub_rules *it);

/* These functions append the text to `out`, without its secrets. If `found` is not NULL, they add to `found` the
 * secrets that they have replaced, except short ones. They return false if there is no memory. */
bool scrub_url(const scrub_rules *it, const bytes *url, bytes *out, secrets *found);
bool scrub_field(const scrub_rules *it, const char *name, const bytes *value, bytes *out, secrets *found);
/* `type` is the value of Content-Type. */
bool scrub_body(const scrub_rules *it, const char *type, const bytes *body, bytes *out, secrets *found);
/* `text` is the message of an error. */
bool scrub_message(const scrub_rules *it, const bytes *text, bytes *out, secrets *found);

#endif
