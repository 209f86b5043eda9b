/* Holds back the plugin's calls of the host's function `resume`. resumes_release makes these calls later and in another
 * order, as if other events had come first. */
#ifndef RESUMES_H
#define RESUMES_H

#include <moya/plugin.h>
#include <stdbool.h>

/* The order in which contexts that were held back are resumed. */
typedef enum resume_order {
  AT_ONCE, /* no context is held back */
  REVERSED,
  ODD_FIRST /* the second context, the fourth and so on, and then the others */
} resume_order;
extern resume_order resumes_order;

/* Holds a context back, if `resumes_order` says so. Returns false if the caller must resume the context now. */
bool resumes_hold(moya_context *context, moya_status result);

/* Resumes all contexts that were held back. Returns false if none was held back. */
bool resumes_release(void);

#endif
