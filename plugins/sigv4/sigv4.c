/* Signs requests to AWS and to servers with its interfaces, Signature Version 4. README.md describes it. */
#include "instance.h"

#include <stdlib.h>

static void release_slot(void *instance, void *slot) {
  (void)instance;
  free(slot);
}

static const moya_option options[] = {
    {.name = "service", .about = "The service as its signatures name it, for example s3, execute-api or dynamodb.",
     .kind = MOYA_OPTION_TEXT, .required = 1},
    {.name = "region", .about = "The region, for example eu-central-1. Preset: AWS_REGION or AWS_DEFAULT_REGION.",
     .kind = MOYA_OPTION_TEXT},
    {.name = "key_id", .about = "The id of the access key.", .kind = MOYA_OPTION_TEXT},
    {.name = "secret", .about = "The secret of the access key.", .kind = MOYA_OPTION_SECRET},
    {.name = "session_token", .about = "The token of temporary credentials.", .kind = MOYA_OPTION_SECRET},
    {.name = "profile", .about = "The profile in the credentials file. Preset: AWS_PROFILE or default.",
     .kind = MOYA_OPTION_TEXT},
    {.name = "credentials_file",
     .about = "The credentials file. Preset: AWS_SHARED_CREDENTIALS_FILE or ~/.aws/credentials.",
     .kind = MOYA_OPTION_TEXT},
    {.name = "form", .about = "header: the signature is a field. query: it is in the query of the URL.",
     .kind = MOYA_OPTION_TEXT, .preset = "\"header\"", .choices = "header|query"},
    {.name = "expires_s", .about = "For the query form: how many seconds a signature is valid.",
     .kind = MOYA_OPTION_INT, .preset = "900", .least = 1, .most = 604800},
    {.name = "body",
     .about = "signed: a body that is a file or a stream is refused. streams_unsigned: such a body is not signed. "
              "unsigned: no body is signed.",
     .kind = MOYA_OPTION_TEXT, .preset = "\"signed\"", .choices = "signed|streams_unsigned|unsigned"},
    {.name = "signed_fields", .about = "More header fields that are signed.", .kind = MOYA_OPTION_TEXTS},
    {.name = NULL},
};

static const char *const secret_headers[] = {"Authorization", "X-Amz-Security-Token", NULL};


static const moya_plugin plugin = {
    MOYA_PLUGIN_HEAD,
    .id = "moya.sigv4",
    .version = "1.0.0",
    .about = "Signs requests to AWS, Signature Version 4.",
    .license = "MIT",
    .options = options,
    .secret_headers = secret_headers,
    .create = sigv4_create,
    .destroy = sigv4_destroy,
    .sign = sigv4_sign,
    .did_receive = sigv4_did_receive,
    .should_retry = sigv4_should_retry,
    .release_slot = release_slot,
};

MOYA_MODULE(&plugin)
