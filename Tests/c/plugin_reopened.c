/* Tests modules that a process opens again and again, and modules whose files change while the process runs. Also tests
 * folders whose names are not UTF-8. */
#include "child.h"
#include "plugin_modules.h"

#include <dirent.h>
#include <sys/syscall.h>

static int open_descriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  while (folder && readdir(folder)) count++;
  if (folder) closedir(folder);
  return count;
}

/* After many refused modules at a path, a good module at the same path must open. For each module that was opened at a
 * path before, the library adds two bytes to the path that it gives to the loader. The loader accepts at most 4096
 * bytes. */
static void refused_often(void) {
  static const struct {
    const char *module;
    moya_status status;
  } rows[] = {
      {"missing_library.so", MOYA_ERROR_PLUGIN_OPEN}, /* the loader refuses it */
      {"no_entry.so", MOYA_ERROR_PLUGIN_ENTRY},       /* refused before it is loaded */
      {"declines.so", MOYA_ERROR_PLUGIN_ABI},         /* refused after it was loaded */
      {"no_id.so", MOYA_ERROR_PLUGIN_TABLE},
  };
  for (size_t index = 0; index < COUNT(rows); index++) {
    read_module(rows[index].module);
    write_bytes(size);
    expect_open(path, 0, rows[index].status, NULL, rows[index].module);
    int before = open_descriptors();
    for (int time = 0; time < often(2100); time++) {
      const moya_module *module = NULL;
      moya_error *error = NULL;
      moya_status status = moya_module_open(path, 0, &module, &error);
      EXPECT(status == rows[index].status, "%s, %d: %s", rows[index].module, time, moya_error_message(error).data);
      moya_error_release(error);
      if (status != rows[index].status) break;
    }
    EXPECT(open_descriptors() == before, "%s: %d instead of %d", rows[index].module, open_descriptors(), before);
    read_module("counts.so");
    write_bytes(size);
    expect_open(path, 0, MOYA_OK, NULL, rows[index].module);
    EXPECT(open_descriptors() == before, "%s: %d instead of %d", rows[index].module, open_descriptors(), before);
  }
}

/* Changes a letter of the id in the file of the module. The file has the same inode as before. */
static void write_over(char letter) {
  static int64_t seconds = 1700000000;
  unsigned char *id = memmem(bytes, size, "org.libmoya.first", 17);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  /* Sets a new modification time. Otherwise the library could not distinguish two writes within one tick of the
   * clock. */
  struct timespec times[2] = {{0, UTIME_OMIT}, {seconds++, 0}};
  EXPECT(id && file >= 0 && pwrite(file, &letter, 1, id - bytes + 12) == 1 && futimens(file, times) == 0);
  close(file);
}

/* Closes all descriptors. It runs in a child, so the descriptors of the parent stay open. */
static void close_all(void) {
  fflush(stdout);
  EXPECT(syscall(SYS_close_range, 3u, ~0u, 0u) == 0);
}
static void written_over(void) {
  read_module("two_plugins.so");
  write_bytes(size);
  EXPECT(strcmp(id_at(path, 0), "org.libmoya.first") == 0, "%s", id_at(path, 0));
  for (char letter = 'a'; letter <= 'e'; letter++) {
    char wanted[] = "org.libmoya.?irst";
    wanted[12] = letter;
    write_over(letter);
    const char *id = id_at(path, 0);
    EXPECT(strcmp(id, wanted) == 0, "%s instead of %s", id, wanted);
    EXPECT(id_at(path, 0) == id, "the same file is the same module");
    close_all();
    EXPECT(id_at(path, 0) == id, "the same file is the same module, also without descriptors");
  }
}
static void overwritten(void) { in_child(written_over); }

/* ── Folders ── */

static void strange_folder(void) {
  static const char *const names[] = {"\xff", "a\xc3", "\xed\xa0\x80", "b\xf5\x80\x80\x80"};
  char strange[512], ordinary[512], in_strange[1024], in_ordinary[1024], link[512];
  char list[4096], text[1024], before[1024];
  snprintf(ordinary, sizeof ordinary, "%s/ordinary", scratch);
  snprintf(in_ordinary, sizeof in_ordinary, "%s/good.so", ordinary);
  snprintf(link, sizeof link, "%s/link", scratch);
  EXPECT(mkdir(ordinary, 0700) == 0 && getcwd(before, sizeof before));
  read_module("counts.so");
  write_bytes(size);
  EXPECT(rename(path, in_ordinary) == 0);
  for (size_t index = 0; index < COUNT(names); index++) {
    snprintf(strange, sizeof strange, "%s/%s", scratch, names[index]);
    snprintf(in_strange, sizeof in_strange, "%s/hidden.so", strange);
    EXPECT(mkdir(strange, 0700) == 0);
    read_module("constructed.so");
    write_bytes(size);
    EXPECT(rename(path, in_strange) == 0);

    /* The folder is part of the path, is the current folder, or is the target of a symbolic link. */
    expect_open(in_strange, MOYA_USE_ANY_FILE, MOYA_ERROR_UTF8, NULL, "a path");
    moya_provider *provider = new_provider(NULL);
    moya_plugin_use use = MOYA_PLUGIN_USE(.path = in_strange);
    expect_use(provider, &use, MOYA_ERROR_UTF8, NULL, "moya_provider_use");
    EXPECT_STATUS(moya_provider_load_plugin(provider, in_strange, NULL, NULL), MOYA_ERROR_UTF8);
    moya_provider_destroy(provider);
    EXPECT(chdir(strange) == 0);
    expect_open("./hidden.so", MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_OPEN, "not UTF-8", "the current folder");
    EXPECT(chdir(before) == 0 && symlink(strange, link) == 0);
    snprintf(text, sizeof text, "%s/hidden.so", link);
    expect_open(text, MOYA_USE_ANY_FILE, MOYA_ERROR_PLUGIN_OPEN, "not UTF-8", "a symbolic link");
    remove(link);

    /* The folder comes before or after another folder in MOYA_PLUGIN_PATH. */
    for (int order = 0; order < 2; order++) {
      snprintf(list, sizeof list, "%s:%s", order ? ordinary : strange, order ? strange : ordinary);
      setenv("MOYA_PLUGIN_PATH", list, 1);
      EXPECT(strcmp(id_at("good", 0), "org.libmoya.counts") == 0, "%s", list);
      expect_open("hidden", 0, MOYA_ERROR_PLUGIN_OPEN, ordinary, "a name in that folder");
      expect_open("missing", 0, MOYA_ERROR_PLUGIN_OPEN, ordinary, "a name that is nowhere");
    }
    unsetenv("MOYA_PLUGIN_PATH");
    EXPECT(access(mark, F_OK) != 0, "the module was opened");
    remove(in_strange);
    rmdir(strange);
  }
  remove(in_ordinary);
  rmdir(ordinary);
}

/* MOYA_PLUGIN_PATH names a folder that is not UTF-8. The library must not search a folder whose name has U+FFFD instead
 * of the invalid byte. */
static void other_folder(void) {
  char folder[512], file[1024], list[1024];
  snprintf(folder, sizeof folder, "%s/\xef\xbf\xbd", scratch);
  snprintf(file, sizeof file, "%s/hidden.so", folder);
  snprintf(list, sizeof list, "%s/\xff", scratch);
  EXPECT(mkdir(folder, 0700) == 0);
  read_module("constructed.so");
  write_bytes(size);
  EXPECT(rename(path, file) == 0);
  setenv("MOYA_PLUGIN_PATH", list, 1);
  expect_open("hidden", 0, MOYA_ERROR_PLUGIN_OPEN, NULL, "a name in another folder");
  EXPECT(access(mark, F_OK) != 0, "the module was opened");
  unsetenv("MOYA_PLUGIN_PATH");
  remove(mark);
  remove(file);
  rmdir(folder);
}

int main(void) {
  if (!make_scratch()) return 2;
  TEST("a module that was refused 2,100 times leaves nothing behind, and its path is as good as new", refused_often);
  TEST("a module that was written over is the newest one, also after the program has closed all descriptors",
       overwritten);
  TEST("a folder of MOYA_PLUGIN_PATH that is not UTF-8 is not taken for another one", other_folder);
  TEST("a folder whose name is not UTF-8 holds no modules, and does not hide those of other folders", strange_folder);
  remove_scratch();
  return verdict();
}
