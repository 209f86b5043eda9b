/* Calls a server through a cache in a file, at random, until it is killed or has made COUNT calls. Ends with 1 and a
 * line if a response is wrong.
 *
 *     busy MODULE FILE URL SEED COUNT MEMORY_BYTES
 *
 * The server (durability.py) has 16 items. The body of an item is "ITEM VERSION LENGTH ", and then LENGTH letters that
 * depend on the item and the version. A POST makes the next version, and returns it. */
#include <moya/moya.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 16 };

static moya_provider *api;
static const char *base;
static int wrong;

static uint32_t random_state;
static uint32_t random_number(uint32_t below) {
  random_state = random_state * 1664525 + 1013904223;
  return (random_state >> 8) % below;
}

static void complain(int item, const char *what, moya_str text) {
  printf("item %d: %s: %.*s\n", item, what, (int)(text.len < 60 ? text.len : 60), text.data ? text.data : "");
  wrong = 1;
}

/* Returns the version of a body; −1 if the body is not one of the item. */
static long version_of(int item, moya_str body) {
  long version, length;
  int named, start = 0;
  if (!body.data || sscanf(body.data, "%d %ld %ld %n", &named, &version, &length, &start) != 3) return -1;
  if (named != item || body.len != (size_t)start + (size_t)length) return -1;
  for (long i = 0; i < length; i++) {
    if (body.data[start + i] != 'a' + (item + version + i) % 26) return -1;
  }
  return version;
}

static void call(int item, bool is_post, long known[ITEMS]) {
  char path[20];
  moya_response *response;
  moya_error *error;
  snprintf(path, sizeof path, "/%d", item);
  moya_target target = MOYA_TARGET(.base_url = base, .path = path, .method = is_post ? "POST" : "GET");
  if (moya_provider_call(api, &target, NULL, &response, &error) != MOYA_OK) {
    complain(item, "failed", moya_error_message(error));
    moya_error_release(error);
    return;
  }
  moya_str body = moya_response_body(response);
  long version = is_post ? atol(body.data) : version_of(item, body);
  if (version < 0) complain(item, "the body is wrong", body);
  if (version < known[item]) complain(item, "the body is older than a POST of this process", body);
  if (is_post) known[item] = version;
  moya_response_release(response);
}

int main(int count, char **arguments) {
  long known[ITEMS] = {0};
  char config[500];
  moya_error *error;
  if (count != 7 || moya_provider_create(NULL, &api, NULL) != MOYA_OK) return 2;
  snprintf(config, sizeof config, "{\"file\": \"%s\", \"file_bytes\": 1048576, \"memory_bytes\": %s}", arguments[2],
           arguments[6]);
  base = arguments[3];
  random_state = (uint32_t)strtoul(arguments[4], NULL, 10);
  if (moya_provider_load_plugin(api, arguments[1], config, &error) != MOYA_OK) {
    printf("%s\n", moya_error_message(error).data);
    return 2;
  }
  for (long i = atol(arguments[5]); i > 0 && !wrong; i--) {
    call((int)random_number(ITEMS), random_number(8) == 0, known);
  }
  moya_provider_destroy(api);
  return wrong;
}
