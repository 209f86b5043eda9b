/* Finds the credentials in the options, in the environment, or in the shared credentials file of AWS's programs. */
#ifndef MOYA_SIGV4_CREDENTIALS_H
#define MOYA_SIGV4_CREDENTIALS_H

#include "../common/bytes.h"

typedef struct credentials {
  bytes key_id, secret, token; /* an empty token: there is none */
} credentials;

/* The options that say where the credentials are. An empty text means that the option is not set. */
typedef struct credential_options {
  const char *key_id, *secret, *token, *profile, *file;
} credential_options;

/* Finds the credentials. Reads the environment and perhaps a file. If there are no credentials, returns false and
 * writes the reason. The reason has no secret. */
bool credentials_find(credentials *out, const credential_options *options, bytes *reason);

/* Reads a profile of a shared credentials file. */
bool credentials_read(credentials *out, const char *path, const char *profile, bytes *reason);

/* Returns whether a text can be a part of a credential or of its scope: visible ASCII characters. */
bool is_visible(const char *text);

/* Overwrites and frees the texts. */
void credentials_free(credentials *it);

#endif
