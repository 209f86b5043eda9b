/* Sends two requests, and converts the responses to a struct and to a list of structs, with a JSON library. */
#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user {
  char *login;
  long long followers;
  char *bio;
};

struct repo {
  long long id;
  char *full_name;
  char *description;
};

struct repo_list {
  struct repo *items;
  size_t count;
};

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

static json_t *get(CURL *easy, const char *name, const char *url) {
  char reason[CURL_ERROR_SIZE] = "";
  struct buffer body = {NULL, 0};
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
  json_t *json = NULL;
  json_error_t wrong;
  if (code != CURLE_OK) fprintf(stderr, "%s: %s\n", name, *reason ? reason : curl_easy_strerror(code));
  else if (!(json = json_loadb(body.data, body.length, 0, &wrong))) fprintf(stderr, "%s: no JSON: %s\n", name, wrong.text);
  free(body.data);
  return json;
}

static bool read_text(const json_t *object, const char *key, bool optional, char **text) {
  const json_t *value = json_object_get(object, key);
  *text = NULL;
  if (optional && (!value || json_is_null(value))) return true;
  if (!json_is_string(value)) return false;
  *text = strdup(json_string_value(value));
  return *text != NULL;
}

static bool read_integer(const json_t *object, const char *key, long long *number) {
  const json_t *value = json_object_get(object, key);
  *number = json_integer_value(value);
  return json_is_integer(value);
}

static void user_free(struct user *it) {
  free(it->login);
  free(it->bio);
}

static void repo_list_free(struct repo_list *it) {
  for (size_t i = 0; i < it->count; i++) {
    free(it->items[i].full_name);
    free(it->items[i].description);
  }
  free(it->items);
}

static bool get_user(CURL *easy, const char *base, const char *name, struct user *it) {
  char *escaped = curl_easy_escape(easy, name, 0), url[1024];
  if (!escaped) return false;
  snprintf(url, sizeof url, "%s/users/%s", base, escaped);
  curl_free(escaped);
  json_t *json = get(easy, "get_user", url);
  if (!json) return false;
  bool fits = read_text(json, "login", false, &it->login) && read_integer(json, "followers", &it->followers) &&
              read_text(json, "bio", true, &it->bio);
  if (!fits) fprintf(stderr, "get_user: not a user\n");
  json_decref(json);
  return fits;
}

static bool user_repos(CURL *easy, const char *base, const char *name, const long long *page, struct repo_list *list) {
  char *escaped = curl_easy_escape(easy, name, 0), url[1024];
  if (!escaped) return false;
  if (page) snprintf(url, sizeof url, "%s/users/%s/repos?page=%lld", base, escaped, *page);
  else snprintf(url, sizeof url, "%s/users/%s/repos", base, escaped);
  curl_free(escaped);
  json_t *json = get(easy, "user_repos", url);
  if (!json) return false;
  bool fits = json_is_array(json);
  if (fits) list->items = calloc(json_array_size(json) + 1, sizeof *list->items);
  for (size_t i = 0; fits && list->items && i < json_array_size(json); i++) {
    const json_t *object = json_array_get(json, i);
    struct repo *it = &list->items[list->count++];
    fits = read_integer(object, "id", &it->id) && read_text(object, "full_name", false, &it->full_name) &&
           read_text(object, "description", true, &it->description);
    if (!fits) fprintf(stderr, "user_repos: [%zu] is not a repository\n", i);
  }
  json_decref(json);
  return fits && list->items;
}

int main(int count, char **arguments) {
  if (count != 2 || curl_global_init(CURL_GLOBAL_ALL)) return 2;
  CURL *easy = curl_easy_init();
  if (!easy) return 2;

  struct user octocat = {NULL, 0, NULL};
  struct repo_list repos = {NULL, 0};
  long long page = 2;
  bool done = get_user(easy, arguments[1], "octocat", &octocat) &&
              user_repos(easy, arguments[1], "octocat", &page, &repos);
  if (done) printf("%s has %lld followers and %zu more repositories:\n", octocat.login, octocat.followers, repos.count);
  for (size_t i = 0; done && i < repos.count; i++) printf("%lld %s\n", repos.items[i].id, repos.items[i].full_name);

  repo_list_free(&repos);
  user_free(&octocat);
  curl_easy_cleanup(easy);
  curl_global_cleanup();
  return done ? 0 : 1;
}
