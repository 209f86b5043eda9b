/* Who a request is from: a user's name and password, or a token.
 *
 * Of a target (target.h), or of a provider for all targets that have none (connection.h). It goes to the target's own origin
 * only; a redirect to another one loses it. A header field Authorization of the target wins over the provider's. */
#ifndef MOYA_CREDENTIAL_H
#define MOYA_CREDENTIAL_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MOYA_CREDENTIAL_ASKED = 0,  /* user and password, when the server asks for them: as Basic or Digest */
  MOYA_CREDENTIAL_BASIC = 1,  /* the same, with the first request already (RFC 7617) */
  MOYA_CREDENTIAL_DIGEST = 2, /* when the server asks, as Digest only: the password itself is never sent (RFC 7616) */
  MOYA_CREDENTIAL_BEARER = 3  /* a token, with the first request already (RFC 6750) */
};
typedef int32_t moya_credential_kind;

typedef struct moya_credential {
  uint32_t size MOYA_0;
  moya_credential_kind kind MOYA_0;
  const char *user MOYA_0;     /* required, without a colon; NULL with MOYA_CREDENTIAL_BEARER */
  const char *password MOYA_0; /* NULL: ""; with MOYA_CREDENTIAL_BEARER the token, required */
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
