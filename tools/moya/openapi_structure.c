#include <stdio.h>
#include <string.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_FIELDS = 1024 };

typedef struct field {
  const char *name, *key, *type; /* if `key` is NULL, the key is the name */
  bool optional; /* true if the field may be absent */
  bool nullable; /* true if the field may be null. A required field without a value is written as null */
  bool read_only; /* true if only responses have the field */
} field;

/* A type with fields. It is collected when it is first used, and written at the end. */
typedef struct structure {
  const char *name;
  const char *operation; /* the operation that used the type first */
  bool is_sent; /* true if a request has values of this type */
  properties members;
  field *fields;
  size_t field_count;
  enum { UNSEEN, OPEN, DONE } state; /* the state of the search for structs that contain themselves */
  size_t next;                       /* the next field to look at in this search */
} structure;

const char *openapi_structure(openapi *it, const schema *found, const char *hint) {
  char place[64];
  snprintf(place, sizeof place, "%p %zu", found->value.document, found->value.token);
  structure *known = map_get(&it->structures_by_place, place);
  if (known) return known->name;
  properties members = {0};
  openapi_properties(it, found->value, &members);
  if (members.count == 0) return NULL;
  known = memory_get(sizeof *known);
  known->name = names_claim(&it->type_names, name_of_text(found->reference ? found->reference->name : hint, 96), NULL);
  known->operation = it->operation;
  moya_json more = moya_json_member(found->value, "additionalProperties");
  if (moya_json_kind(more) == MOYA_JSON_OBJECT && moya_json_count(more) > 0) {
    openapi_note(it, HARM_RESULT, "the type %s has members of any name: they are left out", known->name);
  }
  known->members = members;
  if (it->structure_count == it->structure_room) {
    size_t room = it->structure_room ? it->structure_room * 2 : 256;
    it->structures = memory_resize(it->structures, it->structure_room * sizeof *it->structures, room * sizeof *it->structures);
    it->structure_room = room;
  }
  it->structures[it->structure_count++] = known;
  map_put(&it->structures_by_place, memory_copy(place, strlen(place)), known);
  map_put(&it->structures_by_name, known->name, known);
  return known->name;
}

static void read_fields(openapi *it, structure *of) {
  names names = {.words = NULL};
  size_t count = of->members.count < MOST_FIELDS ? of->members.count : MOST_FIELDS;
  of->fields = memory_get(count * sizeof *of->fields + 1);
  for (; of->field_count < count; of->field_count++) {
    const property *one = &of->members.list[of->field_count];
    field *made = &of->fields[of->field_count];
    made->name = names_claim(&names, name_of_text(one->name, 96), NULL);
    made->type = openapi_type(it, one->value, memory_join(of->name, "_", made->name, NULL), &made->nullable, 0);
    /* A response never has a write-only field, so no response would be readable if the field was required. */
    made->optional = !one->required || openapi_is_marked(it, one->value, "writeOnly");
    made->read_only = openapi_is_marked(it, one->value, "readOnly");
    if (strcmp(made->name, one->name) != 0) made->key = openapi_key(one->name);
    /* An enumeration becomes a text. If it stayed an enumeration, a new name from the server would make the whole
     * response unreadable. */
    if (openapi_has_names(it, one->value)) openapi_note(it, HARM_TOLD, "an enumeration is a text: '%s' of the type %s", one->name, of->name);
  }
  if (of->members.count > MOST_FIELDS) {
    openapi_note(it, HARM_RESULT, "%s has %zu fields: those after the first %d are left out", of->name, of->members.count, MOST_FIELDS);
  }
}

void openapi_read_structures(openapi *it) {
  const char *operation = it->operation;
  while (it->structures_read < it->structure_count && openapi_step(it)) {
    structure *next = it->structures[it->structures_read++];
    it->operation = next->operation;
    read_fields(it, next);
  }
  it->operation = operation;
}

/* A struct cannot contain itself. So if required fields lead from a struct back to the same struct, marks one of these
 * fields as optional. */
static void open_circles(openapi *it, structure *first, structure **open) {
  size_t depth = 0;
  open[depth++] = first;
  first->state = OPEN;
  while (depth > 0) {
    structure *top = open[depth - 1];
    if (top->next == top->field_count) {
      top->state = DONE;
      depth--;
      continue;
    }
    field *one = &top->fields[top->next++];
    structure *inner = one->optional || one->nullable ? NULL : map_get(&it->structures_by_name, one->type);
    if (inner && inner->state == OPEN) one->optional = true;
    if (!inner || inner->state != UNSEEN) continue;
    inner->state = OPEN;
    open[depth++] = inner;
  }
}

/* Returns the structure that a type names, perhaps in brackets. Returns NULL if the type names none. */
static structure *structure_of(const openapi *it, const char *type) {
  type += strspn(type, "[{");
  return map_get(&it->structures_by_name, memory_copy(type, strcspn(type, "]}")));
}

void openapi_mark_sent(openapi *it, const char *type) {
  structure *named = structure_of(it, type);
  if (named) named->is_sent = true;
}

/* If a structure is sent, marks the structures in its fields as sent, too. Makes the read-only fields of all structures
 * that are sent optional. `open` has room for all structures. */
static void open_read_only(openapi *it, structure **open) {
  size_t count = 0;
  for (size_t i = 0; i < it->structure_count; i++) {
    if (it->structures[i]->is_sent) open[count++] = it->structures[i];
  }
  while (count > 0) {
    structure *top = open[--count];
    for (size_t i = 0; i < top->field_count; i++) {
      structure *inner = structure_of(it, top->fields[i].type);
      if (top->fields[i].read_only) top->fields[i].optional = true;
      if (!inner || inner->is_sent || top->fields[i].read_only) continue;
      inner->is_sent = true;
      open[count++] = inner;
    }
  }
}

static void write_structure(text *out, const structure *of) {
  text_print(out, "%s\"%s\":{\"fields\":{", out->length ? ",\n    " : "", of->name);
  for (size_t i = 0; i < of->field_count; i++) {
    const field *one = &of->fields[i];
    text_print(out, "%s\"%s\":", i ? "," : "", one->name);
    bool nullable = one->nullable && !one->optional;
    if (one->key || nullable) text_put(out, "{\"type\":");
    text_print(out, "\"%s%s\"", one->type, one->optional ? "?" : "");
    if (nullable) text_put(out, ",\"nullable\":true");
    if (one->key) text_put(out, ",\"key\":");
    if (one->key) text_json(out, one->key, strlen(one->key));
    if (one->key || nullable) text_put(out, "}");
  }
  text_put(out, "}}");
}

void openapi_write_structures(openapi *it) {
  structure **open = memory_get(it->structure_count * sizeof *open + 1);
  open_read_only(it, open);
  for (size_t i = 0; i < it->structure_count; i++) {
    if (it->structures[i]->state == UNSEEN) open_circles(it, it->structures[i], open);
  }
  for (size_t i = 0; i < it->structure_count; i++) write_structure(&it->types, it->structures[i]);
}
