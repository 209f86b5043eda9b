/* Sends a GET and reads two values of the JSON response, with a JSON library. */
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

static int print_user(const struct buffer *body) {
  json_error_t error;
  json_t *user = json_loadb(body->data, body->length, 0, &error);
  if (!user) {
    fprintf(stderr, "user: no JSON: %s\n", error.text);
    return 1;
  }
  json_t *login = json_object_get(user, "login"), *followers = json_object_get(user, "followers");
  int failed = !json_is_string(login) || !json_is_integer(followers);
  if (failed) fprintf(stderr, "user: not a string and an integer\n");
  else printf("%s has %lld followers\n", json_string_value(login), (long long)json_integer_value(followers));
  json_decref(user);
  return failed;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char url[1024], reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
  snprintf(url, sizeof url, "%s/users/octocat", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);
  CURLcode code = curl_easy_perform(easy);
  int failed = 1;
  if (code == CURLE_OK) failed = print_user(&body);
  else fprintf(stderr, "user: %s\n", *reason ? reason : curl_easy_strerror(code));

  free(body.data);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return failed;
}
