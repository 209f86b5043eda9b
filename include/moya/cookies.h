/* A provider can remember the cookies of responses, and the hosts that want only TLS (HSTS).
 *
 * A provider remembers nothing unless moya_provider_options.cookies says so. All calls of the
 * provider share the stored cookies and hosts. docs/cookies.md has the rules. The value of a cookie
 * is a secret, and no message of the library contains it. */
#ifndef MOYA_COOKIES_H
#define MOYA_COOKIES_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a provider stores its cookies, or its hosts that require TLS. */
enum {
  MOYA_KEEP_NOTHING = 0, /* nowhere */
  MOYA_KEEP_MEMORY = 1,  /* in memory, as long as the provider lives */
  MOYA_KEEP_FILE = 2     /* in a file. The library reads the file when the provider is made. It
                          * writes the file when the provider is destroyed, and in
                          * moya_provider_save_cookies. The file need not exist, but its folder must
                          * exist. If the file does not exist and its folder cannot be written, the
                          * provider is not made. If the file exists but its folder cannot be
                          * written, only writing the file fails. If the file cannot be written when
                          * the provider is destroyed, an error with the path and the reason goes to
                          * the provider's log (log.h). If the rules do not allow a cookie or a host
                          * in the file, the library drops it and writes a warning to the log. For
                          * example, a domain may have become a public suffix. If a line has another
                          * format, the file cannot be used */
};
typedef int32_t moya_keep;

/* Options for cookies and HSTS. 0 or NULL stands for the default that the field's comment names. */
typedef struct moya_cookie_options {
  uint32_t size MOYA_0;
  moya_keep cookies MOYA_0;          /* RFC 6265bis; by default no Set-Cookie is stored, and the
                                      * library adds no cookies to requests */
  const char *cookie_file MOYA_0;    /* for MOYA_KEEP_FILE: the path of the file, which has
                                      * Netscape's format, as with curl and wget */
  moya_keep hsts MOYA_0;             /* RFC 6797; by default a request to an http URL uses http,
                                      * even if its host has asked for TLS */
  uint32_t reserved MOYA_0;          /* 0 */
  const char *hsts_file MOYA_0;      /* for MOYA_KEEP_FILE: the path of the file, which has curl's
                                      * format */
  const char *public_suffixes MOYA_0; /* the path of a newer Public Suffix List, the file
                                       * public_suffix_list.dat; by default the list in the
                                       * library */
} moya_cookie_options;
#define MOYA_COOKIE_OPTIONS_INIT MOYA_SIZED(moya_cookie_options)
#define MOYA_COOKIE_OPTIONS(...) MOYA_MAKE(moya_cookie_options, __VA_ARGS__)

/* The bits of moya_cookie.flags. */
enum {
  MOYA_COOKIE_SECURE = 1,    /* sent over https only */
  MOYA_COOKIE_HTTP_ONLY = 2, /* hidden from scripts in pages; the library stores this bit, but it
                              * has no effect here */
  MOYA_COOKIE_SUBDOMAINS = 4 /* sent to hosts below `domain` too */
};
typedef int32_t moya_cookie_flags;

typedef struct moya_cookie {
  uint32_t size MOYA_0;
  moya_cookie_flags flags MOYA_0;
  const char *name MOYA_0;
  const char *value MOYA_0;  /* NULL: empty */
  const char *domain MOYA_0; /* the name of a host, without a leading dot */
  const char *path MOYA_0;   /* NULL: "/" */
  int64_t expires MOYA_0;    /* seconds since 1970; 0: the cookie has no time at which it expires */
} moya_cookie;
#define MOYA_COOKIE_INIT MOYA_SIZED(moya_cookie)
#define MOYA_COOKIE(...) MOYA_MAKE(moya_cookie, __VA_ARGS__)

/* A list of cookies as they were when the program asked for them. It never changes. */
typedef struct moya_cookie_list moya_cookie_list;

/* Stores a list of the cookies that a request to `url` would send, in the order in which it would
 * send them. If `url` is NULL, the list has all cookies, older ones first. The caller must release
 * the list with moya_cookie_list_release. Errors: NULL, UTF8, INVALID_URL, ARGUMENT (`url` is too
 * long), STATE (the provider stores no cookies). [any thread] */
MOYA_API moya_status moya_provider_cookies(moya_provider *provider, const char *url,
                                           moya_cookie_list **cookies, moya_error **error)
    MOYA_NONNULL(1, 3) MOYA_WARN_UNUSED;

/* Returns the number of cookies in a list. [any thread] */
MOYA_API size_t moya_cookie_list_count(const moya_cookie_list *cookies);

/* Returns one cookie of a list, or NULL if there is no such index. The cookie and its texts are
 * valid until the list is released. [any thread] */
MOYA_API const moya_cookie *moya_cookie_list_at(const moya_cookie_list *cookies, size_t index);

/* Releases a list. [any thread] */
MOYA_API void moya_cookie_list_release(moya_cookie_list *cookies);

/* Adds a cookie. It replaces a stored cookie that has the same name, domain and path, if
 * MOYA_COOKIE_SUBDOMAINS is set in both cookies or in neither. If the new cookie has expired, this
 * function only deletes the stored cookie.
 *
 * A cookie that no server may set is an error. Examples: its name contains a control character; its
 * name and its value together have more than 4096 bytes; its domain is a public suffix ("co.uk")
 * and it has MOYA_COOKIE_SUBDOMAINS.
 *
 * Errors: NULL (also if the name or the domain is NULL), STRUCT_*, UTF8, STATE (the provider stores
 * no cookies), ARGUMENT (a cookie that no server may set, or a flag that does not exist).
 * [any thread] */
MOYA_API moya_status moya_provider_set_cookie(moya_provider *provider, const moya_cookie *cookie,
                                              moya_error **error)
    MOYA_NONNULL(1, 2);

/* Deletes the cookies of a host and of all hosts below it; NULL deletes all cookies. Errors: NULL,
 * UTF8, ARGUMENT (not the name of a host), STATE (the provider stores no cookies). [any thread] */
MOYA_API moya_status moya_provider_clear_cookies(moya_provider *provider, const char *domain,
                                                 moya_error **error)
    MOYA_NONNULL(1);

/* Writes the files of cookies and of HSTS hosts (MOYA_KEEP_FILE) now, if something has changed.
 * Each file is written completely or not at all, and only its owner can read it. This function does
 * nothing if the provider has no such file. Errors: NULL; FILE (the kernel's reason).
 * [any thread, may wait for the disk] */
MOYA_API moya_status moya_provider_save_cookies(moya_provider *provider, moya_error **error)
    MOYA_NONNULL(1);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_cookie_options) == 40, "moya_cookie_options");
_Static_assert(sizeof(moya_cookie) == 48, "moya_cookie");
#endif

#ifdef __cplusplus
}
#endif

#endif
