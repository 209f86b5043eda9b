/* Sends 40 requests, four at a time. After ten seconds, the requests that have not completed are cancelled. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALLS = 40 };

struct call {
  CURL *easy;
  char *body;
  size_t length;
  char reason[CURL_ERROR_SIZE];
};

static size_t collect(char *data, size_t size, size_t count, void *user) {
  struct call *call = user;
  size_t length = size * count;
  char *grown = realloc(call->body, call->length + length + 1);
  if (!grown) return 0;
  call->body = grown;
  memcpy(call->body + call->length, data, length);
  call->length += length;
  call->body[call->length] = 0;
  return length;
}

static int start(CURLM *multi, struct call *call, const char *base, int number) {
  char url[1024];
  snprintf(url, sizeof url, "%s/users/user%d", base, number);
  if (!(call->easy = curl_easy_init())) return 0;
  curl_easy_setopt(call->easy, CURLOPT_URL, url);
  curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
  curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
  curl_easy_setopt(call->easy, CURLOPT_ERRORBUFFER, call->reason);
  return curl_multi_add_handle(multi, call->easy) == CURLM_OK;
}

int main(int count, char **arguments) {
  static struct call calls[CALLS];
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURLM *multi = curl_multi_init();
  if (!multi) return 2;
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, 4L);

  int waiting = 0, answered = 0;
  struct timespec started, now;
  clock_gettime(CLOCK_MONOTONIC, &started);
  for (int number = 0; number < CALLS; number++) waiting += start(multi, &calls[number], arguments[1], number);
  while (waiting > 0) {
    int running, left;
    if (curl_multi_perform(multi, &running) != CURLM_OK) break;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      if (message->msg != CURLMSG_DONE) continue;
      struct call *call;
      long status = 0;
      CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
      curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
      if (code == CURLE_OK) answered += status == 200;
      else fprintf(stderr, "user: %s\n", *call->reason ? call->reason : curl_easy_strerror(code));
      curl_multi_remove_handle(multi, call->easy);
      waiting--;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left_ms = 10000 - (now.tv_sec - started.tv_sec) * 1000 - (now.tv_nsec - started.tv_nsec) / 1000000;
    if (left_ms <= 0) break;
    /* The wait is short, because libcurl 7.88 sometimes does not wake up for a transfer that waits for one of the four
     * connections. */
    if (left_ms > 100) left_ms = 100;
    if (waiting > 0 && curl_multi_poll(multi, NULL, 0, (int)left_ms, NULL) != CURLM_OK) break;
  }
  for (int number = 0; number < CALLS; number++) {
    curl_multi_remove_handle(multi, calls[number].easy);
    curl_easy_cleanup(calls[number].easy);
    free(calls[number].body);
  }
  curl_multi_cleanup(multi);
  curl_global_cleanup();
  printf("%d of %d answered\n", answered, CALLS);
  return answered == CALLS ? 0 : 1;
}
