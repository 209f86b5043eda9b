/* Decides whether a value is a secret, by the name of the value. */
#ifndef MOYA_RECORD_SECRET_NAMES_H
#define MOYA_RECORD_SECRET_NAMES_H

#include "../common/secret_words.h"
#include "scrub.h"

/* Reads the names that an option lists. Returns false if there is no memory. */
bool read_names(const scrub_rules *rules, const char *option, bytes *out);

/* Returns true if a value with this name is a secret. `name` has `len` bytes, and can be percent-encoded. */
bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len);

#endif
