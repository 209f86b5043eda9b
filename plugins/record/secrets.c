#include "secrets.h"

#include <stdlib.h>
#include <string.h>

/* ── The tree ── */

static uint32_t child_of(const secrets *it, uint32_t node, unsigned char byte) {
  if (node == 0) return it->first[byte];
  uint32_t child = it->nodes[node].child;
  while (child && it->nodes[child].byte != byte) child = it->nodes[child].next;
  return child;
}

/* Adds a child to a node. Returns 0 if there is no memory. */
static uint32_t add_child(secrets *it, uint32_t node, unsigned char byte) {
  uint32_t made = it->count > 0 ? it->count : 1;
  if (made >= it->room) {
    uint32_t room = it->room < UINT32_MAX / 4 ? it->room * 2 + 64 : 0;
    secret_node *longer = room > 0 ? realloc(it->nodes, (size_t)room * sizeof *longer) : NULL;
    if (!longer) return 0;
    if (!it->nodes) longer[0] = (secret_node){0};
    it->nodes = longer;
    it->room = room;
  }
  it->nodes[made] = (secret_node){.next = it->nodes[node].child, .byte = byte};
  it->nodes[node].child = made;
  if (node == 0) it->first[byte] = made;
  it->count = made + 1;
  return made;
}

bool secrets_add(secrets *it, const char *value, size_t len, size_t least) {
  uint32_t node = 0;
  if (len < least || len == 0 || (len == strlen(SCRUB_MARK) && memcmp(value, SCRUB_MARK, len) == 0)) return true;
  for (size_t i = 0; i < len; i++) {
    uint32_t child = child_of(it, node, (unsigned char)value[i]);
    node = child ? child : add_child(it, node, (unsigned char)value[i]);
    if (!node) return false;
  }
  it->nodes[node].longest = (uint32_t)len; /* fits, because each byte has a node, and node numbers have 32 bits */
  return true;
}

/* Appends a byte to the text of `node`. If no node has the new text, shortens the text at its beginning until a node
 * has it. Returns this node. */
static uint32_t step(const secrets *it, uint32_t node, unsigned char byte) {
  uint32_t child;
  while (!(child = child_of(it, node, byte)) && node) node = it->nodes[node].shorter;
  return child;
}

bool secrets_link(secrets *it) {
  if (it->count == 0) return true;
  uint32_t *order = malloc(it->count * sizeof *order), count = 1; /* nodes with shorter texts come first */
  if (!order) return false;
  order[0] = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t node = order[i];
    for (uint32_t child = it->nodes[node].child; child; child = it->nodes[child].next) {
      secret_node *own = &it->nodes[child];
      own->shorter = node ? step(it, it->nodes[node].shorter, own->byte) : 0;
      if (own->longest == 0) own->longest = it->nodes[own->shorter].longest;
      order[count++] = child;
    }
  }
  free(order);
  return true;
}

void secrets_free(secrets *it) {
  free(it->nodes);
  *it = (secrets){0};
}

/* ── The search ── */

/* Parts of a text, in their order. No two of them overlap. */
typedef struct span {
  size_t start, end;
} span;

typedef struct spans {
  span *list;
  size_t count, room;
} spans;

/* Adds a part that ends after all parts of the list. Merges it with the parts that it overlaps. */
static bool add_span(spans *it, size_t start, size_t end) {
  for (; it->count > 0 && it->list[it->count - 1].end > start; it->count--) {
    if (it->list[it->count - 1].start < start) start = it->list[it->count - 1].start;
  }
  if (it->count == it->room) {
    size_t room = it->room * 2 + 16;
    span *longer = realloc(it->list, room * sizeof *longer);
    if (!longer) return false;
    it->list = longer;
    it->room = room;
  }
  it->list[it->count++] = (span){start, end};
  return true;
}

/* Returns true for a byte that is in the middle of a character of UTF-8. */
static bool is_inside(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

static bool find_all(const secrets *values, const bytes *text, spans *found) {
  uint32_t node = 0;
  for (size_t i = 0; i < text->len; i++) {
    node = step(values, node, (unsigned char)text->data[i]);
    uint32_t len = node ? values->nodes[node].longest : 0;
    if (len == 0) continue;
    /* A value that was decoded can begin or end inside a character. The whole character is replaced, so that the text
     * stays UTF-8. */
    size_t start = i + 1 - len, end = i + 1;
    for (int n = 0; n < 3 && start > 0 && is_inside(text->data[start]); n++) start--;
    for (int n = 0; n < 3 && end < text->len && is_inside(text->data[end]); n++) end++;
    if (!add_span(found, start, end)) return false;
  }
  return true;
}

bool scrub_values(const secrets *values, bytes *text) {
  spans found = {0};
  bytes out = {0};
  size_t at = 0;
  if (values->count == 0 || text->len == 0) return true;
  bool is_good = find_all(values, text, &found);
  for (size_t i = 0; is_good && i < found.count; i++) {
    is_good = bytes_add(&out, text->data + at, found.list[i].start - at) && bytes_add_text(&out, SCRUB_MARK);
    at = found.list[i].end;
  }
  is_good = is_good && (found.count == 0 || bytes_add(&out, text->data + at, text->len - at));
  if (is_good && found.count > 0) {
    bytes_free(text);
    *text = out;
  } else {
    bytes_free(&out);
  }
  free(found.list);
  return is_good;
}
