#include "shared_token.h"

#include "reply.h"
#include "secret.h"

#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

enum { MOST_MARGIN_MS = 3600000 }; /* the maximum of the option margin_s */

bool shared_token_write(const shared_token *it, bytes *out) {
  yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
  yyjson_mut_val *root = yyjson_mut_obj(document);
  size_t len;
  yyjson_mut_doc_set_root(document, root);
  bool is_good = root && yyjson_mut_obj_add_str(document, root, "owner", it->owner) &&
                 yyjson_mut_obj_add_uint(document, root, "fence", it->fence) &&
                 yyjson_mut_obj_add_int(document, root, "margin_ms", it->margin_ms);
  if (is_good && it->access_token.len > 0) {
    is_good = yyjson_mut_obj_add_str(document, root, "access_token", it->access_token.data);
  }
  if (is_good && it->refresh_token.len > 0) {
    is_good = yyjson_mut_obj_add_str(document, root, "refresh_token", it->refresh_token.data);
  }
  char *text = is_good ? yyjson_mut_write(document, 0, &len) : NULL;
  bytes written = {text, text ? len : 0, text ? len : 0};
  is_good = text && bytes_add(out, text, len);
  secret_free(&written);
  yyjson_mut_doc_free(document);
  return is_good;
}

static bool copy_text(bytes *to, yyjson_val *object, const char *name) {
  yyjson_val *value = yyjson_obj_get(object, name);
  return !yyjson_is_str(value) || bytes_add(to, yyjson_get_str(value), yyjson_get_len(value));
}

/* Returns the margin from the store, within its limits, because the store may contain any number. */
static int64_t margin_of(yyjson_val *value) {
  int64_t margin_ms = yyjson_get_sint(value);
  return margin_ms < 0 ? 0 : margin_ms > MOST_MARGIN_MS ? MOST_MARGIN_MS : margin_ms;
}

bool shared_token_read(shared_token *it, const bytes *from) {
  *it = (shared_token){0};
  yyjson_doc *document = from->len > 0 ? yyjson_read(from->data, from->len, 0) : NULL;
  yyjson_val *root = yyjson_doc_get_root(document);
  const char *owner = yyjson_get_str(yyjson_obj_get(root, "owner"));
  bool is_good = owner && strlen(owner) < sizeof it->owner && copy_text(&it->access_token, root, "access_token") &&
                 copy_text(&it->refresh_token, root, "refresh_token");
  if (is_good) {
    memcpy(it->owner, owner, strlen(owner) + 1);
    it->fence = yyjson_get_uint(yyjson_obj_get(root, "fence"));
    it->margin_ms = margin_of(yyjson_obj_get(root, "margin_ms"));
    is_good = it->access_token.len == 0 || is_token(it->access_token.data, it->access_token.len);
  }
  yyjson_doc_free(document);
  return is_good;
}

void shared_token_free(shared_token *it) {
  secret_free(&it->access_token);
  secret_free(&it->refresh_token);
}
