/* Lists facts about the exchange that brought a response, for example its HTTP version. */
#ifndef MOYA_INFO_H
#define MOYA_INFO_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The facts that moya_response_info and moya_host.result_info return. Times are in microseconds. */
enum {
  MOYA_INFO_HTTP_VERSION = 1,      /* 10, 11 or 20 for HTTP/1.0, HTTP/1.1 or HTTP/2 */
  MOYA_INFO_ATTEMPTS = 2,          /* how many times the request was sent; 1 without a retry */
  MOYA_INFO_CONNECTION_REUSED = 3, /* 1: an open connection was used again; 0: a connection was made
                                    * for the request */
  MOYA_INFO_REMOTE_PORT = 4,       /* the port of moya_response_remote_address */
  MOYA_INFO_BYTES_UP = 5,          /* bytes of the request's body */
  MOYA_INFO_BYTES_DOWN = 6,        /* bytes of the response's body as received, before decoding
                                    * (gzip …), without the framing of chunks */
  MOYA_INFO_NAME_LOOKUP_US = 7,    /* the time from the start of the last hop until the host's name
                                    * was resolved. A hop is the first request of an attempt, or the
                                    * request after a redirect. This fact and the next two are 0 if
                                    * an open connection was used again */
  MOYA_INFO_CONNECT_US = 8,        /* the time from the start of the last hop (see
                                    * MOYA_INFO_NAME_LOOKUP_US) until the connection was made */
  MOYA_INFO_TLS_US = 9,            /* the time from the start of the last hop (see
                                    * MOYA_INFO_NAME_LOOKUP_US) until TLS was established; also 0 if
                                    * the connection has no TLS */
  MOYA_INFO_FIRST_BYTE_US = 10,    /* the time from the moment when the last attempt was ready to be
                                    * sent until the first byte of the response. Includes redirects
                                    * and the wait for a connection, but no earlier attempts and no
                                    * waits of plugins */
  MOYA_INFO_TOTAL_US = 11          /* the time from the moment when the last attempt was ready to be
                                    * sent until the last byte of the response. Includes redirects
                                    * and the wait for a connection, but no earlier attempts and no
                                    * waits of plugins. So a whole call may take longer */
};
typedef int32_t moya_info;

#ifdef __cplusplus
}
#endif

#endif
