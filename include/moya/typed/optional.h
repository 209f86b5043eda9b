/* An optional argument is a value, or none.
 *
 * An optional argument is a small struct. So you cannot pass 0, NULL, false or an enumerator
 * instead of it, and you cannot leave out an argument by accident.
 *
 *     moya_some_i64(0)       sends 0
 *     moya_none_i64()        sends nothing; in C++ also {}
 *
 * Each type T has a type moya_maybe_T, and the functions moya_some_T and moya_none_T. */
#ifndef MOYA_TYPED_OPTIONAL_H
#define MOYA_TYPED_OPTIONAL_H

#include <string.h>
#include "numbers.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

#define MOYA_MAYBE(word)                                                 \
  typedef struct moya_maybe_##word {                                     \
    moya_in_##word value MOYA_0;                                         \
    bool is_given MOYA_0;                                                \
  } moya_maybe_##word;                                                   \
  typedef moya_maybe_##word moya_in_optional_##word;                     \
  MOYA_INLINE moya_maybe_##word moya_none_##word(void) {                 \
    moya_maybe_##word it;                                                \
    memset((void *)&it, 0, sizeof it);                                   \
    return it;                                                           \
  }                                                                      \
  MOYA_INLINE moya_maybe_##word moya_some_##word(moya_in_##word value) { \
    moya_maybe_##word it;                                                \
    memset((void *)&it, 0, sizeof it);                                   \
    it.value = value;                                                    \
    it.is_given = true;                                                  \
    return it;                                                           \
  }                                                                      \
  MOYA_CHECK_NUMBERS(moya_some_##word)

MOYA_MAYBE(i8)
MOYA_MAYBE(i16)
MOYA_MAYBE(i32)
MOYA_MAYBE(i64)
MOYA_MAYBE(u8)
MOYA_MAYBE(u16)
MOYA_MAYBE(u32)
MOYA_MAYBE(u64)
MOYA_MAYBE(f32)
MOYA_MAYBE(f64)
MOYA_MAYBE(boolean)
MOYA_MAYBE(date)
MOYA_MAYBE(str)
MOYA_MAYBE(text)
MOYA_MAYBE(bytes)
MOYA_MAYBE(raw)
MOYA_MAYBE(file)

#endif
