/* What a provider remembers of answers: cookies, and the hosts that want to be spoken to over TLS only (HSTS).
 *
 * Off unless moya_provider_options.cookies says otherwise. All calls of the provider share it; docs/cookies.md has the
 * rules. A cookie's value is a secret, and in no message of the library. */
#ifndef MOYA_COOKIES_H
#define MOYA_COOKIES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where something is remembered. */
enum {
  MOYA_KEEP_NOTHING = 0, /* nowhere */
  MOYA_KEEP_MEMORY = 1,  /* as long as the provider lives */
  MOYA_KEEP_FILE = 2     /* in a file, read when the provider is made, and written when it is destroyed and by
                          * moya_provider_save_cookies. It need not exist; its folder must. What cannot be written
                          * when the provider is destroyed is an error in its log (log.h), with path and reason */
};
typedef int32_t moya_keep;

/* 0 or NULL: the default named here. */
typedef struct moya_cookie_options {
  uint32_t size MOYA_0;
  moya_keep cookies MOYA_0;          /* RFC 6265bis; no Set-Cookie is kept, and no cookie sent by itself */
  const char *cookie_file MOYA_0;    /* with MOYA_KEEP_FILE: Netscape's format, as curl and wget write it */
  moya_keep hsts MOYA_0;             /* RFC 6797; an http URL is http, whatever its host said */
  uint32_t reserved MOYA_0;          /* 0 */
  const char *hsts_file MOYA_0;      /* with MOYA_KEEP_FILE: curl's format */
  const char *public_suffixes MOYA_0; /* a newer Public Suffix List, the file public_suffix_list.dat; the one inside */
} moya_cookie_options;
#define MOYA_COOKIE_OPTIONS_INIT MOYA_SIZED(moya_cookie_options)
#define MOYA_COOKIE_OPTIONS(...) MOYA_MAKE(moya_cookie_options, __VA_ARGS__)

/* Bits of moya_cookie.flags. */
enum {
  MOYA_COOKIE_SECURE = 1,    /* is sent over https only */
  MOYA_COOKIE_HTTP_ONLY = 2, /* not for scripts in pages: kept, and without an effect here */
  MOYA_COOKIE_SUBDOMAINS = 4 /* is sent to hosts below `domain` as well */
};
typedef int32_t moya_cookie_flags;

typedef struct moya_cookie {
  uint32_t size MOYA_0;
  moya_cookie_flags flags MOYA_0;
  const char *name MOYA_0;
  const char *value MOYA_0;  /* NULL: empty */
  const char *domain MOYA_0; /* a host, without a dot in front */
  const char *path MOYA_0;   /* NULL: "/" */
  int64_t expires MOYA_0;    /* seconds since 1970; 0: no end was named */
} moya_cookie;
#define MOYA_COOKIE_INIT MOYA_SIZED(moya_cookie)
#define MOYA_COOKIE(...) MOYA_MAKE(moya_cookie, __VA_ARGS__)

/* Cookies as they were when they were asked for; immutable. */
typedef struct moya_cookie_list moya_cookie_list;

/* Those that a request to `url` would get, in their order there; NULL: all, the older first. Errors: NULL, UTF8,
 * INVALID_URL, ARGUMENT (`url` is too long), STATE (the provider keeps no cookies). [any thread] Release with
 * moya_cookie_list_release. */
MOYA_API moya_status moya_provider_cookies(moya_provider *provider, const char *url, moya_cookie_list **cookies,
                                           moya_error **error)
    MOYA_NONNULL(1, 3) MOYA_WARN_UNUSED;

/* How many there are. [any thread] */
MOYA_API size_t moya_cookie_list_count(const moya_cookie_list *cookies);

/* The cookie at a place, with the texts in it valid until the list is released; NULL: there is none. [any thread] */
MOYA_API const moya_cookie *moya_cookie_list_at(const moya_cookie_list *cookies, size_t index);

MOYA_API void moya_cookie_list_release(moya_cookie_list *cookies);

/* Adds a cookie, or takes the place of that with the same name, domain, path and MOYA_COOKIE_SUBDOMAINS. One whose end
 * is past deletes it. Errors: NULL (also its name or domain), STRUCT_*, UTF8, STATE (the provider keeps no cookies);
 * ARGUMENT: what no server may set either, such as a control character, more than 4096 bytes, a public suffix with
 * MOYA_COOKIE_SUBDOMAINS, or a flag that does not exist. [any thread] */
MOYA_API moya_status moya_provider_set_cookie(moya_provider *provider, const moya_cookie *cookie, moya_error **error)
    MOYA_NONNULL(1, 2);

/* Deletes the cookies of a host and of all hosts below it; NULL: all. Errors: NULL, UTF8, ARGUMENT (no host's name),
 * STATE (the provider keeps no cookies). [any thread] */
MOYA_API moya_status moya_provider_clear_cookies(moya_provider *provider, const char *domain, moya_error **error)
    MOYA_NONNULL(1);

/* Writes the files of MOYA_KEEP_FILE now, where something has changed: whole or not at all, readable by their owner
 * only. Without a file nothing happens. Errors: NULL; FILE (the kernel's reason). [any thread, may wait for the disk] */
MOYA_API moya_status moya_provider_save_cookies(moya_provider *provider, moya_error **error) MOYA_NONNULL(1);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_cookie_options) == 40, "moya_cookie_options");
_Static_assert(sizeof(moya_cookie) == 48, "moya_cookie");
#endif

#ifdef __cplusplus
}
#endif

#endif
