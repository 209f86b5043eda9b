/* A benchmark of opening a definition. The definition has 200 endpoints with four parameters each, and 40 structs with
 * eight fields each. The program opens it 25 times, and prints how many milliseconds the fastest opening took. */
#include "moya_bench.h"

#include <moya/api.h>

enum { ENDPOINTS = 200, STRUCTS = 40, ROOM = 1 << 20 };

static size_t used;

#define WRITE(...) (used += (size_t)snprintf(text + used, used < ROOM ? ROOM - used : 0, __VA_ARGS__))

static void write_definition(char *text) {
  WRITE("{\"moya\": 1, \"name\": \"large\", \"base_url\": \"http://offline.invalid\", \"types\": {");
  for (int i = 0; i < STRUCTS; i++) {
    WRITE("%s\"thing%d\": {\"fields\": {\"id\": \"i64\", \"name\": \"str\", \"note\": \"str?\", \"size\": \"u32\", \"score\": \"f64?\","
          " \"open\": \"boolean\", \"tags\": \"[str]\", \"created\": {\"type\": \"date\", \"key\": \"created_at\"}}}",
          i ? ", " : "", i);
  }
  WRITE("}, \"endpoints\": {");
  for (int i = 0; i < ENDPOINTS; i++) {
    WRITE("%s\"get_thing%d\": {\"method\": \"POST\", \"path\": \"/things%d/{id}\", \"description\": \"Changes a thing.\","
          " \"parameters\": [{\"name\": \"id\", \"in\": \"path\", \"type\": \"i64\"},"
          " {\"name\": \"page\", \"in\": \"query\", \"type\": \"i64?\", \"default\": 1},"
          " {\"name\": \"trace\", \"in\": \"header\", \"key\": \"X-Trace\", \"type\": \"str?\"},"
          " {\"name\": \"title\", \"in\": \"field\", \"type\": \"str\"}],"
          " \"validation\": \"success\", \"retry\": {\"attempts\": 3}, \"result\": {\"type\": \"[thing%d]\", \"at\": \"items\"}}",
          i ? ", " : "", i, i, i % STRUCTS);
  }
  WRITE("}}");
  bench_expect(used < ROOM, "the definition is longer than its room");
}

int main(void) {
  char *text = malloc(ROOM);
  bench_expect(text != NULL, "no memory");
  write_definition(text);
  moya_provider *provider = bench_provider();
  double best = 1e9;
  for (int turn = 0; turn < 25; turn++) {
    moya_api *api = NULL;
    moya_error *error = NULL;
    double began = bench_seconds();
    bench_ok(moya_api_parse(provider, text, used, &api, &error), error);
    double took = bench_seconds() - began;
    if (took < best) best = took;
    bench_expect(moya_api_count(api) == ENDPOINTS, "another number of endpoints");
    moya_api_release(api);
  }
  printf("%.2f\n", best * 1e3);
  moya_provider_destroy(provider);
  free(text);
  return 0;
}
