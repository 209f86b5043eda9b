/* Reads the dynamic symbols of a shared object (elf(5)). */
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct elf_file elf_file;

/* Reads an ELF file for this machine. Returns NULL if the file cannot be read or has no dynamic symbols. */
elf_file *elf_open(const char *path);
void elf_close(elf_file *it);

typedef struct elf_symbol {
  const char *name;
  bool defined, exported, weak;
} elf_symbol;

/* Returns false after the last symbol. */
bool elf_symbol_at(const elf_file *it, size_t index, elf_symbol *symbol);
/* Returns the name of a library that the file needs, or NULL after the last one. */
const char *elf_needed_at(const elf_file *it, size_t index);

#endif
