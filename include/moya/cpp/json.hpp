/* Reads JSON values without copies: cursors, iteration, and conversion to C++ types (json.h). */
#ifndef MOYA_CPP_JSON_HPP
#define MOYA_CPP_JSON_HPP

#include "error.hpp"

#include <limits>

namespace moya {

class json_view;

namespace detail {

/* Says why a value does not have the wanted type. If a value inside it is the reason, also says
 * where this inner value is. */
struct misfit {
  moya_status status = MOYA_OK;
  std::string place{};
  const char *wanted = "";
  int32_t kind = MOYA_JSON_MISSING;
};

template <class T>
bool read_json(moya_json at, T &out, misfit &why);
template <class T>
result<T> read_json_at(moya_json at, const char *path, const moya_response *response);

template <class T, class = void>
struct is_map : std::false_type {};
template <class T>
struct is_map<T, std::void_t<typename T::key_type, typename T::mapped_type>>
    : std::is_constructible<typename T::key_type, std::string_view> {};
template <class T, class = void>
struct is_list : std::false_type {};
template <class T>
struct is_list<T, std::void_t<decltype(std::declval<T &>().emplace_back(
                      std::declval<typename T::value_type>()))>> : std::true_type {};
template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
/* Returns true if a T contains pointers into the document. */
template <class T>
constexpr bool borrows() {
  if constexpr (is_map<T>::value)
    return borrows<typename T::key_type>() || borrows<typename T::mapped_type>();
  else if constexpr (std::is_same_v<T, std::string>) return false;
  else if constexpr (is_list<T>::value || is_optional<T>::value)
    return borrows<typename T::value_type>();
  else return std::is_same_v<T, std::string_view> || std::is_same_v<T, json_view>;
}

} // namespace detail

/* A value in a document, or a missing value. It is a cursor, which is valid as long as its document
 * or its response. A member or an element of a missing value is a missing value too. So a program
 * checks only the last value of a chain.
 *
 * as<T>() converts the value to a bool, an integer, a float, a double or a std::string. It also
 * converts to std::string_view and json_view, which are valid as long as the document. It converts
 * to std::optional<T>, which is empty for null and for a missing value. It converts to lists, for
 * example std::vector<T>, and to maps, for example std::map<std::string, T>. */
class json_view {
  moya_json it_{nullptr, 0};

  template <bool IsMember>
  class cursor;

 public:
  json_view() noexcept = default;
  json_view(moya_json it) noexcept : it_(it) {}
  moya_json get() const noexcept { return it_; }

  /* Returns the kind of the value: MOYA_JSON_MISSING … MOYA_JSON_OBJECT. */
  int32_t kind() const noexcept { return moya_json_kind(it_); }
  bool exists() const noexcept { return moya_json_exists(it_); }
  bool is_null() const noexcept { return kind() == MOYA_JSON_NULL; }
  explicit operator bool() const noexcept { return exists(); }
  /* Returns the number of elements or members. The time that this takes grows with their number. */
  size_t size() const noexcept { return moya_json_count(it_); }
  /* Returns the value's key in its object. */
  std::string_view key() const noexcept { return detail::view(moya_json_key(it_)); }
  /* Returns the JSON text of the value. No NUL byte follows it. */
  std::string_view raw() const noexcept {
    moya_str text{nullptr, 0};
    return moya_json_raw(it_, &text) == MOYA_OK ? detail::view(text) : std::string_view();
  }

  json_view operator[](text_argument name) const noexcept {
    return name.is_whole() ? json_view(moya_json_member(it_, name.c_str())) : json_view();
  }
  json_view operator[](size_t index) const noexcept { return moya_json_index(it_, index); }
  /* Returns the value at a key path, for example "items.0.name". */
  json_view at(text_argument key_path) const noexcept {
    return key_path.is_whole() ? json_view(moya_json_at(it_, key_path.c_str())) : json_view();
  }
  /* Returns the value at a JSON Pointer, for example "/items/0/name". */
  json_view pointer(text_argument pointer) const noexcept {
    return pointer.is_whole() ? json_view(moya_json_pointer(it_, pointer.c_str())) : json_view();
  }

  template <class T>
  result<T> try_as() const {
    return detail::read_json_at<T>(it_, "", nullptr);
  }
  template <class T>
  T value_or(T other) const {
    detail::misfit why;
    T made{};
    return detail::read_json(it_, made, why) ? std::move(made) : std::move(other);
  }
#if MOYA_EXCEPTIONS
  template <class T>
  T as() const {
    return try_as<T>().value();
  }
#endif

  /* Iterates over the elements of an array, or over the values of an object's members. */
  using iterator = cursor<false>;
  iterator begin() const noexcept;
  iterator end() const noexcept;
  /* Returns the members of an object: for (auto [key, value] : view.members()) … */
  class member_range;
  member_range members() const noexcept;
};

struct json_member {
  std::string_view key{};
  json_view value{};
};

template <bool IsMember>
class json_view::cursor {
  moya_json at_{nullptr, 0};
  /* If the cursor has no value any more, makes it equal to end(), so that loops end. */
  void settle() noexcept {
    if (!moya_json_exists(at_)) at_ = moya_json{nullptr, 0};
  }

 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = std::conditional_t<IsMember, json_member, json_view>;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = value_type;
  cursor() noexcept = default;
  explicit cursor(moya_json at) noexcept : at_(at) { settle(); }
  value_type operator*() const noexcept {
    if constexpr (IsMember) return {json_view(at_).key(), at_};
    else return at_;
  }
  cursor &operator++() noexcept {
    at_ = moya_json_next(at_);
    settle();
    return *this;
  }
  cursor operator++(int) noexcept {
    cursor old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const cursor &a, const cursor &b) noexcept {
    return a.at_.document == b.at_.document && a.at_.token == b.at_.token;
  }
  friend bool operator!=(const cursor &a, const cursor &b) noexcept { return !(a == b); }
};

class json_view::member_range {
  moya_json object_;

 public:
  explicit member_range(moya_json object) noexcept : object_(object) {}
  cursor<true> begin() const noexcept {
    const bool is_object = moya_json_kind(object_) == MOYA_JSON_OBJECT;
    return is_object ? cursor<true>(moya_json_first(object_)) : cursor<true>();
  }
  cursor<true> end() const noexcept { return cursor<true>(); }
};

inline json_view::iterator json_view::begin() const noexcept {
  return iterator(moya_json_first(it_));
}
inline json_view::iterator json_view::end() const noexcept { return iterator(); }
inline json_view::member_range json_view::members() const noexcept { return member_range(it_); }

/* A parsed JSON text. Copies of this object share it. */
class json_document {
  detail::shared<moya_json_document, moya_json_document_retain, moya_json_document_release> it_;

 public:
  json_document() noexcept = default;
  static result<json_document> try_parse(std::string_view text) {
    json_document made;
    moya_json_document *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_json_parse(text.data(), text.size(), &it, &why);
    made.it_ = decltype(it_)(it);
    return detail::outcome(status, why, std::move(made));
  }
#if MOYA_EXCEPTIONS
  static json_document parse(std::string_view text) { return try_parse(text).value(); }
#endif
  /* Returns the value of the whole document. */
  json_view root() const noexcept MOYA_BORROWED { return moya_json_root(it_.get()); }
  moya_json_document *get() const noexcept { return it_.get(); }
};

namespace detail {

inline const char *kind_name(int32_t kind) noexcept {
  switch (kind) {
    case MOYA_JSON_NULL: return "null";
    case MOYA_JSON_BOOL: return "a boolean";
    case MOYA_JSON_NUMBER: return "a number";
    case MOYA_JSON_STRING: return "a string";
    case MOYA_JSON_ARRAY: return "an array";
    case MOYA_JSON_OBJECT: return "an object";
    default: return "missing";
  }
}

template <class Wide, class T>
moya_status read_integer(moya_json at, T &out) noexcept {
  Wide wide = 0;
  moya_status status;
  if constexpr (std::is_signed_v<Wide>) status = moya_json_int64(at, &wide);
  else status = moya_json_uint64(at, &wide);
  if (status != MOYA_OK) return status;
  if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max())
    return MOYA_ERROR_JSON_RANGE;
  out = static_cast<T>(wide);
  return MOYA_OK;
}

/* Reads the value at `at` into `out`. If the value is not of the type T, returns false and stores
 * the reason in `why`. */
template <class T>
bool read_json(moya_json at, T &out, misfit &why) {
  const int32_t kind = moya_json_kind(at);
  moya_status status = MOYA_OK;
  if constexpr (std::is_same_v<T, json_view>) {
    why.wanted = "a value";
    out = at;
    if (kind == MOYA_JSON_MISSING) status = MOYA_ERROR_KEY_PATH;
  } else if constexpr (is_optional<T>::value) {
    out.reset();
    if (kind == MOYA_JSON_MISSING || kind == MOYA_JSON_NULL) return true;
    typename T::value_type inner{};
    if (!read_json(at, inner, why)) return false;
    out.emplace(std::move(inner));
  } else if constexpr (std::is_same_v<T, bool>) {
    why.wanted = "a boolean";
    status = moya_json_bool(at, &out);
  } else if constexpr (is_integer<T>) {
    why.wanted = "an integer";
    status = read_integer<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(at, out);
  } else if constexpr (std::is_floating_point_v<T>) {
    why.wanted = "a number";
    double number = 0;
    status = moya_json_double(at, &number);
    const double most = static_cast<double>(std::numeric_limits<T>::max());
    if (status == MOYA_OK && (number > most || number < -most)) status = MOYA_ERROR_JSON_RANGE;
    if (status == MOYA_OK) out = static_cast<T>(number);
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
    why.wanted = "a string";
    moya_str text{nullptr, 0};
    status = moya_json_string(at, &text);
    if (status == MOYA_OK) out = view(text);
  } else if constexpr (is_map<T>::value) {
    why.wanted = "an object";
    out.clear();
    if (kind != MOYA_JSON_OBJECT) status = MOYA_ERROR_JSON_TYPE;
    for (auto [key, value] : json_view(at).members()) {
      typename T::mapped_type inner{};
      if (!read_json(value.get(), inner, why)) {
        why.place = "." + std::string(key) + why.place;
        return false;
      }
      out.emplace(typename T::key_type(key), std::move(inner));
    }
  } else {
    static_assert(is_list<T>::value, "as<T>() and json<T>() know no such type; see json_view");
    why.wanted = "an array";
    out.clear();
    if (kind != MOYA_JSON_ARRAY) status = MOYA_ERROR_JSON_TYPE;
    size_t index = 0;
    if (status == MOYA_OK)
      for (json_view it : json_view(at)) {
        typename T::value_type inner{};
        if (!read_json(it.get(), inner, why)) {
          why.place = "[" + std::to_string(index) + "]" + why.place;
          return false;
        }
        out.emplace_back(std::move(inner));
        index++;
      }
  }
  if (status == MOYA_OK) return true;
  if (kind == MOYA_JSON_MISSING) status = MOYA_ERROR_KEY_PATH;
  if (kind == MOYA_JSON_NULL) status = MOYA_ERROR_JSON_NULL;
  why.status = status;
  why.kind = kind;
  return false;
}

/* Makes the error for a misfit, for example "items[3].id is a string, not an integer". */
inline error misfit_error(const misfit &why, const char *path, const moya_response *response) {
  std::string words = std::string(path ? path : "") + why.place;
  if (!words.empty() && words[0] == '.') words.erase(0, 1);
  if (words.empty()) words = "the value";
  if (why.status == MOYA_ERROR_JSON_RANGE) words += " is a number that does not fit";
  else if (why.status == MOYA_ERROR_MEMORY) words += " has no memory";
  else {
    words += std::string(" is ") + kind_name(why.kind);
    if (why.kind != MOYA_JSON_MISSING) words += std::string(", not ") + why.wanted;
  }
  return error(why.status, words, nullptr, response);
}

template <class T>
result<T> read_json_at(moya_json at, const char *path, const moya_response *response) {
  misfit why;
  T made{};
  if (!read_json(at, made, why)) return misfit_error(why, path, response);
  return result<T>(std::move(made));
}

} // namespace detail
} // namespace moya

#endif
