/* Decides whether a value is a secret, by the name of the value. */
#ifndef MOYA_RECORD_SECRET_NAMES_H
#define MOYA_RECORD_SECRET_NAMES_H

#include "../common/secret_words.h"
#include "scrub.h"

/* The name may be percent-encoded in a query or a form. */
bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len);

#endif
