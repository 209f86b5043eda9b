/* Bodies that are read while they are sent, and forms with files: none of them is held in memory or copied to a disk.
 *
 * A task (task.h) has a file, a stream or parts; a part has bytes, a file or a stream. */
#ifndef MOYA_UPLOAD_H
#define MOYA_UPLOAD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a moya_read_fn may return beside a number of bytes. */
enum {
  MOYA_READ_END = 0,     /* there is no more */
  MOYA_READ_FAILED = -1, /* the call ends with MOYA_ERROR_BODY */
  /* Nothing yet: the call waits for moya_call_resume, and other calls go on. The wait is no idle time, but counts in the
   * total timeout, which alone ends it in a moya_provider_call: that has no handle to resume, while moya_provider_call
   * gives its `begin` one. A response that is whole by
   * then ends it too: the rest of the body is not sent, and the connection or the stream of HTTP/2 is closed. */
  MOYA_READ_LATER = -2
};

/* Fills the front of `buffer`, at most `room` bytes, and returns how many. [the thread that moves the call: one of the
 * library's, the one in moya_provider_process or in a blocking call; one read at a time] It must not wait for long:
 * other calls wait as well. Blocking functions return MOYA_ERROR_STATE in it. */
typedef int64_t (*moya_read_fn)(void *user, void *buffer, size_t room);

/* Goes back to the first byte, on the same thread as the reads. 0: it has; anything else: it cannot. */
typedef int32_t (*moya_rewind_fn)(void *user);

/* Bytes that come as they are sent. */
typedef struct moya_stream {
  uint32_t size MOYA_0;
  uint32_t reserved MOYA_0; /* 0 */
  moya_read_fn read MOYA_0; /* required */
  /* NULL: it can be read once. What would need it a second time (a redirect that keeps the body, a retry, an answer to
   * a challenge) then does not happen: the response so far, or MOYA_ERROR_BODY, is the call's end. */
  moya_rewind_fn rewind MOYA_0;
  void *user MOYA_0;
  /* Called exactly once when the stream is no longer needed, with `user`, as moya_task.release_user; NULL: not wanted. */
  moya_release_fn release_user MOYA_0;
  /* Bytes. More are not sent, fewer are MOYA_ERROR_BODY. 0: not known, and the body goes out in chunks (RFC 9112 §7.1),
   * or over HTTP/2 without a length. More than INT64_MAX is MOYA_ERROR_ARGUMENT. */
  uint64_t len MOYA_0;
} moya_stream;
#define MOYA_STREAM_INIT MOYA_SIZED(moya_stream)
#define MOYA_STREAM(...) MOYA_MAKE(moya_stream, __VA_ARGS__)

/* A part of a multipart form (RFC 7578). It has one of `text`, `data`, `path` and `stream`. In arrays as moya_header. */
typedef struct moya_part {
  const char *name MOYA_0;      /* the field's; required */
  const char *text MOYA_0;      /* ended by a zero; copied */
  const void *data MOYA_0;      /* bytes: copied, or kept as moya_task.data if there is a `release_user` */
  size_t data_len MOYA_0;
  void *user MOYA_0;
  moya_release_fn release_user MOYA_0;
  const char *path MOYA_0;      /* a file, read while it is sent */
  const moya_stream *stream MOYA_0;
  const char *file_name MOYA_0; /* NULL: none; of a file, the last component of its path */
  const char *type MOYA_0;      /* a media type; NULL: that of the file name's ending if it is a common one ("sea.jpg":
                                 * image/jpeg), otherwise none, or application/octet-stream of a file or a stream */
} moya_part;

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_stream) == 48, "moya_stream");
_Static_assert(sizeof(moya_part) == 80, "moya_part");
#endif

#ifdef __cplusplus
}
#endif

#endif
