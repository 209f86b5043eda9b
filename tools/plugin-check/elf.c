#include "elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct elf_file {
  const char *bytes;
  size_t size;
  const ElfW(Sym) *symbols;
  size_t symbol_count;
  const char *names;
  size_t names_size;
  const ElfW(Dyn) *dynamic;
  size_t dynamic_count;
};

static bool fits(const elf_file *it, size_t at, size_t len) { return at <= it->size && len <= it->size - at; }

static void read_section(elf_file *it, const ElfW(Shdr) *all, size_t count, const ElfW(Shdr) *section) {
  if (!fits(it, section->sh_offset, section->sh_size)) return;
  const char *at = it->bytes + section->sh_offset;
  if (section->sh_type == SHT_DYNAMIC) {
    it->dynamic = (const void *)at;
    it->dynamic_count = section->sh_size / sizeof *it->dynamic;
  }
  if (section->sh_type != SHT_DYNSYM || section->sh_link >= count) return;
  const ElfW(Shdr) *names = &all[section->sh_link];
  if (!fits(it, names->sh_offset, names->sh_size) || names->sh_size == 0) return;
  it->symbols = (const void *)at;
  it->symbol_count = section->sh_size / sizeof *it->symbols;
  it->names = it->bytes + names->sh_offset;
  it->names_size = names->sh_size;
}

elf_file *elf_open(const char *path) {
  struct stat about;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  elf_file *it = calloc(1, sizeof *it);
  if (!it || file < 0 || fstat(file, &about) || about.st_size < (off_t)sizeof(ElfW(Ehdr))) goto failed;
  it->size = (size_t)about.st_size;
  void *bytes = mmap(NULL, it->size, PROT_READ, MAP_PRIVATE, file, 0);
  if (bytes == MAP_FAILED) goto failed;
  it->bytes = bytes;
  const ElfW(Ehdr) *head = bytes;
  if (memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 && head->e_shentsize == sizeof(ElfW(Shdr)) &&
      fits(it, head->e_shoff, head->e_shnum * sizeof(ElfW(Shdr)))) {
    const ElfW(Shdr) *all = (const void *)(it->bytes + head->e_shoff);
    for (size_t index = 0; index < head->e_shnum; index++) read_section(it, all, head->e_shnum, &all[index]);
  }
  close(file);
  if (it->names) return it;
  elf_close(it);
  return NULL;
failed:
  if (file >= 0) close(file);
  free(it);
  return NULL;
}

void elf_close(elf_file *it) {
  munmap((void *)(uintptr_t)it->bytes, it->size);
  free(it);
}

static const char *name_at(const elf_file *it, size_t offset) {
  if (offset >= it->names_size || !memchr(it->names + offset, 0, it->names_size - offset)) return "";
  return it->names + offset;
}

bool elf_symbol_at(const elf_file *it, size_t index, elf_symbol *symbol) {
  if (index >= it->symbol_count) return false;
  const ElfW(Sym) *at = &it->symbols[index];
  unsigned binding = ELF64_ST_BIND(at->st_info), seen = ELF64_ST_VISIBILITY(at->st_other);
  *symbol = (elf_symbol){
      .name = name_at(it, at->st_name),
      .defined = at->st_shndx != SHN_UNDEF,
      .weak = binding == STB_WEAK || binding == STB_GNU_UNIQUE,
      .exported = at->st_shndx != SHN_UNDEF && binding != STB_LOCAL && (seen == STV_DEFAULT || seen == STV_PROTECTED),
  };
  return true;
}

const char *elf_needed_at(const elf_file *it, size_t index) {
  for (size_t at = 0; at < it->dynamic_count && it->dynamic[at].d_tag != DT_NULL; at++) {
    if (it->dynamic[at].d_tag == DT_NEEDED && index-- == 0) return name_at(it, it->dynamic[at].d_un.d_val);
  }
  return NULL;
}
