#pragma once
#include <ffi.h>
#include <stdint.h>

/* libffi's types are variables, and Swift would treat them as shared state that anyone may change. So these
   functions return them. */
static inline ffi_type *moya_ffi_int8(void) { return &ffi_type_sint8; }
static inline ffi_type *moya_ffi_int16(void) { return &ffi_type_sint16; }
static inline ffi_type *moya_ffi_int32(void) { return &ffi_type_sint32; }
static inline ffi_type *moya_ffi_int64(void) { return &ffi_type_sint64; }
static inline ffi_type *moya_ffi_uint8(void) { return &ffi_type_uint8; }
static inline ffi_type *moya_ffi_uint16(void) { return &ffi_type_uint16; }
static inline ffi_type *moya_ffi_uint32(void) { return &ffi_type_uint32; }
static inline ffi_type *moya_ffi_uint64(void) { return &ffi_type_uint64; }
static inline ffi_type *moya_ffi_float(void) { return &ffi_type_float; }
static inline ffi_type *moya_ffi_double(void) { return &ffi_type_double; }
static inline ffi_type *moya_ffi_pointer(void) { return &ffi_type_pointer; }
static inline ffi_type *moya_ffi_void(void) { return &ffi_type_void; }

static inline ffi_type *moya_ffi_size(void) { return sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32; }

/* Makes `type` a struct of these members, and writes the offset of each member to `offsets`. `members` must end with
   NULL and must exist as long as `type`. */
static inline int moya_ffi_place(ffi_type *type, ffi_type **members, long *offsets) {
  type->size = 0;
  type->alignment = 0;
  type->type = FFI_TYPE_STRUCT;
  type->elements = members;
  return ffi_get_struct_offsets(FFI_DEFAULT_ABI, type, (size_t *)offsets) == FFI_OK;
}

static inline int moya_ffi_prepare(ffi_cif *cif, ffi_type *result, ffi_type **arguments, unsigned count) {
  return ffi_prep_cif(cif, FFI_DEFAULT_ABI, count, result, arguments) == FFI_OK;
}

typedef void (*moya_ffi_run)(ffi_cif *cif, void *result, void **arguments, void *user);

static inline void *moya_ffi_closure(void **code) { return ffi_closure_alloc(sizeof(ffi_closure), code); }
static inline int moya_ffi_bind(void *closure, ffi_cif *cif, moya_ffi_run run, void *user, void *code) {
  return ffi_prep_closure_loc((ffi_closure *)closure, cif, run, user, code) == FFI_OK;
}
static inline void moya_ffi_call(ffi_cif *cif, void (*function)(void), void **arguments) {
  ffi_call(cif, function, 0, arguments);
}
