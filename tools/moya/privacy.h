/* What a log may show of header fields: the library decides. */
#ifndef MOYA_TOOL_PRIVACY_H
#define MOYA_TOOL_PRIVACY_H

#include <moya/base.h>
#include <moya/target.h>

/* Values without secrets: all of a cookie's, the nonce of a challenge. They take the place of `value`. */
void privacy_hide(moya_header *fields, size_t count);

#endif
