/* Decides by its name whether a value is a secret. */
#ifndef MOYA_RECORD_SECRET_NAMES_H
#define MOYA_RECORD_SECRET_NAMES_H

#include "scrub.h"

/* Where the name stands. */
typedef enum name_place {
  PLACE_FIELD,     /* a header field */
  PLACE_PARAMETER, /* in a query or a form */
  PLACE_MEMBER     /* a string in a JSON object */
} name_place;

/* The name may be percent-encoded in a query or a form. */
bool is_secret_name(const scrub_rules *rules, name_place place, const char *name, size_t len);

#endif
