// Tests exceptions of a program that contains libgcc's unwinder, and Sources/CLinux/linked/glibc.c instead of glibc's
// _dl_find_object. The exceptions are thrown and caught in the program, and in a library that is loaded late. The
// library is built from this file with -DLATE.
#include <cmath>
#include <cstdio>
#include <dlfcn.h>
#include <stdexcept>

#ifdef LATE
extern "C" int caught_late(int value) {
  try {
    if (value > 1) throw std::runtime_error("late");
  } catch (const std::runtime_error &) { return value; }
  return 0;
}
#else
static int caught(int value) {
  try {
    if (value > 1) throw value;
  } catch (int thrown) { return thrown; }
  return 0;
}

int main(int count, char **arguments) {
  void *late = dlopen(count == 2 ? arguments[1] : "", RTLD_NOW);
  auto caught_late = late ? (int (*)(int))dlsym(late, "caught_late") : nullptr;
  float side = (float)count + 1;
  std::printf("%d %d %g\n", caught(5), caught_late ? caught_late(7) : 0, (double)hypotf(side, 4));
  return 0;
}
#endif
