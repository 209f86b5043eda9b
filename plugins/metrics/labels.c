#include "labels.h"

#include <string.h>

/* ── Values ── */

/* Appends text to the value that begins at `from` in `it->text`. If the value becomes too long, cuts it between two
 * characters of UTF-8. */
static void add(labels *it, size_t from, const char *text, size_t len) {
  size_t room = MOST_LABEL - (it->len - from);
  if (len > room) {
    len = room;
    while (len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80) len--;
  }
  memcpy(it->text + it->len, text, len);
  it->len += len;
}

static void end(labels *it) { it->text[it->len++] = 0; }

static void add_value(labels *it, moya_str value) {
  if (value.len > 0) add(it, it->len, value.data, value.len);
  end(it);
}

static void add_origin(labels *it, moya_str url) {
  const char *separator = url.data ? strstr(url.data, "://") : NULL;
  const char *host = separator ? separator + 3 : NULL;
  size_t host_len = host ? strcspn(host, "/?#\\") : 0, from = it->len;
  for (size_t i = host_len; i > 0; i--) {
    if (host[i - 1] != '@') continue; /* a user and a password are before it */
    host += i;
    host_len -= i;
    break;
  }
  if (host_len == 0) {
    add_value(it, (moya_str){"invalid", 7});
    return;
  }
  add(it, from, url.data, (size_t)(separator + 3 - url.data));
  add(it, from, host, host_len);
  for (char *each = it->text + from; each < it->text + it->len; each++) {
    if (*each >= 'A' && *each <= 'Z') *each = (char)(*each - 'A' + 'a');
  }
  end(it);
}

/* ── Labels ── */

void labels_make(labels *it, moya_str url, moya_str target, moya_str method) {
  it->len = 0;
  add_origin(it, url);
  add_value(it, target);
  add_value(it, method);
}

void labels_other(labels *it) {
  static const char text[] = "other\0other\0other";
  memcpy(it->text, text, sizeof text);
  it->len = sizeof text;
}

bool labels_read(labels *it, const moya_host *host, moya_context *context) {
  moya_str url = host->request_url(context);
  if (!url.data) return false;
  labels_make(it, url, host->target_name(context), host->request_method(context));
  return true;
}

const char *labels_origin(const labels *it) { return it->text; }

/* ── Text ── */

static bool write_value(const char *value, bytes *to) {
  for (;;) {
    size_t plain = strcspn(value, "\\\"\n");
    if (!bytes_add(to, value, plain)) return false;
    value += plain;
    if (!*value) return true;
    if (!bytes_add_text(to, *value == '\n' ? "\\n" : *value == '"' ? "\\\"" : "\\\\")) return false;
    value++;
  }
}

bool labels_write(const labels *it, bytes *to) {
  static const char *const names[] = {"origin=\"", "\",target=\"", "\",method=\""};
  const char *value = it->text;
  for (size_t i = 0; i < 3; i++) {
    if (!bytes_add_text(to, names[i]) || !write_value(value, to)) return false;
    value += strlen(value) + 1;
  }
  return bytes_add_text(to, "\"");
}
