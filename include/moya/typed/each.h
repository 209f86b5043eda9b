/* Macros that apply another macro to each element of a list.
 *
 * MOYA_EACH(row, with, (a), (b), …) expands to row(with, (a)) row(with, (b)) …. MOYA_EACH_BEHIND
 * skips the first element. A list has at most 64 elements, including the first.
 *
 * After an error, a compiler names every macro in which the error is nested. One macro here handles
 * up to eight elements, so the compiler names only a few. */
#ifndef MOYA_TYPED_EACH_H
#define MOYA_TYPED_EACH_H
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

#define MOYA_PASTE_(a, b) a##b
#define MOYA_PASTE(a, b) MOYA_PASTE_(a, b)
#define MOYA_OPEN(...) __VA_ARGS__
/* Two macros that do the same, because a macro is not expanded inside itself. */
#define MOYA_APPLY(macro, ...) macro(__VA_ARGS__)
#define MOYA_APPLY_ROW(macro, ...) macro(__VA_ARGS__)

#define MOYA_EACH(row, with, ...) \
  MOYA_APPLY(MOYA_PASTE(MOYA_EACH_, MOYA_COUNT(__VA_ARGS__)), row, with, __VA_ARGS__)
#define MOYA_EACH_BEHIND(row, with, ...) \
  MOYA_APPLY(MOYA_PASTE(MOYA_BEHIND_, MOYA_COUNT(__VA_ARGS__)), row, with, __VA_ARGS__)

/* Expands to the number of elements, up to 80. Only MOYA_EACH_1 to MOYA_EACH_64 exist, so a list of
 * 65 to 80 elements fails with an undefined name that shows the number. */
#define MOYA_COUNT(...)                                                                            \
  MOYA_COUNT_(__VA_ARGS__, 80, 79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 69, 68, 67, 66, 65, 64, 63, \
              62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42,  \
              41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21,  \
              20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define MOYA_COUNT_(                                                                             \
  _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20,     \
  _21, _22, _23, _24, _25, _26, _27, _28, _29, _30, _31, _32, _33, _34, _35, _36, _37, _38, _39, \
  _40, _41, _42, _43, _44, _45, _46, _47, _48, _49, _50, _51, _52, _53, _54, _55, _56, _57, _58, \
  _59, _60, _61, _62, _63, _64, _65, _66, _67, _68, _69, _70, _71, _72, _73, _74, _75, _76, _77, \
  _78, _79, _80, count, ...) count

/* Applies `row` to the last element, unless this element is empty because the list ends with a
 * comma. */
#define MOYA_LAST(row, with, a) MOYA_LAST_(MOYA_SECOND(MOYA_PROBE_LAST a, 0, ~), row, with, a)
#define MOYA_LAST_(is_row, row, with, a) MOYA_LAST__(is_row, row, with, a)
#define MOYA_LAST__(is_row, row, with, a) MOYA_LAST_##is_row(row, with, a)
#define MOYA_LAST_0(row, with, a)
#define MOYA_LAST_1(row, with, a) row(with, a)
#define MOYA_PROBE_LAST(...) ~, 1
#define MOYA_SECOND(...) MOYA_SECOND_(__VA_ARGS__)
#define MOYA_SECOND_(a, b, ...) b

#define MOYA_EACH_1(row, with, a) MOYA_LAST(row, with, a)
#define MOYA_EACH_2(row, with, a, b) row(with, a) MOYA_LAST(row, with, b)
#define MOYA_EACH_3(row, with, a, b, c) row(with, a) row(with, b) MOYA_LAST(row, with, c)
#define MOYA_EACH_4(row, with, a, b, c, d) \
  row(with, a) row(with, b) row(with, c) MOYA_LAST(row, with, d)
#define MOYA_EACH_5(row, with, a, b, c, d, e) \
  row(with, a) row(with, b) row(with, c) row(with, d) MOYA_LAST(row, with, e)
#define MOYA_EACH_6(row, with, a, b, c, d, e, f) \
  MOYA_EACH_5(row, with, a, b, c, d, e) MOYA_LAST(row, with, f)
#define MOYA_EACH_7(row, with, a, b, c, d, e, f, g) \
  MOYA_EACH_5(row, with, a, b, c, d, e) row(with, f) MOYA_LAST(row, with, g)
#define MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) \
  MOYA_EACH_5(row, with, a, b, c, d, e) row(with, f) row(with, g) MOYA_LAST(row, with, h)
#define MOYA_EACH_9(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_1(row, with, __VA_ARGS__)
#define MOYA_EACH_10(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_2(row, with, __VA_ARGS__)
#define MOYA_EACH_11(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_3(row, with, __VA_ARGS__)
#define MOYA_EACH_12(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_4(row, with, __VA_ARGS__)
#define MOYA_EACH_13(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_5(row, with, __VA_ARGS__)
#define MOYA_EACH_14(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_6(row, with, __VA_ARGS__)
#define MOYA_EACH_15(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_7(row, with, __VA_ARGS__)
#define MOYA_EACH_16(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_8(row, with, __VA_ARGS__)
#define MOYA_EACH_17(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_9(row, with, __VA_ARGS__)
#define MOYA_EACH_18(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_10(row, with, __VA_ARGS__)
#define MOYA_EACH_19(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_11(row, with, __VA_ARGS__)
#define MOYA_EACH_20(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_12(row, with, __VA_ARGS__)
#define MOYA_EACH_21(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_13(row, with, __VA_ARGS__)
#define MOYA_EACH_22(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_14(row, with, __VA_ARGS__)
#define MOYA_EACH_23(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_15(row, with, __VA_ARGS__)
#define MOYA_EACH_24(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_16(row, with, __VA_ARGS__)
#define MOYA_EACH_25(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_17(row, with, __VA_ARGS__)
#define MOYA_EACH_26(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_18(row, with, __VA_ARGS__)
#define MOYA_EACH_27(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_19(row, with, __VA_ARGS__)
#define MOYA_EACH_28(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_20(row, with, __VA_ARGS__)
#define MOYA_EACH_29(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_21(row, with, __VA_ARGS__)
#define MOYA_EACH_30(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_22(row, with, __VA_ARGS__)
#define MOYA_EACH_31(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_23(row, with, __VA_ARGS__)
#define MOYA_EACH_32(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_24(row, with, __VA_ARGS__)
#define MOYA_EACH_33(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_25(row, with, __VA_ARGS__)
#define MOYA_EACH_34(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_26(row, with, __VA_ARGS__)
#define MOYA_EACH_35(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_27(row, with, __VA_ARGS__)
#define MOYA_EACH_36(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_28(row, with, __VA_ARGS__)
#define MOYA_EACH_37(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_29(row, with, __VA_ARGS__)
#define MOYA_EACH_38(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_30(row, with, __VA_ARGS__)
#define MOYA_EACH_39(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_31(row, with, __VA_ARGS__)
#define MOYA_EACH_40(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_32(row, with, __VA_ARGS__)
#define MOYA_EACH_41(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_33(row, with, __VA_ARGS__)
#define MOYA_EACH_42(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_34(row, with, __VA_ARGS__)
#define MOYA_EACH_43(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_35(row, with, __VA_ARGS__)
#define MOYA_EACH_44(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_36(row, with, __VA_ARGS__)
#define MOYA_EACH_45(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_37(row, with, __VA_ARGS__)
#define MOYA_EACH_46(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_38(row, with, __VA_ARGS__)
#define MOYA_EACH_47(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_39(row, with, __VA_ARGS__)
#define MOYA_EACH_48(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_40(row, with, __VA_ARGS__)
#define MOYA_EACH_49(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_41(row, with, __VA_ARGS__)
#define MOYA_EACH_50(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_42(row, with, __VA_ARGS__)
#define MOYA_EACH_51(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_43(row, with, __VA_ARGS__)
#define MOYA_EACH_52(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_44(row, with, __VA_ARGS__)
#define MOYA_EACH_53(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_45(row, with, __VA_ARGS__)
#define MOYA_EACH_54(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_46(row, with, __VA_ARGS__)
#define MOYA_EACH_55(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_47(row, with, __VA_ARGS__)
#define MOYA_EACH_56(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_48(row, with, __VA_ARGS__)
#define MOYA_EACH_57(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_49(row, with, __VA_ARGS__)
#define MOYA_EACH_58(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_50(row, with, __VA_ARGS__)
#define MOYA_EACH_59(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_51(row, with, __VA_ARGS__)
#define MOYA_EACH_60(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_52(row, with, __VA_ARGS__)
#define MOYA_EACH_61(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_53(row, with, __VA_ARGS__)
#define MOYA_EACH_62(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_54(row, with, __VA_ARGS__)
#define MOYA_EACH_63(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_55(row, with, __VA_ARGS__)
#define MOYA_EACH_64(row, with, a, b, c, d, e, f, g, h, ...) \
  MOYA_EACH_8(row, with, a, b, c, d, e, f, g, h) MOYA_EACH_56(row, with, __VA_ARGS__)

#define MOYA_BEHIND_1(row, with, first)
#define MOYA_BEHIND_2(row, with, first, ...) MOYA_EACH_1(row, with, __VA_ARGS__)
#define MOYA_BEHIND_3(row, with, first, ...) MOYA_EACH_2(row, with, __VA_ARGS__)
#define MOYA_BEHIND_4(row, with, first, ...) MOYA_EACH_3(row, with, __VA_ARGS__)
#define MOYA_BEHIND_5(row, with, first, ...) MOYA_EACH_4(row, with, __VA_ARGS__)
#define MOYA_BEHIND_6(row, with, first, ...) MOYA_EACH_5(row, with, __VA_ARGS__)
#define MOYA_BEHIND_7(row, with, first, ...) MOYA_EACH_6(row, with, __VA_ARGS__)
#define MOYA_BEHIND_8(row, with, first, ...) MOYA_EACH_7(row, with, __VA_ARGS__)
#define MOYA_BEHIND_9(row, with, first, ...) MOYA_EACH_8(row, with, __VA_ARGS__)
#define MOYA_BEHIND_10(row, with, first, ...) MOYA_EACH_9(row, with, __VA_ARGS__)
#define MOYA_BEHIND_11(row, with, first, ...) MOYA_EACH_10(row, with, __VA_ARGS__)
#define MOYA_BEHIND_12(row, with, first, ...) MOYA_EACH_11(row, with, __VA_ARGS__)
#define MOYA_BEHIND_13(row, with, first, ...) MOYA_EACH_12(row, with, __VA_ARGS__)
#define MOYA_BEHIND_14(row, with, first, ...) MOYA_EACH_13(row, with, __VA_ARGS__)
#define MOYA_BEHIND_15(row, with, first, ...) MOYA_EACH_14(row, with, __VA_ARGS__)
#define MOYA_BEHIND_16(row, with, first, ...) MOYA_EACH_15(row, with, __VA_ARGS__)
#define MOYA_BEHIND_17(row, with, first, ...) MOYA_EACH_16(row, with, __VA_ARGS__)
#define MOYA_BEHIND_18(row, with, first, ...) MOYA_EACH_17(row, with, __VA_ARGS__)
#define MOYA_BEHIND_19(row, with, first, ...) MOYA_EACH_18(row, with, __VA_ARGS__)
#define MOYA_BEHIND_20(row, with, first, ...) MOYA_EACH_19(row, with, __VA_ARGS__)
#define MOYA_BEHIND_21(row, with, first, ...) MOYA_EACH_20(row, with, __VA_ARGS__)
#define MOYA_BEHIND_22(row, with, first, ...) MOYA_EACH_21(row, with, __VA_ARGS__)
#define MOYA_BEHIND_23(row, with, first, ...) MOYA_EACH_22(row, with, __VA_ARGS__)
#define MOYA_BEHIND_24(row, with, first, ...) MOYA_EACH_23(row, with, __VA_ARGS__)
#define MOYA_BEHIND_25(row, with, first, ...) MOYA_EACH_24(row, with, __VA_ARGS__)
#define MOYA_BEHIND_26(row, with, first, ...) MOYA_EACH_25(row, with, __VA_ARGS__)
#define MOYA_BEHIND_27(row, with, first, ...) MOYA_EACH_26(row, with, __VA_ARGS__)
#define MOYA_BEHIND_28(row, with, first, ...) MOYA_EACH_27(row, with, __VA_ARGS__)
#define MOYA_BEHIND_29(row, with, first, ...) MOYA_EACH_28(row, with, __VA_ARGS__)
#define MOYA_BEHIND_30(row, with, first, ...) MOYA_EACH_29(row, with, __VA_ARGS__)
#define MOYA_BEHIND_31(row, with, first, ...) MOYA_EACH_30(row, with, __VA_ARGS__)
#define MOYA_BEHIND_32(row, with, first, ...) MOYA_EACH_31(row, with, __VA_ARGS__)
#define MOYA_BEHIND_33(row, with, first, ...) MOYA_EACH_32(row, with, __VA_ARGS__)
#define MOYA_BEHIND_34(row, with, first, ...) MOYA_EACH_33(row, with, __VA_ARGS__)
#define MOYA_BEHIND_35(row, with, first, ...) MOYA_EACH_34(row, with, __VA_ARGS__)
#define MOYA_BEHIND_36(row, with, first, ...) MOYA_EACH_35(row, with, __VA_ARGS__)
#define MOYA_BEHIND_37(row, with, first, ...) MOYA_EACH_36(row, with, __VA_ARGS__)
#define MOYA_BEHIND_38(row, with, first, ...) MOYA_EACH_37(row, with, __VA_ARGS__)
#define MOYA_BEHIND_39(row, with, first, ...) MOYA_EACH_38(row, with, __VA_ARGS__)
#define MOYA_BEHIND_40(row, with, first, ...) MOYA_EACH_39(row, with, __VA_ARGS__)
#define MOYA_BEHIND_41(row, with, first, ...) MOYA_EACH_40(row, with, __VA_ARGS__)
#define MOYA_BEHIND_42(row, with, first, ...) MOYA_EACH_41(row, with, __VA_ARGS__)
#define MOYA_BEHIND_43(row, with, first, ...) MOYA_EACH_42(row, with, __VA_ARGS__)
#define MOYA_BEHIND_44(row, with, first, ...) MOYA_EACH_43(row, with, __VA_ARGS__)
#define MOYA_BEHIND_45(row, with, first, ...) MOYA_EACH_44(row, with, __VA_ARGS__)
#define MOYA_BEHIND_46(row, with, first, ...) MOYA_EACH_45(row, with, __VA_ARGS__)
#define MOYA_BEHIND_47(row, with, first, ...) MOYA_EACH_46(row, with, __VA_ARGS__)
#define MOYA_BEHIND_48(row, with, first, ...) MOYA_EACH_47(row, with, __VA_ARGS__)
#define MOYA_BEHIND_49(row, with, first, ...) MOYA_EACH_48(row, with, __VA_ARGS__)
#define MOYA_BEHIND_50(row, with, first, ...) MOYA_EACH_49(row, with, __VA_ARGS__)
#define MOYA_BEHIND_51(row, with, first, ...) MOYA_EACH_50(row, with, __VA_ARGS__)
#define MOYA_BEHIND_52(row, with, first, ...) MOYA_EACH_51(row, with, __VA_ARGS__)
#define MOYA_BEHIND_53(row, with, first, ...) MOYA_EACH_52(row, with, __VA_ARGS__)
#define MOYA_BEHIND_54(row, with, first, ...) MOYA_EACH_53(row, with, __VA_ARGS__)
#define MOYA_BEHIND_55(row, with, first, ...) MOYA_EACH_54(row, with, __VA_ARGS__)
#define MOYA_BEHIND_56(row, with, first, ...) MOYA_EACH_55(row, with, __VA_ARGS__)
#define MOYA_BEHIND_57(row, with, first, ...) MOYA_EACH_56(row, with, __VA_ARGS__)
#define MOYA_BEHIND_58(row, with, first, ...) MOYA_EACH_57(row, with, __VA_ARGS__)
#define MOYA_BEHIND_59(row, with, first, ...) MOYA_EACH_58(row, with, __VA_ARGS__)
#define MOYA_BEHIND_60(row, with, first, ...) MOYA_EACH_59(row, with, __VA_ARGS__)
#define MOYA_BEHIND_61(row, with, first, ...) MOYA_EACH_60(row, with, __VA_ARGS__)
#define MOYA_BEHIND_62(row, with, first, ...) MOYA_EACH_61(row, with, __VA_ARGS__)
#define MOYA_BEHIND_63(row, with, first, ...) MOYA_EACH_62(row, with, __VA_ARGS__)
#define MOYA_BEHIND_64(row, with, first, ...) MOYA_EACH_63(row, with, __VA_ARGS__)

#endif
