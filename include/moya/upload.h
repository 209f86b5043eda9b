/* Describes bodies that are read while they are sent (files, streams), and forms with files. The
 * library does not hold such a body in memory and does not copy it to a disk.
 *
 * A task (task.h) has a file, a stream or parts. A part has bytes, a file or a stream. */
#ifndef MOYA_UPLOAD_H
#define MOYA_UPLOAD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a moya_read_fn may return instead of a number of bytes. */
enum {
  MOYA_READ_END = 0,     /* the body is complete */
  MOYA_READ_FAILED = -1, /* the call ends with MOYA_ERROR_BODY */
  /* There are no bytes yet. The call waits for moya_call_resume, and other calls continue. The wait
   * does not count as idle time, but counts toward the total timeout. A complete response also ends
   * the wait: the rest of the body is not sent, and the connection or the HTTP/2 stream is closed.
   * A moya_provider_call without a `begin` handler gives the program no handle for
   * moya_call_resume. Its wait lasts until a complete response or the total timeout. */
  MOYA_READ_LATER = -2
};

/* Fills the start of `buffer` with at most `room` bytes, and returns how many it wrote. This
 * function must return soon, because other calls wait for it. Inside this function, library
 * functions that block return MOYA_ERROR_STATE. [the thread that runs the call: a library thread,
 * or the thread in moya_provider_process or in a blocking call; one read at a time] */
typedef int64_t (*moya_read_fn)(void *user, void *buffer, size_t room);

/* Goes back to the first byte. It runs on the same thread as the reads. Returns 0 if it succeeded,
 * and any other number if it cannot go back. */
typedef int32_t (*moya_rewind_fn)(void *user);

/* The trailers of a request: fields that follow the body (RFC 9110 §6.5). */
typedef struct moya_trailers {
  uint32_t size MOYA_0;
  uint32_t header_stride MOYA_0; /* 0: 16; see Arrays in moya.h */
  const moya_header *headers MOYA_0;
  size_t header_count MOYA_0;
} moya_trailers;
#define MOYA_TRAILERS_INIT MOYA_SIZED(moya_trailers)
#define MOYA_TRAILERS(...) MOYA_MAKE(moya_trailers, __VA_ARGS__)

/* Fills `trailers`, which is empty at first, with the trailers of a request. Runs on the same
 * thread as the reads, after `read` has returned MOYA_READ_END. When the function has returned, the
 * library copies the arrays and texts that `trailers` points to. So they must not be on the stack
 * of the function. Returns 0 if it succeeded. With any other number, the call ends with
 * MOYA_ERROR_BODY. */
typedef int32_t (*moya_trailers_fn)(void *user, moya_trailers *trailers);

/* A body that a function of the program supplies piece by piece, while the library sends it. */
typedef struct moya_stream {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
  moya_read_fn read MOYA_0; /* required */
  /* NULL: the body can be read once. The library then does nothing that needs the body again: it
   * does not follow a redirect that sends the body, does not retry, and does not reply to an
   * authentication challenge. The call ends with the last response, or with MOYA_ERROR_BODY. */
  moya_rewind_fn rewind MOYA_0;
  /* Passed to the functions of this stream. A call uses `user` until the library calls
   * `release_user`. If calls that run at the same time have the same `user`, the functions run on
   * several threads at the same time, and each call sends only some of the bytes. So give each call
   * its own `user`, or send a copy of the target (moya_target_copy). Only one call at a time can
   * read the stream of a copy. */
  void *user MOYA_0;
  /* Called exactly once with `user`, when the stream is no longer needed; moya_task.release_user
   * says when that is. May be NULL. */
  moya_release_fn release_user MOYA_0;
  /* The number of bytes. The library does not send more; if there are fewer, the call ends with
   * MOYA_ERROR_BODY. 0: the number is unknown, so the body is sent in chunks (RFC 9112 §7.1), or
   * over HTTP/2 without a length. More than INT64_MAX fails with MOYA_ERROR_ARGUMENT. */
  uint64_t len MOYA_0;
  /* Supplies the trailers, for example a checksum that is known only after the body was read. NULL:
   * the body has no trailers. The library calls this function each time it has read the whole body,
   * also when it sends the body again.
   *
   * Only the last chunk of a body can have trailers, so `len` must be 0, and the stream must not be
   * a part of a form (MOYA_ERROR_ARGUMENT). The request is sent over HTTP/1.1. If HTTP/2 is
   * required, the call fails with MOYA_ERROR_INVALID_REQUEST before anything is sent.
   *
   * A trailer must be a valid header field, and not a field that a server needs before the body
   * (RFC 9110 §6.5.1). Fields of the connection and of framing cannot be trailers: Connection,
   * Content-Length, Expect, Keep-Alive, Proxy-Connection, TE, Trailer, Transfer-Encoding, Upgrade.
   * Neither can Cache-Control, Content-Encoding, Content-Range, Content-Type, Host, If-…,
   * Max-Forwards, Pragma and Range, nor fields that authenticate, for example Authorization,
   * Cookie, X-Api-Key and the provider's `origin_headers`. All trailers together have at most
   * 16 KiB. If the trailers do not meet these rules, the call ends with MOYA_ERROR_INVALID_REQUEST.
   *
   * The library does not send the last chunk if the function fails or its trailers do not meet the
   * rules, or if the call is cancelled or out of time before the function returns. It then closes
   * the connection, so the server does not accept the body as complete.
   *
   * The library adds no field `Trailer`. To announce the names of the trailers (RFC 9110 §6.6.2),
   * set this field in the target. Trailers are not written to logs. Plugins do not see them,
   * because their hooks run before the body is read. A stub does not call this function. */
  moya_trailers_fn trailers MOYA_0;
} moya_stream;
#define MOYA_STREAM_INIT MOYA_SIZED(moya_stream)
#define MOYA_STREAM(...) MOYA_MAKE(moya_stream, __VA_ARGS__)

/* A part of a multipart form (RFC 7578). Set exactly one of `text`, `data`, `path` and `stream`. A
 * later version may add fields, so an array has a `part_stride`. */
typedef struct moya_part {
  const char *name MOYA_0;      /* the name of the form's field; required */
  const char *text MOYA_0;      /* NUL-terminated; the library copies it */
  const void *data MOYA_0;      /* bytes; the library copies them or, if there is a `release_user`,
                                 * reads them in place as it reads moya_task.data */
  size_t data_len MOYA_0;
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0;
  const char *path MOYA_0;      /* a file, which is read while it is sent */
  const moya_stream *stream MOYA_0;
  const char *file_name MOYA_0; /* NULL: the last component of `path`. Without a `path`, NULL means
                                 * that the part has no file name */
  const char *type MOYA_0;      /* a media type. NULL: the library chooses one by the ending of the
                                 * file name ("sea.jpg": image/jpeg). If the ending is not a common
                                 * one, a file or a stream gets application/octet-stream, and text
                                 * or data gets no type */
} moya_part;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_stream) == 56, "moya_stream");
_Static_assert(sizeof(moya_trailers) == 24, "moya_trailers");
_Static_assert(sizeof(moya_part) == 80, "moya_part");
#endif

#ifdef __cplusplus
}
#endif

#endif
