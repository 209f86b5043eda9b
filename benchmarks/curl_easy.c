/* A baseline: libcurl sends one request after another with one easy handle. */
#include "bench.h"

#include <curl/curl.h>

typedef struct body {
  char bytes[4096];
  size_t length;
} body;

static size_t receive(char *bytes, size_t size, size_t count, void *user) {
  body *into = user;
  size_t length = size * count;
  if (length > sizeof into->bytes - into->length) return 0;
  memcpy(into->bytes + into->length, bytes, length);
  into->length += length;
  return length;
}

int main(int count, char **arguments) {
  bench run = bench_arguments(count, arguments);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  CURL *easy = curl_easy_init();
  body answer;
  curl_easy_setopt(easy, CURLOPT_URL, run.url);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answer);

  long warm_up = run.requests / 10 + 1;
  double started = 0;
  for (long i = 0; i < warm_up + run.requests; i++) {
    if (i == warm_up) started = bench_seconds();
    long status = 0;
    answer.length = 0;
    bench_expect(curl_easy_perform(easy) == CURLE_OK, "a request failed");
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    bench_expect_answer(status, answer.length);
  }
  bench_report(run.requests, bench_seconds() - started);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return 0;
}
