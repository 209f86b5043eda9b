#include "clean.h"

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

/* Replaces the secrets in `found`, which come from the whole entry, because a server may repeat a secret of the request
 * in its response. Replaces them in all header fields, and in the message, the URL and the body of the response. Does
 * not change the URL and the body of the request, because they decide which request matches. */
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
  const char *sent = fields_first(&from->request_fields, "Content-Type");
  const char *received = fields_first(&from->response_fields, "Content-Type");
  bool is_good = secrets_add(&found, bytes_text(&from->password), from->password.len, 1) &&
                 clean_fields(rules, &from->request_fields, &it->request_fields, &found) &&
                 clean_fields(rules, &from->response_fields, &it->response_fields, &found) &&
                 scrub_url(rules, &from->url, &it->url, &found) &&
                 scrub_url(rules, &from->response_url, &it->response_url, &found) &&
                 scrub_message(rules, &from->message, &it->message, &found) &&
                 scrub_body(rules, sent, &from->request_body, &it->request_body, &found) &&
                 scrub_body(rules, received, &from->response_body, &it->response_body, &found) &&
                 replace_found(it, &found);
  secrets_free(&found);
  return is_good;
}
