/* Defines moya::error, which functions throw, and moya::result, which their counterparts return. */
#ifndef MOYA_CPP_ERROR_HPP
#define MOYA_CPP_ERROR_HPP

#include "base.hpp"

namespace moya {

class response;
namespace detail {
class handling;
}

/* Why a function or a call failed (error.h). Copies of this object share the C error. An empty
 * object stands for no failure: its status is MOYA_OK. */
class MOYA_API error : public std::exception {
  friend class detail::handling;
  using handle = detail::shared<moya_error, moya_error_retain, moya_error_release>;
  handle it_;
  moya_status status_ = MOYA_OK;
  std::exception_ptr cause_;

 public:
  error() noexcept = default;
  error(const error &) noexcept = default;
  error(error &&other) noexcept
      : it_(std::move(other.it_)),
        status_(std::exchange(other.status_, MOYA_OK)),
        cause_(std::move(other.cause_)) {}
  error &operator=(error other) noexcept {
    std::swap(it_, other.it_);
    std::swap(status_, other.status_);
    std::swap(cause_, other.cause_);
    return *this;
  }
  /* Takes ownership of the caller's reference, which may be NULL. */
  static error adopt(moya_status status, moya_error *it) noexcept {
    error made;
    made.it_ = handle(it);
    made.status_ = status;
    return made;
  }
  /* Makes an object with a reference of its own. The caller still owns the reference that it
   * passed. */
  static error share(moya_status status, const moya_error *it) noexcept {
    return adopt(status, it ? moya_error_retain(it) : nullptr);
  }
  /* Makes an error for the program's own failures. */
  explicit error(moya_status status, text_argument message = "", const char *target = nullptr,
                 const moya_response *response = nullptr)
      : status_(status < 0 ? status : MOYA_ERROR_OTHER) {
    const char *words = message.c_str() && *message.c_str() ? message.c_str()
                                                            : moya_status_name(status_);
    it_ = handle(moya_error_create(status_, target, words, response));
  }

  /* Returns true if there is a failure. */
  explicit operator bool() const noexcept { return status_ != MOYA_OK; }
  moya_status status() const noexcept { return status_; }
  /* Returns one line of text that says what failed, for which target and why. A NUL byte follows
   * the text. */
  std::string_view message() const noexcept MOYA_BORROWED { return what(); }
  const char *what() const noexcept override {
    const char *words = moya_error_message(it_.get()).data;
    return words ? words : moya_status_name(status_);
  }
  /* Returns the name of the target; empty if the error does not concern a target. */
  std::string_view target() const noexcept MOYA_BORROWED {
    return detail::view(moya_error_target(it_.get()));
  }
  /* If the status of the response was not accepted, these functions return the method and the URL
   * of the request. */
  std::string_view method() const noexcept MOYA_BORROWED {
    return detail::view(moya_error_method(it_.get()));
  }
  std::string_view url() const noexcept MOYA_BORROWED {
    return detail::view(moya_error_url(it_.get()));
  }
  moya_domain domain() const noexcept { return moya_error_domain(it_.get()); }
  int64_t code() const noexcept { return moya_error_code(it_.get()); }
  /* Returns the response that arrived before the call failed; empty if none arrived. */
  moya::response response() const noexcept;
  /* Returns the exception that a handler of the call has thrown; NULL if there is none. */
  std::exception_ptr cause() const noexcept { return cause_; }

  moya_error *get() const noexcept { return it_.get(); }
};

/* A value, or the error that says why there is no value. If there is no value, `*` and `->` give an
 * empty object, so their behaviour is always defined. If there is a value, error() is empty. */
template <class T>
class [[nodiscard]] result {
  T value_;
  moya::error error_;
  bool has_value_;

 public:
  using value_type = T;
  result(T value) : value_(std::move(value)), has_value_(true) {}
  result(moya::error why) : value_(detail::empty<T>()), error_(std::move(why)), has_value_(false) {}

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }
  const moya::error &error() const noexcept MOYA_BORROWED { return error_; }
  T &operator*() & noexcept MOYA_BORROWED { return value_; }
  const T &operator*() const & noexcept MOYA_BORROWED { return value_; }
  /* Returns an object instead of a reference. So in this loop, the rows live as long as the loop
   * runs:
   *
   *     for (const moya::row &row : *queue.try_wait()) … */
  T operator*() && { return std::move(value_); }
  T *operator->() noexcept MOYA_BORROWED { return &value_; }
  const T *operator->() const noexcept MOYA_BORROWED { return &value_; }
  template <class Other>
  T value_or(Other &&other) const & {
    return has_value() ? value_ : static_cast<T>(std::forward<Other>(other));
  }
  template <class Other>
  T value_or(Other &&other) && {
    return has_value() ? std::move(value_) : static_cast<T>(std::forward<Other>(other));
  }
#if MOYA_EXCEPTIONS
  /* Throws the error if there is no value. */
  T &value() & MOYA_BORROWED {
    if (!has_value_) throw error_;
    return value_;
  }
  const T &value() const & MOYA_BORROWED {
    if (!has_value_) throw error_;
    return value_;
  }
  T value() && {
    if (!has_value_) throw error_;
    return std::move(value_);
  }
#endif
};

template <>
class [[nodiscard]] result<void> {
  moya::error error_;
  bool has_value_ = true;

 public:
  using value_type = void;
  result() noexcept = default;
  result(moya::error why) noexcept : error_(std::move(why)), has_value_(false) {}

  bool has_value() const noexcept { return has_value_; }
  explicit operator bool() const noexcept { return has_value_; }
  const moya::error &error() const noexcept MOYA_BORROWED { return error_; }
#if MOYA_EXCEPTIONS
  /* Throws the error if the function failed. */
  void value() const {
    if (!has_value_) throw error_;
  }
#endif
};

namespace detail {

/* Makes a result from what a C function returned. If `status` is MOYA_OK, the result is `value`.
 * Otherwise the result is an error, which takes ownership of `why`. */
template <class T>
result<T> outcome(moya_status status, moya_error *why, T value) {
  if (status != MOYA_OK) return error::adopt(status, why);
  return result<T>(std::move(value));
}
inline result<void> outcome(moya_status status, moya_error *why) noexcept {
  if (status != MOYA_OK) return error::adopt(status, why);
  return result<void>();
}
#if MOYA_EXCEPTIONS
/* Returns true if a wait has succeeded, or false if its time ran out. Throws any other error. */
inline bool in_time(const result<void> &wait) {
  if (wait.error().status() == MOYA_ERROR_TIMEOUT_TOTAL) return false;
  wait.value();
  return true;
}
#endif
/* Makes the error for an object that has no handle, for example because it was moved from. */
inline error no_handle(const char *what) {
  return error(MOYA_ERROR_NULL, std::string(what) + " is empty");
}
inline error zero_inside(const char *what) {
  return error(MOYA_ERROR_ARGUMENT, std::string(what) + " has a zero inside");
}

} // namespace detail
} // namespace moya

#endif
