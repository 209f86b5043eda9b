// An old libcurl opens the socket pair behind curl_multi_wakeup without close-on-exec, and has no function that
// names it. So that the host's children do not inherit it, the pair is told by what only it does: after each of several
// polls it is empty, and after so many wake-ups so many bytes are under way between its ends. Other descriptors are
// asked, never changed.
#pragma once
#include <curl/curl.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOYA_WAKEUP_CANDIDATES = 64 };

// Bytes that wait at this end; when none do, whether any have left it unread: 1 or -1. 0: neither, or no such socket.
static inline int moya_curl_wakeups(int descriptor) {
  int domain = 0, unread = 0, unsent = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
  ioctl(descriptor, SIOCINQ, &unread);
  ioctl(descriptor, SIOCOUTQ, &unsent);
  return unread > 0 ? unread : unsent > 0 ? -1 : 0;
}

// Whether these are all that a descriptor must be to be one of the pair's, in a round of so many wake-ups.
static inline int moya_curl_is_woken(int descriptor, int wakeups) {
  int seen = moya_curl_wakeups(descriptor);
  return wakeups == 0 ? seen == 0 : seen == wakeups || seen == -1;
}

static inline CURLM *moya_curl_multi_init_without_leak(void) {
  // The kernel hands out the lowest free number: the pair is not below this one, and hardly far above.
  int first = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (first >= 0) close(first);
  CURLM *multi = curl_multi_init();
  if (!multi || first < 0) return multi;

  static const int rounds[] = {0, 3, 0, 1, 0, 7, 0, 2, 0};
  int candidates[MOYA_WAKEUP_CANDIDATES], count = 0;
  for (int candidate = first; candidate < first + MOYA_WAKEUP_CANDIDATES; candidate++) candidates[count++] = candidate;
  for (unsigned round = 0; round < sizeof rounds / sizeof *rounds; round++) {
    for (int wakeup = 0; wakeup < rounds[round]; wakeup++) curl_multi_wakeup(multi);
    if (rounds[round] == 0) curl_multi_poll(multi, NULL, 0, 0, NULL);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (moya_curl_is_woken(candidates[i], rounds[round])) candidates[kept++] = candidates[i];
    }
    count = kept;
  }
  // The reader and the writer, and no other: in doubt a child inherits two descriptors.
  if (count == 2) {
    for (int i = 0; i < count; i++) fcntl(candidates[i], F_SETFD, FD_CLOEXEC);
  }
  return multi;
}
