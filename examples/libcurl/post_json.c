/* Builds a JSON body step by step, sends it with POST and reads a value of the response, with a JSON library. */
#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t length;
};

static size_t collect(char *data, size_t size, size_t count, void *user) {
  struct buffer *body = user;
  size_t length = size * count;
  char *grown = realloc(body->data, body->length + length + 1);
  if (!grown) return 0;
  body->data = grown;
  memcpy(body->data + body->length, data, length);
  body->length += length;
  body->data[body->length] = 0;
  return length;
}

static char *user_as_json(void) {
  json_t *user = json_pack("{s:s, s:i, s:[s, s]}", "name", "Ann", "age", 36, "roles", "admin", "editor");
  char *text = user ? json_dumps(user, JSON_COMPACT) : NULL;
  json_decref(user);
  return text;
}

static int print_role(const struct buffer *body) {
  json_error_t error;
  const char *first, *role;
  json_t *answer = json_loadb(body->data, body->length, 0, &error);
  int failed = !answer || json_unpack_ex(answer, &error, 0, "{s:{s:[s, s]}}", "received", "roles", &first, &role) != 0;
  if (failed) fprintf(stderr, "add: %s\n", error.text);
  else printf("added as %s\n", role);
  json_decref(answer);
  return failed;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  char *json = user_as_json();
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  if (!easy || !json || !headers) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/echo", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  curl_easy_setopt(easy, CURLOPT_POSTFIELDS, json);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  CURLcode code = curl_easy_perform(easy);
  int failed = 1;
  if (code == CURLE_OK) failed = print_role(&body);
  else fprintf(stderr, "add: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(body.data);
  free(json);
  curl_slist_free_all(headers);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return failed;
}
