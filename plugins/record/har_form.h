/* The form in the member `params` of a request in a HAR file. An entry that has this member has no text of its body. */
#ifndef MOYA_RECORD_HAR_FORM_H
#define MOYA_RECORD_HAR_FORM_H

#include "../common/bytes.h"

#include <yyjson.h>

/* Returns whether `post`, the member postData, has a urlencoded form as a list, and no text. */
bool has_form(yyjson_val *post);
/* Appends the body that sends this form. Returns false if there is no memory. */
bool add_form(bytes *to, yyjson_val *post);

#endif
