/* Checks that arguments have the types of their parameters.
 *
 * C and C++ convert any number into any other number, and 0 into a null pointer. So two arguments
 * in the wrong order would compile.
 *
 * In C++, each function of an endpoint has a deleted function of the same name. The compiler
 * chooses the deleted function if a number might not fit its parameter, or if a required text, list
 * or struct is 0, NULL or nullptr. A variable fits if all values of its type fit. Literals and
 * results of functions fit more parameters: an int fits every number, another integer fits a number
 * with at least as many bytes, and a floating-point number fits every floating-point parameter. A
 * boolean parameter takes only a bool. If you define MOYA_TYPED_LOOSE before the first #include of
 * typed.h, this header does not check numbers.
 *
 * In C, this header cannot check numbers: two functions cannot have the same name, and
 * MOYA_ENDPOINT cannot define a macro that would check the types before the call. But the compiler
 * can check them. If you define MOYA_TYPED_STRICT before the first #include of typed.h, the
 * compiler's warnings about conversions that may change a number become errors. They stay errors
 * until the end of your source file, even for conversions outside of calls to endpoints. */
#ifndef MOYA_TYPED_NUMBERS_H
#define MOYA_TYPED_NUMBERS_H

#include "words.h"
#ifdef __cplusplus
#include <cstddef>
#include <limits>
#include <type_traits>
#endif
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

/* ── C ───────────────────────────────────────────────────────────────────────────────────────── */

#if defined(__GNUC__) && !defined(__cplusplus) && defined(MOYA_TYPED_STRICT)
#define MOYA_CHECK_CONVERSIONS                       \
  _Pragma("GCC diagnostic error \"-Wconversion\"")   \
  _Pragma("GCC diagnostic error \"-Wsign-conversion\"")
#else
#define MOYA_CHECK_CONVERSIONS
#endif

/* Expands to MOYA_CHECK_CONVERSIONS for each argument that is a number passed by value. */
#define MOYA_NUMBER_ROW(N, row) \
  MOYA_APPLY_ROW(MOYA_NUMBER_, MOYA_OPEN row, none, none, none, none, none)
#define MOYA_NUMBER_(place, ...) MOYA_PASTE(MOYA_NUMBER_, MOYA_SORT_OF(place))(__VA_ARGS__)
#define MOYA_NUMBER_FIXED(...)
#define MOYA_NUMBER_GIVEN(word, name, a, b, c, d, ...) \
  MOYA_SECOND(MOYA_WORD(MOYA_BY_VALUE_, a, b, c, d, word), , ~)
#define MOYA_BY_VALUE_i8 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_i16 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_i32 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_i64 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_u8 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_u16 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_u32 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_u64 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_f32 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_f64 ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_boolean ~, MOYA_CHECK_CONVERSIONS
#define MOYA_BY_VALUE_date ~, MOYA_CHECK_CONVERSIONS

/* ── C++ ─────────────────────────────────────────────────────────────────────────────────────── */

#if defined(__cplusplus) && __cplusplus >= 201703L
extern "C++" {
/* Returns true if an argument of the type `Argument` might not fit a parameter of the type
 * `Parameter`, as the top of this file says. `Argument` is a reference if the argument is a
 * variable. */
template <class Parameter, class Argument>
constexpr bool moya_may_not_fit() {
  using given = std::remove_cv_t<std::remove_reference_t<Argument>>;
  if constexpr (std::is_pointer_v<Parameter>) {
    /* Checks only pointers to const, which are arguments. Handles and pointers to results are not
     * pointers to const, so they are not checked. */
    return std::is_const_v<std::remove_pointer_t<Parameter>> &&
           (std::is_null_pointer_v<given> || std::is_integral_v<given>);
#if defined(MOYA_TYPED_LOOSE)
  } else {
    return false;
  }
#else
  } else if constexpr (!std::is_arithmetic_v<Parameter> || !std::is_arithmetic_v<given>) {
    return false;
  } else {
    using to = std::numeric_limits<Parameter>;
    using from = std::numeric_limits<given>;
    constexpr bool holds_all = from::is_integer >= to::is_integer &&
                               from::is_signed <= to::is_signed && from::digits <= to::digits;
    constexpr bool is_variable = std::is_lvalue_reference_v<Argument>,
                   is_bool = std::is_same_v<Parameter, bool>;
    constexpr bool has_room = std::is_same_v<given, int> || sizeof(given) <= sizeof(Parameter) ||
                              !from::is_integer;
    return !holds_all && (is_variable || is_bool || !has_room || from::is_integer < to::is_integer);
  }
#endif
}
template <class Function, class... Arguments>
struct moya_numbers {
  static constexpr bool may_not_fit = false;
};
template <class Result, class... Parameters, class... Arguments>
struct moya_numbers<Result (*)(Parameters...), Arguments...> {
  static constexpr bool check() {
    if constexpr (sizeof...(Parameters) == sizeof...(Arguments))
      return (moya_may_not_fit<Parameters, Arguments>() || ...);
    return false;
  }
  static constexpr bool may_not_fit = check();
};
/* Has the member `type` if the arguments might not fit the parameters of the function. The class
 * `Check` is different for each function. With std::enable_if_t instead, g++ would compare each
 * function with all others in the file, which takes minutes for hundreds of endpoints. */
template <class Check, class... Arguments>
struct moya_misfit
    : std::enable_if<moya_numbers<typename Check::type, Arguments...>::may_not_fit, int> {};
}
#define MOYA_CHECK_NUMBERS(function)                                                            \
  extern "C++" {                                                                                \
  struct moya_check_of_##function {                                                             \
    using type = decltype(&function);                                                           \
  };                                                                                            \
  template <class... Arguments,                                                                 \
            typename moya_misfit<moya_check_of_##function, Arguments...>::type = 0>             \
  moya_status function(Arguments &&...) = delete; /* a number that might not fit */             \
  }
#else
#define MOYA_CHECK_NUMBERS(function)
#endif

#endif
