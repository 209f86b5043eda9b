#include "grant.h"

#include "form.h"
#include "secret.h"

#include <string.h>

/* Appends the value of Authorization for HTTP Basic. The id and the secret are encoded as in a form (RFC 6749 §2.3.1). */
static bool write_basic(bytes *out, moya_str id, moya_str secret) {
  bytes pair = {0};
  bool is_good = form_add_encoded(&pair, id.data, id.len) && bytes_add(&pair, ":", 1) &&
                 form_add_encoded(&pair, secret.data, secret.len) && bytes_add_text(out, "Basic ") &&
                 bytes_add_base64(out, pair.data, pair.len);
  secret_free(&pair);
  return is_good;
}

static bool add_text(bytes *form, const char *name, moya_str text) {
  return text.len == 0 || form_add(form, name, text.data, text.len);
}

bool grant_write(grant *it, const settings *settings, const bytes *refresh_token) {
  bool refreshes = refresh_token->len > 0;
  const char *type = refreshes ? "refresh_token" : "client_credentials";
  *it = (grant){0};
  if (!form_add(&it->form, "grant_type", type, strlen(type))) return false;
  if (refreshes && !form_add(&it->form, "refresh_token", refresh_token->data, refresh_token->len)) return false;
  if (!add_text(&it->form, "scope", settings->scope)) return false;
  if (settings->auth == AUTH_BASIC && !write_basic(&it->authorization, settings->client_id, settings->client_secret)) {
    return false;
  }
  if (settings->auth != AUTH_BASIC && !add_text(&it->form, "client_id", settings->client_id)) return false;
  if (settings->auth == AUTH_POST && !add_text(&it->form, "client_secret", settings->client_secret)) return false;
  const bytes *more = &settings->parameter_form;
  return more->len == 0 || (bytes_add(&it->form, "&", 1) && bytes_add(&it->form, more->data, more->len));
}

void grant_free(grant *it) {
  secret_free(&it->form);
  secret_free(&it->authorization);
}
