/* Reads the files of a session. The input is a byte that says which kind of file it is, and the file. Cookies and HSTS
 * hosts that were read are written again. The written file must have the same content when it is read. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <fcntl.h>
#include <unistd.h>

enum { COOKIES, HOSTS, SUFFIXES, KINDS };

static void write_file(const char *path, const uint8_t *data, size_t size) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  HOLDS(file >= 0 && write(file, data, size) == (ssize_t)size && close(file) == 0);
}

static moya_provider *provider_with(int kind) {
  moya_cookie_options kept = MOYA_COOKIE_OPTIONS(.cookies = MOYA_KEEP_MEMORY);
  if (kind == COOKIES) {
    kept.cookies = MOYA_KEEP_FILE;
    kept.cookie_file = "cookies.txt";
  } else if (kind == HOSTS) {
    kept.hsts = MOYA_KEEP_FILE;
    kept.hsts_file = "hosts.txt";
  } else {
    kept.public_suffixes = "suffixes.txt";
  }
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.proxy = "", .cookies = &kept);
  moya_provider *provider = NULL;
  moya_error *error = NULL;
  moya_status status = moya_provider_create(&options, &provider, &error);
  HOLDS(status == MOYA_OK || status == MOYA_ERROR_ARGUMENT);
  HOLDS((status == MOYA_OK) == (provider != NULL) && (status == MOYA_OK) == (error == NULL));
  check_str(moya_error_message(error));
  moya_error_release(error);
  return provider;
}

static size_t look(moya_provider *provider, const char *url) {
  moya_cookie_list *list = NULL;
  HOLDS(moya_provider_cookies(provider, url, &list, NULL) == MOYA_OK);
  size_t count = moya_cookie_list_count(list);
  for (size_t i = 0; i < count; i++) {
    const moya_cookie *it = moya_cookie_list_at(list, i);
    HOLDS(strlen(it->name) + strlen(it->value) + strlen(it->domain) + strlen(it->path) > 0);
    HOLDS(!strpbrk(it->value, ";\r\n") && !strpbrk(it->name, ";=\r\n"));
  }
  moya_cookie_list_release(list);
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  int kind = *data % KINDS;
  write_file(kind == COOKIES ? "cookies.txt" : kind == HOSTS ? "hosts.txt" : "suffixes.txt", data + 1, size - 1);
  moya_provider *provider = provider_with(kind);
  if (!provider) return 0;
  /* The cookie changes the store, so that the file is written. */
  moya_cookie cookie = MOYA_COOKIE(.name = "n", .value = "v", .domain = "a.b.example.co.uk", .flags = MOYA_COOKIE_SUBDOMAINS);
  moya_status set = moya_provider_set_cookie(provider, &cookie, NULL);
  HOLDS(set == MOYA_OK || (kind == SUFFIXES && set == MOYA_ERROR_ARGUMENT));
  size_t all = look(provider, NULL), some = look(provider, "https://c.a.b.example.co.uk/x");
  HOLDS(some <= all && (some > 0 || set != MOYA_OK));
  moya_provider_destroy(provider);
  if (kind == SUFFIXES) return 0;
  provider = provider_with(kind);
  HOLDS(provider != NULL);
  if (kind == COOKIES) HOLDS(look(provider, NULL) == all);
  moya_provider_destroy(provider);
  return 0;
}
