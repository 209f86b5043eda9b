#ifndef MOYA_OTEL_MUTEX_HPP
#define MOYA_OTEL_MUTEX_HPP

#include <pthread.h>

namespace otel {

// Replaces std::mutex. That class may throw a std::system_error, and the part of the C++ runtime that has this
// exception also has static objects with destructors. Modules must not have these (plugin.h, Unloading).
class mutex {
 public:
  mutex() = default;
  mutex(const mutex &) = delete;
  mutex &operator=(const mutex &) = delete;
  ~mutex() { pthread_mutex_destroy(&it_); }
  void lock() { pthread_mutex_lock(&it_); }
  void unlock() { pthread_mutex_unlock(&it_); }

 private:
  pthread_mutex_t it_ = PTHREAD_MUTEX_INITIALIZER;
};

// Holds a mutex.
class locked {
 public:
  explicit locked(mutex &it) : it_(it) { it_.lock(); }
  locked(const locked &) = delete;
  locked &operator=(const locked &) = delete;
  ~locked() { it_.unlock(); }

 private:
  mutex &it_;
};

} // namespace otel

#endif
