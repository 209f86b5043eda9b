// What libcurl's TLS leaves open, closed by way of its context callback (CURLOPT_SSL_CTX_FUNCTION).
#pragma once
#include "flood.h"
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// Whether a certificate has a subjectAltName that could name a host.
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

// OpenSSL's own verdict; and a certificate without such a name is for no host. libcurl would go by its common name
// (RFC 9110 §4.3.4), and checks names only after this.
static inline int moya_tls_verify(X509_STORE_CTX *chain, void *unused) {
  (void)unused;
  int verdict = X509_verify_cert(chain);
  if (verdict <= 0 || moya_tls_names_a_host(X509_STORE_CTX_get0_cert(chain))) return verdict;
  X509_STORE_CTX_set_error(chain, X509_V_ERR_HOSTNAME_MISMATCH);
  return 0;
}

// `context`: an SSL_CTX. The store of authorities, which libcurl shares, is not touched.
static inline void moya_tls_be_strict(void *context) {
  SSL_CTX_set_cert_verify_callback((SSL_CTX *)context, moya_tls_verify, NULL);
  SSL_CTX_set_msg_callback((SSL_CTX *)context, moya_tls_message);
#ifdef SSL_OP_IGNORE_UNEXPECTED_EOF
  // An old libcurl takes the end of the connection for that of TLS (RFC 9112 §9.8).
  SSL_CTX_clear_options((SSL_CTX *)context, SSL_OP_IGNORE_UNEXPECTED_EOF);
#endif
}

// Whether the connection behind this SSL speaks HTTP/2.
static inline int moya_tls_speaks_http2(const void *ssl) {
  const unsigned char *protocol = NULL;
  unsigned int length = 0;
  if (ssl) SSL_get0_alpn_selected((const SSL *)ssl, &protocol, &length);
  return length == 2 && protocol[0] == 'h' && protocol[1] == '2';
}

// Whether OpenSSL has read something of the connection that libcurl has not taken.
static inline int moya_tls_holds_input(const void *ssl) { return ssl && SSL_has_pending((const SSL *)ssl); }

// Bytes that OpenSSL has read from the connection. From now on it reads several records together where it can, as libcurl
// asks it to, or no byte more than it needs: then what it has read is what libcurl has taken.
static inline uint64_t moya_tls_read(const void *ssl, int ahead) {
  if (!ssl) return 0;
  // Only the kind of reading is changed, and not by other threads: the const is libcurl's.
  SSL_set_read_ahead((SSL *)(uintptr_t)ssl, ahead);
  return BIO_number_read(SSL_get_rbio((const SSL *)ssl));
}

// Whether OpenSSL, and so libcurl, can read certificates from this file.
static inline int moya_tls_has_certificates(const char *path) {
  X509_STORE *store = X509_STORE_new();
  if (!store) return 0;
  // The thread's list of errors is the host's too.
  ERR_set_mark();
  int loaded = X509_STORE_load_locations(store, path, NULL);
  ERR_pop_to_mark();
  X509_STORE_free(store);
  return loaded == 1;
}
