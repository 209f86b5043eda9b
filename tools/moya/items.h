/* What stands behind a URL or an endpoint's name, in httpie's spelling:
 *
 *     key==value      a parameter of the query
 *     Name:value      a header field
 *     key=value       a member of the JSON body, or of the form: a text; an argument
 *     key:=json       the same: any JSON
 *     key=@file       a text from a file; key:=@file: JSON from a file
 *     key@file        a file in a multipart form; an argument that is a file
 *     @file           the whole body; @-: the standard input
 *
 * The first of these signs counts; a backslash in front of one makes it a part of the key. */
#ifndef MOYA_TOOL_ITEMS_H
#define MOYA_TOOL_ITEMS_H

#include <stddef.h>

typedef enum item_kind { ITEM_QUERY, ITEM_HEADER, ITEM_TEXT, ITEM_JSON, ITEM_FILE, ITEM_BODY } item_kind;

typedef struct item {
  item_kind kind;
  const char *key;   /* "" of ITEM_BODY */
  const char *value; /* of ITEM_FILE and ITEM_BODY: the file's path */
  size_t length;     /* of `value` */
} item;

typedef struct items {
  item *list;
  size_t count;
} items;

/* EXIT_DONE, or what was complained about. */
int items_read(items *it, int count, char **words);

#endif
