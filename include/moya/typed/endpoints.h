/* Defines the macro MOYA_ENDPOINT, which makes functions for an endpoint. typed.h includes this
 * file and describes the macro. */
#ifndef MOYA_TYPED_ENDPOINTS_H
#define MOYA_TYPED_ENDPOINTS_H

#include "calls.h"
#include "numbers.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

#define MOYA_ENDPOINT(N, result, ...) \
  MOYA_ENDPOINT_AS(MOYA_IS_NOTHING(result), N, result, __VA_ARGS__)
#define MOYA_ENDPOINT_AS(has, N, result, ...) MOYA_ENDPOINT_AS_(has, N, result, __VA_ARGS__)
#define MOYA_ENDPOINT_AS_(has, N, result, ...) MOYA_ENDPOINT_##has(N, result, __VA_ARGS__)
/* Expands to `nothing` if an endpoint is declared with the result `nothing`, otherwise to
 * `something`. With this word, MOYA_ENDPOINT chooses the macro MOYA_ENDPOINT_nothing or
 * MOYA_ENDPOINT_something. The functions that MOYA_ENDPOINT_nothing makes have no result
 * parameter. */
#define MOYA_IS_NOTHING(result) MOYA_SECOND(MOYA_PROBE_##result, something, ~)
#define MOYA_PROBE_nothing ~, nothing

#define MOYA_ENDPOINT_something(N, R, method, ...)                                                \
  MOYA_ENDPOINT_TARGET(N, R, method, __VA_ARGS__)                                                 \
  typedef void (*N##_callback)(void *user, moya_status status, const moya_out_##R *result,        \
                               const moya_response *response, const moya_error *error);           \
  MOYA_MUST moya_status N##_decode(const moya_response *response_, moya_out_##R *out_,            \
                                   moya_error **error_) {                                         \
    return moya_endpoint_decode(&moya_table_of_##N, response_, out_, error_);                     \
  }                                                                                               \
  MOYA_MUST moya_status N##_result(const moya_completion *row_, moya_out_##R *out_,               \
                                   moya_error **error_) {                                         \
    return moya_endpoint_result(&moya_table_of_##N, row_, out_, error_);                          \
  }                                                                                               \
  MOYA_MUST moya_status N(moya_provider *provider_,                                               \
                          MOYA_EACH_BEHIND(MOYA_ARGUMENT_ROW, N, __VA_ARGS__) moya_out_##R *out_, \
                          moya_response **brought_, moya_error **error_) {                        \
    moya_scratch scratch_;                                                                        \
    moya_target target_;                                                                          \
    moya_status status_ = N##_target(MOYA_EACH_BEHIND(MOYA_NAME_ROW, N, __VA_ARGS__) &scratch_,   \
                                     &target_, error_);                                           \
    return moya_endpoint_call(&moya_table_of_##N, status_, provider_, &scratch_, &target_, out_,  \
                              brought_, error_);                                                  \
  }                                                                                               \
  MOYA_INLINE void N##_ended(void *call_, moya_status status_, const moya_response *response_,    \
                             const moya_error *error_) {                                          \
    moya_typed_call *it_ = (moya_typed_call *)call_;                                              \
    moya_out_##R result_;                                                                         \
    moya_error *wrong_ = NULL;                                                                    \
    if (status_ == MOYA_OK) status_ = N##_decode(response_, &result_, &wrong_);                   \
    ((N##_callback)it_->callback)(it_->user, status_, status_ == MOYA_OK ? &result_ : NULL,       \
                                  status_ == MOYA_OK ? response_ : NULL,                          \
                                  wrong_ ? wrong_ : error_);                                      \
    if (status_ == MOYA_OK) moya_endpoint_free(&moya_table_of_##N, &result_);                     \
    moya_error_release(wrong_);                                                                   \
  }                                                                                               \
  MOYA_ENDPOINT_LATER(N, __VA_ARGS__)

#define MOYA_ENDPOINT_nothing(N, R, method, ...)                                                 \
  MOYA_ENDPOINT_TARGET(N, R, method, __VA_ARGS__)                                                \
  typedef void (*N##_callback)(void *user, moya_status status, const moya_response *response,    \
                               const moya_error *error);                                         \
  MOYA_MUST moya_status N##_result(const moya_completion *row_, moya_error **error_) {           \
    return moya_endpoint_result(&moya_table_of_##N, row_, NULL, error_);                         \
  }                                                                                              \
  MOYA_MUST moya_status N(moya_provider *provider_,                                              \
                          MOYA_EACH_BEHIND(MOYA_ARGUMENT_ROW, N, __VA_ARGS__)                    \
                          moya_response **brought_, moya_error **error_) {                       \
    moya_scratch scratch_;                                                                       \
    moya_target target_;                                                                         \
    moya_status status_ = N##_target(MOYA_EACH_BEHIND(MOYA_NAME_ROW, N, __VA_ARGS__) &scratch_,  \
                                     &target_, error_);                                          \
    return moya_endpoint_call(&moya_table_of_##N, status_, provider_, &scratch_, &target_, NULL, \
                              brought_, error_);                                                 \
  }                                                                                              \
  MOYA_INLINE void N##_ended(void *call_, moya_status status_, const moya_response *response_,   \
                             const moya_error *error_) {                                         \
    moya_typed_call *it_ = (moya_typed_call *)call_;                                             \
    ((N##_callback)it_->callback)(it_->user, status_, response_, error_);                        \
  }                                                                                              \
  MOYA_ENDPOINT_LATER(N, __VA_ARGS__)

/* Defines NAME_target, which makes a target from the arguments. */
#define MOYA_ENDPOINT_TARGET(N, R, method, ...)                                                \
  typedef char N##_has_at_most_63_arguments[MOYA_COUNT(__VA_ARGS__) <= MOYA_MOST_ARGUMENTS + 1 \
                                            ? 1 : -1];                                         \
  MOYA_EACH_BEHIND(MOYA_NUMBER_ROW, N, __VA_ARGS__)                                            \
  enum {                                                                                       \
    moya_bodies_of_##N = MOYA_EACH_BEHIND(MOYA_BODY_ROW, N, __VA_ARGS__) 0,                    \
    moya_whole_bodies_of_##N = MOYA_EACH_BEHIND(MOYA_WHOLE_BODY_ROW, N, __VA_ARGS__) 0         \
  };                                                                                           \
  typedef char N##_has_one_kind_of_body[(moya_bodies_of_##N & (moya_bodies_of_##N - 1)) == 0   \
                                        ? 1 : -1];                                             \
  typedef char N##_has_one_body[moya_whole_bodies_of_##N < 2 ? 1 : -1];                        \
  static const moya_endpoint moya_table_of_##N =                                               \
      {#N, method, MOYA_FIRST(__VA_ARGS__, ~), &moya_result_of_##R};                           \
  MOYA_MUST moya_status N##_target(MOYA_EACH_BEHIND(MOYA_ARGUMENT_ROW, N, __VA_ARGS__)         \
                                   moya_scratch *scratch_, moya_target *target_,               \
                                   moya_error **error_) {                                      \
    moya_scratch_begin(scratch_);                                                              \
    MOYA_EACH_BEHIND(MOYA_PUT_ROW, N, __VA_ARGS__)                                             \
    return moya_endpoint_target(&moya_table_of_##N, scratch_, target_, error_);                \
  }                                                                                            \
  MOYA_CHECK_NUMBERS(N##_target)

/* Defines NAME_send and NAME_enqueue, which return before the call ends. */
#define MOYA_ENDPOINT_LATER(N, ...)                                                               \
  MOYA_MUST moya_status N##_send(moya_provider *provider_,                                        \
                                 MOYA_EACH_BEHIND(MOYA_ARGUMENT_ROW, N, __VA_ARGS__)              \
                                 N##_callback callback_, void *user_,                             \
                                 moya_release_fn release_user_, moya_call **call_,                \
                                 moya_error **error_) {                                           \
    moya_scratch scratch_;                                                                        \
    moya_target target_;                                                                          \
    moya_status status_ = N##_target(MOYA_EACH_BEHIND(MOYA_NAME_ROW, N, __VA_ARGS__) &scratch_,   \
                                     &target_, error_);                                           \
    moya_typed_call it_;                                                                          \
    it_.callback = (void (*)(void))callback_;                                                     \
    it_.user = user_;                                                                             \
    it_.release_user = release_user_;                                                             \
    return moya_endpoint_send(&moya_table_of_##N, status_, provider_, &scratch_, &target_,        \
                              N##_ended, it_, call_, error_);                                     \
  }                                                                                               \
  MOYA_MUST moya_status N##_enqueue(moya_provider *provider_,                                     \
                                    MOYA_EACH_BEHIND(MOYA_ARGUMENT_ROW, N, __VA_ARGS__)           \
                                    moya_queue *queue_, uint64_t tag_, moya_call **call_,         \
                                    moya_error **error_) {                                        \
    moya_scratch scratch_;                                                                        \
    moya_target target_;                                                                          \
    moya_status status_ = N##_target(MOYA_EACH_BEHIND(MOYA_NAME_ROW, N, __VA_ARGS__) &scratch_,   \
                                     &target_, error_);                                           \
    if (call_) *call_ = NULL;                                                                     \
    if (status_ == MOYA_OK)                                                                       \
      status_ = moya_provider_enqueue(provider_, &target_, queue_, tag_, 0, NULL, call_, error_); \
    moya_scratch_release(&scratch_);                                                              \
    return status_;                                                                               \
  }                                                                                               \
  MOYA_CHECK_NUMBERS(N)                                                                           \
  MOYA_CHECK_NUMBERS(N##_send)                                                                    \
  MOYA_CHECK_NUMBERS(N##_enqueue)                                                                 \
  struct N##_

/* ── Rows: (place, type, name), followed by the words in words.h ────────────────────── */

#define MOYA_FIRST(first, ...) first
/* A row is (place, type, name, …). If the place is `fixed`, expands to FIXED: the row itself has
 * the value. Otherwise expands to GIVEN: each call gives the value as an argument. */
#define MOYA_SORT_OF(place) MOYA_SECOND(MOYA_SORT_OF_##place, GIVEN, ~)
#define MOYA_SORT_OF_fixed ~, FIXED
#define MOYA_ARGUMENT_ROW(N, row) \
  MOYA_APPLY_ROW(MOYA_ARGUMENT_, MOYA_OPEN row, none, none, none, none, none)
#define MOYA_ARGUMENT_(place, ...) MOYA_PASTE(MOYA_ARGUMENT_, MOYA_SORT_OF(place))(__VA_ARGS__)
#define MOYA_ARGUMENT_GIVEN(word, name, a, b, c, d, ...) MOYA_WORD(moya_in_, a, b, c, d, word) name,
#define MOYA_ARGUMENT_FIXED(...)
#define MOYA_NAME_ROW(N, row) MOYA_APPLY_ROW(MOYA_NAME_, MOYA_OPEN row, none)
#define MOYA_NAME_(place, ...) MOYA_PASTE(MOYA_NAME_, MOYA_SORT_OF(place))(__VA_ARGS__)
#define MOYA_NAME_GIVEN(word, name, ...) name,
#define MOYA_NAME_FIXED(...)
#define MOYA_PUT_ROW(N, row) MOYA_APPLY_ROW(MOYA_PUT_, MOYA_OPEN row, none, none, none, none, none)
#define MOYA_PUT_(place, word, name, a, b, c, d, ...) MOYA_PUT_##place(word, name, a, b, c, d);
#define MOYA_BODY_ROW(N, row) MOYA_APPLY_ROW(MOYA_BODY_, MOYA_OPEN row, none)
#define MOYA_BODY_(place, ...) MOYA_BODY_##place |

/* The macros below put the names of functions in parentheses: (moya_query_of_T)(…). A compiler for
 * C never declares such a name implicitly. A function exists only if its place (path, query, field,
 * …) accepts the type T. So an argument of any other type does not compile. */
#define moya_given_(name)
#define moya_given_optional_(name) if ((name).is_given)
#define moya_if_given_(name) if (1)
#define moya_if_given_optional_(name) if ((name).is_given)
#define MOYA_IF_GIVEN(name, a, b, c, d) MOYA_WORD(moya_if_given_, a, b, c, d, )(name)
#define MOYA_GIVEN(name, a, b, c, d) MOYA_WORD(moya_given_, a, b, c, d, )(name)
#define MOYA_PUT_path(...) MOYA_PUT_TEXT(path, __VA_ARGS__)
#define MOYA_PUT_header(...) MOYA_PUT_TEXT(header, __VA_ARGS__)
#define MOYA_PUT_TEXT(place, word, name, a, b, c, d)      \
  MOYA_GIVEN(name, a, b, c, d)                            \
  (MOYA_WORD(moya_##place##_of_, a, b, c, d, word))(scratch_, MOYA_KEY(a, b, c, d, #name), name)
#define MOYA_PUT_fixed(name, text, ...) moya_put_fixed(scratch_, name, text)
#define MOYA_PUT_query(word, name, a, b, c, d)         \
  moya_style(scratch_, MOYA_LISTS(a, b, c, d), MOYA_BOOLS(a, b, c, d), \
             MOYA_JOINS(a, b, c, d)); \
  MOYA_GIVEN(name, a, b, c, d)                   \
  (MOYA_WORD(moya_query_of_, a, b, c, d, word))(scratch_, MOYA_KEY(a, b, c, d, #name), name)
#define MOYA_PUT_field(word, name, a, b, c, d)                                          \
  moya_begin_tree(scratch_, MOYA_TASK_JSON);                                            \
  moya_style(scratch_, MOYA_LISTS(a, b, c, d), MOYA_BOOLS(a, b, c, d), \
             MOYA_JOINS(a, b, c, d)); \
  MOYA_IF_GIVEN(name, a, b, c, d) {                                                     \
    (MOYA_WORD(moya_set_, a, b, c, d, word))(                                           \
        scratch_, "field", moya_last_key(scratch_, MOYA_KEY(a, b, c, d, #name)), name); \
  } else MOYA_OTHERWISE(                                                                \
        a, b, c, d,                                                                     \
        moya_set_null(scratch_, moya_last_key(scratch_, MOYA_KEY(a, b, c, d, #name))))
#define MOYA_PUT_form(word, name, a, b, c, d)   \
  moya_begin_tree(scratch_, MOYA_TASK_FORM);    \
  moya_style(scratch_, MOYA_LISTS(a, b, c, d), MOYA_BOOLS(a, b, c, d), \
             MOYA_JOINS(a, b, c, d)); \
  MOYA_GIVEN(name, a, b, c, d)            \
  (MOYA_WORD(moya_set_, a, b, c, d, word))(scratch_, "form", MOYA_KEY(a, b, c, d, #name), name)
#define MOYA_PUT_part(word, name, a, b, c, d)  \
  scratch_->task.kind = MOYA_TASK_MULTIPART;   \
  MOYA_GIVEN(name, a, b, c, d)           \
  (MOYA_WORD(moya_part_of_, a, b, c, d, word))(scratch_, MOYA_KEY(a, b, c, d, #name), name)
#define MOYA_PUT_body(word, name, a, b, c, d) \
  MOYA_GIVEN(name, a, b, c, d) (MOYA_WORD(moya_body_of_, a, b, c, d, word))(scratch_, #name, name)
#define MOYA_PUT_file(word, name, a, b, c, d) \
  MOYA_GIVEN(name, a, b, c, d)          \
  moya_put_file(scratch_, #name, (MOYA_WORD(moya_text_of_, a, b, c, d, word))(scratch_, name))

#define MOYA_WHOLE_BODY_ROW(N, row) MOYA_APPLY_ROW(MOYA_WHOLE_BODY_, MOYA_OPEN row, none)
#define MOYA_WHOLE_BODY_(place, ...) (MOYA_BODY_##place >= MOYA_BODY_body) +

#define MOYA_BODY_path 0
#define MOYA_BODY_query 0
#define MOYA_BODY_header 0
#define MOYA_BODY_fixed 0
#define MOYA_BODY_field 1
#define MOYA_BODY_form 2
#define MOYA_BODY_part 4
#define MOYA_BODY_body 8
#define MOYA_BODY_file 16

#endif
