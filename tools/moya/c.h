/* Strings and comments of C. */
#ifndef MOYA_TOOL_C_H
#define MOYA_TOOL_C_H

#include "text.h"

void text_c_string(text *it, const char *words);
/* On a line of its own; nothing of an empty text. */
void text_c_comment(text *it, const char *words);

#endif
