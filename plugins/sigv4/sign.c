#include "../common/slice.h"
#include "canonical.h"
#include "instance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char unsigned_payload[] = "UNSIGNED-PAYLOAD";

/* The texts that are made while one request is signed. */
typedef struct work {
  char date[SIGV4_DATE];
  bytes payload;    /* the hash of the body, or UNSIGNED-PAYLOAD */
  pairs fields;     /* the fields that are signed */
  pairs parameters; /* the parameters of the query */
  bytes names;      /* the names of the signed fields */
  bytes canonical;
} work;

static void work_free(work *it) {
  bytes_free(&it->payload);
  pairs_free(&it->fields);
  pairs_free(&it->parameters);
  bytes_free(&it->names);
  bytes_free(&it->canonical);
}

static moya_status no_memory(bool is_good) { return is_good ? MOYA_OK : MOYA_ERROR_MEMORY; }

/* ── The body ── */

static bool is_hash(moya_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (!strchr("0123456789abcdef", text.data[i])) return false;
  }
  return text.len == SIGV4_HEX - 1;
}

/* For a body that is a file or a stream, appends to `payload` the hash that the caller has set, or UNSIGNED-PAYLOAD.
 * Fails the call if the options allow neither. */
static moya_status unread_payload(const sigv4 *it, moya_context *context, bytes *payload) {
  moya_str known = it->host->request_header(context, "X-Amz-Content-Sha256");
  if (known.data && (is_hash(known) || strcmp(known.data, unsigned_payload) == 0)) {
    return no_memory(bytes_add(payload, known.data, known.len));
  }
  if (it->body == BODY_STREAMS_UNSIGNED) return no_memory(bytes_add_text(payload, unsigned_payload));
  it->host->fail(context, "the body is a file or a stream, which cannot be signed. For a server that takes a body without "
                          "a signature, as S3 does, set the option body to \"streams_unsigned\". Or set the field "
                          "X-Amz-Content-Sha256 to the SHA-256 of the body");
  return MOYA_ERROR_BODY;
}

static moya_status find_payload(const sigv4 *it, moya_context *context, bytes *payload) {
  moya_body_kind kind = it->host->request_body_kind(context);
  bool is_unsigned = it->body == BODY_UNSIGNED || (it->is_s3 && it->in_query);
  if (is_unsigned) return no_memory(bytes_add_text(payload, unsigned_payload));
  if (kind != MOYA_BODY_NONE && kind != MOYA_BODY_BYTES) return unread_payload(it, context, payload);
  moya_str body = kind == MOYA_BODY_BYTES ? it->host->request_body(context) : (moya_str){"", 0};
  char hex[SIGV4_HEX];
  if (!hex_hash(it->digest, body.data, body.len, hex)) return MOYA_ERROR_OTHER;
  return no_memory(bytes_add_text(payload, hex));
}

/* ── The canonical request ── */

/* These fields are always signed if the request has them, because a server checks them: Host, the fields that begin
 * with X-Amz-, Content-Type and Content-MD5. Other fields are signed only if the user names them, because a proxy
 * between client and server may change them. */
static bool is_signed(const sigv4 *it, moya_context *context, const char *name) {
  if (begins_with_word(name, "x-amz-")) return true;
  if (is_same_name(name, "host") || is_same_name(name, "content-type") || is_same_name(name, "content-md5")) {
    return true;
  }
  size_t count = it->host->option_count(context, "signed_fields");
  for (size_t i = 0; i < count; i++) {
    if (is_same_name(name, it->host->option_at(context, "signed_fields", i).data)) return true;
  }
  return false;
}

static bool read_fields(const sigv4 *it, moya_context *context, pairs *fields) {
  moya_str name, value;
  for (size_t i = 0; it->host->request_header_at(context, i, &name, &value); i++) {
    if (is_signed(it, context, name.data) && !read_field(fields, name.data, value.data, value.len)) return false;
  }
  return true;
}

/* For a signature in the query of the URL (the query form), adds all parameters except the signature itself. */
static bool add_parameters(const sigv4 *it, work *made) {
  char seconds[24];
  bytes credential = {0};
  scope where = {bytes_text(&it->region), bytes_text(&it->service)};
  snprintf(seconds, sizeof seconds, "%lld", (long long)it->expires_s);
  bool is_good = bytes_add_texts(&credential, bytes_text(&it->who.key_id), "/", NULL) &&
                 add_scope(&credential, &where, made->date) &&
                 add_parameter(&made->parameters, "X-Amz-Algorithm", "AWS4-HMAC-SHA256") &&
                 add_parameter(&made->parameters, "X-Amz-Credential", bytes_text(&credential)) &&
                 add_parameter(&made->parameters, "X-Amz-Date", made->date) &&
                 add_parameter(&made->parameters, "X-Amz-Expires", seconds) &&
                 add_parameter(&made->parameters, "X-Amz-SignedHeaders", bytes_text(&made->names)) &&
                 (it->who.token.len == 0 || add_parameter(&made->parameters, "X-Amz-Security-Token", it->who.token.data));
  bytes_free(&credential);
  return is_good;
}

/* Appends parameters to the query of a URL: the one with the number `first`, and all that follow it. */
static bool add_to_url(bytes *url, const pairs *parameters, size_t first) {
  bool is_good = true;
  for (size_t i = first; is_good && i < parameters->count; i++) {
    const char *mark = strchr(bytes_text(url), '?') ? "&" : "?";
    is_good = bytes_add_texts(url, mark, pair_name(parameters, i), "=", pair_value(parameters, i), NULL);
  }
  return is_good;
}

/* Makes the canonical request. For the query form, also makes the URL, which then lacks only the signature. */
static bool canonicalize(const sigv4 *it, moya_context *context, work *made, bytes *url) {
  const moya_host *host = it->host;
  moya_str sent = host->request_url(context), method = host->request_method(context);
  const char *path = strstr(sent.data, "://");
  path = path ? path + 3 : sent.data;
  path += strcspn(path, "/?");
  size_t path_len = strcspn(path, "?");
  const char *query = path[path_len] ? path + path_len + 1 : path + path_len;
  bytes lines = {0}, *to = &made->canonical;
  bool is_good = read_fields(it, context, &made->fields) && add_fields(&lines, &made->fields) &&
                 add_names(&made->names, &made->fields) && read_query(&made->parameters, query, strlen(query));
  if (is_good && it->in_query) {
    size_t own = made->parameters.count;
    is_good = bytes_add(url, sent.data, sent.len) && add_parameters(it, made) && add_to_url(url, &made->parameters, own);
  }
  is_good = is_good && bytes_add_texts(to, method.data, "\n", NULL) && add_path(to, path, path_len, it->is_s3) &&
            bytes_add_text(to, "\n") && add_query(to, &made->parameters) &&
            bytes_add_texts(to, "\n", bytes_text(&lines), "\n", bytes_text(&made->names), "\n", bytes_text(&made->payload), NULL);
  bytes_free(&lines);
  return is_good;
}

/* ── The signature ── */

/* If the signature goes into a header field (the header form), sets the fields that a server needs to check the
 * signature, except Authorization. */
static moya_status set_fields(const sigv4 *it, moya_context *context, const work *made) {
  const moya_host *host = it->host;
  const char *payload = bytes_text(&made->payload);
  moya_status status = host->request_set_header(context, "X-Amz-Date", made->date);
  bool shows_payload = it->is_s3 || strcmp(payload, unsigned_payload) == 0;
  if (status == MOYA_OK && shows_payload) status = host->request_set_header(context, "X-Amz-Content-Sha256", payload);
  if (status == MOYA_OK && it->who.token.len > 0) {
    status = host->request_set_header(context, "X-Amz-Security-Token", it->who.token.data);
  }
  return status;
}

static moya_status set_authorization(const sigv4 *it, moya_context *context, const work *made, const char *signature) {
  scope where = {bytes_text(&it->region), bytes_text(&it->service)};
  bytes value = {0};
  bool is_good = bytes_add_texts(&value, "AWS4-HMAC-SHA256 Credential=", bytes_text(&it->who.key_id), "/", NULL) &&
                 add_scope(&value, &where, made->date) &&
                 bytes_add_texts(&value, ", SignedHeaders=", bytes_text(&made->names), ", Signature=", signature, NULL);
  moya_status status = is_good ? it->host->request_set_header(context, "Authorization", value.data) : MOYA_ERROR_MEMORY;
  bytes_free(&value);
  return status;
}

static moya_status sign(sigv4 *it, moya_context *context, work *made, bytes *url) {
  scope where = {bytes_text(&it->region), bytes_text(&it->service)};
  char signature[SIGV4_HEX];
  moya_status status = find_payload(it, context, &made->payload);
  if (status == MOYA_OK && !it->in_query) status = set_fields(it, context, made);
  if (status != MOYA_OK) return status;
  if (!canonicalize(it, context, made, url)) return MOYA_ERROR_MEMORY;
  if (!signature_make(it->digest, &it->keys, &it->who.secret, &where, made->date, &made->canonical, signature)) {
    it->host->fail(context, "the signature cannot be computed");
    return MOYA_ERROR_OTHER;
  }
  if (!it->in_query) return set_authorization(it, context, made, signature);
  if (!bytes_add_texts(url, "&X-Amz-Signature=", signature, NULL)) return MOYA_ERROR_MEMORY;
  return it->host->request_set_url(context, url->data);
}

/* Returns the value in the slot of a call. Makes it if the slot is empty. */
static call *slot_of(const sigv4 *it, moya_context *context) {
  call *own = it->host->slot(context);
  if (own) return own;
  own = calloc(1, sizeof *own);
  if (own && it->host->set_slot(context, own) == MOYA_OK) return own;
  free(own);
  return NULL;
}

moya_status sigv4_sign(void *instance, moya_context *context) {
  sigv4 *it = instance;
  call *own = slot_of(it, context);
  if (!own) return MOYA_ERROR_MEMORY;
  work made = {0};
  bytes url = {0};
  own->skew_s = atomic_load(&it->skew_s);
  moya_status status = MOYA_ERROR_OTHER;
  if (date_write(it->tasks->date_us() / 1000000 + own->skew_s, made.date)) {
    status = sign(it, context, &made, &url);
  } else {
    it->host->fail(context, "the clock shows a year that no signature can have");
  }
  work_free(&made);
  bytes_free(&url);
  return status;
}
