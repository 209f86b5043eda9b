// libcurl 7.88 opens the socket pair behind curl_multi_wakeup without close-on-exec, and has no function that names it.
// So that the host's children do not inherit it, the pair is told by what only it does: a byte is under way between its
// two ends after a wake-up, and no longer after the next poll.
#pragma once
#include <curl/curl.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOYA_WAKEUP_CANDIDATES = 64 };

// Whether one byte waits at this end, or has left it unread.
static inline int moya_curl_is_woken(int descriptor) {
  int domain = 0, unread = 0, unsent = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
  ioctl(descriptor, SIOCINQ, &unread);
  ioctl(descriptor, SIOCOUTQ, &unsent);
  return unread == 1 || unsent > 0;
}

static inline CURLM *moya_curl_multi_init(void) {
  // The kernel hands out the lowest free number: the pair is not below this one, and hardly far above.
  int first = eventfd(0, EFD_CLOEXEC);
  if (first >= 0) close(first);
  CURLM *multi = curl_multi_init();
  if (!multi || first < 0) return multi;

  int woken[MOYA_WAKEUP_CANDIDATES], count = 0;
  for (int candidate = first; candidate < first + MOYA_WAKEUP_CANDIDATES; candidate++) {
    if (fcntl(candidate, F_GETFD) == 0 && !moya_curl_is_woken(candidate)) woken[count++] = candidate;
  }
  curl_multi_wakeup(multi);
  int kept = 0;
  for (int i = 0; i < count; i++) {
    if (moya_curl_is_woken(woken[i])) woken[kept++] = woken[i];
  }
  curl_multi_poll(multi, NULL, 0, 0, NULL);
  for (int i = 0; i < kept; i++) {
    if (!moya_curl_is_woken(woken[i])) fcntl(woken[i], F_SETFD, FD_CLOEXEC);
  }
  return multi;
}
