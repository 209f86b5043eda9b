/* Contains the scenes of most tests. A scene is a call and its responses (world.h). */
#include "world.h"

#define JSON "Content-Type: application/json\n"
#define LATER(fields) {503, 0, "later", fields}
#define ETAG "ETag: \"v1\"\n"
#define TEXT "Content-Type: text/plain; charset=utf-8\n"

const scene scenes[] = {
    {"ok", NULL, NULL, {{200, 0, "{\"id\": 7, \"name\": \"caf\xC3\xA9\"}", JSON ETAG "Cache-Control: max-age=60\n"}}},
    {"again", NULL, NULL, {{200, 0, "{\"id\": 7}", JSON ETAG "Cache-Control: max-age=0\n"}}},
    {"text", NULL, NULL, {{200, 0, "one two three\n", TEXT "Set-Cookie: a=1\nSet-Cookie: b=2\n"}}},
    {"not-modified", NULL, NULL, {{304, 0, NULL, ETAG}}},
    {"created", "POST", "{\"name\": \"x\"}", {{201, 0, "{\"id\": 8}", JSON "Location: /items/8\n"}}},
    {"replaced", "PUT", "a=1&b=2", {{204, 0, NULL, NULL}}},
    {"removed", "DELETE", NULL, {{200, 0, NULL, NULL}}},
    {"head", "HEAD", NULL, {{200, 0, NULL, TEXT "ETag: \"v2\"\n"}}},
    {"unauthorized", NULL, NULL, {{401, 0, "no", "WWW-Authenticate: Bearer realm=\"check\"\n"}, {200, 0, "yes", TEXT}}},
    {"forbidden", NULL, NULL, {{403, 0, "{\"error\": \"forbidden\"}", JSON}}},
    {"missing", NULL, NULL, {{404, 0, "", TEXT}}},
    {"unavailable", NULL, NULL, {LATER("Retry-After: 1\n"), LATER(NULL), LATER(NULL), {200, 0, "now", TEXT}}},
    {"broken-server", NULL, NULL, {{500, 0, "<html>", "Content-Type: text/html\n"}}},
    {"too-many", NULL, NULL, {{429, 0, NULL, "Retry-After: 2\n"}, {200, 0, "ok", TEXT}}},
    {"empty", NULL, NULL, {{200, 0, NULL, JSON}}},
    {"large", NULL, NULL, {{200, 0, "LARGE", TEXT}}},
    {"refused", NULL, NULL, {{0, MOYA_ERROR_CONNECT, NULL, NULL}}},
    {"unresolved", NULL, NULL, {{0, MOYA_ERROR_RESOLVE, NULL, NULL}, {200, 0, "found", TEXT}}},
    {"cut-off", NULL, NULL, {{0, MOYA_ERROR_INCOMPLETE_BODY, NULL, NULL}}},
    {"silent", NULL, NULL, {{0, MOYA_ERROR_TIMEOUT_IDLE, NULL, NULL}}},
};
const size_t scene_count = sizeof scenes / sizeof *scenes;

const char *const way_names[WAYS] = {"whole", "streamed", "shared"};
