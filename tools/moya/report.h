/* Writes facts about a response as text. */
#ifndef MOYA_TOOL_REPORT_H
#define MOYA_TOOL_REPORT_H

#include <moya/moya.h>
#include "text.h"

/* Writes status line and fields, each line after `mark`. If `secrets` is false, shows only what a log may show. */
void report_head(text *it, const moya_response *response, const char *mark, bool colour, bool secrets);
/* Writes one JSON object on one line. docs/tool.md describes its members. */
void report_json(text *it, const moya_response *response, moya_str body, bool timings);
/* Writes how long each step took, one line for each. */
void report_timings(text *it, const moya_response *response);

#endif
