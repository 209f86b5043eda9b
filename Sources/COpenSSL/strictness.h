// TLS checks that are stricter than libcurl's. They are set in libcurl's callback for the TLS context
// (CURLOPT_SSL_CTX_FUNCTION).
#pragma once
#include "flood.h"
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Returns true if a certificate has a subjectAltName that could name a host.
static inline int moya_tls_names_a_host(X509 *certificate) {
  GENERAL_NAMES *names = certificate ? X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL) : NULL;
  int found = 0;
  for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
    int type = sk_GENERAL_NAME_value(names, i)->type;
    if (type == GEN_DNS || type == GEN_IPADD) found = 1;
  }
  GENERAL_NAMES_free(names);
  return found;
}

// Returns OpenSSL's verdict, but rejects a certificate without a subjectAltName that could name a
// host. For such a certificate, libcurl's check of the name, which comes after this function, would
// use the common name. RFC 9110 §4.3.4 forbids this.
static inline int moya_tls_verify(X509_STORE_CTX *chain, void *unused) {
  (void)unused;
  int verdict = X509_verify_cert(chain);
  if (verdict <= 0 || moya_tls_names_a_host(X509_STORE_CTX_get0_cert(chain))) return verdict;
  X509_STORE_CTX_set_error(chain, X509_V_ERR_HOSTNAME_MISMATCH);
  return 0;
}

// Makes a context strict. `context` is an SSL_CTX. Does not change the context's store of trusted certificates, because
// libcurl uses one store for several connections.
static inline void moya_tls_be_strict(void *context) {
  SSL_CTX_set_cert_verify_callback((SSL_CTX *)context, moya_tls_verify, NULL);
  SSL_CTX_set_msg_callback((SSL_CTX *)context, moya_tls_message);
#ifdef SSL_OP_IGNORE_UNEXPECTED_EOF
  // An old libcurl sets this option, which treats the end of the connection as the end of TLS (RFC 9112 §9.8).
  SSL_CTX_clear_options((SSL_CTX *)context, SSL_OP_IGNORE_UNEXPECTED_EOF);
#endif
}

// Returns true if this connection uses HTTP/2.
static inline int moya_tls_speaks_http2(const void *ssl) {
  const unsigned char *protocol = NULL;
  unsigned int length = 0;
  if (ssl) SSL_get0_alpn_selected((const SSL *)ssl, &protocol, &length);
  return length == 2 && protocol[0] == 'h' && protocol[1] == '2';
}

// Returns true if OpenSSL has read bytes that libcurl has not taken yet from the connection `ssl`.
static inline int moya_tls_holds_input(const void *ssl) { return ssl && SSL_has_pending((const SSL *)ssl); }

// Returns the number of bytes that OpenSSL has read from the connection. Also sets how OpenSSL
// reads from now on. If `ahead` is true, OpenSSL may read several records at once, which is
// libcurl's own setting. If `ahead` is false, OpenSSL reads only the bytes that libcurl takes.
static inline uint64_t moya_tls_read(const void *ssl, int ahead) {
  if (!ssl) return 0;
  // Casting away libcurl's const is safe here, because the call changes only how OpenSSL reads, and
  // only on this thread.
  SSL_set_read_ahead((SSL *)(uintptr_t)ssl, ahead);
  return BIO_number_read(SSL_get_rbio((const SSL *)ssl));
}

// Returns true if OpenSSL, and so libcurl, can read certificates from this file.
static inline int moya_tls_has_certificates(const char *path) {
  X509_STORE *store = X509_STORE_new();
  if (!store) return 0;
  // The errors of this function must not stay in OpenSSL's list of errors, because the program uses
  // the same list (one for each thread).
  ERR_set_mark();
  int loaded = X509_STORE_load_locations(store, path, NULL);
  ERR_pop_to_mark();
  X509_STORE_free(store);
  return loaded == 1;
}
