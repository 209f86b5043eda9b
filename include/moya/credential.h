/* The credential of a request is a user's name and password, or a token.
 *
 * A target can have a credential (target.h). A provider can have a credential for all targets that
 * have none (connection.h). The library sends a credential only to the target's own origin; a
 * redirect to another origin drops it. If the target has a header field Authorization, the
 * provider's credential is not used. */
#ifndef MOYA_CREDENTIAL_H
#define MOYA_CREDENTIAL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOYA_CREDENTIAL_ASKED = 0,  /* user and password, sent as Basic or Digest when the server asks for
                               * them */
  MOYA_CREDENTIAL_BASIC = 1,  /* user and password, sent as Basic with the first request (RFC
                               * 7617) */
  MOYA_CREDENTIAL_DIGEST = 2, /* user and password, sent only as Digest when the server asks for
                               * them; the password itself is never sent (RFC 7616) */
  MOYA_CREDENTIAL_BEARER = 3  /* a token, sent with the first request (RFC 6750) */
};
typedef int32_t moya_credential_kind;

typedef struct moya_credential {
  uint32_t size MOYA_0;
  moya_credential_kind kind MOYA_0;
  const char *user MOYA_0;     /* NULL with MOYA_CREDENTIAL_BEARER; required with the
                                * other kinds, and has no colon */
  const char *password MOYA_0; /* with MOYA_CREDENTIAL_BEARER: the token, required; with the
                                * other kinds: the password, NULL stands for "" */
} moya_credential;
#define MOYA_CREDENTIAL_INIT MOYA_SIZED(moya_credential)
#define MOYA_CREDENTIAL(...) MOYA_MAKE(moya_credential, __VA_ARGS__)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_credential) == 24, "moya_credential");
#endif

#ifdef __cplusplus
}
#endif

#endif
