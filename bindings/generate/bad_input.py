"""Writes a C file that calls every exported function with good and bad arguments. The list of functions comes from the
headers, so the file calls a new function without a change here. Tests/bad_input/bad_input.h has the helpers of the
file. The programs Tests/bad_input/one_by_one.c and Tests/fuzz/calls.c include the file.

Every argument and every field of a struct is one choice: `choose(n)` returns 0 for the good value, and another number
for a bad one. The program decides who chooses: a table that goes through the choices one at a time, a random generator,
or libFuzzer.
"""

import re
from typing import Iterator, List, Optional

from .headers import Callback, Field, Function, Headers, Parameter, Struct

#: The good value of a field, by struct and field, if it is not the first value of the field's type.
GOOD = {
    "moya_target.base_url": '"http://127.0.0.1:1"',
    "moya_target.sample": "good_struct_moya_sample()",
    "moya_target.stub": "MOYA_STUB_IMMEDIATE",
    "moya_provider_options.cookies": "good_struct_moya_cookie_options()",
    "moya_cookie_options.cookies": "MOYA_KEEP_MEMORY",
    "moya_cookie_options.cookie_file": "NULL",
    "moya_cookie_options.hsts": "MOYA_KEEP_MEMORY",
    "moya_cookie_options.hsts_file": "NULL",
    "moya_cookie_options.public_suffixes": "NULL",
    "moya_cookie.path": '"/"',
    "moya_handlers.end": "called_moya_callback_fn",
    "moya_plugin_use.plugin": "good_struct_moya_plugin()",
    "moya_sample.body": '"{\\"ok\\": true}"',
    "moya_sample.body_len": "12",
    # A moya_type says how large the caller's struct is. The library cannot check this size and would write outside the
    # struct. So a moya_type always has correct fields.
    "moya_type.name": '"x"',
    "moya_type.fields": "good_struct_moya_type_field()",
    "moya_type.field_count": "1",
    "moya_type.struct_size": "32",
    "moya_type_field.kind": "MOYA_KIND_I64",
    "moya_decoder_options.type": "good_struct_moya_type()",
    "moya_decoder_options.value": "called_moya_decoded_fn",
    "moya_type_names.names": "texts()",
    "moya_type_names.count": "2",
    "moya_argument.kind": "MOYA_KIND_I64",
}
#: Structs that the library fills and a function reads later. Their values stay correct.
FILLED = ("moya_stub_request",)
#: Functions that make a handle useless for other functions, or that need an unused handle. Each gets its own handle.
ALONE = r"_(release|destroy|free|close|add_plugin|load_plugin|provider_use)$"
#: Functions for a provider whose loop the program runs.
HOST = r"moya_provider_(process|fd)$"
#: Handles that a function both reads and writes. Its first call gets NULL, and sets the handle. Later calls get this
#: handle.
IN_AND_OUT = ("moya_blocking_call",)
#: Good texts of parameters, by name. Any other parameter gets "x".
TEXTS = {"key_path": '"ok"', "config": '"{}"', "name": '"moya_target"', "url": '"http://127.0.0.1:1"'}
#: Numbers whose name says what they mean. The first number of a row is the good one.
NUMBERS = (
    (r"http_status$", ("200", "0", "99", "600", "-1", "INT32_MIN", "INT32_MAX")),
    # No wait is long or endless, because every function must return.
    (r"timeout_ms$", ("0", "1", "-2", "INT32_MIN")),
    (r"_ms$", ("0", "1", "2")),
    # The good struct_size of a type is in GOOD.
    (r"struct_size$", ("32", "0", "1", "8", "31")),
    (r"^(member_size|offset|count_offset|has_offset)$", ("0", "8", "24", "25", "32", "UINT32_MAX")),
    (r"^kind$", ("0", "1", "2", "3", "4", "5", "6", "7", "-1", "INT32_MAX")),
    (r"row_size$", ("sizeof(moya_completion)", "0", "63", "65", "72", "4096", "8192", "SIZE_MAX")),
    (r"stride$", ("0", "8", "7", "16", "24", "4096", "UINT32_MAX")),
    (r"capacity$", ("1", "0", "2", "SIZE_MAX")),
    (r"len$", ("12", "0", "1", "SIZE_MAX", "SIZE_MAX / 2 + 1")),
    (r"count$", ("1", "0", "2", "SIZE_MAX", "SIZE_MAX / 2 + 1")),
)
TYPES = {
    "int32_t": ("0", "1", "2", "3", "99", "-1", "INT32_MIN", "INT32_MAX"),
    "int": ("0", "1", "-1", "INT32_MIN", "INT32_MAX"),
    "uint32_t": ("0", "1", "2", "7", "0x80000000u", "UINT32_MAX"),
    "int64_t": ("0", "1", "-1", "INT64_MIN", "INT64_MAX"),
    "uint64_t": ("0", "1", "UINT64_MAX"),
    "size_t": ("0", "1", "SIZE_MAX"),
    "double": ("0", "1e308", "-1.5", "0.0 / 0.0", "1.0 / 0.0"),
    "bool": ("false", "true"),
    "_Bool": ("false", "true"),
}


#: How to make the handles that random arguments would never make.
MAKERS = {
    "moya_api": """  static const char text[] =
      "{\\"moya\\": 1, \\"name\\": \\"x\\", \\"base_url\\": \\"http://127.0.0.1:1\\", \\"types\\": {\\"x\\": {\\"fields\\": {\\"x\\": \\"i64\\"}}},"
      "\\"endpoints\\": {\\"x\\": {\\"path\\": \\"/\\", \\"stub\\": \\"immediate\\", \\"sample\\": {}, \\"result\\": \\"x\\","
      "\\"parameters\\": [{\\"name\\": \\"x\\", \\"in\\": \\"query\\", \\"type\\": \\"[i64]?\\"}]}}}";
  moya_api *made = NULL;
  it->good++;
  (void)!moya_api_parse(some_moya_provider(), text, sizeof text - 1, &made, NULL);
  it->good--;
  return made;
}""",
}

HOST_PROVIDER = """static moya_provider *host_provider(void) {
  moya_provider_options options = MOYA_PROVIDER_OPTIONS(.pump = MOYA_PUMP_HOST);
  if (!it->host) (void)!moya_provider_create(&options, &it->host, NULL);
  return it->host;
}
static moya_provider *hooked_provider(void) {
  if (!it->hooked && moya_provider_create(NULL, &it->hooked, NULL) == MOYA_OK) {
    (void)!moya_provider_add_plugin(it->hooked, good_struct_moya_plugin(), NULL, NULL);
  }
  return it->hooked;
}"""
#: A JSON value whose token is good, stands for no value, or is not in the document.
CURSOR = """static moya_json some_json(void) {
  moya_json value = moya_json_root(some_moya_json_document());
  value.token = (size_t)PICK(0, 1, 2, 3, 4, 5, UINT32_MAX, SIZE_MAX);
  return value;
}"""


def program(read: Headers) -> str:
    return "\n".join(Writer(read).lines()) + "\n"


class Writer:
    def __init__(self, read: Headers) -> None:
        self.read = read
        self.structs = {it.name: it for it in read.structs}
        self.numbers = {it.name for it in read.enumerations if it.name} | {"moya_status"}
        types = {each.type for it in read.functions for each in it.parameters} | {it.result for it in read.functions}
        types |= {each.type for it in read.structs for each in it.fields}
        named = {match[1] for it in types if (match := re.match(r"(?:const )?(moya_\w+) \*", it))}
        self.handles = sorted(named - set(self.structs) - {"moya_context"})
        self.functions = {it.name: it for it in read.functions}
        self.callbacks = {it.name for it in read.callbacks}

    def lines(self) -> Iterator[str]:
        yield '/* Written by bindings/generate/bad_input.py of include/moya, for Tests/bad_input. */\n#include "bad_input.h"\n#pragma GCC diagnostic ignored "-Wunused-function"\n#pragma GCC diagnostic ignored "-Wunused-parameter"\n'
        yield f"enum {{ {', '.join(f'HELD_{it}' for it in self.handles)}, HELD_KINDS }};"
        yield "_Static_assert((int)HELD_KINDS <= (int)MOST_KINDS, \"room for a handle of each kind\");"
        for it in self.handles:
            yield f"static {it} *some_{it}(void);\nstatic {it} *made_{it}(void);"
        for it in self.structs:
            yield f"static {it} *good_struct_{it}(void);\nstatic {it} *some_struct_{it}(void);"
        yield "static void release_moya_provider(moya_provider *of);"
        yield from (self._callback(each) for each in self.read.callbacks)
        yield from (line for it in self.structs.values() for line in self._struct(it))
        yield HOST_PROVIDER
        yield CURSOR
        yield from (line for it in self.handles for line in self._handle(it))
        yield from (line for it in self.read.functions for line in self._call(it))
        yield "static void release_all(void) {\n  release_moya_provider(it->host);\n  release_moya_provider(it->hooked);\n  it->host = it->hooked = NULL;"
        for each in self.handles:
            yield f"  release_{each}(it->held[HELD_{each}]);\n  it->held[HELD_{each}] = NULL;"
        yield "}"
        rows = ", ".join(f'{{"{it.name}", call_{it.name}, {str(self._has_callbacks(it)).lower()}}}' for it in self.read.functions)
        yield f"static const struct a_call {{\n  const char *name;\n  void (*make)(void);\n  bool has_callbacks;\n}} calls[] = {{{rows}}};"
        yield "enum { CALLS = sizeof calls / sizeof *calls };"

    # Handles. One of each kind is stored. It is made when a function first needs one.

    def _handle(self, it: str) -> Iterator[str]:
        yield f"static {it} *some_{it}(void) {{"
        yield "  if (choose(2)) return NULL;"
        if it == "moya_provider":
            yield "  if (it->hooks && !it->within) return hooked_provider();"
        yield f"  if (!it->held[HELD_{it}]) it->held[HELD_{it}] = made_{it}();"
        if it == "moya_provider":
            yield "  unsigned choice = choose(4);\n  if (choice == 1) return host_provider();"
            yield "  if (choice == 2 && shared) return shared;\n  if (choice == 3) return hooked_provider();"
        yield f"  return it->held[HELD_{it}];\n}}"
        yield f"static {it} *made_{it}(void) {{"
        maker = self._maker(it)
        if it == "moya_error":
            yield "  moya_provider_options wrong = {0};\n  moya_provider *none;\n  moya_error *made = NULL;"
            yield "  (void)!moya_provider_create(&wrong, &none, &made);\n  return made;\n}"
        elif it in MAKERS:
            yield MAKERS[it]
        elif maker:
            yield f"  it->good++;\n  {it} *made = NULL;"
            values = [
                "&made" if each.type == f"{it} **" else "NULL" if re.fullmatch(r"moya_\w+ \*\*", each.type) else self._argument(maker, each)
                for each in maker.parameters
            ]
            call = f"{maker.name}({', '.join(values)})"
            yield f"  made = {call};" if maker.result == f"{it} *" else f"  (void)!{call};"
            yield "  it->good--;\n  return made;\n}"
        else:
            yield "  return NULL;\n}"
        releases = f"{self._releaser(it)}(of)" if self._releaser(it) else "(void)of"
        yield f"static void release_{it}({it} *of) {{ {releases}; }}"

    def _maker(self, it: str) -> Optional[Function]:
        def makes(each: Function) -> bool:
            types = [parameter.type for parameter in each.parameters]
            takes = f"{it} *" in types or f"const {it} *" in types
            return not takes and not each.name.endswith("_release") and (f"{it} **" in types or each.result == f"{it} *")

        found = [each for each in self.read.functions if makes(each)]
        return min(found, key=lambda each: (not each.name.startswith(it), len(each.parameters)), default=None)

    def _releaser(self, it: str) -> Optional[str]:
        return next((name for end in ("release", "destroy", "free") if (name := f"{it}_{end}") in self.functions), None)

    # Callbacks. Each may make the calls that the program wants to make inside a callback.

    def _callback(self, it: Callback) -> str:
        parameters = ", ".join(f"{kind} argument{number}" for number, kind in enumerate(it.parameters)) or "void"
        body = "".join(f"  (void)argument{number};\n" for number in range(len(it.parameters)))
        if it.name == "moya_release_fn":
            body += "  released(argument0);\n"
        elif it.name == "moya_callback_fn":
            body += "  ended(argument0);\n  inside();\n"
        else:
            body += "  inside();\n"
        result = "" if it.result == "void" else f"  return ({it.result})0;\n"
        return f"static {it.result} called_{it.name}({parameters}) {{\n{body}{result}}}"

    # Structs. Each is on the heap with exactly the size that its field `size` states, so AddressSanitizer finds every
    # access beyond its end.

    def _struct(self, it: Struct) -> Iterator[str]:
        sized = it.fields[0].name == "size"
        table = any("(*)" in each.type for each in it.fields)
        hooks = list(self._hooks(it)) if table else []
        if table:
            yield from hooks
        yield f"static {it.name} *good_struct_{it.name}(void) {{"
        if table:
            # The table is static, because it must stay valid after the call.
            identity = ".option_size = sizeof(moya_option), .id = \"org.example.bad-input\", .version = \"1.0.0\"" if "id" in {each.name for each in it.fields} else ""
            size = f".size = sizeof({it.name}), " if sized else ""
            filled = "".join(f", .{each.name} = hook_{it.name}_{each.name}" for each in it.fields if "(*)" in each.type)
            yield f"  static {it.name} table = {{{size}{identity or '0'}{filled}}};\n  return &table;\n}}"
        else:
            yield f"  {it.name} *made = room({'sizeof *made' if sized else 'ARRAY_ROOM'});"
            if sized:
                yield "  made->size = sizeof *made;"
            for each in it.fields[1 if sized else 0 :]:
                if good := GOOD.get(f"{it.name}.{each.name}"):
                    yield f"  made->{each.name} = {good};"
                elif not sized and each.type == "const char *":
                    yield f'  made->{each.name} = "x";'
            yield "  return made;\n}"
        yield f"static {it.name} *some_struct_{it.name}(void) {{"
        if table:
            yield f"  return choose(2) ? NULL : good_struct_{it.name}();\n}}"
            return
        yield f"  {it.name} *made = good_struct_{it.name}();"
        # A struct without a size is an element of an array. If the array is passed with a length of zero, the library
        # sees neither the element nor the structs to which it points. Then the library does not release their contexts,
        # and the written file must not expect that it does.
        points = not sized and any(each.type.removeprefix("const ").removesuffix(" *") in self.structs for each in it.fields)
        if points:
            yield "  token_t *older = it->tokens;"
        for each in it.fields[1 if sized else 0 :]:
            values = self._field(it, each)
            if values:
                cases = "".join(f" case {number}: made->{each.name} = {value}; break;" for number, value in enumerate(values, 1))
                yield f"  switch (choose({len(values) + 1})) {{{cases} default: break; }}"
        for each in it.fields:  # a release function belongs to the field with the context that it releases
            contexts = (f"{each.name}_context", f"{each.name}_user", "user")
            context = next((other.name for other in it.fields if other.name in contexts and other is not each), None)
            # The context of an array's element may stay unreleased, because the array may be passed with a length of
            # zero.
            if each.type == "moya_release_fn" and context and sized:
                yield f"  if (made->{each.name}) promise(made->{context});"
            if each.type == "moya_callback_fn":
                yield f"  it->newest = made->{each.name} ? made->user : NULL;"
        if points:
            yield "  withdraw_since(older);"
        yield "  return resized(made, sizeof *made);\n}" if sized else "  return made;\n}"

    def _hooks(self, it: Struct) -> Iterator[str]:
        """Yields the functions for a table of hooks, in C. Each function can make other calls. No function asks for
        another attempt of a call."""
        for each in it.fields:
            if found := re.fullmatch(r"(.*?)\s?\(\*\)\((.*)\)", each.type):
                types = found[2].split(", ") if found[2] != "void" else []
                parameters = ", ".join(f"{kind} argument{number}" for number, kind in enumerate(types)) or "void"
                result = "" if found[1] == "void" else f"  return ({found[1]}){'-1' if found[1] == 'int64_t' else '0'};\n"
                result = "  moya_str none = {NULL, 0};\n  return none;\n" if found[1] == "moya_str" else result
                yield f"static {found[1]} hook_{it.name}_{each.name}({parameters}) {{\n  inside();\n{result}}}"

    def _field(self, owner: Struct, it: Field) -> List[str]:
        """Returns values that can replace the good value of a field. Some are bad, and some are only different."""
        if owner.name in FILLED:
            return []
        if found := re.fullmatch(r"const (moya_\w+) \*", it.type):
            if found[1] in self.structs:
                return ["NULL", f"some_struct_{found[1]}()"]
        if found := re.fullmatch(r"(?:const )?(moya_\w+) \*", it.type):
            return [f"some_struct_{found[1]}()"] if found[1] in self.structs else [f"some_{found[1]}()"] if found[1] in self.handles else []
        if it.type == "const char *":
            return ["NULL", *(f"bad_text({number})" for number in range(8))]
        if it.type == "const char *const *":
            return ["texts()"]
        if it.type == "const int32_t *":
            return ["numbers()"]
        if it.type == "const void *":
            return ["NULL", "bytes()"]
        if it.type == "void *":
            return ["token(true)"] if "context" in it.name or it.name == "user" else []
        if it.type in self.callbacks:
            return [f"called_{it.type}"]
        return list(self._numbers(it.type, it.name))

    def _numbers(self, kind: str, name: str) -> Iterator[str]:
        if kind in self.numbers:
            kind = "int32_t"
        if kind not in TYPES:
            return
        values = next((values for pattern, values in NUMBERS if re.search(pattern, name)), TYPES[kind])
        yield from (f"({kind}){value}" for value in values)

    # Functions.

    def _argument(self, owner: Function, it: Parameter) -> str:
        if found := re.fullmatch(r"(?:const )?(moya_\w+) \*", it.type):
            name = found[1]
            if name == "moya_completion":
                return "rows()"
            if name in self.structs:
                if it.type == f"{name} *" and self.structs[name].fields[0].name != "size":
                    return f"({name} *)out(ARRAY_ROOM)"
                return f"(choose(4) == 1 ? NULL : some_struct_{name}())"
            if name in self.handles:
                return f"some_{name}()"
        if found := re.fullmatch(r"const (moya_\w+) \*const \*", it.type):
            name = found[1]
            # The elements contain no functions with contexts, because the check would expect the library to release
            # every context. But if the library refuses an element, it does not release the contexts of the elements
            # after it.
            given = ", ".join(f"(choose(4) == 1 ? NULL : &({name}){{.size = sizeof({name})}})" for _ in range(2))
            return f"(choose(4) == 1 ? NULL : (const {name} *const[]){{{given}}})"
        if it.type == "moya_json":
            return "some_json()"
        if it.type == "const char *":
            return f"some_text({TEXTS.get(it.name, chr(34) + 'x' + chr(34))})"
        # Memory for one or several structs of a good type.
        if it.type == "const void *" and it.name in ("value", "items"):
            return "out(256)"
        if it.type == "const void *":
            return "(choose(3) == 1 ? NULL : bytes())"
        if it.type == "void *":
            if it.name == "decoder":
                return "some_moya_decoder()"
            return "out(64)" if it.name == "value" else "token(false)"
        if it.type in self.callbacks:
            return f"(choose(2) ? NULL : called_{it.type})"
        values = list(self._numbers(it.type, it.name))
        if it.name == "len" and any(each.type == "const char *" and each.name == "text" for each in owner.parameters):
            # A bad text may be only one byte long, so the length must not be larger, except for SIZE_MAX.
            values = ["0", "1", "SIZE_MAX"]
        if values:
            return f"({it.type})PICK({', '.join(values)})" if not it.type.endswith("*") else "NULL"
        if it.type.endswith("*"):
            return "out(64)"
        raise SystemExit(f"{owner.name}: no argument is known for {it.type} {it.name}: bindings/generate/bad_input.py")

    def _call(self, it: Function) -> Iterator[str]:
        own = self._own_handle(it)
        number = self.read.functions.index(it)
        yield f"static void call_{it.name}(void) {{\n  begin(\"{it.name}\", {number});"
        names, after = [], []
        for number, each in enumerate(it.parameters):
            name = f"argument{number}"
            names.append(name)
            made = re.fullmatch(r"(const )?(moya_\w+) \*\*", each.type)
            if made and made[2] in IN_AND_OUT:
                yield f"  {made[2]} *made{number} = NULL, **{name} = choose(3) == 1 ? NULL : &made{number};"
                after.append(f"release_{made[2]}(made{number});")
            elif made and made[2] in self.handles and it.name.endswith("_release"):
                # An array with one handle.
                yield f"  {made[2]} *made{number}[2] = {{made_{made[2]}(), NULL}}, **{name} = choose(3) == 1 ? NULL : made{number};"
                after.append(f"release_{made[2]}(made{number}[0]);")
            elif made and made[2] in self.handles and any(other.name == "count" for other in it.parameters) and each.name.endswith("s"):
                # An array of handles that the function fills.
                yield f"  {made[2]} *made{number}[2] = {{NULL, NULL}}, **{name} = choose(3) == 1 ? NULL : made{number};"
                after.append(f"release_{made[2]}(made{number}[0]);")
                after.append(f"release_{made[2]}(made{number}[1]);")
            elif made and made[2] in self.handles:
                yield f"  {made[1] or ''}{made[2]} *made{number} = POISON, **{name} = choose(3) == 1 ? NULL : &made{number};"
                after.append(self._after(it, made[2], number))
            elif made and made[2] == "moya_target":
                # The function makes a copy of a target, which only moya_target_release releases.
                yield f"  {made[2]} *made{number} = POISON, **{name} = choose(3) == 1 ? NULL : &made{number};"
                after.append(f"if (check_out(result != MOYA_OK, {name}, made{number})) moya_target_release(made{number});")
            elif it.name == "moya_target_release":
                yield f"  moya_target *{name} = NULL, one = {{.size = sizeof one}};"
                yield f"  if (choose(2) == 0 && moya_target_copy(&one, &{name}, NULL) != MOYA_OK) {name} = NULL;"
            elif own and number == 0:
                yield f"  {each.type}{name} = choose(2) ? NULL : made_{own}();"
                if it.name != self._releaser(own):
                    after.append(f"release_{own}({name});")
            elif number == 0 and re.search(HOST, it.name):
                yield f"  {each.type}{name} = choose(2) ? some_moya_provider() : host_provider();"
            else:
                yield f"  {each.type} {name} = {self._argument(it, each)};".replace("* argument", "*argument")
        for number, each in enumerate(it.parameters):
            if each.type == "moya_release_fn":
                yield f"  if (argument{number} && it->newest) it->newest->releasable = true;"
        call = f"{it.name}({', '.join(names)})"
        if it.result == "void":
            yield f"  {call};"
        else:
            yield f"  {it.result} result = {call};"
            yield f"  {self._judged(it)}"
        yield from (f"  {line}" for line in after)
        if it.name in ("moya_queue_drain", "moya_queue_wait"):
            yield "  if (result > 0) moya_completions_release(argument1, argument2, (size_t)result);"
        if re.search("_call_row(_for)?$", it.name):
            row = next(number for number, each in enumerate(it.parameters) if each.type == "moya_completion *")
            yield f"  moya_completions_release(argument{row}, argument{row + 1}, 1);"
        callback = next((number for number, each in enumerate(it.parameters) if each.type == "moya_callback_fn"), None)
        sent = f"result == MOYA_OK && argument{callback}" if callback is not None and it.result == "moya_status" else "false"
        if self._gives_ends(it):
            sent = "result == MOYA_OK"
        yield f"  end({sent});\n}}"

    def _gives_ends(self, it: Function) -> bool:
        """Returns whether the function takes a struct that has a callback for the completion."""
        given = [self.structs.get(each.type.removeprefix("const ").removesuffix(" *")) for each in it.parameters]
        return any(field.type == "moya_callback_fn" for struct in given if struct for field in struct.fields)

    def _has_callbacks(self, it: Function) -> bool:
        """Returns whether the function runs functions of the program, before it returns or later. A function that makes
        a call does this, because every call runs the hooks of plugins."""
        gives_a_target = {"const moya_target *", "const moya_target *const *", "const moya_argument *"}
        return any(each.type in gives_a_target for each in it.parameters)

    def _own_handle(self, it: Function) -> Optional[str]:
        kind = it.parameters[0].type.removesuffix(" *") if it.parameters else ""
        return kind if re.search(ALONE, it.name) and kind in self.handles else None

    def _after(self, it: Function, kind: str, number: int) -> str:
        status = "result != MOYA_OK" if it.result == "moya_status" else "!result" if it.result == "moya_api_function" else "result < 0" if it.result != "void" else "false"
        if kind == "moya_error":
            return f"check_error({status}, {'result' if it.result == 'moya_status' else '0'}, argument{number}, made{number});"
        return f"if (check_out({status}, argument{number}, made{number})) release_{kind}(made{number});"

    def _judged(self, it: Function) -> str:
        if it.result == "moya_status":
            return "check_status(result);"
        if it.result == "moya_str":
            return "check_text(result);"
        retained = re.fullmatch(r"(moya_\w+) \*", it.result)
        takes = {each.type for each in it.parameters}
        if retained and retained[1] in self.handles and (it.name.endswith("_retain") or f"{retained[1]} *" not in takes):
            return f"if (result) release_{retained[1]}(result);"
        return "(void)result;"
