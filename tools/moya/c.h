/* Writes strings and comments of C. */
#ifndef MOYA_TOOL_C_H
#define MOYA_TOOL_C_H

#include "text.h"

void text_c_string(text *it, const char *words);
/* Writes a comment on its own line. Writes nothing for an empty text. */
void text_c_comment(text *it, const char *words);

#endif
