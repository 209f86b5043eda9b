/* Sends two requests for the same purpose, uses the first response and cancels the other request. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct call {
  CURL *easy;
  const char *path;
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

static int start(CURLM *multi, struct call *call, const char *base) {
  char url[1024];
  snprintf(url, sizeof url, "%s%s", base, call->path);
  if (!(call->easy = curl_easy_init())) return 0;
  curl_easy_setopt(call->easy, CURLOPT_URL, url);
  curl_easy_setopt(call->easy, CURLOPT_PRIVATE, call);
  curl_easy_setopt(call->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call->easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(call->easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(call->easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(call->easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
  curl_easy_setopt(call->easy, CURLOPT_ERRORBUFFER, call->reason);
  return curl_multi_add_handle(multi, call->easy) == CURLM_OK;
}

int main(int count, char **arguments) {
  struct call calls[2] = {{.path = "/slow"}, {.path = "/zen"}};
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURLM *multi = curl_multi_init();
  if (!multi || !start(multi, &calls[0], arguments[1]) || !start(multi, &calls[1], arguments[1])) return 2;

  int answered = 0, running = 2;
  while (!answered && running > 0) {
    int left;
    if (curl_multi_perform(multi, &running) != CURLM_OK) break;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      if (message->msg != CURLMSG_DONE) continue;
      struct call *call;
      CURLcode code = message->data.result;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&call);
      if (code == CURLE_OK) printf("%s: %s\n", call->path, call->body);
      else printf("%s: %s\n", call->path, *call->reason ? call->reason : curl_easy_strerror(code));
      answered |= code == CURLE_OK;
      curl_multi_remove_handle(multi, call->easy);
      curl_easy_cleanup(call->easy);
      call->easy = NULL;
    }
    if (!answered && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) break;
  }
  for (int number = 0; number < 2; number++) {
    if (calls[number].easy) {
      curl_multi_remove_handle(multi, calls[number].easy);
      curl_easy_cleanup(calls[number].easy);
      printf("%s: cancelled\n", calls[number].path);
    }
    free(calls[number].body);
  }

  curl_multi_cleanup(multi);
  curl_global_cleanup();
  return answered ? 0 : 1;
}
