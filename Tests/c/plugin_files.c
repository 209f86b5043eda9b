/* Tests files that are not valid modules. The library must refuse them before the loader opens them. */
#include "plugin_modules.h"

#include <elf.h>
#include <link.h>

static void truncated(void) {
  read_module("counts.so");
  const size_t sizes[] = {0, 4, 17, 63, 64, 100, 500, 1000, 4000, 8000, size / 2, size - 1};
  for (size_t index = 0; index < COUNT(sizes); index++) {
    if (sizes[index] >= size) continue;
    char what[64], text[80];
    snprintf(what, sizeof what, "%zu bytes", sizes[index]);
    snprintf(text, sizeof text, "is truncated: it has %zu of %zu bytes", sizes[index], size);
    write_bytes(sizes[index]);
    bool is_headed = sizes[index] >= sizeof(Elf64_Ehdr);
    expect_open(path, 0, MOYA_ERROR_PLUGIN_FORMAT, is_headed ? text : "not an ELF file", what);
    expect_open(path, MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_FORMAT, NULL, what);
  }
}

/* Functions that change the bytes of a module. Each returns whether the module has the part that it changes. */
static Elf64_Ehdr *header(void) { return (Elf64_Ehdr *)(void *)bytes; }
static Elf64_Phdr *segment(uint32_t type) {
  Elf64_Phdr *list = (Elf64_Phdr *)(void *)(bytes + header()->e_phoff);
  for (int index = 0; index < header()->e_phnum; index++) {
    if (list[index].p_type == type) return &list[index];
  }
  return NULL;
}
static Elf64_Dyn *entry(int64_t tag) {
  Elf64_Phdr *dynamic = segment(PT_DYNAMIC);
  Elf64_Dyn *list = (Elf64_Dyn *)(void *)(bytes + dynamic->p_offset);
  size_t count = dynamic->p_filesz / sizeof *list;
  for (size_t index = 0; index < count; index++) {
    if (list[index].d_tag == tag) return &list[index];
  }
  return NULL;
}
static bool set_entry(int64_t tag, uint64_t value) {
  Elf64_Dyn *it = entry(tag);
  if (it) it->d_un.d_val = value;
  return it != NULL;
}
static bool other_machine(void) { return (header()->e_machine = EM_RISCV) != 0; }
static bool other_class(void) { return (header()->e_ident[EI_CLASS] = ELFCLASS32) != 0; }
static bool other_order(void) { return (header()->e_ident[EI_DATA] = ELFDATA2MSB) != 0; }
static bool executable(void) { return (header()->e_type = ET_EXEC) != 0; }
static bool core(void) { return (header()->e_type = ET_CORE) != 0; }
static bool program(void) {
  /* Changes the entry DT_FLAGS_1 or, if there is none, the first unused entry at the end of the section. */
  Elf64_Dyn *it = entry(DT_FLAGS_1);
  if (!it) it = entry(DT_NULL);
  Elf64_Phdr *dynamic = segment(PT_DYNAMIC);
  unsigned char *end = bytes + dynamic->p_offset + dynamic->p_filesz;
  if (it->d_tag == DT_NULL && (unsigned char *)(it + 2) > end) return false;
  it->d_tag = DT_FLAGS_1;
  it->d_un.d_val |= 0x08000000; /* DF_1_PIE */
  return true;
}
static bool executable_stack(void) { return (segment(PT_GNU_STACK)->p_flags |= PF_X) != 0; }
static bool no_stack(void) { return (segment(PT_GNU_STACK)->p_type = 0x60000000) != 0; }
/* Replaces a program header that the loader does not need, so that there are two headers of this type. The first or the
 * last of the two also gets `flags`. */
static bool second_header(uint32_t type, bool is_first, uint32_t flags) {
  Elf64_Phdr *own = segment(type), *spare = segment(PT_GNU_EH_FRAME);
  if (!own || !spare) return false;
  Elf64_Phdr good_one = *own, made = *own;
  made.p_flags |= flags;
  bool is_before = spare < own;
  *spare = is_before == is_first ? made : good_one;
  *own = is_before == is_first ? good_one : made;
  return true;
}
static bool first_stack(void) { return second_header(PT_GNU_STACK, true, PF_X); }
static bool last_stack(void) { return second_header(PT_GNU_STACK, false, PF_X); }
static bool same_stacks(void) { return second_header(PT_GNU_STACK, false, 0); }
static bool two_dynamics(void) { return second_header(PT_DYNAMIC, false, 0); }
static bool load_beyond(void) { return (segment(PT_LOAD)->p_offset = 1u << 30) != 0; }
static bool load_overflow(void) { return (segment(PT_LOAD)->p_filesz = UINT64_MAX) != 0; }
static bool dynamic_beyond(void) { return (segment(PT_DYNAMIC)->p_offset = 1u << 30) != 0; }
static bool no_dynamic(void) { return (segment(PT_DYNAMIC)->p_type = 0x60000000) != 0; }
static bool headers_beyond(void) { return (header()->e_phoff = 1u << 30) != 0; }
static bool headers_overflow(void) { return (header()->e_phoff = UINT64_MAX - 8) != 0; }
static bool header_size(void) { return (header()->e_phentsize = 8) != 0; }
static bool no_headers(void) {
  header()->e_phnum = 0;
  return true;
}
static bool symbols_outside(void) { return set_entry(DT_SYMTAB, 1u << 30); }
static bool symbols_overflow(void) { return set_entry(DT_SYMTAB, UINT64_MAX - 8); }
static bool strings_outside(void) { return set_entry(DT_STRTAB, 1u << 30); }
static bool string_size(void) { return set_entry(DT_STRSZ, UINT64_MAX); }
static bool hash_outside(void) { return set_entry(DT_GNU_HASH, 1u << 30) | set_entry(DT_HASH, 1u << 30); }
static bool hash_at_end(void) { return set_entry(DT_GNU_HASH, size - 2) | set_entry(DT_HASH, size - 2); }

static const struct {
  const char *what;
  bool (*change)(void);
  const char *text;
  moya_status status; /* 0: any error, because only a crash is wrong */
} changes[] = {
    {"another machine", other_machine, "is for ", MOYA_ERROR_PLUGIN_FORMAT},
    {"32 bits", other_class, "32 bits", MOYA_ERROR_PLUGIN_FORMAT},
    {"big-endian", other_order, NULL, MOYA_ERROR_PLUGIN_FORMAT},
    {"ET_EXEC", executable, "not a shared object", MOYA_ERROR_PLUGIN_FORMAT},
    {"ET_CORE", core, "not a shared object", MOYA_ERROR_PLUGIN_FORMAT},
    {"a program", program, "is a program", MOYA_ERROR_PLUGIN_FORMAT},
    {"an executable stack", executable_stack, "executable stack", MOYA_ERROR_PLUGIN_FORMAT},
    {"no PT_GNU_STACK", no_stack, "executable stack", MOYA_ERROR_PLUGIN_FORMAT},
    {"two stacks, the first executable", first_stack, "two program headers of one type", MOYA_ERROR_PLUGIN_FORMAT},
    {"two stacks, the last executable", last_stack, "two program headers of one type", MOYA_ERROR_PLUGIN_FORMAT},
    {"two stacks", same_stacks, "two program headers of one type", MOYA_ERROR_PLUGIN_FORMAT},
    {"two dynamic sections", two_dynamics, "two program headers of one type", MOYA_ERROR_PLUGIN_FORMAT},
    {"PT_LOAD beyond the file", load_beyond, "is truncated", MOYA_ERROR_PLUGIN_FORMAT},
    {"PT_LOAD overflows", load_overflow, NULL, MOYA_ERROR_PLUGIN_FORMAT},
    {"PT_DYNAMIC beyond the file", dynamic_beyond, NULL, 0},
    {"no PT_DYNAMIC", no_dynamic, NULL, 0},
    {"program headers beyond the file", headers_beyond, NULL, 0},
    {"program headers overflow", headers_overflow, NULL, 0},
    {"program headers of 8 bytes", header_size, NULL, 0},
    {"no program headers", no_headers, NULL, 0},
    {"symbols outside", symbols_outside, NULL, 0},
    {"symbols overflow", symbols_overflow, NULL, 0},
    {"strings outside", strings_outside, NULL, 0},
    {"too many strings", string_size, NULL, 0},
    {"a hash table outside", hash_outside, NULL, 0},
    {"a hash table at the end", hash_at_end, NULL, 0},
};

static void changed(void) {
  read_module("constructed.so");
  for (size_t index = 0; index < COUNT(changes); index++) {
    memcpy(bytes, good, size);
    bool is_changed = changes[index].change();
    EXPECT(is_changed || changes[index].change == program, "%s", changes[index].what);
    if (!is_changed) continue;
    write_bytes(size);
    moya_status wanted = changes[index].status;
    if (!wanted) {
      const moya_module *module = NULL;
      wanted = moya_module_open(path, 0, &module, NULL);
      EXPECT(wanted == MOYA_ERROR_PLUGIN_FORMAT || wanted == MOYA_ERROR_PLUGIN_ENTRY, "%s: %s", changes[index].what,
             moya_status_name(wanted));
    }
    expect_open(path, 0, wanted, changes[index].text, changes[index].what);
    expect_open(path, MOYA_USE_ANY_FILE, wanted, changes[index].text, changes[index].what);
    EXPECT(access(mark, F_OK) != 0, "%s: the file was opened", changes[index].what);
    remove(mark);
  }
  static const char *const modules[] = {"data_entry.so", "tls_entry.so", "undefined_entry.so"};
  for (size_t index = 0; index < COUNT(modules); index++) {
    expect_open(module_path(modules[index]), MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_ENTRY, NULL, modules[index]);
    EXPECT(access(mark, F_OK) != 0, "%s: the file was opened", modules[index]);
    remove(mark);
  }
  memcpy(bytes, good, size);
  write_bytes(size);
  expect_open(path, 0, MOYA_OK, NULL, "the file without a change");
  EXPECT(access(mark, F_OK) == 0, "the constructor works");
  remove(mark);
}

/* Tests several permissions and owners of a module's file and of its folder. */
static void permissions(void) {
  static const struct {
    const char *what;
    mode_t file, folder;
    int owner, group; /* −1: that of this process */
    moya_status status;
    const char *text;
  } rows[] = {
      {"0600", 0600, 0700, -1, -1, MOYA_OK, NULL},
      {"0755", 0755, 0755, -1, -1, MOYA_OK, NULL},
      {"all may write", 0602, 0700, -1, -1, MOYA_ERROR_PLUGIN_OPEN, "may write"},
      {"a group may write", 0660, 0700, -1, 65534, MOYA_ERROR_PLUGIN_OPEN, "may write"},
      {"a group may read", 0640, 0700, -1, 65534, MOYA_OK, NULL},
      {"another owner", 0600, 0700, 65534, -1, MOYA_ERROR_PLUGIN_OPEN, "belongs to"},
      {"a folder that all may write", 0600, 0777, -1, -1, MOYA_ERROR_PLUGIN_OPEN, "may write"},
      {"a sticky folder that all may write", 0600, 01777, -1, -1, MOYA_OK, NULL},
  };
  char folder[512], file[1024];
  read_module("counts.so");
  snprintf(folder, sizeof folder, "%s/folder", scratch);
  snprintf(file, sizeof file, "%s/module.so", folder);
  EXPECT(mkdir(folder, 0700) == 0);
  for (size_t index = 0; index < COUNT(rows); index++) {
    /* Only root can change the owner of a file. */
    if ((rows[index].owner >= 0 || rows[index].group >= 0) && geteuid() != 0) continue;
    write_bytes(size);
    EXPECT(rename(path, file) == 0 && chown(file, (uid_t)rows[index].owner, (gid_t)rows[index].group) == 0);
    EXPECT(chmod(file, rows[index].file) == 0 && chmod(folder, rows[index].folder) == 0);
    expect_open(file, 0, rows[index].status, rows[index].text, rows[index].what);
    expect_open(file, MOYA_USE_ANY_FILE, MOYA_OK, NULL, rows[index].what);
  }
  chmod(folder, 0700);
  remove(file);
  rmdir(folder);
}

/* Other users cannot change the file. But another user may be able to replace a link on its path, or the folder of this
 * link. */
static void links(void) {
  static const struct {
    const char *what;
    mode_t folder;
    int owner, link; /* the owners of the folder and of the links in it; −1: this process */
    const char *text; /* NULL: the file is opened */
  } rows[] = {
      {"a folder of this user", 0700, -1, -1, NULL},
      {"a folder that all may write", 0777, -1, -1, "is not opened: all users may write FOLDER, a folder on its path"},
      {"a sticky folder that all may write", 01777, -1, -1, NULL},
      {"a folder of another user", 0755, 65534, -1, "is not opened: user 65534 owns FOLDER, a folder on its path"},
      {"a link of another user", 01777, -1, 65534, "is not opened: user 65534 owns FOLDER/"},
      {"a link of another user", 01777, -1, 65534, ", a link on its path"},
  };
  static const char *const paths[] = {"folder/file.so", "folder/home/x.so", "chain.so", "./folder/./file.so"};
  char folder[512], file[600], home[600], chain[600], before[1024];
  snprintf(folder, sizeof folder, "%s/folder", scratch);
  snprintf(file, sizeof file, "%s/file.so", folder);
  snprintf(home, sizeof home, "%s/home", folder);
  snprintf(chain, sizeof chain, "%s/chain.so", scratch);
  read_module("counts.so");
  write_bytes(size);
  EXPECT(getcwd(before, sizeof before) && chdir(scratch) == 0);
  EXPECT(mkdir(folder, 0700) == 0 && symlink("../x.so", file) == 0 && symlink(scratch, home) == 0);
  EXPECT(symlink("folder/file.so", chain) == 0);
  for (size_t row = 0; row < COUNT(rows); row++) {
    /* Only root can change the owner of a file. */
    if ((rows[row].owner >= 0 || rows[row].link >= 0) && geteuid() != 0) continue;
    uid_t link = (uid_t)(rows[row].link < 0 ? (int)geteuid() : rows[row].link);
    EXPECT(lchown(file, link, (gid_t)-1) == 0 && lchown(home, link, (gid_t)-1) == 0);
    uid_t owner = (uid_t)(rows[row].owner < 0 ? (int)geteuid() : rows[row].owner);
    EXPECT(chown(folder, owner, (gid_t)-1) == 0 && chmod(folder, rows[row].folder) == 0);
    char text[1024];
    const char *named = rows[row].text ? strstr(rows[row].text, "FOLDER") : NULL;
    if (named) {
      snprintf(text, sizeof text, "%.*s%s%s", (int)(named - rows[row].text), rows[row].text, folder, named + 6);
    }
    for (size_t index = 0; index < 2 * COUNT(paths); index++) {
      char at[600], what[700];
      bool is_absolute = index % 2 == 1;
      snprintf(at, sizeof at, "%s/%s", is_absolute ? scratch : ".", paths[index / 2]);
      snprintf(what, sizeof what, "%s: %s", rows[row].what, at);
      moya_status wanted = rows[row].text ? MOYA_ERROR_PLUGIN_OPEN : MOYA_OK;
      expect_open(at, 0, wanted, named ? text : rows[row].text, what);
      expect_open(at, MOYA_USE_ANY_FILE, MOYA_OK, NULL, what);
    }
    /* `..` leads to a folder that other users cannot replace. */
    expect_open("folder/../x.so", 0, MOYA_OK, NULL, rows[row].what);
  }
  EXPECT(chdir(before) == 0);
  remove(file);
  remove(home);
  remove(chain);
  rmdir(folder);
}

static void other_things(void) {
  expect_open(scratch, 0, MOYA_ERROR_PLUGIN_OPEN, "not a file", "a folder");
  expect_open("/dev/null", MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_OPEN, "not a file", "a device");
  remove(path);
  EXPECT(mkfifo(path, 0600) == 0);
  expect_open(path, 0, MOYA_ERROR_PLUGIN_OPEN, "not a file", "a FIFO");
  expect_open(module_path("counts.so"), 1u << 31, MOYA_ERROR_ARGUMENT, NULL, "an unknown flag");
  expect_open(module_path("counts.so"), MOYA_USE_DISABLED, MOYA_ERROR_ARGUMENT, NULL, "a flag of moya_provider_use");
  expect_open("./\xff.so", 0, MOYA_ERROR_UTF8, NULL, "a path that is not UTF-8");
  expect_open(NULL, 0, MOYA_ERROR_NULL, NULL, "no path");
  EXPECT_STATUS(moya_module_open(module_path("counts.so"), 0, NULL, NULL), MOYA_ERROR_NULL);
  char other[1024];
  read_module("counts.so");
  write_bytes(size);
  snprintf(other, sizeof other, "%s/link.so", scratch);
  EXPECT(symlink(path, other) == 0);
  expect_open(other, 0, MOYA_OK, NULL, "a symbolic link");
  remove(other);
}

static void results(void) {
  static const struct {
    const char *result, *text;
    moya_status status;
  } rows[] = {
      {"null", "declines", MOYA_ERROR_PLUGIN_ABI},      {"one", NULL, MOYA_ERROR_PLUGIN_TABLE},
      {"unmapped", NULL, MOYA_ERROR_PLUGIN_TABLE},      {"empty", NULL, MOYA_ERROR_PLUGIN_TABLE},
      {"without list", NULL, MOYA_ERROR_PLUGIN_TABLE},  {"stack", NULL, MOYA_ERROR_PLUGIN_TABLE},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    read_module("entry_result.so");
    write_bytes(size);
    setenv("MOYA_TEST_RESULT", rows[index].result, 1);
    expect_open(path, 0, rows[index].status, rows[index].text, rows[index].result);
  }
}

static void replaced(void) {
  read_module("counts.so");
  write_bytes(size);
  const moya_module *module = NULL;
  EXPECT_STATUS(moya_module_open(path, 0, &module, NULL), MOYA_OK);
  if (!module) return;
  const char *old = module->plugins[0]->id;
  EXPECT(strcmp(old, "org.libmoya.counts") == 0 && id_at(path, 0) == old, "the same file is the same module");
  char other[1024];
  snprintf(other, sizeof other, "%s/link.so", scratch);
  EXPECT(symlink(path, other) == 0 && id_at(other, 0) == old);
  remove(other);
  /* write_bytes replaces the file by a new one, as an installer does. */
  read_module("two_plugins.so");
  write_bytes(size);
  EXPECT(strcmp(id_at(path, 0), "org.libmoya.first") == 0 && strcmp(id_at(path, 1), "org.libmoya.second") == 0);
  EXPECT(strcmp(module->plugins[0]->id, "org.libmoya.counts") == 0 && module->plugins[1] == NULL);

  /* Overwrites the file with other bytes of the same length. */
  unsigned char *id = memmem(bytes, size, "org.libmoya.first", 17);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  struct timespec times[2] = {{0, UTIME_OMIT}, {1700000000, 0}};
  EXPECT(id && file >= 0 && pwrite(file, "F", 1, id - bytes + 12) == 1 && futimens(file, times) == 0);
  expect_open(path, 0, MOYA_ERROR_PLUGIN_TABLE, NULL, "an id with a capital letter");
  EXPECT(id && pwrite(file, "l", 1, id - bytes + 12) == 1 && futimens(file, NULL) == 0);
  close(file);
  EXPECT(strcmp(id_at(path, 0), "org.libmoya.lirst") == 0, "%s", id_at(path, 0));
}

static void bare_names(void) {
  char first[512], list[4096], at[1024];
  snprintf(first, sizeof first, "%s/first", scratch);
  snprintf(at, sizeof at, "%s/renamed.so", first);
  EXPECT(mkdir(first, 0700) == 0);
  read_module("counts.so");
  write_bytes(size);
  EXPECT(rename(path, at) == 0);
  snprintf(list, sizeof list, "relative:%s:%s", first, module_path(""));
  setenv("MOYA_PLUGIN_PATH", list, 1);
  EXPECT(strcmp(id_at("renamed", 0), "org.libmoya.counts") == 0);
  EXPECT(strcmp(id_at("renamed.so", 0), "org.libmoya.counts") == 0);
  EXPECT(strcmp(id_at("two_plugins", 0), "org.libmoya.first") == 0);
  expect_open("missing", 0, MOYA_ERROR_PLUGIN_OPEN, first, "a name that is nowhere");
  expect_open("libc.so.6", 0, MOYA_ERROR_PLUGIN_OPEN, first, "a library of the system");

  /* The library searches neither the current folder nor relative folders of MOYA_PLUGIN_PATH. */
  char before[1024];
  EXPECT(getcwd(before, sizeof before) && chdir(scratch) == 0);
  setenv("MOYA_PLUGIN_PATH", "first:.::", 1);
  expect_open("renamed.so", MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_OPEN, NULL, "a relative folder");
  EXPECT(chdir(first) == 0);
  unsetenv("MOYA_PLUGIN_PATH");
  expect_open("renamed.so", MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_OPEN, NULL, "the current folder");
  EXPECT(strcmp(id_at("./renamed.so", 0), "org.libmoya.counts") == 0);
  EXPECT(chdir(before) == 0);
  remove(at);
  rmdir(first);
}

int main(void) {
  if (!make_scratch()) return 2;
  TEST("a file that is cut short is refused, with both sizes", truncated);
  TEST("a file that is no module for this machine is refused before it is opened", changed);
  TEST("a file that others may write is refused, unless the program allows it", permissions);
  TEST("a link is followed, unless another user may replace it", links);
  TEST("what is not a file is refused at once, and a symbolic link is followed", other_things);
  TEST("an entry must give a list of plugins", results);
  TEST("a file that was replaced is another module, and the old tables stay", replaced);
  TEST("a bare name is looked for in absolute folders only", bare_names);
  remove_scratch();
  return verdict();
}
