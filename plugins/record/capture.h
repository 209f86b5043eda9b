/* A call as its hooks see it. While a call runs, the module only copies texts into one block. When the cassette is
 * written, or when the call is compared with a cassette, the module makes an entry of it. */
#ifndef MOYA_RECORD_CAPTURE_H
#define MOYA_RECORD_CAPTURE_H

#include "entry.h"

/* A part of the block: a text, or a list of fields. */
typedef struct piece {
  size_t start, len;
} piece;

typedef struct capture {
  struct capture *next; /* the next call in the list of a recording */
  bytes texts;          /* the block */
  size_t target_end, prepared_end, sent_end; /* where the texts of the target, of the request as `prepare` saw it, and of
                                              * the whole request end in the block */
  int64_t started_us;   /* since 1970-01-01 UTC */
  const entry *played;  /* the entry that answers the call; NULL: no entry */

  piece target, method, url, prepared_fields, request_body;
  piece sent_fields; /* the fields as the library sends them */
  bool has_sent;     /* `sent_fields` is known */
  moya_body_kind request_body_kind;
  int64_t request_body_size;

  moya_status status; /* MOYA_OK: there is a response */
  piece message;      /* the message of a failure */
  int32_t http_status; /* 0: there is no response */
  int64_t http_version, bytes_down;
  piece response_fields, response_body, response_url, address;
  int64_t name_us, connect_us, tls_us, first_byte_us, total_us;

  bool has_begun;    /* the first attempt has begun */
  bool has_result;
  bool is_too_large; /* a body exceeds the limit, so the call is not recorded */
  bool takes_pieces; /* the caller streams the response */
  bool is_as_sent;   /* the library does not decode the body of the response */
} capture;

/* Makes an entry of the call. Decodes the body if the library has not decoded it and it has at most `most` bytes when it
 * is decoded. `to` must be all zeroes. Returns false if there is no memory. The caller must free the texts of the entry
 * in both cases. */
bool entry_of(const capture *from, size_t most, entry *to);
void capture_free(capture *it);

#endif
