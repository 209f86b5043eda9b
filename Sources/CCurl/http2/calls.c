// These functions stand between libcurl and nghttp2. No source of libcurl is changed. Where libcurl calls three of
// nghttp2's functions, it calls functions of this file instead (calls.h). This file is compiled with libcurl's own
// headers, so that the compiler checks what it uses.
//
// 1. If a server refuses a stream (REFUSED_STREAM) or wants the request over HTTP/1.1 (HTTP_1_1_REQUIRED), libcurl
//    sends the request again. At that moment, the rest of the request's body may still be in a buffer. libcurl 8.22 and
//    older then read the rest as another request, and open a stream for it. This stream refers to the easy handle even
//    after the handle was freed (CVE-2026-92392). So this file hides the two codes from libcurl. libcurl sees other
//    codes, which fail the transfer, and libmoya sends the request again (Resends.swift).
// 2. A transfer that libcurl has finished must not open a stream any more. Such a transfer may have ended because its
//    connection died, or because its response was complete before its request.
// 3. A response with a malformed field is malformed as a whole (RFC 9113 §8.2.1). nghttp2 alone would drop the field.
#undef nghttp2_submit_request
#undef nghttp2_session_callbacks_new
#undef nghttp2_session_callbacks_set_on_stream_close_callback
#include "curl_setup.h"

#include "urldata.h"

#include <nghttp2/nghttp2.h>
#include <stdatomic.h>

// libcurl must not see two codes (1. above). It sees the code plus this number instead, a value that no RFC defines.
// CurlFailure.Refusal lists these values.
enum { HIDDEN = 0x6d790000 };

static uint32_t hidden(uint32_t code) {
  if (code == NGHTTP2_REFUSED_STREAM || code == NGHTTP2_HTTP_1_1_REQUIRED) return HIDDEN + code;
  // A server may itself send a code in the range of the hidden codes. Such a code must not be mistaken for a hidden
  // one.
  return code >> 16 == HIDDEN >> 16 ? NGHTTP2_INTERNAL_ERROR : code;
}

// libcurl's functions that handle the end of a stream: one for origins and one for proxies.
static _Atomic(nghttp2_on_stream_close_callback) closings[2];

static int close_first(nghttp2_session *session, int32_t stream, uint32_t code, void *user) {
  return atomic_load(&closings[0])(session, stream, hidden(code), user);
}
static int close_second(nghttp2_session *session, int32_t stream, uint32_t code, void *user) {
  return atomic_load(&closings[1])(session, stream, hidden(code), user);
}

void moya_nghttp2_session_callbacks_set_on_stream_close_callback(nghttp2_session_callbacks *callbacks,
                                                                 nghttp2_on_stream_close_callback function) {
  static const nghttp2_on_stream_close_callback ours[] = {close_first, close_second};
  for (unsigned i = 0; i < 2; i++) {
    nghttp2_on_stream_close_callback known = NULL;
    if (atomic_compare_exchange_strong(&closings[i], &known, function) || known == function) {
      nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, ours[i]);
      return;
    }
  }
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, function);
}

int32_t moya_nghttp2_submit_request(nghttp2_session *session, const nghttp2_priority_spec *priority,
                                    const nghttp2_nv *fields, size_t count, const nghttp2_data_provider *body, void *user) {
  // If the stream is a tunnel through a proxy, `user` is not an easy handle.
  const struct Curl_easy *easy = user;
  if (easy && easy->magic == CURLEASY_MAGIC_NUMBER && easy->req.done) return NGHTTP2_ERR_INVALID_STATE;
  return nghttp2_submit_request(session, priority, fields, count, body, user);
}

static int refuse_field(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_length,
                        const uint8_t *value, size_t value_length, uint8_t flags, void *user) {
  (void)session, (void)frame, (void)name, (void)name_length, (void)value, (void)value_length, (void)flags, (void)user;
  return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

int moya_nghttp2_session_callbacks_new(nghttp2_session_callbacks **callbacks) {
  int status = nghttp2_session_callbacks_new(callbacks);
  if (status == 0) nghttp2_session_callbacks_set_on_invalid_header_callback(*callbacks, refuse_field);
  return status;
}
