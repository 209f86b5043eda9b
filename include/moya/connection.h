/* These options say how a provider connects: whom it trusts, how it identifies itself over TLS, and
 * to which addresses it goes. docs/session.md shows each option in use.
 *
 * moya_connection_options is part of moya_provider_options (provider.h). The library checks it when
 * the provider is made. moya_connection_overrides is part of a moya_target (target.h). The library
 * checks it when the target is sent. Errors do not show the values, which may be secrets. */
#ifndef MOYA_CONNECTION_H
#define MOYA_CONNECTION_H

#include "base.h"
#include "credential.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The oldest version of TLS that a connection may use, including a connection to a proxy. */
enum {
  MOYA_TLS_DEFAULT = 0, /* TLS 1.2 (RFC 5246) */
  MOYA_TLS_V1_2 = 1,    /* TLS 1.2 */
  MOYA_TLS_V1_3 = 2     /* TLS 1.3 (RFC 8446) */
};
typedef int32_t moya_tls_version;

/* How the library checks a host's certificate. */
enum {
  MOYA_TRUST_CHAIN = 0, /* the certificate is issued by a trusted authority, is valid today, and is
                         * for this host */
  MOYA_TRUST_PINS = 1,  /* only the key of the certificate is checked, and must be one of `pins`.
                         * Use this for a device with a self-signed certificate */
  MOYA_TRUST_NONE = 2   /* nothing is checked. Any machine on the way can read and change
                         * everything. The library writes a warning to the provider's log. If the
                         * provider has no log, the warning goes to standard error, unless MOYA_LOG
                         * is "error" */
};
typedef int32_t moya_trust_kind;

/* Says whom to trust for one host or for several hosts. If several elements of an array fit a host,
 * the first of them counts. If no element fits, the ca_file of moya_provider_options counts or,
 * without a ca_file, the system's authorities. */
typedef struct moya_trust {
  const char *host MOYA_0; /* "api.example.com"; "*.example.com" fits all names below example.com;
                            * NULL or "*" fits every host. Write an IPv6 address without brackets,
                            * and never a port */
  const char *ca_file MOYA_0; /* a PEM file of the authorities; NULL: the authorities in `ca_data`
                               * or, without `ca_data`, the system's */
  const void *ca_data MOYA_0; /* the text of a PEM file of the authorities, in memory; set at most
                               * one of `ca_file` and `ca_data`. The library copies the text when it
                               * reads this struct */
  size_t ca_data_len MOYA_0;
  const char *pins MOYA_0; /* keys, separated by blanks. A key is "sha256/" and the Base64 of the
                            * SHA-256 of a certificate's SubjectPublicKeyInfo (RFC 7469 §2.4). One
                            * certificate of the chain must have one of these keys; with
                            * MOYA_TRUST_PINS, it must be the host's own certificate. NULL: any key.
                            * A text without a pin fails with MOYA_ERROR_ARGUMENT */
  moya_trust_kind kind MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
} moya_trust;

/* The addresses to which connections are allowed. The library checks the address of each connection
 * when it makes the connection, whether the address comes from the URL, a redirect or the DNS. A
 * call that needs any other address fails with MOYA_ERROR_ADDRESS. */
enum {
  MOYA_GUARD_NONE = 0,  /* all addresses */
  MOYA_GUARD_PUBLIC = 1 /* the addresses of the public Internet, and those in `guard_exceptions`.
                         * Private, loopback, link-local, carrier-network, multicast, unspecified,
                         * documentation and reserved addresses are not allowed, even if they are
                         * embedded in an IPv6 address. If there is a proxy, even one from the
                         * environment, this value fails with MOYA_ERROR_ARGUMENT: the library
                         * cannot see which addresses the proxy connects to */
};
typedef int32_t moya_guard;

/* The version of HTTP to use. */
enum {
  MOYA_HTTP_AUTO = 0, /* HTTP/2 over TLS if the server agrees, otherwise HTTP/1.1 */
  MOYA_HTTP_V1 = 1,   /* HTTP/1.1 */
  MOYA_HTTP_V2 = 2    /* HTTP/2 over TLS. If the server does not agree, the call fails with
                       * MOYA_ERROR_PROTOCOL. If the HTTP/2 of the libcurl in use is not safe, this
                       * value fails with MOYA_ERROR_ARGUMENT */
};
typedef int32_t moya_http;

/* The options of all connections of a provider. 0 or NULL stands for the default that the field's
 * comment names. */
typedef struct moya_connection_options {
  uint32_t size MOYA_0;
  moya_tls_version min_tls MOYA_0;
  const moya_trust *trust MOYA_0; /* whom to trust for which hosts; at most 10 000 elements */
  size_t trust_count MOYA_0;
  uint32_t trust_stride MOYA_0; /* 0: 48; see Arrays in moya.h */
  moya_guard guard MOYA_0;
  /* Addresses that are allowed although the guard would refuse them, for example
   * "10.1.2.3 192.168.7.0/24 fd00::/8". Blanks or commas separate them. An IPv6 exception does not
   * allow an IPv4 address, even if that address is written as an IPv6 address (::ffff:10.1.2.3). */
  const char *guard_exceptions MOYA_0;

  /* The client certificate. The library shows it to a server that asks for a certificate, if
   * `certificate_hosts` names that server. The library never shows it to a proxy. The format is a
   * PKCS #12 archive or PEM. A PEM text has the certificate, then the certificates between it and
   * an authority, and perhaps the key. Set `certificate_file`, `certificate_data`, or neither. */
  const char *certificate_file MOYA_0;
  const void *certificate_data MOYA_0;
  size_t certificate_data_len MOYA_0;
  const char *key_file MOYA_0; /* the key as PEM. If both `key_file` and `key_data` are NULL, the
                                * key is in the same place as the certificate */
  const void *key_data MOYA_0;
  size_t key_data_len MOYA_0;
  const char *key_password MOYA_0; /* the password of an encrypted key or archive */

  moya_http http MOYA_0;
  uint32_t max_header_size MOYA_0;     /* the most bytes of a response's header section, including
                                        * interim responses; default 262 144 */
  const char *unix_socket MOYA_0;      /* all connections go to this socket, whatever the URL's
                                        * host, with HTTP/1.1 and without a proxy; "@name" is an
                                        * abstract socket. Not allowed with a guard */
  const char *interface MOYA_0;        /* the network interface from which connections start
                                        * ("eth0"), or an address of this machine */
  const char *const *resolve MOYA_0;   /* addresses to use instead of asking the DNS:
                                        * "api.example.com:443:192.0.2.7". Commas separate several
                                        * addresses, and IPv6 addresses are in brackets. The host
                                        * "*" means every other host */
  size_t resolve_count MOYA_0;
  const char *no_proxy MOYA_0;         /* hosts to reach without a proxy, even if the environment
                                        * names a proxy: "localhost,example.com:8080,[::1],
                                        * 10.0.0.0/8". A name includes all names below it, and a
                                        * port limits the entry to that port. NULL: the hosts in the
                                        * environment variable no_proxy, but only for a proxy that
                                        * the environment names */
  const moya_credential *proxy_credential MOYA_0; /* for the proxy. With this credential, the URL of
                                                   * the proxy must not contain a user name.
                                                   * MOYA_CREDENTIAL_BEARER is not allowed */
  const moya_credential *credential MOYA_0;       /* for targets that have neither a credential nor
                                                   * a header field Authorization */
  const char *const *origin_headers MOYA_0; /* names of header fields that a redirect to another
                                             * origin drops. A redirect to another origin always
                                             * drops the fields whose names say that they are
                                             * secret, for example Authorization, Cookie, X-Api-Key
                                             * and X-Shop-Secret */
  size_t origin_header_count MOYA_0;
  const char *certificate_hosts MOYA_0; /* the servers that may see the client certificate, for
                                         * example "api.example.com *.internal". Blanks or commas
                                         * separate the entries. Each entry has the form of
                                         * moya_trust.host. NULL: every server that asks for a
                                         * certificate, including a server that a redirect names */
  /* How many seconds a connection may wait for its next request. The library does not use a
   * connection that has waited longer. It closes such a connection when it next looks for a
   * connection. 0: 118; MOYA_NO_KEEP_ALIVE: a connection is closed when its last request ends. At
   * most 2 000 000. */
  uint32_t keep_alive_s MOYA_0;
  /* How many connections may wait for their next request at the same time. If a response ends and
   * its connection would exceed this number, the library closes a connection. Among the connections
   * to other hosts, it closes the one that has waited longest. If all waiting connections are to
   * the same host, it closes the connection whose response has just ended. 0: no limit except
   * `max_connections` of the provider.
   *
   * The `loops` of the provider divide this number among them. If the number is smaller than the
   * number of loops, moya_provider_create fails. Blocking calls (moya_provider_call) use further
   * loops, one for each call that runs at the same time. These further loops do not divide the
   * number: each of them may have that many waiting connections of its own. */
  uint32_t max_idle_connections MOYA_0;
} moya_connection_options;
/* For `keep_alive_s`: no connection waits for another request. */
#define MOYA_NO_KEEP_ALIVE UINT32_MAX
#define MOYA_CONNECTION_OPTIONS_INIT MOYA_SIZED(moya_connection_options)
#define MOYA_CONNECTION_OPTIONS(...) MOYA_MAKE(moya_connection_options, __VA_ARGS__)

/* The settings of one target that differ from its provider's. 0 or NULL stands for the provider's
 * setting. A target can choose whom it trusts, which certificate it shows and how it connects. Its
 * guard and its oldest version of TLS can only be stricter than those of the provider. A connection
 * or a TLS session that was made for a target with such settings serves only targets of this
 * provider with the same settings. */
typedef struct moya_connection_overrides {
  uint32_t size MOYA_0;
  moya_tls_version min_tls MOYA_0; /* the newer of this and the provider's min_tls applies */
  /* Rules for this target, at most 10 000. They are tried before the provider's rules. */
  const moya_trust *trust MOYA_0;
  size_t trust_count MOYA_0;
  uint32_t trust_stride MOYA_0; /* 0: 48; see Arrays in moya.h */
  moya_guard guard MOYA_0;      /* an address must pass both this guard and the provider's */
  const char *guard_exceptions MOYA_0;
  /* The client certificate, as in moya_connection_options. */
  const char *certificate_file MOYA_0;
  const void *certificate_data MOYA_0;
  size_t certificate_data_len MOYA_0;
  const char *key_file MOYA_0;
  const void *key_data MOYA_0;
  size_t key_data_len MOYA_0;
  const char *key_password MOYA_0;
  const char *certificate_hosts MOYA_0; /* NULL: only the host of the target's URL */
  const char *interface MOYA_0;
  const char *proxy MOYA_0; /* a URL, instead of the provider's proxy; "": no proxy */
  const char *no_proxy MOYA_0;
  const moya_credential *proxy_credential MOYA_0;
  moya_http http MOYA_0;
  uint32_t reserved MOYA_0; /* must be 0 */
} moya_connection_overrides;
#define MOYA_CONNECTION_OVERRIDES_INIT MOYA_SIZED(moya_connection_overrides)
#define MOYA_CONNECTION_OVERRIDES(...) MOYA_MAKE(moya_connection_overrides, __VA_ARGS__)

/* Sets `trust`. It works in C only, inside MOYA_CONNECTION_OPTIONS(…) or
 * MOYA_CONNECTION_OVERRIDES(…):
 *
 *     MOYA_TRUSTS({.host = "*.internal", .ca_file = "ca.pem"}, {.host = "localhost", …}) */
#define MOYA_TRUSTS(...)                                                             \
  .trust = (const moya_trust[]){__VA_ARGS__},                                       \
  .trust_count = sizeof((const moya_trust[]){__VA_ARGS__}) / sizeof(moya_trust),    \
  .trust_stride = (uint32_t)sizeof(moya_trust)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_trust) == 48, "moya_trust");
_Static_assert(sizeof(moya_connection_options) == 192, "moya_connection_options");
_Static_assert(sizeof(moya_connection_overrides) == 144, "moya_connection_overrides");
#endif

#ifdef __cplusplus
}
#endif

#endif
