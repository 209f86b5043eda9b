#include "clean.h"

#include <string.h>

void clean_free(clean *it) {
  bytes_free(&it->url);
  bytes_free(&it->response_url);
  bytes_free(&it->message);
  bytes_free(&it->request_body);
  bytes_free(&it->response_body);
  fields_free(&it->request_fields);
  fields_free(&it->response_fields);
}

static moya_str str(const bytes *it) { return (moya_str){bytes_text(it), it->len}; }

static bool clean_fields(const scrub_rules *rules, const fields *from, fields *to, secrets *found) {
  for (size_t i = 0; i < from->count; i++) {
    bytes text = {0};
    const field *each = &from->list[i];
    bool is_good = scrub_field(rules, bytes_text(&each->name), &each->value, &text, found) &&
                   fields_add(to, str(&each->name), str(&text));
    bytes_free(&text);
    if (!is_good) return false;
  }
  return true;
}

/* Replaces secrets in a URL, but not in its scheme and authority. */
static bool replace_in_url(bytes *url, const secrets *found) {
  const char *text = bytes_text(url), *authority = strstr(text, "://");
  size_t start = authority ? (size_t)(authority - text) + 3 : 0;
  start += authority ? strcspn(text + start, "/?") : 0;
  bytes whole = {0}, rest = {0};
  bool is_good = bytes_add(&whole, text, start) && bytes_add(&rest, text + start, url->len - start) &&
                 scrub_values(found, &rest) && bytes_add(&whole, bytes_text(&rest), rest.len);
  bytes_free(&rest);
  bytes_free(is_good ? url : &whole);
  if (is_good) *url = whole;
  return is_good;
}

bool clean_request(const entry *from, const scrub_rules *rules, bool repeats, bytes *url, bytes *body) {
  secrets found = {0};
  fields shown = {0};
  bool is_good = secrets_add(&found, bytes_text(&from->password), from->password.len, 1) &&
                 scrub_url(rules, &from->url, url, &found) &&
                 scrub_body(rules, fields_first(&from->request_fields, "Content-Type"), &from->request_body, body, &found);
  if (is_good && repeats) {
    const fields *own = from->has_prepared ? &from->prepared_fields : &from->request_fields;
    is_good = clean_fields(rules, own, &shown, &found) && secrets_link(&found) && replace_in_url(url, &found) &&
              scrub_values(&found, body);
  }
  fields_free(&shown);
  secrets_free(&found);
  return is_good;
}

/* Replaces the secrets `found`, which come from all parts of the entry. Replaces them in all header fields, and in the
 * message, the URL and the body of the response. So a secret of the request is also replaced where the server repeats
 * it. Does not change the URL and the body of the request, because a replay compares them with its own requests. */
static bool replace_found(clean *it, secrets *found) {
  bool is_good = secrets_link(found) && scrub_values(found, &it->response_url) && scrub_values(found, &it->message) &&
                 scrub_values(found, &it->response_body);
  fields *both[] = {&it->request_fields, &it->response_fields};
  for (size_t i = 0; i < 2; i++) {
    for (size_t n = 0; is_good && n < both[i]->count; n++) is_good = scrub_values(found, &both[i]->list[n].value);
  }
  return is_good;
}

bool clean_entry(clean *it, const entry *from, const scrub_rules *rules) {
  secrets found = {0};
  bytes url = {0}, body = {0};
  const char *sent = fields_first(&from->request_fields, "Content-Type");
  const char *received = fields_first(&from->response_fields, "Content-Type");
  bool is_good = secrets_add(&found, bytes_text(&from->password), from->password.len, 1) &&
                 clean_fields(rules, &from->request_fields, &it->request_fields, &found) &&
                 clean_fields(rules, &from->response_fields, &it->response_fields, &found) &&
                 clean_request(from, rules, true, &it->url, &it->request_body) &&
                 scrub_url(rules, &from->url, &url, &found) &&
                 scrub_url(rules, &from->response_url, &it->response_url, &found) &&
                 scrub_message(rules, &from->message, &it->message, &found) &&
                 scrub_body(rules, sent, &from->request_body, &body, &found) &&
                 scrub_body(rules, received, &from->response_body, &it->response_body, &found) &&
                 replace_found(it, &found);
  bytes_free(&url);
  bytes_free(&body);
  secrets_free(&found);
  return is_good;
}
