#include <string.h>
#include <strings.h>
#include "json.h"
#include "memory.h"
#include "openapi.h"

enum { MOST_TAGS = 1000, MOST_NAME = 4096 };

/* Writes the names of the credentials as tags of the operation. A plugin whose "tag" is one of these names applies
 * to the calls of the operation. */
void openapi_add_security(openapi *it, text *out, moya_json operation) {
  moya_json wanted = moya_json_member(operation, "security");
  map seen = {0};
  if (!moya_json_exists(wanted)) wanted = moya_json_member(it->sources[0]->root, "security");
  for (moya_json one = json_elements(wanted); moya_json_exists(one); one = moya_json_next(one)) {
    for (moya_json scheme = json_members(one); moya_json_exists(scheme); scheme = moya_json_next(scheme)) {
      const char *name = json_key(scheme);
      if (!*name || map_has(&seen, name)) continue;
      if (seen.count == MOST_TAGS || strlen(name) > MOST_NAME) {
        openapi_note(it, HARM_REQUEST, "the credentials '%.100s' get no tag, because there are too many, or their name is too long", name);
        continue;
      }
      text_put(out, seen.count ? "," : ",\"tags\":[");
      text_json(out, name, strlen(name));
      map_put(&seen, name, NULL);
    }
  }
  if (seen.count > 0) text_put(out, "]");
}

static void note_key(openapi *it, const char *name, moya_json scheme) {
  const char *in = json_text(moya_json_member(scheme, "in")), *key = json_text(moya_json_member(scheme, "name"));
  if (!in || !key) openapi_note(it, HARM_REQUEST, "calls with the tag \"%s\" want a key, and it is not said where", name);
  else if (strcmp(in, "header") == 0) openapi_note(it, HARM_TOLD, "calls with the tag \"%s\" want a key in the header field %s: moya.access-token puts it there, {\"tag\": \"%s\", \"header\": \"%s\", \"scheme\": \"\"}", name, key, name, key);
  else openapi_note(it, HARM_TOLD, "calls with the tag \"%s\" want a key in the %s, '%s': the program's part", name, in, key);
}

void openapi_note_security(openapi *it) {
  moya_json schemes = moya_json_member(moya_json_member(it->sources[0]->root, "components"), "securitySchemes");
  for (moya_json one = json_members(schemes); moya_json_exists(one); one = moya_json_next(one)) {
    const char *name = json_key(one), *lost = openapi_lost(it, one);
    moya_json scheme = openapi_follow(it, one, NULL), type = moya_json_member(scheme, "type");
    const char *kind = json_text(moya_json_member(scheme, "scheme"));
    if (lost) openapi_note(it, HARM_REQUEST, "calls with the tag \"%s\" want credentials, and %s", name, lost);
    else if (json_is(type, "apiKey")) note_key(it, name, scheme);
    else if (json_is(type, "oauth2") || json_is(type, "openIdConnect") || (json_is(type, "http") && kind && strcasecmp(kind, "bearer") == 0)) openapi_note(it, HARM_TOLD, "calls with the tag \"%s\" want a bearer token: moya.access-token puts it there, {\"tag\": \"%s\"}", name, name);
    else if (json_is(type, "http") && kind && (strcasecmp(kind, "basic") == 0 || strcasecmp(kind, "digest") == 0)) openapi_note(it, HARM_TOLD, "calls with the tag \"%s\" want a user and a password: moya.credentials, {\"tag\": \"%s\"}", name, name);
    else if (json_is(type, "mutualTLS")) openapi_note(it, HARM_TOLD, "calls with the tag \"%s\" want a client's certificate: the provider's", name);
    else openapi_note(it, HARM_REQUEST, "calls with the tag \"%s\" want credentials of a kind that is not known", name);
  }
}
