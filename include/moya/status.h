/* How functions, calls and hooks end. The numbers are frozen: a number that stands here keeps its meaning, and later
 * versions add others. */
#ifndef MOYA_STATUS_H
#define MOYA_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 is success, errors are negative; positive numbers are answers that a hook may give (plugin.h). */
typedef int32_t moya_status;

enum {
  MOYA_OK = 0, /* it succeeded */

  /* The call itself is wrong, or cannot be made here and now: nothing was done. (MEMORY and SYSTEM also end an exchange
   * during which there was no room for a body, or no descriptor for a connection, a name lookup or the file of
   * certificates and no idle connection of the same loop to close instead. Calls go well again when there are
   * descriptors.) */
  MOYA_ERROR_NULL = -1,        /* a required pointer is NULL */
  MOYA_ERROR_UTF8 = -2,        /* a text is not UTF-8 */
  MOYA_ERROR_STRUCT_SIZE = -3, /* a struct's size is too small (was it initialised?) */
  MOYA_ERROR_STRUCT_TAIL = -4, /* a struct of a newer header uses a field that this library does not know */
  MOYA_ERROR_ARGUMENT = -5,    /* an argument with any other invalid value */
  MOYA_ERROR_STATE = -6,       /* the function may not be called now, or not on this thread */
  MOYA_ERROR_FORKED = -7,      /* this needs the parent's threads: use a blocking or host-pumped call in a child */
  MOYA_ERROR_MEMORY = -8,      /* no room for a body, a response or a value in it */
  MOYA_ERROR_SYSTEM = -9,      /* the kernel refused something (descriptors, threads) */
  MOYA_ERROR_FULL = -10,       /* a queue has as many calls as its limit allows: drain rows first */
  MOYA_ERROR_UNSUPPORTED = -12, /* this system does not allow it: no executable memory for a bound function */
  MOYA_ERROR_DEFINITION = -11, /* a definition of an API is not sound; the message has the place as a JSON Pointer */

  /* The request cannot be sent: nothing reached the wire. */
  MOYA_ERROR_INVALID_URL = -20,     /* no scheme, another scheme than http and https, no host, bad characters,
                                     * longer than 131 072 bytes before it is percent-encoded */
  MOYA_ERROR_INVALID_REQUEST = -21, /* a method or a header that could forge another, a header that is the library's to
                                     * write (Content-Length, Transfer-Encoding, Expect), Proxy-Authorization where no
                                     * proxy would read it, too large a header section, or one text of the request
                                     * (base_url, a header …) longer than 131 072 bytes */
  MOYA_ERROR_ENCODING = -22,        /* parameters or a body that cannot be encoded */
  MOYA_ERROR_NO_STUB = -23,         /* a stub was asked for and the target has no sample, or no stub rule answers */

  /* The exchange failed. */
  MOYA_ERROR_RESOLVE = -40,         /* the host's name does not resolve */
  MOYA_ERROR_CONNECT = -41,         /* the host cannot be reached, or refuses the connection */
  MOYA_ERROR_TLS = -42,             /* no TLS connection: the certificate or the handshake was refused */
  MOYA_ERROR_TIMEOUT_CONNECT = -43, /* no connection within connect_timeout_ms */
  MOYA_ERROR_TIMEOUT_IDLE = -44,    /* no byte came or left for idle_timeout_ms */
  MOYA_ERROR_TIMEOUT_TOTAL = -45,   /* the call's time is over */
  MOYA_ERROR_NETWORK = -46,         /* the connection broke, or closed without a response */
  MOYA_ERROR_PROTOCOL = -47,        /* the peer broke the rules of HTTP */
  MOYA_ERROR_INCOMPLETE_BODY = -48, /* the response ended before its body did */
  MOYA_ERROR_DECODE = -49,          /* damaged gzip, deflate or brotli, or a content coding that is not known */
  MOYA_ERROR_TOO_LARGE = -50,       /* a body over max_body_size, a line or an event over max_line, or a header section
                                     * that is too large */
  MOYA_ERROR_REDIRECT = -51,        /* more redirects than max_redirects, or one that cannot be followed */
  MOYA_ERROR_PROXY = -52,           /* the proxy cannot be reached, refuses, or breaks the rules */
  MOYA_ERROR_CANCELLED = -53,       /* the call was cancelled, or its provider closed or destroyed */
  MOYA_ERROR_BODY = -54,            /* the request's body could not be read or sent again */
  MOYA_ERROR_FILE = -55,            /* a file could not be read or written */
  MOYA_ERROR_ADDRESS = -56,         /* the provider's address guard refused the host's address */

  /* There is a response, but not the one that was asked for. */
  MOYA_ERROR_STATUS_CODE = -60, /* the response's HTTP status was not accepted */
  MOYA_ERROR_JSON = -61,        /* the body is not JSON */
  MOYA_ERROR_KEY_PATH = -62,    /* the body has nothing at the key path */
  MOYA_ERROR_JSON_TYPE = -63,   /* the body has a value of another type at the key path */
  MOYA_ERROR_JSON_NULL = -64,   /* the value is null (json.h) */
  MOYA_ERROR_JSON_RANGE = -65,  /* the value is a number that does not fit (json.h) */

  /* Plugins. */
  MOYA_ERROR_PLUGIN_OPEN = -80,   /* no such file, or the loader refused it: a missing library, wrong architecture */
  MOYA_ERROR_PLUGIN_FORMAT = -81, /* the file is not an ELF shared object */
  MOYA_ERROR_PLUGIN_ENTRY = -82,  /* the file has no function moya_plugin_entry */
  MOYA_ERROR_PLUGIN_ABI = -83,    /* the plugin declined, or speaks another ABI */
  MOYA_ERROR_PLUGIN_TABLE = -84,  /* the plugin's table is malformed */
  MOYA_ERROR_PLUGIN_CREATE = -85, /* the plugin's `create` failed */
  MOYA_ERROR_PLUGIN_HOOK = -86,   /* a hook failed with a status that is none of these */

  MOYA_ERROR_OTHER = -99 /* none of the above; the message says what */
};

#ifdef __cplusplus
}
#endif

#endif
