/* Wraps definitions, which are documents that describe an API (api.h). A program calls the
 * endpoints of a definition by name, and gives the arguments by name. */
#ifndef MOYA_CPP_API_HPP
#define MOYA_CPP_API_HPP

#include "provider.hpp"

namespace moya {

/* An argument of an endpoint, for example {"name", "octocat"} or {"page", 2}. nullptr stands for
 * JSON's null. An empty std::optional or a NULL text leaves the argument out. The argument owns its
 * text. */
class argument {
  friend class api;
  std::string name_, text_;
  moya_argument it_{};

  void take(std::string text, moya_kind kind) {
    text_ = std::move(text);
    it_.kind = kind;
  }
  /* Returns the argument as a struct for the C API. The result is valid until this object is
   * moved. */
  moya_argument lower() const noexcept {
    moya_argument made = it_;
    made.name = name_.c_str();
    if (made.kind != MOYA_KIND_STRUCT) made.data = text_.c_str();
    made.len = text_.size();
    return made;
  }
  bool is_whole() const noexcept {
    return text_argument(name_).is_whole() &&
           (it_.kind != MOYA_KIND_STR || text_argument(text_).is_whole());
  }
  explicit argument(std::string name) : name_(std::move(name)) {}

 public:
  template <class T>
  argument(std::string name, const T &it) : argument(std::move(name)) {
    if constexpr (std::is_same_v<T, std::nullptr_t>) take("null", MOYA_KIND_RAW);
    else if constexpr (detail::is_optional<T>::value) {
      if (it) *this = argument(std::move(name_), *it);
    } else if constexpr (std::is_same_v<T, bool>) {
      it_.kind = MOYA_KIND_BOOLEAN;
      it_.integer = it;
    } else if constexpr (std::is_floating_point_v<T>) {
      it_.kind = MOYA_KIND_F64;
      it_.number = static_cast<double>(it);
    } else if constexpr (detail::is_integer<T>) {
      it_.kind = std::is_signed_v<T> ? MOYA_KIND_I64 : MOYA_KIND_U64;
      it_.integer = static_cast<int64_t>(it);
    } else if constexpr (std::is_convertible_v<const T &, const char *>) {
      const char *text = it;
      if (text) take(text, MOYA_KIND_STR);
    } else take(std::string(std::string_view(it)), MOYA_KIND_STR);
  }
  /* Makes an argument from a JSON text, for values that no constructor takes. */
  static argument json(std::string name, std::string text) {
    argument made(std::move(name));
    made.take(std::move(text), MOYA_KIND_RAW);
    return made;
  }
  static argument bytes(std::string name, std::string bytes) {
    argument made(std::move(name));
    made.take(std::move(bytes), MOYA_KIND_BYTES);
    return made;
  }
  static argument date(std::string name, std::chrono::system_clock::time_point time) {
    argument made(std::move(name));
    made.it_.kind = MOYA_KIND_DATE;
    made.it_.integer =
        std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count();
    return made;
  }
  /* Makes an argument from a struct. The struct must live until the call was sent. */
  template <class T>
  static argument of(std::string name, const T &it, const moya_type *type = detail::table_of<T>()) {
    argument made(std::move(name));
    made.it_.kind = MOYA_KIND_STRUCT;
    made.it_.data = &it;
    made.it_.type = type;
    return made;
  }
};
using arguments = std::vector<argument>;

/* An open definition, which sends its calls through a provider. The provider must live longer than
 * this object. The object can be moved, but not copied. Any thread may use it. */
class api {
  detail::owned<moya_api, moya_api_release> it_;

  static std::string_view name_at(moya_api *const &it, size_t index) {
    return detail::view(moya_api_name_at(it, index));
  }

  template <class Run>
  auto with(text_argument endpoint, const arguments &given, Run run) const
      -> decltype(run(nullptr, nullptr)) {
    if (!get() || !endpoint.c_str())
      return detail::no_handle(get() ? "the name of the endpoint" : "the API");
    if (!endpoint.is_whole()) return detail::zero_inside("the name of the endpoint");
    std::vector<moya_argument> lowered;
    lowered.reserve(given.size());
    for (const argument &it : given) {
      if (!it.is_whole()) return detail::zero_inside("an argument");
      lowered.push_back(it.lower());
    }
    return run(endpoint.c_str(), lowered.data());
  }

 public:
  using name_range = detail::indexed<moya_api *, std::string_view, name_at>;

  api(moya_api *it, detail::adopt) noexcept : it_(it) {}
  /* Opens the definition in a file. */
  static result<api> create(const provider &provider, text_argument path) {
    if (!provider || !path.c_str())
      return detail::no_handle(provider ? "the path" : "the provider");
    if (!path.is_whole()) return detail::zero_inside("the path");
    moya_api *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_api_open(provider.get(), path.c_str(), &it, &why);
    return detail::outcome(status, why, api(it, detail::adopt()));
  }
  /* Opens the definition in a text. */
  static result<api> try_parse(const provider &provider, std::string_view text) {
    if (!provider) return detail::no_handle("the provider");
    moya_api *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_api_parse(provider.get(), text.data() ? text.data() : "",
                                              text.size(), &it, &why);
    return detail::outcome(status, why, api(it, detail::adopt()));
  }
#if MOYA_EXCEPTIONS
  api(const provider &provider, text_argument path) : api(create(provider, path).value()) {}
  static api parse(const provider &provider, std::string_view text) {
    return try_parse(provider, text).value();
  }
#endif
  moya_api *get() const noexcept { return it_.get(); }

  /* Returns the names of the endpoints. The names are valid as long as this object. */
  name_range names() const noexcept MOYA_BORROWED {
    return name_range(get(), moya_api_count(get()));
  }
  /* Returns the parameters and the result of an endpoint as text:
   *
   *     "(str name, i64? page) -> [repo]" */
  std::string_view signature(text_argument endpoint) const noexcept MOYA_BORROWED {
    return endpoint.is_whole() ? detail::view(moya_api_signature(get(), endpoint.c_str()))
                               : std::string_view();
  }
  std::string_view description(text_argument endpoint) const noexcept MOYA_BORROWED {
    return endpoint.is_whole() ? detail::view(moya_api_description(get(), endpoint.c_str()))
                               : std::string_view();
  }

  /* These functions work like `call`, `send` and `enqueue` of moya::provider, but take the name of
   * an endpoint and its arguments:
   *
   *     github.call("user_repos", {{"name", "octocat"}, {"page", 2}}) */
  result<response> try_call(text_argument endpoint, const arguments &given = {},
                            const handlers &shown = {}) const {
    detail::handling state(shown);
    const moya_handlers lowered = state.lower();
    result<response> end = with(endpoint, given, [&](const char *name, const moya_argument *rows) {
      moya_response *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_api_call(get(), name, rows, given.size(),
                                               state.is_empty() ? nullptr : &lowered, &it, &why);
      return detail::outcome(status, why, response::adopt(it));
    });
    state.rethrow();
    return end;
  }
  template <class End = handlers>
  result<moya::call> try_send(text_argument endpoint, const arguments &given, End end,
                              const group &members = no_group) const {
    if (&members != &no_group && !members.get()) return detail::no_handle("the group");
    auto state = std::make_unique<detail::handling>(detail::handlers_of(std::move(end)));
    return with(endpoint, given, [&](const char *name, const moya_argument *rows) {
      const moya_handlers lowered = state.release()->hand_over();
      moya_call *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_api_send(get(), name, rows, given.size(), &lowered,
                                               members.get(), &it, &why);
      return detail::outcome(status, why, moya::call::adopt(it));
    });
  }
  result<moya::call> try_enqueue(text_argument endpoint, const arguments &given, const queue &queue,
                                 uint64_t tag, uint32_t parts = 0,
                                 const group &members = no_group) const {
    if (!queue.get()) return detail::no_handle("the queue");
    if (&members != &no_group && !members.get()) return detail::no_handle("the group");
    return with(endpoint, given, [&](const char *name, const moya_argument *rows) {
      moya_call *it = nullptr;
      moya_error *why = nullptr;
      const moya_status status = moya_api_enqueue(get(), name, rows, given.size(), queue.get(), tag,
                                                  parts, members.get(), &it, &why);
      return detail::outcome(status, why, moya::call::adopt(it));
    });
  }
#if MOYA_EXCEPTIONS
  response call(text_argument endpoint, const arguments &given = {},
                const handlers &shown = {}) const {
    return try_call(endpoint, given, shown).value();
  }
  template <class End = handlers>
  moya::call send(text_argument endpoint, const arguments &given, End end,
                  const group &members = no_group) const {
    return try_send(endpoint, given, std::move(end), members).value();
  }
  moya::call enqueue(text_argument endpoint, const arguments &given, const queue &queue,
                     uint64_t tag, uint32_t parts = 0, const group &members = no_group) const {
    return try_enqueue(endpoint, given, queue, tag, parts, members).value();
  }
#endif
};

} // namespace moya

#endif
