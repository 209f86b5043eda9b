// A program's certificates and keys, and its rules about which servers' certificates are accepted.
#pragma once
#include "strictness.h"
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/sha.h>
#include <string.h>

enum { MOYA_TLS_PIN_SIZE = SHA256_DIGEST_LENGTH };

// The rules that a server's certificate must satisfy.
typedef struct moya_tls_rule {
  X509_STORE *authorities; // NULL: libcurl's store decides
  int looks_at_chain;      // 0: the issuer, the dates and the names are not checked
  size_t pin_count;        // 0: any key is accepted
  const unsigned char *pins;
} moya_tls_rule;

// Returns true if the hash of a certificate's SubjectPublicKeyInfo (RFC 7469 §2.4) is one of the pinned hashes.
static inline int moya_tls_is_pinned(const X509 *certificate, const moya_tls_rule *rule) {
  unsigned char *key = NULL, digest[MOYA_TLS_PIN_SIZE];
  int length = certificate ? i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key) : 0;
  if (length <= 0) return 0;
  SHA256(key, (size_t)length, digest);
  OPENSSL_free(key);
  for (size_t i = 0; i < rule->pin_count; i++) {
    if (memcmp(digest, rule->pins + i * MOYA_TLS_PIN_SIZE, MOYA_TLS_PIN_SIZE) == 0) return 1;
  }
  return 0;
}

// Verifies a server's certificate by the rule. If the rule also checks the chain, it is enough that one certificate of
// the chain is pinned. Otherwise the server's own certificate must be pinned, because the handshake proves only the key
// of that certificate.
static inline int moya_tls_verify_by_rule(X509_STORE_CTX *chain, void *context) {
  const moya_tls_rule *rule = (const moya_tls_rule *)context;
  if (rule->looks_at_chain) {
    int verdict = moya_tls_verify(chain, NULL);
    if (verdict <= 0) return verdict;
  }
  int found = rule->pin_count == 0;
  if (!rule->looks_at_chain && !found) found = moya_tls_is_pinned(X509_STORE_CTX_get0_cert(chain), rule);
  STACK_OF(X509) *verified = rule->looks_at_chain ? X509_STORE_CTX_get0_chain(chain) : NULL;
  for (int i = 0; !found && i < sk_X509_num(verified); i++) found = moya_tls_is_pinned(sk_X509_value(verified, i), rule);
  X509_STORE_CTX_set_error(chain, found ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION);
  return found;
}

// Makes the handshakes of this context verify certificates by the rule. `context` is an SSL_CTX. The rule must exist as
// long as the context.
static inline void moya_tls_apply_rule(void *context, moya_tls_rule *rule) {
  SSL_CTX_set_cert_verify_callback((SSL_CTX *)context, moya_tls_verify_by_rule, rule);
  // Sets a separate store, and does not use the store of the context, because an older libcurl
  // fills or replaces the context's store after this callback.
  if (rule->authorities) SSL_CTX_set1_verify_cert_store((SSL_CTX *)context, rule->authorities);
}

// Returns the certificates in a PEM text as a store. Returns NULL if the text has no certificate, or if one of them is
// damaged. Many threads may use the store, because OpenSSL locks it.
static inline X509_STORE *moya_tls_store(const void *pem, int size) {
  BIO *text = BIO_new_mem_buf(pem, size);
  X509_STORE *store = text ? X509_STORE_new() : NULL;
  int count = 0, sound = store != NULL;
  // The errors of this function must not stay in OpenSSL's list of errors, because the program uses
  // the same list (one for each thread).
  ERR_set_mark();
  X509 *certificate;
  while (sound && (certificate = PEM_read_bio_X509_AUX(text, NULL, NULL, NULL))) {
    sound = X509_STORE_add_cert(store, certificate);
    count += sound;
    X509_free(certificate);
  }
  // OpenSSL reports the end of the text as a missing first line of the next certificate.
  if (ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE) sound = 0;
  ERR_pop_to_mark();
  BIO_free(text);
  if (sound && count > 0) {
    X509_STORE_set_flags(store, X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_PARTIAL_CHAIN);
    return store;
  }
  X509_STORE_free(store);
  return NULL;
}

// The identity of the client: its certificate, the private key, and the certificates between its certificate and an
// authority.
typedef struct moya_tls_identity {
  X509 *certificate;
  EVP_PKEY *key;
  STACK_OF(X509) *chain;
} moya_tls_identity;

typedef enum moya_tls_fault {
  MOYA_TLS_SOUND,
  MOYA_TLS_NO_CERTIFICATE,
  MOYA_TLS_NO_KEY,
  MOYA_TLS_NO_PASSWORD,
  MOYA_TLS_WRONG_PASSWORD,
  MOYA_TLS_OTHER_KEY,
  MOYA_TLS_WEAK
} moya_tls_fault;

typedef struct moya_tls_password {
  const char *text; // NULL: there is none
  int was_asked_for;
} moya_tls_password;

// OpenSSL's password callback. If there were no callback, OpenSSL would ask for the password on the terminal.
static inline int moya_tls_tell_password(char *room, int size, int writes, void *context) {
  (void)writes;
  moya_tls_password *password = (moya_tls_password *)context;
  password->was_asked_for = 1;
  size_t length = password->text ? strlen(password->text) : 0;
  if (!password->text || size < 0 || length > (size_t)size) return -1;
  memcpy(room, password->text, length);
  return (int)length;
}

static inline void moya_tls_forget(moya_tls_identity *identity) {
  X509_free(identity->certificate);
  EVP_PKEY_free(identity->key);
  sk_X509_pop_free(identity->chain, X509_free);
  memset(identity, 0, sizeof *identity);
}

// Sets the identity in a context. `context` is an SSL_CTX. Returns 0 if OpenSSL refuses the identity, for example
// because its key is too short.
static inline int moya_tls_appear_as(void *context, const moya_tls_identity *identity) {
  SSL_CTX *tls = (SSL_CTX *)context;
  return SSL_CTX_use_certificate(tls, identity->certificate) == 1 && SSL_CTX_use_PrivateKey(tls, identity->key) == 1 &&
         (sk_X509_num(identity->chain) <= 0 || SSL_CTX_set1_chain(tls, identity->chain) == 1);
}

static inline void moya_tls_read_certificates(moya_tls_identity *identity, const void *pem, int size) {
  BIO *text = BIO_new_mem_buf(pem, size);
  identity->certificate = text ? PEM_read_bio_X509_AUX(text, NULL, NULL, NULL) : NULL;
  identity->chain = identity->certificate ? sk_X509_new_null() : NULL;
  X509 *next;
  while (identity->chain && (next = PEM_read_bio_X509(text, NULL, NULL, NULL))) {
    if (!sk_X509_push(identity->chain, next)) X509_free(next);
  }
  BIO_free(text);
}

static inline moya_tls_fault moya_tls_read_key(moya_tls_identity *identity, const void *pem, int size,
                                               const char *password) {
  moya_tls_password asked = {password, 0};
  BIO *text = BIO_new_mem_buf(pem, size);
  identity->key = text ? PEM_read_bio_PrivateKey(text, NULL, moya_tls_tell_password, &asked) : NULL;
  BIO_free(text);
  if (identity->key) return MOYA_TLS_SOUND;
  if (!asked.was_asked_for) return MOYA_TLS_NO_KEY;
  return password ? MOYA_TLS_WRONG_PASSWORD : MOYA_TLS_NO_PASSWORD;
}

// Reads the certificate, the key and the other certificates from a PKCS #12 archive. Returns 0 if the bytes are not
// such an archive.
static inline int moya_tls_read_archive(moya_tls_identity *identity, const void *bytes, int size, const char *password,
                                        moya_tls_fault *fault) {
  const unsigned char *start = (const unsigned char *)bytes;
  PKCS12 *archive = d2i_PKCS12(NULL, &start, size);
  if (!archive) return 0;
  *fault = MOYA_TLS_SOUND;
  if (PKCS12_parse(archive, password, &identity->key, &identity->certificate, &identity->chain) != 1) {
    *fault = password ? MOYA_TLS_WRONG_PASSWORD : MOYA_TLS_NO_PASSWORD;
  } else if (!identity->certificate) {
    *fault = MOYA_TLS_NO_CERTIFICATE;
  } else if (!identity->key) {
    *fault = MOYA_TLS_NO_KEY;
  }
  PKCS12_free(archive);
  return 1;
}

// Fills `identity`. Empty it with moya_tls_forget afterwards, even after a failure. `certificate` is PEM, or a PKCS #12
// archive that also contains the key. `key` is PEM.
static inline moya_tls_fault moya_tls_read_identity(moya_tls_identity *identity, const void *certificate,
                                                    int certificate_size, const void *key, int key_size,
                                                    const char *password) {
  memset(identity, 0, sizeof *identity);
  ERR_set_mark();
  moya_tls_fault fault = MOYA_TLS_SOUND;
  if (!moya_tls_read_archive(identity, certificate, certificate_size, password, &fault)) {
    moya_tls_read_certificates(identity, certificate, certificate_size);
    fault = identity->certificate ? moya_tls_read_key(identity, key, key_size, password) : MOYA_TLS_NO_CERTIFICATE;
  }
  if (fault == MOYA_TLS_SOUND && X509_check_private_key(identity->certificate, identity->key) != 1) {
    fault = MOYA_TLS_OTHER_KEY;
  }
  SSL_CTX *trial = fault == MOYA_TLS_SOUND ? SSL_CTX_new(TLS_client_method()) : NULL;
  if (trial && !moya_tls_appear_as(trial, identity)) fault = MOYA_TLS_WEAK;
  SSL_CTX_free(trial);
  ERR_pop_to_mark();
  return fault;
}
