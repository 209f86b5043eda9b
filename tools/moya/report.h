/* A response's facts as text. */
#ifndef MOYA_TOOL_REPORT_H
#define MOYA_TOOL_REPORT_H

#include <moya/moya.h>
#include "text.h"

/* Status line and fields, each line after `mark`; without `secrets` as a log may show them. */
void report_head(text *it, const moya_response *response, const char *mark, bool colour, bool secrets);
/* One JSON object on one line: docs/tool.md says what is in it. */
void report_json(text *it, const moya_response *response, moya_str body, bool timings);
/* How long what took, a line each. */
void report_timings(text *it, const moya_response *response);

#endif
