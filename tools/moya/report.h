/* Writes facts about a response as text. */
#ifndef MOYA_TOOL_REPORT_H
#define MOYA_TOOL_REPORT_H

#include <moya/moya.h>
#include "text.h"

/* Writes the status line and the header fields. `mark` comes before each line. If `secrets` is false, shows only
 * what a log may show. */
void report_head(text *it, const moya_response *response, const char *mark, bool colour, bool secrets);
/* Writes one JSON object on one line. docs/tool.md describes its members. */
void report_json(text *it, const moya_response *response, moya_str body, bool timings);
/* Writes how long each step of the call took, one line for each step. */
void report_timings(text *it, const moya_response *response);

#endif
