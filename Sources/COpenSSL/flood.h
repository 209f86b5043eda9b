// Ends a connection whose peer sends endless TLS messages without data.
#pragma once
#include "alerts.h"
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/ssl3.h>
#include <stdint.h>
#include <time.h>

// The most messages without data that a peer may send in one second. OpenSSL reads such messages in one SSL_connect or
// SSL_read for as long as they arrive, and no other transfer runs in that time. A normal server stays far below the
// limit: it sends two tickets after a handshake, and a new key after gigabytes.
enum { MOYA_TLS_MESSAGES_PER_SECOND = 64 };

static inline int moya_tls_brings_nothing(unsigned char message) {
  return message == SSL3_MT_HELLO_REQUEST || message == SSL3_MT_NEWSESSION_TICKET || message == SSL3_MT_KEY_UPDATE;
}

// OpenSSL's message callback. Passes alerts of the peer to moya_tls_alert, and its handshake messages to
// moya_tls_expect_alert. Counts messages without data. `seen` is the counter of the connection `ssl`. Its low 8 bits
// are the second in which the last message without data arrived. The other bits are the number of such messages in that
// second. If the number exceeds the limit, the callback makes OpenSSL treat the connection as if the peer had ended
// TLS. OpenSSL checks this before each message that it reads. The callback also adds OpenSSL's error "too many key
// updates", by which `CurlFailure` recognizes the cause.
static inline void moya_tls_message(int sent, int version, int type, const void *bytes, size_t length, SSL *ssl,
                                    void *seen) {
  (void)version;
  if (!sent && type == SSL3_RT_ALERT) moya_tls_alert(bytes, length, ssl);
  if (sent || type != SSL3_RT_HANDSHAKE || !length) return;
  moya_tls_expect_alert((const unsigned char *)bytes, ssl);
  if (!moya_tls_brings_nothing(*(const unsigned char *)bytes)) return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  uintptr_t second = (uintptr_t)now.tv_sec & 0xff, last = (uintptr_t)seen & 0xff;
  uintptr_t count = second == last ? ((uintptr_t)seen >> 8) + 1 : 1;
  SSL_set_msg_callback_arg(ssl, (void *)(count << 8 | second));
  if (count <= MOYA_TLS_MESSAGES_PER_SECOND) return;
  SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN);
  ERR_raise(ERR_LIB_SSL, SSL_R_TOO_MANY_KEY_UPDATES);
}
