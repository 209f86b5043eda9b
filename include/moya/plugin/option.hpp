/* Describes the options of a plugin in C++11 and later (plugin.hpp). */
#ifndef MOYA_PLUGIN_OPTION_HPP
#define MOYA_PLUGIN_OPTION_HPP

#include "../plugin.h"

namespace moya {
namespace plugin {

/* Makes a moya_option. The first function names the option and its kind. The other functions set
 * the members of moya_option with the same names. The compiler computes the table, so no code runs
 * when the module is loaded.
 *
 *     static constexpr moya_option options[] = {
 *         option::secret("token").about("The token.").required(),
 *         option::integer("limit").about("How many retries.").preset("2").range(0, 10),
 *         option::end(),
 *     };
 */
struct option {
  moya_option it;
  constexpr operator moya_option() const { return it; }

  static constexpr option flag(const char *name) { return of(name, MOYA_OPTION_FLAG); }
  static constexpr option integer(const char *name) { return of(name, MOYA_OPTION_INT); }
  static constexpr option number(const char *name) { return of(name, MOYA_OPTION_NUMBER); }
  static constexpr option text(const char *name) { return of(name, MOYA_OPTION_TEXT); }
  static constexpr option secret(const char *name) { return of(name, MOYA_OPTION_SECRET); }
  static constexpr option texts(const char *name) { return of(name, MOYA_OPTION_TEXTS); }
  static constexpr option json(const char *name) { return of(name, MOYA_OPTION_JSON); }
  /* Ends a table of options. */
  static constexpr option end() { return of(nullptr, 0); }

  constexpr option about(const char *sentence) const {
    return {{it.name, sentence, it.kind, it.required, it.preset, it.choices, it.least, it.most}};
  }
  constexpr option required() const {
    return {{it.name, it.about, it.kind, 1, it.preset, it.choices, it.least, it.most}};
  }
  /* Sets the value of an option that the config omits. `value` is JSON: "\"Bearer\"" for a text. */
  constexpr option preset(const char *value) const {
    return {{it.name, it.about, it.kind, it.required, value, it.choices, it.least, it.most}};
  }
  /* Sets the texts that are allowed, for an option that is a text: "text|json|curl". */
  constexpr option choices(const char *values) const {
    return {{it.name, it.about, it.kind, it.required, it.preset, values, it.least, it.most}};
  }
  /* Sets the smallest and the largest value of an option that is an integer. */
  constexpr option range(int64_t least, int64_t most) const {
    return {{it.name, it.about, it.kind, it.required, it.preset, it.choices, least, most}};
  }

 private:
  static constexpr option of(const char *name, uint32_t kind) {
    return {{name, nullptr, kind, 0, nullptr, nullptr, 0, 0}};
  }
};

} // namespace plugin
} // namespace moya

#endif
