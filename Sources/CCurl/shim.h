// Wrappers for libcurl's variadic functions, which Swift cannot import. There is one inline function for each kind of
// argument.
#pragma once
#include <curl/curl.h>
#include <poll.h>
#include <stddef.h>

// A Swift package is compiled with the system's libcurl, which is 7.88.1 on Debian 12. Older versions are not tested.
#if LIBCURL_VERSION_NUM < 0x075801
#error "libmoya needs libcurl 7.88.1 or later"
#endif

// Returns true if the bundled libcurl is linked. script/curl adds this header to the headers of the
// libcurl that it builds. Code that was compiled with those headers may still be linked with the
// system's libcurl, which has another version (script/link --system-curl).
static inline int moya_curl_is_bundled(void) {
#if __has_include(<curl/moya_bundled.h>)
  return curl_version_info(CURLVERSION_NOW)->version_num == LIBCURL_VERSION_NUM;
#else
  return 0;
#endif
}

#if LIBCURL_VERSION_NUM >= 0x081500
// curl_multi_waitfds is NULL if the linked libcurl is older than the libcurl that was used for
// compiling.
__attribute__((weak)) extern CURLMcode curl_multi_waitfds(CURLM *, struct curl_waitfd *, unsigned, unsigned *);
#endif

static inline CURLcode moya_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode moya_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode moya_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode moya_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode moya_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*moya_curl_data_function)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode moya_curl_set_data_function(CURL *easy, CURLoption option, moya_curl_data_function value) {
  return curl_easy_setopt(easy, option, value);
}

typedef int (*moya_curl_seek_function)(void *context, curl_off_t offset, int origin);
static inline CURLcode moya_curl_set_seek_function(CURL *easy, moya_curl_seek_function value) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

typedef int (*moya_curl_trailer_function)(struct curl_slist **list, void *context);
static inline CURLcode moya_curl_set_trailer_function(CURL *easy, moya_curl_trailer_function value) {
  return curl_easy_setopt(easy, CURLOPT_TRAILERFUNCTION, value);
}

typedef int (*moya_curl_progress_function)(void *context, curl_off_t download_total, curl_off_t download_now,
                                           curl_off_t upload_total, curl_off_t upload_now);
static inline CURLcode moya_curl_set_progress_function(CURL *easy, moya_curl_progress_function value) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

typedef int (*moya_curl_close_socket_function)(void *context, curl_socket_t socket);
static inline CURLcode moya_curl_set_close_socket_function(CURL *easy, moya_curl_close_socket_function value) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

typedef curl_socket_t (*moya_curl_open_socket_function)(void *context, curlsocktype purpose,
                                                        struct curl_sockaddr *address);
static inline CURLcode moya_curl_set_open_socket_function(CURL *easy, moya_curl_open_socket_function value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

// Sets a function that libcurl calls before it looks up a host name.
static inline CURLcode moya_curl_set_lookup_function(CURL *easy, curl_resolver_start_callback value) {
  return curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, value);
}

// Returns a number that grows whenever a request has been sent completely. Before libcurl 8.10.0, returns 0.
static inline curl_off_t moya_curl_sent_time(CURL *easy) {
  curl_off_t time = 0;
#if LIBCURL_VERSION_NUM >= 0x080a00
  if (curl_easy_getinfo(easy, CURLINFO_POSTTRANSFER_TIME_T, &time) != CURLE_OK) return 0;
#else
  (void)easy;
#endif
  return time;
}

static inline CURLcode moya_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode moya_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode moya_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

// Returns the socket of the connection that this transfer uses now, or −1 if there is none.
static inline int moya_curl_socket(CURL *easy) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  return curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? socket : -1;
}

static inline CURLMcode moya_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// Makes a share handle with its own pool of connections. An easy handle on which this share handle is set uses the
// pool. Returns NULL if there is no memory.
static inline CURLSH *moya_curl_share_connections(void) {
  CURLSH *share = curl_share_init();
  if (!share || curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT) == CURLSHE_OK) return share;
  curl_share_cleanup(share);
  return NULL;
}

static inline CURLMcode moya_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode moya_curl_multi_set_socket_function(CURLM *multi, curl_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

static inline CURLMcode moya_curl_multi_set_timer_function(CURLM *multi, curl_multi_timer_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

static inline CURLcode moya_curl_set_ssl_context_function(CURL *easy, curl_ssl_ctx_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, value);
}

// Returns OpenSSL's `SSL` of the connection that this transfer uses now, or NULL if there is none.
static inline const void *moya_curl_ssl(CURL *easy) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

static inline CURLcode moya_curl_set_prereq_function(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

// Runs all transfers and reports all their sockets. libcurl recommends other functions, because this one takes long if
// there are many transfers. No other function reports sockets that were not reported before.
static inline CURLMcode moya_curl_multi_socket_all(CURLM *multi, int *running) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return curl_multi_socket_all(multi, running);
#pragma GCC diagnostic pop
}

// Fills `places` with the descriptors that libcurl waits for, but at most `room` of them. The result is for poll(2):
// curl_waitfd has the layout of pollfd, and its bits are poll's. Returns the number of all these descriptors, which may
// be larger than `room`. Returns −1 if this libcurl has no function for this, or if that function fails.
static inline int moya_curl_multi_descriptors(CURLM *multi, void *places, unsigned room) {
#if LIBCURL_VERSION_NUM >= 0x081500
  _Static_assert(sizeof(struct curl_waitfd) == sizeof(struct pollfd) && CURL_WAIT_POLLIN == POLLIN &&
                     CURL_WAIT_POLLOUT == POLLOUT && offsetof(struct curl_waitfd, revents) == offsetof(struct pollfd, revents),
                 "curl_waitfd is pollfd");
  unsigned count = 0;
  if (!curl_multi_waitfds) return -1;
  CURLMcode code = curl_multi_waitfds(multi, (struct curl_waitfd *)places, room, &count);
  return code == CURLM_OK || code == CURLM_OUT_OF_MEMORY ? (int)count : -1;
#else
  (void)multi;
  (void)places;
  (void)room;
  return -1;
#endif
}

// Sets how many threads may look up names at the same time. Each lookup of a name needs two threads. A lookup that
// hangs occupies its threads until the resolver gives up.
static inline void moya_curl_multi_set_lookups(CURLM *multi, long most) {
#if LIBCURL_VERSION_NUM >= 0x081400
  curl_multi_setopt(multi, CURLMOPT_RESOLVE_THREADS_MAX, most);
#else
  (void)multi;
  (void)most;
#endif
}

// Closes idle connections. This works only in libcurl 8.16.0 and later.
static inline CURLMcode moya_curl_multi_close_idle(CURLM *multi) {
#if LIBCURL_VERSION_NUM >= 0x081000
  return curl_multi_setopt(multi, CURLMOPT_NETWORK_CHANGED, CURLMNWC_CLEAR_CONNS);
#else
  (void)multi;
  return CURLM_UNKNOWN_OPTION;
#endif
}
