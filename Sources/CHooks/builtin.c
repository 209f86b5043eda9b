// Describes the library's built-in plugins, in the tables with which a module describes its plugins (moya_plugin). The
// tables name no hooks, because the hooks of built-in plugins are in Swift.
#include "hooks.h"

#include <moya/moya.h>
#include <stdint.h>

#include <string.h>

#define TAG {"tag", "the plugin applies only to targets with this tag", MOYA_OPTION_TEXT, 0, NULL, NULL, 0, 0}
#define END {NULL, NULL, 0, 0, NULL, NULL, 0, 0}
#define TABLE(name, sentence, list)                                                                                \
  {.size = sizeof(moya_plugin), .option_size = sizeof(moya_option), .id = name, .version = MOYA_VERSION,           \
   .about = sentence, .options = list}

static const moya_option access_token[] = {
    {"token", "the present token", MOYA_OPTION_SECRET, 0, NULL, NULL, 0, 0},
    {"scheme", "the word before the token", MOYA_OPTION_TEXT, 0, "\"Bearer\"", NULL, 0, 0},
    {"header", "the field that gets the token", MOYA_OPTION_TEXT, 0, "\"Authorization\"", NULL, 0, 0},
    {"statuses", "statuses that refuse a token", MOYA_OPTION_JSON, 0, "[401]", NULL, 0, 0},
    {"key_path", "where the response of refresh_target has the token", MOYA_OPTION_TEXT, 0, "\"access_token\"", NULL,
     0, 0},
    TAG, END};

static const moya_option credentials[] = {
    {"user", "the name of the user", MOYA_OPTION_TEXT, 1, NULL, NULL, 0, 0},
    {"password", "the password", MOYA_OPTION_SECRET, 0, NULL, NULL, 0, 0},
    TAG, END};

static const moya_option logger[] = {
    {"form", "the form of a line", MOYA_OPTION_TEXT, 0, "\"text\"", "text|json|curl", 0, 0},
    {"level", "the level of a line", MOYA_OPTION_TEXT, 0, "\"info\"", "debug|info|warning|error", 0, 0},
    {"request_headers", "writes the fields of requests", MOYA_OPTION_FLAG, 0, "true", NULL, 0, 0},
    {"request_body", "writes the bodies of requests", MOYA_OPTION_FLAG, 0, "false", NULL, 0, 0},
    {"response_body", "writes the bodies of responses", MOYA_OPTION_FLAG, 0, "false", NULL, 0, 0},
    {"error_body", "writes the bodies of refused responses", MOYA_OPTION_FLAG, 0, "false", NULL, 0, 0},
    {"max_body", "the most bytes of a body", MOYA_OPTION_INT, 0, "65536", NULL, 0, 1 << 30},
    {"redact_headers", "further fields that are secret", MOYA_OPTION_TEXTS, 0, "[]", NULL, 0, 0},
    {"redact_parameters", "further parameters that are secret", MOYA_OPTION_TEXTS, 0, "[]", NULL, 0, 0},
    TAG, END};

static const moya_option activity[] = {TAG, END};

static const moya_option signing[] = {
    {"secret", "the secret of the signature", MOYA_OPTION_SECRET, 1, NULL, NULL, 0, 0},
    {"algorithm", "the function that signs", MOYA_OPTION_TEXT, 0, "\"hmac-sha256\"", "hmac-sha256|md5", 0, 0},
    {"query", "the parameter that gets the signature", MOYA_OPTION_TEXT, 0, "\"sign\"", NULL, 0, 0},
    {"header", "the field that gets the signature, instead of query", MOYA_OPTION_TEXT, 0, NULL, NULL, 0, 0},
    TAG, END};

static const moya_option retry[] = {
    {"attempts", "the most attempts", MOYA_OPTION_INT, 0, "3", NULL, 1, 16},
    {"delay_ms", "the first wait in milliseconds", MOYA_OPTION_INT, 0, "500", NULL, 0, 86400000},
    {"backoff_percent", "how each wait grows", MOYA_OPTION_INT, 0, "200", NULL, 100, 1000},
    {"max_delay_ms", "the longest wait", MOYA_OPTION_INT, 0, "30000", NULL, 0, 86400000},
    {"jitter_percent", "how much a wait varies", MOYA_OPTION_INT, 0, "20", NULL, 0, 100},
    {"max_retry_after_ms", "the longest wait that a server may ask for", MOYA_OPTION_INT, 0, "60000", NULL, 0,
     86400000},
    {"retry_after", "a Retry-After field counts", MOYA_OPTION_FLAG, 0, "true", NULL, 0, 0},
    {"statuses", "statuses after which there is another attempt", MOYA_OPTION_JSON, 0, "[408,429,500,502,503,504]",
     NULL, 0, 0},
    {"errors", "errors after which there is another attempt", MOYA_OPTION_TEXTS, 0,
     "[\"resolve\",\"connect\",\"connect_timeout\",\"idle_timeout\",\"network\",\"incomplete_body\"]", NULL, 0, 0},
    {"methods", "methods that may be sent again", MOYA_OPTION_TEXTS, 0,
     "[\"DELETE\",\"GET\",\"HEAD\",\"OPTIONS\",\"PUT\",\"QUERY\",\"TRACE\"]", NULL, 0, 0},
    {"any_method", "every method may be sent again", MOYA_OPTION_FLAG, 0, "false", NULL, 0, 0},
    {"budget_percent", "how many further attempts each 100 calls may cause", MOYA_OPTION_INT, 0, NULL, NULL, 1, 1000},
    {"budget_reserve", "how many unused further attempts the budget saves at most", MOYA_OPTION_INT, 0, NULL, NULL, 0, 10000},
    TAG, END};

static const moya_plugin tables[] = {
    TABLE("moya.access-token", "puts a token on each request, and renews it", access_token),
    TABLE("moya.credentials", "responds when a server asks for a user and a password", credentials),
    TABLE("moya.logger", "writes requests and responses to the provider's log", logger),
    TABLE("moya.activity", "tells the program when requests begin and end", activity),
    TABLE("moya.signing", "signs the parameters of a request", signing),
    TABLE("moya.retry", "tries calls again by a policy", retry),
};

void *swift_retain(void *object);
void *moya_object_retained(void *object) { return swift_retain(object); }

const void *moya_builtin_table(const char *id) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    if (strcmp(tables[i].id, id) == 0) return &tables[i];
  }
  return NULL;
}
