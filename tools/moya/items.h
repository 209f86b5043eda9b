/* The items of the command line that follow a URL or an endpoint's name. They are written as in httpie:
 *
 *     key==value      a parameter of the query
 *     Name:value      a header field
 *     key=value       a text: a member of the JSON body or of the form, or an argument
 *     key:=json       like key=value, but the value is any JSON
 *     key=@file       a text from a file
 *     key:=@file      JSON from a file
 *     key@file        a file in a multipart form, or an argument that is a file
 *     @file           the whole body, from a file
 *     @-              the whole body, from the standard input
 *
 * The first sign in an item decides. If a backslash comes before a sign, the sign is a part of the key. */
#ifndef MOYA_TOOL_ITEMS_H
#define MOYA_TOOL_ITEMS_H

#include <stddef.h>

typedef enum item_kind { ITEM_QUERY, ITEM_HEADER, ITEM_TEXT, ITEM_JSON, ITEM_FILE, ITEM_BODY } item_kind;

typedef struct item {
  item_kind kind;
  const char *key;   /* "" if the kind is ITEM_BODY */
  const char *value; /* the value. If the kind is ITEM_FILE or ITEM_BODY, the path of the file */
  size_t length;     /* the length of `value` */
} item;

typedef struct items {
  item *list;
  size_t count;
} items;

/* Reads the items. Returns EXIT_DONE. After an error, reports the error and returns its exit status. */
int items_read(items *it, int count, char **words);

#endif
