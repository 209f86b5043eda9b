/* The options of an instance, after they were read and checked. */
#ifndef TOKEN_SETTINGS_H
#define TOKEN_SETTINGS_H

#include "../common/bytes.h"
#include "origin.h"

#include <moya/plugin.h>

typedef enum client_auth { AUTH_BASIC, AUTH_POST, AUTH_NONE } client_auth;

/* The texts belong to the library, and are valid as long as the instance. */
typedef struct settings {
  const char *token_url;
  origin token_origin;
  bytes token_place; /* `token_url` without its query, for messages */
  moya_str client_id, client_secret, refresh_token, token, scope, scheme, header, parameters, store;
  client_auth auth;
  bytes parameter_form; /* `parameters`, encoded */
  origin *origins;
  const char **origin_texts; /* the texts of these origins, as the program has set them */
  size_t origin_count;
  bool refused_statuses[600];
  int64_t margin_ms, timeout_ms;
} settings;

/* Reads the options of an instance. If one is wrong, fails with `host->fail`, and returns the error. The caller must
 * free the settings in every case. */
moya_status settings_read(settings *it, const moya_host *host, moya_context *self);
void settings_free(settings *it);

/* Returns whether the token may go to this URL. */
bool settings_allow(const settings *it, moya_str url);
/* Returns whether a response with this status means that the server has refused the token. */
bool settings_refuse(const settings *it, int32_t http_status);

#endif
