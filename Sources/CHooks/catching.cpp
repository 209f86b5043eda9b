#include "hooks.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>

namespace {

// Stands for the text of an exception if the exception has none, or if there is no memory for a copy.
char no_text[] = "";

char *copy(const char *text) {
  char *made = strdup(text);
  return made ? made : no_text;
}

// Runs `call` and catches exceptions. pthread_exit throws `__forced_unwind`. It must be thrown again, because glibc
// ends the process otherwise.
template <class Result, class Call>
Result catching(Call call, char **thrown) {
  try {
    return call();
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (const std::exception &error) {
    const char *what = error.what();
    *thrown = what ? copy(what) : no_text;
  } catch (...) {
    *thrown = no_text;
  }
  return Result();
}

}  // namespace

int32_t moya_hook_status(int32_t (*hook)(void *, moya_context *), void *instance, moya_context *context,
                         char **thrown) {
  return catching<int32_t>([=] { return hook(instance, context); }, thrown);
}

int32_t moya_hook_chunk(int32_t (*hook)(void *, moya_context *, const void *, size_t), void *instance,
                        moya_context *context, const void *data, size_t len, char **thrown) {
  return catching<int32_t>([=] { return hook(instance, context, data, len); }, thrown);
}

int64_t moya_hook_delay(int64_t (*hook)(void *, moya_context *), void *instance, moya_context *context, char **thrown) {
  return catching<int64_t>([=] { return hook(instance, context); }, thrown);
}

void moya_hook_notice(void (*hook)(void *, moya_context *), void *instance, moya_context *context, char **thrown) {
  catching<void>([=] { hook(instance, context); }, thrown);
}

void moya_hook_release(void (*hook)(void *, void *), void *instance, void *slot, char **thrown) {
  catching<void>([=] { hook(instance, slot); }, thrown);
}

void moya_hook_destroy(void (*hook)(void *), void *instance, char **thrown) {
  catching<void>([=] { hook(instance); }, thrown);
}

void moya_hook_task(void (*hook)(void *, moya_context *, void *, int32_t), void *instance, moya_context *context,
                    void *user, int32_t status, char **thrown) {
  catching<void>([=] { hook(instance, context, user, status); }, thrown);
}

int32_t moya_hook_create(const void *hook, const void *host, moya_context *self, void **instance, char **thrown) {
  auto create = reinterpret_cast<int32_t (*)(const void *, moya_context *, void **)>(const_cast<void *>(hook));
  return catching<int32_t>([=] { return create(host, self, instance); }, thrown);
}

const void *moya_hook_entry(const void *hook, uint32_t abi, char **thrown) {
  auto entry = reinterpret_cast<const void *(*)(uint32_t)>(const_cast<void *>(hook));
  return catching<const void *>([=] { return entry(abi); }, thrown);
}

const void *moya_hook_extension(const void *(*hook)(const char *), const char *name, char **thrown) {
  return catching<const void *>([=] { return hook(name); }, thrown);
}

void moya_hook_free(char *thrown) {
  if (thrown != no_text) free(thrown);
}

const char *moya_object_of_library(void) {
  Dl_info info;
  return dladdr(reinterpret_cast<void *>(&moya_object_of_library), &info) ? info.dli_fname : nullptr;
}

bool moya_is_in_object(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0;
}
