/* Asks the library what a log may show of header fields and of the parts of a form. */
#ifndef MOYA_TOOL_PRIVACY_H
#define MOYA_TOOL_PRIVACY_H

#include <moya/base.h>
#include <moya/target.h>

/* Replaces each `value` with a version without secrets. This also hides the whole value of a cookie, and the nonce of
 * a challenge. */
void privacy_hide(moya_header *fields, size_t count);

/* Replaces the secrets in the texts of parts of a form with what the library's log shows of them. Files stay. */
void privacy_hide_parts(moya_part *parts, size_t count);

#endif
