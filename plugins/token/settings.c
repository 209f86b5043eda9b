#include "settings.h"

#include "../common/other_origin.h"
#include "form.h"
#include "reply.h"
#include "secret.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

static moya_status wrong(const moya_host *host, moya_context *self, const char *message) {
  host->fail(self, message);
  return MOYA_ERROR_ARGUMENT;
}

/* Says what is wrong with a URL, or returns NULL. Secrets must not go over the network in the clear (RFC 6749 §3.2). */
static const char *flaw_of(const origin *it, bool may_be_plain) {
  if (it->is_tls || may_be_plain || origin_is_local(it)) return NULL;
  return " has the scheme http, so others could read the token. The option `plain_http` allows it";
}

static moya_status read_token_url(settings *it, const moya_host *host, moya_context *self, bool may_be_plain) {
  moya_str url = host->option_text(self, "token_url");
  if (!origin_of(url.data, url.len, &it->token_origin)) {
    return wrong(host, self, "token_url is not an absolute URL with the scheme https");
  }
  size_t len = strcspn(url.data, "?#");
  if (memchr(url.data, '@', len) || url.data[len] == '#') {
    return wrong(host, self, "token_url has a user or a fragment");
  }
  const char *flaw = flaw_of(&it->token_origin, may_be_plain);
  bytes line = {0};
  if (flaw && bytes_add_texts(&line, "token_url", flaw, NULL)) host->fail(self, line.data);
  bytes_free(&line);
  it->token_url = url.data;
  if (!bytes_add(&it->token_place, url.data, len)) return MOYA_ERROR_MEMORY;
  return flaw ? MOYA_ERROR_ARGUMENT : MOYA_OK;
}

static moya_status read_origins(settings *it, const moya_host *host, moya_context *self, bool may_be_plain) {
  size_t count = host->option_count(self, "origins");
  if (count == 0) host->log(self, MOYA_LOG_WARNING, "origins is empty, so no call has a token");
  it->origins = calloc(count + 1, sizeof *it->origins);
  it->origin_texts = calloc(count + 1, sizeof *it->origin_texts);
  if (!it->origins || !it->origin_texts) return MOYA_ERROR_MEMORY;
  for (size_t i = 0; i < count; i++) {
    moya_str text = host->option_at(self, "origins", i);
    const char *flaw = NULL;
    if (!is_origin(text.data, text.len) || !origin_of(text.data, text.len, &it->origins[i])) {
      flaw = " is not an origin. An origin is a scheme and a host, for example https://api.example.com";
    } else {
      flaw = flaw_of(&it->origins[i], may_be_plain);
    }
    bytes line = {0};
    if (flaw && bytes_add_texts(&line, "the text \"", text.data, "\" of origins", flaw, NULL)) host->fail(self, line.data);
    bytes_free(&line);
    if (flaw) return MOYA_ERROR_ARGUMENT;
    it->origin_texts[i] = text.data;
    it->origin_count = i + 1;
  }
  return MOYA_OK;
}

static moya_status read_statuses(settings *it, const moya_host *host, moya_context *self) {
  moya_str text = host->option_text(self, "statuses");
  yyjson_doc *document = yyjson_read(text.data, text.len, 0);
  yyjson_val *root = yyjson_doc_get_root(document), *each;
  size_t index, count;
  bool is_good = yyjson_is_arr(root);
  if (is_good) {
    yyjson_arr_foreach(root, index, count, each) {
      int64_t status = yyjson_is_int(each) ? yyjson_get_sint(each) : 0;
      is_good = is_good && status >= 100 && status <= 599;
      if (is_good) it->refused_statuses[status] = true;
    }
  }
  yyjson_doc_free(document);
  return is_good ? MOYA_OK : wrong(host, self, "statuses is not a list of integers from 100 to 599");
}

static moya_status read_parameters(settings *it, const moya_host *host, moya_context *self) {
  it->parameters = host->option_text(self, "parameters");
  yyjson_doc *document = yyjson_read(it->parameters.data, it->parameters.len, 0);
  yyjson_val *root = yyjson_doc_get_root(document), *name, *value;
  size_t index, count;
  bool is_good = yyjson_is_obj(root), has_memory = true;
  if (is_good) {
    yyjson_obj_foreach(root, index, count, name, value) {
      is_good = is_good && yyjson_is_str(value);
      if (is_good && has_memory) {
        has_memory = form_add(&it->parameter_form, yyjson_get_str(name), yyjson_get_str(value), yyjson_get_len(value));
      }
    }
  }
  yyjson_doc_free(document);
  if (!is_good) return wrong(host, self, "parameters is not a JSON object whose values are texts");
  return has_memory ? MOYA_OK : MOYA_ERROR_MEMORY;
}

static moya_status read_client(settings *it, const moya_host *host, moya_context *self) {
  moya_str auth = host->option_text(self, "client_auth");
  it->client_id = host->option_text(self, "client_id");
  it->client_secret = host->option_text(self, "client_secret");
  it->refresh_token = host->option_text(self, "refresh_token");
  it->token = host->option_text(self, "token");
  it->scope = host->option_text(self, "scope");
  it->scheme = host->option_text(self, "scheme");
  it->header = host->option_text(self, "header");
  it->store = host->option_text(self, "store");
  it->auth = *auth.data == 'b' ? AUTH_BASIC : *auth.data == 'p' ? AUTH_POST : AUTH_NONE;
  if (it->client_id.len == 0) return wrong(host, self, "client_id is empty");
  if (it->auth != AUTH_NONE && it->client_secret.len == 0) {
    return wrong(host, self, "client_secret is required, unless client_auth is none");
  }
  if (it->auth == AUTH_NONE && it->refresh_token.len == 0) {
    return wrong(host, self, "client_auth is none, and there is no refresh_token. Without a secret, the client "
                             "credentials grant is not possible (RFC 6749 §4.4)");
  }
  if (it->token.len > 0 && !is_token(it->token.data, it->token.len)) {
    return wrong(host, self, "token cannot be in a header field");
  }
  for (size_t i = 0; i < it->scheme.len; i++) {
    if (it->scheme.data[i] < 0x20 || it->scheme.data[i] == 0x7F) {
      return wrong(host, self, "scheme has a byte that cannot be in a header field");
    }
  }
  return MOYA_OK;
}

moya_status settings_read(settings *it, const moya_host *host, moya_context *self) {
  *it = (settings){0};
  bool may_be_plain = host->option_int(self, "plain_http") == 1;
  it->margin_ms = host->option_int(self, "margin_s") * 1000;
  it->timeout_ms = host->option_int(self, "timeout_ms");
  moya_status status = read_client(it, host, self);
  if (status == MOYA_OK) status = read_token_url(it, host, self, may_be_plain);
  if (status == MOYA_OK) status = read_origins(it, host, self, may_be_plain);
  if (status == MOYA_OK) status = read_statuses(it, host, self);
  if (status == MOYA_OK) status = read_parameters(it, host, self);
  return status;
}

void settings_free(settings *it) {
  bytes_free(&it->token_place);
  secret_free(&it->parameter_form);
  free(it->origins);
  free(it->origin_texts);
}

bool settings_allow(const settings *it, moya_str url) {
  origin found;
  size_t other_count = 0;
  if (!url.data) return false;
  while (other_count < it->origin_count && is_other_origin(url.data, url.len, it->origin_texts[other_count])) other_count++;
  if (other_count == it->origin_count || !origin_of(url.data, url.len, &found)) return false;
  for (size_t i = 0; i < it->origin_count; i++) {
    if (origin_equal(&found, &it->origins[i])) return true;
  }
  return false;
}

bool settings_refuse(const settings *it, int32_t http_status) {
  return http_status >= 100 && http_status <= 599 && it->refused_statuses[http_status];
}
