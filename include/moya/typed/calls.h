/* Contains the functions that are the same for all endpoints, whatever the arguments and the
 * result. The functions that MOYA_ENDPOINT makes (endpoints.h) call them. */
#ifndef MOYA_TYPED_CALLS_H
#define MOYA_TYPED_CALLS_H

#include <stdlib.h>
#include "../call.h"
#include "../provider.h"
#include "../queue.h"
#include "../response.h"
#include "arguments.h"
#if defined(__GNUC__) && !defined(MOYA_TYPED_CHECKED)
#pragma GCC system_header
#endif

typedef struct moya_endpoint {
  const char *name;
  const char *method;
  const char *path;
  const moya_result_type *result;
} moya_endpoint;

/* The C type of the result of an endpoint that is declared with the result `body`. It holds the
 * body of the response as it arrived, whatever its Content-Type is. */
typedef struct moya_raw_body {
  const char *data;
  size_t len;
  moya_response *response;
} moya_raw_body;
typedef moya_raw_body moya_out_body;
static const moya_result_type moya_result_of_body MOYA_UNUSED = {NULL, sizeof(moya_raw_body), 0};
static const moya_result_type moya_result_of_nothing MOYA_UNUSED = {NULL, 0, 0};

MOYA_INLINE void moya_raw_body_release(moya_raw_body *it) {
  if (!it) return;
  moya_response_release(it->response);
  memset((void *)it, 0, sizeof *it);
}

MOYA_INLINE void moya_endpoint_free(const moya_endpoint *endpoint, void *result) {
  if (!endpoint->result->type) {
    if (endpoint->result->size) moya_response_release(((moya_raw_body *)result)->response);
    return;
  }
  moya_arena *arena;
  memcpy((void *)&arena, (char *)result + endpoint->result->arena_offset, sizeof arena);
  moya_arena_release(arena);
}

/* Makes an error that names the endpoint. The message is the message of `cause`, or `message` if
 * `cause` is NULL. Releases `cause`. */
MOYA_INLINE moya_status moya_endpoint_fail(const moya_endpoint *endpoint, moya_status status,
                                           moya_error *cause, const char *message,
                                           const moya_response *response,
                                           moya_error **error) {
  if (cause) message = moya_error_message(cause).data;
  if (error) *error = moya_error_create(status, endpoint->name, message, response);
  moya_error_release(cause);
  return status;
}

MOYA_INLINE moya_status moya_endpoint_target(const moya_endpoint *endpoint, moya_scratch *scratch,
                                             moya_target *target, moya_error **error) {
  memset((void *)target, 0, sizeof *target);
  if (error) *error = NULL;
  if (scratch->wrong) {
    char message[512];
    const moya_status status =
        scratch->cause ? moya_error_status(scratch->cause) : MOYA_ERROR_ARGUMENT;
    int length = snprintf(
        message, sizeof message,
        scratch->cause ? "the argument %s (%s): %s" : "the argument %s (%s) is %s", scratch->name,
        scratch->place, scratch->cause ? moya_error_message(scratch->cause).data : scratch->wrong);
    /* Cuts a message that is too long, but not within a character. */
    if (length >= (int)sizeof message) {
      for (length = (int)sizeof message - 1; length > 0 && (message[length - 1] & 0x80);
           length--) {}
      message[length] = 0;
    }
    moya_error_release(scratch->cause);
    moya_scratch_release(scratch);
    return moya_endpoint_fail(endpoint, status, NULL, message, NULL, error);
  }
  if (scratch->type) moya_put_fixed(scratch, "Content-Type", scratch->type);
  scratch->task.parameters = scratch->query;
  scratch->task.parameter_count = scratch->query_count;
  if (scratch->part_count) {
    scratch->task.parts = scratch->part_list;
    scratch->task.part_count = scratch->part_count;
    scratch->task.part_stride = (uint32_t)sizeof *scratch->part_list;
  } else if (scratch->task.kind == MOYA_TASK_MULTIPART) {
    scratch->task.kind = MOYA_TASK_PLAIN; /* a form without parts is no body */
  }
  target->size = (uint32_t)sizeof *target;
  target->name = endpoint->name;
  target->method = endpoint->method;
  target->path = endpoint->path;
  if (endpoint->path && strchr(endpoint->path, '?')) target->flags = MOYA_TARGET_PATH_QUERY;
  target->path_values = scratch->path_values;
  target->path_value_count = scratch->path_count;
  target->headers = scratch->headers;
  target->header_count = scratch->header_count;
  target->task = &scratch->task;
  target->validation = MOYA_VALIDATION_SUCCESS;
  return MOYA_OK;
}

MOYA_INLINE moya_status moya_endpoint_decode(const moya_endpoint *endpoint,
                                             const moya_response *response, void *out,
                                             moya_error **error) {
  const moya_result_type *result = endpoint->result;
  moya_arena *arena = NULL;
  moya_error *cause = NULL;
  moya_status status;
  if (error) *error = NULL;
  if (result->size == 0) return MOYA_OK;
  if (!out)
    return moya_endpoint_fail(endpoint, MOYA_ERROR_NULL, NULL, "out is NULL", response, error);
  memset(out, 0, result->size);
  if (!result->type) {
    moya_str text = moya_response_body(response);
    moya_raw_body *body = (moya_raw_body *)out;
    body->data = text.data;
    body->len = text.len;
    body->response = moya_response_retain(response);
    return MOYA_OK;
  }
  status = moya_response_decode(response, NULL, result->type, out, 0, &arena,
                                error ? &cause : NULL);
  if (status != MOYA_OK) return moya_endpoint_fail(endpoint, status, cause, NULL, response, error);
  memcpy((char *)out + result->arena_offset, (const void *)&arena, sizeof arena);
  return MOYA_OK;
}

MOYA_INLINE moya_status moya_endpoint_call(const moya_endpoint *endpoint, moya_status status,
                                           moya_provider *provider, moya_scratch *scratch,
                                           const moya_target *target, void *out,
                                           moya_response **brought, moya_error **error) {
  moya_response *response = NULL;
  if (brought) *brought = NULL;
  if (out) memset(out, 0, endpoint->result->size);
  if (status != MOYA_OK) return status;
  if (!out && endpoint->result->size) {
    moya_scratch_release(scratch);
    return moya_endpoint_fail(endpoint, MOYA_ERROR_NULL, NULL, "out is NULL", NULL, error);
  }
  status = moya_provider_call(provider, target, NULL, &response, error);
  moya_scratch_release(scratch);
  if (status != MOYA_OK) return status;
  status = moya_endpoint_decode(endpoint, response, out, error);
  if (status == MOYA_OK && brought) *brought = response;
  else moya_response_release(response);
  return status;
}

MOYA_INLINE moya_status moya_endpoint_result(const moya_endpoint *endpoint,
                                             const moya_completion *row, void *out,
                                             moya_error **error) {
  if (error) *error = NULL;
  if (out) memset(out, 0, endpoint->result->size);
  if (!row) return moya_endpoint_fail(endpoint, MOYA_ERROR_NULL, NULL, "row is NULL", NULL, error);
  if (row->status == MOYA_OK && row->response)
    return moya_endpoint_decode(endpoint, row->response, out, error);
  if (row->status == MOYA_OK) {
    return moya_endpoint_fail(endpoint, MOYA_ERROR_ARGUMENT, NULL, "the row is not that of an end",
                              NULL, error);
  }
  if (error) *error = moya_error_retain(row->error);
  return row->status;
}

/* A callback of the program and its `user`. They are stored until the callback has run. */
typedef struct moya_typed_call {
  void (*callback)(void);
  void *user;
  moya_release_fn release_user;
} moya_typed_call;

MOYA_INLINE void moya_typed_call_release(void *call) {
  moya_typed_call *it = (moya_typed_call *)call;
  if (it->release_user) it->release_user(it->user);
  free(it);
}

MOYA_INLINE moya_status moya_endpoint_send(const moya_endpoint *endpoint, moya_status status,
                                           moya_provider *provider, moya_scratch *scratch,
                                           const moya_target *target, moya_callback_fn ended,
                                           moya_typed_call wanted, moya_call **call,
                                           moya_error **error) {
  const bool has_target = status == MOYA_OK;
  moya_typed_call *it = NULL;
  moya_handlers handlers = MOYA_HANDLERS_INIT;
  if (call) *call = NULL;
  if (has_target && !wanted.callback) {
    status = moya_endpoint_fail(endpoint, MOYA_ERROR_NULL, NULL, "callback is NULL", NULL, error);
  }
  if (status == MOYA_OK && !(it = (moya_typed_call *)malloc(sizeof *it))) {
    status = moya_endpoint_fail(endpoint, MOYA_ERROR_MEMORY, NULL, "there is no memory for a call",
                                NULL, error);
  }
  if (it) {
    *it = wanted;
    handlers.end = ended;
    handlers.user = it;
    handlers.release_user = moya_typed_call_release;
    status = moya_provider_send(provider, target, &handlers, NULL, call, error);
  } else if (wanted.release_user) {
    wanted.release_user(wanted.user);
  }
  if (has_target) moya_scratch_release(scratch);
  return status;
}

#endif
