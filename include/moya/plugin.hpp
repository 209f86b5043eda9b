/* With this header you write plugins in C++11 and later. A plugin is a class, and its member
 * functions are the hooks.
 *
 *     struct client {
 *       static void describe(moya_plugin &it) {
 *         it.id = "org.example.client";
 *         it.version = "1.0.0";
 *       }
 *       explicit client(moya::plugin::context &) {}
 *       moya_status prepare(moya::plugin::context &context) {
 *         return context.request_set_header("X-Client", "C++");
 *       }
 *     };
 *     MOYA_PLUGINS(client)
 *
 *   Class      `describe` sets texts, options (plugin/option.hpp) and flags in the plugin's table,
 *              a moya_plugin. The constructor is `create`, and the destructor `destroy`. Public
 *              member functions with these names are hooks: close, prepare, sign, will_send,
 *              did_receive, should_retry and process get a context &, and release_slot gets a void
 *              pointer. body_head, body_chunk and body_end are the hooks of plugin/body.h. If the
 *              class has no function for a hook, the hook is NULL.
 *   Exceptions If a hook or the constructor throws, it fails with the text of the exception. A
 *              moya::plugin::error also gives the status; for any other exception, the status is
 *              MOYA_ERROR_PLUGIN_HOOK. If a task or a hook without a status throws, the text goes
 *              to the log. So does the exception of a hook that has already resumed its context. */
#ifndef MOYA_PLUGIN_HPP
#define MOYA_PLUGIN_HPP

#include "plugin/body.h"
#include "plugin/exception.hpp"
#include "plugin/option.hpp"
#include <cstring>
namespace moya {
namespace plugin {
/* These symbols are hidden, so that each module has its own tables. Otherwise two modules with
 * classes of the same name would share the tables of one of them. */
#pragma GCC visibility push(hidden)
namespace detail {
template <class Class>
struct box { /* an instance */
  const moya_host *host;
  moya_context *self; /* the context of the instance */
  Class it;
  explicit box(context &given) : host(given.host), self(given.handle), it(given) {}
};
inline context argument_of(const moya_host *host, moya_context *it) { return context{host, it}; }
inline void *argument_of(const moya_host *, void *slot) { return slot; }
inline moya_context *own(moya_context *it) { return it; }
inline moya_context *own(void *) { return nullptr; }

/* Sets a hook of a table if the class has a member `name`. To find this out, `both` inherits from
 * the class and from `other`, which has a member `name`. If the class has this member too,
 * both<Class>::name is ambiguous. The compiler then discards the first function `has`, and chooses
 * the second. */
#define MOYA_PLUGIN_HOOK(table, result, hook, name)                                          \
  struct name##_hook {                                                                       \
    struct other { void name(); };                                                           \
    template <class Class> struct both : Class, other {};                                    \
    template <class Class> static std::false_type has(decltype(&both<Class>::name) *);       \
    template <class Class> static std::true_type has(...);                                   \
    template <class Class, class First, class... Rest>                                       \
    static result run(void *instance, First *first, Rest... rest) {                          \
      box<Class> &at = *static_cast<box<Class> *>(instance);                                 \
      auto it = argument_of(at.host, first);                                                 \
      return guarded<result>(context{at.host, own(first)}, own(first), at.self,              \
                             [&]() -> result { return at.it.name(it, rest...); });           \
    }                                                                                        \
    template <class Class> static void set(table &it, std::true_type) { it.hook = run<Class>; } \
    template <class Class> static void set(table &, std::false_type) {}                      \
  };
MOYA_PLUGIN_HOOK(moya_plugin, moya_status, close, close)
MOYA_PLUGIN_HOOK(moya_plugin, moya_status, prepare, prepare)
MOYA_PLUGIN_HOOK(moya_plugin, moya_status, sign, sign)
MOYA_PLUGIN_HOOK(moya_plugin, void, will_send, will_send)
MOYA_PLUGIN_HOOK(moya_plugin, void, did_receive, did_receive)
MOYA_PLUGIN_HOOK(moya_plugin, int64_t, should_retry, should_retry)
MOYA_PLUGIN_HOOK(moya_plugin, moya_status, process, process)
MOYA_PLUGIN_HOOK(moya_plugin, void, release_slot, release_slot)
MOYA_PLUGIN_HOOK(moya_body_hooks, moya_status, head, body_head)
MOYA_PLUGIN_HOOK(moya_body_hooks, moya_status, chunk, body_chunk)
MOYA_PLUGIN_HOOK(moya_body_hooks, moya_status, end, body_end)
#undef MOYA_PLUGIN_HOOK
#define MOYA_PLUGIN_SET(name) \
  name##_hook::set<Class>(it, decltype(name##_hook::has<Class>(nullptr))())

template <class Class>
moya_status create(const moya_host *host, moya_context *self, void **instance) {
  context it = {host, self};
  return guarded<moya_status>(it, nullptr, self, [&]() -> moya_status {
    *instance = new box<Class>(it);
    return MOYA_OK;
  });
}
template <class Class>
void destroy(void *instance) { delete static_cast<box<Class> *>(instance); }
template <class Class>
moya_body_hooks body() {
  moya_body_hooks it = moya_body_hooks();
  MOYA_PLUGIN_SET(body_head), MOYA_PLUGIN_SET(body_chunk), MOYA_PLUGIN_SET(body_end);
  if (it.head || it.chunk || it.end) it.size = sizeof it;
  return it;
}
template <class Class>
const void *extension(const char *name) {
  static const moya_body_hooks hooks = body<Class>();
  return std::strcmp(name, MOYA_BODY) == 0 ? &hooks : nullptr;
}
template <class Class>
moya_plugin described() {
  moya_plugin it = moya_plugin();
  it.size = sizeof it;
  it.option_size = sizeof(moya_option);
  it.create = create<Class>;
  it.destroy = destroy<Class>;
  if (body<Class>().size > 0) it.get_extension = extension<Class>;
  MOYA_PLUGIN_SET(close), MOYA_PLUGIN_SET(prepare), MOYA_PLUGIN_SET(sign);
  MOYA_PLUGIN_SET(will_send), MOYA_PLUGIN_SET(did_receive), MOYA_PLUGIN_SET(should_retry);
  MOYA_PLUGIN_SET(process), MOYA_PLUGIN_SET(release_slot);
  Class::describe(it);
  return it;
}
#undef MOYA_PLUGIN_SET
} // namespace detail

/* A moya_task_fn that calls a member function: task<meter, &meter::report>. */
template <class Class, void (Class::*run)(context &, void *, moya_status)>
void task(void *instance, moya_context *owner, void *user, moya_status status) {
  detail::box<Class> &at = *static_cast<detail::box<Class> *>(instance);
  context it = {at.host, owner};
  detail::guarded<void>(it, nullptr, at.self, [&] { (at.it.*run)(it, user, status); });
}

/* Returns the moya_plugin that describes a class. */
template <class Class>
const moya_plugin *table() {
  static const moya_plugin it = detail::described<Class>();
  return &it;
}
template <class... Classes>
const moya_module *module(uint32_t host_abi) {
  static const moya_plugin *const plugins[] = {table<Classes>()..., nullptr};
  static const moya_module it = {sizeof it, MOYA_PLUGIN_ABI, plugins};
  return host_abi >= MOYA_PLUGIN_ABI ? &it : nullptr;
}
#pragma GCC visibility pop
} // namespace plugin
} // namespace moya

/* Defines moya_plugin_entry for a module that has these classes: MOYA_PLUGINS(first, second) */
#define MOYA_PLUGINS(...)                                    \
  const moya_module *moya_plugin_entry(uint32_t host_abi) {  \
    return moya::plugin::module<__VA_ARGS__>(host_abi);      \
  }

#endif
