/* A download writes the body of a response to a file. The file appears only when it is complete and
 * accepted. A download can be resumed.
 *
 *     moya_download to = MOYA_DOWNLOAD(.path = "debian.iso", .flags = MOYA_DOWNLOAD_RESUME);
 *     moya_target target = MOYA_TARGET(.base_url = "https://…", .path = "/debian.iso",
 *                                      .download = &to);
 *
 * Unless the target sets another validation, a download accepts only the statuses 200 to 299,
 * because the page of a 404 is not the file.
 *
 * A download is part of a target (target.h), so every function that calls a target can download. */
#ifndef MOYA_DOWNLOAD_H
#define MOYA_DOWNLOAD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The options of a download. They can be combined. */
enum {
  MOYA_DOWNLOAD_CREATE_FOLDERS = 1, /* make the missing folders of the path */
  MOYA_DOWNLOAD_REPLACE = 2,        /* replace an existing file; without this flag, an existing file
                                     * makes the call fail with MOYA_ERROR_FILE. A folder, a device
                                     * (/dev/null), a pipe or a socket makes it fail in any case */
  /* If the call fails, store what has arrived, and continue from there the next time. For the
   * `path` "a.iso", the library stores the bytes in "a.iso.part", and in "a.iso.part.resume" what
   * it needs to continue. This flag needs `path`; with `folder`, the call fails with
   * MOYA_ERROR_ARGUMENT. The flag also needs a GET without a body, and a server that sends a strong
   * validator, which identifies the content (RFC 9110 §8.8.1). Any other download starts from the
   * beginning. While a download with this flag writes to a path, another one to the same path fails
   * with MOYA_ERROR_FILE. */
  MOYA_DOWNLOAD_RESUME = 4,
  /* Write the body of the response whatever its status is. A target with this flag must not set a
   * `validation` (MOYA_ERROR_ARGUMENT). */
  MOYA_DOWNLOAD_ANY_STATUS = 8
};
typedef uint32_t moya_download_flags;

/* Chooses the name of a file in a download's folder. `name` holds the name that the response
 * suggests by its Content-Disposition (RFC 6266) or its URL, otherwise "unknown". To choose another
 * name, write it to `name`, in at most `size` − 1 bytes. If the name is empty, ".", ".." or has a
 * slash, the call fails with MOYA_ERROR_FILE. The library calls this function once, on the thread
 * of the call's callbacks, when the body is complete and accepted. If the function returns
 * MOYA_FLOW_STOP, the call ends with MOYA_ERROR_CANCELLED. `head` is borrowed, and its body is
 * empty. */
typedef moya_flow (*moya_name_fn)(void *user, const moya_response *head, char *name, size_t size);

/* Says where the body of a response goes. The library first writes a temporary file in the same
 * folder, or in the nearest folder above it that exists. When the response is complete and its
 * status is accepted, the library moves the file into place in one step. The statuses 200 to 299
 * are accepted, unless the target sets another validation or `flags` accepts any status. If the
 * status is not accepted, the call fails, and the body is in the error instead of the file.
 *
 * The responses of stubs and plugins are written too. max_body_size does not limit a download. If
 * something cannot be written, the call ends with MOYA_ERROR_FILE. Nothing is left on the disk
 * then, except what MOYA_DOWNLOAD_RESUME stores. */
typedef struct moya_download {
  uint32_t size MOYA_0;
  uint32_t flags MOYA_0;      /* MOYA_DOWNLOAD_… */
  const char *path MOYA_0;    /* the file; set either `path` or `folder`. A relative path starts at
                               * the working folder that the process has when the call is made */
  const char *folder MOYA_0;  /* a folder; the response or `name` chooses the name of the file */
  moya_name_fn name MOYA_0;   /* chooses the name of the file in `folder`; NULL: the name that the
                               * response suggests */
  void *user MOYA_0;          /* for `name` */
  moya_release_fn release_user MOYA_0; /* Called with `user` exactly once, when it is no longer
                                        * needed, even if the function that took the target fails.
                                        * Not called if the `size` of the target or of the download
                                        * is invalid, because then the library reads no other
                                        * field */
} moya_download;
#define MOYA_DOWNLOAD_INIT MOYA_SIZED(moya_download)
#define MOYA_DOWNLOAD(...) MOYA_MAKE(moya_download, __VA_ARGS__)

/* Returns the path of the file that a download has written, or {NULL, 0} if the response does not
 * belong to a download. [any thread] */
MOYA_API moya_str moya_response_file(const moya_response *response);

#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
_Static_assert(sizeof(moya_download) == 48, "moya_download");
#endif

#ifdef __cplusplus
}
#endif

#endif
