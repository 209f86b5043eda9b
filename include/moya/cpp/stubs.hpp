/* Wraps rules that respond to requests instead of the network, and that can record these requests.
 * They are for tests (stubs.h). */
#ifndef MOYA_CPP_STUBS_HPP
#define MOYA_CPP_STUBS_HPP

#include "target.hpp"

namespace moya {

/* A stub rule. It matches a request if all of its conditions match. If several rules match, the one
 * that was added last responds. */
struct stub_rule {
  text target{}; /* the name of the target */
  text method{};
  text url{}; /* without a query and a fragment */
  text path{};
  fields query{};
  bool exact_query{};
  fields headers{}; /* if a field has no value here, any value matches */
  std::optional<std::string> body{};
  text json{}; /* matches if the body is an equal JSON value */
  std::vector<sample> answers{};
  bool repeat_last{};
  std::chrono::milliseconds delay{};
  bool pass_through{}; /* passes the request on, instead of using `answers` (stubs.h) */
};

/* A recorded request, as a server would receive it. It is valid until stubs::try_record or
 * stubs::reset removes it. */
class stub_request {
  const moya_stub_request *it_ = nullptr;

 public:
  stub_request() noexcept = default;
  explicit stub_request(const moya_stub_request *it) noexcept : it_(it) {}
  const moya_stub_request *get() const noexcept { return it_; }
  explicit operator bool() const noexcept { return it_ != nullptr; }

  std::string_view target() const noexcept {
    return it_ ? detail::view(it_->target) : std::string_view();
  }
  std::string_view method() const noexcept {
    return it_ ? detail::view(it_->method) : std::string_view();
  }
  std::string_view url() const noexcept {
    return it_ ? detail::view(it_->url) : std::string_view();
  }
  std::string_view body() const noexcept {
    return it_ ? detail::view(it_->body) : std::string_view();
  }
  /* Returns the number of the rule that the set chose for the request; 0 if no rule matched. */
  uint64_t rule() const noexcept { return it_ ? it_->rule : 0; }
  moya_stubbed_by answered() const noexcept {
    return it_ ? it_->answered : MOYA_STUBBED_BY_NOTHING;
  }
  std::optional<std::string_view> header(text_argument name) const noexcept {
    const char *value = it_ && name.is_whole() ? moya_stub_request_header(it_, name.c_str())
                                               : nullptr;
    return value ? std::optional<std::string_view>(value) : std::nullopt;
  }
};

/* A set of rules. The rules respond to every call of the providers that were made with the set.
 * Copies of this object share the set. */
class stubs {
  std::shared_ptr<moya_stubs> it_;

  static stub_request request_at(const stubs &it, size_t index) {
    return stub_request(it.get() ? moya_stubs_record_at(it.get(), index) : nullptr);
  }

 public:
  using record_range = detail::indexed<stubs, stub_request, request_at>;

  stubs(moya_stubs *it, detail::adopt) : it_(it, moya_stubs_release) {}
  /* Makes a set without rules. */
  static result<stubs> create() {
    moya_stubs *it = nullptr;
    moya_error *why = nullptr;
    const moya_status status = moya_stubs_create(&it, &why);
    return detail::outcome(status, why, stubs(it, detail::adopt()));
  }
#if MOYA_EXCEPTIONS
  stubs() : stubs(create().value()) {}
#endif
  moya_stubs *get() const noexcept { return it_.get(); }

  /* Adds a rule, which is tried before the rules that were added earlier. Returns the number of the
   * rule. */
  result<uint64_t> try_add(const stub_rule &rule) const;
  void remove(uint64_t id) const noexcept { moya_stubs_remove(get(), id); }
  /* Removes all rules and all recorded requests. */
  void reset() const noexcept { moya_stubs_reset(get()); }
  /* Returns for how many requests the set chose the rule `id`. If `id` is 0, returns the number of
   * all requests. */
  uint64_t count(uint64_t id = 0) const noexcept { return moya_stubs_count(get(), id); }

  /* Removes the recorded requests, and then records up to `most` of the next requests. */
  result<void> try_record(size_t most) const {
    if (!get()) return detail::no_handle("the set of stubs");
    moya_error *why = nullptr;
    const moya_status status = moya_stubs_record(get(), most, &why);
    return detail::outcome(status, why);
  }
  /* Returns the recorded requests, the oldest first. */
  record_range requests() const { return record_range(*this, moya_stubs_record_count(get())); }

#if MOYA_EXCEPTIONS
  uint64_t add(const stub_rule &rule) const { return try_add(rule).value(); }
  void record(size_t most) const { try_record(most).value(); }
#endif
};

namespace detail {

class lowered_rule : public lowering {
  std::vector<moya_parameter> query_;
  std::vector<moya_header> headers_;
  std::vector<lowered_sample> lowered_;
  std::vector<moya_sample> answers_;
  moya_stub_rule it_ = MOYA_STUB_RULE_INIT;

 public:
  explicit lowered_rule(const stub_rule &from) {
    it_.target = lower(from.target, "stub_rule.target");
    it_.method = lower(from.method, "stub_rule.method");
    it_.url = lower(from.url, "stub_rule.url");
    it_.path = lower(from.path, "stub_rule.path");
    it_.json = lower(from.json, "stub_rule.json");
    it_.delay_ms = lower(from.delay, "stub_rule.delay");
    lower(from.query, query_, "stub_rule.query");
    it_.query = query_.data();
    it_.query_count = query_.size();
    it_.exact_query = from.exact_query;
    lower(from.headers, headers_, "stub_rule.headers");
    it_.headers = headers_.data();
    it_.header_count = headers_.size();
    if (from.body) {
      it_.body = from.body->data();
      it_.body_len = from.body->size();
    }
    lowered_.reserve(from.answers.size());
    for (const sample &answer : from.answers) {
      lowered_.emplace_back(answer);
      if (error wrong = lowered_.back().fault()) refuse(wrong.what(), "");
      answers_.push_back(lowered_.back().get());
    }
    it_.answers = answers_.empty() ? nullptr : answers_.data();
    it_.answer_count = answers_.size();
    it_.repeat_last = from.repeat_last;
    it_.pass_through = from.pass_through;
  }
  lowered_rule(const lowered_rule &) = delete;
  const moya_stub_rule *get() const noexcept { return &it_; }
};

} // namespace detail

inline result<uint64_t> stubs::try_add(const stub_rule &rule) const {
  if (!get()) return detail::no_handle("the set of stubs");
  detail::lowered_rule lowered(rule);
  if (error wrong = lowered.fault()) return wrong;
  uint64_t id = 0;
  moya_error *why = nullptr;
  const moya_status status = moya_stubs_add(get(), lowered.get(), &id, &why);
  return detail::outcome(status, why, id);
}

} // namespace moya

#endif
