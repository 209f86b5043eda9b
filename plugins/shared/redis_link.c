#define _POSIX_C_SOURCE 200809L

#include "redis_link.h"

#include "redis_script.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <hiredis_ssl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct timeval wait_time = {0, REDIS_LINK_MS * 1000};

void redis_link_word(const char *error, char *out, size_t size) {
  size_t len = 0;
  while (len + 1 < size && ((error[len] >= 'A' && error[len] <= 'Z') || error[len] == '_')) len++;
  memcpy(out, error, len);
  out[len] = 0;
}

static bool is_late_error(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == ETIMEDOUT; }

/* Writes why the connection failed. */
static bool fail(const redisContext *it, char *reason, size_t size) {
  bool is_late = it && it->err == REDIS_ERR_IO && is_late_error(errno);
  if (is_late || (it && it->err == REDIS_ERR_TIMEOUT)) snprintf(reason, size, "there was no response within %d ms", REDIS_LINK_MS);
  else snprintf(reason, size, "%s", it && it->err ? it->errstr : "there is no memory");
  return false;
}

/* Sends a command and reads its reply. If the server refuses the command, returns NULL, and `reason` says that the
 * server refuses `what`. */
static redisReply *tell(redis_link *it, int count, const char **words, const char *what, char *reason, size_t size) {
  bool is_queued = redisAppendCommandArgv(it->context, count, words, NULL) == REDIS_OK;
  redisReply *reply = is_queued ? redis_reply_read(it->context) : NULL;
  if (!reply) return fail(it->context, reason, size), NULL;
  if (reply->type != REDIS_REPLY_ERROR) return reply;
  char word[40];
  redis_link_word(reply->str, word, sizeof word);
  bool wants_password = strcmp(word, "NOAUTH") == 0, is_wrong = strcmp(word, "WRONGPASS") == 0;
  /* The library reads the options of a plugin once. So if the password changes, the program must make a new provider. */
  snprintf(reason, size, "the server refuses %s (%s)%s", wants_password ? "a client without a password" : what, word,
           wants_password || is_wrong ? "; a new provider reads the address again" : "");
  freeReplyObject(reply);
  return NULL;
}

/* Returns the file with the certificates of the machine, in the same way as the library (TrustStore in
 * TrustRule.swift). The OpenSSL in this module would look for them in the folder for which it was built, which exists
 * only on Debian. Returns NULL if there is no such file. */
static const char *system_certificates(void) {
  static const char *const places[] = {
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
      "/etc/pki/tls/certs/ca-bundle.crt",   "/var/lib/ca-certificates/ca-bundle.pem",
      "/etc/ssl/ca-bundle.pem",             "/etc/ssl/cert.pem"};
  const char *named = getenv("SSL_CERT_FILE");
  if (named && *named) return named;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (access(places[i], R_OK) == 0) return places[i];
  }
  return NULL;
}

/* Makes the TLS settings of a connection. Starts OpenSSL without its exit handlers, because they would free memory that
 * another thread may still use. Also starts it without the machine's configuration, which is for another version of
 * OpenSSL. */
static SSL_CTX *tls_of(const redis_address *address, char *reason, size_t size) {
  OPENSSL_init_ssl(OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
  SSL_CTX *tls = SSL_CTX_new(TLS_client_method());
  if (!tls) return snprintf(reason, size, "there is no memory for TLS"), NULL;
  SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
  SSL_CTX_set_verify(tls, SSL_VERIFY_PEER, NULL);
  const char *file = *address->ca ? address->ca : system_certificates();
  int good = file ? SSL_CTX_load_verify_locations(tls, file, NULL) : SSL_CTX_set_default_verify_paths(tls);
  if (good == 1) return tls;
  snprintf(reason, size, "the certificates of %s cannot be read", file ? file : "the system");
  SSL_CTX_free(tls);
  return NULL;
}

/* Lets a TLS connection accept only a certificate for this host. `host` is a name or an IP address. */
static bool expect_host(SSL *ssl, const char *host) {
  unsigned char parsed[16];
  bool is_address = inet_pton(AF_INET, host, parsed) == 1 || inet_pton(AF_INET6, host, parsed) == 1;
  if (is_address) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1;
  return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

/* Does the TLS handshake. A server can send its part byte by byte, so the whole handshake has a time limit. */
static bool shake_hands(const redisContext *it, SSL *ssl) {
  int64_t end = redis_now_ms() + REDIS_LINK_MS;
  for (;;) {
    ERR_clear_error();
    errno = 0;
    int result = SSL_do_handshake(ssl), error = SSL_get_error(ssl, result);
    if (result == 1) return true;
    if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return false;
    if (!redis_wait(it, error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT, end)) return errno = ETIMEDOUT, false;
  }
}

/* Lets reads and writes return at once (redis_reply.c). */
static bool stop_blocking(redisContext *it) {
  int flags = fcntl(it->fd, F_GETFL);
  it->flags &= ~REDIS_BLOCK;
  return flags >= 0 && fcntl(it->fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool begin_tls(redis_link *it, const redis_address *address, char *reason, size_t size) {
  SSL_CTX *tls = it->tls = tls_of(address, reason, size);
  SSL *ssl = tls ? SSL_new(tls) : NULL;
  if (!tls) return false;
  if (!ssl || !expect_host(ssl, address->host)) {
    SSL_free(ssl);
    return snprintf(reason, size, "there is no memory for TLS"), false;
  }
  errno = 0;
  if (redisInitiateSSL(it->context, ssl) == REDIS_OK && shake_hands(it->context, ssl)) return true;
  bool is_late = is_late_error(errno);
  long result = SSL_get_verify_result(ssl);
  if (result != X509_V_OK) snprintf(reason, size, "its certificate is not accepted: %s", X509_verify_cert_error_string(result));
  else if (is_late) snprintf(reason, size, "there was no response within %d ms", REDIS_LINK_MS);
  else snprintf(reason, size, "TLS could not begin");
  if (!it->context->privctx) SSL_free(ssl); /* otherwise the connection owns it */
  ERR_clear_error();
  return false;
}

static bool log_in(redis_link *it, const redis_address *address, char *reason, size_t size) {
  const char *full[] = {"AUTH", address->user, address->password}, *plain[] = {"AUTH", address->password};
  if (!*address->password) return true;
  bool has_user = *address->user;
  redisReply *reply = tell(it, has_user ? 3 : 2, has_user ? full : plain, "the user or the password", reason, size);
  freeReplyObject(reply);
  return reply;
}

static bool choose_database(redis_link *it, const redis_address *address, char *reason, size_t size) {
  char number[16];
  const char *words[] = {"SELECT", number};
  if (address->database == 0) return true;
  snprintf(number, sizeof number, "%d", address->database);
  redisReply *reply = tell(it, 2, words, "the database", reason, size);
  freeReplyObject(reply);
  return reply;
}

bool redis_link_load(redis_link *it, char *reason, size_t size) {
  const char *words[] = {"SCRIPT", "LOAD", redis_script};
  redisReply *reply = tell(it, 3, words, "the script of the store", reason, size);
  bool is_good = reply && reply->type == REDIS_REPLY_STRING && reply->len + 1 == sizeof it->script;
  if (is_good) memcpy(it->script, reply->str, sizeof it->script);
  else if (reply) snprintf(reason, size, "the server is no Redis server");
  freeReplyObject(reply);
  return is_good;
}

bool redis_link_open(redis_link *it, const redis_address *address, char *reason, size_t size) {
  redisOptions options = {0};
  *it = (redis_link){0};
  REDIS_OPTIONS_SET_TCP(&options, address->host, address->port);
  options.options |= REDIS_OPT_PREFER_IP_UNSPEC;
  options.connect_timeout = options.command_timeout = &wait_time;
  it->context = redisConnectWithOptions(&options);
  bool is_good = it->context && !it->context->err ? true : fail(it->context, reason, size);
  if (is_good) fcntl(it->context->fd, F_SETFD, FD_CLOEXEC);
  if (is_good) redis_reply_limit(it->context);
  if (is_good && !stop_blocking(it->context)) is_good = fail(NULL, reason, size);
  is_good = is_good && (!address->has_tls || begin_tls(it, address, reason, size)) && log_in(it, address, reason, size) &&
            choose_database(it, address, reason, size) && redis_link_load(it, reason, size);
  if (!is_good) redis_link_close(it);
  return is_good;
}

void redis_link_close(redis_link *it) {
  if (it->context) redisFree(it->context);
  SSL_CTX_free(it->tls);
  *it = (redis_link){0};
}
