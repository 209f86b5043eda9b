/* Reads the response of a token endpoint (RFC 6749 §5). */
#ifndef TOKEN_REPLY_H
#define TOKEN_REPLY_H

#include "../common/bytes.h"

#include <moya/plugin.h>

enum {
  REPLY_MOST = 65536,       /* bytes of a response */
  TOKEN_MOST = 32768,       /* bytes of a token */
  REPLY_MOST_SECONDS = 2592000 /* 30 days: a longer lifetime counts as this one */
};

typedef struct reply {
  bytes access_token;
  bytes refresh_token;  /* empty: the response has none */
  int64_t expires_in_s; /* −1: the response does not say it */
} reply;

/* Reads a response. If the response has no token that can be used, returns MOYA_ERROR_PLUGIN_HOOK and appends a
 * sentence without secrets to `reason`. `scheme` is the option of this name. The caller must free the reply. */
moya_status reply_read(reply *it, int32_t http_status, moya_str body, const char *scheme, bytes *reason);
void reply_free(reply *it);

/* Returns whether the text can be a token in a header field. */
bool is_token(const char *text, size_t len);

#endif
