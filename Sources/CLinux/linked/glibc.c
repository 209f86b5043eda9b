// Two functions that the portable library uses as they are in glibc 2.34 (script/link). The library is linked on a
// machine with a newer glibc, and without this file it would need glibc 2.35.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The Swift runtime's math functions call hypotf. glibc 2.35 has a new version of hypotf. The linker replaces these
// calls by calls of __wrap_hypotf (--wrap), which calls the old version.
#ifdef __x86_64__
__asm__(".symver old_hypotf, hypotf@GLIBC_2.2.5");
#else
__asm__(".symver old_hypotf, hypotf@GLIBC_2.17");
#endif
float old_hypotf(float x, float y);
float __wrap_hypotf(float x, float y);
float __wrap_hypotf(float x, float y) { return old_hypotf(x, y); }

// libgcc's unwinder calls _dl_find_object to find the unwind tables of a loaded object. glibc has this function only
// since version 2.35, so it is defined here. The definition is not exported. The unwinder reads only `dlfo_eh_frame`.
struct search {
  uintptr_t address;
  struct dl_find_object *found;
};

// If the loaded object contains the address and has unwind tables, fills `found` and returns 1.
static int look_at(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  const ElfW(Phdr) *tables = NULL;
  bool has_address = false;
  uintptr_t lowest = UINTPTR_MAX, highest = 0;
  for (ElfW(Half) index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) tables = part;
    if (part->p_type != PT_LOAD) continue;
    if (search->address - start < part->p_memsz) has_address = true;
    if (start < lowest) lowest = start;
    if (start + part->p_memsz > highest) highest = start + part->p_memsz;
  }
  if (!has_address || !tables) return 0;
  *search->found = (struct dl_find_object){
    .dlfo_map_start = (void *)lowest,
    .dlfo_map_end = (void *)highest,
    .dlfo_eh_frame = (void *)(object->dlpi_addr + tables->p_vaddr),
  };
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look_at, &search) == 1 ? 0 : -1;
}
