/* Defines what the C++ headers share: handles, texts, functions, times, ranges. */
#ifndef MOYA_CPP_BASE_HPP
#define MOYA_CPP_BASE_HPP

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "moya.hpp needs C++17 or later"
#endif

#include "../moya.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/* 1 if the program is compiled with exceptions, otherwise 0. With -fno-exceptions, the functions
 * that throw do not exist. Each of them has a counterpart that returns a moya::result: a function
 * whose name begins with try_, or `create` for a constructor. */
#if defined(__cpp_exceptions)
#define MOYA_EXCEPTIONS 1
#else
#define MOYA_EXCEPTIONS 0
#endif

/* Marks a member function whose result points into its object. If a program uses the result after
 * the object is destroyed, clang warns. */
#if defined(__clang__)
#define MOYA_BORROWED [[clang::lifetimebound]]
#else
#define MOYA_BORROWED
#endif

namespace moya {

/* The timeout that sets no limit. */
inline constexpr std::chrono::milliseconds forever = std::chrono::milliseconds::max();

/* What a handler returns. The values are those of MOYA_FLOW_… in base.h. */
enum class flow : moya_flow {
  go = MOYA_FLOW_CONTINUE,
  pause = MOYA_FLOW_PAUSE,
  stop = MOYA_FLOW_STOP
};

/* A text in a struct, or no text. It owns a copy. A NULL pointer means no text. In the C API, a
 * text ends at its first NUL byte. Therefore a text that contains a NUL byte fails with
 * MOYA_ERROR_ARGUMENT. Without this error, the library would send only the part before the NUL
 * byte. */
class text {
  std::optional<std::string> it_;

 public:
  text() noexcept = default;
  text(std::nullptr_t) noexcept {}
  text(const char *it) {
    if (it) it_.emplace(it);
  }
  text(std::string it) : it_(std::move(it)) {}
  text(std::string_view it) : it_(it) {}
  text(std::optional<std::string> it) : it_(std::move(it)) {}

  bool has_value() const noexcept { return it_.has_value(); }
  /* Returns the text, or NULL if this object has no text. */
  const char *c_str() const noexcept MOYA_BORROWED { return it_ ? it_->c_str() : nullptr; }
  std::string_view view() const noexcept MOYA_BORROWED { return it_ ? *it_ : std::string_view(); }
};

namespace detail {
/* This value is true for integer types, except bool and the character types. */
template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool> &&
                                   !std::is_same_v<T, char> && !std::is_same_v<T, wchar_t> &&
                                   !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;
} // namespace detail

/* The value of a field: a text, or an integer, which is written in decimal digits. */
class field_value : public text {
 public:
  using text::text;
  template <class Number, std::enable_if_t<detail::is_integer<Number>, int> = 0>
  field_value(Number number) : text(std::to_string(number)) {}
};

/* A name and a value: a header field, a parameter of a query, a field of a form, or a value for a
 * path. The library leaves out header fields and parameters of a query that have no value. */
struct field {
  text name{};
  field_value value{};
};
/* Several fields, for example {{"Accept", "text/plain"}, {"page", 2}}. */
using fields = std::vector<field>;

/* An argument that a function reads before it returns: a const char * or a std::string. */
class text_argument {
  const char *it_;
  const char *end_ = nullptr; /* the end of a std::string */
  bool is_whole_ = true;

 public:
  text_argument(const char *it) noexcept : it_(it) {}
  text_argument(const std::string &it) noexcept
      : it_(it.c_str()),
        end_(it.c_str() + it.size()),
        is_whole_(std::strlen(it.c_str()) == it.size()) {}
  const char *c_str() const noexcept { return it_; }
  /* NUL bytes in the text divide it into parts. Returns the part after `part`, or NULL if `part` is
   * the last one. */
  const char *after(const char *part) const noexcept {
    if (is_whole_) return nullptr;
    part += std::strlen(part);
    return part < end_ ? part + 1 : nullptr;
  }
  /* Returns false if the text contains a NUL byte. */
  bool is_whole() const noexcept { return is_whole_; }
};

/* Holds any function or lambda of the program. The lambda need not be copyable, because copies of
 * this object share it. Where a moya::flow is expected, the lambda may return nothing, which means
 * flow::go. */
template <class Signature>
class function;

template <class Result, class... Arguments>
class function<Result(Arguments...)> {
  struct base {
    virtual ~base() = default;
    virtual Result run(Arguments... arguments) = 0;
  };
  template <class F>
  struct holder final : base {
    F it;
    explicit holder(F given) : it(std::move(given)) {}
    Result run(Arguments... arguments) override {
      if constexpr (std::is_same_v<Result, flow> &&
                    std::is_void_v<std::invoke_result_t<F &, Arguments...>>) {
        it(std::forward<Arguments>(arguments)...);
        return flow::go;
      } else {
        return it(std::forward<Arguments>(arguments)...);
      }
    }
  };
  template <class F>
  static constexpr bool fits() {
    if constexpr (std::is_same_v<F, function> || !std::is_invocable_v<F &, Arguments...>)
      return false;
    else if constexpr (std::is_same_v<Result, flow> &&
                       std::is_void_v<std::invoke_result_t<F &, Arguments...>>)
      return true;
    else return std::is_invocable_r_v<Result, F &, Arguments...>;
  }
  std::shared_ptr<base> it_;

 public:
  function() noexcept = default;
  function(std::nullptr_t) noexcept {}
  template <class F, std::enable_if_t<fits<std::decay_t<F>>(), int> = 0>
  function(F &&given) {
    using kept = std::decay_t<F>;
    kept it(std::forward<F>(given));
    /* A null pointer or an empty std::function makes an empty object. */
    if constexpr (std::is_constructible_v<bool, kept &> &&
                  std::is_constructible_v<kept, std::nullptr_t>) {
      if (!static_cast<bool>(it)) return;
    }
    it_ = std::make_shared<holder<kept>>(std::move(it));
  }
  explicit operator bool() const noexcept { return it_ != nullptr; }
  Result operator()(Arguments... arguments) const {
    return it_->run(std::forward<Arguments>(arguments)...);
  }
};

namespace detail {

/* Marks the constructors that take ownership of a C handle. */
struct adopt {};

template <auto Release>
struct releaser {
  template <class C>
  void operator()(C *it) const noexcept {
    Release(it);
  }
};
/* A C handle with one owner. */
template <class C, auto Release>
using owned = std::unique_ptr<C, releaser<Release>>;

/* A C handle with a reference count. */
template <class C, auto Retain, auto Release>
class shared {
  C *it_ = nullptr;

 public:
  shared() noexcept = default;
  explicit shared(C *adopted) noexcept : it_(adopted) {}
  shared(const shared &other) noexcept : it_(other.it_ ? Retain(other.it_) : nullptr) {}
  shared(shared &&other) noexcept : it_(std::exchange(other.it_, nullptr)) {}
  shared &operator=(shared other) noexcept {
    std::swap(it_, other.it_);
    return *this;
  }
  ~shared() { Release(it_); }
  C *get() const noexcept { return it_; }
  C *release() noexcept { return std::exchange(it_, nullptr); }
};

/* Returns an empty T. A `result` (error.hpp) without a value contains it. */
template <class T>
T empty() {
  if constexpr (std::is_constructible_v<T, std::nullptr_t, adopt>) return T(nullptr, adopt());
  else return T();
}

inline std::string_view view(moya_str it) noexcept {
  return it.data ? std::string_view(it.data, it.len) : std::string_view();
}
inline std::optional<std::string_view> maybe(moya_str it) noexcept {
  return it.data ? std::optional<std::string_view>(std::in_place, it.data, it.len) : std::nullopt;
}

/* Returns a time as the `timeout_ms` of a C function that waits. A negative time means no wait. */
inline int32_t wait_ms(std::chrono::milliseconds time) noexcept {
  if (time == forever) return MOYA_NO_TIMEOUT;
  return static_cast<int32_t>(std::clamp<int64_t>(time.count(), 0, INT32_MAX));
}

/* A range whose items the function `At` finds by their index. The range holds a reference to the
 * owner of the items. */
template <class Owner, class Item, Item (*At)(const Owner &, size_t)>
class indexed {
  Owner owner_;
  size_t count_ = 0;

 public:
  class iterator {
    const indexed *range_ = nullptr;
    size_t index_ = 0;

   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Item;
    iterator() noexcept = default;
    iterator(const indexed *range, size_t index) noexcept : range_(range), index_(index) {}
    Item operator*() const { return At(range_->owner_, index_); }
    iterator &operator++() noexcept {
      index_++;
      return *this;
    }
    iterator operator++(int) noexcept {
      iterator old = *this;
      index_++;
      return old;
    }
    friend bool operator==(const iterator &a, const iterator &b) noexcept {
      return a.index_ == b.index_;
    }
    friend bool operator!=(const iterator &a, const iterator &b) noexcept {
      return a.index_ != b.index_;
    }
  };

  indexed(Owner owner, size_t count) : owner_(std::move(owner)), count_(count) {}
  iterator begin() const noexcept MOYA_BORROWED { return iterator(this, 0); }
  iterator end() const noexcept MOYA_BORROWED { return iterator(this, count_); }
  size_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  Item operator[](size_t index) const { return At(owner_, index); }
};

} // namespace detail
} // namespace moya

#endif
