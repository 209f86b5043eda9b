/* Opens definitions of C tests. The texts of these definitions have ' instead of ". This is possible because no value
 * in them contains '. */
#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "calls.h"

/* Returns a copy of the text with " instead of '. The caller frees the copy. */
static inline char *quoted(const char *text) {
  char *copy = strdup(text);
  for (char *at = copy; *at; at++) {
    if (*at == '\'') *at = '"';
  }
  return copy;
}

/* Opens a definition. If the library refuses it, returns NULL and stores the error's message in `message`. */
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
