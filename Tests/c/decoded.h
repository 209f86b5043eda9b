/* Contains what tests of decoding share: a struct with its type, and a function that makes a response with a given
 * body. */
#ifndef DECODED_H
#define DECODED_H

#include "check.h"

#include <stddef.h>

typedef struct owner {
  int64_t id;
  const char *login;
} owner;

static const moya_type_field owner_fields[] = {
    {.name = "id", MOYA_MEMBER(owner, id), .kind = MOYA_KIND_I64},
    {.name = "login", MOYA_MEMBER(owner, login), .kind = MOYA_KIND_STR},
};
static void *owner_prepared;
static const moya_type owner_type = MOYA_TYPE_PREPARED("owner", owner, owner_fields, &owner_prepared);

static inline moya_response *response_of(const char *body) {
  moya_response *response = NULL;
  EXPECT_STATUS(moya_response_create(200, NULL, NULL, 0, 0, body, strlen(body), &response, NULL), MOYA_OK);
  return response;
}

#endif
