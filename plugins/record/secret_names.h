/* Decides whether a value is a secret, by the name of the value. */
#ifndef MOYA_RECORD_SECRET_NAMES_H
#define MOYA_RECORD_SECRET_NAMES_H

#include "../common/secret_words.h"
#include "scrub.h"

/* Reads the names that an option lists. Returns false if there is no memory. */
bool read_names(const scrub_rules *rules, const char *option, bytes *out);

/* Returns true if a value with this name is a secret. `name` has `len` bytes, and can be percent-encoded. */
bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len);

/* Returns true if a member of JSON with this name and with this text as value is a PIN: at least four digits. "pin" also
 * names other values, for example a connection of a board. */
bool is_pin(const scrub_rules *rules, const char *name, size_t len, const char *value, size_t value_len);

#endif
