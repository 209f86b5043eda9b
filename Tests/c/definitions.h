/* Definitions as the C tests write them: with ' instead of ", because no definition here has ' in a text. */
#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "calls.h"

/* Returns the text with " in place of '; the caller frees it. */
static inline char *quoted(const char *text) {
  char *copy = strdup(text);
  for (char *at = copy; *at; at++) {
    if (*at == '\'') *at = '"';
  }
  return copy;
}

/* Opens a definition; NULL when it is refused, with the message in `message`. */
static inline moya_api *api_of(moya_provider *provider, const char *text, char message[512]) {
  char *document = quoted(text);
  moya_api *api = NULL;
  moya_error *error = NULL;
  moya_status status = moya_api_parse(provider, document, strlen(document), &api, &error);
  EXPECT((status == MOYA_OK) == (api != NULL) && (status == MOYA_OK) == (error == NULL));
  EXPECT(status == MOYA_OK || status == MOYA_ERROR_DEFINITION, "%s", moya_status_name(status));
  if (message) snprintf(message, 512, "%s", error ? moya_error_message(error).data : "");
  if (error && !message) EXPECT(false, "%s: %s", text, moya_error_message(error).data);
  moya_error_release(error);
  free(document);
  return api;
}

#endif
