// Makes a multi handle whose wake-up sockets a child process does not inherit.
//
// An old libcurl opens the socket pair of curl_multi_wakeup without close-on-exec, and has no function that returns the
// pair. So this function finds the pair by its behaviour. After a poll the pair is empty. After a number of wake-ups,
// the same number of bytes is in transit between its ends. Other descriptors are only queried, never changed.
#pragma once
#include <curl/curl.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOYA_WAKEUP_CANDIDATES = 64 };

// Looks at the bytes in transit at one end of a Unix socket pair. Returns the number of bytes that wait to be read at
// this end. Returns -1 if no bytes wait here, but the other end has not read all bytes that this end sent. Returns 0
// in all other cases, for example if the descriptor is not a Unix socket.
static inline int moya_curl_wakeups(int descriptor) {
  int domain = 0, unread = 0, unsent = 0;
  socklen_t size = sizeof domain;
  if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return 0;
  ioctl(descriptor, SIOCINQ, &unread);
  ioctl(descriptor, SIOCOUTQ, &unsent);
  return unread > 0 ? unread : unsent > 0 ? -1 : 0;
}

// Returns true if this descriptor looks like one end of the wake-up pair. `wakeups` is how often curl_multi_wakeup was
// called since the last poll.
static inline int moya_curl_is_woken(int descriptor, int wakeups) {
  int seen = moya_curl_wakeups(descriptor);
  return wakeups == 0 ? seen == 0 : seen == wakeups || seen == -1;
}

static inline CURLM *moya_curl_multi_init_without_leak(void) {
  // The kernel gives a new descriptor the lowest free number. So both descriptors of the wake-up pair have numbers from
  // `first` on, and not much higher ones.
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
  // Exactly two descriptors should remain: the two ends of the pair. If not, no descriptor is changed, and a child
  // process inherits the pair.
  if (count == 2) {
    for (int i = 0; i < count; i++) fcntl(candidates[i], F_SETFD, FD_CLOEXEC);
  }
  return multi;
}
