/* Lists the statuses with which functions, calls and hooks end. The numbers never change their
 * meaning; later versions may add others. */
#ifndef MOYA_STATUS_H
#define MOYA_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 is success, and negative numbers are errors. Positive numbers are results that only hooks
 * return (plugin.h). */
typedef int32_t moya_status;

enum {
  MOYA_OK = 0, /* success */

  /* The function call itself is wrong, or it is not possible here and now. Nothing was done. Two of
   * these statuses, MEMORY and SYSTEM, can also end a call that has started. MEMORY then means that
   * there was no room for a body. SYSTEM then means that there was no descriptor for a connection,
   * a name lookup or the file of certificates. The library has then closed the idle connections of
   * its event loop and tried again, without success. Calls succeed again when there are
   * descriptors. */
  MOYA_ERROR_NULL = -1,        /* a required pointer is NULL */
  MOYA_ERROR_UTF8 = -2,        /* a text is not UTF-8 */
  MOYA_ERROR_STRUCT_SIZE = -3, /* a struct's `size` is invalid (was the struct initialised?) */
  MOYA_ERROR_STRUCT_TAIL = -4, /* a struct of a newer header sets a field that this library does not
                                * know */
  MOYA_ERROR_ARGUMENT = -5,    /* an argument has any other invalid value */
  MOYA_ERROR_STATE = -6,       /* the function must not be called at this time, or on this thread */
  MOYA_ERROR_FORKED = -7,      /* the call needs threads of the parent process: in a forked child,
                                * use a blocking call or MOYA_PUMP_HOST */
  MOYA_ERROR_MEMORY = -8,      /* there is no room for a body, a response or a value of a
                                * response */
  MOYA_ERROR_SYSTEM = -9,      /* the kernel refused a resource (descriptors, threads) */
  MOYA_ERROR_FULL = -10,       /* the queue (queue.h) has as many calls as its limit allows: first
                                * take rows out of it */
  MOYA_ERROR_UNSUPPORTED = -12, /* the system does not allow the executable memory that a function
                                 * of moya_api_bind needs */
  MOYA_ERROR_DEFINITION = -11, /* the definition of an API is invalid; the message has the place as
                                * a JSON Pointer */

  /* The request cannot be sent, and nothing of it was sent. */
  MOYA_ERROR_INVALID_URL = -20,     /* no scheme, a scheme other than http and https, no host,
                                     * invalid characters, or more than 131 072 bytes before
                                     * percent-encoding */
  MOYA_ERROR_INVALID_REQUEST = -21, /* an invalid method, an invalid header (it could forge another
                                     * header), or a header section that is too large. Also a header
                                     * that only the library writes (Content-Length,
                                     * Transfer-Encoding, Expect), and Proxy-Authorization if no
                                     * proxy would read it. Also a text of the request (base_url, a
                                     * header …) of more than 131 072 bytes */
  MOYA_ERROR_ENCODING = -22,        /* the parameters or the body cannot be encoded */
  MOYA_ERROR_NO_STUB = -23,         /* no stub can respond: the stub rule that matches has no answer
                                     * left, or no rule matches and the target has no sample */

  /* The exchange with the server failed. */
  MOYA_ERROR_RESOLVE = -40,         /* the host's name cannot be resolved */
  MOYA_ERROR_CONNECT = -41,         /* the host cannot be reached, or refuses the connection */
  MOYA_ERROR_TLS = -42,             /* no TLS connection, because the certificate or the handshake
                                     * was refused */
  MOYA_ERROR_TIMEOUT_CONNECT = -43, /* no connection within connect_timeout_ms */
  MOYA_ERROR_TIMEOUT_IDLE = -44,    /* no byte was sent or received for idle_timeout_ms */
  MOYA_ERROR_TIMEOUT_TOTAL = -45,   /* the time for the whole call is over */
  MOYA_ERROR_NETWORK = -46,         /* the connection broke, or was closed without a response */
  MOYA_ERROR_PROTOCOL = -47,        /* the peer broke the rules of HTTP */
  MOYA_ERROR_INCOMPLETE_BODY = -48, /* the response ended before its body was complete */
  MOYA_ERROR_DECODE = -49,          /* the gzip, deflate or brotli data is damaged, or the content
                                     * coding is unknown */
  MOYA_ERROR_TOO_LARGE = -50,       /* a body exceeds max_body_size, a line or an event exceeds
                                     * max_line, or the header section is too large */
  MOYA_ERROR_REDIRECT = -51,        /* more redirects than max_redirects, or a redirect that cannot
                                     * be followed */
  MOYA_ERROR_PROXY = -52,           /* the proxy cannot be reached, refuses the request, or breaks
                                     * the rules of its protocol */
  MOYA_ERROR_CANCELLED = -53,       /* the call was cancelled, or its provider was closed or
                                     * destroyed */
  MOYA_ERROR_BODY = -54,            /* the request's body could not be read or sent again */
  MOYA_ERROR_FILE = -55,            /* a file could not be read or written */
  MOYA_ERROR_ADDRESS = -56,         /* the address guard (moya_guard in connection.h) refused the
                                     * host's address */

  /* There is a response, but it is not what the caller asked for. */
  MOYA_ERROR_STATUS_CODE = -60, /* the response's HTTP status is not one that the call accepts */
  MOYA_ERROR_JSON = -61,        /* the body is not JSON */
  MOYA_ERROR_KEY_PATH = -62,    /* the body has no value at the key path */
  MOYA_ERROR_JSON_TYPE = -63,   /* the body has a value of another type at the key path */
  MOYA_ERROR_JSON_NULL = -64,   /* the value is null (json.h) */
  MOYA_ERROR_JSON_RANGE = -65,  /* the number does not fit the type (json.h) */

  /* A plugin failed, or cannot be used. */
  MOYA_ERROR_PLUGIN_OPEN = -80,   /* there is no such file, or the loader refused it (a missing
                                   * library, the wrong architecture) */
  MOYA_ERROR_PLUGIN_FORMAT = -81, /* the file is not an ELF shared object */
  MOYA_ERROR_PLUGIN_ENTRY = -82,  /* the file has no function moya_plugin_entry */
  MOYA_ERROR_PLUGIN_ABI = -83,    /* the plugin declined to load, or needs another version of the
                                   * plugin interface (MOYA_PLUGIN_ABI) */
  MOYA_ERROR_PLUGIN_TABLE = -84,  /* a struct of the plugin or of its module is invalid:
                                   * moya_plugin, moya_module or moya_body_hooks */
  MOYA_ERROR_PLUGIN_CREATE = -85, /* the plugin's `create` failed */
  MOYA_ERROR_PLUGIN_HOOK = -86,   /* a hook failed with a status that is not listed here */
  MOYA_ERROR_PLUGIN_TIMEOUT = -87, /* a hook waited longer than moya_plugin_use.wait_ms */

  MOYA_ERROR_OTHER = -99 /* none of the above; the message says what happened */
};

#ifdef __cplusplus
}
#endif

#endif
