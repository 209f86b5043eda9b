/* Lets AddressSanitizer find targets that are used after their scope. moya.h includes this header.
 * Without AddressSanitizer, it defines nothing.
 *
 * With AddressSanitizer, this header replaces each function that takes a target with an inline
 * function. The inline function first reads the target and what it points to. AddressSanitizer
 * checks these reads, because they are in the program's own code. If the target points to a literal
 * whose block has ended, AddressSanitizer reports this at the call that sends the target. */
#ifndef MOYA_ASAN_H
#define MOYA_ASAN_H

#include "api.h"
#include "call.h"
#include "queue.h"
#include "target.h"
#include "url.h"

#if defined(__SANITIZE_ADDRESS__)
#define MOYA_READS_TARGETS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MOYA_READS_TARGETS
#endif
#endif

#if defined(MOYA_READS_TARGETS) && !defined(__swift__)

#ifdef __cplusplus
extern "C" {
#endif

static inline void moya_read_text(const char *text) {
  const volatile char *it = text;
  while (it && *it) it++;
}

/* Reads only the first byte. If the bytes belong to a scope that has ended, AddressSanitizer
 * reports a read of any of them, so one read is enough. */
static inline void moya_read_bytes(const void *bytes, size_t len) {
#ifdef __cplusplus
  const volatile char *it = static_cast<const volatile char *>(bytes);
#else
  const volatile char *it = bytes;
#endif
  if (it && len > 0) (void)*it;
}

static inline void moya_read_headers(const moya_header *it, size_t count, uint32_t stride) {
  size_t i;
  if (!it || count > 10000 || (stride != 0 && stride != sizeof *it)) return;
  for (i = 0; i < count; i++) {
    moya_read_text(it[i].name);
    moya_read_text(it[i].value);
  }
}

static inline void moya_read_parameters(const moya_parameter *it, size_t count, uint32_t stride) {
  size_t i;
  if (!it || count > 10000 || (stride != 0 && stride != sizeof *it)) return;
  for (i = 0; i < count; i++) {
    moya_read_text(it[i].name);
    moya_read_text(it[i].value);
  }
}

static inline void moya_read_task(const moya_task *it) {
  size_t i;
  if (!it || it->size != sizeof *it) return;
  moya_read_bytes(it->data, it->data_len);
  moya_read_text(it->path);
  moya_read_parameters(it->parameters, it->parameter_count, it->parameter_stride);
  moya_read_bytes(it->stream, sizeof *it->stream);
  if (!it->parts || it->part_count > 10000 || it->part_stride != sizeof *it->parts) return;
  for (i = 0; i < it->part_count; i++) {
    moya_read_text(it->parts[i].name);
    moya_read_text(it->parts[i].text);
    moya_read_text(it->parts[i].path);
    moya_read_text(it->parts[i].file_name);
    moya_read_text(it->parts[i].type);
    moya_read_bytes(it->parts[i].data, it->parts[i].data_len);
    moya_read_bytes(it->parts[i].stream, sizeof *it->parts[i].stream);
  }
}

/* Reads a target and what it points to. Skips structs and arrays whose size or stride is not the
 * one of this header, and arrays that are too long. The library checks these itself. */
static inline void moya_read_target(const moya_target *it) {
  size_t i;
  if (!it || it->size != sizeof *it) return;
  moya_read_text(it->name);
  moya_read_text(it->base_url);
  moya_read_text(it->path);
  moya_read_text(it->method);
  moya_read_headers(it->headers, it->header_count, it->header_stride);
  moya_read_parameters(it->path_values, it->path_value_count, it->path_value_stride);
  moya_read_bytes(it->statuses, it->status_count);
  for (i = 0; it->tags && it->tag_count <= 10000 && i < it->tag_count; i++)
    moya_read_text(it->tags[i]);
  moya_read_task(it->task);
  if (it->sample && it->sample->size == sizeof *it->sample) {
    moya_read_bytes(it->sample->body, it->sample->body_len);
    moya_read_headers(it->sample->headers, it->sample->header_count, it->sample->header_stride);
    moya_read_text(it->sample->url);
  }
  if (it->retry && it->retry->size == sizeof *it->retry)
    moya_read_bytes(it->retry->statuses, it->retry->status_count);
  if (it->credential && it->credential->size == sizeof *it->credential) {
    moya_read_text(it->credential->user);
    moya_read_text(it->credential->password);
  }
  moya_read_bytes(it->download, sizeof *it->download);
  moya_read_bytes(it->connection, sizeof *it->connection);
}

static inline moya_status moya_reading_call(moya_provider *provider, const moya_target *target,
                                            const moya_handlers *handlers, moya_response **response,
                                            moya_error **error) {
  moya_read_target(target);
  return moya_provider_call(provider, target, handlers, response, error);
}

static inline moya_status moya_reading_call_for(moya_provider *provider, const moya_target *target,
                                                int32_t timeout_ms,
                                                moya_blocking_call **blocking_call,
                                                moya_response **response, moya_error **error) {
  moya_read_target(target);
  return moya_provider_call_for(provider, target, timeout_ms, blocking_call, response, error);
}

static inline moya_status moya_reading_call_row(moya_provider *provider, const moya_target *target,
                                                moya_completion *row, size_t row_size) {
  moya_read_target(target);
  return moya_provider_call_row(provider, target, row, row_size);
}

static inline moya_status moya_reading_call_row_for(moya_provider *provider,
                                                    const moya_target *target, int32_t timeout_ms,
                                                    moya_blocking_call **blocking_call,
                                                    moya_completion *row, size_t row_size) {
  moya_read_target(target);
  return moya_provider_call_row_for(provider, target, timeout_ms, blocking_call, row, row_size);
}

static inline moya_status moya_reading_send(moya_provider *provider, const moya_target *target,
                                            const moya_handlers *handlers, moya_group *group,
                                            moya_call **call, moya_error **error) {
  moya_read_target(target);
  return moya_provider_send(provider, target, handlers, group, call, error);
}

static inline moya_status moya_reading_enqueue(moya_provider *provider, const moya_target *target,
                                               moya_queue *queue, uint64_t tag, uint32_t parts,
                                               moya_group *group, moya_call **call,
                                               moya_error **error) {
  moya_read_target(target);
  return moya_provider_enqueue(provider, target, queue, tag, parts, group, call, error);
}

static inline moya_status moya_reading_enqueue_all(moya_provider *provider,
                                                   const moya_target *const *targets, size_t count,
                                                   moya_queue *queue, uint64_t tag, uint32_t parts,
                                                   moya_group *group, moya_call **calls,
                                                   size_t *begun, moya_error **error) {
  size_t i;
  for (i = 0; targets && count <= 10000 && i < count; i++) moya_read_target(targets[i]);
  return moya_provider_enqueue_all(provider, targets, count, queue, tag, parts, group, calls, begun,
                                   error);
}

static inline moya_status moya_reading_copy(const moya_target *target, moya_target **copy,
                                            moya_error **error) {
  moya_read_target(target);
  return moya_target_copy(target, copy, error);
}

static inline moya_status moya_reading_next(const moya_target *target,
                                            const moya_response *response, const char *relation,
                                            moya_target **page, moya_error **error) {
  moya_read_target(target);
  return moya_target_next(target, response, relation, page, error);
}

#ifdef __cplusplus
}
#endif

#define moya_provider_call moya_reading_call
#define moya_provider_call_for moya_reading_call_for
#define moya_provider_call_row moya_reading_call_row
#define moya_provider_call_row_for moya_reading_call_row_for
#define moya_target_next moya_reading_next
#define moya_provider_send moya_reading_send
#define moya_provider_enqueue moya_reading_enqueue
#define moya_provider_enqueue_all moya_reading_enqueue_all
#define moya_target_copy moya_reading_copy

#endif

#endif
