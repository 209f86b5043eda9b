/* How a provider connects: whom it trusts and as whom it appears over TLS, to which addresses it goes and
 * on which ways. docs/session.md shows each option at work.
 *
 * moya_connection_options is a part of moya_provider_options (provider.h). What is wrong with it is found
 * when the provider is made. moya_connection_overrides is a part of one moya_target (target.h). What is
 * wrong with it is found when the target is sent. Errors do not show values, which may be secrets. */
#ifndef MOYA_CONNECTION_H
#define MOYA_CONNECTION_H

#include "base.h"
#include "credential.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The oldest version of TLS that is spoken, with proxies too. */
enum {
  MOYA_TLS_DEFAULT = 0, /* TLS 1.2 (RFC 5246) */
  MOYA_TLS_V1_2 = 1,    /* TLS 1.2 */
  MOYA_TLS_V1_3 = 2     /* TLS 1.3 (RFC 8446) */
};
typedef int32_t moya_tls_version;

/* What is asked of a host's certificate. */
enum {
  MOYA_TRUST_CHAIN = 0, /* issued by an authority that is trusted, valid today, and for this host */
  MOYA_TRUST_PINS = 1,  /* nothing but its key, which is one of `pins`: for a device with a certificate of its own making */
  MOYA_TRUST_NONE = 2   /* nothing: a machine between the two ends can read and change everything. A warning in the
                         * provider's log says so, or on standard error, unless MOYA_LOG is "error" */
};
typedef int32_t moya_trust_kind;

/* Whom to trust for one host or several. In arrays, of which the first that fits a host counts: for a host that none
 * fits it is the ca_file of moya_provider_options, or the system's authorities. */
typedef struct moya_trust {
  const char *host MOYA_0; /* "api.example.com"; "*.example.com": all names below that one; NULL or "*": every host. An
                            * IPv6 address without brackets; never a port */
  const char *ca_file MOYA_0; /* the authorities, PEM; NULL: `ca_data`'s, or the system's */
  const void *ca_data MOYA_0; /* the same in memory; at most one of the two. Both are read once, here */
  size_t ca_data_len MOYA_0;
  const char *pins MOYA_0; /* keys, divided by blanks: "sha256/" and the Base64 of the SHA-256 of a certificate's
                            * SubjectPublicKeyInfo (RFC 7469 §2.4). The chain must have one of them; with
                            * MOYA_TRUST_PINS the host's own certificate. NULL: any key; a text without a pin is refused */
  moya_trust_kind kind MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
} moya_trust;

/* Which addresses connections may be made to. What counts is the address of each connection when it is made, whatever
 * the URL, a redirect or the DNS says. Others are MOYA_ERROR_ADDRESS. */
enum {
  MOYA_GUARD_NONE = 0,  /* all */
  MOYA_GUARD_PUBLIC = 1 /* those of the public Internet, and the exceptions: none that is private, loopback, link-local,
                         * of a carrier's network, multicast, unspecified, for documentation or reserved, also not inside
                         * an IPv6 address. A provider with a proxy, the environment's too, is refused then, since what
                         * is behind that cannot be seen */
};
typedef int32_t moya_guard;

/* Which version of HTTP is spoken. */
enum {
  MOYA_HTTP_AUTO = 0, /* HTTP/2 over TLS where the server agrees, else HTTP/1.1 */
  MOYA_HTTP_V1 = 1,   /* HTTP/1.1 */
  MOYA_HTTP_V2 = 2    /* HTTP/2 over TLS, or MOYA_ERROR_PROTOCOL; refused with a libcurl whose HTTP/2 is not safe */
};
typedef int32_t moya_http;

/* 0 or NULL: the default named here. */
typedef struct moya_connection_options {
  uint32_t size MOYA_0;
  moya_tls_version min_tls MOYA_0;
  const moya_trust *trust MOYA_0; /* at most 10 000 */
  size_t trust_count MOYA_0;
  uint32_t trust_stride MOYA_0; /* 0: 48; see Arrays in moya.h */
  moya_guard guard MOYA_0;
  /* With a guard: "10.1.2.3 192.168.7.0/24 fd00::/8", divided by blanks or commas. What is IPv6 is none for IPv4
   * addresses, in whatever spelling these are reached (::ffff:10.1.2.3). */
  const char *guard_exceptions MOYA_0;

  /* The certificate that a server is shown when it asks for one and is of `certificate_hosts`; no proxy is. PEM: the
   * certificate, then those between it and an authority, perhaps the key; or a PKCS #12 archive. One of file and data, or
   * none. */
  const char *certificate_file MOYA_0;
  const void *certificate_data MOYA_0;
  size_t certificate_data_len MOYA_0;
  const char *key_file MOYA_0; /* PEM; neither file nor data: the key stands beside the certificate */
  const void *key_data MOYA_0;
  size_t key_data_len MOYA_0;
  const char *key_password MOYA_0; /* of an encrypted key or archive */

  moya_http http MOYA_0;
  uint32_t max_header_size MOYA_0;     /* bytes of a response's header section, interim responses included: 262 144 */
  const char *unix_socket MOYA_0;      /* all connections go to this socket, whatever the URL's host, with HTTP/1.1 and past
                                        * any proxy; "@name": an abstract one. Not with a guard */
  const char *interface MOYA_0;        /* from which connections are made: "eth0", or an address of this machine */
  const char *const *resolve MOYA_0;   /* addresses instead of the DNS's: "api.example.com:443:192.0.2.7", several divided
                                        * by commas, IPv6 in brackets; the host "*": every other one */
  size_t resolve_count MOYA_0;
  const char *no_proxy MOYA_0;         /* hosts past the proxy, the environment's too: "localhost,example.com:8080,[::1],
                                        * 10.0.0.0/8" (a name is for all below it too; a port, for that one alone). NULL:
                                        * the environment's, for its own proxy */
  const moya_credential *proxy_credential MOYA_0; /* for the proxy, whose URL then names no user; never MOYA_CREDENTIAL_BEARER */
  const moya_credential *credential MOYA_0;       /* for targets that have none, and no field Authorization */
  const char *const *origin_headers MOYA_0; /* names of header fields that a redirect to another origin drops, beside
                                             * Authorization, Cookie, X-Api-Key and others that are secret by their name */
  size_t origin_header_count MOYA_0;
  const char *certificate_hosts MOYA_0; /* who may see the certificate: "api.example.com *.internal", divided by blanks or
                                         * commas, as moya_trust.host. NULL: every server that asks, one that a redirect
                                         * leads to as well */
} moya_connection_options;
#define MOYA_CONNECTION_OPTIONS_INIT MOYA_SIZED(moya_connection_options)
#define MOYA_CONNECTION_OPTIONS(...) MOYA_MAKE(moya_connection_options, __VA_ARGS__)

/* What one target says differently. 0 or NULL: as the provider says. Here a target makes a check stricter,
 * or chooses another identity or way. A connection, and a TLS session, made for such a target serves only
 * targets of the provider that say the same. */
typedef struct moya_connection_overrides {
  uint32_t size MOYA_0;
  moya_tls_version min_tls MOYA_0; /* the newer of this and the provider's counts */
  /* These rows come before the provider's; MOYA_TRUST_NONE is refused. At most 10 000. */
  const moya_trust *trust MOYA_0;
  size_t trust_count MOYA_0;
  uint32_t trust_stride MOYA_0; /* 0: 48; see Arrays in moya.h */
  moya_guard guard MOYA_0;      /* an address must pass this and the provider's */
  const char *guard_exceptions MOYA_0;
  /* The certificate, as in moya_connection_options. */
  const char *certificate_file MOYA_0;
  const void *certificate_data MOYA_0;
  size_t certificate_data_len MOYA_0;
  const char *key_file MOYA_0;
  const void *key_data MOYA_0;
  size_t key_data_len MOYA_0;
  const char *key_password MOYA_0;
  const char *certificate_hosts MOYA_0; /* NULL: the host of the target's URL only */
  const char *interface MOYA_0;
  const char *proxy MOYA_0; /* instead of the provider's; "": none */
  const char *no_proxy MOYA_0;
  const moya_credential *proxy_credential MOYA_0;
  moya_http http MOYA_0;
  uint32_t reserved MOYA_0; /* 0; anything else is MOYA_ERROR_ARGUMENT */
} moya_connection_overrides;
#define MOYA_CONNECTION_OVERRIDES_INIT MOYA_SIZED(moya_connection_overrides)
#define MOYA_CONNECTION_OVERRIDES(...) MOYA_MAKE(moya_connection_overrides, __VA_ARGS__)

/* In MOYA_CONNECTION_OPTIONS(…) or MOYA_CONNECTION_OVERRIDES(…), in C: MOYA_TRUSTS({.host = "*.internal", .ca_file = "ca.pem"}, {.host = "localhost", …}). */
#define MOYA_TRUSTS(...)                                                             \
  .trust = (const moya_trust[]){__VA_ARGS__},                                       \
  .trust_count = sizeof((const moya_trust[]){__VA_ARGS__}) / sizeof(moya_trust),    \
  .trust_stride = (uint32_t)sizeof(moya_trust)

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_trust) == 48, "moya_trust");
_Static_assert(sizeof(moya_connection_options) == 184, "moya_connection_options");
_Static_assert(sizeof(moya_connection_overrides) == 144, "moya_connection_overrides");
#endif

#ifdef __cplusplus
}
#endif

#endif
