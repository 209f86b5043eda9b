// Finds out whether a server ended TLS because of the client certificate.
#pragma once
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/ssl3.h>

// If this alert of the server is about the client certificate but does not say so, adds the error of
// OpenSSL for the alert that says so. TLS 1.2 has no alert for a missing certificate, so servers send
// handshake_failure or bad_certificate. libcurl reports the first error, and `CurlFailure`
// recognizes it.
static inline void moya_tls_alert(const unsigned char *alert, size_t length, const SSL *ssl) {
  if (length != 2 || alert[0] != SSL3_AL_FATAL) return;
  int shows = SSL_get_certificate(ssl) != NULL;
  // OpenSSL has this list if the server has asked for a certificate. The server has then already
  // chosen the cipher, so this handshake_failure is not about the cipher.
  int was_asked = SSL_get0_peer_CA_list(ssl) != NULL;
  if (alert[1] == SSL3_AD_BAD_CERTIFICATE ? !shows : alert[1] == SSL3_AD_HANDSHAKE_FAILURE && was_asked) {
    ERR_raise(ERR_LIB_SSL, shows ? SSL_R_SSLV3_ALERT_BAD_CERTIFICATE : SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED);
  }
}
