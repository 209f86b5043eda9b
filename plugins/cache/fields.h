/* The fields of a header section. */
#ifndef CACHE_FIELDS_H
#define CACHE_FIELDS_H

#include "../common/slice.h"

enum {
  MOST_FIELDS = 128,       /* a message with more fields is not stored, and not answered from the cache */
  MOST_LISTED_BYTES = 8192 /* a response with longer fields Connection and Cache-Control is not stored */
};

typedef struct field {
  slice name, value;
} field;

/* The fields in the order in which they arrived. Several fields may have the same name. */
typedef struct fields {
  const field *at;
  size_t count;
} fields;

/* Finds the next field with this name. `next` is 0 at first. Returns false if there is no further one. */
bool next_field(fields all, slice name, size_t *next, slice *value);
/* Returns the value of the first field with this name. If there is no such field, the `at` of the value is NULL. */
slice first_value(fields all, slice name);
bool has_field(fields all, slice name);

/* Reads the elements of a list, one with each call of `next_listed`. All fields with the same name together make the
 * list. The reader is {0} at first. `next_listed` returns false if there is no further element. */
typedef struct list_reader {
  size_t next;
  slice rest;
} list_reader;
bool next_listed(fields all, slice name, list_reader *reader, slice *element);

#endif
