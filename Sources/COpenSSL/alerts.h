// Finds out whether a server ended TLS because of the client certificate.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/ssl3.h>
#include <stdint.h>
#include <stdio.h>

// Sets the buffer into which moya_tls_say writes. libcurl writes into the same buffer why a transfer failed. `context`
// is an SSL_CTX. If `text` is NULL, moya_tls_say writes nothing from now on.
static inline void moya_tls_set_text(void *context, char *text) { SSL_CTX_set_app_data((SSL_CTX *)context, text); }
static inline void moya_tls_hold(void *context) { SSL_CTX_up_ref((SSL_CTX *)context); }
static inline void moya_tls_release(void *context) { SSL_CTX_free((SSL_CTX *)context); }

// If this alert of the server refuses the client certificate after the handshake, writes OpenSSL's text for the alert.
// libcurl writes only its first error, which may be about a failed write.
static inline void moya_tls_say(unsigned char alert, const SSL *ssl) {
  char *text = (char *)SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  int is_refusal = (alert >= SSL3_AD_BAD_CERTIFICATE && alert <= SSL3_AD_CERTIFICATE_UNKNOWN) ||
                   alert == TLS1_AD_UNKNOWN_CA || alert == TLS1_AD_ACCESS_DENIED ||
                   alert == TLS13_AD_CERTIFICATE_REQUIRED;
  if (!text || !is_refusal || !SSL_is_init_finished(ssl)) return;
  const char *reason = ERR_reason_error_string(ERR_PACK(ERR_LIB_SSL, 0, SSL_AD_REASON_OFFSET + alert));
  if (reason) snprintf(text, 256, "%s", reason); // 256 is CURL_ERROR_SIZE
}

// Handles an alert of the server. TLS 1.2 has no alert for a missing client certificate, so servers
// send handshake_failure or bad_certificate. Some send handshake_failure for a certificate that they
// refuse. In these cases, adds OpenSSL's error for the alert that names the cause. libcurl reports
// the first error, and `CurlFailure` recognizes it.
static inline void moya_tls_alert(const unsigned char *alert, size_t length, const SSL *ssl) {
  if (length != 2 || alert[0] != SSL3_AL_FATAL) return;
  moya_tls_say(alert[1], ssl);
  int shows = SSL_get_certificate(ssl) != NULL;
  // OpenSSL has this list if the server has asked for a certificate. The server has then already
  // chosen the cipher, so this handshake_failure is not about the cipher.
  int was_asked = SSL_get0_peer_CA_list(ssl) != NULL;
  if (alert[1] == SSL3_AD_BAD_CERTIFICATE ? !shows : alert[1] == SSL3_AD_HANDSHAKE_FAILURE && was_asked) {
    ERR_raise(ERR_LIB_SSL, shows ? SSL_R_SSLV3_ALERT_BAD_CERTIFICATE : SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED);
  }
}

// OpenSSL's callback for the reads and writes of a connection. Turns a write that fails into one that must wait. The
// argument of the callback is the number of writes for which it still does this.
static inline long moya_tls_read_first(BIO *bio, int operation, const char *bytes, size_t length, int number,
                                       long more, int result, size_t *done) {
  (void)bytes, (void)length, (void)number, (void)more, (void)done;
  if (operation != (BIO_CB_WRITE | BIO_CB_RETURN) || result > 0 || BIO_should_retry(bio)) return result;
  uintptr_t left = (uintptr_t)(void *)BIO_get_callback_arg(bio);
  if (left == 0) return result;
  BIO_set_callback_arg(bio, (char *)(left - 1));
  BIO_set_retry_write(bio);
  return result;
}

// Call this for each handshake message of the server. In TLS 1.3, the server receives the client certificate after the
// client has finished the handshake. If the server refuses the certificate, it sends an alert and closes the connection
// while the client sends the request. A write can then fail before libcurl has read the alert. So if the server asks
// for a certificate, a write that fails waits. libcurl then also reads, and gets the alert, or otherwise the end of the
// connection. The number of such writes is limited, so that no connection writes without end.
static inline void moya_tls_expect_alert(const unsigned char *message, SSL *ssl) {
  enum { MOYA_TLS_FAILED_WRITES = 16 };
  BIO *bio = *message == SSL3_MT_CERTIFICATE_REQUEST ? SSL_get_wbio(ssl) : NULL;
  if (!bio) return;
  BIO_set_callback_arg(bio, (char *)(uintptr_t)MOYA_TLS_FAILED_WRITES);
  BIO_set_callback_ex(bio, moya_tls_read_first);
}
