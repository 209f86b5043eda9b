/* Gets a list in pages. The field Link names the next page. The program uses a JSON library and its own parser of
 * Link. */
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

static int print_repos(const struct buffer *body) {
  json_error_t error;
  json_t *repos = json_loadb(body->data, body->length, 0, &error), *repo;
  if (!json_is_array(repos)) {
    fprintf(stderr, "user_repos: no array of JSON: %s\n", error.text);
    json_decref(repos);
    return 1;
  }
  size_t index;
  int failed = 0;
  json_array_foreach(repos, index, repo) {
    json_t *id = json_object_get(repo, "id"), *name = json_object_get(repo, "full_name");
    if ((failed = !json_is_integer(id) || !json_is_string(name))) {
      fprintf(stderr, "user_repos: [%zu] is not a repository\n", index);
      break;
    }
    printf("%lld %s\n", (long long)json_integer_value(id), json_string_value(name));
  }
  json_decref(repos);
  return failed;
}

/* Returns the absolute URL of <...>; rel="next", or NULL if there is none. The caller must release it with curl_free.
 *
 * This function does not understand commas in a URL or other ways of quoting. */
static char *next_page(CURL *easy, const char *base) {
  struct curl_header *field;
  for (size_t index = 0; curl_easy_header(easy, "Link", index, CURLH_HEADER, -1, &field) == CURLHE_OK; index++) {
    char *relation = strstr(field->value, "rel=\"next\"");
    if (!relation) continue;
    char *start = NULL;
    for (char *it = field->value; it < relation; it++) start = *it == '<' ? it + 1 : start;
    char *end = start ? strchr(start, '>') : NULL, *resolved = NULL;
    if (!end) continue;
    char *reference = strndup(start, (size_t)(end - start));
    CURLU *url = curl_url();
    if (reference && url && !curl_url_set(url, CURLUPART_URL, base, 0) && !curl_url_set(url, CURLUPART_URL, reference, 0))
      curl_url_get(url, CURLUPART_URL, &resolved, 0);
    curl_url_cleanup(url);
    free(reference);
    return resolved;
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  char first[1024], reason[CURL_ERROR_SIZE] = "";
  snprintf(first, sizeof first, "%s/users/octocat/repos", arguments[1]);
  curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(easy, CURLOPT_TIMEOUT, 300L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, collect);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason);

  int failed = 0;
  char *page = NULL;
  const char *url = first;
  while (url && !failed) {
    struct buffer body = {NULL, 0};
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
    CURLcode code = curl_easy_perform(easy);
    failed = 1;
    if (code == CURLE_OK) failed = print_repos(&body);
    else fprintf(stderr, "user_repos: %s\n", *reason ? reason : curl_easy_strerror(code));
    char *next = failed ? NULL : next_page(easy, url);
    curl_free(page);
    url = page = next;
    free(body.data);
  }

  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return failed;
}
