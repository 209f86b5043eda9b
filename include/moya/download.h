/* A response's body as a file: validated and complete before it is in its place, never half there, and resumable.
 *
 *     moya_download to = MOYA_DOWNLOAD(.path = "debian.iso", .flags = MOYA_DOWNLOAD_RESUME);
 *     moya_target target = MOYA_TARGET(.base_url = "https://…", .path = "/debian.iso", .download = &to);
 *
 * Unless the target says another validation, a download accepts the statuses 200 to 299 alone: the page of a 404 is not
 * the file.
 *
 * A download is a part of a target (target.h): every way to call takes it. */
#ifndef MOYA_DOWNLOAD_H
#define MOYA_DOWNLOAD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a download may do; together. */
enum {
  MOYA_DOWNLOAD_CREATE_FOLDERS = 1, /* make the folders that its place lacks */
  MOYA_DOWNLOAD_REPLACE = 2,        /* replace a file in its place; without it such a file is MOYA_ERROR_FILE. A folder,
                                     * a device (/dev/null), a pipe and a socket are MOYA_ERROR_FILE in any case */
  /* Keep what has come when the call fails, and go on with it the next time: in `path` with ".part", beside which lies a
   * ".part.resume". Only a GET without a body and with `path`, of content whose server has told it from all other content
   * (RFC 9110 §8.8.1, a strong validator); everything else begins anew. Two such downloads to one place at the same time
   * are MOYA_ERROR_FILE. */
  MOYA_DOWNLOAD_RESUME = 4,
  /* Take the body of any status, as other calls do. With a `validation` of the target's it is MOYA_ERROR_ARGUMENT. */
  MOYA_DOWNLOAD_ANY_STATUS = 8
};
typedef uint32_t moya_download_flags;

/* Chooses the name of a file in a download's folder. `name` holds the one that the response suggests, by its
 * Content-Disposition (RFC 6266) or its URL, else "unknown"; write another over it, of at most `size` − 1 bytes. A name
 * that is empty, ".", "..", or has a slash is MOYA_ERROR_FILE. Called once, when the body is complete and accepted; where
 * callbacks run. MOYA_FLOW_STOP: the call ends with MOYA_ERROR_CANCELLED. `head` is borrowed, its body is empty. */
typedef moya_flow (*moya_name_fn)(void *user, const moya_response *head, char *name, size_t size);

/* Where a response's body goes. The file is written beside its place, and moved there in one step when the response is
 * complete and its status is accepted: 200 to 299, unless the target says another validation or `flags` any status; the
 * body of another response is in the error, as ever.
 * What a stub or a plugin answers is written too. max_body_size does not hold for it. When something cannot be written the
 * call ends with MOYA_ERROR_FILE, and nothing but what RESUME keeps is left. */
typedef struct moya_download {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;      /* MOYA_DOWNLOAD_… */
  const char *path MOYA_0;    /* the file; either this or `folder`. Relative paths: to the working folder of the call */
  const char *folder MOYA_0;  /* a folder, in which the response or `name` says the file's name */
  moya_name_fn name MOYA_0;   /* for `folder`; NULL: the name that the response suggests */
  void *user MOYA_0;          /* for `name` */
  moya_release_fn release_user MOYA_0; /* called with `user` exactly once when it is no longer needed, also when the
                                        * function that took the target fails; but not when the target's or the
                                        * download's own `size` was refused: then nothing behind it was read */
} moya_download;
#define MOYA_DOWNLOAD_INIT MOYA_SIZED(moya_download)
#define MOYA_DOWNLOAD(...) MOYA_MAKE(moya_download, __VA_ARGS__)

/* The path of the file that a download has become; {NULL, 0}: the response is not that of a download. [any thread] */
MOYA_API moya_str moya_response_file(const moya_response *response);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_download) == 48, "moya_download");
#endif

#ifdef __cplusplus
}
#endif

#endif
